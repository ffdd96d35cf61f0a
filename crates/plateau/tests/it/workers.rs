//! `plateau worker` as it is run: it thinks for a server, and is killed in the middle of a thought.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::{PATIENCE, Site};
use crate::program::{command, finish};
use crate::server::{Client, Server};

/// A worker with one thread.
struct Worker(Child);

impl Worker {
    fn start(site: &Site) -> Worker {
        let mut worker = command(&["worker", "--threads", "1", "--lang", "en"]);
        worker.env("PLATEAU_NATS", site.nats_address()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = worker.spawn().expect("the worker starts");
        let mut said = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut said).expect("it says that it is ready");
        assert!(
            said.contains("nats://127.0.0.1:") && said.contains("threads: 1") && !said.contains("sesame"),
            "{said}"
        );
        Worker(process)
    }

    fn kill(mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("gone");
    }

    fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill runs").success());
    }

    fn terminate(mut self) -> Option<i32> {
        self.signal("TERM");
        self.0.wait().expect("it ends").code()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a server counts under a name.
fn count(client: &mut Client, name: &str) -> u64 {
    let metrics = client.text("/metrics");
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {metrics}")).parse().expect("a number")
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{what} never came");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A game against the strongest, who begins: there is time for something to happen while it thinks.
fn game(client: &mut Client) -> String {
    let strongest = players::levels(table::Kind::Go).last().expect("a level").number;
    let form = format!("game=go&size=19&opponent=machine&level-go={strongest}&colour=white&name=Ada");
    let (status, made) = client.ask("POST", "/new", &form).expect("an answer");
    assert_eq!(status, 200, "{made}");
    made["at"].as_str().expect("an address").to_owned()
}

/// Lets a worker be ended in the middle of a thought; nothing of the game is lost by that. Should the thought have ended before, it is tried again.
fn ended_while_it_thinks(site: &Site, server: &Server, end: impl Fn(Worker)) {
    let mut ada = Client::new(server);
    let before = count(&mut ada, "plateau_worker_repeats_total");
    until("a repeat", || {
        let worker = Worker::start(site);
        until("the worker", || count(&mut ada, "plateau_workers") == 1);
        let game = game(&mut ada);
        until("its thought", || count(&mut ada, "plateau_worker_running") == 1 || !ada.moves(&game).is_empty());
        end(worker);
        let begin = Instant::now();
        until("its move", || {
            // It need not think for long any more.
            ada.ask("POST", &format!("{game}/do"), "do=stop");
            !ada.moves(&game).is_empty()
        });
        eprintln!("without its worker the machine had moved after {:?}", begin.elapsed());
        until("that it is gone", || count(&mut ada, "plateau_workers") == 0);
        count(&mut ada, "plateau_worker_repeats_total") > before
    });
}

#[test]
fn a_worker_that_is_killed_or_stopped_in_the_middle_of_a_thought_costs_a_repeat() {
    let Some(site) = Site::new() else { return };
    let server = site.server_without_limits("workers");
    ended_while_it_thinks(&site, &server, Worker::kill);
    ended_while_it_thinks(&site, &server, |worker| assert_eq!(worker.terminate(), Some(0)));
}

#[test]
fn a_worker_that_may_not_come_in_is_told_so() {
    let Some(site) = Site::new() else { return };
    let run = finish(command(&["worker", "--lang", "en"]).env("PLATEAU_NATS", site.nats_address_with("wrong")));
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("nats://127.0.0.1:") && !run.err.contains("wrong@"), "{}", run.err);
}
