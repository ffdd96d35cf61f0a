//! Positions of Go, by the tree search over the network.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use engine_go::{Puct, Recollection, Settings};
use go::{Move, Position};
use plateau_core::Position as _;
use search::{Engine, Limits, Report, Resources, Score, Stop};
use study::Effort;

use super::game::{Analyst, over};

/// Looks at positions with a tree that begins anew each time.
pub(super) struct Networked {
    search: Puct<engine_go::Networked>,
    seed: u64,
}

/// What analysts of all threads and reviews know in common: neighbouring positions of a game share much of their trees, and who
/// looks closer begins with what was seen before. Room for some twenty thousand positions of 9×9 or nine thousand of 19×19.
static RECOLLECTION: LazyLock<Arc<Recollection>> = LazyLock::new(|| Arc::new(Recollection::new(32 << 20)));

/// Moves that are told of a position.
const MOVES: NonZeroUsize = NonZeroUsize::new(12).expect("not zero");

impl Networked {
    pub(super) fn new(resources: &Resources) -> Networked {
        let recalling = || engine_go::Networked::recalling(Arc::clone(&RECOLLECTION));
        let search = Puct::new(Settings::BEST, resources, recalling);
        Networked { search, seed: resources.seed.unwrap_or_default() }
    }
}

/// Visits for each effort.
fn visits(effort: Effort) -> u64 {
    match effort {
        Effort::Quick => 32,
        Effort::Normal => 200,
        Effort::Deep => 1000,
    }
}

impl Analyst<Position> for Networked {
    /// A board on which both have passed is judged as if play went on: what is dead is seen, not counted.
    fn judge(
        &mut self,
        position: &Position,
        effort: Effort,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Report<Move>> {
        let is_over = position.is_over();
        let position = if is_over { &position.resumed(position.turn()) } else { position };
        if position.is_over() {
            return Some(over(Score::Chance { win: 0.5, lead: 0.0 }));
        }
        // The same question has the same answer, whatever was asked before.
        self.search.forget();
        self.search.reseed(self.seed ^ position.key());
        let limits = Limits { variations: MOVES, ..Limits::nodes(visits(effort)) };
        let mut seen = self.search.think(position, &limits, stop, report).ok()?.report;
        if is_over {
            seen.variations.truncate(1);
            seen.variations.iter_mut().for_each(|variation| variation.moves.clear());
        }
        (!stop.is_asked()).then_some(seen)
    }
}

/// Changes with the networks and with how they are searched.
pub(super) fn version() -> String {
    let [small, medium, large] = engine_go::net::Network::shipped_ids();
    format!("{SEARCH}-{small:08x}{medium:08x}{large:08x}")
}

/// Counts the changes of the search after which judgements differ.
const SEARCH: u32 = 4;
