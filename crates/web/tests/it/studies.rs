//! Games that the machine looks through.

use std::time::Duration;

use axum::http::StatusCode;

use crate::kit::{Browser, local, memory, public, site};
use crate::uploads::upload;

const GAME: &str = "(;GM[1]SZ[9]PB[Ada]PW[Bo];B[ee];W[ec];B[ce];W[aa];B[gg];W[cg])";

pub(crate) async fn bring(browser: &mut Browser, text: &str) -> String {
    let answer = upload(browser, "game.sgf", text).await;
    answer.json()["at"].as_str().expect("an address").to_owned()
}

/// The page of a record once nothing more is thought about it.
pub(crate) async fn grown(browser: &mut Browser, address: &str) -> String {
    for _ in 0..600 {
        let page = browser.get(address).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        if page.text.contains("id=\"study\"") && !page.text.contains("data-growing") {
            return page.text;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a review of six moves ends within half a minute");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_looked_through_and_says_where_it_turned() {
    for config in [local(), public()] {
        let store = memory();
        let site = site(config, &store);
        let mut browser = Browser::new(&site);
        let record = bring(&mut browser, GAME).await;
        let before = browser.get(&record).await.text;
        assert!(before.contains("Let the machine look through it") && !before.contains("class=\"graph\""));
        let begun = browser.post(&format!("{record}/study"), &[]).await;
        assert_eq!(begun.status, StatusCode::OK, "{}", begun.text);
        let page = grown(&mut browser, &format!("{record}?at=4")).await;
        assert!(page.contains("class=\"graph\"") && page.contains("A9: loses about"), "{page}");
        assert!(page.contains("Where White lost most") && page.contains("graph-here"), "{page}");
        // What was thought is kept, for whoever looks through the same game again.
        let way = table::Review::of_record(table::records::read(GAME.as_bytes(), None).expect("a record"))
            .way()
            .expect("a way");
        let kept = |at| store.judgement(&players::analyst::key(&way, at, study::Effort::Quick)).expect("an answer");
        assert!((0..way.len()).all(|at| kept(at).is_some()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_goes_on_is_its_players_alone() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    let game = browser.create(&[("game", "othello"), ("opponent", "here")]).await;
    browser.act(&game, "play f5").await.expect("a move");
    let refused = browser.post(&format!("{game}/study"), &[]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
    assert!(refused.text.contains("when it is over"), "{}", refused.text);
    browser.act(&game, "resign").await.expect("given up");
    let begun = browser.post(&format!("{game}/study"), &[]).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.text);
    let page = grown(&mut browser, &format!("{game}/review")).await;
    assert!(page.contains("class=\"graph\""), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_household_has_two_reviews_at_once_and_others_have_theirs() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site).from("10.1.1.1");
    let long: String = (0..60).map(|at| format!(";B[{0}a];W[{0}c]", (b'a' + at % 9) as char)).collect();
    let mut begun = Vec::new();
    for number in 0..4 {
        let record = bring(&mut browser, &format!("(;GM[1]SZ[19]GN[{number}]{long})")).await;
        begun.push(browser.post(&format!("{record}/study"), &[]).await.status);
    }
    assert_eq!(begun[..2], [StatusCode::OK; 2]);
    assert_eq!(begun[2..], [StatusCode::CONFLICT; 2], "two are under way");
    let mut other = Browser::new(&site).from("10.2.2.2");
    let record = bring(&mut other, GAME).await;
    assert_eq!(other.post(&format!("{record}/study"), &[]).await.status, StatusCode::OK);
    grown(&mut other, &record).await;
}
