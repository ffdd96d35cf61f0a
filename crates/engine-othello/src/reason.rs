//! Why a move is good, in facts that players speak of.

use othello::{Board, Square, SquareSet};

use crate::stability::{stable_of_opponent, stable_of_own};

/// Something that speaks for a move, or makes it remarkable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It turns the last disc of the opponent.
    WipesOut,
    /// There is no other.
    OnlyMove,
    /// It takes a corner.
    Corner,
    /// The opponent cannot move after it, and this side moves again: a tempo.
    OpponentPasses,
    /// The opponent could have taken a corner now, and cannot after it.
    KeepsCorner,
    /// It gives no corner, as all others do.
    OnlyWithoutCorner,
    /// It plays on an X-square, and the corner beside it is out of the opponent's reach.
    SafeXSquare,
    /// It plays on an X-square and gives the corner beside it.
    XSquare,
    /// It plays on a C-square, and the corner beside it is out of the opponent's reach.
    SafeCSquare,
    /// It plays on a C-square and gives the corner beside it.
    CSquare,
    /// So many more discs of this side can never be turned again.
    Stable(u32),
    /// It leaves the opponent so few moves.
    FewReplies(u32),
    /// It fills the last square of a region, so that the opponent begins elsewhere.
    FillsRegion,
    /// It plays into a region with an odd number of empty squares, and so has the last word there.
    Parity,
    /// It turns no disc at the outside: quiet, it opens nothing.
    Quiet,
    /// It turns so many discs and leaves few behind at the outside.
    FewOutside,
}

/// Facts are told up to so many.
const MOST: usize = 3;

/// So few replies are worth telling.
const FEW_REPLIES: u32 = 4;

/// So many more stable discs are worth telling.
const MANY_STABLE: u32 = 2;

/// Regions matter from here on.
const PARITY_EMPTIES: u32 = 22;

/// What speaks for a move that may be played, the most telling first. There may be nothing.
pub fn explain(board: Board, square: Square) -> Vec<Reason> {
    let moves = board.moves();
    let next = board.after(square);
    let replies = next.moves();
    let corners = |board: Board| board.moves() & SquareSet::CORNERS;
    let mut reasons = Vec::new();
    if next.own().is_empty() {
        return vec![Reason::WipesOut];
    }
    if moves.len() == 1 {
        reasons.push(Reason::OnlyMove);
    }
    if SquareSet::CORNERS.contains(square) {
        reasons.push(Reason::Corner);
    }
    if replies.is_empty() {
        reasons.push(Reason::OpponentPasses);
    }
    let gives = corners(next);
    if !(corners(board.swapped()) & !gives).is_empty() && !SquareSet::CORNERS.contains(square) && gives.is_empty() {
        reasons.push(Reason::KeepsCorner);
    }
    let others = moves & !SquareSet::from(square);
    if gives.is_empty() && !others.is_empty() && others.into_iter().all(|other| !corners(board.after(other)).is_empty())
    {
        reasons.push(Reason::OnlyWithoutCorner);
    }
    if let Some(corner) = corner_beside(square) {
        let is_free = board.empties().contains(corner);
        let is_given = gives.contains(corner);
        match (SquareSet::X_SQUARES.contains(square), is_given) {
            (true, true) => reasons.push(Reason::XSquare),
            (true, false) if is_free => reasons.push(Reason::SafeXSquare),
            (false, true) => reasons.push(Reason::CSquare),
            (false, false) if is_free => reasons.push(Reason::SafeCSquare),
            _ => {}
        }
    }
    // After the move it is the opponent's turn, so that this side's discs are the other's there.
    let gained = stable_of_opponent(next).saturating_sub(stable_of_own(board));
    if gained >= MANY_STABLE && !SquareSet::CORNERS.contains(square) {
        reasons.push(Reason::Stable(gained));
    }
    let fewest = others.into_iter().map(|other| board.after(other).moves().len()).min();
    if !replies.is_empty() && replies.len() <= FEW_REPLIES && fewest.is_none_or(|fewest| replies.len() <= fewest) {
        reasons.push(Reason::FewReplies(replies.len()));
    }
    if board.empties().len() <= PARITY_EMPTIES {
        match region_of(board.empties(), square).len() {
            1 => reasons.push(Reason::FillsRegion),
            size if size % 2 == 1 => reasons.push(Reason::Parity),
            _ => {}
        }
    } else {
        let outside = around(board.empties() & !SquareSet::from(square));
        let turned = board.flips(square);
        if (turned & outside).is_empty() && !outside.contains(square) {
            reasons.push(Reason::Quiet);
        } else if (turned & outside).len() <= 1 {
            reasons.push(Reason::FewOutside);
        }
    }
    reasons.truncate(MOST);
    reasons
}

/// The corner beside an X-square or a C-square.
fn corner_beside(square: Square) -> Option<Square> {
    let beside = SquareSet::X_SQUARES | SquareSet::C_SQUARES;
    let near = |of: u8| if of < 4 { 0 } else { 7 };
    beside.contains(square).then(|| Square::new(near(square.column()), near(square.row())).expect("a corner"))
}

/// The squares of a set and those around them, along all eight directions.
fn around(set: SquareSet) -> SquareSet {
    SquareSet::from_bits(set.into_iter().fold(0, |bits, square| bits | crate::last::AROUND[square.index()]))
}

/// The empty squares that hang together with this one.
fn region_of(empties: SquareSet, square: Square) -> SquareSet {
    let mut region = SquareSet::from(square);
    loop {
        let grown = (around(region) | region) & empties;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plateau_core::Game as _;

    fn check(position: &str, square: &str, expected: &[Reason]) {
        let board = othello::Game.position(position).expect("a position").board();
        let square: Square = square.parse().expect("a square");
        assert!(board.moves().contains(square), "{square} can be played");
        assert_eq!(explain(board, square), expected, "{position} {square}");
    }

    /// Rows from the first, the rest empty.
    fn board(rows: &[&str]) -> String {
        format!("{:-<64} X", rows.concat())
    }

    #[test]
    fn players_words_fit_the_moves() {
        check(&board(&["-OX-----"]), "a1", &[Reason::WipesOut]);
        check(&board(&["-OX-----", "O------O", "X------X"]), "a1", &[Reason::Corner, Reason::FewReplies(1)]);
        let far = board(&["-OX-----", "--------", "--------", "-------O"]);
        check(&far, "a1", &[Reason::OnlyMove, Reason::Corner, Reason::OpponentPasses]);
        let x_square = board(&["--------", "--OX----", "--OX----", "--------"]);
        check(&x_square, "b2", &[Reason::XSquare, Reason::FewOutside]);
        let safe = board(&["--------", "--OX----", "--------", "-------O"]);
        check(&safe, "b2", &[Reason::OnlyMove, Reason::OpponentPasses, Reason::SafeXSquare]);
        let leans = board(&["XO------", "--------", "--------", "-------O"]);
        check(&leans, "c1", &[Reason::OnlyMove, Reason::OpponentPasses, Reason::Stable(2)]);
    }

    #[test]
    fn regions_hang_together_along_diagonals_too() {
        let empties: SquareSet = ["a1", "b2", "h8", "g8", "c4"].iter().map(|s| s.parse().expect("a square")).collect();
        assert_eq!(region_of(empties, Square::A1).len(), 2);
        assert_eq!(region_of(empties, Square::H8).len(), 2);
        assert_eq!(region_of(empties, Square::C4).len(), 1);
    }
}
