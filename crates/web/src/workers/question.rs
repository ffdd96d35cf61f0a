//! What a worker is asked: all that it needs to think as the server itself would, and nothing of who asks.
//!
//! A question is a text of bounded length, read with as little trust as a form: no program of the system is started for it, and it can
//! ask for no more of the machine than a server gives its own tasks.

use std::num::NonZeroUsize;
use std::time::Duration;

use axum::body::Bytes;
use plateau_core::Player;
use players::analyst::AnyAnalyst;
use players::thinker::{Engines, Task, Thinker};
use search::{Resources, Stop};
use serde::{Deserialize, Serialize};
use study::Effort;
use table::clock::{Clock, Reading};
use table::event::Event;
use table::{AnySetup, AnyTable, AnyWay, Who};
use tokio::sync::mpsc::UnboundedSender;

use super::said::Said;

/// The longest question: a game of ten thousand moves has less.
const LONGEST: usize = 256 << 10;
/// No task of a server has more memory than this.
const MOST_MEMORY_BYTES: usize = 1 << 30;

/// What a worker is asked.
#[derive(Debug)]
pub(super) enum Question {
    /// Something at a table whose clock stands at what is left.
    Table { table: Box<AnyTable>, task: Task, resources: Resources },
    /// What the last position of a way is worth.
    Position { way: AnyWay, effort: Effort },
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

/// Asks for a task at a table as it stands now; nothing if that is nothing for a worker.
pub(crate) fn about_table(table: &AnyTable, task: Task, now_ms: u64, resources: &Resources) -> Option<Bytes> {
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
pub(crate) fn about_position(way: &AnyWay, moment: usize, effort: Effort) -> Option<Bytes> {
    let (setup, moves) = way.retold(moment)?;
    write(&Written::Position { effort: effort.to_string(), setup: setup.to_string(), moves })
}

fn write(written: &Written) -> Option<Bytes> {
    let bytes = serde_json::to_vec(written).ok()?;
    (bytes.len() <= LONGEST).then(|| bytes.into())
}

impl Question {
    /// Nothing if it is none of ours.
    pub(super) fn read(bytes: &[u8]) -> Option<Question> {
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
    pub(super) fn threads(&self) -> usize {
        match self {
            Question::Table { resources, .. } => resources.threads.get(),
            Question::Position { .. } => 1,
        }
    }

    /// Begins to think, on a thread of its own; what is dropped without an answer has broken down or was stopped.
    pub(super) fn begin(self, analyst: Option<AnyAnalyst>, tell: UnboundedSender<Said>) -> Thinking {
        match self {
            Question::Table { table, task, resources } => {
                // The clock was set, and stands.
                let hear = move |thought| drop(tell.send(Said::Thought(thought)));
                Thinking { stop: Engines::new(resources).start(&table, task, 0, Box::new(hear)), analyst: None }
            }
            Question::Position { way, effort } => {
                let stop = Stop::new();
                let asked = stop.clone();
                let think = move || {
                    let own = analyst.filter(|analyst| analyst.kind() == way.kind());
                    let mut analyst = own.unwrap_or_else(|| AnyAnalyst::new(way.kind(), &Resources::default()));
                    if let Some(judgement) = analyst.judge(&way, way.len() - 1, effort, &asked, &mut |_| {}) {
                        // Nobody minds if nobody listens any more.
                        let _ = tell.send(Said::Worth(judgement));
                    }
                    analyst
                };
                Thinking { stop, analyst: Some(std::thread::spawn(think)) }
            }
        }
    }
}

/// Something that is being thought about.
pub(super) struct Thinking {
    pub(super) stop: Stop,
    analyst: Option<std::thread::JoinHandle<AnyAnalyst>>,
}

impl Thinking {
    /// Whoever judged, for the next position; nothing if nobody did, or broke down. Waits for them.
    pub(super) fn analyst(self) -> Option<AnyAnalyst> {
        self.analyst?.join().ok()
    }
}

/// Whether a seat costs no more than a server gives anybody: no program of the system, and nothing without a known end.
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
    use players::thinker::Thought;
    use table::{Command, Review};
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

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

    /// What a worker answers.
    fn answer(question: &Bytes) -> Option<Said> {
        let (tell, mut heard) = unbounded_channel();
        let thinking = Question::read(question).expect("a question").begin(None, tell);
        let mut last = None;
        while let Some(said) = heard.blocking_recv() {
            last = Some(said);
        }
        drop(thinking.analyst());
        last
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
            let (tell, heard) = std::sync::mpsc::channel();
            Engines::new(resources).start(&table, task, now_ms, Box::new(move |thought| drop(tell.send(thought))));
            let here = heard.iter().last().expect("an answer");
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
