//! The terminal screen as a person feels it, measured in a pseudo-terminal: how soon the first frame is there, how much memory
//! it takes, and how soon a key is answered while the machine thinks on every core.
//!
//! `cargo bench -p plateau --bench screen`

// The tests drive the program in the same way; they need more of it.
#![cfg_attr(unix, allow(dead_code, reason = "shared with the tests"))]

#[cfg(unix)]
#[path = "../tests/it/terminal.rs"]
mod terminal;

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() {
    use std::time::Duration;
    use terminal::{Data, Session};

    let data = Data::new("bench");
    // The first start makes the database.
    drop(first_frame(&data));
    let mut starts: Vec<Duration> = (0..40).map(|_| first_frame(&data).1).collect();
    tell("start to first frame", &mut starts);

    let (session, _) = first_frame(&data);
    println!("memory at the home menu, no engine loaded: {}", resident(session.process()));
    drop(session);
    let session = Session::plateau(&["play", "go", "--size", "19", "--black", "human", "--white", "human"], &data);
    session.wait_for("Black to move");
    println!("memory in a game of 19x19 between two people: {}", resident(session.process()));
    drop(session);

    let mut session = Session::plateau(&["play", "go", "--size", "19", "--white", "time:600"], &data);
    session.wait_for("Black to move");
    session.moves("D4");
    session.wait_for("thinking");
    let mut keys = press(&mut session, |screen| screen.contents().contains("Keys"));
    tell("key press to screen, the machine thinking on every core", &mut keys);
    let busy = Busy::new();
    // The spinners need a moment to take every core.
    std::thread::sleep(Duration::from_millis(200));
    let mut keys = press(&mut session, |screen| screen.contents().contains("Keys"));
    tell("key press to screen, the machine thinking on cores that others want, too", &mut keys);
    drop(busy);
    drop(session);
    let mut session = Session::plateau(&["play", "go", "--size", "19", "--black", "human", "--white", "human"], &data);
    session.wait_for("Black to move");
    let mut keys = press(&mut session, |screen| screen.contents().contains("Keys"));
    tell("key press to screen, nobody thinking", &mut keys);
    drop(session);
    // What this system takes to bring a key to any program and its answer back.
    let mut session =
        Session::start(std::path::Path::new("/bin/sh"), &["-c", "stty raw -echo; echo ready; exec cat"], &[]);
    session.wait_for("ready");
    let _busy = Busy::new();
    std::thread::sleep(Duration::from_millis(200));
    let mut keys = press(&mut session, |screen| screen.cursor_position().1 % 2 == 1);
    tell("key press to screen of a program that only repeats it, every core busy", &mut keys);
}

/// Presses a key that shows something and hides it again; how long each took.
#[cfg(unix)]
fn press(session: &mut terminal::Session, shows: impl Fn(&vt100::Screen) -> bool) -> Vec<std::time::Duration> {
    let mut times = Vec::new();
    for _ in 0..PRESSES {
        let shown = session.is(&shows);
        let pressed = std::time::Instant::now();
        session.keys("?");
        session.wait("the key", |screen| shows(screen) != shown);
        times.push(pressed.elapsed());
        std::thread::sleep(std::time::Duration::from_millis(13));
    }
    times
}

/// As many as a line of the terminal has room for.
#[cfg(unix)]
const PRESSES: usize = 70;

/// The home menu, and how long it took from the start of the process.
#[cfg(unix)]
fn first_frame(data: &terminal::Data) -> (terminal::Session, std::time::Duration) {
    let begun = std::time::Instant::now();
    let session = terminal::Session::plateau(&[], data);
    // The last line that is drawn.
    session.wait_for("? keys");
    (session, begun.elapsed())
}

#[cfg(unix)]
fn tell(what: &str, times: &mut [std::time::Duration]) {
    times.sort_unstable();
    let ms = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    let (median, most, worst) = (ms(0.5), ms(0.95), ms(1.0));
    println!("{what}: median {median:.1} ms, 95 % within {most:.1} ms, worst {worst:.1} ms of {}", times.len());
}

/// The memory of a process that is in use now, and the most that ever was.
#[cfg(unix)]
fn resident(process: u32) -> String {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kilobytes = |key: &str| -> Option<f64> {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim_start_matches(':').split_whitespace().next()?.parse().ok()
    };
    match (kilobytes("VmRSS"), kilobytes("VmHWM")) {
        (Some(now), Some(peak)) => format!("{:.1} MB, at most {:.1} MB", now / 1024.0, peak / 1024.0),
        _ => "not told by this system".to_owned(),
    }
}

/// A thread for each core that does nothing but keep it busy: other programs that have as much right to it.
#[cfg(unix)]
struct Busy(std::sync::Arc<std::sync::atomic::AtomicBool>);

#[cfg(unix)]
impl Busy {
    fn new() -> Busy {
        use std::sync::atomic::{AtomicBool, Ordering};
        let over = std::sync::Arc::new(AtomicBool::new(false));
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let over = std::sync::Arc::clone(&over);
            std::thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Busy(over)
    }
}

#[cfg(unix)]
impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}
