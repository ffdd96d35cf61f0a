use plateau_core::Player::{Black, White};
use table::Command;
use table::event::{Action, Offer};

use crate::play::Played;

/// Undoes and tells what is left of the moves.
fn undo(game: &mut Played) -> String {
    game.command(&Command::Undo).expect("something to undo");
    game.moves()
}

#[test]
fn two_people_go_back_move_by_move() {
    let mut game = Played::new("game go\nsize 9\n");
    game.play("D4 E5 F6");
    assert_eq!(undo(&mut game), "D4 E5");
    assert_eq!(undo(&mut game), "D4");
    game.command(&Command::Redo).expect("something to redo");
    assert_eq!(game.moves(), "D4 E5");
    game.play("C3");
    assert_eq!(game.refusal(White, &Command::Redo), "table-nothing-to-redo");
}

#[test]
fn against_the_machine_one_goes_back_to_ones_own_turn() {
    for (setup, moves, left) in [
        ("game go\nsize 9\nwhite level:1\tMachine\n", "D4 E5 F6 G7", "D4 E5"),
        ("game go\nsize 9\nwhite level:1\tMachine\n", "D4 E5 F6", "D4 E5"),
        ("game go\nsize 9\nblack level:1\tMachine\n", "D4 E5 F6", "D4"),
        ("game go\nsize 9\nblack level:1\tM\nwhite level:2\tN\n", "D4 E5 F6", "D4 E5"),
    ] {
        let mut game = Played::new(setup);
        game.play(moves);
        assert_eq!(undo(&mut game), left, "{setup}");
        let plies = moves.split(' ').count();
        while game.moves().split(' ').count() < plies {
            game.command(&Command::Redo).expect("something to redo");
        }
        assert_eq!(game.moves(), moves);
    }
}

#[test]
fn nothing_is_left_to_undo_before_ones_first_decision() {
    let mut game = Played::new("game go\nsize 9\nblack level:1\tMachine\n");
    assert_eq!(game.refusal(White, &Command::Undo), "table-nothing-to-undo");
    game.play("D4");
    assert_eq!(game.refusal(White, &Command::Undo), "table-nothing-to-undo", "the machine's first move stays");
}

#[test]
fn a_forced_pass_is_no_decision() {
    // After c1 White has no move, and Black still has f8.
    let mut game = Played::new(&format!("game othello\nstart XO{}OX X\n", "-".repeat(60)));
    game.play("c1");
    assert_eq!(game.moves(), "c1 pass");
    assert_eq!(undo(&mut game), "");
}

#[test]
fn a_finished_game_can_be_taken_back() {
    let mut game = Played::new("game aligne4\n");
    game.play("0a1 1b1 2c1 3d1");
    assert_eq!(game.table.turn(), None);
    assert_eq!(undo(&mut game), "0a1 1b1 2c1");
    assert_eq!(game.table.turn(), Some(White));
}

#[test]
fn a_takeback_by_consent_goes_to_the_turn_of_the_one_who_asked() {
    let mut game = Played::new("game go\nsize 9\n");
    game.play("D4 E5");
    game.command_by(Black, &Command::Offer(Offer::Takeback)).expect("asked");
    let actions = game.command_by(White, &Command::Answer(true)).expect("granted");
    assert_eq!(actions, [Action::Undo { plies: 2 }]);
    assert_eq!(game.moves(), "");
}

#[test]
fn only_a_move_of_ones_own_can_be_asked_back() {
    let mut game = Played::new("game go\nsize 9\n");
    game.play("D4");
    assert_eq!(game.refusal(White, &Command::Offer(Offer::Takeback)), "table-nothing-to-take-back");
    game.command_by(Black, &Command::Offer(Offer::Takeback)).expect("Black's own move");
    // Before White's only decision Black has passed by force: that is no decision to be asked back.
    let mut game = Played::new(&format!("game othello\nstart XO{}OX X\n", "-".repeat(60)));
    game.play("c1");
    assert_eq!(game.refusal(White, &Command::Offer(Offer::Takeback)), "table-nothing-to-take-back");
}
