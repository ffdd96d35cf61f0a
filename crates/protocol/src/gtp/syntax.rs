//! What a line of GTP looks like: commands in, responses out.

use plateau_core::Player;

/// A command as it was sent: an optional id, a name, arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Command<'a> {
    pub(crate) id: Option<u32>,
    pub(crate) name: &'a str,
    pub(crate) arguments: Vec<&'a str>,
}

impl<'a> Command<'a> {
    /// Reads a line that [`clean`] has been over. Nothing comes of a line without a command; a lone id is a command without a
    /// name, which is unknown.
    pub(crate) fn read(line: &'a str) -> Option<Command<'a>> {
        let mut words = line.split(' ').filter(|word| !word.is_empty());
        let first = words.next()?;
        let id = read_id(first);
        let name = if id.is_some() { words.next().unwrap_or("") } else { first };
        Some(Command { id, name, arguments: words.collect() })
    }
}

/// An id is a number that fits 31 bits; anything else is the name of a command that does not exist.
fn read_id(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|&id: &u32| digits && i32::try_from(id).is_ok())
}

/// Section 2.2 of the specification: control characters other than tab go, a tab becomes a blank, a comment goes.
pub(crate) fn clean(line: &str) -> String {
    let code = line.split('#').next().unwrap_or("");
    code.chars().filter_map(|c| if c == '\t' { Some(' ') } else { (!c.is_control()).then_some(c) }).collect()
}

/// The head of a response: `=` or `?`, and the id.
pub(crate) fn head(ok: bool, id: Option<u32>) -> String {
    let sign = if ok { '=' } else { '?' };
    id.map_or_else(|| sign.to_string(), |id| format!("{sign}{id}"))
}

/// A whole response. It ends with an empty line, so the text may not have one of its own; but it may begin with one, and
/// then starts on the line after the head. The blank stays there all the same: `GoGui` looks for the first blank and takes
/// what follows for the answer.
pub(crate) fn response(ok: bool, id: Option<u32>, text: &str) -> String {
    let head = head(ok, id);
    let gap = if text.starts_with('\n') { " \n" } else { " " };
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { format!("{head}\n\n") } else { format!("{head}{gap}{}\n\n", lines.join("\n")) }
}

/// `black`, `b`, `white`, `w`, in either case.
pub(crate) fn read_colour(word: &str) -> Option<Player> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::Black),
        "w" | "white" => Some(Player::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_the_specification_says() {
        for (line, id, name, arguments) in [
            ("name", None, "name", vec![]),
            ("  12   play  black   D4 ", Some(12), "play", vec!["black", "D4"]),
            ("7", Some(7), "", vec![]),
            ("2147483647 name", Some(2147483647), "name", vec![]),
            ("2147483648 name", None, "2147483648", vec!["name"]),
            ("+1 name", None, "+1", vec!["name"]),
            ("play\tb\tD4 # a comment", None, "play", vec!["b", "D4"]),
            ("na\u{7}me\r", None, "name", vec![]),
        ] {
            let line = clean(line);
            assert_eq!(Command::read(&line), Some(Command { id, name, arguments }), "{line:?}");
        }
        for line in ["", "  \t ", "# only a comment", "\r"] {
            assert_eq!(Command::read(&clean(line)), None, "{line:?}");
        }
    }

    #[test]
    fn a_response_has_one_empty_line_and_that_at_its_end() {
        assert_eq!(response(true, None, ""), "=\n\n");
        assert_eq!(response(true, Some(3), "a\n\nb\n"), "=3 a\nb\n\n");
        assert_eq!(response(true, None, "\n a b\n c d"), "= \n a b\n c d\n\n");
        assert_eq!(response(false, None, "syntax error"), "? syntax error\n\n");
    }
}
