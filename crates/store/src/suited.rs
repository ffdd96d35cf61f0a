//! Which level of the machine suits somebody, by the games that they have played against it.

use plateau_core::Player;
use table::{Kind, Who};

use crate::{Error, Query, Store, Summary};

/// So many games are looked at.
const GAMES: usize = 3;

/// A level that suits, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suited {
    /// The level.
    pub level: u8,
    /// How many of the last three games the person won.
    pub won: u8,
}

/// The level to offer to whoever plays on this machine, once they have ended three games of this kind against it: one above the highest
/// of the last three if they won all of them, one below the lowest if they won none, and the level of the last game otherwise; within
/// those that there are.
pub fn suited_level(store: &dyn Store, kind: Kind, highest: u8) -> Result<Option<Suited>, Error> {
    Ok(suited_by(&store.list(&Query::finished().of(kind))?.games, kind, highest))
}

/// The same by games that are known, the last touched first.
pub fn suited_by(games: &[Summary], kind: Kind, highest: u8) -> Option<Suited> {
    let of_kind = games.iter().filter(|game| game.kind == kind);
    let last: Vec<(u8, bool)> = of_kind.filter_map(against_the_machine).take(GAMES).collect();
    let (Some(&(latest, _)), GAMES) = (last.first(), last.len()) else { return None };
    let won = last.iter().filter(|(_, won)| *won).count();
    let levels = last.iter().map(|(level, _)| *level);
    let level = match won {
        GAMES => levels.max().unwrap_or(latest).saturating_add(1),
        0 => levels.min().unwrap_or(latest).saturating_sub(1),
        _ => latest,
    };
    Some(Suited { level: level.clamp(1, highest.max(1)), won: won as u8 })
}

/// The level that one person played against, and whether they won; nothing of other games. A draw is no win.
fn against_the_machine(game: &Summary) -> Option<(u8, bool)> {
    let [black, white] = &game.seats;
    let (person, level) = match (&black.who, &white.who) {
        (Who::Person, Who::Level(level)) => (Player::Black, *level),
        (Who::Level(level), Who::Person) => (Player::White, *level),
        _ => return None,
    };
    Some((level, game.end?.ending.winner() == Some(person)))
}
