//! What a log may hold: events that fit what was before, any number of them, and nothing else.

use std::time::{Duration, Instant};

use plateau_core::Player::{Black, White};
use table::event::{Action, Event, Offer};
use table::view::Stage;
use table::{AnyTable, Command, MAX_EVENTS, Seat, Who};

use crate::play::Played;

fn apply(table: &mut AnyTable, action: Action) -> Result<(), String> {
    table.apply(&Event { at_ms: 0, action }).map_err(|why| why.id.into_owned())
}

fn play(mv: &str) -> Action {
    Action::Play { mv: mv.to_owned(), spent_ms: 0 }
}

#[test]
fn an_event_that_does_not_fit_is_refused_and_changes_nothing() {
    let ended = |how: Action| vec![play("C3"), how];
    let resigned = || ended(Action::Resign(White));
    let marking = || vec![play("C3"), play("pass"), play("pass")];
    for (before, action, refusal) in [
        (resigned(), play("D4"), "table-ended"),
        (resigned(), Action::Resign(Black), "table-ended"),
        (resigned(), Action::Fall(Black), "table-ended"),
        (resigned(), Action::Forfeit(Black), "table-ended"),
        (resigned(), Action::AgreeDraw, "table-ended"),
        (resigned(), Action::Resume(Black), "table-ended"),
        (resigned(), Action::Offer(Black, Offer::Draw), "table-ended"),
        (resigned(), Action::Accept(Black), "table-not-marking"),
        (resigned(), Action::Mark("C3".to_owned()), "table-not-marking"),
        (marking(), play("D4"), "table-marking"),
        (marking(), Action::Mark("A1".to_owned()), "go-no-chain"),
        (marking(), Action::Propose(vec!["C3".to_owned(), "A1".to_owned()]), "go-no-chain"),
        (vec![play("C3")], play("C3"), "go-illegal-occupied"),
        (vec![play("C3")], play("chess"), "error-column"),
        (vec![play("C3")], Action::Undo { plies: 2 }, "table-damaged"),
        (vec![play("C3")], Action::Undo { plies: 0 }, "table-damaged"),
        (vec![play("C3")], Action::Redo { plies: 1 }, "table-damaged"),
        (resigned(), Action::Redo { plies: 0 }, "table-damaged"),
        (vec![play("C3")], Action::Decline(Black), "table-no-offer"),
        (vec![play("C3")], Action::Accept(Black), "table-not-marking"),
    ] {
        let mut table: AnyTable = "game go\nsize 5\n".parse().expect("a set-up");
        for action in before {
            apply(&mut table, action).expect("it fits");
        }
        let as_it_was = table.clone();
        assert_eq!(apply(&mut table, action.clone()), Err(refusal.to_owned()), "{action:?}");
        assert_eq!(table, as_it_was, "{action:?}");
    }
    let mut othello: AnyTable = "game othello\n".parse().expect("a set-up");
    assert_eq!(apply(&mut othello, Action::Resume(White)), Err("table-damaged".to_owned()), "no such thing in Othello");
}

#[test]
fn going_back_opens_a_game_that_was_over() {
    let mut game = Played::new("game go\nsize 5\n");
    game.play("C3");
    game.command_by(White, &Command::Resign).expect("it goes on");
    game.command(&Command::Undo).expect("a move");
    assert_eq!((game.view().stage, game.view().end), (Stage::Playing, None));
}

/// So many events of each kind that a game can be made of.
fn long_logs() -> Vec<(&'static str, &'static str, Vec<Action>)> {
    let many = |of: &[Action]| of.iter().cloned().cycle().take(MAX_EVENTS as usize).collect::<Vec<_>>();
    let seat = Seat { name: "Ada".to_owned(), who: Who::Person };
    let after = |first: Vec<Action>, rest: Vec<Action>| [first, rest].concat();
    vec![
        ("game go\n", "passes", many(&[play("pass"), play("pass"), Action::Resume(Black)])),
        ("game go\n", "undo", many(&[play("E5"), Action::Undo { plies: 1 }])),
        ("game go\n", "redo", after(vec![play("E5")], many(&[Action::Undo { plies: 1 }, Action::Redo { plies: 1 }]))),
        ("game go\n", "offers", many(&[Action::Offer(Black, Offer::Draw), Action::Decline(White)])),
        ("game go\n", "seats", many(&[Action::Sit(Black, seat)])),
        ("game go\nclock 10m\n", "thoughts", many(&[Action::Think { spent_ms: 7 }])),
        (
            "game go\nsize 19\n",
            "marks",
            after(vec![play("E5"), play("pass"), play("pass")], many(&[Action::Mark("E5".to_owned())])),
        ),
        (
            "game go\nsize 19\n",
            "proposals",
            after(vec![play("E5"), play("pass"), play("pass")], many(&[Action::Propose(vec!["E5".to_owned()])])),
        ),
    ]
}

/// A sign that the work grows with the square of the length, not a benchmark: the longest of these takes a tenth of it.
const PATIENCE: Duration = Duration::from_secs(2);

#[test]
fn a_long_log_of_any_kind_is_soon_read() {
    for (setup, name, actions) in long_logs() {
        let mut table: AnyTable = setup.parse().expect("a set-up");
        let begin = Instant::now();
        for (number, action) in actions.into_iter().enumerate() {
            apply(&mut table, action).unwrap_or_else(|why| panic!("{name} {number}: {why}"));
        }
        assert!(begin.elapsed() < PATIENCE, "{name}: {:?}", begin.elapsed());
    }
}

#[test]
fn a_game_that_has_got_too_long_can_only_be_ended() {
    let mut table: AnyTable = "game go\n".parse().expect("a set-up");
    for _ in 0..MAX_EVENTS / 2 {
        apply(&mut table, play("E5")).expect("legal");
        apply(&mut table, Action::Undo { plies: 1 }).expect("a move");
    }
    let refusal = |command: &Command| table.decide(Black, command, 0).map_err(|why| why.id.into_owned());
    assert_eq!(refusal(&Command::Play("E5".to_owned())), Err("table-too-long".to_owned()));
    assert_eq!(refusal(&Command::Offer(Offer::Draw)), Err("table-too-long".to_owned()));
    assert_eq!(refusal(&Command::Resign), Ok(vec![Action::Resign(Black)]));
}
