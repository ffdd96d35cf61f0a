//! From what was found to the file that is shipped.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;

use fastrand::Rng;
use plateau_core::Symmetric;
use study::puzzle::{Collection, Puzzle, Task};
use table::{AnyTable, Kind};

use crate::Settings;

/// Puzzles whose ratings differ by less than this are about as hard.
const STEP: u16 = 200;

/// Checks what was found, leaves out what is the same but for a symmetry, and chooses so that every board, task, theme and rating has its
/// share: one of each group after the other until there are enough.
pub(crate) fn pack(kind: Kind, settings: &Settings) -> io::Result<()> {
    let mut seen = BTreeSet::new();
    let mut groups: BTreeMap<(String, &str, &str, u16), Vec<Puzzle>> = BTreeMap::new();
    let (mut read, mut refused) = (0, 0);
    for file in &settings.files {
        for line in fs::read_to_string(file)?.lines() {
            read += 1;
            let checked = Puzzle::read(kind, line).and_then(|puzzle| puzzle.check().map(|()| puzzle));
            let Ok(puzzle) = checked else {
                refused += 1;
                continue;
            };
            if !is_clear(&puzzle) {
                continue;
            }
            if !seen.insert((canonical(&puzzle), puzzle.task.to_string())) {
                continue;
            }
            let theme = puzzle.themes.first().map_or("", |theme| theme.name());
            let group = (puzzle.ground.board().to_owned(), puzzle.task.name(), theme, puzzle.rating / STEP);
            groups.entry(group).or_default().push(puzzle);
        }
    }
    let mut rng = Rng::with_seed(settings.seed);
    for group in groups.values_mut() {
        rng.shuffle(group);
    }
    let mut chosen: Vec<Puzzle> = Vec::new();
    while chosen.len() < settings.count && groups.values().any(|group| !group.is_empty()) {
        let left = settings.count - chosen.len();
        chosen.extend(groups.values_mut().filter_map(Vec::pop).take(left));
    }
    chosen.sort_by_key(|puzzle| (puzzle.rating, puzzle.to_string()));
    report(&chosen);
    let collection = Collection::new(kind, chosen);
    let text = collection.to_string();
    fs::write(&settings.out, &text)?;
    println!(
        "{} of {read} lines ({refused} refused, {} different), {} bytes",
        collection.len(),
        seen.len(),
        text.len()
    );
    Ok(())
}

/// Whether the points that a puzzle of Go promises are enough for its board. Of those that promise less, some have a second move that is
/// nearly as good at sixteen times the visits: `docs/puzzles.md` has the figures.
fn is_clear(puzzle: &Puzzle) -> bool {
    match (puzzle.task, puzzle.ground.board()) {
        (Task::Gain { points }, "19") => points >= 4,
        (Task::Gain { points }, _) => points >= 5,
        _ => true,
    }
}

/// The same for positions that differ by a symmetry only.
fn canonical(puzzle: &Puzzle) -> u64 {
    match puzzle.table().expect("it was checked") {
        AnyTable::Go(table) => least_key(table.position()),
        AnyTable::Othello(table) => least_key(table.position()),
        AnyTable::Aligne4(table) => least_key(table.position()),
    }
}

fn least_key<P: Symmetric>(position: &P) -> u64 {
    position.symmetries().map(|symmetry| position.transformed(symmetry).key()).min().unwrap_or_default()
}

/// Counts by board, task, theme and rating.
fn report(puzzles: &[Puzzle]) {
    let count = |of: &dyn Fn(&Puzzle) -> Vec<String>| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for name in puzzles.iter().flat_map(of) {
            *counts.entry(name).or_default() += 1;
        }
        counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<String>>().join(", ")
    };
    println!("boards: {}", count(&|puzzle| vec![puzzle.ground.board().to_owned()]));
    println!("tasks: {}", count(&|puzzle| vec![puzzle.task.name().to_owned()]));
    println!("themes: {}", count(&|puzzle| puzzle.themes.iter().map(|theme| theme.name().to_owned()).collect()));
    println!("ratings: {}", count(&|puzzle| vec![format!("{:04}", puzzle.rating / STEP * STEP)]));
}
