//! The machine at a table: it moves, gives hints, is stopped, follows what people take back, and judges markings.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use plateau_core::Player;
use players::thinker::{Engines, Task, Thinker, Thought};
use search::{Resources, Stop};
use table::event::Event;
use table::{AnyTable, Command, Kind};

const PATIENCE: Duration = Duration::from_secs(30);

fn engines() -> Engines {
    Engines::new(Resources { seed: Some(7), ..Resources::default() })
}

fn table(setup: &str) -> AnyTable {
    setup.parse().unwrap_or_else(|why| panic!("{setup}: {why:?}"))
}

fn act(table: &mut AnyTable, by: Player, command: &Command) {
    let actions = table.decide(by, command, 0).unwrap_or_else(|why| panic!("{command:?}: {why:?}"));
    for action in actions {
        table.apply(&Event { at_ms: 0, action }).expect("what was decided can be done");
    }
}

fn play(table: &mut AnyTable, moves: &str) {
    for mv in moves.split_whitespace() {
        let turn = table.turn().expect("somebody moves");
        act(table, turn, &Command::Play(mv.to_owned()));
    }
}

fn start(engines: &Engines, table: &AnyTable, task: Task) -> (Stop, Receiver<Thought>) {
    let (sender, thoughts) = mpsc::channel();
    let stop = engines.start(table, task, 0, Box::new(move |thought| drop(sender.send(thought))));
    (stop, thoughts)
}

/// The answer, after what is told on the way.
fn answer(thoughts: &Receiver<Thought>) -> Thought {
    loop {
        match thoughts.recv_timeout(PATIENCE).expect("an answer") {
            Thought::Progress { .. } => {}
            thought => return thought,
        }
    }
}

fn ask(engines: &Engines, table: &AnyTable, task: Task) -> Thought {
    answer(&start(engines, table, task).1)
}

/// Lets the machine move.
fn machine_moves(engines: &Engines, table: &mut AnyTable) {
    match ask(engines, table, Task::Move) {
        Thought::Play(mv) => play(table, &mv),
        other => panic!("no move: {other:?}"),
    }
}

#[test]
fn it_moves_in_every_game_from_both_seats() {
    for (game, who) in [
        ("game go\nsize 9\n", ["random", "level:1"]),
        ("game go\nsize 9\n", ["level:2", "nodes:50"]),
        ("game othello\n", ["level:1", "random"]),
        ("game aligne4\n", ["level:1", "level:7"]),
        ("game aligne4\nvariant gift\n", ["random", "level:3"]),
    ] {
        let engines = engines();
        let mut table = table(&format!("{game}black {}\t\nwhite {}\t\n", who[0], who[1]));
        for _ in 0..8 {
            machine_moves(&engines, &mut table);
        }
        assert!(table.moves().len() >= 8, "{game}");
    }
}

#[test]
fn a_hint_is_a_legal_move_with_a_reason() {
    for (setup, moves) in [("game go\nsize 9\n", "D4 E5"), ("game othello\n", "f5"), ("game aligne4\n", "0a1 fb2 3c3")]
    {
        let mut table = table(setup);
        play(&mut table, moves);
        match ask(&engines(), &table, Task::Hint) {
            Thought::Hint(mv, why) => {
                assert!(!why.is_empty(), "{setup}");
                play(&mut table, &mv);
            }
            other => panic!("{setup}: {other:?}"),
        }
    }
}

#[test]
fn where_nobody_moves_there_is_no_move_and_no_hint() {
    let mut table = table("game go\nsize 9\n");
    play(&mut table, "D4 pass pass");
    for task in [Task::Move, Task::Hint] {
        match ask(&engines(), &table, task) {
            Thought::Failed(why) => assert_eq!(why.id, "table-ended"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn it_can_be_stopped_and_then_plays_what_it_has_found() {
    let table = table("game go\nsize 19\nblack time:600\t\n");
    let (stop, thoughts) = start(&engines(), &table, Task::Move);
    assert_eq!(thoughts.recv_timeout(Duration::from_millis(50)).ok().filter(|t| matches!(t, Thought::Play(_))), None);
    let asked = Instant::now();
    stop.ask();
    assert!(matches!(answer(&thoughts), Thought::Play(_)));
    assert!(asked.elapsed() < Duration::from_secs(2), "it took {:?}", asked.elapsed());
}

#[test]
fn what_is_taken_back_is_taken_back_for_the_machine_too() {
    for (setup, moves, after_undo) in [
        ("game go\nsize 9\nwhite level:2\t\n", "D4", "E5"),
        ("game othello\nwhite level:1\t\n", "f5", "d3"),
        ("game aligne4\nwhite level:7\t\n", "0a1", "fd4"),
    ] {
        let engines = engines();
        let mut table = table(setup);
        play(&mut table, moves);
        machine_moves(&engines, &mut table);
        act(&mut table, Player::Black, &Command::Undo);
        assert_eq!(table.moves().len(), 0, "{setup}");
        play(&mut table, after_undo);
        // A move of the line that was given up would be refused, or be on a point that is taken.
        machine_moves(&engines, &mut table);
        assert_eq!(table.moves().len(), 2, "{setup}");
    }
}

/// An external engine that plays these moves and writes down what it is told.
fn script(behaviour: &str, moves: &str, log: Option<&Path>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/tests/engine.sh");
    let log = log.map_or_else(String::new, |log| format!("env ENGINE_LOG='{}' ", log.display()));
    format!("engine:{log}sh '{}' {behaviour} {moves}", path.display())
}

#[test]
#[cfg(unix)]
fn an_external_engine_is_brought_to_the_position_after_an_undo() {
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("gtp-{}.log", std::process::id()));
    let _ = std::fs::remove_file(&log);
    let engines = engines();
    let mut table = table(&format!("game go\nsize 9\nwhite {}\t\n", script("plays", "E5 F6", Some(&log))));
    play(&mut table, "D4");
    machine_moves(&engines, &mut table);
    act(&mut table, Player::Black, &Command::Undo);
    play(&mut table, "C3");
    machine_moves(&engines, &mut table);
    assert_eq!(table.moves().iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>(), ["C3", "F6"]);
    // What the engine has on its board when it is asked the second time.
    let (mut board, mut at_genmove, mut answers) = (Vec::new(), Vec::new(), ["E5", "F6"].into_iter());
    for line in std::fs::read_to_string(&log).expect("a log").lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["clear_board"] => board.clear(),
            ["undo"] => drop(board.pop()),
            ["play", _, mv] => board.push(mv.to_owned()),
            ["genmove", _] => {
                at_genmove.push(board.clone());
                board.push(answers.next().expect("it is asked twice").to_owned());
            }
            _ => {}
        }
    }
    assert_eq!(at_genmove, [["D4"], ["C3"]]);
}

#[test]
#[cfg(unix)]
fn an_external_engine_that_fails_says_why_and_the_game_stays() {
    for (who, id) in [
        (script("die", "", None), "engine-died"),
        (script("plays", "over_there", None), "engine-not-a-move"),
        (script("plays", "D4", None), "engine-illegal-move"),
        (script("stillborn", "", None), "engine-died"),
        ("engine:/no/such/program".to_owned(), "engine-start"),
        ("engine:'open".to_owned(), "engine-command-line"),
    ] {
        let mut table = table(&format!("game go\nsize 9\nwhite {who}\t\n"));
        play(&mut table, "D4");
        let before = table.clone();
        match ask(&engines(), &table, Task::Move) {
            Thought::Failed(why) => assert_eq!(why.id, id, "{who}"),
            other => panic!("{who}: {other:?}"),
        }
        assert_eq!(table, before);
    }
}

#[test]
fn a_level_that_does_not_exist_is_refused() {
    let table = table("game othello\nblack level:99\t\n");
    match ask(&engines(), &table, Task::Move) {
        Thought::Failed(why) => assert_eq!(why.id, "players-no-level"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn there_are_levels_for_every_game_and_none_for_others() {
    let engines = engines();
    for kind in Kind::ALL {
        assert!(engines.levels(kind) >= 1, "{kind}");
    }
}

/// Two walls, and a white stone that lost its way behind Black's.
const LOST_STONE: &str = "D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9 pass B5 pass pass";

fn dead(table: &AnyTable) -> Vec<String> {
    match ask(&engines(), table, Task::Dead) {
        Thought::Dead(cells) => cells,
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_proposes_what_is_dead_and_nothing_that_lives() {
    let mut lost = table("game go\nsize 9\n");
    play(&mut lost, LOST_STONE);
    assert_eq!(dead(&lost), ["B5"]);
    // A corner with two eyes inside White's area, beside a chain of two that has none.
    let mut alive = table(
        "game go\nsize 9\nstart .X.X.O.../XXXXOO..O/OOOOO..O./........./.OOOOO.../.O...O.../.O.XXOO../.O....O../.OOOOOO.. X\n",
    );
    play(&mut alive, "pass pass");
    assert_eq!(dead(&alive), ["D3"]);
    // Everything alive.
    let mut walls = table("game go\nsize 9\n");
    play(&mut walls, "D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9 pass pass");
    assert_eq!(dead(&walls), [""; 0]);
}

#[test]
fn it_accepts_what_it_would_propose_or_what_is_no_worse_for_it() {
    let accepts = |table: &AnyTable, by| match ask(&engines(), table, Task::Judge(by)) {
        Thought::Judged(yes) => yes,
        other => panic!("{other:?}"),
    };
    let mut table = table("game go\nsize 9\n");
    play(&mut table, LOST_STONE);
    assert!(accepts(&table, Player::White), "a dead stone of its own that counts as alive");
    assert!(!accepts(&table, Player::Black), "a stone in its own area that counts as alive");
    act(&mut table, Player::Black, &Command::Mark("B5".to_owned()));
    assert!(accepts(&table, Player::Black) && accepts(&table, Player::White));
    act(&mut table, Player::Black, &Command::Mark("E5".to_owned()));
    assert!(!accepts(&table, Player::White), "its own wall is not dead");
    assert!(accepts(&table, Player::Black));
    // Play goes on, and nobody shows anything: it gives way.
    act(&mut table, Player::White, &Command::Resume);
    play(&mut table, "pass pass");
    assert!(accepts(&table, Player::Black));
}
