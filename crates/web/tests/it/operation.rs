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
    assert!(packed.header("content-length").parse::<usize>().expect("a length") < plain.text.len() / 2);
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
    find("seat-refused", &|line| line["game"] == cut["/game/".len()..] && line["problem"] == "hub-seat-taken");
    let trouble = find("store", &|line| line["level"] == "error");
    find("request", &|line| line["request"] == trouble["request"] && line["status"] == 503);
}
