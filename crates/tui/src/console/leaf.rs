//! A finished game or a record, looked through line by line.

use table::Review;
use table::view::Wanted;

use super::show;
use super::talk::{Gone, Talk, is_back};
use crate::{Sitting, say};

/// What is asked for.
#[derive(PartialEq, Eq, Debug)]
enum Step {
    On,
    Back,
    First,
    Last,
    To(u32),
    Variation,
    Play,
    Moves,
    Help,
}

/// The words, English and French; an empty line goes one move on.
const WORDS: [(&[&str], Step); 8] = [
    (&["", "next", "n", "suivant", "s"], Step::On),
    (&["previous", "p", "précédent", "precedent"], Step::Back),
    (&["first", "début", "debut"], Step::First),
    (&["last", "fin"], Step::Last),
    (&["variation", "v"], Step::Variation),
    (&["play", "jouer"], Step::Play),
    (&["moves", "coups"], Step::Moves),
    (&["help", "?", "aide"], Step::Help),
];

/// Looks through it until somebody goes back. Who plays on from a position begins a new game with the moves that led there.
pub(super) fn through(talk: &mut Talk<'_>, mut review: Review) -> Result<(), Gone> {
    review.go_to(review.steps().first);
    talk.tell("leaf-help")?;
    show_here(talk, &review)?;
    loop {
        let place = [("at", i64::from(review.ply()).into()), ("of", i64::from(review.main_length()).into())];
        let prompt = talk.words.say("review-place", &place);
        let answer = talk.hear(&prompt)?.to_lowercase();
        if is_back(&answer) {
            return Ok(());
        }
        let known = WORDS.iter().find(|(words, _)| words.contains(&answer.as_str())).map(|(_, step)| step);
        let number = answer.parse().ok().map(Step::To);
        let steps = review.steps();
        let goal = match known.or(number.as_ref()) {
            Some(Step::On) => steps.on,
            Some(Step::Back) => steps.back,
            Some(Step::First) => Some(steps.first),
            Some(Step::Last) => Some(steps.last),
            // Around the ways that there are.
            Some(Step::Variation) => steps.below.or(steps.above),
            Some(Step::To(moves)) => {
                if review.go_to_ply(*moves) {
                    show_here(talk, &review)?;
                } else {
                    talk.tell("leaf-no-move")?;
                }
                continue;
            }
            Some(Step::Play) => return play_on(talk, &review),
            Some(Step::Moves) => {
                let view = review.view(&Wanted::default());
                let moves = show::moves(&talk.words, &view, talk.manner.charset);
                talk.write(&moves)?;
                continue;
            }
            Some(Step::Help) | None => {
                talk.tell("leaf-help")?;
                continue;
            }
        };
        match goal {
            Some(node) => {
                review.go_to(node);
                show_here(talk, &review)?;
            }
            None => talk.tell("leaf-no-move")?,
        }
    }
}

fn play_on(talk: &mut Talk<'_>, review: &Review) -> Result<(), Gone> {
    match Sitting::replay(talk.desk, &review.replay(), Some(&review.record())) {
        Ok(sitting) => talk.sit_down(sitting),
        Err(why) => talk.message(&why),
    }
}

fn show_here(talk: &mut Talk<'_>, review: &Review) -> Result<(), Gone> {
    let view = review.view(&Wanted::default());
    let mut text = format!("\n{}", show::board(&talk.words, &view, talk.manner, false));
    text += &show::sentences(&talk.words, &view);
    if let Some(problem) = review.problem() {
        text += &(say(&talk.words, problem) + "\n");
    }
    let comment = review.comment();
    if !comment.is_empty() {
        text += &format!("{}\n", show::remark(comment));
    }
    let steps = review.steps();
    if steps.above.is_some() || steps.below.is_some() {
        text += &(talk.words.say("leaf-variations", &[]) + "\n");
    }
    if view.end.is_some() {
        text += &show::result(&talk.words, &view);
    }
    talk.write(&text)
}
