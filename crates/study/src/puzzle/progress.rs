//! How somebody does at puzzles: their rating in each game, and what they have tried.

use std::collections::BTreeMap;
use std::fmt;

use table::Kind;

use super::collection::Collection;
use crate::rating::Rating;

/// How somebody does at the puzzles of every game. As text it is one line a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    standings: [Standing; 3],
}

/// How somebody does at the puzzles of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// How good they are.
    pub rating: Rating,
    /// The puzzles that they tried, by number, and whether the first try was right.
    pub tried: BTreeMap<usize, bool>,
}

/// How sure the rating of a puzzle is: the levels tried it some thirty times.
const DEVIATION: f64 = 100.0;

/// The next puzzle is one of so many that are nearest to the person's rating.
const NEAREST: usize = 12;

impl Default for Progress {
    fn default() -> Progress {
        Progress { standings: Kind::ALL.map(|_| Standing::default()) }
    }
}

impl Progress {
    /// How they do in this game.
    pub fn of(&self, kind: Kind) -> &Standing {
        &self.standings[kind as usize]
    }

    /// The first try at a puzzle: whether it counts, which a second one does not.
    pub fn try_first(&mut self, collection: &Collection, number: usize, is_right: bool) -> bool {
        let Some(rating) = collection.rating(number) else { return false };
        let standing = &mut self.standings[collection.kind() as usize];
        if standing.tried.contains_key(&number) {
            return false;
        }
        standing.tried.insert(number, is_right);
        let puzzle = Rating { rating: f64::from(rating), deviation: DEVIATION, ..Rating::default() };
        standing.rating = standing.rating.after(&[(puzzle, f64::from(u8::from(is_right)))]);
        true
    }

    /// Reads what [`Progress::text`] wrote. What cannot be read is as if it had never been; where the puzzles are others by now, the
    /// rating stays and what was tried is forgotten.
    pub fn read(text: &str, collections: &dyn Fn(Kind) -> &'static Collection) -> Progress {
        let mut progress = Progress::default();
        for line in text.lines() {
            let mut words = line.split(' ');
            let kind = words.next().and_then(|word| word.parse::<Kind>().ok());
            let (Some(kind), Some(id), Some(rating)) = (kind, words.next(), words.next().and_then(Rating::read)) else {
                continue;
            };
            let collection = collections(kind);
            let tried = |word: &str| {
                let (number, mark) = word.split_at_checked(word.len().checked_sub(1)?)?;
                let number = number.parse().ok().filter(|number| collection.rating(*number).is_some())?;
                matches!(mark, "+" | "-").then_some((number, mark == "+"))
            };
            let tried = if id == collection.id() { words.filter_map(tried).collect() } else { BTreeMap::new() };
            progress.standings[kind as usize] = Standing { rating, tried };
        }
        progress
    }

    /// As it is kept.
    pub fn text(&self, collections: &dyn Fn(Kind) -> &'static Collection) -> String {
        let line = |kind: Kind| {
            let Standing { rating, tried } = self.of(kind);
            let tried: String =
                tried.iter().map(|(number, right)| format!(" {number}{}", if *right { '+' } else { '-' })).collect();
            format!("{kind} {} {rating}{tried}\n", collections(kind).id())
        };
        Kind::ALL.map(line).concat()
    }
}

impl Standing {
    /// The next puzzle for them: one that they have not tried, near their rating; any near it once they have tried all. None where there
    /// are no puzzles.
    pub fn next(&self, collection: &Collection) -> Option<usize> {
        let distance = |&number: &usize| {
            let rating = f64::from(collection.rating(number).unwrap_or_default());
            ((rating - self.rating.rating).abs() * 10.0) as u64
        };
        let mut numbers: Vec<usize> =
            (1..=collection.len()).filter(|number| !self.tried.contains_key(number)).collect();
        if numbers.is_empty() {
            numbers = (1..=collection.len()).collect();
        }
        numbers.sort_by_key(distance);
        numbers.truncate(NEAREST);
        // Neighbours were often found in the same game: not always the nearest one.
        numbers.get(self.tried.len() * 5 % numbers.len().max(1)).copied()
    }

    /// How many were right at the first try, and how many were tried.
    pub fn counts(&self) -> [usize; 2] {
        [self.tried.values().filter(|right| **right).count(), self.tried.len()]
    }
}

/// The puzzle of a day, counted from the first of January 1970: its game and its number. None where a game has no puzzles.
pub fn daily(day: u64, collections: &dyn Fn(Kind) -> &'static Collection) -> Option<(Kind, usize)> {
    let kind = kind_of_day(day);
    of_day(day, collections(kind)).map(|number| (kind, number))
}

/// The game of which the puzzle of a day is one.
pub fn kind_of_day(day: u64) -> Kind {
    Kind::ALL[(day % 3) as usize]
}

/// The puzzle of a day in one game. Within as many days as there are puzzles none comes twice.
pub fn of_day(day: u64, collection: &Collection) -> Option<usize> {
    /// Larger than any collection and prime, so that its multiples go through all puzzles.
    const STRIDE: u64 = 1_000_003;
    let len = collection.len() as u64;
    Some((day % len.max(1) * STRIDE % len.max(1)) as usize + 1).filter(|_| len > 0)
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}", self.rating.rating)
    }
}

/// A day has so many milliseconds.
pub const DAY_MS: u64 = 24 * 3600 * 1000;
