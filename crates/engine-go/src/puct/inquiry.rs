//! One position that is being searched, by as many threads as have a hand free.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use go::{Move, Position};
use plateau_core::{Player, Position as _, change_side};
use search::{Ban, Report};

use super::bans::Bans;
use super::leaf::final_worth;
use super::noise;
use super::tally::{Tally, Telling};
use super::tree::{Capacity, Descent, Legal, Step, Tree};
use super::worth::Scale;
use crate::ladder::Reader;
use crate::net::Evaluation;

/// A search that belongs to nobody: [walkers](super::Walker) look for positions to evaluate in it, and bring back what came of them.
///
/// Many of them can be under way at once, and a walker can fill one batch from several. So positions that are asked about together are
/// answered at the speed at which the evaluator judges full batches, however few visits each of them gets.
#[derive(Debug)]
pub struct Inquiry {
    root: Position,
    tally: Mutex<Tally>,
    scale: Scale,
    bans: Bans,
    /// The most visits.
    visits: u64,
}

/// How a position is to be searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Terms {
    /// So many visits, at most.
    pub visits: u64,
    /// Moves that are left aside.
    pub bans: Vec<Ban<Move>>,
    /// The priors of the root are raised to the power of one divided by this: above 1, more moves are looked at.
    pub root_temperature: f32,
    /// By how much an untried move at the root is taken for worse than the root, if it is not as everywhere.
    pub root_reduction: Option<f32>,
    /// Bytes for the tree.
    pub memory_bytes: usize,
}

impl Inquiry {
    /// A search that begins at this position, which is not over; the evaluator has judged it.
    pub fn new(position: Position, root: &Evaluation, terms: &Terms) -> Inquiry {
        let area = position.size().area();
        let mut tree = Tree::new(&position, Capacity::within(terms.memory_bytes, area).at_most(terms.visits, area));
        if let Some(reduction) = terms.root_reduction {
            tree.reduce_at_root(reduction);
        }
        let bans = Bans::new(&terms.bans, position.size());
        Inquiry::begin(position, tree, root, bans, terms.visits, true, |legal| legal.flatten(terms.root_temperature))
    }

    /// A search that goes on with a tree, which may know the position already. `prepare` has the last word on the priors of the root,
    /// where that is new.
    pub(super) fn begin(
        position: Position,
        mut tree: Tree,
        root: &Evaluation,
        bans: Bans,
        visits: u64,
        in_detail: bool,
        prepare: impl FnOnce(&mut Legal),
    ) -> Inquiry {
        let turn = position.turn();
        let scale = Scale::new(position.size().width(), change_side(root.lead, turn, Player::Black));
        tree.count_by(scale);
        if !tree.is_expanded() {
            let mut legal = Legal::default();
            // Whoever plays by instinct plays what the network thinks of: there is no search that could find out what else a ladder is good for.
            let mut reader = (visits > 1).then(Reader::default);
            legal.find(&position, reader.as_mut());
            legal.judge(&root.policy);
            prepare(&mut legal);
            bans.apply(&mut legal, turn, 0);
            let mut path = Vec::new();
            let descent = tree.descend(&mut position.clone(), &mut path);
            debug_assert_eq!(descent, Descent::Leaf, "nobody has looked at the root");
            tree.grow(&path, &legal, scale.worth(root.win, root.lead, turn));
        }
        let tally = Tally::new(tree, &position, root, in_detail);
        Inquiry { root: position, tally: Mutex::new(tally), scale, bans, visits }
    }

    /// The position it began at.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// Whether it has all its visits.
    pub fn is_complete(&self) -> bool {
        self.lock().tree.visits() as u64 >= self.visits
    }

    /// Visits that have come back.
    pub fn visits(&self) -> u64 {
        self.lock().tree.visits() as u64
    }

    /// All that was found out so far, of every move that was tried, with lines of so many plies at most; `elapsed` is the time that it took.
    pub fn report(&self, elapsed: Duration, plies: usize) -> Report<Move> {
        let telling = Telling { variations: usize::MAX, plies, in_detail: true };
        self.lock().report(&self.root, elapsed, telling)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn into_tally(self) -> Tally {
        self.tally.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    pub(super) fn bans(&self) -> &Bans {
        &self.bans
    }

    /// Walks down the tree on `position`, which stands at the root.
    pub(super) fn walk(&self, position: &mut Position, path: &mut Vec<Step>) -> Walk {
        let mut tally = self.lock();
        let tree = &mut tally.tree;
        if tree.begun() >= self.visits {
            return Walk::Blocked;
        }
        match tree.descend(position, path) {
            Descent::Leaf => match final_worth(position, self.scale) {
                Some(worth) => {
                    tree.end(path, worth);
                    Walk::Back
                }
                // What is left aside may be so for one of the ways to a position alone.
                None if self.bans.are_none() && tree.grow_as_twin(path, position, self.scale) => Walk::Back,
                None => Walk::Leaf,
            },
            Descent::Known => Walk::Back,
            Descent::Full if tree.is_idle() => {
                tree.prune();
                Walk::Back
            }
            Descent::Taken | Descent::Full => Walk::Blocked,
        }
    }
}

/// How a walk down the tree ended.
pub(super) enum Walk {
    /// At a position that must be evaluated.
    Leaf,
    /// With nothing left to do.
    Back,
    /// There is no other way before what others look at has come back.
    Blocked,
}

/// Mixes noise into the priors of a root, or leaves them alone.
pub(super) fn with_noise(noise: bool, rng: &mut Rng) -> impl FnOnce(&mut Legal) + '_ {
    move |legal| {
        if noise {
            noise::mix_in(legal, rng);
        }
    }
}

#[cfg(test)]
mod tests {
    use go::{Game, Point, Rules, Size};
    use plateau_core::Game as _;

    use super::super::leaf::Leaf;
    use super::*;

    /// White is certain to run at D3, and the ladder ends at the edge.
    #[test]
    fn ladders_are_read_for_whoever_searches_and_not_for_instinct() {
        let text = "........./........./........./........./........./..X....../.XO....../..XX...../......... O";
        let position = Game::default().position(text).expect("a position");
        let run: Move = "D3".parse().expect("a move");
        let place = run.point().expect("a point").number(position.size());
        let mut policy = vec![0.0; 82];
        policy[place as usize] = 12.0;
        let root = Evaluation { policy, win: 0.5, lead: 0.0, ownership: vec![0.0; 81] };
        let prior = |visits| {
            let terms =
                Terms { visits, bans: Vec::new(), root_temperature: 1.0, root_reduction: None, memory_bytes: 1 << 20 };
            let inquiry = Inquiry::new(position.clone(), &root, &terms);
            let priors = inquiry.lock().tree.priors();
            priors.into_iter().find(|&(mv, _)| mv == run).expect("it is legal").1
        };
        assert!(prior(1) > 0.99 && prior(2) < 0.01, "{} {}", prior(1), prior(2));
    }

    /// A search on 3×3 by an evaluator that has no opinion worth having, so that all moves are looked at. Of every walk it tells where it ended, and how
    /// many plies below the root; gives back how many positions were judged.
    fn search(visits: u64, bans: Vec<Ban<Move>>, mut walked: impl FnMut(&Position, usize)) -> u64 {
        let position = Game::even(Size::new(3).expect("a size"), Rules::default()).start();
        let mut rng = Rng::with_seed(3);
        let mut judge = || Evaluation {
            policy: (0..10).map(|_| 3.0 * rng.f32()).collect(),
            ownership: vec![0.0; 9],
            ..Evaluation::default()
        };
        let terms = Terms { visits, bans, root_temperature: 1.0, root_reduction: None, memory_bytes: 16 << 20 };
        let inquiry = Inquiry::new(position.clone(), &judge(), &terms);
        let (mut leaf, mut judged) = (Leaf::new(), 0);
        while !inquiry.is_complete() {
            let mut end = position.clone();
            let walk = inquiry.walk(&mut end, &mut leaf.path);
            walked(&end, leaf.path.len() - 1);
            if let Walk::Leaf = walk {
                let evaluation = judge();
                leaf.note(&end, &mut Reader::default());
                leaf.judge(&evaluation, inquiry.scale(), inquiry.bans());
                inquiry.lock().bring_back(&leaf, &evaluation);
                judged += 1;
            }
        }
        judged
    }

    #[test]
    fn what_other_moves_led_to_is_not_judged_again() {
        let ban = Ban { player: Player::Black, mv: "A1".parse().expect("a move"), plies: 1 };
        let judged_of_all = |bans| {
            let mut over = 0;
            let judged = search(2000, bans, |end, _| over += u64::from(end.is_over()));
            (judged, 2000 - over)
        };
        let (judged, all) = judged_of_all(Vec::new());
        assert!(judged < all * 9 / 10, "{judged} of {all}");
        let (judged, all) = judged_of_all(vec![ban]);
        assert!(judged > all * 99 / 100, "{judged} of {all}");
    }

    /// Who passes comes to a position later than who does not, and may play there what the other leaves aside.
    #[test]
    fn what_is_left_aside_on_one_way_to_a_position_is_not_played_because_of_another() {
        let aside: Point = "B2".parse().expect("a point");
        let ban = Ban { player: Player::Black, mv: Move::Play(aside), plies: 6 };
        let mut played_later = 0;
        search(20_000, vec![ban], |end, plies| {
            let is_played = end.board().at(aside) == Some(Player::Black);
            // The seventh ply is the first that may be it.
            assert!(!is_played || plies > 6, "{end:?}");
            played_later += u32::from(is_played);
        });
        assert!(played_later > 1000, "{played_later}");
    }
}
