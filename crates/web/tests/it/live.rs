//! Live pages over real sockets.

use std::time::Duration;

use serde_json::json;

use crate::kit::{Folder, Served, memory, public};

#[tokio::test]
async fn everybody_sees_a_move_and_whoever_asked_is_told_when_it_is_kept() {
    let served = Served::new(public(), &memory()).await;
    let (mut ada, mut bo) = (served.browser(), served.browser());
    let game = ada.create(&[("game", "go"), ("opponent", "link"), ("name", "Ada"), ("colour", "black")]).await;
    let mut ada_live = served.watch(&game, &ada).await;
    assert_eq!(bo.sit(&game, "white", "Bo").await, 200);
    ada_live.wait_for("Bo").await;
    let mut bo_live = served.watch(&game, &bo).await;
    let mut eve_live = served.watch(&game, &served.browser()).await;
    let (done, _) = ada_live.act("play E5").await;
    assert_eq!(done, Ok(()));
    for live in [&mut bo_live, &mut eve_live] {
        let update = live.wait_for_sound().await;
        assert_eq!(update["sound"], "place");
        assert!(update["set"].to_string().contains("E5"), "{update}");
    }
    let (refused, _) = bo_live.act("play E5").await;
    assert!(refused.is_err());
    let (refused, _) = eve_live.act("play C3").await;
    assert!(refused.is_err(), "who watches does not play");
    let (refused, _) = bo_live.act("dance").await;
    assert!(refused.is_err());
    let (done, _) = bo_live.act("play C3").await;
    assert_eq!(done, Ok(()));
    let update = eve_live.wait_for_sound().await;
    assert!(update["v"].is_u64());
    assert!(update.to_string().len() < 8000, "a move is a small thing: {} bytes", update.to_string().len());
    served.stop().await;
}

#[tokio::test]
async fn a_page_that_comes_back_is_sent_what_it_missed_and_nothing_if_it_missed_nothing() {
    let served = Served::new(public(), &memory()).await;
    let mut ada = served.browser();
    let game = ada.create(&[("game", "othello"), ("opponent", "here"), ("name", "Ada")]).await;
    let mut page = served.watch(&game, &ada).await;
    let first = page.next().await.expect("everything");
    assert!(first["set"].as_array().is_some_and(|set| set.len() > 5), "from nothing, all of it: {first}");
    page.act("play f5").await.0.expect("played");
    drop(page);
    let mut page = served.watch(&game, &ada).await;
    page.wait_for("f5").await;
    served.stop().await;
}

#[tokio::test]
async fn a_page_is_kept_up_to_date_in_its_own_language_though_the_socket_does_not_say_which() {
    let served = Served::new(public(), &memory()).await;
    let mut ada = served.browser();
    let game = ada.create(&[("game", "othello"), ("opponent", "here"), ("name", "Ada")]).await;
    for (language, turn, waiting) in
        [("fr", "À Blanc de jouer", "Personne n'attend"), ("en", "White to move", "Nobody")]
    {
        ada.headers.push(("accept-language", language.to_owned()));
        let [page, lobby] = [ada.get(&game).await.text, ada.get("/lobby").await.text];
        ada.headers.pop();
        let mut live = served.watch_as_told(&page, &ada).await;
        ada.act(&game, "play f5").await.expect("played");
        live.wait_for(turn).await;
        ada.act(&game, "undo").await.expect("taken back");
        let mut live = served.watch_as_told(&lobby, &ada).await;
        live.wait_for(waiting).await;
    }
    served.stop().await;
}

#[tokio::test]
async fn a_stopping_server_says_so_and_a_page_comes_back_to_the_same_game() {
    let folder = Folder::new();
    let served = Served::new(public(), &folder.open()).await;
    let mut ada = served.browser();
    let game = ada.create(&[("game", "othello"), ("opponent", "here"), ("name", "Ada")]).await;
    let mut page = served.watch(&game, &ada).await;
    page.act("play f5").await.0.expect("played");
    let stopping = tokio::spawn(served.stop());
    loop {
        match page.next().await {
            Some(heard) if heard.get("stop").is_some() => break,
            Some(_) => {}
            None => panic!("it went without a word"),
        }
    }
    assert_eq!(page.next().await, None);
    stopping.await.expect("it stops");
    let served = Served::new(public(), &folder.open()).await;
    let mut page = served.watch(&game, &ada).await;
    page.act("play d6").await.0.expect("played");
    let mut ada = ada.at(&served.site);
    assert_eq!(ada.state(&game).await["moves"], json!(["f5", "d6"]));
    served.stop().await;
}

#[tokio::test]
async fn who_does_not_keep_up_gets_everything_anew_and_holds_nobody_back() {
    let served = Served::new(public(), &memory()).await;
    let mut ada = served.browser();
    let game = ada.create(&[("game", "go"), ("size", "19"), ("opponent", "here"), ("name", "Ada")]).await;
    // Opened, and never read from.
    let mut sleepers = Vec::new();
    for _ in 0..5 {
        sleepers.push(served.watch(&game, &served.browser()).await);
    }
    let begin = std::time::Instant::now();
    for _ in 0..60 {
        for what in ["play D4", "play Q16", "undo", "undo"] {
            ada.act(&game, what).await.expect(what);
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    ada.act(&game, "play K10").await.expect("played");
    for mut sleeper in sleepers {
        sleeper.wait_for("K10").await;
    }
    served.stop().await;
}
