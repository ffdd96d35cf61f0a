//! Exact values of positions, and the moves that keep them.

use aligne4::{Move, Piece, Position, Rules};
use fastrand::Rng;
use plateau_core::processor::{self, Instructions};
use plateau_core::{Position as _, change_side, on_path};

use crate::board::{Board, NoSquares, SquareLines, Squares};
use crate::gift::GiftSearch;
use crate::opening::Opening;
use crate::order;
use crate::question::{GiveUp, Question, Settings};
use crate::score::{Score, win_at};
use crate::search::{self, Shared, Stopped};
use crate::transpositions::Transpositions;

/// What a position is worth to the player who acts, with best play of both. The larger, the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// The opponent can force a win.
    Loss,
    /// Neither can.
    Draw,
    /// The player who acts can force a win.
    Win,
}

impl Value {
    /// The same seen by the other player.
    pub const fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

/// What was found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What it is worth to the player who acts.
    pub value: Value,
    /// The plies until the end, if the distance was asked for.
    pub plies: Option<u32>,
    /// Best play from here to the end: keeps the value, and the distance if it was asked for. Empty once the game is over.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Solution {
    /// The first move of the line.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// A best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    /// The move.
    pub mv: Move,
    /// What the position is worth to the player who acts.
    pub value: Value,
    /// The plies until the end, if the distance was asked for.
    pub plies: Option<u32>,
}

/// Finds exact values; keeps what it learns from one position to the next.
pub struct Solver {
    settings: Settings,
    /// What it searches with.
    instructions: Instructions,
    table: Transpositions,
    table_is_clean: bool,
    /// The rules that the table's entries are about.
    rules: Rules,
    /// How many pieces positions may have to be searched; 16 is to the end.
    horizon: u32,
    /// Positions looked at since it was made, and when the present question came.
    nodes: u64,
    begin: u64,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("settings", &self.settings).field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(settings: Settings) -> Solver {
        Solver {
            settings,
            instructions: processor::fastest(),
            table: Transpositions::new(settings.memory_bytes),
            table_is_clean: true,
            rules: Rules::BASE,
            horizon: 16,
            nodes: 0,
            begin: 0,
        }
    }

    /// The same with other instructions than the fastest. It finds the same in any case.
    #[must_use]
    pub fn with(self, instructions: Instructions) -> Solver {
        Solver { instructions, ..self }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        // Clearing takes a while, so what is clean is left.
        if !self.table_is_clean {
            self.table.clear();
            self.table_is_clean = true;
        }
    }

    /// How many positions are in the table, out of how many it has room for.
    pub fn table_use(&self) -> (usize, usize) {
        self.table.used_of()
    }

    /// How many positions it has looked at since it was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Solves a position and finds best play; `None` if it gave up.
    pub fn solve(&mut self, position: &Position, question: Question, give_up: GiveUp<'_>) -> Option<Solution> {
        self.begin = self.nodes;
        let score = self.score(position, question, give_up).ok()?;
        let mut line = Vec::new();
        let mut now = *position;
        let mut wanted = score;
        while let Some(mv) = self.keeping(&now, &order::moves(&now), wanted, question, give_up).ok()? {
            let next = now.after(mv);
            wanted = change_side(wanted, now.turn(), next.turn());
            line.push(mv);
            now = next;
        }
        let plies = (question == Question::Distance).then_some(line.len() as u32);
        Some(Solution { value: value_of(score), plies, line, nodes: self.nodes - self.begin })
    }

    /// Only the value of a position, without a line; `None` if it gave up.
    pub fn value(&mut self, position: &Position, give_up: GiveUp<'_>) -> Option<Value> {
        self.begin = self.nodes;
        self.score(position, Question::Value, give_up).ok().map(value_of)
    }

    /// Every legal move with what it is worth to the player who makes it, the best first: the sooner a win or the later a loss, the
    /// better. `None` if it gave up.
    pub fn ranked(&mut self, position: &Position, give_up: GiveUp<'_>) -> Option<Vec<Best>> {
        self.begin = self.nodes;
        let mut ranked = Vec::new();
        for mv in order::moves(position) {
            let next = position.after(mv);
            let score = self.score(&next, Question::Distance, give_up).ok()?;
            ranked.push((mv, change_side(score, next.turn(), position.turn())));
        }
        ranked.sort_by_key(|&(_, score)| -score);
        let best = |(mv, score)| Best { mv, value: value_of(score), plies: Some(plies_to_end(position, score)) };
        Some(ranked.into_iter().map(best).collect())
    }

    /// A best move of a position that is not over; `None` if it gave up.
    ///
    /// Any of them where the opening table tells them all, or where it does not look to the end; the first one found
    /// elsewhere. Where all moves lose and it does not matter how soon, the most tenacious one.
    pub fn best(
        &mut self,
        position: &Position,
        question: Question,
        rng: &mut Rng,
        give_up: GiveUp<'_>,
    ) -> Option<Best> {
        self.begin = self.nodes;
        let score = self.score(position, question, give_up).ok()?;
        let mut moves = order::moves(position);
        let any_loses = score < 0 && question == Question::Value;
        if (self.opening_has_moves(position) || self.horizon < 16) && !any_loses {
            rng.shuffle(&mut moves);
        }
        let mv = self.keeping(position, &moves, score, question, give_up).ok()??;
        let plies = (question == Question::Distance).then(|| plies_to_end(position, score));
        Some(Best { mv, value: value_of(score), plies })
    }

    /// The first move after which the score is as good as `wanted` (or its sign is, if only the value matters).
    fn keeping(
        &mut self,
        position: &Position,
        moves: &[Move],
        wanted: Score,
        question: Question,
        give_up: GiveUp<'_>,
    ) -> Result<Option<Move>, Stopped> {
        let target = match question {
            Question::Distance => wanted,
            Question::Value => wanted.signum(),
        };
        // Where all is lost and the distance does not matter, any move keeps the value: the first is the most tenacious.
        if question == Question::Value && target < 0 {
            return Ok(moves.first().copied());
        }
        for &mv in moves {
            if self.move_reaches(position, mv, target, give_up)? {
                return Ok(Some(mv));
            }
        }
        assert!(moves.is_empty(), "some move keeps the score {wanted} of {position}");
        Ok(None)
    }

    fn move_reaches(
        &mut self,
        position: &Position,
        mv: Move,
        target: Score,
        give_up: GiveUp<'_>,
    ) -> Result<bool, Stopped> {
        let next = position.after(mv);
        if next.turn() == position.turn() {
            return Ok(self.bound(&next, target, give_up)? >= target);
        }
        Ok(-self.bound(&next, 1 - target, give_up)? >= target)
    }

    /// Whether the opening table knows every position after one move.
    fn opening_has_moves(&self, position: &Position) -> bool {
        self.opening(position.rules()).is_some_and(|opening| position.placed() < opening.pieces())
    }

    /// The opening table, where it is wanted and does not know more than it should.
    fn opening(&self, rules: Rules) -> Option<&'static Opening> {
        (self.settings.opening && self.horizon == 16).then(|| Opening::of(rules))
    }

    /// The exact score, or any score of the same sign if only the value is asked for.
    fn score(&mut self, position: &Position, question: Question, give_up: GiveUp<'_>) -> Result<Score, Stopped> {
        search::exact(question, |target| self.bound(position, target, give_up))
    }

    /// Looks only at positions with fewer pieces from now on, and takes the others for draws; 16 is to the end.
    ///
    /// A win or a loss is then still certain, a draw means that neither was seen.
    pub fn set_horizon(&mut self, pieces: u32) {
        if self.horizon != pieces {
            self.horizon = pieces;
            self.forget();
        }
    }

    /// A bound of the score of any position that tells whether it is at least `target`.
    fn bound(&mut self, position: &Position, target: Score, give_up: GiveUp<'_>) -> Result<Score, Stopped> {
        if let Some(outcome) = position.outcome() {
            return Ok(win_at(position.placed()) * outcome.value_for(position.turn()) as Score);
        }
        if position.rules() != self.rules {
            self.rules = position.rules();
            self.forget();
        }
        self.table_is_clean = false;
        match (self.rules.gift, self.rules.squares) {
            (false, false) => self.bound_of_move::<NoSquares>(&Board::new(position), target, give_up),
            (false, true) => self.bound_of_move::<Squares>(&Board::new(position), target, give_up),
            (true, false) => self.bound_of_gift::<NoSquares>(position, target, give_up),
            (true, true) => self.bound_of_gift::<Squares>(position, target, give_up),
        }
    }

    fn bound_of_move<S: SquareLines>(
        &mut self,
        board: &Board<S>,
        target: Score,
        give_up: GiveUp<'_>,
    ) -> Result<Score, Stopped> {
        if board.winning().is_some() {
            return Ok(win_at(board.placed() + 1));
        }
        if let Some(score) = self.opening(self.rules).and_then(|opening| opening.score(board)) {
            return Ok(score);
        }
        let before = self.nodes - self.begin;
        let give_up = |nodes| give_up(before + nodes);
        let shared = Shared::new(&self.table, self.horizon, &give_up);
        let threads = self.settings.threads;
        let (answer, nodes) = on_path!(self.instructions, path => search::bound(&shared, path, board, target, threads));
        self.nodes += nodes;
        answer
    }

    fn bound_of_gift<S: SquareLines>(
        &mut self,
        position: &Position,
        target: Score,
        give_up: GiveUp<'_>,
    ) -> Result<Score, Stopped> {
        let before = self.nodes - self.begin;
        let give_up = |nodes| give_up(before + nodes);
        let shared = Shared::new(&self.table, self.horizon, &give_up);
        let opening = self.opening(self.rules);
        let known = |board: &Board<S>| opening.and_then(|opening| opening.score(board));
        let (answer, nodes) = on_path!(self.instructions, path => {
            let mut search = GiftSearch::<S, _>::new(&shared, path, &known);
            (search.bound(&Board::new(position), position.given().map(Piece::index), target), search.nodes)
        });
        self.nodes += nodes;
        answer
    }
}

fn value_of(score: Score) -> Value {
    match score {
        1.. => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

/// The plies from a position to the end that its exact score tells; under the gift rule a piece takes two, less the gift
/// that was made already.
fn plies_to_end(position: &Position, score: Score) -> u32 {
    let end = if score == 0 { 16 } else { 17 - score.unsigned_abs() as u32 };
    let pieces = end - position.placed();
    if position.rules().gift { 2 * pieces - position.given().is_some() as u32 } else { pieces }
}
