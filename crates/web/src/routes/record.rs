//! Records: looking through a game, taking it away as a file, and bringing one.

use std::sync::Arc;

use axum::extract::{Multipart, Path};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use plateau_core::Player;
use serde::Deserialize;
use store::{GameId, Origin};
use table::records::{self, AnyRecord};
use table::{AnyTable, Kind, Message, Review, Seat, Who};

use super::asked::{Asked, Place, Sent};
use super::game::game_id;
use super::learn;
use super::refused::{Answer, Refused};
use super::visitor::{Visitor, with_cookie};
use crate::household::Household;
use crate::hub::{Beginning, Refusal, Sitter};
use crate::pages::{self, InDeck, Looks, ReviewPage};
use crate::pictures::Format;
use crate::records::{Brought, Upload};
use crate::reviews::Study;
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
    let own = own_seats(&visitor, game, &whole.table).await?;
    let (is_over, size) = (whole.table.end().is_some(), whole.size());
    let review = visitor.work(size, move || Ok::<_, Refused>(whole.review(place))).await?;
    let study = looked_through(&visitor, game, &review, place, is_over).await;
    let deck = in_deck(&visitor, game, study.as_ref(), &review, own, Some(&id)).await?;
    let files = format!("/game/{id}");
    let page = ReviewPage {
        address: format!("{files}/review"),
        files: Some(files),
        review,
        damage: Vec::new(),
        looks: looks(place, study.as_ref()),
        study,
        step: place.step,
        deck,
    };
    Ok(visitor.slowly(size, move |visitor| visitor.page(|context| pages::review(context, &page))).await)
}

/// The sides of a game that a visitor played: on one's own machine those of people, else those whose seat is theirs.
async fn own_seats(visitor: &Visitor, game: GameId, table: &AnyTable) -> Result<Vec<Player>, Refused> {
    let you = visitor.site.hub().look(game, visitor.viewer).await?.you;
    Ok(Player::BOTH.into_iter().filter(|&player| you.has(player) && table.is_person(player)).collect())
}

/// What the machine makes of a game, if somebody has asked it. An address that wants it asks: whoever has it sees the same.
async fn looked_through(visitor: &Visitor, id: GameId, review: &Review, place: Place, is_over: bool) -> Option<Study> {
    let (reviews, hub) = (visitor.site.reviews(), visitor.site.hub());
    if place.study.is_some() && is_over && reviews.look(hub, id).is_none() {
        let whole = review.clone();
        // Who has too much under way sees the page without it, and the button.
        let _ = study(visitor, id, Size::Small, move || whole).await;
    }
    reviews.look(hub, id)
}

/// What is shown of a review, as the address says; what the machine makes of it, wherever it was asked.
fn looks(place: Place, study: Option<&Study>) -> Looks {
    let on = |switch: Option<u8>| switch == Some(1);
    Looks { study: study.is_some(), owners: on(place.owners), best: on(place.best), chance: on(place.chance) }
}

/// What becomes of the mistakes in a game: those of the visitor's own go into their deck, once it is known what they are.
async fn in_deck(
    visitor: &Visitor,
    id: GameId,
    study: Option<&Study>,
    review: &Review,
    own: Vec<Player>,
    game: Option<&str>,
) -> Result<InDeck, Refused> {
    let reviews = visitor.site.reviews();
    let owner = visitor.owner();
    if let Some(count) = owner.as_deref().and_then(|owner| reviews.taken(id, owner)) {
        return Ok(InDeck::Own(count));
    }
    match study {
        None => Ok(InDeck::Unknown),
        Some(study) if study.is_growing => Ok(InDeck::Unknown),
        Some(_) if own.is_empty() => Ok(InDeck::Others),
        Some(study) => {
            let count = learn::learn(visitor, study, review, own, game.map(str::to_owned)).await?;
            if let Some(owner) = owner {
                reviews.take(id, owner, count);
            }
            Ok(InDeck::Own(count))
        }
    }
}

/// Which side's mistakes are wanted.
#[derive(Deserialize)]
pub(super) struct Taken {
    side: String,
}

/// A side's mistakes go into the visitor's deck, whoever made them.
async fn take(visitor: &Visitor, id: GameId, review: Review, taken: &Taken, next: &str) -> Answer {
    let side = Player::BOTH.into_iter().find(|player| player.to_string() == taken.side).ok_or(Refused::NoSuchPage)?;
    let study = visitor.site.reviews().look(visitor.site.hub(), id);
    let study = study.filter(|study| !study.is_growing).ok_or_else(|| Message::new("deck-not-known-yet"))?;
    let (owner, cookie) = learn::owner_or_new(visitor)?;
    let count = learn::learn_for(visitor, owner.clone(), &study, &review, vec![side], None).await?;
    let before = visitor.site.reviews().taken(id, &owner).unwrap_or_default();
    visitor.site.reviews().take(id, owner, before + count);
    Ok(with_cookie(visitor.done(next), cookie))
}

pub(super) async fn take_game(visitor: Visitor, Path(id): Path<String>, Sent(taken): Sent<Taken>) -> Answer {
    let game = game_id(&id)?;
    let whole = Whole::find(&visitor, game).await?;
    let review = visitor.work(whole.size(), move || Ok::<_, Refused>(whole.review(Place::default()))).await?;
    take(&visitor, game, review, &taken, &format!("/game/{id}/review?study=1")).await
}

pub(super) async fn take_record(visitor: Visitor, Path(key): Path<String>, Sent(taken): Sent<Taken>) -> Answer {
    let brought = brought(&visitor, &key)?;
    let record = key.parse().map_err(|_| Refused::NoSuchPage)?;
    take(&visitor, record, brought.review.clone(), &taken, &format!("/record/{key}?study=1")).await
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
    let id: GameId = key.parse().map_err(|_| Refused::NoSuchPage)?;
    let damage = brought.damage.clone();
    let review = visitor.work(Size::Small, move || Ok::<_, Refused>(at(brought.review.clone(), place))).await?;
    let study = looked_through(&visitor, id, &review, place, true).await;
    let deck = in_deck(&visitor, id, study.as_ref(), &review, Vec::new(), None).await?;
    let looks = looks(place, study.as_ref());
    let page = ReviewPage {
        address: format!("/record/{key}"),
        files: None,
        review,
        damage,
        looks,
        study,
        step: place.step,
        deck,
    };
    Ok(visitor.slowly(Size::Small, move |visitor| visitor.page(|context| pages::review(context, &page))).await)
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
    Ok(visitor.done(&format!("/game/{id}/review?study=1")))
}

pub(super) async fn study_record(visitor: Visitor, Path(key): Path<String>) -> Answer {
    let brought = brought(&visitor, &key)?;
    let record = key.parse().map_err(|_| Refused::NoSuchPage)?;
    study(&visitor, record, Size::Small, move || brought.review.clone()).await?;
    Ok(visitor.done(&format!("/record/{key}?study=1")))
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
pub(super) trait Parts {
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

/// From where a new game goes on, and against whom.
#[derive(Deserialize, Default)]
pub(super) struct GoOn {
    at: Option<u32>,
    /// A level, or nothing.
    #[serde(default)]
    level: String,
    /// The side of whoever goes on.
    #[serde(default)]
    side: String,
}

impl GoOn {
    fn place(&self) -> Place {
        Place { at: self.at, ..Place::default() }
    }
}

pub(super) async fn play_on_game(visitor: Visitor, Path(id): Path<String>, Sent(go_on): Sent<GoOn>) -> Answer {
    let whole = Whole::find(&visitor, game_id(&id)?).await?;
    let place = go_on.place();
    play_on(&visitor, go_on, move || whole.review(place)).await
}

pub(super) async fn play_on_record(visitor: Visitor, Path(key): Path<String>, Sent(go_on): Sent<GoOn>) -> Answer {
    let brought = brought(&visitor, &key)?;
    let place = go_on.place();
    play_on(&visitor, go_on, move || at(brought.review.clone(), place)).await
}

/// Who sits where, when somebody goes on against a level of the machine; nothing where they have both sides.
fn against(go_on: &GoOn, kind: Kind, name: &str) -> Result<Option<[Seat; 2]>, Message> {
    if go_on.level.is_empty() {
        return Ok(None);
    }
    // What is no number is a level that there is not.
    let machine = Who::Level(go_on.level.parse().unwrap_or(u8::MAX));
    players::check_seat(kind, &machine).map_err(|unavailable| unavailable.message())?;
    let own = if go_on.side == Player::White.to_string() { Player::White } else { Player::Black };
    let person = Seat { name: name.to_owned(), who: Who::Person };
    let machine = Seat { name: String::new(), who: machine };
    Ok(Some(Player::BOTH.map(|player| if player == own { person.clone() } else { machine.clone() })))
}

/// A new game from a place in another, with what else was said and tried there. Against nobody, every seat of a person is whoever goes
/// on: it is a board to try things on.
async fn play_on(visitor: &Visitor, go_on: GoOn, review: impl FnOnce() -> Review + Send + 'static) -> Answer {
    visitor.may_make_a_game()?;
    let name = visitor.options.name.clone();
    let begin = move || {
        let review = review();
        let mut replay = review.replay();
        if let Some(seats) = against(&go_on, review.kind(), &name)? {
            *replay.setup.seats_mut() = seats;
        }
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
