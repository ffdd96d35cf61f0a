//! The client against engines that behave in every way an engine can.

use std::path::Path;
use std::time::{Duration, Instant};

use go::{Game, Handicap, Rules, Size};
use plateau_core::{Course, Game as _, Position as _};
use protocol::external::{EngineError, Timeouts};
use protocol::gtp::{Client, Dialect};
use search::{Choice, Engine, Limits, Overtime, Stop, TimeLeft};

use crate::fake::{Logged, is_gone};

/// Short enough for a test, long enough for a busy machine.
const TIMEOUTS: Timeouts = Timeouts {
    start: Duration::from_secs(10),
    command: Duration::from_secs(10),
    genmove: Duration::from_millis(700),
    grace: Duration::from_millis(700),
};

fn script(behaviour: &str, moves: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine.sh");
    format!("sh '{}' {behaviour} {moves}", path.display())
}

fn start<P: Dialect>(behaviour: &str, moves: &str) -> Client<P> {
    Client::start(&script(behaviour, moves), TIMEOUTS).unwrap_or_else(|error| panic!("{behaviour}: {error}"))
}

fn think<P: Dialect + Send>(client: &mut Client<P>, position: &P) -> Result<Choice<P::Move>, search::Failure>
where
    P::Move: Send,
{
    client.think(position, &Limits::NONE, &Stop::new(), &mut |_| {}).map(|thought| thought.choice)
}

#[test]
fn every_misbehaviour_has_its_error_and_leaves_no_process() {
    let position = Game::default().start();
    for (behaviour, moves, id, told) in [
        ("hang", "", "engine-timed-out", "within 0.7 s"),
        ("child", "", "engine-timed-out", "genmove black"),
        ("half", "", "engine-timed-out", "genmove black"),
        ("die", "", "engine-died", "(exit status: 3); it said: out of memory"),
        ("crash", "", "engine-died", "SIGSEGV"),
        ("close", "", "engine-died", "ended"),
        ("garbage", "", "engine-garbage", "\"segmentation fault\""),
        ("flood", "", "engine-flood", "no end"),
        ("refuse", "", "engine-refused", "cannot think"),
        ("plays", "K10", "engine-illegal-move", "K10"),
        ("plays", "over_there", "engine-not-a-move", "\"over_there\""),
        ("plays", "", "", ""),
    ] {
        let mut client = start::<go::Position>(behaviour, moves);
        let process = client.process_id().expect("it runs");
        let begun = Instant::now();
        let result = think(&mut client, &position);
        assert!(begun.elapsed() < Duration::from_secs(8), "{behaviour} took {:?}", begun.elapsed());
        match result {
            Ok(choice) => assert_eq!((id, choice), ("", Choice::Play(go::Move::Pass)), "{behaviour}"),
            Err(failure) => {
                assert_eq!(failure.id, id, "{behaviour}: {failure}");
                assert!(failure.message.contains(told), "{behaviour}: {failure}");
            }
        }
        drop(client);
        assert!(is_gone(process), "{behaviour} is still there");
    }
}

#[test]
fn who_does_not_even_come_up_is_told_so() {
    let timeouts = Timeouts { start: Duration::from_millis(700), ..TIMEOUTS };
    for (command, id, told) in [
        (script("mute", ""), "engine-timed-out", "protocol_version"),
        (script("stillborn", ""), "engine-died", "no weights found"),
        (script("talker", ""), "engine-garbage", "thinking very hard"),
        (script("endless-line", ""), "engine-flood", "no end"),
        (script("greeter", ""), "engine-garbage", "Welcome"),
        (script("old", ""), "engine-refused", "protocol_version"),
        (script("useless", ""), "engine-lacks-command", "boardsize"),
        ("/no/such/program --gtp".into(), "engine-start", "/no/such/program"),
        ("'open".into(), "engine-command-line", "open"),
        (String::new(), "engine-command-line", ""),
    ] {
        let begun = Instant::now();
        let error = Client::<go::Position>::start(&command, timeouts).expect_err(&command);
        assert_eq!(error.id(), id, "{command}: {error}");
        assert!(error.to_string().contains(told), "{command}: {error}");
        assert!(begun.elapsed() < Duration::from_secs(8), "{command} took {:?}", begun.elapsed());
    }
}

#[test]
fn engines_that_are_merely_odd_are_played_with() {
    let position = Game::default().start();
    for behaviour in ["plays", "bare", "slow", "anonymous", "whisper"] {
        let mut client = start(behaviour, "D4");
        // Thousands of lines on the standard error take a shell a moment; and no time is too long to be waited for.
        let limits =
            if behaviour == "whisper" { Limits::time(Duration::MAX) } else { Limits::time(Duration::from_secs(8)) };
        let thought = client.think(&position, &limits, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(thought.choice, Choice::Play("D4".parse().unwrap()), "{behaviour}");
    }
    let mut client = start("plays", "resign");
    assert_eq!(think(&mut client, &position), Ok(Choice::Resign));
}

#[test]
fn an_engine_that_will_not_go_is_ended() {
    let client = start::<go::Position>("stubborn", "");
    let process = client.process_id().expect("it runs");
    drop(client);
    assert!(is_gone(process));
}

#[test]
fn what_an_engine_has_started_goes_with_it() {
    let logged = Logged::new("child");
    let mut client = start_logged::<go::Position>(&logged, "child", "");
    assert_eq!(think(&mut client, &Game::default().start()).unwrap_err().id, "engine-timed-out");
    let heard = logged.heard();
    let child = heard.iter().find_map(|line| line.strip_prefix("child ")).expect("it has a child");
    // An orphan that has ended is for others to collect: here it is enough that it does not run.
    let runs = || {
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
    };
    let begun = Instant::now();
    while runs() {
        assert!(begun.elapsed() < Duration::from_secs(10), "process {child} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn after_a_failure_the_next_call_starts_afresh() {
    let position = Game::default().start();
    let mut client = start::<go::Position>("die", "");
    let first = client.process_id();
    assert_eq!(think(&mut client, &position).unwrap_err().id, "engine-died");
    assert_eq!(client.process_id(), None);
    assert_eq!(think(&mut client, &position).unwrap_err().id, "engine-died");
    assert_ne!(client.send("name").unwrap(), "");
    assert_ne!(client.process_id(), first);
}

#[test]
fn a_stop_request_is_obeyed_and_the_late_answer_thrown_away() {
    let position = Game::default().start();
    let logged = Logged::new("stop");
    let mut client = start_logged(&logged, "slow", "C3 D4");
    let stop = Stop::new();
    let begun = std::thread::scope(|scope| {
        let asker = scope.spawn(|| {
            logged.wait_for("genmove");
            stop.ask();
            Instant::now()
        });
        let failure = client.think(&position, &Limits::NONE, &stop, &mut |_| {}).unwrap_err();
        assert_eq!(failure.id, "engine-stopped");
        asker.join().unwrap()
    });
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    // A stop request that is there from the start: nothing is even asked.
    assert_eq!(client.think(&position, &Limits::NONE, &stop, &mut |_| {}).unwrap_err().id, "engine-stopped");
    let patient = Limits::time(Duration::from_secs(8));
    let thought = client.think(&position, &patient, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(thought.choice, Choice::Play("D4".parse().unwrap()));
}

fn start_logged<P: Dialect>(logged: &Logged, behaviour: &str, moves: &str) -> Client<P> {
    Client::start(&logged.command(&script(behaviour, moves)), TIMEOUTS).unwrap()
}

fn line_of(start: go::Position, moves: &str) -> Course<go::Position> {
    let mut line = Course::new(start);
    moves.split_whitespace().for_each(|mv| line.play(mv.parse().unwrap()).unwrap());
    line
}

#[test]
fn the_board_is_kept_in_step_by_the_shortest_way() {
    let logged = Logged::new("step");
    let mut client = start_logged::<go::Position>(&logged, "plays", "G7 C7");
    logged.heard();

    // A line that was told: replayed move by move.
    let line = line_of(Game::default().start(), "C3 G3 E5");
    client.follow(line.start(), line.moves());
    client.bring_to(line.position()).unwrap();
    let told = ["boardsize 9", "clear_board", "komi 7.5", "play black C3", "play white G3", "play black E5"];
    assert_eq!(logged.heard(), told);

    // Its own move is on its board already; one more move of the other side is found without being told.
    assert_eq!(think(&mut client, line.position()), Ok(Choice::Play("G7".parse().unwrap())));
    assert_eq!(logged.heard(), ["genmove white"]);
    let on = line_of(Game::default().start(), "C3 G3 E5 G7 E7");
    client.bring_to(on.position()).unwrap();
    assert_eq!(logged.heard(), ["play black E7"]);

    // Back two moves, and on another way.
    client.bring_to(&on.position_at(3).unwrap()).unwrap();
    assert_eq!(logged.heard(), ["undo", "undo"]);
    let other = line_of(Game::default().start(), "C3 G3 A1 A2");
    client.follow(other.start(), other.moves());
    client.bring_to(other.position()).unwrap();
    assert_eq!(logged.heard(), ["undo", "play black A1", "play white A2"]);

    // A new game.
    client.forget();
    client.bring_to(&Game::default().start()).unwrap();
    assert_eq!(logged.heard(), ["boardsize 9", "clear_board", "komi 7.5"]);
}

#[test]
fn without_undo_the_game_is_played_again() {
    let logged = Logged::new("bare");
    let mut client = start_logged::<go::Position>(&logged, "bare", "");
    let line = line_of(Game::default().start(), "C3 G3");
    client.follow(line.start(), line.moves());
    client.bring_to(line.position()).unwrap();
    logged.heard();
    client.bring_to(&line.position_at(1).unwrap()).unwrap();
    assert_eq!(logged.heard(), ["boardsize 9", "clear_board", "play black C3"]);
}

#[test]
fn any_board_of_go_is_set_up_stone_by_stone() {
    let logged = Logged::new("setup");
    let mut client = start_logged::<go::Position>(&logged, "plays", "");
    logged.heard();
    let chinese = Rules { komi: "0.5".parse().unwrap(), .."chinese".parse().unwrap() };
    let game = Game::new(Size::NINE, chinese, Handicap::Fixed(2)).unwrap();
    client.bring_to(&game.start()).unwrap();
    // All that White gets under these rules: komi, and a point for each stone.
    assert_eq!(logged.heard(), ["boardsize 9", "clear_board", "komi 2.5", "play black C3", "play black G7"]);
    let game = Game::even(Size::new(3).unwrap(), Rules::default());
    client.bring_to(&game.position("X.O/.../..X O").unwrap()).unwrap();
    let told = ["boardsize 3", "clear_board", "komi 7.5", "play black C1", "play black A3", "play white C3"];
    assert_eq!(logged.heard(), told);
}

#[test]
fn othello_is_shown_by_its_moves_only() {
    let logged = Logged::new("othello");
    let mut client = start_logged::<othello::Position>(&logged, "plays", "d6");
    logged.heard();
    let position = othello::Game.start().after("f5".parse().unwrap());
    let error = client.bring_to(&position).unwrap_err();
    assert_eq!(error, EngineError::CannotSetUp);
    client.follow(&othello::Game.start(), &["f5".parse().unwrap()]);
    assert_eq!(think(&mut client, &position), Ok(Choice::Play("d6".parse().unwrap())));
    let heard = logged.heard();
    assert_eq!(heard[heard.len() - 3..], ["clear_board", "play black f5", "genmove white"]);
}

/// `GRhino` and others like it: Black has no move after White's fourth, and everybody knows.
#[test]
fn an_othello_engine_need_not_hear_of_passes() {
    let start = othello::Game.start();
    let moves: Vec<othello::Move> =
        ["f5", "f6", "d3", "g5", "h5", "h4", "f7", "h6", "pass"].map(|mv| mv.parse().unwrap()).to_vec();
    let end = moves.iter().fold(start, |position, &mv| position.after(mv));
    for behaviour in ["plays", "passless"] {
        let logged = Logged::new(behaviour);
        let mut client = start_logged::<othello::Position>(&logged, behaviour, "");
        client.follow(&start, &moves);
        client.bring_to(&end).unwrap();
        assert_eq!(logged.heard().last().unwrap(), "play black pass", "{behaviour}");
        // Two plies back, one of which it may not have.
        client.follow(&start, &moves[..moves.len() - 2]);
        client.bring_to(&moves[..moves.len() - 2].iter().fold(start, |position, &mv| position.after(mv))).unwrap();
        let undone = if behaviour == "plays" { vec!["undo", "undo"] } else { vec!["undo"] };
        assert_eq!(logged.heard(), undone, "{behaviour}");
        // Who must pass is not even asked.
        let forced = moves[..moves.len() - 1].iter().fold(start, |position, &mv| position.after(mv));
        assert_eq!(think(&mut client, &forced), Ok(Choice::Play(othello::Move::Pass)));
        assert_eq!(logged.heard(), [""; 0], "{behaviour}");
    }
}

#[test]
fn a_refused_board_size_is_told() {
    let mut client = start::<go::Position>("small", "");
    let failure = think(&mut client, &Game::default().start()).unwrap_err();
    assert_eq!(failure.id, "engine-refused");
    assert!(failure.message.contains("unacceptable size"), "{failure}");
}

#[test]
fn clocks_are_announced() {
    let logged = Logged::new("clocks");
    let mut client = start_logged::<go::Position>(&logged, "plays", "");
    let mut told_for = |limits: Limits| {
        client.forget();
        client.think(&Game::default().start(), &limits, &Stop::new(), &mut |_| {}).unwrap();
        logged.heard().into_iter().filter(|command| command.starts_with("time")).collect::<Vec<_>>()
    };
    let secs = Duration::from_secs;
    let clock = |main, overtime| Limits {
        clock: Some(TimeLeft { main: secs(main), increment: Duration::ZERO, overtime }),
        ..Limits::NONE
    };
    assert_eq!(told_for(Limits::NONE), [""; 0]);
    assert_eq!(told_for(Limits::time(secs(5))), ["time_settings 0 5 1", "time_left black 5 1"]);
    assert_eq!(told_for(Limits::time(secs(5))), ["time_left black 5 1"]);
    assert_eq!(told_for(clock(90, None)), ["time_settings 86400 0 0", "time_left black 90 0"]);
    let canadian = Some(Overtime { period: secs(300), moves: 20, periods: 1 });
    assert_eq!(told_for(clock(0, canadian)), ["time_settings 86400 300 20", "time_left black 300 20"]);
}
