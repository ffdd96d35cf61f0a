//! A position in which a move is asked for, and what is known there already: of the position, and of a move that somebody tries in it.

use std::sync::Arc;

use study::{Effort, Job, Judgement, Notebook};
use table::{AnyWay, Message};

use super::key;
use super::trial::{Attempt, Trial};

/// How hard games are looked at that people look through in a browser, and moves that they try there.
pub const EFFORT: Effort = Effort::Normal;

/// So far one plays on from a position: longer than any puzzle, and no game of its own.
const LONGEST: usize = 120;

/// A position in which a move is asked for.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The way on which it is.
    pub way: Arc<AnyWay>,
    /// Which of its positions.
    pub moment: usize,
}

impl Spot {
    /// The position after these moves, by which somebody has played on; or what is wrong with one of them.
    pub fn after(&self, moves: &[String]) -> Result<Spot, Message> {
        if moves.len() > LONGEST {
            return Err(Message::new("way-too-long").with("longest", LONGEST as i64));
        }
        if moves.is_empty() {
            return Ok(self.clone());
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let way = self.way.branch(self.moment, &moves)?;
        Ok(Spot { moment: way.len() - 1, way: Arc::new(way) })
    }

    /// What has to be thought to know what the position is worth.
    pub fn job(&self) -> Job {
        Job { moment: self.moment, effort: EFFORT }
    }

    /// What is known of the position already.
    pub fn known(&self, notebook: &dyn Notebook) -> Option<Judgement> {
        known(notebook, &self.way, self.job())
    }

    /// What is known of a move already; or what is wrong with it.
    pub fn known_trial(&self, notebook: &dyn Notebook, mv: &str) -> Result<Option<Trial>, Message> {
        self.way.branch(self.moment, &[mv])?;
        let Some(before) = self.known(notebook) else { return Ok(None) };
        let attempt = Attempt::new(&self.way, self.moment, &before, EFFORT, mv)?;
        let answer = attempt.question().and_then(|(way, moment, effort)| known(notebook, way, Job { moment, effort }));
        Ok(attempt.settled(answer))
    }

    /// What has to be thought next to know what the position is worth, or a move in it if there is one; nothing if that is known. Or what is
    /// wrong with the move.
    pub fn unknown(&self, notebook: &dyn Notebook, mv: Option<&str>) -> Result<Option<(Arc<AnyWay>, Job)>, Message> {
        if let Some(mv) = mv {
            self.way.branch(self.moment, &[mv])?;
        }
        let Some(before) = self.known(notebook) else { return Ok(Some((Arc::clone(&self.way), self.job()))) };
        let Some(mv) = mv else { return Ok(None) };
        let attempt = Attempt::new(&self.way, self.moment, &before, EFFORT, mv)?;
        let asked = attempt.question().map(|(way, moment, effort)| (Arc::new(way.clone()), Job { moment, effort }));
        Ok(asked.filter(|(way, job)| known(notebook, way, *job).is_none()))
    }
}

/// What is known of a position on a way already.
pub fn known(notebook: &dyn Notebook, way: &AnyWay, job: Job) -> Option<Judgement> {
    Judgement::read(&notebook.find(&key(way, job.moment, job.effort))?).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use search::{Resources, Stop};
    use table::Review;

    use super::super::AnyAnalyst;
    use super::*;

    #[derive(Default)]
    struct Kept(Mutex<HashMap<String, String>>);

    impl Notebook for Kept {
        fn find(&self, key: &str) -> Option<String> {
            self.0.lock().expect("nobody panics").get(key).cloned()
        }

        fn keep(&self, key: &str, text: &str) {
            self.0.lock().expect("nobody panics").insert(key.to_owned(), text.to_owned());
        }
    }

    #[test]
    fn what_is_unknown_is_asked_for_step_by_step_until_a_move_is_known() {
        let record = table::records::read(b"(;GM[104]RU[base];B[0a1];W[7b2])", None).expect("a record");
        let way = Arc::new(Review::of_record(record).way().expect("a way"));
        let spot = Spot { moment: way.len() - 1, way };
        let (kept, mut analyst) = (Kept::default(), AnyAnalyst::new(table::Kind::Aligne4, &Resources::default()));
        let mv = "1c3";
        assert!(spot.known_trial(&kept, mv).expect("a move").is_none());
        let mut thought = 0;
        while let Some((way, job)) = spot.unknown(&kept, Some(mv)).expect("a move") {
            let judged = analyst.judge(&way, job.moment, job.effort, &Stop::new(), &mut |_| {}).expect("a judgement");
            kept.keep(&key(&way, job.moment, job.effort), &judged.to_string());
            thought += 1;
            assert!(thought <= 2, "the position, and the one after the move");
        }
        assert!(spot.known(&kept).is_some() && spot.known_trial(&kept, mv).expect("a move").is_some());
        assert!(spot.unknown(&kept, None).expect("no move").is_none());
        for wrong in ["0a1", "nonsense"] {
            assert!(spot.unknown(&kept, Some(wrong)).is_err() && spot.known_trial(&kept, wrong).is_err(), "{wrong}");
        }
        let on = spot.after(&["1c3".to_owned(), "2d4".to_owned()]).expect("moves");
        assert_eq!(on.moment, 2);
        assert!(spot.after(&vec!["1c3".to_owned(); LONGEST + 1]).is_err());
    }
}
