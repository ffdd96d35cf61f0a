//! Records: looking through a game, taking it away as a file, and bringing one.

use axum::extract::{Form, Multipart, Path};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use draw::{Style, WOOD};
use plateau_core::Player;
use record::{AnyRecord, Options as ReadOptions};
use store::GameId;
use table::records::Replay;
use table::{AnyTable, Message};

use super::asked::{Asked, Place};
use super::game::game_id;
use super::pages::Fields;
use super::refused::{Answer, Refused};
use super::review;
use super::visitor::{Visitor, with_cookie};
use crate::guard::Kind;
use crate::hub::{Refusal, Sitter};
use crate::pages;
use crate::records::Sent;

/// How wide the picture of a game is, which others show beside a link to it.
const PICTURE_PIXELS: u32 = 800;

/// `record.sgf`, `record.ggf`, `record.txt`, `picture.png`, `picture.svg`.
pub(super) async fn download(visitor: Visitor, Path((id, file)): Path<(String, String)>) -> Answer {
    let table = visitor.site.hub().table(game_id(&id)?).await?;
    match file.as_str() {
        "record.sgf" | "record.ggf" | "record.txt" => {
            let name = format!("{}-{}.{}", kind(&table), &id[..6.min(id.len())], &file["record.".len()..]);
            let text = table.write_record(&name)?;
            let attached = format!("attachment; filename=\"{name}\"");
            let head = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &attached)];
            Ok((head, text).into_response())
        }
        "picture.png" | "picture.svg" => picture(table, file.ends_with("png")).await,
        _ => Err(Refused::NoSuchPage),
    }
}

fn kind(table: &AnyTable) -> &'static str {
    match table {
        AnyTable::Go(_) => "go",
        AnyTable::Othello(_) => "othello",
        AnyTable::Aligne4(_) => "aligne4",
    }
}

async fn picture(table: AnyTable, png: bool) -> Answer {
    // Drawing pixels takes tens of milliseconds, for which nobody else should wait.
    let drawn = tokio::task::spawn_blocking(move || {
        let view = table.view(&table::view::Wanted { territory: true, hint: None }, 0);
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
    let review = review::of_table(&table, format!("{files}/review"), files, place.at);
    Ok(visitor.page(|context| pages::review(context, &review)))
}

/// The record that was sent under this key.
fn sent(visitor: &Visitor, key: &str) -> Result<AnyRecord, Refusal> {
    let gone = || Refusal::Said(Message::new("serve-record-gone"));
    let key: GameId = key.parse().map_err(|_| gone())?;
    let sent = visitor.site.records().find(key).ok_or_else(gone)?;
    first_record(&sent)
}

fn first_record(sent: &Sent) -> Result<AnyRecord, Refusal> {
    let read = record::read(&sent.bytes, sent.name.as_deref(), &ReadOptions::default());
    let contents = read.map_err(Message::from)?;
    contents.records.into_iter().next().ok_or_else(|| Message::from(record::Error::Empty).into())
}

pub(super) async fn review_record(visitor: Visitor, Path(key): Path<String>, Asked(place): Asked<Place>) -> Answer {
    let record = sent(&visitor, &key)?;
    let (mut review, problem) = review::of_record(&record, format!("/record/{key}"), place.at);
    review.problem = problem.map(|message| visitor.context().tell(&message));
    Ok(visitor.page(|context| pages::review(context, &review)))
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
        Err(refusal) => visitor.in_form(refusal, pages::upload),
    }
}

/// The parts of a form that are a record.
trait Parts {
    async fn next_part(&mut self) -> Result<Option<Sent>, StatusCode>;
}

impl Parts for Multipart {
    async fn next_part(&mut self) -> Result<Option<Sent>, StatusCode> {
        while let Some(field) = self.next_field().await.map_err(|error| error.status())? {
            if !matches!(field.name(), Some("file" | "text")) {
                continue;
            }
            let name = field.file_name().map(str::to_owned).filter(|name| !name.is_empty());
            let bytes = field.bytes().await.map_err(|error| error.status())?.to_vec();
            return Ok(Some(Sent { name, bytes }));
        }
        Ok(None)
    }
}

pub(super) async fn play_on_game(visitor: Visitor, Path(id): Path<String>, Form(fields): Form<Fields>) -> Response {
    let from = async {
        let table = visitor.site.hub().table(game_id(&id)?).await?;
        let at = node(&fields).unwrap_or(u32::MAX) as usize;
        let moves = table.moves().into_iter().take(at).map(|mv| mv.text).collect();
        Ok((table.setup_text(), moves))
    };
    match from.await {
        Ok((setup, moves)) => play_on(&visitor, &setup, moves).await,
        Err(refusal) => visitor.refuse(&refusal),
    }
}

pub(super) async fn play_on_record(visitor: Visitor, Path(key): Path<String>, Form(fields): Form<Fields>) -> Response {
    let from = || {
        let record = sent(&visitor, &key)?;
        let moves = review::moves_to(&record, node(&fields).unwrap_or(0)).ok_or(Refusal::NoSuchGame)?;
        Ok((Replay::of_record(&record).setup, moves))
    };
    match from() {
        Ok((setup, moves)) => play_on(&visitor, &setup, moves).await,
        Err(refusal) => visitor.refuse(&refusal),
    }
}

fn node(fields: &Fields) -> Option<u32> {
    fields.iter().find(|(key, _)| key == "at").and_then(|(_, text)| text.parse().ok())
}

/// A new game from the moves of another. Every seat of a person is whoever goes on: it is a board to try things on.
async fn play_on(visitor: &Visitor, setup: &str, moves: Vec<String>) -> Response {
    if !visitor.site.guard().may(visitor.viewer.address, Kind::Game) {
        return visitor.error(StatusCode::TOO_MANY_REQUESTS, "");
    }
    let make = async {
        let mut table: AnyTable = setup.parse()?;
        for mv in &moves {
            let action = table::event::Action::Play { mv: mv.clone(), spent_ms: 0 };
            table.apply(&table::event::Event { at_ms: 0, action })?;
        }
        let table: AnyTable = setup.parse()?;
        let (sitters, cookie) = if visitor.is_local() {
            (Vec::new(), None)
        } else {
            let (key, cookie) = visitor.secret()?;
            let people = Player::BOTH.into_iter().filter(|player| table.seats()[*player].who.is_person());
            let sit = |side| Sitter { side, name: table.seats()[side].name.clone(), key };
            (people.map(sit).collect(), cookie)
        };
        let id = visitor.site.hub().create(table, moves, sitters, false).await?;
        Ok((id, cookie))
    };
    match make.await {
        Ok((id, cookie)) => with_cookie(visitor.done(&format!("/game/{id}")), cookie),
        Err(refusal) => visitor.refuse(&refusal),
    }
}
