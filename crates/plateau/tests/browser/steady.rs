//! Nothing moves under the finger: over a whole game on a phone every control stays where it is, and none takes another's place.

use std::collections::BTreeMap;

use crate::driver::{Browser, PHONE, Screen};
use crate::server::Server;
use crate::{driver, new_game};

/// Every control that is shown, by what it does, with its place on the page; the board is one, the pieces of a reserve are not:
/// they are taken away.
const CONTROLS: &str = "return [...document.querySelectorAll('.game .pl-board, .game button, .game a.button, .game .card')] \
    .filter((e) => e.offsetParent !== null || e.matches('.pl-board')).filter((e) => !e.matches('.pieces button')) \
    .filter((e) => !e.closest('#typed')) \
    .map((e) => { const r = e.getBoundingClientRect(); \
      return [e.value || e.dataset.answer || e.dataset.toggle || e.id || e.getAttribute('class') + (e.getAttribute('href') ?? '').replace(/.*[/]/, ''), \
        [r.left, r.top + scrollY, r.width, r.height].map(Math.round)] })";

type Place = [i64; 4];

/// What was where, over the whole game.
#[derive(Default)]
struct Seen(BTreeMap<String, Place>);

impl Seen {
    /// Looks at the page, and says what is not where it was, or stands where something else was.
    fn look(&mut self, browser: &Browser) {
        for control in browser.eval(CONTROLS).as_array().expect("a list") {
            let name = control[0].as_str().expect("a name").to_owned();
            let place = [0, 1, 2, 3].map(|i| control[1][i].as_i64().expect("a number"));
            let before = *self.0.entry(name.clone()).or_insert(place);
            assert_eq!(place, before, "{name} has moved");
        }
        let places: Vec<_> = self.0.iter().filter(|(name, _)| !name.starts_with("card")).collect();
        for (i, (name, one)) in places.iter().enumerate() {
            for (other_name, other) in &places[i + 1..] {
                assert!(!overlap(one, other), "{name} {one:?} and {other_name} {other:?} share a place");
            }
        }
    }
}

fn overlap(one: &Place, other: &Place) -> bool {
    let apart = |i: usize| one[i] + one[i + 2] <= other[i] || other[i] + other[i + 2] <= one[i];
    !apart(0) && !apart(1)
}

/// What is said has room: nothing of a sentence is hidden.
fn reads(browser: &Browser) {
    let hidden = browser.eval("const e = document.querySelector('.says'); return e.scrollHeight - e.clientHeight");
    assert!(hidden.as_i64().is_some_and(|px| px <= 0), "{hidden} pixels too much: {}", browser.text("#sentence"));
}

/// Plays whatever can be played, against the machine, until the game is over; at each step everything is where it was.
fn play_through(browser: &Browser, mut turn: impl FnMut(&Browser, u64)) {
    let mut seen = Seen::default();
    seen.look(browser);
    for step in 0..400 {
        browser.wait(
            "something to do",
            "document.querySelector('#state[data-yours], #state[data-over], #state[data-mode=mark]')",
        );
        seen.look(browser);
        reads(browser);
        if browser.count("#state[data-over]") > 0 {
            browser.wait_for("#end:not([hidden])");
            seen.look(browser);
            return;
        }
        turn(browser, step);
        // Whatever the machine does meanwhile is looked at, too.
        seen.look(browser);
    }
    panic!("the game does not end");
}

/// Chooses the first cell where one may play, and confirms where that is asked for.
fn any_cell(browser: &Browser, step: u64) {
    let cell = browser.eval(&format!(
        "const legal = [...document.querySelectorAll('#state[data-yours] ~ .board [data-legal]')]; \
         return legal[{step} * 7 % legal.length]?.dataset.cell ?? null"
    ));
    let Some(cell) = cell.as_str() else { return };
    browser.click(&format!("[data-cell={cell}]"));
    if browser.count("#ask-move button:not(:disabled)") > 0 {
        browser.wait_text("#ask-move", cell);
        let apart = browser.eval(
            "const board = document.querySelector('.pl-board').getBoundingClientRect(); \
             return document.querySelector('#ask-move').getBoundingClientRect().top >= board.bottom",
        );
        assert_eq!(apart, true, "the question lies over the board");
        browser.click("#ask-move [data-answer=yes]");
    }
    browser.wait(
        &format!("the move {cell}"),
        &format!("document.querySelector('[data-cell={cell}]').children.length > 1 || document.querySelector('#refused').innerText"),
    );
}

#[test]
fn every_control_stays_put_over_a_whole_game_on_a_phone() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("steady");
    for lang in ["en", "fr"] {
        let browser = driver.browser(Screen { lang, ..PHONE });
        let level = |game: &str| format!("[name=level-{game}] option[value='1']");
        new_game(&browser, &server, "othello", &[&level("othello")], "Ada");
        play_through(&browser, any_cell);

        new_game(&browser, &server, "aligne4", &[&level("aligne4")], "Ada");
        play_through(&browser, |browser, step| {
            browser.click("#reserve button:not(:disabled)");
            any_cell(browser, step);
        });

        // Large boards are asked about twice under a finger, without anybody having chosen so.
        new_game(&browser, &server, "go", &[&level("go"), "[name=size] option[value='13']"], "Ada");
        assert_eq!(browser.eval("return getComputedStyle(document.querySelector('#ask-move')).display"), "flex");
        play_through(&browser, |browser, step| match step {
            0..6 => any_cell(browser, step),
            // The machine may take a moment to accept, too.
            _ if browser.count("#state[data-mode=mark]") > 0 => {
                browser.eval("document.querySelector('#question [value=accept]')?.click()");
            }
            // A pass that is on its way is not made twice.
            _ => {
                browser.eval("document.querySelector('#tools [value=\"play pass\"]:not(:disabled)')?.click()");
            }
        });
    }
}

/// A running game needs no scrolling on a phone in the hand, whatever the board; and every button is as high as a finger wants it.
#[test]
fn every_control_of_go_fits_on_a_phone_and_letters_have_one_size_on_every_board() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("fits");
    let mut letters = Vec::new();
    for lang in ["en", "fr"] {
        let phone = driver.browser(Screen { lang, ..PHONE });
        for size in ["9", "13", "19"] {
            new_game(&phone, &server, "go", &[&format!("[name=size] option[value='{size}']")], "Ada");
            let controls = phone.eval(
                "return [...document.querySelectorAll('#tools > *, #ask-move button')].filter((e) => e.offsetParent) \
                 .map((e) => { const r = e.getBoundingClientRect(); return [Math.round(r.bottom), Math.round(r.height)] })",
            );
            let controls = controls.as_array().expect("a list");
            assert!(controls.len() >= 9, "{controls:?}");
            for control in controls {
                let (bottom, height) = (control[0].as_i64().expect("px"), control[1].as_i64().expect("px"));
                assert!(bottom <= i64::from(PHONE.height), "{lang} {size}: a control ends at {bottom}");
                assert!(height >= 44, "{lang} {size}: a control is {height} high");
            }
            letters.push(letter_height(&phone));
        }
    }
    let desk = driver.browser(crate::driver::DESK);
    for size in ["9", "19"] {
        new_game(&desk, &server, "go", &[&format!("[name=size] option[value='{size}']")], "Ada");
        letters.push(letter_height(&desk));
    }
    assert!(letters[0] >= 11, "they can be read: {letters:?}");
    assert!(letters.iter().all(|height| *height == letters[0]), "one size everywhere: {letters:?}");
}

/// How high the letters beside the board are; a label stands on each of its four sides for each line.
fn letter_height(browser: &Browser) -> i64 {
    let heights = browser.eval(
        "const all = [...document.querySelectorAll('.pl-coordinates text')]; \
         const lines = Math.sqrt(document.querySelectorAll('[data-cell]').length); \
         return all.length === 4 * lines ? [...new Set(all.map((e) => Math.round(e.getBoundingClientRect().height)))] : [all.length]",
    );
    let heights = heights.as_array().expect("a list");
    assert_eq!(heights.len(), 1, "{heights:?}");
    heights[0].as_i64().expect("px")
}

/// The margin of the board plays nothing.
#[test]
fn a_touch_beside_the_points_plays_nothing() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::local("margin");
    let browser = driver.browser(crate::driver::DESK);
    new_game(&browser, &server, "go", &["[name=opponent][value=here]"], "Ada");
    browser.wait_for("#state[data-yours]");
    let corner = browser.eval("const r = document.querySelector('.pl-board').getBoundingClientRect(); return [Math.round(r.left + 4), Math.round(r.top + 4)]");
    let (x, y) = (corner[0].as_i64().expect("x"), corner[1].as_i64().expect("y"));
    browser.point(&[(x, y), (x, y)], true);
    crate::play(&browser, "E5");
    assert_eq!(browser.count("#moves li"), 1, "only the stone in the middle");
}
