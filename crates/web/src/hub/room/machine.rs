//! What the machine does at the table: moves, hints, and which chains it thinks dead.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use plateau_core::Player;
use players::thinker::{Engines, Task, Thought};
use table::view::{Stage, Wanted};
use table::{Command, Message, Who};
use tokio::time::Instant;
use tracing::error;

use super::super::pool::Ticket;
use super::{Refusal, Request, Room};
use crate::Seats;
use crate::hub::Manner;

pub(super) struct Machine {
    /// On one's own machine the engines stay between moves with what they know; a server has no memory for that.
    engines: Option<Arc<Engines>>,
    running: Option<Running>,
    /// A move that waits a moment, so that one sees the one before.
    held: Option<(Instant, Thought)>,
    /// Numbers tasks, so that the answer to one that was given up is not listened to.
    tasks: u64,
    /// Whether the machine is not to move: it could not.
    paused: bool,
    /// Whether it has been asked which chains are dead.
    proposed: bool,
    /// When the last move was made.
    pub(super) moved: Instant,
    /// Where those come from for whom it thinks.
    pub(super) address: IpAddr,
}

struct Running {
    id: u64,
    task: Task,
    /// Who asked for a hint.
    asker: Seats,
    ticket: Ticket,
    /// The number of the event that would have been next when it began.
    from: u64,
    nodes: u64,
    best: Option<String>,
}

impl Machine {
    pub(super) fn new(manner: &Manner) -> Machine {
        Machine {
            engines: manner.local.then(|| Arc::new(Engines::new(manner.resources))),
            running: None,
            held: None,
            tasks: 0,
            paused: false,
            proposed: false,
            moved: Instant::now(),
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some() || self.held.is_some()
    }

    pub(super) fn held_until(&self) -> Option<Instant> {
        self.held.as_ref().map(|(until, _)| *until)
    }

    /// What it has seen, while it thinks.
    pub(super) fn seen(&self) -> Option<(u64, Option<String>)> {
        self.running.as_ref().map(|running| (running.nodes, running.best.clone()))
    }

    /// The position is another: whatever it was thinking about is gone.
    pub(super) fn give_up(&mut self) {
        (self.running, self.held, self.paused) = (None, None, false);
        self.moved = Instant::now();
    }

    pub(super) fn hurry(&self) -> bool {
        self.running.as_ref().map(|running| running.ticket.hurry()).is_some()
    }
}

impl Room {
    /// Lets the machine do what is its to do now.
    pub(super) fn settle(&mut self) {
        if self.machine.is_busy() || self.machine.paused || !self.is_complete() {
            return;
        }
        let table = self.kept.table();
        let is_person = |player: Player| table.seats()[player].who.is_person();
        if let Some(turn) = table.turn() {
            self.machine.proposed = false;
            // Where only machines play, they play for those who watch.
            let is_watched = Player::BOTH.into_iter().any(is_person) || !self.people.is_empty();
            if !is_person(turn) && is_watched && self.may_run(turn) {
                self.think(Task::Move, Seats::default());
            }
            return;
        }
        if self.is_ended() {
            return;
        }
        if !self.machine.proposed {
            self.machine.proposed = true;
            self.think(Task::Dead, Seats::default());
            return;
        }
        // The machine looks at what the people at the table agree on.
        let Stage::Marking { accepted, .. } = table.view(&Wanted::default(), 0).stage else { return };
        let people_wait = Player::BOTH.into_iter().any(|player| is_person(player) && !accepted[player]);
        let machine = Player::BOTH.into_iter().find(|&player| !is_person(player) && !accepted[player]);
        if let Some(machine) = machine
            && !people_wait
        {
            self.think(Task::Judge(machine), Seats::default());
        }
    }

    /// Whether this machine may be used here: a program of the system only on one's own machine, where one asked for it in
    /// the terminal.
    fn may_run(&self, player: Player) -> bool {
        self.hub.manner.local || !matches!(self.seat(player).who, Who::Engine(_))
    }

    pub(super) fn think(&mut self, task: Task, asker: Seats) {
        self.machine.tasks += 1;
        let (id, myself) = (self.machine.tasks, self.myself.clone());
        let tell = move |thought| {
            if let Some(room) = myself.upgrade() {
                // The thread that thinks waits if the room is busy; a room that is gone does not want to know.
                let _ = room.blocking_send(Request::Thought { task: id, thought });
            }
        };
        let engines = self.machine.engines.clone().unwrap_or_else(|| Arc::new(Engines::new(self.hub.manner.resources)));
        let table = self.kept.table().clone();
        let ticket = self.hub.pool.start(engines, table, task, self.machine.address, tell);
        let from = self.kept.table().next_event();
        self.machine.running = Some(Running { id, task, asker, ticket, from, nodes: 0, best: None });
        self.version += 1;
    }

    /// What the machine says.
    pub(super) async fn hear(&mut self, task: u64, thought: Thought) {
        let Some(running) = self.machine.running.as_mut().filter(|running| running.id == task) else { return };
        match thought {
            Thought::Progress { nodes, best } => {
                running.nodes = nodes;
                running.best = best.or(running.best.take());
                self.version += 1;
            }
            Thought::Play(_) => {
                let watched = self.kept.table().seats().iter().all(|seat| !seat.who.is_person());
                let pace = self.hub.manner.pace * if watched { 3 } else { 1 };
                self.machine.held = Some((self.machine.moved + pace, thought));
                self.play_held().await;
            }
            thought => self.take_thought(thought).await,
        }
    }

    /// Plays the move that was held back, if its time has come.
    pub(super) async fn play_held(&mut self) {
        if self.machine.held_until().is_some_and(|until| Instant::now() >= until)
            && let Some((_, thought)) = self.machine.held.take()
        {
            self.take_thought(thought).await;
        }
    }

    async fn take_thought(&mut self, thought: Thought) {
        let Some(running) = self.machine.running.take() else { return };
        self.version += 1;
        let turn = self.kept.table().turn();
        // What people marked in the meantime is not wiped out, nor is a marking judged that nobody sees any more.
        let is_late = self.kept.table().next_event() != running.from;
        let done = match (thought, turn) {
            (Thought::Play(mv), Some(turn)) => self.command(turn, &Command::Play(mv)).await,
            (Thought::Resign, Some(turn)) => self.command(turn, &Command::Resign).await,
            (Thought::Dead(cells), None) if !cells.is_empty() && !is_late => {
                self.command(Player::Black, &Command::Propose(cells)).await
            }
            (Thought::Judged(yes), None) if !is_late => match running.task {
                Task::Judge(machine) if yes => self.command(machine, &Command::Accept).await,
                Task::Judge(machine) => self.command(machine, &Command::Resume).await,
                _ => Ok(()),
            },
            (Thought::Hint(mv, why), _) => {
                self.hint = Some((running.asker, mv, why));
                Ok(())
            }
            (Thought::Failed(why), _) => Err(Refusal::Said(why)),
            _ => Ok(()),
        };
        if let Err(problem) = &done {
            error!(%problem, "machine-failed");
        }
        // What could not be done once is not tried for ever.
        self.machine.paused = done.is_err() && running.task == Task::Move;
        if let (Err(Refusal::Said(why)), Task::Hint) = (&done, running.task) {
            self.hint = Some((running.asker, String::new(), vec![why.clone()]));
        }
    }

    /// Asks the machine what it would play.
    pub(super) fn ask_hint(&mut self, you: Seats) -> Result<(), Refusal> {
        if self.kept.table().turn().is_none_or(|turn| !you.has(turn)) {
            return Err(Message::new("hub-hint-not-now").into());
        }
        if !self.machine.is_busy() {
            self.think(Task::Hint, you);
        }
        Ok(())
    }

    /// Lets the machine move now; one that could not move tries again.
    pub(super) fn hurry(&mut self) -> Result<(), Refusal> {
        if let Some((until, _)) = &mut self.machine.held {
            *until = Instant::now();
            return Ok(());
        }
        if self.machine.hurry() {
            return Ok(());
        }
        if std::mem::take(&mut self.machine.paused) {
            return Ok(());
        }
        Err(Message::new("hub-nobody-thinks").into())
    }
}
