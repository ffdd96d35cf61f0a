//! What the objects of the API are made of, as JSON Schema.

use serde_json::{Value, json};
use table::{Kind, Proposal, RuleSet};

/// Every schema, by name.
pub(crate) fn schemas() -> Value {
    let [Value::Object(mut all), Value::Object(asked)] = [told(), asked()] else { unreachable!("both are objects") };
    all.extend(asked);
    Value::Object(all)
}

/// What programs send.
fn asked() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "Wish": {
            "type": "object",
            "required": ["variant"],
            "additionalProperties": false,
            "properties": wish(),
        },
        "WishForMachine": {
            "type": "object",
            "required": ["variant"],
            "additionalProperties": false,
            "properties": wish_for_machine(),
        },
        "Reason": {
            "type": "object",
            "additionalProperties": false,
            "properties": { "reason": text },
        },
        "Line": {
            "type": "object",
            "required": ["text"],
            "additionalProperties": false,
            "properties": { "room": { "enum": ["player", "spectator"] }, "text": text },
        },
    })
}

/// What programs are told.
fn told() -> Value {
    let text = json!({ "type": "string" });
    let number = json!({ "type": "integer", "minimum": 0 });
    let yes = json!({ "type": "boolean" });
    let colour = json!({ "enum": ["black", "white"] });
    let user = json!({ "$ref": "#/components/schemas/User" });
    let variant = json!({ "$ref": "#/components/schemas/Variant" });
    let agreed = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    json!({
        "Document": { "type": "object", "required": ["openapi"] },
        "Done": { "type": "object", "required": ["ok"], "properties": { "ok": { "const": true } } },
        "Error": { "type": "object", "required": ["error"], "properties": { "error": text } },
        "Account": {
            "type": "object",
            "required": ["id", "username", "title", "createdAt", "scopes"],
            "properties": {
                "id": text, "username": text, "title": { "const": "BOT" }, "createdAt": number,
                "scopes": { "type": "array", "items": text }, "url": text, "count": { "type": "object" },
                "perfs": { "type": "object" },
            },
        },
        "User": {
            "type": "object",
            "properties": { "id": text, "name": text, "username": text, "aiLevel": number, "you": yes, "title": text },
        },
        "Variant": {
            "type": "object",
            "required": ["key", "name"],
            "properties": { "key": text, "name": text, "short": text },
        },
        "Lines": {
            "type": "array",
            "items": { "type": "object", "required": ["user", "text"], "properties": { "user": text, "text": text } },
        },
        "Challenge": {
            "type": "object",
            "required": ["id", "url", "status", "challenger", "variant", "rated", "speed", "timeControl", "color"],
            "properties": {
                "id": text, "url": text, "status": { "enum": ["created", "canceled", "declined", "accepted"] },
                "challenger": user, "destUser": user, "variant": variant, "rated": { "const": false },
                "speed": text, "timeControl": { "type": "object" }, "color": colour, "finalColor": colour,
                "direction": { "enum": ["in", "out"] }, "setup": text, "agreed": agreed,
                "declineReason": text, "declineReasonKey": text,
            },
        },
        "Challenges": {
            "type": "object",
            "required": ["in", "out"],
            "properties": {
                "in": { "type": "array", "items": { "$ref": "#/components/schemas/Challenge" } },
                "out": { "type": "array", "items": { "$ref": "#/components/schemas/Challenge" } },
            },
        },
        "Game": {
            "type": "object",
            "required": ["gameId", "color", "opponent", "variant"],
            "properties": {
                "id": text, "gameId": text, "fullId": text, "color": colour, "opponent": user, "variant": variant,
                "hasMoved": yes, "isMyTurn": yes, "rated": { "const": false }, "speed": text, "lastMove": text,
                "winner": colour, "result": { "type": ["string", "null"] }, "agreed": agreed, "createdAt": number,
                "lastMoveAt": number,
            },
        },
        "Playing": {
            "type": "object",
            "required": ["nowPlaying"],
            "properties": { "nowPlaying": { "type": "array", "items": { "$ref": "#/components/schemas/Game" } } },
        },
        "Event": {
            "type": "object",
            "required": ["type"],
            "properties": {
                "type": {
                    "enum": ["gameStart", "gameFinish", "challenge", "challengeCanceled", "challengeDeclined"],
                },
                "game": { "$ref": "#/components/schemas/Game" },
                "challenge": { "$ref": "#/components/schemas/Challenge" },
            },
        },
        "GameLine": {
            "type": "object",
            "required": ["type"],
            "properties": {
                "type": { "enum": ["gameFull", "gameState", "chatLine", "opponentGone"] },
                "moves": text, "movers": text, "status": text, "winner": colour, "result": text,
                "turn": { "type": ["string", "null"] },
                "stage": { "enum": ["waiting", "playing", "marking", "ended"] },
                "wtime": number, "btime": number, "winc": number, "binc": number,
                "state": { "$ref": "#/components/schemas/GameLine" }, "setup": text, "agreed": agreed,
                "black": user, "white": user, "gone": yes, "claimWinInSeconds": number, "text": text, "username": text,
            },
        },
    })
}

/// What a field of a wish may be, for whoever sent something else: as the document says it.
pub(crate) fn may_be(field: &str) -> Option<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let listed = |values: &Value| {
        let values = values.as_array()?.iter().filter(|value| !value.is_null());
        Some(values.map(text).collect::<Vec<_>>().join(", "))
    };
    let schema = &wish_for_machine()[field];
    let range = || Some(format!("{}–{}", schema["minimum"].as_u64()?, schema["maximum"].as_u64()?));
    listed(&schema["enum"]).or_else(range).or_else(|| Some(format!("{}, …", listed(&schema["examples"])?)))
}

/// What can be wished for of a game against a machine of the server.
fn wish_for_machine() -> Value {
    let mut fields = wish();
    let highest = Kind::ALL.map(|kind| players::levels(kind).len()).into_iter().max();
    fields["level"] = json!({ "type": "integer", "minimum": 1, "maximum": highest });
    fields
}

/// What can be wished for of a game.
fn wish() -> Value {
    let seconds = |most: u32| json!({ "type": ["integer", "null"], "minimum": 0, "maximum": most });
    let rule_sets: Vec<_> = RuleSet::all().map(|set| Some(set.name())).chain([None]).collect();
    json!({
        "variant": { "enum": variants() },
        "rated": { "enum": [false, null] },
        "color": { "enum": ["black", "white", "random", null] },
        "clock.limit": seconds(10_800),
        "clock.increment": seconds(180),
        "clock": { "type": ["string", "null"], "examples": ["10m", "5m+3s", "10m+5x30s", "10m+5m/10"] },
        "size": { "type": ["integer", "null"], "minimum": 2, "maximum": 25 },
        "rules": { "enum": rule_sets },
        "komi": { "type": ["number", "string", "null"], "examples": [0, 6.5, 7.5] },
        "handicap": { "type": ["integer", "null"], "minimum": 0, "maximum": 9 },
        "days": { "type": "null" },
        "fen": { "type": "null" },
    })
}

/// Every game, and that of them that has variants with each of the others, as [`variant`](super::shapes::variant) names them.
fn variants() -> Vec<String> {
    let [_, others @ ..] = &Proposal::VARIANTS;
    let games = Kind::ALL.into_iter().map(|kind| kind.id().to_owned());
    games.chain(others.iter().map(|rules| format!("{}-{rules}", Kind::Aligne4.id()))).collect()
}
