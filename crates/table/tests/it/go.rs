use plateau_core::Player::{self, Black, White};
use table::event::Offer;
use table::view::{Mark, Stage};
use table::{AnyTable, Command};

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
    let values: Vec<(&str, i32)> = black.counters.iter().map(|c| (c.id, c.half_points)).collect();
    assert_eq!(values, [("counter-captures", 2), ("counter-territory", 2), ("counter-stones", 4)]);
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
    assert_eq!(game.sentences(), ["go-played", "table-turn", "go-in-atari"]);
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
    assert!(matches!(game.view().stage, Stage::Marking { accepted: [false, false] }));
    assert_eq!(game.table.turn(), None);
    assert_eq!(game.refusal(Black, &Command::Play("A1".to_owned())), "table-marking");
    assert_eq!(game.refusal(Black, &Command::Mark("A1".to_owned())), "go-no-chain");
    game.command_by(White, &Command::Accept).expect("White accepts");
    game.command_by(Black, &Command::Mark("A3".to_owned())).expect("the stone is marked");
    assert!(matches!(game.view().stage, Stage::Marking { accepted: [false, false] }), "White accepted another marking");
    let dead: Vec<String> = game.view().board.cells.iter().filter(|c| c.dead).map(|c| c.name.clone()).collect();
    assert_eq!(dead, ["A3"]);
    for player in Player::BOTH {
        game.command_by(player, &Command::Accept).expect("accepted");
    }
    let view = game.view();
    assert_eq!(view.stage, Stage::Ended);
    // Black: 5 points of territory and 10 stones; White: 5 and 5, and 7.5 of komi.
    assert_eq!((game.result().as_str(), view.end.and_then(|end| end.half_points)), ("W+2.5", Some([30, 35])));
    let rows: Vec<String> =
        view.tally.expect("counted")[White].iter().map(|c| format!("{} {}", c.id, c.value())).collect();
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
    assert_eq!(game.result(), "B+17.5");
}

#[test]
fn resigning_ends_the_game_at_any_stage() {
    for mut game in [Played::new(NINE), finished()] {
        game.command_by(Black, &Command::Resign).expect("Black resigns");
        assert!(game.result() == "W+R");
        assert_eq!(game.refusal(White, &Command::Resign), "table-ended");
    }
}

#[test]
fn a_draw_needs_both() {
    let mut game = Played::new(NINE);
    assert_eq!(game.refusal(White, &Command::Answer(true)), "table-no-offer");
    game.command_by(Black, &Command::Offer(Offer::Draw)).expect("an offer");
    assert_eq!(game.refusal(Black, &Command::Answer(true)), "table-no-offer");
    assert_eq!(game.refusal(Black, &Command::Offer(Offer::Draw)), "table-offered-already");
    game.play("E5");
    assert_eq!(game.refusal(White, &Command::Answer(true)), "table-no-offer", "a move withdraws the offer");
    game.command_by(Black, &Command::Offer(Offer::Draw)).expect("an offer");
    game.command_by(White, &Command::Answer(true)).expect("accepted");
    assert!(game.result() == "0");
}

#[test]
fn a_declined_offer_is_told_and_not_repeated_before_the_position_changes() {
    let mut game = Played::new(NINE);
    game.play("D4 E5");
    for offer in [Offer::Draw, Offer::Takeback] {
        game.command_by(Black, &Command::Offer(offer)).expect("an offer");
        game.command_by(White, &Command::Answer(false)).expect("declined");
        assert_eq!(game.refusal(Black, &Command::Offer(offer)), "table-offer-declined");
        let said = game.view().sentences.pop().expect("it is told");
        let told = if offer == Offer::Draw { "table-declines-draw" } else { "table-declines-takeback" };
        assert_eq!((said.id.as_ref(), said.gaps), (told, vec![("player".into(), table::Side::White.into())]));
    }
    game.command_by(White, &Command::Offer(Offer::Draw)).expect("White was not declined");
    assert_eq!(game.sentences().last().map(String::as_str), Some("table-offers-draw"));
    game.play("F6");
    assert_eq!(game.sentences(), ["go-played", "table-turn"], "another position, another story");
    game.command_by(Black, &Command::Offer(Offer::Draw)).expect("the position has changed");
}

#[test]
fn offering_what_the_other_offers_is_accepting_it() {
    let mut game = Played::new(NINE);
    game.play("D4");
    game.command_by(Black, &Command::Offer(Offer::Draw)).expect("an offer");
    game.command_by(White, &Command::Offer(Offer::Takeback)).map(drop).expect_err("White has no move");
    game.command_by(White, &Command::Offer(Offer::Draw)).expect("agreed");
    assert_eq!(game.result(), "0");
    assert_eq!(game.refusal(White, &Command::Offer(Offer::Draw)), "table-ended");
}

#[test]
fn the_time_of_the_marking_is_nobodys() {
    let mut game = Played::new("game go\nsize 5\nclock 1m\n");
    game.play("C3 pass pass");
    game.now_ms = 3_600_000;
    game.command_by(White, &Command::Resume).expect("play goes on");
    let left = |player: Player| game.view().players[player].clock.expect("a clock").left.as_secs();
    assert_eq!((left(Black), left(White)), (60, 60));
}

#[test]
fn handicap_stones_are_placed_one_after_another() {
    let mut game = Played::new("game go\nsize 9\nhandicap free:3\n");
    assert_eq!(game.sentences(), ["table-turn", "go-place-handicap"]);
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

/// The komi that stood in older set-ups was not counted with handicap; what was counted stands there now.
#[test]
fn games_of_earlier_versions_keep_what_white_gets() {
    let set_up = |komi: &str, compensation: &str, handicap: &str| {
        format!("game go\nsize 9\nkomi {komi}\ncompensation {compensation}\nhandicap {handicap}\n")
    };
    for (handicap, komi) in [("fixed:4", "4.5"), ("free:3", "3.5"), ("none", "7.5")] {
        let table: AnyTable = set_up("7.5", "instead-of-komi", handicap).parse().expect("an older set-up");
        let text = table.setup().to_string();
        assert!(text.contains(&format!("\nkomi {komi}\ncompensation in-komi\n")), "{text}");
        let again: AnyTable = text.parse().expect("a set-up");
        assert_eq!(again.setup().to_string(), text);
    }
    let table: AnyTable = set_up("3.5", "in-komi", "fixed:4").parse().expect("a set-up");
    assert!(table.setup().to_string().contains("\nkomi 3.5\n"), "a komi of today is what it says");
}
