//! The analysis board: studies are made, looked at by whoever has the link, and changed by their owner alone.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;
use pages::{BoardPage, Place, Values};
use serde::Deserialize;
use store::{Heading, Paper, PaperId, PaperPage, PaperQuery, Shelf};
use table::draft::{Edit, Touch};
use table::{AnyTable, Draft, Kind, Message, Review};

use super::asked::{Asked, Sent};
use super::game::game_id;
use super::record::{Whole, brought};
use super::refused::{Answer, Refused};
use super::studies::make;
use super::visitor::Visitor;
use crate::boards::{Opened, Prepared};
use crate::hub::Refusal;
use crate::turns::Size;

/// How a study is looked at.
#[derive(Clone, Deserialize, Default)]
pub(super) struct Look {
    at: Option<u32>,
    values: Option<String>,
    tool: Option<String>,
    piece: Option<String>,
}

/// Which study is to be made from nothing.
#[derive(Clone, Deserialize, Default)]
pub(super) struct New {
    game: Option<String>,
    size: Option<String>,
    variant: Option<String>,
}

/// What is to be done with a study.
#[derive(Clone, Deserialize, Default)]
#[serde(default)]
pub(super) struct Change {
    at: u32,
    version: u64,
    r#do: String,
    tool: String,
    cell: String,
    from: String,
    piece: String,
    text: String,
    comment: String,
    title: String,
    values: Option<String>,
}

/// So many studies are listed.
const LISTED: u32 = 200;

pub(super) async fn list(visitor: Visitor) -> Answer {
    let none = PaperPage { papers: Vec::new(), total: 0, bytes: 0 };
    let list = match visitor.known_owner() {
        None => none,
        Some(owner) => {
            let query = PaperQuery::of(&owner, Shelf::Study).page(0, LISTED);
            visitor.site.hub().read(visitor.viewer.household, move |store| store.papers(&query)).await?
        }
    };
    Ok(visitor.page(|context| pages::studies(context, &list)))
}

pub(super) async fn new_form(visitor: Visitor, Asked(new): Asked<New>) -> Answer {
    let kind = new.game.map_or(Ok(Kind::Go), |game| game.parse()).map_err(|_| Refused::NoSuchPage)?;
    Ok(visitor.page(|context| pages::new_board(context, kind)))
}

pub(super) async fn create(visitor: Visitor, Sent(new): Sent<New>) -> Answer {
    let mut setup = format!("game {}\n", one_word(new.game.as_deref().unwrap_or(Kind::Go.id())));
    for (key, value) in [("size", &new.size), ("variant", &new.variant)] {
        if let Some(value) = value {
            setup += &format!("{key} {}\n", one_word(value));
        }
    }
    let table: AnyTable = setup.parse().map_err(|_| Message::new("board-no-such-game"))?;
    make(&visitor, move || Draft::new(&table.record(), 0)).await
}

fn one_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

pub(super) async fn from_game(visitor: Visitor, Path(id): Path<String>, Sent(place): Sent<Place>) -> Answer {
    let whole = Whole::find(&visitor, game_id(&id)?).await?;
    if whole.table.end().is_none() {
        return Err(Refusal::from(Message::new("study-not-over")).into());
    }
    make(&visitor, move || {
        let review = whole.review(place);
        Draft::new(&review.record(), review.here())
    })
    .await
}

pub(super) async fn from_record(visitor: Visitor, Path(key): Path<String>, Sent(place): Sent<Place>) -> Answer {
    let found = brought(&visitor, &key).await?;
    make(&visitor, move || {
        let review = found.review(place);
        Draft::new(&review.record(), review.here())
    })
    .await
}

async fn opened(visitor: &Visitor, id: &str) -> Result<Arc<Opened>, Refused> {
    let id: PaperId = id.parse().map_err(|_| Refused::NoSuchPage)?;
    let (site, household) = (&visitor.site, visitor.viewer.household);
    let paper = site.hub().read(household, move |store| store.paper(id)).await?;
    let Paper { heading, text } =
        paper.filter(|paper| paper.heading.shelf == Shelf::Study).ok_or(Refused::NoSuchPage)?;
    if let Some(opened) = site.boards().find(&heading) {
        return Ok(opened);
    }
    let prepared = visitor.work(Size::Large, move || Prepared::read(text)).await?;
    Ok(site.boards().remember(household, heading, prepared))
}

impl Visitor {
    fn owns(&self, heading: &Heading) -> bool {
        self.known_owner().is_some_and(|owner| owner == heading.owner)
    }
}

pub(super) async fn page(visitor: Visitor, Path(id): Path<String>, Asked(look): Asked<Look>) -> Answer {
    let opened = opened(&visitor, &id).await?;
    let make = move |visitor: &Visitor| {
        let page = shown(visitor, &opened, look);
        visitor.page(|context| pages::board(context, &page))
    };
    Ok(visitor.slowly(Size::Small, make).await)
}

/// The tools that can be in hand.
const TOOLS: [&str; 12] =
    ["play", "triangle", "square", "circle", "cross", "label", "arrow", "line", "black", "white", "empty", "piece"];

fn shown(visitor: &Visitor, opened: &Opened, look: Look) -> BoardPage {
    let review = Place::node(look.at).of(opened.review.clone());
    let values = look.values.and_then(|_| values(visitor, opened.heading.id, &review));
    let tool = look.tool.filter(|tool| TOOLS.contains(&tool.as_str())).unwrap_or_else(|| "play".to_owned());
    BoardPage {
        heading: opened.heading.clone(),
        is_own: visitor.owns(&opened.heading),
        can: opened.draft.can(),
        values,
        tool,
        piece: look.piece.filter(|piece| piece.len() == 1),
        review,
    }
}

/// What the moves here are worth; nothing on a line that is too long to be walked.
fn values(visitor: &Visitor, board: PaperId, review: &Review) -> Option<Values> {
    let way = review.way().ok()?;
    let site = &visitor.site;
    let eye = (visitor.viewer.household, board);
    let valued = site.values().look(site.hub(), &way, way.at(review.here()), eye);
    Some(Values { moves: valued.moves, is_growing: valued.is_growing })
}

pub(super) async fn edit(visitor: Visitor, Path(id): Path<String>, Sent(change): Sent<Change>) -> Answer {
    let opened = opened(&visitor, &id).await?;
    if !visitor.owns(&opened.heading) {
        return Err(Refused::NotYours);
    }
    if opened.heading.version != change.version {
        return Err(Message::new("board-outdated").into());
    }
    let look = (change.values.clone(), change.tool.clone());
    let before = Arc::clone(&opened);
    let change = move || {
        let (draft, here) = changed(&before.draft, &change)?;
        let next = if draft == before.draft { None } else { Some(Prepared::new(draft)?) };
        Ok::<_, Message>((next, here))
    };
    let (next, here) = visitor.work(Size::Small, change).await?;
    if let Some(next) = next {
        let (site, heading) = (&visitor.site, opened.heading.clone());
        site.boards()
            .keep(site.hub(), visitor.viewer.household, heading, next, site.config().limits.room_of_owner())
            .await?;
    }
    let mut query = form_urlencoded::Serializer::new(format!("/board/{id}?"));
    query.append_pair("at", &here.to_string());
    if look.0.is_some() {
        query.append_pair("values", "on");
    }
    if !matches!(look.1.as_str(), "" | "play") {
        query.append_pair("tool", &look.1);
    }
    Ok(visitor.done(&query.finish()))
}

/// The study after a change, and where one stands then.
fn changed(draft: &Draft, change: &Change) -> Result<(Draft, u32), Message> {
    let Change { at, tool, cell, from, piece, text, comment, title, .. } = change;
    let at = *at;
    let mut draft = draft.clone();
    let touch = |tool| Touch { tool, cell: cell.trim(), from: from.trim(), piece: piece.trim(), text };
    let edit = match change.r#do.as_str() {
        "undo" => {
            let here = draft.undo()?.unwrap_or(at);
            return Ok((draft, here));
        }
        "redo" => {
            let here = draft.redo()?.unwrap_or(at);
            return Ok((draft, here));
        }
        "delete" => Edit::Delete { at },
        "main" => Edit::Main { at },
        "comment" => format!("comment {at} {}", comment.replace('\\', "\\\\")).parse()?,
        "name" => format!("name {title}").parse()?,
        verb @ ("turn" | "pass" | "give") => draft.touched(at, &touch(verb))?,
        _ => draft.touched(at, &touch(if tool.is_empty() { "play" } else { tool }))?,
    };
    let here = draft.edit(edit)?;
    Ok((draft, here))
}

pub(super) async fn copy(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let opened = opened(&visitor, &id).await?;
    make(&visitor, move || Draft::new(opened.draft.record(), 0)).await
}

pub(super) async fn delete(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let opened = opened(&visitor, &id).await?;
    if !visitor.owns(&opened.heading) {
        return Err(Refused::NotYours);
    }
    let (owner, id) = (opened.heading.owner.clone(), opened.heading.id);
    visitor.site.hub().write(move |store| store.drop_paper(&owner, id)).await?;
    visitor.site.boards().drop(visitor.viewer.household, id);
    Ok(visitor.done("/board"))
}

pub(super) async fn download(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let opened = opened(&visitor, &id).await?;
    let name = format!("{}-{}.sgf", opened.draft.kind(), &id[..6.min(id.len())]);
    let text = visitor.work(Size::Small, move || opened.draft.sgf()).await?;
    let attached = format!("attachment; filename=\"{name}\"");
    let head = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &attached)];
    Ok((head, text).into_response())
}
