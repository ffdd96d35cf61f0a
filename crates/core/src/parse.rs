use core::error::Error;
use core::fmt;

/// What a parser was looking for: an English phrase, and the id under which other languages have theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The message id, such as `othello-cell`.
    pub id: &'static str,
    /// A noun phrase that completes 'expected …'.
    pub phrase: &'static str,
}

/// Where and why a text is not what it should be.
///
/// ```
/// use plateau_core::{Expected, ParseError};
/// const CELL: Expected = Expected { id: "othello-cell", phrase: "X, O or -" };
/// let error = ParseError { at: 4, expected: CELL, found: Some('n') };
/// assert_eq!(error.to_string(), "column 5: expected X, O or -, found 'n'");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// How many characters precede the place.
    pub at: usize,
    /// What would have been right there.
    pub expected: Expected,
    /// What stands there instead; nothing at the end of the text.
    pub found: Option<char>,
}

impl ParseError {
    /// The place as people count: the first column is 1.
    pub fn column(&self) -> usize {
        self.at + 1
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}, ", self.column(), self.expected.phrase)?;
        match self.found {
            Some(found) => write!(f, "found {found:?}"),
            None => f.write_str("found the end"),
        }
    }
}

impl Error for ParseError {}

/// Reads a text character by character and remembers the place, so that every refusal can name it.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    rest: core::str::Chars<'a>,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the first character.
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner { rest: text.chars(), at: 0 }
    }

    /// The next character, left in place.
    pub fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a str {
        self.rest.as_str()
    }

    /// The refusal of what stands here.
    pub fn refuse(&self, expected: Expected) -> ParseError {
        ParseError { at: self.at, expected, found: self.peek() }
    }

    /// Reads one character through `read`, or refuses it.
    pub fn take<T>(&mut self, expected: Expected, read: impl FnOnce(char) -> Option<T>) -> Result<T, ParseError> {
        let value = self.peek().and_then(read).ok_or_else(|| self.refuse(expected))?;
        self.rest.next();
        self.at += 1;
        Ok(value)
    }

    /// Reads this character if it stands here, and says whether it did.
    pub fn skip(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        if there {
            self.rest.next();
            self.at += 1;
        }
        there
    }

    /// Reads over blanks.
    pub fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.rest.next();
            self.at += 1;
        }
    }

    /// Reads a number of at most nine digits.
    pub fn number(&mut self, expected: Expected) -> Result<u32, ParseError> {
        let mut value = self.take(expected, |c| c.to_digit(10))?;
        for _ in 1..9 {
            match self.take(expected, |c| c.to_digit(10)) {
                Ok(digit) => value = value * 10 + digit,
                Err(_) => break,
            }
        }
        Ok(value)
    }

    /// Succeeds if nothing but blanks is left.
    pub fn end(mut self) -> Result<(), ParseError> {
        const END: Expected = Expected { id: "end", phrase: "nothing more" };
        self.skip_blanks();
        if self.peek().is_none() { Ok(()) } else { Err(self.refuse(END)) }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    const DIGIT: Expected = Expected { id: "digit", phrase: "a digit" };

    #[test]
    fn places_count_characters_not_bytes() {
        let mut scanner = Scanner::new("éé7x");
        scanner.skip('é');
        scanner.skip('é');
        assert_eq!(scanner.number(DIGIT), Ok(7));
        let error = scanner.end().unwrap_err();
        assert_eq!((error.column(), error.found), (4, Some('x')));
    }

    #[test]
    fn an_error_at_the_end_says_so() {
        let error = Scanner::new("").number(DIGIT).unwrap_err();
        assert_eq!(error.to_string(), "column 1: expected a digit, found the end");
    }

    #[test]
    fn a_long_number_does_not_overflow() {
        let mut scanner = Scanner::new("99999999999");
        assert_eq!(scanner.number(DIGIT), Ok(999_999_999));
        assert_eq!(scanner.rest(), "99");
    }
}
