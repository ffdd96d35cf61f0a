//! A game being played: the fold of its events.
//!
//! [`Table::decide`] asks what a command would do and changes nothing; its actions become events, are stored, and only then
//! [applied](Table::apply). So whoever was told of a move finds it again after a crash. Time comes in as an argument.
//!
//! This file has what a table is and how events change it; `decide` has what people may do, `show` what it looks like, `retell` how
//! somebody elsewhere can have the same board.

mod decide;
mod retell;
mod show;

use std::time::Duration;

use plateau_core::{Course, ParseError, Player, Position};
use record::Ending;

use crate::clock::{Clock, Reading};
use crate::event::{Action, Event, Offer};
use crate::playable::{MoveOf, Playable};
use crate::view::Stage;
use crate::{End, Message, Setup};

pub use decide::{Command, MAX_EVENTS};

/// A game being played.
#[derive(Clone, PartialEq, Debug)]
pub struct Table<G: Playable> {
    setup: Setup<G>,
    course: Course<G::Position>,
    /// Who decided on each move of the course, those that can be redone included; nobody where it was forced.
    deciders: Vec<Option<Player>>,
    /// What the last moves did, in words, and who decided on each; nobody where it was forced.
    happened: Vec<(Option<Player>, Message)>,
    phase: Phase<G>,
    clocks: Option<[Clock; 2]>,
    stopwatch: Stopwatch,
    offer: Option<(Player, Offer)>,
    /// What was offered and declined in this position, and by whom it was offered.
    declined: Vec<(Player, Offer)>,
    /// Whether the game has begun: the first clock was started, or a move was made.
    begun: bool,
    /// How many events were applied: the number of the next one.
    events: u64,
    /// When the first of them happened.
    begun_ms: Option<u64>,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Phase<G: Playable> {
    /// Moves are being made.
    Playing,
    /// The players mark what is dead.
    Marking {
        /// The marking.
        marks: G::Marks,
        /// Who accepts it, Black first.
        accepted: [bool; 2],
    },
    /// It is over.
    Ended {
        /// How.
        end: End,
        /// The marking it was counted with, if it was counted.
        marks: G::Marks,
    },
}

/// So many moves at most are told at once.
const MAX_HAPPENED: usize = 5;

/// The thinking time of the current turn. It runs only while the table is open, so that a local game can be left and
/// continued.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Stopwatch {
    running_since_ms: Option<u64>,
    counted_ms: u64,
}

impl Stopwatch {
    fn elapsed_ms(&self, now_ms: u64) -> u64 {
        self.counted_ms + self.running_since_ms.map_or(0, |since| now_ms.saturating_sub(since))
    }

    /// As if so much had been thought until now.
    fn set(&mut self, counted_ms: u64, now_ms: u64) {
        let running_since_ms = self.running_since_ms.map(|_| now_ms);
        *self = Stopwatch { running_since_ms, counted_ms };
    }
}

impl<G: Playable> Table<G> {
    /// A table before its first event. The clock stands until [`Table::start_clock`].
    pub fn new(setup: Setup<G>) -> Result<Table<G>, ParseError> {
        let course = Course::new(setup.position()?);
        let clocks = Clock::new(setup.control).map(|clock| [clock; 2]);
        let mut table = Table {
            setup,
            course,
            deciders: Vec::new(),
            happened: Vec::new(),
            phase: Phase::Playing,
            clocks,
            stopwatch: Stopwatch::default(),
            offer: None,
            declined: Vec::new(),
            begun: false,
            events: 0,
            begun_ms: None,
        };
        table.settle_phase();
        Ok(table)
    }

    /// What was settled before the first move, with who sits there now.
    pub fn setup(&self) -> &Setup<G> {
        &self.setup
    }

    /// The course of play, with what can be redone.
    pub fn course(&self) -> &Course<G::Position> {
        &self.course
    }

    /// The position on the board.
    pub fn position(&self) -> &G::Position {
        self.course.position()
    }

    /// When the game began, in milliseconds since 1970, if it has; as its first event says.
    pub fn begun_ms(&self) -> Option<u64> {
        self.begun_ms
    }

    /// Where the game stands.
    pub fn phase(&self) -> &Phase<G> {
        &self.phase
    }

    /// The same without the marking, for those who only want to know that.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Playing => Stage::Playing,
            Phase::Marking { accepted, .. } => Stage::Marking { accepted },
            Phase::Ended { .. } => Stage::Ended,
        }
    }

    /// How the game came out, if it is over.
    pub fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Ended { end, .. } => Some(end),
            Phase::Playing | Phase::Marking { .. } => None,
        }
    }

    /// Whether dead chains are to be marked and nobody has begun to.
    pub fn is_unmarked(&self) -> bool {
        matches!(&self.phase, Phase::Marking { marks, accepted: [false, false] } if *marks == G::Marks::default())
    }

    /// Whether the game has begun: the first clock was started, or a move was made.
    pub fn is_begun(&self) -> bool {
        self.begun
    }

    /// Whether it was called off before it began.
    pub fn is_cancelled(&self) -> bool {
        !self.begun && self.end().is_some_and(|end| end.ending == Ending::Void)
    }

    /// What is on offer, and by whom.
    pub fn offer(&self) -> Option<(Player, Offer)> {
        self.offer
    }

    /// How many events were applied: the number that the next one gets.
    pub fn next_event(&self) -> u64 {
        self.events
    }

    /// Who moves now, if moves are being made.
    pub fn turn(&self) -> Option<Player> {
        matches!(self.phase, Phase::Playing).then(|| self.position().turn())
    }

    /// For which side somebody speaks who may speak for some: whose turn it is, who has not accepted the marking yet, or the
    /// first.
    pub fn speaker(&self, may_speak: impl Fn(Player) -> bool) -> Option<Player> {
        let accepted = match self.stage() {
            Stage::Marking { accepted } => accepted,
            Stage::Playing | Stage::Ended => [false; 2],
        };
        let turn = self.turn().filter(|&turn| may_speak(turn));
        let mut sides = Player::BOTH.into_iter().filter(|&player| may_speak(player));
        turn.or_else(|| sides.clone().find(|&player| !accepted[player])).or_else(|| sides.next())
    }

    /// Lets the clock of the player to move run, from now.
    pub fn start_clock(&mut self, now_ms: u64) {
        self.stopwatch.running_since_ms.get_or_insert(now_ms);
    }

    /// Stops the clock, as when the table is left.
    pub fn stop_clock(&mut self, now_ms: u64) {
        self.stopwatch = Stopwatch { running_since_ms: None, counted_ms: self.stopwatch.elapsed_ms(now_ms) };
    }

    /// Sets a player's clock as it stands elsewhere, where that counts; nothing if the game has none.
    pub fn set_clock(&mut self, player: Player, clock: Clock) {
        if let Some(clocks) = &mut self.clocks {
            clocks[player] = clock;
        }
    }

    /// A player's clock as it stands now.
    pub fn clock(&self, player: Player, now_ms: u64) -> Option<Clock> {
        let mut clock = self.clocks?[player];
        if self.turn() == Some(player) {
            clock.run(Duration::from_millis(self.stopwatch.elapsed_ms(now_ms)));
        }
        Some(clock)
    }

    /// What a player's clock shows now.
    pub fn reading(&self, player: Player, now_ms: u64) -> Option<Reading> {
        self.clock(player, now_ms).map(|clock| clock.reading())
    }

    /// The action that is due because time has run out, if it has.
    pub fn tick(&self, now_ms: u64) -> Option<Action> {
        let turn = self.turn()?;
        self.clock(turn, now_ms)?.has_fallen().then_some(Action::Fall(turn))
    }

    /// The action that keeps the time thought about the current move, for when the table is left; nothing where no clock
    /// runs.
    pub fn leave(&self, now_ms: u64) -> Option<Action> {
        self.clocks.and(self.turn()).map(|_| Action::Think { spent_ms: self.stopwatch.elapsed_ms(now_ms) })
    }

    /// Takes an event in. One that does not fit what was before is refused, and changes nothing: the log is damaged.
    pub fn apply(&mut self, event: &Event) -> Result<(), Message> {
        match &event.action {
            Action::Play { mv, spent_ms } => self.take_in_move(mv, *spent_ms)?,
            Action::Undo { plies } => self.take_in_undo(*plies as usize)?,
            Action::Redo { plies } => self.take_in_redo(*plies as usize)?,
            Action::Resign(player) => self.take_in_end(Ending::Resignation(player.opponent()))?,
            Action::Fall(player) => self.take_in_fall(*player)?,
            Action::Forfeit(player) => self.take_in_end(Ending::Forfeit(player.opponent()))?,
            Action::Mark(cell) => self.mark(std::slice::from_ref(cell), false)?,
            Action::Propose(cells) => self.mark(cells, true)?,
            Action::Accept(player) => self.take_in_accept(*player)?,
            Action::Resume(player) => self.take_in_resume(*player)?,
            Action::Offer(..) => self.unless_ended()?,
            Action::Decline(_) if self.offer.is_none() => return Err(Message::new("table-no-offer")),
            Action::Decline(_) | Action::Think { .. } | Action::Sit(..) => {}
            Action::AgreeDraw => self.take_in_end(Ending::Draw)?,
            Action::Start => self.unless_begun()?,
            Action::Cancel => {
                self.unless_begun()?;
                self.take_in_end(Ending::Void)?;
            }
        }
        // Nothing is refused from here on.
        match &event.action {
            Action::Think { spent_ms } => self.stopwatch.set(*spent_ms, event.at_ms),
            Action::Sit(player, seat) => self.setup.seats[*player] = seat.clone(),
            Action::Offer(player, offer) => self.offer = Some((*player, *offer)),
            Action::Decline(_) => self.declined.extend(self.offer.take()),
            Action::Start => {
                self.begun = true;
                self.stopwatch.set(0, event.at_ms);
            }
            Action::Play { .. } | Action::Undo { .. } | Action::Redo { .. } | Action::Resume(_) => {
                self.begun = true;
                self.stopwatch.set(0, event.at_ms);
                self.offer = None;
                self.declined.clear();
            }
            _ => self.offer = None,
        }
        self.events += 1;
        self.begun_ms.get_or_insert(event.at_ms);
        Ok(())
    }

    fn take_in_move(&mut self, text: &str, spent_ms: u64) -> Result<(), Message> {
        self.while_playing()?;
        let mv: MoveOf<G> = text.parse().map_err(Message::from)?;
        let (game, position) = (&self.setup.game, self.course.position());
        position.check(mv).map_err(|why| Message::refusal(&why))?;
        let player = position.turn();
        let decider = game.forced_move(position).is_none().then_some(player);
        let said = game.happened(position, mv);
        self.deciders.truncate(self.course.moves().len());
        self.deciders.push(decider);
        self.course.play(mv).map_err(|why| Message::refusal(&why))?;
        self.happened.push((decider, said));
        self.happened.drain(..self.happened.len().saturating_sub(MAX_HAPPENED));
        if let Some(clocks) = &mut self.clocks {
            clocks[player].run(Duration::from_millis(spent_ms));
            clocks[player].end_turn();
        }
        self.settle_phase();
        Ok(())
    }

    /// Where the game was opened again by going back, moves are made.
    fn take_in_undo(&mut self, plies: usize) -> Result<(), Message> {
        let to = self.course.moves().len().checked_sub(plies).filter(|_| plies > 0).ok_or_else(damaged)?;
        self.go_to(to)?;
        self.phase = Phase::Playing;
        Ok(())
    }

    fn take_in_redo(&mut self, plies: usize) -> Result<(), Message> {
        let to = Some(self.course.moves().len() + plies).filter(|_| plies > 0).ok_or_else(damaged)?;
        self.go_to(to)?;
        self.settle_phase();
        Ok(())
    }

    fn go_to(&mut self, ply: usize) -> Result<(), Message> {
        if !self.course.go_to(ply) {
            return Err(damaged());
        }
        let said = |ply: usize| {
            let before = self.course.position_at(ply)?;
            Some((self.deciders[ply], self.setup.game.happened(&before, self.course.moves()[ply])))
        };
        self.happened = (ply.saturating_sub(MAX_HAPPENED)..ply).filter_map(said).collect();
        Ok(())
    }

    /// A record may let a player move twice, so that play can go on with another turn although nothing was marked.
    fn take_in_resume(&mut self, player: Player) -> Result<(), Message> {
        self.unless_ended()?;
        if !self.course.resume(player) {
            return Err(damaged());
        }
        self.deciders.truncate(self.course.moves().len());
        if matches!(self.phase, Phase::Marking { .. }) {
            self.happened = vec![(None, Message::new("table-resumed"))];
        }
        self.phase = Phase::Playing;
        Ok(())
    }

    fn take_in_fall(&mut self, player: Player) -> Result<(), Message> {
        self.take_in_end(Ending::Time(player.opponent()))?;
        if let Some(clocks) = &mut self.clocks {
            clocks[player].run(Duration::MAX);
        }
        Ok(())
    }

    fn take_in_end(&mut self, ending: Ending) -> Result<(), Message> {
        self.unless_ended()?;
        self.phase = Phase::Ended { end: End::uncounted(ending), marks: G::Marks::default() };
        Ok(())
    }

    /// Where the game stands by its position alone.
    fn settle_phase(&mut self) {
        let (game, position) = (&self.setup.game, self.course.position());
        let marks = G::Marks::default();
        self.phase = if !position.is_over() {
            Phase::Playing
        } else if game.needs_marking(position) {
            Phase::Marking { marks, accepted: [false; 2] }
        } else {
            Phase::Ended { end: game.end(position, &marks), marks }
        };
    }

    fn mark(&mut self, cells: &[String], afresh: bool) -> Result<(), Message> {
        let Phase::Marking { marks, .. } = &self.phase else { return Err(Message::new("table-not-marking")) };
        let mut marks = if afresh { G::Marks::default() } else { marks.clone() };
        for cell in cells {
            self.setup.game.mark(self.course.position(), &mut marks, cell)?;
        }
        // Whoever accepted, accepted another marking.
        self.phase = Phase::Marking { marks, accepted: [false; 2] };
        Ok(())
    }

    fn take_in_accept(&mut self, player: Player) -> Result<(), Message> {
        let Phase::Marking { marks, accepted } = &mut self.phase else {
            return Err(Message::new("table-not-marking"));
        };
        accepted[player] = true;
        if *accepted == [true; 2] {
            let marks = std::mem::take(marks);
            let end = self.setup.game.end(self.course.position(), &marks);
            self.phase = Phase::Ended { end, marks };
        }
        Ok(())
    }

    fn while_playing(&self) -> Result<(), Message> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Marking { .. } => Err(Message::new("table-marking")),
            Phase::Ended { .. } => Err(Message::new("table-ended")),
        }
    }

    pub(super) fn unless_begun(&self) -> Result<(), Message> {
        self.unless_ended()?;
        if self.begun { Err(Message::new("table-begun")) } else { Ok(()) }
    }

    fn unless_ended(&self) -> Result<(), Message> {
        match self.phase {
            Phase::Ended { .. } => Err(Message::new("table-ended")),
            Phase::Playing | Phase::Marking { .. } => Ok(()),
        }
    }
}

/// The refusal of an event that cannot have happened.
fn damaged() -> Message {
    Message::new("table-damaged")
}
