//! First lessons.

use axum::extract::Path;
use pages::lesson::{self, Wish};
use table::Kind;

use super::asked::{Asked, Sent};
use super::refused::{Answer, Refused};
use super::visitor::Visitor;

pub(super) async fn page(visitor: Visitor, Path(game): Path<String>, Asked(wish): Asked<Wish>) -> Answer {
    let kind: Kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let page = lesson::page(&visitor.context(), kind, &wish).ok_or(Refused::NoSuchPage)?;
    Ok(visitor.page(|_| page))
}

pub(super) async fn answer(visitor: Visitor, Path(game): Path<String>, Sent(wish): Sent<Wish>) -> Answer {
    let kind: Kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    match lesson::answer(&visitor.context(), kind, &wish).ok_or(Refused::NoSuchPage)? {
        Ok(next) => Ok(visitor.done(&next)),
        Err((why, page)) => visitor.in_form(why.into(), |_, _| page),
    }
}
