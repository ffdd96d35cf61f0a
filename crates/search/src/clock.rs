use std::time::Duration;

/// What a clock says when it is an engine's turn: enough for every system that players use.
///
/// | system | `main` | `increment` | `overtime` |
/// |---|---|---|---|
/// | absolute | what is left | 0 | – |
/// | Fischer | what is left | added after each move | – |
/// | byo-yomi | what is left | 0 | periods left, each for one move |
/// | Canadian | what is left | 0 | one period for the moves still to be made in it |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Main time left; once it is zero, the overtime runs.
    pub main: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// What comes after the main time.
    pub overtime: Option<Overtime>,
}

/// Time after the main time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overtime {
    /// Time left in this period.
    pub period: Duration,
    /// Moves that must be made within it: 1 in byo-yomi.
    pub moves: u32,
    /// Periods left, this one included: 1 in Canadian overtime.
    pub periods: u32,
}

/// Kept back for the way of the move through protocol, network and screen.
const LAG: Duration = Duration::from_millis(60);

impl TimeLeft {
    /// How long to think about this move, if about `moves_to_go` moves of one's own are left in the game.
    ///
    /// Never more than what would lose on time; zero when nothing is left, and then the engine must answer at once.
    pub fn budget(&self, moves_to_go: u32) -> Duration {
        // A period may be used up wholly: it comes back after the move.
        let in_period = self.overtime.map_or(Duration::ZERO, |overtime| overtime.period / overtime.moves.max(1));
        if self.main.is_zero() {
            return less_lag(in_period);
        }
        let share = self.main / moves_to_go.max(1) + self.increment.mul_f64(0.9);
        // Where a period waits behind the main time, the main time need not last to the end.
        let wanted = share.max(in_period.min(self.main));
        less_lag(wanted.min(self.main.mul_f64(0.5).max(self.increment.min(self.main))))
    }
}

/// Takes the lag off, but never more than half.
fn less_lag(time: Duration) -> Duration {
    time.saturating_sub(LAG.min(time / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZERO: Duration = Duration::ZERO;

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn in_overtime(main: u64, period: u64, moves: u32, periods: u32) -> TimeLeft {
        let overtime = Overtime { period: secs(period), moves, periods };
        TimeLeft { main: secs(main), increment: ZERO, overtime: Some(overtime) }
    }

    #[test]
    fn budgets_fit_their_clocks() {
        // (clock, moves to go) → at least, at most, in milliseconds.
        let table = [
            (TimeLeft { main: secs(600), increment: ZERO, overtime: None }, 30, 15_000, 20_000),
            (TimeLeft { main: secs(60), increment: secs(5), overtime: None }, 30, 5_000, 7_000),
            (TimeLeft { main: secs(1), increment: ZERO, overtime: None }, 1, 300, 500),
            (in_overtime(0, 30, 1, 5), 30, 29_000, 29_990),
            (in_overtime(0, 300, 25, 1), 30, 11_000, 12_000),
            (in_overtime(600, 30, 1, 5), 60, 25_000, 30_000),
            (TimeLeft { main: ZERO, increment: ZERO, overtime: None }, 30, 0, 0),
        ];
        for (clock, moves_to_go, least, most) in table {
            let budget = clock.budget(moves_to_go).as_millis();
            assert!((least..=most).contains(&budget), "{clock:?}: {budget} ms");
        }
    }

    #[test]
    fn a_whole_game_never_oversteps_an_absolute_clock() {
        let mut clock = TimeLeft { main: secs(10), increment: ZERO, overtime: None };
        for ply in 0..300 {
            let budget = clock.budget(60_u32.saturating_sub(ply).max(8));
            assert!(budget < clock.main, "move {ply}");
            clock.main -= budget;
        }
    }
}
