//! Games that are looked through, and moves that are asked for.

use ratatui::crossterm::event::KeyCode;
use store::Preferences;
use table::{Kind as Game, Who};
use tui::{Colours, Desk, Event};

use crate::desk::{Plan, desk, games};
use crate::looks::squeezed;
use crate::play::people;
use crate::screens::{Driver, ENGLISH, with_card};

#[test]
fn a_record_is_opened_from_the_chooser_and_gone_on_from_any_move() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Go)));
    driver.moves("D4 E5 C3");
    driver.keys("s Enter Esc Enter 7 Down Down Enter");
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
fn a_file_of_several_games_is_a_list_and_remarks_and_variations_are_shown() {
    let shelf = crate::desk::Shelf::default();
    let text = "(;GM[1]SZ[9]PB[Ada]PW[Bo]DT[2024-05-01]RE[B+R];B[dd]C[The star point.](;W[ff])(;W[cc]C[Too close.]))(;GM[1]SZ[9]PB[Cy]PW[Di];B[ee])";
    shelf.0.borrow_mut().push(("/home/ada/games/two.sgf".into(), text.to_owned()));
    let desk = Desk { files: Box::new(shelf), ..desk() };
    let mut driver = Driver::at(desk, ENGLISH, Preferences::default(), None, Colours::None);
    // A path can be typed.
    driver.keys("7 : two.sgf Enter");
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

/// What is no move, the solution, the steps along it, and other moves from there.
#[test]
fn a_puzzle_is_tried_looked_up_and_played_on_from() {
    let mut driver = Driver::new(ENGLISH, None);
    driver.keys("6");
    driver.key(KeyCode::Tab);
    assert!(driver.text().contains("0 of 0"), "{}", driver.text());
    driver.keys("i");
    driver.wait_for("Look here");
    driver.keys("z9 Enter");
    assert!(driver.text().contains("0 of 0"), "what is no move does not count: {}", driver.text());
    driver.keys("!");
    driver.wait_for("The answer");
    let shown = driver.text();
    assert!(shown.contains("0 of 1"), "{shown}");
    driver.key(KeyCode::PageUp);
    let earlier = driver.text();
    assert_ne!(earlier, shown, "a step back");
    driver.key(KeyCode::End);
    driver.keys("!");
    driver.key(KeyCode::Home);
    assert!(driver.text().contains("0 of 1"), "{}", driver.text());
    driver.keys("+");
    assert!(!driver.text().contains("The answer") && driver.text().contains("0 of 1"), "{}", driver.text());
    driver.key(KeyCode::Esc);
    assert!(driver.text().contains("Puzzles"), "{}", driver.text());
}

/// A wrong answer is refuted on the board; from there one plays on for either side, and steps back to try something else.
#[test]
fn what_came_of_an_answer_is_played_on_from_with_the_machine_answering() {
    let mut driver = with_card(ENGLISH);
    driver.keys("5 2c1 Enter");
    driver.wait_for("Not quite");
    let refuted = driver.text();
    assert!(
        refuted.contains("in which the game is decided") || refuted.contains("d1"),
        "the answer is on the board: {refuted}"
    );
    driver.key(KeyCode::PageUp);
    assert_ne!(driver.text(), refuted, "a step back, before the answer");
    // The other side may be played too, badly: the machine answers for the one who tried.
    driver.keys("3d4 Enter");
    driver.wait_for("Not quite");
    assert!(driver.text().contains("loses") || driver.text().contains("gives"), "{}", driver.text());
    driver.key(KeyCode::Home);
    driver.keys("2c1 Enter");
    driver.wait_for("Not quite");
    assert_eq!(driver.text(), refuted, "the same once more");
}
