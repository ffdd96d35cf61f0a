//! The clocks that a controller announces, and what is left on them.

use std::time::Duration;

use plateau_core::Player;
use search::{Overtime, TimeLeft};

/// What was agreed for both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum System {
    /// No clock.
    None,
    /// Main time alone.
    Absolute { main: Duration },
    /// Main time, and some more after each move; no more main time than the cap, and no more for one move than the other.
    Fischer { main: Duration, increment: Duration, cap: Option<Duration>, move_cap: Option<Duration> },
    /// So many moves in each period.
    Canadian { main: Duration, period: Duration, moves: u32 },
    /// So many periods, each for one move.
    ByoYomi { main: Duration, period: Duration, periods: u32 },
}

impl System {
    /// `time_settings main period stones`, all whole seconds; a period without stones means no limit.
    pub(crate) fn read(arguments: &[&str]) -> Option<System> {
        let [main, period, moves] = arguments else { return None };
        let (main, period) = (whole_seconds(main)?, whole_seconds(period)?);
        let moves: u32 = moves.parse().ok()?;
        Some(match (period.is_zero(), moves) {
            (true, _) => System::Absolute { main },
            (false, 0) => System::None,
            (false, _) => System::Canadian { main, period, moves },
        })
    }

    /// `kgs-time_settings none | absolute M | byoyomi M P N | canadian M P N`.
    pub(crate) fn read_kgs(arguments: &[&str]) -> Option<System> {
        let (&kind, rest) = arguments.split_first()?;
        match (kind.to_ascii_lowercase().as_str(), rest) {
            ("none", []) => Some(System::None),
            ("absolute", [main]) => Some(System::Absolute { main: seconds(main)? }),
            ("byoyomi", [main, period, periods]) => {
                let (main, period) = (seconds(main)?, seconds(period)?);
                let periods = periods.parse().ok().filter(|&periods| periods > 0)?;
                Some(System::ByoYomi { main, period, periods })
            }
            ("canadian", [main, period, moves]) => {
                let (main, period) = (seconds(main)?, seconds(period)?);
                let moves = moves.parse().ok().filter(|&moves| moves > 0)?;
                Some(System::Canadian { main, period, moves })
            }
            _ => None,
        }
    }

    /// `kata-time_settings`: as KGS has it, and `fischer M I`, `fischer-capped M I CAP PER-MOVE`, in which a negative number is no cap.
    pub(crate) fn read_kata(arguments: &[&str]) -> Option<System> {
        let cap = |word: &str| match word.parse::<f64>().ok()? {
            number if number < 0.0 => Some(None),
            _ => seconds(word).map(Some),
        };
        let (&kind, rest) = arguments.split_first()?;
        match (kind.to_ascii_lowercase().as_str(), rest) {
            ("fischer", [main, increment]) => {
                let (main, increment) = (seconds(main)?, seconds(increment)?);
                Some(System::Fischer { main, increment, cap: None, move_cap: None })
            }
            ("fischer-capped", [main, increment, main_cap, move_cap]) => {
                let (main, increment) = (seconds(main)?, seconds(increment)?);
                let (cap, move_cap) = (cap(main_cap)?, cap(move_cap)?);
                let fits = cap.is_none_or(|cap| cap >= main);
                fits.then_some(System::Fischer { main, increment, cap, move_cap })
            }
            ("byo-yomi", rest) => System::read_kgs(&[&["byoyomi"], rest].concat()),
            _ => System::read_kgs(arguments),
        }
    }

    /// What [`read_kata`](System::read_kata) knows.
    pub(crate) const KATA_NAMES: &'static str = "none absolute byoyomi canadian fischer fischer-capped";

    fn start(self) -> Option<TimeLeft> {
        let clock = |main, overtime| Some(TimeLeft { main, increment: Duration::ZERO, overtime });
        match self {
            System::None => None,
            System::Absolute { main } => clock(main, None),
            System::Fischer { main, increment, .. } => Some(TimeLeft { main, increment, overtime: None }),
            System::Canadian { main, period, moves } => clock(main, Some(Overtime { period, moves, periods: 1 })),
            System::ByoYomi { main, period, periods } => clock(main, Some(Overtime { period, moves: 1, periods })),
        }
    }
}

/// The longest time that is taken seriously, so that no sum overflows.
const MAX_SECONDS: f64 = 1e9;

fn whole_seconds(word: &str) -> Option<Duration> {
    word.parse().ok().filter(|&seconds: &u64| seconds as f64 <= MAX_SECONDS).map(Duration::from_secs)
}

fn seconds(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Both players' clocks. `time_left` corrects them; without it they are kept by what our own moves took.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    system: System,
    left: [Option<TimeLeft>; 2],
}

impl Clocks {
    pub(crate) const NONE: Clocks = Clocks { system: System::None, left: [None; 2] };

    pub(crate) fn new(system: System) -> Clocks {
        Clocks { system, left: [system.start(); 2] }
    }

    /// As before the first move.
    pub(crate) fn restart(&mut self) {
        *self = Clocks::new(self.system);
    }

    pub(crate) fn of(&self, player: Player) -> Option<TimeLeft> {
        self.left[player]
    }

    /// The most time for one move, where that is agreed.
    pub(crate) fn move_cap(&self) -> Option<Duration> {
        match self.system {
            System::Fischer { move_cap, .. } => move_cap,
            _ => None,
        }
    }

    /// `time_left colour time stones`: no stones means main time; in byo-yomi as KGS has it, the stones are periods.
    pub(crate) fn set_left(&mut self, player: Player, arguments: [&str; 2]) -> Option<()> {
        let time = seconds(arguments[0])?;
        let stones: u32 = arguments[1].parse().ok()?;
        let full = self.system.start().unwrap_or(TimeLeft { main: time, increment: Duration::ZERO, overtime: None });
        let clock = if stones == 0 {
            TimeLeft { main: time, ..full }
        } else {
            let overtime = match self.system {
                System::ByoYomi { .. } => Overtime { period: time, moves: 1, periods: stones },
                _ => Overtime { period: time, moves: stones, periods: 1 },
            };
            TimeLeft { main: Duration::ZERO, overtime: Some(overtime), ..full }
        };
        self.left[player] = Some(clock);
        Some(())
    }

    /// Takes the time of a move off.
    pub(crate) fn spend(&mut self, player: Player, time: Duration) {
        let Some(clock) = &mut self.left[player] else { return };
        let over = time.saturating_sub(clock.main);
        clock.main = clock.main.saturating_sub(time);
        if let System::Fischer { increment, cap, .. } = self.system {
            let main = clock.main + increment;
            clock.main = cap.map_or(main, |cap| main.min(cap));
            return;
        }
        if !clock.main.is_zero() {
            return;
        }
        let Some(overtime) = &mut clock.overtime else { return };
        match self.system {
            System::ByoYomi { period, .. } => {
                let used = over.as_nanos() / period.as_nanos().max(1);
                overtime.periods = overtime.periods.saturating_sub(used as u32);
                overtime.period = period;
            }
            System::Canadian { period, moves, .. } => {
                overtime.period = overtime.period.saturating_sub(over);
                overtime.moves = overtime.moves.saturating_sub(1);
                if overtime.moves == 0 {
                    *overtime = Overtime { period, moves, periods: 1 };
                }
            }
            System::None | System::Absolute { .. } | System::Fischer { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{Black, White};

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn settings_are_read() {
        let canadian = System::Canadian { main: secs(600), period: secs(60), moves: 25 };
        for (words, expected) in [
            ("600 60 25", Some(canadian)),
            ("600 0 0", Some(System::Absolute { main: secs(600) })),
            ("0 60 0", Some(System::None)),
            ("600 60", None),
            ("600 60 x", None),
            ("-1 0 0", None),
            ("99999999999999 0 0", None),
        ] {
            assert_eq!(System::read(&words.split(' ').collect::<Vec<_>>()), expected, "{words}");
        }
        for (words, expected) in [
            ("none", Some(System::None)),
            ("absolute 300", Some(System::Absolute { main: secs(300) })),
            ("canadian 600 60 25", Some(canadian)),
            ("byoyomi 600 30 5", Some(System::ByoYomi { main: secs(600), period: secs(30), periods: 5 })),
            ("byoyomi 600 30 0", None),
            ("byoyomi nan 30 5", None),
            ("hourglass 3", None),
            ("", None),
        ] {
            assert_eq!(System::read_kgs(&words.split(' ').collect::<Vec<_>>()), expected, "{words}");
        }
    }

    #[test]
    fn fischer_clocks_gain_time_up_to_their_cap() {
        let read = |words: &str| System::read_kata(&words.split(' ').collect::<Vec<_>>());
        for words in
            ["fischer 10", "fischer 10 x", "fischer-capped 10 5 8 -1", "fischer-capped 10 5", "hourglass 5", ""]
        {
            assert_eq!(read(words), None, "{words}");
        }
        assert_eq!(read("byo-yomi 600.5 30 5"), read("byoyomi 600.5 30 5"));
        let after = |words: &str, spent: u64| {
            let mut clocks = Clocks::new(read(words).unwrap());
            clocks.spend(Black, secs(spent));
            clocks.of(Black).unwrap().main
        };
        assert_eq!(after("fischer 10 5", 2), secs(13));
        assert_eq!(after("fischer-capped 10 5 12 -1", 2), secs(12));
        assert_eq!(
            Clocks::new(read("fischer-capped 10 5 -1 3.5").unwrap()).move_cap(),
            Some(Duration::from_millis(3500))
        );
    }

    #[test]
    fn canadian_periods_come_back_after_their_moves() {
        let mut clocks = Clocks::new(System::Canadian { main: secs(10), period: secs(30), moves: 2 });
        clocks.spend(Black, secs(15));
        let overtime = clocks.of(Black).unwrap().overtime.unwrap();
        assert_eq!((overtime.period, overtime.moves), (secs(25), 1));
        clocks.spend(Black, secs(20));
        let overtime = clocks.of(Black).unwrap().overtime.unwrap();
        assert_eq!((overtime.period, overtime.moves), (secs(30), 2));
        assert_eq!(clocks.of(White).unwrap().main, secs(10));
    }

    #[test]
    fn byo_yomi_loses_the_periods_that_were_used_up() {
        let mut clocks = Clocks::new(System::ByoYomi { main: secs(10), period: secs(30), periods: 5 });
        clocks.spend(White, secs(45));
        let overtime = clocks.of(White).unwrap().overtime.unwrap();
        assert_eq!((overtime.period, overtime.periods), (secs(30), 4));
    }

    #[test]
    fn time_left_overrides() {
        let mut clocks = Clocks::new(System::ByoYomi { main: secs(10), period: secs(30), periods: 5 });
        clocks.set_left(Black, ["20", "3"]).unwrap();
        let clock = clocks.of(Black).unwrap();
        assert_eq!((clock.main, clock.overtime.unwrap().periods), (Duration::ZERO, 3));
        clocks.set_left(Black, ["7", "0"]).unwrap();
        assert_eq!(clocks.of(Black).unwrap().main, secs(7));
        assert_eq!(clocks.set_left(Black, ["x", "0"]), None);
        clocks.restart();
        assert_eq!(clocks.of(Black).unwrap().main, secs(10));
    }
}
