//! Workers that think for servers: what they answer, and what becomes of a question whose worker is lost.

use std::num::NonZeroUsize;
use std::time::Duration;

use async_nats::{Client, ConnectOptions};
use futures_util::StreamExt;
use testkit::nats::{PASSWORD, USER};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::cluster::{Shared, until, with_servers};
use crate::kit::{Browser, Served};
use crate::studies::{bring, grown};

/// A worker that runs until it is stopped.
struct Worker {
    stop: oneshot::Sender<()>,
    running: JoinHandle<()>,
}

impl Worker {
    async fn start(shared: &Shared, threads: usize) -> Worker {
        let ((stop, stopped), (tell, is_ready)) = (oneshot::channel(), oneshot::channel());
        let nats = shared.nats_address().parse().expect("an address");
        let running = tokio::spawn(async move {
            let ready = || tell.send(()).expect("somebody waits for it");
            let threads = NonZeroUsize::new(threads).expect("a thread");
            web::think_until(&nats, threads, ready, async { drop(stopped.await) }).await.expect("NATS");
        });
        is_ready.await.expect("it begins");
        Worker { stop, running }
    }

    async fn stop(self) {
        let _ = self.stop.send(());
        self.running.await.expect("it ends");
    }
}

/// Somebody else at NATS.
async fn client(shared: &Shared) -> Client {
    let options = ConnectOptions::with_user_and_password(USER.to_owned(), PASSWORD.to_owned());
    options.connect(shared.nats_address()).await.expect("NATS")
}

/// What a server counts under a name.
async fn count(browser: &mut Browser, name: &str) -> u64 {
    let text = browser.get("/metrics").await.text;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {text}")).parse().expect("a number")
}

/// What was thought for games and for reviews, by the server and by workers.
async fn thoughts(browser: &mut Browser) -> [[u64; 2]; 2] {
    let mut all = [[0; 2]; 2];
    for (purpose, counts) in ["game", "review"].iter().zip(&mut all) {
        for (by, thought) in ["server", "worker"].iter().zip(counts) {
            *thought = count(browser, &format!("plateau_thoughts_total{{for=\"{purpose}\",by=\"{by}\"}}")).await;
        }
    }
    all
}

async fn knows(browser: &mut Browser, workers: u64) {
    until("that workers are known", async || count(browser, "plateau_workers").await == workers).await;
}

/// A game of Go against the machine, which is to move.
async fn asked(browser: &mut Browser, level: &str) -> String {
    let fields = [("game", "go"), ("size", "9"), ("opponent", "machine"), ("level-go", level), ("colour", "black")];
    let game = browser.create(&fields).await;
    browser.act(&game, "play E5").await.expect("played");
    game
}

/// Waits for the machine to have moved, and hurries it.
async fn answered(browser: &mut Browser, game: &str, moves: usize) {
    until("the machine's move", async || {
        let _ = browser.act(game, "stop").await;
        browser.state(game).await["moves"].as_array().is_some_and(|all| all.len() == moves)
    })
    .await;
}

/// Asks for a hint, which is wanted at once.
async fn hint(browser: &mut Browser, game: &str) {
    browser.act(game, "hint").await.expect("asked");
    until("the hint", async || {
        let _ = browser.act(game, "stop").await;
        browser.get(game).await.text.contains("<strong class=\"hint\">Hint:")
    })
    .await;
}

const GAME: &str = "(;GM[2]PB[Ada]PW[Bo];B[fe];W[fd];B[cd])";

#[test]
fn moves_hints_and_reviews_come_from_a_worker_while_there_is_one() {
    with_servers(async |shared| {
        let served = shared.server().await;
        let mut ada = served.browser();
        assert_eq!(ada.get("/readyz").await.text, "ok\nworkers 0\n");
        let worker = Worker::start(shared, 4).await;
        knows(&mut ada, 1).await;
        assert_eq!(ada.get("/readyz").await.text, "ok\nworkers 1\n");
        assert_eq!(count(&mut ada, "plateau_worker_threads").await, 4);
        let record = bring(&mut ada, GAME).await;
        ada.post(&format!("{record}/study"), &[]).await;
        grown(&mut ada, &record).await;
        // A worker that says too late that it has taken something is asked in vain, so that not everything need be its own.
        let mut tasks = 0;
        until("a move and a hint of the worker's", async || {
            let game = asked(&mut ada, "2").await;
            answered(&mut ada, &game, 2).await;
            let [_, moves] = thoughts(&mut ada).await[0];
            hint(&mut ada, &game).await;
            tasks += 2;
            let [own, its] = thoughts(&mut ada).await[0];
            assert_eq!(own + its, tasks, "each is thought about to its end once");
            assert_eq!(count(&mut ada, "plateau_machine_tasks_total").await, own, "its own budget is for the rest");
            moves > 0 && its > moves
        })
        .await;
        let reviews = thoughts(&mut ada).await[1];
        assert!(reviews[1] > 0 && reviews.iter().sum::<u64>() >= 4, "four positions: {reviews:?}");
        // One that stops says so, and the server thinks for itself.
        worker.stop().await;
        knows(&mut ada, 0).await;
        let [own, its] = thoughts(&mut ada).await[0];
        let game = asked(&mut ada, "2").await;
        answered(&mut ada, &game, 2).await;
        assert_eq!(thoughts(&mut ada).await[0], [own + 1, its]);
        served.stop().await;
    });
}

#[test]
fn two_workers_share_what_two_servers_ask() {
    with_servers(async |shared| {
        let [first, second] = [shared.server().await, shared.server().await];
        let workers = [Worker::start(shared, 1).await, Worker::start(shared, 1).await];
        let mut people = [&first, &second].map(Served::browser);
        for browser in &mut people {
            knows(browser, 2).await;
        }
        // The strongest thinks for a while; should one have ended before the other began, they are asked again.
        let fields = [("game", "go"), ("size", "19"), ("opponent", "machine"), ("level-go", "13"), ("colour", "white")];
        let mut games = Vec::new();
        until("both at once", async || {
            for (at, browser) in people.iter_mut().enumerate() {
                if count(browser, "plateau_worker_running").await == 0 {
                    let game = browser.create(&fields).await;
                    browser.state(&game).await;
                    games.push((at, game));
                }
            }
            let [ada, bo] = &mut people;
            count(ada, "plateau_worker_running").await + count(bo, "plateau_worker_running").await == 2
        })
        .await;
        // They stop in the middle of it, and give back what they have.
        for worker in workers {
            worker.stop().await;
        }
        for (at, game) in games {
            answered(&mut people[at], &game, 1).await;
        }
        for served in [first, second] {
            served.stop().await;
        }
    });
}

/// The subject under which workers of this version are known, `plateau.think.VERSION.`.
async fn subject(shared: &Shared, nats: &Client) -> String {
    let mut beacons = nats.subscribe("plateau.think.*.worker").await.expect("NATS");
    nats.flush().await.expect("NATS");
    let worker = Worker::start(shared, 1).await;
    let beacon = beacons.next().await.expect("a beacon");
    worker.stop().await;
    beacon.subject.strip_suffix("worker").expect("a beacon").to_owned()
}

#[test]
fn a_worker_that_takes_a_question_and_says_no_more_costs_a_repeat_and_never_the_game() {
    with_servers(async |shared| {
        let served = shared.server().await;
        let mut ada = served.browser();
        let nats = client(shared).await;
        let subject = subject(shared, &nats).await;
        knows(&mut ada, 0).await;
        let mut questions = nats.queue_subscribe(format!("{subject}game"), "workers".to_owned()).await.expect("NATS");
        let words = nats.subscribe("silent").await.expect("NATS");
        let (client, beacon) = (nats.clone(), format!("{subject}worker"));
        let present = tokio::spawn(async move {
            loop {
                client.publish(beacon.clone(), "silent 1".into()).await.expect("NATS");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        let client = nats.clone();
        let silent = tokio::spawn(async move {
            // First it says nothing, and then what no worker says of a game.
            for answer in ["", "{\"worth\":\"black 1 margin 0.00\\n\"}"].into_iter().cycle() {
                let question = questions.next().await.expect("a question");
                let reply = question.reply.expect("where to answer");
                client.publish_with_reply(reply.clone(), "silent", "\"taken\"".into()).await.expect("NATS");
                if !answer.is_empty() {
                    client.publish(reply, answer.into()).await.expect("NATS");
                }
            }
        });
        knows(&mut ada, 1).await;
        let mut games = 0;
        until("two repeats", async || {
            let game = asked(&mut ada, "1").await;
            answered(&mut ada, &game, 2).await;
            games += 1;
            count(&mut ada, "plateau_worker_repeats_total").await >= 2
        })
        .await;
        assert_eq!(thoughts(&mut ada).await[0], [games, 0], "in the end it is thought about here");
        silent.abort();
        present.abort();
        drop(words);
        served.stop().await;
    });
}

#[test]
fn workers_of_another_version_are_counted_and_never_asked() {
    with_servers(async |shared| {
        let served = shared.server().await;
        let mut ada = served.browser();
        let nats = client(shared).await;
        let mut questions = nats.subscribe("plateau.think.0123456789abcdef.*").await.expect("NATS");
        until("the other", async || {
            nats.publish("plateau.think.0123456789abcdef.worker", "other 64".into()).await.expect("NATS");
            count(&mut ada, "plateau_workers_of_other_versions").await == 1
        })
        .await;
        assert_eq!(count(&mut ada, "plateau_workers").await, 0);
        let game = asked(&mut ada, "1").await;
        answered(&mut ada, &game, 2).await;
        assert_eq!(thoughts(&mut ada).await[0], [1, 0]);
        while let Ok(message) = tokio::time::timeout(Duration::from_millis(100), questions.next()).await {
            let subject = message.expect("NATS is there").subject;
            assert!(subject.ends_with(".worker"), "nobody asks there: {subject}");
        }
        served.stop().await;
    });
}

#[test]
fn what_is_no_question_is_refused_by_workers() {
    with_servers(async |shared| {
        let nats = client(shared).await;
        let subject = subject(shared, &nats).await;
        let worker = Worker::start(shared, 1).await;
        let may = r#"{"threads":1,"memory_bytes":1000000,"seed":1,"book":true}"#;
        let table = |task: &str, setup: &str, may: &str| {
            format!(r#"{{"ask":"table","task":"{task}","setup":"{setup}","events":[],"left":null,"may":{may}}}"#)
        };
        let ask = async |question: String| {
            let mut said = String::new();
            // Who has just answered asks for the next question in a moment.
            until("an answer", async || {
                let answer = nats.request(format!("{subject}game"), question.clone().into()).await;
                answer.is_ok_and(|answer| {
                    said = String::from_utf8_lossy(&answer.payload).into_owned();
                    true
                })
            })
            .await;
            said
        };
        let more = r#"{"threads":2,"memory_bytes":1000000,"seed":1,"book":true}"#;
        let huge = r#"{"threads":1,"memory_bytes":100000000000,"seed":1,"book":true}"#;
        for question in [
            String::new(),
            "{}".to_owned(),
            table("dance", "game othello\\n", may),
            table("move", "game chess\\n", may),
            table("move", "game othello\\nblack engine:touch /tmp/x\\t\\n", may),
            table("move", "game othello\\nblack time:9999\\t\\n", may),
            table("move", "game othello\\nblack level:1\\t\\n", more),
            table("move", "game othello\\nblack level:1\\t\\n", huge),
            format!("{}{}", table("move", "game othello\\nblack level:1\\t\\n", may), " ".repeat(300 << 10)),
        ] {
            assert_eq!(ask(question.clone()).await, "\"no\"", "{question}");
        }
        assert_eq!(ask(table("move", "game othello\\nblack level:1\\t\\n", may)).await, "\"taken\"");
        worker.stop().await;
    });
}
