use plateau_core::Player::{Black, White};
use table::Command;
use table::view::Mark;

use crate::play::Played;

#[test]
fn a_won_line_is_shown_with_everything_it_shares() {
    let mut game = Played::new("game aligne4\n");
    game.play("0a1 1b1 2c1");
    assert_eq!(game.refusal(White, &Command::Play("0d1".to_owned())), "aligne4-illegal-used");
    assert_eq!(game.refusal(White, &Command::Play("3a1".to_owned())), "aligne4-illegal-occupied");
    game.command(&Command::Play("3 3".to_owned())).expect("a piece and the number of a cell");
    let view = game.view();
    assert_eq!(game.result(), "W+");
    assert_eq!(view.board.won.len(), 1);
    assert_eq!(view.board.won[0].cells, [0, 1, 2, 3]);
    assert_eq!(view.board.won[0].shared, ["aligne4-black", "aligne4-large"]);
    assert!(view.board.cells[..4].iter().all(|cell| cell.marks.contains(&Mark::Winning)));
    assert_eq!(game.sentences(), ["aligne4-put", "aligne4-won-line", "table-won"]);
}

#[test]
fn in_the_gift_variant_a_player_places_and_then_gives() {
    let mut game = Played::new("game aligne4\nvariant gift\n");
    assert_eq!(game.sentences(), ["aligne4-give", "table-turn"]);
    game.play("7");
    assert_eq!(game.table.turn(), Some(White));
    assert!(game.view().board.reserve.iter().any(|piece| piece.selected && piece.figure.code == '7'));
    // With a piece in hand a number is a cell, counted from 0 along the rows.
    game.play("8");
    assert_eq!((game.moves().as_str(), game.table.turn()), ("7 a3", Some(White)));
    assert_eq!(game.refusal(White, &Command::Play("b2".to_owned())), "aligne4-illegal-must-give");
    game.play("f");
    assert_eq!(game.table.turn(), Some(Black));
    assert_eq!(game.refusal(Black, &Command::Play("e".to_owned())), "aligne4-illegal-must-place");
}

#[test]
fn the_reserve_shrinks_as_pieces_are_put() {
    let mut game = Played::new("game aligne4\n");
    assert_eq!(game.view().board.reserve.len(), 16);
    game.play("0a1 fb2");
    assert_eq!(game.view().board.reserve.len(), 14);
    assert_eq!(game.view().players[Black].counters[0].value(), "14");
}
