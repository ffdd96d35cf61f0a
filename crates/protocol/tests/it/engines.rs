//! Engines whose every answer is known beforehand.

use std::time::Duration;

use plateau_core::Position;
use protocol::gtp::{Adapter, Identity, Session};
use search::{Ban, Choice, Details, Engine, Failure, Limits, Report, Score, Stop, Thought, Variation, Whole};

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
        let seen =
            Report { depth: 4, nodes: 10, elapsed: Duration::from_millis(20), variations, ownership, whole: None };
        report(&seen);
        let choice = Choice::Play(position.legal_moves().next().expect("the position is not over"));
        Ok(Thought { choice, report: seen })
    }
}

/// Plays the first legal move that it need not avoid, and tells all that there is to tell of it and of the next two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Detailed {
    avoided: Vec<go::Move>,
}

impl Engine<go::Position> for Detailed {
    fn think(
        &mut self,
        position: &go::Position,
        limits: &Limits,
        _stop: &Stop,
        report: &mut dyn FnMut(&Report<go::Move>),
    ) -> Result<Thought<go::Move>, Failure> {
        let area = position.size().area() as usize;
        let owners = |owner: f32| vec![owner; area];
        let line = |(mv, visits): (go::Move, u64)| {
            let moves: Vec<go::Move> = [mv].into_iter().chain(position.after(mv).legal_moves().next()).collect();
            let details = Details {
                utility: 0.4,
                utility_at_least: 0.2,
                lead_deviation: 5.5,
                line_visits: (0..moves.len() as u64).map(|ply| visits - ply.min(visits)).collect(),
                ownership: owners(0.75),
                ownership_deviation: owners(0.125),
            };
            let details = limits.in_detail.then(|| Box::new(details));
            let score = Score::Chance { win: 0.75, lead: 3.5 };
            Variation { prior: Some(0.25), win_at_least: Some(0.5), details, ..Variation::new(moves, score, visits) }
        };
        let wanted = || position.legal_moves().filter(|mv| !self.avoided.contains(mv));
        let choice = wanted().next().expect("the position is not over");
        let variations = wanted().zip([6, 3, 1]).map(line).take(limits.variations.get()).collect();
        let whole = limits.in_detail.then(|| {
            Box::new(Whole {
                score: Score::Chance { win: 0.7, lead: 3.0 },
                utility: 0.3,
                lead_deviation: 6.5,
                at_sight: Score::Chance { win: 0.6, lead: 2.0 },
                policy: (0..=area).map(|place| Some(place as f32 / 100.0)).collect(),
                ownership_deviation: owners(0.5),
            })
        });
        let seen = Report { nodes: 11, variations, ownership: owners(1.0), whole, ..Report::default() };
        report(&seen);
        Ok(Thought { choice: Choice::Play(choice), report: seen })
    }

    fn avoid(&mut self, banned: &[Ban<go::Move>]) -> bool {
        self.avoided = banned.iter().map(|ban| ban.mv).collect();
        true
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
