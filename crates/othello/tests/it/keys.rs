//! Keys tell positions apart and spread evenly.

use std::collections::{HashMap, HashSet};

use othello::Position;
use plateau_core::{Player, Position as _};

use crate::positions_of_random_games;

#[test]
fn keys_differ_where_positions_do_and_by_the_turn() {
    let mut by_key: HashMap<u64, Position> = HashMap::new();
    for position in positions_of_random_games(1000, 5000) {
        for turn in Player::BOTH {
            let position = Position::new(position.board(), turn);
            assert_eq!(*by_key.entry(position.key()).or_insert(position), position, "one key for two positions");
        }
    }
    assert!(by_key.len() > 100_000);
}

#[test]
fn low_and_high_bits_of_keys_fill_a_table_evenly() {
    let positions: HashSet<Position> = positions_of_random_games(1500, 9000).into_iter().collect();
    let slots = 1 << 16;
    // Thrown at random, this many keys leave so many slots empty, give or take a few hundred.
    let expected = slots as f64 * (-(positions.len() as f64) / slots as f64).exp();
    for shift in [0, 16, 32, 48] {
        let filled: HashSet<u64> = positions.iter().map(|position| position.key() >> shift & (slots - 1)).collect();
        let empty = slots as f64 - filled.len() as f64;
        assert!((empty - expected).abs() < 0.1 * expected, "bits from {shift}: {empty} empty, not {expected:.0}");
    }
}
