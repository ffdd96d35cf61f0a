//! Moves that are typed on the screen.

use store::Preferences;
use table::Kind as Game;
use tui::{Colours, Event};

use crate::desk::Plan;
use crate::play::{kept, people};
use crate::screens::{Driver, ENGLISH};

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
fn a_cell_is_typed_for_the_piece_that_was_chosen() {
    let mut driver = Driver::new(ENGLISH, Some(&people(Game::Aligne4)));
    driver.keys("Tab Tab a1 Enter");
    driver.keys("Tab b2 Enter");
    driver.moves("fc3");
    assert_eq!(kept(&driver), ["1a1", "0b2", "fc3"]);
}
