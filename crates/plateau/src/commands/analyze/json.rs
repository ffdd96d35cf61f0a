use plateau_core::Player;
use players::analyst::remarks;
use search::Score;
use serde_json::{Value, json};
use study::{Grade, Phase, Played};
use words::Words;

use super::Reviewed;

/// Everything that is known, for programs. Worths are Black's; losses are those of whoever moved.
pub(super) fn object(reviewed: &Reviewed<'_>, words: &Words) -> Value {
    let Reviewed { file, number, review, way, analysis } = *reviewed;
    let moves: Vec<Value> = (0..way.len()).filter_map(|at| mv(reviewed, at, words)).collect();
    let [black, white] = Player::BOTH.map(|player| summary(reviewed, player));
    let last = way.len() - 1;
    json!({
        "file": file,
        "game": number,
        "kind": analysis.kind().id(),
        "names": review.info().names,
        "unit": unit(analysis.kind()),
        "moves": moves,
        "last": analysis.worth(last).map(worth),
        "black": black,
        "white": white,
    })
}

fn unit(kind: table::Kind) -> &'static str {
    match kind {
        table::Kind::Go => "points",
        table::Kind::Othello => "discs",
        table::Kind::Aligne4 => "result",
    }
}

fn mv(reviewed: &Reviewed<'_>, at: usize, words: &Words) -> Option<Value> {
    let Reviewed { way, analysis, .. } = *reviewed;
    let shown = way.shown(at)?;
    let mut object = json!({
        "number": shown.number,
        "player": shown.player.to_string(),
        "move": shown.text,
        "worth": analysis.worth(at).map(worth),
        "effort": analysis.effort_at(at).map(study::Effort::name),
    });
    if let Some(verdict) = analysis.verdict(at) {
        object["loss"] = rounded(verdict.loss);
        object["noise"] = rounded(verdict.noise);
        object["grade"] = verdict.grade.name().into();
        object["best"] = verdict.best.mv().into();
        object["line"] = verdict.best.line.clone().into();
        let said: Vec<String> = remarks(way, analysis, at).iter().map(|part| tui::say(words, part)).collect();
        object["remarks"] = said.into();
    }
    Some(object)
}

fn worth(score: Score) -> Value {
    match score {
        Score::Exact { margin, plies } => json!({ "value": margin, "exact": true, "plies": plies }),
        Score::Margin(margin) => json!({ "value": rounded(margin), "exact": false }),
        Score::Chance { win, lead } => json!({ "value": rounded(lead), "chance": rounded(win), "exact": false }),
    }
}

/// Two digits: more is noise.
fn rounded(number: f32) -> Value {
    ((f64::from(number) * 100.0).round() / 100.0).into()
}

fn summary(reviewed: &Reviewed<'_>, player: Player) -> Value {
    let Reviewed { way, analysis, .. } = *reviewed;
    let summary = analysis.summary(player);
    let played = |played: &Played| {
        json!({
            "moves": played.moves,
            "agreed": played.agreed,
            "lost": rounded(played.lost),
        })
    };
    let number = |&at: &usize| way.shown(at).and_then(|shown| shown.number);
    let mut object = played(&summary.whole);
    for (phase, own) in Phase::ALL.iter().zip(&summary.phases) {
        object[phase.name()] = played(own);
    }
    for (grade, count) in Grade::ALL.iter().zip(summary.grades) {
        object[grade.name()] = count.into();
    }
    object["turning_points"] = summary.turning_points.iter().map(number).collect();
    object["found"] = summary.found.iter().map(number).collect();
    object
}
