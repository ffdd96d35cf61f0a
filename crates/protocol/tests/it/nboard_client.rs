//! The client of `NBoard` engines against engines that behave in every way an engine can.

use std::path::Path;
use std::time::{Duration, Instant};

use othello::{Move, Position};
use plateau_core::{Game as _, Position as _};
use protocol::external::Timeouts;
use protocol::nboard::Client;
use search::{Choice, Engine as _, Failure, Limits, Overtime, Stop, TimeLeft};

use crate::fake::{Logged, is_gone};

/// Short enough for a test, long enough for a busy machine.
const TIMEOUTS: Timeouts = Timeouts {
    start: Duration::from_secs(10),
    command: Duration::from_secs(10),
    genmove: Duration::from_secs(3),
    grace: Duration::from_secs(3),
};

fn script(behaviour: &str, moves: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nboard.sh");
    format!("sh '{}' {behaviour} {moves}", path.display())
}

fn start(command: &str) -> Client {
    Client::start(command, Client::USUAL_DEPTH, TIMEOUTS).unwrap_or_else(|error| panic!("{command}: {error}"))
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
}

/// What the engine chooses after these moves from the start.
fn think_after(client: &mut Client, played: &str, limits: &Limits) -> Result<Choice<Move>, Failure> {
    let (start, played) = (othello::Game.start(), moves(played));
    client.follow(&start, &played);
    let position = played.iter().fold(start, |position, &mv| position.after(mv));
    client.think(&position, limits, &Stop::new(), &mut |_| {}).map(|thought| thought.choice)
}

#[test]
fn moves_are_read_as_engines_write_them() {
    for (behaviour, name) in [
        ("plays", "Fake 1.0"),
        ("spaced", "Fake 1.0"),
        ("terse", "Fake 1.0"),
        ("chatty", "Fake 1.0"),
        ("anonymous", "sh"),
    ] {
        let mut client = start(&script(behaviour, "d6"));
        assert_eq!(client.name(), name, "{behaviour}");
        let choice = think_after(&mut client, "f5", &Limits::NONE);
        assert_eq!(choice, Ok(Choice::Play("d6".parse().unwrap())), "{behaviour}");
    }
}

#[test]
fn every_misbehaviour_of_an_nboard_engine_has_its_error_and_leaves_no_process() {
    for (behaviour, answer, id, told) in [
        ("hang", "", "engine-timed-out", "\"go\" within 3.0 s"),
        ("die", "", "engine-died", "(exit status: 3); it said: out of memory"),
        ("plays", "a1", "engine-illegal-move", "a1"),
        ("plays", "PA", "engine-illegal-move", "PA"),
        ("plays", "over_there", "engine-not-a-move", "\"over_there\""),
        ("plays", "", "engine-not-a-move", "\"\""),
    ] {
        let mut client = start(&script(behaviour, answer));
        let process = client.process_id().expect("it runs");
        let failure = think_after(&mut client, "", &Limits::NONE).expect_err(behaviour);
        assert_eq!(failure.id, id, "{behaviour} {answer}: {failure}");
        assert!(failure.message.contains(told), "{behaviour} {answer}: {failure}");
        drop(client);
        assert!(is_gone(process), "{behaviour} is still there");
    }
    let timeouts = Timeouts { start: Duration::from_millis(700), ..TIMEOUTS };
    for (command, id) in [
        (script("mute", ""), "engine-timed-out"),
        (script("stillborn", ""), "engine-died"),
        (script("endless-line", ""), "engine-flood"),
        ("/no/such/program".into(), "engine-start"),
        ("'open".into(), "engine-command-line"),
    ] {
        let error = Client::start(&command, 1, timeouts).expect_err(&command);
        assert_eq!(error.id(), id, "{command}: {error}");
    }
}

#[test]
fn after_a_death_the_next_call_starts_afresh() {
    let mut client = start(&script("die", ""));
    let first = client.process_id();
    for _ in 0..2 {
        assert_eq!(think_after(&mut client, "", &Limits::NONE).unwrap_err().id, "engine-died");
        assert_eq!(client.process_id(), None);
    }
    assert!(first.is_some());
}

#[test]
fn an_engine_is_shown_what_is_new() {
    let logged = Logged::new("nboard");
    let mut client = start(&logged.command(&script("plays", "F5 F6 F6 C3")));
    assert_eq!(logged.heard(), ["nboard 2", "set depth 12", "ping 1"]);
    think_after(&mut client, "", &Limits::NONE).unwrap();
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let game =
        |time: &str, moves: &str| format!("set game (;GM[Othello]PB[Black]PW[White]TI[{time}]TY[8]{board}{moves};)");
    assert_eq!(logged.heard(), ["ping 2", &game("0", ""), "go"]);
    think_after(&mut client, "f5 d6", &Limits::NONE).unwrap_err();
    assert_eq!(logged.heard(), ["ping 3", "move F5//0.00", "move D6//0.00", "go"]);
    // Another way: the whole game.
    think_after(&mut client, "f5", &Limits::NONE).unwrap();
    assert_eq!(logged.heard(), ["ping 4", &game("0", "B[f5]"), "go"]);
    // A position that came about by no moves, and who must pass is not even asked.
    let set_up = othello::Game.position(&format!("{}XO- X", "X".repeat(61))).unwrap();
    client.think(&set_up, &Limits::NONE, &Stop::new(), &mut |_| {}).unwrap_err();
    let heard = logged.heard();
    assert!(heard[1].contains("BO[8 ****") && heard[1].ends_with("O- *];)"), "{heard:?}");
    let forced = moves("f5 f6 d3 g5 h5 h4 f7 h6").iter().fold(Position::START, |position, &mv| position.after(mv));
    let pass = client.think(&forced, &Limits::NONE, &Stop::new(), &mut |_| {}).map(|thought| thought.choice);
    assert_eq!((pass, logged.heard()), (Ok(Choice::Play(Move::Pass)), Vec::<String>::new()));
}

#[test]
fn an_engine_knows_its_clock_by_what_its_moves_took() {
    let logged = Logged::new("nboard-clock");
    let mut client = start(&logged.command(&script("plays", "F5 F4 C3 C3 E6")));
    let secs = Duration::from_secs;
    let clock = |main, overtime| Limits {
        clock: Some(TimeLeft { main: secs(main), increment: Duration::ZERO, overtime }),
        ..Limits::NONE
    };
    let mut told = |played: &str, limits: &Limits| {
        // Whether these moves are good is not the question.
        let _ = think_after(&mut client, played, limits);
        let heard = logged.heard();
        heard.into_iter().filter(|line| line.starts_with("set game") || line.starts_with("move")).collect::<Vec<_>>()
    };
    let of_game = |told: &[String]| {
        let [game] = told else { panic!("{told:?}") };
        game.split_once("TI[").and_then(|(_, rest)| rest.split_once(']')).expect("a time").0.to_owned()
    };
    assert_eq!(of_game(&told("", &clock(600, None))), "10:00");
    assert_eq!(told("f5 d6", &clock(590, None)), ["move F5//10.00", "move D6//0.00"]);
    // A clock that went up, as with an increment, can only be shown by a new game.
    assert_eq!(of_game(&told("f5 d6 c5 f4", &clock(595, None))), "09:55");
    // Asked again, with less time.
    assert_eq!(of_game(&told("f5 d6 c5 f4", &clock(0, None))), "00:01");
    let byo_yomi = Some(Overtime { period: secs(30), moves: 1, periods: 5 });
    assert_eq!(of_game(&told("f5 d6 c5 f4", &clock(0, byo_yomi))), "00:30");
}

#[test]
fn an_nboard_engine_that_was_stopped_is_not_believed_later() {
    let logged = Logged::new("nboard-stop");
    let mut client = start(&logged.command(&script("slow", "f5 e6")));
    let stop = Stop::new();
    let begun = std::thread::scope(|scope| {
        let asker = scope.spawn(|| {
            logged.wait_for("go");
            stop.ask();
            Instant::now()
        });
        let failure = client.think(&Position::START, &Limits::NONE, &stop, &mut |_| {}).unwrap_err();
        assert_eq!(failure.id, "engine-stopped");
        asker.join().unwrap()
    });
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    let choice = think_after(&mut client, "", &Limits::NONE);
    assert_eq!(choice, Ok(Choice::Play("e6".parse().unwrap())), "the first answer was to the first question");
}
