//! On one's own machine: whole games of each kind, and the same store as the terminal.

use std::time::Duration;

use axum::http::StatusCode;
use pages::Advice;
use serde_json::json;
use store::{Kept, Query};
use table::{Command, Kind};
use web::hub::Viewer;

use crate::kit::{Browser, Folder, Served, local, memory, site};

/// Plays for both sides by the first legal move that the table knows, until the game is over.
async fn play_out(browser: &mut Browser, game: &str, seed: u64) -> serde_json::Value {
    let mut rng = fastrand::Rng::with_seed(seed);
    loop {
        let state = browser.state(game).await;
        match state["stage"].as_str() {
            Some("playing") => {
                let setup = state["setup"].as_str().expect("a set-up");
                let mut table: table::AnyTable = setup.parse().expect("a table");
                for mv in state["moves"].as_array().expect("moves") {
                    let action =
                        table::event::Action::Play { mv: mv.as_str().expect("a move").to_owned(), spent_ms: 0 };
                    table.apply(&table::event::Event { at_ms: 0, action }).expect("it was played");
                }
                let view = table.view(&table::view::Wanted::default(), 0);
                let mut cells: Vec<String> =
                    view.board.cells.iter().filter(|cell| cell.legal).map(|cell| cell.name.clone()).collect();
                rng.shuffle(&mut cells);
                let piece = view.board.reserve.iter().find(|piece| piece.legal).map(|piece| piece.figure.code);
                let ended = cells.is_empty() || view.kind == Kind::Go && view.moves.len() > 60;
                let mv = match (cells.first(), piece) {
                    _ if ended => "pass".to_owned(),
                    (Some(cell), Some(piece)) => format!("{piece}{cell}"),
                    (Some(cell), None) => cell.clone(),
                    (None, _) => "pass".to_owned(),
                };
                browser.act(game, &format!("play {mv}")).await.unwrap_or_else(|why| panic!("{mv}: {why}"));
            }
            Some("marking") => browser.act(game, "accept").await.expect("accepted"),
            _ => return state,
        }
    }
}

#[tokio::test]
async fn two_people_at_one_board_play_a_whole_game_of_each_kind() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    for game in ["go", "othello", "aligne4"] {
        let fields = [("game", game), ("opponent", "here"), ("name", "Ada"), ("other", "Bo"), ("colour", "black")];
        let game = browser.create(&fields).await;
        let page = browser.get(&game).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains("Ada") && page.text.contains("Bo"));
        let end = play_out(&mut browser, &game, 7).await;
        assert!(end["result"].is_string(), "{end}");
        for path in ["", "/share", "/review", "/review?at=3", "/record.sgf", "/picture.png", "/picture.svg"] {
            let answer = browser.get(&format!("{game}{path}")).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        }
        let rematch = browser.act(&game, "offer rematch").await;
        assert_eq!(rematch, Ok(()), "nobody has to be asked");
        let next = browser.state(&game).await["rematch"].as_str().expect("another game").to_owned();
        let next = browser.state(&format!("/game/{next}")).await;
        assert_eq!((&next["black"]["name"], &next["white"]["name"]), (&json!("Bo"), &json!("Ada")));
    }
    let list = browser.get("/games").await;
    assert!(list.text.matches("Ada").count() >= 3, "{}", list.text);
}

/// Waits for what was asked of the machine; after a moment it is wanted at once.
async fn advice(site: &web::Site, browser: &mut Browser, game: &str) -> Advice {
    let viewer = Viewer { key: None, household: web::Household::of(browser.address.ip()) };
    let id = game.trim_start_matches("/game/").parse().expect("an id");
    for _ in 0..1000 {
        if let Some(advice) = site.hub().look(id, viewer).await.expect("the game").advice {
            return advice;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
        let _ = browser.act(game, "stop").await;
    }
    panic!("no advice for {game}");
}

#[tokio::test]
async fn the_machine_answers_gives_hints_and_is_taken_back() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    for (game, first) in [("go", "E5"), ("othello", "f5"), ("aligne4", "0a1")] {
        let level = format!("level-{game}");
        let fields = [("game", game), ("opponent", "machine"), (level.as_str(), "1"), ("colour", "black")];
        let game = browser.create(&fields).await;
        browser.act(&game, &format!("play {first}")).await.expect("played");
        let state = browser.wait(&game, |state| state["moves"].as_array().is_some_and(|moves| moves.len() == 2)).await;
        assert_eq!(state["black"]["to_move"], true);
        assert!(browser.act(&game, "stop").await.is_err(), "nobody thinks");
        browser.act(&game, "hint").await.expect("asked");
        let Advice::Hint(mv, why) = advice(&site, &mut browser, &game).await else { panic!("no hint for {game}") };
        assert!(!why.is_empty(), "a reason for {mv}");
        assert_ne!(mv, "");
        browser.act(&game, "undo").await.expect("taken back");
        assert_eq!(browser.state(&game).await["moves"], json!([]));
        browser.act(&game, "redo").await.expect("played again");
        assert_eq!(browser.state(&game).await["moves"].as_array().map(Vec::len), Some(2));
        browser.act(&game, "undo").await.expect("taken back");
        let refused = browser.act(&game, "play Z99").await.expect_err("no such cell");
        assert!(!refused.is_empty());
        browser.act(&game, "resign").await.expect("given up");
        assert_eq!(browser.state(&game).await["result"], "W+R");
    }
}

#[tokio::test]
async fn the_machine_says_who_will_own_what() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    let here = browser.create(&[("game", "go"), ("opponent", "here"), ("size", "9")]).await;
    for mv in ["E5", "C3", "G7", "C7"] {
        browser.act(&here, &format!("play {mv}")).await.expect("played");
    }
    browser.act(&here, "estimate").await.expect("asked");
    let Advice::Estimate(estimate) = advice(&site, &mut browser, &here).await else { panic!("no estimate") };
    assert_eq!(estimate.owners.len(), 81);
    let page = browser.get(&here).await.text;
    assert!(page.contains("data-estimate") && page.contains("The machine expects"), "{page}");
    browser.act(&here, "play G3").await.expect("played");
    assert!(!browser.get(&here).await.text.contains("data-estimate"), "it was about another position");
    let othello = browser.create(&[("game", "othello"), ("opponent", "here")]).await;
    browser.act(&othello, "estimate").await.expect("asked");
    let none = advice(&site, &mut browser, &othello).await;
    assert!(matches!(none, Advice::Nothing(why) if why.id == "estimate-none"));
}

#[tokio::test]
async fn a_game_begun_in_the_terminal_goes_on_here_and_back() {
    let folder = Folder::new();
    let (terminal, here) = (folder.open(), folder.open());
    let mut game = Kept::create(&*terminal, "game othello\n".parse().expect("a table"), 1).expect("a game");
    let play = |game: &mut Kept, mv: &str| {
        let turn = game.table().turn().expect("a turn");
        let actions = game.table().decide(turn, &Command::Play(mv.to_owned()), 2).expect("legal");
        game.commit(&*terminal, actions, 2)
    };
    play(&mut game, "f5").expect("kept");
    let site = site(local(), &here);
    let mut browser = Browser::new(&site);
    assert!(browser.get("/").await.text.contains(&game.id().to_string()), "it can be continued");
    let address = format!("/game/{}", game.id());
    browser.act(&address, "play d6").await.expect("played");
    assert!(play(&mut game, "d6").is_err(), "it went on elsewhere");
    game.catch_up(&*terminal).expect("caught up");
    play(&mut game, "c3").expect("kept");
    let refused = browser.act(&address, "play c3").await.expect_err("the terminal was faster");
    assert!(!refused.is_empty());
    assert_eq!(browser.state(&address).await["moves"], json!(["f5", "d6", "c3"]), "and one sees it then");
    assert_eq!(terminal.list(&Query::unfinished()).expect("a list").games[0].moves, 3);
    browser.post(&format!("{address}/delete"), &[]).await;
    assert_eq!(terminal.list(&Query::unfinished()).expect("a list").total, 0);
    assert_eq!(browser.get(&address).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn options_are_those_of_the_terminal() {
    let store = memory();
    store.set_option("lang", Some("fr")).expect("set");
    let site = site(local(), &store);
    let mut browser = Browser::new(&site);
    assert!(browser.get("/options").await.text.contains("lang=\"fr\""));
    let answer =
        browser.post("/options", &[("switches", ""), ("theme", "dark"), ("lang", "en"), ("name", "Ada")]).await;
    assert_eq!(answer.json()["at"], "/options?saved");
    let option = |key: &str| store.option(key).expect("asked");
    assert_eq!((option("theme"), option("lang")), (Some("dark".to_owned()), Some("en".to_owned())));
    assert_eq!(option("sound").as_deref(), Some("no"));
    assert!(browser.get("/").await.text.contains("data-theme=\"dark\""));
    let elsewhere = browser.post("/options", &[("lang", "en"), ("back", "//evil.example/")]).await;
    assert_eq!(elsewhere.json()["at"], "/options?saved", "nobody is sent to another site");
}

#[tokio::test]
async fn a_page_that_is_open_sees_what_is_played_in_the_terminal() {
    let folder = Folder::new();
    let (terminal, here) = (folder.open(), folder.open());
    let mut game = Kept::create(&*terminal, "game othello\n".parse().expect("a table"), 1).expect("a game");
    let served = Served::new(local(), &here).await;
    let mut page = served.watch(&format!("/game/{}", game.id()), &served.browser()).await;
    // The connection is there before the room has read the game: the page must have seen the empty board.
    page.next().await.expect("the board before the move");
    let black = game.table().turn().expect("a turn");
    let actions = game.table().decide(black, &Command::Play("f5".to_owned()), 2).expect("legal");
    game.commit(&*terminal, actions, 2).expect("kept");
    assert_eq!(page.wait_for_sound().await["sound"], "turn");
    served.stop().await;
}

#[tokio::test]
async fn the_clock_runs_while_somebody_is_there_and_leaving_keeps_it() {
    let store = memory();
    let mut config = local();
    config.manner.grace = Duration::from_millis(20);
    let served = Served::new(config, &store).await;
    let mut browser = served.browser();
    let address = browser.create(&[("game", "othello"), ("opponent", "here"), ("clock", "10m")]).await;
    let left = |state: &serde_json::Value| state["black"]["clock_ms"].as_u64().expect("a clock");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(left(&browser.state(&address).await), 600_000, "nobody is there");
    let page = served.watch(&address, &browser).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    drop(page);
    let state = browser.wait(&address, |state| left(state) < 600_000 && state["version"].is_u64()).await;
    assert!(left(&state) <= 599_700, "{state}");
    // Kept, so that the terminal finds it as well.
    let id = address.trim_start_matches("/game/").parse().expect("an id");
    for _ in 0..200 {
        let events = store.load(id).expect("the game").events;
        if events
            .iter()
            .any(|event| matches!(event.action, table::event::Action::Think { spent_ms } if spent_ms >= 300))
        {
            let before = left(&browser.state(&address).await);
            tokio::time::sleep(Duration::from_millis(50)).await;
            assert_eq!(left(&browser.state(&address).await), before, "it stands");
            return served.stop().await;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("what was thought is not kept");
}

#[tokio::test]
async fn a_move_without_scripts_is_a_link_and_a_button() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    let game = browser.create(&[("game", "othello"), ("opponent", "here")]).await;
    let page = browser.get(&game).await.text;
    assert!(page.contains("Load the page again to see new moves"), "{page}");
    assert!(page.contains("<a href=\"?at=f5\""), "{page}");
    let page = browser.get(&format!("{game}?at=f5")).await.text;
    assert!(page.contains("name=\"do\" value=\"play f5\""), "{page}");
    assert_eq!(browser.state(&game).await["moves"], json!([]), "a link only asks");
    browser.post(&format!("{game}/do"), &[("do", "play f5")]).await;
    assert_eq!(browser.state(&game).await["moves"], json!(["f5"]));
}
