//! A small engine for Go that programs can play with: it takes the move after which it wins the most random games, and speaks GTP.
//!
//! `plateau match go --size 9 --a 'engine:target/release/examples/engine 200' --b random --games 10`

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use go::{Game, Komi, Move, Player, Position, Rules, Size};
use plateau_core::{Game as _, Position as _};

/// What it answers to; the specification asks for all of them.
const COMMANDS: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

fn main() -> ExitCode {
    let Some(games) = std::env::args().nth(1).map_or(Some(100), |argument| argument.parse().ok()) else {
        eprintln!("engine [GAMES FOR EACH MOVE]");
        return ExitCode::from(2);
    };
    match talk(&mut Engine::new(games), io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Answers line by line, until somebody says `quit` or nothing more.
fn talk(engine: &mut Engine, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
        // A number before the command comes back with the answer.
        let id = words.next_if(|word| word.parse::<u32>().is_ok()).unwrap_or_default();
        let Some(command) = words.next() else { continue };
        let arguments: Vec<&str> = words.collect();
        match engine.answer(command, &arguments) {
            Ok(answer) => write!(output, "={id} {answer}\n\n")?,
            Err(refusal) => write!(output, "?{id} {refusal}\n\n")?,
        }
        output.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

/// The position that is talked about, and how it thinks about it.
struct Engine {
    position: Position,
    games: u32,
    seed: u64,
}

impl Engine {
    fn new(games: u32) -> Engine {
        Engine { position: Game::even(Size::NINETEEN, Rules::default()).start(), games, seed: 1 }
    }

    fn answer(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        match (command, arguments) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok("Playouts".to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("list_commands", []) => Ok(COMMANDS.join("\n")),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("quit", []) => Ok(String::new()),
            ("boardsize", [size]) => {
                let size = size.parse().ok().and_then(Size::new).ok_or("unacceptable size")?;
                Ok(self.begin(size, *self.position.rules()))
            }
            ("clear_board", []) => Ok(self.begin(self.position.size(), *self.position.rules())),
            ("komi", [komi]) => {
                let komi: Komi = komi.parse().map_err(|error| format!("{error}"))?;
                Ok(self.begin(self.position.size(), Rules { komi, ..*self.position.rules() }))
            }
            ("play", [player, mv]) => {
                self.turn_to(player)?;
                // Errors of the library are sentences; GTP wants nothing more.
                let mv: Move = mv.parse().map_err(|error| format!("{error}"))?;
                self.position.play(mv).map(|()| String::new()).map_err(|rule| format!("illegal move: {rule}"))
            }
            ("genmove", [player]) => {
                self.turn_to(player)?;
                let mv = self.choose();
                self.position.play_legal(mv);
                Ok(mv.to_string())
            }
            _ if COMMANDS.contains(&command) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn begin(&mut self, size: Size, rules: Rules) -> String {
        self.position = Game::even(size, rules).start();
        String::new()
    }

    /// In GTP either player may move at any time, after two passes, too.
    fn turn_to(&mut self, player: &str) -> Result<(), String> {
        let turn = match player.to_ascii_lowercase().as_str() {
            "b" | "black" => Player::Black,
            "w" | "white" => Player::White,
            _ => return Err("syntax error".to_owned()),
        };
        if self.position.turn() != turn || self.position.is_over() {
            self.position = self.position.resumed(turn);
        }
        Ok(())
    }

    /// The move after which random games are won most often. Own eyes stay open, as they do in the random games: where nothing else is left, it passes.
    fn choose(&mut self) -> Move {
        let (position, me) = (self.position.clone(), self.position.turn());
        let fills_an_eye = |mv: &Move| mv.point().is_some_and(|point| position.board().is_eye(point, me));
        let sensible = position.legal_moves().filter(|mv| *mv != Move::Pass && !fills_an_eye(mv));
        sensible.max_by_key(|&mv| self.wins(&position.after(mv), me)).unwrap_or(Move::Pass)
    }

    /// How many random games from here this player wins.
    fn wins(&mut self, position: &Position, me: Player) -> usize {
        let komi = i32::from(position.rules().komi.half_points());
        let mut won = || {
            // A board is flat: to copy it and to play hundreds of moves on it takes microseconds.
            let mut board = position.board().clone();
            let black_lead = board.playout(position.turn(), |below| random(&mut self.seed, below));
            (2 * black_lead > komi) == (me == Player::Black)
        };
        (0..self.games).filter(|_| won()).count()
    }
}

/// A number below another: `SplitMix64` (Steele, Lea and Flood, 2014). The rules draw none, so that a game can be played again.
fn random(seed: &mut u64, below: u32) -> u32 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((u64::from(below) * ((mixed ^ (mixed >> 31)) >> 32)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(lines: &str) -> String {
        let mut output = Vec::new();
        talk(&mut Engine::new(50), lines.as_bytes(), &mut output).expect("memory can be written to");
        String::from_utf8(output).expect("answers are texts")
    }

    #[test]
    fn it_answers_as_the_specification_says() {
        let lines = "1 name\nboardsize 4\nkomi 0.5 # a remark\nplay b C3\n\n7 play w C3\nplay w Z9\nboardsize 99\nfly\nquit\nname\n";
        let answers = "=1 Playouts\n\n= \n\n= \n\n= \n\n?7 illegal move: a stone stands there already\n\n";
        let all = session(lines);
        assert!(all.starts_with(answers), "{all}");
        assert!(all.ends_with("? unacceptable size\n\n? unknown command\n\n= \n\n"), "{all}");
    }

    /// Both sides are in danger: who takes first has won, and everything else loses.
    #[test]
    fn it_takes_before_it_is_taken() {
        let game = Game::even(Size::new(5).expect("there is such a board"), Rules::default());
        let mut engine = Engine::new(20);
        engine.position = game.position("..XXX/XXXXX/OOOOO/OOOOO/.OOOO X").expect("a position");
        assert_eq!(engine.answer("genmove", &["b"]), Ok("A1".to_owned()));
    }

    #[test]
    fn it_plays_a_game_to_its_end_against_itself() {
        let mut engine = Engine::new(2);
        engine.answer("boardsize", &["5"]).expect("there is such a board");
        let mut moves = 0;
        while !engine.position.is_over() {
            let player = if engine.position.turn() == Player::Black { "b" } else { "w" };
            engine.answer("genmove", &[player]).expect("there is always a move");
            moves += 1;
            assert!(moves < 500, "eyes stay open, so games come to an end");
        }
        assert!(moves > 10, "{moves}");
    }
}
