//! First lessons: a step is a position in which something is to be done, by any move that does it. Nothing is kept: the address says
//! where one is.

use axum::extract::Path;
use pages::{Exercise, Mood};
use serde::Deserialize;
use study::lesson::{Attempt, Came, steps};
use table::{Kind, Message};

use super::asked::{Asked, Sent};
use super::refused::{Answer, Refused};
use super::trying::Want;
use super::visitor::Visitor;

/// A place in a lesson: the step, from 1, the moves that were right so far, a move to be tried, or that one wants to be shown.
#[derive(Clone, Deserialize, Default)]
pub(super) struct Wish {
    step: Option<usize>,
    #[serde(default)]
    moves: String,
    play: Option<String>,
    want: Option<Want>,
}

impl Wish {
    fn attempt(&self, kind: Kind) -> Result<Attempt, Refused> {
        let step = self.step.unwrap_or(1).checked_sub(1);
        let moves = self.moves.split_whitespace();
        step.and_then(|step| Attempt::after(kind, step, moves)).ok_or(Refused::NoSuchPage)
    }
}

pub(super) async fn page(visitor: Visitor, Path(game): Path<String>, Asked(wish): Asked<Wish>) -> Answer {
    let kind: Kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let attempt = wish.attempt(kind)?;
    let tried = wish.play.as_deref().map(|text| attempt.clone().play(text));
    let mut exercise = shown(&visitor, &attempt);
    match tried {
        Some(Ok(Came::NotYet)) => exercise.said = vec![attempt.said(Came::NotYet)],
        Some(Err(why)) => exercise.refused = Some(why),
        _ => {}
    }
    if let Some(answer) = attempt.answer().filter(|_| wish.want.is_some()) {
        exercise.said = vec![Message::new("lesson-shown").with("move", kind.told_move(&answer))];
        exercise.view = attempt.view(Some(answer));
    }
    Ok(visitor.page(|context| pages::lesson(context, &exercise, attempt.step())))
}

pub(super) async fn answer(visitor: Visitor, Path(game): Path<String>, Sent(wish): Sent<Wish>) -> Answer {
    let kind: Kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let mut attempt = wish.attempt(kind)?;
    let more = match (&wish.play, wish.want) {
        (Some(text), _) => match attempt.play(text) {
            Ok(Came::Done | Came::GoesOn) => None,
            Ok(Came::NotYet) => Some(("play", text.clone())),
            // Shown where it was tried, with the rule that forbids it.
            Err(why) => {
                let exercise = Exercise { refused: Some(why.clone()), ..shown(&visitor, &attempt) };
                return visitor.in_form(why.into(), |context, _| pages::lesson(context, &exercise, attempt.step()));
            }
        },
        (None, Some(_)) => Some(("want", "answer".to_owned())),
        (None, None) => None,
    };
    let mut query = form_urlencoded::Serializer::new(format!("/lesson/{kind}?"));
    Ok(visitor.done(&query.extend_pairs(place(&attempt).into_iter().chain(more)).finish()))
}

/// Where an attempt is, for addresses and forms.
fn place(attempt: &Attempt) -> Vec<(&'static str, String)> {
    let moves = attempt.moves();
    let moves = (!moves.is_empty()).then(|| ("moves", moves.join(" ")));
    std::iter::once(("step", (attempt.step() + 1).to_string())).chain(moves).collect()
}

/// The step as an exercise, as far as it has come.
fn shown(visitor: &Visitor, attempt: &Attempt) -> Exercise {
    let (kind, step) = (attempt.kind(), attempt.step());
    let is_done = attempt.is_done();
    let said = match (is_done, attempt.moves().is_empty()) {
        (true, _) => vec![attempt.said(Came::Done)],
        (false, false) => vec![attempt.said(Came::GoesOn)],
        (false, true) => Vec::new(),
    };
    let on = if step + 1 < steps(kind) {
        (format!("/lesson/{kind}?step={}", step + 2), "lesson-next", is_done)
    } else {
        (format!("/new?game={kind}"), "lesson-play", is_done)
    };
    Exercise {
        address: format!("/lesson/{kind}"),
        place: place(attempt),
        title: visitor.context().say_with("lesson-title", &[("game", kind.name().into())]),
        nav: "/learn",
        task: attempt.task(),
        played: Vec::new(),
        view: attempt.view(None),
        mood: if is_done { Mood::Right } else { Mood::Open },
        said,
        refused: None,
        line: None,
        waits_for: None,
        has_hint: false,
        ways_on: vec![on, (format!("/rules/{kind}"), "lesson-rules", false)],
        aside: None,
    }
}
