//! What a visitor learns from a game: mistakes become cards of their deck.

use pages::Study;
use plateau_core::Player;
use players::analyst::cards;
use store::Deck;
use store::deck::Put;
use study::deck::Entry;
use table::Review;

use super::visitor::Visitor;
use crate::hub::{Hub, Refusal};
use crate::turns::Size;

/// A game that was looked through puts a visitor's own mistakes into their deck; how many of them are there now. Asked again it changes
/// nothing.
pub(super) async fn learn(
    visitor: &Visitor,
    study: &Study,
    review: &Review,
    own: Vec<Player>,
    game: Option<String>,
) -> Result<usize, Refusal> {
    match visitor.known_owner() {
        Some(owner) => learn_for(visitor, owner, study, review, own, game).await,
        None => Ok(0),
    }
}

/// The same for this owner.
pub(super) async fn learn_for(
    visitor: &Visitor,
    owner: String,
    study: &Study,
    review: &Review,
    players: Vec<Player>,
    game: Option<String>,
) -> Result<usize, Refusal> {
    let (hub, review, study) = (visitor.site.hub(), review.clone(), study.clone());
    let now_ms = hub.now_ms();
    let cards = move || Ok(cards(&review, &study.way, &study.analysis, &players, game.as_deref(), now_ms));
    let entries = visitor.work::<_, Refusal>(Size::Small, cards).await?;
    if entries.is_empty() {
        return Ok(0);
    }
    let put = put(hub, owner, entries).await?;
    Ok(put.new + put.known)
}

/// Puts cards into somebody's deck.
pub(super) async fn put(hub: &Hub, owner: String, entries: Vec<Entry>) -> Result<Put, Refusal> {
    let now_ms = hub.now_ms();
    Ok(hub.write(move |store| Deck::new(store, &owner).put(&entries, now_ms)).await?)
}

/// How many cards are due, for a page that has room to say so.
pub(super) async fn due(visitor: &Visitor) -> Result<u64, Refusal> {
    let Some(owner) = visitor.known_owner() else { return Ok(0) };
    let (hub, household) = (visitor.site.hub(), visitor.viewer.household);
    let now_ms = hub.now_ms();
    Ok(hub.read(household, move |store| Deck::new(store, &owner).due(now_ms)).await?)
}
