use plateau_core::Dihedral;

use super::{NETWORKS, Network, played};
use crate::net::file::crc32;
use crate::net::input::PLANES;
use crate::net::{Evaluation, Input, Path, Runner};

/// The lines of one paragraph, by their first word.
struct Case<'a>(&'a str);

impl<'a> Case<'a> {
    fn words(&self, key: &str) -> Vec<&'a str> {
        let line = self.0.lines().find(|line| line.split(' ').next() == Some(key));
        line.unwrap_or_else(|| panic!("a line {key}")).split_whitespace().skip(1).collect()
    }

    fn numbers(&self, key: &str) -> Vec<f32> {
        self.words(key).iter().map(|word| word.parse().expect("a number")).collect()
    }

    fn input(&self, symmetry: Dihedral) -> Input {
        let size = self.words("size")[0].parse().expect("a size");
        let komi = self.words("komi")[0].trim_end_matches(".0");
        Input::of(&played(size, "chinese", komi, &self.words("moves")), symmetry)
    }
}

fn cases(golden: &str) -> impl Iterator<Item = Case<'_>> {
    golden.split("\n\n").skip(1).map(Case)
}

#[test]
fn features_are_those_of_training() {
    for (_, golden) in NETWORKS {
        assert!(cases(golden).count() >= 8, "the golden file has its positions");
        for case in cases(golden) {
            let input = case.input(Dihedral::IDENTITY);
            let plane = |plane: usize| input.words().iter().map(move |word| (word >> plane & 1) as u8);
            let sums: Vec<u32> = (0..PLANES).map(|p| plane(p).map(u32::from).sum()).collect();
            let expected: Vec<u32> = case.words("plane_sums").iter().map(|sum| sum.parse().unwrap()).collect();
            assert_eq!(sums, expected, "{}", case.0);
            let bytes: Vec<u8> = (0..PLANES).flat_map(plane).collect();
            assert_eq!(format!("{:08x}", crc32(&bytes)), case.words("planes_crc32")[0], "{}", case.0);
            check_near(&input.globals(), &case.numbers("globals"), 1e-6, "globals");
        }
    }
}

/// How far a path may be from the golden values, which were computed in 64 bits.
pub(super) struct Tolerance {
    /// In logits, for the policy. A move that nobody would play may be further off where numbers are narrow.
    pub(super) logit: f32,
    /// In chances, of a move and of winning.
    pub(super) chance: f32,
    /// In points, of the lead.
    pub(super) points: f32,
    /// In what a point's ownership is counted in.
    pub(super) share: f32,
}

impl Tolerance {
    /// So many times as much of everything.
    pub(super) fn times(self, leave: f32) -> Tolerance {
        let Tolerance { logit, chance, points, share } = self;
        Tolerance { logit: leave * logit, chance: leave * chance, points: leave * points, share: leave * share }
    }
}

pub(super) const fn tolerance(path: Path) -> Tolerance {
    match path {
        // Sums of some thousand numbers in 32 bits; what was seen is about a tenth of this, and a third in logits, which go down to -80.
        Path::Portable => Tolerance { logit: 3e-4, chance: 1e-5, points: 1e-3, share: 1e-4 },
        // The transforms of tiles take differences of larger numbers, which costs some of the 24 bits.
        Path::Lanes => Tolerance { logit: 1e-3, chance: 1e-4, points: 1e-2, share: 1e-3 },
        // Sixteen bits, of which transforms and sums leave ten or eleven; up to 0.017 in a chance was seen.
        Path::Avx2 | Path::AvxVnni | Path::Avx512 | Path::Vnni => {
            Tolerance { logit: 0.8, chance: 0.025, points: 1.5, share: 0.02 }
        }
        // Numbers of 8 significant bits are off by up to one in 512, layer after layer; what was seen is about half of
        // this (1.08 in a logit of a move that nobody would play, 0.021 in a chance), but for the lead on 25×25, where it was 1.5 points.
        Path::Amx => Tolerance { logit: 2.0, chance: 0.04, points: 2.0, share: 0.05 },
    }
}

#[test]
fn every_path_says_what_the_golden_files_say() {
    for (bytes, golden) in NETWORKS {
        let network = Network::read(bytes).expect("a network");
        for path in Path::available() {
            let mut runner = Runner::on_path(&network, path);
            let Tolerance { logit, chance, points, share } = tolerance(path);
            for case in cases(golden) {
                let mut outputs = [Evaluation::default()];
                runner.run(&[case.input(Dihedral::IDENTITY)], &mut outputs);
                let [Evaluation { policy, win, lead, ownership }] = &outputs;
                let check = |made: &[f32], expected: &[f32], tolerance, what| {
                    check_near(made, expected, tolerance, &format!("{path} {what}, {}", case.words("size")[0]));
                };
                check(policy, &case.numbers("policy"), logit, "policy");
                check(&softmax(policy), &softmax(&case.numbers("policy")), chance, "chances");
                check(&[*win], &[1.0 / (1.0 + (-case.numbers("value")[0]).exp())], chance, "win");
                check(&[*lead], &case.numbers("score"), points, "lead");
                check(ownership, &case.numbers("owner"), share, "ownership");
            }
        }
    }
}

pub(super) fn softmax(logits: &[f32]) -> Vec<f32> {
    let total: f32 = logits.iter().map(|logit| logit.exp()).sum();
    logits.iter().map(|logit| logit.exp() / total).collect()
}

/// Fails if two rows of numbers are further apart than this.
pub(super) fn check_near(made: &[f32], expected: &[f32], tolerance: f32, what: &str) {
    assert_eq!(made.len(), expected.len(), "{what}");
    let furthest = made.iter().zip(expected).map(|(made, expected)| (made - expected).abs()).fold(0.0, f32::max);
    assert!(furthest <= tolerance, "{what}: {furthest} away");
}
