//! What must happen while the engine thinks.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use protocol::{Server, gtp, nboard, serve};
use search::Limits;

use crate::engines::{Thinker, session};

/// A pipe that a test writes into.
struct Pipe {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.chunks.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Output that a test looks at.
#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Screen {
    /// Waits until the text is there and returns everything so far.
    fn wait_for(&self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let seen = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
            if seen.contains(text) {
                return seen;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "waited for {text:?}, saw {seen:?}");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

struct Running {
    input: Sender<Vec<u8>>,
    screen: Screen,
    thread: JoinHandle<io::Result<()>>,
}

impl Running {
    fn new<S: Server + Send + 'static>(mut server: S) -> Running {
        let (input, chunks) = channel();
        let screen = Screen::default();
        let output = screen.clone();
        let pipe = BufReader::new(Pipe { chunks, rest: Vec::new() });
        let thread = thread::spawn(move || serve(&mut server, pipe, output));
        Running { input, screen, thread }
    }

    fn send(&self, text: &str) {
        self.input.send(text.as_bytes().to_vec()).unwrap();
    }
}

fn go() -> Running {
    Running::new(session(gtp::Go::new(&go::Game::default()), Thinker))
}

#[test]
fn an_analysis_goes_on_until_the_next_line() {
    let running = go();
    running.send("7 lz-analyze 1\n");
    running.screen.wait_for("=7\ninfo move A1 visits");
    // More than one report, and no end of the response yet.
    let seen = running.screen.wait_for("\ninfo move A1 visits 2");
    assert!(!seen.contains("\n\n"), "{seen:?}");
    running.send("8 name\n");
    let seen = running.screen.wait_for("=8 Plateau\n\n");
    assert!(seen.contains("\n\n=8 Plateau\n\n"), "{seen:?}");
    // A bare newline ends an analysis too.
    running.send("9 kata-analyze 1\n");
    running.screen.wait_for("=9\ninfo");
    running.send("\n");
    running.send("quit\n");
    let seen = running.screen.wait_for("=\n\n");
    assert!(seen.ends_with("\n\n=\n\n"), "{seen:?}");
    running.thread.join().unwrap().unwrap();
}

#[test]
fn a_search_for_a_move_is_interrupted_by_gogui_only() {
    let running = go();
    running.send("genmove b\nname\n");
    thread::sleep(Duration::from_millis(100));
    assert_eq!(running.screen.0.lock().unwrap().len(), 0);
    running.send("# interrupt\n");
    assert_eq!(running.screen.wait_for("Plateau\n\n"), "= A1\n\n= Plateau\n\n");
}

#[test]
fn the_clock_is_obeyed() {
    let running = go();
    let begun = Instant::now();
    running.send("kgs-time_settings byoyomi 0 0.5 3\n1 genmove b\n");
    running.screen.wait_for("=1 A1\n\n");
    assert!((300..3000).contains(&begun.elapsed().as_millis()), "{:?}", begun.elapsed());
}

#[test]
fn the_session_ends_with_its_input_though_it_was_analysing() {
    let running = go();
    running.send("lz-analyze 1\n");
    running.screen.wait_for("info");
    drop(running.input);
    running.thread.join().unwrap().unwrap();
    running.screen.wait_for("\n\n");
}

#[test]
fn who_hangs_up_is_not_written_to_for_ever() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut session = session(gtp::Go::new(&go::Game::default()), Thinker);
    let (input, chunks) = channel();
    input.send(b"lz-analyze 1\n".to_vec()).unwrap();
    let result = serve(&mut session, BufReader::new(Pipe { chunks, rest: Vec::new() }), Closed);
    assert_eq!(result.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn nboard_stops_thinking_at_a_ping() {
    let running = Running::new(nboard::Session::new("Plateau", Box::new(Thinker), Limits::NONE));
    running.send("nboard 2\nset depth 20\nhint 1\n");
    running.screen.wait_for("search D3");
    running.send("ping 1\n");
    let seen = running.screen.wait_for("pong 1\n");
    assert!(seen.ends_with("status\npong 1\n"), "{seen:?}");
    running.send("go\n");
    running.screen.wait_for("is thinking\n");
    running.send("ping 2\n");
    let seen = running.screen.wait_for("pong 2\n");
    assert!(seen.contains("=== D3/"), "{seen:?}");
    running.send("quit\n");
    running.thread.join().unwrap().unwrap();
}

#[test]
fn nboard_decides_how_deep_it_is_unless_a_strength_was_chosen() {
    let limited = || nboard::Session::new("Plateau", Box::new(Thinker), Limits::nodes(1));
    let answers = |seen: &str| seen.matches("=== D3/").count();
    let running = Running::new(limited().letting_depth_decide());
    running.send("nboard 2\ngo\n");
    running.screen.wait_for("=== D3/");
    running.send("set depth 60\ngo\n");
    thread::sleep(Duration::from_millis(100));
    let seen = running.screen.wait_for("set myname Plateau 60");
    assert_eq!(answers(&seen), 1, "a node was enough though a depth was set: {seen:?}");
    running.send("ping 1\n");
    assert_eq!(answers(&running.screen.wait_for("pong 1\n")), 2);

    let mut chosen = limited();
    chosen.handle("set depth 60");
    assert_eq!(answers(&chosen.handle("go")), 1);
}
