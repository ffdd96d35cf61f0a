//! The typed layer: from the properties of a tree to a record.

use std::borrow::Cow;
use std::collections::HashSet;
use std::time::Duration;

use plateau_core::{Expected, Player, Position as _, Reason as _};

use super::dialect::{Dialect, read_cells};
use super::syntax::{self, Collection, Property, Value};
use super::text;
use crate::tree::{Clock, Fault, Mark, NodeId, NotesOf, Raw, Record};
use crate::{Error, Info, Options};

/// What stands in `AP[…]` unless another program wrote the record.
pub(super) const APPLICATION: &str = "Plateau";

/// A record and what is doubtful about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading<R> {
    /// The record.
    pub record: R,
    /// What was passed over, in the order of the file.
    pub warnings: Vec<Error>,
}

impl<R> Reading<R> {
    /// The same warnings about something else.
    pub fn map<S>(self, change: impl FnOnce(R) -> S) -> Reading<S> {
        Reading { record: change(self.record), warnings: self.warnings }
    }
}

/// Reads one game of a collection as a record of the game `G`, whatever `GM[…]` says.
pub fn read<G: Dialect>(
    collection: &Collection,
    root: syntax::NodeId,
    options: &Options,
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
    let mut line = std::iter::successors(Some(root), |&node| collection.children(node).next());
    line.find_map(|node| {
        collection.properties(node).find_map(|property| match property.id().as_ref() {
            "B" => Some(Player::Black),
            "W" => Some(Player::White),
            _ => None,
        })
    })
}

/// Warnings up to a number: a hostile file has one for every byte.
struct Warnings {
    list: Vec<Error>,
    most: usize,
    /// How many cells may still come out of rectangles: seven bytes can mean 625 of them.
    rectangle_cells: usize,
}

impl Warnings {
    /// Finding a place takes a walk over the file, so it is done only for warnings that are kept.
    fn push(&mut self, warning: impl FnOnce() -> Error) {
        if self.list.len() < self.most {
            self.list.push(warning());
        }
    }
}

/// The properties of a node that nobody has taken yet.
#[doc(hidden)]
pub struct Properties<'c, 'w> {
    left: Vec<(Cow<'c, str>, Property<'c>)>,
    /// Taken, but not understood: they go with what is unknown.
    refused: Vec<Property<'c>>,
    warnings: &'w mut Warnings,
}

impl<'c, 'w> Properties<'c, 'w> {
    fn new(collection: &'c Collection, node: syntax::NodeId, warnings: &'w mut Warnings) -> Properties<'c, 'w> {
        let left = collection.properties(node).map(|property| (property.id(), property)).collect();
        Properties { left, refused: Vec::new(), warnings }
    }

    fn forget(&mut self, ids: &[&str]) {
        self.left.retain(|(id, _)| !ids.contains(&id.as_ref()));
    }

    /// Takes the properties of this name that `is_known` knows.
    pub(super) fn forget_if(&mut self, id: &str, is_known: impl Fn(&Property<'c>) -> bool) {
        self.left.retain(|(other, property)| other != id || !is_known(property));
    }

    /// Every property of this name, left where they are.
    pub(super) fn all(&self, id: &str) -> impl Iterator<Item = Property<'c>> {
        self.left.iter().filter(move |(other, _)| other == id).map(|&(_, property)| property)
    }

    /// The first property of this name, left where it is.
    pub(super) fn peek(&self, id: &str) -> Option<Property<'c>> {
        self.left.iter().find(|(other, _)| other == id).map(|&(_, property)| property)
    }

    /// The first property of this name.
    pub(super) fn take(&mut self, id: &str) -> Option<Property<'c>> {
        let at = self.left.iter().position(|(other, _)| other == id)?;
        Some(self.left.remove(at).1)
    }

    /// Every property of this name. In one pass: a hostile file repeats a name a million times.
    pub(super) fn take_all(&mut self, id: &str) -> Vec<Property<'c>> {
        if self.peek(id).is_none() {
            return Vec::new();
        }
        self.left.extract_if(.., |(other, _)| other == id).map(|(_, property)| property).collect()
    }

    /// The value of a property as a text, empty if there is none.
    fn take_text(&mut self, id: &str, read: impl Fn(&str) -> String) -> String {
        let Some(property) = self.take(id) else { return String::new() };
        let value = property.value();
        if value.is_garbled() {
            self.warnings.push(|| Error::Charset { place: value.place(), charset: value.charset().name() });
        }
        let text = read(&value.escaped());
        // An empty text would vanish; kept as it is, it comes back.
        if property.values().len() > 1 || text.is_empty() {
            self.refused.push(property);
            return String::new();
        }
        text
    }

    /// The value of a property, if it has one and `read` understands it.
    pub(super) fn take_one<T>(
        &mut self,
        id: &str,
        expected: Expected,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let property = self.take(id)?;
        let read = if property.values().len() == 1 { read(&property.value().escaped()) } else { None };
        if read.is_none() {
            self.refuse(property, expected);
        }
        read
    }

    /// What `read` makes of the values of every property of this name, without those that it does not understand.
    pub(super) fn take_read<T>(
        &mut self,
        id: &str,
        expected: Expected,
        read: impl Fn(&mut dyn Iterator<Item = &str>) -> Option<T>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for property in self.take_all(id) {
            let values: Vec<_> = property.values().map(Value::escaped).collect();
            match read(&mut values.iter().map(AsRef::as_ref)) {
                Some(value) => all.push(value),
                None => self.refuse(property, expected),
            }
        }
        all
    }

    /// The cells of every property of this name, each once.
    pub(super) fn take_cells<G: Dialect>(&mut self, game: &G, id: &str) -> Vec<G::Cell> {
        let mut all = Vec::new();
        for property in self.take_all(id) {
            let values: Vec<_> = property.values().map(Value::escaped).collect();
            match read_cells(game, values.iter().map(AsRef::as_ref), &mut self.warnings.rectangle_cells) {
                Some(cells) => all.extend(cells),
                None => self.refuse(property, G::POINT),
            }
        }
        let mut seen = HashSet::new();
        all.retain(|&cell| seen.insert(cell));
        all
    }

    /// Keeps a property among the unknown ones, with a warning.
    pub(super) fn refuse(&mut self, property: Property<'c>, expected: Expected) {
        self.warnings.push(|| value_error(property, expected));
        self.refused.push(property);
    }

    /// Keeps a property among the unknown ones.
    pub(super) fn keep(&mut self, property: Property<'c>) {
        self.refused.push(property);
    }

    /// What is left.
    fn rest(&mut self) -> Vec<Raw> {
        let raw = |property: Property<'c>| Raw {
            id: property.id().into_owned(),
            values: property.values().map(|value| value.escaped().into_owned()).collect(),
        };
        let refused = std::mem::take(&mut self.refused);
        let left = std::mem::take(&mut self.left);
        refused.into_iter().chain(left.into_iter().map(|(_, property)| property)).map(raw).collect()
    }
}

/// The error of a value that cannot be read.
pub(super) fn value_error(property: Property<'_>, expected: Expected) -> Error {
    Error::Value {
        place: property.place(),
        property: property.id().into_owned(),
        value: Error::shown(&property.values().take(8).map(Value::simple_text).collect::<Vec<_>>().join("][")),
        expected,
    }
}

/// The texts of a record's head: the name of the property, the place in the head, and whether it may have several lines.
pub(super) type TextField = (&'static str, fn(&mut Info) -> &mut String, bool);

/// In the order in which they are written.
pub(super) const TEXT_FIELDS: [TextField; 18] = [
    ("PB", |info| &mut info.names[0], false),
    ("BR", |info| &mut info.ranks[0], false),
    ("BT", |info| &mut info.teams[0], false),
    ("PW", |info| &mut info.names[1], false),
    ("WR", |info| &mut info.ranks[1], false),
    ("WT", |info| &mut info.teams[1], false),
    ("DT", |info| &mut info.date, false),
    ("EV", |info| &mut info.event, false),
    ("RO", |info| &mut info.round, false),
    ("PC", |info| &mut info.place, false),
    ("GN", |info| &mut info.title, false),
    ("ON", |info| &mut info.opening, false),
    ("SO", |info| &mut info.source, false),
    ("US", |info| &mut info.recorder, false),
    ("AN", |info| &mut info.annotator, false),
    ("CP", |info| &mut info.copyright, false),
    ("OT", |info| &mut info.overtime, false),
    ("GC", |info| &mut info.comment, true),
];

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
    (0.0..=3e9).contains(&seconds).then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
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
    let text = std::str::from_utf8(property.value().raw()).ok().filter(|_| property.values().len() == 1);
    let mv = text.and_then(|text| record.game.read_move(text.trim()));
    record.node_mut(node).mv = mv.map(|mv| (player, mv));
    mv.is_some()
}

fn read_node<G: Dialect>(properties: &mut Properties<'_, '_>, record: &mut Record<G>, node: NodeId) {
    let game = record.game.clone();
    read_move(properties, record, node, &game);
    if properties.left.is_empty() && properties.refused.is_empty() {
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

/// The marks, by their properties in the order in which they are written.
pub(super) const MARKS: [(&str, Mark); 7] = [
    ("TR", Mark::Triangle),
    ("SQ", Mark::Square),
    ("CR", Mark::Circle),
    ("MA", Mark::Cross),
    ("SL", Mark::Selected),
    ("TB", Mark::Territory(Player::Black)),
    ("TW", Mark::Territory(Player::White)),
];

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
            notes.marks.extend(properties.take_cells(game, id).into_iter().map(|cell| (mark, cell)));
        }
    }
    for labels in properties.take_read("LB", LABEL, |values| read_labels(game, values)) {
        notes.labels.extend(labels);
    }
    // FF[3] named the points of a list a, b, c, …
    let letters = properties.take_cells(game, "L").into_iter().zip('a'..='z');
    notes.labels.extend(letters.map(|(cell, letter)| (cell, letter.to_string())));
    notes.clocks = [("BL", "OB"), ("WL", "OW")].map(|(left, moves)| read_clock(properties, left, moves));
    notes.other = properties.rest();
    notes
}

fn read_labels<G: Dialect>(game: &G, values: &mut dyn Iterator<Item = &str>) -> Option<Vec<(G::Cell, String)>> {
    let label = |value: &str| {
        let (cell, label) = text::halves(value)?;
        Some((game.read_cell(cell.trim())?, text::unescape_simple(label)))
    };
    values.map(label).collect()
}

fn read_clock(properties: &mut Properties<'_, '_>, left: &str, moves: &str) -> Option<Clock> {
    const TIME: Expected = Expected { id: "sgf-time", phrase: "a number of seconds" };
    const MOVES: Expected = Expected { id: "sgf-moves", phrase: "a number of moves" };
    // Without the time the number of moves says nothing, and is kept as it is.
    let left = properties.take_one(left, TIME, read_seconds)?;
    let moves = properties.take_one(moves, MOVES, |value| value.trim().parse().ok());
    Some(Clock { left, moves })
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
                Err(Fault::Setup) => warnings.push(|| Error::Value {
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
