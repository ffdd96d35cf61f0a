//! Accessibility: axe-core finds nothing on any page in any theme.

use serde_json::Value;

use crate::driver::{Browser, DESK, PHONE};
use crate::server::Server;
use crate::{driver, new_game, play, wait_stone};

/// The checker, from the file that a variable names; in CI its absence is a failure.
fn axe() -> Option<String> {
    let path = std::env::var_os("PLATEAU_AXE");
    if path.is_none() {
        assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "PLATEAU_AXE does not name axe.min.js");
        eprintln!("passed over: PLATEAU_AXE does not name axe.min.js");
    }
    Some(std::fs::read_to_string(path?).expect("the file that PLATEAU_AXE names can be read"))
}

/// Checks the page as it is: by every rule in the first theme, and in the others by those that colours can break.
const CHECK: &str = r"
    const root = document.documentElement.dataset;
    root.animation = 'off';
    return (async () => {
        const found = [];
        for (const theme of ['wood', 'dark', 'plain', 'contrast', 'print']) {
            root.theme = theme;
            // There is no text on a board: its contrasts have tests of their own.
            const first = theme === 'wood';
            const where = first ? document : { exclude: ['.pl-board'] };
            const options = first ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };
            for (const { id, help, nodes } of (await axe.run(where, options)).violations) {
                found.push(`${theme}: ${id}: ${help}: ${nodes.map((n) => n.target.join(' ') + ' ' + n.failureSummary).join('; ')}`);
            }
        }
        return found;
    })()";

/// What the checker finds on the page as it is.
fn check(browser: &Browser, axe: &str, page: &str) {
    let found = browser.eval(&format!("{axe}\n{CHECK}"));
    assert_eq!(found, Value::Array(Vec::new()), "{page}");
}

#[test]
fn axe_finds_nothing_on_any_page_in_any_theme() {
    let Some((_turn, driver)) = driver() else { return };
    let Some(axe) = axe() else { return };
    let local = Server::local("access");
    let browser = driver.browser(DESK);
    for page in [
        "/",
        "/new",
        "/games",
        "/games?which=unfinished",
        "/rules",
        "/rules/go",
        "/rules/othello",
        "/rules/aligne4",
        "/options",
        "/upload",
        "/offline",
        "/no-such-page",
    ] {
        browser.open(&local.at(page));
        check(&browser, &axe, page);
    }
    // The toss.
    browser.open(&local.at("/new?game=go"));
    browser.click("[name=colour][value=toss]");
    browser.click(".setup .primary");
    browser.wait("the toss to end", "document.querySelector('.toss.done')");
    check(&browser, &axe, "the toss");
    // A game of Go with a move refused, marked, counted, reviewed, shared.
    let address = new_game(&browser, &local, "go", &["[name=opponent][value=here]"], "Ada");
    play(&browser, "E5");
    browser.click("[data-cell=E5]");
    browser.wait_text("#refused", "already");
    check(&browser, &axe, "a game of Go");
    for sentence in ["White passes", "Mark the dead"] {
        browser.click("#tools [value='play pass']");
        browser.wait_text("#sentence", sentence);
    }
    browser.click("[data-cell=E5]");
    check(&browser, &axe, "dead stones");
    browser.click("#question [value=accept]");
    browser.wait_text("#end", "The game is over");
    check(&browser, &axe, "the count");
    for page in ["/review", "/share"] {
        browser.open(&format!("{address}{page}"));
        check(&browser, &axe, page);
    }
    new_game(&browser, &local, "aligne4", &["[name=opponent][value=here]"], "Ada");
    browser.click("#reserve [data-piece='7']");
    browser.click("[data-cell=b2]");
    wait_stone(&browser, "b2");
    check(&browser, &axe, "a game of Aligne 4");

    let public = Server::public("access-public");
    let phone = driver.browser(PHONE);
    for page in ["/", "/lobby"] {
        phone.open(&public.at(page));
        check(&phone, &axe, page);
    }
    let address = new_game(&phone, &public, "othello", &["[name=opponent][value=lobby]"], "Ada");
    check(&phone, &axe, "a game that waits for somebody");
    browser.open(&public.at("/lobby"));
    browser.wait_text("#lobby", "Ada");
    check(&browser, &axe, "the lobby with a game");
    browser.open(&address);
    check(&browser, &axe, "a free seat");
}
