//! Questions and answers, line by line: what every part of the plain program but a game itself is made of.

use std::io::{self, Write};

use draw::Charset;
use plateau_core::ParseError;
use store::Preferences;
use table::Message;
use words::Words;

use super::hear::Heard;
use super::{Ears, Manner};
use crate::{Desk, ascii, say};

/// Somebody at the console, and all that is needed to speak with them.
pub(super) struct Talk<'a> {
    pub(super) desk: &'a Desk,
    pub(super) words: Words,
    pub(super) options: Preferences,
    pub(super) manner: Manner,
    pub(super) ears: &'a mut Ears,
    pub(super) out: &'a mut dyn Write,
}

/// Why nobody is there any more.
#[derive(Debug)]
pub(super) enum Gone {
    /// The input is over, or a signal of this number ended it.
    Ended(Option<i32>),
    /// What is said cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Gone {
    fn from(problem: io::Error) -> Gone {
        Gone::Output(problem)
    }
}

/// The words that go back one question, or to the menu.
const BACK: [&str; 6] = ["back", "b", "quit", "q", "retour", "quitter"];

impl Talk<'_> {
    /// A sentence without gaps, on a line of its own.
    pub(super) fn tell(&mut self, id: &str) -> Result<(), Gone> {
        let said = self.words.say(id, &[]);
        self.line(&said)
    }

    pub(super) fn message(&mut self, message: &Message) -> Result<(), Gone> {
        let said = say(&self.words, message);
        self.line(&said)
    }

    /// What should have been answered.
    pub(super) fn expected(&mut self, why: &ParseError) -> Result<(), Gone> {
        let expected = Message::new(format!("expected-{}", why.expected.id));
        self.message(&Message::new("console-expected").with("expected", expected))
    }

    pub(super) fn line(&mut self, text: &str) -> Result<(), Gone> {
        self.write(&format!("{text}\n"))
    }

    pub(super) fn write(&mut self, text: &str) -> Result<(), Gone> {
        let text = if self.manner.charset == Charset::Ascii { ascii::fold(text) } else { text.to_owned() };
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// What is answered to a question.
    pub(super) fn hear(&mut self, prompt: &str) -> Result<String, Gone> {
        self.write(&format!("{prompt}> "))?;
        self.out.flush()?;
        loop {
            match self.ears.hear(None) {
                Some(Heard::Line(line)) => {
                    if self.manner.echo {
                        self.line(&line)?;
                    }
                    return Ok(line);
                }
                Some(Heard::Signal(signal)) => {
                    self.write("\n")?;
                    return Err(Gone::Ended(Some(signal)));
                }
                Some(Heard::End) => {
                    self.write("\n")?;
                    return Err(Gone::Ended(None));
                }
                // What the machine still has to say belongs to a game that was left.
                Some(Heard::Thought(..)) | None => {}
            }
        }
    }

    /// A text; the usual one for an empty line, and nothing for the way back.
    pub(super) fn ask(&mut self, label: &str, usual: &str) -> Result<Option<String>, Gone> {
        let shown = if usual.is_empty() { label.to_owned() } else { format!("{label} [{usual}]") };
        let answer = self.hear(&shown)?;
        Ok(match answer.as_str() {
            "" => Some(usual.to_owned()),
            answer if is_back(answer) => None,
            answer => Some(answer.to_owned()),
        })
    }

    /// One of several, by its number or the beginning of its name; the usual one for an empty line, if there is one, and
    /// nothing for the way back.
    pub(super) fn choose(
        &mut self,
        label: &str,
        entries: &[String],
        usual: Option<usize>,
    ) -> Result<Option<usize>, Gone> {
        for (number, entry) in (1..).zip(entries) {
            self.line(&format!("{number:>3}. {entry}"))?;
        }
        loop {
            let shown = usual.map_or_else(|| label.to_owned(), |usual| format!("{label} [{}]", usual + 1));
            let answer = self.hear(&shown)?;
            if is_back(&answer) || (answer.is_empty() && usual.is_none()) {
                return Ok(None);
            }
            if let Some(at) = if answer.is_empty() { usual } else { chosen(&answer, entries) } {
                return Ok(Some(at));
            }
            let many = Message::new("console-choose").with("last", entries.len() as i64);
            self.message(&many)?;
        }
    }
}

pub(super) fn is_back(answer: &str) -> bool {
    BACK.contains(&answer.to_lowercase().as_str())
}

/// The entry of this number, or the only one that begins like this.
fn chosen(answer: &str, entries: &[String]) -> Option<usize> {
    if let Ok(number) = answer.parse::<usize>() {
        return number.checked_sub(1).filter(|at| *at < entries.len());
    }
    let begins = |entry: &String| entry.to_lowercase().starts_with(&answer.to_lowercase());
    let mut found = (0..entries.len()).filter(|&at| begins(&entries[at]));
    match (found.next(), found.next()) {
        (Some(at), None) => Some(at),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_chosen_by_number_or_by_how_they_begin() {
        let entries = ["Play", "Continue (2)", "Rules", "Results"].map(str::to_owned);
        for (answer, at) in [
            ("1", Some(0)),
            ("4", Some(3)),
            ("5", None),
            ("0", None),
            ("cont", Some(1)),
            ("RULES", Some(2)),
            ("r", None),
            ("x", None),
        ] {
            assert_eq!(chosen(answer, &entries), at, "{answer}");
        }
    }
}
