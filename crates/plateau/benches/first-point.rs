//! How soon a review shows something, in a real browser: from the click on 'Let the machine look through it' to the frame with the first point
//! of the curve.
//!
//! ```sh
//! cargo bench -p plateau --bench first-point -- GAME…
//! ```
//!
//! Each record is looked through twice: by a new server with nothing kept, and by one that has looked through the records before it. It needs
//! `chromedriver`; server and browser share the machine's processors.

// The tests drive the browser in the same way; they need more of it.
#![allow(dead_code, reason = "shared with the tests")]

#[path = "../tests/browser/driver.rs"]
mod driver;
#[path = "../tests/browser/server.rs"]
mod server;

use driver::{Browser, DESK, Driver};
use serde_json::json;
use server::Server;

/// Clicks, and says after how many milliseconds a frame with a point was painted.
const CLICK: &str = "
    return new Promise((tell) => {
        const begun = performance.now();
        const look = () => {
            if (!document.querySelector('#study .graph-line')) return;
            watcher.disconnect();
            requestAnimationFrame(() => setTimeout(() => tell(performance.now() - begun)));
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { childList: true, subtree: true });
        document.querySelector('#study form[data-begins] button').click();
    });";

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let Some(driver) = Driver::start().filter(|_| !files.is_empty()) else {
        return eprintln!("usage: cargo bench -p plateau --bench first-point -- GAME… (with chromedriver installed)");
    };
    // One that has been open for a while: what a browser does when it starts is not what is measured.
    let browser = driver.browser(DESK);
    let used = Server::local("first-point-used");
    let mut all = Vec::new();
    for file in &files {
        let record = std::fs::read_to_string(file).expect("a record");
        let new = Server::local("first-point-new");
        for (server, said) in [(&new, "a new server"), (&used, "one that was used")] {
            let took = first_point(&browser, server, &record);
            println!("{file}, {said}: {took:.0} ms");
            all.push(took);
        }
    }
    all.sort_by(f64::total_cmp);
    let above = all.iter().filter(|&&took| took > 300.0).count();
    let (least, most) = (all[0], all[all.len() - 1]);
    println!(
        "{} reviews: {least:.0} to {most:.0} ms, {:.0} at the median, {above} above 300",
        all.len(),
        all[all.len() / 2]
    );
}

/// Brings a record, and has it looked through.
fn first_point(browser: &Browser, server: &Server, record: &str) -> f64 {
    browser.open(&server.at("/upload"));
    browser.eval(&format!("document.querySelector('[name=text]').value = {}", json!(record)));
    browser.click(".primary.large");
    browser.wait_for("#study form[data-begins] button");
    // Whoever clicks has seen the page before.
    std::thread::sleep(std::time::Duration::from_secs(2));
    browser.eval(CLICK).as_f64().expect("a time")
}
