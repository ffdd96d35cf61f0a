use table::event::{Action, Event};
use table::records::Replay;
use table::{AnyTable, Command};

fn played(setup: &str, moves: &[&str]) -> AnyTable {
    let mut table: AnyTable = setup.parse().expect(setup);
    for mv in moves {
        let turn = table.turn().expect("somebody moves");
        let actions = table.decide(turn, &Command::Play((*mv).to_owned()), 0).expect(mv);
        for action in actions {
            table.apply(&Event { at_ms: 0, action }).expect(mv);
        }
    }
    table
}

#[test]
fn a_saved_game_opens_as_the_same_moves() {
    for (setup, moves, name) in [
        ("game go\nsize 9\nblack human\tAda\nwhite level:1\tM\n", &["D4", "E5", "pass", "C3"][..], "game.sgf"),
        ("game go\nsize 9\nhandicap fixed:3\n", &["D4", "E5"], "game.sgf"),
        ("game othello\nblack human\tAda\nwhite human\tBo\n", &["f5", "d6", "c3"], "game.sgf"),
        ("game othello\n", &["f5", "d6", "c3"], "game.ggf"),
        ("game othello\n", &["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"], "game.transcript"),
        ("game aligne4\nvariant gift\n", &["7", "b2", "3"], "game.sgf"),
    ] {
        let table = played(setup, moves);
        let text = table.write_record(name).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        let replay = Replay::read(text.as_bytes(), Some(name)).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!(replay.moves, moves, "{text}");
        let again: AnyTable = replay.setup.parse().expect("a set-up");
        let mut again = again;
        for mv in &replay.moves {
            let action = Action::Play { mv: mv.clone(), spent_ms: 0 };
            again.apply(&Event { at_ms: 0, action }).expect("the moves are legal");
        }
        let view = |table: &AnyTable| table.view(&table::view::Wanted::default(), 0).board;
        assert_eq!(view(&again), view(&table), "{text}");
    }
}

#[test]
fn the_result_is_in_the_record() {
    let mut table = played("game go\nsize 9\n", &["D4"]);
    table.apply(&Event { at_ms: 0, action: Action::Resign(plateau_core::Player::White) }).expect("it goes on");
    assert!(table.write_record("x.sgf").expect("a record").contains("RE[B+R]"));
    let won = played("game othello\n", &["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]);
    assert!(won.write_record("x.sgf").expect("a record").contains("RE[B+64]"));
}

#[test]
fn what_cannot_be_written_or_read_says_why() {
    let go = played("game go\nsize 9\n", &["D4"]);
    assert_eq!(go.write_record("x.ggf").expect_err("Go is not Othello").id, "record-unwritable");
    assert_eq!(Replay::read(b"nonsense", None).expect_err("nonsense").id, "record-format");
    assert_eq!(Replay::read(b"(;GM[1]SZ[9];B[zz", Some("x.sgf")).expect_err("cut off").id, "record-place");
    let started =
        format!("game othello\nstart {}\n", "---------------------------OX------XO--------------------------- X");
    let started: AnyTable = started.parse().expect("a set-up");
    assert_eq!(started.write_record("x.sgf").expect_err("a start").id, "table-start-not-recorded");
}

#[test]
fn passes_that_a_transcript_leaves_unwritten_are_there() {
    let transcript = include_bytes!("../../../othello/tests/it/world-championship-1992-penloup-juhem.txt");
    let replay = Replay::read(transcript, Some("game.txt")).expect("a transcript");
    assert_eq!(replay.moves.iter().filter(|mv| *mv == "pass").count(), 2);
    let mut table: AnyTable = replay.setup.parse().expect("a set-up");
    for mv in replay.moves {
        table.apply(&Event { at_ms: 0, action: Action::Play { mv, spent_ms: 0 } }).expect("a legal move");
    }
    assert!(table.write_record("x.sgf").expect("a record").contains("RE[W+24]"));
}
