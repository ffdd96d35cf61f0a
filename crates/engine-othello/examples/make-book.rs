//! Makes the opening book, and says how good it is:
//!
//! ```sh
//! make="cargo run --release -p plateau-engine-othello --example make-book --"
//! $make search LOG [POSITIONS [DEPTH [THREADS [SECONDS]]]]
//! $make write LOG FILE
//! $make check FILE [COUNT [DEPTH [THREADS]]]
//! ```
//!
//! `search` begins with the start of the game and always searches the position next that is reached with the least loss of both players
//! together: so the book is wide where the game begins, and deep where both play well. What it finds is added to the log, a line for each
//! position; a search that was interrupted is taken up where it stood.
//!
//! `write` hands scores back from the last positions to the first, and keeps those whose good moves were all searched themselves: the
//! last ones, of which only a search of the stated depth is known, judge the others and are left out.
//!
//! `check` looks at some positions of a book, evenly spread, with a deeper search, and says what the moves that it plays lose.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::fs::File;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use engine_othello::{Book, Opponent, Weights};
use othello::{Board, Move, Square, SquareSet};
use search::{Limits, Resources, Score, Stop};

/// Moves that are worse than the best by more discs are not followed.
const FOLLOWED_WITHIN: f32 = 4.0;
/// Moves that are worse than the best by more discs, when all is known, are not played.
const PLAYED_WITHIN: f32 = 1.0;
/// What a ply costs beside the discs that are lost: how much deeper the best line is followed than a worse one.
const PLY: f32 = 0.35;
/// Later positions are left to the search, which sees as far as the end there.
const LAST_EMPTIES: u32 = 32;
/// So many are searched at once; the next ones are chosen when all of them are known.
const AT_ONCE: usize = 512;

const USAGE: &str = "usage: make-book search LOG [POSITIONS [DEPTH [THREADS [SECONDS]]]]
       make-book write LOG FILE
       make-book check FILE [COUNT [DEPTH [THREADS]]]";

/// The moves of a position with their scores, the best first.
type Ranked = Vec<(Square, f32)>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: usize| args.get(at).map_or(default, |text| text.parse().expect("a number"));
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["search", log, ..] => {
            let until = Instant::now() + Duration::from_secs(number(5, 24 * 3600) as u64);
            search(log, number(2, 150_000), number(3, 16) as u32, number(4, cores), until);
        }
        ["write", log, file] => {
            let book = hand_back(read(log));
            println!("{} positions", book.len());
            std::fs::write(file, book.write()).expect("the file can be written");
        }
        ["check", file, ..] => {
            let bytes = std::fs::read(file).expect("the file can be read");
            check(&Book::read(&bytes).expect("a book"), number(2, 400), number(3, 22) as u32, number(4, cores));
        }
        _ => eprintln!("{USAGE}"),
    }
}

/// A position that waits to be searched: what its way there lost, with the plies counted in.
#[derive(PartialEq)]
struct Waiting {
    loss: f32,
    board: Board,
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> std::cmp::Ordering {
        let key = |waiting: &Waiting| (waiting.board.own().bits(), waiting.board.opponent().bits());
        self.loss.total_cmp(&other.loss).then_with(|| key(self).cmp(&key(other)))
    }
}

/// Searches until the log holds as many positions as are asked for, or the time is over.
fn search(log: &str, most: usize, depth: u32, threads: usize, until: Instant) {
    let known: HashMap<Board, Ranked> =
        if std::fs::exists(log).expect("a path") { read(log).collect() } else { HashMap::new() };
    let mut file = File::options().create(true).append(true).open(log).expect("the log can be written");
    let mut waiting = BinaryHeap::from([Reverse(Waiting { loss: 0.0, board: Board::START })]);
    let mut met: HashSet<Board> = HashSet::new();
    while met.len() < most && Instant::now() < until {
        let mut next = Vec::new();
        while next.len() < AT_ONCE.min(most - met.len()) {
            let Some(Reverse(Waiting { loss, board })) = waiting.pop() else { break };
            let form = board.canonical().0;
            if met.insert(form) {
                next.push((loss, form));
            }
        }
        if next.is_empty() {
            break;
        }
        let new: Vec<Board> = next.iter().map(|&(_, board)| board).filter(|board| !known.contains_key(board)).collect();
        let found: HashMap<Board, Ranked> = new.iter().copied().zip(rank(&new, depth, threads)).collect();
        for (loss, board) in next {
            let ranked = known.get(&board).unwrap_or_else(|| &found[&board]);
            if found.contains_key(&board) {
                writeln!(file, "{}", line(board, ranked)).expect("the log can be written");
            }
            let best = ranked[0].1;
            for &(square, score) in ranked.iter().filter(|&&(_, score)| score >= best - FOLLOWED_WITHIN) {
                let after = board.after(square);
                if is_followed(after) {
                    waiting.push(Reverse(Waiting { loss: loss + PLY + (best - score), board: after }));
                }
            }
        }
        eprintln!("{} positions, {} waiting", met.len(), waiting.len());
    }
}

/// Whether a position can be one of the book: one in which there is a choice, and the end is far.
fn is_followed(board: Board) -> bool {
    !board.moves().is_empty() && board.empties().len() >= LAST_EMPTIES
}

/// A line of the log: both players' discs as numbers, then the moves.
fn line(board: Board, ranked: &Ranked) -> String {
    let moves: Vec<String> = ranked.iter().map(|(square, score)| format!("{square}:{score:.2}")).collect();
    format!("{:016x} {:016x} {}", board.own().bits(), board.opponent().bits(), moves.join(" "))
}

fn read(log: &str) -> impl Iterator<Item = (Board, Ranked)> {
    let text = std::fs::read_to_string(log).expect("the log can be read");
    let positions: Vec<(Board, Ranked)> = text.lines().map(|line| of_line(line).expect("a line of the log")).collect();
    positions.into_iter()
}

fn of_line(line: &str) -> Option<(Board, Ranked)> {
    let mut words = line.split(' ');
    let mut discs = || Some(SquareSet::from_bits(u64::from_str_radix(words.next()?, 16).ok()?));
    let board = Board::new(discs()?, discs()?)?;
    let ranked = words
        .map(|word| word.split_once(':').and_then(|(square, score)| Some((square.parse().ok()?, score.parse().ok()?))));
    Some((board, ranked.collect::<Option<Ranked>>()?))
}

/// The book: every move is worth what is known of the position after it, or what its search said.
fn hand_back(searched: impl Iterator<Item = (Board, Ranked)>) -> Book {
    // By their empty squares, so that those that follow come first.
    let mut by_empties: BTreeMap<u32, Vec<(Board, Ranked)>> = BTreeMap::new();
    for (board, ranked) in searched {
        by_empties.entry(board.empties().len()).or_default().push((board, ranked));
    }
    let mut worth: HashMap<Board, f32> = HashMap::new();
    let mut book = Book::default();
    for (board, ranked) in by_empties.into_values().flatten() {
        let known = |square| worth.get(&board.after(square).canonical().0).map(|worth| -worth);
        let mut moves: Vec<(Square, f32, bool)> = ranked
            .into_iter()
            .map(|(square, score)| {
                (square, known(square).unwrap_or(score), known(square).is_some() || !is_followed(board.after(square)))
            })
            .collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best = moves[0].1;
        let played: Vec<_> = moves.iter().filter(|&&(_, score, _)| score >= best - PLAYED_WITHIN).collect();
        if played.iter().all(|&&(_, _, is_searched)| is_searched) {
            book.put(
                board,
                &played.iter().map(|&&(square, score, _)| (square, score.round() as i32)).collect::<Vec<_>>(),
            );
        }
        worth.insert(board.canonical().0, best);
    }
    book
}

fn check(book: &Book, count: usize, depth: u32, threads: usize) {
    let every = (book.len() / count.max(1)).max(1);
    let boards: Vec<Board> = book.boards().step_by(every).collect();
    let mut losses: Vec<(f32, Board, Square)> = Vec::new();
    for (&board, ranked) in boards.iter().zip(rank(&boards, depth, threads)) {
        for (square, _) in book.moves(board) {
            let score = ranked.iter().find(|&&(ranked, _)| ranked == square).expect("a legal move").1;
            losses.push((ranked[0].1 - score, board, square));
        }
    }
    losses.sort_by(|a, b| b.0.total_cmp(&a.0));
    let share =
        |least: f32| 100.0 * losses.iter().filter(|&&(loss, ..)| loss >= least).count() as f32 / losses.len() as f32;
    let mean = losses.iter().map(|&(loss, ..)| loss).sum::<f32>() / losses.len() as f32;
    println!(
        "{} positions of {}, {} moves, depth {depth}: mean loss {mean:.2} discs; at least 1: {:.1} %, 2: {:.1} %, 3: {:.1} %",
        boards.len(),
        book.len(),
        losses.len(),
        share(1.0),
        share(2.0),
        share(3.0),
    );
    for (loss, board, square) in losses.iter().take(3) {
        println!("{square} loses {loss:.1} in {board:?}");
    }
}

/// Searches each board.
fn rank(boards: &[Board], depth: u32, threads: usize) -> Vec<Ranked> {
    let next = AtomicUsize::new(0);
    let ranked = Mutex::new(vec![Vec::new(); boards.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(boards.len()) {
            scope.spawn(|| {
                let resources = Resources::default();
                let mut player = Opponent::new(Weights::shipped(), &resources);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&board) = boards.get(at) else { break };
                    let moves = rank_one(&mut player, board, depth);
                    ranked.lock().expect("no search panics")[at] = moves;
                }
            });
        }
    });
    ranked.into_inner().expect("no search panics")
}

fn rank_one(player: &mut Opponent, board: Board, depth: u32) -> Ranked {
    let limits = Limits { variations: NonZeroUsize::new(64).expect("not zero"), ..Limits::depth(depth) };
    let report = player.analyse(board, &limits, &Stop::new(), &mut |_| {});
    let scored = report.variations.iter().filter_map(|variation| match (variation.moves[0], variation.score) {
        (Move::Place(square), Score::Margin(margin)) => Some((square, margin)),
        (Move::Place(square), Score::Exact { margin, .. }) => Some((square, margin as f32)),
        _ => None,
    });
    scored.collect()
}
