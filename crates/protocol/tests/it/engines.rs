//! Engines whose every answer is known beforehand.

use std::time::Duration;

use plateau_core::Position;
use protocol::gtp::{Adapter, Identity, Session};
use search::{Choice, Engine, Failure, Limits, Report, Score, Stop, Thought, Variation};

/// Plays the first legal move, and thinks well of the first three.
#[derive(Clone, Debug)]
pub(crate) struct First {
    /// Points for which ownership is reported, half of them each side's.
    pub(crate) owned_points: usize,
}

impl<P: Position> Engine<P> for First {
    fn think(
        &mut self,
        position: &P,
        limits: &Limits,
        _stop: &Stop,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Thought<P::Move>, Failure> {
        let scores =
            [Score::Chance { win: 0.75, lead: 3.5 }, Score::Margin(-4.0), Score::Exact { margin: 2, plies: None }];
        let best = position.legal_moves().zip(scores).zip([6, 3, 1]);
        let variations: Vec<_> = best
            .take(limits.variations.get())
            .map(|((mv, score), visits)| {
                let reply = position.after(mv).legal_moves().next();
                let line = Variation::new([mv].into_iter().chain(reply).collect(), score, visits);
                // The last one knows more of itself.
                if visits == 1 { Variation { prior: Some(0.25), win_at_least: Some(0.5), ..line } } else { line }
            })
            .collect();
        let ownership = (0..self.owned_points).map(|i| if i % 2 == 0 { 1.0 } else { -0.25 }).collect();
        let seen = Report { depth: 4, nodes: 10, elapsed: Duration::from_millis(20), variations, ownership };
        report(&seen);
        let choice = Choice::Play(position.legal_moves().next().expect("the position is not over"));
        Ok(Thought { choice, report: seen })
    }
}

/// Gives up at once.
#[derive(Clone, Debug)]
pub(crate) struct Quitter;

impl<P: Position> Engine<P> for Quitter {
    fn think(
        &mut self,
        _position: &P,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Thought<P::Move>, Failure> {
        Ok(Thought { choice: Choice::Resign, report: Report::default() })
    }
}

/// Fails at once.
#[derive(Clone, Debug)]
pub(crate) struct Broken;

impl<P: Position> Engine<P> for Broken {
    fn think(
        &mut self,
        _position: &P,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Thought<P::Move>, Failure> {
        Err(Failure { id: "engine-died", message: "the engine ended".into(), details: Vec::new() })
    }
}

/// Thinks until it is stopped, and then plays the first legal move.
#[derive(Clone, Debug)]
pub(crate) struct Thinker;

impl<P: Position> Engine<P> for Thinker {
    fn think(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Thought<P::Move>, Failure> {
        let mv = position.legal_moves().next().expect("the position is not over");
        let mut nodes = 0;
        let watch = search::Watch::start(limits, stop, 30);
        let mut seen = Report::default();
        while !watch.is_over(nodes) {
            nodes += 1;
            let score = Score::Chance { win: 0.5, lead: 0.0 };
            let variations = vec![Variation::new(vec![mv], score, nodes)];
            seen = Report { nodes, elapsed: watch.elapsed(), variations, ..Report::default() };
            report(&seen);
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Thought { choice: Choice::Play(mv), report: seen })
    }
}

/// A session of this program.
pub(crate) fn session<A: Adapter>(adapter: A, engine: impl Engine<A::Position> + 'static) -> Session<A> {
    let identity = Identity { name: "Plateau".into(), version: "0.0".into() };
    Session::new(adapter, Box::new(engine), Limits::NONE, identity)
}
