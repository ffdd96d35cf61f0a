//! `plateau analysis`, on standard input and output and at an address.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::thread;

use serde_json::Value;

use crate::program::{command, run};

/// An engine that listens, ended with the test.
pub(crate) struct Listening {
    child: Child,
    pub(crate) address: String,
}

impl Listening {
    pub(crate) fn start() -> Listening {
        let mut child = command(&["analysis", "--threads", "2", "--listen", "127.0.0.1:0"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines().map_while(Result::ok);
        let place = |line: String| line.split_whitespace().find(|word| word.starts_with("ws://")).map(str::to_owned);
        let address = lines.find_map(place).expect("it says where it listens");
        Listening { child, address }
    }

    /// A connection and the status that the request for a WebSocket gets, said to come from a page of this origin.
    fn connect(&self, origin: Option<&str>) -> (TcpStream, String) {
        let host = self.address.trim_start_matches("ws://");
        let mut stream = TcpStream::connect(host).expect("it listens");
        let origin = origin.map(|origin| format!("Origin: {origin}\r\n")).unwrap_or_default();
        let request = format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{origin}\r\n"
        );
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut status = [0; 12];
        stream.read_exact(&mut status).expect("it answers");
        (stream, String::from_utf8_lossy(&status[9..]).into_owned())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn positions_are_analysed_on_standard_input_and_output() {
    let mut child = command(&["analysis", "--visits", "30", "--threads", "2", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let queries = r#"{"id":"nine","moves":[["B","E5"]],"rules":"chinese","boardXSize":9,"boardYSize":9,"analyzeTurns":[0,1],"includePolicy":true}
{"id":"models","action":"query_models"}
"#;
    child.stdin.take().expect("piped").write_all(queries.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim(), "Started, ready to begin handling requests");
    let answers: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let models = answers.iter().find(|answer| answer["id"] == "models").expect("an answer");
    assert_eq!(models["models"].as_array().map(Vec::len), Some(3));
    for turn in [0, 1] {
        let answer = answers.iter().find(|answer| answer["turnNumber"] == turn).expect("an answer");
        assert_eq!(answer["rootInfo"]["visits"], 30, "{answer}");
        assert_eq!(answer["policy"].as_array().map(Vec::len), Some(82));
        // On the empty board the first move may be the only one that comes to mind.
        assert!(answer["moveInfos"].as_array().is_some_and(|infos| infos.len() > turn), "{answer}");
    }
}

#[test]
fn an_address_that_cannot_be_had_is_told() {
    let engine = Listening::start();
    let taken = engine.address.trim_start_matches("ws://");
    let run = run(&["analysis", "--listen", taken]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains(taken), "{}", run.err);
}

#[test]
fn only_programs_and_pages_of_the_same_address_are_let_in() {
    let engine = Listening::start();
    let own = engine.address.replace("ws://", "http://");
    for (origin, status) in
        [(None, "101"), (Some(own.as_str()), "101"), (Some("https://example.org"), "403"), (Some("null"), "403")]
    {
        assert_eq!(engine.connect(origin).1, status, "{origin:?}");
    }
}

#[test]
fn so_many_clients_and_no_more() {
    let engine = Listening::start();
    let clients: Vec<_> = (0..16).map(|_| engine.connect(None)).collect();
    assert!(clients.iter().all(|(_, status)| status == "101"));
    assert_eq!(engine.connect(None).1, "503");
}

/// What nobody means well, then a query: the protocol's error for each, one answer, and little memory taken by any of it.
#[test]
fn hostile_lines_are_refused_and_cost_little() {
    const MOST_KB: u64 = 128 << 10;
    let mut child = command(&["analysis", "--visits", "2", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let query = |id: &str, members: &str| {
        format!(r#"{{"id":"{id}","rules":"chinese","boardXSize":9,"boardYSize":9,{members}}}"#)
    };
    let (million, long) = (r#"["B","pass"],"#.repeat(1_000_000) + r#"["B","pass"]"#, "x".repeat(1 << 20));
    let lines = [
        "{".to_owned(),
        "\u{0}\u{1}".to_owned(),
        "[".repeat(1_000_000),
        query("million", &format!(r#""moves":[{million}]"#)),
        query(&long, r#""moves":[]"#),
        query("deep", &format!(r#""moves":{}1{}"#, "[".repeat(1000), "]".repeat(1000))),
        query("nowhere", r#""moves":[["B","Z99"]]"#),
    ];
    let mut input = child.stdin.take().expect("piped");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines().map(|line| {
        let line = line.expect("a line");
        assert!(line.len() < 100_000, "{} bytes", line.len());
        serde_json::from_str::<Value>(&line).expect("JSON")
    });
    for line in &lines {
        writeln!(input, "{line}").expect("it listens");
        let answer = answers.next().expect("an answer");
        assert!(answer["error"].is_string(), "{line:.40}: {answer}");
    }
    // A flood of lines that mean nothing, which nobody reads the answers to for a while.
    let flood = thread::spawn(move || {
        input.write_all("nonsense\n".repeat(100_000).as_bytes()).expect("it listens");
        writeln!(input, "{}", query("well", r#""moves":[["B","E5"]],"surprise":1"#)).expect("it listens");
        input
    });
    let refused = answers.by_ref().take(100_000).filter(|answer| answer["error"].is_string()).count();
    assert_eq!(refused, 100_000);
    let told: Vec<Value> = answers.by_ref().take(2).collect();
    assert!(told[0]["warning"].as_str().is_some() && told[0]["field"] == "surprise", "{}", told[0]);
    assert_eq!((&told[1]["id"], &told[1]["rootInfo"]["visits"]), (&"well".into(), &2.into()), "{}", told[1]);
    if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("how much it took");
        let peak_kb: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        eprintln!("at most {peak_kb} kB");
        assert!(peak_kb < MOST_KB, "{peak_kb} kB");
    }
    drop(flood.join().expect("all was sent"));
    assert!(child.wait().expect("it ends").success());
}
