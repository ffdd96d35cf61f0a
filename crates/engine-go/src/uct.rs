//! Plain UCT: a tree of moves, grown where it promises most, judged by random playouts.
//!
//! After Kocsis and Szepesvári, 'Bandit based Monte-Carlo Planning' (2006). A visit walks down the tree by the upper
//! confidence bound, adds the children of a leaf on its second visit, plays out at random, and counts the win or loss on the
//! way back. No knowledge but the rules, and own eyes are not filled.

use std::time::Duration;

use fastrand::Rng;
use go::{Board, Move, Point, Position, Territory};
use plateau_core::{Player, Position as _, change_side};
use search::{Choice, Engine, Failure, Limits, Report, Resources, Score, Stop, Thought, Variation, Watch};

use crate::giving_up::{Patience, is_late};
use crate::net::komi_half_points;

/// The tree search by random playouts.
#[derive(Clone, Debug)]
pub struct Uct {
    rng: Rng,
    nodes_max: usize,
    patience: Patience,
}

/// How much a move is worth trying because it was tried little. The theory says √2 for rewards in 0..1; half of that plays
/// better, since playouts of good moves differ by little.
const EXPLORATION: f32 = 0.7;

/// Below this chance a game is hopeless, unless the tree is too small to know.
const HOPELESS: f32 = 0.03;
const VISITS_TO_KNOW: u32 = 200;

/// Visits between two looks at the clock: some tens of microseconds each.
const VISITS_PER_LOOK: u64 = 16;

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// A move and what is known of it. Wins and leads are counted for the player who makes the move.
#[derive(Clone, Copy, Debug)]
struct Node {
    mv: Move,
    visits: u32,
    wins: f32,
    /// The sum of the leads, in points.
    leads: f32,
    children: Children,
}

impl Node {
    fn new(mv: Move) -> Node {
        Node { mv, visits: 0, wins: 0.0, leads: 0.0, children: Children::default() }
    }

    /// The mean of what was counted.
    fn mean(&self, sum: f32) -> f32 {
        sum / self.visits.max(1) as f32
    }
}

/// A range of the arena; empty until the node is expanded.
#[derive(Clone, Copy, Default, Debug)]
struct Children {
    first: u32,
    count: u16,
}

impl Uct {
    /// With a seed, and nodes instead of time as the limit, it plays the same again.
    pub fn new(resources: &Resources) -> Uct {
        // An arena that grows is for a moment twice in memory.
        let nodes_max = (resources.memory_bytes / 3 / size_of::<Node>()).max(1024);
        let rng = resources.seed.map_or_else(Rng::new, Rng::with_seed);
        Uct { rng, nodes_max, patience: Patience::default() }
    }
}

impl Engine<Position> for Uct {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        let moves_to_go = position.board().empty_points().len() as u32 / 3 + 10;
        let watch = Watch::start(limits, stop, moves_to_go);
        let mut tree = Tree::new(position, self.nodes_max);
        let mut next_report = REPORT_EVERY;
        while !watch.is_over(tree.visits()) {
            for _ in 0..VISITS_PER_LOOK.min(limits.nodes.unwrap_or(u64::MAX) - tree.visits()) {
                tree.visit(&mut self.rng);
            }
            if watch.elapsed() >= next_report {
                report(&tree.report(&watch, limits.variations.get()));
                next_report = watch.elapsed() + REPORT_EVERY;
            }
        }
        let best = tree.ranked()[0];
        let gives_up = self.patience.ends(position, best.visits > VISITS_TO_KNOW && best.mean(best.wins) < HOPELESS);
        let choice = if gives_up { Choice::Resign } else { Choice::Play(best.mv) };
        Ok(Thought { choice, report: tree.report(&watch, limits.variations.get()) })
    }

    fn forget(&mut self) {
        self.patience = Patience::default();
    }
}

/// The tree of one search. The root is the first node of the arena.
struct Tree<'a> {
    root: &'a Position,
    board: Board,
    nodes: Vec<Node>,
    nodes_max: usize,
    /// Half points that Black must be ahead on the board to win.
    needed_half_points: i32,
}

impl<'a> Tree<'a> {
    fn new(root: &'a Position, nodes_max: usize) -> Tree<'a> {
        let mut tree = Tree {
            root,
            board: root.board().clone(),
            nodes: vec![Node::new(Move::Pass)],
            nodes_max,
            needed_half_points: komi_half_points(root),
        };
        // At the root every rule counts, superko too; below it, simple ko is near enough for an estimate.
        let own = root.turn();
        let sensible = |mv: &Move| match mv {
            Move::Play(point) => !root.board().is_eye(*point, own),
            Move::Pass => false,
        };
        let mut moves: Vec<Move> = root.legal_moves().filter(sensible).collect();
        // A few hundred visits do not find that a pass can be answered by another, and it would look as good as any move. So it
        // is thought of when the other has passed, or, late in the game, when everything belongs to somebody.
        let territory = Territory::at_the_end(root.board());
        let is_open = |mv: &Move| mv.point().is_some_and(|point| territory.owner(point).is_none());
        let may_end = root.passes() > 0 || is_late(root) && !moves.iter().any(is_open);
        if may_end && root.check(Move::Pass).is_ok() {
            moves.push(Move::Pass);
        }
        if moves.is_empty() {
            moves.extend(root.legal_moves());
        }
        tree.nodes[0].children = tree.add(&moves);
        tree
    }

    fn visits(&self) -> u64 {
        self.nodes[0].visits as u64
    }

    fn add(&mut self, moves: &[Move]) -> Children {
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|&mv| Node::new(mv)));
        Children { first, count: moves.len() as u16 }
    }

    /// Walks down, plays out, counts on the way back.
    fn visit(&mut self, rng: &mut Rng) {
        self.board.clone_from(self.root.board());
        let mut player = self.root.turn();
        let mut passes = self.root.passes();
        let mut path = vec![(0, player.opponent())];
        let mut at = 0;
        while self.nodes[at].children.count > 0 && passes < 2 {
            at = self.most_promising(at, rng);
            match self.nodes[at].mv {
                Move::Play(point) => {
                    self.board.play(point, player);
                    passes = 0;
                }
                Move::Pass => passes += 1,
            }
            path.push((at, player));
            player = player.opponent();
            if self.nodes[at].visits == 1 && self.nodes[at].children.count == 0 && passes < 2 {
                self.expand(at, player);
            }
        }
        let lead =
            if passes < 2 { self.board.playout(player, |below| rng.u32(..below)) } else { area_lead(&self.board) };
        let black_margin = 2 * lead - self.needed_half_points;
        for (node, mover) in path {
            let (node, margin) = (&mut self.nodes[node], change_side(black_margin, Player::Black, mover));
            node.visits += 1;
            node.leads += margin as f32 / 2.0;
            node.wins += match margin {
                0 => 0.5,
                1.. => 1.0,
                _ => 0.0,
            };
        }
    }

    fn expand(&mut self, at: usize, player: Player) {
        if self.nodes.len() + self.board.empty_points().len() + 1 > self.nodes_max {
            return;
        }
        let board = &self.board;
        let is_open = |&point: &Point| {
            board.ko() != Some(point) && !board.is_eye(point, player) && !board.is_suicide(point, player)
        };
        let mut moves: Vec<Move> = board.empty_points().filter(is_open).map(Move::Play).collect();
        moves.push(Move::Pass);
        self.nodes[at].children = self.add(&moves);
    }

    /// The child with the highest upper confidence bound; an untried one before all others.
    fn most_promising(&self, at: usize, rng: &mut Rng) -> usize {
        let children = self.children(at);
        let log = (self.nodes[at].visits.max(1) as f32).ln();
        let bound = |node: &Node| {
            let visits = node.visits as f32;
            if node.visits == 0 { f32::INFINITY } else { node.wins / visits + EXPLORATION * (log / visits).sqrt() }
        };
        // Starting anywhere keeps the untried from being tried in the order of the board.
        let start = rng.usize(..children.len());
        let indices = children.clone().skip(start).chain(children.take(start));
        indices.max_by(|&a, &b| bound(&self.nodes[a]).total_cmp(&bound(&self.nodes[b]))).expect("there are children")
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let Children { first, count } = self.nodes[at].children;
        first as usize..first as usize + count as usize
    }

    /// The moves at the root, the most visited first.
    fn ranked(&self) -> Vec<&Node> {
        let mut nodes: Vec<&Node> = self.children(0).map(|index| &self.nodes[index]).collect();
        nodes.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.wins.total_cmp(&a.wins)));
        nodes
    }

    fn report(&self, watch: &Watch, variations: usize) -> Report<Move> {
        let lines = self.ranked().into_iter().filter(|node| node.visits > 0).take(variations).map(|node| {
            let score = Score::Chance { win: node.mean(node.wins), lead: node.mean(node.leads) };
            Variation::new(self.line_from(node), score, node.visits as u64)
        });
        Report { nodes: self.visits(), elapsed: watch.elapsed(), variations: lines.collect(), ..Report::default() }
    }

    /// A move and the most visited answers to it.
    fn line_from(&self, node: &Node) -> Vec<Move> {
        let mut moves = vec![node.mv];
        let mut children = node.children;
        while children.count > 0 && moves.len() < 12 {
            let range = children.first as usize..children.first as usize + children.count as usize;
            let best = &self.nodes[range].iter().max_by_key(|child| child.visits).expect("there are children");
            if best.visits == 0 {
                break;
            }
            moves.push(best.mv);
            children = best.children;
        }
        moves
    }
}

/// By how many points Black leads when everything on the board is alive.
fn area_lead(board: &Board) -> i32 {
    let territory = go::Territory::at_the_end(board);
    let area = |player| board.stones(player) as i32 + territory.count(player) as i32;
    area(Player::Black) - area(Player::White)
}
