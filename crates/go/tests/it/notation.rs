//! What can be read and written, and where and why the rest is refused.

use go::{Game, Handicap, Ko, Komi, Move, Point, RULE_SETS, Rules, Scoring, Size};
use plateau_core::{Game as _, ParseError};

use crate::setup::{mv, point, size};

/// The column and the id of a refusal.
fn refusal<T: std::fmt::Debug>(read: Result<T, ParseError>) -> (usize, &'static str) {
    let error = read.expect_err("this must be refused");
    (error.column(), error.expected.id)
}

#[test]
fn moves_that_can_be_read() {
    for (text, written) in [
        ("A1", "A1"),
        ("d4", "D4"),
        ("H9", "H9"),
        ("j9", "J9"),
        ("T19", "T19"),
        ("z25", "Z25"),
        ("P16 ", "P16"),
        ("A01", "A1"),
        ("pass", "pass"),
        ("Pass", "pass"),
        ("PASS ", "pass"),
    ] {
        assert_eq!(mv(text).to_string(), written, "{text:?}");
    }
    assert_eq!(size_of::<Move>(), 2);
}

#[test]
fn moves_that_cannot_be_read() {
    for (text, column, id) in [
        ("", 1, "go-point"),
        ("I5", 1, "go-point"),
        ("5", 1, "go-point"),
        ("é4", 1, "go-point"),
        (" D4", 1, "go-point"),
        ("D", 2, "go-row"),
        ("D0", 2, "go-row"),
        ("D26", 2, "go-row"),
        ("D-1", 2, "go-row"),
        ("D4x", 3, "end"),
        ("D4 5", 4, "end"),
        ("pas", 2, "go-row"),
        ("passé", 5, "end"),
        ("D9999999999", 2, "go-row"),
    ] {
        assert_eq!(refusal(text.parse::<Move>()), (column, id), "{text:?}");
    }
}

#[test]
fn the_same_point_on_every_board() {
    for point in size(25).points() {
        assert_eq!(Point::new(point.column(), point.row()), Some(point));
        assert_eq!(point.to_string().parse(), Ok(point));
    }
    assert_eq!(Point::new(25, 0), None);
    assert_eq!(size(25).points().count(), 625);
    assert!(size(9).contains(point("J9")) && !size(9).contains(point("K1")) && !size(9).contains(point("A10")));
    let names = |name: &str, width| point(name).neighbours(size(width)).map(|p| p.to_string()).collect::<Vec<_>>();
    assert_eq!(names("B2", 3), ["B1", "A2", "C2", "B3"]);
    assert_eq!(names("A1", 3), ["B1", "A2"]);
    assert!(names("A1", 1).is_empty());
}

#[test]
fn numbers_count_from_the_upper_left() {
    for (number, name) in [(0, "A9"), (8, "J9"), (9, "A8"), (40, "E5"), (80, "J1")] {
        assert_eq!(Point::from_number(number, Size::NINE), Some(point(name)));
        assert_eq!(point(name).number(Size::NINE), number);
    }
    assert_eq!(Point::from_number(81, Size::NINE), None);
}

#[test]
fn sgf_letters() {
    for (text, width, name) in
        [("aa", 19, "A19"), ("dd", 19, "D16"), ("ss", 19, "T1"), ("ii", 9, "J1"), ("yy", 25, "Z1")]
    {
        assert_eq!(Move::from_sgf(text, size(width)), Ok(mv(name)), "{text}");
        assert_eq!(mv(name).to_sgf(size(width)), text);
    }
    assert_eq!(Move::from_sgf("", Size::NINE), Ok(Move::Pass));
    assert_eq!(Move::from_sgf("tt", Size::NINETEEN), Ok(Move::Pass));
    assert_eq!(Move::from_sgf("tt", size(21)), Ok(mv("U2")));
    assert_eq!(Move::Pass.to_sgf(Size::NINE), "");
    for (text, column, id) in [
        ("d", 2, "go-sgf-row"),
        ("ja", 1, "go-sgf-column"),
        ("aj", 2, "go-sgf-row"),
        ("D4", 1, "go-sgf-column"),
        ("ddd", 3, "end"),
    ] {
        assert_eq!(refusal(Move::from_sgf(text, Size::NINE)), (column, id), "{text}");
    }
}

#[test]
fn komi() {
    for (text, half_points, written) in [
        ("7.5", 15, "7.5"),
        ("0", 0, "0"),
        ("7", 14, "7"),
        ("6.50", 13, "6.5"),
        ("-3.5", -7, "-3.5"),
        ("+0.5", 1, "0.5"),
        ("5.0", 10, "5"),
    ] {
        let komi: Komi = text.parse().unwrap();
        assert_eq!((komi.half_points(), komi.to_string().as_str()), (half_points, written), "{text}");
    }
    for (text, column, id) in [
        ("", 1, "go-komi"),
        ("x", 1, "go-komi"),
        ("-", 2, "go-komi"),
        ("6.", 3, "go-komi-half"),
        ("6.3", 3, "go-komi-half"),
        ("6.55", 4, "end"),
        ("1001", 1, "go-komi-range"),
        ("6,5", 2, "end"),
    ] {
        assert_eq!(refusal(text.parse::<Komi>()), (column, id), "{text}");
    }
}

#[test]
fn sizes_and_names() {
    assert_eq!("19".parse(), Ok(Size::NINETEEN));
    for text in ["0", "26", "", "x", "257"] {
        assert_eq!(refusal(text.parse::<Size>()), (1, "go-size"), "{text}");
    }
    for (name, rules) in RULE_SETS {
        assert_eq!(name.parse(), Ok(rules));
    }
    assert_eq!(refusal("ing".parse::<Rules>()), (1, "go-rules"));
    for (name, ko) in Ko::NAMES {
        assert_eq!((name.parse(), ko.to_string().as_str()), (Ok(ko), name));
    }
    assert_eq!(refusal("super".parse::<Ko>()), (1, "go-ko"));
    for (name, scoring) in Scoring::NAMES {
        assert_eq!((name.parse(), scoring.to_string().as_str()), (Ok(scoring), name));
    }
    assert_eq!(refusal("none".parse::<Scoring>()), (1, "go-scoring"));
}

#[test]
fn positions_that_can_be_read() {
    let game = Game::new(size(3), Rules::default(), Handicap::Free(3)).unwrap();
    for (text, written) in [
        (".../.../... X", ".../.../... X"),
        ("X../.o./..x   O ", "X../.O./..X O"),
        (".X./XOX/... O passes=2", ".X./XOX/... O passes=2"),
        ("X../.../... X handicap=2", "X../.../... X handicap=2"),
        ("O.O/XO./.XO X ko=B3 captures=1,2", "O.O/XO./.XO X ko=B3 captures=1,2"),
        (".../.../... X captures=0,0", ".../.../... X"),
        ("start", ".../.../... X handicap=3"),
    ] {
        let read = game.position(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(read.to_string(), written);
    }
}

#[test]
fn positions_that_cannot_be_read() {
    let game = Game::new(size(3), Rules::default(), Handicap::Free(3)).unwrap();
    for (text, column, id) in [
        ("", 1, "go-cell"),
        ("nonsense", 1, "go-cell"),
        (".../..", 7, "go-cell"),
        ("..../.../... X", 4, "go-row-end"),
        (".../.../...", 12, "go-blank"),
        (".../.../.... X", 12, "go-blank"),
        (".../.../...X", 12, "go-blank"),
        (".../.../.../... X", 12, "go-blank"),
        (".../.../... ", 13, "go-side"),
        (".../.../... B", 13, "go-side"),
        (".../.../... XX", 14, "go-field"),
        ("OX./X../... X", 1, "go-chain-with-liberty"),
        ("XXX/XOX/.XX O", 6, "go-chain-with-liberty"),
        (".../.../... X ko=B2", 18, "go-ko-point"),
        (".../.../... X ko=", 18, "go-point"),
        (".../.../... X passes=3", 22, "go-passes"),
        (".../.../... X passes=0", 22, "go-passes"),
        ("O.O/XO./.XO X ko=B3 passes=1", 28, "go-passes"),
        (".../.../... X handicap=4", 24, "go-handicap-left"),
        (".../.../... O handicap=1", 24, "go-handicap-left"),
        ("O../.../... X handicap=1", 24, "go-handicap-left"),
        (".../.../... X captures=1", 25, "go-captures"),
        (".../.../... X captures=1000001,0", 24, "go-captures"),
        (".../.../... X captures=1,0 ko=B2", 28, "go-field"),
        (".../.../... X hello", 15, "go-field"),
    ] {
        assert_eq!(refusal(game.position(text)), (column, id), "{text}");
    }
}
