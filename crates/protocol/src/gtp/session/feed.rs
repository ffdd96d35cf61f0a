//! What the engine sees, written for the controller.
//!
//! The formats are those of Leela Zero (`lz-…`, whole numbers out of 10 000), of `KataGo` (`kata-…`, fractions) and of the Go engines'
//! rating server CGOS (JSON). All values are seen from the player to move. Not every engine has priors and confidence bounds; since readers
//! of this output expect the fields, `prior` is then the share of the visits and `lcb` the win rate itself.

use std::fmt::Write as _;
use std::time::Instant;

use plateau_core::Position;
use search::{Choice, Report, Score, Thought, Variation, Whole};
use serde_json::json;

use super::wishes::Wishes;
use super::{Live, MoveOf};
use crate::gtp::adapter::Adapter;

/// Whose format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Lz,
    Kata,
    /// Only at the end.
    Cgos,
}

/// What the engine sees, on its way to the controller: a line at most every interval, and always what it saw last.
pub(super) struct Feed<'l, 'w, 'o, A: Adapter> {
    live: &'l mut Live<'w, 'o>,
    adapter: &'l A,
    position: &'l A::Position,
    style: Style,
    wishes: &'l Wishes,
    last_shown: Instant,
    last_line: String,
}

impl<'l, 'w, 'o, A: Adapter> Feed<'l, 'w, 'o, A> {
    pub(super) fn new(
        live: &'l mut Live<'w, 'o>,
        (adapter, position): (&'l A, &'l A::Position),
        style: Style,
        wishes: &'l Wishes,
    ) -> Self {
        Feed { live, adapter, position, style, wishes, last_shown: Instant::now(), last_line: String::new() }
    }

    /// A report on the way.
    pub(super) fn show(&mut self, report: &Report<MoveOf<A>>) {
        if self.style != Style::Cgos && self.last_shown.elapsed() >= self.wishes.interval {
            self.last_shown = Instant::now();
            self.send(self.written(report, None));
        }
    }

    /// What came of it.
    pub(super) fn finish(&mut self, thought: &Thought<MoveOf<A>>) {
        self.send(self.written(&thought.report, Some(thought.choice)));
    }

    /// Nothing is said twice in a row, and an empty line would end the response.
    fn send(&mut self, line: String) {
        if !line.is_empty() && line != self.last_line {
            self.live.line(&line);
            self.last_line = line;
        }
    }

    /// One line of output. Where the report has no variation, the choice stands for one.
    fn written(&self, report: &Report<MoveOf<A>>, choice: Option<Choice<MoveOf<A>>>) -> String {
        let mut variations: Vec<Variation<MoveOf<A>>> =
            report.variations.iter().filter(|variation| !variation.moves.is_empty()).cloned().collect();
        if let Some(Choice::Play(mv)) = choice
            && report.variations.is_empty()
        {
            variations.push(Variation::new(vec![mv], Score::Chance { win: 0.5, lead: 0.0 }, report.nodes));
        }
        self.add_untried(&mut variations, report);
        variations.truncate(self.wishes.moves_max.get());
        match self.style {
            Style::Cgos => self.for_cgos(&variations, report),
            Style::Lz | Style::Kata => self.infos(&variations, report),
        }
    }

    /// Adds moves that nobody tried, those that promised most first, until there are as many as were asked for.
    fn add_untried(&self, variations: &mut Vec<Variation<MoveOf<A>>>, report: &Report<MoveOf<A>>) {
        let Some(whole) = report.whole.as_ref().filter(|_| variations.len() < self.wishes.moves_min) else { return };
        let promise = |mv| self.adapter.policy_place(mv).and_then(|place| *whole.policy.get(place)?);
        let told = |mv: &MoveOf<A>| variations.iter().any(|variation| variation.moves.first() == Some(mv));
        let untried = self.position.legal_moves().filter(|mv| !told(mv));
        let mut untried: Vec<_> = untried.filter_map(|mv| Some((mv, promise(mv)?))).collect();
        untried.sort_by(|a, b| b.1.total_cmp(&a.1));
        let missing = self.wishes.moves_min - variations.len();
        variations.extend(
            untried
                .into_iter()
                .take(missing)
                .map(|(mv, prior)| Variation { prior: Some(prior), ..Variation::new(vec![mv], whole.score, 0) }),
        );
    }

    fn infos(&self, variations: &[Variation<MoveOf<A>>], report: &Report<MoveOf<A>>) -> String {
        let all_visits: u64 = variations.iter().map(|variation| variation.visits).sum();
        let mut line = String::new();
        for (order, variation) in variations.iter().enumerate() {
            let separator = if order == 0 { "" } else { " " };
            let moves: Vec<String> = variation.moves.iter().map(|&mv| self.adapter.write_move(mv)).collect();
            let prior = variation.prior.unwrap_or(variation.visits as f32 / all_visits.max(1) as f32);
            let values = values(variation, prior, self.style);
            let _ = write!(line, "{separator}info move {} {values} order {order} pv {}", moves[0], moves.join(" "));
            if self.style == Style::Kata {
                self.add_details(&mut line, variation);
            }
        }
        if self.style == Style::Kata {
            let whole = report.whole.as_deref();
            if let Some(whole) = whole.filter(|_| self.wishes.root) {
                line.push_str(&root(report.nodes, whole));
            }
            add_numbers(&mut line, "ownership", &report.ownership, self.wishes.ownership);
            let deviation = whole.map_or(&[][..], |whole| &whole.ownership_deviation);
            add_numbers(&mut line, "ownershipStdev", deviation, self.wishes.ownership_deviation);
        }
        line
    }

    fn add_details(&self, line: &mut String, variation: &Variation<MoveOf<A>>) {
        let Some(details) = &variation.details else { return };
        let visits: Vec<String> = details.line_visits.iter().map(ToString::to_string).collect();
        for (name, wanted) in [("pvVisits", self.wishes.line_visits), ("pvEdgeVisits", self.wishes.line_edge_visits)] {
            if wanted {
                let _ = write!(line, " {name} {}", visits.join(" "));
            }
        }
        add_numbers(line, "movesOwnership", &details.ownership, self.wishes.moves_ownership);
        let deviation = &details.ownership_deviation;
        add_numbers(line, "movesOwnershipStdev", deviation, self.wishes.moves_ownership_deviation);
    }

    /// What the rating server shows to those who look on.
    fn for_cgos(&self, variations: &[Variation<MoveOf<A>>], report: &Report<MoveOf<A>>) -> String {
        let whole = report.whole.as_ref().map(|whole| whole.score);
        let Some(score) = whole.or_else(|| variations.first().map(|variation| variation.score)) else {
            return String::new();
        };
        let moves = variations.iter().map(|variation| {
            let moves: Vec<String> = variation.moves.iter().map(|&mv| self.adapter.write_move(mv)).collect();
            json!({
                "move": moves[0],
                "visits": variation.visits,
                "winrate": rounded(win_rate(variation.score)),
                "score": rounded(lead(variation.score)),
                "prior": variation.prior.map(rounded),
                "pv": moves.join(" "),
            })
        });
        let moves: Vec<_> = moves.collect();
        let (winrate, score) = (rounded(win_rate(score)), rounded(lead(score)));
        json!({ "winrate": winrate, "score": score, "visits": report.nodes, "moves": moves }).to_string()
    }
}

fn add_numbers(line: &mut String, name: &str, numbers: &[f32], wanted: bool) {
    if wanted && !numbers.is_empty() {
        let _ = write!(line, " {name}");
        for number in numbers {
            let _ = write!(line, " {number:.3}");
        }
    }
}

fn root(visits: u64, whole: &Whole) -> String {
    let (win, score, utility) = (win_rate(whole.score), lead(whole.score), whole.utility);
    let (raw_win, raw_lead, deviation) = (win_rate(whole.at_sight), lead(whole.at_sight), whole.lead_deviation);
    format!(
        " rootInfo visits {visits} utility {utility:.6} winrate {win:.6} scoreMean {score:.3} scoreStdev {deviation:.3} \
         scoreLead {score:.3} scoreSelfplay {score:.3} weight {visits} rawWinrate {raw_win:.6} rawLead {raw_lead:.3} \
         rawScoreSelfplay {raw_lead:.3}"
    )
}

fn values<M>(variation: &Variation<M>, prior: f32, style: Style) -> String {
    let (visits, win, lead) = (variation.visits, win_rate(variation.score), lead(variation.score));
    let bound = variation.win_at_least.unwrap_or(win);
    if style == Style::Lz {
        let per_10000 = |value: f32| (value * 10_000.0).round() as u32;
        let (win, prior, bound) = (per_10000(win), per_10000(prior), per_10000(bound));
        return format!("visits {visits} winrate {win} prior {prior} lcb {bound}");
    }
    let Some(details) = &variation.details else {
        return format!(
            "visits {visits} winrate {win:.6} scoreMean {lead:.3} scoreLead {lead:.3} prior {prior:.6} lcb {bound:.6}"
        );
    };
    let (utility, utility_bound, deviation) = (details.utility, details.utility_at_least, details.lead_deviation);
    format!(
        "visits {visits} edgeVisits {visits} utility {utility:.6} winrate {win:.6} scoreMean {lead:.3} scoreStdev {deviation:.3} \
         scoreLead {lead:.3} scoreSelfplay {lead:.3} prior {prior:.6} lcb {bound:.6} utilityLcb {utility_bound:.6} weight {visits}"
    )
}

fn rounded(value: f32) -> f64 {
    (value as f64 * 1e4).round() / 1e4
}

/// A lead of this many points is taken for a chance of 73 %, where an engine tells no chances.
const POINTS_PER_LOGIT: f32 = 4.0;

fn win_rate(score: Score) -> f32 {
    match score {
        Score::Exact { margin, .. } => 0.5 + 0.5 * margin.signum() as f32,
        Score::Margin(margin) => 1.0 / (1.0 + (-margin / POINTS_PER_LOGIT).exp()),
        Score::Chance { win, .. } => win.clamp(0.0, 1.0),
    }
}

fn lead(score: Score) -> f32 {
    match score {
        Score::Exact { margin, .. } => margin as f32,
        Score::Margin(margin) => margin,
        Score::Chance { lead, .. } => lead,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_become_win_rates_seen_from_the_same_side() {
        assert!(win_rate(Score::Exact { margin: 2, plies: None }) > 0.99);
        assert!((win_rate(Score::Exact { margin: 0, plies: None }) - 0.5).abs() < 1e-6);
        assert!(win_rate(Score::Margin(-3.0)) < 0.5 && win_rate(Score::Margin(3.0)) > 0.5);
        assert!((lead(Score::Chance { win: 0.9, lead: 7.0 }) - 7.0).abs() < 1e-6);
    }
}
