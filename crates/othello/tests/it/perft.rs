//! Counts of move sequences: known ones from the start, and from elsewhere those of the model.

use othello::{Move, Position};
use plateau_core::{Position as _, divide, perft};

use crate::model::Model;
use crate::{position, positions_of_random_games};

#[test]
fn from_the_start_to_depth_eleven() {
    let known =
        [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800].into_iter().zip(0..);
    // Depth 11 takes a third of a second optimised, and minutes when not.
    let last = if cfg!(debug_assertions) { 8 } else { 11 };
    for (leaves, depth) in known.take(last + 1) {
        assert_eq!(perft(&Position::START, depth), leaves, "depth {depth}");
    }
    assert_eq!(divide(&Position::START, 7).iter().map(|&(_, leaves)| leaves).collect::<Vec<_>>(), [55_092 / 4; 4]);
}

/// The model from one position: its count at `depth`, and on the way there its moves and positions one by one.
fn check_against_model(position: &Position, depth: u32) {
    let model = Model::read(&position.to_string());
    let expected: Vec<(String, String)> = model.successors().into_iter().map(|(mv, next)| (mv, next.write())).collect();
    let found: Vec<(String, String)> =
        position.legal_moves().map(|mv| (mv.to_string(), position.after(mv).to_string())).collect();
    assert_eq!(found, expected, "{position}");
    assert_eq!(perft(position, depth), model.perft(depth), "depth {depth} from {position}");
}

#[test]
fn middle_games_agree_with_the_model() {
    // Every fifth ply of some games, up to where the next test takes over.
    for game in 0..6 {
        for position in positions_of_random_games(1, 100 + game).iter().take(49).skip(game as usize).step_by(5) {
            check_against_model(position, 3);
        }
    }
}

#[test]
fn endgames_agree_with_the_model_to_the_last_move() {
    let mut trees = 0;
    for game in 0..24 {
        let empties = 3 + game as u32 % 5;
        let positions = positions_of_random_games(1, 200 + game);
        // Some games end with more squares empty.
        if let Some(position) = positions.iter().find(|position| position.board().empties().len() == empties) {
            // Each empty square takes one ply and at most one pass before it: the whole tree is played out.
            check_against_model(position, 2 * empties);
            trees += 1;
        }
    }
    assert!(trees >= 20, "only {trees} trees were played out");
}

#[test]
fn passes_agree_with_the_model() {
    let mut passes = 0;
    for position in positions_of_random_games(300, 300) {
        if position.legal_moves().eq([Move::Pass]) {
            check_against_model(&position, 3);
            passes += 1;
        }
    }
    assert!(passes >= 20, "only {passes} positions with a pass were met");
}

#[test]
fn an_ended_game_counts_once_at_any_depth() {
    let ended = position(&format!("{} X", "X".repeat(64)));
    for depth in 0..4 {
        assert_eq!(perft(&ended, depth), 1);
        assert_eq!(Model::read(&ended.to_string()).perft(depth), 1);
    }
}
