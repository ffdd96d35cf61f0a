//! Records that people bring.

use axum::http::StatusCode;
use serde_json::json;

use crate::kit::{Answer, Browser, local, memory, public, site};

async fn upload(browser: &mut Browser, name: &str, content: &str) -> Answer {
    let head = format!("Content-Disposition: form-data; name=\"file\"; filename=\"{name}\"");
    let body = format!("--x\r\n{head}\r\n\r\n{content}\r\n--x--\r\n");
    browser.headers.push(("accept", "application/json".to_owned()));
    let answer = browser.send("POST", "/upload", "multipart/form-data; boundary=x", body).await;
    browser.headers.pop();
    answer
}

#[tokio::test]
async fn a_record_is_looked_at_with_its_variations_and_gone_on_from() {
    for config in [local(), public()] {
        let site = site(config, &memory());
        let mut browser = Browser::new(&site);
        let sgf = "(;GM[1]SZ[9]PB[Ada]PW[<b>Bo</b>]EV[Open]RO[2]DT[2024-02-29]PC[Rouen]GN[Final]RE[B+R];B[ee](;W[ec];B[ce])(;W[ge]C[<script>x</script>];B[cc]))";
        let answer = upload(&mut browser, "game.sgf", sgf).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let record = answer.json()["at"].as_str().expect("an address").to_owned();
        for at in 0..=6 {
            let page = browser.get(&format!("{record}?at={at}")).await;
            assert_eq!(page.status, StatusCode::OK);
            assert!(page.text.contains("Rouen") && !page.text.contains("serve-fact"), "facts have names");
            assert!(page.text.contains("Ada") && !page.text.contains("<b>Bo") && !page.text.contains("<script>x"));
        }
        let game = browser.post(&format!("{record}/play-on"), &[("at", "5")]).await;
        let game = game.json()["at"].as_str().expect("a game").to_owned();
        assert_eq!(browser.state(&game).await["moves"], json!(["E5", "G5", "C7"]));
        browser.act(&game, "play D4").await.expect("it goes on");
        let again = browser.post(&format!("{game}/play-on"), &[("at", "1")]).await;
        let again = again.json()["at"].as_str().expect("a game").to_owned();
        assert_eq!(browser.state(&again).await["moves"], json!(["E5"]));
    }
}

#[tokio::test]
async fn every_format_that_there_is_can_be_brought_and_taken() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    for (name, content) in [("game.txt", "f5d6c3d3c4"), ("x.sgf", "(;GM[2];B[f5];W[d6])")] {
        let answer = upload(&mut browser, name, content).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.text);
        let record = answer.json()["at"].as_str().expect("an address").to_owned();
        let game = browser.post(&format!("{record}/play-on"), &[("at", "2")]).await;
        let game = game.json()["at"].as_str().expect("a game").to_owned();
        for file in ["record.sgf", "record.ggf", "record.txt"] {
            let taken = browser.get(&format!("{game}/{file}")).await;
            assert_eq!(taken.status, StatusCode::OK, "{file}: {}", taken.text);
            assert!(taken.header("content-disposition").starts_with("attachment"), "{file}");
            let back = upload(&mut browser, file, &taken.text).await;
            assert_eq!(back.status, StatusCode::OK, "{file}: {} {}", taken.text, back.text);
        }
    }
}

#[tokio::test]
async fn what_is_no_record_is_refused_with_its_reason() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    for content in ["", "hello", "(;GM[1]SZ[99])", "(;GM[1];B[aa", "\u{0}\u{1}\u{2}"] {
        let answer = upload(&mut browser, "x.sgf", content).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{content}: {}", answer.text);
    }
    let deep = format!("(;GM[1]{}", "(;B[aa]".repeat(50_000));
    assert!(upload(&mut browser, "deep.sgf", &deep).await.status.is_client_error());
    let gone = browser.get("/record/00000000000000000000000007").await;
    assert!(gone.status.is_client_error());
}

#[tokio::test]
async fn a_file_that_is_too_large_is_told_so_with_the_limit() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let limit = site.config().limits.upload_bytes;
    let answer = upload(&mut browser, "game.sgf", &"x".repeat(limit + 1)).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer.text.contains(&format!("{} MB", limit >> 20)), "{}", answer.text);
    assert!(browser.get("/upload").await.text.contains(&format!("data-max-bytes=\"{limit}\"")));
}
