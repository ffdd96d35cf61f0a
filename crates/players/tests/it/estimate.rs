//! What the machine expects of a game in progress.

use go::{Game, Handicap, Size};
use plateau_core::{Game as _, Position as _};
use search::{Resources, Stop};
use table::view::Claim;

/// By how many half points Black is expected to win after these moves.
fn estimate(rules: &str, handicap: Handicap, moves: &str) -> i32 {
    let game = Game::new(Size::NINE, rules.parse().expect("rules"), handicap).expect("a handicap");
    let mut position = game.start();
    moves.split(' ').for_each(|mv| position.play(mv.parse().expect("a move")).expect("legal"));
    let resources = Resources { seed: Some(1), ..Resources::default() };
    players::estimate(&position, &resources, &Stop::new()).expect("an estimate").black_half_points
}

/// One stone of White's on the board takes nothing from nine of Black's, although no point is surrounded yet.
#[test]
fn black_leads_with_nine_stones_of_handicap() {
    let margin = estimate("chinese", Handicap::Fixed(9), "B8");
    assert!((20..=162).contains(&margin), "{margin} half points");
}

/// Walls around 36 and 27 points: 1.5 points for Black by area, 2.5 by territory.
#[test]
fn what_is_surrounded_is_counted_though_nobody_has_passed() {
    const WALLS: &str = "E1 F1 E2 F2 E3 F3 E4 F4 E5 F5 E6 F6 E7 F7 E8 F8 E9 F9";
    for (rules, exact) in [("chinese", 3), ("japanese", 5)] {
        for moves in [WALLS.to_owned(), format!("{WALLS} pass")] {
            let margin = estimate(rules, Handicap::None, &moves);
            assert!((margin - exact).abs() <= 4 && margin % 2 != 0, "{rules}: {margin} half points, not about {exact}");
        }
    }
}

/// The owners are those of the walls, each empty point of theirs and no stone that stays.
#[test]
fn what_is_walled_off_is_its_owners() {
    const WALLS: &str = "E1 F1 E2 F2 E3 F3 E4 F4 E5 F5 E6 F6 E7 F7 E8 F8 E9 F9";
    let mut position = Game::even(Size::NINE, go::Rules::default()).start();
    WALLS.split(' ').for_each(|mv| position.play(mv.parse().expect("a move")).expect("legal"));
    let resources = Resources { seed: Some(1), ..Resources::default() };
    let estimate = players::estimate(&position, &resources, &Stop::new()).expect("an estimate");
    let row = [Some(go::Player::Black); 4].into_iter().chain([None; 2]).chain([Some(go::Player::White); 3]);
    let whose = |claim: &Option<Claim>| claim.map(|claim| claim.player);
    assert_eq!(estimate.owners.iter().map(whose).collect::<Vec<_>>(), row.cycle().take(81).collect::<Vec<_>>());
}
