//! Records: looking through a game, taking it away as a file, and bringing one.

use std::sync::Arc;

use axum::extract::{Multipart, Path};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pages::{GoOn, GoneOn, InDeck, Place, ReviewPage, Study};
use plateau_core::Player;
use serde::Deserialize;
use store::{Brought, GameId, Origin, PaperId, Room, Shelf, Store, Upload};
use table::records::{self, AnyRecord};
use table::{AnyTable, Draft, Message, Review};

use super::asked::{Asked, Sent};
use super::game::game_id;
use super::learn;
use super::refused::{Answer, Refused};
use super::studies::make;
use super::visitor::{Visitor, with_cookie};
use crate::bringers::Piece;
use crate::household::Household;
use crate::hub::{Beginning, Refusal, Sitter};
use crate::pictures::Format;
use crate::reviews::{FIRST_POINT, Subject};
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
    let called = name.clone();
    let text = visitor.work(whole.size(), move || records::write(&whole.record(), &called)).await?;
    Ok(attached(text, &name))
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
        place.of(review.unwrap_or_else(|| Review::of_game(&self.table, None)))
    }
}

pub(super) async fn review_game(visitor: Visitor, Path(id): Path<String>, Asked(place): Asked<Place>) -> Answer {
    let game = game_id(&id)?;
    let whole = Whole::find(&visitor, game).await?;
    let own = own_seats(&visitor, game, &whole.table).await?;
    let (is_over, size, subject) = (whole.table.end().is_some(), whole.size(), Subject::Game(game));
    let review = visitor.work(size, move || Ok::<_, Refused>(whole.review(place))).await?;
    let study = looked_through(&visitor, subject, &review, place, is_over).await;
    let deck = in_deck(&visitor, subject, study.as_ref(), &review, own, Some(&id)).await?;
    let files = format!("/game/{id}");
    let page = ReviewPage {
        address: format!("{files}/review"),
        files,
        is_shared: true,
        review,
        damage: Vec::new(),
        looks: place.looks(study.as_ref()),
        study,
        step: place.step,
        deck,
        games: Vec::new(),
    };
    Ok(visitor.slowly(size, move |visitor| visitor.page(|context| pages::review(context, &page))).await)
}

/// The sides of a game that a visitor played: on one's own machine those of people, else those whose seat is theirs.
async fn own_seats(visitor: &Visitor, game: GameId, table: &AnyTable) -> Result<Vec<Player>, Refused> {
    let you = visitor.site.hub().look(game, visitor.viewer).await?.you;
    Ok(Player::BOTH.into_iter().filter(|&player| you.has(player) && table.is_person(player)).collect())
}

/// What the machine makes of a game, if somebody has asked it. An address that wants it asks: whoever has it sees the same.
async fn looked_through(visitor: &Visitor, id: Subject, review: &Review, place: Place, is_over: bool) -> Option<Study> {
    let (reviews, hub) = (visitor.site.reviews(), visitor.site.hub());
    if place.study.is_some() && is_over && reviews.look(hub, id).is_none() {
        let whole = review.clone();
        // Who has too much under way sees the page without it, and the button.
        let _ = study(visitor, id, Size::Small, move || whole).await;
    }
    let known = reviews.look(hub, id);
    if known.is_none() && is_over && !visitor.context().thinks_here() {
        reviews.expect(hub, review, visitor.viewer.household);
    }
    known
}

/// What becomes of the mistakes in a game: those of the visitor's own go into their deck, once it is known what they are.
async fn in_deck(
    visitor: &Visitor,
    id: Subject,
    study: Option<&Study>,
    review: &Review,
    own: Vec<Player>,
    game: Option<&str>,
) -> Result<InDeck, Refused> {
    let reviews = visitor.site.reviews();
    let owner = visitor.known_owner();
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
async fn take(visitor: &Visitor, id: Subject, review: Review, taken: &Taken, next: &str) -> Answer {
    let side = Player::BOTH.into_iter().find(|player| player.to_string() == taken.side).ok_or(Refused::NoSuchPage)?;
    let study = visitor.site.reviews().look(visitor.site.hub(), id);
    let study = study.filter(|study| !study.is_growing).ok_or_else(|| Message::new("deck-not-known-yet"))?;
    let (owner, cookie) = visitor.owner()?;
    let count = learn::learn_for(visitor, owner.clone(), &study, &review, vec![side], None).await?;
    let before = visitor.site.reviews().taken(id, &owner).unwrap_or_default();
    visitor.site.reviews().take(id, owner, before + count);
    Ok(with_cookie(visitor.done(next), cookie))
}

pub(super) async fn take_game(visitor: Visitor, Path(id): Path<String>, Sent(taken): Sent<Taken>) -> Answer {
    let game = game_id(&id)?;
    let whole = Whole::find(&visitor, game).await?;
    let review = visitor.work(whole.size(), move || Ok::<_, Refused>(whole.review(Place::default()))).await?;
    take(&visitor, Subject::Game(game), review, &taken, &format!("/game/{id}/review?study=1")).await
}

pub(super) async fn take_record(visitor: Visitor, Path(key): Path<String>, Sent(taken): Sent<Taken>) -> Answer {
    let found = brought(&visitor, &key).await?;
    let (subject, review) = (found.subject(), found.review(Place::default()));
    take(&visitor, subject, review, &taken, &format!("/record/{key}?study=1")).await
}

/// A game of a file that was brought.
pub(super) struct Found {
    pub(super) id: PaperId,
    /// Which game of the file it is.
    pub(super) game: usize,
    pub(super) brought: Arc<Brought>,
}

impl Found {
    /// The game at a place.
    pub(super) fn review(&self, place: Place) -> Review {
        place.of(self.brought.games[self.game].clone())
    }

    fn subject(&self) -> Subject {
        Subject::Record(self.id, self.game)
    }
}

/// The game that is known by this key.
pub(super) async fn brought(visitor: &Visitor, key: &str) -> Result<Found, Refused> {
    let (id, game) = pages::game_of_file(key).ok_or(Refused::NoSuchPage)?;
    let brought = file(visitor, id).await?;
    if game >= brought.games.len() {
        return Err(Refused::NoSuchPage);
    }
    Ok(Found { id, game, brought })
}

/// A file as it was read once.
async fn file(visitor: &Visitor, id: PaperId) -> Result<Arc<Brought>, Refused> {
    let (site, household) = (visitor.site.clone(), visitor.viewer.household);
    if let Some(brought) = site.records().find(id) {
        return Ok(brought);
    }
    let paper = site.hub().read(household, move |store| store.paper(id)).await?;
    let paper = paper.filter(|paper| paper.heading.shelf == Shelf::Record).ok_or(Refused::RecordGone)?;
    let most_nodes = site.config().limits.upload_nodes;
    let read =
        move || Upload::from_text(&paper.text).ok_or(Refused::RecordGone)?.read(most_nodes).map_err(Refused::from);
    let brought = visitor.work(Size::Large, read).await?;
    Ok(site.records().keep(id, household, brought))
}

pub(super) async fn review_record(visitor: Visitor, Path(key): Path<String>, Asked(place): Asked<Place>) -> Answer {
    if let Some(game) = place.game {
        return Ok(visitor.done(&format!("/record/{}.{game}", key.split('.').next().unwrap_or_default())));
    }
    let found = brought(&visitor, &key).await?;
    let (subject, damage, games) =
        (found.subject(), found.brought.damage.clone(), pages::games_of_file(found.id, &found.brought, found.game));
    let review = visitor.work(Size::Small, move || Ok::<_, Refused>(found.review(place))).await?;
    let study = looked_through(&visitor, subject, &review, place, true).await;
    let deck = in_deck(&visitor, subject, study.as_ref(), &review, Vec::new(), None).await?;
    let looks = place.looks(study.as_ref());
    let page = ReviewPage {
        address: format!("/record/{key}"),
        files: format!("/record/{key}"),
        is_shared: false,
        review,
        damage,
        looks,
        study,
        step: place.step,
        deck,
        games,
    };
    Ok(visitor.slowly(Size::Small, move |visitor| visitor.page(|context| pages::review(context, &page))).await)
}

/// A game of a file that was brought, as a file in the format that is asked for.
pub(super) async fn download_record(visitor: Visitor, Path((key, file)): Path<(String, String)>) -> Answer {
    let ending = match file.as_str() {
        "record.sgf" | "record.ggf" | "record.txt" => file["record.".len()..].to_owned(),
        _ => return Err(Refused::NoSuchPage),
    };
    let found = brought(&visitor, &key).await?;
    let write = move || {
        let review = found.review(Place::default());
        let name = format!("{}.{ending}", review.kind());
        Ok::<_, Message>((records::write(&review.record(), &name)?, name))
    };
    let (text, name) = visitor.work(Size::Large, write).await?;
    Ok(attached(text, &name))
}

/// A text as a file of this name.
fn attached(text: String, name: &str) -> Response {
    let attached = format!("attachment; filename=\"{name}\"");
    let head = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &attached)];
    (head, text).into_response()
}

/// Forgets a file that one has brought.
pub(super) async fn delete_record(visitor: Visitor, Path(key): Path<String>) -> Answer {
    let id: PaperId = key.parse().map_err(|_| Refused::NoSuchPage)?;
    let owner = visitor.known_owner().ok_or(Refused::NotYours)?;
    let dropped = visitor.site.hub().write(move |store| store.drop_paper(&owner, id)).await;
    match dropped {
        Err(store::Error::NoSuchPaper { .. }) => return Err(Refused::NotYours),
        answer => answer?,
    }
    visitor.site.records().forget(id);
    Ok(visitor.done("/games"))
}

/// The machine is to look through a game. One that goes on is its players' alone.
pub(super) async fn study_game(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let game = game_id(&id)?;
    let whole = Whole::find(&visitor, game).await?;
    if whole.table.end().is_none() {
        return Err(Refusal::from(Message::new("study-not-over")).into());
    }
    let (size, place) = (whole.size(), Place::default());
    study(&visitor, Subject::Game(game), size, move || whole.review(place)).await?;
    Ok(visitor.done(&format!("/game/{id}/review?study=1")))
}

pub(super) async fn study_record(visitor: Visitor, Path(key): Path<String>) -> Answer {
    let found = brought(&visitor, &key).await?;
    study(&visitor, found.subject(), Size::Small, move || found.review(Place::default())).await?;
    Ok(visitor.done(&format!("/record/{key}?study=1")))
}

/// Which record is to be looked through.
#[derive(Deserialize)]
pub(super) struct OfRecord {
    record: String,
}

/// A browser was to look through a record by itself, and cannot, or has no service worker that would have answered this: the server does it.
pub(super) async fn review_elsewhere(visitor: Visitor, Sent(OfRecord { record }): Sent<OfRecord>) -> Answer {
    Ok(visitor.done(&pages::review_of(&record).ok_or(Refused::NoSuchPage)?))
}

/// The machine begins to look through a game; the first point of its curve is waited for, if it comes soon.
async fn study(
    visitor: &Visitor,
    id: Subject,
    size: Size,
    review: impl FnOnce() -> Review + Send + 'static,
) -> Result<(), Refused> {
    let (site, payer) = (visitor.site.clone(), visitor.viewer.household);
    visitor.work(size, move || site.reviews().begin(site.hub(), id, &review(), payer)).await?;
    visitor.site.reviews().first_point(id, FIRST_POINT).await;
    Ok(())
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
    let mut to_board = false;
    while let Some(part) = parts.next_part().await.map_err(Refused::Unreadable)? {
        match part {
            Part::File(part) if !part.bytes.is_empty() && sent.is_none() => sent = Some(part),
            Part::File(_) => {}
            Part::ToBoard => to_board = true,
        }
    }
    let read = visitor.work(Size::Large, move || {
        let _held = held;
        let upload: Upload = sent.ok_or_else(|| Message::from(record::Error::Empty))?;
        let brought = upload.read(limits.upload_nodes)?;
        Ok::<_, Refusal>((upload, brought))
    });
    let kept = match read.await {
        Ok((_, brought)) if to_board => {
            return make(&visitor, move || Draft::new(&brought.games[0].record(), 0)).await;
        }
        Ok((upload, brought)) => keep(&visitor, &upload, brought).await,
        Err(refusal) => Err(refusal),
    };
    match kept {
        Ok((id, cookie)) => Ok(with_cookie(visitor.done(&format!("/record/{id}")), cookie)),
        Err(refusal) => {
            let max_bytes = visitor.site.config().limits.upload_bytes;
            visitor.in_form(refusal, |context, said| pages::upload(context, max_bytes, said))
        }
    }
}

/// Keeps a file for whoever brought it. Those that were brought longest ago make room, the household's own first: they are copies of what
/// somebody has.
async fn keep(visitor: &Visitor, upload: &Upload, brought: Brought) -> Result<(PaperId, Option<HeaderValue>), Refusal> {
    let (owner, cookie) = visitor.owner()?;
    let (site, limits) = (&visitor.site, visitor.site.config().limits);
    let paper = upload.paper(&owner, &brought, site.hub().now_ms())?;
    let id = paper.heading.id;
    let piece = Piece { id, owner: owner.clone(), bytes: paper.text.len() as u64 };
    let gone = site.records().bring(visitor.viewer.household, piece, limits.room_of_household());
    let (own, all) = (limits.room_of_owner(), Room { papers: u64::MAX, bytes: limits.database_bytes / 8 });
    let keep = move |store: &dyn Store| {
        store.keep_paper(&paper)?;
        for Piece { id, owner, .. } in gone {
            match store.drop_paper(&owner, id) {
                // Its owner has brought others since.
                Err(store::Error::NoSuchPaper { .. }) => {}
                dropped => dropped?,
            }
        }
        store.thin_out(Shelf::Record, Some(&owner), own)?;
        store.thin_out(Shelf::Record, None, all)
    };
    site.hub().write(keep).await?;
    site.records().keep(id, visitor.viewer.household, brought);
    Ok((id, cookie))
}

/// What is of use in the form.
pub(super) enum Part {
    /// A file, or a text in its place.
    File(Upload),
    /// That it is to be opened on the analysis board.
    ToBoard,
}

/// The parts of a form that brings a file.
pub(super) trait Parts {
    async fn next_part(&mut self) -> Result<Option<Part>, StatusCode>;
}

impl Parts for Multipart {
    async fn next_part(&mut self) -> Result<Option<Part>, StatusCode> {
        while let Some(field) = self.next_field().await.map_err(|error| error.status())? {
            match field.name() {
                Some("file" | "text") => {}
                Some("to") => return Ok(Some(Part::ToBoard)),
                _ => continue,
            }
            let name = field.file_name().map(str::to_owned).filter(|name| !name.is_empty());
            let bytes = field.bytes().await.map_err(|error| error.status())?.to_vec();
            return Ok(Some(Part::File(Upload { name, bytes })));
        }
        Ok(None)
    }
}

pub(super) async fn play_on_game(visitor: Visitor, Path(id): Path<String>, Sent(go_on): Sent<GoOn>) -> Answer {
    let whole = Whole::find(&visitor, game_id(&id)?).await?;
    let place = go_on.place();
    play_on(&visitor, go_on, move || whole.review(place)).await
}

pub(super) async fn play_on_record(visitor: Visitor, Path(key): Path<String>, Sent(go_on): Sent<GoOn>) -> Answer {
    let found = brought(&visitor, &key).await?;
    let place = go_on.place();
    play_on(&visitor, go_on, move || found.review(place)).await
}

/// A new game from a place in another.
async fn play_on(visitor: &Visitor, go_on: GoOn, review: impl FnOnce() -> Review + Send + 'static) -> Answer {
    visitor.may_make_a_game()?;
    let name = visitor.options.name.clone();
    let GoneOn { table, actions, origin } = visitor.work(Size::Large, move || go_on.begin(&review(), &name)).await?;
    let mut beginning = Beginning { actions, origin: Some(origin), ..Beginning::of(table, Vec::new()) };
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
