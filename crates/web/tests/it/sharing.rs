//! Several servers over one database: a game is one server's at a time, and another's when that one is gone.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use pages::wire::Do;
use store::{GameId, Postgres, Store, Tenure};
use testkit::history::{Entry, Told, Violation, check};
use testkit::postgres::Server as Database;
use tokio::runtime::Runtime;
use web::config::Limits;
use web::guard::Guard;
use web::hub::{Beginning, Hub, Manner, Refusal, Secret, Sitter, Taste, Viewer};
use web::metrics::Metrics;
use web::{Household, Work};

use crate::faulty::{Faulty, Mistake};

/// How long a test may wait for what comes by itself.
const PATIENCE: Duration = Duration::from_secs(60);
const MOVES: [&str; 6] = ["f5", "d6", "c3", "d3", "c4", "f4"];

/// A hub with a runtime of its own, which can end as a process does.
struct Server {
    hub: Hub,
    runtime: Runtime,
}

impl Server {
    fn new(address: &str) -> Server {
        Server::with(address, Manner::public())
    }

    fn with(address: &str, manner: Manner) -> Server {
        Server::over(opened(address), manner)
    }

    fn over(store: Arc<dyn Store>, manner: Manner) -> Server {
        let runtime = Runtime::new().expect("threads");
        let hub = {
            let _home = runtime.enter();
            let work = Work::new(2, Guard::new(Limits::local()));
            let render = Box::new(|_, _: Option<&pages::Scene>, scene: &pages::Scene| {
                Some(Arc::from(scene.view.moves.len().to_string()))
            });
            let metrics = Arc::new(Metrics::default());
            Hub::new(Arc::clone(&store), store, manner, render, work, metrics).expect("a hub")
        };
        Server { hub, runtime }
    }

    /// A game of Othello in which one person has both seats.
    fn game(&self) -> (GameId, Viewer) {
        let key = Secret::random().expect("randomness").key();
        let sit = |side| Sitter { side, name: "Ada".to_owned(), key };
        let sitters = plateau_core::Player::BOTH.map(sit).to_vec();
        let table = "game othello\n".parse().expect("a table");
        let game = self.runtime.block_on(self.hub.create(Beginning::of(table, sitters))).expect("a game");
        (game, Viewer { key: Some(key), household: Household::of(IpAddr::V4(Ipv4Addr::LOCALHOST)) })
    }

    fn play(&self, game: GameId, viewer: Viewer, mv: &str) -> Result<(), Refusal> {
        self.runtime.block_on(self.hub.act(game, viewer, Do::Play(mv.to_owned())))
    }

    fn moves(&self, game: GameId, viewer: Viewer) -> Result<Vec<String>, Refusal> {
        let table = self.runtime.block_on(self.hub.table(game, viewer.household))?;
        Ok(table.moves().into_iter().map(|mv| mv.text).collect())
    }

    /// Stops as a signal would.
    fn stop(self) {
        self.runtime.block_on(self.hub.close());
    }

    /// Ends as by `kill -9`: nothing is said any more.
    fn kill(self) {
        let Server { hub, runtime } = self;
        runtime.shutdown_background();
        drop(hub);
    }
}

fn opened(address: &str) -> Arc<dyn Store> {
    Arc::new(Postgres::open(&address.parse().expect("an address")).expect("a database"))
}

fn is_elsewhere(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Elsewhere(_))
}

/// Asks again while it is refused for this reason.
fn until<T>(reason: impl Fn(&Refusal) -> bool, ask: impl Fn() -> Result<T, Refusal>) -> T {
    let begin = Instant::now();
    loop {
        match ask() {
            Ok(answer) => return answer,
            Err(why) => assert!(reason(&why) && begin.elapsed() < PATIENCE, "{why:?} after {:?}", begin.elapsed()),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_game_whose_server_was_killed_goes_on_at_another_with_every_move_that_was_acknowledged() {
    let Some(database) = Database::shared() else { return };
    let address = database.fresh();
    let [one, other] = [(); 2].map(|()| Server::new(&address));
    let (game, viewer) = one.game();
    for mv in &MOVES[..3] {
        one.play(game, viewer, mv).expect("played");
    }
    let refused = other.play(game, viewer, MOVES[3]).expect_err("it is the first one's");
    assert!(is_elsewhere(&refused), "{refused:?}");
    one.kill();
    let begin = Instant::now();
    assert_eq!(until(is_elsewhere, || other.moves(game, viewer)), MOVES[..3]);
    eprintln!("taken over after {:?}", begin.elapsed());
    other.play(game, viewer, MOVES[3]).expect("played");
    let counted = [&other.hub.metrics().claims, &other.hub.metrics().takeovers].map(|count| count.load(Relaxed));
    assert_eq!(counted, [1, 1]);
    other.stop();
}

#[test]
fn a_server_that_stops_lets_go_of_its_games_at_once() {
    let Some(database) = Database::shared() else { return };
    let address = database.fresh();
    let [one, other] = [(); 2].map(|()| Server::new(&address));
    let (game, viewer) = one.game();
    one.play(game, viewer, MOVES[0]).expect("played");
    one.stop();
    assert_eq!(other.moves(game, viewer), Ok(vec![MOVES[0].to_owned()]));
    assert_eq!(other.hub.metrics().takeovers.load(Relaxed), 0, "nobody was waited for");
    other.stop();
    assert_eq!(database.sql_at(&address, "SELECT count(*) FROM nodes"), "0");
}

#[test]
fn a_server_whose_game_was_taken_while_it_stood_still_writes_nothing_and_loads_it_anew() {
    let Some(database) = Database::shared() else { return };
    let address = database.fresh();
    let [stopped, other] = [(); 2].map(|()| Server::new(&address));
    let (game, viewer) = stopped.game();
    let taste = Taste { lang: words::Lang::En, coordinates: true };
    let mut watching = stopped.runtime.block_on(stopped.hub.watch(game, viewer, taste, 0)).expect("watched");
    stopped.play(game, viewer, MOVES[0]).expect("played");
    // As if it had stood still until its stay was over.
    let owner = database.sql_at(&address, "SELECT node FROM games");
    until(is_elsewhere, || {
        database.sql_at(&address, &format!("UPDATE nodes SET until = '-infinity' WHERE id = '{owner}'"));
        other.moves(game, viewer)
    });
    other.play(game, viewer, MOVES[1]).expect("played");
    assert_eq!(stopped.play(game, viewer, MOVES[1]), Err(Refusal::Moved), "it is refused, however legal");
    let closed = async { while watching.updates.recv().await.is_ok() {} };
    stopped.runtime.block_on(async { tokio::time::timeout(PATIENCE, closed).await }).expect("its pages come back");
    assert!(stopped.moves(game, viewer).is_err_and(|why| is_elsewhere(&why)));
    assert_eq!(stopped.hub.metrics().lost.load(Relaxed), 1);
    other.play(game, viewer, MOVES[2]).expect("played");
    other.stop();
    assert_eq!(stopped.moves(game, viewer).expect("loaded anew"), MOVES[..3]);
    stopped.play(game, viewer, MOVES[3]).expect("played");
    stopped.stop();
}

/// What somebody is told of a game whose server plays on after another has it, and what of that cannot be true. The first server's store is written with this
/// mistake.
fn violations(database: &Database, mistake: Option<Mistake>) -> Vec<Violation> {
    let address = database.fresh();
    let stopped = Server::over(Faulty::over(opened(&address), mistake), Manner::public());
    let other = Server::new(&address);
    let (game, viewer) = stopped.game();
    let (begin, mut history) = (Instant::now(), Vec::new());
    let mut note = |asked: Duration, told: Option<Told>| {
        let heard = begin.elapsed();
        history.extend(told.map(|told| Entry { asked, heard, game: game.to_string(), told }));
    };
    let play = |number: usize| {
        let played = stopped.play(game, viewer, MOVES[number]).is_ok();
        played.then(|| Told::Played { number, mv: MOVES[number].to_owned() })
    };
    note(begin.elapsed(), play(0));
    // As if it had stood still until its stay was over.
    let owner = database.sql_at(&address, "SELECT node FROM games");
    until(is_elsewhere, || {
        database.sql_at(&address, &format!("UPDATE nodes SET until = '-infinity' WHERE id = '{owner}'"));
        other.moves(game, viewer)
    });
    note(begin.elapsed(), play(1));
    let asked = begin.elapsed();
    let moves = other.moves(game, viewer).expect("it has the game");
    note(asked, Some(Told::Shown { moves, clocks: None }));
    stopped.kill();
    other.stop();
    check(&history, Duration::ZERO)
}

#[test]
fn a_store_that_forgets_whose_a_game_is_or_answers_too_early_is_found_out() {
    let Some(database) = Database::shared() else { return };
    assert_eq!(violations(database, None), []);
    for (mistake, lost) in [(Mistake::ForgetsClaims, &[1][..]), (Mistake::AnswersBefore, &[0, 1])] {
        let found = violations(database, Some(mistake));
        let number = |violation: &Violation| match violation {
            Violation::Lost(_, number, _) => Some(*number),
            _ => None,
        };
        assert_eq!(found.iter().filter_map(number).collect::<Vec<_>>(), lost, "{mistake:?}: {found:?}");
    }
}

#[test]
fn a_server_that_is_cut_off_for_long_serves_nothing_until_it_has_entered_anew() {
    let Some(mut database) = Database::start(&["fsync=off"]) else { return };
    let address = database.fresh();
    let server = Server::new(&address);
    let (game, viewer) = server.game();
    server.play(game, viewer, MOVES[0]).expect("played");
    let trouble = || server.runtime.block_on(server.hub.trouble());
    assert_eq!(trouble(), None);
    database.crash();
    let begin = Instant::now();
    while trouble() != Some(Refusal::Lapsed) {
        assert!(begin.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(50));
    }
    // The last renewal may have been asked for so long before, or a moment more.
    let before = Tenure::RENEW_EVERY + Duration::from_secs(1);
    assert!(begin.elapsed() + before > Tenure::STOP_AFTER, "not before it must");
    assert_eq!(server.moves(game, viewer), Err(Refusal::Lapsed), "not even what it could say by heart");
    database.go_on();
    assert_eq!(until(|why| *why == Refusal::Lapsed, || server.moves(game, viewer)), MOVES[..1]);
    server.play(game, viewer, MOVES[1]).expect("played");
    assert_eq!(server.hub.metrics().lapses.load(Relaxed), 1);
    server.stop();
}

#[test]
fn a_room_in_which_nobody_is_lets_go_of_its_game() {
    let Some(database) = Database::shared() else { return };
    let address = database.fresh();
    let server = Server::with(&address, Manner { idle: Duration::from_millis(100), ..Manner::public() });
    let (game, viewer) = server.game();
    server.play(game, viewer, MOVES[0]).expect("played");
    let begin = Instant::now();
    while database.sql_at(&address, "SELECT count(node) FROM games") != "0" {
        assert!(begin.elapsed() < PATIENCE, "it is held for ever");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(server.moves(game, viewer), Ok(vec![MOVES[0].to_owned()]), "it is claimed again by whoever comes");
    assert_eq!(server.hub.metrics().claims.load(Relaxed), 2);
    server.stop();
}
