//! The text of a position: `0.../.f../..../....`, with the given piece behind it under the gift rule.

use core::fmt;

use plateau_core::{Expected, ParseError, Position as _, Scanner};

use crate::{Cell, Piece, Position, Rules};

const ON_CELL: Expected = Expected { id: "aligne4-on-cell", phrase: "a piece, 0 to f, or . for an empty cell" };
const UNUSED: Expected = Expected { id: "aligne4-unused-piece", phrase: "a piece that is not on the board yet" };
const GIVEN: Expected = Expected { id: "aligne4-given", phrase: "the given piece, 0 to f" };

impl Position {
    pub(crate) fn read(rules: Rules, text: &str) -> Result<Position, ParseError> {
        let mut position = Position::new(rules);
        if text.trim() == "start" {
            return Ok(position);
        }
        let mut scanner = Scanner::new(text);
        scanner.skip_blanks();
        for cell in Cell::all() {
            if cell.column() == 0 && cell.row() > 0 {
                scanner.skip('/');
            }
            if !scanner.skip('.') {
                let piece = position.scan_unused(&mut scanner, ON_CELL)?;
                position.put(piece, cell);
            }
        }
        if rules.gift && !position.is_over() && scanner.peek().is_some_and(char::is_whitespace) {
            scanner.skip_blanks();
            if scanner.peek().is_some() {
                let piece = position.scan_unused(&mut scanner, GIVEN)?;
                position.give(piece);
            }
        }
        scanner.end()?;
        Ok(position)
    }

    fn scan_unused(&self, scanner: &mut Scanner<'_>, expected: Expected) -> Result<Piece, ParseError> {
        let unused = |piece: &Piece| self.used() & piece.bit() == 0;
        match scanner.peek().and_then(Piece::from_char) {
            Some(_) => scanner.take(UNUSED, |c| Piece::from_char(c).filter(unused)),
            None => Err(scanner.refuse(expected)),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            if cell.column() == 0 && cell.row() > 0 {
                f.write_str("/")?;
            }
            match self.piece_at(cell) {
                Some(piece) => write!(f, "{piece}")?,
                None => f.write_str(".")?,
            }
        }
        match self.given() {
            Some(piece) => write!(f, " {piece}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    const GIFT: Rules = Rules { gift: true, squares: false };

    #[test]
    fn positions_are_written_with_slashes_and_read_without_too() {
        for (rules, text, written) in [
            (Rules::BASE, "start", "..../..../..../...."),
            (Rules::BASE, " start ", "..../..../..../...."),
            (Rules::BASE, "0.../.f../..../....", "0.../.f../..../...."),
            (Rules::BASE, "0....f..........", "0.../.f../..../...."),
            (Rules::BASE, "0....F../........ ", "0.../.f../..../...."),
            (Rules::BASE, "0123/..../..../....", "0123/..../..../...."),
            (GIFT, "start", "..../..../..../...."),
            (GIFT, "0.../.f../..../....", "0.../.f../..../...."),
            (GIFT, "0.../.f../..../....  7 ", "0.../.f../..../.... 7"),
        ] {
            assert_eq!(
                Position::read(rules, text).map(|position| position.to_string()),
                Ok(written.into()),
                "{text:?}"
            );
        }
    }

    #[test]
    fn refusals_name_the_column() {
        for (rules, text, error) in [
            (Rules::BASE, "", "column 1: expected a piece, 0 to f, or . for an empty cell, found the end"),
            (Rules::BASE, "nonsense", "column 1: expected a piece, 0 to f, or . for an empty cell, found 'n'"),
            (Rules::BASE, "0.../.f", "column 8: expected a piece, 0 to f, or . for an empty cell, found the end"),
            (Rules::BASE, "0.../.f./", "column 9: expected a piece, 0 to f, or . for an empty cell, found '/'"),
            (
                Rules::BASE,
                "/..../..../..../....",
                "column 1: expected a piece, 0 to f, or . for an empty cell, found '/'",
            ),
            (Rules::BASE, "0...//", "column 6: expected a piece, 0 to f, or . for an empty cell, found '/'"),
            (Rules::BASE, "0.../.f../.0../....", "column 12: expected a piece that is not on the board yet, found '0'"),
            (Rules::BASE, ".A..a...........", "column 5: expected a piece that is not on the board yet, found 'a'"),
            (Rules::BASE, "..../..../..../.....", "column 20: expected nothing more, found '.'"),
            (Rules::BASE, "..../..../..../.... 7", "column 21: expected nothing more, found '7'"),
            (GIFT, "..../..../..../....7", "column 20: expected nothing more, found '7'"),
            (GIFT, "..../..../..../.... x", "column 21: expected the given piece, 0 to f, found 'x'"),
            (GIFT, ".7../..../..../.... 7", "column 21: expected a piece that is not on the board yet, found '7'"),
            (GIFT, ".7../..../..../.... 8 9", "column 23: expected nothing more, found '9'"),
            (GIFT, "0123/..../..../.... 7", "column 21: expected nothing more, found '7'"),
        ] {
            assert_eq!(Position::read(rules, text).unwrap_err().to_string(), error, "{text:?}");
        }
    }
}
