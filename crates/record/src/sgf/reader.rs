//! The typed layer: from the properties of a tree to a record.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use plateau_core::{Expected, Player, Position as _, Reason as _, nearest};

use super::dialect::{Dialect, take_cells};
use super::fields::{APPLICATION, MARKS, TEXT_FIELDS};
use super::properties::{Properties, Warnings};
use super::syntax::{self, Collection, Property};
use super::text;
use crate::reading::Reading;
use crate::tree::{ClockNote, Fault, Mark, NodeId, NotesOf, Record};
use crate::{Error, Info, ReadOptions};

/// Reads one game of a collection as a record of the game `G`, whatever `GM[…]` says.
pub fn read<G: Dialect>(
    collection: &Collection,
    root: syntax::NodeId,
    options: &ReadOptions,
) -> Result<Reading<Record<G>>, Error> {
    let mut warnings = Warnings {
        list: collection.warnings().to_vec(),
        most: options.limits.warnings,
        rectangle_cells: 2000 + 32 * collection.node_count(),
    };
    let mut properties = Properties::new(collection, root, &mut warnings);
    let mut info = Info::default();
    properties.forget(&["FF", "GM", "CA"]);
    let game = G::agree(&mut properties, &mut info, first_player(collection, root))?;
    read_info(&mut properties, &mut info);
    let mut record = Record::new(game);
    record.info = info;
    read_node(&mut properties, &mut record, NodeId::ROOT);

    // Each node of the record, beside the one it was read from.
    let mut sources = vec![root];
    let mut stack: Vec<_> = collection.children(root).map(|child| (child, NodeId::ROOT)).collect();
    stack.reverse();
    while let Some((source, parent)) = stack.pop() {
        let node = record.add(parent, None);
        sources.push(source);
        if !read_bare_move(collection, source, &mut record, node) {
            read_node(&mut Properties::new(collection, source, &mut warnings), &mut record, node);
        }
        let waiting = stack.len();
        stack.extend(collection.children(source).map(|child| (child, node)));
        stack[waiting..].reverse();
    }
    if options.check_moves {
        check_moves(&record, collection, &sources, &mut warnings);
    }
    warnings.list.sort_by_key(Error::place);
    Ok(Reading { record, warnings: warnings.list })
}

/// The number in `GM[…]`; 1, which is Go, if there is none.
pub fn game_number(collection: &Collection, root: syntax::NodeId) -> Result<u32, Error> {
    let Some(property) = collection.property(root, "GM") else { return Ok(1) };
    let value = property.value();
    let game = value.simple_text();
    game.trim().parse().map_err(|_| Error::Game { place: value.place(), game: format!("GM[{}]", Error::shown(&game)) })
}

/// Who plays the first move of the main line.
fn first_player(collection: &Collection, root: syntax::NodeId) -> Option<Player> {
    let mut line = core::iter::successors(Some(root), |&node| collection.children(node).next());
    line.find_map(|node| {
        collection.properties(node).find_map(|property| match property.id().as_ref() {
            "B" => Some(Player::Black),
            "W" => Some(Player::White),
            _ => None,
        })
    })
}

fn read_info(root: &mut Properties<'_, '_>, info: &mut Info) {
    const ENDING: Expected = Expected { id: "sgf-result", phrase: "a result such as B+3.5, W+R or 0" };
    const TIME: Expected = Expected { id: "sgf-time", phrase: "a number of seconds" };
    for (id, field, several_lines) in TEXT_FIELDS {
        let read = if several_lines { text::unescape } else { text::unescape_simple };
        *field(info) = root.take_text(id, read);
    }
    // The name and the version stay as they are, parted by a colon.
    info.application = root.take_text("AP", str::to_owned);
    if info.application == APPLICATION {
        info.application.clear();
    }
    info.ending = root.take_one("RE", ENDING, |value| text::unescape_simple(value).parse().ok());
    info.main_time = root.take_one("TM", TIME, read_seconds);
}

fn read_seconds(value: &str) -> Option<Duration> {
    let seconds: f64 = value.trim().parse().ok()?;
    // A hundred years on the clock are somebody's joke, or a number that is not a number.
    (0.0..=3e9).contains(&seconds).then(|| Duration::from_millis(nearest(seconds * 1000.0) as u64))
}

/// Reads a node that is a move and nothing else, as most are; the general way takes twice as long.
fn read_bare_move<G: Dialect>(
    collection: &Collection,
    source: syntax::NodeId,
    record: &mut Record<G>,
    node: NodeId,
) -> bool {
    let mut properties = collection.properties(source);
    let (Some(property), None) = (properties.next(), properties.next()) else { return false };
    let player = match property.name() {
        "B" => Player::Black,
        "W" => Player::White,
        _ => return false,
    };
    let text = core::str::from_utf8(property.value().raw()).ok().filter(|_| property.values().len() == 1);
    let mv = text.and_then(|text| record.game.read_move(text.trim()));
    record.node_mut(node).mv = mv.map(|mv| (player, mv));
    mv.is_some()
}

fn read_node<G: Dialect>(properties: &mut Properties<'_, '_>, record: &mut Record<G>, node: NodeId) {
    let game = record.game.clone();
    read_move(properties, record, node, &game);
    if properties.is_done() {
        return;
    }
    let setup = game.read_setup(properties);
    if !setup.is_empty() {
        *record.node_mut(node).setup_mut() = setup;
    }
    let notes = read_notes(properties, &game);
    if !notes.is_empty() {
        *record.node_mut(node).notes_mut() = notes;
    }
}

fn read_move<G: Dialect>(properties: &mut Properties<'_, '_>, record: &mut Record<G>, node: NodeId, game: &G) {
    const ONE: Expected = Expected { id: "sgf-one-move", phrase: "one move in a node" };
    for (id, player) in [("B", Player::Black), ("W", Player::White)] {
        for property in properties.take_all(id) {
            if record.node(node).mv.is_some() {
                properties.refuse(property, ONE);
                continue;
            }
            let is_one = property.values().len() == 1;
            match game.read_move(property.value().escaped().trim()).filter(|_| is_one) {
                Some(mv) => record.node_mut(node).mv = Some((player, mv)),
                None => properties.refuse(property, G::MOVE),
            }
        }
    }
}

fn read_notes<G: Dialect>(properties: &mut Properties<'_, '_>, game: &G) -> NotesOf<G> {
    const LABEL: Expected = Expected { id: "sgf-label", phrase: "a point, a colon and a text" };
    let mut notes = NotesOf::<G> {
        name: properties.take_text("N", text::unescape_simple),
        comment: properties.take_text("C", text::unescape),
        ..Default::default()
    };
    for (id, mark) in MARKS {
        // `M` is what the cross was in FF[3].
        let ids: &[&str] = if mark == Mark::Cross { &["MA", "M"] } else { &[id] };
        for id in ids {
            notes.marks.extend(take_cells(game, properties, id).into_iter().map(|cell| (mark, cell)));
        }
    }
    for labels in properties.take_read("LB", LABEL, |values| read_labels(game, values)) {
        notes.labels.extend(labels);
    }
    notes.arrows = take_pairs(game, properties, "AR");
    notes.lines = take_pairs(game, properties, "LN");
    // FF[3] named the points of a list a, b, c, …
    let letters = take_cells(game, properties, "L").into_iter().zip('a'..='z');
    notes.labels.extend(letters.map(|(cell, letter)| (cell, letter.to_string())));
    notes.clocks = [("BL", "OB"), ("WL", "OW")].map(|(left, moves)| read_clock(properties, left, moves));
    notes.other = properties.rest();
    notes
}

/// Takes the pairs of points of every property of this name, each once.
fn take_pairs<G: Dialect>(game: &G, properties: &mut Properties<'_, '_>, id: &str) -> Vec<(G::Cell, G::Cell)> {
    const PAIR: Expected = Expected { id: "sgf-pair", phrase: "two points that differ, such as aa:cc" };
    let pair = |value: &str| {
        let (from, to) = text::halves(value)?;
        let (from, to) = (game.read_cell(from.trim())?, game.read_cell(to.trim())?);
        (from != to).then_some((from, to))
    };
    let read = properties.take_read(id, PAIR, |values| values.map(pair).collect::<Option<Vec<_>>>());
    let mut seen = BTreeSet::new();
    read.into_iter().flatten().filter(|&pair| seen.insert(pair)).collect()
}

fn read_labels<G: Dialect>(game: &G, values: &mut dyn Iterator<Item = &str>) -> Option<Vec<(G::Cell, String)>> {
    let label = |value: &str| {
        let (cell, label) = text::halves(value)?;
        Some((game.read_cell(cell.trim())?, text::unescape_simple(label)))
    };
    values.map(label).collect()
}

fn read_clock(properties: &mut Properties<'_, '_>, left: &str, moves: &str) -> Option<ClockNote> {
    const TIME: Expected = Expected { id: "sgf-time", phrase: "a number of seconds" };
    const MOVES: Expected = Expected { id: "sgf-moves", phrase: "a number of moves" };
    // Without the time the number of moves says nothing, and is kept as it is.
    let left = properties.take_one(left, TIME, read_seconds)?;
    let moves = properties.take_one(moves, MOVES, |value| value.trim().parse().ok());
    Some(ClockNote { left, moves })
}

/// Plays through the record and warns of what the rules forbid.
fn check_moves<G: Dialect>(
    record: &Record<G>,
    collection: &Collection,
    sources: &[syntax::NodeId],
    warnings: &mut Warnings,
) {
    /// Positions to come back to. A file that nests deeper is not played through beyond that: each costs some kilobytes.
    const MOST_WAITING: usize = 512;
    /// Moves to be played, where copying a position counts for every move of its history. Ten thousand long games cost
    /// less; a hostile file may cost a second and not an hour.
    const BUDGET: usize = 20_000_000;
    /// What some rule sets allow: no reason to warn of it where nobody says which was played.
    const DEPENDS_ON_RULES: [&str; 2] = ["go-illegal-superko", "go-illegal-no-liberty"];
    const SETUP: Expected = Expected { id: "sgf-setup", phrase: "stones that can stand like this" };
    let mut waiting = vec![(NodeId::ROOT, record.game.start(), 0)];
    let mut spent = 0;
    while let Some((first, mut position, mut depth)) = waiting.pop() {
        let mut next = Some(first);
        while let Some(node) = next {
            let is_copied = record.node(node).mv.is_some_and(|(player, _)| player != position.turn());
            spent += if is_copied || position.is_over() { depth + 1 } else { 1 };
            depth += 1;
            if warnings.list.len() >= warnings.most || spent > BUDGET {
                return;
            }
            let source = sources[node.index()];
            match record.step(&mut position, node) {
                Ok(()) => {}
                Err(Fault::Illegal(illegal))
                    if record.info.unsaid.rules && DEPENDS_ON_RULES.contains(&illegal.id()) => {}
                Err(Fault::Illegal(illegal)) => warnings.push(|| Error::Illegal {
                    place: place_of(collection, source, &["B", "W"]),
                    mv: record.node(node).mv.map_or(String::new(), |(_, mv)| mv.to_string()),
                    reason_id: illegal.id(),
                    reason: illegal.to_string(),
                }),
                Err(Fault::Placement) => warnings.push(|| Error::Value {
                    place: place_of(collection, source, &["AB", "AW", "AE", "PI"]),
                    property: "set-up".to_owned(),
                    value: position.to_string(),
                    expected: SETUP,
                }),
            }
            let children = record.node(node).children();
            for &child in children.iter().skip(1).rev() {
                if waiting.len() < MOST_WAITING {
                    waiting.push((child, position.clone(), depth));
                    spent += depth;
                }
            }
            next = children.first().copied();
        }
    }
}

fn place_of(collection: &Collection, node: syntax::NodeId, ids: &[&str]) -> crate::Place {
    let mut properties = collection.properties(node);
    let property = properties.find(|property| ids.contains(&property.id().as_ref()));
    property.or_else(|| collection.properties(node).next()).map_or(crate::Place::START, Property::place)
}
