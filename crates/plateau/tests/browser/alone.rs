//! On one's own machine: against the machine, by keyboard alone, on a phone, in French.

use crate::driver::{DESK, PHONE, Screen, keys};
use crate::server::Server;
use crate::{driver, new_game, play, position, wait_stone};

#[test]
fn against_the_machine_with_undo_redo_hint_and_resignation() {
    let Some((_turn, driver)) = driver() else { return };
    let mut server = Server::local("machine");
    let browser = driver.browser(DESK);
    // From the first page, two clicks start a game.
    browser.open(&server.at("/"));
    browser.click(".door .primary");
    browser.click(".setup .primary");
    browser.wait_for("[data-cell]");
    let address = browser.url();
    play(&browser, "E5");
    browser.wait("the machine's stone", "document.querySelectorAll('#moves li').length === 2");
    let after_two = position(&browser);
    browser.click("#tools [value=undo]");
    browser.wait("an empty board", "document.querySelectorAll('#moves li').length === 0");
    assert_eq!(position(&browser), "");
    browser.click("#tools [value=redo]");
    browser.wait("both stones again", "document.querySelectorAll('#moves li').length === 2");
    assert_eq!(position(&browser), after_two);
    browser.click("#tools [value=hint]");
    browser.wait_text("#sentence", "Hint:");
    browser.wait_for("[aria-label*='hint']");

    // The ghost follows the pointer, snaps to the nearest point, and shows only where a move is legal.
    // The machine may have played on one of these points, but not on both.
    let free = if after_two.contains("C3") { "G7" } else { "C3" };
    let (x, y) = browser.middle(&format!("[data-cell={free}]"));
    browser.point(&[(x + 9, y - 8)], false);
    browser.wait("a ghost", "document.querySelector('#b-ghost.pl-shown')");
    let transform = "document.querySelector('#b-ghost').getAttribute('transform')";
    let same = format!("{transform} === document.querySelector('[data-cell={free}]').getAttribute('transform')");
    browser.wait("the ghost on the point", &same);
    browser.point(&[browser.middle("[data-cell=E5]")], false);
    browser.wait("no ghost on a stone", "!document.querySelector('#b-ghost.pl-shown')");

    // The game is kept: it continues after a power cut, from the list of unfinished games.
    server.kill_and_restart();
    browser.open(&server.at("/games?which=unfinished"));
    browser.click(".entry");
    browser.wait_for("[data-cell]");
    assert_eq!(browser.url(), address);
    assert_eq!(position(&browser), after_two);

    browser.click("#tools [value=resign]");
    browser.click("#ask [value=no]");
    assert_eq!(browser.count("#end:not([hidden])"), 0, "one is asked first");
    browser.click("#tools [value=resign]");
    browser.click("#ask [value=yes]");
    browser.wait_text("#end", "W+R");

    // Move by move, by keys.
    browser.click("#end a[href$='/review']");
    browser.wait_for(".steps");
    browser.press(&[keys::HOME]);
    browser.wait_text(".steps", "Move 0 of 2");
    assert_eq!(position(&browser), "");
    browser.press(&[keys::RIGHT]);
    browser.wait_text(".steps", "Move 1 of 2");
    browser.press(&[keys::END]);
    browser.wait_text(".steps", "Move 2 of 2");
    assert_eq!(position(&browser), after_two);
    browser.press(&[keys::LEFT]);
    browser.wait_text(".steps", "Move 1 of 2");

    // The machine looks through it; a click on the curve leads to the position there.
    browser.click("#study button");
    browser.wait_for("#study .graph-line");
    browser.wait("it to be done", "!document.querySelector('#study[data-growing]')");
    browser.click("#study .graph a:first-child rect");
    browser.wait_text(".steps", "Move 0 of 2");
    browser.wait_text("#study-said", "The machine's choice here");
    assert_eq!(browser.count("[data-cell][aria-label*='hint']"), 1, "its move is marked");
    browser.press(&[keys::END]);
    browser.wait_text(".steps", "Move 2 of 2");
    browser.wait_for("#study .graph-here");
}

#[test]
fn a_game_by_keyboard_alone() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("keyboard");
    let browser = driver.browser(DESK);
    new_game(&browser, &server, "go", &["[name=opponent][value=here]"], "Ada");
    browser.wait_for("#state[data-yours]");
    let focused = |css: &str| browser.eval(&format!("return document.activeElement.matches({css:?})")) == true;
    let tab_to = |css: &str| {
        for _ in 0..80 {
            if focused(css) {
                return;
            }
            browser.press(&[keys::TAB]);
        }
        panic!("{css} cannot be reached by Tab");
    };
    tab_to("[data-cell]");
    assert!(focused("[data-cell=A9]"), "the board begins at the upper left");
    browser.press(&[keys::RIGHT, keys::RIGHT, keys::DOWN, keys::DOWN]);
    assert!(focused("[data-cell=C7]"));
    let label = browser.eval("return document.activeElement.getAttribute('aria-label')");
    assert_eq!(label, "C7, empty");
    // The focus is seen: the ghost, and a rim around the point.
    let rim = browser.eval("return getComputedStyle(document.activeElement.lastElementChild).stroke");
    assert_ne!(rim, "none");
    assert_eq!(browser.count("#b-ghost.pl-shown"), 1);
    browser.press(&[keys::ENTER]);
    wait_stone(&browser, "C7");
    assert!(focused("[data-cell=C7]"), "the focus stays where one played");
    browser.press(&[keys::RIGHT, keys::ENTER]);
    wait_stone(&browser, "D7");
    tab_to("[value='play pass']");
    browser.press(&[keys::ENTER]);
    browser.wait_text("#sentence", "Black passes");
    tab_to("[value='play pass']");
    browser.press(&[keys::ENTER]);
    browser.wait_text("#sentence", "Mark the dead stones");
    // Two people at one board accept together.
    tab_to("[value=accept]");
    browser.press(&[keys::ENTER]);
    browser.wait_text("#end", "The game is over");
}

#[test]
fn on_a_phone_each_move_is_confirmed_and_everything_is_in_reach() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("phone");
    let browser = driver.browser(PHONE);
    browser.open(&server.at("/options"));
    browser.click("[name=confirm-move]");
    browser.click(".setup .primary");
    browser.wait_for(".saved");
    new_game(&browser, &server, "othello", &["[name=opponent][value=here]"], "Ada");
    browser.wait_for("#state[data-yours]");
    let top = |css: &str| {
        browser
            .eval(&format!("return document.querySelector({css:?}).getBoundingClientRect().top"))
            .as_f64()
            .unwrap_or(0.0)
    };
    assert!(top("#card-white") < top(".pl-board"), "the opponent is above the board");
    assert!(
        top(".pl-board") < top("#ask-move") && top("#card-black") < top("#tools"),
        "the question about a move, oneself and the buttons are below"
    );
    let wide = browser.eval("return document.documentElement.scrollWidth - innerWidth");
    assert!(wide.as_i64().is_some_and(|px| px <= 0), "nothing to scroll sideways: {wide}");
    let small = browser.eval(
        "return [...document.querySelectorAll('#tools button:not([hidden]), #tools a, .acts button')] \
         .filter((e) => e.getBoundingClientRect().height < 44).map((e) => e.innerText).join()",
    );
    assert_eq!(small, "", "buttons are large enough for a thumb");

    browser.click("[data-cell=f5]");
    browser.wait_text("#ask-move", "Play f5?");
    assert_eq!(browser.count("#moves li"), 0, "nothing is played yet");
    browser.click("#ask-move [data-answer=no]");
    browser.wait_text("#ask-move", "Choose a point.");
    assert_eq!(browser.count("#ask-move button:not(:disabled)"), 0);
    browser.click("[data-cell=e6]");
    browser.wait_text("#ask-move", "Play e6?");
    browser.click("#ask-move [data-answer=yes]");
    wait_stone(&browser, "e6");
    browser.wait_text("#sentence", "Black e6, turned 1");
    // A second touch on the same square confirms, too.
    browser.click("[data-cell=f6]");
    browser.click("[data-cell=f6]");
    wait_stone(&browser, "f6");
}

#[test]
fn in_french_by_the_browsers_wish_and_by_choice() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("french");
    let browser = driver.browser(Screen { lang: "fr", ..DESK });
    browser.open(&server.at("/"));
    browser.wait_text(".top nav", "Jouer");
    new_game(&browser, &server, "go", &["[name=opponent][value=here]"], "Ada");
    play(&browser, "D4");
    browser.wait_text("#sentence", "Noir D4");
    let label = browser.eval("return document.querySelector('[data-cell=D4]').getAttribute('aria-label')");
    assert_eq!(label, "D4, pierre noire, dernier coup");
    // A choice holds against the browser's wish, on the page one is on.
    let address = browser.url();
    browser.click(".language button");
    browser.wait_text(".top nav", "Rules");
    assert_eq!(browser.url(), address);
    browser.wait_text("#sentence", "Black D4");
}

/// French words are the longer ones, and a public server has the most pages.
#[test]
fn the_menu_is_whole_on_phones_of_every_width() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::public("menu");
    for width in [320, 360, 420, 484, 520] {
        let browser = driver.browser(Screen { width, lang: "fr", ..PHONE });
        browser.open(&server.at("/"));
        browser.wait_text(".top nav", "Jouer");
        let hidden = "const nav = document.querySelector('.top nav'); return nav.scrollWidth - nav.clientWidth";
        assert_eq!(browser.eval(hidden), 0, "{width}");
    }
}
