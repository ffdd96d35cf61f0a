use plateau_core::Player;
use table::event::{Action, Event};
use table::records::Replay;
use table::view::{View, Wanted};
use table::{AnyTable, Command, Message};

use crate::Desk;

/// A game that somebody sits at. What it shows has been kept: decide, keep, apply, in this order.
#[derive(Clone, PartialEq, Debug)]
pub struct Sitting {
    id: String,
    table: AnyTable,
}

impl Sitting {
    /// A new game; its clock runs.
    pub fn create(desk: &Desk, mut table: AnyTable) -> Result<Sitting, Message> {
        let now_ms = desk.now_ms();
        let id = desk.games.create(&table, now_ms)?;
        table.start_clock(now_ms);
        Ok(Sitting { id, table })
    }

    /// A game that was kept; its clock runs again.
    pub fn open(desk: &Desk, id: &str) -> Result<Sitting, Message> {
        let mut table = desk.games.load(id)?.table()?;
        table.start_clock(desk.now_ms());
        Ok(Sitting { id: id.to_owned(), table })
    }

    /// A new game that begins with these moves, as a record has them. If one of them is illegal there is no game.
    pub fn replay(desk: &Desk, replay: &Replay) -> Result<Sitting, Message> {
        let table: AnyTable = replay.setup.parse()?;
        let mut tried = table.clone();
        for action in &replay.actions {
            tried.apply(&Event { at_ms: 0, action: action.clone() })?;
        }
        let mut sitting = Sitting::create(desk, table)?;
        sitting.commit(desk, replay.actions.clone())?;
        Ok(sitting)
    }

    /// The table as it was kept.
    pub fn table(&self) -> &AnyTable {
        &self.table
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The table as it looks now.
    pub fn view(&self, desk: &Desk, wanted: &Wanted) -> View {
        self.table.view(wanted, desk.now_ms())
    }

    /// Does what somebody wants, or says why not; then nothing has changed.
    pub fn act(&mut self, desk: &Desk, by: Player, command: &Command) -> Result<(), Message> {
        let actions = self.table.decide(by, command, desk.now_ms())?;
        self.commit(desk, actions)
    }

    /// Ends the game if somebody's time is up; whether it did.
    pub fn tick(&mut self, desk: &Desk) -> Result<bool, Message> {
        let Some(fall) = self.table.tick(desk.now_ms()) else { return Ok(false) };
        self.commit(desk, vec![fall])?;
        Ok(true)
    }

    /// Lets the clock stand for a while, as when the program is suspended.
    pub fn pause(&mut self, desk: &Desk) {
        self.table.stop_clock(desk.now_ms());
    }

    /// Lets the clock run again.
    pub fn go_on(&mut self, desk: &Desk) {
        self.table.start_clock(desk.now_ms());
    }

    /// Stops the clock, as when the table is left, and keeps what it shows: leaving gains nobody time.
    pub fn leave(&mut self, desk: &Desk) {
        let now_ms = desk.now_ms();
        if let Some(thought) = self.table.leave(now_ms) {
            // Where that cannot be written, nothing is lost but the time of this turn.
            let _ = self.commit(desk, vec![thought]);
        }
        self.table.stop_clock(now_ms);
    }

    fn commit(&mut self, desk: &Desk, actions: Vec<Action>) -> Result<(), Message> {
        let at_ms = desk.now_ms();
        let events: Vec<Event> = actions.into_iter().map(|action| Event { at_ms, action }).collect();
        let mut next = self.table.clone();
        for event in &events {
            next.apply(event)?;
        }
        desk.games.append(&self.id, self.table.next_event(), &events, &next)?;
        self.table = next;
        Ok(())
    }
}
