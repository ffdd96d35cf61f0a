//! The wire between a page and the server: what goes [up](Up), what comes [down](Down), and how each is written.
//!
//! Everything is one JSON object, by WebSocket or as the answer to a form.
//!
//! | | |
//! |---|---|
//! | `{"n":1,"do":"play D4","once":"3f-1"}` | up: a [command](Do), with a number for its answer, and a name by which it is done once though it is sent again |
//! | `{"v":7,"set":[["b-5","<g…>"],…],"sound":"place"}` | down: the page is at this version once these elements are so; what happened |
//! | `{"n":1}` | down: the command is done, and on the disk |
//! | `{"n":1,"no":"…"}` | down: it was refused, and nothing has changed; without a number to a form |
//! | `{"at":"/game/…"}` | down: a form is done, and this is where to go on |
//! | `{"stop":"…"}` | down: the server stops, or the game is gone; the page should come back |
//!
//! Fields that are not known are passed over in both directions, so that a page and a server of different days understand each
//! other. `assets/live.js` has the same types.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use table::Message;
use table::event::Offer;

use crate::phrase::Phrase;

/// The longest thing that goes up, in bytes.
pub const MAX_UP_BYTES: usize = 1024;

/// What a page sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Up {
    /// Somebody wants something; its answer has the same number.
    Do {
        /// The number.
        n: u64,
        /// What they want.
        what: Do,
        /// A name by which it is known again, if it has one.
        once: Option<String>,
    },
    /// Something that this server does not know. It is answered, since the page may be newer than the server.
    Unknown {
        /// The number.
        n: u64,
    },
}

/// What a page is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Down {
    /// Something is other now.
    Update {
        /// What the page shows then; it comes back with this number.
        #[serde(rename = "v")]
        version: u64,
        /// Ids of elements and their HTML; an id with `+` before it is appended to.
        set: Vec<(String, String)>,
        /// What happened on the board.
        #[serde(skip_serializing_if = "Option::is_none")]
        sound: Option<Sound>,
    },
    /// The server stops.
    Stop {
        /// What to tell the person.
        #[serde(rename = "stop")]
        why: String,
    },
    /// A form is done.
    At {
        /// Where to go on.
        at: String,
    },
    /// It was refused.
    Refused {
        /// The command's number; a form has none.
        #[serde(skip_serializing_if = "Option::is_none")]
        n: Option<u64>,
        /// What to tell the person.
        #[serde(rename = "no")]
        why: String,
    },
    /// It is done.
    Done {
        /// The command's number.
        n: u64,
    },
}

/// What happened, for the ear.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sound {
    /// Something was put on the board.
    Place,
    /// Stones were taken.
    Capture,
    /// Discs were turned.
    Turn,
    /// The game is over.
    End,
}

/// Nothing that a page of ours sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Garbled;

#[derive(Deserialize)]
struct Numbered {
    n: u64,
    #[serde(rename = "do")]
    what: String,
    once: Option<String>,
}

impl FromStr for Up {
    type Err = Garbled;

    fn from_str(text: &str) -> Result<Up, Garbled> {
        if text.len() > MAX_UP_BYTES {
            return Err(Garbled);
        }
        let Numbered { n, what, once } = serde_json::from_str(text).map_err(|_| Garbled)?;
        if once.as_deref().is_some_and(|name| !is_name(name)) {
            return Err(Garbled);
        }
        Ok(what.parse().map_or(Up::Unknown { n }, |what| Up::Do { n, what, once }))
    }
}

/// Whether something can be the name of what is to be done once: as long as any, and nothing but letters, digits and signs.
pub fn is_name(text: &str) -> bool {
    const LONGEST: usize = 64;
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

impl fmt::Display for Down {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Down {
    type Err = Garbled;

    fn from_str(text: &str) -> Result<Down, Garbled> {
        serde_json::from_str(text).map_err(|_| Garbled)
    }
}

/// Something that a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Do {
    /// Play this move, as a person writes it.
    Play(String),
    /// Take back, where nobody has to be asked.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Give up.
    Resign,
    /// Change the marking at this cell.
    Mark(String),
    /// Accept the marking.
    Accept,
    /// Play on instead.
    Resume,
    /// Offer a draw, or ask for a move back.
    Offer(Offer),
    /// Offer another game.
    Rematch,
    /// Answer what the other offers.
    Answer(bool),
    /// Ask the machine what it would play.
    Hint,
    /// Ask the machine who will probably own what.
    Estimate,
    /// Say something to the other.
    Say(Phrase),
    /// Let the machine move now.
    Stop,
    /// Take the game, since the other has gone.
    Claim,
    /// Call the game off, since nobody has come.
    Cancel,
}

/// More than any move is long.
const MAX_WORD_BYTES: usize = 64;

impl FromStr for Do {
    type Err = Message;

    fn from_str(text: &str) -> Result<Do, Message> {
        let (verb, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let rest = rest.trim();
        if rest.len() > MAX_WORD_BYTES {
            return Err(unknown());
        }
        Ok(match (verb, rest) {
            ("play", mv) if !mv.is_empty() => Do::Play(mv.to_owned()),
            ("mark", cell) if !cell.is_empty() => Do::Mark(cell.to_owned()),
            ("undo", "") => Do::Undo,
            ("redo", "") => Do::Redo,
            ("resign", "") => Do::Resign,
            ("accept", "") => Do::Accept,
            ("resume", "") => Do::Resume,
            ("offer", "draw") => Do::Offer(Offer::Draw),
            ("offer", "takeback") => Do::Offer(Offer::Takeback),
            ("offer", "rematch") => Do::Rematch,
            ("answer", "yes") => Do::Answer(true),
            ("answer", "no") => Do::Answer(false),
            ("hint", "") => Do::Hint,
            ("estimate", "") => Do::Estimate,
            ("say", phrase) => Do::Say(phrase.parse().map_err(|_| unknown())?),
            ("stop", "") => Do::Stop,
            ("claim", "") => Do::Claim,
            ("cancel", "") => Do::Cancel,
            _ => return Err(unknown()),
        })
    }
}

/// What is said to whoever wants something that there is not.
pub fn unknown() -> Message {
    Message::new("unknown-command")
}

/// A command by form: `do` says what, or `play` a move.
#[derive(Deserialize)]
pub struct Form {
    #[serde(rename = "do")]
    what: Option<String>,
    play: Option<String>,
}

impl Form {
    /// What it says.
    pub fn read(&self) -> Result<Do, Message> {
        match (&self.what, &self.play) {
            (Some(what), _) => what.parse(),
            (None, Some(mv)) => format!("play {mv}").parse(),
            (None, None) => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_and_nothing_else() {
        for (text, command) in [
            ("play D4", Do::Play("D4".to_owned())),
            ("  play  7b2 ", Do::Play("7b2".to_owned())),
            ("mark A1", Do::Mark("A1".to_owned())),
            ("offer takeback", Do::Offer(Offer::Takeback)),
            ("offer rematch", Do::Rematch),
            ("answer no", Do::Answer(false)),
            ("claim", Do::Claim),
            ("say good-luck", Do::Say(Phrase::GoodLuck)),
            ("cancel", Do::Cancel),
        ] {
            assert_eq!(text.parse(), Ok(command), "{text}");
        }
        let long = format!("play {}", "x".repeat(MAX_WORD_BYTES + 1));
        for text in [
            "",
            "play",
            "mark",
            "undo 3",
            "offer",
            "offer money",
            "answer",
            "say",
            "say anything",
            "PLAY D4",
            "drop table",
            &long,
        ] {
            assert_eq!(text.parse::<Do>().expect_err(text).id, "unknown-command");
        }
    }

    #[test]
    fn what_goes_up_is_a_numbered_command_and_nothing_else() {
        let play = Up::Do { n: 1, what: Do::Play("D4".to_owned()), once: None };
        for (text, up) in [
            (r#"{"n":1,"do":"play D4"}"#, Ok(play.clone())),
            (r#" {"do":"play D4", "n":1} "#, Ok(play.clone())),
            (r#"{"n":1,"do":"play D4","from":"a newer page","v":[3]}"#, Ok(play)),
            (r#"{"n":2,"do":"dance"}"#, Ok(Up::Unknown { n: 2 })),
            (r#"{"n":3,"do":""}"#, Ok(Up::Unknown { n: 3 })),
            (r#"{"n":18446744073709551615,"do":"undo"}"#, Ok(Up::Do { n: u64::MAX, what: Do::Undo, once: None })),
            (
                r#"{"n":2,"do":"undo","once":"3f-1"}"#,
                Ok(Up::Do { n: 2, what: Do::Undo, once: Some("3f-1".to_owned()) }),
            ),
            (r#"{"n":2,"do":"undo","once":"a b"}"#, Err(Garbled)),
            (r#"{"n":2,"do":"undo","once":""}"#, Err(Garbled)),
            ("", Err(Garbled)),
            ("nonsense", Err(Garbled)),
            ("null", Err(Garbled)),
            (r#"{"n":1}"#, Err(Garbled)),
            (r#"{"do":"undo"}"#, Err(Garbled)),
            (r#"{"n":-1,"do":"undo"}"#, Err(Garbled)),
            (r#"{"n":1.5,"do":"undo"}"#, Err(Garbled)),
            (r#"{"n":"1","do":"undo"}"#, Err(Garbled)),
            (r#"{"n":1,"do":["undo"]}"#, Err(Garbled)),
            (r#"{"n":1,"n":2,"do":"undo"}"#, Err(Garbled)),
            (r#"{"n":1,"do":"undo"}{"n":2,"do":"undo"}"#, Err(Garbled)),
        ] {
            assert_eq!(text.parse::<Up>(), up, "{text}");
        }
        let padded = |bytes: usize| format!("{:bytes$}", r#"{"n":1,"do":"undo"}"#);
        assert!(padded(MAX_UP_BYTES).parse::<Up>().is_ok());
        assert_eq!(padded(MAX_UP_BYTES + 1).parse::<Up>(), Err(Garbled));
    }

    #[test]
    fn what_comes_down_reads_as_it_was_written() {
        let set = vec![("b-5".to_owned(), "<g id=\"b-5\">\n</g>".to_owned())];
        for (down, text) in [
            (
                Down::Update { version: 7, set: set.clone(), sound: Some(Sound::Capture) },
                r#"{"v":7,"set":[["b-5","<g id=\"b-5\">\n</g>"]],"sound":"capture"}"#,
            ),
            (Down::Update { version: 8, set: Vec::new(), sound: None }, r#"{"v":8,"set":[]}"#),
            (Down::Done { n: 3 }, r#"{"n":3}"#),
            (Down::Refused { n: Some(3), why: "Not \"now\".".to_owned() }, r#"{"n":3,"no":"Not \"now\"."}"#),
            (Down::Refused { n: None, why: String::new() }, r#"{"no":""}"#),
            (Down::At { at: "/game/x".to_owned() }, r#"{"at":"/game/x"}"#),
            (Down::Stop { why: "Later.".to_owned() }, r#"{"stop":"Later."}"#),
        ] {
            assert_eq!(down.to_string(), text);
            assert_eq!(text.parse(), Ok(down.clone()), "{text}");
            let newer = text.replacen('{', r#"{"unheard_of":{"a":1},"#, 1);
            assert_eq!(newer.parse(), Ok(down), "{newer}");
        }
        for text in ["", "{}", "[]", r#"{"v":1}"#, r#"{"set":[]}"#, r#"{"n":"3"}"#, r#"{"stop":1}"#] {
            assert_eq!(text.parse::<Down>(), Err(Garbled), "{text}");
        }
    }

    #[test]
    fn the_script_has_the_same_types() {
        let script = include_str!("../assets/live.js");
        for line in [
            r#"@typedef {"place" | "capture" | "turn" | "end"} Sound"#,
            "@typedef {{v: number, set: [string, string][], sound?: Sound}} Update",
            "@typedef {{n: number, no?: string}} Answer",
            "@typedef {{stop: string}} Stop",
            "@typedef {Update | Answer | Stop} Down",
            "@typedef {{n: number, do: string, once: string}} Up",
        ] {
            assert!(script.contains(line), "{line}");
        }
    }

    #[test]
    fn a_form_says_a_command_or_a_move() {
        let form = |what: Option<&str>, play: Option<&str>| {
            Form { what: what.map(str::to_owned), play: play.map(str::to_owned) }.read().ok()
        };
        assert_eq!(form(Some("undo"), None), Some(Do::Undo));
        assert_eq!(form(Some(" resign "), Some("D4")), Some(Do::Resign));
        assert_eq!(form(None, Some(" D4 ")), Some(Do::Play("D4".to_owned())));
        assert_eq!(form(None, Some("")), None);
        assert_eq!(form(None, None), None);
    }
}
