//! The tree: which moves were tried, how often, and what came of it.
//!
//! Two arenas in one: nodes, and the *edges* of expanded nodes, which are the legal moves with their priors, the most
//! promising first. A node has children for the first so many of its edges only. That is enough: among moves that were never
//! tried the one with the highest prior is always the most promising, so a visit looks at the children and one more edge,
//! however many moves the board has, and an untried move costs four bytes. Once it is tried, its child knows the move and the
//! prior, and the four bytes hold the child's place instead:
//!
//! ```text
//! slots of a node   | child | child | child | move, prior | move, prior | …
//!                   |       tried: 3        |     the most promising first
//! ```
//!
//! A walk spends its time waiting for memory: between two of them a network went through the caches. So the places of all
//! children lie side by side, and the processor fetches the children themselves all at once.
//!
//! Nothing here evaluates, takes time or draws random numbers. Start reading at [`Tree::descend`] and [`Tree::grow`].

mod legal;
mod select;
#[cfg(test)]
mod tests;

use go::{Move, Position};
use plateau_core::{Player, Position as _};

use super::worth::Worth;
use legal::Edge;
pub(crate) use legal::Legal;

/// A node's place in the arena.
pub(crate) type Id = u32;

pub(crate) const ROOT: Id = 0;

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
    /// Where its slots begin.
    slots: u32,
    slot_count: u16,
    /// How many of the slots hold children.
    tried: u16,
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

/// An [`Edge`], or the child that it leads to: which, tells how many of a node's edges were tried.
#[derive(Clone, Copy, Debug)]
struct Slot(u32);

impl Slot {
    fn untried(edge: Edge) -> Slot {
        Slot(edge.packed())
    }

    fn tried(child: Id) -> Slot {
        Slot(child)
    }

    fn edge(self) -> Edge {
        Edge::unpacked(self.0)
    }

    fn child(self) -> Id {
        self.0
    }
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
    slots: Vec<Slot>,
    /// Slots that the nodes under evaluation may need.
    slots_reserved: usize,
    /// The most slots that a node can have.
    slots_each: usize,
    capacity: Capacity,
}

/// How large each arena may grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capacity {
    nodes: usize,
    slots: usize,
}

impl Capacity {
    /// What fits into so many bytes, which are asked for at once but taken only as the tree grows. Pruning and moving the root copy what is kept into a second pair of arenas, so each gets half.
    pub(crate) fn within(bytes: usize, area: u16) -> Capacity {
        let slots_each = area as usize + 1;
        // A node mostly stays a leaf once pruned, so there are more nodes than lists of slots would allow; late in a game
        // there are fewer moves. Two thirds of a full list for each node is about right.
        let bytes_each = size_of::<Node>() + 2 * slots_each * size_of::<Slot>() / 3;
        let least = 2 * slots_each;
        let nodes = (bytes / 2 / bytes_each).max(least);
        Capacity { nodes, slots: (nodes * slots_each * 2 / 3).max(8 * slots_each) }
    }
}

impl Tree {
    /// A tree that knows nothing about its root.
    pub(crate) fn new(root: &Position, capacity: Capacity) -> Tree {
        let mut tree = Tree::empty(root.size().area() as usize + 1, capacity);
        tree.add(Move::Pass, 1.0, root.turn());
        tree
    }

    /// Nothing but memory that may be used.
    fn empty(slots_each: usize, capacity: Capacity) -> Tree {
        let (nodes, slots) = (Vec::with_capacity(capacity.nodes), Vec::with_capacity(capacity.slots));
        Tree { nodes, slots, slots_reserved: 0, slots_each, capacity }
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// The children of a node, the last one that was added first: in this order ties are decided.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> {
        let node = self.node(id);
        self.slots_of(node)[..node.tried as usize].iter().rev().map(|slot| slot.child())
    }

    /// The legal moves of a node with their priors: those that were tried, then the others, the most promising first. None
    /// before it is expanded.
    pub(crate) fn priors(&self, id: Id) -> impl Iterator<Item = (Move, f32)> {
        let node = self.node(id);
        let (tried, untried) = self.slots_of(node).split_at(node.tried as usize);
        let of_child = |slot: &Slot| (self.node(slot.child()).mv, self.node(slot.child()).prior);
        let of_edge = |slot: &Slot| (slot.edge().mv, slot.edge().prior());
        tried.iter().map(of_child).chain(untried.iter().map(of_edge))
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
                State::Unknown if self.slots.len() + self.slots_reserved + self.slots_each > self.capacity.slots => {
                    return self.take_back(path, Descent::Full);
                }
                State::Unknown => {
                    self.nodes[at as usize].state = State::Pending;
                    self.slots_reserved += self.slots_each;
                    return Descent::Leaf;
                }
                State::Pending => return self.take_back(path, Descent::Taken),
                State::Over => {
                    let worth = self.node(at).worth;
                    self.come_back(path, worth);
                    return Descent::Known;
                }
                State::Expanded => {
                    let child = match self.most_promising(at) {
                        select::Pick::Child(child) => {
                            position.play_legal(self.node(child).mv);
                            child
                        }
                        select::Pick::Untried if self.nodes.len() == self.capacity.nodes => {
                            return self.take_back(path, Descent::Full);
                        }
                        select::Pick::Untried => {
                            let node = self.node(at);
                            let edge = self.slots[node.slots as usize + node.tried as usize].edge();
                            position.play_legal(edge.mv);
                            self.add_child(at, edge, position.turn())
                        }
                    };
                    self.nodes[at as usize].tried_visits += 1;
                    at = child;
                }
            }
        }
    }

    /// Brings a visit back whose leaf was evaluated, and gives the leaf its edges.
    pub(crate) fn grow(&mut self, path: &[Id], legal: &Legal, worth: Worth) {
        let &leaf = path.last().expect("a path begins at the root");
        self.slots_reserved -= self.slots_each;
        self.expand(leaf, legal);
        self.come_back(path, worth);
    }

    /// Brings a visit back at whose leaf the game is over.
    pub(crate) fn end(&mut self, path: &[Id], worth: Worth) {
        let &leaf = path.last().expect("a path begins at the root");
        self.slots_reserved -= self.slots_each;
        self.nodes[leaf as usize].state = State::Over;
        self.come_back(path, worth);
    }

    /// Gives a node its edges.
    fn expand(&mut self, id: Id, legal: &Legal) {
        let node = &mut self.nodes[id as usize];
        node.slots = self.slots.len() as u32;
        node.slot_count = legal.edges.len() as u16;
        node.state = State::Expanded;
        self.slots.extend(legal.edges.iter().map(|&edge| Slot::untried(edge)));
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
        let (_, parents) = path.split_last().expect("a path begins at the root");
        for &id in parents {
            self.nodes[id as usize].tried_visits -= 1;
        }
        for &id in path {
            self.nodes[id as usize].in_flight -= 1;
        }
        descent
    }

    fn add_child(&mut self, parent: Id, edge: Edge, turn: Player) -> Id {
        let child = self.add(edge.mv, edge.prior(), turn);
        let node = &mut self.nodes[parent as usize];
        self.slots[node.slots as usize + node.tried as usize] = Slot::tried(child);
        node.tried += 1;
        self.nodes[parent as usize].tried_prior = self.sum_of_priors(parent);
        child
    }

    /// The sum of the children's priors, always added up in the order of the children: another order rounds otherwise.
    fn sum_of_priors(&self, id: Id) -> f32 {
        self.children(id).map(|child| self.node(child).prior).fold(0.0, |sum, prior| sum + prior)
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
            slots: 0,
            slot_count: 0,
            tried: 0,
            tried_visits: 0,
            tried_prior: 0.0,
        });
        id
    }

    fn slots_of(&self, node: &Node) -> &[Slot] {
        &self.slots[node.slots as usize..][..node.slot_count as usize]
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
            let (mut nodes, mut slots) = (1, 0);
            for node in tree.nodes.iter().filter(|node| node.visits >= visits_min) {
                nodes += node.tried as usize;
                slots += node.slot_count as usize;
            }
            2 * nodes <= tree.capacity.nodes && 2 * slots <= tree.capacity.slots
        };
        while !fits(self, visits_min) && visits_min < self.node(ROOT).visits {
            visits_min *= 2;
        }
        *self = self.kept(ROOT, visits_min);
    }

    /// A copy of what lies under a node, without what lies under nodes of fewer visits.
    fn kept(&self, root: Id, visits_min: u32) -> Tree {
        debug_assert!(self.is_idle() && self.slots_reserved == 0, "no visit is under way");
        let mut kept = Tree::empty(self.slots_each, self.capacity);
        kept.nodes.push(*self.node(root));
        // Level by level: what stands before `next` has its family, the rest still points into the old arenas.
        let mut next = 0;
        while let Some(&node) = kept.nodes.get(next) {
            let id = next as Id;
            next += 1;
            if node.state != State::Expanded {
                continue;
            }
            if node.visits < visits_min && id != ROOT {
                let alone = Node { slots: 0, slot_count: 0, tried: 0, tried_visits: 0, tried_prior: 0.0, ..node };
                kept.nodes[id as usize] = Node { state: State::Unknown, ..alone };
                continue;
            }
            let (tried, untried) = self.slots_of(&node).split_at(node.tried as usize);
            kept.nodes[id as usize].slots = kept.slots.len() as u32;
            // The children change their order with every copy, and that decides ties: levels were measured with it.
            for child in tried.iter().rev() {
                kept.slots.push(Slot::tried(kept.nodes.len() as Id));
                kept.nodes.push(*self.node(child.child()));
            }
            kept.slots.extend_from_slice(untried);
            kept.nodes[id as usize].tried_prior = kept.sum_of_priors(id);
        }
        kept
    }

    /// Bytes that the arenas may take, all of them being full.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.slots.capacity() * size_of::<Slot>()
    }
}

impl Node {
    pub(crate) fn turn(&self) -> Player {
        self.turn
    }
}
