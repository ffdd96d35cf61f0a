//! A better move is looked for, with the answer hidden.

use axum::http::StatusCode;

use crate::kit::{Browser, local, memory, public, site};
use crate::studies::bring;

/// Three stones of Black's are in atari, one move saves them, and Black plays in a corner.
pub(crate) const LEFT_IN_ATARI: &str =
    "(;GM[1]SZ[9]KM[7]PB[Ada]PW[Bo]AB[de][ee][fe][cc][gc][cg][gg][bd][bf]AW[ce][dd][ed][fd][df][ef][ff]PL[B];B[aa])";

/// The page that an answer leads to, once the machine has looked at it.
async fn answered(browser: &mut Browser, address: &str, fields: &[(&str, &str)]) -> String {
    for _ in 0..600 {
        let answer = browser.post(address, fields).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let page = browser.get(answer.json()["at"].as_str().expect("an address")).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        if !page.text.contains("data-growing") {
            return page.text;
        }
    }
    panic!("one position is judged within minutes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_tried_and_told_what_it_lost_and_the_answer_comes_when_it_is_asked_for() {
    for config in [local(), public()] {
        let site = site(config, &memory());
        let mut browser = Browser::new(&site);
        let record = bring(&mut browser, LEFT_IN_ATARI).await;
        let exercise = format!("{record}/try");
        let open = browser.get(&format!("{exercise}?at=0")).await.text;
        assert!(open.contains("Black to move. Find a good move.") && open.contains("data-mood=\"open\""), "{open}");
        assert!(!open.contains("A9,") || !open.contains("last move"), "what was played is hidden: {open}");
        assert!(open.contains("/try?at=0&amp;cell=A9\""), "every legal point is a link without scripts: {open}");
        let chosen = browser.get(&format!("{exercise}?at=0&cell=A9")).await.text;
        assert!(chosen.contains("name=\"play\" value=\"A9\""), "{chosen}");
        // What was not thought about yet is not known, and nothing is thought by looking.
        let early = browser.get(&format!("{exercise}?at=0&play=A9")).await.text;
        assert!(early.contains("data-growing") && early.contains("Look again"), "{early}");
        let wrong = answered(&mut browser, &exercise, &[("at", "0"), ("play", "A9")]).await;
        assert!(wrong.contains("Not quite") && wrong.contains("A9: loses about"), "{wrong}");
        assert!(wrong.contains("White can answer") && !wrong.contains("The answer:"), "{wrong}");
        let on = browser.get(&format!("{exercise}?at=0&play=A9&step=2")).await.text;
        assert!(on.contains("aria-current=\"step\"") && on.contains("data-key=\"ArrowLeft\""), "{on}");
        let hint = answered(&mut browser, &exercise, &[("at", "0"), ("want", "hint")]).await;
        assert!(hint.contains("Hint: ") && !hint.contains("The answer:"), "{hint}");
        let shown = answered(&mut browser, &exercise, &[("at", "0"), ("want", "answer")]).await;
        let (_, after) = shown.split_once("The answer: ").expect("the answer");
        let best = after.split([' ', '.']).next().expect("a move").to_owned();
        let right = answered(&mut browser, &exercise, &[("at", "0"), ("play", &best)]).await;
        assert!(right.contains("data-mood=\"right\"") && right.contains(&format!("Right: {best}")), "{right}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_tried_is_refused_with_the_reason() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let record = bring(&mut browser, LEFT_IN_ATARI).await;
    let exercise = format!("{record}/try");
    for (mv, reason) in [("D5", "stands there already"), ("pluto", "column"), (&*"D".repeat(5000), "column")] {
        let refused = browser.post(&exercise, &[("at", "0"), ("play", mv)]).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{mv:.9} {}", refused.text);
        assert!(refused.text.contains(reason), "{mv:.9} {}", refused.text);
    }
    let game = browser.create(&[("game", "othello"), ("opponent", "here")]).await;
    let early = browser.get(&format!("{game}/try?at=0")).await;
    assert_eq!(early.status, StatusCode::CONFLICT, "a game that goes on is its players' alone: {}", early.text);
    browser.act(&game, "resign").await.expect("given up");
    assert_eq!(browser.get(&format!("{game}/try?at=0")).await.status, StatusCode::OK);
    let over = bring(&mut browser, "(;GM[1]SZ[5];B[];W[])").await;
    let nothing = browser.get(&format!("{over}/try?at=2")).await;
    assert!(nothing.status == StatusCode::CONFLICT && nothing.text.contains("nothing to choose"), "{}", nothing.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_tries_everywhere_at_once_has_a_few_and_others_have_theirs() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site).from("10.1.1.1");
    let record = bring(&mut browser, "(;GM[1]SZ[19];B[dd];W[pp];B[dp];W[pd])").await;
    let letters = || ('A'..='T').filter(|letter| *letter != 'I');
    let points = letters().flat_map(|column| (1..=19).map(move |row| format!("{column}{row}")));
    let tries = points.map(|point| {
        let (mut browser, exercise) = (browser.clone(), format!("{record}/try"));
        tokio::spawn(async move { browser.post(&exercise, &[("at", "0"), ("play", &point)]).await.status })
    });
    let tries: Vec<_> = tries.collect();
    let mut other = Browser::new(&site).from("10.2.2.2");
    let record = bring(&mut other, LEFT_IN_ATARI).await;
    let answer = other.post(&format!("{record}/try"), &[("at", "0"), ("want", "answer")]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let mut counts = [0; 2];
    for tried in tries {
        match tried.await.expect("an answer") {
            StatusCode::OK => counts[0] += 1,
            StatusCode::BAD_REQUEST => counts[1] += 1,
            status => panic!("{status}"),
        }
    }
    assert!(counts[0] >= 4 && counts[1] > 300, "{counts:?}");
}
