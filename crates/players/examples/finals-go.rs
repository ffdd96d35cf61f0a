//! What is dead at the end of games, as we see it and as others do.
//!
//! ```sh
//! cargo build --release -p plateau-players --example finals-go
//! finals-go make COUNT [SEED] > finals.txt              # boards at the end of games of all levels, sizes and rules
//! finals-go judge finals.txt > ours.txt                 # what the machine proposes
//! finals-go gnugo PROGRAM finals.txt > gnugo.txt        # what GNU Go proposes, such as /usr/games/gnugo
//! finals-go compare finals.txt ours.txt gnugo.txt       # chains and whole boards judged alike; boards where they differ
//! ```
//!
//! A line of `finals.txt` is a rule set, a blank and a board; a line of a verdict is the dead stones of the board in the same
//! line, so other judges can join in.

mod arguments;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::{env, fs};

use go::{DeadStones, Game, Player, Position, Size};
use plateau_core::{Course, Game as _, Position as _};
use players::MachineGame;
use search::{Choice, Resources, Stop};
use table::Who;

use crate::arguments::number;

const USAGE: &str =
    "usage: finals-go make COUNT [SEED] | judge FINALS | gnugo PROGRAM FINALS | compare FINALS VERDICTS VERDICTS";

fn main() -> ExitCode {
    arguments::run_with(run)
}

fn run(words: &[&str]) -> Result<(), String> {
    match *words {
        ["make", _] | ["make", _, _] => make(number(words, 1, 0, USAGE)?, number(words, 2, 1, USAGE)?),
        ["judge", finals] => {
            judge(&read_finals(finals)?);
            Ok(())
        }
        ["gnugo", program, finals] => {
            ask_gnugo(program, &read_finals(finals)?).map_err(|error| format!("{program}: {error}"))
        }
        ["compare", finals, one, other] => compare(&read_finals(finals)?, [&read(one)?, &read(other)?]),
        _ => Err(USAGE.to_owned()),
    }
}

const RULES: [&str; 4] = ["japanese", "chinese", "aga", "korean"];
const WIDTHS: [u8; 5] = [9, 13, 9, 19, 13];

/// Boards on which both have passed, after games between neighbouring levels. The last level thinks for a second and plays as the one before.
fn make(count: u64, seed: u64) -> Result<(), String> {
    let levels = Game::levels().len() as u64 - 1;
    let mut made = 0;
    for number in 0.. {
        if made == count {
            return Ok(());
        }
        let rules = RULES[(number % 4) as usize];
        let size = Size::new(WIDTHS[(number % 5) as usize]).expect("a size");
        let weaker = 1 + (number / 3) % (levels - 1);
        let game = Game::even(size, rules.parse().expect("a rule set"));
        if let Some(position) = play(&game, [weaker, weaker + 1], seed * 1_000_000 + number)? {
            made += 1;
            println!("{rules} {}", position.board());
        }
    }
    Ok(())
}

/// The end of a game between two levels, unless somebody gave up.
fn play(game: &Game, levels: [u64; 2], seed: u64) -> Result<Option<Position>, String> {
    let resources = Resources { seed: Some(seed), ..Resources::default() };
    let seat = |level: u64| game.seat(&Who::Level(level as u8), &resources).map_err(|why| why.to_string());
    let mut movers = [seat(levels[0])?, seat(levels[1])?];
    if seed % 2 == 1 {
        movers.swap(0, 1);
    }
    let start = game.start();
    let mut line = Course::new(start.clone());
    while !line.position().is_over() && line.moves().len() < 4 * game.size().area() as usize {
        let mover = &mut movers[(line.position().turn() == Player::White) as usize];
        mover.follow(&start, line.moves());
        let thought = mover.think(line.position(), None, &Stop::new(), &mut |_| {}).map_err(|why| why.to_string())?;
        match thought.choice {
            Choice::Play(mv) => line.play(mv).expect("its choice is legal"),
            Choice::Resign => return Ok(None),
        }
    }
    Ok(line.position().is_over().then(|| line.position().clone()))
}

/// A board at the end of a game, and the name of its rules.
struct Final {
    rules: String,
    position: Position,
}

fn read(path: &str) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(text.lines().map(str::to_owned).collect())
}

fn read_finals(path: &str) -> Result<Vec<Final>, String> {
    let read_final = |line: &String| {
        let (rules, board) = line.split_once(' ')?;
        let size = Size::new(u8::try_from(board.split('/').count()).ok()?)?;
        let position = Game::even(size, rules.parse().ok()?).position(&format!("{board} X")).ok()?;
        Some(Final { rules: rules.to_owned(), position })
    };
    let finals = read(path)?;
    finals.iter().map(|line| read_final(line).ok_or_else(|| format!("{path}: what is {line:?}?"))).collect()
}

fn names(dead: &DeadStones) -> String {
    dead.points().iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

fn judge(finals: &[Final]) {
    let resources = Resources { seed: Some(1), ..Resources::default() };
    for Final { position, .. } in finals {
        println!("{}", names(&players::judge(position, &resources, &Stop::new())));
    }
}

fn compare(finals: &[Final], verdicts: [&[String]; 2]) -> Result<(), String> {
    if verdicts.iter().any(|lines| lines.len() != finals.len()) {
        return Err("a verdict has a line for each board".to_owned());
    }
    let (mut chains, mut same_chains, mut same_boards, mut off) = (0, 0, 0, Vec::new());
    for (number, final_) in finals.iter().enumerate() {
        let board = final_.position.board();
        let dead = verdicts.map(|lines| {
            let mut dead = DeadStones::NONE;
            for point in lines[number].split_whitespace().filter_map(|word| word.parse().ok()) {
                if !dead.contains(point) {
                    dead.toggle(board, point);
                }
            }
            dead
        });
        let differ = board.heads().filter(|&head| dead[0].contains(head) != dead[1].contains(head)).count();
        chains += board.heads().count();
        same_chains += board.heads().count() - differ;
        same_boards += usize::from(differ == 0);
        if differ > 0 {
            let [one, other] = dead.map(|dead| final_.position.count(&dead).margin());
            off.push((one.black_half_points - other.black_half_points).abs());
            println!("{number}, {}: {one} [{}], {other} [{}]", final_.rules, names(&dead[0]), names(&dead[1]));
            println!("{}", board.to_string().replace('/', "\n"));
        }
    }
    println!(
        "{same_chains} of {chains} chains ({:.2} %) and {same_boards} of {} boards alike; {} boards off by 10 points or more",
        100.0 * same_chains as f64 / chains.max(1) as f64,
        finals.len(),
        off.iter().filter(|&&half_points| half_points >= 20).count()
    );
    Ok(())
}

fn ask_gnugo(program: &str, finals: &[Final]) -> std::io::Result<()> {
    let record = env::temp_dir().join(format!("finals-go-{}.sgf", std::process::id()));
    for Final { rules, position } in finals {
        fs::write(&record, as_sgf(position))?;
        let territory = rules == "japanese" || rules == "korean";
        let mut peer = Peer::start(program, if territory { "japanese" } else { "chinese" })?;
        peer.ask(&format!("loadsgf {}", record.display()))?;
        println!("{}", peer.ask("final_status_list dead")?.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    fs::remove_file(record)
}

/// The stones on the board, Black to move.
fn as_sgf(position: &Position) -> String {
    let (board, size) = (position.board(), position.size());
    let mut sgf = format!("(;GM[1]FF[4]SZ[{size}]PL[B]");
    for (player, property) in [(Player::Black, "AB"), (Player::White, "AW")] {
        let stones = size.points().filter(|&point| board.at(point) == Some(player));
        let letter = |line: u8| char::from(b'a' + line);
        let places: String = stones.fold(String::new(), |mut places, point| {
            let _ = write!(places, "[{}{}]", letter(point.column()), letter(size.width() - 1 - point.row()));
            places
        });
        if !places.is_empty() {
            sgf += property;
            sgf += &places;
        }
    }
    sgf + ")\n"
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
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself; there is nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
