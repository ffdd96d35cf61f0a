//! Accessibility: axe-core finds nothing on any page in any theme.

use serde_json::{Value, json};

use crate::driver::{Browser, DESK, PHONE};
use crate::server::Server;
use crate::{driver, new_game, play, wait_stone};

/// The checker, from the file that a variable names; in CI its absence is a failure.
pub(crate) fn axe() -> Option<String> {
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
pub(crate) fn check(browser: &Browser, axe: &str, page: &str) {
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
        "/learn",
        "/lesson/go",
        "/lesson/aligne4?step=2",
        "/deck",
        "/board",
        "/board/new?game=go",
        "/board/new?game=aligne4",
        "/puzzles",
        "/puzzles/go",
        "/puzzle/go/1",
        "/puzzle/othello/1?want=answer",
        "/puzzle/aligne4/1?want=hint",
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
    for page in ["/share", "/review"] {
        browser.open(&format!("{address}{page}"));
        check(&browser, &axe, page);
    }
    browser.click("#study button");
    browser.wait(
        "the machine to have looked through it",
        "document.querySelector('#study .graph') && !document.querySelector('#study[data-growing]')",
    );
    browser.click("#study summary");
    browser.click(".curve-table summary");
    browser.click(".looks a:first-child");
    browser.wait_for(".looks a:first-child[aria-current]");
    check(&browser, &axe, "a game that was looked through");
    // A better move is asked for, and told.
    browser.open(&format!("{address}/try?at=0"));
    check(&browser, &axe, "an exercise");
    browser.click("#acts [value=answer]");
    browser.wait_for("[data-mood=shown] .line");
    check(&browser, &axe, "the answer");
    // Where there is something to choose.
    browser.open(&format!("{address}/review?at=1"));
    browser.click("form[action$='/board'] button");
    browser.wait_for(".draft [data-cell]");
    browser.click("#study a[data-soft]");
    browser.wait("values", "document.querySelectorAll('#study .values li').length > 0");
    check(&browser, &axe, "the analysis board");
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

/// What a screen reader meets on the board: the grid, its rows and cells, and nothing without a name.
#[test]
fn the_board_is_told_in_words() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("told");
    let browser = driver.browser(DESK);
    new_game(&browser, &server, "othello", &["[name=opponent][value=here]"], "Ada");
    let nameless = browser.eval(
        "return [...document.querySelectorAll('.frame svg, .frame svg *')] \
         .filter((e) => !e.closest('[aria-hidden=true], defs') && !e.closest('[data-cell]') && !e.closest('noscript')) \
         .filter((e) => !['grid', 'row'].includes(e.getAttribute('role')) && e.nodeName !== 'g') \
         .map((e) => e.outerHTML.slice(0, 60)).filter((html) => !html.startsWith('<defs'))",
    );
    assert_eq!(nameless, json!([]));
    assert_eq!(browser.count("svg[role=grid][aria-label=Board]"), 1);
    assert_eq!(browser.count("[aria-label$=', playable']"), 4);
    // S tells everything that stands there.
    browser.eval("document.querySelector('[data-cell][tabindex=\\'0\\']').focus()");
    browser.press(&['s']);
    browser.wait_text("#spoken", "black disc: e4, d5.");
    browser.wait_text("#spoken", "white disc: d4, e5.");

    // Dead stones are told as they are marked.
    new_game(&browser, &server, "go", &["[name=opponent][value=here]"], "Ada");
    play(&browser, "E5");
    for sentence in ["White passes", "Mark the dead"] {
        browser.click("#tools [value='play pass']");
        browser.wait_text("#sentence", sentence);
    }
    let was_dead = browser.count("[aria-label^='E5, black stone, dead']") > 0;
    browser.click("[data-cell=E5]");
    browser.wait_text("#spoken", if was_dead { "E5, black stone" } else { "E5, black stone, dead" });
}

/// Whoever asks the system for more contrast, or for its own colours, gets a page that can be read.
#[test]
fn more_contrast_and_forced_colours_are_respected() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("contrast");
    let browser = driver.browser(DESK);
    let pretend = |name: &str, value: &str| {
        browser.pretend("Emulation.setEmulatedMedia", &json!({ "features": [{ "name": name, "value": value }] }));
    };
    pretend("prefers-contrast", "more");
    browser.open(&server.at("/"));
    let paper = "return getComputedStyle(document.documentElement).backgroundColor";
    assert_eq!(browser.eval(paper), "rgb(255, 255, 255)");
    assert_eq!(browser.eval("return getComputedStyle(document.body).color"), "rgb(0, 0, 0)");
    pretend("forced-colors", "active");
    new_game(&browser, &server, "go", &["[name=opponent][value=here]"], "Ada");
    let rim = "return getComputedStyle(document.querySelector('.card.turn')).outlineStyle";
    assert_eq!(browser.eval(rim), "solid", "whose turn it is can be seen");
    assert_eq!(browser.eval("return getComputedStyle(document.querySelector('.pl-board')).forcedColorAdjust"), "none");
}
