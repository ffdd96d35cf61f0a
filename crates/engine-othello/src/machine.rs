//! A machine that thinks: the table, the weights and the threads together.

use std::sync::{Arc, Mutex};

use othello::{Board, Move, Square, SquareSet};
use plateau_core::on_path;
use plateau_core::processor::{self, Instructions, Path};
use search::{Limits, Stop, Watch};

use crate::endgame::{Endgame, OWN_TABLE_BYTES};
use crate::node::{ALL, Node};
use crate::pattern::Numbers;
use crate::search::{Search, Shared, Stopped};
use crate::task::{Task, Width};
use crate::transpositions::{Facts, Transpositions};
use crate::weights::Weights;
use crate::worths::Worths;

/// Searches positions, and remembers what it found.
pub struct Machine {
    weights: Arc<Weights>,
    /// What it thinks with.
    instructions: Instructions,
    table: Transpositions,
    threads: Vec<Thread>,
}

/// What a thread keeps for itself.
struct Thread {
    end: Endgame,
    worths: Worths,
}

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Plies; all empty squares are the end of the game.
    pub depth: u32,
    /// How selective.
    pub width: Width,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The score for the player to move, in discs.
    pub score: i32,
    /// A best move.
    pub best: Square,
}

/// What a search may spend, begun by [`Machine::budget`].
#[derive(Clone, Debug)]
pub struct Budget {
    watch: Watch,
    nodes_before: u64,
    nodes_max: u64,
}

/// A search was stopped. It may have found a better move than the one it began with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted(pub Option<Found>);

/// Below this depth the start of other threads costs more than they save.
const PARALLEL_DEPTH: u32 = 8;

/// A search ahead mostly ends so near to the one before, in discs. Half of it is weaker: every time it ends outside, it begins anew.
const GUESS_ERROR: i32 = 4;

/// No score is outside.
const WIDEST: [i32; 2] = [-ALL - 1, ALL + 1];

impl Budget {
    /// The time and the stop request of the search.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }
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
            steps.extend((2..=empties.saturating_sub(8)).step_by(2).map(|depth| at(depth, Width::NARROW)));
        }
        // On the FFO positions 40 to 44 one narrow search before the full one saves half of the nodes; a second one costs more
        // than it saves until there are a few more empty squares.
        let leads = [(12, Width::NARROW), (25, Width::MIDDLE)];
        steps.extend(
            leads.iter().filter(|lead| empties > lead.0 && lead.1 < self.width).map(|lead| at(empties, lead.1)),
        );
        steps.push(at(empties, self.width));
        steps
    }
}

impl Machine {
    /// A machine with so many threads and so much memory for its tables.
    pub fn new(weights: Arc<Weights>, threads: usize, memory_bytes: usize) -> Machine {
        let thread = |_| Thread { end: Endgame::new(), worths: Worths::new() };
        let threads: Vec<Thread> = (0..threads.max(1)).map(thread).collect();
        let table = Transpositions::new(memory_bytes.saturating_sub(threads.len() * (OWN_TABLE_BYTES + Worths::BYTES)));
        Machine { weights, instructions: processor::fastest(), table, threads }
    }

    /// The same with other instructions than the fastest. It finds the same in any case.
    #[must_use]
    pub fn with(self, instructions: Instructions) -> Machine {
        Machine { instructions, ..self }
    }

    /// Forgets what it found. (What boards are worth without looking ahead stays: that is not found, and always the same.)
    pub fn forget(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(|thread| thread.end.clear());
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.threads.iter().map(|thread| thread.end.nodes).sum()
    }

    /// Starts the time for a position. What was found about earlier ones gives way first from here on.
    pub fn budget(&self, limits: &Limits, stop: &Stop, moves_to_go: u32) -> Budget {
        self.table.age();
        let watch = Watch::start(limits, stop, moves_to_go);
        Budget { watch, nodes_before: self.nodes(), nodes_max: limits.nodes.unwrap_or(u64::MAX) }
    }

    /// All the time in the world.
    pub fn unlimited(&self) -> Budget {
        self.budget(&Limits::NONE, &Stop::new(), 1)
    }

    /// The nodes since a budget began.
    pub fn spent(&self, budget: &Budget) -> u64 {
        self.nodes() - budget.nodes_before
    }

    /// The worth of a board without looking ahead, in discs.
    pub fn evaluate(&self, board: Board) -> f32 {
        self.weights.evaluate_finely(board, &Numbers::of(board), board.empties().len())
    }

    /// The best of these moves (there must be one) and its score, exact if it is inside the window.
    pub(crate) fn best_in(
        &mut self,
        board: Board,
        moves: SquareSet,
        reach: Reach,
        window: [i32; 2],
        budget: &Budget,
    ) -> Result<Found, Interrupted> {
        on_path!(self.instructions, path => self.best_on(board.on(path), moves, reach, window, budget))
    }

    fn best_on<P: Path>(
        &mut self,
        board: Board<P>,
        moves: SquareSet,
        reach: Reach,
        window: [i32; 2],
        budget: &Budget,
    ) -> Result<Found, Interrupted> {
        let node = Node::new(board);
        let depth = reach.depth.clamp(1, node.empties);
        let threads = if depth < PARALLEL_DEPTH { 1 } else { self.threads.len() };
        let nodes = [self.spent(budget), budget.nodes_max];
        let shared = Shared::new(&self.table, &self.weights, &budget.watch, threads, nodes);
        let task = Task { depth, width: reach.width };
        let named = self.table.find(board.key()).map_or([None; 2], |known| known.moves);
        // The first thread that finishes answers for all.
        let answer = Mutex::new(Err(Interrupted(None)));
        let run = |Thread { end, worths }: &mut Thread| {
            let mut search = Search::new(&shared, board.path(), std::mem::take(end), worths);
            let result = search.value_of_moves(&node, moves, task, window, named);
            let mut answer = answer.lock().expect("no thread panics");
            match result {
                Ok((score, best)) => {
                    shared.set_done();
                    *answer = answer.or(Ok(Found { score, best }));
                }
                Err(Stopped) => {
                    if let (Err(Interrupted(None)), Some((score, best))) = (*answer, search.improved) {
                        *answer = Err(Interrupted(Some(Found { score, best })));
                    }
                }
            }
            *end = search.into_endgame();
        };
        let (first, others) = self.threads.split_first_mut().expect("at least one thread");
        if threads == 1 {
            run(first);
        } else {
            std::thread::scope(|scope| {
                for other in others {
                    scope.spawn(|| run(other));
                }
                run(first);
            });
        }
        let found = answer.into_inner().expect("no thread panics")?;
        if moves == board.moves() {
            self.table.keep(board.key(), Facts::within(window, found.score, task, found.best));
        }
        Ok(found)
    }

    /// The best of these moves (there must be one) and its score, looked for in a window that grows around a guess.
    pub fn best_of(
        &mut self,
        board: Board,
        moves: SquareSet,
        reach: Reach,
        guess: i32,
        budget: &Budget,
    ) -> Result<Found, Interrupted> {
        let exact = reach.depth >= board.empties().len();
        // Final margins are even: a window of two around an even guess holds one.
        let guess = if exact { guess & !1 } else { guess };
        let mut step = if exact { 1 } else { GUESS_ERROR };
        let [mut alpha, mut beta] = [guess - step, guess + step];
        let mut failed = [false; 2];
        loop {
            [alpha, beta] = [alpha.max(WIDEST[0]), beta.min(WIDEST[1])];
            let found = self.best_in(board, moves, reach, [alpha, beta], budget)?;
            if [alpha, beta] == WIDEST {
                return Ok(found);
            }
            step *= 2;
            if found.score <= alpha {
                [alpha, beta] = [found.score - step, found.score + 1];
                failed[0] = true;
            } else if found.score >= beta {
                [alpha, beta] = [found.score - 1, found.score + step];
                failed[1] = true;
            } else {
                return Ok(found);
            }
            if failed == [true; 2] {
                // Selective searches may contradict each other; then only the widest window ends it.
                [alpha, beta] = WIDEST;
            }
        }
    }

    /// A search with all that leads up to it, over all moves (there must be one).
    pub fn think(&mut self, board: Board, reach: Reach, budget: &Budget) -> Result<Found, Interrupted> {
        let mut found = Found { score: 0, best: board.moves().iter().next().expect("there is a move") };
        for step in reach.steps(board.empties().len()) {
            found = self.best_of(board, board.moves(), step, found.score, budget)?;
        }
        Ok(found)
    }

    /// The line of best play that the table remembers, beginning with this move.
    pub fn line(&self, board: Board, first: Square) -> Vec<Move> {
        let mut line = vec![Move::Place(first)];
        let mut board = board.after(first);
        loop {
            let moves = board.moves();
            if moves.is_empty() {
                if board.swapped().moves().is_empty() {
                    return line;
                }
                line.push(Move::Pass);
                board = board.swapped();
                continue;
            }
            let known = self.table.find(board.key()).and_then(|known| known.moves[0]);
            let Some(square) = known.filter(|&square| moves.contains(square)) else {
                // A pass at the end says nothing.
                if line.last() == Some(&Move::Pass) {
                    line.pop();
                }
                return line;
            };
            line.push(Move::Place(square));
            board = board.after(square);
        }
    }
}
