//! A game that is played here.

use pages::Context;
use pages::wire::{Do, Down, Up};
use plateau_core::Player;
use serde::Deserialize;
use store::{GameId, Kept, Store};
use table::{Message, records};

use super::{Answered, done, review};
use crate::refused::Refused;
use crate::request::{Answer, Request};
use crate::site::Site;

#[derive(Deserialize, Default)]
struct Since {
    #[serde(default)]
    from: u64,
}

#[derive(Deserialize, Default)]
struct Tossed {
    drawn: Option<String>,
}

pub(super) fn answer(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    id: GameId,
    (post, rest): (bool, &[&str]),
) -> Answered {
    let now_ms = request.now_ms;
    let address = format!("/game/{id}");
    match (post, rest) {
        (false, []) => Ok(Answer::page(200, pages::game(context, site.room(id, now_ms)?.scene(now_ms)))),
        (false, ["live"]) => {
            let Since { from } = request.asked();
            let news = site.room(id, now_ms)?.news(context, from, now_ms);
            Ok(news.map_or_else(Answer::wait, |update| Answer::down(200, &update)))
        }
        (true, ["live"]) => command(site, request, context, id),
        (true, ["do"]) => {
            let what: Do = match (request.field("do"), request.field("play")) {
                (Some(what), _) => what.parse()?,
                (None, mv) => format!("play {}", mv.unwrap_or_default()).parse()?,
            };
            site.act(id, what, now_ms)?;
            Ok(done(request, &address))
        }
        (false, ["toss"]) => {
            let Tossed { drawn } = request.asked();
            let drawn = if drawn.as_deref() == Some("white") { Player::White } else { Player::Black };
            let kind = site.room(id, now_ms)?.table().kind();
            Ok(Answer::page(200, pages::toss(context, kind, drawn, &address)))
        }
        (true, ["delete"]) => {
            site.delete(id)?;
            Ok(done(request, "/games?which=unfinished"))
        }
        (false, ["share"]) => {
            let scene = site.room(id, now_ms)?.scene(now_ms);
            Ok(Answer::page(200, pages::share(context, id, &scene.view, &scene.setup)))
        }
        (false, [file]) if file.starts_with("record.") => {
            let (name, text) = record(site, id, &file["record.".len()..])?;
            Ok(Answer { file: Some(name), ..Answer::new(200, "text/plain; charset=utf-8", text) })
        }
        (false, ["give"]) => {
            let ending = Kept::open(&site.store, id)?.table().kind().endings()[0];
            Ok(Answer::page(200, pages::give(context, &record(site, id, ending)?.1)))
        }
        _ => review::of_game(site, request, context, id, (post, rest)),
    }
}

/// A game as a file with this ending: its name, and what is in it.
fn record(site: &Site, id: GameId, ending: &str) -> Result<(String, String), Refused> {
    let kept = Kept::open(&site.store, id)?;
    let name = format!("{}-{}.{ending}", kept.table().kind(), &id.to_string()[..6]);
    let text = records::write(&kept.record(&site.store)?, &name)?;
    Ok((name, text))
}

/// A command of a live page, and what has changed by it.
fn command(site: &mut Site, request: &Request, context: &Context<'_>, id: GameId) -> Answered {
    let garbled = |_| Message::new("body-unreadable");
    let down = match request.body.parse::<Up>().map_err(garbled)? {
        Up::Unknown { n } => Down::Refused { n: Some(n), why: context.tell(&pages::wire::unknown()) },
        Up::Do { n, what, once } => match act_once(site, id, what, once.as_deref(), request.now_ms) {
            Ok(()) => Down::Done { n },
            Err(refused) => Down::Refused { n: Some(n), why: context.tell(&refused.message) },
        },
    };
    Ok(Answer::down(200, &down))
}

/// The note under which it stands what was done last.
const DONE: &str = "done";

/// Does something, unless it is what was done last: a page that did not hear the answer sends it again.
fn act_once(site: &mut Site, id: GameId, what: Do, name: Option<&str>, now_ms: u64) -> Result<(), Refused> {
    let is_done = site.store.notes(id)?.iter().any(|(key, value)| key == DONE && Some(value.as_str()) == name);
    if !is_done {
        site.act(id, what, now_ms)?;
        site.store.set_notes(id, &[(DONE, name)])?;
    }
    Ok(())
}
