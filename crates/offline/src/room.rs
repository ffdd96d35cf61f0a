//! A game that is played here: its table, the machine at it, and what its page has been shown.

use std::collections::VecDeque;
use std::sync::Arc;

use pages::wire::{Do, Down};
use pages::{Advice, Context, Presence, Scene, Seats, Thinking};
use plateau_core::Player;
use players::attendant::{Attendant, Deed};
use players::thinker::{Task, Thought};
use store::{GameId, Kept, Store};
use table::event::Offer;
use table::view::{Stage, Wanted};
use table::{AnyTable, Command, Message};

use crate::refused::Refused;

/// So many scenes are remembered, so that a page that is a little behind is sent little.
const REMEMBERED: usize = 8;

pub(crate) struct Room {
    pub(crate) kept: Kept,
    attendant: Attendant<()>,
    /// The number of the task that is thought about.
    task: u64,
    advice: Option<Advice>,
    version: u64,
    shown: VecDeque<Scene>,
    next: Option<GameId>,
    created_ms: u64,
}

impl Room {
    /// A game as it was kept. Its version is one that no page of an earlier visit has.
    pub(crate) fn open(store: &dyn Store, id: GameId, now_ms: u64) -> Result<Room, Refused> {
        let loaded = store.load(id)?;
        Ok(Room {
            kept: Kept::of(&loaded)?,
            attendant: Attendant::default(),
            task: 0,
            advice: None,
            version: now_ms,
            shown: VecDeque::new(),
            next: None,
            created_ms: loaded.summary.created_ms,
        })
    }

    pub(crate) fn table(&self) -> &AnyTable {
        self.kept.table()
    }

    /// Whoever is here sits wherever a person does.
    pub(crate) fn seats(&self) -> Seats {
        let [black, white] = Player::BOTH.map(|player| self.table().is_person(player));
        Seats { black, white }
    }

    /// Lets the machine begin what is its to do, under the next number.
    pub(crate) fn settle(&mut self, tasks: &mut u64) {
        if let Some(task) = self.attendant.due(self.kept.table()) {
            self.begin(task, tasks);
        }
    }

    fn begin(&mut self, task: Task, tasks: &mut u64) {
        *tasks += 1;
        self.task = *tasks;
        self.attendant.begin(self.kept.table(), task, self.task, ());
        self.version += 1;
    }

    /// What is to be thought about, and its number.
    pub(crate) fn thinks(&self) -> Option<(u64, Task)> {
        self.attendant.task().map(|task| (self.task, task))
    }

    /// What came of it.
    pub(crate) fn hear(&mut self, store: &dyn Store, id: u64, thought: Thought, now_ms: u64) -> Result<(), Refused> {
        let deed = self.attendant.hear(self.kept.table(), id, thought, now_ms, now_ms);
        self.version += 1;
        match deed {
            None => {}
            Some(Deed::Act(by, command)) => {
                if let Err(refused) = self.command(store, by, &command, now_ms) {
                    self.attendant.refused();
                    return Err(refused);
                }
            }
            Some(Deed::Hint(mv, why)) => self.advice = Some(Advice::Hint(mv, why)),
            Some(Deed::Estimate(estimate)) => self.advice = Some(Advice::Estimate(estimate)),
            Some(Deed::Failed(task, why)) => self.advice = task.is_advice().then_some(Advice::Nothing(why)),
        }
        Ok(())
    }

    /// Does what somebody wants, or says why not; then nothing has changed.
    pub(crate) fn act(&mut self, store: &dyn Store, what: Do, now_ms: u64, tasks: &mut u64) -> Result<(), Refused> {
        let you = self.seats();
        let by = self.table().speaker(|player| you.has(player)).ok_or_else(|| Message::new("not-seated"))?;
        match what {
            Do::Play(mv) => self.command(store, by, &Command::Play(mv), now_ms),
            Do::Undo => self.command(store, by, &Command::Undo, now_ms),
            Do::Redo => self.command(store, by, &Command::Redo, now_ms),
            Do::Resign => self.command(store, by, &Command::Resign, now_ms),
            Do::Mark(cell) => self.command(store, by, &Command::Mark(cell), now_ms),
            Do::Resume => self.command(store, by, &Command::Resume, now_ms),
            Do::Accept => self.accept(store, you, now_ms),
            Do::Hint => self.advise(you, Task::Hint, tasks),
            Do::Estimate => self.advise(you, Task::Estimate, tasks),
            Do::Rematch => self.play_again(store, now_ms),
            Do::Stop if self.attendant.is_paused() => {
                self.attendant.go_on();
                Ok(())
            }
            Do::Stop => Err(Message::new("nobody-thinks").into()),
            Do::Offer(_) | Do::Answer(_) | Do::Say(_) | Do::Claim | Do::Cancel => {
                Err(Message::new("nobody-to-ask").into())
            }
        }
    }

    fn command(&mut self, store: &dyn Store, by: Player, command: &Command, now_ms: u64) -> Result<(), Refused> {
        let actions = self.table().decide(by, command, now_ms)?;
        self.kept.commit(store, actions, now_ms)?;
        self.attendant.changed(self.kept.table());
        self.advice = None;
        self.version += 1;
        Ok(())
    }

    /// Accepts the marking for every seat of a person.
    fn accept(&mut self, store: &dyn Store, you: Seats, now_ms: u64) -> Result<(), Refused> {
        let Stage::Marking { accepted } = self.table().stage() else {
            return Err(Message::new("table-not-marking").into());
        };
        for player in Player::BOTH.into_iter().filter(|&player| you.has(player) && !accepted[player]) {
            self.command(store, player, &Command::Accept, now_ms)?;
        }
        Ok(())
    }

    fn advise(&mut self, you: Seats, task: Task, tasks: &mut u64) -> Result<(), Refused> {
        you.may_be_advised(self.table())?;
        if !self.attendant.is_busy() {
            self.begin(task, tasks);
        }
        Ok(())
    }

    /// The same game again with the colours changed over, once this one is over.
    fn play_again(&mut self, store: &dyn Store, now_ms: u64) -> Result<(), Refused> {
        if self.table().end().is_none() {
            return Err(Message::new("not-over").into());
        }
        if self.next.is_none() {
            let table = self.table().setup().swapped().table()?;
            self.next = Some(Kept::create(store, table, now_ms)?.id());
            self.version += 1;
        }
        Ok(())
    }

    /// The game as its page shows it.
    pub(crate) fn scene(&mut self, now_ms: u64) -> &Scene {
        if self.shown.back().is_none_or(|scene| scene.version != self.version) {
            let scene = self.look(now_ms);
            self.shown.push_back(scene);
            if self.shown.len() > REMEMBERED {
                self.shown.pop_front();
            }
        }
        self.shown.back().expect("there is one now")
    }

    fn look(&self, now_ms: u64) -> Scene {
        let (table, you) = (self.table(), self.seats());
        let usual = Wanted { territory: true, ..Wanted::default() };
        let wanted = self.advice.as_ref().map_or(usual.clone(), |advice| advice.on(usual));
        let view = table.view(&wanted, now_ms);
        let speaker = table.speaker(|player| you.has(player));
        let no_offer = |offer: Offer| speaker.and_then(|by| table.no_offer(by, offer));
        Scene {
            id: self.kept.id(),
            version: self.version,
            setup: table.setup(),
            view: Arc::new(view),
            you,
            presence: [Presence::Given; 2],
            watchers: 0,
            offer: None,
            no_takeback: no_offer(Offer::Takeback),
            no_draw: no_offer(Offer::Draw),
            thinking: self.attendant.seen().map(|seen| Thinking { nodes: seen.nodes, best: seen.best.clone() }),
            advice: self.advice.clone(),
            rematch: self.next,
            rematch_declined: None,
            clock_runs: false,
            starts: false,
            asked: None,
            declined: None,
            cancelled: table.is_cancelled(),
            said: Vec::new(),
            created_ms: self.created_ms,
        }
    }

    /// What a page has missed that shows this version, if anything.
    pub(crate) fn news(&mut self, context: &Context<'_>, from: u64, now_ms: u64) -> Option<Down> {
        if from == self.version {
            return None;
        }
        self.scene(now_ms);
        let (before, after) = (self.shown.iter().find(|scene| scene.version == from), self.shown.back()?);
        pages::update(context, before, after)
    }
}
