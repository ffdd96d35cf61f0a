//! How games end, and why moves are refused.

use std::collections::BTreeSet;

use othello::{Illegal, Move, Position, Square};
use plateau_core::Player::{Black, White};
use plateau_core::{Outcome, Position as _, Reason};

use crate::position;

/// Cells from runs such as `34X 29O 1-`, then the turn.
fn runs(runs: &str, turn: char) -> Position {
    let cells: String = runs
        .split(' ')
        .map(|run| {
            let (count, cell) = run.split_at(run.len() - 1);
            cell.repeat(count.parse().expect("a count"))
        })
        .collect();
    position(&format!("{cells} {turn}"))
}

/// All lines to the empty corner h8 are black, so that nobody can play there: 34 black discs, 29 white.
const ONE_EMPTY: &str =
    concat!("XXXXXXXX", "XXXXXXXX", "XOXOOOOX", "OOOXOOOX", "OOOOXOOX", "OOOOOXOX", "OOOOOOXX", "XXXXXXX-",);

#[test]
fn an_empty_square_that_nobody_can_play_goes_to_the_winner() {
    for turn in ['X', 'O'] {
        let black = position(&format!("{ONE_EMPTY} {turn}"));
        assert_eq!((black.counts(), black.score()), ([34, 29], [35, 29]));
        assert_eq!(black.outcome(), Some(Outcome::Win(Black)));
        let exchanged: String = ONE_EMPTY
            .chars()
            .map(|c| {
                if c == 'X' {
                    'O'
                } else if c == 'O' {
                    'X'
                } else {
                    c
                }
            })
            .collect();
        let white = position(&format!("{exchanged} {turn}"));
        assert_eq!((white.counts(), white.score()), ([29, 34], [29, 35]));
        assert_eq!(white.outcome(), Some(Outcome::Win(White)));
    }
}

#[test]
fn ended_games_are_counted() {
    for (cells, counts, score, outcome) in [
        ("33X 31O", [33, 31], [33, 31], Outcome::Win(Black)),
        ("32X 32O", [32, 32], [32, 32], Outcome::Draw),
        ("64O", [0, 64], [0, 64], Outcome::Win(White)),
        ("13X 51-", [13, 0], [64, 0], Outcome::Win(Black)),
        ("1O 63-", [0, 1], [0, 64], Outcome::Win(White)),
        ("64-", [0, 0], [32, 32], Outcome::Draw),
        ("8X 48- 8O", [8, 8], [32, 32], Outcome::Draw),
    ] {
        for turn in ['X', 'O'] {
            let position = runs(cells, turn);
            assert_eq!(position.counts(), counts, "{cells} {turn}");
            assert_eq!(position.score(), score, "{cells} {turn}");
            assert_eq!(position.outcome(), Some(outcome), "{cells} {turn}");
            assert!(position.is_over() && position.legal_moves().next().is_none(), "{cells} {turn}");
        }
    }
}

#[test]
fn a_game_ends_with_a_disc_only_when_neither_can_go_on() {
    // Black takes the last white disc; there are empty squares, but nobody can play them.
    let mut wipe_out = runs("1- 1O 1X 61-", 'X');
    assert_eq!(wipe_out.outcome(), None);
    wipe_out.play(Square::A1.into()).expect("a1 turns b1");
    assert_eq!((wipe_out.counts(), wipe_out.score()), ([3, 0], [64, 0]));
    assert_eq!(wipe_out.outcome(), Some(Outcome::Win(Black)));
    assert_eq!(Position::START.outcome(), None);
}

#[test]
fn the_start_is_as_the_rules_say() {
    let start = Position::START;
    for (square, disc) in [
        (Square::E4, Some(Black)),
        (Square::D5, Some(Black)),
        (Square::D4, Some(White)),
        (Square::E5, Some(White)),
        (Square::F5, None),
    ] {
        assert_eq!(start.disc(square), disc, "{square}");
    }
    assert_eq!(start.turn(), Black);
    let squares: Vec<_> = start.legal_moves().map(|mv| mv.to_string()).collect();
    assert_eq!(squares, ["d3", "c4", "f5", "e6"]);
    assert_eq!(start.counts(), [2, 2]);
}

#[test]
fn turned_discs_turn_no_others() {
    // a1 turns b1 to c1 along the row; c1 then has d2 and e3 on its diagonal, bracketed by f4, and leaves them alone.
    let cells = ["-OOX----", "---O----", "----O---", "-----X--", "--------", "--------", "--------", "--------"];
    let mut before = position(&format!("{} X", cells.concat()));
    assert_eq!(before.flips(Square::A1).iter().collect::<Vec<_>>(), [Square::B1, Square::C1]);
    before.play(Square::A1.into()).expect("a1 is legal");
    let after = ["XXXX----", "---O----", "----O---", "-----X--", "--------", "--------", "--------", "--------"];
    assert_eq!(before.to_string(), format!("{} O", after.concat()));
}

#[test]
fn all_eight_directions_turn_at_once() {
    let cells = ["X--X--X-", "-O-O-O--", "--OOO---", "XOO-OOOX", "--OOO---", "-O-O-O--", "X--O--X-", "---X----"];
    let position = position(&format!("{} X", cells.concat()));
    assert_eq!(position.flips(Square::D4), position.discs(White));
    assert_eq!(position.after(Square::D4.into()).counts()[White], 0);
}

#[test]
fn refusals_say_which_rule_forbids() {
    let start = Position::START;
    let must_pass = runs("1X 1O 62-", 'O');
    let over = runs("63X 1-", 'O');
    for (position, mv, why) in [
        (start, Move::Place(Square::D4), Illegal::Occupied),
        (start, Move::Place(Square::E4), Illegal::Occupied),
        (start, Move::Place(Square::A1), Illegal::TurnsNothing),
        (start, Move::Place(Square::E3), Illegal::TurnsNothing),
        (start, Move::Pass, Illegal::MayNotPass),
        (must_pass, Move::Place(Square::H8), Illegal::MustPass),
        (must_pass, Move::Place(Square::A1), Illegal::MustPass),
        (over, Move::Pass, Illegal::GameOver),
        (over, Move::Place(Square::H8), Illegal::GameOver),
        (over, Move::Place(Square::A1), Illegal::GameOver),
    ] {
        let mut tried = position;
        assert_eq!(tried.play(mv), Err(why), "{mv} on {position}");
        assert_eq!(tried, position);
    }
    assert_eq!(must_pass.check(Move::Pass), Ok(()));
    assert!(must_pass.legal_moves().eq([Move::Pass]));
    assert_eq!(must_pass.after(Move::Pass).check(Square::C1.into()), Ok(()));
}

#[test]
fn every_refusal_has_an_id_and_a_sentence_of_its_own() {
    let all = [Illegal::Occupied, Illegal::TurnsNothing, Illegal::MustPass, Illegal::MayNotPass, Illegal::GameOver];
    assert!(all.iter().all(|why| why.id().starts_with("othello-illegal-")));
    assert_eq!(all.iter().map(Reason::id).collect::<BTreeSet<_>>().len(), all.len());
    assert_eq!(all.iter().map(ToString::to_string).collect::<BTreeSet<_>>().len(), all.len());
}

#[test]
fn an_occupied_square_flips_nothing() {
    assert!(Square::ALL.iter().all(|&square| {
        let flips = Position::START.flips(square);
        flips.is_empty() || Position::START.check(square.into()).is_ok()
    }));
}
