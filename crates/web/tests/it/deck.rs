//! One's own mistakes, from a game to the next day.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use store::{HERE, PaperQuery, Shelf, Store};
use web::Site;
use web::config::Config;

use crate::kit::{Browser, local, memory, public, site};
use crate::studies::{bring, grown};
use crate::trying::LEFT_IN_ATARI;

/// The same site so many days later.
fn later(mut config: Config, store: &Arc<dyn Store>, days: u64) -> Site {
    config.manner.ahead = Duration::from_secs(days * 24 * 3600);
    site(config, store)
}

/// A game of Aligne 4 in which the second player leaves a line of three, plays on, and loses: it is exact, and soon judged.
async fn lost_game(browser: &mut Browser) -> String {
    let game = browser.create(&[("game", "aligne4"), ("opponent", "here")]).await;
    for mv in ["0a1", "7b2", "1b1", "2c1", "3d1"] {
        browser.act(&game, &format!("play {mv}")).await.expect(mv);
    }
    game
}

async fn card(browser: &mut Browser) -> String {
    let next = browser.get("/deck/next").await;
    assert_eq!(next.status, StatusCode::SEE_OTHER, "{}", next.text);
    next.header("location").to_owned()
}

/// The page that an answer leads to, once the machine has looked at it.
async fn answered(browser: &mut Browser, card: &str, fields: &[(&str, &str)]) -> String {
    let answer = browser.post(card, fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let at = answer.json()["at"].as_str().expect("an address").to_owned();
    for _ in 0..600 {
        let page = browser.get(&at).await.text;
        if !page.contains("data-growing") {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("one position is judged within half a minute");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_game_puts_its_mistakes_into_the_deck_of_whoever_made_them_and_they_come_back() {
    for config in [local(), public()] {
        let store = memory();
        let today = site(config.clone(), &store);
        let mut browser = Browser::new(&today);
        let game = lost_game(&mut browser).await;
        browser.post(&format!("{game}/study"), &[]).await;
        grown(&mut browser, &format!("{game}/review?study=1")).await;
        let page = browser.get(&format!("{game}/review?study=1")).await.text;
        assert!(page.contains("went into your deck"), "{page}");
        let deck = browser.get("/deck").await.text;
        assert!(deck.contains("due") && deck.contains("Aligne 4"), "{deck}");
        assert!(browser.get("/").await.text.contains("due"), "the first page says so");
        // Looked at again, nothing comes in twice.
        let owner = store.papers(&PaperQuery::of(HERE, Shelf::Card)).expect("a list").total;
        browser.get(&format!("{game}/review?study=1")).await;
        assert_eq!(store.papers(&PaperQuery::of(HERE, Shelf::Card)).expect("a list").total, owner);

        let first = card(&mut browser).await;
        let open = browser.get(&first).await.text;
        assert!(open.contains("data-mood=\"open\"") && open.contains("In the game you played"), "{open}");
        assert!(!open.contains("The answer:"), "{open}");
        let shown = answered(&mut browser, &first, &[("want", "answer")]).await;
        assert!(shown.contains("The answer:") && shown.contains("Again on"), "who gave up sees it tomorrow: {shown}");
        assert_ne!(browser.get("/deck/next").await.header("location"), first, "it is not due any more");

        let tomorrow = later(config.clone(), &store, 1);
        let mut browser = browser.at(&tomorrow);
        let again = browser.get(&first).await.text;
        assert!(!again.contains("Again on"), "it is due: {again}");
        let (_, rest) = shown.split_once("href=\"/deck/card").expect("steps");
        let best = rest.split("play=").nth(1).and_then(|rest| rest.split('&').next());
        assert_eq!(best, None, "the answer is no move that was tried");
        let hint = answered(&mut browser, &first, &[("want", "hint")]).await;
        assert!(hint.contains("name=\"helped\""), "that a hint was given is not forgotten: {hint}");
        let other = Browser::new(&tomorrow).from("10.9.9.9").get(&first).await.status;
        assert_eq!(other == StatusCode::OK, config.manner.local, "on a server a card is its owner's alone");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_is_taken_along_and_brought_and_nothing_else_is() {
    let store = memory();
    let site = site(public(), &store);
    let mut browser = Browser::new(&site).from("10.1.1.1");
    let record = bring(&mut browser, LEFT_IN_ATARI).await;
    browser.post(&format!("{record}/study"), &[]).await;
    grown(&mut browser, &format!("{record}?study=1")).await;
    let early = browser.post(&format!("{record}/deck"), &[("side", "green")]).await;
    assert_eq!(early.status, StatusCode::NOT_FOUND);
    let taken = browser.post(&format!("{record}/deck"), &[("side", "black")]).await;
    assert_eq!(taken.status, StatusCode::OK, "{}", taken.text);
    let file = browser.get("/deck/file").await;
    assert!(file.text.starts_with("plateau deck 1\n") && file.text.contains("played A9"), "{}", file.text);

    let mut other = Browser::new(&site).from("10.2.2.2");
    assert!(other.get("/deck").await.text.contains("Nothing is here yet"));
    let brought = send(&mut other, &file.text).await;
    assert_eq!(brought.status, StatusCode::OK, "{}", brought.text);
    let page = other.get(brought.json()["at"].as_str().expect("an address")).await.text;
    assert!(page.contains("One came in") && page.contains("Begin"), "{page}");
    assert!(send(&mut other, &file.text).await.json()["at"].as_str().expect("an address").contains("known=1"));

    for damaged in ["", "hello", &file.text[..file.text.len() - 5], &file.text.replace("GM[1]", "GM[9]")] {
        let refused = send(&mut other, damaged).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{damaged:.30} {}", refused.text);
    }
    let huge = send(&mut other, &"x".repeat(10 << 20)).await;
    assert_eq!(huge.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", huge.text);
    let first = card(&mut other).await;
    let dropped = other.post(&format!("{first}/drop"), &[]).await;
    assert_eq!(dropped.status, StatusCode::OK, "{}", dropped.text);
    assert!(other.get("/deck").await.text.contains("Nothing is here yet"));
    assert!(!browser.get("/deck").await.text.contains("Nothing is here yet"), "the other deck stays");
}

async fn send(browser: &mut Browser, content: &str) -> crate::kit::Answer {
    let head = "Content-Disposition: form-data; name=\"file\"; filename=\"deck.txt\"";
    let body = format!("--x\r\n{head}\r\n\r\n{content}\r\n--x--\r\n");
    browser.headers.push(("accept", "application/json".to_owned()));
    let answer = browser.send("POST", "/deck/file", "multipart/form-data; boundary=x", body).await;
    browser.headers.pop();
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_that_is_asked_for_a_thousand_times_keeps_nobody_from_playing() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site).from("10.1.1.1");
    let long: String = (0..60).map(|at| format!(";B[{0}a];W[{0}c]", (b'a' + at % 9) as char)).collect();
    let record = bring(&mut browser, &format!("(;GM[1]SZ[19]{long})")).await;
    let asks: Vec<_> = (0..1000)
        .map(|number| {
            let (mut browser, address) = (browser.clone(), format!("{record}?study=1&at={}", number % 60));
            tokio::spawn(async move { browser.get(&address).await.status })
        })
        .collect();
    let mut other = Browser::new(&site).from("10.2.2.2");
    let game = other.create(&[("game", "othello"), ("opponent", "machine"), ("level-othello", "1")]).await;
    other.act(&game, "play f5").await.expect("a move");
    for asked in asks {
        assert_eq!(asked.await.expect("an answer"), StatusCode::OK);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_is_seen_alike_by_whoever_has_its_address_and_gone_on_from_against_a_level() {
    let store = memory();
    let first = site(public(), &store);
    let mut browser = Browser::new(&first);
    let game = lost_game(&mut browser).await;
    browser.post(&format!("{game}/study"), &[]).await;
    let address = format!("{game}/review?at=2&study=1&best=1&chance=1");
    let mine = grown(&mut browser, &address).await;
    assert!(mine.contains("The curve as a table") && mine.contains("class=\"line\""), "{mine}");
    let step = browser.get(&format!("{address}&step=1")).await.text;
    assert!(step.contains("aria-current=\"step\""), "{step}");
    // After a restart, and for somebody else.
    let second = site(public(), &store);
    let mut other = Browser::new(&second).from("10.2.2.2");
    let theirs = grown(&mut other, &address).await;
    let curve =
        |page: &str| page.split("class=\"graph\"").nth(1).map(|rest| rest.split("</svg>").next().map(str::to_owned));
    assert_eq!(curve(&theirs), curve(&mine));
    let unknown = other.post(&format!("{game}/play-on"), &[("at", "2"), ("level", "99"), ("side", "white")]).await;
    assert_eq!(unknown.status, StatusCode::CONFLICT, "{}", unknown.text);
    let on = other.post(&format!("{game}/play-on"), &[("at", "2"), ("level", "2"), ("side", "white")]).await;
    assert_eq!(on.status, StatusCode::OK, "{}", on.text);
    let state = other.state(on.json()["at"].as_str().expect("a game")).await;
    assert_eq!((&state["black"]["who"], &state["white"]["you"]), (&"level:2".into(), &true.into()), "{state}");
}
