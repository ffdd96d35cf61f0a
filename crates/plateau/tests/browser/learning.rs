//! From a lost game to the next day: reviewed, tried again, asked from the deck.

use store::{HERE, PaperQuery, Shelf, Sqlite, Store};
use study::deck::Card;

use crate::driver::{Browser, DESK, PHONE};
use crate::server::Server;
use crate::{driver, new_game, wait_stone};

const DAY_MS: u64 = 24 * 3600 * 1000;

/// Puts a piece of Aligne 4 on a cell.
fn put(browser: &Browser, piece: &str, cell: &str) {
    browser.click(&format!("#reserve [data-piece='{piece}']"));
    browser.click(&format!("[data-cell={cell}]"));
}

/// A night passes for whoever has a deck in this store: everything in it happened a day sooner.
fn sleep_over(store: &dyn Store) {
    for heading in store.papers(&PaperQuery::of(HERE, Shelf::Card)).expect("a list").papers {
        let mut paper = store.paper(heading.id).expect("a store").expect("a card");
        let mut card = Card::read(&paper.text).expect("a card");
        card.schedule.due_ms -= DAY_MS;
        if let Some(memory) = &mut card.schedule.memory {
            memory.answered_ms -= DAY_MS;
        }
        (paper.text, paper.heading.due_ms) = (card.to_string(), Some(card.schedule.due_ms));
        store.keep_paper(&paper).expect("it is kept");
    }
}

#[test]
fn a_mistake_is_looked_at_tried_again_and_asked_the_next_day() {
    let Some((_turn, driver)) = driver() else { return };
    let mut server = Server::local("learning");
    let browser = driver.browser(DESK);
    let address = new_game(&browser, &server, "aligne4", &["[name=opponent][value=here]"], "Ada");
    // The second player leaves a line of three.
    for (piece, cell) in [("0", "a1"), ("7", "b2"), ("1", "b1"), ("2", "c1"), ("3", "d1")] {
        put(&browser, piece, cell);
        wait_stone(&browser, cell);
    }
    browser.wait_text("#end", "The game is over");
    browser.open(&format!("{address}/review"));
    browser.click("#study button");
    browser.wait_text(".in-deck", "went into your deck");
    // The line that is expected, by a key and by a click.
    browser.open(&format!("{address}/review?at=3&study=1"));
    browser.press(&['.']);
    browser.wait("a step", "document.querySelector('.line li:nth-child(2) a[aria-current]')");
    browser.click(".line li:first-child a");
    browser.wait("the position again", "document.querySelector('.line li:first-child a[aria-current]')");

    browser.click(".tools a[href*='/try']");
    browser.wait_for("[data-mood=open]");
    put(&browser, "2", "c1");
    browser.wait_for("[data-mood=wrong]");
    browser.wait_text("#outcome", "Not quite");
    assert!(!browser.text("#main").contains("The answer:"), "the answer is hidden");
    browser.click("#acts .primary");
    browser.wait_for("[data-mood=open]");
    browser.click("#acts [value=answer]");
    browser.wait_text("#outcome", "The answer:");

    browser.open(&server.at("/deck"));
    browser.wait_text(".today", "due");
    browser.click(".today .primary");
    while browser.url().contains("/deck/card/") {
        browser.wait_for("[data-mood=open]");
        browser.click("#acts [value=answer]");
        browser.wait_for("[data-mood=shown]");
        browser.click("#acts .primary");
        browser.wait("the next one", "document.querySelector('[data-mood=open], .today')");
    }
    browser.wait_text(".today", "Nothing is due");

    server.between(|folder| sleep_over(&Sqlite::open(&folder.join("games.db")).expect("the games")));
    let phone = driver.browser(PHONE);
    phone.open(&server.at("/"));
    phone.click("a[href='/deck']");
    phone.wait_text(".today", "due");
    phone.click(".today .primary");
    phone.wait_for("[data-mood=open]");
    let (wide, across) = (phone.eval("return innerWidth"), phone.eval("return document.documentElement.scrollWidth"));
    assert!(across.as_i64() <= wide.as_i64(), "nothing sticks out: {across} of {wide}");
}
