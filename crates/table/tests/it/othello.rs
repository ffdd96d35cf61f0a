use plateau_core::Player::{Black, White};
use table::Command;

use crate::play::Played;

const SETUP: &str = "game othello\n";
const REFERENCE: &str = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e2a3d1c1a4a5f3g4f1e7d7d8e6f6b6e1b1c7a6a7b2f7g3g5h4h5g2h1g1a1a2b7c8b8a8h3h6g6e8h7h2h8g8g7f8";

#[test]
fn moves_come_as_coordinates_and_numbers() {
    let mut game = Played::new(SETUP);
    game.play("f5 64");
    assert_eq!(game.moves(), "f5 d6");
    assert_eq!(game.refusal(Black, &Command::Play("a1".to_owned())), "othello-illegal-turns-nothing");
    assert_eq!(game.refusal(Black, &Command::Play("pass".to_owned())), "othello-illegal-may-not-pass");
    assert_eq!(game.refusal(Black, &Command::Play("99".to_owned())), "error-column");
}

#[test]
fn the_reference_game_passes_for_black_twice_by_itself() {
    let mut game = Played::new(SETUP);
    let moves: Vec<&str> = (0..60).map(|ply| &REFERENCE[2 * ply..2 * ply + 2]).collect();
    for (number, mv) in (1..).zip(moves) {
        game.play(mv);
        if [56, 57].contains(&number) {
            assert_eq!(game.table.turn(), Some(White), "Black has passed before move {}", number + 1);
            assert_eq!(game.sentences(), ["othello-played", "othello-passed", "table-turn"], "the pass hides no move");
        }
    }
    assert_eq!(game.view().moves.iter().filter(|mv| mv.is_pass).count(), 2);
    let points = game.view().end.and_then(|end| end.points());
    assert_eq!((game.result().as_str(), points), ("W+24", Some(["20".to_owned(), "44".to_owned()])));
}

#[test]
fn who_had_to_pass_is_told_all_that_the_opponent_did_meanwhile() {
    let mut game = Played::new(SETUP);
    let moves: Vec<&str> = (0..58).map(|ply| &REFERENCE[2 * ply..2 * ply + 2]).collect();
    game.play(&moves.join(" "));
    assert_eq!(game.table.turn(), Some(Black));
    let told = ["othello-played", "othello-passed", "othello-played", "othello-passed", "othello-played", "table-turn"];
    assert_eq!(game.sentences(), told);
    game.command(&Command::Undo).expect("a move to take back");
    game.command(&Command::Redo).expect("a move to play again");
    assert_eq!(game.sentences(), told, "and the same after going back and forth");
}

#[test]
fn legal_squares_are_shown_to_the_player_to_move() {
    let game = Played::new(SETUP);
    let legal: Vec<String> = game.view().board.cells.iter().filter(|c| c.legal).map(|c| c.name.clone()).collect();
    assert_eq!(legal, ["d3", "c4", "f5", "e6"]);
    assert!(!game.view().can.pass);
}
