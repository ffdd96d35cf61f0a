//! What one visitor lays on the server is theirs to bear: work, answers that nobody reads, records that are kept, the machine.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tower::ServiceExt;
use web::app;
use web::config::Limits;

use crate::kit::{Answer, Browser, Served, memory, public, site};

async fn upload(browser: &mut Browser, record: &str) -> Answer {
    let body = format!("--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{record}\r\n--x--\r\n");
    browser.headers.push(("accept", "application/json".to_owned()));
    let answer = browser.send("POST", "/upload", "multipart/form-data; boundary=x", body).await;
    browser.headers.pop();
    answer
}

fn at(answer: &Answer) -> String {
    answer.json()["at"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
}

/// A record of so many moves, one after the other.
fn long_record(moves: usize) -> String {
    format!("(;GM[1]SZ[19]{})", [";B[dd]", ";W[pp]"].concat().repeat(moves / 2))
}

#[tokio::test]
async fn work_is_counted_with_the_requests_of_whoever_wants_it() {
    let mut config = public();
    config.limits = Limits { requests_per_second: 0.001, requests_burst: 30.0, upload_nodes: 50_000, ..config.limits };
    let site = site(config, &memory());
    let mut eager = Browser::new(&site);
    let long = long_record(49_000);
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(upload(&mut eager, &long).await.status);
    }
    assert_eq!(statuses[0], StatusCode::OK);
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS), "20 of 30 requests, and their work: {statuses:?}");
    let answer = eager.get("/rules").await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.text.contains("too fast"), "in a sentence: {}", answer.text);
    assert_eq!(Browser::new(&site).from("10.9.9.9").get("/rules").await.status, StatusCode::OK, "others are served");
}

#[tokio::test]
async fn a_record_is_read_once_and_its_pages_are_as_long_as_what_they_show() {
    let mut config = public();
    config.limits = Limits { upload_nodes: 50_000, ..config.limits };
    let site = site(config, &memory());
    let mut browser = Browser::new(&site);
    let refused = upload(&mut browser, &format!("(;GM[1]{})", ";".repeat(60_000))).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.json()["no"].as_str().is_some_and(|said| said.contains("50")), "{}", refused.text);

    let quotes = "\"".repeat(900_000);
    let record = format!("(;GM[1]SZ[19]PB[{quotes}]EV[{quotes}]C[{quotes}]{}", &long_record(40_000)[13..]);
    let begin = Instant::now();
    let path = at(&upload(&mut browser, &record).await);
    let reading = begin.elapsed();
    let mut pages = Duration::ZERO;
    for place in [0, 1, 20_000] {
        let begin = Instant::now();
        let page = browser.get(&format!("{path}?at={place}")).await;
        pages += begin.elapsed();
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.bytes < 500_000, "{place}: {}", page.bytes);
        assert_eq!(page.text.contains("There is more"), place == 0, "the comment is cut");
    }
    assert!(pages < 3 * reading + Duration::from_millis(300), "read in {reading:?}, three pages in {pages:?}");

    let gone = browser.get("/record/00000000000000000000000007").await;
    assert_eq!(gone.status, StatusCode::GONE);
    assert!(gone.text.contains("not here any more"), "{}", gone.text);
    assert_eq!(browser.get("/record/nonsense").await.status, StatusCode::NOT_FOUND);
    assert_eq!(browser.get("/new?game=chess").await.status, StatusCode::NOT_FOUND);
    assert_eq!(browser.get("/new?game=othello").await.status, StatusCode::OK);
}

#[tokio::test]
async fn one_household_keeps_so_many_records_and_not_those_of_others_out() {
    let mut config = public();
    config.limits = Limits { upload_nodes: 50_000, papers_per_owner: 5, ..config.limits };
    let store = memory();
    let first = site(config.clone(), &store);
    let (mut ada, mut eve) = (Browser::new(&first), Browser::new(&first).from("10.9.9.9"));
    let hers = at(&upload(&mut ada, "(;GM[1]SZ[9];B[dd])").await);
    let mut his = Vec::new();
    for _ in 0..12 {
        his.push(at(&upload(&mut eve, &long_record(40_000)).await));
    }
    // What was remembered is forgotten with the server; what was kept is not.
    let second = site(config, &store);
    (ada, eve) = (ada.at(&second), eve.at(&second));
    assert_eq!(ada.get(&hers).await.status, StatusCode::OK);
    assert_eq!(eve.get(&his[7]).await.status, StatusCode::OK, "there is room for five");
    assert_eq!(eve.get(&his[11]).await.status, StatusCode::OK, "the last one is there");
    assert_eq!(eve.get(&his[6]).await.status, StatusCode::GONE, "the first ones had to go");
}

#[tokio::test]
async fn answers_that_nobody_reads_are_bounded_for_one_and_for_all() {
    let mut config = public();
    config.limits = Limits { bytes_in_flight_per_address: 200_000, bytes_in_flight: 300_000, ..config.limits };
    let site = site(config, &memory());
    let router = app(site.clone());
    let ask = |from: u8| {
        let mut request =
            Request::get("/rules/go").header(header::HOST, "x").header(header::ACCEPT, "application/json");
        let from = SocketAddr::from(([10, 0, 0, from], 5000));
        request.extensions_mut().expect("a request").insert(ConnectInfo(from));
        router.clone().oneshot(request.body(Body::empty()).expect("a request"))
    };
    let mut unread = Vec::new();
    let mut answered = [0; 4];
    for from in [1, 2, 3] {
        for _ in 0..50 {
            let response = ask(from).await.expect("an answer");
            if response.status() == StatusCode::OK {
                answered[usize::from(from)] += 1;
                unread.push(response);
            } else {
                assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
                let bytes = to_bytes(response.into_body(), 10_000).await.expect("a body");
                let said: Value = serde_json::from_slice(&bytes).expect("JSON");
                assert!(said["no"].as_str().is_some_and(|said| !said.is_empty()), "{said}");
            }
        }
    }
    let [_, first, second, third] = answered;
    assert!((2..50).contains(&first) && (1..first).contains(&second), "{answered:?}");
    assert_eq!(third, 1, "who has nothing on its way is served in any case");
    unread.clear();
    assert_eq!(ask(1).await.expect("an answer").status(), StatusCode::OK);
}

#[tokio::test]
async fn what_can_be_read_in_two_ways_is_refused_and_ends_the_connection() {
    let served = Served::new(public(), &memory()).await;
    let get = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    for (sent, statuses) in [
        (get.repeat(2), vec!["200", "200"]),
        ("GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n".to_owned(), vec!["400"]),
        ("GET /healthz HTTP/1.1\nHost: x\n\n".to_owned(), vec!["400"]),
        (format!("{get}GET /healthz HTTP/1.1\r\nHost: x\n\r\n"), vec!["200", "400"]),
        (
            format!(
                "POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{get}"
            ),
            vec!["400"],
        ),
        // Nobody looks at what comes behind chunks, so nothing may.
        (format!("POST /new HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{get}"), vec!["415"]),
        (format!("GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: tea\r\n\r\n{get}"), vec!["200"]),
    ] {
        let mut stream = TcpStream::connect(served.address).await.expect("a connection");
        stream.write_all(sent.as_bytes()).await.expect("sent");
        stream.shutdown().await.expect("no more");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
        let got: Vec<&str> = answer.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
        assert_eq!(got, statuses, "{sent:?} {answer}");
    }
    served.stop().await;
}

#[tokio::test]
async fn pictures_are_for_those_who_have_the_link() {
    let site = site(public(), &memory());
    let mut ada = Browser::new(&site);
    let game = ada.create(&[("game", "othello"), ("opponent", "here")]).await;
    for (file, media_type) in [("picture.png", "image/png"), ("picture.svg", "image/svg+xml")] {
        let first = ada.get(&format!("{game}/{file}")).await;
        assert_eq!((first.status, first.header("content-type")), (StatusCode::OK, media_type));
        assert!(first.header("cache-control").starts_with("private"), "{}", first.header("cache-control"));
        assert_eq!(ada.get(&format!("{game}/{file}")).await.text, first.text, "as it was drawn before");
    }
    let before = ada.get(&format!("{game}/picture.svg")).await.text;
    ada.act(&game, "play f5").await.expect("played");
    assert_ne!(ada.get(&format!("{game}/picture.svg")).await.text, before, "another position is another picture");
    assert_eq!(ada.get(&format!("{game}/picture.gif")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_beginners_opponent_does_not_wait_for_somebody_elses_master() {
    let mut config = public();
    (config.manner.machines, config.manner.machines_per_address) = (1, 2);
    let site = site(config, &memory());
    // Masters of one household, who have far more to think than there is time for.
    let mut eve = Browser::new(&site).from("10.9.9.9");
    let mut masters = Vec::new();
    for _ in 0..6 {
        let fields = [("game", "go"), ("size", "19"), ("opponent", "machine"), ("level-go", "13"), ("colour", "white")];
        let game = eve.create(&fields).await;
        // Whoever only looks on pays for nothing.
        Browser::new(&site).get(&game).await;
        masters.push(game);
    }
    let begin = Instant::now();
    let mut ada = Browser::new(&site);
    let fields = [("game", "go"), ("size", "9"), ("opponent", "machine"), ("level-go", "1"), ("colour", "black")];
    let game = ada.create(&fields).await;
    ada.act(&game, "play E5").await.expect("played");
    ada.wait(&game, |state| state["moves"].as_array().is_some_and(|moves| moves.len() == 2)).await;
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
    let mut thought = 0;
    for game in &masters {
        thought += eve.state(game).await["moves"].as_array().map_or(0, Vec::len);
    }
    assert!(thought < masters.len(), "they were still thinking");
    site.hub().close().await;
}
