//! Handicap stones, and what White gets for them.

use go::{DeadStones, Game, Handicap, Illegal, InvalidHandicap, Komi, Player, Rules, Size};
use plateau_core::{Game as _, Position as _};

use crate::setup::{mv, play, rules, size};

/// The order of the Go Text Protocol, as other programs place them.
#[test]
fn fixed_handicap_stands_on_the_star_points() {
    let points = |width, stones| {
        let game = Game::new(size(width), Rules::default(), Handicap::Fixed(stones)).unwrap();
        let names: Vec<_> = game.handicap_points().iter().map(ToString::to_string).collect();
        let start = game.start();
        assert_eq!((start.turn(), start.board().stones(Player::Black)), (Player::White, stones as u16));
        names.join(" ")
    };
    let table = [
        (19, 2, "D4 Q16"),
        (19, 3, "D4 Q16 D16"),
        (19, 4, "D4 Q16 D16 Q4"),
        (19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (13, 5, "D4 K10 D10 K4 G7"),
        (9, 3, "C3 G7 C7"),
        (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
    ];
    for (width, stones, expected) in table {
        assert_eq!(points(width, stones), expected, "{stones} on {width}×{width}");
    }
}

#[test]
fn impossible_handicaps_are_refused() {
    let refused = [
        (7, Handicap::Fixed(2), InvalidHandicap::NoStarPoints),
        (19, Handicap::Fixed(1), InvalidHandicap::FixedNumber),
        (19, Handicap::Fixed(10), InvalidHandicap::FixedNumber),
        (9, Handicap::Free(1), InvalidHandicap::FreeNumber),
        (2, Handicap::Free(4), InvalidHandicap::FreeNumber),
    ];
    for (width, handicap, expected) in refused {
        assert_eq!(Game::new(size(width), Rules::default(), handicap), Err(expected), "{handicap:?}");
    }
}

#[test]
fn black_places_free_stones_one_after_another() {
    let game = Game::new(Size::NINE, Rules::default(), Handicap::Free(3)).unwrap();
    let mut p = game.start();
    assert_eq!(p.check(mv("pass")), Err(Illegal::HandicapFirst));
    play(&mut p, "E5 E6");
    assert_eq!((p.turn(), p.handicap_left()), (Player::Black, 1));
    assert_eq!(p.check(mv("E6")), Err(Illegal::Occupied));
    assert!(p.to_string().ends_with(" X handicap=1"), "{p}");
    assert_eq!(game.position(&p.to_string()).unwrap().legal_moves().count(), 79);
    play(&mut p, "A1");
    assert_eq!((p.turn(), p.handicap_left()), (Player::White, 0));
    play(&mut p, "pass");
    assert_eq!(p.turn(), Player::Black);
}

/// What White gets in half points, as (komi, for the stones).
#[test]
fn compensation_follows_the_rule_set() {
    let table = [
        ("french", [(15, 0), (5, 0), (19, 0)]),
        ("chinese", [(15, 0), (1, 4), (1, 18)]),
        ("japanese", [(13, 0), (1, 0), (1, 0)]),
        ("korean", [(13, 0), (1, 0), (1, 0)]),
        ("aga", [(15, 0), (1, 2), (1, 16)]),
        ("new-zealand", [(14, 0), (1, 0), (1, 0)]),
        ("tromp-taylor", [(15, 0), (1, 0), (1, 0)]),
        ("sum", [(15, 0), (1, 0), (1, 0)]),
    ];
    for (name, expected) in table {
        let rules = rules(name);
        let usual = |stones| Rules { komi: rules.usual_komi(stones), ..rules }.bonus_half_points(stones);
        assert_eq!([0, 2, 9].map(usual), expected, "{name}");
    }
}

#[test]
fn a_komi_that_was_named_is_counted_whatever_the_handicap() {
    for (name, expected) in [("french", (11, 0)), ("chinese", (11, 4)), ("japanese", (11, 0)), ("aga", (11, 2))] {
        let named = Rules { komi: Komi::from_half_points(11), ..rules(name) };
        assert_eq!(named.bonus_half_points(2), expected, "{name}");
        assert_eq!(named.bonus_half_points(0), (11, 0), "{name}");
    }
}

/// A lead that is only expected becomes one that can be counted: komi and compensation decide between whole and half points.
#[test]
fn an_expected_lead_is_rounded_to_a_margin_that_can_be() {
    for (name, handicap, lead, margin) in [
        ("chinese", Handicap::None, 3.2, "B+3.5"),
        ("chinese", Handicap::None, -0.1, "W+0.5"),
        ("chinese", Handicap::None, 0.1, "B+0.5"),
        ("new-zealand", Handicap::None, 0.3, "0"),
        ("new-zealand", Handicap::None, -2.6, "W+3"),
        ("french", Handicap::Fixed(2), 10.2, "B+10.5"),
        ("japanese", Handicap::Fixed(9), 40.0, "B+40.5"),
        ("chinese", Handicap::None, f32::NAN, "W+7.5"),
    ] {
        let game = Game::new(Size::NINE, rules(name), handicap).unwrap();
        assert_eq!(game.start().margin_near(lead).to_string(), margin, "{name} {lead}");
    }
}

#[test]
fn compensation_reaches_the_count() {
    let margin = |name, handicap: Handicap| {
        let rules = rules(name);
        let rules = Rules { komi: rules.usual_komi(handicap.stones()), ..rules };
        let game = Game::new(Size::NINE, rules, handicap).unwrap();
        let text = "........./........./........./XXXXXXXXX/OOOOOOOOO/........./........./........./......... X";
        let count = game.position(text).unwrap().count(&DeadStones::NONE);
        count.margin().to_string()
    };
    assert_eq!(margin("french", Handicap::None), "W+16.5");
    assert_eq!(margin("french", Handicap::Fixed(4)), "W+13.5");
    assert_eq!(margin("french", Handicap::Free(4)), "W+13.5");
    assert_eq!(margin("chinese", Handicap::Fixed(4)), "W+13.5");
    assert_eq!(margin("aga", Handicap::Fixed(4)), "W+12.5");
    assert_eq!(margin("japanese", Handicap::Fixed(4)), "W+9.5");
}
