//! Browsers that think in the place of the server, and what they have of their own while it is there.

use crate::driver::{Browser, DESK, PHONE, Screen};
use crate::new_game;
use crate::offline::{fits, make_a_move, served};
use crate::server::Server;

/// How often the machine of the server has thought, for games and for reviews.
fn thoughts(browser: &Browser) -> u64 {
    let metrics = browser.eval("return fetch('/metrics').then((answer) => answer.text())");
    let text = metrics.as_str().expect("metrics");
    let counts = text.lines().filter(|line| line.starts_with("plateau_thoughts_total{"));
    let counts: Vec<u64> = counts.filter_map(|line| line.rsplit(' ').next()?.parse().ok()).collect();
    assert_eq!(counts.len(), 4, "for games and for reviews, here and by workers");
    counts.iter().sum()
}

/// Turns on what makes this browser think, and waits until its service worker is there.
fn think_here(browser: &Browser, server: &Server) {
    browser.open(&server.at("/options"));
    browser.click("[name=think-here]");
    browser.click(".setup .primary");
    browser.wait_for(".saved");
    browser.wait("the service worker", "navigator.serviceWorker.controller !== null");
}

/// A game of Aligne 4 in which the second player leaves a line of three.
const RECORD: &str = "(;GM[104]RU[base];B[0a1];W[7b2];B[1b1];W[2c1];B[3d1])";

#[test]
fn hints_and_reviews_by_the_visitors_own_processor_cost_the_server_nothing() {
    for (name, screen) in [("devices", DESK), ("devices-fr", Screen { lang: "fr", ..PHONE })] {
        served(name, screen, |browser, server| {
            think_here(browser, server);
            for kind in ["othello", "aligne4", "go"] {
                new_game(browser, server, kind, &["[name=opponent][value=machine]"], "Ada");
                let board = || browser.eval("return document.querySelector('.pl-board').outerHTML");
                let before = board();
                browser.click("#tools [value=hint]");
                browser.wait_for("#sentence .hint");
                assert_ne!(board(), before, "it is on the board of {kind}, too");
                assert_eq!(thoughts(browser), 0, "the server's machine was not asked");
            }
            browser.click("#tools [value=estimate]");
            browser.wait_for("#sentence [data-estimate]");
            assert_eq!((browser.count("#sentence .hint"), thoughts(browser)), (1, 0), "one piece of advice at a time");
            // The next move is seen as if there had been none.
            make_a_move(browser);
            browser.wait("the machine's move", "document.querySelectorAll('#moves li').length >= 2");
            assert_eq!(browser.count("#sentence .hint"), 0);
            let asked = thoughts(browser);

            browser.open(&server.at("/upload"));
            browser.write("[name=text]", RECORD);
            browser.click(".setup .primary");
            browser.wait("the record", "location.pathname.startsWith('/record/')");
            let record = browser.url();
            fits(browser);
            browser.click("#study form button");
            browser.wait("the browser's own", "location.pathname.startsWith('/here/record/')");
            browser.wait("the review", "document.querySelector('#study .in-deck [value=white]')");
            fits(browser);
            browser.click("#study .in-deck [value=white]");
            browser.wait_for("#study .in-deck a");
            assert_eq!(thoughts(browser), asked, "the server's machine was not asked");
            assert_eq!(browser.eval("return document.documentElement.lang"), screen.lang);

            browser.open(&server.at("/board/new?game=othello"));
            browser.click(".setup .primary");
            browser.wait("the study", "location.pathname.startsWith('/board/')");
            browser.click("#study form button");
            browser.wait("the browser's own", "location.pathname.startsWith('/here/board/')");
            browser.wait_for("#study .values li");
            assert_eq!(thoughts(browser), asked, "the server's machine was not asked");

            // What the browser has is there while the server is, and apart from what the server has.
            browser.click("header .brand");
            browser.wait("the browser's own first page", "location.pathname === '/here'");
            browser.click(".due a");
            browser.wait("the deck", "location.pathname === '/here/deck'");
            fits(browser);
            browser.open(&server.at("/deck"));
            assert_eq!(browser.count("html[data-here]"), 0, "this is the server's");
            browser.open(&server.at("/here/games"));
            assert_eq!(browser.count("form[action^='/here/record/']"), 1, "it is listed");
            browser.open(&record);
            assert_eq!(browser.count("html[data-here]"), 0, "the server has its own");
        });
    }
}

#[test]
fn the_end_of_a_game_is_looked_through_by_the_browser_if_one_likes() {
    served("devices-end", DESK, |browser, server| {
        new_game(browser, server, "othello", &["[name=opponent][value=machine]"], "Ada");
        make_a_move(browser);
        browser.wait("the machine's move", "document.querySelectorAll('#moves li').length >= 2");
        browser.click("#tools [value=resign]");
        browser.click("#ask [value=yes]");
        browser.wait("the service worker", "navigator.serviceWorker.controller !== null");
        browser.wait_for("#end form[action='/here/review'] button");
        let asked = thoughts(browser);
        browser.click("#end form[action='/here/review'] button");
        browser.wait_for("#study .graph-line");
        browser.wait("all of it", "!document.querySelector('#study[data-growing]')");
        assert_eq!(thoughts(browser), asked, "the server's machine was not asked");
    });
}

#[test]
fn pages_of_other_sites_change_nothing_in_the_browser() {
    served("devices-others", DESK, |browser, server| {
        browser.open(&server.at("/here"));
        browser.wait("a page of the browser's own", "document.documentElement.dataset.here !== undefined");
        let form = format!("<form method=post action={}><input name=lang value=fr>", server.at("/here/options"));
        browser.open(&format!("data:text/html,{form}"));
        browser.eval("document.forms[0].submit()");
        browser.wait("an answer", "location.protocol === 'http:'");
        browser.open(&server.at("/here"));
        assert_eq!(browser.eval("return document.documentElement.lang"), "en");
    });
}
