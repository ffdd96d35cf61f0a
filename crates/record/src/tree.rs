//! A record: a game with its variations, what was said about it, and how it ended.
//!
//! The nodes lie in one array and know each other by number, so a record of any depth is copied, searched and dropped
//! without recursion. What is rare in a node (set-up, notes) is boxed, so that a long game is small.

mod cursor;
mod games;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::time::Duration;

use plateau_core::{Game, Player, Position};

pub use cursor::Cursor;

use crate::Info;

/// A move of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;
/// Why a move of a game is refused.
pub type IllegalOf<G> = <<G as Game>::Position as Position>::Illegal;

/// A game that can be recorded: what a record must know about the board besides the rules.
pub trait Recorded: Game {
    /// A place on the board, which marks and labels are attached to.
    type Cell: Copy + Eq + Ord + Hash + Debug + Display;
    /// What can stand on a cell: a player's stone or disc, or a piece.
    type Stone: Copy + Eq + Debug;

    /// The position with some cells set up anew; nothing if the rules know no such position.
    fn set_up(&self, position: &Self::Position, setup: &PlacementOf<Self>) -> Option<Self::Position>;

    /// What must be set up on the game's first position to have this one: nothing if it is the first. Prisoners are no
    /// part of a set-up, so those of the position are left out.
    fn setup_for(&self, position: &Self::Position) -> PlacementOf<Self>;

    /// Whether it can be this player's move although it is another's turn, or the rule that forbids it.
    ///
    /// In Go anything goes in a record; in Othello the other player must have had to pass.
    fn check_turn(&self, position: &Self::Position, player: Player) -> Result<(), IllegalOf<Self>> {
        let _ = (position, player);
        Ok(())
    }

    /// The position with this player to move, though it is over or another's turn; nothing if the game has no such thing.
    fn with_turn(&self, position: &Self::Position, turn: Player) -> Option<Self::Position>;

    /// The position after a move that the rules forbid but that was played all the same; nothing if it makes no sense.
    fn force(&self, position: &Self::Position, mv: MoveOf<Self>) -> Option<Self::Position>;
}

/// The set-up of a game's node.
pub type PlacementOf<G> = Placement<<G as Recorded>::Cell, <G as Recorded>::Stone>;
/// The notes of a game's node.
pub type NotesOf<G> = Notes<<G as Recorded>::Cell>;

/// A game tree with its metadata.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<G: Recorded> {
    /// What was agreed before the first move.
    pub game: G,
    /// Who played, when, where, and how it ended.
    pub info: Info,
    /// Never empty: the first is the root.
    nodes: Vec<Node<G>>,
}

/// A node of a record. Numbers follow the order in which nodes were added; a parent's is lower than its children's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// The node's number.
    pub const fn number(self) -> u32 {
        self.0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One step of a game: a move, or a set-up, or only a remark.
#[derive(Clone, PartialEq, Debug)]
pub struct Node<G: Recorded> {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// The move that leads here, and who played it.
    pub mv: Option<(Player, MoveOf<G>)>,
    setup: Option<Box<PlacementOf<G>>>,
    notes: Option<Box<NotesOf<G>>>,
}

/// Stones put on the board or taken from it without a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement<C, S> {
    /// What stands on these cells from here on; nothing empties a cell.
    pub cells: Vec<(C, Option<S>)>,
    /// Who plays next.
    pub turn: Option<Player>,
    /// The piece that is to be placed next, where the opponent chooses it.
    pub given: Option<S>,
}

impl<C, S> Default for Placement<C, S> {
    fn default() -> Placement<C, S> {
        Placement { cells: Vec::new(), turn: None, given: None }
    }
}

impl<C, S> Placement<C, S> {
    /// Whether nothing is set up.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.turn.is_none() && self.given.is_none()
    }
}

/// What is said about a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Notes<C> {
    /// A short name.
    pub name: String,
    /// A remark of any length.
    pub comment: String,
    /// Marked cells.
    pub marks: Vec<(Mark, C)>,
    /// Cells with a text on them.
    pub labels: Vec<(C, String)>,
    /// Arrows from one cell to another.
    pub arrows: Vec<(C, C)>,
    /// Lines between two cells.
    pub lines: Vec<(C, C)>,
    /// What each player's clock shows after this move.
    pub clocks: [Option<ClockNote>; 2],
    /// Properties that have no meaning here, kept for the programs that know them.
    pub other: Vec<Raw>,
}

impl<C> Default for Notes<C> {
    fn default() -> Notes<C> {
        Notes {
            name: String::new(),
            comment: String::new(),
            marks: Vec::new(),
            labels: Vec::new(),
            arrows: Vec::new(),
            lines: Vec::new(),
            clocks: [None; 2],
            other: Vec::new(),
        }
    }
}

impl<C> Notes<C> {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
            && self.comment.is_empty()
            && self.marks.is_empty()
            && self.labels.is_empty()
            && self.arrows.is_empty()
            && self.lines.is_empty()
            && self.clocks == [None; 2]
            && self.other.is_empty()
    }
}

/// How a cell is marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A selection, however it is drawn.
    Selected,
    /// Territory of a player.
    Territory(Player),
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockNote {
    /// The time that is left.
    pub left: Duration,
    /// The moves to be played in it, or the periods, if there are such.
    pub moves: Option<u32>,
}

/// A property as it stands in a file: the name in capitals, and the values as Unicode with their escapes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raw {
    /// The name.
    pub id: String,
    /// The values, at least one.
    pub values: Vec<String>,
}

impl<G: Recorded> Record<G> {
    /// A game that has not begun.
    pub fn new(game: G) -> Record<G> {
        let root = Node { parent: None, children: Vec::new(), mv: None, setup: None, notes: None };
        Record { game, info: Info::default(), nodes: vec![root] }
    }

    /// A game that has not begun, from another position than the game's first.
    pub fn starting_at(game: G, position: &G::Position) -> Record<G> {
        let setup = game.setup_for(position);
        let mut record = Record::new(game);
        if !setup.is_empty() {
            *record.node_mut(NodeId::ROOT).setup_mut() = setup;
        }
        record
    }

    /// A game with one line of moves, each by whose turn it is; at an illegal move, the number of moves before it and why.
    pub fn from_moves(game: G, moves: impl IntoIterator<Item = MoveOf<G>>) -> Result<Record<G>, (usize, IllegalOf<G>)> {
        let mut record = Record::new(game);
        let mut cursor = Cursor::new(&record);
        for (played, mv) in moves.into_iter().enumerate() {
            cursor.play(&mut record, mv).map_err(|illegal| (played, illegal))?;
        }
        Ok(record)
    }

    /// The node with this number, unless there is none or it was removed.
    pub fn find(&self, number: u32) -> Option<NodeId> {
        let node = self.nodes.get(number as usize)?;
        (number == 0 || node.parent.is_some()).then_some(NodeId(number))
    }

    /// A node.
    pub fn node(&self, node: NodeId) -> &Node<G> {
        &self.nodes[node.index()]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, node: NodeId) -> &mut Node<G> {
        &mut self.nodes[node.index()]
    }

    /// How many nodes there are, the root and removed ones included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node behind `parent`, as its last variation.
    pub fn add(&mut self, parent: NodeId, mv: Option<(Player, MoveOf<G>)>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { parent: Some(parent), children: Vec::new(), mv, setup: None, notes: None });
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// Takes a node away with everything that follows it; the root stays.
    pub fn remove(&mut self, node: NodeId) {
        if let Some(parent) = self.node(node).parent {
            self.node_mut(parent).children.retain(|&child| child != node);
            let mut gone = vec![node];
            while let Some(node) = gone.pop() {
                let node = self.node_mut(node);
                node.parent = None;
                gone.append(&mut node.children);
            }
        }
    }

    /// Makes the line through a node the main line up to it.
    pub fn promote(&mut self, node: NodeId) {
        let mut below = node;
        while let Some(parent) = self.node(below).parent {
            let children = &mut self.node_mut(parent).children;
            if let Some(at) = children.iter().position(|&child| child == below) {
                children[..=at].rotate_right(1);
            }
            below = parent;
        }
    }

    /// The same record with its nodes numbered in the order in which files have them, and without those that were removed; and the
    /// new number of each old one that is still there.
    pub fn compacted(&self) -> (Record<G>, Vec<Option<NodeId>>) {
        let mut record = Record { game: self.game.clone(), info: self.info.clone(), nodes: Vec::new() };
        let mut places = vec![None; self.nodes.len()];
        let mut waiting = vec![NodeId::ROOT];
        while let Some(old) = waiting.pop() {
            let (id, node) = (NodeId(record.nodes.len() as u32), self.node(old));
            places[old.index()] = Some(id);
            let parent = node.parent.and_then(|parent| places[parent.index()]);
            record.nodes.push(Node { parent, children: Vec::new(), ..node.clone() });
            if let Some(parent) = parent {
                record.nodes[parent.index()].children.push(id);
            }
            waiting.extend(node.children.iter().rev());
        }
        (record, places)
    }

    /// The nodes from the root to this one.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = core::iter::successors(Some(node), |&node| self.node(node).parent).collect();
        path.reverse();
        path
    }

    /// The nodes of the main line, the root first.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(Some(NodeId::ROOT), |&node| self.node(node).children.first().copied())
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> impl Iterator<Item = (Player, MoveOf<G>)> + '_ {
        self.main_line().filter_map(|node| self.node(node).mv)
    }

    /// The position before the first move, before any set-up in the root.
    pub fn start(&self) -> G::Position {
        self.game.start()
    }

    /// The position after a node.
    pub fn position_at(&self, node: NodeId) -> G::Position {
        let mut position = self.game.start();
        for node in self.path(node) {
            let _ = self.step(&mut position, node);
        }
        position
    }

    /// The position at the end of the main line.
    pub fn final_position(&self) -> G::Position {
        let mut position = self.game.start();
        for node in self.main_line() {
            let _ = self.step(&mut position, node);
        }
        position
    }

    /// Takes a position from the node before to this one.
    ///
    /// A record says what was played, not what should have been: a move that the rules forbid is carried out as well as it
    /// can be, and the refusal returned beside it.
    pub fn step(&self, position: &mut G::Position, node: NodeId) -> Result<(), Fault<G>> {
        let node = self.node(node);
        let mut fault = Ok(());
        if let Some(setup) = &node.setup {
            match self.game.set_up(position, setup) {
                Some(next) => *position = next,
                None => fault = Err(Fault::Placement),
            }
        }
        let Some((player, mv)) = node.mv else { return fault };
        if let Err(illegal) = self.game.check_turn(position, player) {
            fault = Err(Fault::Illegal(illegal));
        }
        if (position.turn() != player || position.is_over())
            && let Some(next) = self.game.with_turn(position, player)
        {
            *position = next;
        }
        if let Err(illegal) = position.play(mv) {
            if let Some(next) = self.game.force(position, mv) {
                *position = next;
            }
            return Err(Fault::Illegal(illegal));
        }
        fault
    }
}

/// What the rules have against a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault<G: Recorded> {
    /// The move is illegal.
    Illegal(IllegalOf<G>),
    /// There is no such position as the set-up demands.
    Placement,
}

impl<G: Recorded> Node<G> {
    /// The node before this one.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes that follow, the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// What is set up here.
    pub fn setup(&self) -> Option<&PlacementOf<G>> {
        self.setup.as_deref()
    }

    /// What is set up here, to be changed.
    pub fn setup_mut(&mut self) -> &mut PlacementOf<G> {
        self.setup.get_or_insert_default()
    }

    /// What is said here.
    pub fn notes(&self) -> Option<&NotesOf<G>> {
        self.notes.as_deref()
    }

    /// What is said here, to be changed.
    pub fn notes_mut(&mut self) -> &mut NotesOf<G> {
        self.notes.get_or_insert_default()
    }

    /// Forgets a set-up that sets nothing up and notes that say nothing: a file has no trace of them.
    pub fn tidy(&mut self) {
        self.setup.take_if(|setup| setup.is_empty());
        self.notes.take_if(|notes| notes.is_empty());
    }

    /// The remark, empty if there is none.
    pub fn comment(&self) -> &str {
        self.notes.as_ref().map_or("", |notes| &notes.comment)
    }
}
