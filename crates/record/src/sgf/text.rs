//! Text inside values: escapes, line breaks, and the colon that parts a value in two.
//!
//! `\` protects the next character and is not part of the text; before a line break it takes the break away with it (a
//! *soft* break). Other line breaks stay in a `Text` and become a blank in a `SimpleText`; other white space becomes a blank
//! in both. A line break is a line feed, a carriage return, or one of each in either order.

use alloc::string::String;

/// A text of several lines, as a value holds it.
pub fn unescape(escaped: &str) -> String {
    unescaped(escaped, '\n')
}

/// A text of one line, as a value holds it.
pub fn unescape_simple(escaped: &str) -> String {
    unescaped(escaped, ' ')
}

fn unescaped(escaped: &str, line_break: char) -> String {
    let mut text = String::with_capacity(escaped.len());
    let mut rest = escaped.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some(c @ ('\n' | '\r')) => skip_second_half(&mut rest, c),
                Some(c) => text.push(if c.is_whitespace() { ' ' } else { c }),
                None => {}
            },
            '\n' | '\r' => {
                skip_second_half(&mut rest, c);
                text.push(line_break);
            }
            '\t' | '\u{b}' | '\u{c}' => text.push(' '),
            _ => text.push(c),
        }
    }
    text
}

/// A line break of two characters counts once.
fn skip_second_half(rest: &mut core::str::Chars<'_>, first: char) {
    let second = rest.clone().next();
    if matches!((first, second), ('\n', Some('\r')) | ('\r', Some('\n'))) {
        rest.next();
    }
}

/// A text as a value holds it.
pub fn escape(text: &str) -> String {
    escaped(text, false)
}

/// A text as one half of a value of two holds it.
pub fn escape_part(text: &str) -> String {
    escaped(text, true)
}

fn escaped(text: &str, colon: bool) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        if matches!(c, '\\' | ']') || (colon && c == ':') {
            written.push('\\');
        }
        written.push(c);
    }
    written
}

/// An escaped text that could stand between brackets: stray brackets and a last backslash are escaped.
///
/// What was half of a character in a garbled file may come out of the decoder as a bracket.
pub(crate) fn close(escaped: &str) -> String {
    let mut closed = String::with_capacity(escaped.len() + 2);
    let mut protected = false;
    for c in escaped.chars() {
        if c == ']' && !protected {
            closed.push('\\');
        }
        protected = c == '\\' && !protected;
        closed.push(c);
    }
    if protected {
        closed.push('\\');
    }
    closed
}

/// The two halves of a value `a:b`, escapes untouched; nothing if no colon parts it.
pub fn halves(escaped: &str) -> Option<(&str, &str)> {
    let mut protected = false;
    for (at, c) in escaped.char_indices() {
        match c {
            _ if protected => protected = false,
            '\\' => protected = true,
            ':' => return Some((&escaped[..at], &escaped[at + 1..])),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn texts_are_unescaped_by_the_book() {
        let check = |escaped: &str, text: &str, simple: &str| {
            assert_eq!(unescape(escaped), text, "{escaped:?}");
            assert_eq!(unescape_simple(escaped), simple, "{escaped:?}");
        };
        check("", "", "");
        check(r"a\]b\\c\:d\e", r"a]b\c:de", r"a]b\c:de");
        check("soft\\\nbreak", "softbreak", "softbreak");
        check("soft\\\r\nbreak\\\n\rs", "softbreaks", "softbreaks");
        check("hard\nbreak\r\nand\ranother\n\rone", "hard\nbreak\nand\nanother\none", "hard break and another one");
        check("two\n\nbreaks", "two\n\nbreaks", "two  breaks");
        check("tab\tand\u{b}\u{c}", "tab and  ", "tab and  ");
        check("end\\", "end", "end");
    }

    #[test]
    fn a_garbled_text_is_closed() {
        for (garbled, closed) in [("a]b", r"a\]b"), (r"a\]", r"a\]"), (r"a\\]", r"a\\\]"), ("a\\", r"a\\"), ("", "")] {
            assert_eq!(close(garbled), closed);
        }
    }

    #[test]
    fn a_text_survives_being_escaped() {
        for text in ["", "a]b\\c:d", "\\", "[[]]", "é囲\nb"] {
            assert_eq!(unescape(&escape(text)), text);
            let (a, b) = (escape_part(text), escape_part("right:"));
            let pair = format!("{a}:{b}");
            let (left, right) = halves(&pair).unwrap();
            assert_eq!((unescape(left).as_str(), unescape(right).as_str()), (text, "right:"));
        }
        assert_eq!(halves(r"a\:b"), None);
    }
}
