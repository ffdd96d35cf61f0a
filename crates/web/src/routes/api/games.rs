//! What a program does in a game.

use axum::extract::Path;
use pages::OfferKind;
use pages::phrase::Phrase;
use pages::wire::Do;
use serde_json::{Value, json};
use table::Message;
use table::event::Offer;

use super::caller::{Body, Caller, done};
use crate::api::wrong_field;
use crate::hub::Refusal;
use crate::routes::game::game_id;
use crate::routes::refused::{Answer, Refused};
use crate::routes::visitor;

async fn act(caller: &Caller, id: &str, what: Do) -> Answer {
    caller.site.hub().act_once(game_id(id)?, caller.viewer, what, caller.name.clone()).await?;
    Ok(done())
}

/// Plays a move as people of the game write it. Where dead stones are marked, `accept` and `resume` stand in its place.
pub(super) async fn play(caller: Caller, Path((id, mv)): Path<(String, String)>) -> Answer {
    let what = match mv.as_str() {
        "accept" => Do::Accept,
        "resume" => Do::Resume,
        mv => format!("play {mv}").parse()?,
    };
    act(&caller, &id, what).await
}

pub(super) async fn mark(caller: Caller, Path((id, cell)): Path<(String, String)>) -> Answer {
    act(&caller, &id, format!("mark {cell}").parse()?).await
}

pub(super) async fn resign(caller: Caller, Path(id): Path<String>) -> Answer {
    act(&caller, &id, Do::Resign).await
}

pub(super) async fn abort(caller: Caller, Path(id): Path<String>) -> Answer {
    act(&caller, &id, Do::Cancel).await
}

pub(super) async fn claim(caller: Caller, Path(id): Path<String>) -> Answer {
    act(&caller, &id, Do::Claim).await
}

pub(super) async fn draw(caller: Caller, Path((id, accept)): Path<(String, String)>) -> Answer {
    offer(&caller, &id, &accept, Offer::Draw, OfferKind::Draw).await
}

pub(super) async fn takeback(caller: Caller, Path((id, accept)): Path<(String, String)>) -> Answer {
    offer(&caller, &id, &accept, Offer::Takeback, OfferKind::Takeback).await
}

/// Yes to what the other offers, or an offer of one's own; no to what the other offers.
async fn offer(caller: &Caller, id: &str, accept: &str, offer: Offer, kind: OfferKind) -> Answer {
    let scene = caller.site.hub().look(game_id(id)?, caller.viewer).await?;
    let is_offered = scene.offer.is_some_and(|offer| offer.kind == kind && !scene.you.has(offer.by));
    let what = match accept {
        "yes" | "true" if is_offered => Do::Answer(true),
        "yes" | "true" => Do::Offer(offer),
        "no" | "false" => Do::Answer(false),
        _ => return Err(Refused::Wrong(wrong_field("accept", "yes, no"))),
    };
    act(caller, id, what).await
}

/// Says one of the [phrases](Phrase) to the other player. There is no room for spectators to read in.
pub(super) async fn say(caller: Caller, Path(id): Path<String>, Body(mut fields): Body) -> Answer {
    let (room, text) = (fields.take("room"), fields.take("text").unwrap_or_default());
    fields.finish().map_err(Refused::Wrong)?;
    if !matches!(room.as_deref(), None | Some("player" | "spectator")) {
        return Err(Refused::Wrong(wrong_field("room", "player, spectator")));
    }
    let phrase: Phrase = text.parse().map_err(|_| {
        let phrases: Vec<&str> = Phrase::ALL.iter().map(|phrase| phrase.english()).collect();
        Refused::Wrong(Message::new("api-no-such-phrase").with("phrases", phrases.join(", ")))
    })?;
    match room.as_deref() {
        Some("spectator") => {
            // Whoever has no seat is told so.
            let scene = caller.site.hub().look(game_id(&id)?, caller.viewer).await?;
            if scene.you == pages::Seats::default() { Err(Refusal::NotSeated.into()) } else { Ok(done()) }
        }
        _ => act(&caller, &id, Do::Say(phrase)).await,
    }
}

pub(super) async fn said(caller: Caller, Path(id): Path<String>) -> Answer {
    let scene = caller.site.hub().look(game_id(&id)?, caller.viewer).await?;
    let lines: Vec<Value> = scene
        .said
        .iter()
        .map(|said| {
            json!({
                "user": scene.setup.seats()[said.by].name,
                "color": said.by.to_string(),
                "phrase": said.phrase.id(),
                "text": said.phrase.english(),
            })
        })
        .collect();
    Ok(visitor::json(&json!(lines)))
}
