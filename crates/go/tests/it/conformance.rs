use go::{Compensation, Game, Handicap, Ko, Komi, Move, Position, Rules, Scoring, Size};
use plateau_core::{Dihedral, Game as _, Position as _, Symmetric};
use testkit::conformance::{Effort, check};
use testkit::fuzz;

use crate::setup::{every_rule_set, size};

fn effort(width: u8) -> Effort {
    match width {
        ..=3 => Effort { games: 30, max_plies: 120, seed: 1 },
        4..=5 => Effort { games: 6, max_plies: 120, seed: 2 },
        _ => Effort { games: 1, max_plies: 60, seed: 3 },
    }
}

#[test]
fn every_rule_set_on_small_and_usual_boards() {
    for (_, rules) in every_rule_set() {
        for width in [1, 2, 3, 4, 5, 9] {
            check(&Game::even(size(width), rules), effort(width));
        }
    }
}

#[test]
fn the_largest_boards() {
    for width in [19, 25] {
        check(&Game::even(size(width), Rules::default()), Effort { games: 1, max_plies: 12, seed: 4 });
    }
}

/// Every combination of the parts that decide what is legal, named or not.
#[test]
fn every_combination_of_ko_and_suicide() {
    for (_, ko) in Ko::NAMES {
        for suicide in [false, true] {
            let (scoring, compensation) = (Scoring::Territory, Compensation::None);
            let rules = Rules { scoring, ko, suicide, komi: Komi::default(), compensation, everything_alive: false };
            for width in 1..=4 {
                check(&Game::even(size(width), rules), effort(width));
            }
        }
    }
}

#[test]
fn handicap_games() {
    for handicap in [Handicap::Fixed(2), Handicap::Fixed(9), Handicap::Free(3), Handicap::Free(80)] {
        let game = Game::new(Size::NINE, Rules::default(), handicap).unwrap();
        check(&game, Effort { games: 2, max_plies: 100, seed: 5 });
    }
    let game = Game::new(size(2), Rules::default(), Handicap::Free(3)).unwrap();
    check(&game, Effort { games: 20, max_plies: 100, seed: 6 });
}

#[test]
fn arbitrary_bytes_break_nothing() {
    let mut rng = fastrand::Rng::with_seed(7);
    let alphabet = b"XO./ ko=passes=handicap=captures=,0123456789ABCxo\xc3\xa9";
    for (_, rules) in every_rule_set() {
        for width in [1, 3, 9] {
            let game = Game::new(size(width), rules, if width == 1 { Handicap::None } else { Handicap::Free(2) });
            let game = game.unwrap();
            for _ in 0..60 {
                let bytes: Vec<u8> = (0..200).map(|_| rng.u8(..)).collect();
                fuzz::play_indices(&game, &bytes);
                let text: Vec<u8> = (0..rng.usize(..40)).map(|_| rng.choice(*alphabet).unwrap()).collect();
                fuzz::read_position(&game, &text);
                fuzz::read_move::<Position>(&text[..text.len().min(5)]);
            }
        }
    }
}

/// Texts that were right until a character was changed, lost or doubled reach further into the reader than random ones.
#[test]
fn damaged_texts_break_nothing() {
    let mut rng = fastrand::Rng::with_seed(8);
    let game = Game::new(size(3), Rules::default(), Handicap::Free(3)).unwrap();
    let texts = [
        "X../.O./... O",
        ".XO/XO./.XO X captures=12,3",
        ".../X../... X handicap=2",
        ".X./X.X/OXO O ko=B2 captures=0,1",
        ".O./O.O/XOX O passes=2 captures=1,0",
    ];
    for text in texts {
        for _ in 0..3000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..rng.usize(1..3) {
                let at = rng.usize(..bytes.len());
                match rng.u8(..3) {
                    0 => bytes[at] = rng.choice(*b"XO./ =,0123ABCko").unwrap(),
                    1 => bytes.insert(at, bytes[at]),
                    _ => drop(bytes.remove(at)),
                }
            }
            fuzz::read_position(&game, &bytes);
        }
    }
}

#[test]
fn a_symmetry_moves_the_ko_and_the_last_moves_with_it() {
    let game = Game::even(size(4), "japanese".parse().unwrap());
    let mut position = game.position(".XO./XO.O/.XO./.... X").unwrap();
    position.play("C3".parse().unwrap()).unwrap();
    let mirrored = position.transformed(Dihedral::ALL[4]);
    assert_eq!(mirrored.to_string(), ".OX./OX.X/.OX./.... O ko=C3 captures=1,0");
    assert_eq!(mirrored.recent_moves().collect::<Vec<_>>(), ["B3".parse::<Move>().unwrap()]);
    assert_eq!(mirrored.board().atari("B3".parse().unwrap()), Some("C3".parse().unwrap()));
}
