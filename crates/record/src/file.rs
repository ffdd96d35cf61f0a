//! Whole files: telling formats apart by what is in them, and one way in and out for all of them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use plateau_core::Expected;

use crate::charset::{Charset, Wrapping};
use crate::error::Limit;
use crate::reading::Reading;
use crate::sgf::syntax::{Collection, NodeId, Property};
use crate::sgf::{Dialect, Games, game_number};
use crate::tree::Record;
use crate::{Error, Format, Mode, Place, ReadOptions, ggf, obf, plain, sgf, transcript, wthor};

/// A record of one of the three games.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyRecord {
    /// Go.
    Go(Record<go::Game>),
    /// Othello.
    Othello(Record<othello::Game>),
    /// Aligne 4.
    Aligne4(Record<aligne4::Game>),
}

/// What a file held.
#[derive(Clone, PartialEq, Debug)]
pub struct Contents {
    /// The format it was read in.
    pub format: Format,
    /// The games, at least one.
    pub records: Vec<AnyRecord>,
    /// What was passed over.
    pub warnings: Vec<Error>,
}

/// Reads a file. `name` is its name, if it has one; the content decides where the name does not.
///
/// A game that is none of ours is passed over with a warning, unless there is no other.
pub fn read(bytes: &[u8], name: Option<&str>, options: &ReadOptions) -> Result<Contents, Error> {
    read_named(bytes, name, &wthor::Names::default(), options)
}

/// The same with the names for the numbers of a tournament database.
pub fn read_named(
    bytes: &[u8],
    name: Option<&str>,
    names: &wthor::Names,
    options: &ReadOptions,
) -> Result<Contents, Error> {
    if bytes.len() > options.limits.bytes {
        return Err(Error::Limit { place: Place::START, limit: Limit::Bytes, max: options.limits.bytes });
    }
    let format = Format::detect(name, bytes).ok_or(Error::UnknownFormat)?;
    read_in(bytes, format, names, options)
}

/// Reads a file in a format that is known.
pub fn read_as(bytes: &[u8], format: Format, options: &ReadOptions) -> Result<Contents, Error> {
    read_in(bytes, format, &wthor::Names::default(), options)
}

fn read_in(bytes: &[u8], format: Format, names: &wthor::Names, options: &ReadOptions) -> Result<Contents, Error> {
    let mut contents = Contents { format, records: Vec::new(), warnings: Vec::new() };
    match format {
        Format::Sgf | Format::Ggf => read_games(bytes, options, &mut contents)?,
        Format::Transcript => {
            let Reading { record, warnings } = transcript::read(&decode(bytes), options)?;
            contents.records.extend(record.into_iter().map(AnyRecord::Othello));
            contents.warnings = warnings;
        }
        Format::Obf => {
            let Reading { record, warnings } = obf::read(&decode(bytes), options)?;
            contents.records.extend(record.iter().map(|entry| AnyRecord::Othello(entry.to_record())));
            contents.warnings = warnings;
        }
        Format::Plain => {
            let Reading { record, warnings } = plain::read(&decode(bytes), options)?;
            contents.records.push(AnyRecord::Othello(record));
            contents.warnings = warnings;
        }
        Format::Wthor => read_database(bytes, names, options, &mut contents)?,
    }
    if contents.records.is_empty() {
        return Err(contents.warnings.into_iter().next().unwrap_or(Error::Empty));
    }
    Ok(contents)
}

/// Writes records one after the other.
pub fn write(records: &[AnyRecord], format: Format) -> Result<Vec<u8>, Error> {
    let mut out = String::new();
    for record in records {
        out += &write_one(record, format)?;
    }
    if format == Format::Plain && records.len() > 1 {
        const MANY: Expected = Expected { id: "several-games", phrase: "more than one game" };
        return Err(Error::Unwritable { format, what: MANY });
    }
    Ok(out.into_bytes())
}

/// Writes a record. Except in the plain text format, files are such texts one after the other.
pub fn write_one(record: &AnyRecord, format: Format) -> Result<String, Error> {
    const OTHER: Expected = Expected { id: "game-of-another-kind", phrase: "any game but Othello" };
    const READ_ONLY: Expected = Expected { id: "read-only", phrase: "what is written here: it is only read" };
    if format == Format::Sgf {
        return Ok(match record {
            AnyRecord::Go(record) => sgf::write(record),
            AnyRecord::Othello(record) => sgf::write(record),
            AnyRecord::Aligne4(record) => sgf::write(record),
        });
    }
    let AnyRecord::Othello(record) = record else { return Err(Error::Unwritable { format, what: OTHER }) };
    match format {
        Format::Sgf => Ok(sgf::write(record)),
        Format::Ggf => Ok(ggf::write(record)),
        Format::Transcript => transcript::write(record),
        Format::Obf => Ok(obf::Entry::from_record(record).write() + "\n"),
        Format::Plain => plain::write(record),
        Format::Wthor => Err(Error::Unwritable { format, what: READ_ONLY }),
    }
}

/// Reads a game in brackets, SGF or GGF, whichever of ours it is.
pub fn read_game(collection: &Collection, root: NodeId, options: &ReadOptions) -> Result<Reading<AnyRecord>, Error> {
    if ggf::is_ggf(collection, root) {
        return Ok(ggf::read(collection, root, options)?.map(AnyRecord::Othello));
    }
    match game_number(collection, root)? {
        <go::Game as Dialect>::NUMBER => Ok(sgf::read(collection, root, options)?.map(AnyRecord::Go)),
        <othello::Game as Dialect>::NUMBER => Ok(sgf::read(collection, root, options)?.map(AnyRecord::Othello)),
        <aligne4::Game as Dialect>::NUMBER => Ok(sgf::read(collection, root, options)?.map(AnyRecord::Aligne4)),
        number => {
            let place = collection.property(root, "GM").map_or(Place::START, Property::place);
            Err(Error::Game { place, game: format!("GM[{number}]") })
        }
    }
}

impl Format {
    /// The format that the content looks like.
    pub fn from_content(bytes: &[u8]) -> Option<Format> {
        /// Enough for a decision, and for the mail header before a game.
        const HEAD: usize = 1 << 16;
        if wthor::looks_like(bytes) {
            return Some(Format::Wthor);
        }
        let head = Wrapping::of(bytes).unwrap(&bytes[..bytes.len().min(HEAD)]).into_owned();
        let text = String::from_utf8_lossy(&head);
        let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().take(64).collect();
        let line = lines.iter().map(|line| line.trim()).find(|line| !line.is_empty() && !line.starts_with(['%', '#']));
        if line.is_some_and(|line| obf::Entry::read(line).is_ok()) {
            return Some(Format::Obf);
        }
        let is_move =
            |line: &&str| line.trim().len() == 2 && line.trim().bytes().all(|byte| (b'1'..=b'8').contains(&byte));
        if lines.get(2).is_some_and(is_move) {
            return Some(Format::Plain);
        }
        let mut brackets = text.match_indices('(').map(|(at, _)| &text[at + 1..]);
        if let Some(game) = brackets.find(|game| game.trim_start().starts_with(';')) {
            return Some(if game.contains("GM[Othello]") { Format::Ggf } else { Format::Sgf });
        }
        if is_bare_node(&head) {
            return Some(Format::Sgf);
        }
        // One move is enough: what is wrong with the rest is for the reader to say.
        let is_transcript = line.is_some_and(|line| transcript::read(line, &ReadOptions::RECOVER).is_ok());
        is_transcript.then_some(Format::Transcript)
    }

    /// The format of a file, by its name if that says so, and else by its content.
    pub fn detect(name: Option<&str>, bytes: &[u8]) -> Option<Format> {
        name.and_then(Format::from_name).or_else(|| Format::from_content(bytes))
    }
}

/// The properties of one node without brackets around them, as some programs save a position: `SZ[19] AW[dd] AB[pp]`.
fn is_bare_node(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let name = start.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let has_game = bytes.windows(2).any(|pair| pair == b"(;");
    name > 0 && start[name..].trim_ascii_start().starts_with(b"[") && !has_game
}

fn read_games(bytes: &[u8], options: &ReadOptions, contents: &mut Contents) -> Result<(), Error> {
    if options.mode == Mode::Recover && is_bare_node(bytes) {
        const OPEN: Expected = Expected { id: "sgf-open", phrase: "a game that begins with (;" };
        let found = bytes.trim_ascii_start().first().map(|&byte| char::from(byte));
        contents.warnings.push(Error::Syntax { place: Place::START, expected: OPEN, found });
        return read_games(&[b"(;", bytes, b")"].concat(), options, contents);
    }
    let mut nodes = 0;
    let mut games = Games::new(bytes, *options);
    for collection in &mut games {
        let collection = match collection {
            Ok(collection) => collection,
            Err(error) if options.mode == Mode::Strict => return Err(error),
            Err(error) => {
                contents.warnings.push(error);
                continue;
            }
        };
        nodes += collection.node_count();
        let limits = &options.limits;
        let passed = [(Limit::Nodes, nodes, limits.nodes), (Limit::Games, contents.records.len() + 1, limits.games)];
        if let Some(&(limit, _, max)) = passed.iter().find(|(_, have, max)| have > max) {
            return Err(Error::Limit { place: Place::START, limit, max });
        }
        for &root in collection.roots() {
            match read_game(&collection, root, options) {
                Ok(reading) => {
                    contents.records.push(reading.record);
                    contents.warnings.extend(reading.warnings);
                }
                Err(error) => contents.warnings.push(error),
            }
        }
        contents.warnings.truncate(limits.warnings);
    }
    contents.warnings.extend_from_slice(games.warnings());
    contents.warnings.truncate(options.limits.warnings);
    Ok(())
}

fn read_database(
    bytes: &[u8],
    names: &wthor::Names,
    options: &ReadOptions,
    contents: &mut Contents,
) -> Result<(), Error> {
    let Reading { record: database, warnings } = wthor::Database::read(bytes, options)?;
    contents.warnings = warnings;
    let max = options.limits.games;
    if database.games.len() > max {
        return Err(Error::Limit { place: Place::START, limit: Limit::Games, max });
    }
    for number in 0..database.games.len() {
        let reading = database.record(number, names, options)?;
        contents.records.push(AnyRecord::Othello(reading.record));
        contents.warnings.extend(reading.warnings);
    }
    contents.warnings.truncate(options.limits.warnings);
    Ok(())
}

fn decode(bytes: &[u8]) -> String {
    let bytes = Wrapping::of(bytes).unwrap(bytes);
    Charset::guess(&bytes).decode(&bytes).0.into_owned()
}
