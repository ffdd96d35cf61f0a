//! Browsers that think in the place of the server: what they are handed, and who is.

use axum::http::StatusCode;
use players::elsewhere::question::Question;
use players::elsewhere::said::Said;
use players::thinker::Thought;
use search::Stop;

use crate::kit::{Browser, memory, public, site};
use crate::network::joined;
use crate::studies::{bring, grown};

/// How many tasks of the machine were begun.
async fn thoughts(browser: &mut Browser) -> u64 {
    let text = browser.get("/metrics").await.text;
    let counts = text.lines().filter(|line| line.starts_with("plateau_thoughts_total{"));
    let counts: Vec<u64> = counts.filter_map(|line| line.rsplit(' ').next()?.parse().ok()).collect();
    assert_eq!(counts.len(), 4, "for games and for reviews, here and by workers");
    counts.iter().sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_may_have_a_hint_is_handed_the_question_and_the_machine_is_not_asked() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    for form in [
        &[("game", "othello"), ("opponent", "machine"), ("level-othello", "1")][..],
        &[("game", "go"), ("opponent", "machine"), ("size", "9"), ("level-go", "1")],
        &[("game", "aligne4"), ("opponent", "machine"), ("level-aligne4", "1")],
    ] {
        let game = browser.create(form).await;
        let handed = browser.get(&format!("{game}/question?about=hint")).await;
        assert_eq!(handed.status, StatusCode::OK, "{}", handed.text);
        assert_eq!((&handed.json()["lang"], &handed.json()["coordinates"]), (&"en".into(), &true.into()));
        let question = handed.json()["question"].as_str().expect("a text").to_owned();
        let question = Question::read(question.as_bytes()).expect("a question");
        let said = question.think(&mut None, &Stop::new(), &|_| {});
        assert!(matches!(said, Some(Said::Thought(Thought::Hint(..)))), "{said:?}");
        assert_eq!(browser.get(&format!("{game}/question?about=money")).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(thoughts(&mut browser).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_is_handed_anything() {
    let site = site(public(), &memory());
    let (mut ada, mut bo, game) = joined(&[("game", "othello")], &site).await;
    let address = format!("{game}/question?about=hint");
    for player in [&mut ada, &mut bo] {
        let refused = player.get(&address).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "no help between people: {}", refused.text);
    }
    let alone = ada.create(&[("game", "othello"), ("opponent", "machine"), ("level-othello", "1")]).await;
    let address = format!("{alone}/question?about=hint");
    assert_eq!(Browser::new(&site).get(&address).await.status, StatusCode::CONFLICT, "who looks on plays nothing");
    assert_eq!(ada.get("/game/00000000000000000000000001/question?about=hint").await.status, StatusCode::NOT_FOUND);
    ada.act(&alone, "resign").await.expect("given up");
    assert_eq!(ada.get(&address).await.status, StatusCode::CONFLICT, "it is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_no_browser_looks_through_is_looked_through_by_the_server() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let record = bring(&mut browser, "(;GM[2];B[fe];W[fd])").await;
    let sent = browser.post("/here/review", &[("record", &format!("{record}/record.sgf"))]).await;
    let next = sent.json()["at"].as_str().expect("an address").to_owned();
    assert_eq!(next, format!("{record}?study=1"));
    assert!(grown(&mut browser, &next).await.contains("class=\"graph\""));
    assert!(thoughts(&mut browser).await > 0);
    let study = browser.post("/here/review", &[("record", "/board/abc/study.sgf"), ("to", "board")]).await;
    assert_eq!(study.json()["at"], "/board/abc?values=on");
    for nonsense in [
        "",
        "/board/abc/record.sgf",
        "/",
        "//evil.example/record.sgf",
        "/game/x/y/record.sgf",
        "/options",
        "/record/../options",
    ] {
        let refused = browser.post("/here/review", &[("record", nonsense)]).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{nonsense}");
    }
}
