//! Positions that are judged for somebody: as it was kept, or by the machine when it has a turn to spare, here or with a worker; games come first.

use std::sync::Arc;
use std::time::Duration;

use players::analyst::{AnyAnalyst, key};
use search::{Resources, Stop};
use study::{Job, Judgement};
use table::AnyWay;

use crate::household::Household;
use crate::hub::Hub;

/// What is known of a position without thinking about it.
async fn kept(hub: &Hub, payer: Household, way: &AnyWay, job: Job) -> Option<Judgement> {
    let key = key(way, job.moment, job.effort);
    let text = hub.read(payer, move |store| store.judgement(&key)).await.ok().flatten()?;
    Judgement::read(&text).ok()
}

/// What is thought of a position: as it was kept, or by an analyst, who is made for the first that was not. Nothing if it broke down, or if
/// somebody asked for an end: then nothing of it is kept.
pub(crate) async fn judged(
    hub: &Hub,
    payer: Household,
    way: &Arc<AnyWay>,
    job: Job,
    analyst: &mut Option<AnyAnalyst>,
    stop: &Stop,
) -> Option<Judgement> {
    if let Some(judgement) = kept(hub, payer, way, job).await {
        return Some(judgement);
    }
    let turn = hub.spare_turn(payer).await;
    if stop.is_asked() {
        return None;
    }
    let asked = tokio::select! {
        asked = hub.judge(payer, way, job) => asked,
        // A worker that thinks about it is told that nobody waits any more.
        () = asked_for(stop) => return None,
    };
    let judged = match asked {
        Ok(judgement) => Some(judgement),
        Err(here) => {
            let (thought_of, own, stop) = (Arc::clone(way), analyst.take(), stop.clone());
            let think = move || {
                let mut own = own.unwrap_or_else(|| AnyAnalyst::new(thought_of.kind(), &Resources::default()));
                let judged = own.judge(&thought_of, job.moment, job.effort, &stop, &mut |_| {});
                drop((here, turn));
                (own, judged)
            };
            let (own, judged) = tokio::task::spawn_blocking(think).await.ok()?;
            *analyst = Some(own);
            hub.has_judged();
            judged
        }
    };
    let (key, text) = (key(way, job.moment, job.effort), judged.as_ref()?.to_string());
    // Whoever waits for it need not wait for the disk. What cannot be kept is thought again another time.
    hub.write_meanwhile(move |store| store.keep_judgement(&key, &text));
    judged
}

/// Waits until somebody has asked for an end.
async fn asked_for(stop: &Stop) {
    const LOOK_EVERY: Duration = Duration::from_millis(20);
    while !stop.is_asked() {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use plateau_core::Position;
    use players::analyst::Analyst;
    use search::Report;
    use store::{Sqlite, Store};
    use study::Effort;
    use table::Review;

    use super::*;
    use crate::Site;
    use crate::config::Config;

    /// Says that it has begun, and thinks until somebody asks for an end.
    struct Endless(mpsc::Sender<()>);

    impl<P: Position> Analyst<P> for Endless {
        fn judge(
            &mut self,
            _: &P,
            _: Effort,
            stop: &Stop,
            _: &mut dyn FnMut(&Report<P::Move>),
        ) -> Option<Report<P::Move>> {
            let _ = self.0.send(());
            while !stop.is_asked() {
                thread::yield_now();
            }
            None
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_is_asked_for_an_end_ends_and_nothing_is_kept() {
        let store: Arc<dyn Store> = Arc::new(Sqlite::in_memory().expect("a store"));
        let site = Site::new(Config::local(0), Arc::clone(&store), Arc::clone(&store)).expect("a site");
        let record = table::records::read(b"(;GM[2];B[fe])", None).expect("a record");
        let way = Arc::new(Review::of_record(record).way().expect("a way"));
        let job = Job { moment: 0, effort: Effort::Quick };
        let (began, has_begun) = mpsc::channel();
        let (stop, hub, thought_of) = (Stop::new(), site.hub().clone(), Arc::clone(&way));
        let thinking = tokio::spawn({
            let stop = stop.clone();
            async move {
                let mut analyst = Some(AnyAnalyst::Othello(Box::new(Endless(began))));
                let payer = Household::of([127, 0, 0, 1].into());
                judged(&hub, payer, &thought_of, job, &mut analyst, &stop).await
            }
        });
        tokio::task::spawn_blocking(move || has_begun.recv()).await.expect("a thread").expect("it has begun");
        stop.ask();
        assert_eq!(thinking.await.expect("it ends"), None);
        assert_eq!(store.judgement(&key(&way, job.moment, job.effort)).expect("an answer"), None);
    }
}
