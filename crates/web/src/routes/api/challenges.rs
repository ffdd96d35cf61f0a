//! Challenges: games that wait for somebody's answer.

use axum::extract::Path;
use pages::wire::Do;
use plateau_core::Player;
use serde_json::json;
use store::{Error, GameId, Loaded, Summary, Which};
use table::{Message, Seat, Who};

use super::caller::{Body, Caller, done};
use crate::api::{self, Fields, Wish, wrong_field};
use crate::guard::Budget;
use crate::hub::{Beginning, Challenge, Refusal, Seated, Sitter, Standing};
use crate::routes::asking::{may_ask, program, waiting};
use crate::routes::game::{game_id, toss_up};
use crate::routes::refused::{Answer, Refused};
use crate::routes::visitor::{self, Visitor};

/// Why somebody does not want to play, as lichess knows it.
const REASONS: [&str; 11] = [
    "generic",
    "later",
    "tooFast",
    "tooSlow",
    "timeControl",
    "rated",
    "casual",
    "standard",
    "variant",
    "noBot",
    "onlyBot",
];

/// What waits for an answer, of this program and of others.
pub(super) async fn mine(caller: Caller, visitor: Visitor) -> Answer {
    let (key, origin, hub) = (caller.key, visitor.context().origin.to_owned(), caller.site.hub().clone());
    let read = caller.site.hub().read(caller.viewer.household, move |store| {
        let standing = Standing::of(store, key, Which::Unfinished, None)?;
        let list = |games: &[(Summary, Player)], is_out| {
            let load = |(game, own): &(Summary, Player)| {
                Ok::<_, Error>(api::challenge(&store.load(game.id)?, Some(*own), is_out, &origin))
            };
            waiting(&hub, games).map(load).collect::<Result<Vec<_>, _>>()
        };
        Ok(json!({ "in": list(&standing.asked, false)?, "out": list(&standing.asks, true)? }))
    });
    Ok(visitor::json(&read.await?))
}

/// Asks another program to play.
pub(super) async fn create(caller: Caller, visitor: Visitor, Path(whom): Path<String>, Body(fields): Body) -> Answer {
    let (name, key) = program(&caller.site, caller.viewer.household, &whom).await?;
    if key == caller.key {
        return Err(Message::new("api-yourself").into());
    }
    let (wish, opponent) = (take(fields)?, Seat { name, who: Who::Person });
    let challenge = Challenge { by: caller.key, to: Some(key) };
    let (loaded, own) = begin(&caller, &wish, opponent, Some(challenge)).await?;
    Ok(visitor::json(&api::challenge(&loaded, Some(own), true, visitor.context().origin)))
}

/// Asks whoever has the link.
pub(super) async fn open(caller: Caller, visitor: Visitor, Body(fields): Body) -> Answer {
    let (wish, nobody) = (take(fields)?, Seat { name: String::new(), who: Who::Person });
    let challenge = Challenge { by: caller.key, to: None };
    let (loaded, own) = begin(&caller, &wish, nobody, Some(challenge)).await?;
    Ok(visitor::json(&api::challenge(&loaded, Some(own), true, visitor.context().origin)))
}

/// Plays against a machine of the server.
pub(super) async fn machine(caller: Caller, Body(mut fields): Body) -> Answer {
    let level = fields.parse::<u8>("level").map_err(Refused::Wrong)?.unwrap_or(1);
    let wish = take(fields)?;
    let opponent = wish.machine(level).map_err(Refused::Wrong)?;
    let (loaded, own) = begin(&caller, &wish, opponent, None).await?;
    Ok(visitor::json(&api::game(&loaded, own)))
}

fn take(mut fields: Fields) -> Result<Wish, Refused> {
    let wish = Wish::take(&mut fields).map_err(Refused::Wrong)?;
    fields.finish().map_err(Refused::Wrong)?;
    Ok(wish)
}

/// Makes the game, or finds the one that was made when this was asked for before; and the caller's colour there.
async fn begin(
    caller: &Caller,
    wish: &Wish,
    opponent: Seat,
    challenge: Option<Challenge>,
) -> Result<(Loaded, Player), Refused> {
    let (hub, key) = (caller.site.hub(), caller.key);
    if !caller.site.guard().may(caller.viewer.household, Budget::Game) {
        return Err(Refused::TooOften);
    }
    if challenge.is_some() {
        may_ask(&caller.site, caller.viewer.household, key).await?;
    }
    let side = wish.colour.map_or_else(toss_up, Ok)?;
    let own = Seat { name: caller.token.name.clone(), who: Who::Person };
    let seats = match side {
        Player::Black => [own, opponent],
        Player::White => [opponent, own],
    };
    let table = wish.setup(seats).and_then(table::AnySetup::table).map_err(Refused::Wrong)?;
    let sitter = Sitter { side, name: caller.token.name.clone(), key };
    let id = caller.name.as_deref().map(|name| GameId::of_number(key.number(name)));
    let game = match hub.create(Beginning { challenge, id, ..Beginning::of(table, vec![sitter]) }).await {
        Ok(game) => game,
        Err(Refusal::Store(Error::Conflict { game, .. })) if Some(game) == id => game,
        Err(refusal) => return Err(refusal.into()),
    };
    if challenge.is_some() {
        hub.tend(game, caller.viewer.household);
    }
    find(caller, game).await.map(|(loaded, place)| (loaded, place.own.unwrap_or(side)))
}

/// Where a caller stands in a game.
#[derive(Clone, Copy)]
struct Place {
    /// Its seat, if it has one.
    own: Option<Player>,
    /// A seat that can be taken.
    left: Option<Player>,
    /// Whether it asked for this game, or was asked.
    asks: bool,
    is_asked: bool,
}

/// The game, and where the caller stands in it.
async fn find(caller: &Caller, game: GameId) -> Result<(Loaded, Place), Refused> {
    let key = caller.key;
    let read = caller.site.hub().read(caller.viewer.household, move |store| {
        let (loaded, seats) = (store.load(game)?, Seated::of(store, game)?);
        Ok((loaded, seats))
    });
    let (loaded, seats) = read.await?;
    let is_free = |player: &Player| seats.keys[*player].is_none() && loaded.summary.seats[*player].who.is_person();
    let place = Place {
        own: Player::BOTH.into_iter().find(|player| seats.keys[*player] == Some(key)),
        left: Player::BOTH.into_iter().find(is_free),
        asks: seats.by == Some(key),
        is_asked: seats.to == Some(key),
    };
    Ok((loaded, place))
}

pub(super) async fn show(caller: Caller, visitor: Visitor, Path(id): Path<String>) -> Answer {
    let (loaded, place) = find(&caller, game_id(&id)?).await?;
    let own = match place {
        Place { asks: true, own, .. } => own,
        Place { is_asked: true, left, .. } => left,
        _ => return Err(Refusal::NoSuchGame.into()),
    };
    Ok(visitor::json(&api::challenge(&loaded, own, place.asks, visitor.context().origin)))
}

/// Sits down: in a game that one was asked to play, or in any other with a free seat. To do so again changes nothing.
pub(super) async fn accept(caller: Caller, Path(id): Path<String>) -> Answer {
    let game = game_id(&id)?;
    let (_, place) = find(&caller, game).await?;
    match place {
        Place { asks: true, left: Some(_), .. } => return Err(Message::new("api-yourself").into()),
        Place { own: Some(_), .. } => return Ok(done()),
        _ => {}
    }
    let side = place.left.ok_or_else(|| Message::new("seat-taken"))?;
    let sitter = Sitter { side, name: caller.token.name.clone(), key: caller.key };
    caller.site.hub().sit(game, caller.viewer.household, sitter).await?;
    Ok(done())
}

pub(super) async fn decline(caller: Caller, Path(id): Path<String>, Body(mut fields): Body) -> Answer {
    let game = game_id(&id)?;
    let named = fields.take("reason");
    let reason = REASONS.into_iter().find(|reason| named.as_deref().unwrap_or(REASONS[0]) == *reason);
    let reason = reason.ok_or_else(|| Refused::Wrong(wrong_field("reason", REASONS.join(", "))))?;
    fields.finish().map_err(Refused::Wrong)?;
    caller.site.hub().decline(game, caller.viewer, reason).await?;
    Ok(done())
}

pub(super) async fn cancel(caller: Caller, Path(id): Path<String>) -> Answer {
    caller.site.hub().act_once(game_id(&id)?, caller.viewer, Do::Cancel, caller.name).await?;
    Ok(done())
}
