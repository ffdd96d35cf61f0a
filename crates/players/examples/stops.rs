//! How soon an analyst that is told to stop comes to an end: `cargo run --release -p plateau-players --example stops -- [TIMES]`
//!
//! For each game a position in its middle is judged with the highest effort, and stopped after some time, each time another one. What it
//! took from being told to being back is shown: the median and the most of all times.

use std::thread;
use std::time::{Duration, Instant};

use plateau_core::Position as _;
use players::MachineGame;
use players::analyst::AnyAnalyst;
use search::{Choice, Resources, Stop};
use study::Effort;
use table::{AnyWay, Moment, Playable, Way, Who};

fn main() {
    let times: u64 = std::env::args().nth(1).map_or(40, |text| text.parse().expect("a number"));
    let gift = aligne4::Rules { gift: true, squares: false };
    let middles = [
        ("Go 9×9", AnyWay::Go(middle(go::Game::even(go::Size::NINE, go::Rules::default()), 20))),
        ("Go 19×19", AnyWay::Go(middle(go::Game::even(go::Size::NINETEEN, go::Rules::default()), 60))),
        ("Othello", AnyWay::Othello(middle(othello::Game, 20))),
        ("Aligne 4, gift", AnyWay::Aligne4(middle(aligne4::Game::new(gift), 5))),
    ];
    for (name, way) in middles {
        let mut took: Vec<Duration> =
            (0..times).filter_map(|time| stopped(&way, Duration::from_millis(5 + 7 * time))).collect();
        took.sort();
        match took[..] {
            [] => println!("{name}: always done before it was told to stop"),
            _ => println!(
                "{name}: {} times stopped, {:.1} ms at the median, {:.1} ms at most",
                took.len(),
                took[took.len() / 2].as_secs_f64() * 1e3,
                took[took.len() - 1].as_secs_f64() * 1e3
            ),
        }
    }
}

/// A game of random moves up to here.
fn middle<G: MachineGame + Playable>(game: G, moves: usize) -> Way<G> {
    let resources = Resources { seed: Some(1), ..Resources::default() };
    let mut mover = game.seat(&Who::Random, &resources).unwrap_or_else(|why| panic!("{why}"));
    let mut position = game.start();
    for _ in 0..moves {
        let thought = mover.think(&position, None, &Stop::new(), &mut |_| {}).expect("an answer");
        let Choice::Play(mv) = thought.choice else { break };
        position.play_legal(mv);
    }
    Way { game, moments: vec![Moment { node: 0, position, played: None, shown: None }], counted: None }
}

/// How long it took to stop; nothing if it was done before.
fn stopped(way: &AnyWay, after: Duration) -> Option<Duration> {
    let mut analyst = AnyAnalyst::new(way.kind(), &Resources { seed: Some(1), ..Resources::default() });
    let stop = Stop::new();
    thread::scope(|scope| {
        let thinking = scope.spawn(|| {
            analyst.judge(way, 0, Effort::Deep, &stop, &mut |_| {});
            Instant::now()
        });
        thread::sleep(after);
        let told = Instant::now();
        stop.ask();
        thinking.join().expect("no judge panics").checked_duration_since(told)
    })
}
