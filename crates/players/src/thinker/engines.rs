//! The engines of this crate as a [`Thinker`]: each task on a thread of its own, or on the caller's where there are no others.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use plateau_core::Player;
use search::{Choice, Moment, Report, Resources, Stop};
use table::{AnyTable, Kind, Message, Playable, Table, Who};

use super::{Task, Tell, Thinker, Thought, dead};
use crate::{MachineGame, Mover, failure_message};

/// The engines that this program has, and external ones. Copies share those that sit at tables.
#[derive(Clone)]
pub struct Engines {
    resources: Resources,
    seated: Seated,
}

/// The engines that moved last for Black and for White, kept from move to move: what they know of the position, and the
/// programs that they run.
type Seated = Arc<Mutex<[Option<Sitter>; 2]>>;

struct Sitter {
    who: Who,
    /// The set-up of the table without the seats: another game wants another engine.
    setup: String,
    /// A [`Mover`] of the game.
    mover: Box<dyn Any + Send>,
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engines")
    }
}

impl Engines {
    /// Engines that may use so much of the machine.
    pub fn new(resources: Resources) -> Engines {
        Engines { resources, seated: Arc::default() }
    }

    /// How much of the machine they may use.
    pub fn resources(&self) -> Resources {
        self.resources
    }

    /// Thinks on the thread of the caller until it has an answer, and tells what it sees on the way.
    pub fn think(&self, table: &AnyTable, task: Task, now_ms: u64, stop: &Stop, tell: &dyn Fn(Thought)) -> Thought {
        match table {
            AnyTable::Go(table) => self.think_at(table, task, now_ms, stop, tell),
            AnyTable::Othello(table) => self.think_at(table, task, now_ms, stop, tell),
            AnyTable::Aligne4(table) => self.think_at(table, task, now_ms, stop, tell),
        }
    }

    fn think_at<G>(&self, table: &Table<G>, task: Task, now_ms: u64, stop: &Stop, tell: &dyn Fn(Thought)) -> Thought
    where
        G: MachineGame,
        G::Position: Send + 'static,
    {
        let resources = &self.resources;
        match task {
            Task::Move => choose(table, now_ms, resources, &self.seated, stop, tell),
            Task::Hint => hint(table, resources, stop, tell),
            Task::Estimate => estimate(table, resources, stop),
            Task::Dead => Thought::Dead(table.setup().game.dead(table.position(), resources, stop)),
            Task::Judge(by) => Thought::Judged(dead::accepts(table, by, resources, stop)),
        }
    }
}

impl Thinker for Engines {
    fn start(&self, table: &AnyTable, task: Task, now_ms: u64, tell: Tell) -> Stop {
        let (engines, table, stop) = (self.clone(), table.clone(), Stop::new());
        let asked = stop.clone();
        thread::spawn(move || {
            step_back();
            tell(engines.think(&table, task, now_ms, &asked, &tell));
        });
        stop
    }

    fn levels(&self, kind: Kind) -> u8 {
        crate::levels(kind).last().map_or(0, |level| level.number)
    }

    fn level_id(&self, kind: Kind, level: u8) -> Option<&'static str> {
        crate::levels(kind).iter().find(|known| known.number == level).map(|level| level.id)
    }
}

/// A move for the seat whose turn it is.
fn choose<G>(
    table: &Table<G>,
    now_ms: u64,
    resources: &Resources,
    seated: &Seated,
    stop: &Stop,
    tell: &dyn Fn(Thought),
) -> Thought
where
    G: MachineGame,
    G::Position: Send + 'static,
{
    let Some(turn) = table.turn() else { return Thought::Failed(Message::new("table-ended")) };
    let who = table.setup().seats[turn].who.clone();
    let mut mover = match take(table, turn, &who, seated) {
        Some(mover) => mover,
        None => match table.setup().game.seat(&who, resources) {
            Ok(mover) => mover,
            Err(unavailable) => return Thought::Failed(unavailable.message()),
        },
    };
    follow(&mut mover, table);
    let clock = table.clock(turn, now_ms).map(|clock| clock.for_engine());
    let thought = mover.think(table.position(), clock, stop, &mut progress(tell));
    match thought {
        Ok(thought) => {
            let sitter = Sitter { who, setup: agreement(table), mover: Box::new(mover) };
            seated.lock().unwrap_or_else(PoisonError::into_inner)[turn] = Some(sitter);
            match thought.choice {
                Choice::Play(mv) => Thought::Play(mv.to_string()),
                Choice::Resign => Thought::Resign,
            }
        }
        Err(failure) => Thought::Failed(failure_message(&failure)),
    }
}

/// The engine that sat there before, if it is still the right one.
fn take<G>(table: &Table<G>, turn: Player, who: &Who, seated: &Seated) -> Option<Mover<G::Position>>
where
    G: MachineGame,
    G::Position: Send + 'static,
{
    let sitter = seated.lock().unwrap_or_else(PoisonError::into_inner)[turn].take()?;
    if sitter.who != *who || sitter.setup != agreement(table) {
        return None;
    }
    let mut mover = *sitter.mover.downcast::<Mover<G::Position>>().ok()?;
    if table.course().moves().len() < 2 {
        mover.forget();
    }
    Some(mover)
}

/// What the game and its rules are, as one text.
fn agreement<G: Playable>(table: &Table<G>) -> String {
    format!("{} {:?}", G::KIND, table.setup().game)
}

/// Tells the engine the whole line, as far as the position still follows from it.
fn follow<G: Playable>(mover: &mut Mover<G::Position>, table: &Table<G>) {
    if let Some(start) = table.course().position_at(0) {
        mover.follow(&start, table.course().moves());
    }
}

/// So often at most is told what an engine sees: a face draws each of these, and drawing must not keep it from its keys.
const PROGRESS_PACE: Duration = Duration::from_millis(100);

/// Tells what an engine sees, now and then.
fn progress<M: ToString>(tell: &dyn Fn(Thought)) -> impl FnMut(&Report<M>) + '_ {
    let mut told: Option<Moment> = None;
    move |report| {
        if told.is_some_and(|told| told.elapsed() < PROGRESS_PACE) {
            return;
        }
        told = Some(Moment::now());
        let best = report.variations.first().and_then(|variation| variation.moves.first());
        tell(Thought::Progress { nodes: report.nodes, best: best.map(ToString::to_string) });
    }
}

/// The move of the strongest level, and what it sees in it.
fn hint<G: MachineGame>(table: &Table<G>, resources: &Resources, stop: &Stop, tell: &dyn Fn(Thought)) -> Thought {
    if table.turn().is_none() {
        return Thought::Failed(Message::new("table-ended"));
    }
    let strongest = G::levels().last().map_or(Who::Random, |level| Who::Level(level.number));
    let mut mover = match table.setup().game.seat(&strongest, resources) {
        Ok(mover) => mover,
        Err(unavailable) => return Thought::Failed(unavailable.message()),
    };
    follow(&mut mover, table);
    match mover.think(table.position(), None, stop, &mut progress(tell)) {
        Ok(thought) => match thought.choice {
            Choice::Play(mv) => {
                let reasons = table.setup().game.reasons(table.position(), mv, &thought.report);
                Thought::Hint(mv.to_string(), reasons)
            }
            Choice::Resign => Thought::Failed(Message::new("hint-resign")),
        },
        Err(failure) => Thought::Failed(failure_message(&failure)),
    }
}

/// What the machine expects of the position.
fn estimate<G: MachineGame>(table: &Table<G>, resources: &Resources, stop: &Stop) -> Thought {
    if table.turn().is_none() {
        return Thought::Failed(Message::new("table-ended"));
    }
    let estimate = table.setup().game.estimate(table.position(), resources, stop);
    estimate.map_or_else(|| Thought::Failed(Message::new("estimate-none")), Thought::Estimate)
}

/// Puts this thread, and those that it starts, behind the ones that serve people: a key is answered and a page is sent although
/// every core thinks. Elsewhere than on Linux niceness belongs to the whole process, the screen included.
pub fn step_back() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(STEP_BACK);
}

/// Niceness of those who think: well behind, but not last of all on a busy machine.
#[cfg(target_os = "linux")]
const STEP_BACK: i32 = 10;
