//! What a search has found out so far, and how it is told.

use std::time::Duration;

use go::{Move, Position};
use plateau_core::{Player, Position as _, change_side};
use search::{Details, Report, Score, Variation, Whole};

use super::choice;
use super::leaf::Leaf;
use super::tree::{Legal, Tree, Tried};
use super::worth::{Worth, deviation_of_chance};
use crate::net::Evaluation;

/// The tree, and sums over what was evaluated that are told beside it.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) tree: Tree,
    /// What the evaluator thought of the root.
    root: Evaluation,
    all: Sums,
    /// The same for each move at the root, by its place among the logits, where somebody wants details.
    by_move: Vec<Sums>,
}

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Telling {
    pub(super) variations: usize,
    /// The longest line of play.
    pub(super) plies: usize,
    pub(super) in_detail: bool,
}

/// Sums over evaluations, all seen by Black.
#[derive(Clone, Default, Debug)]
struct Sums {
    visits: u32,
    lead: f64,
    lead_square: f64,
    /// Those among the visits that said who owns what.
    owners: u32,
    owned: Vec<f32>,
    /// Only where somebody wants details.
    owned_square: Vec<f32>,
}

impl Tally {
    pub(super) fn new(tree: Tree, position: &Position, root: &Evaluation, in_detail: bool) -> Tally {
        let moves = if in_detail { position.size().area() as usize + 1 } else { 0 };
        let by_move = vec![Sums::default(); moves];
        let mut tally = Tally { tree, root: root.clone(), all: Sums::default(), by_move };
        let turn = position.turn();
        tally.all.add_lead(change_side(root.lead, turn, Player::Black));
        tally.all.add_owners(&root.ownership, turn, in_detail);
        tally
    }

    /// Brings a visit back whose end was judged.
    pub(super) fn bring_back(&mut self, leaf: &Leaf, evaluation: &Evaluation) {
        let sums = self.tree.first_move(&leaf.path).map(|mv| self.place(mv));
        let in_detail = !self.by_move.is_empty();
        let sums = sums.and_then(|place| self.by_move.get_mut(place)).into_iter().chain([&mut self.all]);
        for sums in sums {
            sums.add_lead(leaf.worth.lead);
            if !leaf.is_over() {
                sums.add_owners(&evaluation.ownership, leaf.turn, in_detail);
            }
        }
        if leaf.is_over() {
            self.tree.end(&leaf.path, leaf.worth);
        } else {
            self.tree.grow(&leaf.path, &leaf.legal, leaf.worth);
        }
    }

    /// Where a move stands among the logits.
    fn place(&self, mv: Move) -> usize {
        let area = self.root.ownership.len();
        mv.point().map_or(area, |point| point.number(self.tree.size()) as usize)
    }

    pub(super) fn report(&self, position: &Position, elapsed: Duration, telling: Telling) -> Report<Move> {
        let (tree, turn) = (&self.tree, self.tree.turn());
        let ranked = if telling.in_detail { choice::in_order(turn, tree.ranked()) } else { tree.ranked() };
        let mut lines: Vec<Variation<Move>> =
            ranked.iter().take(telling.variations).map(|tried| self.line(tried, telling)).collect();
        if lines.is_empty() {
            // The root alone was looked at: what promises most is all that can be said.
            let promising = tree.priors().into_iter().take(telling.variations);
            lines.extend(promising.map(|(mv, prior)| self.untried(mv, prior)));
        }
        Report {
            depth: lines.first().map_or(0, |line| line.moves.len() as u32),
            nodes: tree.visits() as u64,
            elapsed,
            variations: lines,
            ownership: self.all.ownership(turn),
            whole: telling.in_detail.then(|| Box::new(self.whole(position))),
        }
    }

    /// Puts a move first that was chosen, among or before those that a report has.
    pub(super) fn put_first(&self, report: &mut Report<Move>, mv: Move, telling: Telling) {
        let place = report.variations.iter().position(|line| line.moves.first() == Some(&mv));
        let line = if let Some(place) = place {
            report.variations.remove(place)
        } else if let Some(tried) = self.tree.ranked().iter().find(|tried| tried.mv == mv) {
            self.line(tried, telling)
        } else {
            let priors = self.tree.priors();
            self.untried(mv, priors.iter().find(|(other, _)| *other == mv).map_or(0.0, |&(_, prior)| prior))
        };
        report.variations.insert(0, line);
        report.variations.truncate(telling.variations);
    }

    fn line(&self, tried: &Tried, telling: Telling) -> Variation<Move> {
        let turn = self.tree.turn();
        let win = change_side(tried.worth.win, Player::Black, turn);
        let doubt = choice::DEVIATIONS * deviation_of_chance(tried.deviation());
        let steps = self.tree.line(tried, telling.plies);
        let details = telling.in_detail.then(|| {
            let sums = self.by_move.get(self.place(tried.mv));
            let utility = change_side(tried.worth.utility, Player::Black, turn);
            Box::new(Details {
                utility,
                utility_at_least: utility - choice::DEVIATIONS * tried.deviation(),
                lead_deviation: sums.map_or(0.0, Sums::lead_deviation),
                line_visits: steps.iter().map(|&(_, visits)| visits as u64).collect(),
                ownership: sums.map(|sums| sums.ownership(turn)).unwrap_or_default(),
                ownership_deviation: sums.map(Sums::ownership_deviation).unwrap_or_default(),
            })
        });
        let moves = steps.iter().map(|&(mv, _)| mv).collect();
        Variation {
            prior: Some(tried.prior),
            win_at_least: Some((f32::midpoint(win, 1.0) - doubt).max(0.0)),
            details,
            ..Variation::new(moves, self.score(tried.worth), tried.visits as u64)
        }
    }

    fn untried(&self, mv: Move, prior: f32) -> Variation<Move> {
        Variation { prior: Some(prior), ..Variation::new(vec![mv], self.score(self.tree.worth()), 0) }
    }

    /// A worth as the one to move sees it.
    fn score(&self, worth: Worth) -> Score {
        let chance = Score::Chance { win: f32::midpoint(worth.win, 1.0), lead: worth.lead };
        chance.seen_by(Player::Black, self.tree.turn())
    }

    fn whole(&self, position: &Position) -> Whole {
        let worth = self.tree.worth();
        let mut legal = Legal::default();
        // As the network says it.
        legal.find(position, None);
        legal.judge(&self.root.policy);
        let mut policy = vec![None; self.root.policy.len()];
        for (mv, prior) in legal.priors() {
            policy[self.place(mv)] = Some(prior);
        }
        Whole {
            score: self.score(worth),
            utility: change_side(worth.utility, Player::Black, self.tree.turn()),
            lead_deviation: self.all.lead_deviation(),
            at_sight: Score::Chance { win: self.root.win, lead: self.root.lead },
            policy,
            ownership_deviation: self.all.ownership_deviation(),
        }
    }
}

impl Sums {
    fn add_lead(&mut self, lead: f32) {
        self.visits += 1;
        self.lead += lead as f64;
        self.lead_square += (lead as f64) * (lead as f64);
    }

    fn add_owners(&mut self, ownership: &[f32], turn: Player, in_detail: bool) {
        let sign = change_side(1.0, turn, Player::Black);
        self.owners += 1;
        self.owned.resize(ownership.len(), 0.0);
        for (sum, owner) in self.owned.iter_mut().zip(ownership) {
            *sum += sign * owner;
        }
        if in_detail {
            self.owned_square.resize(ownership.len(), 0.0);
            for (sum, owner) in self.owned_square.iter_mut().zip(ownership) {
                *sum += owner * owner;
            }
        }
    }

    /// The mean, as this player sees it; empty if nobody looked.
    fn ownership(&self, turn: Player) -> Vec<f32> {
        let sign = change_side(1.0, Player::Black, turn) / self.owners as f32;
        self.owned.iter().map(|sum| sum * sign).collect()
    }

    fn ownership_deviation(&self) -> Vec<f32> {
        let share = 1.0 / self.owners as f32;
        let deviation = |(sum, square): (&f32, &f32)| (square * share - (sum * share).powi(2)).max(0.0).sqrt();
        self.owned.iter().zip(&self.owned_square).map(deviation).collect()
    }

    fn lead_deviation(&self) -> f32 {
        let share = 1.0 / self.visits.max(1) as f64;
        (self.lead_square * share - (self.lead * share).powi(2)).max(0.0).sqrt() as f32
    }
}
