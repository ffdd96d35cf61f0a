//! Exact scores are exact.

use std::sync::Arc;

use engine_othello::{Layout, Learned, Machine, Reach, Weights, Width};
use othello::{Board, Square, SquareSet};
use plateau_core::processor::{self, Instructions};

/// A board after random moves from the start, with so many empty squares and a move to make.
fn random_board(rng: &mut fastrand::Rng, empties: u32) -> Board {
    'again: loop {
        let mut board = Board::START;
        while board.empties().len() > empties || board.moves().is_empty() {
            let moves: Vec<Square> = board.moves().iter().collect();
            if moves.is_empty() {
                board = board.swapped();
                if board.moves().is_empty() {
                    continue 'again;
                }
                continue;
            }
            board = board.after(moves[rng.usize(..moves.len())]);
        }
        return board;
    }
}

/// The score by the rules and nothing else but a window.
fn negamax(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.moves();
    if moves.is_empty() {
        if board.swapped().moves().is_empty() {
            return board.final_margin();
        }
        return -negamax(board.swapped(), -beta, -alpha);
    }
    for square in moves {
        alpha = alpha.max(-negamax(board.after(square), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Weights without sense: what they say of a board is nowhere near its score.
fn random_weights() -> Arc<Weights> {
    let layout = Layout::new();
    let mut rng = fastrand::Rng::with_seed(9);
    let mut learned = Learned::zero(layout.weights);
    learned.fillings.as_flattened_mut().fill_with(|| rng.i8(..));
    for layers in &mut learned.stages {
        layers.first.as_flattened_mut().fill_with(|| rng.i16(-200..200));
    }
    Arc::new(layout.spread(&learned))
}

fn solve(machine: &mut Machine, board: Board) -> i32 {
    let budget = machine.unlimited();
    let reach = Reach { depth: board.empties().len(), width: Width::FULL };
    machine.best_of(board, board.moves(), reach, 0, &budget).expect("nothing stops it").score
}

#[test]
fn scores_equal_those_of_plain_negamax() {
    let weights = random_weights();
    let mut rng = fastrand::Rng::with_seed(20);
    let mut machine = Machine::new(weights.clone(), 1, 4 << 20);
    for i in 0..1000 {
        let empties = 8 + i % 5;
        let board = random_board(&mut rng, empties);
        let expected = negamax(board, -64, 64);
        assert_eq!(solve(&mut machine, board), expected, "{board:?}");
    }
}

#[test]
fn tables_and_threads_change_no_score() {
    let weights = random_weights();
    let mut rng = fastrand::Rng::with_seed(21);
    let mut machines =
        [(1, 16 << 20), (1, 0), (2, 16 << 20)].map(|(threads, bytes)| Machine::new(weights.clone(), threads, bytes));
    for i in 0..30 {
        let board = random_board(&mut rng, 13 + i % 3);
        let scores = machines.each_mut().map(|machine| solve(machine, board));
        assert_eq!(scores, [scores[0]; 3], "{board:?}");
    }
}

/// Where one player is about to lose everything, searches found less than nothing, and then began anew without end.
#[test]
fn no_score_is_less_than_losing_everything() {
    let mut rng = fastrand::Rng::with_seed(23);
    let mut machine = Machine::new(random_weights(), 1, 1 << 20);
    for _ in 0..3_000 {
        // Few discs, close together.
        let mut some = |count| (0..count).fold(0u64, |set, _| set | 1 << (8 * rng.u32(1..7) + rng.u32(1..7)));
        let (own, opponent) = (some(3), some(8));
        let sets = [own & !opponent, opponent].map(SquareSet::from_bits);
        let board = Board::new(sets[0], sets[1]).expect("apart");
        if board.moves().is_empty() {
            continue;
        }
        for depth in 2..7 {
            let budget = machine.unlimited();
            let found = machine.think(board, Reach { depth, width: Width::NARROWEST }, &budget);
            let score = found.expect("nothing stops it").score;
            assert!((-64..=64).contains(&score), "{score} for {board:?} at depth {depth}");
        }
    }
}

/// What a search finds and how many positions it looks at: any difference in a flip, a list of moves or a weight changes it.
fn signature(
    instructions: Instructions,
    positions: u64,
    empties: impl Fn(u64) -> u32,
    reach: impl Fn(Board) -> Reach,
) -> u64 {
    let mut rng = fastrand::Rng::with_seed(22);
    let mut machine = Machine::new(Weights::shipped(), 1, 4 << 20).with(instructions);
    (0..positions).fold(0, |signature: u64, i| {
        let board = random_board(&mut rng, empties(i));
        let budget = machine.unlimited();
        let found = machine.think(board, reach(board), &budget).expect("nothing stops it");
        let now = machine.spent(&budget) << 16 | (found.score as u8 as u64) << 8 | found.best.index() as u64;
        (signature ^ now).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
    })
}

/// A change here is a change of the search: say why.
const SIGNATURES: [u64; 3] = [7_977_760_402_501_313_665, 1_692_171_512_794_021_081, 8_789_542_796_899_478_044];

/// The functions that differ are compared one by one in the tests of the rules.
#[test]
fn all_instructions_search_the_same_tree() {
    for instructions in processor::available() {
        let to_the_end = signature(
            instructions,
            40,
            |i| 12 + (i % 5) as u32,
            |board| Reach { depth: board.empties().len(), width: Width::FULL },
        );
        let ahead_to = |depth, width| move |_| Reach { depth, width };
        let ahead = signature(instructions, 40, |i| 20 + (i % 31) as u32, ahead_to(8, Width::NARROWEST));
        let full = signature(instructions, 20, |i| 20 + (i % 31) as u32, ahead_to(5, Width::FULL));
        assert_eq!([to_the_end, ahead, full], SIGNATURES, "{}", instructions.name());
    }
}
