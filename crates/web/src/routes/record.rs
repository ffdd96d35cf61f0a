//! Records: looking through a game, taking it away as a file, and bringing one.

use std::sync::Arc;

use axum::extract::{Multipart, Path};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use plateau_core::Player;
use store::{GameId, Origin, Paper, PaperId, Room, Shelf, Store};
use table::records::{self, AnyRecord};
use table::{AnyTable, Draft, Message, Review};

use super::asked::{Asked, Place, Sent};
use super::game::game_id;
use super::refused::{Answer, Refused};
use super::visitor::{Visitor, with_cookie};
use crate::household::Household;
use crate::hub::{Beginning, Refusal, Sitter};
use crate::pages::{self, BroughtGame, ReviewPage};
use crate::pictures::Format;
use crate::records::{Brought, Upload};
use crate::reviews::Subject;
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
        let study = visitor.site.reviews().look(visitor.site.hub(), Subject::Game(game));
        let address = format!("{files}/review");
        let page = ReviewPage { address, files: Some(files), review, damage: Vec::new(), study, games: Vec::new() };
        visitor.page(|context| pages::review(context, &page))
    };
    Ok(visitor.slowly(size, make).await)
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
        at(self.brought.games[self.game].clone(), place)
    }

    fn subject(&self) -> Subject {
        Subject::Record(self.id, self.game)
    }
}

/// The game that is known by this key: a file's name, and behind a dot the number of the game from 1, if it is not the first.
pub(super) async fn brought(visitor: &Visitor, key: &str) -> Result<Found, Refused> {
    let (id, number) = key.split_once('.').unwrap_or((key, "1"));
    let id: PaperId = id.parse().map_err(|_| Refused::NoSuchPage)?;
    let number: usize = number.parse().map_err(|_| Refused::NoSuchPage)?;
    let brought = file(visitor, id).await?;
    let game = number.checked_sub(1).filter(|&game| game < brought.games.len()).ok_or(Refused::NoSuchPage)?;
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

/// At the place that was asked for; where it is if there is no such place.
pub(super) fn at(mut review: Review, place: Place) -> Review {
    if let Some(node) = place.at {
        review.go_to(node);
    }
    review
}

pub(super) async fn review_record(visitor: Visitor, Path(key): Path<String>, Asked(place): Asked<Place>) -> Answer {
    if let Some(game) = place.game {
        return Ok(visitor.done(&format!("/record/{}.{game}", key.split('.').next().unwrap_or_default())));
    }
    let found = brought(&visitor, &key).await?;
    let make = move |visitor: &Visitor| {
        let (review, damage) = (found.review(place), found.brought.damage.clone());
        let study = visitor.site.reviews().look(visitor.site.hub(), found.subject());
        let entry = |(game, review): (usize, &Review)| BroughtGame {
            address: format!("/record/{}.{}", found.id, game + 1),
            names: review.info().names.clone(),
            date: review.info().date.clone(),
            is_shown: game == found.game,
        };
        let games = found.brought.games.iter().enumerate().map(entry).collect();
        let page = ReviewPage { address: format!("/record/{key}"), files: None, review, damage, study, games };
        visitor.page(|context| pages::review(context, &page))
    };
    Ok(visitor.slowly(Size::Small, make).await)
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
    Ok(visitor.done(&format!("/game/{id}/review")))
}

pub(super) async fn study_record(visitor: Visitor, Path(key): Path<String>) -> Answer {
    let found = brought(&visitor, &key).await?;
    study(&visitor, found.subject(), Size::Small, move || found.review(Place::default())).await?;
    Ok(visitor.done(&format!("/record/{key}")))
}

async fn study(
    visitor: &Visitor,
    id: Subject,
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
    let mut to_board = false;
    while let Some(part) = parts.next_part().await.map_err(Refused::Unreadable)? {
        match part {
            Part::Record(part) if !part.bytes.is_empty() && sent.is_none() => sent = Some(part),
            Part::Record(_) => {}
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
            return super::board::make(&visitor, move || Draft::new(&brought.games[0].record(), 0)).await;
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

/// Keeps a file for whoever brought it. Those that were brought longest ago make room: they are copies of what somebody has.
async fn keep(visitor: &Visitor, upload: &Upload, brought: Brought) -> Result<(PaperId, Option<HeaderValue>), Refusal> {
    let (owner, cookie) = visitor.owner()?;
    let (site, limits) = (&visitor.site, visitor.site.config().limits);
    let mut paper = Paper::new(&owner, Shelf::Record, site.hub().now_ms())?;
    paper.heading.title = brought.title(upload.name.as_deref());
    paper.text = upload.text();
    let id = paper.heading.id;
    let own = Room { papers: limits.papers_per_owner, bytes: limits.paper_bytes_per_owner };
    let all = Room { papers: u64::MAX, bytes: limits.database_bytes / 8 };
    let keep = move |store: &dyn Store| {
        store.keep_paper(&paper)?;
        store.thin_out(Shelf::Record, Some(&owner), own)?;
        store.thin_out(Shelf::Record, None, all)
    };
    site.hub().write(keep).await?;
    site.records().keep(id, visitor.viewer.household, brought);
    Ok((id, cookie))
}

/// What is of use in the form.
enum Part {
    /// A record.
    Record(Upload),
    /// That it is to be opened on the analysis board.
    ToBoard,
}

/// The parts of a form that are a record.
trait Parts {
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
            return Ok(Some(Part::Record(Upload { name, bytes })));
        }
        Ok(None)
    }
}

pub(super) async fn play_on_game(visitor: Visitor, Path(id): Path<String>, Sent(place): Sent<Place>) -> Answer {
    let whole = Whole::find(&visitor, game_id(&id)?).await?;
    play_on(&visitor, move || whole.review(place)).await
}

pub(super) async fn play_on_record(visitor: Visitor, Path(key): Path<String>, Sent(place): Sent<Place>) -> Answer {
    let found = brought(&visitor, &key).await?;
    play_on(&visitor, move || found.review(place)).await
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
