//! What happens on the board is heard once.

use crate::driver::{Browser, DESK};
use crate::server::Server;
use crate::{driver, new_game, play};

const HERE: &str = "[name=opponent][value=here]";

/// Counts the knocks and the notes that the page makes from now on.
const COUNT: &str = "window.heard = { knocks: 0, notes: 0 }; \
    const [Knock, Note] = [window.AudioBufferSourceNode, window.OscillatorNode]; \
    window.AudioBufferSourceNode = class extends Knock { constructor(...a) { super(...a); heard.knocks += 1; } }; \
    window.OscillatorNode = class extends Note { constructor(...a) { super(...a); heard.notes += 1; } };";

/// Waits until something is heard, and a little longer for what should not be; so many knocks and so many notes.
fn heard(browser: &Browser) -> (i64, i64) {
    browser.wait("a sound", "heard.knocks + heard.notes > 0");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let count = browser.eval("const { knocks, notes } = heard; heard.knocks = heard.notes = 0; return [knocks, notes]");
    (count[0].as_i64().expect("a number"), count[1].as_i64().expect("a number"))
}

#[test]
fn a_stone_a_capture_a_turned_disc_and_the_end_are_heard_once() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("sounds");
    let browser = driver.browser(DESK);
    // The first click wakes the sound, which is there from the second stone on.
    new_game(&browser, &server, "go", &[HERE], "Ada");
    for cell in ["A2", "E5"] {
        play(&browser, cell);
    }
    browser.eval(COUNT);
    for (cell, knocks) in [("J9", 1), ("A1", 1), ("B1", 1)] {
        play(&browser, cell);
        assert_eq!(heard(&browser), (knocks, 0), "{cell}");
    }
    browser.click("#tools [value=resign]");
    browser.click("#ask [value=yes]");
    browser.wait_text("#end", "The game is over");
    assert_eq!(heard(&browser), (0, 2), "two notes are one sound");

    new_game(&browser, &server, "othello", &[HERE], "Ada");
    play(&browser, "f5");
    browser.eval(COUNT);
    play(&browser, "d6");
    assert_eq!(heard(&browser), (1, 0), "one disc was turned");
}
