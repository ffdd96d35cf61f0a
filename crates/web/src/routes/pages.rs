//! Pages that are no game.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use pages::wire::Down;
use pages::{Context, LobbyGame, NewGame, PAGE_SIZE, puzzle_of_the_day};
use plateau_core::Player;
use serde::Deserialize;
use store::{Page as List, PaperQuery, Preferences, Shelf, Summary, Which};
use table::Kind;
use tracing::Instrument;

use super::asked::{Asked, Sent};
use super::refused::{Answer, Refused};
use super::visitor::{Visitor, with_cookie};
use crate::hub::lobby::Entry;
use crate::hub::{Refusal, Taste};
use crate::live::{self, Counted, Heard};
use crate::metrics::Gauged;
use crate::news::GATHER;
use crate::site::Site;

pub(super) type Fields = Vec<(String, String)>;

/// The fields of a form as pages read them.
pub(super) fn borrowed(fields: &Fields) -> impl Iterator<Item = (&str, &str)> {
    fields.iter().map(|(key, value)| (key.as_str(), value.as_str()))
}

/// How many unfinished games the first page shows.
const SHOWN_AT_HOME: u32 = 6;

pub(super) async fn home(visitor: Visitor) -> Answer {
    let list = games(&visitor, Which::Unfinished, None, 0, SHOWN_AT_HOME).await?;
    let due = super::learn::due(&visitor).await?;
    let daily = puzzle_of_the_day(visitor.site.hub().now_ms());
    Ok(visitor.page(|context| pages::home(context, &list, due, daily.as_ref())))
}

/// Games of one's own: all on one's own machine, else those where one has a seat. Nobody is shown the links of others.
async fn games(visitor: &Visitor, which: Which, kind: Option<Kind>, number: u64, limit: u32) -> Result<List, Refusal> {
    let hub = visitor.site.hub();
    if visitor.is_local() {
        let query = store::Query { which, kind, skip: number.saturating_mul(limit.into()), limit };
        return Ok(hub.read(visitor.viewer.household, move |store| store.list(&query)).await?);
    }
    let Some(key) = visitor.viewer.key else { return Ok(List { games: Vec::new(), total: 0 }) };
    let is_wanted = |summary: &Summary| {
        let is_over = summary.end.is_some() == (which == Which::Finished);
        is_over && kind.is_none_or(|kind| kind == summary.kind)
    };
    let games: Vec<Summary> =
        hub.games_of(key, visitor.viewer.household).await?.into_iter().filter(is_wanted).collect();
    let total = games.len() as u64;
    let skip = usize::try_from(number).unwrap_or(usize::MAX).saturating_mul(limit as usize);
    Ok(List { games: games.into_iter().skip(skip).take(limit as usize).collect(), total })
}

/// Which games to list.
#[derive(Deserialize, Default)]
pub(super) struct Listed {
    which: Option<String>,
    game: Option<String>,
    #[serde(default)]
    page: u64,
}

pub(super) async fn results(visitor: Visitor, Asked(query): Asked<Listed>) -> Answer {
    let which = match query.which.as_deref() {
        Some("unfinished") => Which::Unfinished,
        _ => Which::Finished,
    };
    let kind = query.game.and_then(|game| game.parse().ok());
    let list = games(&visitor, which, kind, query.page, PAGE_SIZE).await?;
    let records = match visitor.known_owner().filter(|_| which == Which::Finished && query.page == 0) {
        None => Vec::new(),
        Some(owner) => {
            let query = PaperQuery::of(&owner, Shelf::Record).page(0, PAGE_SIZE);
            visitor.site.hub().read(visitor.viewer.household, move |store| store.papers(&query)).await?.papers
        }
    };
    Ok(visitor.page(|context| pages::results(context, which, kind, &list, query.page, &records)))
}

/// So many games of one's own are looked at to find the last ones against the machine.
const LOOKED_BACK: u32 = 60;

/// Which game the form is for.
#[derive(Deserialize, Default)]
pub(super) struct Wanted {
    game: Option<String>,
}

pub(super) async fn new_form(visitor: Visitor, Asked(wanted): Asked<Wanted>) -> Answer {
    let kind = wanted.game.map_or(Ok(Kind::Go), |game| game.parse()).map_err(|_| Refused::NoSuchPage)?;
    let mut new = NewGame::new(kind);
    let finished = games(&visitor, Which::Finished, None, 0, LOOKED_BACK).await?.games;
    let suited = |kind| Some((kind, store::suited_by(&finished, kind, players::levels(kind).len() as u8)?));
    new.suited = Kind::ALL.into_iter().filter_map(suited).collect();
    new.programs = visitor.programs();
    Ok(visitor.page(|context| pages::new_game(context, &new, None)))
}

pub(super) async fn learn(visitor: Visitor) -> Response {
    visitor.page(pages::learn)
}

pub(super) async fn rules(visitor: Visitor) -> Response {
    visitor.page(|context| pages::rules(context, None))
}

pub(super) async fn rules_of(visitor: Visitor, Path(game): Path<String>) -> Answer {
    let kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    Ok(visitor.page(|context| pages::rules(context, Some(kind))))
}

/// Whether options have just been kept.
#[derive(Deserialize, Default)]
pub(super) struct Saved {
    saved: Option<String>,
}

pub(super) async fn options(visitor: Visitor, Asked(just): Asked<Saved>) -> Response {
    visitor.page(|context| pages::options(context, just.saved.is_some()))
}

pub(super) async fn set_options(visitor: Visitor, Sent(fields): Sent<Fields>) -> Answer {
    let options = pages::preferences_from_form(&visitor.options, borrowed(&fields));
    let back = fields.iter().find(|(key, _)| key == "back").map(|(_, back)| back.as_str());
    let cookie = visitor.keep_options(&options).await?;
    Ok(with_cookie(visitor.done(pages::back_from_options(back)), cookie))
}

pub(super) async fn upload_form(visitor: Visitor) -> Response {
    let max_bytes = visitor.site.config().limits.upload_bytes;
    visitor.page(|context| pages::upload(context, max_bytes, None))
}

/// Play without the server, where it has the program for that: from the second time on the service worker answers in its place.
pub(super) async fn here(visitor: Visitor) -> Answer {
    if pages::program().is_none() { Err(Refused::NoSuchPage) } else { Ok(visitor.page(pages::prepare)) }
}

pub(super) async fn offline(visitor: Visitor) -> Response {
    visitor.page(pages::offline)
}

pub(super) async fn lobby(visitor: Visitor) -> Response {
    let games = lobby_games(&visitor.site);
    visitor.page(|context| pages::lobby(context, &games))
}

fn lobby_games(site: &Site) -> Vec<LobbyGame> {
    site.hub().lobby().entries().into_iter().map(lobby_game).collect()
}

fn lobby_game(entry: Entry) -> LobbyGame {
    let Entry { id, setup, seats, open, moves, watchers, .. } = entry;
    let open = Player::BOTH.into_iter().find(|player| open[*player]);
    LobbyGame { id, seats, open, setup, moves, watchers }
}

/// Which language a page was made in.
#[derive(Deserialize, Default)]
pub(super) struct MadeIn {
    lang: Option<String>,
}

pub(super) async fn lobby_live(visitor: Visitor, Asked(MadeIn { lang }): Asked<MadeIn>, way: live::Way) -> Answer {
    let counted = Counted::new(&visitor.site, visitor.viewer.household).ok_or(Refused::TooOften)?;
    let (site, taste) = (visitor.site.clone(), visitor.taste(lang.as_deref()));
    let span = tracing::Span::current();
    Ok(live::upgrade(way, visitor.site.hub(), move |socket| {
        let watch = async move {
            let metrics = Arc::clone(site.hub().metrics());
            let _counted = (counted, Gauged::new(&metrics.watchers), Gauged::new(&metrics.connections));
            watch_lobby(socket, &site, taste).await;
        };
        watch.instrument(span)
    }))
}

fn lobby_news(site: &Site, taste: Taste, version: u64) -> String {
    let options = Preferences { coordinates: taste.coordinates, ..Preferences::default() };
    let words = site.words(taste.lang);
    let context = Context { words, options: &options, local: false, browser: false, origin: "", path: "/lobby" };
    let set = pages::lobby_patch(&context, &lobby_games(site));
    Down::Update { version, set, sound: None }.to_string()
}

async fn watch_lobby(line: live::Line, site: &Site, taste: Taste) {
    let mut changes = site.hub().lobby().changes();
    let mut page = live::Page::new(line, site.stopping().clone());
    // The list may have changed since the page was made.
    changes.mark_changed();
    let mut sent = None;
    loop {
        tokio::select! {
            changed = changes.changed() => {
                if changed.is_err() {
                    return;
                }
                tokio::time::sleep(GATHER).await;
                let version = *changes.borrow_and_update();
                let (made, text) = site.news().of(taste, version, || lobby_news(site, taste, version));
                if made != version {
                    changes.mark_changed();
                }
                if sent.replace(made) != Some(made) && page.send(text).await.is_err() {
                    return;
                }
            }
            heard = page.hear() => match heard {
                Ok(Heard::Lag(_)) => {}
                Ok(Heard::Stopping) => {
                    return page.stop(&site.explain(taste.lang, &Refusal::Closing)).await;
                }
                // The lobby is for looking.
                Ok(Heard::Text(_)) | Err(live::Gone) => return,
            },
        }
    }
}
