//! What a controller asks for when it wants to look on.

use std::num::NonZeroUsize;
use std::time::Duration;

use plateau_core::{Player, Position as _};
use search::Ban;

use super::{Fault, MoveOf, Session};
use crate::gtp::adapter::Adapter;
use crate::gtp::syntax::read_colour;

/// What the controller asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a wish that is there or not")]
pub(super) struct Wishes {
    pub(super) player: Option<Player>,
    pub(super) interval: Duration,
    /// So many moves at least, those that nobody tried among them.
    pub(super) moves_min: usize,
    pub(super) moves_max: NonZeroUsize,
    pub(super) ownership: bool,
    pub(super) ownership_deviation: bool,
    pub(super) moves_ownership: bool,
    pub(super) moves_ownership_deviation: bool,
    pub(super) line_visits: bool,
    pub(super) line_edge_visits: bool,
    pub(super) root: bool,
    /// Moves to be left aside, or nothing but which is to be looked at: whose, which, and how many plies deep.
    pub(super) avoided: Vec<(Player, String, u32)>,
    pub(super) allowed: Option<(Player, String, u32)>,
}

/// How many moves are reported when nothing is said.
pub(super) const DEFAULT_MOVES: NonZeroUsize = NonZeroUsize::new(10).expect("not zero");

/// More moves than any board here has.
const MAX_MOVES: usize = 1000;

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            player: None,
            interval: Duration::from_secs(1),
            moves_min: 0,
            moves_max: DEFAULT_MOVES,
            ownership: false,
            ownership_deviation: false,
            moves_ownership: false,
            moves_ownership_deviation: false,
            line_visits: false,
            line_edge_visits: false,
            root: false,
            avoided: Vec::new(),
            allowed: None,
        }
    }
}

impl Wishes {
    /// `[player] [interval] (key value…)…`, the interval in hundredths of a second.
    pub(super) fn read(arguments: &[&str]) -> Option<Wishes> {
        let mut wishes = Wishes::default();
        let mut words = arguments.iter().copied().peekable();
        if let Some(player) = words.peek().and_then(|word| read_colour(word)) {
            wishes.player = Some(player);
            words.next();
        }
        if let Some(interval) = words.peek().and_then(|word| centiseconds(word)) {
            wishes.interval = interval;
            words.next();
        }
        while let Some(key) = words.next() {
            let value = words.next()?;
            match key {
                "interval" => wishes.interval = centiseconds(value)?,
                "minmoves" => {
                    wishes.moves_min = count(value)?.get();
                    wishes.moves_max = wishes.moves_max.max(count(value)?);
                }
                "maxmoves" => wishes.moves_max = count(value)?,
                "ownership" => wishes.ownership = flag(value)?,
                "ownershipStdev" => wishes.ownership_deviation = flag(value)?,
                "movesOwnership" => wishes.moves_ownership = flag(value)?,
                "movesOwnershipStdev" => wishes.moves_ownership_deviation = flag(value)?,
                "pvVisits" => wishes.line_visits = flag(value)?,
                "pvEdgeVisits" => wishes.line_edge_visits = flag(value)?,
                "rootInfo" => wishes.root = flag(value)?,
                // Nobody here knows of a game that has no result before it has none.
                "noResultValue" => drop(flag(value)?),
                "avoid" | "allow" => {
                    let player = read_colour(value)?;
                    let (moves, plies) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
                    match key {
                        "avoid" if wishes.allowed.is_none() => wishes.avoided.push((player, moves, plies)),
                        "allow" if wishes.allowed.is_none() && wishes.avoided.is_empty() => {
                            wishes.allowed = Some((player, moves, plies));
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        Some(wishes)
    }
}

fn centiseconds(word: &str) -> Option<Duration> {
    let value: f64 = word.parse().ok()?;
    (0.0..=1e9).contains(&value).then(|| Duration::from_secs_f64(value / 100.0))
}

fn count(word: &str) -> Option<NonZeroUsize> {
    word.parse().ok().map(|count: usize| NonZeroUsize::new(count.clamp(1, MAX_MOVES)).expect("at least one"))
}

fn flag(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

impl<A: Adapter> Session<A> {
    /// Tells the engine what to leave aside; refused if there is such a wish and the engine cannot. Whoever thinks next thinks without
    /// bans again, once this was called with none.
    pub(super) fn keep_out(&mut self, wishes: &Wishes) -> Result<(), Fault> {
        let mut bans = Vec::new();
        for (player, moves, plies) in &wishes.avoided {
            let moves = self.read_moves(moves)?;
            bans.extend(moves.into_iter().map(|mv| Ban { player: *player, mv, plies: *plies }));
        }
        if let Some((player, moves, plies)) = &wishes.allowed {
            let moves = self.read_moves(moves)?;
            let others = self.position.all_moves().filter(|mv| !moves.contains(mv));
            bans.extend(others.map(|mv| Ban { player: *player, mv, plies: *plies }));
        }
        if self.engine.avoid(&bans) { Ok(()) } else { Err(Fault::text("this engine cannot leave moves aside")) }
    }

    /// `D4,Q16,pass`, all of them on the board.
    fn read_moves(&self, list: &str) -> Result<Vec<MoveOf<A>>, Fault> {
        let exists = |mv: &MoveOf<A>| self.position.all_moves().any(|other| other == *mv);
        let read = |text: &str| self.adapter.read_move(text).filter(exists).ok_or(Fault::SYNTAX);
        list.split(',').filter(|text| !text.is_empty()).map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read() {
        let default = Wishes::default();
        let white = Wishes { player: Some(Player::White), ..default.clone() };
        let two = NonZeroUsize::new(2).unwrap();
        let avoid = |player, moves: &str, plies| (player, moves.to_owned(), plies);
        for (words, expected) in [
            ("", Some(default.clone())),
            ("50", Some(Wishes { interval: Duration::from_millis(500), ..default.clone() })),
            ("w 50 maxmoves 2", Some(Wishes { interval: Duration::from_millis(500), moves_max: two, ..white.clone() })),
            ("white interval 10 ownership true", {
                Some(Wishes { interval: Duration::from_millis(100), ownership: true, ..white.clone() })
            }),
            ("maxmoves 0", Some(Wishes { moves_max: NonZeroUsize::MIN, ..default.clone() })),
            ("minmoves 20", {
                Some(Wishes { moves_min: 20, moves_max: NonZeroUsize::new(20).unwrap(), ..default.clone() })
            }),
            ("rootInfo true pvVisits true", Some(Wishes { root: true, line_visits: true, ..default.clone() })),
            ("avoid b D4,pass 10 avoid w C3 1", {
                let avoided = vec![avoid(Player::Black, "D4,pass", 10), avoid(Player::White, "C3", 1)];
                Some(Wishes { avoided, ..default.clone() })
            }),
            ("w 20 allow b D4 1", {
                let interval = Duration::from_millis(200);
                Some(Wishes { allowed: Some(avoid(Player::Black, "D4", 1)), interval, ..white })
            }),
            ("allow b D4 1 allow w D4 1", None),
            ("allow b D4 1 avoid w D4 1", None),
            ("avoid b D4", None),
            ("avoid D4 1", None),
            ("maxmoves", None),
            ("ownership maybe", None),
            ("-5", None),
        ] {
            let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
            assert_eq!(Wishes::read(&words), expected, "{words:?}");
        }
    }
}
