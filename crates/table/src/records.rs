//! From a table to a record and back, text in and text out: what saving and opening a file are, but for the file.

use plateau_core::{Player, Position};
use record::tree::{NodeId, Placement, Record, Recorded};
use record::{Contents, Limit, Limits, Mode, Place, ReadOptions};

use crate::event::{Action, Event};
use crate::{AnySetup, AnyTable, Kind, Message, MoveOf, Playable, Seat, Setup, Table, Who};

pub use record::wthor::Names as ArchiveNames;
pub use record::{AnyRecord, Format, Info};

/// Reads the first game of a file. `name` is the file's name, which may say the format.
pub fn read(bytes: &[u8], name: Option<&str>) -> Result<AnyRecord, Message> {
    first(record::read(bytes, name, &ReadOptions::default())?)
}

fn first(contents: Contents) -> Result<AnyRecord, Message> {
    contents.records.into_iter().next().ok_or_else(|| record::Error::Empty.into())
}

/// What a file holds, and what was passed over to read it.
#[derive(Clone, PartialEq, Debug)]
pub struct Recovered {
    /// The games of the file, at least one.
    pub records: Vec<AnyRecord>,
    /// Where the file is damaged, and how; nothing if it is sound.
    pub damage: Vec<Message>,
}

/// The same of a file that may have no more than so many nodes, for whoever brings one that nobody can mend: where it is damaged it
/// is read as far as it can be. What is no record at all is refused for the reason for which a sound one would be, and what is too
/// large always.
pub fn recover(nodes: usize, bytes: &[u8], name: Option<&str>) -> Result<Recovered, Message> {
    let strict = ReadOptions { limits: Limits { nodes, ..Limits::DEFAULT }, ..ReadOptions::STRICT };
    let is_limit = |error: &record::Error| matches!(error, record::Error::Limit { .. });
    let fault = match record::read(bytes, name, &strict) {
        Ok(contents) if contents.records.is_empty() => return Err(record::Error::Empty.into()),
        Ok(contents) => return Ok(Recovered { records: contents.records, damage: Vec::new() }),
        Err(fault) => fault,
    };
    if is_limit(&fault) {
        return Err(fault.into());
    }
    // Moves that the rules forbid are no damage: sound files have them, too.
    let lenient = ReadOptions { mode: Mode::Recover, check_moves: false, ..strict };
    let Ok(contents) = record::read(bytes, name, &lenient) else { return Err(fault.into()) };
    if let Some(limit) = contents.warnings.iter().find(|warning| is_limit(warning)) {
        return Err(limit.clone().into());
    }
    let damage = contents.warnings.iter().cloned().map(Message::from).collect();
    let looked_at = contents.records.iter().map(|record| match record {
        AnyRecord::Go(record) => (is_empty(record), record.node_count()),
        AnyRecord::Othello(record) => (is_empty(record), record.node_count()),
        AnyRecord::Aligne4(record) => (is_empty(record), record.node_count()),
    });
    let (is_empty, count) = looked_at.fold((true, 0), |(all, sum), (one, count)| (all && one, sum + count));
    // A reader that recovers stops at its limit, and does not always come to say so.
    if count >= nodes {
        return Err(record::Error::Limit { place: Place::START, limit: Limit::Nodes, max: nodes }.into());
    }
    if is_empty { Err(fault.into()) } else { Ok(Recovered { records: contents.records, damage }) }
}

/// Whether nothing stands on the board all along: then nothing was left of the file.
fn is_empty<G: Recorded>(record: &Record<G>) -> bool {
    let is_empty = |node: NodeId| {
        let node = record.node(node);
        node.mv.is_none() && node.setup().is_none_or(Placement::is_empty)
    };
    is_empty(NodeId::ROOT) && record.main_line().all(is_empty)
}

/// Reads the games of a file, at least one. An archive has numbers for players and tournaments, and files beside it that name
/// them.
pub fn read_all(bytes: &[u8], name: Option<&str>, names: &ArchiveNames) -> Result<Vec<AnyRecord>, Message> {
    Ok(record::read_named(bytes, name, names, &ReadOptions::default())?.records)
}

/// Who played, when, where, and how it ended.
pub fn info(record: &AnyRecord) -> &Info {
    match record {
        AnyRecord::Go(record) => &record.info,
        AnyRecord::Othello(record) => &record.info,
        AnyRecord::Aligne4(record) => &record.info,
    }
}

/// Which game a record is of.
pub fn kind(record: &AnyRecord) -> Kind {
    match record {
        AnyRecord::Go(_) => Kind::Go,
        AnyRecord::Othello(_) => Kind::Othello,
        AnyRecord::Aligne4(_) => Kind::Aligne4,
    }
}

/// A line of a record or a game, as a table can be set up for it: what saving, opening and playing on from somewhere share.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// The set-up; of a record, with people in both seats.
    pub setup: AnySetup,
    /// What happened: the moves, and where a line goes on after two passes or lets a player move twice, that it did.
    pub actions: Vec<Action>,
}

impl Replay {
    /// The main line of a record.
    pub fn of_record(record: &AnyRecord) -> Replay {
        match record {
            AnyRecord::Go(record) => main_line(record, AnySetup::Go),
            AnyRecord::Othello(record) => main_line(record, AnySetup::Othello),
            AnyRecord::Aligne4(record) => main_line(record, AnySetup::Aligne4),
        }
    }

    /// Leaves off what came after so many moves, and says whether there are that many. Moves are those that have
    /// [numbers](crate::Kind::numbers_passes).
    pub fn truncate(&mut self, moves: usize) -> bool {
        let passes = self.setup.kind().numbers_passes();
        let is_move = |action: &Action| matches!(action, Action::Play { mv, .. } if passes || mv != "pass");
        if self.actions.iter().filter(|action| is_move(action)).count() < moves {
            return false;
        }
        let moves = self.actions.iter().enumerate().filter(|(_, action)| is_move(action)).map(|(at, _)| at).nth(moves);
        if let Some(next) = moves {
            let resumed = next > 0 && matches!(self.actions[next - 1], Action::Resume(_));
            self.actions.truncate(if resumed { next - 1 } else { next });
        }
        true
    }

    /// The moves in the game's notation.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().filter_map(|action| match action {
            Action::Play { mv, .. } => Some(mv.as_str()),
            _ => None,
        })
    }

    /// The table before all that happened, and the one after it; or why something of it cannot have happened.
    pub fn tables(&self) -> Result<[AnyTable; 2], Message> {
        let before = self.setup.clone().table()?;
        let mut after = before.clone();
        for action in &self.actions {
            after.apply(&Event { at_ms: 0, action: action.clone() })?;
        }
        Ok([before, after])
    }
}

fn main_line<G: Playable + Recorded>(record: &Record<G>, any: fn(Setup<G>) -> AnySetup) -> Replay {
    let end = record.main_line().last().unwrap_or(NodeId::ROOT);
    let (setup, actions) = replay_to(record, end);
    Replay { setup: any(setup), actions }
}

/// What leads to a node of a record: the set-up, and what happened since.
pub(crate) fn replay_to<G: Playable + Recorded>(record: &Record<G>, node: NodeId) -> (Setup<G>, Vec<Action>) {
    let mut setup = Setup::new(record.game.clone());
    setup.seats = record.info.names.each_ref().map(|name| Seat { name: name.clone(), who: Who::Person });
    let (mut position, mut actions) = (record.start(), Vec::new());
    for id in record.path(node) {
        let node = record.node(id);
        // Stones that are put down in the middle of a game are not moves: the game begins with them.
        if let Some(stones) = node.setup().filter(|stones| !stones.is_empty())
            && let Some(next) = record.game.set_up(&position, stones)
        {
            setup.start = Some(next.to_string());
            position = next;
            actions.clear();
        }
        let Some((player, mv)) = node.mv else { continue };
        while position.turn() != player
            && let Some(forced) = record.game.forced_move(&position)
        {
            position.play_legal(forced);
            actions.push(Action::Play { mv: forced.to_string(), spent_ms: 0 });
        }
        if position.turn() != player || position.is_over() {
            position = position.resumed(player);
            actions.push(Action::Resume(player));
        }
        actions.push(Action::Play { mv: mv.to_string(), spent_ms: 0 });
        // The table says what is wrong with an illegal move when it is asked to take it in.
        if position.play(mv).is_err() {
            break;
        }
    }
    (setup, actions)
}

impl AnyTable {
    /// The game as the text of a file. The name's ending says the format, or [else](crate::Kind::format) the game does.
    pub fn write_record(&self, name: &str) -> Result<String, Message> {
        write(&self.record(), name)
    }

    /// The game as a record.
    pub fn record(&self) -> AnyRecord {
        match self {
            AnyTable::Go(table) => AnyRecord::Go(record_of(table)),
            AnyTable::Othello(table) => AnyRecord::Othello(record_of(table)),
            AnyTable::Aligne4(table) => AnyRecord::Aligne4(record_of(table)),
        }
    }
}

/// A record as the text of a file. The name's ending says the format, or [else](crate::Kind::format) the game does.
pub fn write(record: &AnyRecord, name: &str) -> Result<String, Message> {
    Ok(record::write_one(record, kind(record).format(name)?)?)
}

/// A game as a record. One that began with a record is that record with the game in it: what was said and tried there is kept, and
/// what was played since is the main line. If the record is of another game, the game alone.
pub fn of_game(table: &AnyTable, origin: Option<AnyRecord>) -> AnyRecord {
    match (table, origin) {
        (AnyTable::Go(table), Some(AnyRecord::Go(origin))) => AnyRecord::Go(grafted(origin, table).0),
        (AnyTable::Othello(table), Some(AnyRecord::Othello(origin))) => AnyRecord::Othello(grafted(origin, table).0),
        (AnyTable::Aligne4(table), Some(AnyRecord::Aligne4(origin))) => AnyRecord::Aligne4(grafted(origin, table).0),
        (table, _) => table.record(),
    }
}

/// The record with the game in it, and where the game has come to.
pub(crate) fn grafted<G: Playable + Recorded>(mut record: Record<G>, table: &Table<G>) -> (Record<G>, NodeId) {
    let own = record_of(table);
    let was_ended_at = record.main_line().last();
    let mut here = beginning(&record, table.course().start());
    for (&mover, &mv) in table.course().movers().iter().zip(table.course().moves()) {
        // Forced passes are often unwritten: then the record goes on from here.
        let is_unwritten = G::pass() == Some(mv) && !G::KIND.numbers_passes();
        here = match follow(&record, here, (mover, mv)) {
            Some(next) => next,
            None if is_unwritten && !record.node(here).children().is_empty() => here,
            None => record.add(here, Some((mover, mv))),
        };
    }
    record.promote(here);
    for (name, sits) in record.info.names.iter_mut().zip(own.info.names) {
        if !sits.is_empty() {
            *name = sits;
        }
    }
    if record.info.date.is_empty() {
        record.info.date = own.info.date;
    }
    // How the record ended says nothing of a game that went another way.
    if own.info.ending.is_some() || was_ended_at != Some(here) {
        record.info.ending = own.info.ending;
    }
    record.info.application = own.info.application;
    (record, here)
}

/// The node where a game from this position begins: behind the stones that were set up last on the way.
fn beginning<G: Playable + Recorded>(record: &Record<G>, start: &G::Position) -> NodeId {
    let text = start.to_string();
    let is_set_up = |node: &NodeId| record.node(*node).setup().is_some_and(|setup| !setup.is_empty());
    let mut set_up = (0..record.node_count() as u32).filter_map(|number| record.find(number)).filter(is_set_up);
    set_up.find(|&node| record.position_at(node).to_string() == text).unwrap_or(NodeId::ROOT)
}

/// Where this move leads from a node of the record, through nodes that only say something.
fn follow<G: Playable + Recorded>(record: &Record<G>, from: NodeId, mv: (Player, MoveOf<G>)) -> Option<NodeId> {
    let mut waiting = record.node(from).children().to_vec();
    while let Some(node) = waiting.pop() {
        match record.node(node).mv {
            Some(played) if played == mv => return Some(node),
            Some(_) => {}
            None => waiting.extend(record.node(node).children()),
        }
    }
    None
}

pub(crate) fn record_of<G: Playable + Recorded>(table: &Table<G>) -> Record<G> {
    let (setup, course) = (table.setup(), table.course());
    let mut record = Record::starting_at(setup.game.clone(), course.start());
    let mut node = NodeId::ROOT;
    for (mover, mv) in course.movers().iter().zip(course.moves()) {
        node = record.add(node, Some((*mover, *mv)));
    }
    record.info.names = setup.seats.each_ref().map(Seat::name_in_records);
    record.info.date = table.begun_ms().filter(|&begun_ms| begun_ms > 0).map(record::date).unwrap_or_default();
    record.info.application.push_str("Plateau");
    record.info.ending = table.end().map(|end| end.ending);
    record
}

impl From<record::Error> for Message {
    fn from(error: record::Error) -> Message {
        use record::Error;
        let expected = |expected: &plateau_core::Expected| Message::new(format!("expected-{}", expected.id));
        let message = Message::new(error.id());
        let said = match &error {
            Error::Syntax { expected: wanted, found, .. } => {
                let message = message.with("expected", expected(wanted));
                match found {
                    Some(found) => message.with("found", format!("'{}'", found.escape_debug())),
                    None => message.with("found", Message::new("record-end")),
                }
            }
            Error::Value { property, value, expected: wanted, .. } => message
                .with("property", property.as_str())
                .with("value", value.as_str())
                .with("expected", expected(wanted)),
            Error::Illegal { mv, reason_id, .. } => {
                message.with("move", mv.as_str()).with("reason", Message::new((*reason_id).to_owned()))
            }
            Error::Limit { max, .. } => message.with("max", *max as i64),
            Error::Charset { charset, .. } => message.with("charset", charset.to_string()),
            Error::Game { game, .. } => message.with("game", game.as_str()),
            Error::Header { expected: wanted } => message.with("expected", expected(wanted)),
            Error::Unwritable { format, what } => {
                message.with("format", Message::new(format.id())).with("what", expected(what))
            }
            Error::UnknownFormat | Error::Empty => message,
        };
        match error.place() {
            Some(place) => Message::new("record-place")
                .with("line", place.line as i64)
                .with("column", place.column as i64)
                .with("problem", said),
            None => said,
        }
    }
}
