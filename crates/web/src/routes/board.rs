//! The analysis board: studies are made, looked at by whoever has the link, and changed by their owner alone.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;
use pages::{DraftChange, DraftLook, NewDraft, Place, Values};
use store::{Heading, Paper, PaperId, PaperPage, PaperQuery, Shelf};
use table::{Draft, Message, Review};

use super::asked::{Asked, Sent};
use super::game::game_id;
use super::record::{Whole, brought};
use super::refused::{Answer, Refused};
use super::studies::make;
use super::visitor::Visitor;
use crate::boards::{Opened, Prepared};
use crate::hub::Refusal;
use crate::turns::Size;

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

pub(super) async fn new_form(visitor: Visitor, Asked(new): Asked<NewDraft>) -> Answer {
    let kind = new.kind().ok_or(Refused::NoSuchPage)?;
    Ok(visitor.page(|context| pages::new_board(context, kind)))
}

pub(super) async fn create(visitor: Visitor, Sent(new): Sent<NewDraft>) -> Answer {
    make(&visitor, move || new.draft()).await
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

pub(super) async fn page(visitor: Visitor, Path(id): Path<String>, Asked(look): Asked<DraftLook>) -> Answer {
    let opened = opened(&visitor, &id).await?;
    let make = move |visitor: &Visitor| {
        let (heading, is_own) = (opened.heading.clone(), visitor.owns(&opened.heading));
        let values = |review: &Review| values(visitor, opened.heading.id, review);
        let page = look.page(heading, &opened.draft, opened.review.clone(), is_own, values);
        visitor.page(|context| pages::board(context, &page))
    };
    Ok(visitor.slowly(Size::Small, make).await)
}

/// What the moves here are worth; nothing on a line that is too long to be walked.
fn values(visitor: &Visitor, board: PaperId, review: &Review) -> Option<Values> {
    let way = review.way().ok()?;
    let site = &visitor.site;
    let eye = (visitor.viewer.household, board);
    let valued = site.values().look(site.hub(), &way, way.at(review.here()), eye);
    Some(Values { moves: valued.moves, is_growing: valued.is_growing })
}

pub(super) async fn edit(visitor: Visitor, Path(id): Path<String>, Sent(change): Sent<DraftChange>) -> Answer {
    let opened = opened(&visitor, &id).await?;
    if !visitor.owns(&opened.heading) {
        return Err(Refused::NotYours);
    }
    change.check(&opened.heading)?;
    let (before, wanted) = (Arc::clone(&opened), change.clone());
    let make = move || {
        let (draft, here) = wanted.make(&before.draft)?;
        let next = if draft == before.draft { None } else { Some(Prepared::new(draft)?) };
        Ok::<_, Message>((next, here))
    };
    let (next, here) = visitor.work(Size::Small, make).await?;
    if let Some(next) = next {
        let (site, heading) = (&visitor.site, opened.heading.clone());
        site.boards()
            .keep(site.hub(), visitor.viewer.household, heading, next, site.config().limits.room_of_owner())
            .await?;
    }
    Ok(visitor.done(&change.address(opened.heading.id, here)))
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
