//! What the machine does at the screen while it thinks, and what it says.

use std::sync::Arc;
use std::sync::mpsc;

use draw::Charset;
use players::thinker::{Task, Tell, Thinker, Thought};
use ratatui::crossterm::event::KeyCode;
use search::Stop;
use store::Preferences;
use table::{AnyTable, Kind as Game, Message};
use tui::{App, Background, Colours, Desk, Event, First, Look, Sitting};
use words::{Lang, Words};

use crate::desk::{Plan, desk};
use crate::play::people;
use crate::screens::{Driver, ENGLISH};

#[test]
fn the_bell_rings_for_ones_turn_if_switched_on() {
    for sound in [false, true] {
        let options = Preferences { sound, animation: false, ..Preferences::default() };
        let mut driver = Driver::with(ENGLISH, options, Some(&Plan::new(Game::Othello)), Colours::None);
        assert!(!driver.app.take_bell());
        driver.moves("f5");
        assert_eq!(driver.app.take_bell(), sound);
        assert!(!driver.app.take_bell());
    }
}

/// A machine with three reasons for everything.
struct Eloquent;

impl Thinker for Eloquent {
    fn start(&self, _table: &AnyTable, _task: Task, _now_ms: u64, tell: Tell) -> Stop {
        let count = |id: &'static str| Message::new(id).with("count", 12);
        tell(Thought::Hint(
            "C3".to_owned(),
            vec![count("hint-go-captures"), count("hint-go-saves"), count("hint-go-territory")],
        ));
        Stop::new()
    }

    fn levels(&self, _kind: Game) -> u8 {
        1
    }
}

#[test]
fn a_hint_is_read_to_its_end_in_the_smallest_terminal() {
    for lang in [Lang::En, Lang::Fr] {
        let desk = Desk { machine: Box::new(Eloquent), ..desk() };
        let options = Preferences { lang: Some(lang), animation: false, ..Preferences::default() };
        let mut driver = Driver::at(desk, ENGLISH, options, Some(&people(Game::Go)), Colours::None);
        driver.keys("i");
        let text = driver.text();
        let below: Vec<&str> = text.lines().rev().take(5).collect();
        let below = below.into_iter().rev().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        let words = Words::new(lang);
        let reasons =
            ["hint-go-captures", "hint-go-saves", "hint-go-territory"].map(|id| words.say(id, &[("count", 12.into())]));
        for reason in reasons {
            assert!(below.contains(&reason), "{reason} in\n{text}");
        }
    }
}

/// A machine that thinks until it is stopped.
struct Slow(mpsc::Sender<(Task, Stop, Tell)>);

impl Thinker for Slow {
    fn start(&self, _table: &AnyTable, task: Task, _now_ms: u64, tell: Tell) -> Stop {
        let stop = Stop::new();
        self.0.send((task, stop.clone(), tell)).expect("the test listens");
        stop
    }

    fn levels(&self, _kind: Game) -> u8 {
        3
    }
}

#[test]
fn thinking_is_shown_stopped_and_given_up() {
    let (sender, tasks) = mpsc::channel();
    let mut desk = desk();
    desk.machine = Box::new(Slow(sender));
    let sitting = Sitting::create(&desk, Plan::new(Game::Othello).table()).expect("it is kept");
    let (post, posted) = mpsc::channel();
    let post = std::sync::Mutex::new(post);
    let post = Arc::new(move |event| drop(post.lock().expect("nobody panics").send(event)));
    let look = Look { colours: Colours::None, background: Background::Dark, charset: Charset::Unicode };
    let options = Preferences { animation: false, ..Preferences::default() };
    let mut app = App::new(desk, Lang::En, options, look, post).at(First::Game(Box::new(sitting)));
    let key = |app: &mut App, code| {
        app.update(&Event::Key(ratatui::crossterm::event::KeyEvent::from(code)));
    };
    let text = |app: &App| {
        let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
        app.draw(&mut buffer);
        buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    for letter in "f5".chars() {
        key(&mut app, KeyCode::Char(letter));
    }
    key(&mut app, KeyCode::Enter);
    let (task, stop, tell) = tasks.try_recv().expect("the machine has been asked");
    assert_eq!(task, Task::Move);
    tell(Thought::Progress { nodes: 5, best: Some("d6".to_owned()) });
    app.update(&posted.try_recv().expect("progress"));
    assert!(text(&app).contains("thinking: d6"), "{}", text(&app));
    // The screen goes on: the cursor moves, the keys are shown.
    key(&mut app, KeyCode::Left);
    key(&mut app, KeyCode::Char(' '));
    assert!(stop.is_asked(), "space asks for the move at once");
    key(&mut app, KeyCode::Char('u'));
    assert!(text(&app).contains("Black to move"), "undo gives the thinking up");
    tell(Thought::Play("d6".to_owned()));
    app.update(&posted.try_recv().expect("a late answer"));
    assert!(text(&app).contains("Black to move"), "and its answer is not listened to");
    let failure = Message::new("table-damaged");
    for letter in "d3".chars() {
        key(&mut app, KeyCode::Char(letter));
    }
    key(&mut app, KeyCode::Enter);
    let (_, _, tell) = tasks.try_recv().expect("the machine has been asked again");
    tell(Thought::Failed(failure));
    app.update(&posted.try_recv().expect("a failure"));
    assert!(text(&app).contains("damaged"), "{}", text(&app));
    assert!(tasks.try_recv().is_err(), "a machine that fails is not asked again by itself");
    key(&mut app, KeyCode::Enter);
    assert!(tasks.try_recv().is_ok(), "but when told to");
}
