//! The tree: which moves were tried, how often, and what came of it.
//!
//! Three arenas: nodes; the *edges* of expanded nodes, which are the legal moves with their priors; and the
//! [families](families) of children. A node has children for the first so many of its edges, and the next edge is the most
//! promising of the rest. That is enough: among moves that were never tried the one with the highest prior always promises
//! most, so a visit looks at the children and one more edge, however many moves the board has, and an untried move costs
//! four bytes.
//!
//! ```text
//! edges of a node    |  edge   |  edge   |  edge   |  edge   |  edge   | …     a move and its prior
//! its family         | branch  | branch  | branch  |
//!                         ↓         ↓         ↓
//!                        node      node      node
//! ```
//!
//! Nothing here evaluates, takes time or draws random numbers. Start reading at [`Tree::descend`] and [`Tree::grow`].

mod families;
mod legal;
mod select;
#[cfg(test)]
mod tests;
mod twins;

use go::{Move, Position, Size};
use plateau_core::{Player, Position as _};

use super::worth::{Scale, Worth};
use crate::net::komi_half_points;
use families::{Branch, Families, Family};
use legal::{Edge, all_best_first, best_first, legal_moves};
pub(crate) use legal::{Legal, is_nearly_full};
use twins::Twins;

/// A node's place in the arena.
type Id = u32;

const ROOT: Id = 0;

/// What is known of a position beside the [`Branch`] that leads to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// What its position is known by.
    key: u64,
    /// The move that led to it.
    mv: Move,
    /// Who acts in it.
    turn: Player,
    state: State,
    /// Means over the visits: the chance to win, the lead, and the utility's square.
    win: f32,
    lead: f32,
    square: f32,
    /// Where its edges begin.
    edges: u32,
    edge_count: u16,
    /// The children, by the first edges.
    family: Family,
    /// The most promising edge that was not tried: where it is itself, is far away.
    next: Edge,
    /// The sum of the children's visits, those on their way included.
    tried_visits: u32,
    /// The sum of the children's priors.
    tried_prior: f32,
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

/// A move that was tried, and what came of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub(crate) mv: Move,
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    pub(crate) worth: Worth,
    /// The mean of the utility's square.
    square: f32,
    node: Id,
}

impl Tried {
    /// The standard deviation of the mean utility.
    pub(crate) fn deviation(&self) -> f32 {
        let variance = (self.square - self.worth.utility * self.worth.utility).max(0.0);
        (variance / self.visits.max(1) as f32).sqrt()
    }
}

/// A step of a walk: the node it came to, and which of its siblings that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    node: Id,
    place: u32,
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
    /// What leads to the root, if it were a child.
    root: Branch,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    families: Families,
    twins: Twins,
    /// Edges that the nodes under evaluation may need.
    edges_reserved: usize,
    /// The most edges that a node can have.
    edges_each: usize,
    capacity: Capacity,
    size: Size,
    /// By how much an untried move at the root is taken for worse than the root once all others have been tried.
    root_reduction: f32,
    /// What leads are counted by, once that is known.
    scale: Option<Scale>,
}

/// How large each arena may grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capacity {
    nodes: usize,
    edges: usize,
    branches: usize,
}

impl Capacity {
    /// What fits into so many bytes, which are asked for at once but taken only as the tree grows. Pruning and moving the
    /// root copy what is kept into a second set of arenas, so each gets half.
    pub(crate) fn within(bytes: usize, area: u16) -> Capacity {
        let edges_each = area as usize + 1;
        // A node mostly stays a leaf once pruned, so there are more nodes than lists of edges would allow; late in a game
        // there are fewer moves. Two thirds of a full list for each node is about right, and a block for two, since
        // blocks are not always full.
        let bytes_of_edges = (2 * edges_each * size_of::<Edge>()).div_ceil(3);
        let bytes_each = size_of::<Node>() + size_of::<Id>() + 2 * size_of::<Branch>() + bytes_of_edges;
        let least = 2 * edges_each;
        let nodes = (bytes / 2 / bytes_each).max(least);
        Capacity { nodes, edges: (nodes * edges_each * 2 / 3).max(8 * edges_each), branches: 2 * nodes }
    }

    /// The same, but no more than so many visits need.
    pub(crate) fn at_most(self, visits: u64, area: u16) -> Capacity {
        let edges_each = area as usize + 1;
        let visits = usize::try_from(visits).unwrap_or(usize::MAX);
        // Each visit makes one node; a family may leave a block half full, and all of its smaller ones behind it.
        let nodes = visits.saturating_add(2 * edges_each).min(self.nodes);
        let edges = nodes.saturating_mul(edges_each).min(self.edges);
        Capacity { nodes, edges, branches: nodes.saturating_mul(4).saturating_add(8 * edges_each).min(self.branches) }
    }
}

impl Tree {
    /// A tree that knows nothing about its root.
    pub(crate) fn new(root: &Position, capacity: Capacity) -> Tree {
        let mut tree = Tree::empty(root.size(), capacity);
        tree.add(Move::Pass, root);
        tree
    }

    /// Nothing but memory that may be used.
    fn empty(size: Size, capacity: Capacity) -> Tree {
        Tree {
            root: Branch::new(ROOT, 1.0),
            nodes: Vec::with_capacity(capacity.nodes),
            edges: Vec::with_capacity(capacity.edges),
            families: Families::new(capacity.branches),
            twins: Twins::new(capacity.nodes),
            edges_reserved: 0,
            edges_each: size.area() as usize + 1,
            capacity,
            size,
            root_reduction: select::FIRST_PLAY_REDUCTION,
            scale: None,
        }
    }

    /// The size of the board.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Takes untried moves at the root for so much worse than the root, instead of what is taken elsewhere.
    pub(crate) fn reduce_at_root(&mut self, reduction: f32) {
        self.root_reduction = reduction;
    }

    /// Counts leads by this scale from now on. What an earlier search counted by its own is put on this one: a difference between two scales
    /// would seem to be one between what was looked at before and what is looked at now.
    pub(crate) fn count_by(&mut self, scale: Scale) {
        let Some(before) = self.scale.replace(scale).filter(|before| *before != scale) else { return };
        let change = |branch: &mut Branch, node: &mut Node| {
            let more = scale.of_lead(node.lead) - before.of_lead(node.lead);
            node.square += more * (2.0 * branch.utility + more);
            branch.utility += more;
        };
        change(&mut self.root, &mut self.nodes[ROOT as usize]);
        for at in 0..self.nodes.len() {
            for branch in self.families.of_mut(self.nodes[at].family) {
                change(branch, &mut self.nodes[branch.node as usize]);
            }
        }
    }

    fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Who acts at the root.
    pub(crate) fn turn(&self) -> Player {
        self.node(ROOT).turn
    }

    /// Visits of the root that have come back.
    pub(crate) fn visits(&self) -> u32 {
        self.root.visits
    }

    /// Visits of the root, those on their way included.
    pub(crate) fn begun(&self) -> u64 {
        self.root.visits as u64 + self.root.in_flight as u64
    }

    /// What the root is worth.
    pub(crate) fn worth(&self) -> Worth {
        self.tried(&self.root).worth
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.root.in_flight == 0
    }

    /// Whether the root's moves are known.
    pub(crate) fn is_expanded(&self) -> bool {
        self.node(ROOT).state == State::Expanded
    }

    /// The moves that were tried at the root, the last one first: in this order ties are decided.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Tried> {
        self.moves_at(ROOT)
    }

    fn moves_at(&self, id: Id) -> impl Iterator<Item = Tried> {
        self.families.of(self.node(id).family).iter().rev().map(|branch| self.tried(branch))
    }

    fn tried(&self, branch: &Branch) -> Tried {
        let &Branch { node, visits, utility, prior, .. } = branch;
        let &Node { mv, win, lead, square, .. } = self.node(node);
        Tried { mv, prior, visits, worth: Worth { win, lead, utility }, square, node }
    }

    /// The legal moves of the root with their priors, the most promising first. None before it is expanded.
    pub(crate) fn priors(&self) -> Vec<(Move, f32)> {
        let mut edges = self.edges_of(self.node(ROOT)).to_vec();
        all_best_first(&mut edges);
        edges.into_iter().map(|edge| (edge.mv(), edge.prior())).collect()
    }

    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.edges as usize..][..node.edge_count as usize]
    }

    /// Walks down from the root by the most promising moves, and plays them on `position`, which stands at the root. Every
    /// branch on the way, written into `path`, counts the visit as under way, which makes it less promising to the next one.
    pub(crate) fn descend(&mut self, position: &mut Position, path: &mut Vec<Step>) -> Descent {
        path.clear();
        path.push(Step { node: ROOT, place: 0 });
        self.root.in_flight += 1;
        let (mut at, mut utility) = (ROOT, self.root.utility);
        loop {
            match self.node(at).state {
                State::Unknown if self.edges.len() + self.edges_reserved + self.edges_each > self.capacity.edges => {
                    return self.take_back(path, Descent::Full);
                }
                State::Unknown => {
                    self.node_mut(at).state = State::Pending;
                    self.edges_reserved += self.edges_each;
                    return Descent::Leaf;
                }
                State::Pending => return self.take_back(path, Descent::Taken),
                State::Over => {
                    let &Node { win, lead, .. } = self.node(at);
                    self.come_back(path, Worth { win, lead, utility });
                    return Descent::Known;
                }
                State::Expanded => {
                    let place = match self.most_promising(at, utility) {
                        select::Pick::Child(place) => {
                            let child = self.families.of(self.node(at).family)[place].node;
                            position.play_legal(self.node(child).mv);
                            place
                        }
                        select::Pick::Untried if !self.has_room(at) => {
                            return self.take_back(path, Descent::Full);
                        }
                        select::Pick::Untried => {
                            position.play_legal(self.node(at).next.mv());
                            self.add_child(at, position)
                        }
                    };
                    let node = &mut self.nodes[at as usize];
                    node.tried_visits += 1;
                    let branch = &mut self.families.of_mut(node.family)[place];
                    branch.in_flight += 1;
                    (at, utility) = (branch.node, branch.utility);
                    path.push(Step { node: at, place: place as u32 });
                }
            }
        }
    }

    /// Brings a visit back whose leaf was evaluated, and gives the leaf its edges.
    pub(crate) fn grow(&mut self, path: &[Step], legal: &Legal, worth: Worth) {
        let first = self.edges.len();
        self.edges.extend_from_slice(&legal.edges);
        self.expand(path, first, worth);
    }

    /// Brings a visit back whose leaf, which stands at `position`, need not be evaluated, since other moves led to the same position before: it counts
    /// as what was found out there. Says whether that is so.
    pub(crate) fn grow_as_twin(&mut self, path: &[Step], position: &Position, scale: Scale) -> bool {
        let leaf = path.last().expect("a path begins at the root");
        let key = self.node(leaf.node).key;
        // Of each move at the root it shall be known who owns what, and that is not kept.
        let Some(twin) = self.twins.at(key).filter(|_| path.len() > 2) else { return false };
        let &Node { edges, edge_count, win, lead, .. } = self.node(twin);
        if self.node(twin).key != key || self.node(twin).state != State::Expanded {
            return false;
        }
        let edges = edges as usize..edges as usize + edge_count as usize;
        // Another past may forbid other moves.
        let is_legal = |edge: &Edge| position.check(edge.mv()).is_ok();
        if legal_moves(position).count() != edges.len() || !self.edges[edges.clone()].iter().all(is_legal) {
            return false;
        }
        let first = self.edges.len();
        self.edges.extend_from_within(edges);
        self.expand(path, first, scale.worth(f32::midpoint(win, 1.0), lead, Player::Black));
        true
    }

    /// Gives the leaf the edges from the first one on, of which the first is the most promising, and brings the visit back.
    fn expand(&mut self, path: &[Step], first: usize, worth: Worth) {
        let leaf = path.last().expect("a path begins at the root").node;
        self.edges_reserved -= self.edges_each;
        let next = self.edges.get(first).copied().unwrap_or(Edge::NONE);
        let edge_count = (self.edges.len() - first) as u16;
        let node = self.node_mut(leaf);
        (node.edges, node.edge_count, node.next, node.state) = (first as u32, edge_count, next, State::Expanded);
        self.introduce(leaf);
        self.come_back(path, worth);
    }

    /// Lets others find an expanded node by its position, unless there is one with the same.
    fn introduce(&mut self, id: Id) {
        let key = self.node(id).key;
        let known = self.twins.at(key).is_some_and(|other| self.node(other).key == key);
        if !known {
            self.twins.put(key, id);
        }
    }

    /// Brings a visit back at whose leaf the game is over.
    pub(crate) fn end(&mut self, path: &[Step], worth: Worth) {
        let leaf = path.last().expect("a path begins at the root");
        self.edges_reserved -= self.edges_each;
        self.node_mut(leaf.node).state = State::Over;
        self.come_back(path, worth);
    }

    fn come_back(&mut self, path: &[Step], worth: Worth) {
        self.change(path, |node, branch| {
            branch.in_flight -= 1;
            branch.visits += 1;
            let share = 1.0 / branch.visits as f32;
            node.win += (worth.win - node.win) * share;
            node.lead += (worth.lead - node.lead) * share;
            branch.utility += (worth.utility - branch.utility) * share;
            node.square += (worth.utility * worth.utility - node.square) * share;
        });
    }

    fn take_back(&mut self, path: &[Step], descent: Descent) -> Descent {
        let (_, parents) = path.split_last().expect("a path begins at the root");
        for step in parents {
            self.node_mut(step.node).tried_visits -= 1;
        }
        self.change(path, |_, branch| branch.in_flight -= 1);
        descent
    }

    /// Changes every node on the path and the branch that leads to it.
    fn change(&mut self, path: &[Step], mut change: impl FnMut(&mut Node, &mut Branch)) {
        let mut siblings = None;
        for step in path {
            let node = &mut self.nodes[step.node as usize];
            change(
                node,
                match siblings {
                    Some(family) => &mut self.families.of_mut(family)[step.place as usize],
                    None => &mut self.root,
                },
            );
            siblings = Some(node.family);
        }
    }

    /// Whether a node can have another child.
    fn has_room(&self, parent: Id) -> bool {
        self.nodes.len() < self.capacity.nodes && self.families.has_room(self.node(parent).family)
    }

    /// Tries the first edge that was not tried, which led to `position`. Returns the child's place in the family.
    fn add_child(&mut self, parent: Id, position: &Position) -> usize {
        let edge = self.node(parent).next;
        let child = self.add(edge.mv(), position);
        let node = &mut self.nodes[parent as usize];
        let family = self.families.with(node.family, Branch::new(child, edge.prior()));
        node.next = best_first(&mut self.edges[node.edges as usize..][..node.edge_count as usize][family.len()..]);
        node.family = family;
        self.nodes[parent as usize].tried_prior = self.sum_of_priors(family);
        family.len() - 1
    }

    /// The sum of the children's priors, always added up in the order of [`Tree::moves`]: another order rounds otherwise.
    fn sum_of_priors(&self, family: Family) -> f32 {
        self.families.of(family).iter().rev().fold(0.0, |sum, branch| sum + branch.prior)
    }

    fn add(&mut self, mv: Move, position: &Position) -> Id {
        let id = self.nodes.len() as Id;
        self.nodes.push(Node {
            key: key_of(position),
            mv,
            turn: position.turn(),
            state: State::Unknown,
            win: 0.0,
            lead: 0.0,
            square: 0.0,
            edges: 0,
            edge_count: 0,
            family: Family::NONE,
            next: Edge::NONE,
            tried_visits: 0,
            tried_prior: 0.0,
        });
        id
    }

    /// The moves at the root that have visits, the most visited first.
    pub(crate) fn ranked(&self) -> Vec<Tried> {
        self.ranked_at(ROOT)
    }

    fn ranked_at(&self, id: Id) -> Vec<Tried> {
        let mut moves: Vec<Tried> = self.moves_at(id).filter(|tried| tried.visits > 0).collect();
        let rank = |tried: &Tried| (tried.visits, tried.prior);
        moves.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
        moves
    }

    /// The move, and the most visited ones after it, each with its visits: so many at most.
    pub(crate) fn line(&self, tried: &Tried, plies_max: usize) -> Vec<(Move, u32)> {
        let mut moves = vec![(tried.mv, tried.visits)];
        let mut at = tried.node;
        while moves.len() < plies_max {
            let Some(next) = self.ranked_at(at).first().copied() else { break };
            moves.push((next.mv, next.visits));
            at = next.node;
        }
        moves
    }

    /// The move at the root that a walk began with; none if it stayed there.
    pub(crate) fn first_move(&self, path: &[Step]) -> Option<Move> {
        path.get(1).map(|step| self.node(step.node).mv)
    }

    /// The tree after this move at the root; nothing if it was never tried.
    ///
    /// No visit may be under way.
    pub(crate) fn after(&self, mv: Move) -> Option<Tree> {
        let mut children = self.families.of(self.node(ROOT).family).iter();
        let child = children.find(|branch| self.node(branch.node).mv == mv)?;
        Some(self.kept(child, 0))
    }

    /// Makes room by forgetting what lies under the least visited nodes, until at least half is free. What was learned from it
    /// stays in the nodes above. No visit may be under way.
    pub(crate) fn prune(&mut self) {
        let mut visits_min = 2;
        while !self.would_fit(visits_min) && visits_min < self.root.visits {
            visits_min *= 2;
        }
        *self = self.kept(&self.root, visits_min);
    }

    /// Whether half of the room is enough for what lies under nodes of so many visits.
    fn would_fit(&self, visits_min: u32) -> bool {
        let (mut nodes, mut edges, mut branches) = (1, 0, 0);
        let families = self.nodes.iter().map(|node| self.families.of(node.family));
        for branch in families.flatten().chain([&self.root]).filter(|branch| branch.visits >= visits_min) {
            let node = self.node(branch.node);
            nodes += node.family.len();
            edges += node.edge_count as usize;
            branches += node.family.block_size();
        }
        let Capacity { nodes: nodes_max, edges: edges_max, branches: branches_max } = self.capacity;
        2 * nodes <= nodes_max && 2 * edges <= edges_max && 2 * branches <= branches_max
    }

    /// A copy of what lies under a branch, without what lies under others of fewer visits.
    fn kept(&self, root: &Branch, visits_min: u32) -> Tree {
        debug_assert!(self.is_idle() && self.edges_reserved == 0, "no visit is under way");
        let mut kept = Tree::empty(self.size, self.capacity);
        (kept.root_reduction, kept.scale) = (self.root_reduction, self.scale);
        kept.root = Branch { node: ROOT, ..*root };
        kept.nodes.push(*self.node(root.node));
        // Level by level: what stands before `next` has its edges and its family, the rest still points into the old arenas.
        let mut next = 0;
        while let Some(&node) = kept.nodes.get(next) {
            if node.state == State::Expanded {
                let edges = kept.edges.len() as u32;
                kept.edges.extend_from_slice(self.edges_of(&node));
                // The children change their order with every copy, and that decides ties: levels were measured with it.
                let family = kept.families.settle(self.families.of(node.family).iter().rev().map(|child| {
                    let below = self.node(child.node);
                    kept.nodes.push(if child.visits < visits_min { below.alone() } else { *below });
                    Branch { node: kept.nodes.len() as Id - 1, ..*child }
                }));
                let tried_prior = kept.sum_of_priors(family);
                kept.nodes[next] = Node { edges, family, tried_prior, ..node };
                kept.introduce(next as Id);
            }
            next += 1;
        }
        kept
    }

    /// Bytes that the arenas may take, all of them being full.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        let (nodes, edges) = (self.nodes.capacity() * size_of::<Node>(), self.edges.capacity() * size_of::<Edge>());
        nodes + edges + self.families.bytes() + self.twins.bytes()
    }
}

/// What positions are known by in the tree: those of one key are worth the same, but for a past that may forbid moves.
fn key_of(position: &Position) -> u64 {
    // Where captures count, it matters how many there were.
    position.key() ^ (komi_half_points(position) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Node {
    /// The node without what lies under it.
    fn alone(self) -> Node {
        if self.state != State::Expanded {
            return self;
        }
        let (edges, edge_count, family) = (0, 0, Family::NONE);
        Node {
            state: State::Unknown,
            edges,
            edge_count,
            family,
            next: Edge::NONE,
            tried_visits: 0,
            tried_prior: 0.0,
            ..self
        }
    }
}
