//! How fast SGF is parsed, beside the crate `sgf-parse` in the same run.
//!
//! `cargo bench -p plateau-record` prints megabytes per second for generated collections, and for the `.sgf` files in
//! `$PLATEAU_TESTDATA/sgf` if that folder is named. Texts are parsed in pieces of a millisecond or less, and of each piece
//! the best of several rounds counts: what else runs on the machine only ever makes a piece slower.
//!
//! | column | what is made of the text |
//! |---|---|
//! | `syntax` | the lossless tree of a whole file |
//! | `stream` | the same, game by game |
//! | `records` | the same, and from it records of Go |
//! | `checked` | the same, with every move played by the rules: what `record::read` does |
//! | `sgf-parse` | that crate's typed tree, in which no move is played |
//!
//! Figures of one run, in MB/s, on one core of a busy Xeon server (AVX2 build, `sgf-parse` 4.2.8):
//!
//! | text | `syntax` | `stream` | `records` | `checked` | `sgf-parse` |
//! |---|---|---|---|---|---|
//! | moves | 299 | 146 | 38 | 23 | 16 |
//! | moves, comments | 619 | 265 | 80 | 59 | 47 |
//! | variations | 333 | 176 | 33 | 12 | 18 |
//! | `ff4_ex.sgf` | 492 | 203 | 45 | 23 | 30 |
//!
//! `checked` is slower where there are many variations, since every one of them is played on a board of its own.

use std::hint::black_box;
use std::time::Instant;

use record::ReadOptions;
use record::sgf::syntax::Collection;
use record::sgf::{self, Games};

fn main() {
    let mut inputs = vec![
        ("moves".to_owned(), collection(40_000, 0, false)),
        ("moves, comments".to_owned(), collection(10_000, 200, false)),
        ("variations".to_owned(), collection(20_000, 20, true)),
    ];
    inputs.extend(samples());
    let names: String = PARSERS.iter().map(|(name, _)| format!(" {name:>9}")).collect();
    println!("{:<20} {:>9} {names}", "MB/s", "bytes");
    for (name, texts) in &inputs {
        measure(name, texts);
    }
}

/// A parser, and what it makes of a text: something to count, so that it is not optimised away.
type Parser = (&'static str, fn(&str) -> usize);

const PARSERS: [Parser; 5] = [
    ("syntax", |text| Collection::parse(text, &ReadOptions::STRICT).map_or(0, |collection| collection.node_count())),
    ("stream", |text| games(text).map(|game| game.node_count()).sum()),
    ("records", |text| games(text).map(|game| records(&game, false)).sum()),
    ("checked", |text| games(text).map(|game| records(&game, true)).sum()),
    ("sgf-parse", |text| sgf_parse::parse(text).map_or(0, |games| games.len())),
];

fn games(text: &str) -> impl Iterator<Item = Collection> {
    Games::new(text.as_bytes(), ReadOptions::STRICT).map(|game| game.expect("a game"))
}

/// Reads games as records of Go, with or without playing the moves.
fn records(game: &Collection, check_moves: bool) -> usize {
    let options = ReadOptions { check_moves, ..ReadOptions::STRICT };
    let read = |&root| sgf::read::<go::Game>(game, root, &options).expect("a record");
    game.roots().iter().map(|root| read(root).record.node_count()).sum()
}

fn measure(name: &str, texts: &[String]) {
    const ROUNDS: usize = 25;
    let size: usize = texts.iter().map(String::len).sum();
    let speed = |(_, parse): Parser| {
        let mut best = vec![f64::INFINITY; texts.len()];
        for _ in 0..ROUNDS {
            for (best, text) in best.iter_mut().zip(texts) {
                let start = Instant::now();
                assert_ne!(black_box(parse(black_box(text))), 0, "{name} is refused");
                *best = best.min(start.elapsed().as_secs_f64());
            }
        }
        size as f64 / best.iter().sum::<f64>() / 1e6
    };
    let speeds: String = PARSERS.into_iter().map(speed).map(|speed| format!(" {speed:>9.1}")).collect();
    println!("{name:<20} {size:>9} {speeds}");
}

/// A collection of Go games in pieces of a few games: with so many nodes, a comment of so many characters at every tenth, and variations.
fn collection(nodes: usize, comment: usize, variations: bool) -> Vec<String> {
    const GAME_NODES: usize = 200;
    let mut random = fastrand::Rng::with_seed(7);
    let mut pieces = Vec::new();
    let mut text = String::new();
    for game in 0..nodes / GAME_NODES {
        text += &format!("(;FF[4]GM[1]SZ[19]KM[7.5]RU[Chinese]PB[Black {game}]PW[White {game}]RE[B+R]\n");
        // Every point once, in some order, so that nearly all moves are legal.
        let mut points: Vec<u16> = (0..361).collect();
        random.shuffle(&mut points);
        let mut open = 0;
        for (ply, point) in points.iter().take(GAME_NODES).enumerate() {
            if variations && ply % 20 == 19 {
                text += "\n(;B[aa]TR[bb][cc]LB[dd:1][ee:2])\n(";
                open += 1;
            }
            let letter = |at: u16| (b'a' + at as u8) as char;
            let colour = if ply % 2 == 0 { 'B' } else { 'W' };
            text += &format!(";{colour}[{}{}]", letter(point % 19), letter(point / 19));
            if comment > 0 && ply % 10 == 0 {
                text += &format!("C[{}]", "a word \\] or two\n".repeat(comment / 17));
            }
        }
        text += &")".repeat(open + 1);
        text.push('\n');
        if text.len() > 1 << 14 {
            pieces.push(std::mem::take(&mut text));
        }
    }
    pieces
}

/// The files of other people that `sgf-parse` can read: UTF-8, nothing before the game.
fn samples() -> Vec<(String, Vec<String>)> {
    let Some(root) = std::env::var_os("PLATEAU_TESTDATA") else { return Vec::new() };
    let folder = std::path::Path::new(&root).join("sgf");
    let mut samples: Vec<_> = std::fs::read_dir(folder)
        .expect("PLATEAU_TESTDATA names a folder with sgf/ in it")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let text = std::fs::read_to_string(&path).ok()?;
            let name = path.file_name()?.to_string_lossy().into_owned();
            sgf_parse::parse(&text).is_ok().then(|| (name, vec![text]))
        })
        .collect();
    samples.sort();
    samples
}
