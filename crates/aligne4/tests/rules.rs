//! What wins, what draws, what is refused.

use aligne4::{Cell, Characteristic, Characteristics, Game, Illegal, Line, LineShape, Move, Piece, Position, Rules};
use fastrand::Rng;
use plateau_core::{Game as _, Outcome, Player, Position as _, Reason as _};

const GIFT: Rules = Rules { gift: true, squares: false };
const SQUARES: Rules = Rules { gift: false, squares: true };

fn read(rules: Rules, text: &str) -> Position {
    Game::new(rules).position(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// A full board on which no line, and no square of two by two either, shares anything.
const DRAWN: &str = "2369/0f15/aec7/d4b8";

/// Every four of the eight pieces with a characteristic, on every line, win by it, whichever is placed last.
#[test]
fn every_line_wins_by_every_characteristic() {
    for (rules, lines) in [(Rules::BASE, 10), (SQUARES, 19)] {
        let mut seen = 0;
        for line in Line::all(rules.squares) {
            for characteristic in Characteristic::ALL {
                let having: Vec<Piece> = Piece::all().filter(|piece| piece.is(characteristic)).collect();
                for first in 0..5 {
                    complete(rules, line, characteristic, &having[first..first + 4]);
                }
                seen += 1;
            }
        }
        assert_eq!(seen, lines * 8);
    }
}

fn complete(rules: Rules, line: Line, characteristic: Characteristic, pieces: &[Piece]) {
    for last in 0..4 {
        let mut order: Vec<(Piece, Cell)> = pieces.iter().copied().zip(line.cells()).collect();
        order.swap(last, 3);
        let mut position = Position::new(rules);
        for (number, (piece, cell)) in order.into_iter().enumerate() {
            assert_eq!(position.outcome(), None, "{position}");
            assert_eq!(position.completes(piece, cell), number == 3);
            position.play(Move::Put { piece, cell }).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(Player::White)), "{position}");
        let won: Vec<_> = position.won_lines().collect();
        assert_eq!(won.len(), 1);
        assert_eq!(won[0].line, line);
        let shared: Characteristics =
            Characteristic::ALL.into_iter().filter(|&c| pieces.iter().all(|p| p.is(c))).collect();
        assert_eq!(won[0].shared, shared);
        assert!(shared.contains(characteristic));
    }
}

/// Four pieces that share nothing do not win, on any line.
#[test]
fn a_full_line_that_shares_nothing_goes_on() {
    for line in Line::all(true) {
        let mut position = Position::new(SQUARES);
        for (piece, cell) in ["0", "f", "5", "a"].into_iter().zip(line.cells()) {
            position.play(Move::Put { piece: piece.parse().unwrap(), cell }).unwrap();
        }
        assert_eq!(position.outcome(), None, "{position}");
        assert_eq!(position.won_lines().count(), 0);
        assert!(position.shared(line).is_empty());
    }
}

#[test]
fn one_piece_can_complete_several_lines() {
    let mut position = read(Rules::BASE, ".4d5/9e../b.2./a..0");
    position.play("8a1".parse().unwrap()).unwrap();
    let won: Vec<String> = position.won_lines().map(|won| format!("{} {}", won.line, won.shared)).collect();
    assert_eq!(won, ["a1-d1 animal", "a1-a4 white, large", "a1-d4 round"]);
    let shapes: Vec<LineShape> = position.won_lines().map(|won| won.line.shape()).collect();
    assert_eq!(shapes, [LineShape::Row(0), LineShape::Column(0), LineShape::Falling]);
}

#[test]
fn the_last_mover_wins() {
    for (rules, text, winner) in [
        (Rules::BASE, "0123/..../..../....", Player::White),
        (Rules::BASE, "0123/f.../..../....", Player::Black),
        // White places the first piece under the gift rule.
        (GIFT, "0123/..../..../....", Player::Black),
        (GIFT, "0123/f.../..../....", Player::White),
        (SQUARES, "01../23../..../....", Player::White),
    ] {
        let position = read(rules, text);
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{text}");
        assert_eq!(position.count_legal_moves(), 0);
    }
    assert_eq!(read(Rules::BASE, "01../23../..../....").outcome(), None);
}

#[test]
fn a_full_board_without_an_alignment_is_a_draw() {
    for rules in Rules::ALL {
        let position = read(rules, DRAWN);
        assert_eq!(position.outcome(), Some(Outcome::Draw), "{}", rules.name());
        assert_eq!(position.won_lines().count(), 0);
        // The same board is reached by play, in any order.
        let mut order: Vec<Cell> = Cell::all().collect();
        Rng::with_seed(3).shuffle(&mut order);
        let mut played = Position::new(rules);
        for cell in order {
            let piece = position.piece_at(cell).unwrap();
            assert_eq!(played.outcome(), None);
            if rules.gift {
                played.play(Move::Give(piece)).unwrap();
                played.play(Move::Place(cell)).unwrap();
            } else {
                played.play(Move::Put { piece, cell }).unwrap();
            }
        }
        assert_eq!(played, position);
    }
}

#[test]
fn turns_alternate_except_under_the_gift_rule() {
    use Player::{Black, White};
    let turns = |rules, moves: &[&str]| {
        let mut position = Position::new(rules);
        let mut turns = vec![position.turn()];
        for mv in moves {
            position.play(mv.parse().unwrap()).unwrap();
            turns.push(position.turn());
        }
        turns
    };
    assert_eq!(turns(Rules::BASE, &["0a1", "1b1", "2c1"]), [Black, White, Black, White]);
    assert_eq!(turns(GIFT, &["0", "a1", "1", "b1", "2"]), [Black, White, White, Black, Black, White]);
}

#[test]
fn refusals_say_which_rule() {
    let (a1, b2) = (Cell::new(0).unwrap(), Cell::new(5).unwrap());
    let piece = |digit| Piece::new(digit).unwrap();
    let won = "0123/..../..../....";
    for (rules, text, mv, why) in [
        (Rules::BASE, "0.../..../..../....", "1a1", Illegal::Occupied(a1)),
        (Rules::BASE, "0.../..../..../....", "0b2", Illegal::Used(piece(0))),
        (Rules::BASE, "0.../..../..../....", "0a1", Illegal::Used(piece(0))),
        (Rules::BASE, "start", "7", Illegal::NeedsPieceAndCell),
        (Rules::BASE, "start", "b2", Illegal::NeedsPieceAndCell),
        (Rules::BASE, won, "7b2", Illegal::Over),
        (Rules::BASE, DRAWN, "7b2", Illegal::Over),
        (GIFT, "start", "b2", Illegal::MustGive),
        (GIFT, "start", "7b2", Illegal::MustGive),
        (GIFT, "0.../..../..../....", "0", Illegal::Used(piece(0))),
        (GIFT, "0.../..../..../.... 7", "8", Illegal::MustPlace(piece(7))),
        (GIFT, "0.../..../..../.... 7", "8b2", Illegal::MustPlace(piece(7))),
        (GIFT, ".....f.......... 7", "b2", Illegal::Occupied(b2)),
        (GIFT, won, "7", Illegal::Over),
        (GIFT, DRAWN, "a1", Illegal::Over),
    ] {
        let mut position = read(rules, text);
        let before = position;
        assert_eq!(position.play(mv.parse().unwrap()), Err(why), "{mv} on {text:?}");
        assert_eq!(position, before);
        assert!(why.id().starts_with("aligne4-illegal-"));
    }
}

#[test]
fn the_reserve_and_the_empty_cells_are_what_is_left() {
    let position = read(GIFT, "0.../.f../..../.... 7");
    assert_eq!(position.reserve().map(|p| p.to_string()).collect::<String>(), "12345689abcde");
    assert_eq!(position.empty_cells().len(), 14);
    assert_eq!((position.placed(), position.given()), (2, Piece::new(7)));
    assert_eq!(position.piece_at("b2".parse().unwrap()), Piece::new(15));
    assert_eq!(position.mask(Characteristic::White), 0b10_0000);
}
