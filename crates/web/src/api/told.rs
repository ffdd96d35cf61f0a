//! What a program is told of a game: lines of JSON, the whole of it first, then what changes.

use pages::phrase::Said;
use pages::{OfferKind, Presence, Scene, Seats};
use plateau_core::Player;
use serde_json::{Value, json};
use table::view::Stage;

use super::shapes;

/// What is told when a scene follows another, or when it is the first; nothing if a program would not see the difference.
pub(crate) fn told(before: Option<&Scene>, after: &Scene) -> Option<String> {
    let mut lines = Vec::new();
    let told_before = before.map_or(0, |before| before.said.len());
    match before {
        None => lines.push(full(after)),
        Some(before) if facts(before) != facts(after) => lines.push(state(after)),
        Some(_) => {}
    }
    lines.extend(after.said.iter().skip(told_before).map(|said| chat_line(after, *said)));
    let gone = gone(after);
    if gone != before.and_then(self::gone) {
        lines.push(gone.unwrap_or_else(|| json!({ "type": "opponentGone", "gone": false })));
    }
    (!lines.is_empty()).then(|| lines.iter().map(|line| format!("{line}\n")).collect())
}

/// The line that a stream begins with.
fn full(scene: &Scene) -> Value {
    let mut full = json!({
        "type": "gameFull",
        "id": scene.id.to_string(),
        "rated": false,
        "createdAt": scene.created_ms,
        "initialFen": "startpos",
        "setup": scene.setup.to_string(),
        "agreed": shapes::agreed(&scene.setup),
        "variant": shapes::variant(&scene.setup),
        "speed": shapes::speed(scene.setup.control()),
        "perf": { "name": scene.setup.kind().name() },
        "black": player(scene, Player::Black),
        "white": player(scene, Player::White),
        "state": state(scene),
    });
    if let (Some((initial, increment)), Value::Object(fields)) = (shapes::initial(scene.setup.control()), &mut full) {
        let clock = json!({ "initial": initial.as_millis() as u64, "increment": increment.as_millis() as u64 });
        fields.insert("clock".to_owned(), clock);
    }
    full
}

fn player(scene: &Scene, player: Player) -> Value {
    let seat = &scene.setup.seats()[player];
    let mut shape = shapes::user(seat);
    if let Value::Object(fields) = &mut shape {
        fields.insert("you".to_owned(), scene.you.has(player).into());
    }
    shape
}

/// How a game stands, with its clocks.
fn state(scene: &Scene) -> Value {
    /// What lichess tells of a clock that there is not.
    const NO_CLOCK_MS: u64 = i32::MAX as u64;
    let mut state = facts(scene);
    let left = |player: Player| scene.view.players[player].clock;
    let left_ms = |player| left(player).map_or(NO_CLOCK_MS, |reading| reading.left.as_millis() as u64);
    let increment_ms = shapes::initial(scene.setup.control()).map_or(0, |(_, increment)| increment.as_millis() as u64);
    let reading = |player| {
        let reading = left(player)?;
        Some(json!({
            "leftMs": reading.left.as_millis() as u64,
            "periods": reading.periods,
            "moves": reading.moves,
            "overtime": reading.in_overtime,
        }))
    };
    if let Value::Object(fields) = &mut state {
        for (key, value) in [
            ("btime", left_ms(Player::Black)),
            ("wtime", left_ms(Player::White)),
            ("binc", increment_ms),
            ("winc", increment_ms),
        ] {
            fields.insert(key.to_owned(), value.into());
        }
        if let (Some(black), Some(white)) = (reading(Player::Black), reading(Player::White)) {
            fields.insert("clocks".to_owned(), json!({ "black": black, "white": white }));
        }
    }
    state
}

/// How a game stands, without the time.
fn facts(scene: &Scene) -> Value {
    let view = &scene.view;
    let offers =
        |player: Player, kind: OfferKind| scene.offer.is_some_and(|offer| offer.by == player && offer.kind == kind);
    let moves: Vec<&str> = view.moves.iter().map(|mv| mv.text.as_str()).collect();
    let turn = Player::BOTH.into_iter().find(|player| view.players[*player].to_move);
    let mut facts = json!({
        "type": "gameState",
        "moves": moves.join(" "),
        "movers": view.moves.iter().map(|mv| letter(mv.player)).collect::<String>(),
        "status": shapes::status(view.end.map(|end| end.ending), scene.is_waiting(), scene.cancelled),
        "stage": stage(scene),
        "turn": turn.map(|turn| turn.to_string()),
        "clockRuns": scene.clock_runs,
        "bdraw": offers(Player::Black, OfferKind::Draw),
        "wdraw": offers(Player::White, OfferKind::Draw),
        "btakeback": offers(Player::Black, OfferKind::Takeback),
        "wtakeback": offers(Player::White, OfferKind::Takeback),
    });
    let Value::Object(fields) = &mut facts else { return facts };
    if let Some(end) = view.end {
        fields.insert("result".to_owned(), end.ending.to_string().into());
        if let Some(winner) = end.ending.winner() {
            fields.insert("winner".to_owned(), winner.to_string().into());
        }
    }
    if let Stage::Marking { accepted } = view.stage {
        let accepted: Vec<String> =
            Player::BOTH.into_iter().filter(|player| accepted[*player]).map(|player| player.to_string()).collect();
        let dead: Vec<&str> = view.board.cells.iter().filter(|cell| cell.dead).map(|cell| cell.name.as_str()).collect();
        fields.insert("accepted".to_owned(), json!(accepted));
        fields.insert("dead".to_owned(), json!(dead));
    }
    facts
}

/// Who made a move: not always the one whose turn it would have been, since play may be taken up again after two passes.
fn letter(player: Player) -> char {
    match player {
        Player::Black => 'b',
        Player::White => 'w',
    }
}

fn stage(scene: &Scene) -> &'static str {
    match scene.view.stage {
        _ if scene.is_waiting() => "waiting",
        Stage::Playing => "playing",
        Stage::Marking { .. } => "marking",
        Stage::Ended => "ended",
    }
}

fn chat_line(scene: &Scene, said: Said) -> Value {
    json!({
        "type": "chatLine",
        "room": "player",
        "username": scene.setup.seats()[said.by].name,
        "color": said.by.to_string(),
        "phrase": said.phrase.id(),
        "text": said.phrase.english(),
    })
}

/// What is said while the opponent of whoever listens is not there.
fn gone(scene: &Scene) -> Option<Value> {
    let opponent = match scene.you {
        Seats { black: true, white: false } => Player::White,
        Seats { black: false, white: true } => Player::Black,
        _ => return None,
    };
    if scene.view.stage == Stage::Ended {
        return None;
    }
    match scene.presence[opponent] {
        Presence::Gone { claimable: true, .. } => {
            Some(json!({ "type": "opponentGone", "gone": true, "claimWinInSeconds": 0 }))
        }
        Presence::Gone { claimable: false, .. } => Some(json!({ "type": "opponentGone", "gone": true })),
        Presence::Given | Presence::Open | Presence::Here { .. } => None,
    }
}
