//! What is to be said of a move, in sentences.

use plateau_core::Player;
use search::Score;
use study::{Analysis, Grade, Judgement, Measure, Verdict};
use table::view::Estimate;
use table::{AnyWay, Kind, Message};

use super::why::why;

/// What is to be said of the move that was made in a position: what it lost, what was better and why, and how it is answered. Nothing of
/// a move that lost nothing.
pub fn remarks(way: &AnyWay, analysis: &Analysis, moment: usize) -> Vec<Message> {
    let Some(verdict) = analysis.verdict(moment).filter(|verdict| verdict.grade > Grade::Fine) else {
        return Vec::new();
    };
    let judgements = [moment, moment + 1].map(|at| analysis.judgement(at));
    let (Some(played), [Some(before), Some(after)]) = (way.played(moment), judgements) else { return Vec::new() };
    let kind = analysis.kind();
    let why = why(way, moment, before, after);
    let lost = lost(kind, &verdict, &played);
    let better = Message::new(if why.better.is_empty() { "study-better" } else { "study-better-why" })
        .with("move", kind.told_move(verdict.best.mv()))
        .with("why", why.better);
    [Some(lost), Some(better), answer(kind, after, why.answer)].into_iter().flatten().collect()
}

/// How a move is answered, where that has a reason.
pub(super) fn answer(kind: Kind, after: &Judgement, why: Vec<Message>) -> Option<Message> {
    let best = after.best().filter(|_| !why.is_empty())?;
    let answer = Message::new("study-answer").with("player", kind.side(after.turn));
    Some(answer.with("move", kind.told_move(best.mv())).with("why", why))
}

/// What a move lost.
pub(super) fn lost(kind: Kind, verdict: &Verdict<'_>, mv: &str) -> Message {
    let [could_have, has] = verdict.worth;
    let is_exact = [could_have, has].iter().all(|score| matches!(score, Score::Exact { .. }));
    let lost = match kind {
        Kind::Go => Message::new("study-lost-points").with("amount", format!("{:.1}", verdict.loss)),
        Kind::Othello => {
            let id = if is_exact { "study-lost-discs-exactly" } else { "study-lost-discs" };
            Message::new(id).with("count", verdict.loss.round() as i64)
        }
        Kind::Aligne4 => {
            let result = |score| Measure::worth(score).total_cmp(&0.0) as i8;
            Message::new(match [could_have, has].map(result) {
                [1, 0] => "study-lost-win-to-draw",
                [1, _] => "study-lost-win",
                _ => "study-lost-draw",
            })
        }
    };
    lost.with("move", kind.told_move(mv))
}

/// Who will own what, as a judgement has it; nothing where a board has no points to own.
pub fn owners(way: &AnyWay, moment: usize, judgement: &Judgement) -> Option<Estimate> {
    let AnyWay::Go(way) = way else { return None };
    let position = &way.moments.get(moment)?.position;
    if judgement.ownership.len() != usize::from(position.size().area()) {
        return None;
    }
    let lead = Measure::worth(judgement.score.seen_by(judgement.turn, Player::Black));
    Some(crate::estimate::owners(position, &judgement.ownership, lead))
}

/// The best moves of a position, each with what it is worth to whoever makes it, as it stands on a board: points, discs, or the sign of the
/// result. Of several pieces for one cell the best counts.
pub fn values(kind: Kind, judgement: &Judgement) -> Vec<(String, String)> {
    /// More figures than this are a rainbow.
    const MOST: usize = 8;
    /// Moves at which the search has only glanced have no worth that could be shown.
    const LEAST_SHARE: f32 = 0.02;
    let cell = |mv: &str| match kind {
        Kind::Go | Kind::Othello => mv.to_owned(),
        Kind::Aligne4 => mv.get(mv.len().saturating_sub(2)..).unwrap_or(mv).to_owned(),
    };
    let least = (judgement.nodes as f32 * LEAST_SHARE) as u64;
    let seen = judgement.moves.iter().filter(|judged| kind != Kind::Go || judged.visits >= least);
    let mut values: Vec<(String, String)> = Vec::new();
    for judged in seen {
        let (cell, worth) = (cell(judged.mv()), Measure::worth(judged.score));
        let told = match kind {
            Kind::Go => format!("{worth:+.1}"),
            Kind::Othello => format!("{worth:+.0}"),
            Kind::Aligne4 if worth > 0.0 => "+".to_owned(),
            Kind::Aligne4 if worth < 0.0 => "−".to_owned(),
            Kind::Aligne4 => "=".to_owned(),
        };
        if !values.iter().any(|(known, _)| *known == cell) {
            values.push((cell, told.replace('-', "−")));
        }
    }
    values.truncate(if kind == Kind::Aligne4 { values.len() } else { MOST });
    values
}

/// What a position is worth, as players say it.
pub fn worth(kind: Kind, judgement: &Judgement) -> Message {
    let by_black = judgement.score.seen_by(judgement.turn, Player::Black);
    let ahead = if Measure::worth(by_black) < 0.0 { Player::White } else { Player::Black };
    let amount = Measure::worth(by_black).abs();
    let (id, amount) = match (kind, by_black) {
        (Kind::Go, _) if amount < 0.05 => ("study-even", String::new()),
        (Kind::Go, _) => ("study-ahead-points", format!("{amount:.1}")),
        (Kind::Othello | Kind::Aligne4, Score::Exact { margin: 0, .. }) => ("study-draw", String::new()),
        (Kind::Othello, Score::Exact { .. }) => ("study-wins-discs", format!("{amount:.0}")),
        (Kind::Othello, _) if amount < 0.5 => ("study-even", String::new()),
        (Kind::Othello, _) => ("study-ahead-discs", format!("{amount:.0}")),
        (Kind::Aligne4, Score::Exact { plies: Some(plies @ 1..), .. }) => ("study-wins-in", plies.to_string()),
        (Kind::Aligne4, Score::Exact { .. }) => ("study-wins", String::new()),
        (Kind::Aligne4, _) => ("study-open", String::new()),
    };
    Message::new(id).with("player", kind.side(ahead)).with("amount", amount)
}

/// The chance of whoever will probably win, as players say it; what it is worth, where the engine sees no chances.
pub fn chance(kind: Kind, judgement: &Judgement) -> Message {
    let by_black = judgement.score.seen_by(judgement.turn, Player::Black);
    let Score::Chance { win, .. } = by_black else { return worth(kind, judgement) };
    let ahead = if win < 0.5 { Player::White } else { Player::Black };
    let percent = (100.0 * win.max(1.0 - win)).round() as i64;
    Message::new("study-chance").with("player", kind.side(ahead)).with("percent", percent)
}
