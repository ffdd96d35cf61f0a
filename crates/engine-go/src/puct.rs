//! The tree search: PUCT over an [`Evaluator`].
//!
//! A visit walks down the [tree] by the most promising moves to a position that nobody has looked at, has it
//! evaluated, and counts what came of it on the way back. Each thread walks down several times, has what it found evaluated in
//! one go, and then brings all of it back. The tree is behind one lock, held only for a walk: on 9×9 it takes some three
//! microseconds, where an evaluation takes 150 on the fastest path.
//!
//! Every position on the way is a whole [`Position`] with its history, so superko holds in the tree as on the board. The tree lives
//! on from move to move as far as the game followed it.

mod choice;
mod instinct;
mod noise;
pub(crate) mod tree;
mod worth;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use go::{DeadStones, Move, Position, Scoring};
use plateau_core::{Outcome, Player, Position as _, change_side};
use search::{Engine, Failure, Limits, Report, Resources, Score, Stop, Thought, Variation, Watch};

use crate::evaluator::Evaluator;
use crate::giving_up::Patience;
use crate::net::Evaluation;
use crate::ownership;
use tree::{Capacity, Descent, Legal, Step, Tree};
use worth::{Scale, Worth, deviation_of_chance};

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
    workers: Vec<Worker<E>>,
    memory_bytes: usize,
    /// The tree of the last search, and the position at its root.
    kept: Option<(Position, Tree)>,
    patience: Patience,
}

/// What a thread works with.
#[derive(Debug)]
struct Worker<E> {
    evaluator: E,
    rng: Rng,
    /// Where walks are played: the positions at their ends are noted down, not kept.
    board: Option<Position>,
    /// The ends of walks that are evaluated together; kept for their memory.
    leaves: Vec<Leaf>,
}

/// The end of a walk.
#[derive(Debug)]
struct Leaf {
    path: Vec<Step>,
    turn: Player,
    legal: Legal,
    /// The position, where the game is over and its players have to agree on what is dead.
    to_agree: Option<Box<Position>>,
    worth: Worth,
}

/// What the threads share.
struct Shared {
    tree: Tree,
    /// The sum of the ownership that evaluations told, seen by Black, and how many they were.
    ownership: Vec<f32>,
    evaluations: u32,
}

/// A young tree is too small to be looked at in many places at once: so many visits for each position of a batch. With 100
/// visits, batches of up to 8 lost two games of three against single positions.
const VISITS_PER_LEAF: usize = 64;

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

impl<E: Evaluator> Puct<E> {
    /// `evaluator` makes one for each thread. With a seed, one thread, and nodes instead of time as the limit, it plays the same
    /// again.
    pub fn new(settings: Settings, resources: &Resources, mut evaluator: impl FnMut() -> E) -> Puct<E> {
        let mut rng = resources.seed.map_or_else(Rng::new, Rng::with_seed);
        let workers = (0..resources.threads.get()).map(|_| Worker {
            evaluator: evaluator(),
            rng: rng.fork(),
            board: None,
            leaves: Vec::new(),
        });
        let workers = workers.collect();
        Puct { settings, workers, memory_bytes: resources.memory_bytes, kept: None, patience: Patience::default() }
    }

    /// Draws its random numbers anew from this seed, as if it had just been made with it.
    pub fn reseed(&mut self, seed: u64) {
        let mut rng = Rng::with_seed(seed);
        for worker in &mut self.workers {
            worker.rng = rng.fork();
        }
    }

    /// The tree that is known of this position, if the game went on from the last one by moves that were looked at.
    fn take_tree(&mut self, position: &Position) -> Tree {
        // The other half is what the program takes with its networks: 17 MB on 9×9, 24 on 19×19.
        let capacity = Capacity::within(self.memory_bytes / 2, position.size().area());
        let fresh = || Tree::new(position, capacity);
        let Some((root, tree)) = self.kept.take() else { return fresh() };
        // Noise belongs to one search.
        if self.settings.noise || root.game() != position.game() {
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
        let mut tree = self.take_tree(position);
        let (first, others) = self.workers.split_first_mut().expect("there is a thread at least");
        let root = first.evaluate_root(position);
        let scale = Scale::new(position.size().width(), change_side(root.lead, position.turn(), Player::Black));
        if !tree.is_expanded() {
            first.expand_root(&mut tree, position, &root, scale, self.settings.noise);
        }
        let shared = Shared::new(tree, position.turn(), &root);
        let search = Search { root: position, shared: Mutex::new(shared), scale, watch: &watch, limits };
        thread::scope(|scope| {
            for worker in others {
                scope.spawn(|| {
                    while !search.is_over() {
                        worker.work(&search);
                    }
                });
            }
            let mut next_report = REPORT_EVERY;
            while !search.is_over() {
                first.work(&search);
                if watch.elapsed() >= next_report {
                    report(&search.lock().report(&watch, limits.variations.get()));
                    next_report = watch.elapsed() + REPORT_EVERY;
                }
            }
        });
        let shared = search.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let report = shared.report(&watch, limits.variations.get());
        let choice =
            choice::choose(position, &shared.tree, &report, &self.settings, &mut first.rng, &mut self.patience);
        self.kept = Some((position.clone(), shared.tree));
        Ok(Thought { choice, report })
    }

    fn forget(&mut self) {
        self.kept = None;
        self.patience = Patience::default();
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
    root: &'a Position,
    shared: Mutex<Shared>,
    scale: Scale,
    watch: &'a Watch,
    limits: &'a Limits,
}

impl Search<'_> {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Walks down the tree on `position`, which stands at the root.
    fn walk(&self, position: &mut Position, path: &mut Vec<Step>) -> Walk {
        let mut shared = self.lock();
        let tree = &mut shared.tree;
        if self.limits.nodes.is_some_and(|nodes| tree.begun() >= nodes) {
            return Walk::Blocked;
        }
        match tree.descend(position, path) {
            Descent::Leaf => match final_worth(position, self.scale) {
                Some(worth) => {
                    tree.end(path, worth);
                    Walk::Back
                }
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

    /// Whether the limits are reached, or nothing can change the choice any more.
    fn is_over(&self) -> bool {
        let shared = self.lock();
        let begun = shared.tree.begun();
        self.watch.is_over(begun) || self.is_settled(&shared.tree)
    }

    /// Whether the move with the most visits will have them in the end, too, by what can be expected of the time left.
    /// Where several variations are wanted, somebody is looking on, and the search goes on.
    fn is_settled(&self, tree: &Tree) -> bool {
        if self.limits.variations.get() > 1 {
            return false;
        }
        let visits = tree.begun();
        let by_nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(visits));
        let by_time = self.watch.time().map(|time| {
            let elapsed = self.watch.elapsed().as_secs_f64().max(1e-3);
            let left = time.as_secs_f64() - elapsed;
            // The tree may have come with visits from the move before, which took no time now: then this is too many.
            ((visits as f64 * left / elapsed) as u64).max(self.watch.nodes_at_least().saturating_sub(visits))
        });
        let Some(left) = by_nodes.into_iter().chain(by_time).min() else { return false };
        let (mut most, mut second) = (0, 0);
        for tried in tree.moves() {
            let visits = tried.visits as u64;
            if visits > most {
                (most, second) = (visits, most);
            } else {
                second = second.max(visits);
            }
        }
        visits >= SETTLED_VISITS_MIN && most > second + left
    }
}

/// How a walk down the tree ended.
enum Walk {
    /// At a position that must be evaluated.
    Leaf,
    /// With nothing left to do.
    Back,
    /// There is no other way before what others look at has come back.
    Blocked,
}

/// A search is not cut short before so many visits: they cost nothing.
const SETTLED_VISITS_MIN: u64 = 32;

impl<E: Evaluator> Worker<E> {
    /// What the evaluator thinks of the position that is asked about.
    fn evaluate_root(&mut self, position: &Position) -> Evaluation {
        self.evaluator.note(position, &mut self.rng);
        self.evaluator.judge(&mut self.rng)[0].clone()
    }

    /// The first visit.
    fn expand_root(&mut self, tree: &mut Tree, position: &Position, root: &Evaluation, scale: Scale, noise: bool) {
        let mut legal = Legal::default();
        legal.find(position);
        legal.judge(&root.policy);
        if noise {
            noise::mix_in(&mut legal, &mut self.rng);
        }
        let mut path = Vec::new();
        let descent = tree.descend(&mut position.clone(), &mut path);
        debug_assert_eq!(descent, Descent::Leaf, "nobody has looked at the root");
        tree.grow(&path, &legal, scale.worth(root.win, root.lead, position.turn()));
    }

    /// Walks down some times, has what was found evaluated, and brings it back.
    fn work(&mut self, search: &Search<'_>) {
        let count = self.gather(search);
        if count == 0 {
            return thread::yield_now();
        }
        let (evaluations, leaves) = (self.evaluator.judge(&mut self.rng), &mut self.leaves[..count]);
        for (leaf, evaluation) in leaves.iter_mut().zip(evaluations) {
            leaf.judge(evaluation, search.scale);
        }
        let mut shared = search.lock();
        for (leaf, evaluation) in leaves.iter().zip(evaluations) {
            if leaf.to_agree.is_some() {
                shared.tree.end(&leaf.path, leaf.worth);
            } else {
                shared.tree.grow(&leaf.path, &leaf.legal, leaf.worth);
                shared.add_ownership(evaluation, leaf.turn);
            }
        }
    }

    /// Finds positions to evaluate and says how many. None, if others are looking at all that is worth it, or nothing is left.
    fn gather(&mut self, search: &Search<'_>) -> usize {
        let batch = self.evaluator.batch(search.root.size()).max(1);
        let wanted = (search.lock().tree.begun() as usize / VISITS_PER_LEAF).clamp(1, batch);
        let position = self.board.get_or_insert_with(|| search.root.clone());
        let mut count = 0;
        // Ends of games come back at once; a tree of nothing else must not keep a thread for ever.
        for _ in 0..4 * wanted {
            if count == wanted {
                break;
            }
            if self.leaves.len() == count {
                self.leaves.push(Leaf::new());
            }
            let leaf = &mut self.leaves[count];
            position.clone_from(search.root);
            match search.walk(position, &mut leaf.path) {
                Walk::Leaf => {
                    leaf.note(position);
                    self.evaluator.note(position, &mut self.rng);
                    count += 1;
                }
                Walk::Back => {}
                Walk::Blocked => break,
            }
        }
        count
    }
}

impl Leaf {
    /// Room for one.
    fn new() -> Leaf {
        let (path, legal, worth) = (Vec::new(), Legal::default(), Worth::default());
        Leaf { path, turn: Player::Black, legal, to_agree: None, worth }
    }

    /// Notes down what will be needed of the position.
    fn note(&mut self, position: &Position) {
        self.turn = position.turn();
        self.to_agree = position.is_over().then(|| Box::new(position.clone()));
        if self.to_agree.is_none() {
            self.legal.find(position);
        }
    }

    fn judge(&mut self, evaluation: &Evaluation, scale: Scale) {
        self.worth = if let Some(position) = &self.to_agree {
            agreed_worth(position, evaluation, scale)
        } else {
            self.legal.judge(&evaluation.policy);
            scale.worth(evaluation.win, evaluation.lead, self.turn)
        };
    }
}

/// What a game that is over is worth, where the rules alone say so: all stones count as they stand. So stones that are dead
/// have to be taken before one passes, which costs nothing when areas are counted.
fn final_worth(position: &Position, scale: Scale) -> Option<Worth> {
    match position.outcome()? {
        Outcome::NoResult => Some(scale.worth(0.5, 0.0, Player::Black)),
        _ if position.rules().scoring == Scoring::Territory => None,
        outcome => {
            let half_points = position.count(&DeadStones::NONE).margin().black_half_points;
            Some(counted_worth(outcome, half_points, scale))
        }
    }
}

/// Random playouts for a look at the dead stones of a position in the tree: there are many such positions.
const PLAYOUTS_IN_TREE: u32 = 32;

/// What a game that is over is worth when territory is counted: taking dead stones would cost points, so the players agree.
fn agreed_worth(position: &Position, evaluation: &Evaluation, scale: Scale) -> Worth {
    let dead = ownership::dead(position.board(), position.turn(), &evaluation.ownership, PLAYOUTS_IN_TREE);
    let margin = position.count(&dead).margin();
    counted_worth(margin.outcome(), margin.black_half_points, scale)
}

fn counted_worth(outcome: Outcome, black_half_points: i32, scale: Scale) -> Worth {
    let chance = f32::midpoint(outcome.value_for(Player::Black) as f32, 1.0);
    scale.worth(chance, black_half_points as f32 / 2.0, Player::Black)
}

impl Shared {
    fn new(tree: Tree, turn: Player, root: &Evaluation) -> Shared {
        let mut shared = Shared { tree, ownership: vec![0.0; root.ownership.len()], evaluations: 0 };
        shared.add_ownership(root, turn);
        shared
    }

    fn add_ownership(&mut self, evaluation: &Evaluation, turn: Player) {
        let sign = change_side(1.0, turn, Player::Black);
        self.evaluations += 1;
        for (sum, owner) in self.ownership.iter_mut().zip(&evaluation.ownership) {
            *sum += sign * owner;
        }
    }

    fn report(&self, watch: &Watch, variations: usize) -> Report<Move> {
        let tree = &self.tree;
        let turn = tree.turn();
        let score = |worth: Worth| {
            let chance = Score::Chance { win: f32::midpoint(worth.win, 1.0), lead: worth.lead };
            chance.seen_by(Player::Black, turn)
        };
        let mut lines: Vec<Variation<Move>> = Vec::new();
        for tried in tree.ranked().iter().take(variations) {
            let win = change_side(tried.worth.win, Player::Black, turn);
            let doubt = choice::DEVIATIONS * deviation_of_chance(tried.deviation());
            lines.push(Variation {
                prior: Some(tried.prior),
                win_at_least: Some((f32::midpoint(win, 1.0) - doubt).max(0.0)),
                ..Variation::new(tree.line(tried), score(tried.worth), tried.visits as u64)
            });
        }
        if lines.is_empty() {
            // The root alone was looked at: what promises most is all that can be said.
            let promising = tree.priors().into_iter().take(variations);
            lines.extend(promising.map(|(mv, prior)| Variation {
                prior: Some(prior),
                ..Variation::new(vec![mv], score(tree.worth()), 0)
            }));
        }
        let sign = change_side(1.0, Player::Black, turn) / self.evaluations as f32;
        Report {
            depth: lines.first().map_or(0, |line| line.moves.len() as u32),
            nodes: tree.visits() as u64,
            elapsed: watch.elapsed(),
            variations: lines,
            ownership: self.ownership.iter().map(|sum| sum * sign).collect(),
        }
    }
}
