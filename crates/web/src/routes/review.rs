//! A game or a record as a page to look through: its moves as a list of nodes, one of them shown.

use plateau_core::{Player, Position};
use record::AnyRecord;
use record::tree::{Fault, Mark as RecordMark, NodeId, NotesOf, Record, Recorded};
use table::view::{BoardView, Can, Mark, MoveView, PlayerView, Stage, View, Wanted};
use table::{AnyTable, Message, MoveOf, Playable, Scene, Table, Who};

use crate::pages::{Review, ReviewNode, Steps};

/// The most nodes that a page lists; a book of joseki has more, and nobody reads it like this.
const MOST_NODES: usize = 3000;
/// How far the large steps go.
const LARGE_STEP: usize = 10;

/// A record without what does not matter here: who follows whom.
struct Tree<M> {
    /// A parent's number is lower than its children's; the first is the root.
    nodes: Vec<Branch<M>>,
}

struct Branch<M> {
    parent: Option<u32>,
    children: Vec<u32>,
    mv: Option<(Player, M)>,
}

impl<M: Copy + ToString> Tree<M> {
    fn path(&self, node: u32) -> Vec<u32> {
        let mut path: Vec<u32> = std::iter::successors(Some(node), |&node| self.nodes[node as usize].parent).collect();
        path.reverse();
        path
    }

    /// The nodes that follow on the main line from here.
    fn onward(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(node), |&node| self.nodes[node as usize].children.first().copied()).skip(1)
    }

    fn moves(&self, path: &[u32]) -> Vec<MoveView> {
        let moves = path.iter().filter_map(|&node| self.nodes[node as usize].mv);
        moves.map(|(player, mv)| MoveView { player, text: mv.to_string() }).collect()
    }

    fn steps(&self, here: u32) -> Steps {
        let path = self.path(here);
        let back = path.len().checked_sub(2).map(|at| path[at]);
        let on: Vec<u32> = self.onward(here).collect();
        let siblings = back.map_or(&[][..], |parent| &self.nodes[parent as usize].children);
        let among = siblings.iter().position(|&node| node == here);
        let beside = |at: Option<usize>| at.and_then(|at| siblings.get(at)).copied();
        Steps {
            first: 0,
            ten_back: back.map(|_| path[path.len().saturating_sub(LARGE_STEP + 1)]),
            back,
            on: on.first().copied(),
            ten_on: on.get(LARGE_STEP - 1).or(on.last()).copied(),
            last: on.last().copied().unwrap_or(here),
            above: beside(among.and_then(|at| at.checked_sub(1))),
            below: beside(among.map(|at| at + 1)),
        }
    }

    /// Every move, variations after the move that they replace.
    fn list(&self, here: u32) -> Vec<ReviewNode> {
        let path = self.path(here);
        let mut listed = Vec::new();
        // A node to be listed with what follows it, or only what follows it; without recursion, since records can be deep.
        let mut waiting = vec![(0, 0, 0, true)];
        while let Some((id, ply, depth, is_new)) = waiting.pop() {
            let branch = &self.nodes[id as usize];
            if is_new {
                if listed.len() == MOST_NODES {
                    break;
                }
                let mv = branch.mv.map(|(player, mv)| (player, mv.to_string()));
                listed.push(ReviewNode { id, ply, mv, depth, on_path: path.binary_search(&id).is_ok() });
            }
            let ply_of = |node: u32| ply + u32::from(self.nodes[node as usize].mv.is_some());
            let Some((&main, variations)) = branch.children.split_first() else { continue };
            if variations.is_empty() || !is_new {
                waiting.push((main, ply_of(main), depth, true));
                continue;
            }
            // The main move, then what could have been played instead, then on from the main move.
            let main_mv = self.nodes[main as usize].mv.map(|(player, mv)| (player, mv.to_string()));
            if listed.len() < MOST_NODES {
                let on_path = path.binary_search(&main).is_ok();
                listed.push(ReviewNode { id: main, ply: ply_of(main), mv: main_mv, depth, on_path });
            }
            waiting.push((main, ply_of(main), depth, false));
            for &variation in variations.iter().rev() {
                waiting.push((variation, ply_of(variation), depth + 1, true));
            }
        }
        listed
    }
}

/// A kept game, after so many of its moves.
pub(super) fn of_table(table: &AnyTable, address: String, files: String, at: Option<u32>) -> Review {
    match table {
        AnyTable::Go(table) => of_one_table(table, address, files, at),
        AnyTable::Othello(table) => of_one_table(table, address, files, at),
        AnyTable::Aligne4(table) => of_one_table(table, address, files, at),
    }
}

fn of_one_table<G: Playable>(table: &Table<G>, address: String, files: String, at: Option<u32>) -> Review {
    let moves = table.line().moves();
    let last = moves.len() as u32;
    let here = at.unwrap_or(last).min(last);
    let mut turns = Vec::new();
    table.line().visit(|position| turns.push(position.turn()));
    let nodes = (0..=last).map(|node| Branch {
        parent: node.checked_sub(1),
        children: (node < last).then_some(node + 1).into_iter().collect(),
        mv: node.checked_sub(1).map(|ply| (turns[ply as usize], moves[ply as usize])),
    });
    let tree = Tree { nodes: nodes.collect() };
    let names = table.setup().seats.each_ref().map(|seat| seat.name.clone());
    // The end is shown as the table has it, with the count.
    let view = if here == last {
        table.view(&Wanted { territory: true, hint: None }, 0)
    } else {
        let position = |ply: u32| table.line().position_at(ply as usize);
        let before = here.checked_sub(1).and_then(position);
        let after = position(here).unwrap_or_else(|| table.position().clone());
        view_of(&table.setup().game, &tree, here, before.as_ref(), &after, &names)
    };
    let facts = match table.phase() {
        table::Phase::Ended { ending, .. } => vec![("serve-fact-result", ending.text())],
        _ => Vec::new(),
    };
    Review {
        address,
        files: Some(files),
        names,
        facts,
        view,
        comment: String::new(),
        nodes: tree.list(here),
        here,
        steps: tree.steps(here),
        problem: None,
    }
}

/// A record at one of its nodes.
pub(super) fn of_record(record: &AnyRecord, address: String, at: Option<u32>) -> (Review, Option<Message>) {
    match record {
        AnyRecord::Go(record) => of_one_record(record, address, at),
        AnyRecord::Othello(record) => of_one_record(record, address, at),
        AnyRecord::Aligne4(record) => of_one_record(record, address, at),
    }
}

fn tree_of<G: Playable + Recorded>(record: &Record<G>) -> (Tree<MoveOf<G>>, Vec<NodeId>) {
    let mut ids = vec![NodeId::ROOT];
    // Numbers in the order of the record, which are those of its nodes as long as none was removed.
    let mut at = 0;
    while at < ids.len() {
        ids.extend(record.node(ids[at]).children());
        at += 1;
    }
    ids.sort_unstable();
    let number = |id: &NodeId| ids.binary_search(id).map_or(0, |at| at as u32);
    let branch = |id: &NodeId| {
        let node = record.node(*id);
        Branch {
            parent: node.parent().as_ref().map(number),
            children: node.children().iter().map(number).collect(),
            mv: node.mv,
        }
    };
    (Tree { nodes: ids.iter().map(branch).collect() }, ids)
}

fn of_one_record<G: Playable + Recorded>(
    record: &Record<G>,
    address: String,
    at: Option<u32>,
) -> (Review, Option<Message>) {
    let (tree, ids) = tree_of(record);
    let here = at.filter(|&at| (at as usize) < ids.len()).unwrap_or(0);
    let path = tree.path(here);
    let (mut before, mut after) = (None, record.start());
    let mut problem = None;
    for &node in &path {
        before = Some(after.clone());
        problem = match record.step(&mut after, ids[node as usize]) {
            Err(Fault::Illegal(illegal)) => Some(Message::refusal(&illegal)),
            Ok(()) | Err(Fault::Setup) => None,
        };
    }
    let names = record.info.names.clone();
    let before = before.filter(|_| problem.is_none());
    let mut view = view_of(&record.game, &tree, here, before.as_ref(), &after, &names);
    let node = record.node(ids[here as usize]);
    if let Some(notes) = node.notes() {
        put_marks::<G>(&mut view.board, notes);
    }
    let comment = if here == 0 && node.comment().is_empty() { &record.info.comment } else { node.comment() };
    let info = &record.info;
    let facts = [
        ("serve-fact-title", info.title.clone()),
        ("serve-fact-event", info.event.clone()),
        ("serve-fact-round", info.round.clone()),
        ("serve-fact-date", info.date.clone()),
        ("serve-fact-place", info.place.clone()),
        ("serve-fact-result", info.ending.as_ref().map(ToString::to_string).unwrap_or_default()),
    ];
    let review = Review {
        address,
        files: None,
        names,
        facts: facts.into_iter().filter(|(_, value)| !value.is_empty()).collect(),
        view,
        comment: comment.to_owned(),
        nodes: tree.list(here),
        here,
        steps: tree.steps(here),
        problem: None,
    };
    (review, problem)
}

/// The moves that lead to a node of a record, for a game that goes on from there; nothing where there is no such node.
pub(super) fn moves_to(record: &AnyRecord, at: u32) -> Option<Vec<String>> {
    fn moves<G: Playable + Recorded>(record: &Record<G>, at: u32) -> Option<Vec<String>> {
        let (tree, ids) = tree_of(record);
        let _ = ids.get(at as usize)?;
        Some(tree.moves(&tree.path(at)).into_iter().map(|mv| mv.text).collect())
    }
    match record {
        AnyRecord::Go(record) => moves(record, at),
        AnyRecord::Othello(record) => moves(record, at),
        AnyRecord::Aligne4(record) => moves(record, at),
    }
}

fn view_of<G: Playable>(
    game: &G,
    tree: &Tree<MoveOf<G>>,
    here: u32,
    before: Option<&G::Position>,
    after: &G::Position,
    names: &[String; 2],
) -> View {
    let last = tree.nodes[here as usize].mv;
    let scene =
        Scene { position: after, last: last.map(|(_, mv)| mv), hint: None, marks: None, territory: true, live: false };
    let side = |player: Player| PlayerView {
        name: names[player].clone(),
        who: Who::Person,
        to_move: !after.is_over() && after.turn() == player,
        counters: game.counters(after, player),
        clock: None,
    };
    let happened = before.zip(last).map(|(before, (_, mv))| game.happened(before, mv, after));
    View {
        game: G::ID,
        board: game.board(&scene),
        players: Player::BOTH.map(side),
        sentences: happened.into_iter().collect(),
        moves: tree.moves(&tree.path(here)),
        stage: Stage::Playing,
        can: Can::default(),
    }
}

/// Puts what a record marks onto the board.
fn put_marks<G: Playable + Recorded>(board: &mut BoardView, notes: &NotesOf<G>) {
    for (mark, cell) in &notes.marks {
        let name = cell.to_string();
        let Some(cell) = board.cells.iter_mut().find(|cell| cell.name == name) else { continue };
        match mark {
            RecordMark::Triangle => cell.marks.push(Mark::Triangle),
            RecordMark::Square => cell.marks.push(Mark::Square),
            RecordMark::Circle => cell.marks.push(Mark::Circle),
            RecordMark::Cross => cell.marks.push(Mark::Cross),
            RecordMark::Selected => cell.marks.push(Mark::Selected),
            RecordMark::Territory(player) => cell.territory = Some(*player),
        }
    }
    for (cell, label) in &notes.labels {
        let name = cell.to_string();
        if let Some(cell) = board.cells.iter_mut().find(|cell| cell.name == name) {
            cell.label = Some(label.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sgf: &str) -> AnyRecord {
        let mut contents = record::read(sgf.as_bytes(), None, &record::Options::default()).expect("a record");
        contents.records.remove(0)
    }

    #[test]
    fn variations_stand_after_the_move_that_they_replace() {
        let record = read("(;GM[1]SZ[9];B[ee](;W[ec];B[ce])(;W[ge](;B[cc])(;B[gc])))");
        let (review, problem) = of_record(&record, "/record/x".to_owned(), Some(5));
        assert_eq!(problem, None);
        let shown: Vec<String> = review
            .nodes
            .iter()
            .map(|node| {
                let mv = node.mv.as_ref().map_or("-", |(_, mv)| mv.as_str());
                format!("{}{}:{mv}{}", ">".repeat(node.depth as usize), node.ply, if node.on_path { "*" } else { "" })
            })
            .collect();
        assert_eq!(shown, ["0:-*", "1:E5*", "2:E7", ">2:G5*", ">3:C7*", ">>3:G7", "3:C5"]);
        let steps = review.steps;
        assert_eq!((steps.first, steps.back, steps.on, steps.below, steps.above), (0, Some(4), None, Some(6), None));
        assert_eq!(moves_to(&record, 5).expect("a node"), ["E5", "G5", "C7"]);
        assert_eq!(moves_to(&record, 99), None);
    }

    #[test]
    fn a_record_shows_its_marks_and_what_the_rules_have_against_a_move() {
        let record = read("(;GM[1]SZ[9]PB[Ada]RE[B+R]C[hello];B[ee]TR[ee]LB[aa:1];W[ee])");
        let (first, _) = of_record(&record, String::new(), None);
        assert_eq!((first.comment.as_str(), first.names[0].as_str()), ("hello", "Ada"));
        assert_eq!(first.facts, [("serve-fact-result", "B+R".to_owned())]);
        let (second, problem) = of_record(&record, String::new(), Some(1));
        let cell = |review: &Review, name: &str| {
            review.view.board.cells.iter().find(|cell| cell.name == name).expect(name).clone()
        };
        assert!(cell(&second, "E5").marks.contains(&Mark::Triangle));
        assert_eq!(cell(&second, "A9").label.as_deref(), Some("1"));
        assert_eq!(problem, None);
        let (_, problem) = of_record(&record, String::new(), Some(2));
        assert_eq!(problem.expect("an illegal move").id, "go-illegal-occupied");
    }

    #[test]
    fn a_game_is_shown_at_any_of_its_moves() {
        let mut table: AnyTable = "game othello\n".parse().expect("a table");
        for mv in ["f5", "d6", "c3"] {
            let action = table::event::Action::Play { mv: mv.to_owned(), spent_ms: 0 };
            table.apply(&table::event::Event { at_ms: 0, action }).expect("legal");
        }
        let at = |at| of_table(&table, "/a".to_owned(), "/f".to_owned(), at);
        assert_eq!((at(None).here, at(Some(99)).here, at(Some(1)).here), (3, 3, 1));
        assert_eq!(at(Some(1)).view.moves.len(), 1);
        assert_eq!(at(Some(1)).steps.on, Some(2));
        assert_eq!(at(Some(0)).steps.back, None);
        assert_eq!(at(Some(1)).nodes.len(), 4);
    }
}
