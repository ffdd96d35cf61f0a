//! Moves that a search leaves aside because somebody asked for it.

use go::{Move, Size};
use plateau_core::Player;
use search::Ban;

use super::tree::Legal;

/// For each player and each move, how many plies deep it is left aside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bans {
    /// By the place of the move among the logits; empty where nothing is banned.
    plies: [Vec<u32>; 2],
}

impl Bans {
    /// On boards of this size; moves beyond the board are nobody's.
    pub(super) fn new(bans: &[Ban<Move>], size: Size) -> Bans {
        let mut plies = [const { Vec::new() }; 2];
        for ban in bans {
            let list: &mut Vec<u32> = &mut plies[ban.player];
            list.resize(size.area() as usize + 1, 0);
            if ban.mv.point().is_none_or(|point| size.contains(point)) {
                let place = ban.mv.point().map_or(size.area(), |point| point.number(size));
                list[place as usize] = list[place as usize].max(ban.plies);
            }
        }
        Bans { plies }
    }

    /// Whether nothing is left aside.
    pub(super) fn are_none(&self) -> bool {
        self.plies.iter().all(Vec::is_empty)
    }

    /// Takes the banned moves out of those of a node so many plies below the root. The others keep their priors. Where none would be
    /// left, the pass is, whoever banned it; and where there is no passing, all of them are.
    pub(super) fn apply(&self, legal: &mut Legal, turn: Player, depth: usize) {
        let plies = &self.plies[turn];
        if plies.iter().any(|&plies| depth < plies as usize) {
            legal.keep(|place| depth >= plies[place] as usize, plies.len() - 1);
        }
    }
}
