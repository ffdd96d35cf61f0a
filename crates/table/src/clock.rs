//! The clocks that players use, as plain arithmetic: time comes in as an argument, nothing here reads a clock.
//!
//! [`TimeControl`] is what was agreed; a [`Clock`] is what one player has left of it. [`Clock::run`] takes thinking time off,
//! [`Clock::end_turn`] does what a finished move does to it. A clock whose time is up has fallen, and stays so.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plateau_core::{Expected, ParseError, Scanner};

/// The time that was agreed for each player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TimeControl {
    /// As long as one likes.
    #[default]
    Unlimited,
    /// So much for the whole game.
    Absolute(Duration),
    /// So much, and something added after each move.
    Fischer {
        /// At the start.
        main: Duration,
        /// After each move.
        increment: Duration,
    },
    /// After the main time, periods for one move each; a move within a period leaves it whole.
    ByoYomi {
        /// Before the periods.
        main: Duration,
        /// How many there are.
        periods: u32,
        /// How long each is.
        period: Duration,
    },
    /// After the main time, periods in which a number of moves must be made.
    Canadian {
        /// Before the periods.
        main: Duration,
        /// How long each is.
        period: Duration,
        /// Moves to make within it.
        moves: u32,
    },
}

/// What one player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Main time left.
    main: Duration,
    /// Left of the current period, once the main time is used up.
    period: Duration,
    /// Byo-yomi: periods left, the current one included. Canadian: 1. Otherwise 0.
    periods: u32,
    /// Canadian: moves still to make in this period.
    moves: u32,
    fallen: bool,
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Main time left, or left in the period once that runs.
    pub left: Duration,
    /// Byo-yomi: periods left, the current one included.
    pub periods: Option<u32>,
    /// Canadian: moves still to make before the period ends.
    pub moves: Option<u32>,
    /// Whether the main time is used up.
    pub in_overtime: bool,
    /// Whether the time is up.
    pub fallen: bool,
}

impl Clock {
    /// A clock at the start of a game; none if there is no limit.
    pub fn new(control: TimeControl) -> Option<Clock> {
        let (main, period, periods, moves) = match control {
            TimeControl::Unlimited => return None,
            TimeControl::Absolute(main) | TimeControl::Fischer { main, .. } => (main, Duration::ZERO, 0, 0),
            TimeControl::ByoYomi { main, periods, period } => (main, period, periods, 0),
            TimeControl::Canadian { main, period, moves } => (main, period, 1, moves),
        };
        Some(Clock { control, main, period, periods, moves, fallen: false })
    }

    /// Takes thinking time off: main time first, then one period after the other.
    pub fn run(&mut self, elapsed: Duration) {
        let beyond = elapsed.saturating_sub(self.main);
        let had_main = !self.main.is_zero();
        self.main = self.main.saturating_sub(elapsed);
        if !self.main.is_zero() || (had_main && beyond.is_zero() && self.periods > 0) {
            return;
        }
        if let TimeControl::ByoYomi { period, .. } = self.control {
            self.run_byo_yomi(beyond, period);
        } else {
            self.period = self.period.saturating_sub(beyond);
            self.fallen |= self.period.is_zero();
        }
    }

    /// Uses up as many whole periods as fit into the time; the rest comes off the current one.
    fn run_byo_yomi(&mut self, mut elapsed: Duration, period: Duration) {
        while self.periods > 0 && elapsed >= self.period {
            elapsed -= self.period;
            self.periods -= 1;
            self.period = if self.periods > 0 { period } else { Duration::ZERO };
            if period.is_zero() {
                self.periods = 0;
            }
        }
        self.period = self.period.saturating_sub(elapsed);
        self.fallen |= self.periods == 0;
    }

    /// A move was made in time: adds what it earns. Does nothing once the time is up.
    pub fn end_turn(&mut self) {
        if self.fallen {
            return;
        }
        match self.control {
            TimeControl::Fischer { increment, .. } => self.main = self.main.saturating_add(increment),
            TimeControl::ByoYomi { period, .. } => self.period = period,
            TimeControl::Canadian { period, moves, .. } if self.main.is_zero() => {
                self.moves -= 1;
                if self.moves == 0 {
                    (self.period, self.moves) = (period, moves);
                }
            }
            _ => {}
        }
    }

    /// Whether the time is up.
    pub fn has_fallen(&self) -> bool {
        self.fallen
    }

    /// A clock that shows this, as one elsewhere does; none if there is no limit.
    pub fn showing(control: TimeControl, reading: &Reading) -> Option<Clock> {
        let new = Clock::new(control)?;
        Some(Clock {
            main: if reading.in_overtime { Duration::ZERO } else { reading.left },
            period: if reading.in_overtime { reading.left } else { new.period },
            periods: reading.periods.unwrap_or(new.periods),
            moves: reading.moves.unwrap_or(new.moves),
            fallen: reading.fallen,
            control,
        })
    }

    /// What it shows.
    pub fn reading(&self) -> Reading {
        let in_overtime = self.main.is_zero() && self.periods > 0;
        Reading {
            left: if in_overtime { self.period } else { self.main },
            periods: matches!(self.control, TimeControl::ByoYomi { .. }).then_some(self.periods),
            moves: (in_overtime && self.moves > 0).then_some(self.moves),
            in_overtime,
            fallen: self.fallen,
        }
    }

    /// The same time as an engine is told it.
    pub fn for_engine(&self) -> search::TimeLeft {
        let increment = match self.control {
            TimeControl::Fischer { increment, .. } => increment,
            _ => Duration::ZERO,
        };
        let overtime = (self.periods > 0).then_some(search::Overtime {
            period: self.period,
            moves: self.moves.max(1),
            periods: self.periods,
        });
        search::TimeLeft { main: self.main, increment, overtime }
    }
}

const DURATION: Expected = Expected { id: "clock-duration", phrase: "a time such as 90s, 10m or 1h30m" };
const UNIT: Expected = Expected { id: "clock-unit", phrase: "h, m or s" };
const POSITIVE: Expected = Expected { id: "clock-positive", phrase: "a number above zero" };

/// Reads `none`, `10m` (absolute), `5m+3s` (Fischer), `10m+5x30s` (byo-yomi), `10m+5m/25` (Canadian).
impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<TimeControl, ParseError> {
        if text == "none" {
            return Ok(TimeControl::Unlimited);
        }
        let mut scanner = Scanner::new(text);
        let main = read_duration(&mut scanner)?;
        if !scanner.skip('+') {
            if main.is_zero() {
                return Err(Scanner::new(text).refuse(POSITIVE));
            }
            scanner.end()?;
            return Ok(TimeControl::Absolute(main));
        }
        let before_periods = scanner.clone();
        let periods = scanner.number(DURATION)?;
        if scanner.skip('x') {
            if periods == 0 {
                return Err(before_periods.refuse(POSITIVE));
            }
            let period = read_positive(&mut scanner)?;
            scanner.end()?;
            return Ok(TimeControl::ByoYomi { main, periods, period });
        }
        let mut scanner = before_periods;
        let added = read_positive(&mut scanner)?;
        if !scanner.skip('/') {
            scanner.end()?;
            return Ok(TimeControl::Fischer { main, increment: added });
        }
        let before_moves = scanner.clone();
        let moves = scanner.number(POSITIVE)?;
        if moves == 0 {
            return Err(before_moves.refuse(POSITIVE));
        }
        scanner.end()?;
        Ok(TimeControl::Canadian { main, period: added, moves })
    }
}

fn read_positive(scanner: &mut Scanner<'_>) -> Result<Duration, ParseError> {
    let start = scanner.clone();
    let duration = read_duration(scanner)?;
    if duration.is_zero() { Err(start.refuse(POSITIVE)) } else { Ok(duration) }
}

/// Reads one or more numbers with units: `1h30m`.
fn read_duration(scanner: &mut Scanner<'_>) -> Result<Duration, ParseError> {
    let mut seconds = 0u64;
    loop {
        let number = scanner.number(DURATION)? as u64;
        let unit = scanner.take(UNIT, |c| match c {
            'h' => Some(3600),
            'm' => Some(60),
            's' => Some(1),
            _ => None,
        })?;
        seconds += number * unit;
        if !scanner.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(Duration::from_secs(seconds));
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("none"),
            TimeControl::Absolute(main) => f.write_str(&written(main)),
            TimeControl::Fischer { main, increment } => write!(f, "{}+{}", written(main), written(increment)),
            TimeControl::ByoYomi { main, periods, period } => {
                write!(f, "{}+{periods}x{}", written(main), written(period))
            }
            TimeControl::Canadian { main, period, moves } => {
                write!(f, "{}+{}/{moves}", written(main), written(period))
            }
        }
    }
}

/// The shortest way to write whole seconds.
fn written(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let parts = [(seconds / 3600, 'h'), (seconds / 60 % 60, 'm'), (seconds % 60, 's')];
    let text: String = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
    if text.is_empty() { "0s".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays turns of so many seconds and writes what the clock shows after each.
    fn play(control: &str, thinking: &[u64]) -> String {
        let mut clock = Clock::new(control.parse().expect(control)).expect("a limit");
        let mut shown = Vec::new();
        for &seconds in thinking {
            clock.run(Duration::from_secs(seconds));
            clock.end_turn();
            let Reading { left, periods, moves, fallen, in_overtime } = clock.reading();
            let mut text = written(left);
            if let (Some(periods), true) = (periods, in_overtime) {
                text += &format!("({periods})");
            }
            if let Some(moves) = moves {
                text += &format!("/{moves}");
            }
            shown.push(if fallen { "fallen".to_owned() } else { text });
        }
        shown.join(" ")
    }

    #[test]
    fn settings_and_thinking_times_give_these_readings() {
        for (control, thinking, shown) in [
            ("1m", &[10, 20, 29, 1][..], "50s 30s 1s fallen"),
            ("1m", &[60], "fallen"),
            ("1m", &[61, 1], "fallen fallen"),
            ("1m+5s", &[10, 3], "55s 57s"),
            ("1m+5s", &[59, 7], "6s fallen"),
            ("1m+3x30s", &[50, 10, 29, 5], "10s 30s(3) 30s(3) 30s(3)"),
            ("1m+3x30s", &[70], "30s(3)"),
            ("1m+3x30s", &[60, 30], "30s(3) 30s(2)"),
            ("1m+3x30s", &[60, 31, 29, 59], "30s(3) 30s(2) 30s(2) 30s(1)"),
            ("1m+3x30s", &[149], "30s(1)"),
            ("1m+3x30s", &[150], "fallen"),
            ("0s+1x10s", &[9, 10], "10s(1) fallen"),
            ("1m+1m/3", &[50, 20, 10, 10], "10s 50s/2 40s/1 1m/3"),
            ("1m+1m/3", &[60, 59, 1], "1m/2 1s/1 fallen"),
            ("1m+1m/3", &[120], "fallen"),
        ] {
            assert_eq!(play(control, thinking), shown, "{control} {thinking:?}");
        }
    }

    #[test]
    fn controls_read_and_write_the_same() {
        for text in ["none", "10m", "1h30m", "1h1m1s", "5m+3s", "10m+5x30s", "10m+5m/25", "0s+1x10s"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        assert_eq!("90s".parse::<TimeControl>().expect("90s").to_string(), "1m30s");
    }

    #[test]
    fn refusals_name_the_column() {
        for (text, column, id) in [
            ("", 1, "clock-duration"),
            ("ten", 1, "clock-duration"),
            ("10", 3, "clock-unit"),
            ("10y", 3, "clock-unit"),
            ("0s", 1, "clock-positive"),
            ("10m+", 5, "clock-duration"),
            ("10m+0s", 5, "clock-positive"),
            ("10m+0x30s", 5, "clock-positive"),
            ("10m+5x0s", 7, "clock-positive"),
            ("10m+5x", 7, "clock-duration"),
            ("10m+5m/0", 8, "clock-positive"),
            ("10m+5m/", 8, "clock-positive"),
            ("10m 5m", 5, "end"),
            ("10m+5x30s/3", 10, "end"),
        ] {
            let error = text.parse::<TimeControl>().expect_err(text);
            assert_eq!((error.column(), error.expected.id), (column, id), "{text}: {error}");
        }
    }
}
