//! Do we and GNU Go agree on what is dead at the end of a game, and on the count?
//!
//! ```sh
//! cargo run --release -p plateau-players --example finals-go -- GNUGO [GAMES [SIZE [VISITS [SEED]]]]
//! ```
//!
//! GNUGO is the program, such as `/usr/games/gnugo`. The machine plays itself to two passes, every second game under Japanese rules,
//! where dead stones stay on the board, the others under Chinese ones. Then both are asked for the dead stones. Where they
//! differ, the board is printed with what each says.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use engine_go::{Networked, Puct, Settings};
use go::{DeadStones, Game, Move, Player, Position, Size};
use plateau_core::{Game as _, Position as _};
use search::{Choice, Engine, Limits, Resources, Stop};

const USAGE: &str = "usage: finals-go GNUGO [GAMES [SIZE [VISITS [SEED]]]]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<(), String> {
    let [program, rest @ ..] = words else { return Err(USAGE.to_owned()) };
    let number = |place: usize, default: u64| {
        rest.get(place).map_or(Ok(default), |word| word.parse::<u64>()).map_err(|_| USAGE.to_owned())
    };
    let (games, width, visits, seed) = (number(0, 200)?, number(1, 9)?, number(2, 60)?, number(3, 1)?);
    let size = u8::try_from(width).ok().and_then(Size::new).ok_or(USAGE)?;
    let resources = Resources { seed: Some(seed), ..Resources::default() };
    let (mut same_stones, mut same_count, mut with_dead) = (0, 0, 0);
    for played in 0..games {
        let rules = if played % 2 == 0 { "japanese" } else { "chinese" };
        let game = Game::even(size, rules.parse().map_err(|_| USAGE)?);
        let (position, moves) = play(&game, visits, seed + played);
        let mut peer = Peer::start(program, rules).map_err(|error| format!("{program}: {error}"))?;
        let theirs = peer.dead_stones(&game, &moves).map_err(|error| format!("{program}: {error}"))?;
        let ours = players::judge(&position, &resources, &Stop::new());
        let margins = [ours, theirs].map(|dead| position.count(&dead).margin());
        with_dead += u64::from(!ours.points().is_empty());
        same_stones += u64::from(ours == theirs);
        same_count += u64::from(margins[0] == margins[1]);
        if ours != theirs {
            let list =
                |dead: &DeadStones| dead.points().iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ");
            println!(
                "game {played}, {rules}: ours {} [{}], theirs {} [{}]",
                margins[0],
                list(&ours),
                margins[1],
                list(&theirs)
            );
            println!("{}", position.board().to_string().replace('/', "\n"));
        }
    }
    println!(
        "{games} games on {size}x{size}: same dead stones in {same_stones}, same count in {same_count}, dead stones in {with_dead}"
    );
    Ok(())
}

/// A game of the machine against itself, with some variety in the opening.
fn play(game: &Game, visits: u64, seed: u64) -> (Position, Vec<Move>) {
    let resources = Resources { seed: Some(seed), ..Resources::default() };
    let engine = |temperature| Puct::new(Settings { temperature, ..Settings::BEST }, &resources, Networked::shipped);
    let (mut varied, mut best) = (engine(1.0), engine(0.0));
    let (mut position, mut moves) = (game.start(), Vec::new());
    while !position.is_over() && moves.len() < 4 * game.size().area() as usize {
        let (engine, visits) = if moves.len() < 8 { (&mut varied, 1) } else { (&mut best, visits) };
        let thought = engine.think(&position, &Limits::nodes(visits), &Stop::new(), &mut |_| {});
        let Choice::Play(mv) = thought.expect("it always has an answer").choice else { break };
        position.play(mv).expect("its choice is legal");
        moves.push(mv);
    }
    (position, moves)
}

/// GNU Go at the other end of a pipe.
struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(program: &str, rules: &str) -> std::io::Result<Peer> {
        let rules = format!("--{rules}-rules");
        let mut child = Command::new(program)
            .args(["--mode", "gtp", &rules])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = (input.expect("it is piped"), BufReader::new(output.expect("it is piped")));
        Ok(Peer { child, input, output })
    }

    fn ask(&mut self, command: &str) -> std::io::Result<String> {
        writeln!(self.input, "{command}")?;
        let (mut answer, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if line.trim().is_empty() && !answer.is_empty() {
                return Ok(answer.trim_start_matches(['=', '?', ' ']).trim().to_owned());
            }
            answer.push_str(&line);
        }
    }

    fn dead_stones(&mut self, game: &Game, moves: &[Move]) -> std::io::Result<DeadStones> {
        self.ask(&format!("boardsize {}", game.size()))?;
        self.ask("clear_board")?;
        self.ask("komi 7.5")?;
        let mut position = game.start();
        for &mv in moves {
            let colour = if position.turn() == Player::Black { "b" } else { "w" };
            self.ask(&format!("play {colour} {mv}"))?;
            position.play_legal(mv);
        }
        let mut dead = DeadStones::NONE;
        for point in self.ask("final_status_list dead")?.split_whitespace().filter_map(|word| word.parse().ok()) {
            if !dead.contains(point) {
                dead.toggle(position.board(), point);
            }
        }
        Ok(dead)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself; there is nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
