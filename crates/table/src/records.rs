//! From a table to a record and back, text in and text out: what saving and opening a file are, but for the file.

use plateau_core::{Outcome, Player, Position};
use record::tree::{NodeId, Record, Recorded};
use record::{AnyRecord, Format, Options};

use crate::{AnyTable, Ending, Message, Phase, Playable, Seat, Setup, Table, Who, Written};

/// The main line of a record, as a table can be set up for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The set-up, with people in both seats; [`AnyTable`] reads it.
    pub setup: String,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
}

impl Replay {
    /// Reads the first game of a file. `name` is the file's name, which may say the format.
    pub fn read(bytes: &[u8], name: Option<&str>) -> Result<Replay, Message> {
        let contents = record::read(bytes, name, &Options::default())?;
        contents.records.first().map(Replay::of_record).ok_or_else(|| record::Error::Empty.into())
    }

    /// The main line of a record.
    pub fn of_record(record: &AnyRecord) -> Replay {
        match record {
            AnyRecord::Go(record) => Replay::of(record),
            AnyRecord::Othello(record) => Replay::of(record),
            AnyRecord::Aligne4(record) => Replay::of(record),
        }
    }

    fn of<G: Playable + Recorded + Written>(record: &Record<G>) -> Replay {
        let mut setup = Setup::new(record.game.clone());
        setup.seats = record.info.names.clone().map(|name| Seat { name, who: Who::Person });
        if record.node(NodeId::ROOT).setup().is_some_and(|setup| !setup.is_empty()) {
            setup.start = Some(record.position_at(NodeId::ROOT).to_string());
        }
        let moves = record.main_moves().map(|(_, mv)| mv.to_string()).collect();
        Replay { setup: setup.to_string(), moves }
    }
}

impl AnyTable {
    /// The game as the text of a file. The name's ending says the format; SGF if it says none.
    pub fn write_record(&self, name: &str) -> Result<String, Message> {
        let format = Format::from_name(name).unwrap_or(Format::Sgf);
        let record = match self {
            AnyTable::Go(table) => AnyRecord::Go(record_of(table)?),
            AnyTable::Othello(table) => AnyRecord::Othello(record_of(table)?),
            AnyTable::Aligne4(table) => AnyRecord::Aligne4(record_of(table)?),
        };
        Ok(record::write_one(&record, format)?)
    }
}

fn record_of<G: Playable + Recorded>(table: &Table<G>) -> Result<Record<G>, Message> {
    let setup = table.setup();
    // A record sets positions up stone by stone; nobody needs that yet.
    if setup.start.is_some() {
        return Err(Message::new("table-start-not-recorded"));
    }
    let mut record = Record::new(setup.game.clone());
    let mut node = NodeId::ROOT;
    for (ply, mv) in table.line().moves().iter().enumerate() {
        let turn = table.line().position_at(ply).map_or(Player::Black, |position| position.turn());
        node = record.add(node, Some((turn, *mv)));
    }
    record.info.names = setup.seats.each_ref().map(|seat| seat.name.clone());
    record.info.application.push_str("Plateau");
    if let Phase::Ended { ending, .. } = table.phase() {
        record.info.ending = Some(ending_of(ending));
    }
    Ok(record)
}

fn ending_of(ending: &Ending) -> record::Ending {
    match (ending, ending.outcome()) {
        (_, Outcome::Draw) => record::Ending::Draw,
        (_, Outcome::NoResult) => record::Ending::Void,
        (Ending::Resigned(_), Outcome::Win(winner)) => record::Ending::Resignation(winner),
        (Ending::OutOfTime(_), Outcome::Win(winner)) => record::Ending::Time(winner),
        (Ending::Forfeited(_), Outcome::Win(winner)) => record::Ending::Forfeit(winner),
        (Ending::Played(result), Outcome::Win(winner)) => {
            let points = result.margin.as_ref().and_then(|margin| margin.parse::<f64>().ok());
            let scored = |points| record::Ending::Score { winner, half_points: (2.0 * points) as u32 };
            points.map_or(record::Ending::Win(winner), scored)
        }
        (Ending::Agreed, Outcome::Win(winner)) => record::Ending::Win(winner),
    }
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
                message.with("format", format.to_string()).with("what", expected(what))
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
