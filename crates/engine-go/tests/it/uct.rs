use std::time::{Duration, Instant};

use engine_go::Uct;
use go::{Game, Move, Position};
use plateau_core::Game as _;
use search::{Choice, Engine, Limits, Resources, Score, Stop, Thought};

use crate::position;

fn think(position: &Position, limits: &Limits, stop: &Stop) -> Thought<Move> {
    let resources = Resources { seed: Some(11), ..Resources::default() };
    Uct::new(&resources).think(position, limits, stop, &mut |_| {}).expect("it always has an answer")
}

fn choice(position: &Position, visits: u64) -> String {
    match think(position, &Limits::nodes(visits), &Stop::new()).choice {
        Choice::Play(mv) => mv.to_string(),
        Choice::Resign => "resign".to_owned(),
    }
}

#[test]
fn it_finds_what_wins_the_game() {
    // Ten white stones hang on C5, and with them the board.
    assert_eq!(choice(&position(5, "XO.XX/XOOOX/XXXOX/..XOX/..XXX X"), 3000), "C5");
}

#[test]
fn one_thread_a_seed_and_a_limit_of_nodes_give_the_same_answer_twice() {
    let start = Game::default().start();
    let [a, b] = [(); 2].map(|()| think(&start, &Limits::nodes(2000), &Stop::new()));
    assert_eq!((a.choice, &a.report.variations), (b.choice, &b.report.variations));
    assert_eq!(a.report.nodes, 2000);
}

#[test]
fn it_passes_a_won_game_to_its_end_and_resigns_a_lost_one() {
    let won = position(5, "....X/XXXXX/..X../XXXXX/OOOO. X");
    let Score::Chance { win, .. } = think(&won, &Limits::nodes(500), &Stop::new()).report.variations[0].score else {
        panic!("it tells a chance")
    };
    assert!(win > 0.9, "{win}");
    let mut engine = Uct::new(&Resources { seed: Some(11), ..Resources::default() });
    let answers = [".X...", ".XX.O", ".XXX."].map(|row| {
        let lost = position(5, &format!(".XXXX/XXXXX/.XXXX/XXXXX/{row} O"));
        let thought = engine.think(&lost, &Limits::nodes(2000), &Stop::new(), &mut |_| {});
        thought.expect("an answer").choice == Choice::Resign
    });
    assert_eq!(answers, [false, false, true]);
}

/// By four hundred visits a pass looks as good as any other move: it is not thought of before there is nothing else to do.
#[test]
fn it_does_not_pass_before_the_end() {
    for seed in 0..60 {
        let resources = Resources { seed: Some(seed), ..Resources::default() };
        let thought =
            Uct::new(&resources).think(&Game::default().start(), &Limits::nodes(400), &Stop::new(), &mut |_| {});
        assert_ne!(thought.expect("an answer").choice, Choice::Play(Move::Pass), "seed {seed}");
    }
    // Black's wall, White's wall, and everything behind them.
    let done = position(5, ".X.O./XX.OO/.X.O./XX.OO/.X.O. X");
    assert_ne!(choice(&done, 400), "pass", "the points between are worth a point each");
    let done = position(5, ".XXO./XXOOO/.XXO./XXOOO/.XXO. X");
    assert_eq!(choice(&done, 400), "pass");
}

#[test]
fn it_tells_by_how_much_it_expects_to_win() {
    let won = position(5, "....X/XXXXX/..X../XXXXX/OOOO. X");
    let Score::Chance { lead, .. } = think(&won, &Limits::nodes(500), &Stop::new()).report.variations[0].score else {
        panic!("it tells a chance")
    };
    assert!((10.0..=25.0).contains(&lead), "the board less the komi: {lead}");
}

#[test]
fn it_obeys_the_stop_token_and_the_time() {
    let start = Game::default().start();
    let stop = Stop::new();
    let asked = stop.clone();
    let waiter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        asked.ask();
    });
    let before = Instant::now();
    think(&start, &Limits::NONE, &stop);
    assert!(before.elapsed() < Duration::from_secs(5), "the stop request was heard");
    waiter.join().expect("the waiter ends");
    let before = Instant::now();
    let thought = think(&start, &Limits::time(Duration::from_millis(100)), &Stop::new());
    assert!(before.elapsed() >= Duration::from_millis(100) && thought.report.nodes > 0);
}

#[test]
fn a_small_memory_is_enough() {
    let start = Game::default().start();
    let resources = Resources { memory_bytes: 64 << 10, seed: Some(1), ..Resources::default() };
    let thought = Uct::new(&resources).think(&start, &Limits::nodes(5000), &Stop::new(), &mut |_| {});
    assert_eq!(thought.expect("an answer").report.nodes, 5000);
}
