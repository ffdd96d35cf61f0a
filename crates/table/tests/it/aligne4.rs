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

/// What is said of the lines that won: each kind of line, with all that it shares.
fn won(setup: &str, moves: &str) -> Vec<String> {
    let mut game = Played::new(setup);
    game.play(moves);
    let said = game.view().sentences.into_iter().find(|message| message.id.starts_with("aligne4-won")).expect("a line");
    let tell = |id: &str, gaps: &[(&str, String)]| {
        let gaps: Vec<&str> = gaps.iter().map(|(_, gap)| gap.as_str()).collect();
        format!("{id} {}", gaps.join(" | ")).trim().to_owned()
    };
    said.say(&|id: &str, gaps: &[(&str, Told)]| {
        tell(id, &gaps.iter().map(|(name, gap)| (*name, gap.0.clone())).collect::<Vec<_>>())
    })
    .split(", ")
    .map(str::to_owned)
    .collect()
}

/// What fills a gap, as text.
struct Told(String);

impl From<String> for Told {
    fn from(text: String) -> Told {
        Told(text)
    }
}

impl From<i64> for Told {
    fn from(number: i64) -> Told {
        Told(number.to_string())
    }
}

#[test]
fn the_winning_sentence_names_all_that_is_shared_and_the_kind_of_line() {
    assert_eq!(won("game aligne4\n", "0a1 1b1 2c1 3d1"), ["aligne4-won-line row | aligne4-black", "aligne4-large"]);
    assert_eq!(
        won("game aligne4\n", "0a1 9b2 1c3 8d4"),
        ["aligne4-won-line diagonal | aligne4-large", "aligne4-animal"]
    );
    let square = won("game aligne4\nvariant squares\n", "0a1 1b1 2a2 3b2");
    assert_eq!(square, ["aligne4-won-line square | aligne4-black", "aligne4-large"]);
    // The last piece completes a row and a column at once.
    let both = won("game aligne4\n", "0b1 9c1 dd1 5a2 ca3 6a4 4a1");
    assert_eq!(
        both,
        ["aligne4-won-several aligne4-won-part row | aligne4-animal", "aligne4-won-part column | aligne4-small"]
    );
}

#[test]
fn players_are_first_and_second_and_moves_are_told_in_words() {
    use table::{Kind, Message, Side, Value};
    let mut game = Played::new("game aligne4\n");
    game.play("7b2");
    let said = game.view().sentences;
    let sides: Vec<Value> = said.iter().flat_map(|message| message.gaps.clone()).map(|(_, value)| value).collect();
    assert!(sides.contains(&Side::First.into()) && sides.contains(&Side::Second.into()), "{said:?}");
    let piece = Message::new("aligne4-piece-7");
    let put = Message::new("aligne4-move-put").with("piece", piece.clone()).with("cell", "b2");
    assert_eq!(Kind::Aligne4.told_move("7b2"), put.into());
    assert_eq!(Kind::Aligne4.told_move("7"), Message::new("aligne4-move-give").with("piece", piece).into());
    assert_eq!(Kind::Go.told_move("D4"), "D4".into());
}

#[test]
fn in_the_gift_variant_a_player_places_and_then_gives() {
    let mut game = Played::new("game aligne4\nvariant gift\n");
    assert_eq!(game.sentences(), ["table-turn", "aligne4-give"]);
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
}
