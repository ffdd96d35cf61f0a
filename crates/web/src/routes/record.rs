//! Records: looking through a game, taking it away as a file, and bringing one.

use std::sync::Arc;

use axum::extract::{Multipart, Path};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use plateau_core::Player;
use store::{GameId, Origin};
use table::records::{self, AnyRecord};
use table::{AnyTable, Message, Review};

use super::asked::{Asked, Place, Sent};
use super::game::game_id;
use super::refused::{Answer, Refused};
use super::visitor::{Visitor, with_cookie};
use crate::household::Household;
use crate::hub::{Beginning, Refusal, Sitter};
use crate::pages::{self, ReviewPage};
use crate::pictures::Format;
use crate::records::{Brought, Upload};
use crate::site::Site;
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
    if let Some(format) = format {
        let table = visitor.site.hub().table(game, visitor.viewer.household).await?;
        return picture(&visitor, game, table, format).await;
    }
    let whole = Whole::find(&visitor, game).await?;
    let name = format!("{}-{}.{}", whole.table.kind(), &id[..6.min(id.len())], &file["record.".len()..]);
    let attached = format!("attachment; filename=\"{name}\"");
    let text = visitor.work(whole.size(), move || records::write(&whole.record(), &name)).await?;
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

/// A game as it was kept, with the record that it began with if it did.
pub(super) struct Whole {
    site: Site,
    household: Household,
    game: GameId,
    pub(super) table: AnyTable,
    origin: Option<Origin>,
}

impl Whole {
    pub(super) async fn find(visitor: &Visitor, game: GameId) -> Result<Whole, Refused> {
        let (site, household) = (visitor.site.clone(), visitor.viewer.household);
        let table = site.hub().table(game, household).await?;
        let origin = site.hub().origin(game, household).await?;
        Ok(Whole { site, household, game, table, origin })
    }

    /// How long it takes to read.
    pub(super) fn size(&self) -> Size {
        if self.origin.is_some() { Size::Large } else { Size::Small }
    }

    /// The game within the record that it began with, if it did, as it was read once.
    fn looked_through(&self) -> Option<Arc<Review>> {
        let origin = self.origin.as_ref()?;
        let key = (self.game, self.table.next_event());
        let read = || Review::of_game(&self.table, origin.read());
        Some(self.site.records().game(key, self.household, origin.bytes(), read))
    }

    fn record(&self) -> AnyRecord {
        self.looked_through().map_or_else(|| self.table.record(), |review| review.record())
    }

    pub(super) fn review(&self, place: Place) -> Review {
        let review = self.looked_through().map(|review| (*review).clone());
        at(review.unwrap_or_else(|| Review::of_game(&self.table, None)), place)
    }
}

pub(super) async fn review_game(visitor: Visitor, Path(id): Path<String>, Asked(place): Asked<Place>) -> Answer {
    let game = game_id(&id)?;
    let whole = Whole::find(&visitor, game).await?;
    let size = whole.size();
    let make = move |visitor: &Visitor| {
        let files = format!("/game/{id}");
        let review = whole.review(place);
        let study = visitor.site.reviews().look(visitor.site.hub(), game);
        let address = format!("{files}/review");
        let page = ReviewPage { address, files: Some(files), review, damage: Vec::new(), study };
        visitor.page(|context| pages::review(context, &page))
    };
    Ok(visitor.slowly(size, make).await)
}

/// The record that was brought under this key.
pub(super) fn brought(visitor: &Visitor, key: &str) -> Result<Arc<Brought>, Refused> {
    let key: GameId = key.parse().map_err(|_| Refused::NoSuchPage)?;
    visitor.site.records().find(key).ok_or(Refused::RecordGone)
}

/// At the place that was asked for; where it is if there is no such place.
pub(super) fn at(mut review: Review, place: Place) -> Review {
    if let Some(node) = place.at {
        review.go_to(node);
    }
    review
}

pub(super) async fn review_record(visitor: Visitor, Path(key): Path<String>, Asked(place): Asked<Place>) -> Answer {
    let brought = brought(&visitor, &key)?;
    let make = move |visitor: &Visitor| {
        let (review, damage) = (at(brought.review.clone(), place), brought.damage.clone());
        let study = key.parse().ok().and_then(|key| visitor.site.reviews().look(visitor.site.hub(), key));
        let page = ReviewPage { address: format!("/record/{key}"), files: None, review, damage, study };
        visitor.page(|context| pages::review(context, &page))
    };
    Ok(visitor.slowly(Size::Small, make).await)
}

/// The machine is to look through a game. One that goes on is its players' alone.
pub(super) async fn study_game(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let game = game_id(&id)?;
    let whole = Whole::find(&visitor, game).await?;
    if whole.table.end().is_none() {
        return Err(Refusal::from(Message::new("study-not-over")).into());
    }
    let (size, place) = (whole.size(), Place::default());
    study(&visitor, game, size, move || whole.review(place)).await?;
    Ok(visitor.done(&format!("/game/{id}/review")))
}

pub(super) async fn study_record(visitor: Visitor, Path(key): Path<String>) -> Answer {
    let brought = brought(&visitor, &key)?;
    let record = key.parse().map_err(|_| Refused::NoSuchPage)?;
    study(&visitor, record, Size::Small, move || brought.review.clone()).await?;
    Ok(visitor.done(&format!("/record/{key}")))
}

async fn study(
    visitor: &Visitor,
    id: GameId,
    size: Size,
    review: impl FnOnce() -> Review + Send + 'static,
) -> Result<(), Refused> {
    let (site, payer) = (visitor.site.clone(), visitor.viewer.household);
    Ok(visitor.work(size, move || site.reviews().begin(site.hub(), id, &review(), payer)).await?)
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
        sent.ok_or_else(|| Message::from(record::Error::Empty))?.read(limits.upload_nodes).map_err(Refusal::from)
    });
    let keep = |brought| visitor.site.records().keep(visitor.viewer.household, brought).map_err(Refusal::from);
    let kept = read.await.and_then(keep);
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
    let whole = Whole::find(&visitor, game_id(&id)?).await?;
    play_on(&visitor, move || whole.review(place)).await
}

pub(super) async fn play_on_record(visitor: Visitor, Path(key): Path<String>, Sent(place): Sent<Place>) -> Answer {
    let brought = brought(&visitor, &key)?;
    play_on(&visitor, move || at(brought.review.clone(), place)).await
}

/// A new game from a place in another, with what else was said and tried there. Every seat of a person is whoever goes on: it is a
/// board to try things on.
async fn play_on(visitor: &Visitor, review: impl FnOnce() -> Review + Send + 'static) -> Answer {
    visitor.may_make_a_game()?;
    let begin = move || {
        let review = review();
        let replay = review.replay();
        let [table, _] = replay.tables()?;
        let origin = Some(Origin::of(&review.record()));
        Ok::<_, Message>(Beginning { actions: replay.actions, origin, ..Beginning::of(table, Vec::new()) })
    };
    let mut beginning = visitor.work(Size::Large, begin).await?;
    let mut cookie = None;
    if !visitor.is_local() {
        let (key, new_cookie) = visitor.secret()?;
        let table = &beginning.table;
        let people = Player::BOTH.into_iter().filter(|player| table.is_person(*player));
        let sit = |side| Sitter { side, name: table.seats()[side].name.clone(), key };
        beginning.sitters = people.map(sit).collect();
        cookie = new_cookie;
    }
    let id = visitor.site.hub().create(beginning).await?;
    Ok(with_cookie(visitor.done(&format!("/game/{id}")), cookie))
}
