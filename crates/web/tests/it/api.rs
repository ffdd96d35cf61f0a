//! The server for programs: tokens, challenges, games by streams, and what is refused.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::StreamExt;
use serde_json::{Value, json};
use store::Store;
use tower::ServiceExt;
use web::config::{Config, Limits};
use web::{Site, app};

use crate::kit::{Browser, memory, public, site};

/// How long something may take that would hang if it were wrong.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program with a token.
#[derive(Clone)]
struct Program {
    router: Router,
    token: String,
    headers: Vec<(&'static str, String)>,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
}

impl Program {
    /// Somebody makes a token for it.
    async fn new(site: &Site, name: &str) -> Program {
        Program::with_scopes(site, name, &["challenge:read", "challenge:write", "bot:play", "board:play"]).await
    }

    async fn with_scopes(site: &Site, name: &str, scopes: &[&str]) -> Program {
        let mut browser = Browser::new(site);
        let fields: Vec<_> = [("name", name)].into_iter().chain(scopes.iter().map(|scope| ("scope", *scope))).collect();
        let answer = browser.post("/options/tokens", &fields).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let token = answer.json()["token"].as_str().expect("a token").to_owned();
        Program { router: app(site.clone()), token, headers: Vec::new() }
    }

    fn at(&self, site: &Site) -> Program {
        Program { router: app(site.clone()), ..self.clone() }
    }

    fn named(&self, key: &str) -> Program {
        Program { headers: vec![("idempotency-key", key.to_owned())], ..self.clone() }
    }

    async fn send(&self, method: &str, path: &str, body: impl Into<Body>) -> axum::response::Response {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "play.example.org");
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        request = request.header(header::CONTENT_TYPE, "application/json").header(header::ACCEPT, "application/json");
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let mut request = request.body(body.into()).expect("a request");
        request.extensions_mut().insert(ConnectInfo(std::net::SocketAddr::from(([10, 0, 0, 9], 5000))));
        self.router.clone().oneshot(request).await.expect("an answer")
    }

    async fn call(&self, method: &str, path: &str, body: impl Into<Body>) -> Answer {
        let response = self.send(method, path, body).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.expect("a body");
        let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| panic!("{path}: {status} {bytes:?}"));
        Answer { status, headers, body }
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.call("GET", path, Body::empty()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
        answer.body
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let answer = self.call("POST", path, body.to_string()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
        answer.body
    }

    async fn play(&self, game: &str, mv: &str) -> StatusCode {
        self.call("POST", &format!("/api/bot/game/{game}/move/{mv}"), Body::empty()).await.status
    }

    async fn stream(&self, path: &str) -> Lines {
        let response = self.send("GET", path, Body::empty()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/x-ndjson");
        let mut lines = Lines { parts: response.into_body().into_data_stream(), read: String::new() };
        // Nothing is read from the store before the answer is: here, nobody else does.
        lines.more().await;
        lines
    }

    async fn follow(&self, game: &str) -> Lines {
        self.stream(&format!("/api/bot/game/stream/{game}")).await
    }
}

/// A stream, line by line.
struct Lines {
    parts: BodyDataStream,
    read: String,
}

impl Lines {
    /// The next line that is not empty; nothing at the end.
    async fn next(&mut self) -> Option<Value> {
        loop {
            while let Some((line, rest)) = self.read.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.read = rest;
                if !line.is_empty() {
                    return Some(serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}")));
                }
            }
            self.more().await?;
        }
    }

    /// Takes what comes next; nothing at the end.
    async fn more(&mut self) -> Option<()> {
        let part = tokio::time::timeout(PATIENCE, self.parts.next()).await.expect("it comes in time")?;
        self.read.push_str(std::str::from_utf8(&part.expect("no error")).expect("text"));
        Some(())
    }

    /// The next line of this type; others are passed over.
    async fn of(&mut self, kind: &str) -> Value {
        loop {
            let line = self.next().await.unwrap_or_else(|| panic!("the stream ended before {kind}"));
            if line["type"] == kind {
                return line;
            }
        }
    }
}

async fn two(config: Config) -> (Site, [Program; 2]) {
    let site = site(config, &memory());
    let programs = [Program::new(&site, "tengen").await, Program::new(&site, "hoshi").await];
    (site, programs)
}

/// Asks and is answered; the game.
async fn begin(one: &Program, other: &Program, wish: Value) -> String {
    let challenge = one.post("/api/challenge/hoshi", wish).await;
    let id = challenge["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), json!({})).await;
    id
}

#[tokio::test]
async fn a_token_is_shown_once_kept_as_a_hash_and_taken_away() {
    let store = memory();
    let site = site(public(), &store);
    let mut browser = Browser::new(&site);
    let answer =
        browser.post("/options/tokens", &[("name", "Tengen"), ("scope", "bot:play"), ("scope", "challenge:read")]);
    let token = answer.await.json()["token"].as_str().expect("a token").to_owned();
    let page = browser.get("/options/tokens").await.text;
    assert!(page.contains("tengen") && !page.contains(&token), "{page}");
    let mut text = Vec::new();
    store.export(&mut text).expect("an export");
    let secret = token.strip_prefix("plateau_").expect("a token of ours");
    assert!(!String::from_utf8(text).expect("text").contains(secret), "only the hash is kept");

    let program = Program { router: app(site.clone()), token, headers: Vec::new() };
    let account = program.get("/api/account").await;
    assert_eq!((&account["id"], &account["title"]), (&json!("tengen"), &json!("BOT")));
    assert_eq!(account["scopes"], json!(["challenge:read", "bot:play"]));
    let mut events = program.stream("/api/stream/event").await;
    let mut other = Browser::new(&site);
    assert_eq!(other.post("/options/tokens/tengen/delete", &[]).await.status, StatusCode::FORBIDDEN, "another's");
    assert_eq!(other.post("/options/tokens", &[("name", "tengen"), ("scope", "bot:play")]).await.status, 400, "taken");
    assert_eq!(browser.post("/options/tokens/tengen/delete", &[]).await.status, StatusCode::OK);
    let refused = program.call("GET", "/api/account", Body::empty()).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    assert_eq!(refused.headers[header::WWW_AUTHENTICATE], "Bearer");
    assert_eq!(events.next().await, None, "a stream that is open ends with it");
}

#[tokio::test]
async fn on_ones_own_machine_there_are_no_tokens() {
    let site = site(crate::kit::local(), &memory());
    assert_eq!(Browser::new(&site).get("/options/tokens").await.status, StatusCode::NOT_FOUND);
    assert_eq!(Browser::new(&site).get("/api/account").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_challenge_becomes_a_game_that_both_follow_to_its_end() {
    let (_site, [tengen, hoshi]) = two(public()).await;
    let (mut hers, mut his) = (tengen.stream("/api/stream/event").await, hoshi.stream("/api/stream/event").await);
    // The last is the winner, if the game ends by its moves.
    for (wish, moves, winner) in [
        (
            json!({ "variant": "go", "size": 5, "color": "black", "clock.limit": 600 }),
            &["C3", "pass", "pass"][..],
            "black",
        ),
        (json!({ "variant": "othello", "color": "black", "rated": false, "days": null }), &["f5", "d6", "c3"], ""),
        (json!({ "variant": "aligne4", "color": "black" }), &["0a1", "1b1", "2c1", "3d1"], "white"),
        (json!({ "variant": "aligne4-gift", "color": "black" }), &["0"], ""),
    ] {
        let challenge = tengen.post("/api/challenge/hoshi", wish.clone()).await;
        let heard = his.of("challenge").await["challenge"].clone();
        assert_eq!((&heard["id"], &heard["challenger"]["id"]), (&challenge["id"], &json!("tengen")), "{wish}");
        assert_eq!((&heard["variant"]["key"], &heard["direction"]), (&wish["variant"], &json!("in")));
        assert_eq!(heard["color"], "black", "the challenger's");
        let id = heard["id"].as_str().expect("an id");
        hoshi.post(&format!("/api/challenge/{id}/accept"), json!({})).await;
        for (events, colour) in [(&mut hers, "black"), (&mut his, "white")] {
            let start = events.of("gameStart").await["game"].clone();
            assert_eq!((&start["gameId"], &start["color"]), (&json!(id), &json!(colour)));
        }
        let (mut black, mut white) = (tengen.follow(id).await, hoshi.follow(id).await);
        let full = black.of("gameFull").await;
        assert_eq!((&full["black"]["name"], &full["white"]["name"]), (&json!("tengen"), &json!("hoshi")));
        assert_eq!(full["state"]["status"], "started");
        white.of("gameFull").await;
        let mut turn = full["state"]["turn"].clone();
        for (number, mv) in moves.iter().enumerate() {
            let player = if turn == "black" { &tengen } else { &hoshi };
            let idle = if turn == "black" { &hoshi } else { &tengen };
            assert_eq!(idle.play(id, mv).await, StatusCode::CONFLICT, "not their turn");
            assert_eq!(player.play(id, mv).await, StatusCode::OK, "{wish} {mv}");
            let state = loop {
                let state = black.of("gameState").await;
                if state["moves"].as_str().expect("moves").split(' ').count() == number + 1 {
                    break state;
                }
            };
            turn = state["turn"].clone();
        }
        if wish["variant"] == "go" {
            assert_eq!(tengen.play(id, "accept").await, StatusCode::OK);
            assert_eq!(hoshi.play(id, "accept").await, StatusCode::OK);
        }
        if winner.is_empty() {
            hoshi.post(&format!("/api/board/game/{id}/resign"), json!({})).await;
        }
        let mut last = Value::Null;
        while let Some(line) = white.next().await {
            last = line;
        }
        assert_eq!(last["stage"], "ended", "the stream ends with the game: {last}");
        assert_eq!(last["winner"], if winner.is_empty() { "black" } else { winner }, "{last}");
        for events in [&mut hers, &mut his] {
            let finish = events.of("gameFinish").await["game"].clone();
            assert_eq!((&finish["gameId"], &finish["winner"]), (&json!(id), &last["winner"]));
        }
    }
    let finished = tengen.send("GET", "/api/games/user/tengen?max=2", Body::empty()).await;
    let text = axum::body::to_bytes(finished.into_body(), 1 << 20).await.expect("a body");
    assert_eq!(text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count(), 2);
    assert_eq!(tengen.get("/api/account/playing").await["nowPlaying"], json!([]));
}

#[tokio::test]
async fn challenges_are_declined_cancelled_and_kept_for_whom_they_are() {
    let (site, [tengen, hoshi]) = two(public()).await;
    let third = Program::new(&site, "third").await;
    let (mut hers, mut his) = (tengen.stream("/api/stream/event").await, hoshi.stream("/api/stream/event").await);
    let ask = async || {
        let id = tengen.post("/api/challenge/hoshi", json!({ "variant": "othello" })).await["id"].clone();
        id.as_str().expect("an id").to_owned()
    };
    let id = ask().await;
    let stolen = third.call("POST", &format!("/api/challenge/{id}/accept"), Body::empty()).await;
    assert_eq!(stolen.status, StatusCode::CONFLICT, "{}", stolen.body);
    assert_eq!(third.call("POST", &format!("/api/challenge/{id}/decline"), "{}").await.status, StatusCode::FORBIDDEN);
    assert_eq!(third.call("GET", &format!("/api/challenge/{id}/show"), Body::empty()).await.status, 404);
    assert_eq!(hoshi.get("/api/challenge").await["in"][0]["id"], id.as_str());
    for _ in 0..2 {
        hoshi.post(&format!("/api/challenge/{id}/decline"), json!({ "reason": "later" })).await;
    }
    let declined = hers.of("challengeDeclined").await["challenge"].clone();
    assert_eq!((&declined["id"], &declined["declineReasonKey"]), (&json!(id), &json!("later")));
    assert_eq!(hoshi.call("POST", &format!("/api/challenge/{id}/accept"), "{}").await.status, StatusCode::CONFLICT);

    let id = ask().await;
    tengen.post(&format!("/api/challenge/{id}/cancel"), json!({})).await;
    assert_eq!(his.of("challengeCanceled").await["challenge"]["id"], id.as_str());
    let none = hoshi.get("/api/challenge").await;
    assert_eq!((&none["in"], &none["out"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn a_challenge_that_nobody_answers_comes_to_an_end() {
    let mut config = public();
    config.manner.challenge_away = Duration::from_millis(200);
    let (site, [tengen, hoshi]) = two(config).await;
    let third = Program::new(&site, "third").await;
    let (_hers, mut his) = (tengen.stream("/api/stream/event").await, hoshi.stream("/api/stream/event").await);
    let ask = async |by: &Program, whom: &str, wish: Value| {
        let challenge = by.post(&format!("/api/challenge/{whom}"), wish).await;
        challenge["id"].as_str().expect("an id").to_owned()
    };
    let timed = || json!({ "variant": "othello", "clock.limit": 300 });
    // One who listens, two who do not: without a clock that does not matter, nor where nobody in particular is asked.
    let heard = ask(&tengen, "hoshi", timed()).await;
    let patient = ask(&third, "hoshi", json!({ "variant": "othello" })).await;
    let open = ask(&third, "open", timed()).await;
    let gone = ask(&third, "hoshi", timed()).await;
    assert_eq!(his.of("challengeCanceled").await["challenge"]["id"], gone.as_str());
    let ids = |list: &Value| {
        let ids = list.as_array().expect("a list").iter().map(|challenge| challenge["id"].as_str().expect("an id"));
        ids.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(ids(&hoshi.get("/api/challenge").await["in"]), [heard.clone(), patient.clone()].into());
    assert_eq!(ids(&third.get("/api/challenge").await["out"]), [open, patient].into());
    assert_eq!(hoshi.call("POST", &format!("/api/challenge/{gone}/accept"), "{}").await.status, StatusCode::CONFLICT);
    hoshi.post(&format!("/api/challenge/{heard}/accept"), json!({})).await;
}

#[tokio::test]
async fn no_challenge_waits_longer_than_a_day() {
    let store = memory();
    let first = site(public(), &store);
    let (tengen, hoshi) = (Program::new(&first, "tengen").await, Program::new(&first, "hoshi").await);
    let id = tengen.post("/api/challenge/hoshi", json!({ "variant": "othello" })).await["id"].clone();
    let open = tengen.post("/api/challenge/open", json!({ "variant": "othello" })).await["id"].clone();
    for hours in [23, 25] {
        let mut config = public();
        config.manner.ahead = Duration::from_secs(hours * 3600);
        let later = site(config, &store);
        let mut his = hoshi.at(&later).stream("/api/stream/event").await;
        assert_eq!(his.of("challenge").await["challenge"]["id"], id, "{hours}");
        if hours == 23 {
            assert_eq!(tengen.at(&later).get("/api/challenge").await["out"].as_array().map(Vec::len), Some(2));
            continue;
        }
        assert_eq!(his.of("challengeCanceled").await["challenge"]["id"], id);
        let mut hers = tengen.at(&later).stream("/api/stream/event").await;
        assert_eq!(hers.of("challengeCanceled").await["challenge"]["id"], open);
        assert_eq!(tengen.at(&later).get("/api/challenge").await["out"], json!([]));
    }
}

#[tokio::test]
async fn so_many_challenges_and_streams_and_no_more() {
    let store = memory();
    let first = site(public(), &store);
    let (tengen, hoshi) = (Program::new(&first, "tengen").await, Program::new(&first, "hoshi").await);
    let wish = || json!({ "variant": "othello" });
    for whom in ["hoshi", "open"].into_iter().cycle().take(20) {
        tengen.post(&format!("/api/challenge/{whom}"), wish()).await;
    }
    for whom in ["hoshi", "open"] {
        let answer = tengen.call("POST", &format!("/api/challenge/{whom}"), wish().to_string()).await;
        assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{}", answer.body);
        assert!(answer.headers.contains_key(header::RETRY_AFTER));
    }
    hoshi.post("/api/challenge/tengen", wish()).await;
    let mut streams = Vec::new();
    for _ in 0..32 {
        streams.push(tengen.stream("/api/stream/event").await);
    }
    let answer = tengen.call("GET", "/api/stream/event", Body::empty()).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{}", answer.body);
    drop(hoshi.stream("/api/stream/event").await);
    streams.pop();
    drop(tengen.stream("/api/stream/event").await);

    // After a day there is room again, whether anybody has looked in the meantime or not.
    let mut config = public();
    config.manner.ahead = Duration::from_secs(25 * 3600);
    let later = site(config, &store);
    assert_eq!(tengen.at(&later).get("/api/challenge").await, json!({ "in": [], "out": [] }));
    tengen.at(&later).post("/api/challenge/hoshi", wish()).await;
}

#[tokio::test]
async fn both_are_told_that_a_challenge_is_over() {
    let mut config = public();
    config.manner.challenge_life = Duration::from_millis(100);
    let (_site, [tengen, hoshi]) = two(config).await;
    let (mut hers, mut his) = (tengen.stream("/api/stream/event").await, hoshi.stream("/api/stream/event").await);
    let id = tengen.post("/api/challenge/hoshi", json!({ "variant": "othello" })).await["id"].clone();
    for events in [&mut hers, &mut his] {
        let over = events.of("challengeCanceled").await["challenge"].clone();
        assert_eq!((&over["id"], &over["status"]), (&id, &json!("canceled")));
    }
}

#[tokio::test]
async fn a_person_asks_a_program_that_is_here() {
    let (site, [tengen, hoshi]) = two(public()).await;
    let mut ada = Browser::new(&site);
    assert!(!ada.get("/new").await.text.contains("value=\"program\""), "nobody is here");
    assert_eq!(tengen.call("GET", "/api/stream/event?plays=chess", Body::empty()).await.status, 400);
    let mut his = hoshi.stream("/api/stream/event?plays=go,aligne4").await;
    let page = ada.get("/new").await.text;
    assert!(page.contains("name=\"program-go\"") && !page.contains("name=\"program-othello\""), "{page}");

    let wish = [("game", "go"), ("size", "9"), ("opponent", "program"), ("program-go", "hoshi"), ("name", "Ada")];
    let game = ada.create(&wish).await;
    let heard = his.of("challenge").await["challenge"].clone();
    assert_eq!((&heard["challenger"]["name"], &heard["destUser"]["name"]), (&json!("Ada"), &json!("hoshi")));
    let page = ada.get(&game).await.text;
    assert!(page.contains("hoshi has been asked to play.") && !page.contains("class=\"invite\""), "{page}");
    let mut eve = Browser::new(&site);
    assert!(eve.get(&game).await.text.contains("This seat is kept for somebody"));
    assert_eq!(eve.sit(&game, "white", "Eve").await, StatusCode::CONFLICT);
    let id = game.strip_prefix("/game/").expect("an id");
    hoshi.post(&format!("/api/challenge/{id}/decline"), json!({ "reason": "later" })).await;
    let page = ada.get(&game).await.text;
    assert!(page.contains("hoshi asks you to come back later."), "{page}");

    let game = ada.create(&wish).await;
    let id = game.strip_prefix("/game/").expect("an id").to_owned();
    hoshi.post(&format!("/api/challenge/{id}/accept"), json!({})).await;
    assert_eq!(his.of("gameStart").await["game"]["opponent"]["name"], "Ada");
    assert!(ada.get(&game).await.text.contains("value=\"say good-luck\""), "there is a menu of what can be said");
    assert!(!eve.get(&game).await.text.contains("value=\"say good-luck\""), "not for those who watch");
    ada.act(&game, "say hello").await.expect("said");
    ada.act(&game, "play D4").await.expect("a move");
    assert_eq!(hoshi.play(&id, "F6").await, StatusCode::OK);

    // To play again is to ask again, with the colours changed over.
    ada.act(&game, "resign").await.expect("resigned");
    ada.act(&game, "offer rematch").await.expect("asked again");
    let again = his.of("challenge").await["challenge"].clone();
    assert_eq!((&again["challenger"]["name"], &again["color"]), (&json!("Ada"), &json!("white")));
    let next = format!("/game/{}", again["id"].as_str().expect("an id"));
    assert!(ada.get(&game).await.text.contains(&format!("href=\"{next}\"")), "the page leads there");
    hoshi.post(&format!("/api/challenge/{}/accept", again["id"].as_str().expect("an id")), json!({})).await;
    assert_eq!(his.of("gameStart").await["game"]["color"], "black");

    drop(his);
    let refused = ada.post("/new", &wish).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.text);
    assert!(refused.text.contains("not here any more"), "{}", refused.text);
}

#[tokio::test]
async fn a_person_takes_the_seat_that_a_program_leaves_open() {
    let (site, [tengen, _]) = two(public()).await;
    let challenge = tengen.post("/api/challenge/open", json!({ "variant": "othello", "color": "white" })).await;
    let game = format!("/game/{}", challenge["id"].as_str().expect("an id"));
    assert!(challenge["url"].as_str().expect("a link").ends_with(&game), "{challenge}");
    let mut person = Browser::new(&site);
    assert_eq!(person.sit(&game, "black", "Ada").await, StatusCode::OK);
    person.act(&game, "play f5").await.expect("a move");
    person.act(&game, "say good-luck").await.expect("a phrase");
    let id = game.strip_prefix("/game/").expect("an id");
    let mut lines = tengen.follow(id).await;
    assert_eq!(lines.of("gameFull").await["state"]["moves"], "f5");
    let said = lines.of("chatLine").await;
    assert_eq!((&said["username"], &said["text"]), (&json!("Ada"), &json!("Good luck")));
    assert_eq!(tengen.play(id, "d6").await, StatusCode::OK);
    tengen.post(&format!("/api/bot/game/{id}/chat"), json!({ "room": "player", "text": "Thank you!" })).await;
    let chat = tengen.get(&format!("/api/bot/game/{id}/chat")).await;
    assert_eq!(chat[1]["phrase"], "thanks");
}

#[tokio::test]
async fn a_machine_of_the_server_plays_against_a_program() {
    let (_site, [tengen, _]) = two(public()).await;
    let wish = json!({ "variant": "othello", "level": 1, "color": "white" });
    let game = tengen.post("/api/challenge/ai", wish).await;
    let mut lines = tengen.follow(game["id"].as_str().expect("an id")).await;
    let full = lines.of("gameFull").await;
    assert_eq!(full["black"]["aiLevel"], 1);
    if full["state"]["moves"] == "" {
        assert_ne!(lines.of("gameState").await["moves"], "", "the machine moves");
    }
}

#[tokio::test]
async fn draws_and_takebacks_are_offered_and_answered() {
    let (_site, [tengen, hoshi]) = two(public()).await;
    let id = begin(&tengen, &hoshi, json!({ "variant": "othello", "color": "black" })).await;
    let say = |what: &str| format!("/api/board/game/{id}/{what}");
    let mut lines = hoshi.follow(&id).await;
    lines.of("gameFull").await;
    assert_eq!(tengen.play(&id, "f5").await, StatusCode::OK);
    tengen.post(&say("takeback/yes"), json!({})).await;
    while lines.of("gameState").await["btakeback"] != true {}
    hoshi.post(&say("takeback/yes"), json!({})).await;
    while lines.of("gameState").await["moves"] != "" {}
    hoshi.post(&say("draw/yes"), json!({})).await;
    tengen.post(&say("draw/no"), json!({})).await;
    tengen.post(&say("draw/yes"), json!({})).await;
    hoshi.post(&say("draw/yes"), json!({})).await;
    let last = loop {
        let state = lines.of("gameState").await;
        if state["stage"] == "ended" {
            break state;
        }
    };
    assert_eq!((&last["status"], last.get("winner")), (&json!("draw"), None));
}

/// Who did not hear the answer asks again, also at a server that was started anew.
#[tokio::test]
async fn what_has_a_name_is_done_once() {
    let store: Arc<dyn Store> = memory();
    let first = site(public(), &store);
    let [tengen, hoshi] = [Program::new(&first, "tengen").await, Program::new(&first, "hoshi").await];
    let wish = json!({ "variant": "go", "size": 9, "color": "black" });
    let ids: Vec<Value> = [
        tengen.named("a").post("/api/challenge/hoshi", wish.clone()).await,
        tengen.named("a").post("/api/challenge/hoshi", wish.clone()).await,
        tengen.named("b").post("/api/challenge/hoshi", wish.clone()).await,
    ]
    .into_iter()
    .map(|challenge| challenge["id"].clone())
    .collect();
    assert!(ids[0] == ids[1] && ids[0] != ids[2], "{ids:?}");
    let id = ids[0].as_str().expect("an id");
    for _ in 0..2 {
        hoshi.post(&format!("/api/challenge/{id}/accept"), json!({})).await;
    }
    assert_eq!(tengen.named("1").play(id, "C3").await, StatusCode::OK);
    assert_eq!(tengen.named("1").play(id, "C3").await, StatusCode::OK, "again");
    assert_eq!(tengen.named("2").play(id, "D4").await, StatusCode::CONFLICT, "not its turn");
    first.hub().close().await;
    let second = site(public(), &store);
    let tengen = tengen.at(&second);
    assert_eq!(tengen.named("1").play(id, "C3").await, StatusCode::OK, "after a restart");
    assert_eq!(tengen.follow(id).await.of("gameFull").await["state"]["moves"], "C3", "and it was done once");
}

/// What comes, and with which status it is refused. Nothing has changed then, and the answer is an object with `error`.
#[tokio::test]
async fn what_is_hostile_is_refused_with_a_sentence() {
    let (site, [tengen, hoshi]) = two(public()).await;
    let third = Program::new(&site, "third").await;
    let id = begin(&tengen, &hoshi, json!({ "variant": "go", "size": 9, "color": "black" })).await;
    let move_in = |game: &str, mv: &str| format!("/api/bot/game/{game}/move/{mv}");
    let long = "x".repeat(20 << 10);
    for (who, method, path, body, status) in [
        (&third, "POST", move_in(&id, "C3"), "", 403),
        (&third, "POST", format!("/api/bot/game/{id}/resign"), "", 403),
        (&tengen, "POST", move_in(&id, "Z99"), "", 409),
        (&tengen, "POST", move_in(&id, &"a".repeat(200)), "", 409),
        (&tengen, "POST", move_in(&id, "%00%ff"), "", 400),
        (&tengen, "POST", move_in("nonsense", "C3"), "", 404),
        (&tengen, "POST", move_in("00000000000000000000000000", "C3"), "", 404),
        (&tengen, "POST", format!("/api/bot/game/{id}/draw/perhaps"), "", 400),
        (&tengen, "POST", format!("/api/bot/game/{id}/chat"), r#"{"text":"http://example.org"}"#, 400),
        (&tengen, "POST", format!("/api/bot/game/{id}/claim-victory"), "", 409),
        (&tengen, "POST", format!("/api/bot/game/{id}/claim-victory/"), "", 409),
        (&tengen, "POST", "/api/challenge/nobody".to_owned(), r#"{"variant":"go"}"#, 404),
        (&tengen, "POST", "/api/challenge/tengen".to_owned(), r#"{"variant":"go"}"#, 409),
        (&tengen, "POST", "/api/challenge/hoshi".to_owned(), "{", 400),
        (&tengen, "POST", "/api/challenge/hoshi".to_owned(), r#"{"variant":"chess"}"#, 400),
        (&tengen, "POST", "/api/challenge/hoshi".to_owned(), r#"{"variant":"go","size":99}"#, 400),
        (&tengen, "POST", "/api/challenge/hoshi".to_owned(), r#"{"variant":"go","surprise":1}"#, 400),
        (&tengen, "POST", "/api/challenge/hoshi".to_owned(), &long, 413),
        (&tengen, "POST", "/api/challenge/hoshi".to_owned(), &"[".repeat(8 << 10), 400),
        (&tengen, "POST", "/api/challenge/hoshi".to_owned(), r#"{"variant":{"key":"go"}}"#, 400),
        (&tengen, "POST", format!("/api/challenge/{}", "x".repeat(60_000)), r#"{"variant":"go"}"#, 404),
        (&tengen, "POST", move_in(&"0".repeat(60_000), "C3"), "", 404),
        (&tengen, "GET", "/api/stream/event?plays=chess".to_owned(), "", 400),
        (&tengen, "POST", "/api/challenge/ai".to_owned(), r#"{"variant":"go","level":99}"#, 400),
        (&tengen, "GET", "/api/account/playing?nb=many".to_owned(), "", 400),
        (&tengen, "GET", "/api/games/user/hoshi".to_owned(), "", 403),
        (&tengen, "GET", "/api/nothing/here".to_owned(), "", 404),
        (&tengen, "GET", "/api/bot/game/stream/00000000000000000000000000".to_owned(), "", 404),
    ] {
        let answer = who.call(method, &path, body.to_owned()).await;
        assert_eq!(answer.status.as_u16(), status, "{method} {path} {body:.40}: {}", answer.body);
        assert!(answer.body["error"].as_str().is_some_and(|said| said.len() > 8), "{path}: {}", answer.body);
    }
    let too_long = tengen.named(&"x".repeat(65)).call("POST", &move_in(&id, "C3"), "").await;
    assert_eq!(too_long.status, StatusCode::CONFLICT);
    for token in ["", "plateau_", "plateau_00", &format!("plateau_{}", "0".repeat(64)), "\u{fe}"] {
        let stranger = Program { token: token.to_owned(), ..tengen.clone() };
        assert_eq!(stranger.call("GET", "/api/account", "").await.status, StatusCode::UNAUTHORIZED, "{token}");
    }
    assert_eq!(tengen.follow(&id).await.of("gameFull").await["state"]["moves"], "", "nothing has happened");
}

#[tokio::test]
async fn a_token_is_good_for_what_it_was_made_for() {
    let site = site(public(), &memory());
    let reader = Program::with_scopes(&site, "reader", &["challenge:read"]).await;
    reader.get("/api/account").await;
    for path in ["/api/challenge/ai", "/api/bot/account/upgrade", "/api/bot/game/x/move/y", "/api/board/game/x/resign"]
    {
        let refused = reader.call("POST", path, "{}").await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{path}");
        assert!(refused.body["error"].as_str().expect("a sentence").contains("scope"), "{}", refused.body);
    }
}

#[tokio::test]
async fn a_program_that_floods_is_slowed_and_others_are_not() {
    let limits = Limits { requests_burst: 40.0, requests_per_second: 0.5, ..public().limits };
    let site = site(Config { limits, ..public() }, &memory());
    let [wild, calm] = [Program::new(&site, "wild").await, Program::new(&site, "calm").await];
    let mut refused = None;
    for _ in 0..45 {
        let answer = wild.call("GET", "/api/account", "").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(answer);
            break;
        }
        assert_eq!(answer.headers["ratelimit-limit"], "40");
    }
    let refused = refused.expect("too fast at last");
    assert!(refused.headers.contains_key(header::RETRY_AFTER) && refused.body["error"].is_string());
    // The household has a limit, too, which is why the calm one comes from elsewhere.
    let mut request = Request::builder().uri("/api/account").header(header::HOST, "play.example.org");
    request = request.header(header::AUTHORIZATION, format!("Bearer {}", calm.token));
    let mut request = request.body(Body::empty()).expect("a request");
    request.extensions_mut().insert(ConnectInfo(std::net::SocketAddr::from(([10, 9, 9, 9], 5000))));
    let response = calm.router.clone().oneshot(request).await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK);
}

#[tokio::test]
async fn every_operation_of_the_document_is_there() {
    let (site, [tengen, _]) = two(public()).await;
    let document = tengen.get("/api/openapi.json").await;
    assert_eq!(document["openapi"], "3.1.0");
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let stranger = Program { token: String::new(), ..tengen.clone() };
            let path =
                path.replace("{id}", "x").replace("{move}", "y").replace("{accept}", "no").replace("{cell}", "z");
            let response = stranger.send(&method.to_uppercase(), &path, Body::empty()).await;
            let expected = if operation.get("security").is_some() { 401 } else { 200 };
            assert_eq!(response.status().as_u16(), expected, "{method} {path}");
            asked += 1;
        }
    }
    assert!(asked > 30, "{asked}");
    let page = Browser::new(&site).get("/api").await;
    assert!(page.status == StatusCode::OK && page.text.contains("/api/stream/event"), "{}", page.text);
}
