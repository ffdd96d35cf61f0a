//! Programs that play on a server: lichess's own client, and `plateau bot` against itself while everything is killed in between.
//!
//! `PLATEAU_BERSERK` names a Python that has the package `berserk`, and `PLATEAU_SCHEMATHESIS` the program of that name; without them their
//! tests return early, unless `PLATEAU_REQUIRE_PEERS` is set.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{command, finish};
use crate::server::{Client, Server, folder};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/play_by_berserk.py");

const STREAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/streams_by_the_document.py");

/// An engine that dies after as many moves as it is told.
const MORTAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/mortal.sh");

/// How often schemathesis tries each operation.
const EXAMPLES: &str = "20";

/// What schemathesis looks for.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,\
                      response_schema_conformance";

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
    token_for(server, name, SCOPES)
}

fn token_for(server: &Server, name: &str, scopes: &str) -> String {
    let (status, answer) =
        Client::new(server).ask("POST", "/options/tokens", &format!("name={name}&{scopes}")).expect("an answer");
    assert_eq!(status, 200, "{answer}");
    answer["token"].as_str().expect("a token").to_owned()
}

/// What a variable names that a peer is found by.
fn peer(variable: &str) -> Option<OsString> {
    let named = std::env::var_os(variable);
    assert!(named.is_some() || std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "{variable} must be set");
    if named.is_none() {
        eprintln!("{variable} is not set: passed over");
    }
    named
}

/// Some thousand requests of every kind that the document allows, and some that it does not: no answer is outside of it, and none says that
/// something broke down. A token that is taken away is one that nobody needs afterwards. Streams never end, so they are asked for by whoever may
/// not have them; what comes along them is looked at below.
#[test]
fn schemathesis_finds_no_answer_outside_the_document() {
    let Some(program) = peer("PLATEAU_SCHEMATHESIS") else { return };
    let home = folder("schemathesis");
    let server = serve(&home, "127.0.0.1:0");
    let tokens = ["tengen", "hoshi"].map(|name| token(&server, name));
    let deaf = token_for(&server, "deaf", "scope=board:play");
    for (token, [which, paths], least) in [
        (&tokens[0], ["--exclude-path-regex", "/stream/|/api/token$"], 500),
        (&deaf, ["--include-path-regex", "/stream/|/api/token$"], 20),
        (&tokens[1], ["--include-path-regex", "/api/token$"], 2),
    ] {
        let mut run = Command::new(&program);
        let document = format!("http://{}/api/openapi.json", server.address);
        run.args(["run", &document, "--header", &format!("Authorization: Bearer {token}"), "--checks", CHECKS]);
        run.args([which, paths, "--seed", "1", "--max-examples", EXAMPLES, "--generation-database", "none"]);
        let run = finish(run.args(["--continue-on-failure", "--no-color"]).current_dir(&home).stdin(Stdio::null()));
        assert_eq!(run.code, 0, "{paths}: {}\n{}", run.out, run.err);
        let count = |line: &str| Some(line.trim().split_once(" generated, ")?.0.parse::<u32>().unwrap_or(0));
        let count = run.out.lines().find_map(count).unwrap_or(0);
        assert!(count >= least, "{paths}: {}", run.out);
    }
    let gone = call(&server, &tokens[1], "GET", "/api/account", "").expect("an answer");
    assert_eq!(gone.0, 401, "the token was taken away: {}", gone.1);
}

/// What schemathesis cannot ask for, since it does not end: whatever comes along streams is as the document says, line by line.
#[test]
fn every_line_of_a_stream_is_in_the_document() {
    let Some(program) = peer("PLATEAU_SCHEMATHESIS") else { return };
    // Its own Python has what compares texts with a schema.
    let python = Path::new(&program).with_file_name("python");
    let server = serve(&folder("streams"), "127.0.0.1:0");
    let tokens = ["tengen", "hoshi"].map(|name| token(&server, name));
    let address = format!("http://{}", server.address);
    let run = finish(Command::new(python).args([STREAMS, &address, &tokens[0], &tokens[1]]).stdin(Stdio::null()));
    assert_eq!(run.code, 0, "{}\n{}", run.out, run.err);
    let expected = [
        "/api/stream/event challenge challengeCanceled gameFinish gameStart",
        "/api/stream/event challenge challengeDeclined gameFinish gameStart",
        "/api/bot/game/stream/{id} chatLine gameFull gameState",
        "/api/board/game/stream/{id} chatLine gameFull gameState",
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), expected, "{}", run.err);
}

#[test]
fn berserk_plays_a_game_of_each_kind() {
    let Some(python) = peer("PLATEAU_BERSERK") else { return };
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
        Bot::start_telling(address, token, engine, Stdio::null())
    }

    /// One that tells there what happens.
    fn start_telling(address: &str, token: &str, engine: &str, telling: impl Into<Stdio>) -> Bot {
        let args = ["bot", "--server", address, "--engine", engine, "--at-once", "8", "--lang", "en"];
        let bot = command(&args).env("PLATEAU_TOKEN", token).stderr(telling).stdout(Stdio::null()).spawn();
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

/// Asks until this holds.
fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} never came");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A game against a bot that was challenged to it: what it has come to, and what we do in it.
struct Against<'a> {
    server: &'a Server,
    token: &'a str,
    id: String,
}

impl<'a> Against<'a> {
    fn challenge(server: &'a Server, token: &'a str, bot: &str, wish: &str) -> Against<'a> {
        let id = until("an answer to the challenge", || {
            match call(server, token, "POST", &format!("/api/challenge/{bot}"), wish)? {
                (200, challenge) => Some(challenge["id"].as_str().expect("an id").to_owned()),
                _ => None,
            }
        });
        Against { server, token, id }
    }

    fn state(&self) -> Value {
        let state = Client::new(self.server).ask("GET", &format!("/game/{}/state.json", self.id), "");
        state.expect("an answer").1
    }

    /// Waits for so many moves.
    fn wait_for_moves(&self, count: usize) -> Vec<String> {
        until("a move", || {
            let state = self.state();
            let moves: Vec<String> =
                state["moves"].as_array()?.iter().map(|mv| mv.as_str().unwrap_or_default().to_owned()).collect();
            assert!(state["result"].is_null() || moves.len() >= count, "over too soon: {state}");
            (moves.len() >= count).then_some(moves)
        })
    }

    fn play(&self, mv: &str) {
        until("the game", || {
            let (status, _) =
                call(self.server, self.token, "POST", &format!("/api/bot/game/{}/move/{mv}", self.id), "")?;
            (status == 200).then_some(())
        });
    }

    fn result(&self) -> String {
        until("a result", || self.state()["result"].as_str().map(str::to_owned))
    }
}

/// An engine that dies twice in one game: it is started anew once, then the game is given up, and the next one is played to its end. All
/// of this is told.
#[test]
fn a_bot_survives_the_deaths_of_its_engine() {
    let home = folder("deaths");
    let server = serve(&home, "127.0.0.1:0");
    let tokens = ["tengen", "hoshi"].map(|name| token(&server, name));
    let (starts, told) = (home.join("starts"), home.join("told"));
    let engine = format!("sh '{MORTAL}' '{}' 1 1", starts.display());
    let telling = std::fs::File::create(&told).expect("a file");
    let _bot = Bot::start_telling(&format!("http://{}", server.address), &tokens[1], &engine, telling);

    let game = Against::challenge(&server, &tokens[0], "hoshi", "variant=go&size=5&color=black");
    game.play("A1");
    assert_eq!(game.wait_for_moves(2), ["A1", "D1"]);
    game.play("A2");
    assert_eq!(game.wait_for_moves(4), ["A1", "D1", "A2", "D2"], "by the engine that was started anew");
    game.play("A3");
    assert_eq!(game.result(), "B+R");
    let said = std::fs::read_to_string(&told).expect("told");
    let failures: Vec<&str> = said.lines().filter(|line| line.contains("failed in")).collect();
    assert_eq!(failures.len(), 2, "{said}");
    for failure in failures {
        assert!(failure.contains(&game.id) && failure.contains("out of memory"), "{failure}");
    }

    let next = Against::challenge(&server, &tokens[0], "hoshi", "variant=go&size=5&color=black");
    for (number, mv) in ["A1", "A2", "A3"].into_iter().enumerate() {
        next.play(mv);
        assert_eq!(next.wait_for_moves(2 * number + 2).len(), 2 * number + 2);
    }
    assert_eq!(std::fs::read_to_string(&starts).expect("counted").trim(), "3");
}

#[test]
fn a_bot_plays_by_a_program_that_speaks_nboard() {
    let server = serve(&folder("nboard"), "127.0.0.1:0");
    let tokens = ["tengen", "hoshi"].map(|name| token(&server, name));
    let engine = format!("nboard:2:'{}' nboard --memory 32 --no-book --seed 3", env!("CARGO_BIN_EXE_plateau"));
    let address = format!("http://{}", server.address);
    let _bots = [Bot::start(&address, &tokens[0], "random"), Bot::start(&address, &tokens[1], &engine)];
    let wish = "variant=othello&color=black&clock.limit=600";
    let game = Against::challenge(&server, &tokens[0], "hoshi", wish);
    let result = game.result();
    assert!(result.starts_with("W+") && result != "W+R", "{result}");
    // Go is none of its games.
    let go = Against::challenge(&server, &tokens[0], "hoshi", "variant=go&size=5");
    assert_eq!(go.result(), "Void");
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
