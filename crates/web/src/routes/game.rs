//! A game: its page, its live updates, what is done there.

use axum::extract::Path;
use pages::{Colour, Errand, NewGame, Opponent, wire};
use plateau_core::Player;
use players::elsewhere::question::{about_table, resources_of_a_browser};
use players::thinker::Task;
use serde::Deserialize;
use serde_json::json;
use store::GameId;
use store::preferences::clean_name;
use table::Message;
use table::view::Stage;
use tracing::{Instrument, error_span};

use super::asked::{Asked, Named, Sent};
use super::asking::{may_ask, program};
use super::pages::{Fields, borrowed};
use super::refused::{Answer, Refused};
use super::visitor::{self, Visitor, with_cookie};
use crate::hub::{Beginning, Challenge, Refusal, Sitter};
use crate::live::{self as live_pages, Counted};
use crate::log::cut;

/// The game that an address names.
pub(super) fn game_id(text: &str) -> Result<GameId, Refusal> {
    text.parse().map_err(|_| Refusal::NoSuchGame)
}

pub(super) async fn page(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let scene = visitor.site.hub().look(game_id(&id)?, visitor.viewer).await?;
    Ok(visitor.page(|context| pages::game(context, &scene)))
}

/// From which version on a page wants to hear what changes.
#[derive(Deserialize, Default)]
pub(super) struct Since {
    #[serde(default)]
    from: u64,
    lang: Option<String>,
}

pub(super) async fn live(
    visitor: Visitor,
    Path(id): Path<String>,
    Asked(Since { from, lang }): Asked<Since>,
    way: live_pages::Way,
) -> Answer {
    let id = game_id(&id)?;
    let counted = Counted::of_way(&way, &visitor.site, visitor.viewer.household).ok_or(Refused::TooOften)?;
    let (site, viewer, taste) = (visitor.site.clone(), visitor.viewer, visitor.taste(lang.as_deref()));
    // The page outlives this request, and keeps its name.
    let span = error_span!("live", game = cut(id));
    Ok(live_pages::upgrade(way, visitor.site.hub(), move |line| {
        live_pages::game(line, site, id, viewer, taste, from, counted).instrument(span)
    }))
}

/// A command by form.
pub(super) async fn act(
    visitor: Visitor,
    Named(name): Named,
    Path(id): Path<String>,
    Sent(form): Sent<wire::Form>,
) -> Answer {
    let game = game_id(&id)?;
    visitor.site.hub().act_once(game, visitor.viewer, form.read()?, name).await?;
    Ok(visitor.done(&format!("/game/{id}")))
}

/// What a browser that thinks by itself wants to be told.
#[derive(Deserialize, Default)]
pub(super) struct About {
    #[serde(default)]
    about: String,
}

/// What is to be thought about for a hint, handed to whoever may have one and thinks by themselves.
pub(super) async fn question(visitor: Visitor, Path(id): Path<String>, Asked(About { about }): Asked<About>) -> Answer {
    let game = game_id(&id)?;
    let task = match about.as_str() {
        "hint" => Task::Hint,
        "estimate" => Task::Estimate,
        _ => return Err(Refused::NoSuchPage),
    };
    let hub = visitor.site.hub();
    let you = hub.look(game, visitor.viewer).await?.you;
    let table = hub.table(game, visitor.viewer.household).await?;
    you.may_be_advised(&table)?;
    let now_ms = hub.now_ms();
    let question = about_table(&table, task, now_ms, &resources_of_a_browser(now_ms));
    let question = question.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or(Refused::NoSuchPage)?;
    let (lang, coordinates) = (visitor.lang.tag().to_owned(), visitor.options.coordinates);
    Ok(visitor::json(&Errand { question, lang, coordinates }))
}

/// Who wants to sit down where.
#[derive(Deserialize)]
pub(super) struct Seat {
    side: Option<String>,
    name: Option<String>,
}

pub(super) async fn sit(visitor: Visitor, Path(id): Path<String>, Sent(seat): Sent<Seat>) -> Answer {
    let game = game_id(&id)?;
    let side = Player::BOTH.into_iter().find(|player| seat.side.as_deref() == Some(&player.to_string()));
    let side = side.ok_or_else(wire::unknown)?;
    let name = seat.name.as_deref().map(clean_name).filter(|name| !name.is_empty());
    let (key, cookie) = visitor.secret()?;
    let name = name.unwrap_or_else(|| visitor.options.name.clone());
    visitor.site.hub().sit(game, visitor.viewer.household, Sitter { side, name, key }).await?;
    Ok(with_cookie(visitor.done(&format!("/game/{id}")), cookie))
}

/// Makes a game as the form wants it.
pub(super) async fn create(visitor: Visitor, Sent(fields): Sent<Fields>) -> Answer {
    visitor.may_make_a_game()?;
    let mut new = NewGame::from_form(borrowed(&fields));
    if visitor.is_local() && new.opponent.is_elsewhere() {
        new.opponent = Opponent::Here;
    }
    new.programs = visitor.programs();
    let make = async {
        let own = match new.colour {
            Colour::Given(player) => player,
            Colour::Toss => toss_up()?,
        };
        let table = new.setup(own)?.table()?;
        let (sitters, cookie) = sitters(&visitor, &new, own)?;
        let listed = new.opponent == Opponent::Lobby;
        let challenge = asked(&visitor, &new, sitters.first()).await?;
        if visitor.is_local() {
            // Before the game: whoever hears that it could not be made must not find it.
            let (name, now_ms) = (new.names[0].clone(), visitor.site.hub().now_ms());
            visitor.site.hub().write(move |store| store.remember_name(&name, now_ms)).await?;
        }
        let beginning = Beginning { listed, challenge, ..Beginning::of(table, sitters) };
        let id = visitor.site.hub().create(beginning).await?;
        if challenge.is_some() {
            visitor.site.hub().tend(id, visitor.viewer.household);
        }
        Ok((id, own, cookie))
    };
    let (id, own, cookie) = match make.await {
        Ok(made) => made,
        Err(Refused::Hub(refusal)) => {
            return visitor.in_form(refusal, |context, said| pages::new_game(context, &new, said));
        }
        Err(refused) => return Err(refused),
    };
    let next = if new.needs_toss() { format!("/game/{id}/toss?drawn={own}") } else { format!("/game/{id}") };
    Ok(with_cookie(visitor.done(&next), cookie))
}

/// Which program is asked to play, by whoever sits down.
async fn asked(visitor: &Visitor, new: &NewGame, sitter: Option<&Sitter>) -> Result<Option<Challenge>, Refused> {
    let (Opponent::Program, Some(sitter)) = (new.opponent, sitter) else { return Ok(None) };
    if !new.programs.iter().any(|(name, _)| *name == new.program) {
        return Err(Refusal::from(Message::new("program-gone")).into());
    }
    let (site, household) = (&visitor.site, visitor.viewer.household);
    may_ask(site, household, sitter.key).await?;
    let (_, key) = program(site, household, &new.program).await?;
    Ok(Some(Challenge { by: sitter.key, to: Some(key) }))
}

/// Who sits down at once: on a server whoever makes the game, at both seats if both play at one board.
fn sitters(
    visitor: &Visitor,
    new: &NewGame,
    own: Player,
) -> Result<(Vec<Sitter>, Option<axum::http::HeaderValue>), Refusal> {
    if visitor.is_local() {
        return Ok((Vec::new(), None));
    }
    let sides: &[Player] = match new.opponent {
        Opponent::Machines => &[],
        Opponent::Here => &Player::BOTH,
        Opponent::Machine | Opponent::Link | Opponent::Lobby | Opponent::Program => &[own],
    };
    let (key, cookie) = visitor.secret()?;
    let name = |side: Player| new.names[usize::from(side != own)].clone();
    let sitters = sides.iter().map(|&side| Sitter { side, name: name(side), key }).collect();
    Ok((sitters, cookie))
}

/// A coin that nobody can foresee.
pub(super) fn toss_up() -> Result<Player, Refusal> {
    let mut byte = [0];
    getrandom::fill(&mut byte).map_err(|problem| store::Error::NoRandom { problem: problem.to_string() })?;
    Ok(if byte[0] % 2 == 0 { Player::Black } else { Player::White })
}

/// Which colour a toss has brought.
#[derive(Deserialize, Default)]
pub(super) struct Tossed {
    drawn: Option<String>,
}

pub(super) async fn toss(visitor: Visitor, Path(id): Path<String>, Asked(tossed): Asked<Tossed>) -> Answer {
    let drawn = if tossed.drawn.as_deref() == Some("white") { Player::White } else { Player::Black };
    let id = game_id(&id)?;
    let kind = visitor.site.hub().table(id, visitor.viewer.household).await?.kind();
    Ok(visitor.page(|context| pages::toss(context, kind, drawn, &format!("/game/{id}"))))
}

/// Forgets a game; only on one's own machine.
pub(super) async fn delete(visitor: Visitor, Path(id): Path<String>) -> Answer {
    if !visitor.is_local() {
        return Err(Refused::Forbidden);
    }
    visitor.site.hub().delete(game_id(&id)?).await?;
    Ok(visitor.done("/games?which=unfinished"))
}

pub(super) async fn share(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let scene = visitor.site.hub().look(game_id(&id)?, visitor.viewer).await?;
    Ok(visitor.page(|context| pages::share(context, scene.id, &scene.view, &scene.setup)))
}

/// The game for programs.
pub(super) async fn state(visitor: Visitor, Path(id): Path<String>) -> Answer {
    let scene = visitor.site.hub().look(game_id(&id)?, visitor.viewer).await?;
    let view = &scene.view;
    let context = visitor.context();
    let player = |player: Player| {
        let side = &view.players[player];
        json!({
            "name": side.name,
            "who": side.who.to_string(),
            "to_move": side.to_move,
            "you": scene.you.has(player),
            "clock_ms": side.clock.map(|clock| clock.left.as_millis() as u64),
        })
    };
    let stage = match view.stage {
        Stage::Playing => "playing",
        Stage::Marking { .. } => "marking",
        Stage::Ended => "ended",
    };
    Ok(visitor::json(&json!({
        "id": scene.id.to_string(),
        "version": scene.version,
        "game": view.kind.id(),
        "setup": scene.setup.to_string(),
        "black": player(Player::Black),
        "white": player(Player::White),
        "moves": view.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>(),
        "stage": stage,
        "result": view.end.map(|end| end.ending.to_string()),
        "says": view.sentences.iter().map(|message| context.tell(message)).collect::<Vec<_>>(),
        "rematch": scene.rematch.map(|id| id.to_string()),
    })))
}
