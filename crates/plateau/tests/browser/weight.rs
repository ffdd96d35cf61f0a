//! How heavy and how fast the largest board is.

use crate::driver::DESK;
use crate::server::Server;
use crate::{driver_alone, new_game, play, wait_stone};

/// Everything that a page of a 19×19 game loads. The browser counts what its worker has kept as it is unpacked; on the way it is a fifth
/// of that.
const MOST_BYTES: u64 = 200 * 1024;
const LATEST_PAINT_MS: f64 = 300.0;
const VISITS_MOST: usize = 20;

#[test]
fn a_large_board_is_light_quick_and_still() {
    let Some((_turn, driver)) = driver_alone() else { return };
    let server = Server::local("weight");
    let browser = driver.browser(DESK);
    let sized = ["[name=opponent][value=here]", "[name=size] option[value='19']"];
    let address = new_game(&browser, &server, "go", &sized, "Ada");
    assert_eq!(browser.count("[data-cell]"), 361);
    play(&browser, "D4");

    // A first visit, with nothing kept by the browser. Other programs run on this machine, too: one quick visit shows that the
    // page can be quick, and a page that cannot never is.
    let visit = |_| {
        browser.open(&server.at("/rules"));
        browser.open(&address);
        browser.wait("the first paint", "performance.getEntriesByName('first-contentful-paint').length");
        let paint = browser.eval("return performance.getEntriesByName('first-contentful-paint')[0].startTime");
        paint.as_f64().unwrap_or(f64::MAX)
    };
    let paint = (0..VISITS_MOST).map(visit).find(|&paint| paint < LATEST_PAINT_MS);
    let paint = paint.unwrap_or_else(|| panic!("no first paint of {VISITS_MOST} within {LATEST_PAINT_MS} ms"));

    let script = "return Promise.all([location.href, ...performance.getEntriesByType('resource').map((e) => e.name)] \
        .map((url) => fetch(url, { cache: 'no-store' }).then(() => performance.getEntriesByName(url).at(-1).encodedBodySize))) \
        .then((sizes) => sizes.reduce((sum, size) => sum + size, 0))";
    let bytes = browser.eval(script).as_u64().unwrap_or(u64::MAX);
    assert!((10_000..MOST_BYTES).contains(&bytes), "{bytes} bytes");

    // Nothing moves that nobody moved: while loading, and while stones are played.
    browser.eval(
        "window.shift = 0; window.moved = []; new PerformanceObserver((list) => list.getEntries().forEach((entry) => { \
         window.shift += entry.value; \
         entry.sources.forEach((source) => window.moved.push(source.node?.id || source.node?.className || source.node?.nodeName)); \
         })).observe({ type: 'layout-shift', buffered: true })",
    );
    for cell in ["Q16", "Q4", "D16", "K10"] {
        play(&browser, cell);
    }
    browser.click("#tools [value=undo]");
    browser.wait("the stone gone", "document.querySelector('[data-cell=K10]').children.length === 1");
    wait_stone(&browser, "D16");
    let shift = browser.eval("return window.shift").as_f64().unwrap_or(f64::MAX);
    assert!(shift < 0.001, "the page shifts by {shift}: {}", browser.eval("return window.moved"));
    eprintln!("19×19: {bytes} bytes compressed, first paint after {paint:.0} ms, shift {shift}");
}
