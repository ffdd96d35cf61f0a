//! How large the losses are that the analyst sees where there are none:
//! `cargo run --release -p plateau-players --example noise -- go|othello SIZE GAMES LEVEL EVERY`
//!
//! Plays games between two machines of a level, and judges one position in `EVERY` and the one after it with each effort below the highest
//! and, as the reference, with that. Counted are the moves by which the reference sees nothing lost (half a point at most): what an effort
//! says that they lost is noise. A move that the effort would have made itself lost nothing.

use std::num::NonZeroUsize;

use plateau_core::Position as _;
use players::MachineGame;
use players::analyst::AnyAnalyst;
use search::{Choice, Resources, Stop};
use study::{Effort, Judgement, Measure};
use table::{AnyWay, Moment, Playable, Way, Who};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|text| text.parse().ok()).expect("a number");
    let (size, games, level, every) = (number(1), number(2), number(3) as u8, number(4));
    let mut seen: [Vec<f32>; 2] = Default::default();
    for game in 0..games as u64 {
        let way = match args[0].as_str() {
            "go" => {
                let size = go::Size::new(size as u8).expect("a size of a board");
                AnyWay::Go(play(go::Game::even(size, go::Rules::default()), level, game))
            }
            "othello" => AnyWay::Othello(play(othello::Game, level, game)),
            other => panic!("go or othello, not {other}"),
        };
        look(&way, every, game as usize % every, &mut seen);
        for (effort, losses) in EFFORTS.into_iter().zip(&mut seen) {
            losses.sort_by(f32::total_cmp);
            let at = |share: f64| losses.get((losses.len() as f64 * share) as usize).copied().unwrap_or_default();
            let shares = [0.5, 0.9, 0.95, 0.99].map(at);
            println!("{} games, {effort}: {} moves, losses {shares:.2?} (50, 90, 95, 99 %)", game + 1, losses.len());
        }
    }
}

/// A game of a level against itself.
fn play<G: MachineGame + Playable>(game: G, level: u8, seed: u64) -> Way<G> {
    let resources = Resources { seed: Some(seed), ..Resources::default() };
    let mut mover = game.seat(&Who::Level(level), &resources).unwrap_or_else(|why| panic!("{why}"));
    let mut position = game.start();
    let mut moments = Vec::new();
    while !position.is_over() && moments.len() < 400 {
        let thought = mover.think(&position, None, &Stop::new(), &mut |_| {}).expect("an answer");
        let Choice::Play(mv) = thought.choice else { break };
        moments.push(Moment { node: moments.len() as u32, position: position.clone(), played: Some(mv), shown: None });
        position.play_legal(mv);
    }
    moments.push(Moment { node: moments.len() as u32, position, played: None, shown: None });
    Way { game, moments, counted: None }
}

fn look(way: &AnyWay, every: usize, first: usize, seen: &mut [Vec<f32>; 2]) {
    let resources = Resources { threads: NonZeroUsize::MIN, seed: Some(1), ..Resources::default() };
    let mut analyst = AnyAnalyst::new(way.kind(), &resources);
    let mut judge = |at, effort| -> Judgement {
        analyst.judge(way, at, effort, &Stop::new(), &mut |_| {}).expect("nobody stops it")
    };
    for at in (first..way.len() - 1).step_by(every).filter(|&at| !way.is_forced(at)) {
        let played = way.played(at);
        let is_best = |judgement: &Judgement| judgement.best().map(|best| best.mv().to_owned()) == played;
        let reference = [at, at + 1].map(|at| judge(at, Effort::Deep));
        if !is_best(&reference[0]) && lost(&reference) > NOTHING {
            continue;
        }
        for (effort, losses) in EFFORTS.into_iter().zip(&mut *seen) {
            let before = judge(at, effort);
            losses.push(if is_best(&before) { 0.0 } else { lost(&[before, judge(at + 1, effort)]).max(0.0) });
        }
    }
}

/// Those below the reference.
const EFFORTS: [Effort; 2] = [Effort::Quick, Effort::Normal];

/// What is so little is nothing, in points or discs.
const NOTHING: f32 = 0.5;

/// What the player to move in the first of two positions has less of in the second.
fn lost([before, after]: &[Judgement; 2]) -> f32 {
    Measure::worth(before.score) - Measure::worth(after.score.seen_by(after.turn, before.turn))
}
