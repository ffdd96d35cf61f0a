//! Puzzles, by the mouse and by buttons: a wrong try and its refutation, a hint, the solution, the rating.

use study::puzzle::{Collection, Puzzle, Task};
use table::Kind;
use table::view::Wanted;

use crate::driver;
use crate::driver::{DESK, PHONE};
use crate::server::Server;

/// A puzzle of a game for which something holds, with its number.
pub(crate) fn first(kind: Kind, holds: impl Fn(&Puzzle) -> bool) -> (usize, Puzzle) {
    let collection = Collection::shipped(kind);
    let mut all = (1..=collection.len()).filter_map(|number| Some((number, collection.puzzle(number)?)));
    all.find(|(_, puzzle)| holds(puzzle)).expect("there is one")
}

#[test]
fn a_puzzle_is_tried_hinted_at_solved_and_counted_once() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("puzzles");
    let browser = driver.browser(DESK);
    browser.open(&server.at("/"));
    browser.click(".daily .button");
    browser.wait("a puzzle", "location.pathname.startsWith('/puzzle/')");
    let (number, puzzle) = first(Kind::Othello, |puzzle| puzzle.task == Task::Win);
    let view = puzzle.table().expect("legal moves").view(&Wanted::default(), 0);
    let wrong = view.board.cells.iter().find(|cell| cell.legal && !puzzle.is_right(&cell.name)).expect("a choice");
    browser.open(&server.at(&format!("/puzzle/othello/{number}")));
    browser.wait_text("#sentence", "One move wins");
    browser.click("#acts [value=hint]");
    browser.wait_text("#outcome", "Look here");
    assert!(browser.text("#standing").contains("0 of 0"), "a hint is no try");
    browser.click(&format!("[data-cell={}]", wrong.name));
    browser.wait_for("#main[data-mood=wrong]");
    assert!(browser.text("#standing").contains("0 of 1"));
    browser.click("#acts .primary");
    browser.wait_for("#main[data-mood=open]");
    browser.click(&format!("[data-cell={}]", puzzle.answers[0]));
    browser.wait_for("#main[data-mood=right]");
    assert!(browser.text("#standing").contains("0 of 1"), "only the first counts");
    browser.click(".line li:last-child a");
    browser.wait_for(".line li:last-child a[aria-current]");
    browser.click("#acts .primary");
    browser.wait("another puzzle", &format!("!location.pathname.endsWith('/{number}')"));
    browser.click("#acts [value=answer]");
    browser.wait_for("#main[data-mood=shown]");
    assert!(browser.text("#standing").contains("0 of 2"), "who looks has not found it");
}

#[test]
fn a_mistake_is_chosen_from_the_list_on_a_phone() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("puzzle-mistake");
    let browser = driver.browser(PHONE);
    let (number, puzzle) = first(Kind::Aligne4, |puzzle| matches!(puzzle.task, Task::Mistake { .. }));
    browser.open(&server.at(&format!("/puzzle/aligne4/{number}")));
    browser.click(&format!(".choices [value='{}']", puzzle.answers[0]));
    browser.wait_for("#main[data-mood=right]");
    assert!(browser.text("#standing").contains("1 of 1"));
    let wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assert_eq!(browser.eval(&format!("return {wider}")), serde_json::json!(false), "nothing hangs over the edge");
}
