//! Several servers as one site, as browsers meet them: live pages that one server carries for another, lists that all know.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;
use store::{Access, Postgres, Store};
use testkit::nats::Server as Nats;
use testkit::postgres::Server as Database;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::spawn_blocking;
use web::Household;
use web::guard::Budget;

use crate::kit::{Browser, Live, Served, public, site};

/// How often is looked for what comes by itself.
const LOOKS: u32 = 600;
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// What several servers share.
pub(crate) struct Shared {
    address: String,
    nats: Mutex<Nats>,
    /// Let go of after the servers, and where one may wait for the database.
    stores: Mutex<Vec<Arc<dyn Store>>>,
}

impl Shared {
    pub(crate) async fn server(&self) -> Served {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let mut config = public();
        config.bind = listener.local_addr().expect("an address");
        let url = self.address.parse().expect("an address");
        // Its driver waits for the database, which no task may do.
        let made = spawn_blocking(move || {
            let store: Arc<dyn Store> = Arc::new(Postgres::open_for(&url, Access::Together).expect("a database"));
            (site(config, &store), store)
        });
        let (site, store) = made.await.expect("a site");
        self.stores.lock().expect("nobody has panicked").push(store);
        web::join(&site, &self.nats_address().parse().expect("an address")).await.expect("NATS");
        Served::run(listener, site)
    }

    pub(crate) fn nats_address(&self) -> String {
        self.nats.lock().expect("nobody has panicked").address()
    }

    fn nats(&self, change: impl FnOnce(&mut Nats)) {
        change(&mut self.nats.lock().expect("nobody has panicked"));
    }
}

/// Tries something with servers that share a database, where that is installed.
pub(crate) fn with_servers(test: impl AsyncFnOnce(&Shared)) {
    let Some(database) = Database::shared() else { return };
    let Some(nats) = Nats::start() else { return };
    let shared = Shared { address: database.fresh(), nats: Mutex::new(nats), stores: Mutex::default() };
    Runtime::new().expect("threads").block_on(test(&shared));
}

/// Waits until it is so.
pub(crate) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..LOOKS {
        if is_so().await {
            return;
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    panic!("{what} never came");
}

/// A game that the first server has, with Ada there and Bo at the second.
async fn joined(servers: [&Served; 2], fields: &[(&str, &str)]) -> (Browser, Browser, String) {
    let [mut ada, mut bo] = servers.map(Served::browser);
    let fields: Vec<_> =
        [("game", "othello"), ("name", "Ada"), ("colour", "black")].iter().chain(fields).copied().collect();
    let game = ada.create(&fields).await;
    ada.state(&game).await;
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::OK);
    (ada, bo, game)
}

/// What a page is told last, before its connection ends.
async fn last_words(page: &mut Live) -> String {
    let mut said = String::new();
    while let Some(heard) = page.next().await {
        heard["stop"].as_str().unwrap_or_default().clone_into(&mut said);
    }
    said
}

#[test]
fn a_live_page_at_one_server_shows_the_game_of_another_and_plays_in_it() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let (mut ada, mut bo, game) = joined([&first, &second], &[("opponent", "link")]).await;
        let mut hers = first.watch(&game, &ada).await;
        let mut his = second.watch(&game, &bo).await;
        hers.act("play f5").await.0.expect("played");
        his.wait_for_sound().await;
        let (refused, _) = his.act("play a1").await;
        assert!(refused.is_err(), "the rules are the same everywhere");
        his.act("play d6").await.0.expect("played");
        hers.wait_for_sound().await;
        bo.act(&game, "resign").await.expect("given up, by a form");
        let state = ada.state(&game).await;
        assert_eq!((&state["moves"], &state["result"]), (&json!(["f5", "d6"]), &json!("B+R")));
        assert_eq!(bo.state(&game).await["white"]["you"], true, "his cookie is known there");
        let page = bo.get(&game).await;
        assert_eq!((page.status, page.header("content-type")), (StatusCode::OK, "text/html; charset=utf-8"));
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
        let nowhere = bo.get("/game/00000000000000000000000007").await;
        assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
        // The game's server stops: the page that another carries is told so, and finds the game where it comes back to.
        first.stop().await;
        assert!(last_words(&mut his).await.contains("is being restarted"));
        let mut again = second.watch(&game, &bo).await;
        assert!(again.next().await.expect("everything anew")["set"].is_array());
        second.stop().await;
        assert!(last_words(&mut again).await.contains("is being restarted"));
    });
}

#[test]
fn those_who_come_at_once_for_a_game_of_another_server_all_find_it() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let mut ada = first.browser();
        for _ in 0..10 {
            let game = ada.create(&[("game", "othello"), ("opponent", "here"), ("name", "Ada"), ("other", "Bo")]).await;
            ada.act(&game, "play f5").await.expect("played");
            let states = (0..8).map(|_| {
                let (mut visitor, game) = (second.browser(), game.clone());
                tokio::spawn(async move { visitor.get(&format!("{game}/state.json")).await })
            });
            for state in states.collect::<Vec<_>>() {
                let state = state.await.expect("an answer");
                assert_eq!(state.status, StatusCode::OK, "{}", state.text);
                assert_eq!(state.json()["moves"], json!(["f5"]));
            }
        }
        for served in [first, second] {
            served.stop().await;
        }
    });
}

#[test]
fn a_page_whose_game_cannot_be_reached_any_more_is_told_so() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let (_, bo, game) = joined([&first, &second], &[("opponent", "link")]).await;
        let mut his = second.watch(&game, &bo).await;
        assert!(his.next().await.expect("the board")["set"].is_array());
        shared.nats(Nats::stop);
        assert!(last_words(&mut his).await.contains("is gone"));
        first.stop().await;
        second.stop().await;
    });
}

#[test]
fn what_is_sent_again_to_another_server_is_done_once() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let mut ada = first.browser();
        let game = ada.create(&[("game", "othello"), ("opponent", "here"), ("name", "Ada"), ("other", "Bo")]).await;
        for mv in ["f5", "d6", "c3"] {
            ada.act(&game, &format!("play {mv}")).await.expect("played");
        }
        ada.headers.push(("idempotency-key", "one".to_owned()));
        let mut elsewhere = second.browser();
        (elsewhere.cookies, elsewhere.headers) = (ada.cookies.clone(), ada.headers.clone());
        // Its answer was lost, say: it is asked for again, of the same server by way of another, and of the next one.
        ada.act(&game, "undo").await.expect("taken back");
        elsewhere.act(&game, "undo").await.expect("it is done");
        first.stop().await;
        elsewhere.act(&game, "undo").await.expect("it is done still");
        assert_eq!(elsewhere.state(&game).await["moves"], json!(["f5", "d6"]));
        elsewhere.headers.pop();
        elsewhere.act(&game, "undo").await.expect("once more");
        assert_eq!(elsewhere.state(&game).await["moves"], json!(["f5"]));
        second.stop().await;
    });
}

#[test]
fn what_a_household_has_had_at_one_server_counts_at_all() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let household = Household::of([10, 0, 0, 1].into());
        let may = |served: &Served| served.site.guard().may(household, Budget::Game);
        let games = first.site.config().limits.games_per_minute;
        assert!(games > f64::from(LOOKS), "looking alone does not use it up");
        while may(&first) {}
        until("the news", async || !may(&second)).await;
        for served in [first, second] {
            served.stop().await;
        }
    });
}

#[test]
fn connections_of_a_household_at_one_server_count_at_all() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let household = Household::of([10, 0, 0, 1].into());
        let connect = |served: &Served| served.site.guard().connect(household);
        let most = first.site.config().limits.connections_per_address;
        let open: Vec<_> = (0..most).map_while(|_| connect(&first)).collect();
        assert_eq!(open.len(), most);
        until("the news", async || connect(&second).is_none()).await;
        drop(open);
        until("that they are gone", async || connect(&second).is_some()).await;
        // A server that stops has none.
        let open: Vec<_> = (0..most).map_while(|_| connect(&first)).collect();
        until("the news", async || connect(&second).is_none()).await;
        first.stop().await;
        until("that the server is gone", async || connect(&second).is_some()).await;
        drop(open);
        second.stop().await;
    });
}

#[test]
fn a_page_that_is_carried_counts_once() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let (_, bo, game) = joined([&first, &second], &[("opponent", "link")]).await;
        let connections = |served: &Served| served.site.hub().metrics().connections.load(Relaxed);
        let household = Household::of([127, 0, 0, 1].into());
        let most = first.site.config().limits.connections_per_address;
        let left =
            |served: &Served| (0..most).map_while(|_| served.site.guard().connect(household)).collect::<Vec<_>>().len();
        let (before, connected) = (left(&first), connections(&first));
        let his = second.watch(&game, &bo).await;
        until("the page", async || connections(&first) > connected).await;
        assert!(left(&first) >= before, "the server that carries it counts it");
        drop(his);
        for served in [first, second] {
            served.stop().await;
        }
    });
}

#[test]
fn a_game_in_the_lobby_of_one_server_is_in_that_of_all() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let mut ada = first.browser();
        let fields = [("game", "othello"), ("opponent", "lobby"), ("colour", "black"), ("name", "Ada")];
        let game = ada.create(&fields).await;
        let page = first.watch(&game, &ada).await;
        let lists = async |served: &Served| served.browser().get("/lobby").await.text.contains(&game);
        until("the game", async || lists(&first).await && lists(&second).await).await;
        // One that comes later asks the others.
        let third = shared.server().await;
        until("the list", async || lists(&third).await).await;
        drop(page);
        // A server that stops takes its list along.
        first.stop().await;
        until("the end", async || !lists(&second).await && !lists(&third).await).await;
        for served in [second, third] {
            served.stop().await;
        }
    });
}

#[test]
fn without_nats_a_server_has_its_own_games_and_says_that_it_has_no_others() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let (mut ada, mut bo, game) = joined([&first, &second], &[("opponent", "link")]).await;
        ada.act(&game, "play f5").await.expect("played");
        shared.nats(Nats::stop);
        let ready = async |browser: &mut Browser| browser.get("/readyz").await.text;
        let lost = async || ready(&mut ada).await == "nats-lost\n" && ready(&mut bo).await == "nats-lost\n";
        until("the loss", lost).await;
        let refused = bo.act(&game, "play d6").await.expect_err("its server cannot be reached");
        assert!(refused.contains("Another server"), "{refused}");
        assert_eq!(ada.state(&game).await["moves"], json!(["f5"]), "who is with the game goes on");
        shared.nats(Nats::go_on);
        let back = async || ready(&mut ada).await.starts_with("ok\n") && ready(&mut bo).await.starts_with("ok\n");
        until("NATS", back).await;
        bo.act(&game, "play d6").await.expect("played");
        first.stop().await;
        second.stop().await;
    });
}
