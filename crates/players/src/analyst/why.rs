//! Why a move was worse than another, in players' words.

use search::{Report, Variation};
use study::{Judged, Judgement};
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
    Why { better: reasons(way, moment, before), answer: reasons(way, moment + 1, after) }
}

/// What the best move of a position does.
fn reasons<G: MachineGame>(way: &Way<G>, moment: usize, judgement: &Judgement) -> Vec<Message> {
    let Some(position) = way.moments.get(moment).map(|moment| &moment.position) else { return Vec::new() };
    let Some((mv, report)) = judgement.best().and_then(|best| seen::<G>(judgement, best)) else { return Vec::new() };
    if plateau_core::Position::check(position, mv).is_err() {
        return Vec::new();
    }
    let said = way.game.reasons(position, mv, &report).into_iter();
    said.filter(|reason| !is_outlook(&reason.id)).take(REASONS).collect()
}

/// Whether it says what is expected of the game, which the numbers of a review say better.
fn is_outlook(id: &str) -> bool {
    ["hint-likes", "hint-even", "hint-ahead", "hint-behind", "hint-chance", "hint-wins", "hint-draws", "hint-loses"]
        .contains(&id)
        || ["hint-go-even", "hint-go-ahead", "hint-go-behind", "hint-othello-wins-by", "hint-othello-loses-by"]
            .contains(&id)
}

/// The best move, and the judgement as the engine had reported it.
fn seen<G: MachineGame>(judgement: &Judgement, best: &Judged) -> Option<(MoveOf<G>, Report<MoveOf<G>>)> {
    let mv: MoveOf<G> = best.mv().parse().ok()?;
    let by_turn = if judgement.turn == plateau_core::Player::Black { 1.0 } else { -1.0 };
    let report = Report {
        variations: vec![Variation::new(vec![mv], best.score, best.visits)],
        ownership: judgement.ownership.iter().map(|owned| by_turn * owned).collect(),
        ..Report::default()
    };
    Some((mv, report))
}
