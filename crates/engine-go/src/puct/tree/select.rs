//! Which move a visit follows: PUCT.
//!
//! After Silver et al., 'Mastering the game of Go without human knowledge' (2017), with what `KataGo` added: the exploration grows
//! slowly with the visits and with how far apart they came out, and a move that was never tried is taken for a little worse than its parent, the
//! more so the more of the promising moves were tried already (first-play urgency).

use plateau_core::{Player, change_side};

use super::families::Branch;
use super::{Id, ROOT, State, Tree};

// Chosen by matches of 80 games with 80 visits a move on 9×9, each against the value below: an exploration of 0.7 scored 48 %, 1.5
// 43 %; a reduction of 0.4 scored 39 % against 0.2, 0.1 scored 60 % against it.

/// How much a high prior and few visits count beside a high value, in a young tree.
const EXPLORATION: f32 = 1.0;

/// By how much more they count for every e-fold of the visits beyond [`EXPLORATION_BASE`].
const EXPLORATION_GROWTH: f32 = 0.45;

const EXPLORATION_BASE: f32 = 500.0;

/// The standard deviation of the utilities under a node at which exploration is as said. Where visits come out nearly the same, little is to be
/// found out, and differences between moves are small, too.
const USUAL_SPREAD: f32 = 0.3;

/// How many visits the usual spread counts for, beside those that were made.
const USUAL_SPREAD_VISITS: f32 = 2.0;

/// How much of the exploration follows the spread; the rest stays as it is.
const SPREAD_SHARE: f32 = 0.85;

/// By how much an untried move is taken for worse than its parent once all others have been tried.
pub(super) const FIRST_PLAY_REDUCTION: f32 = 0.1;

/// What a visit under way counts as, until it comes back: a loss, so that the next visit goes elsewhere.
const UNDER_WAY: f32 = -1.0;

/// Where a visit goes on.
pub(super) enum Pick {
    /// To the child in this place of the family.
    Child(usize),
    /// To the most promising move that has no child yet.
    Untried,
}

impl Tree {
    /// The most promising move of an expanded node that is worth so much.
    pub(super) fn most_promising(&self, at: Id, utility: f32) -> Pick {
        let node = self.node(at);
        debug_assert!(node.state == State::Expanded && node.edge_count > 0);
        let for_mover = |utility: f32| change_side(utility, Player::Black, node.turn);
        let visits = node.tried_visits as f32;
        let growth = EXPLORATION_GROWTH * ((visits + EXPLORATION_BASE) / EXPLORATION_BASE).ln();
        let spread = spread(node.square - utility * utility, visits) / USUAL_SPREAD;
        let explore = (EXPLORATION + growth) * (1.0 - SPREAD_SHARE + SPREAD_SHARE * spread) * (visits + 0.01).sqrt();
        let reduction = if at == ROOT { self.root_reduction } else { FIRST_PLAY_REDUCTION };
        let untried = for_mover(utility) - reduction * node.tried_prior.max(0.0).sqrt();
        let promise = |child: &Branch| {
            let (visits, in_flight) = (child.visits as f32, child.in_flight as f32);
            let all = visits + in_flight;
            let value =
                if all == 0.0 { untried } else { (visits * for_mover(child.utility) + in_flight * UNDER_WAY) / all };
            value + explore * child.prior / (1.0 + all)
        };
        let mut best = (f32::NEG_INFINITY, Pick::Untried);
        for (place, child) in self.families.of(node.family).iter().enumerate().rev() {
            let promise = promise(child);
            if promise > best.0 {
                best = (promise, Pick::Child(place));
            }
        }
        if !node.next.is_none() && untried + explore * node.next.prior() > best.0 {
            return Pick::Untried;
        }
        best.1
    }
}

/// The standard deviation that so many visits of this variance speak for.
fn spread(variance: f32, visits: f32) -> f32 {
    let usual = USUAL_SPREAD_VISITS * USUAL_SPREAD * USUAL_SPREAD;
    // Of visits that all came out the same, rounding may leave a little less than nothing.
    ((usual + variance.max(0.0) * visits) / (USUAL_SPREAD_VISITS + visits)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_begins_at_the_usual_one_and_follows_what_was_seen() {
        assert!((spread(0.0, 0.0) - USUAL_SPREAD).abs() < 1e-6 && (spread(-1e-6, 0.0) - USUAL_SPREAD).abs() < 1e-6);
        assert!((spread(0.04, 1e6) - 0.2).abs() < 1e-3);
        let quiet: Vec<f32> = [1.0, 10.0, 100.0].map(|visits| spread(0.0, visits)).to_vec();
        assert!(quiet.is_sorted_by(|a, b| a > b) && quiet[2] < USUAL_SPREAD / 5.0, "{quiet:?}");
    }
}
