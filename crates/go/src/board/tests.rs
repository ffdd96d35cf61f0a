use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use std::collections::HashSet;

use plateau_core::Player::{Black, White};

use super::*;
use crate::zobrist;

fn size(width: u8) -> Size {
    Size::new(width).unwrap()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// Counts the boards on which every chain has a liberty, by putting stones down point by point: a test of the incremental
/// liberties in every constellation there is.
fn legal_boards(board: &Board, points: &[Point], copies: &mut [Board]) -> u64 {
    let Some((&here, rest)) = points.split_first() else {
        let stones = board.size.points().filter(|&p| board.at(p).is_some());
        return u64::from(stones.into_iter().all(|p| !board.chain_liberties(p).is_none()));
    };
    let (copy, copies) = copies.split_first_mut().expect("a copy for every point");
    let mut count = legal_boards(board, rest, copies);
    for player in Player::BOTH {
        copy.clone_from(board);
        copy.add_stone(here.index(), player);
        count += legal_boards(copy, rest, copies);
    }
    count
}

fn count_legal_boards(width: u8) -> u64 {
    let board = Board::new(size(width));
    let points: Vec<_> = board.size.points().collect();
    let mut copies = vec![board.clone(); points.len()];
    legal_boards(&board, &points, &mut copies)
}

/// The numbers of Tromp and Farnebäck, Combinatorics of Go, 2007 (OEIS A094777).
#[test]
fn the_number_of_legal_boards() {
    assert_eq!([1, 2, 3].map(count_legal_boards), [1, 57, 12_675]);
}

/// 43 million boards take a few seconds when optimised and minutes when not, so only release test runs have this one.
#[cfg(not(debug_assertions))]
#[test]
fn the_number_of_legal_boards_of_4_by_4() {
    assert_eq!(count_legal_boards(4), 24_318_165);
}

/// The same numbers by playing: with suicide allowed and players moving in any order, every legal board can be reached.
#[test]
fn every_legal_board_can_be_reached_by_playing() {
    for (width, expected) in [(1, 1), (2, 57), (3, 12_675)] {
        let mut seen = HashSet::new();
        let mut open = vec![Board::new(size(width))];
        while let Some(board) = open.pop() {
            if !seen.insert(board.to_string()) {
                continue;
            }
            for p in board.empty_points() {
                for player in Player::BOTH {
                    let mut next = board.clone();
                    next.play(p, player);
                    open.push(next);
                }
            }
        }
        assert_eq!(seen.len(), expected, "{width}×{width}");
    }
}

/// Everything that is kept incrementally, against the same computed from the stones alone.
fn check_whole(board: &Board) {
    let hash = |p: Point| board.at(p).map_or(0, |player| zobrist::stone(p.index(), player));
    assert_eq!(board.hash(), board.size.points().map(hash).fold(0, |a, b| a ^ b), "{board}");
    let mut empty: Vec<_> = board.empty_points().collect();
    empty.sort();
    assert_eq!(empty, board.size.points().filter(|&p| board.at(p).is_none()).collect::<Vec<_>>());
    for player in Player::BOTH {
        let stones = board.size.points().filter(|&p| board.at(p) == Some(player)).count();
        assert_eq!(board.stones(player) as usize, stones);
    }
    for head in board.heads() {
        let owner = board.at(head);
        let chain: PointSet = board.chain(head).collect();
        let mut liberties = PointSet::EMPTY;
        let mut pseudo = Liberties::NONE;
        for stone in chain.iter() {
            assert_eq!((board.at(stone), board.head(stone)), (owner, Some(head)));
            for n in stone.neighbours(board.size) {
                assert_eq!(board.at(n) == owner, chain.contains(n), "{n} in {board}");
                if board.at(n).is_none() {
                    liberties.insert(n);
                    pseudo = pseudo.plus(Liberties::of(n.index()));
                }
            }
        }
        assert!(board.liberties[head.index()] == pseudo, "the liberties of {head} in {board}");
        assert_eq!(board.liberties(head), liberties);
        let only = (liberties.len() == 1).then(|| liberties.iter().next().unwrap());
        assert_eq!(board.atari(head), only, "{head} in {board}");
        for limit in 0..6 {
            assert_eq!(board.liberty_count(head, limit), liberties.len().min(limit), "{head} in {board}");
        }
    }
}

#[test]
fn what_is_kept_is_what_is_computed_afresh() {
    let mut rng = fastrand::Rng::with_seed(5);
    for width in [1, 2, 3, 4, 5, 7, 9, 13, 19, 25] {
        let mut board = Board::new(size(width));
        for ply in 0..600 {
            let empty: Vec<_> = board.empty_points().collect();
            let Some(p) = rng.choice(empty) else { break };
            let player = if rng.bool() { Black } else { White };
            let suicide = board.is_suicide(p, player);
            let (hash, taken) = (board.hash_after(p, player), board.captured_by(p, player));
            let captures = board.captures;
            board.play(p, player);
            assert_eq!(board.hash(), hash, "{player} {p}");
            assert_eq!(board.captures(player), captures[player] + taken as u32);
            assert_eq!(board.captures(!player) > captures[!player], suicide, "{player} {p}");
            if ply % 7 == 0 || width < 6 {
                check_whole(&board);
            }
        }
        check_whole(&board);
    }
}

/// A board that was something else before must not remember it.
#[test]
fn copying_over_a_board_makes_it_equal() {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut copy = Board::new(size(3));
    for width in [5, 5, 9, 2, 19, 19] {
        let mut board = Board::new(size(width));
        board.playout(Black, |n| rng.u32(..n));
        let board =
            Board::with_stones(board.size, board.size.points().filter_map(|p| Some((p, board.at(p)?)))).unwrap();
        copy.clone_from(&board);
        assert_eq!(copy, board);
        check_whole(&copy);
        copy.playout(White, |n| rng.u32(..n));
    }
}

/// The sums must not overflow even where a board is full of one colour but for a checkerboard of liberties.
#[test]
fn the_largest_liberties_fit() {
    let comb = |p: Point| p.row().is_multiple_of(2) || p.column() == 0;
    let board = Board::with_stones(size(25), size(25).points().filter(|&p| comb(p)).map(|p| (p, Black))).unwrap();
    check_whole(&board);
    assert_eq!(board.heads().count(), 1);
    assert_eq!(board.liberties(point("A1")).len(), 12 * 24);
}

#[test]
fn eyes() {
    // In the middle one enemy on a diagonal is harmless and two are not; at the edge one is one too many.
    let cases = [
        (".XX./X.X./OXO./....", "B3", false),
        ("XXX./X.X./OXX./....", "B3", true),
        ("XXO./X.X./OXX./....", "B3", false),
        (".XX./.X../..../....", "A4", false),
        (".XX./XX../..../....", "A4", true),
        (".XX./XO../..../....", "A4", false),
        ("X.XX/XXX./..../....", "B4", true),
        ("X.XX/OXX./..../....", "B4", false),
    ];
    for (text, at, expected) in cases {
        let stones = size(4).points_from_top().zip(text.chars().filter(|&c| c != '/')).filter_map(|(p, c)| match c {
            'X' => Some((p, Black)),
            'O' => Some((p, White)),
            _ => None,
        });
        let board = Board::with_stones(size(4), stones).unwrap();
        assert_eq!(board.is_eye(point(at), Black), expected, "{at} in {text}");
        assert!(!board.is_eye(point(at), White));
    }
}
