//! The plain text file of an Othello game in progress, as older programs write it: two lines with the names of Black and
//! White, then one two-digit number per line, row before column. Passes are not written.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use othello::{Game, Move, Square};
use plateau_core::{Expected, Reason as _};

use crate::othello_line::{OthelloLine, squares};
use crate::reading::Reading;
use crate::tree::{NodeId, Record};
use crate::{Error, Format, Mode, Place, ReadOptions};

const NAMES: Expected = Expected { id: "plain-names", phrase: "two lines with the players' names" };
const START: Expected = Expected { id: "usual-start", phrase: "a game that does not begin at the usual start" };

/// Reads a game.
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading<Record<Game>>, Error> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let (Some((_, black)), Some((_, white))) = (lines.next(), lines.next()) else {
        let place = Place::START.advanced(text.as_bytes());
        return Err(Error::Syntax { place, expected: NAMES, found: None });
    };
    let mut game = OthelloLine::new();
    game.record.info.names = [black, white].map(|name| name.trim().to_owned());
    let mut warnings = Vec::new();
    for (index, line) in lines {
        if line.trim().is_empty() {
            continue;
        }
        if let Err(error) = read_line(line, index + 1, &mut game) {
            if options.mode == Mode::Strict {
                return Err(error);
            }
            warnings.push(error);
            break;
        }
    }
    Ok(Reading { record: game.record, warnings })
}

/// Writes the main line of a record, which must begin at the usual start.
pub fn write(record: &Record<Game>) -> Result<String, Error> {
    if record.node(NodeId::ROOT).setup().is_some_and(|setup| !setup.is_empty()) {
        return Err(Error::Unwritable { format: Format::Plain, what: START });
    }
    let [black, white] = &record.info.names;
    let mut text = format!("{}\n{}\n", one_line(black), one_line(white));
    for square in squares(record) {
        text += &format!("{}\n", square.number());
    }
    Ok(text)
}

fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

fn read_line(line: &str, number: usize, game: &mut OthelloLine) -> Result<(), Error> {
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    let square = Square::parse_number(line.trim()).map_err(|error| {
        let place = Place { line: number, column: indent + error.column() };
        Error::Syntax { place, expected: error.expected, found: error.found }
    })?;
    game.play(Move::Place(square)).map_err(|illegal| Error::Illegal {
        place: Place { line: number, column: indent + 1 },
        mv: square.to_string(),
        reason_id: illegal.id(),
        reason: illegal.to_string(),
    })
}
