//! The puzzle of the day, for the first page.

use std::sync::{Mutex, PoisonError};

use players::puzzles::Posed;
use study::puzzle::{Collection, DAY_MS, daily};

use crate::Daily;

/// The puzzle of the day of this time. It is worked out once a day: the game is played through to its position for that.
pub fn puzzle_of_the_day(now_ms: u64) -> Option<Daily> {
    static KNOWN: Mutex<Option<(u64, Option<Daily>)>> = Mutex::new(None);
    let day = now_ms / DAY_MS;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.as_ref().is_none_or(|(of, _)| *of != day) {
        *known = Some((day, of_day(day)));
    }
    known.as_ref().and_then(|(_, daily)| daily.clone())
}

fn of_day(day: u64) -> Option<Daily> {
    let (kind, number) = daily(day, &Collection::shipped)?;
    let puzzle = Collection::shipped(kind).puzzle(number)?;
    Some(Daily { kind, number, rating: puzzle.rating, task: Posed::new(puzzle).ok()?.task() })
}
