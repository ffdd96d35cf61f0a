//! Two people, each in a browser of their own, by a link; and a third who watches.

use crate::driver::{Browser, DESK, Driver, PHONE};
use crate::server::Server;
use crate::{driver, new_game, play, position, wait_same, wait_stone};

const BY_LINK: &str = "[name=opponent][value=link]";

/// Ada opens a game by link with Black, Bo takes the other seat.
fn two(driver: &Driver, server: &Server, game: &str, choices: &[&str]) -> (Browser, Browser, String) {
    let (ada, bo) = (driver.browser(DESK), driver.browser(DESK));
    let choices: Vec<&str> = [BY_LINK].iter().chain(choices).copied().collect();
    let address = new_game(&ada, server, game, &choices, "Ada");
    ada.wait_text("#sentence", "Waiting for an opponent.");
    ada.wait_for("#question .invite input");
    ada.wait_text("#settled", "What was agreed");
    ada.wait_text("#settled", "Ada (you)");
    bo.open(&address);
    bo.write(".sit [name=name]", "Bo");
    bo.click(".sit button");
    bo.wait_text("#card-white", "Bo");
    ada.wait_text("#card-white", "Bo");
    ada.wait("the game in the place of what was agreed", "document.querySelector('#settled[hidden] ~ #moves')");
    (ada, bo, address)
}

/// Both pass in turn, then mark what is dead, accept, and see the count.
#[test]
fn a_whole_game_of_go_by_link_with_a_watcher() {
    let Some((_turn, driver)) = driver() else { return };
    let mut server = Server::public("go");
    let (ada, bo, address) = two(&driver, &server, "go", &[]);
    let watcher = driver.browser(PHONE);
    watcher.open(&address);
    ada.wait_text("#about", "one person is watching");

    // A stone in the corner is taken, and everybody is told.
    for (player, cell) in [(&ada, "A2"), (&bo, "A1"), (&ada, "B1")] {
        play(player, cell);
    }
    for browser in [&ada, &bo, &watcher] {
        browser.wait_text("#sentence", "Black B1, captured 1");
        browser.wait("the stone gone", "document.querySelector('[data-cell=A1]').children.length === 1");
    }
    wait_same(&ada, &bo);
    wait_same(&ada, &watcher);

    // What is not allowed is refused with the reason, and changes nothing.
    let before = position(&bo);
    bo.wait_for("#state[data-yours]");
    bo.click("[data-cell=A1]");
    bo.wait_text("#refused", "no liberty");
    assert_eq!(position(&bo), before);
    // Nobody plays out of turn, and a watcher not at all: the page does not even ask.
    ada.click("[data-cell=J9]");
    watcher.click("[data-cell=J9]");
    assert_eq!(watcher.count("#tools [value=resign], .acts button"), 0);
    assert_eq!(position(&ada), before);

    // The page is loaded again, and the server dies without warning, in the middle.
    play(&bo, "E5");
    bo.reload();
    wait_stone(&bo, "E5");
    server.kill_and_restart();
    ada.wait(
        "the connection",
        "document.getElementById('lost').hidden || document.getElementById('lost').innerText.includes('again.')",
    );
    play(&ada, "E6");
    wait_stone(&bo, "E6");
    wait_stone(&watcher, "E6");
    for (player, cell) in [(&bo, "G7"), (&ada, "D5"), (&bo, "G3"), (&ada, "F5"), (&bo, "H5"), (&ada, "E4")] {
        play(player, cell);
    }
    // The last of these took a stone again.
    ada.wait_text("#sentence", "captured 1");

    // A move is taken back by question and answer.
    ada.click("#tools [value='offer takeback']");
    bo.wait_text("#sentence", "would like to take back a move");
    bo.click("[value='answer yes']");
    ada.wait("the move gone", "document.querySelector('[data-cell=E4]').children.length === 1");
    wait_same(&ada, &bo);

    // Passing, marking, counting.
    ada.click("#tools [value='play pass']");
    bo.wait_text("#sentence", "Black passes");
    bo.click("#tools [value='play pass']");
    ada.wait_text("#sentence", "Mark the dead stones");
    // The machine proposes a marking to start from, and may have marked the stone before she does: a click toggles it.
    let is_dead = "document.querySelector('[data-cell=E5]').getAttribute('aria-label').includes('dead')";
    for _ in 0..5 {
        if bo.eval(&format!("return {is_dead}")) == true {
            break;
        }
        ada.click("[data-cell=E5]");
        std::thread::sleep(std::time::Duration::from_millis(700));
    }
    bo.wait("the mark", is_dead);
    ada.click("#question [value=accept]");
    bo.wait_text("#card-black", "accepts");
    assert_eq!(bo.count("#end:not([hidden])"), 0, "one acceptance is not enough");
    bo.click("#question [value=accept]");
    for browser in [&ada, &bo, &watcher] {
        browser.wait_text("#end", "The game is over");
        browser.wait_text("#end .count", "Komi");
    }
    assert_eq!(ada.text("#end .result"), bo.text("#end .result"));

    // Again, with the colours exchanged.
    ada.click("#end [value='offer rematch']");
    bo.click("[value='answer yes']");
    for browser in [&ada, &bo] {
        browser
            .wait("the next game", &format!("location.href !== '{address}' && location.pathname.startsWith('/game/')"));
    }
    ada.wait_text("#card-white", "Ada");
    play(&bo, "C3");
    wait_stone(&ada, "C3");
}

/// Whoever is to move plays the first legal square, to the end.
#[test]
fn a_whole_game_of_othello_by_link() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::public("othello");
    let (ada, bo, address) = two(&driver, &server, "othello", &[]);
    let mut moves = 0;
    while ada.count("#state[data-over]") == 0 {
        let mover = if ada.count("#state[data-yours]") > 0 { &ada } else { &bo };
        let legal = mover.eval("return document.querySelector('#state[data-yours]') && document.querySelector('[data-legal]')?.dataset.cell");
        let Some(cell) = legal.as_str() else { continue };
        mover.click(&format!("[data-cell={cell}]"));
        wait_stone(mover, cell);
        moves += 1;
        assert!(moves <= 60, "a game of Othello has at most sixty moves");
    }
    bo.wait_text("#end", "The game is over");
    wait_same(&ada, &bo);
    assert_eq!(ada.text("#card-black .counters"), bo.text("#card-black .counters"));
    assert!(moves > 20, "{moves} moves");

    // The page to share has the picture and the files.
    bo.open(&format!("{address}/share"));
    let picture = bo.eval("return document.querySelector('meta[property=\"og:image\"]').content");
    let script = format!("return fetch({picture}).then((r) => r.headers.get('content-type'))");
    assert_eq!(bo.eval(&script), "image/png");
    for file in ["sgf", "ggf", "txt"] {
        let script = format!("return fetch('{address}/record.{file}').then((r) => r.ok && r.text())");
        assert!(bo.eval(&script).as_str().is_some_and(|text| text.len() > 60), "a record as {file}");
    }
}

/// One chooses a piece and then a cell, the other drags; somebody wins or the board is full.
#[test]
fn a_whole_game_of_aligne_4_by_link() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::public("aligne4");
    let (ada, bo, _) = two(&driver, &server, "aligne4", &[]);
    // Without a piece in hand a cell means nothing yet.
    ada.click("[data-cell=a1]");
    ada.wait_text("#refused", "choose a piece");
    let mut moves = 0;
    while ada.count("#state[data-over]") == 0 {
        let drags = ada.count("#state[data-yours]") == 0;
        let mover = if drags { &bo } else { &ada };
        let ready = mover.eval(
            "const free = document.querySelector('#state[data-yours]') && document.querySelector('[data-legal]'); \
             const piece = document.querySelector('#reserve button:not(:disabled)'); \
             return free && piece ? [piece.dataset.piece, free.dataset.cell] : null",
        );
        let (Some(piece), Some(cell)) = (ready[0].as_str(), ready[1].as_str()) else { continue };
        let (piece, place) = (format!("#reserve [data-piece='{piece}']"), format!("[data-cell={cell}]"));
        if drags {
            let (from, to) = (mover.middle(&piece), mover.middle(&place));
            mover.point(&[from, (i64::midpoint(from.0, to.0), i64::midpoint(from.1, to.1)), to], true);
        } else {
            mover.click(&piece);
            mover.click(&place);
        }
        wait_stone(mover, cell);
        moves += 1;
        assert!(moves <= 16);
    }
    bo.wait_text("#end", "The game is over");
    wait_same(&ada, &bo);
    // The first pieces along the first row are all black: the line is named.
    ada.wait_text("#sentence", "in common");
    assert_eq!(ada.count("[aria-label*='winning line']"), 4);
}
