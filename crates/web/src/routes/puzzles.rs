//! Puzzles: the overview, the next one, and one at a time. The first try at one counts; what a wrong move loses, the machine says when it
//! has a turn to spare.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::HeaderValue;
use axum::response::{IntoResponse as _, Redirect};
use pages::{Exercise, Mood, PuzzleFacts, PuzzlesOf};
use players::puzzles::Posed;
use store::{HERE, Room, Shelf, puzzles};
use study::puzzle::{Collection, DAY_MS, Progress, of_day};
use table::Kind;

use super::asked::{Asked, Sent};
use super::refused::{Answer, Refused};
use super::trying::{self, Want, Wish, further};
use super::visitor::{Visitor, with_cookie};
use crate::hub::Refusal;
use crate::trials::Spot;
use crate::turns::Size;

/// How all visitors of a server together do at puzzles takes no more room than this: who has not come for the longest is forgotten first.
const ROOM: Room = Room { papers: 50_000, bytes: 256 << 20 };

pub(super) async fn overview(visitor: Visitor) -> Answer {
    let progress = progress(&visitor).await?;
    let games = Kind::ALL.map(|kind| of(&visitor, kind, &progress));
    Ok(visitor.page(|context| pages::puzzles(context, &games)))
}

pub(super) async fn game(visitor: Visitor, Path(game): Path<String>) -> Answer {
    let kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let progress = progress(&visitor).await?;
    let games = [of(&visitor, kind, &progress)];
    Ok(visitor.page(|context| pages::puzzles(context, &games)))
}

/// The next puzzle for whoever asks.
pub(super) async fn next(visitor: Visitor, Path(game): Path<String>) -> Answer {
    let kind: Kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let progress = progress(&visitor).await?;
    let number = progress.of(kind).next(Collection::shipped(kind)).ok_or(Refused::NoSuchPage)?;
    Ok(Redirect::to(&address(kind, number)).into_response())
}

fn today(visitor: &Visitor) -> u64 {
    visitor.site.hub().now_ms() / DAY_MS
}

fn of(visitor: &Visitor, kind: Kind, progress: &Progress) -> PuzzlesOf {
    let collection = Collection::shipped(kind);
    PuzzlesOf {
        kind,
        count: collection.len(),
        standing: progress.of(kind).clone(),
        daily: of_day(today(visitor), collection),
    }
}

fn address(kind: Kind, number: usize) -> String {
    format!("/puzzle/{kind}/{number}")
}

/// How whoever asks does; who has no name here yet has not tried any.
async fn progress(visitor: &Visitor) -> Result<Progress, Refusal> {
    let owner = if visitor.is_local() { Some(HERE.to_owned()) } else { visitor.viewer.key.map(|key| key.to_string()) };
    let Some(owner) = owner else { return Ok(Progress::default()) };
    Ok(visitor.site.hub().read(visitor.viewer.household, move |store| puzzles::progress(store, &owner)).await?)
}

/// A puzzle that somebody looks at.
struct Found {
    kind: Kind,
    number: usize,
    posed: Posed,
    /// The position that the solution begins in: where a mistake is to be found, the one in which it was made.
    spot: Spot,
}

async fn find(visitor: &Visitor, game: &str, number: &str) -> Result<Found, Refused> {
    let kind: Kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let number: usize = number.parse().map_err(|_| Refused::NoSuchPage)?;
    let puzzle = Collection::shipped(kind).puzzle(number).ok_or(Refused::NoSuchPage)?;
    let posed = visitor.work(Size::Small, move || Posed::new(puzzle)).await?;
    let spot = Spot { way: Arc::new(posed.way().clone()), moment: posed.solved_from() };
    Ok(Found { kind, number, posed, spot })
}

pub(super) async fn page(
    visitor: Visitor,
    Path((game, number)): Path<(String, String)>,
    Asked(wish): Asked<Wish>,
) -> Answer {
    let found = find(&visitor, &game, &number).await?;
    let exercise = shown(&visitor, &found, &wish).await?;
    Ok(visitor.page(|context| pages::exercise(context, &with_facts(context, exercise))))
}

pub(super) async fn answer(
    visitor: Visitor,
    Path((game, number)): Path<(String, String)>,
    Sent(wish): Sent<Wish>,
) -> Answer {
    let found = find(&visitor, &game, &number).await?;
    let (mut cookie, is_on) = (None, !wish.played().is_empty());
    if is_on {
        cookie = play_on(&visitor, &found, &wish).await?;
    } else if let Some(text) = &wish.play {
        let given = match found.posed.given(text) {
            Ok(given) => given,
            // Shown where it was tried, with what is wrong.
            Err(message) => {
                let asked = with_standing(&visitor, &found, asked(&found)).await?;
                let refused = (Exercise { refused: Some(message.clone()), ..asked.0 }, asked.1);
                return visitor
                    .in_form(message.into(), |context, _| pages::exercise(context, &with_facts(context, refused)));
            }
        };
        cookie = try_first(&visitor, &found, given.is_right).await?;
        if !given.is_right && found.posed.mistake_from().is_none() {
            let (site, payer) = (&visitor.site, visitor.viewer.household);
            site.trials().think(site.hub(), payer, &found.spot, Some(&given.answer), |_| async {}).await?;
        }
    } else if wish.want == Some(Want::Answer) {
        // Who looks has not found it.
        cookie = try_first(&visitor, &found, false).await?;
    }
    let mut query = form_urlencoded::Serializer::new(format!("{}?", address(found.kind, found.number)));
    query.extend_pairs(wish.query());
    Ok(with_cookie(visitor.done(&query.finish()), cookie))
}

/// Somebody plays on from the solution, or from a wrong try; who does so before an answer has looked.
async fn play_on(visitor: &Visitor, found: &Found, wish: &Wish) -> Result<Option<HeaderValue>, Refused> {
    let (site, payer) = (&visitor.site, visitor.viewer.household);
    let (spot, _) = further(visitor, &found.spot, asked(found), wish).await?;
    site.trials().think(site.hub(), payer, &spot, wish.play.as_deref(), |_| async {}).await?;
    Ok(try_first(visitor, found, false).await?)
}

/// Writes the first try down; the cookie for whoever had no name yet.
async fn try_first(visitor: &Visitor, found: &Found, is_right: bool) -> Result<Option<HeaderValue>, Refusal> {
    let (owner, cookie) = if visitor.is_local() {
        (HERE.to_owned(), None)
    } else {
        let (key, cookie) = visitor.secret()?;
        (key.to_string(), cookie)
    };
    let (which, now_ms, is_new) = ((found.kind, found.number), visitor.site.hub().now_ms(), cookie.is_some());
    let write = move |store: &dyn store::Store| {
        puzzles::tried(store, &owner, which, is_right, now_ms)?;
        if is_new {
            store.thin_out(Shelf::Progress, None, ROOM)?;
        }
        Ok(())
    };
    visitor.site.hub().write(write).await?;
    Ok(cookie)
}

/// The page with what is known of what was tried or asked.
async fn shown(visitor: &Visitor, found: &Found, wish: &Wish) -> Result<(Exercise, PuzzleFacts), Refused> {
    let posed = &found.posed;
    let exercise = asked(found);
    let exercise = if !wish.played().is_empty() {
        trying::shown(visitor, &found.spot, exercise, wish).await?
    } else if let Some(text) = &wish.play {
        match posed.given(text) {
            Ok(given) if given.is_right => right(found, exercise, &given.answer, wish.step),
            Ok(given) => wrong(visitor, found, exercise, &given, wish.step).await,
            Err(refused) => Exercise { refused: Some(refused), ..exercise },
        }
    } else {
        match wish.want {
            Some(Want::Hint) => Exercise { said: posed.hint(), has_hint: false, ..exercise },
            Some(Want::Answer) => {
                let line = posed.solution().map(|solution| solution.line().to_vec()).unwrap_or_default();
                let (from, what) = ((posed.way(), posed.solved_from()), ("want", "answer".to_owned()));
                exercise.answered((Mood::Shown, posed.solved()), from, &line, wish.step, what)
            }
            None => match (posed.mistake_from(), wish.step) {
                // The game is looked through before one says which move it was.
                (Some(_), Some(step)) => {
                    let at = step.min(posed.asked());
                    let view = posed.way().view(at, &table::view::Wanted::default(), false);
                    Exercise { view, ..exercise }
                }
                _ => exercise,
            },
        }
    };
    Ok(with_standing(visitor, found, exercise).await?)
}

fn right(found: &Found, exercise: Exercise, answer: &str, step: Option<usize>) -> Exercise {
    let posed = &found.posed;
    let line = if posed.mistake_from().is_some() { posed.puzzle().line.clone() } else { posed.line_after(answer) };
    let what = ("play", answer.to_owned());
    let said = (Mood::Right, posed.right(answer));
    exercise.answered(said, (posed.way(), posed.solved_from()), &line, step, what)
}

async fn wrong(
    visitor: &Visitor,
    found: &Found,
    exercise: Exercise,
    given: &players::puzzles::Given,
    step: Option<usize>,
) -> Exercise {
    let (posed, spot) = (&found.posed, &found.spot);
    if posed.mistake_from().is_some() {
        return Exercise { mood: Mood::Wrong, said: posed.wrong(given, None), ..exercise };
    }
    let (site, payer) = (&visitor.site, visitor.viewer.household);
    match site.trials().known_trial(site.hub(), payer, spot, &given.answer).await {
        Ok(Some(trial)) => {
            let line: Vec<String> = std::iter::once(given.answer.clone()).chain(trial.line().iter().cloned()).collect();
            let said = (Mood::Wrong, posed.wrong(given, Some(&trial)));
            let what = ("play", given.answer.clone());
            exercise.answered(said, (posed.way(), posed.asked()), &line, step, what)
        }
        Ok(None) => exercise.waits(("play", given.answer.clone())),
        Err(refused) => Exercise { refused: Some(refused), ..exercise },
    }
}

/// The puzzle before anything was tried.
fn asked(found: &Found) -> Exercise {
    let Found { kind, number, posed, .. } = found;
    let mut exercise = Exercise::new(address(*kind, *number), String::new(), "/learn", posed.way(), posed.asked());
    exercise.task = posed.task();
    if posed.mistake_from().is_some() {
        exercise.view = posed.way().view(posed.asked(), &table::view::Wanted::default(), false);
        exercise.said = vec![table::Message::new("puzzle-mistake-lead")];
    }
    exercise
}

/// What stands beside the board, and where one can go from there.
async fn with_standing(
    visitor: &Visitor,
    found: &Found,
    mut exercise: Exercise,
) -> Result<(Exercise, PuzzleFacts), Refusal> {
    let progress = progress(visitor).await?;
    let is_done = matches!(exercise.mood, Mood::Right | Mood::Shown) || !exercise.played.is_empty();
    exercise.ways_on = vec![
        (format!("/puzzles/{}/next", found.kind), "puzzle-next", is_done),
        ("/puzzles".to_owned(), "puzzle-all", false),
    ];
    let listed = found.posed.mistake_from().filter(|_| !is_done).map(|from| (from, found.posed.puzzle().moves.clone()));
    let facts = PuzzleFacts {
        number: found.number,
        puzzle: found.posed.puzzle().clone(),
        standing: progress.of(found.kind).clone(),
        listed,
    };
    Ok((exercise, facts))
}

fn with_facts(context: &pages::Context<'_>, (exercise, facts): (Exercise, PuzzleFacts)) -> Exercise {
    Exercise {
        title: pages::puzzle_title(context, &facts),
        aside: Some(pages::puzzle_facts(context, &exercise.address, &facts)),
        ..exercise
    }
}
