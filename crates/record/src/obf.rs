//! OBF: Othello positions, one on a line, with the scores of moves.
//!
//! ```text
//! --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; A4:-22;
//! ```
//!
//! A score is the final disc difference for who moves, with best play after that move. As a record the position is the
//! set-up of the root, and every scored move a variation with its value in `V[…]`, which SGF counts from Black.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use othello::{Game, Move, Position};
use plateau_core::{Expected, ParseError, Player, Position as _, Scanner, change_side, nearest};

use crate::reading::Reading;
use crate::tree::{NodeId, Raw, Record};
use crate::{Error, Limit, Mode, Place, ReadOptions};

const MOVE: Expected = Expected { id: "obf-move", phrase: "a move such as G8, or --" };
const COLON: Expected = Expected { id: "obf-colon", phrase: ": and the score of the move" };
const SCORE: Expected = Expected { id: "obf-score", phrase: "a score such as +18" };
const SEMICOLON: Expected = Expected { id: "obf-semicolon", phrase: "; and then a move with its score" };

const FEWER: Expected = Expected { id: "obf-fewer", phrase: "no more scores than there are squares" };

/// As many as there can be moves; some files have a word at the end that is none.
const MOST_SCORES: usize = 64;

/// A position with what is known about its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position.
    pub position: Position,
    /// The scores of moves for who moves, in the order of the file. `--` is a pass, or what solvers write to end the list.
    pub scores: Vec<(Move, i32)>,
}

impl Entry {
    /// Reads a line.
    pub fn read(line: &str) -> Result<Entry, ParseError> {
        let mut scanner = Scanner::new(line);
        let position = Position::scan(&mut scanner)?;
        let mut scores = Vec::new();
        loop {
            scanner.skip_blanks();
            // What follows `%` is a remark.
            if matches!(scanner.peek(), None | Some('%')) {
                return Ok(Entry { position, scores });
            }
            if !scanner.skip(';') {
                return Err(scanner.refuse(SEMICOLON));
            }
            scanner.skip_blanks();
            if scores.len() > MOST_SCORES {
                return Err(scanner.refuse(FEWER));
            }
            if scanner.peek().is_some_and(|c| c != '%' && c != ';') {
                scores.push(scan_score(&mut scanner)?);
            }
        }
    }

    /// Writes a line, without its end.
    pub fn write(&self) -> String {
        let mut line = self.position.to_string();
        line.push(';');
        for &(mv, score) in &self.scores {
            let mv = mv.square().map_or("--".to_owned(), |square| square.to_string().to_uppercase());
            line += &format!(" {mv}:{score:+};");
        }
        line
    }

    /// The best score, if any move has one.
    pub fn best(&self) -> Option<i32> {
        self.scores.iter().filter(|&&(mv, _)| self.position.check(mv).is_ok()).map(|&(_, score)| score).max()
    }

    /// The position as a record, with a variation for each scored move that is legal.
    pub fn to_record(&self) -> Record<Game> {
        let mut record = Record::starting_at(Game, &self.position);
        let turn = self.position.turn();
        for &(mv, score) in self.scores.iter().filter(|&&(mv, _)| self.position.check(mv).is_ok()) {
            let node = record.add(NodeId::ROOT, Some((turn, mv)));
            let value = change_side(score, turn, Player::Black).to_string();
            record.node_mut(node).notes_mut().other.push(Raw { id: "V".to_owned(), values: vec![value] });
        }
        record
    }

    /// The first position of a record, with the variations that have a value.
    pub fn from_record(record: &Record<Game>) -> Entry {
        let position = record.position_at(NodeId::ROOT);
        let score = |&node: &NodeId| {
            let node = record.node(node);
            let (player, mv) = node.mv.filter(|&(player, _)| player == position.turn())?;
            let value = node.notes()?.other.iter().find(|raw| raw.id == "V")?.values.first()?;
            // Other programs write values with decimals.
            let value = value.trim().parse::<f64>().ok().filter(|value| value.abs() <= 64.0)?;
            Some((mv, change_side(nearest(value) as i32, Player::Black, player)))
        };
        Entry { position, scores: record.node(NodeId::ROOT).children().iter().filter_map(score).collect() }
    }
}

/// Reads the positions of a text. Empty lines and lines that begin with `%` mean nothing.
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading<Vec<Entry>>, Error> {
    let (mut record, mut warnings) = (Vec::new(), Vec::new());
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('%') {
            continue;
        }
        let error = match Entry::read(line) {
            Ok(entry) => {
                record.push(entry);
                if record.len() <= options.limits.games {
                    continue;
                }
                let place = Place { line: index + 1, column: 1 };
                return Err(Error::Limit { place, limit: Limit::Games, max: options.limits.games });
            }
            Err(error) => {
                let place = Place { line: index + 1, column: error.column() };
                Error::Syntax { place, expected: error.expected, found: error.found }
            }
        };
        if options.mode == Mode::Strict {
            return Err(error);
        }
        if warnings.len() < options.limits.warnings {
            warnings.push(error);
        }
    }
    match (record.is_empty(), warnings.first()) {
        (true, Some(error)) => Err(error.clone()),
        (true, None) => Err(Error::Empty),
        (false, _) => Ok(Reading { record, warnings }),
    }
}

fn scan_score(scanner: &mut Scanner<'_>) -> Result<(Move, i32), ParseError> {
    let start = scanner.clone();
    let mut text = String::new();
    while let Ok(c) = scanner.take(MOVE, |c| (!matches!(c, ':' | ';') && !c.is_whitespace()).then_some(c)) {
        text.push(c);
        // A pass is the longest word; more is nonsense and need not be kept.
        if text.len() > 4 {
            return Err(start.refuse(MOVE));
        }
    }
    let mv = text.parse().map_err(|_| start.refuse(MOVE))?;
    scanner.skip_blanks();
    if !scanner.skip(':') {
        return Err(scanner.refuse(COLON));
    }
    scanner.skip_blanks();
    let negative = scanner.skip('-');
    if !negative {
        scanner.skip('+');
    }
    let value = scanner.number(SCORE)? as i32;
    Ok((mv, if negative { -value } else { value }))
}
