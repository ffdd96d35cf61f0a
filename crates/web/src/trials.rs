//! Moves that people try, wherever a move is asked for: in a review, from a deck, at a puzzle.
//!
//! What has to be thought for that waits for a turn of the machine that no game wants, is paid for by whoever tries, and is kept. Whoever
//! waits too long for an answer is told to look again: it is thought nevertheless, and found in the store then.

use std::sync::Arc;
use std::time::Duration;

use players::analyst::{AnyAnalyst, Attempt, EFFORT, Spot, Trial};
use search::Stop;
use study::Job;
use table::Message;
use tokio::time::timeout;

use crate::errands::Errands;
use crate::household::Household;
use crate::hub::{Hub, Refusal};
use crate::judging::judged;

/// So many answers are thought about at once for one household.
const EACH: usize = 4;

/// So long one waits for an answer before one is told that it is still being thought about.
const PATIENCE: Duration = Duration::from_secs(6);

/// Where moves are tried.
#[derive(Debug)]
pub(crate) struct Trials {
    errands: Errands,
}

impl Default for Trials {
    fn default() -> Trials {
        Trials { errands: Errands::new(EACH) }
    }
}

impl Trials {
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
