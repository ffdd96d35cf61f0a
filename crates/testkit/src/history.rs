//! What the clients of a site were told, and whether all of it can be true.
//!
//! Clients write down every answer with when they asked and when they heard; [`check`] looks at that afterwards and knows nothing of servers. After
//! Jepsen: what was not answered may have been done or not, what was answered must have been.

use std::collections::BTreeMap;
use std::time::Duration;

/// An answer, and when. Times are since whatever all clients agree on.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// When it was asked.
    pub asked: Duration,
    /// When it was answered.
    pub heard: Duration,
    /// Which game it is about.
    pub game: String,
    /// What the answer was.
    pub told: Told,
}

/// What an answer was.
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    /// A move was made: the one with this number, from 0.
    Played {
        /// Its number.
        number: usize,
        /// The move.
        mv: String,
    },
    /// The game is like this.
    Shown {
        /// Its moves.
        moves: Vec<String>,
        /// What both clocks show, Black's first, while they run; time is only ever taken off them.
        clocks: Option<[Duration; 2]>,
    },
    /// Somebody has a seat.
    Seated {
        /// Which, 0 or 1.
        side: usize,
        /// Who.
        who: String,
    },
}

/// What cannot all be true, by the game.
#[derive(Clone, PartialEq, Debug)]
pub enum Violation {
    /// A move was made, and later it was not there.
    Lost(String, usize, String),
    /// Two moves were made with the same number: two servers had the game.
    Twice(String, usize, [String; 2]),
    /// Moves were shown in two orders.
    TwoOrders(String, [Vec<String>; 2]),
    /// More moves were shown before.
    WentBack(String, [usize; 2]),
    /// Two people have one seat.
    SeatTwice(String, usize, [String; 2]),
    /// A clock shows more than before, and than the outage explains.
    ClockWentBack(String, usize, [Duration; 2]),
    /// Clocks lost more time than went by, or less than that without the outage: how much they lost, and how much went by.
    ClockOff(String, [Duration; 2]),
}

/// Between a clock being read and the answer being on its way.
const READING: Duration = Duration::from_millis(250);

/// Everything that cannot be true together. Clocks may have stood for as long as the outage in any span of time; that they did may turn out later than
/// they were shown running, and is given back then.
pub fn check(history: &[Entry], outage: Duration) -> Vec<Violation> {
    let mut games: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in history {
        games.entry(&entry.game).or_default().push(entry);
    }
    let mut violations = Vec::new();
    for (game, mut entries) in games {
        entries.sort_by_key(|entry| entry.heard);
        let game = Game { name: game, entries };
        game.check_moves(&mut violations);
        game.check_seats(&mut violations);
        game.check_clocks(outage, &mut violations);
    }
    violations
}

/// The entries of a game, in the order in which they were heard.
struct Game<'a> {
    name: &'a str,
    entries: Vec<&'a Entry>,
}

/// What was shown of a game, and the entry by which it was.
type Shown<'a> = (&'a Entry, &'a [String], Option<[Duration; 2]>);

impl<'a> Game<'a> {
    fn shown(&self) -> impl Iterator<Item = Shown<'a>> {
        self.entries.iter().filter_map(|&entry| match &entry.told {
            Told::Shown { moves, clocks } => Some((entry, moves.as_slice(), *clocks)),
            Told::Played { .. } | Told::Seated { .. } => None,
        })
    }

    fn check_moves(&self, violations: &mut Vec<Violation>) {
        let name = || self.name.to_owned();
        let mut played: BTreeMap<usize, (&Entry, &str)> = BTreeMap::new();
        for &entry in &self.entries {
            let Told::Played { number, mv } = &entry.told else { continue };
            match played.get(number) {
                // Whoever asks again for what was done is told the same.
                Some((_, before)) if before == mv => {}
                Some((_, before)) => {
                    violations.push(Violation::Twice(name(), *number, [(*before).to_owned(), mv.clone()]));
                }
                None => drop(played.insert(*number, (entry, mv))),
            }
        }
        let mut longest: &[String] = &[];
        let mut longest_heard = (Duration::ZERO, 0);
        for (entry, moves, _) in self.shown() {
            for (&number, &(made, mv)) in &played {
                let is_there = moves.get(number).is_some_and(|shown| shown == mv);
                if !is_there && made.heard <= entry.asked {
                    violations.push(Violation::Lost(name(), number, mv.to_owned()));
                }
            }
            if longest_heard.0 <= entry.asked && moves.len() < longest_heard.1 {
                violations.push(Violation::WentBack(name(), [longest_heard.1, moves.len()]));
            }
            let (short, long) = if moves.len() < longest.len() { (moves, longest) } else { (longest, moves) };
            if !long.starts_with(short) {
                violations.push(Violation::TwoOrders(name(), [short.to_vec(), long.to_vec()]));
            }
            if moves.len() > longest.len() {
                (longest, longest_heard) = (moves, (entry.heard, moves.len()));
            }
        }
    }

    fn check_seats(&self, violations: &mut Vec<Violation>) {
        let mut seats: [Option<&str>; 2] = [None; 2];
        for entry in &self.entries {
            let Told::Seated { side, who } = &entry.told else { continue };
            let before = seats[*side].get_or_insert(who);
            if before != who {
                let both = [(*before).to_owned(), who.clone()];
                violations.push(Violation::SeatTwice(self.name.to_owned(), *side, both));
            }
        }
    }

    fn check_clocks(&self, outage: Duration, violations: &mut Vec<Violation>) {
        let name = || self.name.to_owned();
        let mut last: Option<(&Entry, [Duration; 2])> = None;
        for (entry, _, clocks) in self.shown() {
            let Some(clocks) = clocks else { continue };
            if let Some((before, were)) = last.filter(|(before, _)| before.heard <= entry.asked) {
                for side in 0..2 {
                    if clocks[side] > were[side] + outage {
                        violations.push(Violation::ClockWentBack(name(), side, [were[side], clocks[side]]));
                    }
                }
                let lost = were.iter().sum::<Duration>().saturating_sub(clocks.iter().sum());
                let (least, most) =
                    (entry.asked.saturating_sub(before.heard), entry.heard.saturating_sub(before.asked));
                if lost > most + READING || lost + outage + READING < least {
                    violations.push(Violation::ClockOff(name(), [lost, most]));
                }
            }
            last = Some((entry, clocks));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    fn at(asked: u64, heard: u64, told: Told) -> Entry {
        Entry { asked: S(asked), heard: S(heard), game: "g".to_owned(), told }
    }

    fn played(number: usize, mv: &str) -> Told {
        Told::Played { number, mv: mv.to_owned() }
    }

    fn shown(moves: &str) -> Told {
        Told::Shown { moves: moves.split_whitespace().map(str::to_owned).collect(), clocks: None }
    }

    fn clocks(black: u64, white: u64) -> Told {
        Told::Shown { moves: Vec::new(), clocks: Some([S(black), S(white)]) }
    }

    fn seated(side: usize, who: &str) -> Told {
        Told::Seated { side, who: who.to_owned() }
    }

    /// The names of what is found, one after the other.
    fn found(history: &[Entry]) -> String {
        let name = |violation: &Violation| format!("{violation:?}").split('(').next().unwrap_or_default().to_owned();
        check(history, S(10)).iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_can_be_true_is_let_pass() {
        for history in [
            vec![],
            vec![at(0, 1, played(0, "a")), at(1, 2, shown("a")), at(2, 3, played(1, "b")), at(3, 4, shown("a b c"))],
            // Who looks while a move is made may see it or not, and hear of it before or after.
            vec![at(0, 5, played(0, "a")), at(1, 2, shown("")), at(1, 3, shown("a"))],
            vec![at(0, 4, shown("a b")), at(1, 5, shown("a"))],
            // What was asked for again and done once.
            vec![at(0, 1, played(0, "a")), at(2, 3, played(0, "a"))],
            vec![at(0, 1, seated(0, "ada")), at(1, 2, seated(1, "bo")), at(2, 3, seated(0, "ada"))],
            // In an outage clocks may stand, or run.
            vec![at(0, 0, clocks(60, 60)), at(5, 5, clocks(55, 60)), at(20, 20, clocks(55, 55))],
            vec![at(0, 0, clocks(60, 60)), at(15, 15, clocks(45, 60))],
            // Another game is another game.
            vec![at(0, 1, played(0, "a")), Entry { game: "h".to_owned(), ..at(2, 3, shown("")) }],
        ] {
            assert_eq!(found(&history), "", "{history:?}");
        }
    }

    #[test]
    fn what_cannot_be_true_is_found() {
        for (history, violation) in [
            (vec![at(0, 1, played(0, "a")), at(1, 2, shown(""))], "Lost"),
            (vec![at(0, 1, played(0, "a")), at(1, 2, shown("b"))], "Lost"),
            (vec![at(0, 1, played(1, "b")), at(0, 1, shown("a")), at(1, 2, shown("a"))], "Lost"),
            (vec![at(0, 1, played(0, "a")), at(5, 6, played(0, "b"))], "Twice"),
            (vec![at(0, 1, shown("a b")), at(0, 1, shown("a c d"))], "TwoOrders"),
            (vec![at(0, 1, shown("a b c")), at(0, 1, shown("b"))], "TwoOrders"),
            (vec![at(0, 1, shown("a b")), at(1, 2, shown("a"))], "WentBack"),
            (vec![at(0, 1, seated(0, "ada")), at(0, 1, seated(0, "bo"))], "SeatTwice"),
            (vec![at(0, 0, clocks(40, 60)), at(1, 1, clocks(51, 60))], "ClockWentBack"),
            (vec![at(0, 0, clocks(60, 60)), at(5, 5, clocks(50, 60))], "ClockOff"),
            (vec![at(0, 0, clocks(60, 60)), at(15, 15, clocks(58, 60))], "ClockOff"),
        ] {
            assert_eq!(found(&history), violation, "{history:?}");
        }
    }
}
