//! Live analysis: what the engine sees, line by line, while it thinks.
//!
//! The formats are those of Leela Zero (`lz-…`, whole numbers out of 10 000) and of `KataGo` (`kata-…`, fractions). All values
//! are seen from the player to move. Not every engine has priors and confidence bounds; since readers of this output expect
//! the fields, `prior` is then the share of the visits and `lcb` the win rate itself.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::{Player, Position};
use search::{Choice, Limits, Report, Score, Thought, Variation};

use super::{Answer, Fault, Live, MoveOf, Session};
use crate::gtp::adapter::Adapter;
use crate::gtp::syntax::read_colour;

/// Whose format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Lz,
    Kata,
}

/// What the controller asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wishes {
    player: Option<Player>,
    interval: Duration,
    moves: NonZeroUsize,
    ownership: bool,
}

/// How many moves are reported when nothing is said.
const DEFAULT_MOVES: NonZeroUsize = NonZeroUsize::new(10).expect("not zero");

/// More moves than any board here has.
const MAX_MOVES: usize = 1000;

impl Wishes {
    /// `[player] [interval] (key value)…`, the interval in hundredths of a second.
    fn read(arguments: &[&str]) -> Option<Wishes> {
        let mut options =
            Wishes { player: None, interval: Duration::from_secs(1), moves: DEFAULT_MOVES, ownership: false };
        let mut words = arguments.iter().copied().peekable();
        if let Some(player) = words.peek().and_then(|word| read_colour(word)) {
            options.player = Some(player);
            words.next();
        }
        if let Some(interval) = words.peek().and_then(|word| centiseconds(word)) {
            options.interval = interval;
            words.next();
        }
        while let Some(key) = words.next() {
            let value = words.next()?;
            match key {
                "interval" => options.interval = centiseconds(value)?,
                "minmoves" => options.moves = options.moves.max(count(value)?),
                "maxmoves" => options.moves = count(value)?,
                "ownership" => options.ownership = flag(value)?,
                // They ask for more than we have, and say nothing about what must not be shown.
                "movesOwnership"
                | "ownershipStdev"
                | "movesOwnershipStdev"
                | "pvVisits"
                | "pvEdgeVisits"
                | "rootInfo"
                | "noResultValue" => {
                    flag(value)?;
                }
                _ => return None,
            }
        }
        Some(options)
    }
}

fn centiseconds(word: &str) -> Option<Duration> {
    let value: f64 = word.parse().ok()?;
    (0.0..=1e9).contains(&value).then(|| Duration::from_secs_f64(value / 100.0))
}

fn count(word: &str) -> Option<NonZeroUsize> {
    word.parse().ok().map(|count: usize| NonZeroUsize::new(count.clamp(1, MAX_MOVES)).expect("at least one"))
}

fn flag(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// How often it is looked whether a line has come, once there is nothing left to think about.
const PATIENCE: Duration = Duration::from_millis(5);

impl<A: Adapter> Session<A> {
    /// Thinks until the next line comes.
    pub(super) fn analyze(&mut self, style: Style, arguments: &[&str], live: &mut Live<'_, '_>) -> Answer {
        let options = Wishes::read(arguments).ok_or(Fault::SYNTAX)?;
        let position = self.position_for(options.player.unwrap_or(self.position.turn()))?;
        let stop = live.wire.next_line().clone();
        if !position.is_over() {
            self.tell_the_line();
            let adapter = &self.adapter;
            let mut feed = Feed::new(live, style, options);
            let limits = Limits { variations: options.moves, ..Limits::NONE };
            let thought = self.engine.think(&position, &limits, &stop, &mut |report| feed.show(adapter, report));
            let thought = thought.map_err(|failure| Fault(format!("engine failed: {failure}").into()))?;
            feed.finish(adapter, &thought);
        }
        live.begin();
        while !stop.is_asked() {
            thread::sleep(PATIENCE);
        }
        Ok(String::new())
    }

    /// Thinks about a move within the usual limits, shows what it sees on the way and at the end, and plays.
    pub(super) fn genmove_analyze(&mut self, style: Style, arguments: &[&str], live: &mut Live<'_, '_>) -> Answer {
        let options = Wishes::read(arguments).ok_or(Fault::SYNTAX)?;
        let player = options.player.unwrap_or(self.position.turn());
        let stop = live.wire.urgent().clone();
        let adapter = self.adapter.clone();
        let limits = self.limits;
        self.limits.variations = options.moves;
        let over = self.position.is_over();
        let mut feed = Feed::new(live, style, options);
        let thought = self.choose_by_the_clock(player, &stop, &mut |report| feed.show(&adapter, report));
        self.limits = limits;
        let thought = thought?;
        // Nobody thought about a pass after the end.
        if !over {
            feed.finish(&adapter, &thought);
        }
        let vertex = self.carry_out(player, thought.choice)?;
        live.line(&format!("play {vertex}"));
        Ok(String::new())
    }
}

/// What the engine sees, on its way to the controller: a line at most every interval, and always what it saw last.
struct Feed<'l, 'w, 'o> {
    live: &'l mut Live<'w, 'o>,
    style: Style,
    options: Wishes,
    last_shown: Instant,
    last_line: String,
}

impl<'l, 'w, 'o> Feed<'l, 'w, 'o> {
    fn new(live: &'l mut Live<'w, 'o>, style: Style, options: Wishes) -> Self {
        Feed { live, style, options, last_shown: Instant::now(), last_line: String::new() }
    }

    /// A report on the way.
    fn show<A: Adapter>(&mut self, adapter: &A, report: &Report<MoveOf<A>>) {
        if self.last_shown.elapsed() >= self.options.interval {
            self.last_shown = Instant::now();
            self.send(written(adapter, report, None, self.style, self.options));
        }
    }

    /// What came of it.
    fn finish<A: Adapter>(&mut self, adapter: &A, thought: &Thought<MoveOf<A>>) {
        self.send(written(adapter, &thought.report, Some(thought.choice), self.style, self.options));
    }

    /// Nothing is said twice in a row, and an empty line would end the response.
    fn send(&mut self, line: String) {
        if !line.is_empty() && line != self.last_line {
            self.live.line(&line);
            self.last_line = line;
        }
    }
}

/// One line of output. Where the report has no variation, the choice stands for one.
fn written<A: Adapter>(
    adapter: &A,
    report: &Report<MoveOf<A>>,
    choice: Option<Choice<MoveOf<A>>>,
    style: Style,
    options: Wishes,
) -> String {
    let substitute: Vec<_> = match choice {
        Some(Choice::Play(mv)) if report.variations.is_empty() => {
            vec![Variation::new(vec![mv], Score::Chance { win: 0.5, lead: 0.0 }, report.nodes)]
        }
        _ => Vec::new(),
    };
    let variations = report.variations.iter().chain(&substitute).filter(|variation| !variation.moves.is_empty());
    let all_visits: u64 = variations.clone().map(|variation| variation.visits).sum();
    let mut line = String::new();
    for (order, variation) in variations.take(options.moves.get()).enumerate() {
        let separator = if order == 0 { "" } else { " " };
        let moves: Vec<String> = variation.moves.iter().map(|&mv| adapter.write_move(mv)).collect();
        let prior = variation.prior.unwrap_or(variation.visits as f32 / all_visits.max(1) as f32);
        let values = values(variation, prior, style);
        let _ = write!(line, "{separator}info move {} {values} order {order} pv {}", moves[0], moves.join(" "));
    }
    if style == Style::Kata && options.ownership && !report.ownership.is_empty() {
        line.push_str(" ownership");
        for value in &report.ownership {
            let _ = write!(line, " {value:.3}");
        }
    }
    line
}

fn values<M>(variation: &Variation<M>, prior: f32, style: Style) -> String {
    let (visits, win, lead) = (variation.visits, win_rate(variation.score), lead(variation.score));
    let bound = variation.win_at_least.unwrap_or(win);
    match style {
        Style::Lz => {
            let per_10000 = |value: f32| (value * 10_000.0).round() as u32;
            let (win, prior, bound) = (per_10000(win), per_10000(prior), per_10000(bound));
            format!("visits {visits} winrate {win} prior {prior} lcb {bound}")
        }
        Style::Kata => {
            format!(
                "visits {visits} winrate {win:.6} scoreMean {lead:.3} scoreLead {lead:.3} prior {prior:.6} lcb {bound:.6}"
            )
        }
    }
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
    fn options_are_read() {
        let default = Wishes { player: None, interval: Duration::from_secs(1), moves: DEFAULT_MOVES, ownership: false };
        let white = Wishes { player: Some(Player::White), ..default };
        let two = NonZeroUsize::new(2).unwrap();
        for (words, expected) in [
            ("", Some(default)),
            ("50", Some(Wishes { interval: Duration::from_millis(500), ..default })),
            ("w 50 maxmoves 2", Some(Wishes { interval: Duration::from_millis(500), moves: two, ..white })),
            ("white interval 10 ownership true", {
                Some(Wishes { interval: Duration::from_millis(100), ownership: true, ..white })
            }),
            ("maxmoves 0", Some(Wishes { moves: NonZeroUsize::MIN, ..default })),
            ("rootInfo true", Some(default)),
            ("maxmoves", None),
            ("ownership maybe", None),
            ("avoid b D4 10", None),
            ("-5", None),
        ] {
            let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
            assert_eq!(Wishes::read(&words), expected, "{words:?}");
        }
    }

    #[test]
    fn scores_become_win_rates_seen_from_the_same_side() {
        assert!(win_rate(Score::Exact { margin: 2, plies: None }) > 0.99);
        assert!((win_rate(Score::Exact { margin: 0, plies: None }) - 0.5).abs() < 1e-6);
        assert!(win_rate(Score::Margin(-3.0)) < 0.5 && win_rate(Score::Margin(3.0)) > 0.5);
        assert!((lead(Score::Chance { win: 0.9, lead: 7.0 }) - 7.0).abs() < 1e-6);
    }
}
