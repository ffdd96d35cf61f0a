//! A game: its page, its live updates, what is done there.

use std::collections::HashMap;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Form, Path, Query};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plateau_core::Player;
use serde_json::json;
use store::GameId;
use table::AnyTable;
use table::view::Stage;
use tracing::{Instrument, error_span};

use super::pages::{Fields, borrowed};
use super::visitor::{self, Visitor, with_cookie};
use crate::guard::Kind;
use crate::hub::{Refusal, Sitter};
use crate::live::{self as live_pages, Counted};
use crate::log::cut;
use crate::pages::{self, Colour, NewGame, Opponent, clean_name};
use crate::wire;

/// The game that an address names.
pub(super) fn game_id(text: &str) -> Result<GameId, Refusal> {
    text.parse().map_err(|_| Refusal::NoSuchGame)
}

pub(super) async fn page(visitor: Visitor, Path(id): Path<String>) -> Response {
    let look = async { visitor.site.hub().look(game_id(&id)?, visitor.viewer).await };
    match look.await {
        Ok(scene) => visitor.page(|context| pages::game(context, &scene)),
        Err(refusal) => visitor.refuse(&refusal),
    }
}

pub(super) async fn live(
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    socket: WebSocketUpgrade,
) -> Response {
    let id = match game_id(&id) {
        Ok(id) => id,
        Err(refusal) => return visitor.refuse(&refusal),
    };
    let Some(counted) = Counted::new(&visitor.site, visitor.viewer.address) else {
        return visitor.error(StatusCode::TOO_MANY_REQUESTS, "");
    };
    let from = query.get("from").and_then(|text| text.parse().ok()).unwrap_or(0);
    let (site, viewer, taste) = (visitor.site.clone(), visitor.viewer, visitor.taste());
    // The page outlives this request, and keeps its name.
    let span = error_span!("live", game = cut(id));
    live_pages::upgrade(socket)
        .on_upgrade(move |socket| live_pages::game(socket, site, id, viewer, taste, from, counted).instrument(span))
}

/// A command by form.
pub(super) async fn act(visitor: Visitor, Path(id): Path<String>, Form(form): Form<wire::Form>) -> Response {
    let act = async {
        let id = game_id(&id)?;
        visitor.site.hub().act(id, visitor.viewer, form.read()?).await
    };
    match act.await {
        Ok(()) => visitor.done(&format!("/game/{id}")),
        Err(refusal) => visitor.refuse(&refusal),
    }
}

pub(super) async fn sit(visitor: Visitor, Path(id): Path<String>, Form(fields): Form<Fields>) -> Response {
    let sit = async {
        let id = game_id(&id)?;
        let field = |key: &str| fields.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        let side = Player::BOTH.into_iter().find(|player| Some(player.to_string().as_str()) == field("side"));
        let side = side.ok_or_else(wire::unknown)?;
        let name = field("name").map(clean_name).filter(|name| !name.is_empty());
        let (key, cookie) = visitor.secret()?;
        let name = name.unwrap_or_else(|| visitor.options.name.clone());
        visitor.site.hub().sit(id, Sitter { side, name, key }).await?;
        Ok(cookie)
    };
    match sit.await {
        Ok(cookie) => with_cookie(visitor.done(&format!("/game/{id}")), cookie),
        Err(refusal) => visitor.refuse(&refusal),
    }
}

/// Makes a game as the form wants it.
pub(super) async fn create(visitor: Visitor, Form(fields): Form<Fields>) -> Response {
    if !visitor.site.guard().may(visitor.viewer.address, Kind::Game) {
        return visitor.error(StatusCode::TOO_MANY_REQUESTS, "");
    }
    let mut new = NewGame::from_form(borrowed(&fields));
    if visitor.is_local() && matches!(new.opponent, Opponent::Link | Opponent::Lobby) {
        new.opponent = Opponent::Here;
    }
    let make = async {
        let own = match new.colour {
            Colour::Given(player) => player,
            Colour::Toss => toss_up()?,
        };
        let table: AnyTable = new.setup(own).parse()?;
        let (sitters, cookie) = sitters(&visitor, &new, own)?;
        let listed = new.opponent == Opponent::Lobby;
        let id = visitor.site.hub().create(table, Vec::new(), sitters, listed).await?;
        if visitor.is_local() {
            let (name, now_ms) = (new.names[0].clone(), visitor.site.hub().now_ms());
            visitor.site.hub().write(move |store| store.remember_name(&name, now_ms)).await?;
        }
        Ok((id, own, cookie))
    };
    match make.await {
        Ok((id, own, cookie)) => {
            let next = if new.needs_toss() { format!("/game/{id}/toss?drawn={own}") } else { format!("/game/{id}") };
            with_cookie(visitor.done(&next), cookie)
        }
        Err(Refusal::Said(message)) => {
            let said = visitor.site.explain(visitor.lang, &Refusal::Said(message));
            let page = visitor.page(|context| pages::new_game(context, &new, Some(&said)));
            (StatusCode::BAD_REQUEST, page).into_response()
        }
        Err(refusal) => visitor.refuse(&refusal),
    }
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
        Opponent::Machine | Opponent::Link | Opponent::Lobby => &[own],
    };
    let (key, cookie) = visitor.secret()?;
    let name = |side: Player| new.names[usize::from(side != own)].clone();
    let sitters = sides.iter().map(|&side| Sitter { side, name: name(side), key }).collect();
    Ok((sitters, cookie))
}

/// A coin that nobody can foresee.
fn toss_up() -> Result<Player, Refusal> {
    let mut byte = [0];
    getrandom::fill(&mut byte).map_err(|problem| store::Error::NoRandom { problem: problem.to_string() })?;
    Ok(if byte[0] % 2 == 0 { Player::Black } else { Player::White })
}

pub(super) async fn toss(
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let drawn = if query.get("drawn").is_some_and(|drawn| drawn == "white") { Player::White } else { Player::Black };
    match game_id(&id) {
        Ok(id) => visitor.page(|context| pages::toss(context, drawn, &format!("/game/{id}"))),
        Err(refusal) => visitor.refuse(&refusal),
    }
}

/// Forgets a game; only on one's own machine.
pub(super) async fn delete(visitor: Visitor, Path(id): Path<String>) -> Response {
    if !visitor.is_local() {
        return visitor.error(StatusCode::FORBIDDEN, "");
    }
    let delete = async { visitor.site.hub().delete(game_id(&id)?).await };
    match delete.await {
        Ok(()) => visitor.done("/games?which=unfinished"),
        Err(refusal) => visitor.refuse(&refusal),
    }
}

pub(super) async fn share(visitor: Visitor, Path(id): Path<String>) -> Response {
    let look = async { visitor.site.hub().look(game_id(&id)?, visitor.viewer).await };
    match look.await {
        Ok(scene) => visitor.page(|context| pages::share(context, scene.id, &scene.view, &scene.setup)),
        Err(refusal) => visitor.refuse(&refusal),
    }
}

/// The game for programs.
pub(super) async fn state(visitor: Visitor, Path(id): Path<String>) -> Response {
    let look = async { visitor.site.hub().look(game_id(&id)?, visitor.viewer).await };
    let scene = match look.await {
        Ok(scene) => scene,
        Err(refusal) => return visitor.refuse(&refusal),
    };
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
    let (stage, result) = match &view.stage {
        Stage::Playing => ("playing", None),
        Stage::Marking { .. } => ("marking", None),
        Stage::Ended { result, .. } => ("ended", Some(result)),
    };
    visitor::json(&json!({
        "id": scene.id.to_string(),
        "version": scene.version,
        "game": view.game,
        "setup": scene.setup,
        "black": player(Player::Black),
        "white": player(Player::White),
        "moves": view.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>(),
        "stage": stage,
        "result": result,
        "says": view.sentences.iter().map(|message| context.tell(message)).collect::<Vec<_>>(),
        "rematch": scene.rematch.map(|id| id.to_string()),
    }))
}
