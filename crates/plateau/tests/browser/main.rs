//! The browser version in a real browser: Debian's Chromium, headless, driven by `chromedriver`.
//!
//! Where it is not installed the tests pass over it and say so; with `PLATEAU_REQUIRE_PEERS` set, its absence is a failure. The
//! accessibility checker axe-core is read from the file that `PLATEAU_AXE` names.

mod access;
mod alone;
#[cfg(unix)]
mod cluster;
mod devices;
mod driver;
mod learning;
mod offline;
mod programs;
mod puzzles;
mod server;
mod sounds;
mod steady;
mod study;
mod together;
mod weight;

use std::sync::{PoisonError, RwLock};

use driver::{Browser, Driver};
use server::Server;

/// Held by every test with a browser, and by one that must not be disturbed alone: how soon a page is painted says nothing beside other browsers.
static MACHINE: RwLock<()> = RwLock::new(());

/// A driver for one test, where there is one, and the right to use it. Tests mostly wait for pages, so as many have one as the machine runs at once.
fn driver() -> Option<(impl Sized, Driver)> {
    let turn = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    Some((turn, Driver::start()?))
}

/// The same for a test that has the machine to itself.
fn driver_alone() -> Option<(impl Sized, Driver)> {
    let turn = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    Some((turn, Driver::start()?))
}

/// Opens a game by the form, and gives its address.
fn new_game(browser: &Browser, server: &Server, game: &str, choices: &[&str], name: &str) -> String {
    browser.open(&server.at(&format!("/new?game={game}")));
    for choice in choices {
        browser.click(choice);
    }
    browser.write("[name=name]", name);
    browser.click(".setup .primary");
    browser.wait("the game", "location.pathname.startsWith('/game/')");
    browser.wait_for("[data-cell]");
    browser.url()
}

/// Plays on a cell, as soon as it is one's turn, and waits until something stands there.
fn play(browser: &Browser, cell: &str) {
    browser.wait(&format!("the turn to play {cell}"), "document.querySelector('#state[data-yours]')");
    browser.click(&format!("[data-cell={cell}]"));
    wait_stone(browser, cell);
}

/// Waits until something stands on a cell.
fn wait_stone(browser: &Browser, cell: &str) {
    browser.wait(
        &format!("a stone on {cell}"),
        &format!("document.querySelector('[data-cell={cell}]').children.length > 1"),
    );
}

/// What stands where: the same text for the same position.
fn position(browser: &Browser) -> String {
    let script = "document.querySelectorAll('.pl-leaving').forEach((e) => e.remove()); \
        return [...document.querySelectorAll('[data-cell]')].filter((c) => c.children.length > 1) \
        .map((c) => c.dataset.cell + c.children[0].getAttribute('href')).join(' ')";
    browser.eval(script).as_str().unwrap_or_default().to_owned()
}

/// Waits until two browsers show the same position.
fn wait_same(one: &Browser, other: &Browser) {
    let shown = position(one);
    for _ in 0..200 {
        if position(other) == shown {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    panic!("one browser shows {shown}, the other {}", position(other));
}
