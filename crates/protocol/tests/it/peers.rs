//! Conformance with real peers. Without them these tests return early; but GNU Go must be there where `PLATEAU_REQUIRE_PEERS` is
//! set. `GRhino` need not be even then, since its package brings a whole desktop along.

use std::path::Path;
use std::time::Duration;

use go::{Game, Player, Size};
use plateau_core::{Course, Game as _, Position as _};
use protocol::external::Timeouts;
use protocol::gtp::{self, Client};
use search::{Choice, Engine, Limits, Random, Resources, Stop};

use crate::engines::session;
use crate::files::Temporary;

/// The path of a program; Debian puts games where not every path leads.
fn installed(program: &str) -> Option<String> {
    let folders = std::env::var("PATH").unwrap_or_default();
    let found = folders
        .split(':')
        .chain(["/usr/games", "/usr/local/games"])
        .map(|folder| Path::new(folder).join(program))
        .find(|path| path.is_file());
    if found.is_none() {
        eprintln!("{program} is not installed: nothing was tested");
    }
    found.map(|path| path.display().to_string())
}

fn gnugo() -> Option<String> {
    let found = installed("gnugo");
    let required = std::env::var_os("PLATEAU_REQUIRE_PEERS").is_some();
    assert!(found.is_some() || !required, "PLATEAU_REQUIRE_PEERS is set and gnugo is not installed");
    found
}

fn client(gnugo: &str) -> Client<go::Position> {
    let timeouts = Timeouts { start: Duration::from_secs(30), ..Timeouts::default() };
    let command = format!("'{gnugo}' --mode gtp --level 1 --seed 1 --chinese-rules");
    Client::start(&command, timeouts).unwrap_or_else(|error| panic!("{error}"))
}

/// GNU Go knows simple ko and positional superko; chinese rules here are the latter.
fn game() -> Game {
    Game::even(Size::NINE, "chinese".parse().expect("rules"))
}

/// The stones of a colour as GNU Go has them, in the order of our own points.
fn its_stones(client: &mut Client<go::Position>, player: Player) -> Vec<String> {
    let answer = client.send(&format!("list_stones {player}")).unwrap();
    let mut stones: Vec<go::Point> = answer.split_whitespace().map(|stone| stone.parse().unwrap()).collect();
    stones.sort();
    stones.iter().map(ToString::to_string).collect()
}

fn our_stones(position: &go::Position, player: Player) -> Vec<String> {
    let stones = position.size().points().filter(|&point| position.board().at(point) == Some(player));
    stones.map(|point| point.to_string()).collect()
}

fn assert_same_board(client: &mut Client<go::Position>, position: &go::Position) {
    for player in Player::BOTH {
        assert_eq!(its_stones(client, player), our_stones(position, player), "{player} on {position}");
    }
}

/// Plays GNU Go in one seat against a random player in the other until the end, our rules being the referee.
fn play_whole_game(client: &mut Client<go::Position>, its_colour: Player, seed: u64) -> Course<go::Position> {
    let mut random = Random::new(&Resources { seed: Some(seed), ..Resources::default() });
    let mut line = Course::new(game().start());
    while !line.position().is_over() && line.moves().len() < 400 {
        let position = line.position();
        let thought = if position.turn() == its_colour {
            client.follow(&game().start(), line.moves());
            client.think(position, &Limits::NONE, &Stop::new(), &mut |_| {})
        } else {
            random.think(position, &Limits::NONE, &Stop::new(), &mut |_| {})
        };
        match thought.unwrap_or_else(|failure| panic!("{position}: {failure}")).choice {
            Choice::Play(mv) => line.play(mv).expect("the referee allows it"),
            Choice::Resign => break,
        }
    }
    line
}

#[test]
fn gnugo_plays_whole_games_with_either_colour() {
    let Some(gnugo) = gnugo() else { return };
    let mut client = client(&gnugo);
    assert_eq!(client.name(), "GNU Go");
    for its_colour in Player::BOTH {
        client.forget();
        let line = play_whole_game(&mut client, its_colour, 5);
        assert!(line.moves().len() > 20, "{} moves", line.moves().len());
        client.bring_to(line.position()).unwrap();
        assert_same_board(&mut client, line.position());
        // Against a random player it wins by a lot.
        let count = line.position().count(&go::DeadStones::NONE);
        assert_eq!(count.margin().outcome().winner(), Some(its_colour), "{}", line.position());
    }
}

#[test]
fn gnugo_follows_wherever_the_board_goes() {
    let Some(gnugo) = gnugo() else { return };
    let mut client = client(&gnugo);
    let line = play_whole_game(&mut client, Player::White, 8);
    // Anywhere in the game, in any order, told about the line or not.
    let plies = line.moves().len();
    for ply in [plies / 2, plies / 3, plies - 1, 0, plies / 4] {
        let position = line.position_at(ply).unwrap();
        client.follow(&game().start(), &line.moves()[..ply]);
        client.bring_to(&position).unwrap();
        assert_same_board(&mut client, &position);
    }
    client.forget();
    let position = line.position_at(plies / 2).unwrap();
    client.bring_to(&position).unwrap();
    assert_same_board(&mut client, &position);
}

#[test]
fn gnugo_plays_a_handicap_game() {
    let Some(gnugo) = gnugo() else { return };
    let mut client = client(&gnugo);
    let handicap = Game::new(Size::NINE, "chinese".parse().unwrap(), go::Handicap::Fixed(4)).unwrap();
    let start = handicap.start();
    let thought = client.think(&start, &Limits::NONE, &Stop::new(), &mut |_| {}).unwrap();
    assert!(matches!(thought.choice, Choice::Play(go::Move::Play(_))));
    assert_eq!(client.send("get_handicap").unwrap(), "4");
    // Seven and a half, and a point for each stone.
    assert_eq!(client.send("get_komi").unwrap(), "11.5");
}

#[test]
fn gnugo_and_our_server_agree_on_every_position_of_a_game() {
    let Some(gnugo) = gnugo() else { return };
    let mut client = client(&gnugo);
    let random = Random::new(&Resources { seed: Some(3), ..Resources::default() });
    let mut server = session(gtp::Go::new(&game()), random);
    let mut position = game().start();
    client.send("boardsize 9").unwrap();
    client.send("komi 7.5").unwrap();
    client.send("clear_board").unwrap();
    for ply in 0..200 {
        let player = position.turn();
        let text = if ply % 2 == 0 {
            let reply = server.handle(&format!("genmove {player}")).text;
            let mv = reply.strip_prefix("= ").expect(&reply).trim().to_owned();
            client.send(&format!("play {player} {mv}")).unwrap();
            mv
        } else {
            let mv = client.send(&format!("genmove {player}")).unwrap();
            assert_eq!(server.handle(&format!("play {player} {mv}")).text, "=\n\n", "{mv}");
            mv
        };
        if text.eq_ignore_ascii_case("resign") {
            break;
        }
        position.play(text.parse().unwrap()).expect("the referee allows it");
        assert_eq!(server.position().to_string(), position.to_string());
        if position.is_over() {
            break;
        }
    }
    assert_same_board(&mut client, &position);
}

/// What GNU Go reads out of our file is what we wrote into it.
#[test]
fn gnugo_loads_our_sgf_to_the_same_position() {
    let Some(gnugo) = gnugo() else { return };
    let mut client = client(&gnugo);
    for (name, before) in
        [("even", vec![]), ("fixed", vec!["fixed_handicap 4"]), ("free", vec!["set_free_handicap A1 E5"])]
    {
        let random = Random::new(&Resources { seed: Some(11), ..Resources::default() });
        let mut server = session(gtp::Go::new(&game()), random);
        for command in before {
            assert!(server.handle(command).text.starts_with('='), "{command}");
        }
        for _ in 0..300 {
            let player = server.position().turn();
            if server.position().is_over() {
                break;
            }
            assert!(server.handle(&format!("genmove {player}")).text.starts_with("= "));
        }
        let printed = server.handle("printsgf").text;
        let file = Temporary::new(&format!("peer-{name}.sgf"), printed.strip_prefix("= ").unwrap().trim_end());
        let turn = client.send(&format!("loadsgf {}", file.path())).unwrap();
        assert_same_board(&mut client, server.position());
        assert_eq!(turn, server.position().turn().to_string(), "{printed}");
    }
}

/// And the other way round.
#[test]
fn our_server_loads_gnugos_sgf_to_the_same_position() {
    let Some(gnugo) = gnugo() else { return };
    let mut client = client(&gnugo);
    let line = play_whole_game(&mut client, Player::Black, 21);
    client.bring_to(line.position()).unwrap();
    let file = Temporary::new("from-gnugo.sgf", &client.send("printsgf").unwrap());
    let mut server = session(gtp::Go::new(&game()), Random::new(&Resources::default()));
    assert_eq!(server.handle(&format!("loadsgf {}", file.path())).text, "=\n\n");
    for player in Player::BOTH {
        assert_eq!(our_stones(server.position(), player), our_stones(line.position(), player));
    }
}

fn rhino() -> Option<Client<othello::Position>> {
    let path = installed("gtp-rhino")?;
    let client = Client::start(&format!("'{path}'"), Timeouts::default());
    Some(client.unwrap_or_else(|error| panic!("{error}")))
}

/// The 64 squares as it shows them, in the order of our own text.
fn its_squares(client: &mut Client<othello::Position>) -> String {
    let shown = client.send("showboard").unwrap();
    let rows =
        shown.lines().filter_map(|line| line.trim().split_once(' ')).filter(|(head, _)| head.parse::<u8>().is_ok());
    rows.flat_map(|(_, row)| row.chars().filter(|c| "XO.".contains(*c))).collect::<String>().replace('.', "-")
}

/// `GRhino`, an Othello engine, counts rows as we do and plays whole games, passes included.
#[test]
fn rhino_plays_whole_games_of_othello_with_either_colour() {
    let Some(mut client) = rhino() else { return };
    let mut passes = 0;
    for (its_colour, seed) in [(Player::Black, 1), (Player::White, 2), (Player::Black, 3)] {
        let mut random = Random::new(&Resources { seed: Some(seed), ..Resources::default() });
        let start = othello::Game.start();
        let mut line = Course::new(start);
        client.forget();
        while !line.position().is_over() {
            let position = line.position();
            let thought = if position.turn() == its_colour {
                client.follow(&start, line.moves());
                client.think(position, &Limits::time(Duration::from_secs(1)), &Stop::new(), &mut |_| {})
            } else {
                random.think(position, &Limits::NONE, &Stop::new(), &mut |_| {})
            };
            let Choice::Play(mv) = thought.unwrap_or_else(|failure| panic!("{position}: {failure}")).choice else {
                break;
            };
            passes += u32::from(mv == othello::Move::Pass);
            line.play(mv).expect("the referee allows it");
        }
        client.follow(&start, line.moves());
        client.bring_to(line.position()).unwrap();
        assert!(line.position().to_string().starts_with(&its_squares(&mut client)), "{}", line.position());
        let half = line.position_at(line.moves().len() / 2).unwrap();
        client.bring_to(&half).unwrap();
        assert!(half.to_string().starts_with(&its_squares(&mut client)), "{half}");
    }
    assert!(passes > 0, "no game had a pass: try other seeds");
}
