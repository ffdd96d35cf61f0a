//! The machine at a table: when something is its to do, and what comes of what it thought.
//!
//! An [`Attendant`] decides and does nothing: it reads a table and says which [`Task`] is [due](Attendant::due); whoever has the
//! table starts it, tells the attendant what was [heard](Attendant::hear), and does the [`Deed`] that comes of it. So a screen, a
//! console and a server let the machine do the same, each in its own way of waiting. Time comes in as an argument.

use plateau_core::Player;
use table::view::{Estimate, Stage};
use table::{AnyTable, Command, Message};

use crate::thinker::{Task, Thought};

/// When the machine moves, proposes, judges, waits and gives up. `H` is what stops a task: dropping it gives the task up.
#[derive(Debug)]
pub struct Attendant<H> {
    running: Option<Running<H>>,
    /// An answer that waits a moment, so that one sees what happened before it, and until when.
    held: Option<(u64, Thought)>,
    /// Whether the dead chains of this marking have been asked for.
    has_proposed: bool,
    /// Whether something could not be done: it is not tried again before the table has changed or somebody wants it.
    has_failed: bool,
    rest: Rest,
}

/// Whether people let the machine think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rest {
    No,
    Paused,
    /// Paused after the next move.
    OneMove,
}

#[derive(Debug)]
struct Running<H> {
    /// By which its answer is known.
    id: u64,
    task: Task,
    /// The number of the event that would have been next when it began.
    from: u64,
    moves: u64,
    seen: Seen,
    handle: H,
}

/// What the machine has seen so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// Positions or visits.
    pub nodes: u64,
    /// The move that it likes best.
    pub best: Option<String>,
}

/// What comes of a thought.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// A command to the table. Who cannot carry it out says so by [`Attendant::refused`].
    Act(Player, Command),
    /// A hint for whoever asked: the move, and why it is good.
    Hint(String, Vec<Message>),
    /// What the machine expects, for whoever asked.
    Estimate(Estimate),
    /// The task could not be done, and why.
    Failed(Task, Message),
}

impl<H> Default for Attendant<H> {
    fn default() -> Attendant<H> {
        Attendant { running: None, held: None, has_proposed: false, has_failed: false, rest: Rest::No }
    }
}

impl<H> Attendant<H> {
    /// What the machine is to begin now; nothing while it thinks or rests, or where nothing is its to do.
    ///
    /// It moves where it sits. When dead chains are to be marked it proposes which, if nobody has begun to mark; then people
    /// agree, and a machine looks at what they agree on. Where only machines sit, each looks at the proposal.
    pub fn due(&self, table: &AnyTable) -> Option<Task> {
        if self.is_busy() || self.has_failed || self.rest == Rest::Paused {
            return None;
        }
        match table.stage() {
            Stage::Playing => table.turn().filter(|&turn| !table.is_person(turn)).map(|_| Task::Move),
            Stage::Marking { .. } if !self.has_proposed && table.is_unmarked() => Some(Task::Dead),
            Stage::Marking { accepted } => {
                let mut waiting = Player::BOTH.into_iter().filter(|&player| !accepted[player]);
                // A person who has not accepted yet may still change the marking.
                if waiting.clone().any(|player| table.is_person(player)) {
                    return None;
                }
                waiting.next().map(Task::Judge)
            }
            Stage::Ended => None,
        }
    }

    /// A task was begun at this table, one that was [due](Attendant::due) or advice that somebody asked for. Whoever begins
    /// tasks gives each a number of its own, so that the answer to one that was given up is not listened to.
    pub fn begin(&mut self, table: &AnyTable, task: Task, id: u64, handle: H) {
        self.has_proposed |= task == Task::Dead;
        let (from, moves) = (table.next_event(), table.moves_played());
        self.running = Some(Running { id, task, from, moves, seen: Seen::default(), handle });
    }

    /// What is thought about, if anything is.
    pub fn task(&self) -> Option<Task> {
        self.running.as_ref().map(|running| running.task)
    }

    /// What stops the task that is thought about.
    pub fn handle(&self) -> Option<&H> {
        self.running.as_ref().map(|running| &running.handle)
    }

    /// What has been seen of it so far.
    pub fn seen(&self) -> Option<&Seen> {
        self.running.as_ref().map(|running| &running.seen)
    }

    /// Whether something is thought about, or an answer is held back.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Until when an answer is held back, if one is.
    pub fn held_until_ms(&self) -> Option<u64> {
        self.held.as_ref().map(|(until_ms, _)| *until_ms)
    }

    /// Lets an answer that is held back wait no longer than until then.
    pub fn hold_until(&mut self, until_ms: u64) {
        if let Some((held_ms, _)) = &mut self.held {
            *held_ms = (*held_ms).min(until_ms);
        }
    }

    /// Something was told about a task. A move is held back until `show_ms`; other answers are not. Whoever gets a deed does it.
    pub fn hear(&mut self, table: &AnyTable, id: u64, thought: Thought, now_ms: u64, show_ms: u64) -> Option<Deed> {
        let running = self.running.as_mut().filter(|running| running.id == id)?;
        match thought {
            Thought::Progress { nodes, best } => {
                running.seen = Seen { nodes, best: best.or(running.seen.best.take()) };
                None
            }
            Thought::Play(_) if show_ms > now_ms && self.rest != Rest::OneMove => {
                self.held = Some((show_ms, thought));
                None
            }
            thought => self.settle(table, thought),
        }
    }

    /// The deed that was held back, once its time has come.
    pub fn tick(&mut self, table: &AnyTable, now_ms: u64) -> Option<Deed> {
        let (_, thought) = self.held.take_if(|(until_ms, _)| *until_ms <= now_ms)?;
        self.settle(table, thought)
    }

    /// What an answer comes to.
    fn settle(&mut self, table: &AnyTable, thought: Thought) -> Option<Deed> {
        let task = self.running.take()?.task;
        self.held = None;
        let deed = deed(table, task, thought);
        match (&deed, self.rest) {
            (Some(Deed::Failed(failed, _)), _) if !failed.is_advice() => self.has_failed = true,
            (_, Rest::OneMove) if task == Task::Move => self.rest = Rest::Paused,
            _ => {}
        }
        deed
    }

    /// The deed could not be done: it is not tried for ever.
    pub fn refused(&mut self) {
        self.has_failed = true;
    }

    /// The table has other events than before: an answer about the old ones comes too late. A proposal must not wipe out what
    /// people have marked meanwhile, nor is a marking judged that nobody sees any more.
    pub fn changed(&mut self, table: &AnyTable) {
        self.has_failed = false;
        self.has_proposed &= matches!(table.stage(), Stage::Marking { .. });
        let is_late = |running: &Running<H>| match running.task {
            Task::Move | Task::Hint | Task::Estimate => running.moves != table.moves_played() || table.turn().is_none(),
            Task::Dead | Task::Judge(_) => running.from != table.next_event(),
        };
        if self.running.as_ref().is_some_and(is_late) {
            self.give_up();
        }
    }

    /// Stops thinking; nothing comes of it.
    pub fn give_up(&mut self) {
        (self.running, self.held) = (None, None);
    }

    /// Whether people make the machine wait, or it waits because it could not do something.
    pub fn is_paused(&self) -> bool {
        self.rest == Rest::Paused || self.has_failed
    }

    /// Stops thinking until people let it go on.
    pub fn pause(&mut self) {
        self.give_up();
        self.rest = Rest::Paused;
    }

    /// Goes on; what could not be done is tried again.
    pub fn go_on(&mut self) {
        (self.rest, self.has_failed) = (Rest::No, false);
    }

    /// Goes on for one move.
    pub fn one_move(&mut self) {
        if self.rest == Rest::No {
            self.give_up();
        }
        (self.rest, self.has_failed) = (Rest::OneMove, false);
    }
}

/// What a thought about a task comes to at this table.
fn deed(table: &AnyTable, task: Task, thought: Thought) -> Option<Deed> {
    let by_turn = |command: Command| table.turn().map(|turn| Deed::Act(turn, command));
    match (task, thought) {
        (Task::Move, Thought::Play(mv)) => by_turn(Command::Play(mv)),
        (Task::Move, Thought::Resign) => by_turn(Command::Resign),
        (Task::Hint, Thought::Hint(mv, why)) => Some(Deed::Hint(mv, why)),
        (Task::Estimate, Thought::Estimate(estimate)) => Some(Deed::Estimate(estimate)),
        (Task::Dead, Thought::Dead(cells)) if cells.is_empty() => None,
        (Task::Dead, Thought::Dead(cells)) => Some(Deed::Act(Player::Black, Command::Propose(cells))),
        (Task::Judge(machine), Thought::Judged(true)) => Some(Deed::Act(machine, Command::Accept)),
        (Task::Judge(machine), Thought::Judged(false)) => Some(Deed::Act(machine, Command::Resume)),
        (task, Thought::Failed(why)) => Some(Deed::Failed(task, why)),
        _ => None,
    }
}
