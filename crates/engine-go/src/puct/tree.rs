//! The tree: which moves were tried, how often, and what came of it.
//!
//! Two arenas in one: nodes, and the *edges* of expanded nodes, which are the legal moves with their priors, the most
//! promising first. A node has children for the first so many of its edges only. That is enough: among moves that were never
//! tried the one with the highest prior is always the most promising, so a visit looks at the children and one more edge,
//! however many moves the board has, and an untried move costs four bytes.
//!
//! Nothing here evaluates, takes time or draws random numbers. Start reading at [`Tree::descend`] and [`Tree::grow`].

mod select;
#[cfg(test)]
mod tests;

use go::{Move, Position};
use plateau_core::{Player, Position as _};

use super::worth::Worth;
use crate::evaluator::Evaluation;

/// A node's place in the arena.
pub(crate) type Id = u32;

pub(crate) const ROOT: Id = 0;
const NONE: Id = Id::MAX;

/// The longest line of play that is told.
const LINE_MAX: usize = 20;

/// What is known of a position, and the move that led there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) mv: Move,
    /// Who acts in it.
    turn: Player,
    state: State,
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    /// Visits on their way down that have not come back.
    in_flight: u32,
    /// Means over the visits.
    pub(crate) worth: Worth,
    /// The mean of the utility's square.
    square: f32,
    edges: u32,
    edge_count: u16,
    /// How many of the edges have children.
    tried: u16,
    first_child: Id,
    next_sibling: Id,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nobody has looked yet, or what was seen has been pruned.
    Unknown,
    /// Somebody is looking.
    Pending,
    /// It has edges.
    Expanded,
    /// The game is over: every visit gives what the first gave.
    Over,
}

/// A legal move and its prior as a fraction of 65535.
#[derive(Clone, Copy, Debug)]
struct Edge {
    mv: Move,
    prior: u16,
}

/// How a walk down the tree ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Descent {
    /// At a position that must be evaluated; [`Tree::grow`] or [`Tree::end`] brings the visit back.
    Leaf,
    /// At the end of a game, seen before: the visit has come back already.
    Known,
    /// At a position that somebody is evaluating: the visit was taken back.
    Taken,
    /// There is no room for another node: the visit was taken back.
    Full,
}

#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Edges that the nodes under evaluation may need.
    edges_reserved: usize,
    /// The most edges that a node can have.
    edges_each: usize,
    capacity: Capacity,
}

/// How large each arena may grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capacity {
    nodes: usize,
    edges: usize,
}

impl Capacity {
    /// What fits into so many bytes, which are asked for at once but taken only as the tree grows. Pruning and moving the root copy what is kept into a second pair of arenas, so each gets half.
    pub(crate) fn within(bytes: usize, area: u16) -> Capacity {
        let edges_each = area as usize + 1;
        // A node mostly stays a leaf once pruned, so there are more nodes than lists of edges would allow; late in a game
        // there are fewer edges. Two thirds of a full list for each node is about right.
        let bytes_each = size_of::<Node>() + 2 * edges_each * size_of::<Edge>() / 3;
        let least = 2 * edges_each;
        let nodes = (bytes / 2 / bytes_each).max(least);
        Capacity { nodes, edges: (nodes * edges_each * 2 / 3).max(8 * edges_each) }
    }
}

impl Tree {
    /// A tree that knows nothing about its root.
    pub(crate) fn new(root: &Position, capacity: Capacity) -> Tree {
        let mut tree = Tree {
            nodes: Vec::with_capacity(capacity.nodes),
            edges: Vec::with_capacity(capacity.edges),
            edges_reserved: 0,
            edges_each: root.size().area() as usize + 1,
            capacity,
        };
        tree.add(Move::Pass, 1.0, root.turn());
        tree
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// The children of a node, in no particular order.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> {
        let mut next = self.node(id).first_child;
        std::iter::from_fn(move || {
            let here = (next != NONE).then_some(next)?;
            next = self.node(here).next_sibling;
            Some(here)
        })
    }

    /// The legal moves of a node with their priors, the most promising first; none before it is expanded.
    pub(crate) fn priors(&self, id: Id) -> impl Iterator<Item = (Move, f32)> {
        self.edges_of(self.node(id)).iter().map(|edge| (edge.mv, edge.prior()))
    }

    /// Visits of the root, those on their way included.
    pub(crate) fn begun(&self) -> u64 {
        let root = self.node(ROOT);
        root.visits as u64 + root.in_flight as u64
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.node(ROOT).in_flight == 0
    }

    pub(crate) fn is_expanded(&self, id: Id) -> bool {
        self.node(id).state == State::Expanded
    }

    /// Walks down from the root by the most promising moves, and plays them on `position`, which stands at the root. Every
    /// node on the way, written into `path`, counts the visit as under way, which makes it less promising to the next one.
    pub(crate) fn descend(&mut self, position: &mut Position, path: &mut Vec<Id>) -> Descent {
        path.clear();
        let mut at = ROOT;
        loop {
            path.push(at);
            self.nodes[at as usize].in_flight += 1;
            match self.node(at).state {
                State::Unknown if self.edges.len() + self.edges_reserved + self.edges_each > self.capacity.edges => {
                    return self.take_back(path, Descent::Full);
                }
                State::Unknown => {
                    self.nodes[at as usize].state = State::Pending;
                    self.edges_reserved += self.edges_each;
                    return Descent::Leaf;
                }
                State::Pending => return self.take_back(path, Descent::Taken),
                State::Over => {
                    let worth = self.node(at).worth;
                    self.come_back(path, worth);
                    return Descent::Known;
                }
                State::Expanded => match self.most_promising(at) {
                    select::Pick::Child(child) => {
                        position.play_legal(self.node(child).mv);
                        at = child;
                    }
                    select::Pick::Untried if self.nodes.len() == self.capacity.nodes => {
                        return self.take_back(path, Descent::Full);
                    }
                    select::Pick::Untried => {
                        let node = self.node(at);
                        let edge = self.edges[node.edges as usize + node.tried as usize];
                        position.play_legal(edge.mv);
                        at = self.add_child(at, edge, position.turn());
                    }
                },
            }
        }
    }

    /// Brings a visit back whose leaf was evaluated, and gives the leaf its edges.
    pub(crate) fn grow(&mut self, path: &[Id], legal: &Legal, worth: Worth) {
        let &leaf = path.last().expect("a path begins at the root");
        self.edges_reserved -= self.edges_each;
        self.expand(leaf, legal);
        self.come_back(path, worth);
    }

    /// Brings a visit back at whose leaf the game is over.
    pub(crate) fn end(&mut self, path: &[Id], worth: Worth) {
        let &leaf = path.last().expect("a path begins at the root");
        self.edges_reserved -= self.edges_each;
        self.nodes[leaf as usize].state = State::Over;
        self.come_back(path, worth);
    }

    /// Gives a node its edges.
    fn expand(&mut self, id: Id, legal: &Legal) {
        let node = &mut self.nodes[id as usize];
        node.edges = self.edges.len() as u32;
        node.edge_count = legal.0.len() as u16;
        node.state = State::Expanded;
        self.edges.extend_from_slice(&legal.0);
    }

    fn come_back(&mut self, path: &[Id], worth: Worth) {
        for &id in path {
            let node = &mut self.nodes[id as usize];
            node.in_flight -= 1;
            node.visits += 1;
            let share = 1.0 / node.visits as f32;
            let mean = &mut node.worth;
            mean.win += (worth.win - mean.win) * share;
            mean.lead += (worth.lead - mean.lead) * share;
            mean.utility += (worth.utility - mean.utility) * share;
            node.square += (worth.utility * worth.utility - node.square) * share;
        }
    }

    fn take_back(&mut self, path: &[Id], descent: Descent) -> Descent {
        for &id in path {
            self.nodes[id as usize].in_flight -= 1;
        }
        descent
    }

    fn add_child(&mut self, parent: Id, edge: Edge, turn: Player) -> Id {
        let child = self.add(edge.mv, edge.prior(), turn);
        let sibling = self.node(parent).first_child;
        self.nodes[child as usize].next_sibling = sibling;
        let parent = &mut self.nodes[parent as usize];
        parent.first_child = child;
        parent.tried += 1;
        child
    }

    fn add(&mut self, mv: Move, prior: f32, turn: Player) -> Id {
        let id = self.nodes.len() as Id;
        self.nodes.push(Node {
            mv,
            turn,
            state: State::Unknown,
            prior,
            visits: 0,
            in_flight: 0,
            worth: Worth::default(),
            square: 0.0,
            edges: 0,
            edge_count: 0,
            tried: 0,
            first_child: NONE,
            next_sibling: NONE,
        });
        id
    }

    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.edges as usize..][..node.edge_count as usize]
    }

    /// The children that were visited, the most visited first.
    pub(crate) fn ranked(&self, id: Id) -> Vec<Id> {
        let mut children: Vec<Id> = self.children(id).filter(|&child| self.node(child).visits > 0).collect();
        let rank = |&id: &Id| (self.node(id).visits, self.node(id).prior);
        children.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
        children
    }

    /// The move that led to a node, and the most visited ones after it.
    pub(crate) fn line(&self, id: Id) -> Vec<Move> {
        let mut moves = vec![self.node(id).mv];
        let mut at = id;
        while moves.len() < LINE_MAX {
            let Some(&next) = self.ranked(at).first() else { break };
            moves.push(self.node(next).mv);
            at = next;
        }
        moves
    }

    /// The standard deviation of a node's mean utility.
    pub(crate) fn deviation(&self, id: Id) -> f32 {
        let node = self.node(id);
        let variance = (node.square - node.worth.utility * node.worth.utility).max(0.0);
        (variance / node.visits.max(1) as f32).sqrt()
    }

    /// The tree under the child by this move, with that as its root; nothing if the move was never tried.
    ///
    /// No visit may be under way.
    pub(crate) fn after(&self, mv: Move) -> Option<Tree> {
        let child = self.children(ROOT).find(|&child| self.node(child).mv == mv)?;
        Some(self.kept(child, 0))
    }

    /// Makes room by forgetting what lies under the least visited nodes, until at least half is free. What was learned from it
    /// stays in the nodes above. No visit may be under way.
    pub(crate) fn prune(&mut self) {
        let mut visits_min = 2;
        let fits = |tree: &Tree, visits_min| {
            let (mut nodes, mut edges) = (1, 0);
            for node in tree.nodes.iter().filter(|node| node.visits >= visits_min) {
                nodes += node.tried as usize;
                edges += node.edge_count as usize;
            }
            2 * nodes <= tree.capacity.nodes && 2 * edges <= tree.capacity.edges
        };
        while !fits(self, visits_min) && visits_min < self.node(ROOT).visits {
            visits_min *= 2;
        }
        *self = self.kept(ROOT, visits_min);
    }

    /// A copy of what lies under a node, without what lies under nodes of fewer visits.
    fn kept(&self, root: Id, visits_min: u32) -> Tree {
        debug_assert!(self.is_idle() && self.edges_reserved == 0, "no visit is under way");
        let mut kept = Tree {
            nodes: Vec::with_capacity(self.capacity.nodes),
            edges: Vec::with_capacity(self.capacity.edges),
            edges_reserved: 0,
            edges_each: self.edges_each,
            capacity: self.capacity,
        };
        kept.nodes.push(Node { next_sibling: NONE, ..*self.node(root) });
        // Level by level: what stands before `next` has its family, the rest still points into the old arenas.
        let mut next = 0;
        while let Some(&node) = kept.nodes.get(next) {
            let mut family = Node { first_child: NONE, ..node };
            if node.state == State::Expanded {
                if node.visits >= visits_min || next == 0 {
                    family.edges = kept.edges.len() as u32;
                    kept.edges.extend_from_slice(self.edges_of(&node));
                    let mut old = node.first_child;
                    while old != NONE {
                        let child = *self.node(old);
                        old = child.next_sibling;
                        let id = kept.nodes.len() as Id;
                        kept.nodes.push(Node { next_sibling: family.first_child, ..child });
                        family.first_child = id;
                    }
                } else {
                    family = Node { state: State::Unknown, edges: 0, edge_count: 0, tried: 0, ..family };
                }
            }
            kept.nodes[next] = family;
            next += 1;
        }
        kept
    }

    /// Bytes that the arenas may take, all of them being full.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge>()
    }
}

impl Node {
    pub(crate) fn turn(&self) -> Player {
        self.turn
    }
}

impl Edge {
    fn prior(self) -> f32 {
        self.prior as f32 / u16::MAX as f32
    }
}

/// The legal moves of a position as edges, the most promising first.
#[derive(Default, Debug)]
pub(crate) struct Legal(Vec<Edge>);

impl Legal {
    /// Finds the legal moves and their priors: the softmax of their logits.
    pub(crate) fn find(&mut self, position: &Position, evaluation: &Evaluation) {
        let size = position.size();
        let logit = |mv: Move| {
            let place = mv.point().map_or(size.area(), |point| point.number(size));
            evaluation.policy[place as usize]
        };
        self.0.clear();
        let mut moves: Vec<(Move, f32)> = legal_moves(position).map(|mv| (mv, logit(mv))).collect();
        let highest = moves.iter().map(|&(_, logit)| logit).fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for (_, prior) in &mut moves {
            *prior = (*prior - highest).exp();
            sum += *prior;
        }
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        self.0.extend(moves.into_iter().map(|(mv, prior)| {
            // None is without hope: a prior of nothing would never be tried.
            let prior = (prior / sum * u16::MAX as f32).round().max(1.0) as u16;
            Edge { mv, prior }
        }));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Mixes other priors in, `share` of each, and puts the most promising first again.
    pub(crate) fn mix(&mut self, others: &[f32], share: f32) {
        for (edge, other) in self.0.iter_mut().zip(others) {
            let prior = (1.0 - share) * edge.prior() + share * other;
            edge.prior = (prior * u16::MAX as f32).round().clamp(1.0, u16::MAX as f32) as u16;
        }
        self.0.sort_by_key(|edge| std::cmp::Reverse(edge.prior));
    }
}

/// The legal moves that are worth a thought: all but suicide, where the rules allow that.
fn legal_moves(position: &Position) -> impl Iterator<Item = Move> {
    let suicide_allowed = position.rules().suicide;
    let lives = move |mv: &Move| match mv {
        Move::Play(point) if suicide_allowed => !position.board().is_suicide(*point, position.turn()),
        _ => true,
    };
    position.legal_moves().filter(lives)
}
