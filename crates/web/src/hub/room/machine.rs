//! The machine at the table of a room. When it does something is for its [`Attendant`] to say; here it waits for its turn in the
//! hub's pool, and what comes of a thought is done.

use std::sync::Arc;

use pages::{Advice, Seats};
use players::attendant::{Attendant, Deed, Seen};
use players::thinker::{Engines, Task, Thought};
use table::{AnyTable, Message};
use tracing::error;

use super::super::pool::Ticket;
use super::{Refusal, Request, Room};
use crate::household::Household;
use crate::hub::Manner;

/// What thinks at a table.
pub(super) struct Mind {
    /// On one's own machine the engines stay between moves with what they know; a server has no memory for that.
    engines: Option<Arc<Engines>>,
    attendant: Attendant<Ticket>,
    /// The number of the last task.
    tasks: u64,
    /// Who asked for the advice that is thought about.
    asker: Seats,
    /// When the table last changed.
    changed_ms: u64,
    /// Whose turns it takes: those of whoever plays against it. Nobody's, where nobody does.
    pub(super) payer: Option<Household>,
}

impl Mind {
    pub(super) fn new(manner: &Manner, now_ms: u64) -> Mind {
        Mind {
            engines: manner.local.then(|| Arc::new(Engines::new(manner.resources))),
            attendant: Attendant::default(),
            tasks: 0,
            asker: Seats::default(),
            changed_ms: now_ms,
            payer: None,
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.attendant.is_busy()
    }

    pub(super) fn held_until_ms(&self) -> Option<u64> {
        self.attendant.held_until_ms()
    }

    /// What it has seen, while it thinks.
    pub(super) fn seen(&self) -> Option<&Seen> {
        self.attendant.seen()
    }

    /// The table has other events than before.
    pub(super) fn changed(&mut self, table: &AnyTable, now_ms: u64) {
        self.changed_ms = now_ms;
        self.attendant.changed(table);
    }
}

impl Room {
    /// Lets the machine do what is its to do now.
    pub(super) fn settle(&mut self) {
        if let Some(task) = self.mind.attendant.due(self.kept.table())
            && self.may_think(task)
        {
            self.think(task);
        }
    }

    /// Whether the machine is wanted here: once everybody is there who is to play, and where only machines do, while
    /// somebody watches. A program of the system is used on one's own machine alone, where one asked for it in the terminal.
    fn may_think(&self, task: Task) -> bool {
        let table = self.kept.table();
        let is_forbidden = task == Task::Move && table.turn().is_some_and(|turn| table.seats()[turn].who.is_external());
        self.is_complete()
            && (!table.is_watched() || !self.people.is_empty())
            && (self.hub.manner.local || !is_forbidden)
    }

    fn think(&mut self, task: Task) {
        self.mind.tasks += 1;
        let (id, myself) = (self.mind.tasks, self.myself.clone());
        let tell = move |thought| {
            if let Some(room) = myself.upgrade() {
                // The thread that thinks waits if the room is busy; a room that is gone does not want to know.
                let _ = room.blocking_send(Request::Thought { task: id, thought });
            }
        };
        let engines = self.mind.engines.clone().unwrap_or_else(|| Arc::new(Engines::new(self.hub.manner.resources)));
        let table = self.kept.table();
        let ticket = self.hub.pool.start(engines, table.clone(), task, self.mind.payer, self.hub.time, tell);
        self.mind.attendant.begin(table, task, id, ticket);
        self.version += 1;
    }

    /// What the machine says. Its move is held back, so that one sees the move before.
    pub(super) async fn hear(&mut self, id: u64, thought: Thought) {
        let table = self.kept.table();
        let pace = self.hub.manner.pace * if table.is_watched() { 3 } else { 1 };
        let (now_ms, show_ms) = (self.hub.now_ms(), self.mind.changed_ms + pace.as_millis() as u64);
        let deed = self.mind.attendant.hear(table, id, thought, now_ms, show_ms);
        self.version += 1;
        self.carry_out(deed).await;
    }

    /// Plays the move that was held back, if its time has come.
    pub(super) async fn play_held(&mut self) {
        let deed = self.mind.attendant.tick(self.kept.table(), self.hub.now_ms());
        self.carry_out(deed).await;
    }

    async fn carry_out(&mut self, deed: Option<Deed>) {
        let Some(deed) = deed else { return };
        self.version += 1;
        match deed {
            Deed::Act(by, command) => {
                let from = self.kept.table().next_event();
                if let Err(problem) = self.command(by, &command).await
                    && self.kept.table().next_event() == from
                {
                    error!(%problem, "machine-refused");
                    self.mind.attendant.refused();
                }
            }
            Deed::Hint(mv, why) => self.advise(Advice::Hint(mv, why)),
            Deed::Estimate(estimate) => self.advise(Advice::Estimate(estimate)),
            Deed::Failed(task, why) => {
                error!(problem = %why.id, "machine-failed");
                if task.is_advice() {
                    self.advise(Advice::Nothing(why));
                }
            }
        }
    }

    fn advise(&mut self, advice: Advice) {
        self.advice = Some((self.mind.asker, advice));
    }

    /// Asks the machine what it would play, or what it expects.
    pub(super) fn ask_advice(&mut self, you: Seats, task: Task) -> Result<(), Refusal> {
        you.may_be_advised(self.kept.table())?;
        if !self.mind.is_busy() {
            self.mind.asker = you;
            self.think(task);
        }
        Ok(())
    }

    /// Lets the machine move now; one that could not move tries again.
    pub(super) fn hurry(&mut self) -> Result<(), Refusal> {
        let attendant = &mut self.mind.attendant;
        if attendant.held_until_ms().is_some() {
            attendant.hold_until(0);
        } else if let Some(ticket) = attendant.handle() {
            ticket.hurry();
        } else if attendant.is_paused() {
            attendant.go_on();
        } else {
            return Err(Message::new("nobody-thinks").into());
        }
        Ok(())
    }
}
