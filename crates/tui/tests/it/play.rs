//! What keys and the mouse do, beyond what golden screens show.

use std::sync::Arc;
use std::sync::mpsc;

use draw::Charset;
use players::thinker::{Task, Tell, Thinker, Thought};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use search::Stop;
use store::{Kept, Preferences};
use table::{AnyTable, Kind as Game, Message, Who};
use tui::{App, Background, Colours, Desk, Event, Look, Sitting};
use words::{Lang, Words};

use crate::desk::{NOON_MS, Plan, desk, games};
use crate::screens::{Driver, ENGLISH, FRENCH};

fn people(game: Game) -> Plan {
    Plan { who: [Who::Person, Who::Person], ..Plan::new(game) }
}

/// The moves of the only game, as it is kept.
fn kept(driver: &Driver) -> Vec<String> {
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
fn letters_that_move_the_cursor_name_columns_too() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Go)));
    driver.moves("h3 j4 C3 H5");
    assert_eq!(kept(&driver), ["H3", "J4", "C3", "H5"]);
    driver.keys("h h Enter");
    assert_eq!(kept(&driver)[4..], ["F5"], "the cursor is at the point that was typed, and goes on from there");
    driver.moves("7");
    driver.keys("Z Z Enter");
    assert!(driver.text().contains("“ZZ” is no move: type one such as D4."), "{}", driver.text());
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
    driver.keys("7 Right");
    assert!(driver.text().contains("Langue"));
    let store = &driver.app.desk().store;
    assert_eq!(store.option("lang").expect("an option").as_deref(), Some("fr"));
}

#[test]
fn colours_follow_the_terminal() {
    let options = || Preferences { animation: false, ..Preferences::default() };
    for (colours, has_rgb, has_index) in
        [(Colours::True, true, false), (Colours::Indexed, false, true), (Colours::Sixteen, false, false)]
    {
        let mut driver = Driver::with(ENGLISH, options(), Some(&people(Game::Go)), colours);
        driver.moves("D4 E5");
        let buffer = driver.buffer();
        let any = |test: fn(&Color) -> bool| buffer.content.iter().any(|cell| test(&cell.bg));
        assert_eq!(any(|colour| matches!(colour, Color::Rgb(..))), has_rgb, "{colours:?}");
        assert_eq!(any(|colour| matches!(colour, Color::Indexed(_))), has_index, "{colours:?}");
        // On every terminal with colours stones are black and white, on a board of its own colour.
        let stones =
            |sign| buffer.content.iter().filter(|cell| cell.symbol() == sign).map(|cell| cell.fg).collect::<Vec<_>>();
        assert!(stones("▐").iter().all(|colour| *colour != Color::Reset) && !stones("▐").is_empty(), "{colours:?}");
    }
    let mut driver = Driver::with(ENGLISH, options(), Some(&people(Game::Go)), Colours::None);
    driver.moves("D4 E5");
    assert!(driver.buffer().content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
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
    let mut app = App::new(desk, Lang::En, options, look, post).at(sitting);
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
fn a_record_is_opened_from_the_chooser_and_gone_on_from_any_move() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Go)));
    driver.moves("D4 E5 C3");
    driver.keys("s Enter Esc Enter 6 Down Down Enter");
    assert!(driver.text().contains("Move 3 of 3"), "{}", driver.text());
    driver.keys("Left Left p");
    assert!(driver.text().contains("White to move"), "{}", driver.text());
    driver.moves("G7");
    let [games, _] = games(driver.app.desk());
    let moves: Vec<u64> = games.iter().map(|game| game.moves).collect();
    assert_eq!(moves, [2, 3], "a new game, and the old one is as it was");
    driver.keys("Esc Enter");
    assert!(driver.text().contains("Move 1 of 3"), "back where one came from: {}", driver.text());
    driver.keys("Esc Left");
    assert!(driver.text().contains("Folder: /home/ada"), "{}", driver.text());
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
    let mut app = App::new(desk, Lang::En, Preferences::default(), look, Arc::new(|_| {})).at(sitting);
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
fn a_typed_move_plays_that_point_in_either_case_on_every_board() {
    let mut rng = fastrand::Rng::with_seed(4);
    for size in [9, 13, 19, 25] {
        let plan = Plan { size, ..people(Game::Go) };
        let mut driver = Driver::new(ENGLISH, Some(&plan));
        let table = plan.table();
        let mut points: Vec<String> =
            table.view(&table::view::Wanted::default(), 0).board.cells.into_iter().map(|cell| cell.name).collect();
        rng.shuffle(&mut points);
        // Every column comes up, in both cases; so few stones neither capture nor die.
        let columns = usize::from(size);
        for column in 0..columns {
            let letter = points.iter().map(|point| &point[..1]).collect::<std::collections::BTreeSet<_>>();
            let letter = letter.into_iter().nth(column).expect("a column").to_owned();
            for lower in [true, false] {
                let at = points.iter().position(|point| point.starts_with(&letter)).expect("a point");
                let point = points.swap_remove(at);
                let before = kept(&driver).len();
                let typed = if lower { point.to_lowercase() } else { point.clone() };
                driver.moves(&typed);
                let moves = kept(&driver);
                let played = moves.get(before).map(String::as_str);
                assert!(played.is_none_or(|mv| mv == point), "{size}: {typed} played {played:?}");
                assert_eq!(moves.len(), before + 1, "{size}: {typed} was lost\n{}", driver.text());
            }
        }
    }
}

#[test]
fn a_letter_without_a_digit_is_a_command_after_a_moment_or_with_the_next_key() {
    let nineteen = Plan { size: 19, ..people(Game::Go) };
    let mut driver = Driver::new(ENGLISH, Some(&nineteen));
    driver.keys("p");
    assert!(kept(&driver).is_empty(), "it could still become P4");
    for _ in 0..5 {
        driver.event(&Event::Tick);
    }
    assert_eq!(kept(&driver), ["pass"]);
    driver.moves("p4");
    assert_eq!(kept(&driver), ["pass", "P4"]);
    driver.keys("p Enter");
    assert_eq!(kept(&driver), ["pass", "P4", "pass"], "Enter waits no longer");
    driver.keys("p Esc");
    assert_eq!(kept(&driver).len(), 3, "Esc takes it back");
    driver.keys("q Left");
    assert!(driver.text().contains("Leave the game?"), "{}", driver.text());
}

#[test]
fn what_is_confirmed_is_the_point_that_was_typed() {
    let options = Preferences { confirm: true, animation: false, ..Preferences::default() };
    let mut driver = Driver::with(ENGLISH, options, Some(&people(Game::Go)), Colours::None);
    driver.moves("d4");
    assert!(kept(&driver).is_empty() && driver.text().contains("d4"), "{}", driver.text());
    driver.keys("Enter");
    assert_eq!(kept(&driver), ["D4"]);
    driver.moves("c3");
    driver.keys("Right Enter");
    assert_eq!(kept(&driver), ["D4"], "another point is asked for again");
    driver.keys("Enter");
    assert_eq!(kept(&driver), ["D4", "D3"], "from the typed point the cursor went right");
}

#[test]
fn the_cursor_jumps_to_the_point_that_is_typed() {
    for (game, typed, row) in
        [(Game::Go, "C3", "  3 "), (Game::Othello, "c4", "    4 "), (Game::Aligne4, "7c4", "  4 ")]
    {
        let mut driver = Driver::new(ENGLISH, Some(&people(game)));
        driver.keys(typed);
        let text = driver.text();
        let of_row = |line: &&str| line.chars().skip(17).collect::<String>().starts_with(row);
        let line = text.lines().find(of_row).expect("the row is there");
        assert!(line.contains('[') && line.contains(']'), "{game:?}\n{text}");
    }
}

#[test]
fn large_boards_scroll_with_the_cursor() {
    for size in 21..=25 {
        let plan = Plan { size, ..people(Game::Go) };
        let mut driver = Driver::new(ENGLISH, Some(&plan));
        let far = format!("{}1", if size == 25 { 'Z' } else { (b'A' + size) as char });
        driver.moves(&format!("A{size} {far}"));
        assert_eq!(kept(&driver), [format!("A{size}"), far.clone()]);
        let text = driver.text();
        assert!(text.contains('[') && text.contains('○') && text.contains('◂'), "{size}\n{text}");
        driver.moves(&format!("A{}", size - 1));
        let text = driver.text();
        assert!(text.contains("[●]") && text.contains('▸'), "{size}\n{text}");
    }
}

/// The letters and figures of a screen, in their order, without its blanks.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_forced_pass_hides_no_move_and_long_sentences_are_whole() {
    let transcript = include_str!("../../../othello/tests/it/world-championship-1992-penloup-juhem.txt").trim();
    let moves: Vec<&str> = (0..112).step_by(2).map(|at| &transcript[at..at + 2]).collect();
    for (kind, told) in [
        (ENGLISH, "White h2, turned 2. Black has no move and passes. White to move."),
        (FRENCH, "Blanc h2, 2 pions retournés. Noir ne peut pas jouer et passe. À Blanc de jouer."),
    ] {
        let mut driver = Driver::new(kind, Some(&people(Game::Othello)));
        driver.moves(&moves.join(" "));
        assert!(squeezed(&driver.text()).contains(told), "{}", driver.text());
    }
}

#[test]
fn at_aligne4_nobody_is_called_by_a_colour_and_no_move_by_a_digit() {
    let games = [
        ("base", "0a1 fb2 3c3 4d4 7a2 2b1 9c1 ad1 5d3"),
        ("squares", "0a1 fb2 7c3 8d4 1b1 2a2"),
        ("gift", "7 a1 f b2 0 c3"),
    ];
    for (kind, sides) in [(ENGLISH, ["First", "Second"]), (FRENCH, ["Premier", "Second"])] {
        for (variant, moves) in games {
            let plan =
                Plan { variant: variant.to_owned(), who: [Who::Person, Who::Person], ..Plan::new(Game::Aligne4) };
            let mut driver = Driver::new(kind, Some(&plan));
            for mv in moves.split(' ') {
                driver.moves(mv);
                driver.keys("i");
                let text = driver.text();
                for colour in ["Black", "White", "Noir", "Blanc"] {
                    assert!(!text.contains(colour), "{colour}\n{text}");
                }
                assert!(sides.iter().all(|side| text.contains(side)), "{text}");
                // Files write a piece and a cell as three letters; nothing here does.
                let words = text.split(|c: char| c.is_whitespace() || "│┃:.,;()".contains(c));
                let coded = words.filter(|word| word.len() == 3).find(|word| {
                    let letters: Vec<char> = word.chars().collect();
                    letters[0].is_ascii_hexdigit()
                        && ('a'..='d').contains(&letters[1])
                        && ('1'..='4').contains(&letters[2])
                });
                assert_eq!(coded, None, "{text}");
            }
        }
    }
}

#[test]
fn pieces_and_stones_are_told_apart_on_every_terminal() {
    for colours in [Colours::None, Colours::Sixteen, Colours::Indexed, Colours::True] {
        let options = Preferences { animation: false, ..Preferences::default() };
        let mut driver = Driver::with(ENGLISH, options.clone(), Some(&people(Game::Aligne4)), colours);
        driver.moves("0a1 8b2 4c3 ca3");
        let text = driver.text();
        for place in ["● A", "○ A", "(•a)", "(◦a)"] {
            assert!(text.contains(place), "{place} {colours:?}\n{text}");
        }
        // A full disc is never drawn in white ink: it would look like a white piece.
        let buffer = driver.buffer();
        let inks = |sign: &str| {
            buffer.content.iter().filter(|cell| cell.symbol() == sign).map(|cell| cell.fg).collect::<Vec<_>>()
        };
        let white = [Color::White, Color::Rgb(0xff, 0xfd, 0xf6), Color::Indexed(231), Color::Indexed(230)];
        assert!(inks("●").iter().chain(&inks("•")).all(|ink| !white.contains(ink)), "{colours:?}");
    }
    // The sixteen colours of a terminal can be anything: there a white stone is a ring.
    for (colours, ring) in [(Colours::None, true), (Colours::Sixteen, true), (Colours::True, false)] {
        let options = Preferences { animation: false, ..Preferences::default() };
        let plan = Plan { size: 19, ..people(Game::Go) };
        let mut driver = Driver::with(ENGLISH, options, Some(&plan), colours);
        driver.moves("D4 Q16 C3");
        assert_eq!(driver.text().lines().skip(3).any(|line| line.contains('○')), ring, "{colours:?}");
    }
}

#[test]
fn legal_squares_of_othello_are_seen_on_every_terminal() {
    for (charset, colours) in [
        (Charset::Ascii, Colours::None),
        (Charset::Unicode, Colours::None),
        (Charset::Unicode, Colours::Sixteen),
        (Charset::Unicode, Colours::True),
    ] {
        let kind = crate::screens::Kind { charset, ..ENGLISH };
        let mut driver = Driver::with(kind, Preferences::default(), Some(&people(Game::Othello)), colours);
        let (text, buffer) = (driver.text(), driver.buffer());
        assert_eq!(text.matches(" + ").count(), 4, "{text}");
        let mut crosses = buffer.content.iter().filter(|cell| cell.symbol() == "+");
        assert!(colours == Colours::None || crosses.all(|cell| cell.fg != cell.bg), "{colours:?}");
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

#[test]
fn a_file_of_several_games_is_a_list_and_remarks_and_variations_are_shown() {
    let shelf = crate::desk::Shelf::default();
    let text = "(;GM[1]SZ[9]PB[Ada]PW[Bo]DT[2024-05-01]RE[B+R];B[dd]C[The star point.](;W[ff])(;W[cc]C[Too close.]))(;GM[1]SZ[9]PB[Cy]PW[Di];B[ee])";
    shelf.0.borrow_mut().push(("/home/ada/games/two.sgf".into(), text.to_owned()));
    let desk = Desk { files: Box::new(shelf), ..desk() };
    let mut driver = Driver::at(desk, ENGLISH, Preferences::default(), None, Colours::None);
    // A path can be typed.
    driver.keys("6 : two.sgf Enter");
    assert!(
        driver.text().contains("2 games") && driver.text().contains("Ada – Bo, 2024-05-01, B+R"),
        "{}",
        driver.text()
    );
    driver.keys("Enter Home Right");
    assert!(squeezed(&driver.text()).contains("The star"), "{}", driver.text());
    driver.keys("Right");
    assert!(driver.text().contains("Variation 1 of 2"), "{}", driver.text());
    driver.keys("v");
    assert!(driver.text().contains("Variation 2 of 2") && driver.text().contains("Too close."), "{}", driver.text());
    driver.keys("c");
    assert!(driver.text().contains("Remark"), "{}", driver.text());
    driver.keys("Esc Esc Esc");
    assert!(driver.text().contains("two.sgf"), "{}", driver.text());
    driver.keys("/nowhere.sgf Enter");
    assert!(driver.text().contains("damaged"), "what cannot be opened is told: {}", driver.text());
}

#[test]
fn a_cell_is_typed_for_the_piece_that_was_chosen() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Aligne4)));
    driver.keys("Tab Tab a1 Enter");
    driver.keys("Tab b2 Enter");
    driver.moves("fc3");
    assert_eq!(kept(&driver), ["1a1", "0b2", "fc3"]);
}

#[test]
fn what_is_too_long_for_its_lines_says_so_and_can_be_read_whole() {
    let names = ["A", "B"].map(|letter| format!("{}{}", letter, "m".repeat(39)));
    let plan = Plan { names, variant: "gift".to_owned(), ..people(Game::Aligne4) };
    let mut driver = Driver::new(FRENCH, Some(&plan));
    driver.moves("5 b2 1");
    let last = "sur une case.";
    let above = |driver: &mut Driver| driver.text().lines().take(2).collect::<Vec<_>>().join("\n");
    assert!(above(&mut driver).contains("… [v]"), "{}", driver.text());
    assert!(!above(&mut driver).contains(last), "{}", driver.text());
    driver.keys("v");
    let whole = driver.text();
    assert!(whole.contains("Le message entier") && whole.contains(last), "{whole}");
    for closing in ["Esc", "v", "Enter"] {
        driver.keys(closing);
        assert!(!driver.text().contains("Le message entier"), "{closing} closes it");
        driver.keys("v");
    }
    assert_eq!(kept(&driver), ["5", "b2", "1"], "nothing was played meanwhile");
}

#[test]
fn the_machine_looks_through_a_game_and_leads_to_the_mistakes() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Othello)));
    // The ninth disc takes the last of White's.
    driver.moves("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    driver.keys("Esc Esc 4 Enter Home");
    assert!(!driver.text().contains("loses"), "{}", driver.text());
    driver.keys("a");
    let begin = std::time::Instant::now();
    while driver.text().contains("positions …") {
        assert!(begin.elapsed().as_secs() < 120, "a game of nine discs: {}", driver.text());
        std::thread::sleep(std::time::Duration::from_millis(20));
        driver.event(&Event::Tick);
    }
    driver.keys("n");
    let first = driver.text();
    assert!(first.contains("loses") && first.contains("Better:"), "{first}");
    driver.keys("a");
    let numbers = driver.text();
    assert!(numbers.contains("the machine's choice") && numbers.contains("blunders"), "{numbers}");
    driver.keys("Esc n");
    assert!(
        !driver.text().contains("the machine's choice") && driver.text() != first,
        "the next one: {}",
        driver.text()
    );
}

#[test]
fn a_move_is_tried_again_from_a_review_and_the_mistake_goes_into_the_deck() {
    let plan = Plan { who: [Who::Person, Who::Person], ..Plan::new(Game::Aligne4) };
    let mut driver = Driver::new(ENGLISH, Some(&plan));
    driver.moves("0a1 7b2 1b1 2c1 3d1");
    driver.keys("Esc Esc 4 Enter");
    driver.keys("a");
    driver.wait_for("went into your deck");
    driver.keys("Left Left r");
    assert!(driver.text().contains("Find a good move."), "{}", driver.text());
    driver.keys("2b1 Enter");
    assert!(driver.text().contains("There is a piece on b1 already."), "{}", driver.text());
    driver.keys("2c1 Enter");
    driver.wait_for("Not quite");
    driver.keys("!");
    driver.wait_for("The answer");
    driver.keys("Esc");
    assert!(driver.text().contains("went into your deck"), "back at the review: {}", driver.text());
    driver.keys("Esc Esc 5");
    assert!(driver.text().contains("In the game you"), "{}", driver.text());
}
