//! Every screen, driven by keys and the mouse, against golden texts: both languages, 80×24 and 200×60, ASCII and Unicode.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use draw::Charset;
use plateau_core::Player;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use store::{Deck, HERE, Preferences};
use study::deck::{Card, Entry, Schedule, Theme};
use study::{Motif, Phase};
use table::{Kind as Game, Who};
use tui::{App, Background, Colours, Desk, Event, First, Look, Sitting};
use words::Lang;

use crate::desk::{Plan, desk};
use crate::golden;

/// The app on a terminal of memory.
pub(crate) struct Driver {
    pub(crate) app: App,
    events: Receiver<Event>,
    terminal: Terminal<TestBackend>,
}

/// How the terminal is.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) lang: Lang,
    pub(crate) size: (u16, u16),
    pub(crate) charset: Charset,
}

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (200, 60);
pub(crate) const ENGLISH: Kind = Kind { lang: Lang::En, size: SMALL, charset: Charset::Unicode };

pub(crate) const FRENCH: Kind = Kind { lang: Lang::Fr, ..ENGLISH };

/// Everything that a terminal can be: each screen is drawn on all of them.
fn kinds() -> impl Iterator<Item = (String, Kind)> {
    let charsets = [(Charset::Unicode, "unicode"), (Charset::Ascii, "ascii")];
    [SMALL, LARGE].into_iter().flat_map(move |size| {
        Lang::ALL.into_iter().flat_map(move |lang| {
            charsets.map(|(charset, name)| {
                (format!("{} {}x{} {name}", lang.tag(), size.0, size.1), Kind { lang, size, charset })
            })
        })
    })
}

impl Driver {
    pub(crate) fn new(kind: Kind, plan: Option<&Plan>) -> Driver {
        let options = Preferences { lang: Some(kind.lang), animation: false, ..Preferences::default() };
        Driver::with(kind, options, plan, Colours::None)
    }

    pub(crate) fn with(kind: Kind, options: Preferences, plan: Option<&Plan>, colours: Colours) -> Driver {
        Driver::at(desk(), kind, options, plan, colours)
    }

    pub(crate) fn at(desk: Desk, kind: Kind, options: Preferences, plan: Option<&Plan>, colours: Colours) -> Driver {
        let (sender, events) = mpsc::channel();
        let sender = std::sync::Mutex::new(sender);
        let post = Arc::new(move |event| sender.lock().expect("nobody panics").send(event).expect("it is heard"));
        let look = Look { colours, background: Background::Dark, charset: kind.charset };
        let sitting = plan.map(|plan| Sitting::create(&desk, plan.table()).expect("it is kept"));
        let lang = options.lang.unwrap_or(kind.lang);
        let mut app = App::new(desk, lang, options, look, post);
        if let Some(sitting) = sitting {
            app = app.at(First::Game(Box::new(sitting)));
        }
        let terminal = Terminal::new(TestBackend::new(kind.size.0, kind.size.1)).expect("memory");
        let mut driver = Driver { app, events, terminal };
        driver.event(&Event::Resize(kind.size.0, kind.size.1));
        driver
    }

    pub(crate) fn event(&mut self, event: &Event) {
        self.app.update(event);
        while let Ok(event) = self.events.try_recv() {
            self.app.update(&event);
        }
    }

    pub(crate) fn key(&mut self, code: KeyCode) {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Keys by their names, parted by blanks; other words are typed letter by letter.
    pub(crate) fn keys(&mut self, keys: &str) {
        for word in keys.split_whitespace() {
            match word {
                "Enter" => self.key(KeyCode::Enter),
                "Esc" => self.key(KeyCode::Esc),
                "Tab" => self.key(KeyCode::Tab),
                "Up" => self.key(KeyCode::Up),
                "Down" => self.key(KeyCode::Down),
                "Left" => self.key(KeyCode::Left),
                "Right" => self.key(KeyCode::Right),
                "Home" => self.key(KeyCode::Home),
                "End" => self.key(KeyCode::End),
                "PageDown" => self.key(KeyCode::PageDown),
                "Space" => self.key(KeyCode::Char(' ')),
                word => word.chars().for_each(|letter| self.key(KeyCode::Char(letter))),
            }
        }
    }

    /// Waits for what other threads tell, until the screen says this.
    pub(crate) fn wait_for(&mut self, said: &str) {
        self.wait_for_any([said]);
    }

    /// The same in whichever language.
    pub(crate) fn wait_for_any<const N: usize>(&mut self, said: [&str; N]) {
        while !said.iter().any(|said| self.text().contains(said)) {
            let event = self.events.recv_timeout(Duration::from_secs(120));
            let event = event.unwrap_or_else(|_| panic!("{said:?} in\n{}", self.text()));
            self.app.update(&event);
        }
    }

    /// Types moves, each with Enter.
    pub(crate) fn moves(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.keys(if mv == "pass" { "p" } else { mv });
            if mv != "pass" {
                self.keys("Enter");
            }
        }
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    pub(crate) fn buffer(&mut self) -> Buffer {
        self.terminal.draw(|frame| self.app.draw(frame.buffer_mut())).expect("memory");
        self.terminal.backend().buffer().clone()
    }

    /// The screen as text.
    pub(crate) fn text(&mut self) -> String {
        let buffer = self.buffer();
        let line = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
    }
}

/// Draws a screen on every kind of terminal and compares: one file for each screen, with all that it can look like.
fn check(name: &str, plan: Option<&Plan>, drive: impl Fn(&mut Driver)) {
    check_on(name, |kind| Driver::new(kind, plan), drive);
}

fn check_on(name: &str, driver: impl Fn(Kind) -> Driver, drive: impl Fn(&mut Driver)) {
    let mut all = String::new();
    for (kind_name, kind) in kinds() {
        let mut driver = driver(kind);
        drive(&mut driver);
        let text = driver.text();
        if kind.charset == Charset::Ascii {
            assert_eq!(text.chars().find(|c| !c.is_ascii()), None, "{name} {kind_name}");
        }
        all += &format!("=== {kind_name}\n{}\n\n", text.trim_end());
    }
    golden::check(&format!("screens/{name}.txt"), &all);
}

fn people(game: Game) -> Plan {
    let names = ["Ada".to_owned(), "Bo".to_owned()];
    Plan { who: [Who::Person, Who::Person], names, ..Plan::new(game) }
}

#[test]
fn home() {
    check("home", None, |_| {});
}

#[test]
fn puzzles() {
    for (name, keys) in [("puzzles", 0), ("puzzles-othello", 1), ("puzzles-aligne4", 2)] {
        check(name, None, |driver| {
            driver.keys("6");
            (0..keys).for_each(|_| driver.key(KeyCode::Tab));
        });
    }
}

#[test]
fn keys() {
    check("keys", Some(&people(Game::Go)), |driver| driver.keys("?"));
}

#[test]
fn set_up() {
    check("set-up-go", None, |driver| driver.keys("Enter"));
    // A typed komi and a typed clock, handicap stones that Black places.
    check("set-up-go-all", None, |driver| {
        driver.keys("Enter Down Right Down Down Left Down Right Right Down Right Down 0 . 5");
        driver.keys("Down Right Right Down Right Down 1m+2s");
    });
    check("set-up-othello-engine", None, |driver| {
        driver.keys("Enter Right Down Left Down gnugo Space --mode Space gtp");
    });
    check("set-up-aligne4", None, |driver| driver.keys("Enter Left Down Down Ada Down Right"));
    check("set-up-refused", None, |driver| driver.keys("Enter Down Left Enter"));
}

#[test]
fn toss() {
    check("toss", None, |driver| driver.keys("Enter Down Down Down Down Left Enter"));
}

#[test]
fn go_on_three_boards() {
    for size in [9, 13, 19] {
        let plan = Plan { size, clock: "10m+5x30s".to_owned(), ..people(Game::Go) };
        check(&format!("go-{size}"), Some(&plan), |driver| driver.moves("C3 G7 D4 G3 C7"));
    }
}

#[test]
fn go_territory_hint_and_refusal() {
    check("go-territory", Some(&people(Game::Go)), |driver| {
        driver.moves("B1 J9 B2 J8 A2 D4");
        driver.keys("t");
    });
    check("go-hint", Some(&people(Game::Go)), |driver| driver.keys("i"));
    check("go-refused", Some(&people(Game::Go)), |driver| driver.moves("D4 D4"));
    check("go-typing", Some(&people(Game::Go)), |driver| driver.keys("Left Left D1"));
}

const WALLS: &str = "D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9 pass B5 pass pass";

#[test]
fn go_dead_stones_and_the_count() {
    check("go-marking", Some(&people(Game::Go)), |driver| {
        driver.moves(WALLS);
        driver.moves("B5");
    });
    check("go-end", Some(&people(Game::Go)), |driver| {
        driver.moves(WALLS);
        driver.moves("B5");
        driver.keys("y y");
    });
    check("go-counted", Some(&people(Game::Go)), |driver| {
        driver.moves(WALLS);
        driver.keys("y y Esc");
    });
}

#[test]
fn othello() {
    check("othello", Some(&people(Game::Othello)), |driver| driver.moves("f5 f6 e6 f4"));
    check("othello-end", Some(&people(Game::Othello)), |driver| driver.moves("e6 f4 e3 f6 g5 d6 e7 f5 c5"));
}

#[test]
fn aligne4() {
    check("aligne4", Some(&people(Game::Aligne4)), |driver| {
        driver.moves("0a1 fb2 3c3");
        driver.keys("8 Right");
    });
    check("aligne4-end", Some(&people(Game::Aligne4)), |driver| driver.moves("0a1 1b2 2b1 4c1 6d1"));
    check("aligne4-won", Some(&people(Game::Aligne4)), |driver| {
        driver.moves("0a1 1b2 2b1 4c1 6d1");
        driver.keys("Esc");
    });
    let gift = Plan { variant: "gift".to_owned(), ..people(Game::Aligne4) };
    check("aligne4-gift", Some(&gift), |driver| driver.keys("Tab Tab Enter"));
}

#[test]
fn questions() {
    check("quit", Some(&people(Game::Othello)), |driver| driver.keys("Esc"));
    check("delete", Some(&people(Game::Othello)), |driver| driver.keys("Esc Enter 2 d"));
    check("resign", Some(&people(Game::Othello)), |driver| driver.keys("x"));
}

#[test]
fn lists() {
    check("continue-empty", None, |driver| driver.keys("2"));
    check("results-empty", None, |driver| driver.keys("4"));
    check("continue", Some(&people(Game::Othello)), |driver| {
        driver.moves("f5 f6");
        driver.keys("Esc Enter 2");
    });
    check("results", Some(&people(Game::Othello)), |driver| {
        driver.moves("e6 f4 e3 f6 g5 d6 e7 f5 c5");
        driver.keys("Esc Esc 4");
    });
    check("review", Some(&people(Game::Othello)), |driver| {
        driver.moves("e6 f4 e3 f6 g5 d6 e7 f5 c5");
        driver.keys("Esc Esc 4 Enter Left Left");
    });
}

/// A card is due: the second player leaves a line of three.
pub(crate) fn with_card(kind: Kind) -> Driver {
    let desk = desk();
    let theme = Theme { kind: Game::Aligne4, player: Player::White, phase: Phase::Opening, motif: Some(Motif::Danger) };
    let record = "(;GM[104]FF[4]RU[base];B[0a1];W[7b2];B[1b1])".to_owned();
    let schedule = Schedule::new(desk.now_ms());
    let card = Card { record, theme, played: "2c1".to_owned(), lost: 1.0, source: None, schedule };
    let entry = Entry::new(card).expect("a position");
    Deck::new(&*desk.store, HERE).put(&[entry], desk.now_ms()).expect("it is kept");
    let options = Preferences { lang: Some(kind.lang), animation: false, ..Preferences::default() };
    Driver::at(desk, kind, options, None, Colours::None)
}

#[test]
fn deck() {
    check("deck-empty", None, |driver| driver.keys("5"));
    check_on("deck", with_card, |driver| driver.keys("5"));
    check_on("deck-wrong", with_card, |driver| {
        driver.keys("5 2c1 Enter");
        // What the machine found out is told once.
        driver.wait_for_any(["Not quite", "Pas tout"]);
    });
}

#[test]
fn rules() {
    check("rules", None, |driver| driver.keys("3"));
    check("rules-othello", None, |driver| driver.keys("3 Right"));
    check("rules-aligne4", None, |driver| driver.keys("3 Left PageDown"));
}

#[test]
fn machines() {
    let thinking = |driver: &mut Driver| driver.event(&Event::Tick);
    check("watched", Some(&Plan { who: [Who::Level(1), Who::Random], ..Plan::new(Game::Othello) }), |driver| {
        driver.keys(". . .");
    });
    let plan = Plan { who: [Who::Level(1), Who::Person], ..Plan::new(Game::Aligne4) };
    let slow = |kind: Kind| {
        let options = Preferences { lang: Some(kind.lang), ..Preferences::default() };
        Driver::with(kind, options, Some(&plan), Colours::None)
    };
    // The answer is held back, so that one sees it happen.
    check_on("thinking", slow, thinking);
}

#[test]
fn confirm() {
    let asked = |kind: Kind| {
        let options =
            Preferences { lang: Some(kind.lang), confirm: true, coordinates: false, ..Preferences::default() };
        Driver::with(kind, options, Some(&people(Game::Go)), Colours::None)
    };
    check_on("confirm", asked, |driver| driver.keys("Left Enter"));
}

#[test]
fn files() {
    check("file-save", Some(&people(Game::Go)), |driver| {
        driver.moves("D4");
        driver.keys("s");
    });
    check("file-replace", Some(&people(Game::Go)), |driver| {
        driver.moves("D4");
        driver.keys("s Enter s Enter");
    });
    check("file-saved", Some(&people(Game::Go)), |driver| {
        driver.moves("D4");
        driver.keys("s Enter");
    });
    check("file-open", Some(&people(Game::Go)), |driver| {
        driver.moves("D4 E5");
        driver.keys("s Enter Esc Enter 7 Down Down");
    });
    check("file-opened", Some(&people(Game::Go)), |driver| {
        driver.moves("D4 E5");
        driver.keys("s Enter Esc Enter 7 Down Down Enter Left");
    });
}

#[test]
fn options() {
    check("options", None, |driver| driver.keys("8 Down Down Right"));
}

#[test]
fn too_small() {
    for size in [(60, 24), (80, 20), (20, 5), (1, 1)] {
        let mut driver = Driver::new(Kind { size, ..ENGLISH }, Some(&people(Game::Go)));
        let text = driver.text();
        assert!(size.0 < 60 || text.contains("too small"), "{text}");
    }
    let small = |kind: Kind| Driver::new(Kind { size: (kind.size.0 / 2, 20), ..kind }, None);
    check_on("too-small", small, |_| {});
}

#[test]
fn first_lessons_are_a_key_away_from_the_rules() {
    check("lesson", None, |driver| driver.keys("3 Enter"));
    // A move that misses the point, then the one that takes the stone.
    check("lesson-tried", None, |driver| driver.keys("3 Enter PageDown a1 Enter"));
    check("lesson-done", None, |driver| driver.keys("3 Enter PageDown e4 Enter"));
    // The piece is typed, the cell is under the cursor or typed after it.
    check("lesson-aligne4", None, |driver| driver.keys("3 Right Right Enter 7 Enter Enter"));
}
