//! What goes wrong in one game stays there: a room that panics, a store that breaks down, a disk that is full.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use axum::http::StatusCode;
use pages::wire::Do;
use store::{GameId, Noted, Query, Store};
use web::config::Limits;
use web::guard::Guard;
use web::hub::{Beginning, Hub, Manner, Render, Secret, Sitter, Taste, Viewer};
use web::metrics::Metrics;
use web::{Household, Work};

use crate::faulty::Faulty;
use crate::kit::{Browser, Served, local, memory, public, site};

/// How long a test may take that would hang if a request waited for ever.
const PATIENCE: Duration = Duration::from_secs(30);
const MOVES: usize = 40;

fn render(draw: impl Fn(GameId, u64) + Send + Sync + 'static) -> Box<Render> {
    Box::new(move |_, _, scene| {
        draw(scene.id, scene.version);
        Some(Arc::from(scene.version.to_string()))
    })
}

fn hub(store: &Arc<dyn Store>, render: Box<Render>) -> Hub {
    let work = Work::new(2, Guard::new(Limits::local()));
    let (writer, reader) = (Arc::clone(store), Arc::clone(store));
    Hub::new(writer, reader, Manner::public(), render, work, Arc::new(Metrics::default())).expect("a hub")
}

/// A game of Go in which one person has both seats.
async fn game(hub: &Hub, clock: &str) -> (GameId, Viewer) {
    let key = Secret::random().expect("randomness").key();
    let table = format!("game go\nclock {clock}\n").parse().expect("a table");
    let sit = |side| Sitter { side, name: "Ada".to_owned(), key };
    let sitters = plateau_core::Player::BOTH.map(sit).to_vec();
    let game = hub.create(Beginning::of(table, sitters)).await.expect("a game");
    (game, Viewer { key: Some(key), household: Household::of(IpAddr::V4(Ipv4Addr::LOCALHOST)) })
}

/// Plays so many moves, whatever happens in between; whether a move was kept is asked of the table. How often nothing was answered.
async fn play(hub: &Hub, game: GameId, viewer: Viewer) -> usize {
    let taste = Taste { lang: words::Lang::En, coordinates: true };
    let mut watching = hub.watch(game, viewer, taste, 0).await.ok();
    let mut lost = 0;
    loop {
        let Ok(table) = hub.table(game, viewer.household).await else {
            lost += 1;
            continue;
        };
        let played = table.moves().len();
        if played == MOVES {
            return lost;
        }
        let mv = format!("{}{}", ["A", "C", "E", "G", "J"][played % 5], 1 + played / 5);
        lost += usize::from(hub.act(game, viewer, Do::Play(mv)).await.is_err());
        // A watcher whose room is gone comes back.
        let is_gone = watching.as_mut().is_none_or(|watching| {
            std::iter::repeat_with(|| watching.updates.try_recv())
                .find_map(|update| match update {
                    Ok(_) | Err(tokio::sync::broadcast::error::TryRecvError::Lagged(_)) => None,
                    Err(end) => Some(end == tokio::sync::broadcast::error::TryRecvError::Closed),
                })
                .expect("an end")
        });
        if is_gone {
            watching = hub.watch(game, viewer, taste, 0).await.ok();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_panics_under_load_is_opened_again_and_its_game_goes_on() {
    let drawn = Arc::new(AtomicU32::new(0));
    let broken = Arc::new(std::sync::Mutex::new(None));
    let breaks = (Arc::clone(&drawn), Arc::clone(&broken));
    let hub = hub(
        &memory(),
        render(move |game, _| {
            if *breaks.1.lock().expect("a lock") == Some(game) {
                assert!(breaks.0.fetch_add(1, Relaxed) % 7 != 6, "every seventh picture of this game fails");
            }
        }),
    );
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(game(&hub, "none").await);
    }
    *broken.lock().expect("a lock") = Some(games[0].0);
    let players = games.into_iter().map(|(game, viewer)| {
        let hub = hub.clone();
        tokio::spawn(async move { play(&hub, game, viewer).await })
    });
    let all = futures_util::future::join_all(players);
    let lost = tokio::time::timeout(PATIENCE, all).await.expect("nobody waits for a room that is gone");
    let lost: Vec<usize> = lost.into_iter().map(|lost| lost.expect("a whole game")).collect();
    assert!(lost[0] >= 3, "the room broke down: {lost:?}");
    assert_eq!(lost[1..], [0; 7], "the other games are not concerned");
    tokio::time::timeout(PATIENCE, hub.close()).await.expect("everything ends");
    assert_eq!(hub.metrics().rooms.load(Relaxed), 0);
}

#[tokio::test]
async fn a_store_that_breaks_down_over_one_game_loses_that_room_alone_and_its_pages_stay() {
    let faulty = Faulty::new();
    let store: Arc<dyn Store> = faulty.clone();
    let served = Served::new(public(), &store).await;
    let (mut ada, mut bo) = (served.browser(), served.browser());
    let hers = ada.create(&[("game", "othello"), ("opponent", "here")]).await;
    let his = bo.create(&[("game", "othello"), ("opponent", "here")]).await;
    let mut page = served.watch(&hers, &ada).await;
    let mut watcher = served.watch(&hers, &served.browser()).await;
    page.act("play f5").await.0.expect("played");
    faulty.break_on(hers.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id"));
    let (done, _) = page.act("play d6").await;
    let said = done.expect_err("nobody knows what became of it");
    assert!(said.contains("try again"), "{said}");
    // The same connections go on, with everything anew.
    page.act("play d6").await.0.expect("played");
    watcher.wait_for("d6").await;
    bo.act(&his, "play f5").await.expect("other games are not concerned");
    assert_eq!(ada.state(&hers).await["moves"], serde_json::json!(["f5", "d6"]));
    tokio::time::timeout(PATIENCE, served.stop()).await.expect("it stops");
}

#[tokio::test]
async fn a_flag_that_falls_while_the_disk_is_full_is_tried_less_and_less_often() {
    let faulty = Faulty::new();
    let store: Arc<dyn Store> = faulty.clone();
    let hub = hub(&store, render(|_, _| {}));
    let (game, viewer) = game(&hub, "1s").await;
    hub.act(game, viewer, Do::Play("E5".to_owned())).await.expect("played");
    faulty.fill(true);
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let refused = faulty.refused();
    assert!((2..=8).contains(&refused), "in a second and a half it was tried {refused} times");
    faulty.fill(false);
    let is_over = async {
        while hub.table(game, viewer.household).await.expect("a table").turn().is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, is_over).await.expect("the flag falls once it can be written");
    hub.close().await;
}

#[tokio::test]
async fn while_the_disk_is_full_nobody_is_told_anything_that_is_not_kept() {
    let faulty = Faulty::new();
    let store: Arc<dyn Store> = faulty.clone();
    let site = site(public(), &store);
    let (mut ada, mut bo, mut cy) = (Browser::new(&site), Browser::new(&site), Browser::new(&site));
    let game = ada.create(&[("game", "othello"), ("opponent", "link"), ("colour", "black")]).await;
    assert_eq!(ada.get("/readyz").await.status, StatusCode::OK);
    faulty.fill(true);
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::SERVICE_UNAVAILABLE);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let ready = ada.get("/readyz").await;
    assert_eq!((ready.status, ready.text.as_str()), (StatusCode::SERVICE_UNAVAILABLE, "store-full\n"));
    faulty.fill(false);
    assert_eq!(cy.sit(&game, "white", "Cy").await, StatusCode::OK, "the seat was nobody's");
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::CONFLICT);
    ada.act(&game, "resign").await.expect("over");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(ada.get("/readyz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_game_is_made_in_one_transaction_with_its_seats_and_so_is_a_rematch() {
    let faulty = Faulty::new();
    let store: Arc<dyn Store> = faulty.clone();
    let site = site(public(), &store);
    let mut ada = Browser::new(&site);
    let games = || [Query::unfinished(), Query::finished()].map(|query| store.list(&query).expect("a list").total);
    let form = [("game", "othello"), ("opponent", "lobby"), ("colour", "black")];
    faulty.leave_room(0);
    assert_eq!(ada.post("/new", &form).await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(games(), [0, 0], "nothing half made is left");
    faulty.leave_room(1);
    let game = ada.create(&form).await;
    assert_eq!(ada.state(&game).await["black"]["you"], true, "with whose seat it is");
    assert_eq!(store.noted(&Noted::new("listed", "yes", 9)).expect("a list").len(), 1, "and where it is listed");

    faulty.fill(false);
    let mut bo = Browser::new(&site);
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::OK);
    ada.act(&game, "resign").await.expect("over");
    ada.act(&game, "offer rematch").await.expect("offered");
    faulty.leave_room(0);
    bo.act(&game, "offer rematch").await.expect_err("it cannot be kept");
    assert_eq!((games(), &ada.state(&game).await["rematch"]), ([0, 1], &serde_json::Value::Null));
    faulty.leave_room(1);
    bo.act(&game, "offer rematch").await.expect("agreed");
    assert_eq!(games(), [1, 1]);
    let next = format!("/game/{}", ada.state(&game).await["rematch"].as_str().expect("another game"));
    assert_eq!(ada.state(&next).await["white"]["you"], true);
    assert_eq!(bo.state(&next).await["black"]["you"], true);
}

#[tokio::test]
async fn on_ones_own_machine_whoever_hears_that_no_game_was_made_does_not_find_it() {
    let faulty = Faulty::new();
    let store: Arc<dyn Store> = faulty.clone();
    let mut ada = Browser::new(&site(local(), &store));
    let form = [("game", "othello"), ("opponent", "here"), ("name", "Ada")];
    for room in 0..2 {
        faulty.leave_room(room);
        assert_eq!(ada.post("/new", &form).await.status, StatusCode::SERVICE_UNAVAILABLE, "room for {room}");
        assert_eq!(store.list(&Query::unfinished()).expect("a list").total, 0, "room for {room}");
    }
    faulty.leave_room(2);
    ada.create(&form).await;
    assert_eq!(store.names(1), Ok(vec!["Ada".to_owned()]));
}

#[tokio::test]
async fn a_game_that_is_damaged_says_so_and_others_are_not_concerned() {
    let store = memory();
    let site = site(public(), &store);
    let mut ada = Browser::new(&site);
    let [damaged, sound] = [(); 2].map(|()| [("game", "othello"), ("opponent", "here")]);
    let (damaged, sound) = (ada.create(&damaged).await, ada.create(&sound).await);
    let id = damaged.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
    let illegal = "1000 play a1 7".parse().expect("an event");
    store.append(id, 0, &[illegal], None).expect("kept, whatever it means");
    let answer = ada.post(&format!("{damaged}/do"), &[("do", "play f5")]).await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(answer.json()["no"].as_str().is_some_and(|said| said.contains("damaged")), "{}", answer.text);
    assert!(ada.get(&damaged).await.text.contains("damaged"));
    ada.act(&sound, "play f5").await.expect("played");
}
