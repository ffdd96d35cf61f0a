//! One change of a draft, and its text.

use std::fmt;
use std::str::FromStr;

use plateau_core::Player;
use record::tree::Mark;

use crate::Message;

/// One change of a draft. Nodes are known by number, cells and moves by the game's notation.
///
/// As text, a verb, the node if it is about one, and the rest:
///
/// ```
/// use table::draft::Edit;
///
/// for text in [
///     "play 3 D4", "delete 4", "main 4", "comment 0 two lines,\\nthis is the second", "mark 2 triangle D4", "label 2 D4 A",
///     "arrow 2 D4 E5", "line 2 D4 E5", "put 0 D4 black", "put 0 D4 empty", "put 0 b2 7", "turn 0 white", "give 0 7",
///     "name My opening",
/// ] {
///     assert_eq!(text.parse::<Edit>().expect(text).to_string(), text);
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// A move is played: along the branch that has it, or a new one.
    Play {
        /// Where.
        at: u32,
        /// The move.
        mv: String,
    },
    /// A node is taken away with all that follows it.
    Delete {
        /// Which.
        at: u32,
    },
    /// The line to a node becomes the main line.
    Main {
        /// Which.
        at: u32,
    },
    /// What is said about a node; nothing takes it away.
    Comment {
        /// Which.
        at: u32,
        /// The words.
        text: String,
    },
    /// A cell is marked in the place of another mark, or the same mark taken away.
    Mark {
        /// At which node.
        at: u32,
        /// How.
        mark: Mark,
        /// The cell.
        cell: String,
    },
    /// A text is put onto a cell in the place of another, or the same taken away.
    Label {
        /// At which node.
        at: u32,
        /// The cell.
        cell: String,
        /// The text.
        text: String,
    },
    /// An arrow or a line is drawn, or the same taken away.
    Stroke {
        /// At which node.
        at: u32,
        /// Whether it has a head.
        arrow: bool,
        /// From this cell.
        from: String,
        /// To that one.
        to: String,
    },
    /// Something is put onto a cell without a move: `black`, `white`, `empty`, or a piece.
    Put {
        /// At which node.
        at: u32,
        /// The cell.
        cell: String,
        /// What.
        stone: String,
    },
    /// Whose turn it is.
    Turn {
        /// At which node.
        at: u32,
        /// Whose.
        turn: Player,
    },
    /// Which piece is to be placed.
    Give {
        /// At which node.
        at: u32,
        /// The piece.
        piece: String,
    },
    /// What the whole is called.
    Name {
        /// The name.
        title: String,
    },
}

/// The longest remark, label and name, in characters.
pub(super) const COMMENT_CHARS: usize = 20_000;
const LABEL_CHARS: usize = 6;
const NAME_CHARS: usize = 120;

/// The marks by their names.
const MARKS: [(&str, Mark); 4] =
    [("triangle", Mark::Triangle), ("square", Mark::Square), ("circle", Mark::Circle), ("cross", Mark::Cross)];

/// The mark of this name.
pub(super) fn mark_of(name: &str) -> Option<Mark> {
    MARKS.iter().find(|(known, _)| *known == name).map(|&(_, mark)| mark)
}

/// Whether a mark stays where another one is put: what is no shape, such as territory.
pub(super) fn is_kept(mark: Mark) -> bool {
    MARKS.iter().all(|&(_, shape)| shape != mark)
}

/// The node that an edit is about, to be read or to be changed; nothing if it is about the whole.
macro_rules! node {
    ($edit:expr) => {
        match $edit {
            Edit::Play { at, .. }
            | Edit::Delete { at }
            | Edit::Main { at }
            | Edit::Comment { at, .. }
            | Edit::Mark { at, .. }
            | Edit::Label { at, .. }
            | Edit::Stroke { at, .. }
            | Edit::Put { at, .. }
            | Edit::Turn { at, .. }
            | Edit::Give { at, .. } => Some(at),
            Edit::Name { .. } => None,
        }
    };
}

impl Edit {
    /// The node that it is about; the beginning, if it is about the whole.
    pub fn at(&self) -> u32 {
        node!(self).copied().unwrap_or(0)
    }

    /// The same about another node.
    pub(super) fn moved(mut self, to: impl FnOnce(u32) -> u32) -> Edit {
        if let Some(at) = node!(&mut self) {
            *at = to(*at);
        }
        self
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edit::Play { at, mv } => write!(f, "play {at} {mv}"),
            Edit::Delete { at } => write!(f, "delete {at}"),
            Edit::Main { at } => write!(f, "main {at}"),
            Edit::Comment { at, text } => write!(f, "comment {at} {}", escape(text)),
            Edit::Mark { at, mark, cell } => {
                let name = MARKS.iter().find(|(_, known)| known == mark).map_or("selected", |(name, _)| name);
                write!(f, "mark {at} {name} {cell}")
            }
            Edit::Label { at, cell, text } => write!(f, "label {at} {cell} {text}"),
            Edit::Stroke { at, arrow, from, to } => {
                write!(f, "{} {at} {from} {to}", if *arrow { "arrow" } else { "line" })
            }
            Edit::Put { at, cell, stone } => write!(f, "put {at} {cell} {stone}"),
            Edit::Turn { at, turn } => write!(f, "turn {at} {turn}"),
            Edit::Give { at, piece } => write!(f, "give {at} {piece}"),
            Edit::Name { title } => write!(f, "name {title}"),
        }
    }
}

impl FromStr for Edit {
    type Err = Message;

    fn from_str(text: &str) -> Result<Edit, Message> {
        read(text).ok_or_else(|| {
            Message::new("draft-not-understood").with("text", text.chars().take(40).collect::<String>())
        })?
    }
}

/// Nothing if it has not the shape of an edit; a refusal if something in it is too long.
fn read(text: &str) -> Option<Result<Edit, Message>> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    if verb == "name" {
        return Some(limited(one_line(rest), NAME_CHARS).map(|title| Edit::Name { title }));
    }
    let (at, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let at = at.parse().ok()?;
    let pair = || rest.split_once(' ').filter(|(one, other)| !one.is_empty() && !other.is_empty());
    let word = || Some(rest.to_owned()).filter(|word| !word.is_empty() && !word.contains(' '));
    Some(Ok(match verb {
        "play" => Edit::Play { at, mv: Some(one_line(rest)).filter(|mv| !mv.is_empty() && mv.len() < 20)? },
        "delete" if rest.is_empty() => Edit::Delete { at },
        "main" if rest.is_empty() => Edit::Main { at },
        "comment" => {
            return Some(limited(lines(&unescape(rest)), COMMENT_CHARS).map(|text| Edit::Comment { at, text }));
        }
        "mark" => {
            let (name, cell) = pair()?;
            Edit::Mark { at, mark: mark_of(name)?, cell: cell.to_owned() }
        }
        "label" => {
            let (cell, text) = pair()?;
            let cell = cell.to_owned();
            return Some(limited(one_line(text), LABEL_CHARS).map(|text| Edit::Label { at, cell, text }));
        }
        "arrow" | "line" => {
            let (from, to) = pair()?;
            Edit::Stroke { at, arrow: verb == "arrow", from: from.to_owned(), to: to.to_owned() }
        }
        "put" => {
            let (cell, stone) = pair()?;
            Edit::Put { at, cell: cell.to_owned(), stone: stone.to_owned() }
        }
        "turn" => Edit::Turn { at, turn: rest.parse().ok()? },
        "give" => Edit::Give { at, piece: word()? },
        _ => return None,
    }))
}

fn limited(text: String, most: usize) -> Result<String, Message> {
    if text.chars().nth(most).is_some() {
        return Err(Message::new("draft-text-too-long").with("max", most as i64));
    }
    Ok(text)
}

/// What a file makes of a text of one line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// What a file makes of a text of several lines.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect::<String>().trim_end().to_owned()
}

fn escape(text: &str) -> String {
    text.replace('\\', r"\\").replace('\n', r"\n")
}

/// A backslash before anything else stands for itself.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('n')) => plain.push('\n'),
            ('\\', Some('\\')) => plain.push('\\'),
            _ => {
                plain.push(c);
                continue;
            }
        }
        chars.next();
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_edit_is_refused() {
        for text in [
            "",
            "play",
            "play 1",
            "play x D4",
            "play -1 D4",
            "jump 1 D4",
            "delete",
            "delete 1 2",
            "mark 1 star D4",
            "mark 1 D4",
            "label 1 D4",
            "arrow 1 D4",
            "put 1 D4",
            "turn 1 red",
            "give 1 7 8",
            "play 1 a move that is far too long",
        ] {
            assert_eq!(text.parse::<Edit>().expect_err(text).id, "draft-not-understood", "{text}");
        }
        let long = "x".repeat(COMMENT_CHARS + 1);
        for text in [format!("comment 1 {long}"), format!("name {long}"), "label 1 D4 1234567".to_owned()] {
            assert_eq!(text.parse::<Edit>().expect_err("too long").id, "draft-text-too-long");
        }
    }

    #[test]
    fn texts_are_as_a_file_would_have_them() {
        let comment = |said: &str| format!("comment 1 {said}").parse::<Edit>().expect(said);
        for (said, text) in [("a\tb\r\nc\r", "a b\nc"), (r"a\nb\\c\d", "a\nb\\c\\d"), ("  a  ", "  a"), ("\u{7}", "")] {
            assert_eq!(comment(said), Edit::Comment { at: 1, text: text.to_owned() }, "{said:?}");
        }
        for text in ["", "\\", "\\n", "a\\\nb\n\nc"] {
            let edit = Edit::Comment { at: 7, text: text.to_owned() };
            assert_eq!(edit.to_string().parse::<Edit>().expect("an edit"), edit);
        }
    }
}
