//! Moves and positions as text: what is read, and where what cannot be read goes wrong.

use othello::{Board, Game, Move, Position, Square, SquareSet};
use plateau_core::{Game as _, Player, Position as _};

use crate::position;

#[test]
fn moves_that_are_read() {
    for (text, mv) in [
        ("f5", Move::Place(Square::F5)),
        ("F5", Move::Place(Square::F5)),
        ("a1", Move::Place(Square::A1)),
        ("H8", Move::Place(Square::H8)),
        (" d3\n", Move::Place(Square::D3)),
        ("pass", Move::Pass),
        ("Pass", Move::Pass),
        ("PASS ", Move::Pass),
        ("pa", Move::Pass),
        ("PA", Move::Pass),
        ("ps", Move::Pass),
        ("--", Move::Pass),
    ] {
        assert_eq!(text.parse(), Ok(mv), "{text:?}");
    }
    assert_eq!((Move::Pass.to_string(), Move::Place(Square::C4).to_string()), ("pass".into(), "c4".into()));
    assert_eq!((Move::Pass.square(), Move::from(Square::C4).square()), (None, Some(Square::C4)));
    assert_eq!(size_of::<Option<Move>>(), 1);
}

#[test]
fn moves_that_are_refused_and_where() {
    for (text, column, id) in [
        ("", 1, "othello-move"),
        ("   ", 4, "othello-move"),
        ("i5", 1, "othello-move"),
        ("56", 1, "othello-move"),
        ("passs", 1, "othello-move"),
        ("p", 1, "othello-move"),
        ("-", 1, "othello-move"),
        ("ｆ5", 1, "othello-move"),
        ("f", 2, "othello-row"),
        ("f9", 2, "othello-row"),
        ("ff", 2, "othello-row"),
        ("f5d6", 3, "end"),
        (" f5 x", 5, "end"),
    ] {
        let error = text.parse::<Move>().unwrap_err();
        assert_eq!((error.column(), error.expected.id), (column, id), "{text:?}: {error}");
    }
}

#[test]
fn positions_that_are_read() {
    let start = Position::START;
    let written = "---------------------------OX------XO--------------------------- X";
    assert_eq!(start.to_string(), written);
    for text in [
        "start".to_owned(),
        " Start ".to_owned(),
        written.to_owned(),
        format!("  {written}\r\n"),
        written.replace(' ', " \t "),
        written.to_lowercase(),
        written.replace('-', "."),
        written.replace('X', "*"),
    ] {
        assert_eq!(position(&text), start, "{text:?}");
    }
    let white = position(&written.replace(" X", " O"));
    assert_eq!(white.turn(), Player::White);
    assert_eq!(white.discs(Player::Black), start.discs(Player::Black));
    assert_eq!(white.board(), start.board().swapped());
}

#[test]
fn a_position_may_be_given_by_the_moves_that_lead_to_it() {
    let moves = [Square::F5, Square::F6, Square::E6, Square::F4];
    let reached = moves.iter().fold(Position::START, |position, &square| position.after(square.into()));
    for text in ["f5f6e6f4", "F5F6E6F4", " f5 f6 e6\tf4\n"] {
        assert_eq!(position(text), reached, "{text:?}");
    }
    // Black has no move then: the pass is left out.
    let squares = "d3c3e6d2d1e1b3c1";
    let passed = position(squares).after(Move::Pass);
    let next = passed.legal_moves().next().expect("White moves again");
    assert_eq!(position(&format!("{squares}{next}")), passed.after(next));
}

#[test]
fn positions_that_are_refused_and_where() {
    let cells = "-".repeat(64);
    for (text, column, id) in [
        (String::new(), 1, "othello-cell"),
        ("nonsense".into(), 1, "othello-cell"),
        ("started".into(), 1, "othello-cell"),
        ("--XO?".into(), 5, "othello-cell"),
        ("-".repeat(63), 64, "othello-cell"),
        (format!("{} X", "-".repeat(63)), 64, "othello-cell"),
        (format!("  {} X", "-".repeat(63)), 66, "othello-cell"),
        (format!("--------/{cells} X"), 9, "othello-cell"),
        (cells.clone(), 65, "othello-blank"),
        (format!("{cells}X"), 65, "othello-blank"),
        (format!("{cells}- X"), 65, "othello-blank"),
        (format!("{cells} "), 66, "othello-turn"),
        (format!("{cells} -"), 66, "othello-turn"),
        (format!("{cells}   black"), 68, "othello-turn"),
        ("f5f5".into(), 3, "othello-legal"),
        ("f5 a1".into(), 4, "othello-legal"),
        ("f5f".into(), 4, "othello-row"),
        ("f5-".into(), 3, "othello-column"),
        (format!("{cells} X O"), 68, "end"),
        (format!("{cells} XX"), 67, "end"),
    ] {
        let error = Game.position(&text).unwrap_err();
        assert_eq!((error.column(), error.expected.id), (column, id), "{text:?}: {error}");
    }
    let error = Game.position("nonsense").unwrap_err();
    assert_eq!(error.to_string(), "column 1: expected X, O or -, found 'n'");
}

#[test]
fn a_board_holds_one_disc_to_a_square() {
    let corner = SquareSet::from(Square::A1);
    assert_eq!(Board::new(corner, corner), None);
    let board = Board::new(corner, SquareSet::EMPTY).expect("the sets are disjoint");
    assert_eq!(board.empties(), !corner);
}
