//! One's own mistakes, asked again when they are due.

use std::sync::Arc;

use axum::extract::{Multipart, Path};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use pages::{DeckPage, Exercise, Wish};
use players::analyst::Spot;
use serde::Deserialize;
use store::deck::{Held, Listed, Put};
use store::{Deck, PaperId};
use study::deck::{Answer as Answered, FILE_BYTES, write_file};

use super::asked::{Asked, Sent};
use super::learn::put;
use super::record::{Part, Parts};
use super::refused::{Answer, Refused};
use super::trying::{further, shown};
use super::visitor::{Visitor, with_cookie};
use crate::hub::{Hub, Refusal};
use crate::turns::Size;

/// What has just been done with the deck.
#[derive(Deserialize, Default)]
pub(super) struct Done {
    new: Option<usize>,
    known: Option<usize>,
    left: Option<usize>,
}

/// How far one has come, and what is due.
pub(super) async fn page(visitor: Visitor, Asked(done): Asked<Done>) -> Answer {
    let put =
        done.new.map(|new| Put { new, known: done.known.unwrap_or_default(), left_out: done.left.unwrap_or_default() });
    let page = DeckPage { cards: list(&visitor).await?, now_ms: visitor.site.hub().now_ms(), put };
    Ok(visitor.page(|context| pages::deck(context, &page, None)))
}

async fn list(visitor: &Visitor) -> Result<Vec<Listed>, Refusal> {
    let Some(owner) = visitor.known_owner() else { return Ok(Vec::new()) };
    let household = visitor.viewer.household;
    Ok(visitor.site.hub().read(household, move |store| Deck::new(store, &owner).list()).await?)
}

/// To the card that is due.
pub(super) async fn next(visitor: Visitor) -> Answer {
    let Some(owner) = visitor.known_owner() else { return Ok(visitor.done("/deck")) };
    let (hub, household) = (visitor.site.hub(), visitor.viewer.household);
    let now_ms = hub.now_ms();
    let next = hub.read(household, move |store| Deck::new(store, &owner).next(now_ms)).await?;
    Ok(visitor.done(&next.map_or("/deck".to_owned(), |id| format!("/deck/card/{id}"))))
}

/// A card of one's own, with the position that it asks.
struct Asking {
    owner: String,
    held: Held,
    spot: Spot,
}

async fn find(visitor: &Visitor, id: &str) -> Result<Asking, Refused> {
    let id: PaperId = id.parse().map_err(|_| Refused::NoSuchPage)?;
    let owner = visitor.known_owner().ok_or(Refused::NoSuchPage)?;
    let (household, whose) = (visitor.viewer.household, owner.clone());
    let held = visitor.site.hub().read(household, move |store| Deck::new(store, &whose).find(id)).await?;
    let held = held.ok_or(Refused::NoSuchPage)?;
    let record = held.card.clone();
    let way = visitor.work(Size::Small, move || record.way()).await?;
    let moment = way.len() - 1;
    Ok(Asking { owner, held, spot: Spot { way: Arc::new(way), moment } })
}

pub(super) async fn card(visitor: Visitor, Path(id): Path<String>, Asked(wish): Asked<Wish>) -> Answer {
    let asking = find(&visitor, &id).await?;
    let exercise = exercise(&visitor, &asking, &wish);
    let shown = shown(&visitor, asking.spot, exercise, wish).await?;
    Ok(visitor.page(|context| pages::exercise(context, &shown)))
}

/// A card is answered. What counts is the first answer since it was due.
pub(super) async fn answer(visitor: Visitor, Path(id): Path<String>, Sent(wish): Sent<Wish>) -> Answer {
    let asking = find(&visitor, &id).await?;
    let exercise = exercise(&visitor, &asking, &wish);
    let next = wish.address(&exercise);
    let (spot, exercise) = further(&visitor, &asking.spot, exercise, &wish).await?;
    let (hub, payer) = (visitor.site.hub().clone(), visitor.viewer.household);
    let note = {
        let (hub, owner, paper, wish) = (hub.clone(), asking.owner, asking.held.heading.id, wish.clone());
        move |trial: Option<players::analyst::Trial>| async move {
            if let Some(answer) = pages::card_answer(&wish, trial.as_ref()) {
                note(&hub, owner, paper, answer).await;
            }
        }
    };
    let thought = visitor.site.trials().think(&hub, payer, &spot, wish.play.as_deref(), note).await;
    match thought {
        Ok(()) => Ok(visitor.done(&next)),
        Err(Refusal::Said(message)) if wish.play.is_some() => {
            let exercise = Exercise { refused: Some(message.clone()), ..exercise };
            visitor.in_form(message.into(), |context, _| pages::exercise(context, &exercise))
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Notes how a card was answered.
async fn note(hub: &Hub, owner: String, id: PaperId, answer: Answered) {
    let now_ms = hub.now_ms();
    let noted = hub.write(move |store| Deck::new(store, &owner).answer(id, answer, now_ms)).await;
    if let Err(problem) = noted {
        tracing::error!(%problem, "answer-not-noted");
    }
}

/// A card before anything was tried.
fn exercise(visitor: &Visitor, asking: &Asking, wish: &Wish) -> Exercise {
    pages::card(&visitor.context(), &asking.held, &asking.spot, wish, visitor.site.hub().now_ms())
}

/// Takes a card out of the deck.
pub(super) async fn drop_card(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let id: PaperId = id.parse().map_err(|_| Refused::NoSuchPage)?;
    let owner = visitor.known_owner().ok_or(Refused::NoSuchPage)?;
    let dropped = visitor.site.hub().write(move |store| Deck::new(store, &owner).drop(id)).await;
    match dropped {
        Err(store::Error::NoSuchPaper { .. }) => Err(Refused::NoSuchPage),
        dropped => {
            dropped?;
            Ok(visitor.done("/deck"))
        }
    }
}

/// The deck as a file.
pub(super) async fn download(visitor: Visitor) -> Answer {
    let owner = visitor.known_owner().unwrap_or_default();
    let household = visitor.viewer.household;
    let cards = visitor.site.hub().read(household, move |store| Deck::new(store, &owner).cards()).await?;
    let text = visitor.work(Size::Small, move || Ok::<_, Refused>(write_file(&cards))).await?;
    let head = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"plateau-deck.txt\""),
    ];
    Ok((head, text).into_response())
}

/// A deck is brought as a file: what is not known yet is put into one's own.
pub(super) async fn upload(visitor: Visitor, headers: HeaderMap, mut parts: Multipart) -> Answer {
    visitor.may_make_a_game()?;
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let bytes = length.unwrap_or(FILE_BYTES).min(FILE_BYTES);
    let held = visitor.site.guard().hold(visitor.viewer.household, bytes).ok_or(Refused::Unread)?;
    let sent = match parts.next_part().await.map_err(Refused::Unreadable)? {
        Some(Part::File(file)) => file.bytes,
        _ => Vec::new(),
    };
    let read = move || {
        let _held = held;
        pages::cards_of_file(&sent)
    };
    match visitor.work(Size::Large, read).await {
        Ok(entries) => {
            let (owner, cookie) = visitor.owner()?;
            let put = put(visitor.site.hub(), owner, entries).await?;
            let next = format!("/deck?new={}&known={}&left={}", put.new, put.known, put.left_out);
            Ok(with_cookie(visitor.done(&next), cookie))
        }
        Err(message) => {
            let page = DeckPage { cards: list(&visitor).await?, now_ms: visitor.site.hub().now_ms(), put: None };
            visitor.in_form(message.into(), |context, said| pages::deck(context, &page, said))
        }
    }
}
