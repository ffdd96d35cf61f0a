use engine_go::{Reason, explain};
use go::{Game, Rules, Size};
use plateau_core::Game as _;
use search::Report;

use crate::position;

#[test]
fn moves_are_explained_in_players_words() {
    for (size, text, mv, expected) in [
        (5, "OX.../.X.../...../...../....O X", "A4", vec![Reason::Captures(1)]),
        (
            5,
            ".XO../XO.O./.XO../...../..... X",
            "C4",
            vec![Reason::TakesKo, Reason::Saves(1), Reason::Atari(1), Reason::Attacks(1)],
        ),
        (7, "......./......./...O.../..OXO../......./......./....... X", "D3", vec![Reason::Saves(1)]),
        (5, "O..../...../..X../...../..... X", "A4", vec![Reason::Atari(1)]),
        (5, "...../.X.X./...../...../..... X", "C4", vec![Reason::Connects]),
        (5, "...../.O.O./...../..X../..... X", "C4", vec![Reason::Cuts]),
        // A stone that is taken was not cut off.
        (5, "O.O../XX.../...../...../..... X", "B5", vec![Reason::Captures(1), Reason::Attacks(1)]),
        (7, "......./......./..XO.../......./......./......./....... X", "D4", vec![Reason::Attacks(1)]),
        (7, "......./......./...O.../..OX.../......./......./....... X", "E4", vec![Reason::Strengthens(1)]),
        (5, ".X.../X.X../XXX../...../..... X", "A1", vec![]),
        (5, ".X.OO/X..XO/XXXXO/OOOOO/..... X", "C4", vec![Reason::Lives]),
        (
            9,
            "........./........./........./........./........./........./........./........./......... X",
            "C3",
            vec![Reason::EmptyCorner],
        ),
        (5, "...../...../..X../...../..... X", "pass", vec![Reason::NothingLeft]),
    ] {
        let reasons = explain(&position(size, text), mv.parse().expect("a move"), &Report::default());
        assert_eq!(reasons, expected, "{text} {mv}");
    }
}

#[test]
fn corners_and_sides_are_named_as_players_do() {
    let corner = vec![Reason::EmptyCorner];
    let side = vec![Reason::EmptySide];
    for (size, mv, expected) in [
        (9, "D4", &corner),
        (9, "C5", &side),
        (9, "D5", &vec![]),
        (9, "E5", &vec![]),
        (19, "Q16", &corner),
        (19, "D5", &corner),
        (19, "K4", &side),
        (19, "E5", &vec![]),
        (7, "C3", &vec![]),
    ] {
        let start = Game::even(Size::new(size).expect("a size"), Rules::default()).start();
        let reasons = explain(&start, mv.parse().expect("a move"), &Report::default());
        assert_eq!(&reasons, expected, "{size}x{size} {mv}");
    }
}

#[test]
fn territory_is_what_the_search_expects_around_the_move() {
    let position =
        position(9, "........./........./........./........./XXXXXXXXX/........./........./........./......... X");
    let ownership = (0..81).map(|number| if number < 36 { 0.9 } else { -0.9 }).collect();
    let report = Report { ownership, ..Report::default() };
    let said = |mv: &str| explain(&position, mv.parse().expect("a move"), &report);
    assert_eq!(said("E8"), [Reason::Territory(20)]);
    let nobodys = Report { ownership: vec![0.1; 81], ..Report::default() };
    assert_eq!(explain(&position, "E8".parse().expect("a move"), &nobodys), [Reason::Open(20)]);
    assert_eq!(said("E1"), []);
}
