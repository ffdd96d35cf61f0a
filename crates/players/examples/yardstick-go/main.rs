//! Do more visits choose better moves?
//!
//! ```sh
//! cargo build --release -p plateau-players --example yardstick-go
//! yardstick-go make COUNT SIZE VISITS [SEED] > positions.txt       # positions of games, and what their moves are worth
//! yardstick-go measure positions.txt 1 60 600 6000                 # what so many visits choose, and what that loses
//! yardstick-go questions positions.txt 1 60 600 6000 > asked.json  # the same moves, for KataGo's analysis engine …
//! yardstick-go answers positions.txt answered.json > second.txt    # … and the positions with its answers, to be measured by
//! ```
//!
//! **Positions** come from games of the network with itself, which begin with two random moves and go on by moves drawn at a temperature, so that mistakes are made: in turn one of the first, of the middle and of
//! the last third of a game, where neither side wins with more than 90 %.
//!
//! **What a move is worth** is not read off the tree of one long search. Such a tree looks at what it likes and hardly at the rest, and a shorter search is its beginning: it would be
//! judged by itself. So every move is judged alone, by a search of the position after it, all of them with the same number of visits: `VISITS`. Judged are the moves that
//! a search of a quarter of that looks at, and those with the highest priors whether it does or not. A move that is chosen later and is none of these is judged in the
//! same way when it is needed. It may turn out better than all that were known: then the loss is negative.
//! With `VISITS` as large as the longest search that is measured, each move is looked at more than that search looked at any.
//!
//! **The judge is of the same blood**: what the network does not know, a search over it may never see, here as there. Hence the questions for another judge. `KataGo` is one;
//! whatever answers its protocol will do.
//!
//! **A line** of `positions.txt` is the width of the board, the visits of the judge and the moves from the empty board (Chinese rules, komi 7.5), then for each move that was judged
//! a bar, the move, the chance to win in percent and the lead in points that it leads to, as the one who plays it sees them, the best first:
//!
//! ```text
//! 9 5000 E5 C3 G3 | C7 48.12 -0.35 | G7 47.60 -0.41
//! ```
//!
//! Zero visits mean that the judge was another: a move that is not there cannot be judged then.

#[path = "../arguments/mod.rs"]
mod arguments;
mod judged;
mod katago;
mod machine;
mod making;
mod measuring;

use std::fs;
use std::process::ExitCode;

use go::Size;

use crate::arguments::number;
use crate::judged::Judged;

const USAGE: &str = "usage: yardstick-go make COUNT SIZE VISITS [SEED] | measure POSITIONS VISITS… | questions POSITIONS VISITS… | answers POSITIONS ANSWERS";

fn main() -> ExitCode {
    arguments::run_with(run)
}

fn run(words: &[&str]) -> Result<(), String> {
    match *words {
        ["make", _, width, _] | ["make", _, width, _, _] => {
            let size = width.parse().ok().and_then(Size::new).filter(|size| size.width() >= 5).ok_or(USAGE)?;
            let visits = number(words, 3, 0, USAGE)?;
            if visits < 2 {
                return Err(format!("a judge looks at two positions at least; {USAGE}"));
            }
            making::make(number(words, 1, 0, USAGE)?, size, visits, number(words, 4, 1, USAGE)?);
            Ok(())
        }
        ["measure", file, _, ..] => {
            let visits = all_visits(words)?;
            measuring::measure(&read_positions(file)?, &visits)
        }
        ["questions", file, _, ..] => {
            let visits = all_visits(words)?;
            katago::print_questions(&read_positions(file)?, &visits);
            Ok(())
        }
        ["answers", file, answers] => katago::print_judged(&read_positions(file)?, &read(answers)?),
        _ => Err(USAGE.to_owned()),
    }
}

/// The numbers after the command and its file.
fn all_visits(words: &[&str]) -> Result<Vec<u64>, String> {
    let visits: Vec<u64> =
        (2..words.len()).map(|place| number(words, place, 0, USAGE)).collect::<Result<_, String>>()?;
    if visits.contains(&0) { Err(format!("nobody chooses without a visit; {USAGE}")) } else { Ok(visits) }
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn read_positions(path: &str) -> Result<Vec<Judged>, String> {
    let text = read(path)?;
    let read = |(at, line): (usize, &str)| line.parse().map_err(|why| format!("{path}, line {}: {why}", at + 1));
    text.lines().enumerate().map(read).collect()
}
