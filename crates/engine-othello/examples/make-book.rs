//! Makes the opening book: `cargo run --release -p plateau-engine-othello --example make-book -- FILE [DEPTH] [PLIES] [POSITIONS]`.
//!
//! From the start on, ply by ply, every position is searched with all its moves ranked; moves that are hardly worse than the best are
//! kept and followed. When all is searched, scores are handed back from the last plies to the first.

use std::num::NonZeroUsize;

use engine_othello::{Book, Opponent, Weights};
use othello::{Board, Move, Square};
use search::{Limits, Resources, Score, Stop};

/// Moves worse than the best by more discs are not followed.
const FOLLOWED_WITHIN: i32 = 2;
/// Moves worse than the best by more discs are not played.
const PLAYED_WITHIN: i32 = 1;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u32| args.get(at).map_or(default, |text| text.parse().expect("a number"));
    let file = args.first().expect("the file to write");
    let (depth, plies, most) = (number(1, 10), number(2, 12), number(3, 1200) as usize);
    let mut player = Opponent::new(Weights::shipped(), &Resources::default());
    let mut book = Book::default();
    let mut layers = vec![vec![Board::START]];
    for ply in 0..plies {
        let mut next: Vec<Board> = Vec::new();
        for &board in layers.last().expect("the start at least") {
            if board.moves().is_empty() || book.contains(board) || book.len() >= most {
                continue;
            }
            let ranked = rank(&mut player, board, depth);
            let best = ranked[0].1;
            let kept: Vec<(Square, i32)> =
                ranked.into_iter().filter(|&(_, score)| score >= best - FOLLOWED_WITHIN).collect();
            next.extend(kept.iter().map(|&(square, _)| board.after(square)));
            book.put(board, &kept);
        }
        eprintln!("ply {ply}: {} positions", book.len());
        layers.push(next);
    }
    for layer in layers.iter().rev() {
        for &board in layer {
            if !book.contains(board) {
                continue;
            }
            let handed_back: Vec<(Square, i32)> = book
                .moves(board)
                .into_iter()
                .map(|(square, score)| (square, book.moves(board.after(square)).first().map_or(score, |best| -best.1)))
                .collect();
            let best = handed_back.iter().map(|&(_, score)| score).max().expect("a move");
            let played: Vec<(Square, i32)> =
                handed_back.into_iter().filter(|&(_, score)| score >= best - PLAYED_WITHIN).collect();
            book.put(board, &played);
        }
    }
    std::fs::write(file, book.write()).expect("the file can be written");
}

fn rank(player: &mut Opponent, board: Board, depth: u32) -> Vec<(Square, i32)> {
    let limits = Limits { variations: NonZeroUsize::new(64).expect("not zero"), ..Limits::depth(depth) };
    let report = player.analyse(board, &limits, &Stop::new(), &mut |_| {});
    let scored = report.variations.iter().filter_map(|variation| match (variation.moves[0], variation.score) {
        (Move::Place(square), Score::Margin(margin)) => Some((square, margin as i32)),
        (Move::Place(square), Score::Exact { margin, .. }) => Some((square, margin)),
        _ => None,
    });
    scored.collect()
}
