//! How games, challenges and players look to programs: lichess's fields where it has them, and some of ours.

use std::time::Duration;

use plateau_core::Player;
use serde_json::{Map, Value, json};
use store::{Loaded, Summary, Token};
use table::clock::TimeControl;
use table::{AnySetup, AnyTable, Ending, Seat, Who};

use super::scope::Scopes;

/// Somebody's own account, which is a token's.
pub(crate) fn account(token: &Token, origin: &str, playing: usize) -> Value {
    json!({
        "id": token.name,
        "username": token.name,
        "title": "BOT",
        "createdAt": token.made_ms,
        "perfs": {},
        "url": format!("{origin}/api"),
        "count": { "playing": playing },
        "scopes": Scopes::read(&token.scopes).json(),
    })
}

/// Who sits in a seat. People have a name at most, and a machine of the server its level.
pub(super) fn user(seat: &Seat) -> Value {
    match &seat.who {
        Who::Person => json!({ "id": seat.name, "name": seat.name, "username": seat.name }),
        Who::Level(level) => json!({ "aiLevel": level }),
        who => json!({ "aiLevel": 0, "name": who.to_string() }),
    }
}

/// A game that waits for an answer, as whoever plays `own` sees it; whoever plays neither side sees it as Black does.
pub(crate) fn challenge(loaded: &Loaded, own: Option<Player>, is_out: bool, origin: &str) -> Value {
    let (setup, id) = (&loaded.setup, loaded.summary.id);
    let challenger = match (own, is_out) {
        (Some(own), false) => own.opponent(),
        (Some(own), true) => own,
        (None, _) => Player::Black,
    };
    let seat = |player: Player| user(&loaded.summary.seats[player]);
    json!({
        "id": id.to_string(),
        "url": format!("{origin}/game/{id}"),
        "status": if loaded.summary.end.is_some() { "canceled" } else { "created" },
        "challenger": seat(challenger),
        "destUser": seat(challenger.opponent()),
        "variant": variant(setup),
        "rated": false,
        "speed": speed(setup.control()),
        "timeControl": time_control(setup.control()),
        "color": challenger.to_string(),
        "finalColor": challenger.to_string(),
        "perf": { "icon": "", "name": setup.kind().name() },
        "direction": if is_out { "out" } else { "in" },
        "setup": setup.to_string(),
        "agreed": agreed(setup),
    })
}

/// A game in which somebody plays, for a stream of events.
pub(crate) fn game(loaded: &Loaded, own: Player) -> Value {
    let Loaded { summary, setup, .. } = loaded;
    let table = loaded.table().ok();
    let is_own_turn = table.as_ref().and_then(AnyTable::turn) == Some(own);
    let id = summary.id.to_string();
    let is_cancelled = table.as_ref().is_some_and(AnyTable::is_cancelled);
    let mut game = json!({
        "id": id,
        "gameId": id,
        "fullId": id,
        "color": own.to_string(),
        "hasMoved": summary.moves > 0,
        "isMyTurn": is_own_turn,
        "opponent": opponent_of(summary, own),
        "rated": false,
        "source": "friend",
        "variant": variant(setup),
        "speed": speed(setup.control()),
        "perf": setup.kind().id(),
        "status": { "name": status(summary.end.map(|end| end.ending), false, is_cancelled) },
        "compat": { "bot": true, "board": true },
        "agreed": agreed(setup),
    });
    let Value::Object(fields) = &mut game else { return game };
    if let Some(last) = table.as_ref().and_then(|table| table.moves().pop()) {
        fields.insert("lastMove".to_owned(), last.text.into());
    }
    if let Some(end) = summary.end {
        fields.insert("result".to_owned(), end.ending.to_string().into());
        if let Some(winner) = end.ending.winner() {
            fields.insert("winner".to_owned(), winner.to_string().into());
        }
    }
    game
}

/// The same on a list, where the moves are not looked at.
pub(crate) fn playing(summary: &Summary, own: Player) -> Value {
    let id = summary.id.to_string();
    json!({
        "gameId": id,
        "fullId": id,
        "color": own.to_string(),
        "hasMoved": summary.moves > 0,
        "moves": summary.moves,
        "opponent": opponent_of(summary, own),
        "rated": false,
        "variant": { "key": summary.kind.id(), "name": summary.kind.name() },
        "createdAt": summary.created_ms,
        "lastMoveAt": summary.touched_ms,
        "result": summary.end.map(|end| end.ending.to_string()),
    })
}

fn opponent_of(summary: &Summary, own: Player) -> Value {
    user(&summary.seats[own.opponent()])
}

/// What was agreed on, as the lines of the set-up say it: `size`, `rules`, `komi`, `clock`.
pub(super) fn agreed(setup: &AnySetup) -> Value {
    let text = setup.to_string();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let agreed = lines.filter(|(key, _)| !matches!(*key, "black" | "white"));
    Value::Object(agreed.map(|(key, value)| (key.to_owned(), value.into())).collect::<Map<_, _>>())
}

/// Which game, with its variant where it is not the usual one: `go`, `aligne4-gift`.
pub(super) fn variant(setup: &AnySetup) -> Value {
    let kind = setup.kind();
    let agreed = agreed(setup);
    let rules = agreed.get("variant").and_then(Value::as_str).filter(|name| *name != "base");
    let key = rules.map_or_else(|| kind.id().to_owned(), |name| format!("{kind}-{name}"));
    json!({ "key": key, "name": kind.name(), "short": kind.name() })
}

/// What there is at the beginning, and what comes with each move.
pub(super) fn initial(control: TimeControl) -> Option<(Duration, Duration)> {
    match control {
        TimeControl::Unlimited => None,
        TimeControl::Fischer { main, increment } => Some((main, increment)),
        TimeControl::Absolute(main) | TimeControl::ByoYomi { main, .. } | TimeControl::Canadian { main, .. } => {
            Some((main, Duration::ZERO))
        }
    }
}

fn time_control(control: TimeControl) -> Value {
    match initial(control) {
        None => json!({ "type": "unlimited" }),
        Some((main, increment)) => json!({
            "type": "clock",
            "limit": main.as_secs(),
            "increment": increment.as_secs(),
            "show": control.to_string(),
        }),
    }
}

/// How fast a game is, as lichess reckons it: by how long forty moves may take.
pub(super) fn speed(control: TimeControl) -> &'static str {
    let expected_s = match control {
        TimeControl::Unlimited => return "correspondence",
        TimeControl::Absolute(main) => main.as_secs(),
        TimeControl::Fischer { main, increment } => main.as_secs() + 40 * increment.as_secs(),
        TimeControl::ByoYomi { main, period, .. } => main.as_secs() + 40 * period.as_secs(),
        TimeControl::Canadian { main, period, moves } => main.as_secs() + 40 * period.as_secs() / u64::from(moves),
    };
    match expected_s {
        0..30 => "ultraBullet",
        30..180 => "bullet",
        180..480 => "blitz",
        480..1500 => "rapid",
        1500..21600 => "classical",
        _ => "correspondence",
    }
}

/// Where a game stands, in lichess's words.
pub(super) fn status(ending: Option<Ending>, is_waiting: bool, is_cancelled: bool) -> &'static str {
    match ending {
        _ if is_cancelled => "aborted",
        None if is_waiting => "created",
        None => "started",
        Some(Ending::Resignation(_)) => "resign",
        Some(Ending::Time(_)) => "outoftime",
        Some(Ending::Forfeit(_)) => "timeout",
        Some(Ending::Draw) => "draw",
        Some(Ending::Score { .. } | Ending::Win(_)) => "variantEnd",
        Some(Ending::Void | Ending::Unknown) => "unknownFinish",
    }
}
