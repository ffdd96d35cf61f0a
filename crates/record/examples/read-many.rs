//! Reads every record in a folder and the folders in it, on all cores: `cargo run --release --example read-many -- FOLDER`.
//!
//! `read-many FOLDER make COUNT` first writes so many games of Go there, for those who have no million files at hand.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use plateau_core::{Game as _, Position as _};
use record::{AnyRecord, Format, ReadOptions, Record, read, write};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder] => {
            let begin = Instant::now();
            let sum = read_all(Path::new(folder), thread::available_parallelism()?.get());
            let seconds = begin.elapsed().as_secs_f64();
            println!("{sum:?}");
            let (files, megabytes) = (sum.files as f64, sum.bytes as f64 / 1e6);
            println!("{seconds:.1} s, {:.0} files and {:.1} MB a second", files / seconds, megabytes / seconds);
            Ok(())
        }
        [folder, "make", count] => make(Path::new(folder), count.parse()?),
        _ => Err("read-many FOLDER, or read-many FOLDER make COUNT".into()),
    }
}

/// What was found.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Sum {
    files: u64,
    bytes: u64,
    games: u64,
    moves: u64,
    /// Files with something that was passed over.
    damaged: u64,
    /// Files without a game.
    bad: u64,
}

/// Each file is read apart from the others, so threads share nothing but the folders that are still to be read.
fn read_all(folder: &Path, threads: usize) -> Sum {
    let paths = Mutex::new(Paths { folders: vec![folder.to_owned()], files: Vec::new() });
    // A few hundred names at a time: nobody waits for the lock.
    let work = || {
        let mut sum = Sum::default();
        loop {
            let batch = paths.lock().expect("nothing panics with it").next(256);
            if batch.is_empty() {
                return sum;
            }
            for path in &batch {
                sum.add(path);
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no file makes it panic")).fold(Sum::default(), Sum::and)
    })
}

impl Sum {
    fn add(&mut self, path: &Path) {
        // A damaged file opens up to the damage. Nobody doubts the moves here: they are not played, which saves up to two thirds of the time.
        let options = ReadOptions { check_moves: false, ..ReadOptions::RECOVER };
        let name = path.file_name().and_then(|name| name.to_str());
        let bytes = fs::read(path).unwrap_or_default();
        self.files += 1;
        self.bytes += bytes.len() as u64;
        match read(&bytes, name, &options) {
            Ok(contents) => {
                self.damaged += u64::from(!contents.warnings.is_empty());
                self.games += contents.records.len() as u64;
                self.moves += contents.records.iter().map(moves).sum::<u64>();
            }
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                self.bad += 1;
            }
        }
    }

    fn and(self, other: Sum) -> Sum {
        Sum {
            files: self.files + other.files,
            bytes: self.bytes + other.bytes,
            games: self.games + other.games,
            moves: self.moves + other.moves,
            damaged: self.damaged + other.damaged,
            bad: self.bad + other.bad,
        }
    }
}

/// A record is of one of three games, and everything in it is typed accordingly.
fn moves(record: &AnyRecord) -> u64 {
    let count = match record {
        AnyRecord::Go(record) => record.main_moves().count(),
        AnyRecord::Othello(record) => record.main_moves().count(),
        AnyRecord::Aligne4(record) => record.main_moves().count(),
    };
    count as u64
}

/// What is still to be read.
struct Paths {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Paths {
    /// The next files, as many as these unless that is all.
    fn next(&mut self, count: usize) -> Vec<PathBuf> {
        while self.files.len() < count {
            let Some(folder) = self.folders.pop() else { break };
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_folder { &mut self.folders } else { &mut self.files }.push(entry.path());
            }
        }
        self.files.split_off(self.files.len().saturating_sub(count))
    }
}

/// A thousand games of 200 moves each, over and over, a thousand files to a folder.
fn make(folder: &Path, count: usize) -> Result<(), Box<dyn Error>> {
    let games: Vec<Vec<u8>> = (0..count.min(1000)).map(game).collect::<Result<_, _>>()?;
    for number in 0..count {
        let within = folder.join(format!("{:04}", number / 1000));
        if number % 1000 == 0 {
            fs::create_dir_all(&within)?;
        }
        fs::write(within.join(format!("{number}.sgf")), &games[number % games.len()])?;
    }
    Ok(())
}

/// A game of random moves, as a file.
fn game(seed: usize) -> Result<Vec<u8>, record::Error> {
    let mut random = fastrand::Rng::with_seed(seed as u64);
    let game = go::Game::even(go::Size::NINETEEN, go::Rules::default());
    let mut position = game.start();
    let mut played = Vec::new();
    while played.len() < 200 && !position.is_over() {
        let legal: Vec<go::Move> = position.legal_moves().filter(|mv| *mv != go::Move::Pass).collect();
        let mv = random.choice(legal).unwrap_or(go::Move::Pass);
        position.play_legal(mv);
        played.push(mv);
    }
    let record = Record::from_moves(game, played).expect("the moves are legal");
    write(&[AnyRecord::Go(record)], Format::Sgf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_every_folder_is_read_once_by_any_number_of_threads() -> Result<(), Box<dyn Error>> {
        let folder = std::env::temp_dir().join(format!("plateau-read-many-{}", std::process::id()));
        make(&folder.join("games"), 1200)?;
        fs::write(folder.join("damaged.sgf"), "(;GM[1]SZ[9];B[ee];W[c")?;
        fs::write(folder.join("nothing.ggf"), "")?;
        let sums = [1, 3].map(|threads| read_all(&folder, threads));
        fs::remove_dir_all(&folder)?;
        for sum in sums {
            assert_eq!((sum.files, sum.games, sum.damaged, sum.bad), (1202, 1201, 1, 1));
            assert_eq!(sum.moves, 1200 * 200 + 1);
        }
        Ok(())
    }
}
