//! The opponents play by their rules.

use engine_othello::GreedyMinimax;
use othello::{Game, Move, Position};
use plateau_core::{Game as _, Position as _};
use search::{Choice, Engine, Limits, Resources, Stop};

fn choice(position: &Position, seed: u64) -> Move {
    let mut player = GreedyMinimax::new(&Resources { seed: Some(seed), ..Resources::default() });
    let thought = player.think(position, &Limits::NONE, &Stop::new(), &mut |_| {}).expect("it always has an answer");
    match thought.choice {
        Choice::Play(mv) => mv,
        Choice::Resign => panic!("it never resigns"),
    }
}

/// The same rule written again over the contract alone: positions, outcomes and disc counts.
fn value(position: &Position, depth: u32) -> i32 {
    let me = position.turn();
    let lead = |counts: [u32; 2]| counts[me] as i32 - counts[me.opponent()] as i32;
    if position.is_over() {
        return lead(position.score());
    }
    if depth == 0 {
        return lead(position.counts());
    }
    position.legal_moves().map(|mv| -value(&position.after(mv), depth - 1)).max().expect("a move")
}

#[test]
fn greedy_minimax_takes_the_most_discs_in_three_plies() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let mut position = Game.start();
        for _ in 0..rng.u32(0..58) {
            let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
            position.play_legal(mv);
        }
        if position.is_over() {
            continue;
        }
        let chosen = choice(&position, 1);
        let best = position.legal_moves().map(|mv| -value(&position.after(mv), 2)).max().expect("a move");
        assert_eq!(-value(&position.after(chosen), 2), best, "{position} {chosen}");
    }
}

#[test]
fn it_looks_three_plies_ahead_and_not_one() {
    // A plain grab would turn more discs at once than the move that three plies of best play prefer.
    let mut rng = fastrand::Rng::with_seed(3);
    let mut differs = 0;
    for _ in 0..100 {
        let mut position = Game.start();
        for _ in 0..rng.u32(8..40) {
            let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
            position.play_legal(mv);
        }
        if position.is_over() {
            continue;
        }
        let chosen = choice(&position, 1);
        let grab = position.legal_moves().map(|mv| -value(&position.after(mv), 0)).max().expect("a move");
        differs += (-value(&position.after(chosen), 0) < grab) as u32;
    }
    assert!(differs > 20, "it never differed from taking the most discs at once: {differs}");
}

#[test]
fn a_seed_makes_it_repeatable_and_ties_are_left_to_chance() {
    let start = Game.start();
    assert_eq!(choice(&start, 5), choice(&start, 5));
    let first_moves: std::collections::BTreeSet<Move> = (0..40).map(|seed| choice(&start, seed)).collect();
    assert_eq!(first_moves.len(), 4, "all first moves are alike by symmetry");
}

mod playing;
mod solving;
