//! Transcripts of Othello: `f5d6c3…`, one game on a line.
//!
//! Read in either case, with or without blanks and move numbers (`1. f5 d6 2. c3`), and with passes written (`pass`, `pa`,
//! `ps`, `--`) or not. A line that begins with a move number other than 1 goes on with the game before it. Empty lines and
//! what follows `#` mean nothing. Written in lower case without blanks, passes left out, as printed books do.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use othello::{Game, Move, Square};
use plateau_core::{Expected, ParseError, Reason as _, Scanner};

use crate::othello_line::{OthelloLine, squares};
use crate::reading::Reading;
use crate::tree::{NodeId, Record};
use crate::{Error, Format, Limit, Mode, Place, ReadOptions};

const MOVE: Expected = Expected { id: "transcript-move", phrase: "a square such as f5, or a pass" };
const START: Expected = Expected { id: "usual-start", phrase: "a game that does not begin at the usual start" };

/// Reads the games of a text.
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading<Vec<Record<Game>>>, Error> {
    let mut games: Vec<OthelloLine> = Vec::new();
    let mut warnings = Vec::new();
    // After damage the rest of a game is passed over, continued lines included.
    let mut damaged = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim_start_matches('\u{feff}');
        if line.trim().is_empty() {
            continue;
        }
        let goes_on = !games.is_empty() && first_number(line).is_some_and(|number| number > 1);
        if !goes_on {
            if games.len() >= options.limits.games {
                let place = Place { line: index + 1, column: 1 };
                return Err(Error::Limit { place, limit: Limit::Games, max: options.limits.games });
            }
            games.push(OthelloLine::new());
            damaged = false;
        }
        let Some(game) = games.last_mut().filter(|_| !damaged) else { continue };
        if let Err(error) = read_line(line, index + 1, game) {
            if options.mode == Mode::Strict {
                return Err(error);
            }
            damaged = true;
            if warnings.len() < options.limits.warnings {
                warnings.push(error);
            }
        }
    }
    // A line of nonsense is no game.
    let record: Vec<_> = games.into_iter().map(|game| game.record).filter(|record| record.node_count() > 1).collect();
    match (record.is_empty(), warnings.first()) {
        (true, Some(error)) => Err(error.clone()),
        (true, None) => Err(Error::Empty),
        (false, _) => Ok(Reading { record, warnings }),
    }
}

/// Writes the main line of a record, which must begin at the usual start.
pub fn write(record: &Record<Game>) -> Result<String, Error> {
    let root = record.node(NodeId::ROOT);
    if root.setup().is_some_and(|setup| !setup.is_empty()) {
        return Err(Error::Unwritable { format: Format::Transcript, what: START });
    }
    let mut line: String = squares(record).map(|square| square.to_string()).collect();
    line.push('\n');
    Ok(line)
}

/// The move number that a line begins with.
fn first_number(line: &str) -> Option<u32> {
    let digits: String = line.trim_start().chars().take_while(char::is_ascii_digit).take(4).collect();
    digits.parse().ok()
}

fn read_line(line: &str, number: usize, game: &mut OthelloLine) -> Result<(), Error> {
    let mut scanner = Scanner::new(line);
    loop {
        skip_between(&mut scanner);
        if scanner.peek().is_none() {
            return Ok(());
        }
        let before = scanner.refuse(MOVE);
        let place = Place { line: number, column: before.column() };
        let mv = scan_move(&mut scanner).map_err(|error| {
            let place = Place { line: number, column: error.column() };
            Error::Syntax { place, expected: error.expected, found: error.found }
        })?;
        game.play(mv).map_err(|illegal| Error::Illegal {
            place,
            mv: mv.to_string(),
            reason_id: illegal.id(),
            reason: illegal.to_string(),
        })?;
    }
}

/// Reads over blanks, commas and move numbers with their dots.
fn skip_between(scanner: &mut Scanner<'_>) {
    const ANY: Expected = MOVE;
    let between = |c: char| (c.is_whitespace() || c.is_ascii_digit() || matches!(c, '.' | ',' | ')')).then_some(());
    while scanner.take(ANY, between).is_ok() {}
}

fn scan_move(scanner: &mut Scanner<'_>) -> Result<Move, ParseError> {
    let rest = scanner.rest();
    // `pass` before `pa`: the longer word first.
    for pass in ["pass", "pa", "ps", "--"] {
        if rest.get(..pass.len()).is_some_and(|word| word.eq_ignore_ascii_case(pass)) {
            for _ in 0..pass.len() {
                scanner.take(MOVE, Some)?;
            }
            return Ok(Move::Pass);
        }
    }
    if !scanner.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
        return Err(scanner.refuse(MOVE));
    }
    Square::scan(scanner).map(Move::Place)
}
