use plateau_core::Player;
use store::{Error, First, GameId, Kept, Origin};
use table::event::Action;
use table::records::{AnyRecord, Replay};
use table::view::{View, Wanted};
use table::{AnyTable, Command, Message, Review};

use crate::Desk;

/// A game that somebody sits at: what was [kept](Kept), with a clock that runs while they do.
#[derive(Clone, PartialEq, Debug)]
pub struct Sitting {
    kept: Kept,
}

impl Sitting {
    /// A new game; its clock runs.
    pub fn create(desk: &Desk, table: AnyTable) -> Result<Sitting, Message> {
        Sitting::begin(desk, table, First::default())
    }

    fn begin(desk: &Desk, table: AnyTable, first: First) -> Result<Sitting, Message> {
        let now_ms = desk.now_ms();
        let begin = || Kept::begin(&*desk.store, GameId::random()?, table, first, now_ms);
        let kept = begin().map_err(|error| error.message())?;
        Ok(Sitting { kept }.begun(now_ms))
    }

    /// A game that was kept; its clock runs again.
    pub fn open(desk: &Desk, id: GameId) -> Result<Sitting, Message> {
        let kept = Kept::open(&*desk.store, id).map_err(|error| error.message())?;
        Ok(Sitting { kept }.begun(desk.now_ms()))
    }

    /// A new game that begins with what happened in a record or another game. If that cannot have happened there is no game.
    /// What else is in the record stays with the game.
    pub fn replay(desk: &Desk, replay: &Replay, origin: Option<&AnyRecord>) -> Result<Sitting, Message> {
        let [table, _] = replay.tables()?;
        let notes = origin.map(|origin| Origin::of(origin).notes().collect()).unwrap_or_default();
        Sitting::begin(desk, table, First { actions: replay.actions.clone(), notes, elsewhere: None })
    }

    fn begun(mut self, now_ms: u64) -> Sitting {
        self.kept.start_clock(now_ms);
        self
    }

    /// The table as it was kept.
    pub fn table(&self) -> &AnyTable {
        self.kept.table()
    }

    /// The game as a record, with what else was in the one that it began with.
    pub fn record(&self, desk: &Desk) -> Result<AnyRecord, Message> {
        self.kept.record(&*desk.store).map_err(|error| error.message())
    }

    /// The game to be looked through, with what else was in the record that it began with.
    pub fn review(&self, desk: &Desk) -> Result<Review, Message> {
        self.kept.review(&*desk.store).map_err(|error| error.message())
    }

    /// The game's name in the store.
    pub fn id(&self) -> GameId {
        self.kept.id()
    }

    /// The table as it looks now.
    pub fn view(&self, desk: &Desk, wanted: &Wanted) -> View {
        self.table().view(wanted, desk.now_ms())
    }

    /// The person who acts: whose turn it is, or who has not accepted yet, or anybody.
    pub fn speaker(&self) -> Player {
        self.table().speaker(|player| self.table().is_person(player)).unwrap_or(Player::Black)
    }

    /// Does what somebody wants, or says why not; then they have changed nothing. What happened elsewhere in the meantime is
    /// here afterwards.
    pub fn act(&mut self, desk: &Desk, by: Player, command: &Command) -> Result<(), Message> {
        let actions = self.table().decide(by, command, desk.now_ms())?;
        self.commit(desk, actions)
    }

    /// Ends the game if somebody's time is up; whether it did.
    pub fn tick(&mut self, desk: &Desk) -> Result<bool, Message> {
        let Some(fall) = self.table().tick(desk.now_ms()) else { return Ok(false) };
        self.commit(desk, vec![fall])?;
        Ok(true)
    }

    /// Takes in what happened elsewhere, as in the browser; whether anything did.
    pub fn catch_up(&mut self, desk: &Desk) -> Result<bool, Message> {
        let events = self.kept.catch_up(&*desk.store).map_err(|error| error.message())?;
        Ok(!events.is_empty())
    }

    /// Lets the clock stand for a while, as when the program is suspended.
    pub fn pause(&mut self, desk: &Desk) {
        self.kept.stop_clock(desk.now_ms());
    }

    /// Lets the clock run again.
    pub fn go_on(&mut self, desk: &Desk) {
        self.kept.start_clock(desk.now_ms());
    }

    /// Stops the clock, as when the table is left, and keeps what it shows: leaving gains nobody time.
    pub fn leave(&mut self, desk: &Desk) {
        let now_ms = desk.now_ms();
        if let Some(thought) = self.table().leave(now_ms) {
            // Where that cannot be written, nothing is lost but the time of this turn.
            let _ = self.commit(desk, vec![thought]);
        }
        self.kept.stop_clock(now_ms);
    }

    fn commit(&mut self, desk: &Desk, actions: Vec<Action>) -> Result<(), Message> {
        match self.kept.commit(&*desk.store, actions, desk.now_ms()) {
            Ok(_) => Ok(()),
            // Whoever decided, decided about another position.
            Err(Error::Conflict { .. }) => {
                self.catch_up(desk)?;
                Err(Message::new("table-went-on-elsewhere"))
            }
            Err(error) => Err(error.message()),
        }
    }
}
