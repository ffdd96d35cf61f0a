//! Measures how long the perfect player takes, how the levels fare against each other, and whether perfect play ever gives
//! anything away:
//!
//! - `cargo run --release -p plateau-engine-aligne4 --example measure -- times [RULES] [POSITIONS]`
//! - `cargo run --release -p plateau-engine-aligne4 --example measure -- levels [RULES] [GAMES]`
//! - `cargo run --release -p plateau-engine-aligne4 --example measure -- perfect [RULES] [GAMES] [SEED]`

use std::error::Error;
use std::time::{Duration, Instant};

use aligne4::{Position, Rules};
use engine_aligne4::{Level, Machine, NEVER, Settings, Solver, Strength, Value, simple};
use fastrand::Rng;
use plateau_core::{Outcome, Player, Position as _};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rules: Rules = args.get(1).map_or(Ok(Rules::BASE), |name| name.parse())?;
    let count: u32 = args.get(2).map_or(Ok(100), |text| text.parse())?;
    let seed: u64 = args.get(3).map_or(Ok(3), |text| text.parse())?;
    match args.first().map(String::as_str) {
        Some("times") => times(rules, count),
        Some("levels") => levels(rules, count),
        Some("perfect") => perfect(rules, count, seed),
        _ => return Err("usage: times|levels [RULES [COUNT]] or perfect [RULES [COUNT [SEED]]]".into()),
    }
    Ok(())
}

const fn limited(pieces_ahead: u32, mistakes_per_mille: u32) -> Level {
    Level::Limited(Strength { pieces_ahead, mistakes_per_mille })
}

const LEVELS: [Level; 8] = [
    Level::Random,
    Level::One,
    Level::Two,
    Level::Three,
    limited(1, 200),
    limited(2, 120),
    limited(4, 60),
    Level::Perfect,
];

/// The time for one perfect move on one core with 64 MiB, for positions that level 3 reaches against itself.
fn times(rules: Rules, count: u32) {
    let mut rng = Rng::with_seed(1);
    let mut machine = Machine::new(Settings::default());
    for pieces in 0..12 {
        let mut times = Vec::new();
        while times.len() < count as usize {
            let mut position = Position::new(rules);
            while position.placed() < pieces && !position.is_over() {
                position.play_legal(simple::level3(&position, &mut rng));
            }
            if !position.is_over() {
                machine.forget();
                let begin = Instant::now();
                let choice = machine.choose(Level::Perfect, &position, &mut rng, NEVER);
                times.push((begin.elapsed(), choice.nodes, position));
            }
        }
        times.sort_by_key(|&(time, ..)| time);
        let ms = |share: usize| times[(times.len() - 1) * share / 100].0.as_secs_f64() * 1e3;
        let (_, nodes, worst) = times.iter().max_by_key(|&&(_, nodes, _)| nodes).expect("there are some");
        println!("{pieces:2} pieces: {:.1} ms, 90 % {:.1} ms, most {:.1} ms", ms(50), ms(90), ms(100));
        println!("           most nodes: {nodes} in {worst}");
    }
}

/// Every level against the one below and against the best, as many games from each side.
fn levels(rules: Rules, count: u32) {
    let mut rng = Rng::with_seed(2);
    let mut machine = Machine::new(Settings::default());
    for (i, &level) in LEVELS.iter().enumerate().skip(1) {
        for &other in &LEVELS[..i] {
            let (mut wins, mut draws, mut longest) = (0, 0, Duration::ZERO);
            for game in 0..count {
                let side = if game % 2 == 0 { Player::Black } else { Player::White };
                let mut position = Position::new(rules);
                while !position.is_over() {
                    let begin = Instant::now();
                    let acting = if position.turn() == side { level } else { other };
                    position.play_legal(machine.choose(acting, &position, &mut rng, NEVER).mv);
                    longest = longest.max(begin.elapsed());
                }
                wins += (position.outcome() == Some(Outcome::Win(side))) as u32;
                draws += (position.outcome() == Some(Outcome::Draw)) as u32;
            }
            let losses = count - wins - draws;
            println!(
                "{level:?} against {other:?}: {wins} won, {draws} drawn, {losses} lost; longest move {longest:.1?}"
            );
        }
    }
}

/// Games of perfect play against every level, each move judged by a solver of its own that uses no opening table; but under the gift rule it
/// does, since a search from the first moves takes minutes.
fn perfect(rules: Rules, count: u32, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut machine = Machine::new(Settings::default());
    let mut judge = Solver::new(Settings { threads: 1, memory_bytes: 1 << 30, opening: rules.gift });
    for other in LEVELS {
        let (mut worsened, mut stood_won, mut won) = (0, 0, 0);
        for game in 0..count {
            let side = if game % 2 == 0 { Player::Black } else { Player::White };
            let mut position = Position::new(rules);
            let mut had_win = false;
            while !position.is_over() {
                let perfect = position.turn() == side;
                let level = if perfect { Level::Perfect } else { other };
                let next = position.after(machine.choose(level, &position, &mut rng, NEVER).mv);
                if perfect {
                    let value = |solver: &mut Solver, position: &Position| {
                        let value = solver.value(position, NEVER).expect("nobody stops it");
                        if position.turn() == side { value } else { value.reversed() }
                    };
                    let (before, after) = (value(&mut judge, &position), value(&mut judge, &next));
                    worsened += (after < before) as u32;
                    had_win |= before == Value::Win;
                }
                position = next;
            }
            stood_won += had_win as u32;
            won += (had_win && position.outcome() == Some(Outcome::Win(side))) as u32;
        }
        println!(
            "against {other:?}: {count} games, {worsened} moves worsened, {won} won of {stood_won} that stood won"
        );
    }
}
