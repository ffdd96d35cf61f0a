use table::event::{Action, Event};
use table::records::{self, Replay};
use table::view::Wanted;
use table::{AnyTable, Command, Review};

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

/// The table that a record adds up to.
fn replayed(replay: &Replay) -> AnyTable {
    let [_, after] = replay.tables().expect("it fits what was before");
    after
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
        // From a given position: with stones and without, with the other side to move, with a piece in hand.
        ("game go\nsize 5\nstart XO.../...../...../...../..... O\n", &["C3", "D4"], "game.sgf"),
        ("game go\nsize 5\nstart ...../...../...../...../..... O\n", &["C3", "D4"], "game.sgf"),
        (
            "game go\nsize 9\nhandicap fixed:2\nstart ........./........./........./........./....X..../........./........./........./......... X\n",
            &["C3"],
            "game.sgf",
        ),
        (
            "game othello\nstart ---------------------------OX------XO---X----------------------- O\n",
            &["f4"],
            "game.sgf",
        ),
        (
            "game othello\nstart ---------------------------OX------XO---X----------------------- O\n",
            &["f4"],
            "game.ggf",
        ),
        ("game aligne4\nvariant gift\nstart 0.../.f../..../.... 7\n", &["c3", "3"], "game.sgf"),
        ("game aligne4\nstart 0.../.f../..../....\n", &["7c3"], "game.sgf"),
    ] {
        let table = played(setup, moves);
        let text = table.write_record(name).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        let replay = Replay::of_record(
            &records::read(text.as_bytes(), Some(name)).unwrap_or_else(|why| panic!("{text}: {why:?}")),
        );
        assert_eq!(replay.moves().collect::<Vec<_>>(), moves, "{text}");
        let again = replayed(&replay);
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
    assert_eq!(records::read(b"nonsense", None).expect_err("nonsense").id, "record-format");
    assert_eq!(records::read(b"(;GM[1]SZ[9];B[zz", Some("x.sgf")).expect_err("cut off").id, "record-place");
    let started = "game othello\nstart ---------------------------OX------XO---X----------------------- O\n";
    let started: AnyTable = started.parse().expect("a set-up");
    let why = started.write_record("x.transcript").expect_err("a transcript has no start");
    assert_eq!(why.id, "record-unwritable");
}

#[test]
fn a_record_that_goes_on_after_two_passes_opens() {
    let mut table = played("game go\nsize 9\n", &["D4", "pass", "pass"]);
    let actions = table.decide(plateau_core::Player::Black, &Command::Resume, 0).expect("marking");
    for action in actions {
        table.apply(&Event { at_ms: 0, action }).expect("marking");
    }
    table.apply(&Event { at_ms: 0, action: Action::Play { mv: "E5".to_owned(), spent_ms: 0 } }).expect("play goes on");
    let text = table.write_record("x.sgf").expect("a record");
    let mut replay = Replay::of_record(&records::read(text.as_bytes(), Some("x.sgf")).expect("a record"));
    assert_eq!(replay.moves().collect::<Vec<_>>(), ["D4", "pass", "pass", "E5"]);
    assert_eq!(replayed(&replay).moves(), table.moves());
    replay.truncate(3);
    assert_eq!(replayed(&replay).turn(), None, "after two passes the dead stones are marked");
    replay.truncate(1);
    assert_eq!(replay.moves().collect::<Vec<_>>(), ["D4"]);
}

#[test]
fn a_record_in_which_a_player_moves_twice_or_stones_are_put_down_opens() {
    let open =
        |text: &str| replayed(&Replay::of_record(&records::read(text.as_bytes(), Some("x.sgf")).expect("a record")));
    let twice = open("(;GM[1]SZ[9];B[dd];B[ee];W[ff])");
    assert_eq!(twice.moves().iter().map(|mv| mv.player.to_string()).collect::<Vec<_>>(), ["black", "black", "white"]);
    let put_down = open("(;GM[1]SZ[9];B[dd];W[ee];AB[aa][bb]PL[W];W[ff])");
    assert_eq!(put_down.moves().len(), 1, "the game begins with what was put down");
    assert_eq!(put_down.view(&table::view::Wanted::default(), 0).players[0].counters[2].value(), "3");
}

#[test]
fn passes_that_a_transcript_leaves_unwritten_are_there() {
    let transcript = include_bytes!("../../../othello/tests/it/world-championship-1992-penloup-juhem.txt");
    let replay = Replay::of_record(&records::read(transcript, Some("game.txt")).expect("a transcript"));
    assert_eq!(replay.moves().filter(|mv| *mv == "pass").count(), 2);
    let table = replayed(&replay);
    assert!(table.write_record("x.sgf").expect("a record").contains("RE[W+24]"));
}

/// The reference game of 1992 has two passes of Black, before moves 57 and 58: the last disc has the number 60.
#[test]
fn discs_of_othello_have_numbers_and_passes_have_none() {
    let moves = include_str!("../../../othello/tests/it/world-championship-1992-penloup-juhem.txt");
    let record = records::read(moves.as_bytes(), Some("game.txt")).expect("a transcript");
    let [_, table] = Replay::of_record(&record).tables().expect("a game");
    let listed = table.view(&Wanted::default(), 0).moves;
    let passes = listed.iter().filter(|mv| mv.is_pass).count();
    assert!(passes >= 2, "{passes}");
    assert!(listed.iter().all(|mv| mv.is_pass == mv.number.is_none()));
    let numbers: Vec<u32> = listed.iter().filter_map(|mv| mv.number).collect();
    assert!(numbers.iter().copied().eq(1..=numbers.len() as u32), "{numbers:?}");
    // As the table has it, with a node for each pass, and as the transcript has it, without.
    for mut review in [Review::of_game(&table, None), Review::of_record(record.clone())] {
        assert_eq!(review.main_length() as usize, numbers.len());
        assert!(review.go_to_ply(review.main_length()) && !review.clone().go_to_ply(review.main_length() + 1));
        let view = review.numbered_view(&Wanted::default());
        let last = listed.iter().rev().find(|mv| !mv.is_pass).expect("a move");
        let cell = view.board.cells.iter().find(|cell| cell.name == last.text).expect("a square");
        assert_eq!(cell.label, Some(numbers.len().to_string()));
    }
    let mut replay = Replay::of_record(&record);
    assert!(replay.truncate(57) && replay.moves().filter(|mv| *mv != "pass").count() == 57);
    assert!(!replay.truncate(58), "there is no more than that now");
}

#[test]
fn a_game_that_began_with_a_record_keeps_what_else_is_in_it() {
    const ORIGIN: &str = "(;GM[1]SZ[9]KM[7.5]PB[Ada]PW[Bo]DT[2024-02-29]RE[B+R]GC[A lesson.];B[ee]C[The centre.]\
                          (;W[cc];B[gg](;W[cg]C[Good.])(;W[gc]))(;W[gc]C[Or here.]))";
    let origin = records::read(ORIGIN.as_bytes(), None).expect("a record");
    let mut replay = Replay::of_record(&origin);
    let tables = |replay: &Replay, more: &[&str]| {
        let [_, mut table] = replay.tables().expect("a game");
        for mv in more {
            table.apply(&Event { at_ms: 1, action: Action::Play { mv: (*mv).to_owned(), spent_ms: 0 } }).expect(mv);
        }
        records::write(&records::of_game(&table, Some(origin.clone())), "x.sgf").expect("a record")
    };
    let unchanged = tables(&replay, &[]);
    for part in
        ["PB[Ada]", "PW[Bo]", "DT[2024-02-29]", "RE[B+R]", "GC[A lesson.]", "C[The centre.]", "C[Good.]", "C[Or here.]"]
    {
        assert!(unchanged.contains(part), "{part}: {unchanged}");
    }
    let further = tables(&replay, &["D4"]);
    assert!(further.contains("C[Good.]") && !further.contains("RE["), "another game now: {further}");
    let main = |text: &str| {
        let record = records::read(text.as_bytes(), None).expect("a record");
        Replay::of_record(&record).moves().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(main(&further), "E5 C7 G3 C3 D4");
    // From the middle, on along a variation, and off the paths of the record.
    assert!(replay.truncate(1));
    let along = tables(&replay, &["G7"]);
    assert_eq!(main(&along), "E5 G7");
    assert_eq!(along.matches("C[Or here.]").count(), 1, "it was there already: {along}");
    let off = tables(&replay, &["pass"]);
    assert_eq!(main(&off), "E5 pass");
    assert!(off.contains("C[Good.]") && off.contains("C[Or here.]"), "{off}");
}

#[test]
fn records_are_dated_and_name_the_machine() {
    let mut table: AnyTable = "game othello\nblack human\tAda\nwhite level:3\t\n".parse().expect("a table");
    assert!(!table.write_record("x.sgf").expect("a record").contains("DT["), "it has not begun");
    let action = Action::Play { mv: "f5".to_owned(), spent_ms: 0 };
    table.apply(&Event { at_ms: 1_709_164_800_000, action }).expect("a move");
    let text = table.write_record("x.sgf").expect("a record");
    assert!(text.contains("PW[Plateau, level 3]") && text.contains("DT[2024-02-29]"), "{text}");
}
