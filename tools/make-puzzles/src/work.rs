//! Several threads that look for puzzles until the time is up.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use fastrand::Rng;
use study::puzzle::Puzzle;

use crate::Settings;

/// Looks for puzzles of one game.
pub(crate) trait Find {
    /// Plays one game and says which puzzles it found in it; none after the time is up, which it asks about between positions.
    fn game(&mut self, is_late: &dyn Fn() -> bool, found: &mut dyn FnMut(Puzzle));
}

/// Appends what is found to the file.
pub(crate) fn find<F: Find>(settings: &Settings, finder: impl Fn(Rng) -> Result<F, String> + Sync) -> io::Result<()> {
    let begun = Instant::now();
    let is_late = || begun.elapsed() >= settings.time;
    let out = Mutex::new((OpenOptions::new().create(true).append(true).open(&settings.out)?, 0_usize, 0_usize));
    let mut rng = Rng::with_seed(settings.seed);
    let rngs: Vec<Rng> = (0..settings.threads).map(|_| rng.fork()).collect();
    thread::scope(|scope| {
        let threads: Vec<_> = rngs
            .into_iter()
            .map(|rng| {
                let (finder, out) = (&finder, &out);
                scope.spawn(move || -> io::Result<()> {
                    let mut finder = finder(rng).map_err(io::Error::other)?;
                    while !is_late() {
                        let mut failure = None;
                        finder.game(&is_late, &mut |puzzle| {
                            if let Err(unfit) = puzzle.check() {
                                eprintln!("{unfit}: {puzzle}");
                                return;
                            }
                            let (file, found, _) = &mut *out.lock().expect("no thread panics");
                            *found += 1;
                            failure = writeln!(file, "{puzzle}").err();
                        });
                        if let Some(error) = failure {
                            return Err(error);
                        }
                        out.lock().expect("no thread panics").2 += 1;
                    }
                    Ok(())
                })
            })
            .collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    let (_, found, games) = out.into_inner().expect("no thread panics");
    println!("{found} puzzles in {games} games, {:.0} s, {} threads", begun.elapsed().as_secs_f32(), settings.threads);
    Ok(())
}
