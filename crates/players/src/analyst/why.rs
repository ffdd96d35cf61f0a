//! Why a move was worse than another, in players' words.

use search::{Report, Variation};
use study::{Judged, Judgement, Motif};
use table::{AnyWay, Message, MoveOf, Way};

use crate::MachineGame;

/// What can be said about a move that lost something.
#[derive(Clone, PartialEq, Debug)]
pub struct Why {
    /// What the better move would have done, the most telling first; perhaps nothing.
    pub better: Vec<Message>,
    /// What the opponent's best answer does; perhaps nothing.
    pub answer: Vec<Message>,
}

/// More than this is too much for a sentence.
const REASONS: usize = 2;

/// What the better move of a position would have done, and what the answer to the one that was made does.
pub fn why(way: &AnyWay, moment: usize, before: &Judgement, after: &Judgement) -> Why {
    match way {
        AnyWay::Go(way) => of(way, moment, before, after),
        AnyWay::Othello(way) => of(way, moment, before, after),
        AnyWay::Aligne4(way) => of(way, moment, before, after),
    }
}

fn of<G: MachineGame>(way: &Way<G>, moment: usize, before: &Judgement, after: &Judgement) -> Why {
    let reasons = |moment, judgement: &Judgement| {
        judgement.best().map(|best| deeds_on(way, moment, judgement, best)).unwrap_or_default()
    };
    Why { better: reasons(moment, before), answer: reasons(moment + 1, after) }
}

/// What a move of a position does that was judged; perhaps nothing that could be told.
pub(super) fn deeds(way: &AnyWay, moment: usize, judgement: &Judgement, judged: &Judged) -> Vec<Message> {
    match way {
        AnyWay::Go(way) => deeds_on(way, moment, judgement, judged),
        AnyWay::Othello(way) => deeds_on(way, moment, judgement, judged),
        AnyWay::Aligne4(way) => deeds_on(way, moment, judgement, judged),
    }
}

/// What somebody can learn from a move of a position that was judged.
pub(super) fn motif(way: &AnyWay, moment: usize, judgement: &Judgement, judged: &Judged) -> Option<Motif> {
    fn on<G: MachineGame>(way: &Way<G>, moment: usize, judgement: &Judgement, judged: &Judged) -> Option<Motif> {
        let (mv, report) = seen::<G>(judgement, judged)?;
        let position = &way.moments.get(moment)?.position;
        plateau_core::Position::check(position, mv).ok()?;
        way.game.motif(position, mv, &report)
    }
    match way {
        AnyWay::Go(way) => on(way, moment, judgement, judged),
        AnyWay::Othello(way) => on(way, moment, judgement, judged),
        AnyWay::Aligne4(way) => on(way, moment, judgement, judged),
    }
}

fn deeds_on<G: MachineGame>(way: &Way<G>, moment: usize, judgement: &Judgement, judged: &Judged) -> Vec<Message> {
    let Some(position) = way.moments.get(moment).map(|moment| &moment.position) else { return Vec::new() };
    let Some((mv, report)) = seen::<G>(judgement, judged) else { return Vec::new() };
    if plateau_core::Position::check(position, mv).is_err() {
        return Vec::new();
    }
    // What is expected of the game the numbers of a review say better.
    way.game.deeds(position, mv, &report).into_iter().take(REASONS).collect()
}

/// A move, and the judgement as the engine had reported it if it had chosen that.
fn seen<G: MachineGame>(judgement: &Judgement, judged: &Judged) -> Option<(MoveOf<G>, Report<MoveOf<G>>)> {
    let mv: MoveOf<G> = judged.mv().parse().ok()?;
    let by_turn = if judgement.turn == plateau_core::Player::Black { 1.0 } else { -1.0 };
    let report = Report {
        variations: vec![Variation::new(vec![mv], judged.score, judged.visits)],
        ownership: judgement.ownership.iter().map(|owned| by_turn * owned).collect(),
        ..Report::default()
    };
    Some((mv, report))
}
