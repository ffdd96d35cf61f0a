use std::time::Duration;

use plateau_core::Player::{self, Black, White};
use table::event::{Action, Event};
use table::{AnyTable, Command};

use crate::play::Played;

#[test]
fn the_clock_of_the_player_to_move_runs() {
    let mut game = Played::new("game go\nsize 9\nclock 1m\n");
    let left = |game: &Played, player: Player| game.view().players[player].clock.expect("a clock").left;
    game.now_ms = 10_000;
    assert_eq!(left(&game, Black), Duration::from_secs(50));
    assert_eq!(left(&game, White), Duration::from_secs(60));
    game.play("D4");
    game.now_ms = 25_000;
    assert_eq!((left(&game, Black), left(&game, White)), (Duration::from_secs(50), Duration::from_secs(45)));
}

#[test]
fn whose_time_is_up_loses_whatever_comes() {
    let mut game = Played::new("game go\nsize 9\nclock 1m\n");
    game.now_ms = 60_000;
    assert_eq!(game.table.tick(59_999), None);
    assert_eq!(game.table.tick(60_000), Some(Action::Fall(Black)));
    let actions = game.command(&Command::Play("D4".to_owned())).expect("an answer");
    assert_eq!(actions, [Action::Fall(Black)]);
    assert!(game.result() == "W+T");
    assert_eq!(game.table.tick(99_999), None, "an ended game has no clock");
}

#[test]
fn a_stopped_clock_does_not_run() {
    let mut game = Played::new("game go\nsize 9\nclock 1m\n");
    game.table.stop_clock(10_000);
    game.now_ms = 500_000;
    assert_eq!(game.view().players[Black].clock.expect("a clock").left, Duration::from_secs(50));
    game.table.start_clock(500_000);
    game.now_ms = 505_000;
    assert_eq!(game.view().players[Black].clock.expect("a clock").left, Duration::from_secs(45));
}

#[test]
fn leaving_the_table_gains_no_time() {
    let mut game = Played::new("game go\nsize 9\nclock 1m\n");
    let think = game.table.leave(10_000).expect("a clock runs");
    assert_eq!(think, Action::Think { spent_ms: 10_000 });
    let left = Event { at_ms: 10_000, action: think };
    // The program ends here; hours later the log is read again.
    let mut again: AnyTable = "game go\nsize 9\nclock 1m\n".parse().expect("a good set-up");
    again.apply(&left).expect("it fits");
    again.start_clock(9_000_000);
    let shown = |table: &AnyTable, now_ms| table.clock(Black, now_ms).expect("a clock").reading().left;
    assert_eq!(shown(&again, 9_005_000), Duration::from_secs(45));
    // At a table that stays open nothing changes.
    game.table.apply(&left).expect("it fits");
    assert_eq!(shown(&game.table, 15_000), Duration::from_secs(45));
    assert_eq!(Played::new("game go\nsize 9\n").table.leave(10_000), None, "without a clock there is nothing to keep");
}

#[test]
fn a_game_begins_when_it_is_started_or_a_move_is_made_and_can_be_cancelled_until_then() {
    let setup = "game go\nsize 9\nclock 1m\n";
    let new = || setup.parse::<AnyTable>().expect("a good set-up");
    let left = |table: &AnyTable, now_ms| table.clock(Black, now_ms).expect("a clock").reading().left;
    let mut started = new();
    let start = started.start().expect("it has not begun");
    started.start_clock(0);
    started.apply(&Event { at_ms: 30_000, action: start.clone() }).expect("it fits");
    assert!(started.is_begun());
    assert_eq!(left(&started, 40_000), Duration::from_secs(50), "what came before the start is nobody's time");
    assert_eq!(started.cancel().expect_err("too late").id, "table-begun");
    assert_eq!(started.apply(&Event { at_ms: 1, action: start }).expect_err("once").id, "table-begun");

    let mut played = Played::new(setup);
    played.play("D4");
    assert!(played.table.is_begun() && played.table.start().is_err());

    let mut cancelled = new();
    let cancel = cancelled.cancel().expect("nobody has come");
    cancelled.apply(&Event { at_ms: 7, action: cancel }).expect("it fits");
    assert!(cancelled.is_cancelled() && !started.is_cancelled());
    let view = cancelled.view(&table::view::Wanted::default(), 7);
    assert_eq!(view.sentences.last().map(|said| said.id.as_ref()), Some("table-cancelled"));
    assert_eq!(cancelled.start().expect_err("it is over").id, "table-ended");
}

#[test]
fn who_went_away_can_forfeit_a_game_that_is_not_over() {
    let mut game = Played::new("game go\nsize 9\n");
    let forfeit = game.table.forfeit(White).expect("a game that goes on");
    game.table.apply(&Event { at_ms: 5, action: forfeit }).expect("it fits");
    assert!(game.result() == "B+F");
    assert!(game.table.write_record("game.sgf").expect("a record").contains("RE[B+F]"));
    assert_eq!(game.table.forfeit(Black).expect_err("it is over").id, "table-ended");
}
