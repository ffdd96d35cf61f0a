//! What those ask who look after a server.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::Value;
use store::Store;

use crate::faulty::Faulty;
use crate::kit::{self, Browser, memory, public, site};

#[tokio::test]
async fn health_readiness_and_metrics_are_told() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    browser.host = "anything".to_owned();
    assert_eq!(browser.get("/healthz").await.text, "ok\n");
    assert_eq!(browser.get("/readyz").await.status, StatusCode::OK);
    let game = browser.create(&[("game", "othello"), ("opponent", "here")]).await;
    browser.act(&game, "play f5").await.expect("played");
    browser.act(&game, "play a1").await.expect_err("illegal");
    let text = browser.get("/metrics").await.text;
    for line in [
        "plateau_rooms 1",
        "plateau_events_total 1",
        "plateau_commands_total{outcome=\"done\"} 1",
        "plateau_commands_total{outcome=\"refused\"} 1",
        "plateau_write_seconds_count 1",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    site.hub().close().await;
    assert_eq!(browser.get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(browser.get("/healthz").await.status, StatusCode::OK);
    assert!(browser.get("/metrics").await.text.contains("plateau_rooms 0"));
}

#[tokio::test]
async fn pages_are_packed_and_files_are_kept_by_the_browser() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let plain = browser.get("/rules/go").await;
    assert_eq!(plain.header("content-encoding"), "");
    browser.headers.push(("accept-encoding", "br, gzip".to_owned()));
    let packed = browser.get("/rules/go").await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.bytes < plain.bytes / 2, "{} of {}", packed.bytes, plain.bytes);
    let style = plain.text.split("href=\"").find(|rest| rest.contains(".css")).expect("a style sheet");
    let style = style.split('"').next().expect("an address");
    let answer = browser.get(style).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.header("cache-control").contains("immutable"), "{}", answer.header("cache-control"));
    let tag = answer.header("etag").to_owned();
    browser.headers.push(("if-none-match", tag));
    assert_eq!(browser.get(style).await.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn a_room_closes_when_nobody_is_there_and_opens_again() {
    let mut config = public();
    config.manner.idle = std::time::Duration::from_millis(50);
    let site = site(config, &memory());
    let mut browser = Browser::new(&site);
    let game = browser.create(&[("game", "othello"), ("opponent", "here")]).await;
    for (number, mv) in ["f5", "d6", "c3", "d3"].into_iter().enumerate() {
        browser.act(&game, &format!("play {mv}")).await.expect("played");
        assert_eq!(browser.state(&game).await["moves"].as_array().map(Vec::len), Some(number + 1));
        tokio::time::sleep(std::time::Duration::from_millis(120)).await;
        assert_eq!(site.hub().metrics().rooms.load(std::sync::atomic::Ordering::Relaxed), 0);
    }
}

#[tokio::test]
async fn a_request_has_a_name_that_the_log_says_and_no_line_holds_a_key() {
    kit::listen();
    let faulty = Faulty::new();
    let store: Arc<dyn Store> = faulty.clone();
    let site = site(public(), &store);
    let (mut ada, mut bo, mut eve) = (Browser::new(&site), Browser::new(&site), Browser::new(&site));
    let game = ada.create(&[("game", "othello"), ("opponent", "link"), ("name", "Ada"), ("colour", "black")]).await;
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::OK);
    assert_eq!(eve.sit(&game, "white", "Eve").await, StatusCode::CONFLICT);
    eve.headers.push(("x-request-id", "eve-says-so".to_owned()));
    let answer = eve.get(&format!("{game}/state.json")).await;
    let name = answer.header("x-request-id").to_owned();
    assert!(!name.is_empty() && name != "eve-says-so", "{name}");
    faulty.fill(true);
    ada.act(&game, "play f5").await.expect_err("the disk is full");

    let lines: Vec<Value> = kit::logged()
        .iter()
        .map(|line| {
            let id = game.rsplit('/').next().expect("an id");
            assert!(!line.contains(id), "{line}");
            for secret in ada.cookies.iter().chain(&bo.cookies).filter_map(|cookie| cookie.split('=').nth(1)) {
                assert!(!line.contains(secret), "{line}");
            }
            serde_json::from_str(line).expect(line)
        })
        .collect();
    for line in &lines {
        assert!(line["at_ms"].is_u64() && line["level"].is_string() && line["event"].is_string(), "{line}");
    }
    let find = |event: &str, with: &dyn Fn(&Value) -> bool| {
        let found = lines.iter().find(|line| line["event"] == event && with(line));
        found.unwrap_or_else(|| panic!("{event} in {lines:#?}"))
    };
    let cut = format!("{}…", &game[..12]);
    find("request", &|line| line["request"] == name.as_str() && line["path"] == format!("{cut}/state.json"));
    find("seat-refused", &|line| line["game"] == cut["/game/".len()..] && line["problem"] == "seat-taken");
    let trouble = find("store", &|line| line["level"] == "error");
    find("request", &|line| line["request"] == trouble["request"] && line["status"] == 503);
}

#[tokio::test]
async fn a_refusal_has_its_status_and_is_a_page_for_people_and_json_for_programs() {
    let mut config = public();
    config.limits.games_per_minute = 4.0;
    let faulty = Faulty::new();
    let store: Arc<dyn Store> = faulty.clone();
    let site = site(config, &store);
    let (mut ada, mut eve) = (Browser::new(&site), Browser::new(&site).from("10.9.9.9"));
    let game = ada.create(&[("game", "othello"), ("opponent", "here")]).await;
    let long = "x".repeat(100_000);
    let act = format!("{game}/do");
    faulty.break_on_games();
    // Who asks for what, and the status that it gets.
    for (is_eve, path, field, status) in [
        (true, act.as_str(), ("do", "play f5"), StatusCode::FORBIDDEN),
        (false, &act, ("do", "play a1"), StatusCode::CONFLICT),
        (false, &act, ("do", "dance"), StatusCode::CONFLICT),
        (false, &act, ("do", &long), StatusCode::PAYLOAD_TOO_LARGE),
        (false, &format!("{game}/delete"), ("", ""), StatusCode::FORBIDDEN),
        (false, "/game/00000000000000000000000000/do", ("do", "undo"), StatusCode::NOT_FOUND),
        (false, "/nowhere", ("", ""), StatusCode::NOT_FOUND),
        // The store breaks down once, and the server does not.
        (true, "/new", ("game", "go"), StatusCode::INTERNAL_SERVER_ERROR),
        (true, "/new", ("game", "go"), StatusCode::OK),
    ] {
        let browser = if is_eve { &mut eve } else { &mut ada };
        let answer = browser.post(path, &[field]).await;
        assert_eq!(answer.status, status, "{path} {}", answer.text);
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
        assert_eq!(answer.header("content-type"), "application/json", "{path}");
        let said = answer.json()["no"].as_str().map(str::len);
        assert_eq!(said.is_some_and(|chars| chars > 10), status != StatusCode::OK, "{path} {}", answer.text);
    }
    for (path, status) in [
        ("/nowhere", StatusCode::NOT_FOUND),
        ("/game/x", StatusCode::NOT_FOUND),
        ("/rules/chess", StatusCode::NOT_FOUND),
    ] {
        let answer = ada.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.header("content-type").starts_with("text/html") && answer.text.contains("<main"), "{path}");
    }
    // A link that was copied wrongly still leads somewhere.
    for path in ["/games?page=x", "/games?which=unfinished&page=99999999999999999999", &format!("{game}/review?at=-1")]
    {
        assert_eq!(ada.get(path).await.status, StatusCode::OK, "{path}");
    }
}
