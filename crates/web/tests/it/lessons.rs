//! First lessons.

use axum::http::StatusCode;
use study::lesson::{Attempt, steps};
use table::Kind;

use crate::kit::{Browser, local, memory, public, site};

#[tokio::test(flavor = "multi_thread")]
async fn every_step_of_every_lesson_is_done_by_what_its_page_shows() {
    for config in [local(), public()] {
        let site = site(config, &memory());
        let mut browser = Browser::new(&site);
        for (kind, step) in Kind::ALL.into_iter().flat_map(|kind| (0..steps(kind)).map(move |step| (kind, step))) {
            let mut attempt = Attempt::new(kind, step).expect("a step");
            let mut address = format!("/lesson/{kind}?step={}", step + 1);
            let (number, of) = (step + 1, steps(kind));
            while let Some(answer) = attempt.answer() {
                let page = browser.get(&address).await;
                assert_eq!(page.status, StatusCode::OK, "{address}");
                assert!(page.text.contains(&format!("Step {number} of {of}")), "{address}: {}", page.text);
                assert!(page.text.contains("data-mood=\"open\""), "{address}");
                let moves = attempt.moves().join(" ");
                let fields = [("step", number.to_string()), ("moves", moves), ("play", answer.clone())];
                let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
                let sent = browser.post(&format!("/lesson/{kind}"), &fields).await;
                assert_eq!(sent.status, StatusCode::OK, "{address} {answer}: {}", sent.text);
                sent.json()["at"].as_str().expect("an address").clone_into(&mut address);
                attempt.play(&answer).expect("legal");
            }
            let done = browser.get(&address).await.text;
            assert!(done.contains("data-mood=\"right\""), "{address}: {done}");
            let on =
                if number < of { format!("/lesson/{kind}?step={}", number + 1) } else { format!("/new?game={kind}") };
            assert!(done.contains(&on), "{address}: {done}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_misses_the_point_is_told_so_and_what_is_forbidden_why() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let sent = browser.post("/lesson/go", &[("step", "2"), ("play", "A1")]).await;
    let missed = browser.get(sent.json()["at"].as_str().expect("an address")).await.text;
    assert!(missed.contains("can still breathe") && missed.contains("data-mood=\"open\""), "{missed}");
    let forbidden = browser.post("/lesson/go", &[("step", "6"), ("play", "D4")]).await;
    assert_eq!(forbidden.status, StatusCode::BAD_REQUEST);
    assert!(forbidden.text.contains("may not be taken back"), "{}", forbidden.text);
    let sent = browser.post("/lesson/othello", &[("step", "3"), ("want", "answer")]).await;
    let shown = browser.get(sent.json()["at"].as_str().expect("an address")).await.text;
    assert!(shown.contains("a1 does it."), "{shown}");
    for none in ["/lesson/chess", "/lesson/go?step=0", "/lesson/go?step=9"] {
        assert_eq!(browser.get(none).await.status, StatusCode::NOT_FOUND, "{none}");
    }
    // Moves that an address made up are passed over.
    let odd = browser.get("/lesson/go?step=2&moves=Z9+E4+E4").await.text;
    assert!(odd.contains("data-mood=\"right\""), "{odd}");
    assert!(browser.get("/learn").await.text.contains("href=\"/lesson/aligne4\""));
}
