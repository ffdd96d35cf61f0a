//! Positions that are judged for somebody: as it was kept, or by the machine when it has a turn to spare; games come first.

use std::sync::Arc;

use players::analyst::{AnyAnalyst, key};
use search::{Resources, Stop};
use study::{Job, Judgement};
use table::AnyWay;

use crate::household::Household;
use crate::hub::Hub;

/// What is known of a position without thinking about it.
pub(crate) async fn kept(hub: &Hub, payer: Household, way: &AnyWay, job: Job) -> Option<Judgement> {
    let key = key(way, job.moment, job.effort);
    let text = hub.read(payer, move |store| store.judgement(&key)).await.ok().flatten()?;
    Judgement::read(&text).ok()
}

/// What is thought of a position: as it was kept, or by an analyst, who is made for the first that was not. Nothing if it broke down.
pub(crate) async fn judged(
    hub: &Hub,
    payer: Household,
    way: &Arc<AnyWay>,
    job: Job,
    analyst: &mut Option<AnyAnalyst>,
) -> Option<Judgement> {
    if let Some(judgement) = kept(hub, payer, way, job).await {
        return Some(judgement);
    }
    let turn = hub.spare_turn(payer).await;
    let (thought_of, own) = (Arc::clone(way), analyst.take());
    let think = move || {
        let mut own = own.unwrap_or_else(|| AnyAnalyst::new(thought_of.kind(), &Resources::default()));
        let judged = own.judge(&thought_of, job.moment, job.effort, &Stop::new(), &mut |_| {});
        drop(turn);
        (own, judged)
    };
    let (own, judged) = tokio::task::spawn_blocking(think).await.ok()?;
    *analyst = Some(own);
    let (key, text) = (key(way, job.moment, job.effort), judged.as_ref()?.to_string());
    // What cannot be kept is thought again another time.
    let _ = hub.write(move |store| store.keep_judgement(&key, &text)).await;
    judged
}
