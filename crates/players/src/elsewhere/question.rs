//! What somebody elsewhere is asked: all that they need to think as whoever asks would, and nothing of who that is.
//!
//! A question is a text of bounded length, read with as little trust as a form: no program of the system is started for it, and it can
//! ask for no more of the machine than a server gives its own tasks.

use std::num::NonZeroUsize;
use std::time::Duration;

use engine_go::net::Network;
use engine_othello::{Book, Weights};
use go::Size;
use plateau_core::Player;
use search::{Resources, Stop, Supply};
use serde::{Deserialize, Serialize};
use study::Effort;
use table::clock::{Clock, Reading};
use table::event::Event;
use table::{AnySetup, AnyTable, AnyWay, Kind, Who};

use super::said::Said;
use crate::analyst::AnyAnalyst;
use crate::thinker::{Engines, Task};

/// The longest question: a game of ten thousand moves has less.
const LONGEST: usize = 256 << 10;
/// No task has more memory than this.
const MOST_MEMORY_BYTES: usize = 1 << 30;

/// What somebody is asked.
#[derive(Debug)]
pub enum Question {
    /// Something at a table whose clock stands at what is left.
    Table {
        /// The table.
        table: Box<AnyTable>,
        /// What is to be done.
        task: Task,
        /// With how much of the machine.
        resources: Resources,
    },
    /// What the last position of a way is worth.
    Position {
        /// The way.
        way: AnyWay,
        /// How hard it is looked at.
        effort: Effort,
    },
}

/// As it is written.
#[derive(Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Written {
    Table { task: String, setup: String, events: Vec<String>, left: Option<Left>, may: May },
    Position { effort: String, setup: String, moves: Vec<String> },
}

/// What the clock of the player to move shows.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Left {
    ms: u64,
    periods: Option<u32>,
    moves: Option<u32>,
    in_overtime: bool,
}

/// How much of the machine it may use.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct May {
    threads: NonZeroUsize,
    memory_bytes: usize,
    seed: Option<u64>,
    book: bool,
}

/// What a worker of a page may use of its browser: the thread that it is on, and about as much memory as a page has. It has no chance of its own, and
/// is given a seed.
pub fn resources_of_a_browser(seed: u64) -> Resources {
    const MEMORY_BYTES: usize = 64 << 20;
    Resources { threads: NonZeroUsize::MIN, memory_bytes: MEMORY_BYTES, seed: Some(seed), book: true }
}

/// Asks for a task at a table as it stands now; nothing if that is nothing for a worker.
pub fn about_table(table: &AnyTable, task: Task, now_ms: u64, resources: &Resources) -> Option<Vec<u8>> {
    if !table.seats().iter().all(|seat| is_bounded(&seat.who)) {
        return None;
    }
    let mut setup = table.setup();
    // Who they are is nobody's business.
    setup.seats_mut().iter_mut().for_each(|seat| seat.name.clear());
    let left = table.turn().and_then(|turn| table.clock(turn, now_ms)).map(|clock| {
        let Reading { left, periods, moves, in_overtime, fallen: _ } = clock.reading();
        Left { ms: left.as_millis() as u64, periods, moves, in_overtime }
    });
    let &Resources { threads, memory_bytes, seed, book } = resources;
    let event = |action| Event { at_ms: 0, action }.to_string();
    write(&Written::Table {
        task: task_text(task),
        setup: setup.to_string(),
        events: table.retold().into_iter().map(event).collect(),
        left,
        may: May { threads, memory_bytes, seed, book },
    })
}

/// Asks what a position is worth; nothing where only its own record knows how it came about.
pub fn about_position(way: &AnyWay, moment: usize, effort: Effort) -> Option<Vec<u8>> {
    let (setup, moves) = way.retold(moment)?;
    write(&Written::Position { effort: effort.to_string(), setup: setup.to_string(), moves })
}

fn write(written: &Written) -> Option<Vec<u8>> {
    serde_json::to_vec(written).ok().filter(|bytes| bytes.len() <= LONGEST)
}

impl Question {
    /// Nothing if it is none of ours.
    pub fn read(bytes: &[u8]) -> Option<Question> {
        if bytes.len() > LONGEST {
            return None;
        }
        match serde_json::from_slice(bytes).ok()? {
            Written::Table { task, setup, events, left, may } => {
                let May { threads, memory_bytes, seed, book } = may;
                let mut table = setup.parse::<AnySetup>().ok()?.table().ok()?;
                if memory_bytes > MOST_MEMORY_BYTES || !table.seats().iter().all(|seat| is_bounded(&seat.who)) {
                    return None;
                }
                for event in events {
                    table.apply(&event.parse().ok()?).ok()?;
                }
                if let (Some(left), Some(turn)) = (left, table.turn()) {
                    let Left { ms, periods, moves, in_overtime } = left;
                    let left = Duration::from_millis(ms);
                    let reading = Reading { left, periods, moves, in_overtime, fallen: false };
                    table.set_clock(turn, Clock::showing(table.setup().control(), &reading)?);
                }
                let resources = Resources { threads, memory_bytes, seed, book };
                Some(Question::Table { table: Box::new(table), task: read_task(&task)?, resources })
            }
            Written::Position { effort, setup, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                let way = AnyWay::retell(setup.parse().ok()?, &moves).ok()?;
                Some(Question::Position { way, effort: effort.parse().ok()? })
            }
        }
    }

    /// The threads that it wants.
    pub fn threads(&self) -> usize {
        match self {
            Question::Table { resources, .. } => resources.threads.get(),
            Question::Position { .. } => 1,
        }
    }

    /// The game that it is about.
    pub fn kind(&self) -> Kind {
        match self {
            Question::Table { table, .. } => table.kind(),
            Question::Position { way, .. } => way.kind(),
        }
    }

    /// The files without which nobody can think about it.
    pub fn files(&self) -> Vec<&'static Supply> {
        match self.kind() {
            Kind::Go => self.size().map(Network::file).into_iter().collect(),
            Kind::Othello => vec![Weights::file(), Book::file()],
            Kind::Aligne4 => Vec::new(),
        }
    }

    /// How large the board of Go is.
    fn size(&self) -> Option<Size> {
        match self {
            Question::Table { table, .. } => match &**table {
                AnyTable::Go(table) => Some(table.position().size()),
                _ => None,
            },
            Question::Position { way: AnyWay::Go(way), .. } => way.moments.first().map(|moment| moment.position.size()),
            Question::Position { .. } => None,
        }
    }

    /// Thinks until there is an answer, on the thread of the caller, and tells what is seen on the way; nothing if it was stopped before.
    /// Who judges positions is kept for the next one.
    pub fn think(self, analyst: &mut Option<AnyAnalyst>, stop: &Stop, tell: &dyn Fn(Said)) -> Option<Said> {
        match self {
            Question::Table { table, task, resources } => {
                // The clock was set, and stands.
                let see = |thought| tell(Said::Thought(thought));
                Some(Said::Thought(Engines::new(resources).think(&table, task, 0, stop, &see)))
            }
            Question::Position { way, effort } => {
                if analyst.as_ref().is_none_or(|analyst| analyst.kind() != way.kind()) {
                    *analyst = Some(AnyAnalyst::new(way.kind(), &Resources::default()));
                }
                let judge = analyst.as_mut()?;
                judge.judge(&way, way.len() - 1, effort, stop, &mut |_| {}).map(Said::Worth)
            }
        }
    }
}

/// Whether a seat costs no more than anybody is given: no program of the system, and nothing without a known end.
fn is_bounded(who: &Who) -> bool {
    match who {
        Who::Person | Who::Level(_) | Who::Random => true,
        Who::Time(_) | Who::Nodes(_) | Who::Engine(_) | Who::Nboard { .. } => false,
    }
}

fn task_text(task: Task) -> String {
    match task {
        Task::Move => "move".to_owned(),
        Task::Hint => "hint".to_owned(),
        Task::Estimate => "estimate".to_owned(),
        Task::Dead => "dead".to_owned(),
        Task::Judge(by) => format!("judge {by}"),
    }
}

fn read_task(text: &str) -> Option<Task> {
    Some(match text {
        "move" => Task::Move,
        "hint" => Task::Hint,
        "estimate" => Task::Estimate,
        "dead" => Task::Dead,
        _ => Task::Judge(text.strip_prefix("judge ")?.parse::<Player>().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use table::{Command, Review};

    use super::*;
    use crate::thinker::Thought;

    /// A table at which these moves were made, one a second, with the clock running.
    fn played(setup: &str, moves: &str) -> AnyTable {
        let mut table: AnyTable = setup.parse().expect("a set-up");
        table.start_clock(0);
        for (second, mv) in (1..).zip(moves.split_whitespace()) {
            let turn = table.turn().expect("it goes on");
            let play = Command::Play(mv.to_owned());
            for action in table.decide(turn, &play, second * 1000).expect("legal") {
                table.apply(&Event { at_ms: second * 1000, action }).expect("it fits");
            }
        }
        table
    }

    /// What is answered elsewhere.
    fn answer(question: &[u8]) -> Option<Said> {
        Question::read(question).expect("a question").think(&mut None, &Stop::new(), &|_| {})
    }

    #[test]
    fn a_level_is_the_same_whoever_thinks() {
        let resources = Resources { seed: Some(7), memory_bytes: 1 << 20, ..Resources::default() };
        for (setup, moves, task) in [
            ("game go\nsize 9\nkomi 5.5\nwhite level:3\tMachine\n", "E5", Task::Move),
            ("game go\nsize 9\nwhite level:5\tMachine\nclock 10m+3x30s\n", "E5 E3 D4 pass C3", Task::Move),
            ("game othello\nwhite level:4\tMachine\nclock 5m+3s\n", "f5", Task::Move),
            ("game aligne4\nvariant gift\nwhite level:2\tMachine\n", "0", Task::Move),
            ("game go\nsize 5\nwhite level:1\tMachine\n", "C3 C2 pass pass", Task::Dead),
        ] {
            let (table, now_ms) = (played(setup, moves), 60_000);
            let here = Engines::new(resources).think(&table, task, now_ms, &Stop::new(), &|_| {});
            let question = about_table(&table, task, now_ms, &resources).expect("a question");
            assert!(!question.windows(7).any(|part| part == b"Machine"), "nobody is named");
            assert_eq!(answer(&question), Some(Said::Thought(here)), "{setup}");
        }
    }

    #[test]
    fn the_clock_is_told_as_it_stands() {
        for control in ["10m", "5m+3s", "1m+5x30s", "1m+5m/25"] {
            for now_ms in [2000, 50_000, 100_000] {
                let table = played(&format!("game othello\nblack level:1\t\nclock {control}\n"), "f5 d6");
                let question = about_table(&table, Task::Move, now_ms, &Resources::default()).expect("a question");
                let Some(Question::Table { table: told, .. }) = Question::read(&question) else { panic!("a table") };
                let turn = table.turn().expect("it goes on");
                let [own, there] =
                    [table.clock(turn, now_ms), told.clock(turn, 0)].map(|clock| clock.expect("a clock"));
                assert_eq!(own.for_engine(), there.for_engine(), "{control} after {now_ms} ms");
            }
        }
    }

    #[test]
    fn a_position_is_worth_the_same_whoever_judges() {
        for text in ["(;GM[1]SZ[9];B[ee];W[ec];B[ce])", "(;GM[2];B[fe];W[fd])", "(;GM[104]RU[base])"] {
            let record = table::records::read(text.as_bytes(), None).expect("a record");
            let way = Review::of_record(record).way().expect("a way");
            let last = way.len() - 1;
            let mut analyst = AnyAnalyst::new(way.kind(), &Resources::default());
            let here = analyst.judge(&way, last, Effort::Quick, &Stop::new(), &mut |_| {}).expect("a judgement");
            let question = about_position(&way, last, Effort::Quick).expect("a question");
            assert_eq!(answer(&question), Some(Said::Worth(here)), "{text}");
        }
    }

    #[test]
    fn what_other_programs_would_think_about_is_no_question() {
        for who in ["engine:gnugo", "nboard:ntest", "time:5", "nodes:100"] {
            let table = played(&format!("game othello\nwhite {who}\tX\n"), "f5");
            assert_eq!(about_table(&table, Task::Move, 0, &Resources::default()), None, "{who}");
        }
        let table = played("game othello\nblack level:1\tX\n", "");
        let question = about_table(&table, Task::Move, 0, &Resources::default()).expect("a question");
        let random = String::from_utf8_lossy(&question).replace("level:1", "engine:sh");
        assert!(Question::read(random.as_bytes()).is_none());
        assert!(matches!(answer(&question), Some(Said::Thought(Thought::Play(_)))));
    }
}
