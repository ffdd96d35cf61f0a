//! Programs that play on a server: lichess's own client, and `plateau bot` against itself while everything is killed in between.
//!
//! `PLATEAU_BERSERK` names a Python that has the package `berserk`; without it that test returns early, unless `PLATEAU_REQUIRE_PEERS` is
//! set.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{command, finish};
use crate::server::{Client, Server, folder};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/play_by_berserk.py");

/// Every scope that there is, as a form says it.
const SCOPES: &str = "scope=challenge:read&scope=challenge:write&scope=bot:play&scope=board:play";

/// A server whose limits no test of something else runs into, at a port that it keeps when it is started anew.
fn serve(folder: &Path, bind: &str) -> Server {
    let config = folder.join("plateau.toml");
    let limits = "tokens_per_minute = 1000\nrequests_per_second = 1000\nrequests_burst = 5000\ngames_per_minute = 1000\n\
                  connections_per_address = 1000\nclaim_after_s = 600\nlog = \"quiet\"\n";
    std::fs::write(&config, limits).expect("written");
    Server::start(&["serve", "--bind", bind, "--config", config.to_str().expect("a path")], folder)
}

/// A token for a program of this name.
fn token(server: &Server, name: &str) -> String {
    let (status, answer) =
        Client::new(server).ask("POST", "/options/tokens", &format!("name={name}&{SCOPES}")).expect("an answer");
    assert_eq!(status, 200, "{answer}");
    answer["token"].as_str().expect("a token").to_owned()
}

#[test]
fn berserk_plays_a_game_of_each_kind() {
    let python = std::env::var_os("PLATEAU_BERSERK");
    assert!(python.is_some() || std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "PLATEAU_BERSERK must be set");
    let Some(python) = python else {
        eprintln!("PLATEAU_BERSERK is not set: passed over");
        return;
    };
    let server = serve(&folder("berserk"), "127.0.0.1:0");
    let tokens = ["tengen", "hoshi"].map(|name| token(&server, name));
    let address = format!("http://{}", server.address);
    let run = finish(Command::new(python).args([SCRIPT, &address, &tokens[0], &tokens[1]]).stdin(Stdio::null()));
    assert_eq!(run.code, 0, "{}\n{}", run.out, run.err);
    let games: Vec<&str> = run.out.lines().collect();
    let expected = [
        "go variantEnd black E5,pass,pass kept",
        "othello resign black f5,d6,c3 kept",
        "othello draw - f5,d6 kept",
        "aligne4 variantEnd white 0a1,1b1,2c1,3d1 kept",
        "aligne4-gift resign black 0,a1 kept",
        "refusals True",
    ];
    assert_eq!(games, expected, "{}", run.err);
}

/// A program that plays, killed when it is dropped.
struct Bot(Child);

impl Bot {
    fn start(address: &str, token: &str, engine: &str) -> Bot {
        let args = ["bot", "--server", address, "--engine", engine, "--at-once", "8", "--lang", "en"];
        let bot = command(&args).env("PLATEAU_TOKEN", token).stderr(Stdio::null()).stdout(Stdio::null()).spawn();
        Bot(bot.expect("the program starts"))
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a program asks with its token, over a connection of its own.
fn call(server: &Server, token: &str, method: &str, path: &str, form: &str) -> Option<(u16, Value)> {
    let mut client = Client::new(server);
    client.authorization = format!("Authorization: Bearer {token}\r\n");
    client.ask(method, path, form)
}

/// So many games, in which a bot or the server is killed now and then: every one has a result in the end, and none hangs.
#[test]
fn games_of_two_bots_end_whatever_is_killed() {
    let games: usize = std::env::var("PLATEAU_BOT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let home = folder("bots");
    let mut server = serve(&home, "127.0.0.1:0");
    let (bind, address) = (server.address.clone(), format!("http://{}", server.address));
    let tokens = ["tengen", "hoshi"].map(|name| token(&server, name));
    let start = |number: usize| Bot::start(&address, &tokens[number], if number == 0 { "level:1" } else { "random" });
    let mut bots = [start(0), start(1)];
    let wishes = [
        "variant=go&size=5&color=black",
        "variant=othello&color=white",
        "variant=aligne4&color=black&clock.limit=300",
        "variant=aligne4-gift&color=white",
        "variant=go&size=7&color=white&clock.limit=600&clock.increment=1",
    ];
    let (mut asked, mut ended, mut kills) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut progress = Instant::now();
    while ended.len() < games {
        assert!(progress.elapsed() < Duration::from_secs(240), "{} of {games} have ended, and no more do", ended.len());
        if asked.len() < games && asked.len() < ended.len() + 3 {
            let wish = wishes[asked.len() % wishes.len()];
            match call(&server, &tokens[0], "POST", "/api/challenge/hoshi", wish) {
                Some((200, challenge)) => drop(asked.insert(challenge["id"].as_str().expect("an id").to_owned())),
                answer => eprintln!("not asked: {answer:?}"),
            }
        }
        thread::sleep(Duration::from_millis(100));
        for id in &asked {
            let state = Client::new(&server).ask("GET", &format!("/game/{id}/state.json"), "");
            let Some((200, state)) = state else { continue };
            if state["result"].is_string() && ended.insert(id.clone()) {
                progress = Instant::now();
                // A decline is the one way in which a challenge may come to nothing.
                assert_ne!(state["result"], "Void", "{id} was called off: {state}");
            }
        }
        // After every third game somebody is killed, each in turn.
        if ended.len() / 3 > kills {
            kills += 1;
            match kills % 3 {
                1 => bots[0] = start(0),
                2 => bots[1] = start(1),
                _ => {
                    server.kill();
                    server = serve(&home, &bind);
                }
            }
        }
    }
    assert!(kills >= games / 3, "{kills}");
    drop(bots);
}
