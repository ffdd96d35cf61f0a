//! Records: looking through a game, taking it away as a file, and bringing one.

use axum::extract::{Multipart, Path};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use plateau_core::Player;
use store::GameId;
use table::{AnyTable, Message, Review};

use super::asked::{Asked, Place, Sent};
use super::game::game_id;
use super::refused::{Answer, Refused};
use super::visitor::{Visitor, with_cookie};
use crate::hub::{Refusal, Sitter};
use crate::pages::{self, ReviewPage};
use crate::pictures::Format;
use crate::records::Upload;
use crate::turns::Size;

/// `record.sgf`, `record.ggf`, `record.txt`, `picture.png`, `picture.svg`.
pub(super) async fn download(visitor: Visitor, Path((id, file)): Path<(String, String)>) -> Answer {
    let game = game_id(&id)?;
    let format = match file.as_str() {
        "record.sgf" | "record.ggf" | "record.txt" => None,
        "picture.png" => Some(Format::Png),
        "picture.svg" => Some(Format::Svg),
        _ => return Err(Refused::NoSuchPage),
    };
    let table = visitor.site.hub().table(game, visitor.viewer.household).await?;
    if let Some(format) = format {
        return picture(&visitor, game, table, format).await;
    }
    let name = format!("{}-{}.{}", table.kind(), &id[..6.min(id.len())], &file["record.".len()..]);
    let attached = format!("attachment; filename=\"{name}\"");
    let text = visitor.work(Size::Small, move || table.write_record(&name)).await?;
    let head = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &attached)];
    Ok((head, text).into_response())
}

async fn picture(visitor: &Visitor, game: GameId, table: AnyTable, format: Format) -> Answer {
    let (site, household) = (visitor.site.clone(), visitor.viewer.household);
    let drawn = if let Some(drawn) = site.pictures().find(game, &table, format) {
        drawn
    } else {
        let draw = move || site.pictures().draw(game, &table, format, household);
        visitor.work(Size::Large, draw).await.map_err(|problem| Refused::Broken(problem.to_string()))?
    };
    let head = [
        (header::CONTENT_TYPE, format.media_type()),
        // Whoever has the link may see it, and nobody in between keeps it for others.
        (header::CACHE_CONTROL, "private, max-age=60"),
        // Others may show it beside a link.
        (header::HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((head, drawn).into_response())
}

pub(super) async fn review_game(visitor: Visitor, Path(id): Path<String>, Asked(place): Asked<Place>) -> Answer {
    let table = visitor.site.hub().table(game_id(&id)?, visitor.viewer.household).await?;
    let make = move |visitor: &Visitor| {
        let files = format!("/game/{id}");
        let review = at(Review::of_table(&table), place);
        let page = ReviewPage { address: format!("{files}/review"), files: Some(files), review };
        visitor.page(|context| pages::review(context, &page))
    };
    Ok(visitor.slowly(make).await)
}

/// The record that was sent under this key, at the place that was asked for.
fn sent(visitor: &Visitor, key: &str) -> Result<impl FnOnce(Place) -> Review + use<>, Refused> {
    let key: GameId = key.parse().map_err(|_| Refused::NoSuchPage)?;
    let sent = visitor.site.records().find(key).ok_or(Refused::RecordGone)?;
    Ok(move |place| at((*sent).clone(), place))
}

/// At the place that was asked for; where it is if there is no such place.
fn at(mut review: Review, place: Place) -> Review {
    if let Some(node) = place.at {
        review.go_to(node);
    }
    review
}

pub(super) async fn review_record(visitor: Visitor, Path(key): Path<String>, Asked(place): Asked<Place>) -> Answer {
    let sent = sent(&visitor, &key)?;
    let make = move |visitor: &Visitor| {
        let page = ReviewPage { address: format!("/record/{key}"), files: None, review: sent(place) };
        visitor.page(|context| pages::review(context, &page))
    };
    Ok(visitor.slowly(make).await)
}

/// A record is brought: as a file, or as text.
pub(super) async fn upload(visitor: Visitor, headers: HeaderMap, mut parts: Multipart) -> Answer {
    visitor.may_make_a_game()?;
    let limits = visitor.site.config().limits;
    // It is in memory until it is read, and that can wait: while it comes, and while others have their turn.
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let bytes = length.unwrap_or(limits.upload_bytes).min(limits.upload_bytes);
    let held = visitor.site.guard().hold(visitor.viewer.household, bytes).ok_or(Refused::Unread)?;
    let mut sent = None;
    while let Some(part) = parts.next_part().await.map_err(Refused::Unreadable)? {
        if !part.bytes.is_empty() && sent.is_none() {
            sent = Some(part);
        }
    }
    let read = visitor.work(Size::Large, move || {
        let _held = held;
        let sent = sent.ok_or_else(|| Message::from(record::Error::Empty))?;
        Ok((sent.read(limits.upload_nodes)?, sent.bytes.len()))
    });
    let kept = read.await.and_then(|(record, bytes)| {
        visitor.site.records().keep(visitor.viewer.household, record, bytes).map_err(Refusal::from)
    });
    match kept {
        Ok(key) => Ok(visitor.done(&format!("/record/{key}"))),
        Err(refusal) => {
            let max_bytes = visitor.site.config().limits.upload_bytes;
            visitor.in_form(refusal, |context, said| pages::upload(context, max_bytes, said))
        }
    }
}

/// The parts of a form that are a record.
trait Parts {
    async fn next_part(&mut self) -> Result<Option<Upload>, StatusCode>;
}

impl Parts for Multipart {
    async fn next_part(&mut self) -> Result<Option<Upload>, StatusCode> {
        while let Some(field) = self.next_field().await.map_err(|error| error.status())? {
            if !matches!(field.name(), Some("file" | "text")) {
                continue;
            }
            let name = field.file_name().map(str::to_owned).filter(|name| !name.is_empty());
            let bytes = field.bytes().await.map_err(|error| error.status())?.to_vec();
            return Ok(Some(Upload { name, bytes }));
        }
        Ok(None)
    }
}

pub(super) async fn play_on_game(visitor: Visitor, Path(id): Path<String>, Sent(place): Sent<Place>) -> Answer {
    let table = visitor.site.hub().table(game_id(&id)?, visitor.viewer.household).await?;
    play_on(&visitor, move || at(Review::of_table(&table), place)).await
}

pub(super) async fn play_on_record(visitor: Visitor, Path(key): Path<String>, Sent(place): Sent<Place>) -> Answer {
    let sent = sent(&visitor, &key)?;
    play_on(&visitor, move || sent(place)).await
}

/// A new game from a place in another. Every seat of a person is whoever goes on: it is a board to try things on.
async fn play_on(visitor: &Visitor, review: impl FnOnce() -> Review + Send + 'static) -> Answer {
    visitor.may_make_a_game()?;
    let replay = move || {
        let replay = review().replay();
        replay.tables().map(|[table, _]| (table, replay.actions))
    };
    let (table, actions) = visitor.work(Size::Small, replay).await?;
    let (sitters, cookie) = if visitor.is_local() {
        (Vec::new(), None)
    } else {
        let (key, cookie) = visitor.secret()?;
        let people = Player::BOTH.into_iter().filter(|player| table.is_person(*player));
        let sit = |side| Sitter { side, name: table.seats()[side].name.clone(), key };
        (people.map(sit).collect(), cookie)
    };
    let id = visitor.site.hub().create(table, actions, sitters, false).await?;
    Ok(with_cookie(visitor.done(&format!("/game/{id}")), cookie))
}
