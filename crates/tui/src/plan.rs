//! What a game is to be like, before there is a table: what the set-up screen fills in.

use plateau_core::Player;
use table::{AnyTable, Message, Who};

/// The games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Game {
    /// Go.
    Go,
    /// Othello.
    Othello,
    /// Aligne 4.
    Aligne4,
}

impl Game {
    /// All of them, in the order of the menus.
    pub const ALL: [Game; 3] = [Game::Go, Game::Othello, Game::Aligne4];

    /// As files and the command line call it.
    pub const fn id(self) -> &'static str {
        match self {
            Game::Go => "go",
            Game::Othello => "othello",
            Game::Aligne4 => "aligne4",
        }
    }

    /// As people call it, in every language.
    pub const fn name(self) -> &'static str {
        match self {
            Game::Go => "Go",
            Game::Othello => "Othello",
            Game::Aligne4 => "Aligne 4",
        }
    }

    /// The game of that id.
    pub fn from_id(id: &str) -> Option<Game> {
        Game::ALL.into_iter().find(|game| game.id() == id)
    }
}

/// The rule sets of Go by name, the default first. A test holds that the table knows each.
pub(crate) const RULE_SETS: [&str; 8] =
    ["french", "chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor", "sum"];
/// The variants of Aligne 4 by name, the default first.
pub(crate) const VARIANTS: [&str; 4] = ["base", "gift", "squares", "gift-squares"];
/// The sizes on the menu.
pub(crate) const SIZES: [u8; 3] = [9, 13, 19];
/// The komi on the menu, as the table reads it; first what the rules say.
pub(crate) const KOMIS: [&str; 8] = ["", "0.5", "3.5", "5.5", "6.5", "7", "7.5", "0"];
/// The clocks on the menu, as the table reads them.
pub(crate) const CLOCKS: [&str; 5] = ["none", "10m", "5m+3s", "10m+5x30s", "10m+5m/10"];

/// A game to be set up.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Which.
    pub game: Game,
    /// Who plays, Black first.
    pub who: [Who; 2],
    /// Their names, Black's first; empty ones are not shown.
    pub names: [String; 2],
    /// The clock, as the table reads it.
    pub clock: String,
    /// Go: the width of the board.
    pub size: u8,
    /// Go: the rule set.
    pub rules: String,
    /// Go: the komi, as the table reads it; empty if it is what the rules say.
    pub komi: String,
    /// Go: handicap stones, if two or more.
    pub handicap: u8,
    /// Go: whether Black places them freely, rather than on the star points.
    pub free_handicap: bool,
    /// Aligne 4: the variant.
    pub variant: String,
}

impl Plan {
    /// A person with Black against the machine at its first level, without a clock.
    pub fn new(game: Game) -> Plan {
        Plan {
            game,
            who: [Who::Person, Who::Level(1)],
            names: Default::default(),
            clock: CLOCKS[0].to_owned(),
            size: SIZES[0],
            rules: RULE_SETS[0].to_owned(),
            komi: String::new(),
            handicap: 0,
            free_handicap: false,
            variant: VARIANTS[0].to_owned(),
        }
    }

    /// The set-up as text.
    pub fn setup(&self) -> String {
        let mut text = format!("game {}\n", self.game.id());
        match self.game {
            Game::Go => {
                text.push_str(&format!("size {}\nrules {}\n", self.size, self.rules));
                if !self.komi.is_empty() {
                    text.push_str(&format!("komi {}\n", self.komi));
                }
                if self.handicap >= 2 {
                    let kind = if self.free_handicap { "free" } else { "fixed" };
                    text.push_str(&format!("handicap {kind}:{}\n", self.handicap));
                }
            }
            Game::Othello => {}
            Game::Aligne4 => text.push_str(&format!("variant {}\n", self.variant)),
        }
        for player in Player::BOTH {
            text.push_str(&format!("{player} {}\t{}\n", self.who[player], self.names[player]));
        }
        text + &format!("clock {}\n", self.clock)
    }

    /// The table before the first move.
    pub fn table(&self) -> Result<AnyTable, Message> {
        self.setup().parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_knows_everything_on_the_menus() {
        for game in Game::ALL {
            assert!(Plan::new(game).table().is_ok(), "{game:?}");
            for clock in CLOCKS {
                let plan = Plan { clock: clock.to_owned(), ..Plan::new(game) };
                assert!(plan.table().is_ok(), "{clock}");
            }
        }
        for rules in RULE_SETS {
            for size in SIZES {
                for (handicap, free_handicap) in [(0, false), (2, false), (9, false), (2, true), (9, true)] {
                    let plan = Plan { rules: rules.to_owned(), size, handicap, free_handicap, ..Plan::new(Game::Go) };
                    assert!(plan.table().is_ok(), "{rules} {size} {handicap}");
                }
            }
        }
        for komi in KOMIS {
            assert!(Plan { komi: komi.to_owned(), ..Plan::new(Game::Go) }.table().is_ok(), "{komi}");
        }
        for variant in VARIANTS {
            assert!(Plan { variant: variant.to_owned(), ..Plan::new(Game::Aligne4) }.table().is_ok(), "{variant}");
        }
    }
}
