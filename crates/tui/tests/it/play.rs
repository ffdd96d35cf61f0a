//! What keys and the mouse do, beyond what golden screens show.

use std::sync::Arc;

use draw::Charset;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use store::{Kept, Preferences};
use table::{Kind as Game, Who};
use tui::{App, Background, Colours, Desk, Event, First, Look, Sitting};
use words::Lang;

use crate::desk::{NOON_MS, Plan, desk, games};
use crate::screens::{Driver, ENGLISH};

pub(crate) fn people(game: Game) -> Plan {
    Plan { who: [Who::Person, Who::Person], ..Plan::new(game) }
}

/// The moves of the only game, as it is kept.
pub(crate) fn kept(driver: &Driver) -> Vec<String> {
    let [unfinished, finished] = games(driver.app.desk());
    let id = unfinished.iter().chain(&finished).next().expect("a game").id;
    let kept = Kept::open(&*driver.app.desk().store, id).expect("a game");
    kept.table().moves().into_iter().map(|mv| mv.text).collect()
}

#[test]
fn enter_alone_starts_a_game_and_plays_in_the_middle() {
    let mut driver = Driver::new(ENGLISH, None);
    driver.keys("Enter Enter Enter");
    let moves = kept(&driver);
    assert_eq!((moves.len(), moves[0].as_str()), (2, "E5"), "the machine has answered");
}

#[test]
fn arrows_and_letters_move_the_cursor() {
    for (keys, mv) in [("Left Up Enter", "D6"), ("h k Enter", "D6"), ("l j j Enter", "F3"), ("Down Space", "E4")] {
        let mut driver = Driver::new(ENGLISH, Some(&people(Game::Go)));
        driver.keys(keys);
        assert_eq!(kept(&driver), [mv], "{keys}");
    }
}

#[test]
fn the_mouse_plays_on_the_nearest_point() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Go)));
    // E5 stands where the cursor's brackets are.
    let text = driver.text();
    let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains('[')).expect("a cursor");
    let column = line.chars().position(|c| c == '[').expect("a bracket") as u16 + 2;
    driver.click(column + 1, row as u16);
    driver.click(column + 3, row as u16);
    driver.click(0, 0);
    assert_eq!(kept(&driver), ["E5", "F5"]);
}

#[test]
fn a_piece_is_taken_and_placed_by_the_mouse() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Aligne4)));
    let text = driver.text();
    let place = |what: &str| {
        let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains(what)).expect("it is shown");
        let at = line.find(what).expect("it is shown");
        (line[..at].chars().count() as u16, row as u16)
    };
    let ((piece_x, piece_y), (corner_x, corner_y)) = (place("7 [•p]"), place("┌───"));
    driver.click(corner_x + 4, corner_y + 2);
    assert!(driver.text().contains("First choose a piece"), "a cell alone is no move");
    driver.click(piece_x + 2, piece_y);
    driver.click(corner_x + 4, corner_y + 2);
    assert_eq!(kept(&driver), ["7a1"]);
}

#[test]
fn undo_redo_resign_and_rematch() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Othello)));
    driver.moves("f5 f6");
    driver.keys("u u r");
    assert_eq!(kept(&driver), ["f5"]);
    driver.keys("x n");
    assert!(driver.text().contains("White to move"));
    driver.keys("x y");
    assert!(driver.text().contains("White resigns. Black wins"));
    driver.keys("n");
    assert!(driver.text().contains("Black to move"), "{}", driver.text());
    assert_eq!(games(driver.app.desk()).map(|games| games.len()), [1, 1]);
}

#[test]
fn quit_asks_and_continue_finds_the_game_again() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Go)));
    driver.moves("D4");
    driver.keys("q n");
    assert!(driver.text().contains("White to move"), "no stays");
    driver.keys("q y");
    assert!(driver.text().contains("Continue (1)"));
    driver.keys("2 Enter");
    driver.moves("E5");
    assert_eq!(kept(&driver), ["D4", "E5"]);
}

#[test]
fn a_move_is_asked_for_twice_if_the_options_say_so() {
    let options = Preferences { confirm: true, animation: false, ..Preferences::default() };
    let mut driver = Driver::with(ENGLISH, options, Some(&people(Game::Go)), Colours::None);
    driver.keys("Enter");
    assert!(driver.text().contains("E5?") && kept(&driver).is_empty());
    driver.keys("Left Enter Enter");
    assert_eq!(kept(&driver), ["D5"]);
}

#[test]
fn a_game_is_saved_and_goes_on() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Go)));
    driver.moves("D4");
    driver.keys("s");
    assert!(driver.text().contains("Save the game") && driver.text().contains("go.sgf"));
    driver.keys("Esc s ?");
    assert!(driver.text().contains("go.sgf?"), "a question mark is a letter of the name: {}", driver.text());
    driver.keys("Enter");
    assert!(driver.text().contains("is not saved as .sgf?: choose one of .sgf"), "{}", driver.text());
    driver.keys("Esc");
    driver.moves("E5");
    assert_eq!(kept(&driver), ["D4", "E5"]);
}

#[test]
fn options_hold_at_once_and_are_remembered() {
    let mut driver = Driver::new(ENGLISH, None);
    driver.keys("8 Right");
    assert!(driver.text().contains("Langue"));
    let store = &driver.app.desk().store;
    assert_eq!(store.option("lang").expect("an option").as_deref(), Some("fr"));
}

#[test]
fn a_game_that_cannot_be_kept_is_not_shown() {
    let desk = desk();
    let mut sitting = Sitting::create(&desk, people(Game::Go).table()).expect("it is kept");
    let before = sitting.table().clone();
    desk.store.delete(sitting.id()).expect("it was there");
    let refused = sitting.act(&desk, plateau_core::Player::Black, &table::Command::Play("D4".to_owned()));
    assert!(refused.is_err());
    assert_eq!(*sitting.table(), before);
}

#[test]
fn every_pairing_can_be_tossed_for_and_starts() {
    let who = |driver: &Driver| {
        let [begun, _] = games(driver.app.desk());
        let seats = begun.first().expect("a game has begun").seats.clone();
        seats.map(|seat| format!("{} {}", seat.who, seat.name).trim().to_owned())
    };
    for (keys, seats) in [
        // The toss gives White to player 1.
        ("Enter Down Down A Down Down Left Enter Enter", ["level:1", "human A"]),
        ("Enter Down Down A Down Left Down B Down Left Enter Enter", ["human B", "human A"]),
        ("Enter Down Right Down Right Down Left Enter Enter", ["random", "level:1"]),
        ("Enter Right Down Down Down Left Left Down gnugo Enter", ["human", "engine:gnugo"]),
        ("Enter Down Down Down Down Right Enter", ["level:1", "human"]),
    ] {
        let mut driver = Driver::new(ENGLISH, None);
        driver.keys(keys);
        assert_eq!(who(&driver), seats, "{keys}\n{}", driver.text());
    }
}

#[test]
fn handicap_stones_are_placed_where_black_likes() {
    let plan = Plan { handicap: 2, free_handicap: true, komi: "0.5".to_owned(), ..people(Game::Go) };
    let mut driver = Driver::new(ENGLISH, Some(&plan));
    driver.moves("C3 G7 E5");
    assert_eq!(kept(&driver), ["C3", "G7", "E5"]);
    assert!(driver.text().contains("White E5. Black to move"), "{}", driver.text());
}

#[test]
fn a_suspended_game_costs_nobody_time() {
    let now_ms = std::rc::Rc::new(std::cell::Cell::new(NOON_MS));
    let clock = std::rc::Rc::clone(&now_ms);
    let desk = tui::Desk { now_ms: Box::new(move || clock.get()), ..desk() };
    let plan = Plan { clock: "10m".to_owned(), ..people(Game::Othello) };
    let sitting = Sitting::create(&desk, plan.table()).expect("it is kept");
    let look = Look { colours: Colours::None, background: Background::Dark, charset: Charset::Unicode };
    let mut app =
        App::new(desk, Lang::En, Preferences::default(), look, Arc::new(|_| {})).at(First::Game(Box::new(sitting)));
    let mut after = |event: Event, seconds: u64| {
        app.update(&event);
        now_ms.set(now_ms.get() + 1000 * seconds);
        // Time has passed, unless the program stands still.
        if event != Event::Suspend {
            app.update(&Event::Tick);
        }
        let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
        app.draw(&mut buffer);
        buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    assert!(after(Event::Tick, 60).contains("9:00"));
    assert!(after(Event::Suspend, 3600).contains("9:00"));
    assert!(after(Event::Resumed, 30).contains("8:30"));
}

#[test]
fn a_game_that_moves_elsewhere_is_followed_and_played_on_without_opening_it_again() {
    let now_ms = std::rc::Rc::new(std::cell::Cell::new(NOON_MS));
    let clock = std::rc::Rc::clone(&now_ms);
    let file = std::env::temp_dir().join(format!("plateau-followed-{}.db", std::process::id()));
    let open = || store::Sqlite::open(&file).expect("a file");
    let desk = Desk { now_ms: Box::new(move || clock.get()), store: std::sync::Arc::new(open()), ..desk() };
    let mut driver = Driver::at(desk, ENGLISH, Preferences::default(), Some(&people(Game::Go)), Colours::None);
    driver.moves("D4");
    // Somebody plays in the browser, which has its own way to the same file.
    let browser = open();
    let id = games(driver.app.desk())[0][0].id;
    let play = |mv: &str| {
        let mut kept = Kept::open(&browser, id).expect("a game");
        let turn = kept.table().turn().expect("somebody moves");
        let actions = kept.table().decide(turn, &table::Command::Play(mv.to_owned()), NOON_MS).expect(mv);
        kept.commit(&browser, actions, NOON_MS).expect("kept");
    };
    play("E5");
    now_ms.set(NOON_MS + 1000);
    driver.event(&Event::Tick);
    assert!(driver.text().contains("White E5. Black to move"), "it is seen by itself: {}", driver.text());
    driver.moves("F6");
    play("G7");
    // Before one has looked around: the move was meant for another position, and is not played into this one.
    driver.moves("C3");
    assert!(driver.text().contains("gone on elsewhere"), "{}", driver.text());
    assert!(driver.text().contains("White G7. Black to move"), "{}", driver.text());
    driver.moves("C3");
    assert_eq!(kept(&driver), ["D4", "E5", "F6", "G7", "C3"]);
    drop((driver, browser));
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
}

#[test]
fn esc_goes_back_where_one_came_from_and_ctrl_c_twice_leaves() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Othello)));
    driver.moves("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    driver.keys("Esc Esc 4 Enter Left");
    assert!(driver.text().contains("Move 8 of 9"), "{}", driver.text());
    driver.keys("Esc");
    assert!(driver.text().contains("Results"), "the list: {}", driver.text());
    driver.keys("Enter m");
    assert!(driver.text().contains("[ Othello ]"), "the rules of this game: {}", driver.text());
    driver.keys("Esc");
    assert!(driver.text().contains("Move 9 of 9") || driver.text().contains("Black wins"), "{}", driver.text());
    driver.keys("Esc Esc");
    assert!(driver.text().contains("P l a t e a u"), "{}", driver.text());
    // The toss goes back to the form as it was filled in.
    driver.keys("1 Right Right Down Down Ada Down Down Left Enter");
    assert!(driver.text().contains("The toss"), "{}", driver.text());
    driver.keys("Esc");
    assert!(driver.text().contains("A new game") && driver.text().contains("Ada"), "{}", driver.text());
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    driver.event(&Event::Key(interrupt));
    assert!(!driver.app.is_over() && driver.text().contains("P l a t e a u"), "{}", driver.text());
    driver.event(&Event::Key(interrupt));
    assert!(driver.app.is_over(), "twice leaves");
}

#[test]
fn the_rules_are_a_key_away_and_the_game_goes_on_after_them() {
    for (game, key) in [(Game::Go, "m"), (Game::Aligne4, "m"), (Game::Othello, "m")] {
        let mut driver = Driver::new(ENGLISH, Some(&people(game)));
        driver.keys(key);
        assert!(driver.text().contains(&format!("[ {} ]", game.name())), "{}", driver.text());
        driver.keys("Esc");
        assert!(driver.text().contains("to move"), "{}", driver.text());
        driver.key(KeyCode::F(1));
        assert!(driver.text().contains(&format!("[ {} ]", game.name())), "{}", driver.text());
    }
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Go)));
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    driver.event(&Event::Key(interrupt));
    assert!(driver.text().contains("Leave the game?") && !driver.app.is_over());
    driver.event(&Event::Key(interrupt));
    assert!(driver.app.is_over());
}
