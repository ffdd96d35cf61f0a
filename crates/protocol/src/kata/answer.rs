//! What is told of a position.

use go::{Move, Position};
use plateau_core::{Player, Position as _, Symmetric as _, change_side};
use search::{Details, Report, Score, Variation, Whole};
use serde_json::{Map, Value, json};

use super::manner::Perspective;
use super::query::Query;

/// The line that answers a task, or tells how it goes on.
pub(super) fn written(query: &Query, turn: usize, position: &Position, seen: &Report<Move>, is_during: bool) -> String {
    let view = View::of(query, position);
    let mut answer = Map::new();
    answer.insert("id".into(), query.id.as_str().into());
    answer.insert("turnNumber".into(), turn.into());
    answer.insert("isDuringSearch".into(), is_during.into());
    answer.insert("moveInfos".into(), move_infos(query, seen, view));
    if let Some(whole) = &seen.whole {
        answer.insert("rootInfo".into(), root_info(position, seen.nodes, whole, view));
        if query.wants.policy {
            let chance = |promised: &Option<f32>| promised.map_or(Value::from(-1), number);
            answer.insert("policy".into(), whole.policy.iter().map(chance).collect());
        }
        if query.wants.ownership_deviation {
            answer.insert("ownershipStdev".into(), numbers(&whole.ownership_deviation));
        }
    }
    if query.wants.ownership {
        answer.insert("ownership".into(), view.owners(&seen.ownership));
    }
    Value::Object(answer).to_string()
}

/// The line that says that nothing came of a task.
pub(super) fn nothing(id: &str, turn: usize) -> String {
    json!({ "id": id, "turnNumber": turn, "isDuringSearch": false, "noResults": true }).to_string()
}

/// From which side values are told: those of a report are seen by the one to move.
#[derive(Clone, Copy)]
struct View {
    turn: Player,
    viewer: Player,
}

impl View {
    fn of(query: &Query, position: &Position) -> View {
        let turn = position.turn();
        let viewer = match query.manner.perspective {
            Perspective::Of(player) => player,
            Perspective::SideToMove => turn,
        };
        View { turn, viewer }
    }

    fn value(self, value: f32) -> Value {
        number(change_side(value, self.turn, self.viewer))
    }

    fn chance(self, chance: f32) -> Value {
        number(change_side(chance - 0.5, self.turn, self.viewer) + 0.5)
    }

    fn owners(self, owners: &[f32]) -> Value {
        owners.iter().map(|&owner| self.value(owner)).collect()
    }
}

fn move_infos(query: &Query, seen: &Report<Move>, view: View) -> Value {
    let tried: Vec<&Variation<Move>> = seen.variations.iter().filter(|variation| variation.visits > 0).collect();
    let mut infos: Vec<Value> = Vec::with_capacity(tried.len());
    for (order, variation) in tried.iter().enumerate() {
        // Readers draw moves in proportion to it: the visits, but for a move that is better than a more visited one.
        let selection = tried[order..].iter().map(|other| other.visits).max().unwrap_or(0);
        infos.push(move_info(query, variation, order, selection, view));
    }
    infos.into()
}

fn move_info(query: &Query, variation: &Variation<Move>, order: usize, selection: u64, view: View) -> Value {
    let (win, lead) = chance_and_lead(variation.score);
    let visits = variation.visits;
    let mut info = Map::new();
    let mut put = |name: &str, value: Value| drop(info.insert(name.into(), value));
    let written: Vec<String> = variation.moves.iter().take(query.manner.plies).map(ToString::to_string).collect();
    put("move", written.first().cloned().into());
    put("order", order.into());
    put("visits", visits.into());
    put("edgeVisits", visits.into());
    put("weight", visits.into());
    put("edgeWeight", visits.into());
    put("playSelectionValue", selection.into());
    put("winrate", view.chance(win));
    put("lcb", view.chance(variation.win_at_least.unwrap_or(win)));
    put("scoreLead", view.value(lead));
    put("scoreMean", view.value(lead));
    put("scoreSelfplay", view.value(lead));
    put("prior", number(variation.prior.unwrap_or(0.0)));
    if let Some(details) = &variation.details {
        let Details { utility, utility_at_least, lead_deviation, line_visits, ownership, ownership_deviation } =
            &**details;
        put("utility", view.value(*utility));
        put("utilityLcb", view.value(*utility_at_least));
        put("scoreStdev", number(*lead_deviation));
        if query.wants.line_visits {
            let visits: Value = line_visits.iter().take(query.manner.plies).copied().collect();
            put("pvVisits", visits.clone());
            put("pvEdgeVisits", visits);
        }
        if query.wants.moves_ownership {
            put("ownership", view.owners(ownership));
        }
        if query.wants.moves_ownership_deviation {
            put("ownershipStdev", numbers(ownership_deviation));
        }
    }
    put("pv", written.into());
    Value::Object(info)
}

fn root_info(position: &Position, visits: u64, whole: &Whole, view: View) -> Value {
    let ((win, lead), (raw_win, raw_lead)) = (chance_and_lead(whole.score), chance_and_lead(whole.at_sight));
    let (this, of_all) = hashes(position);
    json!({
        "currentPlayer": match view.turn { Player::Black => "B", Player::White => "W" },
        "visits": visits,
        "weight": visits,
        "winrate": view.chance(win),
        "scoreLead": view.value(lead),
        "scoreSelfplay": view.value(lead),
        "scoreStdev": number(whole.lead_deviation),
        "utility": view.value(whole.utility),
        "rawWinrate": view.chance(raw_win),
        "rawLead": view.value(raw_lead),
        "rawScoreSelfplay": view.value(raw_lead),
        "thisHash": this,
        "symHash": of_all,
    })
}

/// Names for the position, and for all that are the same by symmetry.
fn hashes(position: &Position) -> (String, String) {
    let seen = position.symmetries().map(|symmetry| position.transformed(symmetry).key());
    let smallest = seen.min().unwrap_or_default();
    let name = |key: u64| format!("{:016X}{key:016X}", key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31));
    (name(position.key()), name(smallest))
}

fn chance_and_lead(score: Score) -> (f32, f32) {
    match score {
        Score::Chance { win, lead } => (win, lead),
        Score::Margin(lead) => (0.5, lead),
        Score::Exact { margin, .. } => (0.5 + 0.5 * margin.signum() as f32, margin as f32),
    }
}

fn numbers(values: &[f32]) -> Value {
    values.iter().map(|&value| number(value)).collect()
}

/// A number with six digits behind the point: no value here means anything beyond them.
fn number(value: f32) -> Value {
    let rounded = (value as f64 * 1e6).round() / 1e6;
    // Minus zero is a number that surprises people.
    (rounded + 0.0).into()
}
