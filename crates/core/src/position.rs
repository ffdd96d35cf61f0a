use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use crate::processor::{Fastest, Path};
use crate::{Outcome, ParseError, Player};

/// What a player is told about a refused move: a lower-case English sentence by [`Display`], and a stable id under which
/// every other language has its own.
pub trait Reason: Error {
    /// The message id, such as `go-illegal-ko`.
    fn id(&self) -> &'static str;

    /// What fills the gaps of the sentence, by name: a cell, a piece.
    fn details(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// Everything the rules need to go on from here, history included.
///
/// Invariants, which the conformance suite in `testkit` holds for every game:
///
/// - `check(m)` is `Ok` for exactly the moves that `legal_moves` yields, each once;
/// - there are no legal moves if and only if `outcome` is `Some`;
/// - `play` of an illegal move changes nothing;
/// - equal states have equal keys, however they were reached;
/// - the text (`Display`) read back by [`Game::position`] gives the same board, turn, legal moves and key, up to the history
///   that a text cannot hold.
pub trait Position: Clone + PartialEq + Debug + Display {
    /// A move in this game. Its text form needs no position to be read.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseError>;
    /// Why a move is refused.
    type Illegal: Reason + Clone + Eq;

    /// Who acts now; once the game is over, who would.
    fn turn(&self) -> Player;

    /// How the game came out, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the game has come to its end. Override where that is cheaper to tell than the outcome.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Every move that could be written down for this game on this board, legal or not.
    fn all_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// The legal moves, each once, in a fixed order.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// How many legal moves there are. Override where counting is cheaper than listing.
    fn count_legal_moves(&self) -> usize {
        self.legal_moves().count()
    }

    /// Whether a move is legal, or the rule that forbids it.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a move that is known to be legal, without asking again.
    ///
    /// On an illegal move the position becomes meaningless (though nothing is unsound).
    fn play_legal(&mut self, mv: Self::Move);

    /// Plays a move, or says why not and leaves everything as it was.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.check(mv)?;
        self.play_legal(mv);
        Ok(())
    }

    /// The position in which play goes on with this player to move, although it had ended or it was another's turn. A game
    /// that has no such thing gives the position as it is.
    #[must_use]
    fn resumed(&self, _turn: Player) -> Self {
        self.clone()
    }

    /// The position after a legal move.
    #[must_use]
    #[inline(always)]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_legal(mv);
        next
    }

    /// What [`perft`](crate::perft) counts. Override where positions of another type are the same and faster to count.
    fn perft(&self, depth: u32) -> u64 {
        perft_on(Fastest, self, depth)
    }

    /// A hash of the state of play: the board, the turn, and whatever else decides what may be played next, except the long
    /// history that superko looks at.
    fn key(&self) -> u64;
}

/// What was agreed before the first move: which board, which rules, which variant.
pub trait Game: Clone + PartialEq + Debug {
    /// The positions of this game.
    type Position: Position;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// Reads a position from its text form.
    fn position(&self, text: &str) -> Result<Self::Position, ParseError>;
}

/// Counts the sequences of exactly `depth` plies from here, plus the games that ended sooner. A pass is a ply.
///
/// The yardstick of move generators: the count is known for many positions, and any mistake in the rules shows in it.
/// The last ply is counted without being played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    position.perft(depth)
}

/// [`perft`] by these instructions: what [`Position::perft`] does for a type of positions that is as fast as any of its game.
pub fn perft_on<P: Position>(path: impl Path, position: &P, depth: u32) -> u64 {
    path.run(
        #[inline(always)]
        || match depth {
            0 => 1,
            1 => last_ply(position),
            2 => last_two_plies(position, position.legal_moves()),
            3 => {
                // The children's moves are all found before any is followed. Otherwise the processor, which hardly ever foresees
                // where a list of moves ends, would wait at the end of each until the next has been found (Othello: 8 % faster).
                // What the library does to collect and to sum need not be inlined, and would lack the instructions of the path.
                let mut children = Vec::with_capacity(position.count_legal_moves());
                position.legal_moves().fold(
                    (),
                    #[inline(always)]
                    |(), mv| children.push(position.after(mv)),
                );
                let mut moves = Vec::with_capacity(children.len());
                for child in &children {
                    moves.push(child.legal_moves());
                }
                let mut count = 0;
                for (child, moves) in children.iter().zip(moves) {
                    count += last_two_plies(child, moves);
                }
                at_least_one(count)
            }
            _ => at_least_one(position.legal_moves().map(|mv| perft_on(path, &position.after(mv), depth - 1)).sum()),
        },
    )
}

/// Counts the moves without playing them.
#[inline(always)]
fn last_ply<P: Position>(position: &P) -> u64 {
    at_least_one(position.count_legal_moves() as u64)
}

/// Written apart from the recursion, so that the inner loop is free of calls.
#[inline(always)]
fn last_two_plies<P: Position>(position: &P, moves: impl Iterator<Item = P::Move>) -> u64 {
    at_least_one(moves.fold(
        0,
        #[inline(always)]
        |count, mv| count + last_ply(&position.after(mv)),
    ))
}

/// No legal move means that the game is over, and an ended game counts once.
#[inline(always)]
fn at_least_one(count: u64) -> u64 {
    count.max(1)
}

/// The [`perft`] count under each legal move, for finding out where two move generators part ways.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let below = depth.saturating_sub(1);
    position.legal_moves().map(|mv| (mv, perft(&position.after(mv), below))).collect()
}
