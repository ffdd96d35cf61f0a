//! Situations with names, in which rule sets part ways.

use go::{Illegal, Ko, Player, Position, Rules};
use plateau_core::{Outcome, Position as _, Reason as _};

use crate::setup::{every_rule_set, mv, play, point, position, rules};

/// The default rules with another ko rule.
fn with_ko(ko: Ko) -> Rules {
    Rules { ko, ..Rules::default() }
}

fn with_suicide(ko: Ko) -> Rules {
    Rules { suicide: true, ..with_ko(ko) }
}

/// Where a sequence stops being legal, and why; or how the game has ended after it; or nothing special.
#[derive(PartialEq, Debug)]
enum Fate {
    Refused(usize, Illegal),
    Void,
    GoesOn,
}

fn follow(mut position: Position, moves: &str) -> Fate {
    for (number, name) in moves.split_whitespace().enumerate() {
        if let Err(why) = position.play(mv(name)) {
            return if why == Illegal::GameOver { Fate::Void } else { Fate::Refused(number + 1, why) };
        }
    }
    if position.outcome() == Some(Outcome::NoResult) { Fate::Void } else { Fate::GoesOn }
}

/// Follows the same sequence under all four ko rules.
fn check_fates(text: &str, moves: &str, expected: [(Ko, Fate); 4]) {
    for (ko, fate) in expected {
        assert_eq!(follow(position(with_ko(ko), text), moves), fate, "{ko}: {moves} from {text}");
    }
}

#[test]
fn snapback() {
    for (name, rules) in every_rule_set() {
        let mut p = position(rules, "...../...../XXXX./OOOX./..OX. X");
        // Black throws a stone in, White takes it, and is left with the one liberty that it stood on.
        play(&mut p, "B1 A1");
        assert_eq!(p.board().captures(Player::White), 1, "{name}");
        assert_eq!(p.board().ko(), None, "one stone was taken, but by a chain");
        play(&mut p, "B1");
        assert_eq!(p.board().captures(Player::Black), 5, "{name}");
        assert_eq!(p.board().stones(Player::White), 0);
    }
}

const KO: &str = ".XO./XO.O/.XO./.... X";

#[test]
fn a_ko_may_not_be_taken_back_at_once_but_after_an_exchange() {
    for (name, rules) in every_rule_set() {
        let mut p = position(rules, KO);
        play(&mut p, "C3");
        if rules.ko == Ko::NaturalSituational {
            // Nobody placed a stone to make the board that White would give back.
            assert_eq!(p.check(mv("B3")), Ok(()), "{name}");
            continue;
        }
        assert_eq!(p.check(mv("B3")), Err(Illegal::Ko), "{name}");
        let forbidden: Vec<_> = p.forbidden_points().map(|p| p.to_string()).collect();
        // Where suicide is allowed, a stone in the corner would change nothing, which positional superko forbids.
        assert_eq!(forbidden, if name == "tromp-taylor" { vec!["B3", "A4"] } else { vec!["B3"] });
        play(&mut p, "D1 A1 B3");
        assert_eq!(p.check(mv("C3")), Err(Illegal::Ko), "{name}");
    }
}

/// By the natural rule it matters who made the board: with a stone White is bound, with a pass White is not.
#[test]
fn the_natural_rule_binds_who_made_the_board() {
    let natural = with_ko(Ko::NaturalSituational);
    let mut p = position(natural, ".XO./X..O/.XO./.... O");
    play(&mut p, "B3 C3");
    assert_eq!(p.check(mv("B3")), Err(Illegal::Ko));
    let mut p = position(natural, ".XO./XO.O/.XO./.... O");
    play(&mut p, "pass C3");
    assert_eq!(p.check(mv("B3")), Ok(()));
    play(&mut p, "B3");
    assert_eq!(p.check(mv("C3")), Err(Illegal::Ko), "Black made that board by taking");
}

#[test]
fn passing_lifts_a_simple_ko_only() {
    let mut p = position(with_ko(Ko::Simple), KO);
    play(&mut p, "C3 pass");
    assert_eq!((p.board().ko(), p.passes()), (None, 1));
    play(&mut p, "D1");
    assert_eq!(p.check(mv("B3")), Ok(()));
}

/// Black gives two stones and takes one back: the board is as before, with the other player to move.
#[test]
fn sending_two_returning_one() {
    let text = "..../XOO./XOOO/.X.O X";
    let once = "C1 A1 B1";
    check_fates(
        text,
        once,
        [
            (Ko::Simple, Fate::GoesOn),
            (Ko::Positional, Fate::Refused(3, Illegal::Superko)),
            (Ko::Situational, Fate::GoesOn),
            (Ko::NaturalSituational, Fate::GoesOn),
        ],
    );
    let again = "C1 A1 B1 pass C1";
    check_fates(
        text,
        again,
        [
            (Ko::Simple, Fate::Void),
            (Ko::Positional, Fate::Refused(3, Illegal::Superko)),
            (Ko::Situational, Fate::Refused(5, Illegal::Superko)),
            (Ko::NaturalSituational, Fate::Refused(5, Illegal::Superko)),
        ],
    );
    for (name, rules) in every_rule_set() {
        let mut p = position(rules, text);
        play(&mut p, "C1 A1");
        assert_eq!((p.board().captures(Player::White), p.board().ko()), (2, None), "{name}: two taken are no ko");
    }
}

/// Three kos, of which White holds two: after six captures everything is as before.
#[test]
fn triple_ko() {
    let text =
        concat!(".XO....../X.XO...../.XO....../", ".XO....../XO.O...../.XO....../", ".XO....../XO.O...../.XO...... X");
    let six = "C5 B8 C2 B5 C8 B2";
    check_fates(
        text,
        six,
        [
            (Ko::Simple, Fate::Void),
            (Ko::Positional, Fate::Refused(6, Illegal::Superko)),
            (Ko::Situational, Fate::Refused(6, Illegal::Superko)),
            // White did not make the first board, so the cycle closes one move later.
            (Ko::NaturalSituational, Fate::GoesOn),
        ],
    );
    let seven = format!("{six} C5");
    assert_eq!(follow(position(with_ko(Ko::NaturalSituational), text), &seven), Fate::Refused(7, Illegal::Superko));
}

/// Each takes two stones of the other and throws one in again, for ever.
#[test]
fn eternal_life() {
    let text = "OX../OXXX/.O../XOO. X";
    let four = "A2 A3 A1 A4";
    check_fates(
        text,
        four,
        [
            (Ko::Simple, Fate::Void),
            (Ko::Positional, Fate::Refused(4, Illegal::Superko)),
            (Ko::Situational, Fate::Refused(4, Illegal::Superko)),
            (Ko::NaturalSituational, Fate::GoesOn),
        ],
    );
    let five = format!("{four} A2");
    assert_eq!(follow(position(with_ko(Ko::NaturalSituational), text), &five), Fate::Refused(5, Illegal::Superko));
    let mut p = position(with_ko(Ko::Simple), text);
    play(&mut p, "A2 A3");
    assert_eq!(Player::BOTH.map(|player| p.board().captures(player)), [2, 2]);
    play(&mut p, "A1 A4");
    assert_eq!((p.outcome(), p.legal_moves().count()), (Some(Outcome::NoResult), 0));
    assert_eq!(p.check(mv("pass")), Err(Illegal::GameOver));
}

/// Two kos, each player holding one: whoever takes is answered in the other.
#[test]
fn double_ko() {
    let text = ".XO..../XO.O.../.XO..../......./.XO..../X.XO.../.XO.... X";
    for ko in [Ko::Simple, Ko::Situational, Ko::Positional] {
        let mut p = position(with_ko(ko), text);
        play(&mut p, "C6 B2");
        assert_eq!(p.check(mv("C2")), Err(Illegal::Ko), "{ko}: Black needs a threat first");
    }
    // Black passes instead of a threat, and takes the second ko when White takes the first.
    check_fates(
        text,
        "C6 B2 pass B6 C2",
        [
            (Ko::Simple, Fate::GoesOn),
            (Ko::Positional, Fate::Refused(5, Illegal::Superko)),
            (Ko::Situational, Fate::GoesOn),
            (Ko::NaturalSituational, Fate::GoesOn),
        ],
    );
    check_fates(
        text,
        "C6 B2 pass B6 C2 pass C6",
        [
            (Ko::Simple, Fate::Void),
            (Ko::Positional, Fate::Refused(5, Illegal::Superko)),
            (Ko::Situational, Fate::Refused(7, Illegal::Superko)),
            (Ko::NaturalSituational, Fate::Refused(7, Illegal::Superko)),
        ],
    );
}

#[test]
fn suicide_of_one_stone() {
    let text = ".X.../X..../...../...../..... O";
    for (name, rules) in every_rule_set() {
        let expected = match (rules.suicide, rules.ko) {
            (false, _) => Err(Illegal::NoLiberty),
            // The board does not change, so it comes again.
            (true, Ko::Positional) => Err(Illegal::Superko),
            (true, _) => Ok(()),
        };
        assert_eq!(position(rules, text).check(mv("A5")), expected, "{name}");
    }
    let mut p = position(rules("new-zealand"), text);
    play(&mut p, "A5");
    assert_eq!((p.board().captures(Player::Black), p.turn()), (1, Player::Black));
    assert_eq!(p.to_string(), ".X.../X..../...../...../..... X captures=1,0");
}

#[test]
fn suicide_of_many_stones() {
    let text = "OO.X./XXX../...../...../..... O";
    for (name, rules) in every_rule_set() {
        let expected = if rules.suicide { Ok(()) } else { Err(Illegal::NoLiberty) };
        assert_eq!(position(rules, text).check(mv("C5")), expected, "{name}");
    }
    let mut p = position(with_suicide(Ko::Positional), text);
    play(&mut p, "C5");
    assert_eq!(p.to_string(), "...X./XXX../...../...../..... X captures=3,0");
    // Where a stone takes something it is no suicide, whatever it looks like.
    let text = ".XO../XOO../XX.../...../..... X";
    assert_eq!(position(rules("french"), text).check(mv("A5")), Ok(()), "it connects");
    let text = "OX.../.XO../XXO../OO.../..... O";
    let mut p = position(rules("french"), text);
    assert_eq!(p.check(mv("A4")), Err(Illegal::NoLiberty), "the chain around has other liberties");
    play(&mut p, "C5 pass A4");
    assert_eq!(p.board().captures(Player::White), 4, "now it is the last liberty of the chain around");
}

#[test]
fn the_false_eye_is_no_eye() {
    let p = position(Rules::default(), ".XO../XX.../O..../...../..... O");
    assert!(p.board().is_eye(point("A5"), Player::Black));
    let p = position(Rules::default(), ".X.../XO.../X..../...../..... O");
    assert!(!p.board().is_eye(point("A5"), Player::Black));
    // White breaks it by threatening the stone that it connects.
    let mut p = position(Rules::default(), ".XO../XO.../XO.../XO.../OO... O");
    play(&mut p, "A5");
    assert_eq!(p.board().captures(Player::White), 3 + 1);
}

#[test]
fn two_passes_end_the_game_and_it_can_be_resumed() {
    let mut p = position(rules("chinese"), "..X/.../... O");
    play(&mut p, "pass");
    assert!(!p.is_over());
    play(&mut p, "pass");
    assert_eq!(p.outcome(), Some(Outcome::Win(Player::Black)), "nine points against seven and a half");
    assert_eq!(p.check(mv("A1")), Err(Illegal::GameOver));
    let mut p = p.resumed(Player::White);
    assert_eq!((p.is_over(), p.turn(), p.passes()), (false, Player::White, 0));
    play(&mut p, "B2");
    assert_eq!(p.recent_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["B2", "pass", "pass"]);
}

#[test]
fn every_refusal_has_its_own_reason() {
    let mut ids = std::collections::HashSet::new();
    let natural = position(with_ko(Ko::Positional), KO);
    let refused = vec![
        (natural.clone(), "E1", Illegal::OffBoard),
        (natural.clone(), "B3", Illegal::Occupied),
        (natural.after(mv("C3")), "B3", Illegal::Ko),
        (position(rules("aga"), ".X/X. O"), "A2", Illegal::NoLiberty),
        (position(rules("tromp-taylor"), ".X/X. O"), "A2", Illegal::Superko),
        (natural.after(mv("pass")).after(mv("pass")), "A1", Illegal::GameOver),
    ];
    for (p, name, expected) in refused {
        assert_eq!(p.check(mv(name)), Err(expected), "{name} in {p}");
        assert!(expected.id().starts_with("go-illegal-") && ids.insert(expected.id()), "{}", expected.id());
        assert!(!expected.to_string().is_empty());
    }
}
