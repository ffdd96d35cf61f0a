//! A better move is looked for, from a place in a game or a record.

use axum::extract::Path;
use pages::{Exercise, Place, Wish, try_again};
use players::analyst::Spot;
use store::Judgements;
use table::Message;

use super::asked::{Asked, Sent};
use super::game::game_id;
use super::record::{Whole, brought};
use super::refused::{Answer, Refused};
use super::visitor::Visitor;
use crate::hub::Refusal;
use crate::turns::Size;

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

/// A game that goes on is its players' alone.
async fn of_game(visitor: &Visitor, id: &str, wish: &Wish) -> Result<(Spot, Exercise), Refused> {
    let whole = Whole::find(visitor, game_id(id)?).await?;
    if whole.table.end().is_none() {
        return Err(Refusal::from(Message::new("study-not-over")).into());
    }
    let (place, files) = (Place::node(wish.at), format!("/game/{id}"));
    let size = whole.size();
    let find = move || try_again(format!("{files}/try"), &format!("{files}/review"), &whole.review(place));
    Ok(visitor.work(size, find).await?)
}

async fn of_record(visitor: &Visitor, key: &str, wish: &Wish) -> Result<(Spot, Exercise), Refused> {
    let found = brought(visitor, key).await?;
    let (place, address) = (Place::node(wish.at), format!("/record/{key}"));
    let find = move || try_again(format!("{address}/try"), &address, &found.review(place));
    Ok(visitor.work(Size::Small, find).await?)
}

/// The machine looks at what was tried, or at the position itself; then the page shows it.
async fn answer(visitor: &Visitor, (asked, exercise): (Spot, Exercise), wish: Wish) -> Answer {
    let (site, payer, next) = (&visitor.site, visitor.viewer.household, wish.address(&exercise));
    let (spot, exercise) = further(visitor, &asked, exercise, &wish).await?;
    let thought = site.trials().think(site.hub(), payer, &spot, wish.play.as_deref(), |_| async {}).await;
    match thought {
        Ok(()) => Ok(visitor.done(&next)),
        // Shown where it was tried, with what is wrong.
        Err(Refusal::Said(message)) if wish.play.is_some() => {
            let exercise = Exercise { refused: Some(message.clone()), ..exercise };
            visitor.in_form(message.into(), |context, _| pages::exercise(context, &exercise))
        }
        Err(refusal) => Err(refusal.into()),
    }
}

async fn page(visitor: &Visitor, (asked, exercise): (Spot, Exercise), wish: Wish) -> Answer {
    let exercise = shown(visitor, asked, exercise, wish).await?;
    Ok(visitor.page(|context| pages::exercise(context, &exercise)))
}

/// Where one has played on to, and the exercise there.
pub(super) async fn further(
    visitor: &Visitor,
    asked: &Spot,
    exercise: Exercise,
    wish: &Wish,
) -> Result<(Spot, Exercise), Refused> {
    let (asked, wish) = (asked.clone(), wish.clone());
    Ok(visitor.work(Size::Small, move || exercise.further(&asked, &wish)).await?)
}

/// The exercise with what is known of what was tried or asked.
pub(super) async fn shown(visitor: &Visitor, asked: Spot, exercise: Exercise, wish: Wish) -> Result<Exercise, Refused> {
    let (hub, household) = (visitor.site.hub(), visitor.viewer.household);
    let show = move |store: &dyn store::Store| Ok(exercise.shown(&asked, &wish, &Judgements(store)));
    Ok(hub.read(household, show).await??)
}
