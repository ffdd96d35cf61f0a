//! Records: looking through a game, taking it away as a file, and bringing one.

use axum::extract::{Multipart, Path};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use draw::{Style, WOOD};
use plateau_core::Player;
use store::GameId;
use table::records::{self, AnyRecord, Replay};
use table::view::Wanted;
use table::{AnyTable, Message, Review};

use super::asked::{Asked, Place, Sent};
use super::game::game_id;
use super::refused::{Answer, Refused};
use super::visitor::{Visitor, with_cookie};
use crate::hub::{Refusal, Sitter};
use crate::pages::{self, ReviewPage};
use crate::records::Upload;

/// How wide the picture of a game is, which others show beside a link to it.
const PICTURE_PIXELS: u32 = 800;

/// `record.sgf`, `record.ggf`, `record.txt`, `picture.png`, `picture.svg`.
pub(super) async fn download(visitor: Visitor, Path((id, file)): Path<(String, String)>) -> Answer {
    let table = visitor.site.hub().table(game_id(&id)?).await?;
    match file.as_str() {
        "record.sgf" | "record.ggf" | "record.txt" => {
            let name = format!("{}-{}.{}", table.kind(), &id[..6.min(id.len())], &file["record.".len()..]);
            let text = table.write_record(&name)?;
            let attached = format!("attachment; filename=\"{name}\"");
            let head = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &attached)];
            Ok((head, text).into_response())
        }
        "picture.png" | "picture.svg" => picture(table, file.ends_with("png")).await,
        _ => Err(Refused::NoSuchPage),
    }
}

async fn picture(table: AnyTable, png: bool) -> Answer {
    // Drawing pixels takes tens of milliseconds, for which nobody else should wait.
    let drawn = tokio::task::spawn_blocking(move || {
        let view = table.view(&Wanted { territory: true, ..Wanted::default() }, 0);
        let style = Style { width: Some(PICTURE_PIXELS), ..Style::new(&WOOD) };
        if png {
            draw::png(&view.board, &style, PICTURE_PIXELS).map(|bytes| ("image/png", bytes))
        } else {
            draw::svg(&view.board, &style).map(|text| ("image/svg+xml", text.into_bytes()))
        }
    });
    let drawn = drawn.await.map_err(|problem| Refused::Broken(problem.to_string()))?;
    let (media_type, bytes) = drawn.map_err(|problem| Refused::Broken(problem.to_string()))?;
    let head = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "public, max-age=60"),
        // Others may show it beside a link.
        (header::HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((head, bytes).into_response())
}

pub(super) async fn review_game(visitor: Visitor, Path(id): Path<String>, Asked(place): Asked<Place>) -> Answer {
    let table = visitor.site.hub().table(game_id(&id)?).await?;
    let files = format!("/game/{id}");
    let review = at(Review::of_table(&table), place);
    let page = ReviewPage { address: format!("{files}/review"), files: Some(files), review };
    Ok(visitor.page(|context| pages::review(context, &page)))
}

/// The record that was sent under this key.
fn sent(visitor: &Visitor, key: &str) -> Result<AnyRecord, Refusal> {
    let gone = || Refusal::Said(Message::new("record-gone"));
    let key: GameId = key.parse().map_err(|_| gone())?;
    let sent = visitor.site.records().find(key).ok_or_else(gone)?;
    first_record(&sent)
}

fn first_record(sent: &Upload) -> Result<AnyRecord, Refusal> {
    Ok(records::read(&sent.bytes, sent.name.as_deref())?)
}

/// At the place that was asked for; where it is if there is no such place.
fn at(mut review: Review, place: Place) -> Review {
    if let Some(node) = place.at {
        review.go_to(node);
    }
    review
}

pub(super) async fn review_record(visitor: Visitor, Path(key): Path<String>, Asked(place): Asked<Place>) -> Answer {
    let review = at(Review::of_record(sent(&visitor, &key)?), place);
    let page = ReviewPage { address: format!("/record/{key}"), files: None, review };
    Ok(visitor.page(|context| pages::review(context, &page)))
}

/// A record is brought: as a file, or as text.
pub(super) async fn upload(visitor: Visitor, mut parts: Multipart) -> Answer {
    visitor.may_make_a_game()?;
    let mut sent = None;
    while let Some(part) = parts.next_part().await.map_err(Refused::Unreadable)? {
        if !part.bytes.is_empty() && sent.is_none() {
            sent = Some(part);
        }
    }
    let keep = || {
        let sent = sent.ok_or_else(|| Message::from(record::Error::Empty))?;
        // Read now, so that what is no record is told here.
        first_record(&sent)?;
        Ok(visitor.site.records().keep(sent)?)
    };
    match keep() {
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
    let table = visitor.site.hub().table(game_id(&id)?).await?;
    play_on(&visitor, at(Review::of_table(&table), place).replay()).await
}

pub(super) async fn play_on_record(visitor: Visitor, Path(key): Path<String>, Sent(place): Sent<Place>) -> Answer {
    let review = at(Review::of_record(sent(&visitor, &key)?), place);
    play_on(&visitor, review.replay()).await
}

/// A new game from a place in another. Every seat of a person is whoever goes on: it is a board to try things on.
async fn play_on(visitor: &Visitor, replay: Replay) -> Answer {
    visitor.may_make_a_game()?;
    let [table, _] = replay.tables()?;
    let (sitters, cookie) = if visitor.is_local() {
        (Vec::new(), None)
    } else {
        let (key, cookie) = visitor.secret()?;
        let people = Player::BOTH.into_iter().filter(|player| table.is_person(*player));
        let sit = |side| Sitter { side, name: table.seats()[side].name.clone(), key };
        (people.map(sit).collect(), cookie)
    };
    let id = visitor.site.hub().create(table, replay.actions, sitters, false).await?;
    Ok(with_cookie(visitor.done(&format!("/game/{id}")), cookie))
}
