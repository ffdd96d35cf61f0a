//! What a player sees without searching: which moves win at once, which let the opponent win, which break an alignment.
//!
//! Written with the rules alone, for choosing and explaining single moves; the search has its own fast masks.

use aligne4::{Characteristic, Line, Move, Position};
use plateau_core::Position as _;

/// Whether the player who acts in this position can complete a line before the opponent acts.
///
/// Under the gift rule that is the player who places: about to give, one lets the opponent win only if every piece that is
/// left completes a line.
pub(crate) fn lets_win(after: &Position) -> bool {
    if after.is_over() {
        return false;
    }
    let completes = |piece| after.empty_cells().any(|cell| after.completes(piece, cell));
    match (after.rules().gift, after.given()) {
        (false, _) => after.reserve().any(completes),
        (true, Some(given)) => completes(given),
        (true, None) => after.reserve().all(completes),
    }
}

/// Whether the move completes a line.
pub(crate) fn wins(position: &Position, mv: Move) -> bool {
    position.after(mv).won_lines().next().is_some()
}

/// An alignment of two that the move breaks by a piece of the opposite value: a line of two pieces, and what they shared.
pub(crate) fn broken_by(position: &Position, mv: Move) -> Option<(Line, Characteristic)> {
    let piece = mv.piece().or(position.given())?;
    let cell = mv.cell()?;
    let through = |line: &Line| line.mask() & cell.bit() != 0;
    let of_two = |line: &Line| (line.mask() & position.occupied()).count_ones() == 2;
    let lines = Line::all(position.rules().squares).filter(through).filter(of_two);
    lines
        .flat_map(|line| position.shared(line).iter().map(move |shared| (line, shared)).collect::<Vec<_>>())
        .find(|(_, shared)| piece.is(shared.opposite()))
}
