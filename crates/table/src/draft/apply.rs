//! What an edit does to a record: it asks the rules, and changes all that it says or nothing.

use plateau_core::Position;
use record::tree::{NodeId, NotesOf, PlacementOf, Record};

use super::drafted::Drafted;
use super::edit::Edit;
use crate::Message;

/// A draft has no more nodes than this: more than any book on one opening, and its page is still quick.
pub(super) const MOST_NODES: usize = 20_000;

/// Carries an edit out; where one stands afterwards.
pub(super) fn apply<G: Drafted>(record: &mut Record<G>, edit: &Edit) -> Result<u32, Message> {
    let at = record.find(edit.at()).ok_or_else(|| Message::new("draft-no-node"))?;
    let here = match edit {
        Edit::Play { mv, .. } => play(record, at, mv)?,
        Edit::Delete { .. } => {
            let parent = record.node(at).parent().ok_or_else(|| Message::new("draft-beginning-stays"))?;
            record.remove(at);
            parent
        }
        Edit::Main { .. } => {
            record.promote(at);
            at
        }
        Edit::Comment { text, .. } => {
            // What is said about the whole game stands at its beginning, if nothing else does.
            if at == NodeId::ROOT && record.node(at).comment().is_empty() && !record.info.comment.is_empty() {
                record.info.comment.clone_from(text);
            } else {
                record.node_mut(at).notes_mut().comment.clone_from(text);
            }
            at
        }
        Edit::Mark { .. } | Edit::Label { .. } | Edit::Stroke { .. } => {
            annotate(record, at, edit)?;
            at
        }
        Edit::Put { cell, stone, .. } => {
            let cell = cell_of(record, cell)?;
            let stone = if stone == "empty" { None } else { Some(stone_of::<G>(stone)?) };
            set_up(record, at, |setup, before| {
                setup.cells.retain(|&(known, _)| known != cell);
                if G::stone_at(before, cell) != stone {
                    setup.cells.push((cell, stone));
                    setup.cells.sort_unstable_by_key(|&(cell, _)| cell);
                }
            })?
        }
        Edit::Turn { turn, .. } if G::HAS_TURNS => set_up(record, at, |setup, before| {
            setup.turn = (before.turn() != *turn || before.is_over()).then_some(*turn);
        })?,
        Edit::Turn { .. } => return Err(Message::new("draft-no-turns")),
        Edit::Give { piece, .. } => {
            let piece = stone_of::<G>(piece)?;
            set_up(record, at, |setup, _| setup.given = Some(piece))?
        }
        Edit::Name { title } => {
            record.info.title.clone_from(title);
            at
        }
    };
    if let Some(node) = record.find(at.number()) {
        record.node_mut(node).tidy();
    }
    Ok(here.number())
}

fn cell_of<G: Drafted>(record: &Record<G>, name: &str) -> Result<G::Cell, Message> {
    let cell = record.game.read_cell(name);
    cell.ok_or_else(|| Message::new("draft-no-cell").with("cell", name.chars().take(10).collect::<String>()))
}

fn stone_of<G: Drafted>(name: &str) -> Result<G::Stone, Message> {
    G::read_stone(name).ok_or_else(|| Message::new("draft-no-stone"))
}

fn add<G: Drafted>(record: &mut Record<G>, at: NodeId) -> Result<NodeId, Message> {
    if record.node_count() >= MOST_NODES {
        return Err(Message::new("draft-too-many-nodes").with("max", MOST_NODES as i64));
    }
    Ok(record.add(at, None))
}

/// Plays a move, and after it what is no decision.
fn play<G: Drafted>(record: &mut Record<G>, at: NodeId, text: &str) -> Result<NodeId, Message> {
    let mut position = record.position_at(at);
    // Whoever must pass does so, written or not.
    if let Some(forced) = record.game.forced_move(&position)
        && record.game.read_move(&position, text)? != forced
    {
        position.play(forced).map_err(|illegal| Message::refusal(&illegal))?;
    }
    let mut mv = record.game.read_move(&position, text)?;
    let mut here = at;
    loop {
        let player = position.turn();
        position.play(mv).map_err(|illegal| Message::refusal(&illegal))?;
        let follows = |child: &&NodeId| record.node(**child).mv == Some((player, mv));
        here = if let Some(&child) = record.node(here).children().iter().find(follows) {
            child
        } else {
            let child = add(record, here)?;
            record.node_mut(child).mv = Some((player, mv));
            child
        };
        match record.game.forced_move(&position) {
            Some(forced) => mv = forced,
            None => return Ok(here),
        }
    }
}

/// Puts a mark, a label, an arrow or a line where it was not, or takes it away where it was.
fn annotate<G: Drafted>(record: &mut Record<G>, at: NodeId, edit: &Edit) -> Result<(), Message> {
    match edit {
        Edit::Mark { mark, cell, .. } => {
            let cell = cell_of(record, cell)?;
            let notes: &mut NotesOf<G> = record.node_mut(at).notes_mut();
            let was = notes.marks.contains(&(*mark, cell));
            notes.marks.retain(|(known, other)| *other != cell || super::edit::is_kept(*known));
            if !was {
                notes.marks.push((*mark, cell));
            }
            // As a file has them.
            notes.marks.sort_by_key(|(mark, _)| *mark);
        }
        Edit::Label { cell, text, .. } => {
            let cell = cell_of(record, cell)?;
            let labels = &mut record.node_mut(at).notes_mut().labels;
            let was = labels.iter().any(|(known, label)| *known == cell && label == text);
            labels.retain(|(known, _)| *known != cell);
            if !was {
                labels.push((cell, text.clone()));
            }
        }
        Edit::Stroke { arrow, from, to, .. } => {
            let pair = (cell_of(record, from)?, cell_of(record, to)?);
            if pair.0 == pair.1 {
                return Err(Message::new("draft-same-cell"));
            }
            let notes = record.node_mut(at).notes_mut();
            let pairs = if *arrow { &mut notes.arrows } else { &mut notes.lines };
            match pairs.iter().position(|known| *known == pair) {
                Some(place) => drop(pairs.remove(place)),
                None => pairs.push(pair),
            }
        }
        _ => {}
    }
    Ok(())
}

/// Changes what is set up at a node, if the rules know the position that comes of it. Where a move leads to the node, or others lead
/// on from it, the set-up is a branch of its own.
fn set_up<G: Drafted>(
    record: &mut Record<G>,
    at: NodeId,
    change: impl FnOnce(&mut PlacementOf<G>, &G::Position),
) -> Result<NodeId, Message> {
    let node = record.node(at);
    let is_free = node.mv.is_none() && node.children().is_empty() && (at != NodeId::ROOT || record.game.is_bare());
    let before = match node.parent() {
        _ if !is_free => record.position_at(at),
        Some(parent) => record.position_at(parent),
        None => record.start(),
    };
    let mut setup = node.setup().filter(|_| is_free).cloned().unwrap_or_default();
    change(&mut setup, &before);
    if !setup.is_empty() && record.game.set_up(&before, &setup).is_none() {
        return Err(Message::new(G::NO_SUCH_POSITION));
    }
    if !is_free && setup.is_empty() {
        return Ok(at);
    }
    let here = if is_free { at } else { add(record, at)? };
    *record.node_mut(here).setup_mut() = setup;
    record.node_mut(here).tidy();
    Ok(here)
}
