//! The functions are the same by whatever instructions, and what the rules say.

use othello::{Board, Square, SquareSet, bits};
use plateau_core::processor::{self, Path, Portable};
use plateau_core::{Dihedral, on_path};

use crate::positions_of_random_games;

/// Compares the functions on one board, on every empty square.
fn compare(own: u64, opponent: u64) {
    for instructions in processor::available() {
        on_path!(instructions, path => path.run(|| compare_on(path, own, opponent)));
    }
}

fn compare_on(path: impl Path, own: u64, opponent: u64) {
    let moves = bits::moves(Portable, own, opponent);
    assert_eq!(bits::moves(path, own, opponent), moves, "{path:?}: moves of {own:#x} {opponent:#x}");
    let mut turning = SquareSet::EMPTY;
    for square in SquareSet::from_bits(!(own | opponent)) {
        let flips = bits::flips(Portable, own, opponent, square);
        assert_eq!(bits::flips(path, own, opponent, square), flips, "{path:?}: {square} on {own:#x} {opponent:#x}");
        let after = [opponent ^ flips, own | flips | 1 << square.index()];
        assert_eq!(bits::after(path, own, opponent, square), after, "{path:?}: {square} on {own:#x} {opponent:#x}");
        assert_eq!(flips & !opponent, 0, "{square} on {own:#x} {opponent:#x} turns what is not the opponent's");
        if flips != 0 {
            turning = turning | square.into();
        }
    }
    // A move is legal if and only if it turns something: the two functions are told apart by nothing else.
    assert_eq!(moves, turning.bits(), "{own:#x} {opponent:#x}");
}

#[test]
fn on_positions_of_games() {
    for position in positions_of_random_games(if cfg!(debug_assertions) { 50 } else { 8000 }, 1) {
        let board = position.board();
        compare(board.own().bits(), board.opponent().bits());
        compare(board.opponent().bits(), board.own().bits());
    }
}

#[test]
fn on_random_boards_of_every_density() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..if cfg!(debug_assertions) { 5000 } else { 1_000_000 } {
        let (mut discs, mut own) = (rng.u64(..), rng.u64(..));
        // Each further word makes squares fuller or emptier, and own discs rarer or more frequent.
        for _ in 0..rng.u32(..4) {
            discs = if rng.bool() { discs | rng.u64(..) } else { discs & rng.u64(..) };
            own = if rng.bool() { own | rng.u64(..) } else { own & rng.u64(..) };
        }
        compare(discs & own, discs & !own);
    }
}

/// Every line of every length in every direction: one own disc, a run of enemies, the square to play.
#[test]
fn on_every_single_line() {
    for square in Square::ALL {
        for symmetry in Dihedral::ALL {
            for (dx, dy) in [(1, 0), (1, 1)] {
                let mut enemies = SquareSet::EMPTY;
                let (mut x, mut y) = (square.column() + dx, square.row() + dy);
                while let Some(next) = Square::new(x, y) {
                    let board = Board::new(next.into(), enemies).expect("the own disc is beyond the enemies");
                    let turned = board.transformed(symmetry);
                    let from = square.transformed(symmetry);
                    assert_eq!(turned.flips(from), enemies.transformed(symmetry), "{from} {turned:?}");
                    compare(turned.own().bits(), turned.opponent().bits());
                    enemies = enemies | next.into();
                    x += dx;
                    y += dy;
                }
                // Without an own disc at its end, at the border too, the run stays.
                let open = Board::new(SquareSet::EMPTY, enemies).expect("disjoint").transformed(symmetry);
                assert!(open.flips(square.transformed(symmetry)).is_empty());
                compare(0, enemies.transformed(symmetry).bits());
            }
        }
    }
}
