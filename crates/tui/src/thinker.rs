use std::cell::RefCell;

use fastrand::Rng;
use plateau_core::Position;
use players::thinker::{Task, Tell, Thinker, Thought};
use search::Stop;
use table::{AnyTable, Kind, Message, Playable, Table};

/// Plays any legal move in every seat. For tests, and where there is no other machine.
#[derive(Debug)]
pub struct RandomThinker {
    rng: RefCell<Rng>,
}

impl RandomThinker {
    /// With a seed it plays the same again.
    pub fn new(seed: u64) -> RandomThinker {
        RandomThinker { rng: RefCell::new(Rng::with_seed(seed)) }
    }

    fn choose<G: Playable>(&self, table: &Table<G>) -> String {
        let position = table.position();
        let index = self.rng.borrow_mut().usize(..position.count_legal_moves());
        position.legal_moves().nth(index).expect("the index is below the count").to_string()
    }
}

impl Thinker for RandomThinker {
    /// Answers at once; there is nothing to stop.
    fn start(&self, table: &AnyTable, task: Task, _now_ms: u64, tell: Tell) -> Stop {
        let choose = || match table {
            AnyTable::Go(table) => self.choose(table),
            AnyTable::Othello(table) => self.choose(table),
            AnyTable::Aligne4(table) => self.choose(table),
        };
        tell(match task {
            Task::Dead => Thought::Dead(Vec::new()),
            Task::Judge(_) => Thought::Judged(true),
            _ if table.turn().is_none() => Thought::Failed(Message::new("table-ended")),
            Task::Move => Thought::Play(choose()),
            Task::Hint => Thought::Hint(choose(), vec![Message::new("hint-any")]),
            Task::Estimate => Thought::Failed(Message::new("estimate-none")),
        });
        Stop::new()
    }

    fn levels(&self, _kind: Kind) -> u8 {
        1
    }
}
