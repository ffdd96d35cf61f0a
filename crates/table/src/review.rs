//! Looking through a game or a record: where one is in it, what it looks like there, which ways lead on.
//!
//! A [`Review`] stands at one node of a record with its variations. A game that was kept is a record with one line, or with a line
//! more than the record that it began with; its end is shown as its table has it, with the count. Nodes are known by number, a
//! parent's lower than its children's; 0 is the beginning.

use std::sync::Arc;

use plateau_core::Position;
use record::tree::{Fault, Mark as RecordMark, NodeId, NotesOf, Record, Recorded};
use record::{AnyRecord, Info};

use crate::playable::{Numbers, Playable};
use crate::records::{Replay, grafted, record_of, replay_to};
use crate::still::Still;
use crate::view::{BoardView, Mark, MoveView, Stroke, View, Wanted};
use crate::{AnySetup, AnyTable, AnyWay, Kind, Message, Seat, Setup, Table, Way, Who};

/// A game or a record that somebody looks through, and where they are in it. Copies share the record: standing somewhere else in it
/// costs no more than the way there.
#[derive(Clone, Debug)]
pub struct Review(AnyLook);

#[derive(Clone, Debug)]
enum AnyLook {
    Go(Box<Look<go::Game>>),
    Othello(Box<Look<othello::Game>>),
    Aligne4(Box<Look<aligne4::Game>>),
}

/// Asks the look inside, whichever game it is of.
macro_rules! each {
    ($review:expr, $look:ident => $answer:expr) => {
        match $review {
            AnyLook::Go($look) => $answer,
            AnyLook::Othello($look) => $answer,
            AnyLook::Aligne4($look) => $answer,
        }
    };
}

/// A node of the list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedNode {
    /// Its number.
    pub number: u32,
    /// How many moves lead there, of those that have numbers.
    pub ply: u32,
    /// The move that leads there from the node before, if it is one.
    pub mv: Option<MoveView>,
    /// How many variations it is deep in: 0 on the main line.
    pub depth: u32,
    /// Whether the way from the beginning to here goes through it.
    pub on_path: bool,
}

/// Where one can go from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The beginning.
    pub first: u32,
    /// Ten nodes back, or to the beginning.
    pub ten_back: Option<u32>,
    /// The node before.
    pub back: Option<u32>,
    /// The next one.
    pub on: Option<u32>,
    /// Ten nodes on, or to the end of the line.
    pub ten_on: Option<u32>,
    /// The end of the line.
    pub last: u32,
    /// The variation before this one.
    pub above: Option<u32>,
    /// The variation after this one.
    pub below: Option<u32>,
}

/// As much of a name as is said of who moves; a record may have a book in its place.
const NAME_CHARS: usize = 100;

/// How far the large steps go.
const LARGE_STEP: usize = 10;

impl Review {
    /// A record, at its beginning.
    pub fn of_record(record: AnyRecord) -> Review {
        Review(match record {
            AnyRecord::Go(record) => AnyLook::Go(Look::of_record(record)),
            AnyRecord::Othello(record) => AnyLook::Othello(Look::of_record(record)),
            AnyRecord::Aligne4(record) => AnyLook::Aligne4(Look::of_record(record)),
        })
    }

    /// A game that was kept, where it has come to, within the record that it began with if it did.
    pub fn of_game(table: &AnyTable, origin: Option<AnyRecord>) -> Review {
        Review(match (table, origin) {
            (AnyTable::Go(table), Some(AnyRecord::Go(origin))) => AnyLook::Go(Look::within(origin, table)),
            (AnyTable::Go(table), _) => AnyLook::Go(Look::of_table(table)),
            (AnyTable::Othello(table), Some(AnyRecord::Othello(origin))) => {
                AnyLook::Othello(Look::within(origin, table))
            }
            (AnyTable::Othello(table), _) => AnyLook::Othello(Look::of_table(table)),
            (AnyTable::Aligne4(table), Some(AnyRecord::Aligne4(origin))) => {
                AnyLook::Aligne4(Look::within(origin, table))
            }
            (AnyTable::Aligne4(table), _) => AnyLook::Aligne4(Look::of_table(table)),
        })
    }

    /// Which game it is.
    pub fn kind(&self) -> Kind {
        match self.0 {
            AnyLook::Go(_) => Kind::Go,
            AnyLook::Othello(_) => Kind::Othello,
            AnyLook::Aligne4(_) => Kind::Aligne4,
        }
    }

    /// Whether it is a game that was kept, rather than a record.
    pub fn is_game(&self) -> bool {
        each!(&self.0, look => look.ended.is_some())
    }

    /// The record that is looked through.
    pub fn record(&self) -> AnyRecord {
        match &self.0 {
            AnyLook::Go(look) => AnyRecord::Go((*look.record).clone()),
            AnyLook::Othello(look) => AnyRecord::Othello((*look.record).clone()),
            AnyLook::Aligne4(look) => AnyRecord::Aligne4((*look.record).clone()),
        }
    }

    /// Who played, when, where, and how it ended.
    pub fn info(&self) -> &Info {
        each!(&self.0, look => &look.record.info)
    }

    /// The node one stands at.
    pub fn here(&self) -> u32 {
        each!(&self.0, look => look.here.number())
    }

    /// How many moves lead here, of those that have numbers.
    pub fn ply(&self) -> u32 {
        each!(&self.0, look => look.ply())
    }

    /// How many moves the main line has, of those that have numbers.
    pub fn main_length(&self) -> u32 {
        each!(&self.0, look => look.main_length)
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        each!(&self.0, look => look.record.node_count())
    }

    /// Goes to a node, and says whether there is such a one.
    pub fn go_to(&mut self, node: u32) -> bool {
        each!(&mut self.0, look => look.record.find(node).map(|node| look.stand_at(node)).is_some())
    }

    /// Goes to where so many moves of the main line lead, with what stands behind the last of them; whether there are that many.
    pub fn go_to_ply(&mut self, moves: u32) -> bool {
        each!(&mut self.0, look => look.main_node(moves).map(|node| look.stand_at(node)).is_some())
    }

    /// Where one can go from here.
    pub fn steps(&self) -> Steps {
        each!(&self.0, look => look.steps())
    }

    /// The nodes in the order in which they are read: variations after the move that they replace; so many at most.
    pub fn list(&self, most: usize) -> Vec<ListedNode> {
        each!(&self.0, look => look.list(most))
    }

    /// The board here, with what the record marks on it.
    pub fn view(&self, wanted: &Wanted) -> View {
        each!(&self.0, look => look.view(wanted))
    }

    /// The same with the number of its move on each stone instead of a mark on the last.
    pub fn numbered_view(&self, wanted: &Wanted) -> View {
        each!(&self.0, look => look.numbered_view(wanted))
    }

    /// What is said about this node; at the beginning, about the game.
    pub fn comment(&self) -> &str {
        each!(&self.0, look => look.comment())
    }

    /// Which of the moves that were tried in this place leads here, from 1, and how many there are.
    pub fn variation(&self) -> (u32, u32) {
        each!(&self.0, look => look.variation())
    }

    /// What the rules have against the move that leads here.
    pub fn problem(&self) -> Option<&Message> {
        each!(&self.0, look => look.problem.as_ref())
    }

    /// The line through here, from its beginning to its end, position by position; or that it is too long for that.
    pub fn way(&self) -> Result<AnyWay, Message> {
        match &self.0 {
            AnyLook::Go(look) => Way::through(&look.record, look.here).map(AnyWay::Go),
            AnyLook::Othello(look) => Way::through(&look.record, look.here).map(AnyWay::Othello),
            AnyLook::Aligne4(look) => Way::through(&look.record, look.here).map(AnyWay::Aligne4),
        }
    }

    /// What leads here, for a game that is to go on from here.
    pub fn replay(&self) -> Replay {
        match &self.0 {
            AnyLook::Go(look) => look.replay(AnySetup::Go),
            AnyLook::Othello(look) => look.replay(AnySetup::Othello),
            AnyLook::Aligne4(look) => look.replay(AnySetup::Aligne4),
        }
    }
}

#[derive(Clone, Debug)]
struct Look<G: Playable + Recorded> {
    record: Arc<Record<G>>,
    /// How many moves its main line has.
    main_length: u32,
    /// Who sat there.
    seats: [Seat; 2],
    /// The game as it ended, where it was kept: its last node is shown like that.
    ended: Option<(NodeId, Table<G>)>,
    here: NodeId,
    /// The position before the node's move, where it was a good one.
    before: Option<G::Position>,
    after: G::Position,
    problem: Option<Message>,
}

impl<G: Playable + Recorded> Look<G> {
    fn of_record(record: Record<G>) -> Box<Look<G>> {
        let name = |name: &String| name.chars().take(NAME_CHARS).collect();
        let seats = record.info.names.each_ref().map(|full| Seat { name: name(full), who: Who::Person });
        let (after, record) = (record.start(), Arc::new(record));
        let mut look =
            Look { record, main_length: 0, seats, ended: None, here: NodeId::ROOT, before: None, after, problem: None };
        look.main_length = look.record.main_line().filter(|&node| look.is_numbered(node)).count() as u32;
        look.stand_at(NodeId::ROOT);
        Box::new(look)
    }

    fn of_table(table: &Table<G>) -> Box<Look<G>> {
        let record = record_of(table);
        let last = record.main_line().last().unwrap_or(NodeId::ROOT);
        Look::of_game(record, last, table)
    }

    fn within(origin: Record<G>, table: &Table<G>) -> Box<Look<G>> {
        let (record, last) = grafted(origin, table);
        Look::of_game(record, last, table)
    }

    /// The record of a game that has come to this node.
    fn of_game(record: Record<G>, last: NodeId, table: &Table<G>) -> Box<Look<G>> {
        let mut look = Look::of_record(record);
        look.seats.clone_from(&table.setup().seats);
        look.ended = Some((last, table.clone()));
        look.stand_at(last);
        look
    }

    fn stand_at(&mut self, node: NodeId) {
        (self.here, self.before, self.after, self.problem) = (node, None, self.record.start(), None);
        let path = self.record.path(node);
        for (index, &node) in path.iter().enumerate() {
            if index + 1 == path.len() {
                self.before = Some(self.after.clone());
            }
            self.problem = match self.record.step(&mut self.after, node) {
                Err(Fault::Illegal(illegal)) => Some(Message::refusal(&illegal)),
                Ok(()) | Err(Fault::Placement) => None,
            };
        }
        if self.problem.is_some() {
            self.before = None;
        }
    }

    fn ply(&self) -> u32 {
        self.record.path(self.here).iter().filter(|&&node| self.is_numbered(node)).count() as u32
    }

    /// Whether a move leads to a node that has a number among the moves.
    fn is_numbered(&self, node: NodeId) -> bool {
        let Some((_, mv)) = self.record.node(node).mv else { return false };
        G::KIND.numbers_passes() || G::pass() != Some(mv)
    }

    /// The last node of the main line to which no more than so many moves lead, if there are that many.
    fn main_node(&self, moves: u32) -> Option<NodeId> {
        let mut played = 0;
        let mut reached = None;
        for node in self.record.main_line() {
            played += u32::from(self.is_numbered(node));
            if played > moves {
                return reached;
            }
            reached = Some(node);
        }
        reached.filter(|_| played == moves)
    }

    fn numbered_view(&self, wanted: &Wanted) -> View {
        let mut view = self.view(wanted);
        for cell in &mut view.board.cells {
            cell.marks.retain(|mark| *mark != Mark::Last);
        }
        let path = self.record.path(self.here);
        let numbered = path.iter().filter(|&&node| self.is_numbered(node));
        let moves = numbered.filter_map(|&node| self.record.node(node).mv);
        for (number, (_, mv)) in (1_u32..).zip(moves) {
            let Some(name) = G::cell_of(mv) else { continue };
            // What was taken off again has no number; what was put there later has its own.
            if let Some(cell) = view.board.cells.iter_mut().find(|cell| cell.name == name && cell.content.is_some()) {
                cell.label = Some(number.to_string());
            }
        }
        view
    }

    fn comment(&self) -> &str {
        match self.record.node(self.here).comment() {
            "" if self.here == NodeId::ROOT => &self.record.info.comment,
            comment => comment,
        }
    }

    /// The move that leads to a node, which is this one among those that have numbers if it has one.
    fn move_at(&self, node: NodeId, ply: u32) -> Option<MoveView> {
        let (player, mv) = self.record.node(node).mv?;
        let number = self.is_numbered(node).then_some(ply);
        Some(MoveView { player, text: mv.to_string(), is_pass: G::pass() == Some(mv), number })
    }

    fn steps(&self) -> Steps {
        let number = |node: &NodeId| node.number();
        let path = self.record.path(self.here);
        let back = path.len().checked_sub(2).map(|at| path[at]);
        let follow = |&node: &NodeId| self.record.node(node).children().first().copied();
        let on: Vec<NodeId> = std::iter::successors(follow(&self.here), follow).collect();
        let siblings = back.map_or(&[][..], |parent| self.record.node(parent).children());
        let among = siblings.iter().position(|&node| node == self.here);
        let beside = |at: Option<usize>| at.and_then(|at| siblings.get(at)).map(number);
        Steps {
            first: NodeId::ROOT.number(),
            ten_back: back.map(|_| path[path.len().saturating_sub(LARGE_STEP + 1)].number()),
            back: back.as_ref().map(number),
            on: on.first().map(number),
            ten_on: on.get(LARGE_STEP - 1).or(on.last()).map(number),
            last: on.last().unwrap_or(&self.here).number(),
            above: beside(among.and_then(|at| at.checked_sub(1))),
            below: beside(among.map(|at| at + 1)),
        }
    }

    fn variation(&self) -> (u32, u32) {
        let path = self.record.path(self.here);
        let Some(parent) = path.len().checked_sub(2).map(|at| path[at]) else { return (1, 1) };
        let siblings = self.record.node(parent).children();
        let at = siblings.iter().position(|&node| node == self.here).unwrap_or(0);
        (at as u32 + 1, siblings.len() as u32)
    }

    fn list(&self, most: usize) -> Vec<ListedNode> {
        let path = self.record.path(self.here);
        let mut listed = Vec::new();
        let list = |listed: &mut Vec<ListedNode>, node: NodeId, ply, depth| {
            let on_path = path.binary_search(&node).is_ok();
            listed.push(ListedNode { number: node.number(), ply, mv: self.move_at(node, ply), depth, on_path });
        };
        // A node to be listed with what follows it, or only what follows it; without recursion, since records can be deep.
        let mut waiting = vec![(NodeId::ROOT, 0, 0, true)];
        while let Some((node, ply, depth, is_new)) = waiting.pop() {
            if listed.len() >= most {
                break;
            }
            if is_new {
                list(&mut listed, node, ply, depth);
            }
            let ply_of = |node: NodeId| ply + u32::from(self.is_numbered(node));
            let Some((&main, variations)) = self.record.node(node).children().split_first() else { continue };
            if variations.is_empty() {
                waiting.push((main, ply_of(main), depth, true));
                continue;
            }
            // The main move, then what could have been played instead, then on from the main move.
            list(&mut listed, main, ply_of(main), depth);
            waiting.push((main, ply_of(main), depth, false));
            for &variation in variations.iter().rev() {
                waiting.push((variation, ply_of(variation), depth + 1, true));
            }
        }
        listed.truncate(most);
        listed
    }

    fn view(&self, wanted: &Wanted) -> View {
        let node = self.record.node(self.here);
        if let Some((last, table)) = &self.ended
            && *last == self.here
        {
            let mut view = table.view(wanted, 0);
            if let Some(notes) = node.notes() {
                put_marks::<G>(&mut view.board, notes);
            }
            return view;
        }
        // As it was played: a record may let a player move twice.
        let before = self.before.as_ref().map(|before| (before, node.mv.map_or(before.turn(), |(player, _)| player)));
        let still = Still {
            game: &self.record.game,
            position: &self.after,
            last: node.mv.map(|(_, mv)| mv),
            before,
            seats: &self.seats,
            moves: self.moves(),
            is_live: wanted.legal,
        };
        let mut view = still.view(wanted);
        if let Some(notes) = node.notes() {
            put_marks::<G>(&mut view.board, notes);
        }
        view
    }

    fn moves(&self) -> Vec<MoveView> {
        let mut numbers = Numbers::default();
        let moves = self.record.path(self.here).into_iter().filter_map(|node| self.record.node(node).mv);
        moves.map(|(player, mv)| numbers.view::<G>(player, mv)).collect()
    }

    fn replay(&self, any: fn(Setup<G>) -> AnySetup) -> Replay {
        let (mut setup, actions) = replay_to(&self.record, self.here);
        setup.seats.clone_from(&self.seats);
        Replay { setup: any(setup), actions }
    }
}

/// Puts what a record marks onto the board.
fn put_marks<G: Recorded>(board: &mut BoardView, notes: &NotesOf<G>) {
    let cells = &mut board.cells;
    let at = |cell: &G::Cell| {
        let name = cell.to_string();
        cells.iter().position(|cell| cell.name == name)
    };
    let marks: Vec<_> = notes.marks.iter().filter_map(|(mark, cell)| Some((*mark, at(cell)?))).collect();
    let labels: Vec<_> = notes.labels.iter().filter_map(|(cell, label)| Some((at(cell)?, label))).collect();
    let strokes = |pairs: &[(G::Cell, G::Cell)], arrow| {
        let stroke = |(from, to): &(G::Cell, G::Cell)| Some(Stroke { from: at(from)?, to: at(to)?, arrow });
        pairs.iter().filter_map(stroke).collect::<Vec<_>>()
    };
    let strokes = [strokes(&notes.lines, false), strokes(&notes.arrows, true)].concat();
    for (mark, at) in marks {
        match mark {
            RecordMark::Triangle => cells[at].marks.push(Mark::Triangle),
            RecordMark::Square => cells[at].marks.push(Mark::Square),
            RecordMark::Circle => cells[at].marks.push(Mark::Circle),
            RecordMark::Cross => cells[at].marks.push(Mark::Cross),
            RecordMark::Selected => cells[at].marks.push(Mark::Selected),
            RecordMark::Territory(player) => cells[at].territory = Some(player.into()),
        }
    }
    for (at, label) in labels {
        cells[at].label = Some(label.clone());
    }
    board.strokes = strokes;
}
