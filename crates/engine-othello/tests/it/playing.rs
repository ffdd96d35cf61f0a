//! The engine keeps its promises: legal moves, limits, repeatability, rankings.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine_othello::{GreedyMinimax, LimitedPlayer, Novice, Opponent, Skill, Weights};
use othello::{Game, Move, Position};
use plateau_core::{Game as _, Position as _};
use search::{Choice, Engine, Limits, Report, Resources, Score, Stop, TimeLeft};

fn player(threads: usize) -> Opponent {
    let threads = NonZeroUsize::new(threads).expect("at least one");
    Opponent::new(
        Weights::shipped(),
        &Resources { threads, memory_bytes: 16 << 20, seed: Some(1), ..Resources::default() },
    )
}

fn think(engine: &mut dyn Engine<Position>, position: &Position, limits: &Limits) -> (Move, Report<Move>) {
    let thought = engine.think(position, limits, &Stop::new(), &mut |_| {}).expect("it always has an answer");
    match thought.choice {
        Choice::Play(mv) => (mv, thought.report),
        Choice::Resign => panic!("it never resigns"),
    }
}

/// Positions of all kinds: the start, the middle game, and endgames that take long to solve.
const POSITIONS: [&str; 4] = [
    "---------------------------OX------XO--------------------------- X",
    "-------------------O------XXOO----XOOO----OOXO----O------------- X",
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
];

/// How long a thread had the processor so far, by its folder under `/proc`: what others take away is no fault of the engine. Without
/// Linux, the time since `start`.
fn processor_time(thread: &Path, start: Instant) -> Duration {
    let text = std::fs::read_to_string(Path::new("/proc").join(thread).join("schedstat")).unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|number| number.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// This thread's folder under `/proc`.
fn this_thread() -> PathBuf {
    std::fs::read_link("/proc/thread-self").unwrap_or_default()
}

/// Does something and says how long it had the processor.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (thread, start) = (this_thread(), Instant::now());
    let before = processor_time(&thread, start);
    let done = work();
    (done, processor_time(&thread, start).saturating_sub(before))
}

#[test]
fn a_stop_request_is_heard_within_20_ms_wherever_the_search_is() {
    for (text, threads) in POSITIONS.into_iter().flat_map(|text| [(text, 1), (text, 2)]) {
        let position = Game.position(text).expect("a position");
        let late = |work_ms| {
            let (stop, start) = (Stop::new(), Instant::now());
            let (told, thread) = std::sync::mpsc::channel();
            std::thread::scope(|scope| {
                let searching = scope.spawn(|| {
                    let mut player = player(threads);
                    told.send(this_thread()).expect("somebody listens");
                    player.think(&position, &Limits::NONE, &stop, &mut |_| {}).expect("an answer");
                    processor_time(&this_thread(), start)
                });
                let thread = thread.recv().expect("it is told");
                // Let it come to searches that take long by themselves.
                let work = processor_time(&thread, start) + Duration::from_millis(work_ms);
                while processor_time(&thread, start) < work && !searching.is_finished() {
                    std::thread::sleep(Duration::from_millis(2));
                }
                let asked = processor_time(&thread, start);
                stop.ask();
                searching.join().expect("no panic").saturating_sub(asked)
            })
        };
        // The system counts a thread's time in steps of up to ten milliseconds, so one time in three may look late.
        let least = [60, 80, 100].into_iter().map(late).min().expect("three of them");
        assert!(least < Duration::from_millis(20), "{threads} threads on {text}: {least:?}");
    }
}

#[test]
fn no_move_of_a_game_overruns_its_time() {
    // The system counts a thread's time in steps of up to ten milliseconds.
    const STEP: Duration = Duration::from_millis(12);
    // A virtual machine is charged for what its host takes away. An engine that looks at the clock too seldom is late every time.
    const TRIES: usize = 4;
    let limit = Duration::from_millis(15);
    let mut player = player(1);
    let mut position = Game.start();
    let (mut moves, mut all) = (0, Duration::ZERO);
    while !position.is_over() {
        let mut attempts = (0..TRIES).map(|_| timed(|| think(&mut player, &position, &Limits::time(limit)).0));
        let in_time = attempts.find(|(_, taken)| *taken < limit + STEP);
        let (mv, taken) = in_time.unwrap_or_else(|| panic!("late {TRIES} times in {position}"));
        position.play(mv).expect("a legal move");
        moves += 1;
        all += taken;
    }
    assert!(all < (limit + STEP / 2) * moves, "{all:?} for {moves} moves");
    assert!(all > limit * moves / 8, "{all:?} is hardly any of the time for {moves} moves");
}

#[test]
fn a_whole_game_fits_its_clock() {
    let mut player = player(1);
    let mut position = Game.start();
    let mut left = [Duration::from_secs(2); 2];
    while !position.is_over() {
        let turn = position.turn();
        let clock = TimeLeft { main: left[turn], increment: Duration::ZERO, overtime: None };
        let limits = Limits { clock: Some(clock), ..Limits::NONE };
        let ((mv, _), taken) = timed(|| think(&mut player, &position, &limits));
        left[turn] = left[turn].checked_sub(taken).unwrap_or_else(|| panic!("{taken:?} of {:?} for {mv}", left[turn]));
        position.play(mv).expect("a legal move");
    }
}

#[test]
fn the_same_limits_give_the_same_answer_twice() {
    let position =
        Game.position("-------------------O------XXOO----XOOO----OOXO----O------------- X").expect("a position");
    for limits in [Limits::nodes(50_000), Limits::depth(8)] {
        let [a, b] = [(); 2].map(|()| {
            let (mv, report) = think(&mut player(1), &position, &limits);
            (mv, report.nodes, report.depth, report.variations)
        });
        assert_eq!(a, b);
        assert!(a.1 <= 60_000 || limits.nodes.is_none(), "{} nodes", a.1);
    }
}

#[test]
fn all_moves_of_a_solved_position_have_their_exact_scores() {
    // The first position of the FFO endgame suite, with its published scores.
    let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let expected = [("g8", 18), ("h1", 12), ("h7", 6), ("a2", 6), ("a3", 4), ("b1", -4), ("a4", -22), ("g2", -24)];
    let position = Game.position(text).expect("a position");
    let limits = Limits { variations: NonZeroUsize::new(64).expect("not zero"), ..Limits::NONE };
    for threads in [1, 2] {
        let (mv, report) = think(&mut player(threads), &position, &limits);
        assert_eq!(mv.to_string(), "g8");
        let mut found: Vec<(String, Score)> =
            report.variations.iter().map(|variation| (variation.moves[0].to_string(), variation.score)).collect();
        for (mv, margin) in expected {
            let at = found.iter().position(|(found, _)| found == mv).expect("every move is there");
            assert_eq!(found.remove(at).1, Score::Exact { margin, plies: None }, "{mv}");
        }
        assert!(found.is_empty());
    }
}

#[test]
fn every_player_makes_legal_moves_to_the_end() {
    let resources = Resources { memory_bytes: 8 << 20, seed: Some(3), ..Resources::default() };
    let skill = Skill { depth: 2, solve_empties: 8, misjudges_by: 3.0 };
    let players: [Box<dyn Engine<Position>>; 4] = [
        Box::new(Novice::new(&resources)),
        Box::new(GreedyMinimax::new(&resources)),
        Box::new(LimitedPlayer::new(skill, Weights::shipped(), &resources)),
        Box::new(Opponent::new(Weights::shipped(), &resources)),
    ];
    for mut player in players {
        let mut position = Game.start();
        while !position.is_over() {
            let (mv, _) = think(&mut *player, &position, &Limits::nodes(500));
            position.play(mv).expect("a legal move");
        }
    }
}

#[test]
fn the_engine_beats_greedy_minimax_every_time() {
    let mut strong = player(1);
    for (seed, as_black) in [(1, true), (2, false), (3, true), (4, false)] {
        let mut weak = GreedyMinimax::new(&Resources { seed: Some(seed), ..Resources::default() });
        let mut position = Game.start();
        while !position.is_over() {
            let is_black = position.turn() == plateau_core::Player::Black;
            let engine: &mut dyn Engine<Position> = if is_black == as_black { &mut strong } else { &mut weak };
            let (mv, _) = think(engine, &position, &Limits::nodes(2_000));
            position.play(mv).expect("a legal move");
        }
        let [black, white] = position.score();
        assert!((black > white) == as_black && black != white, "{black} to {white}");
    }
}

/// Wins, draws and losses of the novice over so many games with both colours.
fn novice_against(mut other: impl FnMut(&Position) -> Move, games: u64) -> [u32; 3] {
    let mut results = [0; 3];
    for game in 0..games {
        let mut novice = Novice::new(&Resources { seed: Some(game), ..Resources::default() });
        let novice_plays = plateau_core::Player::BOTH[game as usize % 2];
        let mut position = Game.start();
        while !position.is_over() {
            let mv = if position.turn() == novice_plays {
                think(&mut novice, &position, &Limits::NONE).0
            } else {
                other(&position)
            };
            position.play(mv).expect("a legal move");
        }
        let value = position.outcome().expect("it is over").value_for(novice_plays);
        results[(1 - value) as usize] += 1;
    }
    results
}

#[test]
fn the_novice_loses_most_games_to_chance_that_likes_corners_and_to_greedy_minimax() {
    let mut rng = fastrand::Rng::with_seed(7);
    let likes_corners = |position: &Position| {
        let moves: Vec<Move> = position.legal_moves().collect();
        let is_corner = |mv: &&Move| matches!(mv.to_string().as_str(), "a1" | "h1" | "a8" | "h8");
        let corners: Vec<&Move> = moves.iter().filter(is_corner).collect();
        if corners.is_empty() { moves[rng.usize(..moves.len())] } else { *corners[rng.usize(..corners.len())] }
    };
    let [wins, _, losses] = novice_against(likes_corners, 400);
    assert!(losses > 220 && losses > wins, "+{wins} -{losses}");
    let mut greedy = GreedyMinimax::new(&Resources { seed: Some(8), ..Resources::default() });
    let [wins, _, losses] = novice_against(|position| think(&mut greedy, position, &Limits::NONE).0, 200);
    assert!(losses > 120, "+{wins} -{losses}");
}
