//! Why a move is good, as facts that a face puts into words.

use aligne4::{Characteristic, Line, Move, Position, WonLine};
use plateau_core::Position as _;

use crate::sight::{broken_by, lets_win};
use crate::solver::Value;

/// One fact about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It completes this line, whose pieces share all this.
    Completes(WonLine),
    /// Whatever the opponent does, it wins, in so many plies from the position before the move, this one included.
    ForcedWin {
        /// With best play of both, if it was worked out.
        plies: Option<u32>,
    },
    /// With best play of both nobody wins.
    ForcedDraw,
    /// All moves lose against best play; this one holds out longest, if it was worked out how long that is.
    ForcedLoss {
        /// With best play of both, if it was worked out.
        plies: Option<u32>,
    },
    /// It leaves no alignment of three that the opponent can finish.
    LeavesNoThree {
        /// Every other move would.
        only: bool,
    },
    /// The given piece completes no line.
    HarmlessGift {
        /// Every other piece would.
        only: bool,
    },
    /// It breaks an alignment of two that shared this.
    Breaks {
        /// Where the two pieces are.
        line: Line,
        /// What they shared.
        characteristic: Characteristic,
    },
    /// Every move lets the opponent complete a line at once.
    NothingHelps,
}

/// The facts about a legal move, the most telling first. What the search knows of the move, if anything, comes with it.
pub fn explain(position: &Position, mv: Move, value: Option<Value>, plies: Option<u32>) -> Vec<Reason> {
    let next = position.after(mv);
    let completed: Vec<Reason> = next.won_lines().map(Reason::Completes).collect();
    if !completed.is_empty() {
        return completed;
    }
    let mut reasons = Vec::new();
    if value == Some(Value::Win) {
        reasons.push(Reason::ForcedWin { plies });
    }
    let careful = position.legal_moves().filter(|&mv| !lets_win(&position.after(mv))).count();
    let last = next.is_over();
    if !lets_win(&next) && !last {
        let only = careful == 1;
        let gift = matches!(mv, Move::Give(_));
        reasons.push(if gift { Reason::HarmlessGift { only } } else { Reason::LeavesNoThree { only } });
    }
    if value == Some(Value::Draw) {
        reasons.push(Reason::ForcedDraw);
    }
    if let Some((line, characteristic)) = broken_by(position, mv) {
        reasons.push(Reason::Breaks { line, characteristic });
    }
    if careful == 0 {
        reasons.insert(0, Reason::NothingHelps);
    } else if value == Some(Value::Loss) {
        reasons.insert(0, Reason::ForcedLoss { plies });
    }
    reasons
}
