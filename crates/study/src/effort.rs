use std::fmt;
use std::str::FromStr;

/// How hard a position is thought about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effort {
    /// A glance: all positions of a game within seconds.
    Quick,
    /// Several times as much.
    Normal,
    /// Several times as much again.
    Deep,
}

impl Effort {
    /// All of them, from the least up.
    pub const ALL: [Effort; 3] = [Effort::Quick, Effort::Normal, Effort::Deep];

    /// Its name, on the command line and in what is kept.
    pub const fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Normal => "normal",
            Effort::Deep => "deep",
        }
    }

    /// The one below.
    pub const fn less(self) -> Option<Effort> {
        match self {
            Effort::Quick => None,
            Effort::Normal => Some(Effort::Quick),
            Effort::Deep => Some(Effort::Normal),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchEffort;

impl FromStr for Effort {
    type Err = NoSuchEffort;

    fn from_str(text: &str) -> Result<Effort, NoSuchEffort> {
        Effort::ALL.into_iter().find(|effort| effort.name() == text).ok_or(NoSuchEffort)
    }
}
