//! Solves the positions of OBF files and says whether the scores are those of the file:
//! `cargo run --release -p plateau-engine-othello --example solve -- [--weights FILE] [--threads N] [--only A..B] FILE…`
//!
//! Times are CPU times of the process, since machines are shared.

use std::sync::Arc;
use std::time::Instant;

use engine_othello::{Layout, Learned, Machine, Packed, Reach, Width};
use othello::{Board, SquareSet};

fn main() {
    let layout = Layout::new();
    let mut learned = Learned::zero(layout.weights);
    let (mut threads, mut files, mut only) = (1, Vec::new(), 0..usize::MAX);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--weights" => {
                let bytes = std::fs::read(args.next().expect("a file")).expect("a file of weights");
                learned = Packed::new(&bytes, layout.weights).expect("good weights").unpack();
            }
            "--threads" => threads = args.next().expect("a number").parse().expect("a number"),
            "--only" => {
                let text = args.next().expect("a range");
                let (first, last) = text.split_once("..").expect("a range A..B");
                only = first.parse().expect("a number")..last.parse().expect("a number");
            }
            _ => files.push(arg),
        }
    }
    let mut machine = Machine::new(Arc::new(layout.spread(&learned)), threads, 256 << 20);
    let (mut nodes, mut seconds, mut cpu) = (0, 0.0, 0.0);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for (index, line) in text.lines().enumerate().filter(|(index, _)| only.contains(index)) {
            let Some((board, expected)) = read(line) else { continue };
            machine.forget();
            let (nodes_before, start, cpu_before) = (machine.nodes(), Instant::now(), cpu_seconds(threads));
            let budget = machine.unlimited();
            let reach = Reach { depth: board.empties().len(), width: Width::FULL };
            let found = machine.think(board, reach, &budget).expect("nothing stops it");
            let (n, s, c) =
                (machine.nodes() - nodes_before, start.elapsed().as_secs_f64(), cpu_seconds(threads) - cpu_before);
            let verdict = if expected.is_none_or(|expected| expected == found.score) { "" } else { "WRONG" };
            println!(
                "{index:3} {:2} empties  {} {:+3}  {n:11} nodes  {s:7.3} s  {c:7.3} CPU s  {:5.1} million a second {verdict}",
                board.empties().len(),
                found.best,
                found.score,
                n as f64 / c / 1e6
            );
            nodes += n;
            seconds += s;
            cpu += c;
        }
    }
    println!("all: {nodes} nodes, {seconds:.3} s, {cpu:.3} CPU s, {:.1} million a second", nodes as f64 / cpu / 1e6);
}

/// A line of OBF: 64 cells, the side to move, and moves with their scores, the best first.
fn read(line: &str) -> Option<(Board, Option<i32>)> {
    let (cells, rest) = line.split_at_checked(64)?;
    let set = |of: char| -> SquareSet {
        let bits = cells.chars().enumerate().filter(|&(_, cell)| cell == of).fold(0u64, |bits, (i, _)| bits | 1 << i);
        SquareSet::from_bits(bits)
    };
    let black = rest.trim_start().starts_with('X');
    let (own, opponent) = if black { (set('X'), set('O')) } else { (set('O'), set('X')) };
    let score = rest.split(';').nth(1).and_then(|entry| entry.split(':').nth(1)?.trim().parse().ok());
    Some((Board::new(own, opponent)?, score))
}

/// CPU time of this process: of its one thread in nanoseconds, or of all its threads in hundredths of a second.
fn cpu_seconds(threads: usize) -> f64 {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    if threads == 1 {
        let nanoseconds = read("/proc/self/schedstat").split_whitespace().next().and_then(|n| n.parse::<f64>().ok());
        return nanoseconds.unwrap_or(0.0) / 1e9;
    }
    let stat = read("/proc/self/stat");
    let fields: Vec<f64> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().map(|f| f.parse().unwrap_or(0.0)).collect();
    fields.get(11..13).map_or(0.0, |times| times.iter().sum::<f64>() / 100.0)
}
