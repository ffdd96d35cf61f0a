//! Positions that are searched together.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use engine_go::{Evaluation, Evaluator, Inquiry, Playouts, Puct, Settings, Terms, Walker};
use fastrand::Rng;
use go::{Game, Move, Position, Size};
use plateau_core::{Game as _, Player, Position as _};
use search::{Ban, Engine, Limits, Report, Resources, Stop};

use crate::position;

const TERMS: Terms =
    Terms { visits: 150, bans: Vec::new(), root_temperature: 1.0, root_reduction: None, memory_bytes: 16 << 20 };

fn walker(seed: u64) -> Walker<Playouts> {
    Walker::new(Playouts::new(8), Rng::with_seed(seed).fork())
}

fn begun<E: Evaluator>(walker: &mut Walker<E>, position: &Position, terms: &Terms) -> Inquiry {
    walker.note(position);
    Inquiry::new(position.clone(), walker.judge().evaluation(), terms)
}

/// Searched to its end by one walker.
fn searched(position: &Position, terms: &Terms) -> Report<Move> {
    let mut walker = walker(1);
    let inquiry = begun(&mut walker, position, terms);
    while !inquiry.is_complete() {
        let count = walker.gather(&inquiry, walker.batch(position.size()));
        walker.judge().bring_back(&inquiry, count);
    }
    inquiry.report(Duration::ZERO, 16)
}

#[test]
fn an_inquiry_finds_what_the_engine_finds() {
    let position = position(5, "...../.X.O./...../.O.X./..... X");
    let inquired = searched(&position, &TERMS);
    let resources = Resources { seed: Some(1), ..Resources::default() };
    let mut engine = Puct::new(Settings::BEST, &resources, || Playouts::new(8));
    let all = NonZeroUsize::new(100).expect("many");
    let limits = Limits { variations: all, in_detail: true, ..Limits::nodes(TERMS.visits) };
    let thought = engine.think(&position, &limits, &Stop::new(), &mut |_| {}).expect("an answer");
    let essence = |report: &Report<Move>| {
        let lines = report.variations.iter().map(|line| (line.moves[0], line.visits, line.score));
        (report.nodes, lines.collect::<Vec<_>>(), report.ownership.clone())
    };
    assert_eq!(inquired.nodes, 150);
    assert_eq!(essence(&inquired), essence(&thought.report));
}

#[test]
fn details_agree_with_each_other() {
    let report = searched(&position(5, "...../.X.O./...../.O.X./..... O"), &TERMS);
    let whole = report.whole.as_ref().expect("details were asked for");
    let told: f32 = whole.policy.iter().flatten().sum();
    assert!((told - 1.0).abs() < 1e-3, "{told}");
    assert_eq!(whole.policy.iter().flatten().count(), 22, "21 empty points and the pass");
    assert_eq!((whole.policy.len(), report.ownership.len(), whole.ownership_deviation.len()), (26, 25, 25));
    assert!(whole.ownership_deviation.iter().all(|deviation| (0.0..=1.0).contains(deviation)));
    assert!(whole.lead_deviation > 0.0);
    let visits: u64 = report.variations.iter().map(|line| line.visits).sum();
    assert_eq!(visits, report.nodes - 1, "all but the visit of the root");
    for line in &report.variations {
        let details = line.details.as_ref().expect("details were asked for");
        assert_eq!((details.line_visits.len(), details.line_visits[0]), (line.moves.len(), line.visits));
        assert!(details.line_visits.is_sorted_by(|a, b| a >= b), "{:?}", details.line_visits);
        assert!(details.utility_at_least <= details.utility);
        assert_eq!(details.ownership.len(), 25, "every move that was visited was looked at");
    }
    // The owners over all are the mean of those after each move, and of the first look.
    let weighted: f32 = report
        .variations
        .iter()
        .map(|line| line.visits as f32 * line.details.as_ref().map_or(0.0, |details| details.ownership[12]))
        .sum();
    let first_look = report.ownership[12] * report.nodes as f32 - weighted;
    assert!(first_look.abs() <= 1.01, "{first_look}");
}

fn ban(player: Player, mv: &str, plies: u32) -> Ban<Move> {
    Ban { player, mv: mv.parse().expect("a move"), plies }
}

#[test]
fn banned_moves_are_left_aside_as_deep_as_asked() {
    let position = position(5, "XOX../XOX../XOX../XOX../.OXX. X");
    let first = |report: &Report<Move>| report.variations[0].moves[0].to_string();
    assert_eq!(first(&searched(&position, &TERMS)), "A1");
    let at_root = searched(&position, &Terms { bans: vec![ban(Player::Black, "A1", 1)], ..TERMS });
    assert!(at_root.variations.iter().all(|line| line.moves[0].to_string() != "A1"));
    assert!(at_root.variations.iter().any(|line| line.moves[1..].iter().any(|mv| mv.to_string() == "A1")));
    let deep = vec![ban(Player::Black, "A1", 50), ban(Player::White, "A1", 50)];
    let deep = searched(&position, &Terms { bans: deep, ..TERMS });
    assert!(deep.variations.iter().flat_map(|line| &line.moves).all(|mv| mv.to_string() != "A1"));
    assert_eq!(deep.whole.expect("details").policy[20], at_root.whole.expect("details").policy[20], "as if not banned");
    // The other player's moves are nobody else's business.
    let others = searched(&position, &Terms { bans: vec![ban(Player::White, "A1", 1)], ..TERMS });
    assert_eq!(first(&others), "A1");
    let all: Vec<_> = position.legal_moves().map(|mv| Ban { player: Player::Black, mv, plies: 1 }).collect();
    let nothing = searched(&position, &Terms { bans: all, ..TERMS });
    let moves: Vec<String> = nothing.variations.iter().map(|line| line.moves[0].to_string()).collect();
    assert_eq!(moves, ["pass"]);
}

#[test]
fn the_engine_avoids_moves_until_it_is_told_otherwise() {
    let position = position(5, "XOX../XOX../XOX../XOX../.OXX. X");
    let resources = Resources { seed: Some(1), ..Resources::default() };
    let mut engine = Puct::new(Settings::BEST, &resources, || Playouts::new(8));
    let mut first = || {
        let thought = engine.think(&position, &Limits::nodes(100), &Stop::new(), &mut |_| {}).expect("an answer");
        thought.report.variations[0].moves[0].to_string()
    };
    assert_eq!(first(), "A1");
    let mut engine = Puct::new(Settings::BEST, &resources, || Playouts::new(8));
    assert!(engine.avoid(&[ban(Player::Black, "A1", 1), ban(Player::Black, "pass", 1)]));
    let chosen = engine.think(&position, &Limits::nodes(100), &Stop::new(), &mut |_| {}).expect("an answer");
    assert!(chosen.report.variations.iter().all(|line| !["A1", "pass"].contains(&&*line.moves[0].to_string())));
    assert!(engine.avoid(&[]));
    let again = engine.think(&position, &Limits::nodes(100), &Stop::new(), &mut |_| {}).expect("an answer");
    assert_eq!(again.report.variations[0].moves[0].to_string(), "A1");
}

#[test]
fn a_higher_temperature_looks_at_more_moves() {
    let position = Game::even(Size::new(7).expect("a size"), go::Rules::default()).start();
    let tried = |root_temperature| searched(&position, &Terms { root_temperature, ..TERMS }).variations.len();
    let priors = |root_temperature| {
        let report = searched(&position, &Terms { root_temperature, visits: 2, ..TERMS });
        report.variations[0].prior.expect("a prior")
    };
    assert!(tried(1.0) <= tried(4.0));
    assert!(priors(1.0) > priors(4.0));
}

/// How often something was judged, and how much.
#[derive(Default)]
struct Counts {
    batches: AtomicUsize,
    positions: AtomicUsize,
}

struct Counted<'a> {
    playouts: Playouts,
    noted: usize,
    counts: &'a Counts,
}

impl Evaluator for Counted<'_> {
    fn note(&mut self, position: &Position, rng: &mut Rng) {
        self.noted += 1;
        self.playouts.note(position, rng);
    }

    fn judge(&mut self, rng: &mut Rng) -> &[Evaluation] {
        self.counts.batches.fetch_add(1, Ordering::Relaxed);
        self.counts.positions.fetch_add(std::mem::take(&mut self.noted), Ordering::Relaxed);
        self.playouts.judge(rng)
    }

    fn batch(&self, _size: Size) -> usize {
        8
    }
}

#[test]
fn positions_that_are_searched_together_fill_batches_together() {
    let counts = Counts::default();
    let counted = Counted { playouts: Playouts::new(1), noted: 0, counts: &counts };
    let mut walker = Walker::new(counted, Rng::with_seed(3));
    let position = Game::default().start();
    let terms = Terms { visits: 40, ..TERMS };
    let inquiries: Vec<Inquiry> = (0..8).map(|_| begun(&mut walker, &position, &terms)).collect();
    let before = counts.batches.load(Ordering::Relaxed);
    while inquiries.iter().any(|inquiry| !inquiry.is_complete()) {
        let found: Vec<usize> = inquiries.iter().map(|inquiry| walker.gather(inquiry, 8)).collect();
        let mut harvest = walker.judge();
        for (inquiry, count) in inquiries.iter().zip(found) {
            harvest.bring_back(inquiry, count);
        }
    }
    let batches = counts.batches.load(Ordering::Relaxed) - before;
    assert!(batches <= 40, "{batches} batches for eight times 39 visits");
    let positions = counts.positions.load(Ordering::Relaxed);
    assert!((8 * 35..=8 * 40).contains(&positions), "{positions} judged: one a visit, but what was known already");
    assert!(inquiries.iter().all(|inquiry| inquiry.visits() == 40));
}
