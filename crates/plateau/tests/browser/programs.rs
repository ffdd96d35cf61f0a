//! A person and a program: found on the form of a new game, asked there, played, spoken to, and asked again.

use std::process::{Child, Command, Stdio};

use crate::access::{axe, check};
use crate::driver::{Browser, DESK, Driver, PHONE, Screen};
use crate::server::Server;
use crate::{driver, new_game, play};

/// A program that plays on a server, ended when it is dropped.
struct Program(Child);

impl Program {
    /// A player of Othello that thinks nothing, with a token that somebody makes for it on the page of their options.
    fn start(driver: &Driver, server: &Server, name: &str) -> Program {
        let owner = driver.browser(DESK);
        owner.open(&server.at("/options/tokens"));
        owner.write("[name=name]", name);
        owner.click(".setup .primary");
        owner.wait_for(".invite input");
        let token = owner.eval("return document.querySelector('.invite input').value");
        let mut bot = Command::new(env!("CARGO_BIN_EXE_plateau"));
        bot.args(["bot", "--server", &server.at(""), "--engine", "random", "--game", "othello", "--lang", "en"]);
        bot.env("PLATEAU_TOKEN", token.as_str().expect("a token"));
        let bot = bot.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Program(bot.expect("the program starts"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const PROGRAM: &str = "[name=opponent][value=program]";

/// Loads the form of a new game until a program is there to be asked, or until none is.
fn wait_for_program(browser: &Browser, server: &Server, game: &str, is_here: bool) {
    for _ in 0..200 {
        browser.open(&server.at(&format!("/new?game={game}")));
        if (browser.count(PROGRAM) == 1) == is_here {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("a program: expected {is_here}");
}

#[test]
fn a_person_asks_a_program_that_is_here_and_plays_with_it() {
    let Some((_turn, driver)) = driver() else { return };
    let server = Server::public("program");
    let ada = driver.browser(DESK);
    ada.open(&server.at("/new"));
    assert_eq!(ada.count(PROGRAM), 0, "nobody is here");
    let program = Program::start(&driver, &server, "hoshi");
    wait_for_program(&ada, &server, "go", true);
    ada.click(PROGRAM);
    ada.wait_text(".for-go.against-program", "No program that is here plays this game.");

    let address = new_game(&ada, &server, "othello", &[PROGRAM], "Ada");
    ada.wait_text("#card-white", "hoshi");
    ada.wait_for("#tools:not([hidden])");
    play(&ada, "f5");
    // It answers, whatever it plays.
    ada.wait("an answer", "document.querySelectorAll('#moves li').length >= 2");
    ada.click("#talk summary");
    ada.click("#talk [value='say good-luck']");
    ada.wait_text("#sentence", "Good luck");
    if let Some(axe) = axe() {
        check(&ada, &axe, "a game against a program");
    }
    ada.click("#tools [value=resign]");
    ada.click("#ask [value=yes]");
    ada.wait_text("#end", "The game is over");

    // To play again is to ask it again; it begins then.
    ada.click("#end [value='offer rematch']");
    ada.wait("the next game", &format!("location.href !== '{address}' && location.pathname.startsWith('/game/')"));
    ada.wait_text("#card-black", "hoshi");
    ada.wait("its first move", "document.querySelectorAll('#moves li').length >= 1");

    // The same on a phone, in French; then the program goes.
    let bo = driver.browser(Screen { lang: "fr", ..PHONE });
    wait_for_program(&bo, &server, "othello", true);
    bo.wait_text(".choices", "un programme présent");
    bo.click(PROGRAM);
    bo.wait("the program to choose", "document.querySelector('[name=program-othello]').offsetParent");
    if let Some(axe) = axe() {
        check(&bo, &axe, "the form with a program");
    }
    drop(program);
    bo.click(".setup .primary");
    bo.wait("what became of it", "document.querySelector('.problem') || location.pathname.startsWith('/game/')");
    wait_for_program(&bo, &server, "othello", false);
}
