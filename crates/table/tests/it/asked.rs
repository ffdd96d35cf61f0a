//! What faces and machines ask a table.

use plateau_core::Player::{self, Black, White};
use table::event::{Action, Offer};
use table::view::{Can, Wanted};
use table::{AnySetup, AnyTable, Command, Kind, Seat, Who};

use crate::play::Played;

fn seated(black: &str, white: &str) -> Played {
    Played::new(&format!("game go\nsize 5\nblack {black}\t\nwhite {white}\t\n"))
}

#[test]
fn a_table_knows_who_sits_at_it() {
    for (black, white, is_person, is_watched) in [
        ("human", "human", [true, true], false),
        ("human", "level:1", [true, false], false),
        ("random", "human", [false, true], false),
        ("random", "level:1", [false, false], true),
    ] {
        let table = seated(black, white).table;
        assert_eq!(Player::BOTH.map(|player| table.is_person(player)), is_person, "{black} {white}");
        assert_eq!(table.is_watched(), is_watched, "{black} {white}");
    }
    let mut game = seated("human", "human");
    let zoe = Seat { name: "Zoé".to_owned(), who: Who::Level(2) };
    game.command_by(White, &Command::Sit(zoe.clone())).expect("anybody may");
    assert_eq!((game.table.seats()[White].clone(), &game.table.setup().seats()[White]), (zoe.clone(), &zoe));
    assert_eq!((game.view().players[1].name.as_str(), game.table.is_person(White)), ("Zoé", false));
}

#[test]
fn a_table_counts_its_events() {
    let mut game = seated("human", "human");
    assert_eq!(game.table.next_event(), 0);
    game.play("C3 D3");
    game.command(&Command::Undo).expect("something to undo");
    game.command_by(Black, &Command::Offer(Offer::Draw)).expect("an offer");
    assert_eq!((game.table.next_event(), game.table.moves_played()), (4, 1));
}

/// Who speaks for both sides speaks for the one that something is asked of.
#[test]
fn the_speaker_is_whose_turn_it_is_or_who_has_not_accepted_yet() {
    let both = |_| true;
    let mut game = seated("human", "human");
    assert_eq!(game.table.speaker(both), Some(Black));
    assert_eq!(game.table.speaker(|player| player == White), Some(White), "also when the other is to move");
    assert_eq!(game.table.speaker(|_| false), None);
    game.play("C3");
    assert_eq!(game.table.speaker(both), Some(White));
    game.play("pass pass");
    assert_eq!(game.table.speaker(both), Some(Black));
    game.command_by(Black, &Command::Accept).expect("marking");
    assert_eq!(game.table.speaker(both), Some(White), "Black has spoken");
    assert_eq!(game.table.speaker(|player| player == Black), Some(Black));
    game.command_by(White, &Command::Accept).expect("marking");
    assert_eq!(game.table.speaker(both), Some(Black), "it is over");
}

#[test]
fn a_marking_that_nobody_has_begun_is_told_from_one_that_somebody_has() {
    let mut game = seated("human", "human");
    game.play("C3");
    assert!(!game.table.is_unmarked(), "nothing is to be marked");
    game.play("pass pass");
    assert!(game.table.is_unmarked());
    let mut marked = seated("human", "human");
    marked.play("C3 pass pass");
    marked.command(&Command::Mark("C3".to_owned())).expect("a chain");
    assert!(!marked.table.is_unmarked());
    marked.command(&Command::Mark("C3".to_owned())).expect("a chain");
    assert!(marked.table.is_unmarked(), "taken back");
    game.command_by(White, &Command::Accept).expect("marking");
    assert!(!game.table.is_unmarked(), "somebody likes it as it is");
}

#[test]
fn what_is_on_offer_can_be_asked_and_another_offer_takes_its_place() {
    let mut game = seated("human", "human");
    game.play("C3 D3 B2");
    assert_eq!(game.table.offer(), None);
    for (by, offer) in [(Black, Offer::Draw), (Black, Offer::Takeback), (White, Offer::Draw), (Black, Offer::Takeback)]
    {
        let actions = game.command_by(by, &Command::Offer(offer)).expect("another offer");
        assert_eq!(actions, [Action::Offer(by, offer)]);
        assert_eq!(game.table.offer(), Some((by, offer)));
        assert_eq!(game.refusal(by, &Command::Offer(offer)), "table-offered-already");
    }
    let actions = game.command_by(White, &Command::Answer(true)).expect("granted");
    assert_eq!((actions, game.moves().as_str()), (vec![Action::Undo { plies: 1 }], "C3 D3"));
    assert_eq!(game.table.offer(), None);
}

#[test]
fn a_view_says_what_can_be_done_and_who_is_to_move() {
    let seen = |game: &Played| (game.view().can, game.view().players.map(|player| player.to_move));
    let can = |pass, undo, redo, resign| Can { pass, undo, redo, resign };
    let mut game = seated("human", "human");
    assert_eq!(seen(&game), (can(true, false, false, true), [true, false]));
    game.play("C3");
    assert_eq!(seen(&game), (can(true, true, false, true), [false, true]));
    game.command(&Command::Undo).expect("something to undo");
    assert_eq!(seen(&game), (can(true, false, true, true), [true, false]));
    game.play("C3 pass pass");
    assert_eq!(seen(&game), (can(false, true, false, true), [false, false]), "while dead stones are marked");
    game.command_by(Black, &Command::Resign).expect("at any stage");
    assert_eq!(seen(&game), (can(false, true, false, false), [false, false]));
    let othello = Played::new("game othello\n");
    assert!(!othello.view().can.pass, "there are moves");
}

#[test]
fn a_set_up_has_a_clock_that_can_be_changed() {
    for kind in Kind::ALL {
        let mut setup = AnySetup::new(kind);
        let control = "5m+3s".parse().expect("a clock");
        assert_ne!(setup.control(), control);
        *setup.control_mut() = control;
        assert_eq!(setup.control(), control);
        assert!(setup.to_string().contains("clock 5m+3s\n"), "{setup}");
    }
}

#[test]
fn a_kind_has_a_name_for_people_and_a_move_to_show_them() {
    assert_eq!(Kind::ALL.map(Kind::name), ["Go", "Othello", "Aligne 4"]);
    for kind in Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        let table: AnyTable = AnySetup::new(kind).table().expect("a table");
        let example = Command::Play(kind.example_move().to_owned());
        table.decide(Black, &example, 0).unwrap_or_else(|why| panic!("{kind}: {why:?}"));
        assert_eq!(table.view(&Wanted::default(), 0).kind, kind);
    }
}

#[test]
fn the_ending_of_a_name_says_the_format_where_the_game_has_it() {
    use record::Format;
    for (kind, name, format) in [
        (Kind::Othello, "a.txt", Format::Transcript),
        (Kind::Othello, "a.TXT", Format::Transcript),
        (Kind::Othello, "a", Format::Ggf),
        (Kind::Othello, "txt", Format::Ggf),
        (Kind::Othello, "a.sgf", Format::Sgf),
        (Kind::Othello, "a.plain", Format::Plain),
        (Kind::Aligne4, "a", Format::Sgf),
    ] {
        assert_eq!(kind.format(name), Ok(format), "{kind} {name}");
    }
    for (kind, name) in [(Kind::Go, "a.txt"), (Kind::Aligne4, "a.TXT"), (Kind::Othello, "a.pdf"), (Kind::Go, "my.game")]
    {
        assert_eq!(kind.format(name).expect_err(name).id, "error-save-ending");
    }
}

#[test]
fn nobody_is_told_to_choose_while_the_machine_does() {
    let said = |game: &Played| game.view().sentences.iter().any(|message| message.id == "aligne4-choose");
    let mut game = Played::new("game aligne4\nvariant base\nblack human\t\nwhite level:1\t\n");
    assert!(said(&game), "a person is led");
    game.play("7b2");
    assert!(!said(&game), "the machine is not");
    game.play("0a1");
    assert!(said(&game));
}
