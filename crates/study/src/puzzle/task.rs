use std::fmt;

use table::{Kind, Message};

/// What is asked in a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// Go: one move is worth so many points more than any other, at least.
    Gain {
        /// The points.
        points: u16,
    },
    /// Othello: one move wins, no other does.
    Win,
    /// Othello: one move ends with so many discs more than any other.
    Most {
        /// The discs.
        discs: u16,
    },
    /// Aligne 4: force a line with so many pieces of one's own; no other move wins at all.
    WinIn {
        /// The pieces that the player puts on the board, the last one included.
        pieces: u16,
    },
    /// Aligne 4: every other move loses.
    Hold,
    /// Aligne 4: of the moves from this number on, find the one that gave away what the player had.
    Mistake {
        /// The number of the first move that is looked at, from 1.
        from: u16,
    },
}

impl Task {
    /// The game in which it is asked.
    pub const fn kind(self) -> Kind {
        match self {
            Task::Gain { .. } => Kind::Go,
            Task::Win | Task::Most { .. } => Kind::Othello,
            Task::WinIn { .. } | Task::Hold | Task::Mistake { .. } => Kind::Aligne4,
        }
    }

    /// Its name, for programs and in lists.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Gain { .. } => "gain",
            Task::Win => "win",
            Task::Most { .. } => "most",
            Task::WinIn { .. } => "win-in",
            Task::Hold => "hold",
            Task::Mistake { .. } => "mistake",
        }
    }

    /// The number that belongs to it.
    const fn number(self) -> Option<u16> {
        match self {
            Task::Gain { points: number }
            | Task::Most { discs: number }
            | Task::WinIn { pieces: number }
            | Task::Mistake { from: number } => Some(number),
            Task::Win | Task::Hold => None,
        }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Option<Task> {
        let (name, number) = text.split_once(' ').map_or((text, None), |(name, number)| (name, Some(number)));
        let number: Option<u16> = number.map(str::parse).transpose().ok()?;
        Some(match (name, number) {
            ("gain", Some(points)) => Task::Gain { points },
            ("win", None) => Task::Win,
            ("most", Some(discs)) => Task::Most { discs },
            ("win-in", Some(pieces)) => Task::WinIn { pieces },
            ("hold", None) => Task::Hold,
            ("mistake", Some(from)) => Task::Mistake { from },
            _ => return None,
        })
    }

    /// The question as a sentence.
    pub fn message(self) -> Message {
        let message = Message::new(format!("puzzle-task-{}", self.name()));
        match self.number() {
            Some(number) => message.with("count", i64::from(number)),
            None => message,
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(f, "{} {number}", self.name()),
            None => f.write_str(self.name()),
        }
    }
}
