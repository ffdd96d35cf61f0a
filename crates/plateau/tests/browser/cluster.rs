//! Two people at two servers of one site, and the game's server dies while one of them moves.

use std::time::{Duration, Instant};

use testkit::nats::Server as Nats;
use testkit::postgres::{PASSWORD, Server as Postgres};

use crate::driver::{Browser, DESK};
use crate::server::Server;
use crate::{driver, new_game, play, position, wait_same, wait_stone};

/// What a clock shows, in seconds.
fn clock(browser: &Browser, side: &str) -> i64 {
    let text = browser.text(&format!("#card-{side} .time"));
    text.split(':').fold(0, |seconds, part| 60 * seconds + part.trim().parse::<i64>().unwrap_or(0))
}

#[test]
fn a_game_of_two_servers_goes_on_when_the_one_that_has_it_dies() {
    let Some((_turn, driver)) = driver() else { return };
    let Some(postgres) = Postgres::shared() else { return };
    let Some(nats) = Nats::start() else { return };
    let database = postgres.network_address(Postgres::schema(&postgres.fresh()), PASSWORD);
    let [mut first, second] =
        ["cluster-first", "cluster-second"].map(|name| Server::shared(name, &database, &nats.address()));
    let (ada, bo) = (driver.browser(DESK), driver.browser(DESK));
    let choices = ["[name=opponent][value=link]", "[name=clock] option[value='10m']", "[name=colour][value=black]"];
    let address = new_game(&ada, &first, "othello", &choices, "Ada");
    bo.open(&second.at(&address[address.find("/game/").expect("a game")..]));
    bo.write(".sit [name=name]", "Bo");
    bo.click(".sit button");
    ada.wait_text("#card-white", "Bo");
    for (player, cell) in [(&ada, "f5"), (&bo, "d6")] {
        play(player, cell);
    }
    wait_same(&ada, &bo);

    // Ada moves while the server stands still, and it dies before it has answered.
    ada.wait_for("#state[data-yours]");
    let before = (Instant::now(), clock(&ada, "black"), clock(&ada, "white"));
    first.stand_still();
    ada.click("[data-cell=c3]");
    std::thread::sleep(Duration::from_millis(300));
    first.kill_and_restart();
    // Her page comes back, and sends what was not answered again: it is done once, wherever the game is now.
    wait_stone(&ada, "c3");
    wait_stone(&bo, "c3");
    wait_same(&ada, &bo);
    let went_by = before.0.elapsed().as_secs() as i64;
    for browser in [&ada, &bo] {
        let lost = before.1 + before.2 - clock(browser, "black") - clock(browser, "white");
        assert!((0..=went_by + 1).contains(&lost), "{lost} s went off the clocks, {went_by} s went by");
    }
    play(&bo, "d3");
    play(&ada, "c4");
    wait_same(&ada, &bo);
    assert_eq!(position(&bo).split(' ').count(), 9, "four discs and five moves, each made once");
}
