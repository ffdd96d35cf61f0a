//! The session: what `NBoard` has told so far, and the engine that answers.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use othello::{Move, Position};
use plateau_core::Position as _;
use search::{Choice, Engine, Limits, Report, Score, Stop, TimeLeft, Variation};

use super::game::{Game, written};
use crate::lines::{Flow, Incoming, Server, Wire};

/// An `NBoard` engine.
///
/// ```
/// use protocol::nboard::Session;
/// use search::{Limits, Random, Resources};
///
/// let mut session = Session::new("Plateau", Box::new(Random::new(&Resources::default())), Limits::NONE);
/// assert_eq!(session.handle("nboard 2"), "set myname Plateau\n");
/// assert_eq!(session.handle("ping 7"), "pong 7\n");
/// assert_eq!(session.handle("no such command"), "");
/// ```
pub struct Session {
    name: String,
    engine: Box<dyn Engine<Position>>,
    limits: Limits,
    /// Whether a depth that `NBoard` sets takes the place of the limits.
    depth_decides: bool,
    depth: Option<u32>,
    game: Game,
}

/// Often enough for people to see it move.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// The most moves that are evaluated for a hint.
const MAX_HINTS: usize = 64;

impl Session {
    /// A session at the start. `limits` hold for every move and hint, on top of the depth and the time that `NBoard` sets.
    pub fn new(name: &str, engine: Box<dyn Engine<Position>>, limits: Limits) -> Session {
        let game = Game::new(Position::START);
        Session { name: name.into(), engine, limits, depth_decides: false, depth: None, game }
    }

    /// The same, but the limits hold only until `NBoard` sets a depth, which then is all that counts beside the clock of the game: who
    /// asks for 60 plies wants the game solved, however long it takes.
    #[must_use]
    pub fn letting_depth_decide(self) -> Session {
        Session { depth_decides: true, ..self }
    }

    /// Answers a line, as if another one were waiting behind it: a hint ends with its first report.
    pub fn handle(&mut self, line: &str) -> String {
        let mut output = Vec::new();
        let next_line = Stop::new();
        next_line.ask();
        self.answer(Incoming::Line(line), &mut Wire::new(&mut output, next_line, Stop::new()));
        String::from_utf8_lossy(&output).into_owned()
    }

    /// The position that all commands relate to.
    pub fn position(&self) -> &Position {
        &self.game.position
    }

    /// A line that is not understood, or not in place, changes nothing; that gets a status line where the engine and the
    /// screen would otherwise show different boards.
    fn run(&mut self, name: &str, rest: &str, wire: &mut Wire<'_>) -> Option<()> {
        match name {
            "nboard" => wire.send(&format!("set myname {}\n", self.name)),
            "set" => self.set(rest, wire)?,
            "move" => self.play(rest, wire),
            "hint" => self.hint(rest.trim().parse().unwrap_or(1), wire),
            "go" => self.go(wire),
            "ping" => wire.send(&format!("pong {}\n", rest.trim().parse::<i64>().ok()?)),
            // There is no book that could learn.
            "learn" => wire.send("learned\n"),
            "analyze" => self.analyze(wire),
            // The first version of the program sent a move by itself.
            _ if rest.is_empty() && name.len() == 2 && name.parse::<Move>().is_ok() => self.play(name, wire),
            _ => {}
        }
        Some(())
    }

    fn set(&mut self, rest: &str, wire: &mut Wire<'_>) -> Option<()> {
        let (what, value) = rest.trim_start().split_once(' ')?;
        match what {
            "depth" => {
                let depth = value.trim().parse().ok().filter(|&depth: &u32| depth > 0)?;
                self.depth = Some(depth);
                wire.send(&format!("set myname {} {depth}\n", self.name));
            }
            "game" => match Game::read(value) {
                Some(game) => {
                    self.game = game;
                    self.engine.forget();
                }
                None => wire.send("status the game was not understood\n"),
            },
            // Contempt is for draws in a book, which there is none of.
            _ => {}
        }
        Some(())
    }

    fn play(&mut self, item: &str, wire: &mut Wire<'_>) {
        let mut next = self.game.clone();
        match next.play_item(next.position.turn(), item) {
            Some(()) => self.game = next,
            None => wire.send("status the move was not understood\n"),
        }
    }

    fn hint(&mut self, moves: usize, wire: &mut Wire<'_>) {
        if self.game.position.is_over() {
            return wire.send("status\n");
        }
        wire.send("status Analyzing\n");
        let variations = NonZeroUsize::new(moves.clamp(1, MAX_HINTS)).expect("at least one");
        let limits = Limits { variations, ..self.limits_for_search() };
        let stop = wire.next_line().clone();
        self.tell_the_line();
        let mut shown = Instant::now();
        let thought = self.engine.think(&self.game.position, &limits, &stop, &mut |report| {
            if shown.elapsed() >= BETWEEN_REPORTS {
                shown = Instant::now();
                wire.send(&hints(report, None));
            }
        });
        match thought {
            Ok(thought) => wire.send(&format!("{}status\n", hints(&thought.report, Some(thought.choice)))),
            Err(failure) => wire.send(&format!("status {failure}\n")),
        }
    }

    /// What is thought on the way is told as for a hint.
    fn go(&mut self, wire: &mut Wire<'_>) {
        if self.game.position.is_over() {
            return wire.send("=== PA\n");
        }
        wire.send(&format!("status {} is thinking\n", self.name));
        let start = Instant::now();
        let player = self.game.position.turn();
        let clock = self.game.time.map(|time| {
            let main = time.saturating_sub(self.game.spent[player]);
            TimeLeft { main, increment: Duration::ZERO, overtime: None }
        });
        let limits = Limits { clock, ..self.limits_for_search() };
        let stop = wire.urgent().clone();
        self.tell_the_line();
        let mut shown = Instant::now();
        let thought = self.engine.think(&self.game.position, &limits, &stop, &mut |report| {
            if shown.elapsed() >= BETWEEN_REPORTS {
                shown = Instant::now();
                wire.send(&hints(report, None));
            }
        });
        let answer = match thought {
            Ok(thought) => {
                let Choice::Play(mv) = thought.choice else { return wire.send("=== PA\n") };
                let eval = thought.report.variations.first().map(|best| format!("{:.2}", eval(best.score)));
                let (eval, seconds) = (eval.unwrap_or_default(), start.elapsed().as_secs_f64());
                format!("{}=== {}/{eval}/{seconds:.2}\nstatus\n", hints(&thought.report, None), written(mv))
            }
            Err(failure) => format!("status {failure}\n"),
        };
        wire.send(&answer);
    }

    /// From the end to the start, so that what was found out later helps with what came before.
    fn analyze(&mut self, wire: &mut Wire<'_>) {
        wire.send("status Analyzing the game\n");
        let stop = wire.next_line().clone();
        let limits = self.limits_for_search();
        let mut positions = vec![self.game.start];
        for &mv in &self.game.moves {
            let last = positions[positions.len() - 1];
            positions.push(last.after(mv));
        }
        for (made, position) in positions.iter().enumerate().rev() {
            let value = if position.is_over() {
                Some(position.board().final_margin() as f32)
            } else {
                let thought = self.engine.think(position, &limits, &stop, &mut |_| {});
                thought.ok().and_then(|thought| thought.report.variations.first().map(|best| eval(best.score)))
            };
            if let Some(value) = value {
                wire.send(&format!("analysis {made} {value:.2}\n"));
            }
            if stop.is_asked() {
                break;
            }
        }
        wire.send("status\n");
    }

    fn limits_for_search(&self) -> Limits {
        if self.depth_decides && self.depth.is_some() {
            return Limits { depth: self.depth, ..Limits::NONE };
        }
        let depth = [self.limits.depth, self.depth].into_iter().flatten().min();
        Limits { depth, ..self.limits }
    }

    fn tell_the_line(&mut self) {
        self.engine.follow(&self.game.start, &self.game.moves);
    }
}

impl Server for Session {
    fn answer(&mut self, line: Incoming<'_>, wire: &mut Wire<'_>) -> Flow {
        let Incoming::Line(line) = line else { return Flow::GoOn };
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if name == "quit" {
            return Flow::End;
        }
        // Nothing is said about a line that is not understood.
        let _ = self.run(name, rest, wire);
        Flow::GoOn
    }

    fn is_urgent(line: &str) -> bool {
        line.trim_start().starts_with("ping")
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("game", &self.game).field("depth", &self.depth).finish_non_exhaustive()
    }
}

/// Discs for the player to move.
fn eval(score: Score) -> f32 {
    match score {
        Score::Exact { margin, .. } => margin as f32,
        Score::Margin(margin) => margin,
        Score::Chance { lead, .. } => lead,
    }
}

fn node_stats(report: &Report<Move>) -> String {
    format!("nodestats {} {:.2}\n", report.nodes, report.elapsed.as_secs_f64())
}

/// A line for each variation, then the nodes. Where the report has no variation, the choice stands for one.
fn hints(report: &Report<Move>, choice: Option<Choice<Move>>) -> String {
    let substitute = match choice {
        Some(Choice::Play(mv)) if report.variations.is_empty() => Some(Variation::new(vec![mv], Score::Margin(0.0), 0)),
        _ => None,
    };
    let variations = report.variations.iter().chain(&substitute).filter(|variation| !variation.moves.is_empty());
    let lines = variations.map(|variation| {
        let pv: String = variation.moves.iter().map(|&mv| written(mv)).collect();
        // By '100%' the program knows a solved position.
        let depth = match variation.score {
            Score::Exact { .. } => "100%".to_owned(),
            Score::Margin(_) | Score::Chance { .. } => report.depth.to_string(),
        };
        format!("search {pv} {:.2} 0 {depth}\n", eval(variation.score))
    });
    lines.collect::<String>() + &node_stats(report)
}
