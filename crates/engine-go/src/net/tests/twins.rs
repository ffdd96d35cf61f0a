//! Fast paths against the portable one, in every batch that fills their tiles differently.

use go::{Game, Move, Position, Rules, Size};
use plateau_core::{Dihedral, Game as _, Position as _};

use super::golden::{Tolerance, check_near, softmax, tolerance};
use super::{NETWORKS, Network};
use crate::net::{Evaluation, Input, Path, Runner};

/// Positions of one random game, each turned in another way.
fn inputs(width: u8, count: usize) -> Vec<Input> {
    let mut rng = fastrand::Rng::with_seed(width as u64);
    let mut position: Position = Game::even(Size::new(width).expect("a size"), Rules::default()).start();
    let mut made = Vec::new();
    while made.len() < count {
        made.push(Input::of(&position, Dihedral::ALL[made.len() % 8]));
        let legal: Vec<Move> = position.legal_moves().collect();
        position.play_legal(rng.choice(legal).expect("a legal move"));
        if position.is_over() {
            position = position.resumed(position.turn());
        }
    }
    made
}

fn run(network: &Network, path: Path, inputs: &[Input]) -> Vec<Evaluation> {
    let mut outputs = vec![Evaluation::default(); inputs.len()];
    Runner::on_path(network, path).run(inputs, &mut outputs);
    outputs
}

/// Whether the network of this file never plays on boards of this width, or nobody learned them.
///
/// Numbers grow larger there than they were meant to be, and errors with them: with 8 significant bits the network for 13×13 may be off by
/// 0.06 in the chance of a first move on 19×19, and by 3.5 points in the lead on 25×25.
fn is_strange(network: &[u8], width: u8) -> bool {
    let plays = Network::file(Size::new(width).expect("a size"));
    width == 25 || Network::files().iter().any(|file| file.bytes() == network) && plays.bytes() != network
}

#[test]
fn fast_paths_say_what_the_portable_one_says() {
    for (bytes, _) in NETWORKS {
        let network = Network::read(bytes).expect("a network");
        for (width, batches) in
            [(5, &[1, 3, 16][..]), (9, &[1, 2, 5, 8, 16, 19]), (13, &[4]), (14, &[9]), (19, &[2]), (25, &[1])]
        {
            let inputs = inputs(width, *batches.last().expect("a batch"));
            let expected = run(&network, Path::Portable, &inputs);
            let leave = if is_strange(bytes, width) { 3.0 } else { 1.0 };
            for path in Path::available().skip(1) {
                for &batch in batches {
                    let made = run(&network, path, &inputs[..batch]);
                    let Tolerance { chance, points, share, .. } = tolerance(path).times(leave);
                    for (made, expected) in made.iter().zip(&expected) {
                        let what = format!("{path}, {batch} boards of {width}");
                        check_near(&softmax(&made.policy), &softmax(&expected.policy), chance, &what);
                        check_near(&[made.win], &[expected.win], chance, &what);
                        check_near(&[made.lead], &[expected.lead], points, &what);
                        check_near(&made.ownership, &expected.ownership, share, &what);
                    }
                }
            }
        }
    }
}

/// The instructions that were made for networks add up the same integers as those before them, so nothing differs, bit for bit.
#[test]
fn one_instruction_for_two_changes_nothing() {
    let network = Network::read(super::TINY).expect("a network");
    for (two, one) in [(Path::Avx2, Path::AvxVnni), (Path::Avx512, Path::Vnni)] {
        if one.is_available() {
            for (width, batch) in [(9, 5), (13, 2), (19, 2)] {
                let inputs = inputs(width, batch);
                assert_eq!(
                    run(&network, one, &inputs),
                    run(&network, two, &inputs),
                    "{one}, {batch} boards of {width}"
                );
            }
        }
    }
}

/// No network that we ship learned boards of 5×5, and left to itself it promises more points than they have.
#[test]
fn nobody_leads_by_more_than_the_board() {
    let full = super::played(5, "chinese", "7.5", &["c3", "a1", "c2", "pass", "d3", "pass", "b3", "pass"]);
    let input = Input::of(&full, Dihedral::IDENTITY);
    assert_eq!(input.possible_leads(), (-25.0 - 7.5, 25.0 - 7.5), "Black moves, and White gets the komi");
    for (bytes, _) in NETWORKS {
        let network = Network::read(bytes).expect("a network");
        let leads = run(&network, Path::Portable, std::slice::from_ref(&input));
        assert!((0.0..=17.5).contains(&leads[0].lead), "{network:?}: {}", leads[0].lead);
    }
}

/// A runner that has seen other sizes and batches says the same as a fresh one, bit for bit.
#[test]
fn what_ran_before_changes_nothing() {
    let network = Network::read(super::TINY).expect("a network");
    for path in Path::available() {
        let mut used = Runner::on_path(&network, path);
        for (width, batch) in [(9, 16), (5, 3), (9, 2), (9, 16), (6, 1)] {
            let inputs = inputs(width, batch);
            let mut outputs = vec![Evaluation::default(); batch];
            used.run(&inputs, &mut outputs);
            assert_eq!(outputs, run(&network, path, &inputs), "{path}, {batch} boards of {width}");
        }
        used.run(&[], &mut []);
    }
}

/// What is said of a board does not hang on the others of its batch, bit for bit: what is kept of one batch is used in another.
#[test]
fn company_changes_nothing() {
    for (bytes, _) in NETWORKS {
        let network = Network::read(bytes).expect("a network");
        for path in Path::available() {
            for (width, batch) in [(5, 7), (9, 11), (13, 5), (19, 3)] {
                let inputs = inputs(width, batch);
                let alone: Vec<Evaluation> =
                    inputs.iter().flat_map(|input| run(&network, path, std::slice::from_ref(input))).collect();
                assert_eq!(run(&network, path, &inputs), alone, "{path}, {batch} boards of {width}");
            }
        }
    }
}
