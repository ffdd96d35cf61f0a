//! How far each path is from the portable one, over positions of games that the network plays with itself, beside how far two
//! symmetries of one position are: `cargo run --release -p plateau-engine-go --example paths`.

use engine_go::net::{Evaluation, Input, Network, Path, Runner};
use go::{Game, Move, Point, Position, Rules, Size};
use plateau_core::{Dihedral, Game as _, Position as _};

fn main() {
    println!(
        "{:>5} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "size", "compared", "KL", "same best", "win", "lead", "owner"
    );
    for (width, games) in [(9, 8), (13, 3), (19, 1)] {
        let positions: Vec<Position> =
            (0..games).flat_map(|seed| game(Size::new(width).expect("a size"), seed)).collect();
        let reference = run(Path::Portable, &positions, Dihedral::IDENTITY);
        let turned = run(Path::Portable, &positions, Dihedral::ALL[5]);
        print(width, "symmetry", &positions, &reference, &turned);
        for path in Path::available().skip(1) {
            print(width, &path.to_string(), &positions, &reference, &run(path, &positions, Dihedral::IDENTITY));
        }
    }
}

fn run(path: Path, positions: &[Position], symmetry: Dihedral) -> Vec<Evaluation> {
    let mut runner = Runner::on_path(Network::shipped(positions[0].size()), path);
    let inputs: Vec<Input> = positions.iter().map(|position| Input::of(position, symmetry)).collect();
    let mut outputs = vec![Evaluation::default(); inputs.len()];
    runner.run(&inputs, &mut outputs);
    outputs
}

/// The positions of a game whose moves are drawn from the policy.
fn game(size: Size, seed: u64) -> Vec<Position> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut runner = Runner::new(Network::shipped(size));
    let mut position = Game::even(size, "chinese".parse::<Rules>().expect("a rule set")).start();
    let mut positions = Vec::new();
    while !position.is_over() && positions.len() < 2 * size.area() as usize {
        positions.push(position.clone());
        let mut outputs = [Evaluation::default()];
        runner.run(&[Input::of(&position, Dihedral::IDENTITY)], &mut outputs);
        let chances = chances(&position, &outputs[0]);
        let mut left = rng.f32();
        let drawn = chances.iter().find(|(_, chance)| {
            left -= chance;
            left <= 0.0
        });
        position.play_legal(drawn.unwrap_or(&chances[0]).0);
    }
    positions
}

/// The legal moves with their chances.
fn chances(position: &Position, output: &Evaluation) -> Vec<(Move, f32)> {
    let logit = |mv: Move| match mv {
        Move::Play(point) => output.policy[Point::number(point, position.size()) as usize],
        Move::Pass => output.policy[position.size().area() as usize],
    };
    let legal: Vec<Move> = position.legal_moves().collect();
    let largest = legal.iter().map(|&mv| logit(mv)).fold(f32::NEG_INFINITY, f32::max);
    let total: f32 = legal.iter().map(|&mv| (logit(mv) - largest).exp()).sum();
    legal.into_iter().map(|mv| (mv, (logit(mv) - largest).exp() / total)).collect()
}

fn print(width: u8, what: &str, positions: &[Position], expected: &[Evaluation], made: &[Evaluation]) {
    let count = positions.len() as f32;
    let (mut kl, mut same, mut win, mut lead, mut owner) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for ((position, a), b) in positions.iter().zip(expected).zip(made) {
        let (p, q) = (chances(position, a), chances(position, b));
        kl += p.iter().zip(&q).map(|((_, p), (_, q))| p * (p.max(1e-20) / q.max(1e-20)).ln()).sum::<f32>() / count;
        let best = |chances: &[(Move, f32)]| chances.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("a move").0;
        same += f32::from(u8::from(best(&p) == best(&q))) / count;
        win += (a.win - b.win).abs() / count;
        lead += (a.lead - b.lead).abs() / count;
        let points = a.ownership.iter().zip(&b.ownership);
        owner += points.map(|(a, b)| (a - b).abs()).sum::<f32>() / count / a.ownership.len() as f32;
    }
    println!("{width:>5} {what:>10} {kl:>10.6} {same:>10.4} {win:>10.5} {lead:>10.4} {owner:>10.5}");
}
