//! A desk whose every answer is known beforehand.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use go::{Move, Position};
use plateau_core::Position as _;
use protocol::Incoming;
use protocol::kata::{Desk, Model, Outbox, Overflow, Session, Task};
use search::{Details, Report, Score, Variation, Whole};

/// Answers at once, but for queries whose id begins with `slow`: those wait until they are ended.
#[derive(Default)]
pub(crate) struct Prompt {
    waiting: Mutex<Vec<Task>>,
}

impl Desk for Prompt {
    fn take(&self, task: Task) {
        if task.query().id.starts_with("slow") {
            return self.waiting.lock().unwrap().push(task);
        }
        let Some(position) = task.position() else { return task.give_up() };
        let seen = seen(&position, task.query().manner.visits.unwrap_or(10));
        if task.query().reports.is_some() {
            task.report(&position, &seen);
        }
        task.answer(&position, &seen);
    }

    fn end(&self, which: &dyn Fn(&Task) -> bool) {
        let mut waiting = self.waiting.lock().unwrap();
        let (ended, rest): (Vec<Task>, Vec<Task>) = std::mem::take(&mut *waiting).into_iter().partition(which);
        *waiting = rest;
        ended.into_iter().for_each(Task::give_up);
    }

    fn forget(&self) {}

    fn models(&self) -> Vec<Model> {
        vec![Model { name: "none".into(), internal_name: "none-0".into(), version: 1, max_batch: 8 }]
    }
}

/// What is thought of the first two moves that are legal.
fn seen(position: &Position, visits: u64) -> Report<Move> {
    let area = position.size().area() as usize;
    let owners = |owner: f32| (0..area).map(|place| if place % 2 == 0 { owner } else { -0.25 }).collect::<Vec<_>>();
    let line = |(mv, visits): (Move, u64)| {
        let reply = position.after(mv).legal_moves().next();
        let moves: Vec<Move> = [mv].into_iter().chain(reply).collect();
        let details = Details {
            utility: 0.4,
            utility_at_least: 0.2,
            lead_deviation: 5.5,
            line_visits: (0..moves.len() as u64).map(|ply| visits - ply.min(visits)).collect(),
            ownership: owners(0.75),
            ownership_deviation: owners(0.125),
        };
        Variation {
            prior: Some(0.25),
            win_at_least: Some(0.625),
            details: Some(Box::new(details)),
            ..Variation::new(moves, Score::Chance { win: 0.75, lead: 3.5 }, visits)
        }
    };
    let moves = position.legal_moves().zip([visits / 2, visits - visits / 2 - 1]).filter(|&(_, visits)| visits > 0);
    let policy = (0..=area).map(|place| (place > 0).then_some(1.0 / area as f32)).collect();
    let whole = Whole {
        score: Score::Chance { win: 0.7, lead: 3.0 },
        utility: 0.3,
        lead_deviation: 6.5,
        at_sight: Score::Chance { win: 0.6, lead: 2.0 },
        policy,
        ownership_deviation: owners(0.5),
    };
    Report {
        nodes: visits,
        elapsed: Duration::from_millis(20),
        variations: moves.map(line).collect(),
        ownership: owners(1.0),
        whole: Some(Box::new(whole)),
        ..Report::default()
    }
}

/// A client and what it has been sent.
pub(crate) struct Talk {
    session: Session,
    outbox: Outbox,
}

impl Talk {
    pub(crate) fn new() -> Talk {
        let outbox = Outbox::new(Overflow::Wait);
        Talk { session: Session::new(Arc::new(Prompt::default()), outbox.clone(), "0.0"), outbox }
    }

    /// The lines that come back at once.
    pub(crate) fn send(&self, line: Incoming<'_>) -> String {
        self.session.handle(line);
        // A mark that comes behind all that was put in before.
        self.outbox.put(String::new());
        let lines = std::iter::from_fn(|| self.outbox.take().filter(|line| !line.is_empty()));
        lines.map(|line| line + "\n").collect()
    }
}
