//! Makes the opening book, and says how good it is:
//!
//! ```sh
//! make="cargo run --release -p plateau-engine-othello --example make-book --"
//! $make search LOG [POSITIONS [DEPTH [THREADS [SECONDS]]]]
//! $make judge LOG [DEPTH [THREADS [SECONDS]]]
//! $make write LOG FILE
//! $make check FILE [COUNT [DEPTH [THREADS]]]
//! ```
//!
//! `search` begins with the start of the game and always searches the position next that is reached with the least loss of both players
//! together: so the book is wide where the game begins, and deep where both play well. What it finds is added to the log, a line for each
//! position; a search that was interrupted is taken up where it stood.
//!
//! `judge` looks deeper where the log ends: at every position that a good move leads to and whose own moves were not ranked. It asks only what the
//! position is worth, which takes a fraction of the time that a rank of all its moves does, so it sees further. This goes to the log, too.
//!
//! `write` hands scores back from the last positions to the first, and keeps the positions after whose good moves all that follows was ranked or
//! judged itself.
//!
//! `check` looks at some positions of a book, evenly spread, with a deeper search, and says what the moves that it plays lose.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
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
/// Moves that are worse than the best by more discs, as far as it is known, are not judged: a deeper look seldom changes more.
const JUDGED_WITHIN: f32 = 2.0;
/// With so many empty squares or more, moves that are worse than the best by so many discs are played, too: games differ because they begin
/// differently. Later only the best are.
const VARIED: (u32, f32) = (50, 1.0);
/// What a ply costs beside the discs that are lost: how much deeper the best line is followed than a worse one.
const PLY: f32 = 0.35;
/// Later positions are left to the search, which sees as far as the end there.
const LAST_EMPTIES: u32 = 32;
/// So many are searched at once; the next ones are chosen when all of them are known.
const AT_ONCE: usize = 512;
/// More than a position can have.
const MOST_MOVES: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");

const USAGE: &str = "usage: make-book search LOG [POSITIONS [DEPTH [THREADS [SECONDS]]]]
       make-book judge LOG [DEPTH [THREADS [SECONDS]]]
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
        ["judge", log, ..] => {
            let until = Instant::now() + Duration::from_secs(number(4, 24 * 3600) as u64);
            judge(log, number(2, 20) as u32, number(3, cores), until);
        }
        ["write", log, file] => {
            let book = Known::read(log).book();
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

/// What the log holds, by the form that stands for a position and all that are symmetric to it.
#[derive(Default)]
struct Known {
    /// Positions whose moves were all ranked.
    ranked: HashMap<Board, Ranked>,
    /// Positions of which only the worth for the player to move was asked, and how many plies ahead.
    judged: HashMap<Board, (u32, f32)>,
}

/// A move of a ranked position, with all that is known of it.
struct Candidate {
    square: Square,
    score: f32,
    /// The position after it, if there is a choice to be made.
    after: Option<Board>,
    /// Whether that position was ranked itself.
    is_ranked: bool,
    /// How many plies ahead that position was judged.
    judged: Option<u32>,
}

impl Known {
    fn read(log: &str) -> Known {
        let mut known = Known::default();
        if !std::fs::exists(log).expect("a path") {
            return known;
        }
        for line in std::fs::read_to_string(log).expect("the log can be read").lines() {
            known.add(line).expect("a line of the log");
        }
        known
    }

    /// Takes a line of the log in: both players' discs as numbers, then each move with its score, or the worth and how deep it was looked for.
    fn add(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let mut discs = || Some(SquareSet::from_bits(u64::from_str_radix(words.next()?, 16).ok()?));
        let board = Board::new(discs()?, discs()?)?;
        let words: Vec<&str> = words.collect();
        if let Some((depth, worth)) = words.first()?.split_once('=') {
            self.judged.insert(board, (depth.parse().ok()?, worth.parse().ok()?));
        } else {
            let ranked = words.iter().map(|word| {
                let (square, score) = word.split_once(':')?;
                Some((square.parse().ok()?, score.parse().ok()?))
            });
            self.ranked.insert(board, ranked.collect::<Option<Ranked>>()?);
        }
        Some(())
    }

    /// Every ranked position, from the last to the first, with its moves, the best first: a move is worth what is known of the position after
    /// it, or what the rank said.
    fn handed_back(&self) -> Vec<(Board, Vec<Candidate>)> {
        let mut boards: Vec<Board> = self.ranked.keys().copied().collect();
        // The fewest empty squares first, so that those that follow are settled; always in the same order.
        boards.sort_by_key(|board| (board.empties().len(), board.own().bits(), board.opponent().bits()));
        let mut worth: HashMap<Board, f32> = HashMap::new();
        let mut positions = Vec::new();
        for board in boards {
            let mut moves: Vec<Candidate> = self.ranked[&board]
                .iter()
                .map(|&(square, ranked)| {
                    let after = board.after(square).canonical().0;
                    let judged = self.judged.get(&after);
                    let known = worth.get(&after).or(judged.map(|(_, worth)| worth));
                    Candidate {
                        square,
                        score: known.map_or(ranked, |worth| -worth),
                        after: (!after.moves().is_empty()).then_some(after),
                        is_ranked: worth.contains_key(&after),
                        judged: judged.map(|&(depth, _)| depth),
                    }
                })
                .collect();
            moves.sort_by(|a, b| b.score.total_cmp(&a.score));
            worth.insert(board, moves[0].score);
            positions.push((board, moves));
        }
        positions
    }

    /// The positions all of whose good moves are known by more than the rank itself, with those that are played.
    fn book(&self) -> Book {
        let mut book = Book::default();
        for (board, moves) in self.handed_back() {
            if within(&moves, JUDGED_WITHIN).all(|good| good.is_ranked || good.judged.is_some() || good.after.is_none())
            {
                let (varied, discs) = VARIED;
                let played = within(&moves, if board.empties().len() >= varied { discs } else { 0.0 });
                book.put(board, &played.map(|played| (played.square, played.score.round() as i32)).collect::<Vec<_>>());
            }
        }
        book
    }

    /// The positions after good moves that were not looked at so deep, each once, the latest first: their worth is handed on to the others.
    fn unjudged(&self, depth: u32) -> Vec<Board> {
        let mut met = HashSet::new();
        let mut unjudged = Vec::new();
        for (_, moves) in self.handed_back() {
            for good in within(&moves, JUDGED_WITHIN)
                .filter(|good| !good.is_ranked && good.judged.is_none_or(|judged| judged < depth))
            {
                unjudged.extend(good.after.filter(|&after| met.insert(after)));
            }
        }
        unjudged
    }
}

/// The moves that are worse than the best by no more discs than this.
fn within(moves: &[Candidate], discs: f32) -> impl Iterator<Item = &Candidate> {
    moves.iter().take_while(move |candidate| candidate.score >= moves[0].score - discs)
}

fn append_to(log: &str) -> File {
    File::options().create(true).append(true).open(log).expect("the log can be written")
}

/// Ranks moves until the log holds as many positions as are asked for, or the time is over.
fn search(log: &str, most: usize, depth: u32, threads: usize, until: Instant) {
    let known = Known::read(log).ranked;
    let mut file = append_to(log);
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
                let moves: Vec<String> = ranked.iter().map(|(square, score)| format!("{square}:{score:.2}")).collect();
                write_line(&mut file, board, &moves.join(" "));
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

/// Judges where the log ends until every good move of every ranked position is known so deep, or the time is over.
fn judge(log: &str, depth: u32, threads: usize, until: Instant) {
    let mut known = Known::read(log);
    let mut file = append_to(log);
    loop {
        let mut next = known.unjudged(depth);
        eprintln!("{} judged, {} to judge", known.judged.len(), next.len());
        next.truncate(AT_ONCE);
        if next.is_empty() || Instant::now() >= until {
            break;
        }
        for (&board, worth) in
            next.iter().zip(in_parallel(&next, threads, |player, board| worth_of(player, board, depth)))
        {
            write_line(&mut file, board, &format!("{depth}={worth:.2}"));
            known.judged.insert(board, (depth, worth));
        }
    }
}

fn write_line(file: &mut File, board: Board, found: &str) {
    writeln!(file, "{:016x} {:016x} {found}", board.own().bits(), board.opponent().bits())
        .expect("the log can be written");
}

fn check(book: &Book, count: usize, depth: u32, threads: usize) {
    let every = (book.len() / count.max(1)).max(1);
    let boards: Vec<Board> = book.boards().step_by(every).collect();
    let mut lost = Vec::new();
    for (&board, ranked) in boards.iter().zip(rank(&boards, depth, threads)) {
        let moves = book.moves(board);
        for &(square, score) in &moves {
            let deeper = ranked.iter().find(|&&(ranked, _)| ranked == square).expect("a legal move").1;
            lost.push(Lost { discs: ranked[0].1 - deeper, is_best: score == moves[0].1, board, square });
        }
    }
    lost.sort_by(|a, b| b.discs.total_cmp(&a.discs));
    println!("{} positions of {}, depth {depth}", boards.len(), book.len());
    println!("all moves: {}", summary(lost.iter()));
    println!("the best of the book: {}", summary(lost.iter().filter(|lost| lost.is_best)));
    for Lost { discs, board, square, .. } in lost.iter().take(3) {
        println!("{square} loses {discs:.1} in {board:?}");
    }
}

/// What a move of the book loses beside a deeper search.
struct Lost {
    discs: f32,
    /// Whether the book holds no other for better.
    is_best: bool,
    board: Board,
    square: Square,
}

fn summary<'a>(lost: impl Iterator<Item = &'a Lost>) -> String {
    let discs: Vec<f32> = lost.map(|lost| lost.discs).collect();
    let count = discs.len() as f32;
    let share = |least: f32| 100.0 * discs.iter().filter(|&&discs| discs >= least).count() as f32 / count;
    format!(
        "{count} lose {:.2} discs on average; at least 1: {:.1} %, 2: {:.1} %, 3: {:.1} %",
        discs.iter().sum::<f32>() / count,
        share(1.0),
        share(2.0),
        share(3.0),
    )
}

/// The moves of each board, ranked.
fn rank(boards: &[Board], depth: u32, threads: usize) -> Vec<Ranked> {
    in_parallel(boards, threads, |player, board| ranked_by(player, board, depth, MOST_MOVES))
}

/// What a position is worth to the player to move.
fn worth_of(player: &mut Opponent, board: Board, depth: u32) -> f32 {
    ranked_by(player, board, depth, NonZeroUsize::MIN)[0].1
}

/// Looks at each board, with a player for each thread.
fn in_parallel<T: Send>(boards: &[Board], threads: usize, look: impl Fn(&mut Opponent, Board) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(boards.len()) {
            scope.spawn(|| {
                let resources = Resources::default();
                let mut player = Opponent::new(Weights::shipped(), &resources);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&board) = boards.get(at) else { break };
                    let seen = look(&mut player, board);
                    found.lock().expect("no search panics").push((at, seen));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no search panics");
    found.sort_by_key(|&(at, _)| at);
    found.into_iter().map(|(_, seen)| seen).collect()
}

/// The best moves of a position, at most so many.
fn ranked_by(player: &mut Opponent, board: Board, depth: u32, variations: NonZeroUsize) -> Ranked {
    let limits = Limits { variations, ..Limits::depth(depth) };
    let report = player.analyse(board, &limits, &Stop::new(), &mut |_| {});
    let scored = report.variations.iter().filter_map(|variation| match (variation.moves[0], variation.score) {
        (Move::Place(square), Score::Margin(margin)) => Some((square, margin)),
        (Move::Place(square), Score::Exact { margin, .. }) => Some((square, margin as f32)),
        _ => None,
    });
    scored.collect()
}
