//! The tree search: PUCT over an [`Evaluator`].
//!
//! A visit walks down the [tree] by the most promising moves to a position that nobody has looked at, has it
//! evaluated, and counts what came of it on the way back. Each thread walks down several times, has what it found evaluated in
//! one go, and then brings all of it back. The tree is behind one lock, held only for a walk: on 9×9 it takes some three
//! microseconds, where an evaluation takes 150 on the fastest path.
//!
//! Every position on the way is a whole [`Position`] with its history, so superko holds in the tree as on the board. The tree lives
//! on from move to move as far as the game followed it.

mod bans;
mod choice;
mod inquiry;
mod instinct;
mod leaf;
mod noise;
mod tally;
pub(crate) mod tree;
mod walker;
mod worth;

use std::thread;
use std::time::Duration;

use fastrand::Rng;
use go::{Move, Position};
use plateau_core::Position as _;
use search::{Ban, Choice, Engine, Failure, Limits, Report, Resources, Stop, Thought, Watch};

use crate::evaluator::Evaluator;
use crate::giving_up::Patience;
use bans::Bans;
pub use inquiry::{Inquiry, Terms};
use tally::Telling;
use tree::{Capacity, Tree};
pub use walker::{Harvest, Walker};

/// How the search chooses its move. The limits say how much it looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// 0 plays the best move. Otherwise a move is drawn, with chances in proportion to the visits (to the priors, if the
    /// root alone was looked at) to the power of 1 / temperature.
    pub temperature: f32,
    /// Mixes noise into the priors of the root, as games for training need.
    pub noise: bool,
    /// Gives up below this chance to win, if it stays there.
    pub resign_below: Option<f32>,
}

impl Settings {
    /// The best move, and never giving up.
    pub const BEST: Settings = Settings { temperature: 0.0, noise: false, resign_below: None };
}

/// The tree search.
#[derive(Debug)]
pub struct Puct<E> {
    settings: Settings,
    walkers: Vec<Walker<E>>,
    memory_bytes: usize,
    banned: Vec<Ban<Move>>,
    /// The tree of the last search, and the position at its root.
    kept: Option<(Position, Tree)>,
    patience: Patience,
}

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

impl<E: Evaluator> Puct<E> {
    /// `evaluator` makes one for each thread. With a seed, one thread, and nodes instead of time as the limit, it plays the same
    /// again.
    pub fn new(settings: Settings, resources: &Resources, mut evaluator: impl FnMut() -> E) -> Puct<E> {
        let mut rng = resources.seed.map_or_else(Rng::new, Rng::with_seed);
        let walkers = (0..resources.threads.get()).map(|_| Walker::new(evaluator(), rng.fork())).collect();
        let (memory_bytes, patience) = (resources.memory_bytes, Patience::default());
        Puct { settings, walkers, memory_bytes, banned: Vec::new(), kept: None, patience }
    }

    /// Draws its random numbers anew from this seed, as if it had just been made with it.
    pub fn reseed(&mut self, seed: u64) {
        let mut rng = Rng::with_seed(seed);
        for walker in &mut self.walkers {
            walker.rng = rng.fork();
        }
    }

    /// The tree that is known of this position, if the game went on from the last one by moves that were looked at.
    fn take_tree(&mut self, position: &Position) -> Tree {
        // The other half is what the program takes with its networks: 17 MB on 9×9, 24 on 19×19.
        let capacity = Capacity::within(self.memory_bytes / 2, position.size().area());
        let fresh = || Tree::new(position, capacity);
        let Some((root, tree)) = self.kept.take() else { return fresh() };
        // Noise belongs to one search, and so does what was to be left aside: it is counted in plies from the root.
        if self.settings.noise || !self.banned.is_empty() || root.game() != position.game() {
            return fresh();
        }
        follow(&root, tree, position).unwrap_or_else(fresh)
    }
}

/// The tree at `position`, if that came from `root` by its last moves and all of them were tried.
fn follow(root: &Position, tree: Tree, position: &Position) -> Option<Tree> {
    if root == position {
        return Some(tree);
    }
    let recent: Vec<Move> = position.recent_moves().collect();
    let played = (1..=recent.len()).map(|count| &recent[..count]).find(|moves| {
        let mut at = root.clone();
        moves.iter().rev().all(|&mv| at.play(mv).is_ok()) && at == *position
    })?;
    played.iter().rev().try_fold(tree, |tree, &mv| tree.after(mv))
}

impl<E: Evaluator> Engine<Position> for Puct<E> {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        let watch = Watch::start(limits, stop, moves_to_go(position));
        let (tree, bans) = (self.take_tree(position), Bans::new(&self.banned, position.size()));
        let (first, others) = self.walkers.split_first_mut().expect("there is a thread at least");
        first.note(position);
        let root = first.judge().evaluation().clone();
        let (visits, in_detail) = (limits.nodes_max().unwrap_or(u64::MAX), limits.in_detail);
        let prepare = inquiry::with_noise(self.settings.noise, &mut first.rng);
        let inquiry = Inquiry::begin(position.clone(), tree, &root, bans, visits, in_detail, prepare);
        let search = Search { inquiry, watch: &watch, limits };
        let telling = Telling { variations: limits.variations.get(), plies: LINE_MAX, in_detail };
        thread::scope(|scope| {
            for walker in others {
                scope.spawn(|| {
                    while !search.is_over() {
                        search.go_on(walker);
                    }
                });
            }
            let mut next_report = REPORT_EVERY;
            while !search.is_over() {
                search.go_on(first);
                if watch.elapsed() >= next_report {
                    let seen = search.inquiry.lock().report(position, watch.elapsed(), telling);
                    report(&seen);
                    next_report = watch.elapsed() + REPORT_EVERY;
                }
            }
        });
        let tally = search.inquiry.into_tally();
        let mut report = tally.report(position, watch.elapsed(), telling);
        let choice = choice::choose(position, &tally.tree, &report, &self.settings, &mut first.rng, &mut self.patience);
        if let Choice::Play(mv) = choice
            && in_detail
        {
            tally.put_first(&mut report, mv, telling);
        }
        self.kept = Some((position.clone(), tally.tree));
        Ok(Thought { choice, report })
    }

    fn forget(&mut self) {
        self.kept = None;
        self.patience = Patience::default();
    }

    fn avoid(&mut self, banned: &[Ban<Move>]) -> bool {
        if self.banned != banned {
            self.kept = None;
            self.banned = banned.to_vec();
        }
        true
    }
}

/// About how many moves of one's own are left in the game.
fn moves_to_go(position: &Position) -> u32 {
    // A third of the empty points, or a quarter of the board at first: by then most games have been given up or are decided.
    let (area, empty) = (position.size().area() as u32, position.board().empty_count() as u32);
    (empty / 3).min(area / 4) + 8
}

/// One search, as its threads see it.
struct Search<'a> {
    inquiry: Inquiry,
    watch: &'a Watch,
    limits: &'a Limits,
}

impl Search<'_> {
    /// Walks down some times, has what was found judged, and brings it back.
    fn go_on<E: Evaluator>(&self, walker: &mut Walker<E>) {
        match walker.gather(&self.inquiry, walker.batch(self.inquiry.root().size())) {
            0 => thread::yield_now(),
            count => walker.judge().bring_back(&self.inquiry, count),
        }
    }

    /// Whether the limits are reached, or nothing can change the choice any more.
    fn is_over(&self) -> bool {
        let tally = self.inquiry.lock();
        let begun = tally.tree.begun();
        self.watch.is_over(begun) || self.is_settled(&tally.tree)
    }

    /// Whether what is left will not change the choice. Where visits are counted, nobody waits for the clock, and that must be certain: no other move can
    /// come to enough visits to be chosen. Time that is spared is worth something, so there it is enough that the best move has the most
    /// visits and will have them in the end, too. Where several variations are wanted, somebody is looking on, and the search goes on.
    fn is_settled(&self, tree: &Tree) -> bool {
        if self.limits.variations.get() > 1 {
            return false;
        }
        let visits = tree.begun();
        let by_nodes = self.limits.nodes_max().map(|nodes| nodes.saturating_sub(visits));
        let by_time = self.watch.time().map(|time| {
            let elapsed = self.watch.elapsed().as_secs_f64().max(1e-3);
            let left = time.as_secs_f64() - elapsed;
            // The tree may have come with visits from the move before, which took no time now: then this is too many.
            ((visits as f64 * left / elapsed) as u64).max(self.watch.nodes_at_least().saturating_sub(visits))
        });
        if visits < SETTLED_VISITS_MIN {
            return false;
        }
        let (mut most, mut second) = (0, 0);
        for tried in tree.moves() {
            let visits = tried.visits as u64;
            if visits > most {
                (most, second) = (visits, most);
            } else {
                second = second.max(visits);
            }
        }
        by_nodes.is_some_and(|left| choice::is_out_of_reach(second + left, most))
            || by_time.is_some_and(|left| most > second + left && choice::is_most_visited_best(tree))
    }
}

/// A search is not cut short before so many visits: they cost nothing.
const SETTLED_VISITS_MIN: u64 = 32;

/// The longest line of play that is told.
const LINE_MAX: usize = 20;
