//! Over the network: seats, links, offers, lost opponents, restarts, clocks.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::kit::{Browser, Folder, Served, memory, public, site};

/// A game by link: who made it, who joined, and its address.
pub(crate) async fn joined(fields: &[(&str, &str)], site: &web::Site) -> (Browser, Browser, String) {
    let (mut ada, mut bo) = (Browser::new(site), Browser::new(site));
    let fields: Vec<_> =
        [("opponent", "link"), ("name", "Ada"), ("colour", "black")].iter().chain(fields).copied().collect();
    let game = ada.create(&fields).await;
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::OK);
    (ada, bo, game)
}

#[tokio::test]
async fn two_people_play_by_link_and_a_third_only_watches() {
    for (kind, moves) in
        [("go", ["E5", "C3", "G7"]), ("othello", ["f5", "d6", "c3"]), ("aligne4", ["0a1", "7b2", "3c3"])]
    {
        let site = site(public(), &memory());
        let mut ada = Browser::new(&site);
        let game = ada.create(&[("game", kind), ("opponent", "link"), ("name", "Ada"), ("colour", "black")]).await;
        for what in [&format!("play {}", moves[0]), "resign"] {
            assert!(ada.act(&game, what).await.is_err(), "nobody is there yet: {what}");
        }
        let mut bo = Browser::new(&site);
        assert_eq!(bo.sit(&game, "black", "Bo").await, StatusCode::CONFLICT, "Ada sits there");
        assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::OK);
        assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::OK, "twice is once");
        assert!(ada.act(&game, "cancel").await.is_err(), "somebody has come");
        let mut third = Browser::new(&site);
        assert_eq!(third.sit(&game, "white", "Eve").await, StatusCode::CONFLICT);
        assert!(bo.act(&game, &format!("play {}", moves[0])).await.is_err(), "it is Ada's turn");
        ada.act(&game, &format!("play {}", moves[0])).await.expect("played");
        assert!(ada.act(&game, &format!("play {}", moves[1])).await.is_err(), "it is Bo's turn");
        bo.act(&game, &format!("play {}", moves[1])).await.expect("played");
        for what in
            ["play A1", "undo", "resign", "mark A1", "accept", "offer draw", "answer yes", "hint", "stop", "claim"]
        {
            let answer = third.post(&format!("{game}/do"), &[("do", what)]).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{what}: {}", answer.text);
        }
        assert!(ada.act(&game, "undo").await.is_err(), "Bo must be asked");
        assert!(ada.act(&game, "hint").await.is_err(), "no help between people");
        ada.act(&game, &format!("play {}", moves[2])).await.expect("played");
        let state = third.state(&game).await;
        assert_eq!(state["moves"].as_array().map(Vec::len), Some(3), "{state}");
        assert_eq!((&state["black"]["you"], &state["white"]["you"]), (&json!(false), &json!(false)));
        assert_eq!(ada.state(&game).await["black"]["you"], true);
        assert_eq!(bo.state(&game).await["white"]["name"], "Bo");
        bo.act(&game, "resign").await.expect("given up");
        assert_eq!(third.state(&game).await["result"], "B+R");
        assert!(ada.get("/").await.status == StatusCode::OK);
        assert!(ada.get("/games").await.text.contains(&game), "one's own games are listed");
        assert!(!third.get("/games").await.text.contains(&game), "others' are not");
    }
}

#[tokio::test]
async fn a_game_that_nobody_joined_can_be_cancelled_and_its_link_says_so() {
    let folder = Folder::new();
    let before = site(public(), &folder.open());
    let (mut ada, mut bo) = (Browser::new(&before), Browser::new(&before));
    let game = ada.create(&[("game", "othello"), ("opponent", "link"), ("name", "Ada"), ("clock", "5m")]).await;
    let page = ada.get(&game).await.text;
    assert!(page.contains("Waiting for an opponent.") && page.contains("value=\"cancel\""), "{page}");
    for unwanted in ["Your turn", "value=\"resign\"", "data-runs", "to-move"] {
        assert!(!page.contains(unwanted), "{unwanted}: {page}");
    }
    assert!(bo.act(&game, "cancel").await.is_err(), "it is Ada's");
    ada.act(&game, "cancel").await.expect("nobody has come");
    before.hub().close().await;
    let after = site(public(), &folder.open());
    (ada, bo) = (ada.at(&after), bo.at(&after));
    for browser in [&mut ada, &mut bo] {
        let page = browser.get(&game).await.text;
        assert!(page.contains("The game was cancelled"), "{page}");
        for unwanted in ["/sit", "value=\"resign\"", "value=\"offer rematch\"", "data-copy"] {
            assert!(!page.contains(unwanted), "{unwanted}: {page}");
        }
    }
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::CONFLICT);
    assert!(ada.get("/games").await.text.contains("cancelled"));
}

#[tokio::test]
async fn the_first_clock_starts_when_both_have_been_there_for_a_moment() {
    let mut config = public();
    config.manner.moment = Duration::from_millis(400);
    let served = Served::new(config, &memory()).await;
    let (mut ada, mut bo) = (served.browser(), served.browser());
    let fields = [("game", "othello"), ("opponent", "link"), ("colour", "black"), ("clock", "5m")];
    let game = ada.create(&fields).await;
    let left = |state: &Value| state["black"]["clock_ms"].as_u64().expect("a clock");
    let ada_live = served.watch(&game, &ada).await;
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::OK);
    // Ada is there and Bo has a seat, but no page yet.
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(left(&ada.state(&game).await), 300_000);
    let mut bo_live = served.watch(&game, &bo).await;
    bo_live.wait_for("starts in a moment").await;
    assert_eq!(left(&ada.state(&game).await), 300_000);
    bo_live.wait_for("data-runs").await;
    ada.wait(&game, |state| left(state) < 300_000).await;
    drop((ada_live, bo_live));
    served.stop().await;
}

#[tokio::test]
async fn takeback_draw_and_rematch_are_asked_for_and_answered() {
    let folder = Folder::new();
    let before = site(public(), &folder.open());
    let (mut ada, mut bo, game) = joined(&[("game", "othello")], &before).await;
    ada.act(&game, "play f5").await.expect("played");
    ada.act(&game, "offer takeback").await.expect("offered");
    assert!(ada.act(&game, "answer yes").await.is_err(), "nobody answers oneself");
    bo.act(&game, "answer no").await.expect("declined");
    let said = ada.state(&game).await["says"].to_string();
    assert!(said.contains("White does not let the move be taken back"), "who asked is told: {said}");
    assert!(ada.act(&game, "offer takeback").await.is_err(), "not again before something has changed");
    assert!(bo.act(&game, "offer takeback").await.is_err(), "Bo has no move to take back");
    bo.act(&game, "play d6").await.expect("played");
    ada.act(&game, "offer takeback").await.expect("offered");

    // The server goes away in the middle and comes back: the offer stands.
    before.hub().close().await;
    let after = site(public(), &folder.open());
    (ada, bo) = (ada.at(&after), bo.at(&after));
    bo.act(&game, "answer yes").await.expect("agreed");
    assert_eq!(ada.state(&game).await["moves"], json!([]));
    ada.act(&game, "play f5").await.expect("played");
    bo.act(&game, "offer draw").await.expect("offered");
    assert!(bo.act(&game, "offer rematch").await.is_err(), "it is not over");
    ada.act(&game, "answer yes").await.expect("agreed");
    assert_eq!(ada.state(&game).await["result"], "0");

    ada.act(&game, "offer rematch").await.expect("offered");
    after.hub().close().await;
    let again = site(public(), &folder.open());
    (ada, bo) = (ada.at(&again), bo.at(&again));
    assert!(ada.act(&game, "answer yes").await.is_err(), "Bo is asked, not Ada");
    bo.act(&game, "answer yes").await.expect("agreed");
    let next = format!("/game/{}", ada.state(&game).await["rematch"].as_str().expect("another game"));
    let state = bo.state(&next).await;
    assert_eq!((&state["black"]["name"], &state["black"]["you"]), (&json!("Bo"), &json!(true)), "colours changed over");
    bo.act(&next, "play f5").await.expect("played");
    ada.act(&next, "play d6").await.expect("played");
}

/// The button that sends this command, as the page has it.
async fn button(browser: &mut Browser, game: &str, command: &str) -> String {
    let page = browser.get(game).await.text;
    let at = page.find(&format!("value=\"{command}\"")).unwrap_or_else(|| panic!("no button for {command}"));
    let (from, to) = (page[..at].rfind("<button").expect("a tag"), page[at..].find("</button>").expect("its end"));
    page[from..at + to].to_owned()
}

#[tokio::test]
async fn what_was_declined_cannot_be_asked_again_and_the_button_says_why() {
    let site = site(public(), &memory());
    let (mut ada, mut bo, game) = joined(&[("game", "othello")], &site).await;
    ada.act(&game, "play f5").await.expect("played");
    for (offer, declined) in
        [("offer takeback", "disabled title=\"That was declined"), ("offer draw", "disabled title=\"That was declined")]
    {
        assert!(!button(&mut ada, &game, offer).await.contains("disabled"), "{offer} can be asked");
        ada.act(&game, offer).await.expect("offered");
        assert!(button(&mut ada, &game, offer).await.contains("disabled"), "{offer} is asked");
        bo.act(&game, "answer no").await.expect("declined");
        let shown = button(&mut ada, &game, offer).await;
        assert!(shown.contains(declined), "{offer}: {shown}");
    }
    let shown = button(&mut bo, &game, "offer takeback").await;
    assert!(shown.contains("disabled title=\"You have made no move"), "{shown}");
    assert!(!button(&mut bo, &game, "offer draw").await.contains("disabled"), "Bo has not asked");
    bo.act(&game, "play d6").await.expect("played");
    for offer in ["offer takeback", "offer draw"] {
        assert!(!button(&mut ada, &game, offer).await.contains("disabled"), "{offer} can be asked in a new position");
    }
}

#[tokio::test]
async fn a_rematch_that_was_declined_is_told_and_not_offered_again() {
    let folder = Folder::new();
    let before = site(public(), &folder.open());
    let (mut ada, mut bo, game) = joined(&[("game", "othello")], &before).await;
    ada.act(&game, "play f5").await.expect("played");
    bo.act(&game, "resign").await.expect("resigned");
    ada.act(&game, "offer rematch").await.expect("offered");
    bo.act(&game, "answer no").await.expect("declined");
    // It is known after the server has gone away, too.
    before.hub().close().await;
    let after = site(public(), &folder.open());
    (ada, bo) = (ada.at(&after), bo.at(&after));
    let told = ada.get(&game).await.text;
    assert!(told.contains("White does not want to play again"), "{told}");
    let shown = button(&mut ada, &game, "offer rematch").await;
    assert!(shown.contains("disabled title=\"The other player does not want"), "{shown}");
    let refused = ada.act(&game, "offer rematch").await.expect_err("declined");
    assert!(refused.contains("does not want to play again"), "{refused}");
    assert!(ada.state(&game).await["rematch"].is_null());
    // Who declined may change their mind.
    assert!(!button(&mut bo, &game, "offer rematch").await.contains("disabled"));
    bo.act(&game, "offer rematch").await.expect("offered after all");
    ada.act(&game, "answer yes").await.expect("agreed");
    assert!(ada.state(&game).await["rematch"].is_string());
}

#[tokio::test]
async fn dead_chains_are_marked_with_both_players_consent() {
    let site = site(public(), &memory());
    let (mut ada, mut bo, game) = joined(&[("game", "go"), ("size", "9")], &site).await;
    for (who, mv) in [(0, "E5"), (1, "A1"), (0, "pass"), (1, "pass")] {
        let browser = if who == 0 { &mut ada } else { &mut bo };
        browser.act(&game, &format!("play {mv}")).await.expect(mv);
    }
    assert_eq!(ada.state(&game).await["stage"], "marking");
    ada.act(&game, "accept").await.expect("accepted");
    assert_eq!(ada.state(&game).await["stage"], "marking", "one is not enough");
    bo.act(&game, "mark A1").await.expect("marked");
    bo.act(&game, "accept").await.expect("accepted");
    assert_eq!(ada.state(&game).await["stage"], "marking", "Ada accepted another marking");
    ada.act(&game, "resume").await.expect("played on");
    assert_eq!(ada.state(&game).await["stage"], "playing");
    ada.act(&game, "play pass").await.expect("passed");
    bo.act(&game, "play pass").await.expect("passed");
    // The machine proposes, and whoever accepts before that accepts something else.
    for _ in 0..200 {
        ada.act(&game, "accept").await.ok();
        bo.act(&game, "accept").await.ok();
        if ada.state(&game).await["stage"] == "ended" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let state = ada.state(&game).await;
    assert!(state["result"].as_str().is_some_and(|result| result.contains('+')), "{state}");
}

#[tokio::test]
async fn a_lost_opponent_is_shown_and_the_game_can_be_claimed() {
    let mut config = public();
    (config.manner.grace, config.manner.claim_after) = (Duration::from_millis(50), Duration::from_millis(400));
    let served = Served::new(config, &memory()).await;
    let (mut ada, bo, game) = joined(&[("game", "othello")], &served.site).await;
    let mut ada_live = served.watch(&game, &ada).await;
    let bo_live = served.watch(&game, &bo).await;
    assert!(ada.act(&game, "claim").await.is_err(), "Bo is here");
    drop(bo_live);
    assert!(ada.act(&game, "claim").await.is_err(), "Bo may come back");
    tokio::time::sleep(Duration::from_millis(450)).await;
    let (done, updates) = ada_live.act("claim").await;
    assert_eq!(done, Ok(()), "{updates:?}");
    assert_eq!(ada.state(&game).await["result"], "B+F");
    served.stop().await;
}

#[tokio::test]
async fn clocks_run_on_the_server_fall_by_themselves_and_stand_while_no_server_runs() {
    let folder = Folder::new();
    let first = site(public(), &folder.open());
    let (mut ada, mut bo, game) = joined(&[("game", "othello"), ("clock", "3s")], &first).await;
    let left = |state: &Value, side: &str| state[side]["clock_ms"].as_u64().expect("a clock");
    // Who moves before the first clock was started has used no time; from then on clocks run, whoever is there.
    tokio::time::sleep(Duration::from_millis(300)).await;
    ada.act(&game, "play f5").await.expect("played");
    assert_eq!(left(&ada.state(&game).await, "black"), 3000);
    tokio::time::sleep(Duration::from_millis(300)).await;
    bo.act(&game, "play d6").await.expect("played");
    let state = ada.state(&game).await;
    assert!((2000..=2750).contains(&left(&state, "white")), "{state}");
    first.hub().close().await;
    // Nobody could move meanwhile.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let second = site(public(), &folder.open());
    (ada, bo) = (ada.at(&second), bo.at(&second));
    let state = bo.state(&game).await;
    // The clock stood for those 700 milliseconds; what the machine under the test took is less than that.
    assert!((2310..=3000).contains(&left(&state, "black")), "{state}");
    let state = bo.wait(&game, |state| state["stage"] == "ended").await;
    assert_eq!(state["result"], "W+T");
    assert!(ada.act(&game, "play c3").await.is_err());
}

#[tokio::test]
async fn the_lobby_shows_who_waits_and_changes_by_itself() {
    let served = Served::new(public(), &memory()).await;
    let mut ada = served.browser();
    let mut lobby = served.watch("/lobby", &ada).await;
    lobby.next().await.expect("the list");
    let game =
        ada.create(&[("game", "go"), ("opponent", "lobby"), ("name", "Ada in the lobby"), ("colour", "black")]).await;
    let secret = ada.create(&[("game", "go"), ("opponent", "link"), ("name", "Hidden")]).await;
    assert!(!ada.get("/lobby").await.text.contains("Ada in the lobby"), "while she is not there nobody waits");
    let ada_live = served.watch(&game, &ada).await;
    let _hidden = served.watch(&secret, &ada).await;
    lobby.wait_for("Ada in the lobby").await;
    assert!(!ada.get("/lobby").await.text.contains("Hidden"));
    let mut bo = served.browser();
    assert_eq!(bo.sit(&game, "white", "Boris").await, StatusCode::OK);
    lobby.wait_for("Boris").await;
    drop(ada_live);
    bo.act(&game, "resign").await.expect("over");
    for _ in 0..100 {
        if !bo.get("/lobby").await.text.contains("Boris") {
            return served.stop().await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("a game that is over is not in the lobby");
}

#[tokio::test]
async fn a_hundred_machine_games_do_not_starve_people() {
    let mut config = public();
    config.manner.machines = 1;
    let site = site(config, &memory());
    let mut hosts: Vec<Browser> = Vec::new();
    for number in 0..100u8 {
        let mut host = Browser::new(&site).from(&format!("10.1.{}.1", number % 10));
        let game = host
            .create(&[("game", "go"), ("size", "19"), ("opponent", "machine"), ("level-go", "9"), ("colour", "white")])
            .await;
        host.headers.push(("x-game", game));
        hosts.push(host);
    }
    // Everybody looks, so that the machine begins to think for all of them.
    for host in &mut hosts {
        let game = host.headers.pop().expect("a game").1;
        host.state(&game).await;
    }
    let (mut ada, mut bo, game) = joined(&[("game", "othello")], &site).await;
    let begin = std::time::Instant::now();
    ada.act(&game, "play f5").await.expect("played");
    bo.act(&game, "play d6").await.expect("played");
    let took = begin.elapsed();
    let text = ada.get("/metrics").await.text;
    let waiting = text.lines().find_map(|line| line.strip_prefix("plateau_machine_waiting "));
    let waiting: u32 = waiting.expect("a metric").parse().expect("a number");
    assert!(waiting > 50, "the machine has more to do than it can: {waiting}");
    assert!(took < Duration::from_secs(1), "people are served: {took:?}");
}
