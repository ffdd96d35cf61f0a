//! From a table to a record and back, text in and text out: what saving and opening a file are, but for the file.

use plateau_core::{Outcome, Player, Position};
use record::tree::{NodeId, Record, Recorded};
use record::{AnyRecord, Format, Options};

use crate::event::Action;
use crate::{AnyTable, Ending, Message, Phase, Playable, Seat, Setup, Table, Who, Written};

/// The main line of a record, as a table can be set up for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The set-up, with people in both seats; [`AnyTable`] reads it.
    pub setup: String,
    /// What happened: the moves, and where a record goes on after two passes or lets a player move twice, that it did.
    pub actions: Vec<Action>,
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
        let (mut position, mut actions) = (record.start(), Vec::new());
        for id in record.main_line() {
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
                position = Playable::resumed(&record.game, &position, player);
                actions.push(Action::Resume(player));
            }
            actions.push(Action::Play { mv: mv.to_string(), spent_ms: 0 });
            // The table says what is wrong with an illegal move when it is asked to take it in.
            if position.play(mv).is_err() {
                break;
            }
        }
        Replay { setup: setup.to_string(), actions }
    }

    /// Leaves off what came after so many moves.
    pub fn truncate(&mut self, moves: usize) {
        let is_move = |action: &Action| matches!(action, Action::Play { .. });
        let moves = self.actions.iter().enumerate().filter(|(_, action)| is_move(action)).map(|(at, _)| at).nth(moves);
        if let Some(next) = moves {
            let resumed = next > 0 && matches!(self.actions[next - 1], Action::Resume(_));
            self.actions.truncate(if resumed { next - 1 } else { next });
        }
    }

    /// The moves in the game's notation.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().filter_map(|action| match action {
            Action::Play { mv, .. } => Some(mv.as_str()),
            _ => None,
        })
    }
}

impl AnyTable {
    /// The game as the text of a file. The name's ending says the format; SGF if it says none.
    pub fn write_record(&self, name: &str) -> Result<String, Message> {
        let format = Format::from_name(name).unwrap_or(Format::Sgf);
        let record = match self {
            AnyTable::Go(table) => AnyRecord::Go(record_of(table)),
            AnyTable::Othello(table) => AnyRecord::Othello(record_of(table)),
            AnyTable::Aligne4(table) => AnyRecord::Aligne4(record_of(table)),
        };
        Ok(record::write_one(&record, format)?)
    }
}

fn record_of<G: Playable + Recorded>(table: &Table<G>) -> Record<G> {
    let setup = table.setup();
    let mut record = Record::starting_at(setup.game.clone(), table.line().start());
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
    record
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
