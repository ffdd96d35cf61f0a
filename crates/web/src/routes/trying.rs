//! A better move is looked for, from a place in a game or a record. What was played there, and what the machine makes of it, is hidden
//! until one has tried.

use std::sync::Arc;

use axum::extract::Path;
use pages::{BETWEEN, Exercise};
use players::analyst::Solution;
use serde::Deserialize;
use table::view::Wanted;
use table::{Message, Review};

use super::asked::{Asked, Place, Sent};
use super::game::game_id;
use super::record::{Whole, brought};
use super::refused::{Answer, Refused};
use super::visitor::Visitor;
use crate::hub::Refusal;
use crate::trials::Spot;
use crate::turns::Size;

/// What is wanted of an exercise: a place, a move to be tried there, or to be told something, and how far one looks along the line.
#[derive(Clone, Deserialize, Default)]
pub(super) struct Wish {
    pub(super) at: Option<u32>,
    /// The moves by which one has played on from there.
    pub(super) line: Option<String>,
    pub(super) play: Option<String>,
    pub(super) want: Option<Want>,
    pub(super) step: Option<usize>,
}

/// What one can be told.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Want {
    Hint,
    Answer,
}

impl Wish {
    /// The moves by which one has played on.
    pub(super) fn played(&self) -> Vec<String> {
        let moves = self.line.as_deref().unwrap_or_default().split(BETWEEN);
        moves.filter(|mv| !mv.is_empty()).map(str::to_owned).collect()
    }

    /// The same in the query of an address.
    pub(super) fn query(&self) -> impl Iterator<Item = (&'static str, String)> {
        let line = self.line.clone().filter(|line| !line.is_empty()).map(|line| ("line", line));
        line.into_iter().chain(self.asks())
    }

    /// The move that is tried, or what one wants to be told.
    fn asks(&self) -> Option<(&'static str, String)> {
        let want = self.want.map(|want| match want {
            Want::Hint => ("want", "hint".to_owned()),
            Want::Answer => ("want", "answer".to_owned()),
        });
        self.play.clone().map(|mv| ("play", mv)).or(want)
    }
}

pub(super) async fn try_game(visitor: Visitor, Path(id): Path<String>, Asked(wish): Asked<Wish>) -> Answer {
    let found = of_game(&visitor, &id, &wish).await?;
    page(&visitor, found, wish).await
}

pub(super) async fn try_record(visitor: Visitor, Path(key): Path<String>, Asked(wish): Asked<Wish>) -> Answer {
    let found = of_record(&visitor, &key, &wish).await?;
    page(&visitor, found, wish).await
}

pub(super) async fn answer_game(visitor: Visitor, Path(id): Path<String>, Sent(wish): Sent<Wish>) -> Answer {
    let found = of_game(&visitor, &id, &wish).await?;
    answer(&visitor, found, wish).await
}

pub(super) async fn answer_record(visitor: Visitor, Path(key): Path<String>, Sent(wish): Sent<Wish>) -> Answer {
    let found = of_record(&visitor, &key, &wish).await?;
    answer(&visitor, found, wish).await
}

/// A place in a game or a record where a move is looked for.
struct Found {
    /// The address of the exercise, and of the review that one came from.
    address: String,
    back: String,
    /// The players.
    names: [String; 2],
    node: u32,
    spot: Spot,
}

/// A game that goes on is its players' alone.
async fn of_game(visitor: &Visitor, id: &str, wish: &Wish) -> Result<Found, Refused> {
    let whole = Whole::find(visitor, game_id(id)?).await?;
    if whole.table.end().is_none() {
        return Err(Refusal::from(Message::new("study-not-over")).into());
    }
    let (place, files) = (Place { at: wish.at, ..Place::default() }, format!("/game/{id}"));
    let address = [format!("{files}/try"), format!("{files}/review")];
    visitor.work(whole.size(), move || find(address, &whole.review(place))).await
}

async fn of_record(visitor: &Visitor, key: &str, wish: &Wish) -> Result<Found, Refused> {
    let found = brought(visitor, key).await?;
    let place = Place { at: wish.at, ..Place::default() };
    let address = [format!("/record/{key}/try"), format!("/record/{key}")];
    visitor.work(Size::Small, move || find(address, &found.review(place))).await
}

fn find([address, back]: [String; 2], review: &Review) -> Result<Found, Refused> {
    let way = review.way()?;
    let moment = way.at(review.here());
    if way.is_forced(moment) {
        return Err(Message::new("exercise-no-choice").into());
    }
    let names = review.view(&Wanted::default()).players.map(|side| side.name);
    Ok(Found { address, back, names, node: review.here(), spot: Spot { way: Arc::new(way), moment } })
}

/// The machine looks at what was tried, or at the position itself; then the page shows it.
async fn answer(visitor: &Visitor, found: Found, wish: Wish) -> Answer {
    let (site, payer) = (&visitor.site, visitor.viewer.household);
    let (spot, exercise) = further(visitor, &found.spot, asked(&found), &wish).await?;
    let thought = site.trials().think(site.hub(), payer, &spot, wish.play.as_deref(), |_| async {}).await;
    match thought {
        Ok(()) => {
            let mut query = form_urlencoded::Serializer::new(format!("{}?", found.address));
            query.append_pair("at", &found.node.to_string()).extend_pairs(wish.query());
            Ok(visitor.done(&query.finish()))
        }
        // Shown where it was tried, with what is wrong.
        Err(Refusal::Said(message)) if wish.play.is_some() => {
            let exercise = Exercise { refused: Some(message.clone()), ..exercise };
            visitor.in_form(message.into(), |context, _| pages::exercise(context, &exercise))
        }
        Err(refusal) => Err(refusal.into()),
    }
}

async fn page(visitor: &Visitor, found: Found, wish: Wish) -> Answer {
    let exercise = shown(visitor, &found.spot, asked(&found), &wish).await?;
    Ok(visitor.page(|context| pages::exercise(context, &exercise)))
}

/// Where one has played on to, and the exercise there.
pub(super) async fn further(
    visitor: &Visitor,
    spot: &Spot,
    exercise: Exercise,
    wish: &Wish,
) -> Result<(Spot, Exercise), Refused> {
    let (asked, played) = (spot.clone(), wish.played());
    if played.is_empty() {
        return Ok((asked, exercise));
    }
    let on = move || {
        let here = asked.after(&played)?;
        let exercise = exercise.played_on(&asked.way, asked.moment, played);
        Ok::<_, Refused>((here, exercise))
    };
    visitor.work(Size::Small, on).await
}

/// The exercise with what is known of what was tried or asked.
pub(super) async fn shown(
    visitor: &Visitor,
    asked: &Spot,
    exercise: Exercise,
    wish: &Wish,
) -> Result<Exercise, Refused> {
    let (site, payer) = (&visitor.site, visitor.viewer.household);
    let (spot, exercise) = further(visitor, asked, exercise, wish).await?;
    if let Some(text) = &wish.play {
        return Ok(match site.trials().known_trial(site.hub(), payer, &spot, text).await {
            Ok(Some(trial)) => exercise.tried(&asked.way, asked.moment, &trial, wish.step),
            Ok(None) => exercise.waits(("play", text.clone())),
            Err(refused) => Exercise { refused: Some(refused), ..exercise },
        });
    }
    let (Some(want), Some(what)) = (wish.want, wish.asks()) else { return Ok(exercise) };
    let Some(judgement) = site.trials().known(site.hub(), payer, &spot).await else { return Ok(exercise.waits(what)) };
    Ok(match Solution::new(&spot.way, spot.moment, &judgement) {
        Some(solution) if want == Want::Answer => exercise.solved(&asked.way, asked.moment, &solution, wish.step),
        Some(solution) => exercise.hinted(&solution),
        None => exercise,
    })
}

/// The exercise before anything was tried.
fn asked(found: &Found) -> Exercise {
    let Found { address, back, names: [black, white], node, spot } = found;
    let kind = spot.way.kind();
    let title = match (black.is_empty(), white.is_empty()) {
        (false, false) => format!("{}: {black} – {white}", kind.name()),
        _ => kind.name().to_owned(),
    };
    Exercise {
        place: vec![("at", node.to_string())],
        ways_on: vec![(format!("{back}?at={node}"), "exercise-back", false)],
        ..Exercise::new(address.clone(), title, "/games", &spot.way, spot.moment)
    }
}
