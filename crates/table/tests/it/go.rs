use plateau_core::Player::{self, Black, White};
use table::Command;
use table::event::Offer;
use table::view::{Mark, Stage};

use crate::play::Played;

const NINE: &str = "game go\nsize 9\n";
const FIVE: &str = "game go\nsize 5\n";

#[test]
fn moves_come_as_coordinates_and_numbers() {
    let mut game = Played::new(NINE);
    game.play("D4 0 e5 80 88");
    assert_eq!(game.moves(), "D4 A9 E5 J1 pass");
    for (text, id) in [
        ("81", "go-illegal-off-board"),
        ("K10", "go-illegal-off-board"),
        ("D4", "go-illegal-occupied"),
        ("nonsense", "error-column"),
        ("", "error-column-end"),
    ] {
        assert_eq!(game.refusal(White, &Command::Play(text.to_owned())), id, "{text}");
    }
    assert_eq!(game.refusal(Black, &Command::Play("A1".to_owned())), "table-not-your-turn");
    assert_eq!(game.moves(), "D4 A9 E5 J1 pass", "a refusal changes nothing");
}

#[test]
fn captures_are_told_and_counted() {
    let mut game = Played::new(FIVE);
    game.play("B1 A1 A2");
    assert_eq!(game.sentences(), ["go-captured", "table-turn"]);
    let black = &game.view().players[Black];
    let values: Vec<(&str, &str)> = black.counters.iter().map(|c| (c.id, c.value.as_str())).collect();
    assert_eq!(values, [("counter-captures", "1"), ("counter-territory", "23"), ("counter-stones", "2")]);
}

#[test]
fn the_player_in_atari_is_warned() {
    let mut game = Played::new(FIVE);
    game.play("B1 A1");
    assert_eq!(game.sentences(), ["go-played", "table-turn"]);
    game.play("E5 E1 A2");
    assert!(!game.sentences().contains(&"go-in-atari".to_owned()), "the stone is gone");
    let mut game = Played::new(FIVE);
    game.play("C3 C2 A1 C4 A2 B3 A3");
    assert_eq!(game.sentences(), ["go-played", "table-turn"], "it is White's turn, whose stones are safe");
    game.play("E1");
    assert_eq!(game.sentences(), ["go-played", "go-in-atari", "table-turn"]);
}

/// Black holds the left, White the right, with a white stone dead on the left: a little game to its two passes.
fn finished() -> Played {
    let mut game = Played::new(FIVE);
    game.play("B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 pass A3 C1 pass C2 pass C3 pass C4 pass C5 pass pass");
    game
}

#[test]
fn two_passes_lead_to_the_marking_and_both_must_accept() {
    let mut game = finished();
    assert!(matches!(game.view().stage, Stage::Marking { accepted: [false, false], .. }));
    assert_eq!(game.table.turn(), None);
    assert_eq!(game.refusal(Black, &Command::Play("A1".to_owned())), "table-marking");
    assert_eq!(game.refusal(Black, &Command::Mark("A1".to_owned())), "go-no-chain");
    game.command_by(White, &Command::Accept).expect("White accepts");
    game.command_by(Black, &Command::Mark("A3".to_owned())).expect("the stone is marked");
    assert!(
        matches!(game.view().stage, Stage::Marking { accepted: [false, false], .. }),
        "White accepted another marking"
    );
    let dead: Vec<String> = game.view().board.cells.iter().filter(|c| c.dead).map(|c| c.name.clone()).collect();
    assert_eq!(dead, ["A3"]);
    for player in Player::BOTH {
        game.command_by(player, &Command::Accept).expect("accepted");
    }
    let Stage::Ended { result, points, tally } = game.view().stage else { panic!("the game is over") };
    // Black: 5 points of territory and 10 stones; White: 5 and 5, and 7.5 of komi.
    assert_eq!((result.as_str(), points), ("W+2.5", Some(["15".to_owned(), "17.5".to_owned()])));
    let rows: Vec<String> = tally.expect("counted")[White].iter().map(|c| format!("{} {}", c.id, c.value)).collect();
    assert_eq!(rows, ["counter-territory 5", "counter-stones 5", "counter-komi 7.5", "counter-total 17.5"]);
    assert_eq!(game.refusal(Black, &Command::Accept), "table-not-marking");
}

#[test]
fn who_does_not_accept_plays_on() {
    let mut game = finished();
    game.command_by(Black, &Command::Resume).expect("play goes on");
    assert!(game.table.turn().is_some());
    game.play("A1 A4 pass pass");
    assert!(matches!(game.view().stage, Stage::Marking { .. }));
}

#[test]
fn the_machine_can_propose_a_marking() {
    let mut game = finished();
    game.command_by(White, &Command::Mark("B1".to_owned())).expect("anything can be marked");
    game.command_by(White, &Command::Propose(vec!["A3".to_owned()])).expect("a proposal replaces the marking");
    let dead: Vec<String> = game.view().board.cells.iter().filter(|c| c.dead).map(|c| c.name.clone()).collect();
    assert_eq!(dead, ["A3"]);
}

#[test]
fn where_everything_is_alive_there_is_no_marking() {
    let mut game = Played::new("game go\nsize 5\neverything-alive yes\n");
    game.play("C3 pass pass");
    let Stage::Ended { result, .. } = game.view().stage else { panic!("the game is over") };
    assert_eq!(result, "B+17.5");
}

#[test]
fn resigning_ends_the_game_at_any_stage() {
    for mut game in [Played::new(NINE), finished()] {
        game.command_by(Black, &Command::Resign).expect("Black resigns");
        assert!(matches!(game.view().stage, Stage::Ended { result, .. } if result == "W+R"));
        assert_eq!(game.refusal(White, &Command::Resign), "table-ended");
    }
}

#[test]
fn a_draw_needs_both() {
    let mut game = Played::new(NINE);
    assert_eq!(game.refusal(White, &Command::Answer(true)), "table-no-offer");
    game.command_by(Black, &Command::Offer(Offer::Draw)).expect("an offer");
    assert_eq!(game.refusal(Black, &Command::Answer(true)), "table-no-offer");
    game.command_by(White, &Command::Answer(false)).expect("declined");
    game.command_by(Black, &Command::Offer(Offer::Draw)).expect("an offer");
    game.play("E5");
    assert_eq!(game.refusal(White, &Command::Answer(true)), "table-no-offer", "a move withdraws the offer");
    game.command_by(Black, &Command::Offer(Offer::Draw)).expect("an offer");
    game.command_by(White, &Command::Answer(true)).expect("accepted");
    assert!(matches!(game.view().stage, Stage::Ended { result, .. } if result == "0"));
}

#[test]
fn handicap_stones_are_placed_one_after_another() {
    let mut game = Played::new("game go\nsize 9\nhandicap free:3\n");
    assert_eq!(game.sentences(), ["go-place-handicap", "table-turn"]);
    game.play("C3 G7");
    assert_eq!(game.table.turn(), Some(Black));
    game.play("C7");
    assert_eq!(game.table.turn(), Some(White));
}

#[test]
fn the_board_is_drawn_from_the_upper_left() {
    let mut game = Played::new(NINE);
    game.play("A9 J1");
    let board = game.view().board;
    assert_eq!((board.cells[0].name.as_str(), board.cells[80].name.as_str()), ("A9", "J1"));
    assert_eq!(board.columns.concat(), "ABCDEFGHJ");
    assert_eq!(board.rows.concat(), "987654321");
    assert_eq!(board.cells[80].marks, [Mark::Last]);
    assert_eq!(board.cells.iter().filter(|cell| cell.star).count(), 5);
    assert_eq!(board.cells.iter().filter(|cell| cell.legal).count(), 79);
}
