//! Random games through GTP beside GNU Go, whose ko rule is simple ko and which refuses suicide.
//!
//! Runs where `gnugo` is installed, and must run where the variable `PLATEAU_REQUIRE_PEERS` is set, as in CI.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use go::{Game, Handicap, Move, Player, Point, Position, Rules};
use plateau_core::{Game as _, Position as _};

use crate::setup::{rules, size};

/// Debian puts games where not every search path looks.
const COMMANDS: [&str; 2] = ["gnugo", "/usr/games/gnugo"];

struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    /// Starts it, or returns nothing where it need not be there.
    fn start() -> Option<GnuGo> {
        let start = |command| {
            let mut command = Command::new(command);
            command.args(["--mode", "gtp", "--level", "1"]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
        };
        let Some(mut child) = COMMANDS.into_iter().find_map(|command| start(command).ok()) else {
            assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "gnugo is required here but not installed");
            eprintln!("gnugo is not installed: nothing was compared");
            return None;
        };
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Some(GnuGo { child, input, output })
    }

    /// Sends one command and returns the answer, which ends with an empty line.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        writeln!(self.input, "{command}").expect("gnugo reads");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("gnugo answers");
            assert!(read > 0, "gnugo left after {command}");
            if line.trim().is_empty() {
                break;
            }
            answer += &line;
        }
        match answer.split_at_checked(1) {
            Some(("=", rest)) => Ok(rest.trim().to_owned()),
            _ => Err(answer.trim().to_owned()),
        }
    }

    fn answer(&mut self, command: &str) -> String {
        self.ask(command).unwrap_or_else(|why| panic!("{command}: {why}"))
    }

    fn points(&mut self, command: &str) -> BTreeSet<Point> {
        let answer = self.answer(command);
        answer.split_whitespace().map(|name| name.parse().unwrap_or_else(|why| panic!("{name}: {why}"))).collect()
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The same stones, captures and legal moves.
fn compare(gnugo: &mut GnuGo, position: &Position) {
    let board = position.board();
    for player in Player::BOTH {
        let stones: BTreeSet<Point> = position.size().points().filter(|&p| board.at(p) == Some(player)).collect();
        assert_eq!(gnugo.points(&format!("list_stones {player}")), stones, "{position}");
        assert_eq!(gnugo.answer(&format!("captures {player}")), board.captures(player).to_string(), "{position}");
    }
    let legal: BTreeSet<Point> = position.legal_moves().filter_map(Move::point).collect();
    assert_eq!(gnugo.points(&format!("all_legal {}", position.turn())), legal, "{position}");
}

/// Plays one random game in both, comparing after every move, and returns its length and the kos it came across.
fn play_one(gnugo: &mut GnuGo, width: u8, rng: &mut fastrand::Rng) -> (u32, u32) {
    let mut position = Game::even(size(width), rules("japanese")).start();
    gnugo.answer(&format!("boardsize {width}"));
    gnugo.answer("clear_board");
    let (mut moves, mut kos) = (0, 0);
    while !position.is_over() && moves < 3 * position.size().area() as u32 {
        let turn = position.turn();
        // An eye of one's own is filled only if nothing else is left, or games would end with an empty board.
        let sensible = |mv: &Move| mv.point().is_some_and(|p| !position.board().is_eye(p, turn));
        let mv = rng.choice(position.legal_moves().filter(sensible).collect::<Vec<_>>()).unwrap_or(Move::Pass);
        if let Some(ko) = position.board().ko() {
            kos += 1;
            assert_eq!(gnugo.answer(&format!("is_legal {turn} {ko}")), "0", "{ko} in {position}");
        }
        gnugo.answer(&format!("play {turn} {mv}"));
        position.play(mv).unwrap();
        moves += 1;
        if !position.is_over() {
            compare(gnugo, &position);
        }
    }
    (moves, kos)
}

#[test]
fn fifty_random_games_agree_with_gnugo() {
    let Some(mut gnugo) = GnuGo::start() else { return };
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut moves, mut kos) = (0, 0);
    for (width, games) in [(9, 25), (19, 25)] {
        for _ in 0..games {
            let played = play_one(&mut gnugo, width, &mut rng);
            moves += played.0;
            kos += played.1;
        }
    }
    eprintln!("{moves} moves agree with gnugo, {kos} kos among them");
    assert!(moves > 5000 && kos > 50, "{moves} moves, {kos} kos");
}

#[test]
fn fixed_handicaps_agree_with_gnugo() {
    let Some(mut gnugo) = GnuGo::start() else { return };
    for width in [9, 13, 19] {
        for stones in 2..=9 {
            gnugo.answer(&format!("boardsize {width}"));
            gnugo.answer("clear_board");
            // It places no more than 4 on small boards.
            let Ok(placed) = gnugo.ask(&format!("fixed_handicap {stones}")) else { continue };
            let placed: BTreeSet<Point> = placed.split_whitespace().map(|name| name.parse().unwrap()).collect();
            let game = Game::new(size(width), Rules::default(), Handicap::Fixed(stones)).unwrap();
            assert_eq!(game.handicap_points().into_iter().collect::<BTreeSet<_>>(), placed, "{stones} on {width}");
        }
    }
}
