//! The same questions for another judge, by the protocol of `KataGo`'s analysis engine, and its answers.

use std::collections::HashMap;

use go::{Move, Position};
use plateau_core::{Player, Position as _, change_side};
use serde_json::{Value, json};

use crate::judged::{Judged, Worth};
use crate::machine::Machine;

/// Prints a question for every position after a move that is judged or that is chosen by so many visits. How long to think about it is for the one who asks.
pub(crate) fn print_questions(positions: &[Judged], all_visits: &[u64]) {
    let mut machine = Machine::judged();
    for (number, judged) in positions.iter().enumerate() {
        let mut moves: Vec<Move> = judged.worths.iter().map(|&(mv, _)| mv).collect();
        for &visits in all_visits {
            let mv = machine.choose(&judged.position, visits);
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        for mv in moves {
            println!("{}", question(number, judged, mv));
        }
    }
}

/// How a question and its answer are known by each other.
fn id(number: usize, mv: Move) -> String {
    format!("{} {mv}", number + 1)
}

fn question(number: usize, judged: &Judged, mv: Move) -> Value {
    let letter = |at: usize| if at.is_multiple_of(2) { "B" } else { "W" };
    let moves = judged.moves.iter().chain([&mv]).enumerate();
    let (width, komi) = (judged.position.size().width(), judged.position.rules().komi.half_points());
    json!({
        "id": id(number, mv),
        "moves": moves.map(|(at, mv)| json!([letter(at), mv.to_string()])).collect::<Vec<_>>(),
        "rules": "chinese",
        "komi": f32::from(komi) / 2.0,
        "boardXSize": width,
        "boardYSize": width,
        "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
    })
}

/// Prints the positions with what the answers say of their moves, and of no others.
pub(crate) fn print_judged(positions: &[Judged], answers: &str) -> Result<(), String> {
    let answers: HashMap<String, Value> = answers.lines().map(answer).collect::<Result<_, String>>()?;
    for (number, judged) in positions.iter().enumerate() {
        let Judged { moves, position, .. } = judged.clone();
        let asked = position.legal_moves().filter_map(|mv| Some((mv, answers.get(&id(number, mv))?)));
        let worths = asked.map(|(mv, answer)| Some((mv, worth(answer, &position)?))).collect::<Option<Vec<_>>>();
        let worths =
            worths.ok_or_else(|| format!("an answer for position {} says no winrate or scoreLead", number + 1))?;
        if worths.is_empty() {
            return Err(format!("there is no answer for position {}", number + 1));
        }
        println!("{}", Judged::new(moves, position, 0, worths));
    }
    Ok(())
}

/// An answer and what it is known by.
fn answer(line: &str) -> Result<(String, Value), String> {
    let mut answer: Value = serde_json::from_str(line).map_err(|why| format!("{line:?} is no answer: {why}"))?;
    match (answer["id"].as_str().map(str::to_owned), answer["rootInfo"].take()) {
        (Some(id), root @ Value::Object(_)) => Ok((id, root)),
        _ => Err(format!("{line:?} answers nothing: an id and a rootInfo are expected")),
    }
}

/// What the one to move before the move thinks of it.
fn worth(root: &Value, before: &Position) -> Option<Worth> {
    let [win, lead] = ["winrate", "scoreLead"].map(|name| root[name].as_f64());
    let seen = |by_black: f64| change_side(by_black as f32, Player::Black, before.turn());
    Some(Worth { chance: 50.0 + 100.0 * seen(win? - 0.5), lead: seen(lead?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_the_whole_game_and_the_move() {
        let judged: Judged = "9 5000 E5 C3 pass | C7 48.12 -0.35".parse().expect("a position");
        let question = question(6, &judged, judged.best().0);
        assert_eq!(question["id"], "7 C7");
        assert_eq!(question["moves"], json!([["B", "E5"], ["W", "C3"], ["B", "pass"], ["W", "C7"]]));
        assert_eq!((&question["komi"], &question["boardXSize"]), (&json!(7.5), &json!(9)));
    }

    #[test]
    fn an_answer_is_seen_by_the_one_who_played() {
        let line = r#"{"id": "7 C7", "rootInfo": {"winrate": 0.75, "scoreLead": 3.5, "visits": 8}}"#;
        let (id, root) = answer(line).expect("an answer");
        let judge = |text: &str| worth(&root, &text.parse::<Judged>().expect("a position").position);
        assert_eq!(id, "7 C7");
        assert_eq!(judge("9 0 | C7 50 0"), Some(Worth { chance: 75.0, lead: 3.5 }));
        assert_eq!(judge("9 0 E5 | C7 50 0"), Some(Worth { chance: 25.0, lead: -3.5 }));
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for (line, wrong) in [("hello", "is no answer"), (r#"{"id": "1 C3", "error": "no"}"#, "answers nothing")] {
            assert!(answer(line).expect_err(line).contains(wrong), "{line}");
        }
    }
}
