//! When a card is due: the Free Spaced Repetition Scheduler, version 5, with its published weights.
//!
//! Source: <https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm>, by J. Ye and others. A memory has a stability (the days
//! after which it is recalled nine times out of ten) and a difficulty (from 1 to 10); both change with each answer. Intervals
//! are whole days: who missed a card sees it again tomorrow.

use std::fmt;

use crate::Unreadable;

/// How an answer went.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// It was wrong, or nothing was tried before the answer was asked for.
    Missed,
    /// It was right, after a hint.
    Helped,
    /// It was right.
    Found,
}

impl Answer {
    /// The scheduler's rating: again is 1, hard is 2, good is 3. Nobody says that a card was easy, which is 4.
    fn rating(self) -> f64 {
        match self {
            Answer::Missed => 1.0,
            Answer::Helped => 2.0,
            Answer::Found => 3.0,
        }
    }
}

/// What is remembered of a card.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Memory {
    /// After so many days it is recalled nine times out of ten.
    pub stability: f64,
    /// How hard it is to remember, from 1 to 10.
    pub difficulty: f64,
    /// When it was last asked.
    pub answered_ms: u64,
}

/// When a card is due, and how it has gone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// When it is due.
    pub due_ms: u64,
    /// What is remembered of it; nothing before the first answer.
    pub memory: Option<Memory>,
    /// How many times it was asked.
    pub answers: u32,
    /// How many times it was missed.
    pub misses: u32,
}

const WEIGHTS: [f64; 19] = [
    0.4197, 1.1869, 3.0412, 15.2441, 7.1434, 0.6477, 1.0007, 0.0674, 1.6597, 0.1712, 1.1178, 2.0225, 0.0904, 0.3025,
    2.1214, 0.2498, 2.9466, 0.4891, 0.6468,
];

const DECAY: f64 = -0.5;
/// So that after as many days as it is stable a memory is recalled nine times out of ten.
const FACTOR: f64 = 19.0 / 81.0;

const DAY_MS: u64 = 24 * 3600 * 1000;

/// No interval is longer: a hundred years, as the scheduler has it.
const LONGEST_DAYS: f64 = 36_500.0;

/// A card is due so much sooner than to the hour: who answered in the evening finds it the next morning.
const SOONER_MS: u64 = DAY_MS / 2;

/// Whoever remembers a card for three weeks knows it.
const LEARNED_MS: u64 = 21 * DAY_MS - SOONER_MS;

impl Schedule {
    /// Of a card that was never asked: it is due at once.
    pub fn new(now_ms: u64) -> Schedule {
        Schedule { due_ms: now_ms, memory: None, answers: 0, misses: 0 }
    }

    /// The same after an answer.
    #[must_use]
    pub fn answered(&self, answer: Answer, now_ms: u64) -> Schedule {
        let memory = match &self.memory {
            None => Memory::first(answer, now_ms),
            Some(memory) => memory.next(answer, now_ms),
        };
        Schedule {
            due_ms: now_ms + memory.interval_days() * DAY_MS - SOONER_MS,
            memory: Some(memory),
            answers: self.answers.saturating_add(1),
            misses: self.misses.saturating_add(u32::from(answer == Answer::Missed)),
        }
    }

    /// Whether it is to be asked now.
    pub fn is_due(&self, now_ms: u64) -> bool {
        self.due_ms <= now_ms
    }

    /// Whether a card that was last touched and is due at these times is known for weeks: what a list can tell without reading it.
    pub fn is_learned(touched_ms: u64, due_ms: u64) -> bool {
        due_ms.saturating_sub(touched_ms) >= LEARNED_MS
    }
}

impl Memory {
    fn first(answer: Answer, now_ms: u64) -> Memory {
        let rating = answer.rating();
        Memory {
            stability: WEIGHTS[rating as usize - 1],
            difficulty: first_difficulty(rating).clamp(1.0, 10.0),
            answered_ms: now_ms,
        }
    }

    fn next(&self, answer: Answer, now_ms: u64) -> Memory {
        let rating = answer.rating();
        let recalled = self.recalled(now_ms);
        let towards = first_difficulty(4.0);
        let difficulty = self.difficulty - WEIGHTS[6] * (rating - 3.0);
        let difficulty = WEIGHTS[7] * towards + (1.0 - WEIGHTS[7]) * difficulty;
        let stability = match answer {
            Answer::Missed => self.after_miss(recalled),
            Answer::Helped => self.after_recall(recalled, WEIGHTS[15]),
            Answer::Found => self.after_recall(recalled, 1.0),
        };
        Memory { stability: stability.max(0.1), difficulty: difficulty.clamp(1.0, 10.0), answered_ms: now_ms }
    }

    /// How probably it is still remembered.
    pub fn recalled(&self, now_ms: u64) -> f64 {
        // As whole days: what is asked twice a day has not been forgotten in between.
        let days = (now_ms.saturating_sub(self.answered_ms) + SOONER_MS) / DAY_MS;
        (1.0 + FACTOR * days as f64 / self.stability).powf(DECAY)
    }

    fn after_recall(&self, recalled: f64, modifier: f64) -> f64 {
        let gain = WEIGHTS[8].exp()
            * (11.0 - self.difficulty)
            * self.stability.powf(-WEIGHTS[9])
            * (((1.0 - recalled) * WEIGHTS[10]).exp() - 1.0);
        self.stability * (1.0 + gain * modifier)
    }

    fn after_miss(&self, recalled: f64) -> f64 {
        WEIGHTS[11]
            * self.difficulty.powf(-WEIGHTS[12])
            * ((self.stability + 1.0).powf(WEIGHTS[13]) - 1.0)
            * ((1.0 - recalled) * WEIGHTS[14]).exp()
    }

    /// After so many whole days it is recalled nine times out of ten.
    fn interval_days(&self) -> u64 {
        self.stability.round().clamp(1.0, LONGEST_DAYS) as u64
    }
}

fn first_difficulty(rating: f64) -> f64 {
    WEIGHTS[4] - (WEIGHTS[5] * (rating - 1.0)).exp() + 1.0
}

/// As words: when it is due, how often it was asked and missed, and the memory if there is one.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.due_ms, self.answers, self.misses)?;
        match &self.memory {
            Some(Memory { stability, difficulty, answered_ms }) => {
                write!(f, " {stability:.4} {difficulty:.4} {answered_ms}")
            }
            None => Ok(()),
        }
    }
}

impl Schedule {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Result<Schedule, Unreadable> {
        let words: Vec<&str> = text.split(' ').collect();
        let whole = |at: usize| words[at].parse::<u64>().map_err(|_| Unreadable);
        let within = |at: usize, most: f64| {
            let value: f64 = words[at].parse().map_err(|_| Unreadable)?;
            if (0.1..=most).contains(&value) { Ok(value) } else { Err(Unreadable) }
        };
        let memory = match words.len() {
            3 => None,
            6 => {
                let (stability, difficulty) = (within(3, 1e9)?, within(4, 10.0)?);
                Some(Memory { stability, difficulty, answered_ms: whole(5)? })
            }
            _ => return Err(Unreadable),
        };
        let count = |at: usize| words[at].parse::<u32>().map_err(|_| Unreadable);
        Ok(Schedule { due_ms: whole(0)?, memory, answers: count(1)?, misses: count(2)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers on the day on which the card is due, at noon; the days in between.
    fn intervals(answers: &[Answer]) -> Vec<u64> {
        let mut now_ms = 20_000 * DAY_MS + SOONER_MS;
        let mut schedule = Schedule::new(now_ms);
        let mut days = Vec::new();
        for &answer in answers {
            schedule = schedule.answered(answer, now_ms);
            let next_ms = schedule.due_ms + SOONER_MS;
            days.push((next_ms - now_ms) / DAY_MS);
            now_ms = next_ms;
        }
        days
    }

    #[test]
    fn intervals_are_those_of_the_published_scheduler() {
        use Answer::{Found, Missed};
        // The sequence by which implementations of version 5 check their long-term schedule, such as that of ts-fsrs.
        let answers = [&[Found; 6][..], &[Missed; 2], &[Found; 5]].concat();
        assert_eq!(intervals(&answers), [3, 13, 48, 155, 445, 1158, 17, 3, 9, 27, 74, 190, 457]);
    }

    #[test]
    fn who_needs_help_comes_back_sooner_and_who_misses_tomorrow() {
        use Answer::{Found, Helped, Missed};
        assert_eq!([Missed, Helped, Found].map(|answer| intervals(&[answer])[0]), [1, 1, 3]);
        let after = |answer| intervals(&[Found, Found, answer])[2];
        assert!(after(Missed) < after(Helped) && after(Helped) < after(Found));
    }

    #[test]
    fn a_card_answered_in_the_evening_is_due_the_next_morning_and_not_before() {
        let (evening, hour) = (20_000 * DAY_MS + 22 * 3_600_000, 3_600_000);
        let schedule = Schedule::new(evening).answered(Answer::Missed, evening);
        assert!(!schedule.is_due(evening + hour) && schedule.is_due(evening + 12 * hour));
        assert_eq!((schedule.answers, schedule.misses), (1, 1));
        // A second look on the same day is no proof that it is remembered.
        let again = schedule.answered(Answer::Found, evening + hour);
        let [before, after] = [schedule, again].map(|schedule| schedule.memory.expect("asked").stability);
        assert!((after - before).abs() < 1e-9, "{before} {after}");
    }

    #[test]
    fn what_is_known_for_weeks_is_learned() {
        let now_ms = 20_000 * DAY_MS;
        let mut schedule = Schedule::new(now_ms);
        let mut learned = Vec::new();
        for _ in 0..3 {
            let touched_ms = schedule.due_ms + SOONER_MS;
            schedule = schedule.answered(Answer::Found, touched_ms);
            learned.push(Schedule::is_learned(touched_ms, schedule.due_ms));
        }
        assert_eq!(learned, [false, false, true]);
    }

    #[test]
    fn what_is_written_is_read_again_and_nothing_else() {
        let now_ms = 20_000 * DAY_MS;
        let fresh = Schedule::new(now_ms);
        for schedule in [fresh, fresh.answered(Answer::Helped, now_ms)] {
            let text = schedule.to_string();
            assert_eq!(Schedule::read(&text).expect(&text).to_string(), text);
        }
        for text in
            ["", "1", "1 2", "1 2 x", "1 2 3 4", "1 2 3 nan 5 6", "1 2 3 -1 5 6", "1 2 3 4 11 6", "1 2 3 4 5 6 7"]
        {
            assert_eq!(Schedule::read(text), Err(Unreadable), "{text}");
        }
    }
}
