//! How a game of Othello begins, if not with the usual four discs alone.

use std::str::FromStr;

use engine_othello::{Opponent, Weights};
use fastrand::Rng;
use othello::{Board, Move, Square};
use search::{Limits, Resources, Score, Stop};
use table::othello_openings;

/// So many moves are drawn.
const DRAWN: usize = 8;
/// They leave whoever is to move ahead or behind by so many discs at most.
const BALANCED_WITHIN: f32 = 2.0;
/// By a search of so many nodes: a few milliseconds. One draw in five or so is kept.
const NODES: u64 = 40_000;
/// The memory of that search.
const MEMORY_BYTES: usize = 4 << 20;

/// Moves that a game begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening {
    /// These: a classical opening, or whatever somebody wrote down.
    Moves(Vec<Square>),
    /// Eight moves that are drawn anew each time and leave both sides about equal: as in XOT, where nobody can prepare an opening.
    Drawn,
}

impl Opening {
    /// What [`Drawn`](Opening::Drawn) is called.
    pub const XOT: &str = "xot";

    /// The names of the classical ones.
    pub fn names() -> impl Iterator<Item = &'static str> {
        othello_openings::names()
    }

    /// The moves of so many games.
    pub fn moves(&self, games: usize, seed: Option<u64>) -> Vec<Vec<Move>> {
        match self {
            Opening::Moves(squares) => vec![squares.iter().map(|&square| square.into()).collect(); games],
            Opening::Drawn => {
                let mut rng = seed.map_or_else(Rng::new, Rng::with_seed);
                let resources = Resources { memory_bytes: MEMORY_BYTES, ..Resources::default() };
                let mut judge = Opponent::new(Weights::shipped(), &resources);
                (0..games).map(|_| drawn(&mut judge, &mut rng)).collect()
            }
        }
    }
}

/// `xot`, a name such as `tiger`, or moves: `f5d6c3`.
impl FromStr for Opening {
    type Err = UnknownOpening;

    fn from_str(text: &str) -> Result<Opening, UnknownOpening> {
        let text = text.to_ascii_lowercase();
        if text == Opening::XOT {
            return Ok(Opening::Drawn);
        }
        let moves = othello_openings::named(&text).unwrap_or(&text);
        othello_openings::squares(moves).map(Opening::Moves).ok_or(UnknownOpening)
    }
}

/// Neither the name of an opening, nor moves that can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownOpening;

/// Random moves, until they leave neither side ahead.
fn drawn(judge: &mut Opponent, rng: &mut Rng) -> Vec<Move> {
    loop {
        let (mut board, mut moves) = (Board::START, Vec::new());
        while moves.len() < DRAWN
            && let Some(square) = rng.choice(board.moves())
        {
            board = board.after(square);
            moves.push(square.into());
        }
        // Where somebody would have to pass, another draw is simpler.
        if !board.moves().is_empty() && worth(judge, board, NODES).abs() <= BALANCED_WITHIN {
            return moves;
        }
    }
}

/// What a search of so many nodes thinks a board is worth to whoever is to move.
fn worth(judge: &mut Opponent, board: Board, nodes: u64) -> f32 {
    let report = judge.analyse(board, &Limits::nodes(nodes), &Stop::new(), &mut |_| {});
    match report.variations.first().map(|best| best.score) {
        Some(Score::Margin(margin)) => margin,
        Some(Score::Exact { margin, .. }) => margin as f32,
        Some(Score::Chance { .. }) | None => unreachable!("there is a move, and the search counts discs"),
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::{Game as _, Position as _};

    use super::*;

    #[test]
    fn an_opening_is_a_name_or_moves_that_can_be_played() {
        let moves = |text: &str| match text.parse() {
            Ok(Opening::Moves(squares)) => squares.iter().map(ToString::to_string).collect::<String>(),
            other => format!("{other:?}"),
        };
        assert_eq!(moves("tiger"), "f5d6c3d3c4");
        assert_eq!(moves("Tiger"), "f5d6c3d3c4");
        assert_eq!(moves("F5D6"), "f5d6");
        assert_eq!(moves("xot"), "Ok(Drawn)");
        for wrong in ["", "lion", "f5d", "a1", "f5f5", "é5"] {
            assert_eq!(wrong.parse::<Opening>(), Err(UnknownOpening), "{wrong}");
        }
        for name in Opening::names() {
            assert!(matches!(name.parse(), Ok(Opening::Moves(_))), "{name}");
        }
    }

    #[test]
    fn drawn_openings_differ_and_a_longer_search_finds_them_balanced_too() {
        const LONGER: u64 = 10 * NODES;
        let openings = Opening::Drawn.moves(12, Some(7));
        assert_eq!(openings, Opening::Drawn.moves(12, Some(7)), "a seed draws the same");
        assert_ne!(openings, Opening::Drawn.moves(12, Some(8)));
        let mut judge = Opponent::new(Weights::shipped(), &Resources::default());
        let mut ahead = 0.0;
        for (i, opening) in openings.iter().enumerate() {
            assert!(opening.len() == DRAWN && !openings[..i].contains(opening));
            let mut position = othello::Game.start();
            for &mv in opening {
                position.play(mv).expect("it can be played");
            }
            ahead += worth(&mut judge, position.board(), LONGER).abs() / openings.len() as f32;
        }
        assert!(ahead <= BALANCED_WITHIN, "{ahead} discs on average");
    }
}
