//! Moves that people try, wherever a move is asked for: in a review, from a deck, at a puzzle.
//!
//! What has to be thought for that waits for a turn of the machine that no game wants, is paid for by whoever tries, and is kept. Whoever
//! waits too long for an answer is told to look again: it is thought nevertheless, and found in the store then.

use std::sync::Arc;
use std::time::Duration;

use players::analyst::{AnyAnalyst, Attempt, Trial};
use search::Stop;
use study::{Job, Judgement};
use table::{AnyWay, Message};
use tokio::time::timeout;

use crate::errands::Errands;
use crate::household::Household;
use crate::hub::{Hub, Refusal};
use crate::judging::{judged, kept};
use crate::reviews::EFFORT;

/// So many answers are thought about at once for one household.
const EACH: usize = 4;

/// So long one waits for an answer before one is told that it is still being thought about.
const PATIENCE: Duration = Duration::from_secs(6);

/// Where moves are tried.
#[derive(Debug)]
pub(crate) struct Trials {
    errands: Errands,
}

/// A position in which a move is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// The way on which it is.
    pub(crate) way: Arc<AnyWay>,
    /// Which of its positions.
    pub(crate) moment: usize,
}

/// So far one plays on from a position: longer than any puzzle, and no game of its own.
const LONGEST: usize = 120;

impl Spot {
    /// The position after these moves, by which somebody has played on; or what is wrong with one of them.
    pub(crate) fn after(&self, moves: &[String]) -> Result<Spot, Message> {
        if moves.len() > LONGEST {
            return Err(Message::new("way-too-long").with("longest", LONGEST as i64));
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let way = self.way.branch(self.moment, &moves)?;
        Ok(Spot { moment: way.len() - 1, way: Arc::new(way) })
    }

    fn job(&self) -> Job {
        Job { moment: self.moment, effort: EFFORT }
    }
}

impl Default for Trials {
    fn default() -> Trials {
        Trials { errands: Errands::new(EACH) }
    }
}

impl Trials {
    /// What is known of a position already.
    pub(crate) async fn known(&self, hub: &Hub, payer: Household, spot: &Spot) -> Option<Judgement> {
        kept(hub, payer, &spot.way, spot.job()).await
    }

    /// What is known of a move already; or what is wrong with it.
    pub(crate) async fn known_trial(
        &self,
        hub: &Hub,
        payer: Household,
        spot: &Spot,
        text: &str,
    ) -> Result<Option<Trial>, Message> {
        spot.way.branch(spot.moment, &[text])?;
        let Some(before) = self.known(hub, payer, spot).await else { return Ok(None) };
        let attempt = Attempt::new(&spot.way, spot.moment, &before, EFFORT, text)?;
        let answer = match attempt.question() {
            Some((way, moment, effort)) => kept(hub, payer, way, Job { moment, effort }).await,
            None => None,
        };
        Ok(attempt.settled(answer))
    }

    /// Lets the machine find out what a position is worth, and what a move in it is if there is one; or what is wrong with that. It is
    /// known when this returns, and `then` was done with it, unless it takes long.
    pub(crate) async fn think<After: Future<Output = ()> + Send>(
        &self,
        hub: &Hub,
        payer: Household,
        spot: &Spot,
        text: Option<&str>,
        then: impl FnOnce(Option<Trial>) -> After + Send + 'static,
    ) -> Result<(), Refusal> {
        if let Some(text) = text {
            spot.way.branch(spot.moment, &[text])?;
        }
        let errand = self.errands.begin(payer).ok_or_else(|| Message::new("study-busy"))?;
        let (hub, spot, text) = (hub.clone(), spot.clone(), text.map(str::to_owned));
        let thinking = hub.home().clone().spawn(async move {
            let _errand = errand;
            // What was sent is answered, whoever looks: the answer is kept.
            let (mut analyst, stop): (Option<AnyAnalyst>, _) = (None, Stop::new());
            let before = judged(&hub, payer, &spot.way, spot.job(), &mut analyst, &stop).await?;
            let Some(text) = text else {
                then(None).await;
                return Some(());
            };
            let attempt = Attempt::new(&spot.way, spot.moment, &before, EFFORT, &text).ok()?;
            let asked = attempt.question().map(|(way, moment, effort)| (Arc::new(way.clone()), Job { moment, effort }));
            let answer = match asked {
                Some((way, job)) => judged(&hub, payer, &way, job, &mut analyst, &stop).await,
                None => None,
            };
            then(Some(attempt.settled(answer)?)).await;
            Some(())
        });
        // What takes longer goes on, and what broke down is told where the answer is looked for.
        let _ = timeout(PATIENCE, thinking).await;
        Ok(())
    }
}
