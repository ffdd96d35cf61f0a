//! What is wanted of an exercise, as an address or a form says it, and what is shown of that with what is known.

use players::analyst::{Solution, Spot};
use serde::Deserialize;
use study::Notebook;
use table::Message;

use super::state::{BETWEEN, Exercise, PLAYED};

/// What is wanted of an exercise: a move to be tried, or to be told something, and how far one looks along the line.
#[derive(Clone, Deserialize, Default, Debug)]
pub struct Wish {
    /// The place in a game or a record, where it is about one.
    pub at: Option<u32>,
    /// The moves by which one has played on from there.
    pub line: Option<String>,
    /// The move that is tried.
    pub play: Option<String>,
    /// What one wants to be told.
    pub want: Option<Want>,
    /// How far one looks along the line.
    pub step: Option<usize>,
    /// Whether a hint was given before, where that counts.
    pub helped: Option<u8>,
}

/// What one can be told.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// Something about the answer.
    Hint,
    /// The answer.
    Answer,
}

impl Wish {
    /// The moves by which one has played on.
    pub fn played(&self) -> Vec<String> {
        let moves = self.line.as_deref().unwrap_or_default().split(BETWEEN);
        moves.filter(|mv| !mv.is_empty()).map(str::to_owned).collect()
    }

    /// Where one is, from what was asked: after the moves by which one has played on, or what is wrong with one of them.
    pub fn spot(&self, asked: &Spot) -> Result<Spot, Message> {
        asked.after(&self.played())
    }

    /// The page that shows what came of it: the address of the exercise, with this in its query.
    pub fn address(&self, exercise: &Exercise) -> String {
        let line = self.line.clone().filter(|line| !line.is_empty()).map(|line| (PLAYED, line));
        let mut query = form_urlencoded::Serializer::new(format!("{}?", exercise.address));
        query.extend_pairs(&exercise.place).extend_pairs(line.into_iter().chain(self.asks()));
        query.finish()
    }

    /// The move that is tried, or what one wants to be told.
    fn asks(&self) -> Option<(&'static str, String)> {
        let want = self.want.map(|want| match want {
            Want::Hint => ("want", "hint".to_owned()),
            Want::Answer => ("want", "answer".to_owned()),
        });
        self.play.clone().map(|mv| ("play", mv)).or(want)
    }
}

impl Exercise {
    /// The same where one has played on to, if one has; or what is wrong with how.
    pub fn further(self, asked: &Spot, wish: &Wish) -> Result<(Spot, Exercise), Message> {
        let (here, played) = (wish.spot(asked)?, wish.played());
        let further = if played.is_empty() { self } else { self.played_on(&asked.way, asked.moment, played) };
        Ok((here, further))
    }

    /// The same with what is known of what was tried or asked; while it is not known, it waits.
    pub fn shown(self, asked: &Spot, wish: &Wish, known: &dyn Notebook) -> Result<Exercise, Message> {
        let (spot, exercise) = self.further(asked, wish)?;
        if let Some(text) = &wish.play {
            return Ok(match spot.known_trial(known, text) {
                Ok(Some(trial)) => exercise.tried(&asked.way, asked.moment, &trial, wish.step),
                Ok(None) => exercise.waits(("play", text.clone())),
                Err(refused) => Exercise { refused: Some(refused), ..exercise },
            });
        }
        let (Some(want), Some(what)) = (wish.want, wish.asks()) else { return Ok(exercise) };
        let Some(judgement) = spot.known(known) else { return Ok(exercise.waits(what)) };
        Ok(match Solution::new(&spot.way, spot.moment, &judgement) {
            Some(solution) if want == Want::Answer => exercise.solved(&asked.way, asked.moment, &solution, wish.step),
            Some(solution) => exercise.hinted(&solution),
            None => exercise,
        })
    }
}
