//! First lessons: a step is a position in which something is to be done, by any move that does it. Nothing is kept: the address says
//! where one is.

use form_urlencoded::Serializer;
use maud::Markup;
use serde::Deserialize;
use study::lesson::{Attempt, Came, steps};
use table::{Kind, Message};

use crate::{Context, Exercise, Mood, learn};

/// A place in a lesson: the step, from 1, the moves that were right so far, a move to be tried, or that one wants to be shown.
#[derive(Clone, Deserialize, Default, Debug)]
pub struct Wish {
    step: Option<usize>,
    #[serde(default)]
    moves: String,
    play: Option<String>,
    want: Option<String>,
}

impl Wish {
    fn attempt(&self, kind: Kind) -> Option<Attempt> {
        Attempt::after(kind, self.step.unwrap_or(1).checked_sub(1)?, self.moves.split_whitespace())
    }
}

/// The step, with what came of a move; nothing if there is no such step.
pub fn page(context: &Context<'_>, kind: Kind, wish: &Wish) -> Option<Markup> {
    let attempt = wish.attempt(kind)?;
    let tried = wish.play.as_deref().map(|text| attempt.clone().play(text));
    let mut exercise = shown(context, &attempt);
    match tried {
        Some(Ok(Came::NotYet)) => exercise.said = vec![attempt.said(Came::NotYet)],
        Some(Err(why)) => exercise.refused = Some(why),
        _ => {}
    }
    if let Some(answer) = attempt.answer().filter(|_| wish.want.is_some()) {
        exercise.said = vec![Message::new("lesson-shown").with("move", kind.told_move(&answer))];
        exercise.view = attempt.view(Some(answer));
    }
    Some(learn::lesson(context, &exercise, attempt.step()))
}

/// Where a move leads to; or the rule that forbids it, with the page that shows it where it was tried. Nothing if there is no such step.
#[allow(clippy::type_complexity, reason = "each part is said above, and used once")]
pub fn answer(context: &Context<'_>, kind: Kind, wish: &Wish) -> Option<Result<String, (Message, Markup)>> {
    let mut attempt = wish.attempt(kind)?;
    let more = match (&wish.play, &wish.want) {
        (Some(text), _) => match attempt.play(text) {
            Ok(Came::Done | Came::GoesOn) => None,
            Ok(Came::NotYet) => Some(("play", text.clone())),
            Err(why) => {
                let exercise = Exercise { refused: Some(why.clone()), ..shown(context, &attempt) };
                return Some(Err((why, learn::lesson(context, &exercise, attempt.step()))));
            }
        },
        (None, Some(_)) => Some(("want", "answer".to_owned())),
        (None, None) => None,
    };
    let mut query = Serializer::new(format!("/lesson/{kind}?"));
    Some(Ok(query.extend_pairs(place(&attempt).into_iter().chain(more)).finish()))
}

/// Where an attempt is, for addresses and forms.
fn place(attempt: &Attempt) -> Vec<(&'static str, String)> {
    let moves = attempt.moves();
    let moves = (!moves.is_empty()).then(|| ("moves", moves.join(" ")));
    std::iter::once(("step", (attempt.step() + 1).to_string())).chain(moves).collect()
}

/// The step as an exercise, as far as it has come.
fn shown(context: &Context<'_>, attempt: &Attempt) -> Exercise {
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
        title: context.say_with("lesson-title", &[("game", kind.name().into())]),
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
