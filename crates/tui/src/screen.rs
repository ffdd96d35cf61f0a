//! The terminal screen on a real terminal: takes it over, gives it back whatever happens, and brings keys, time, signals and
//! the machine's thoughts to the [`App`] as one stream of events.

use std::io::{self, IsTerminal, Write, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event as Input, KeyCode, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle};

use store::Preferences;
use words::Lang;

use crate::{App, Desk, Event, First, Look};

/// Whether the screen can be used: input and output are a terminal.
pub fn is_possible() -> bool {
    io::stdin().is_terminal() && stdout().is_terminal()
}

/// Runs the terminal screen until somebody leaves: at the home screen, or at a game.
///
/// `Ok` holds the number of the signal that ended it, if one did; the terminal has been given back and the game is kept.
pub fn run(desk: Desk, lang: Lang, options: Preferences, look: Look, first: First) -> io::Result<Option<i32>> {
    let (sender, events) = mpsc::channel();
    let post = {
        let sender = sender.clone();
        // After the end nobody listens, and nobody has to.
        Arc::new(move |event| drop(sender.send(Message::Event(event))))
    };
    let mut app = App::new(desk, lang, options, look, post).at(first);
    let gate = Arc::new(AtomicBool::new(true));
    let screen = Taken::take()?;
    read_input(sender.clone(), Arc::clone(&gate));
    watch_signals(sender);
    let result = play(&mut app, &events);
    gate.store(false, Ordering::Relaxed);
    drop(screen);
    result
}

/// What reaches the loop.
enum Message {
    Event(Event),
    /// A signal that ends the program.
    Signal(i32),
    /// A signal to stop until the shell lets us go on.
    Suspend,
    /// The shell lets us go on: the terminal may be in any state.
    Resumed,
}

/// How often time is told while something moves, and while nothing does.
const LIVELY: Duration = Duration::from_millis(100);
const QUIET: Duration = Duration::from_secs(1);
/// So many events at most are taken in before the screen is drawn.
const MAX_EVENTS_PER_FRAME: usize = 64;

fn play(app: &mut App, events: &Receiver<Message>) -> io::Result<Option<i32>> {
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let size = terminal.size()?;
    app.update(&Event::Resize(size.width, size.height));
    let mut told = Instant::now();
    loop {
        terminal.draw(|frame| app.draw(frame.buffer_mut()))?;
        if app.take_bell() {
            stdout().write_all(b"\x07")?;
            stdout().flush()?;
        }
        let pace = if app.is_lively() { LIVELY } else { QUIET };
        let mut next = match events.recv_timeout(pace.saturating_sub(told.elapsed())) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        };
        for _ in 0..MAX_EVENTS_PER_FRAME {
            match next {
                Some(Message::Signal(signal)) => {
                    app.update(&Event::End);
                    return Ok(Some(signal));
                }
                Some(Message::Suspend) => suspend(app, &mut terminal)?,
                Some(Message::Resumed) => resume(&mut terminal)?,
                Some(Message::Event(event)) if is_suspend(&event) => suspend(app, &mut terminal)?,
                Some(Message::Event(event)) => app.update(&event),
                None => break,
            }
            next = events.try_recv().ok();
        }
        if told.elapsed() >= pace {
            told = Instant::now();
            app.update(&Event::Tick);
        }
        if app.is_over() {
            return Ok(None);
        }
    }
}

fn is_suspend(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('z'))
}

type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// Gives the terminal back and stops until the shell lets us go on; meanwhile no clock runs.
fn suspend(app: &mut App, terminal: &mut Screen) -> io::Result<()> {
    #[cfg(unix)]
    {
        app.update(&Event::Suspend);
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        app.update(&Event::Resumed);
    }
    resume(terminal)
}

/// Takes the terminal again. What is on it now is not known: everything is drawn anew.
fn resume(terminal: &mut Screen) -> io::Result<()> {
    take_over()?;
    execute!(stdout(), Clear(ClearType::All))?;
    *terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    Ok(())
}

/// Reads keys and mouse on a thread of its own, so that nothing else has to wait for them.
fn read_input(sender: Sender<Message>, gate: Arc<AtomicBool>) {
    thread::spawn(move || {
        while gate.load(Ordering::Relaxed) {
            let event = match event::read() {
                Ok(Input::Key(key)) => Event::Key(key),
                Ok(Input::Mouse(mouse)) => Event::Mouse(mouse),
                Ok(Input::Resize(width, height)) => Event::Resize(width, height),
                Ok(_) => continue,
                // The terminal is gone.
                Err(_) => Event::End,
            };
            let is_end = event == Event::End;
            if sender.send(Message::Event(event)).is_err() || is_end {
                return;
            }
        }
    });
}

/// Tells of the signals that end or stop a program, so that the terminal is given back first.
#[cfg(unix)]
fn watch_signals(sender: Sender<Message>) {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT]) else { return };
    thread::spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGTSTP => Message::Suspend,
                SIGCONT => Message::Resumed,
                signal => Message::Signal(signal),
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
}

#[cfg(not(unix))]
fn watch_signals(_sender: Sender<Message>) {}

/// The terminal while it is ours. It is given back when this is dropped, and before a panic is told.
struct Taken;

impl Taken {
    fn take() -> io::Result<Taken> {
        let told_before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            told_before(info);
        }));
        take_over()?;
        Ok(Taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, SetTitle("Plateau"))
}

/// Whatever cannot be undone any more is left as it is.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    let _ = terminal::disable_raw_mode();
}
