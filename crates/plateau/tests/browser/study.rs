//! The analysis board, from an empty board to a file and back.

use crate::driver;
use crate::driver::{Browser, DESK, PHONE};
use crate::server::Server;

/// The study as a file, without the lines' ends.
fn file(browser: &Browser) -> String {
    let script = "return fetch(location.pathname + '/study.sgf').then((r) => r.text())";
    browser.eval(script).as_str().unwrap_or_default().replace('\n', "")
}

/// Waits until the study has something in its file.
fn wait_file(browser: &Browser, part: &str) {
    for _ in 0..200 {
        if file(browser).contains(part) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    panic!("there is no {part} in {}", file(browser));
}

/// Takes a tool.
fn tool(browser: &Browser, name: &str) {
    browser.eval(&format!("document.querySelector('[name=tool][value={name}]').click()"));
}

#[test]
fn a_study_is_made_marked_undone_and_taken_along() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("study");
    let browser = driver.browser(DESK);
    browser.open(&server.at("/board/new?game=go"));
    browser.eval("document.querySelector('[name=size]').value = '9'");
    browser.click(".setup .primary");
    browser.wait_for(".draft [data-cell]");
    // Moves, a branch, and the way through the tree.
    for (cell, here) in [("E5", 1), ("C3", 2)] {
        browser.click(&format!("[data-cell={cell}]"));
        browser.wait("the move", &format!("document.querySelector('#edit [name=at]').value === '{here}'"));
    }
    browser.click("a[data-key=ArrowLeft]");
    browser.wait("a step back", "document.querySelector('#edit [name=at]').value === '1'");
    browser.click("[data-cell=G7]");
    wait_file(&browser, ";B[ee](;W[cg])(;W[gc])");
    // What the rules forbid is told.
    browser.click("[data-cell=E5]");
    browser.wait_text("#refused", "already");
    for (name, cells, part) in [
        ("triangle", &["C3"][..], "TR[cg]"),
        ("label", &["D4"], "LB[df:A]"),
        ("arrow", &["C3", "E5"], "AR[cg:ee]"),
        ("line", &["A1", "J9"], "LN[ai:ia]"),
    ] {
        tool(&browser, name);
        for cell in cells {
            browser.click(&format!("[data-cell={cell}]"));
        }
        wait_file(&browser, part);
    }
    browser.write("[name=comment]", "Here I would pass.");
    browser.click("[value=comment]");
    wait_file(&browser, "C[Here I would pass.]");
    // Stones are set up behind the move, and taken back.
    tool(&browser, "white");
    browser.click("[data-cell=A1]");
    wait_file(&browser, ";AW[ai]");
    browser.click("[value=undo]");
    browser.wait("the way back", "document.querySelector('#edit [name=at]').value === '3'");
    let text = file(&browser);
    assert!(!text.contains(";AW[ai]") && text.contains("AR[cg:ee]"), "{text}");
    // Another window that shows an older version changes nothing.
    let other = driver.browser(PHONE);
    other.open(&browser.url());
    other.wait_for(".draft [data-cell]");
    browser.click("[value=redo]");
    wait_file(&browser, ";AW[ai]");
    other.click("[value=undo]");
    other.wait_text("#refused", "changed elsewhere");
    browser.click("[value=undo]");
    browser.wait("the way back", "document.querySelector('#edit [name=at]').value === '3'");
    // The file, brought again, is the same study.
    let saved = browser.eval("return fetch(location.pathname + '/study.sgf').then((r) => r.text())");
    browser.open(&server.at("/upload"));
    browser.eval(&format!("document.querySelector('[name=text]').value = {saved}"));
    browser.click("[name=to][value=board]");
    browser.wait_for(".draft [data-cell]");
    assert_eq!(file(&browser), text);
    // What moves are worth grows while one looks.
    browser.click("#study a[data-soft]");
    browser.wait("values", "document.querySelectorAll('#study .values li').length > 0");
}
