//! A machine that thinks: the table, the weights and the threads together.

use std::sync::Arc;
use std::sync::Mutex;

use othello::{Board, Square, SquareSet};
use search::Watch;

use crate::endgame::Endgame;
use crate::probcut::Width;
use crate::search::{Node, Search, Shared, Stopped};
use crate::table::Table;
use crate::weights::Weights;

/// Searches positions, and remembers what it found.
pub struct Machine {
    weights: Arc<Weights>,
    table: Table,
    /// One for each thread.
    ends: Vec<Endgame>,
}

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Plies; all empty squares are the end of the game.
    pub depth: u32,
    /// How selective.
    pub width: Width,
}

impl Reach {
    /// The searches that lead up to this one: each is cheap beside the next, and orders its moves.
    pub fn steps(self, empties: u32) -> Vec<Reach> {
        let at = |depth, width| Reach { depth, width };
        if self.depth < empties {
            let lead = (1..self.depth).rev().skip(1).step_by(2).map(|depth| at(depth, self.width));
            let mut steps: Vec<Reach> = lead.take(3).collect();
            steps.reverse();
            steps.push(self);
            return steps;
        }
        let mut steps = Vec::new();
        if empties > 12 {
            steps.extend((2..=empties.saturating_sub(8)).step_by(2).map(|depth| at(depth, Width::NARROWEST)));
        }
        let mut width = Width::NARROWEST;
        while width < self.width && empties > 12 + 2 * width.0 as u32 {
            steps.push(at(empties, width));
            width = width.wider().wider();
        }
        steps.push(at(empties, self.width));
        steps
    }
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The score for the player to move, in discs.
    pub score: i32,
    /// A best move.
    pub best: Square,
}

/// Below this depth the start of other threads costs more than they save.
const PARALLEL_DEPTH: u32 = 8;

impl Machine {
    /// A machine with so many threads and so much memory for its tables.
    pub fn new(weights: Arc<Weights>, threads: usize, memory_bytes: usize) -> Machine {
        let ends: Vec<Endgame> = (0..threads.max(1)).map(|_| Endgame::new()).collect();
        let own = ends.len() * crate::endgame::OWN_TABLE_BYTES;
        Machine { weights, table: Table::new(memory_bytes.saturating_sub(own)), ends }
    }

    /// Forgets what it found.
    pub fn forget(&mut self) {
        self.table.clear();
        self.ends.iter_mut().for_each(Endgame::clear);
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.ends.iter().map(|end| end.nodes).sum()
    }

    /// Other weights from now on; what was found with the old ones is forgotten.
    pub fn set_weights(&mut self, weights: Arc<Weights>) {
        self.weights = weights;
        self.forget();
    }

    /// Begins a new position: what was found before gives way first.
    pub fn age(&self) {
        self.table.age();
    }

    /// The worth of a board without looking ahead, in discs.
    pub fn evaluate(&self, board: Board) -> f32 {
        self.weights.evaluate_finely(&crate::pattern::Numbers::of(board), board.empties().len())
    }

    /// The best of these moves (there must be one) and its score, exact if it is inside the window. Nothing if it was stopped.
    pub fn best_of(
        &mut self,
        board: Board,
        moves: SquareSet,
        reach: Reach,
        window: [i32; 2],
        watch: &Watch,
        nodes_max: Option<u64>,
    ) -> Option<Found> {
        let node = Node::new(board);
        let depth = reach.depth.clamp(1, node.empties);
        let threads = if depth < PARALLEL_DEPTH { 1 } else { self.ends.len() };
        let shared = Shared::new(&self.table, &self.weights, watch, threads, nodes_max);
        let killers = self.table.find(board.key()).map_or([None; 2], |known| known.moves);
        let answer = Mutex::new(None);
        let run = |end: &mut Endgame| {
            let mut search = Search::new(&shared, std::mem::take(end));
            match search.value_of_moves(&node, moves, depth, reach.width, window, killers) {
                Ok((score, best)) => {
                    shared.set_done();
                    answer.lock().expect("no thread panics").get_or_insert(Found { score, best });
                }
                Err(Stopped) => {}
            }
            *end = search.into_endgame();
        };
        let (first, others) = self.ends.split_first_mut().expect("at least one thread");
        if threads == 1 {
            run(first);
        } else {
            std::thread::scope(|scope| {
                for end in others {
                    scope.spawn(|| run(end));
                }
                run(first);
            });
        }
        let found = answer.into_inner().expect("no thread panics")?;
        if moves == board.moves() {
            self.remember(board, depth, reach.width, window, found);
        }
        Some(found)
    }

    fn remember(&self, board: Board, depth: u32, width: Width, [alpha, beta]: [i32; 2], found: Found) {
        let Found { score, best } = found;
        let lower = if score > alpha { score as i8 } else { -64 };
        let upper = if score < beta { score as i8 } else { 64 };
        let facts = crate::table::Facts { lower, upper, depth: depth as u8, width: width.0, moves: [Some(best), None] };
        self.table.keep(board.key(), facts);
    }

    /// The same, with a window that grows around a guess until the score is inside.
    pub fn best_near(
        &mut self,
        board: Board,
        moves: SquareSet,
        reach: Reach,
        guess: i32,
        watch: &Watch,
        nodes_max: Option<u64>,
    ) -> Option<Found> {
        let exact = reach.depth >= board.empties().len();
        // Final margins are even: a window of two around an even guess holds one.
        let guess = if exact { guess & !1 } else { guess };
        let mut step = if exact { 1 } else { 3 };
        let (mut alpha, mut beta) = (guess - step, guess + step);
        let mut failed = [false; 2];
        loop {
            (alpha, beta) = (alpha.max(-65), beta.min(65));
            let found = self.best_of(board, moves, reach, [alpha, beta], watch, nodes_max)?;
            step *= 2;
            if found.score <= alpha {
                (alpha, beta) = (found.score - step, found.score + 1);
                failed[0] = true;
            } else if found.score >= beta {
                (alpha, beta) = (found.score - 1, found.score + step);
                failed[1] = true;
            } else {
                return Some(found);
            }
            if failed == [true; 2] {
                // Selective searches may contradict each other; then only the widest window ends it.
                (alpha, beta) = (-65, 65);
            }
        }
    }

    /// A search with all that leads up to it, over all moves (there must be one). Nothing if it was stopped.
    pub fn think(&mut self, board: Board, reach: Reach, watch: &Watch) -> Option<Found> {
        self.age();
        let mut guess = 0;
        let mut last = None;
        for step in reach.steps(board.empties().len()) {
            let found = self.best_near(board, board.moves(), step, guess, watch, None)?;
            guess = found.score;
            last = Some(found);
        }
        last
    }

    /// The line of best play that the table remembers, beginning with this move.
    pub fn line(&self, board: Board, first: Square) -> Vec<othello::Move> {
        let mut line = vec![othello::Move::Place(first)];
        let mut board = board.after(first);
        while line.len() < 64 {
            let moves = board.moves();
            if moves.is_empty() {
                if board.swapped().moves().is_empty() {
                    break;
                }
                line.push(othello::Move::Pass);
                board = board.swapped();
                continue;
            }
            let known = self.table.find(board.key()).and_then(|known| known.moves[0]);
            let Some(square) = known.filter(|&square| moves.contains(square)) else { break };
            line.push(othello::Move::Place(square));
            board = board.after(square);
        }
        if line.last() == Some(&othello::Move::Pass) {
            line.pop();
        }
        line
    }
}
