//! What somebody who thinks says, and what they are told meanwhile.

use plateau_core::Player;
use serde::{Deserialize, Serialize};
use study::Judgement;
use table::view::{Claim, Estimate, Sure};
use table::{Message, Side, Value};

use crate::thinker::Thought;

/// What somebody says who was asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// The question is its own. What is to be told to it goes to where this came from.
    Taken,
    /// It still thinks.
    Alive,
    /// What it sees, or its answer.
    Thought(Thought),
    /// What the position is worth.
    Worth(Judgement),
    /// It does not answer this: it has no time, is about to stop, or cannot.
    No,
}

/// What it is told while it thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// Somebody still waits for the answer.
    Waiting,
    /// The answer is wanted at once.
    Hurry,
    /// Nobody wants it any more.
    Enough,
}

impl Word {
    /// As a text.
    pub fn write(self) -> &'static [u8] {
        match self {
            Word::Waiting => b"waiting",
            Word::Hurry => b"hurry",
            Word::Enough => b"enough",
        }
    }

    /// Whoever says anything else does not wait for an answer.
    pub fn read(bytes: &[u8]) -> Word {
        match bytes {
            b"waiting" => Word::Waiting,
            b"hurry" => Word::Hurry,
            _ => Word::Enough,
        }
    }
}

/// As it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Written {
    Taken,
    Alive,
    Sees { nodes: u64, best: Option<String> },
    Play(String),
    Resign,
    Hint { mv: String, why: Vec<Sentence> },
    Estimate { owners: String, black_half_points: i32 },
    Dead(Vec<String>),
    Judged(bool),
    Failed(Sentence),
    Worth(String),
    No,
}

#[derive(Serialize, Deserialize)]
struct Sentence {
    id: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gaps: Vec<(String, Gap)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Gap {
    Text(String),
    Number(i64),
    Side(String),
    Sentence(Sentence),
    Sentences(Vec<Sentence>),
}

impl Said {
    /// As a text.
    pub fn write(self) -> Vec<u8> {
        let written = match self {
            Said::Taken => Written::Taken,
            Said::Alive => Written::Alive,
            Said::Thought(Thought::Progress { nodes, best }) => Written::Sees { nodes, best },
            Said::Thought(Thought::Play(mv)) => Written::Play(mv),
            Said::Thought(Thought::Resign) => Written::Resign,
            Said::Thought(Thought::Hint(mv, why)) => {
                Written::Hint { mv, why: why.into_iter().map(Sentence::of).collect() }
            }
            Said::Thought(Thought::Estimate(Estimate { owners, black_half_points })) => {
                Written::Estimate { owners: owners.into_iter().map(owner_to_char).collect(), black_half_points }
            }
            Said::Thought(Thought::Dead(cells)) => Written::Dead(cells),
            Said::Thought(Thought::Judged(is_accepted)) => Written::Judged(is_accepted),
            Said::Thought(Thought::Failed(why)) => Written::Failed(Sentence::of(why)),
            Said::Worth(judgement) => Written::Worth(judgement.to_string()),
            Said::No => Written::No,
        };
        serde_json::to_vec(&written).expect("texts and numbers are all JSON")
    }

    /// Nothing if nobody says that.
    pub fn read(bytes: &[u8]) -> Option<Said> {
        Some(match serde_json::from_slice(bytes).ok()? {
            Written::Taken => Said::Taken,
            Written::Alive => Said::Alive,
            Written::Sees { nodes, best } => Said::Thought(Thought::Progress { nodes, best }),
            Written::Play(mv) => Said::Thought(Thought::Play(mv)),
            Written::Resign => Said::Thought(Thought::Resign),
            Written::Hint { mv, why } => {
                let why = why.into_iter().map(Sentence::message).collect::<Option<_>>()?;
                Said::Thought(Thought::Hint(mv, why))
            }
            Written::Estimate { owners, black_half_points } => {
                let owners = owners.chars().map(char_to_owner).collect::<Result<_, _>>().ok()?;
                Said::Thought(Thought::Estimate(Estimate { owners, black_half_points }))
            }
            Written::Dead(cells) => Said::Thought(Thought::Dead(cells)),
            Written::Judged(is_accepted) => Said::Thought(Thought::Judged(is_accepted)),
            Written::Failed(why) => Said::Thought(Thought::Failed(why.message()?)),
            Written::Worth(text) => Said::Worth(Judgement::read(&text).ok()?),
            Written::No => Said::No,
        })
    }
}

impl Sentence {
    fn of(message: Message) -> Sentence {
        let gap = |value| match value {
            Value::Text(text) => Gap::Text(text),
            Value::Number(number) => Gap::Number(number),
            Value::Side(side) => Gap::Side(side.to_string()),
            Value::Message(message) => Gap::Sentence(Sentence::of(*message)),
            Value::List(messages) => Gap::Sentences(messages.into_iter().map(Sentence::of).collect()),
        };
        let gaps = message.gaps.into_iter().map(|(name, value)| (name.into_owned(), gap(value))).collect();
        Sentence { id: message.id.into_owned(), gaps }
    }

    fn message(self) -> Option<Message> {
        let value = |gap| {
            Some(match gap {
                Gap::Text(text) => Value::Text(text),
                Gap::Number(number) => Value::Number(number),
                Gap::Side(name) => Value::Side(Side::ALL.into_iter().find(|side| side.to_string() == name)?),
                Gap::Sentence(sentence) => Value::Message(Box::new(sentence.message()?)),
                Gap::Sentences(all) => Value::List(all.into_iter().map(Sentence::message).collect::<Option<_>>()?),
            })
        };
        let gaps = self.gaps.into_iter().map(|(name, gap)| Some((name.into(), value(gap)?)));
        Some(Message { id: self.id.into(), gaps: gaps.collect::<Option<_>>()? })
    }
}

/// Who may own a cell, from perhaps to certainly: White's are capitals, and `.` is nobody.
const OWNERS: [(char, Player, Sure); 6] = [
    ('a', Player::Black, Sure::Perhaps),
    ('b', Player::Black, Sure::Probably),
    ('c', Player::Black, Sure::Certainly),
    ('A', Player::White, Sure::Perhaps),
    ('B', Player::White, Sure::Probably),
    ('C', Player::White, Sure::Certainly),
];

fn owner_to_char(owner: Option<Claim>) -> char {
    let is_it = |Claim { player, sure }| OWNERS.iter().find(|(_, of, how)| (*of, *how) == (player, sure));
    owner.and_then(is_it).map_or('.', |(c, ..)| *c)
}

/// A letter that says nothing about whose a cell is.
struct NoOwner;

fn char_to_owner(c: char) -> Result<Option<Claim>, NoOwner> {
    match OWNERS.iter().find(|(known, ..)| *known == c) {
        Some(&(_, player, sure)) => Ok(Some(Claim { player, sure })),
        None if c == '.' => Ok(None),
        None => Err(NoOwner),
    }
}

#[cfg(test)]
mod tests {
    use search::Score;
    use study::Judged;

    use super::*;

    #[test]
    fn what_is_said_comes_out_as_it_went_in() {
        let inner = Message::new("hint-takes").with("stones", 3).with("side", Side::White);
        let why = Message::new("hint-because").with("what", vec![inner.clone()]).with("where", "D4").with("so", inner);
        let claim = |player, sure| Some(Claim { player, sure });
        let owners = OWNERS.iter().map(|(_, player, sure)| claim(*player, *sure)).chain([None]).collect();
        let line = vec!["D4".to_owned(), "C3".to_owned()];
        let judgement = Judgement {
            turn: Player::White,
            score: Score::Margin(1.5),
            moves: vec![Judged { line, score: Score::Exact { margin: 2, plies: None }, visits: 7 }],
            ownership: Vec::new(),
            nodes: 9,
        };
        for said in [
            Said::Taken,
            Said::Alive,
            Said::No,
            Said::Worth(judgement),
            Said::Thought(Thought::Progress { nodes: 7, best: Some("D4".to_owned()) }),
            Said::Thought(Thought::Play("pass".to_owned())),
            Said::Thought(Thought::Resign),
            Said::Thought(Thought::Hint("D4".to_owned(), vec![why.clone()])),
            Said::Thought(Thought::Estimate(Estimate { owners, black_half_points: -13 })),
            Said::Thought(Thought::Dead(vec!["A1".to_owned()])),
            Said::Thought(Thought::Judged(false)),
            Said::Thought(Thought::Failed(why)),
        ] {
            assert_eq!(Said::read(&said.clone().write()), Some(said));
        }
        for word in [Word::Waiting, Word::Hurry, Word::Enough] {
            assert_eq!(Word::read(word.write()), word);
        }
    }

    #[test]
    fn what_nobody_says_is_nothing() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        for text in [
            "",
            "taken",
            "\"what\"",
            "{\"estimate\":{\"owners\":\"x\",\"black_half_points\":1}}",
            "{\"worth\":\"\"}",
            "{\"failed\":{\"id\":\"a\",\"gaps\":[[\"b\",{\"side\":\"red\"}]]}}",
            &deep,
        ] {
            assert_eq!(Said::read(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Word::read(b"g"), Word::Enough, "as the mailbox of one who has gone says it");
    }
}
