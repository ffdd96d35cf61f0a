//! What players can say to each other.

use std::fmt;
use std::str::FromStr;

use plateau_core::Player;

/// What players can say to each other: these things and nothing else, so that everybody reads them in their own language, and nobody has
/// to look after what is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// At the beginning.
    Hello,
    /// Before the first move.
    GoodLuck,
    /// After a fine move.
    WellPlayed,
    /// For something.
    Thanks,
    /// For a move that was not meant, or a slow one.
    Sorry,
    /// At the end.
    GoodGame,
    /// Before one leaves.
    Bye,
}

impl Phrase {
    /// All of them, in the order in which a game needs them.
    pub const ALL: [Phrase; 7] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::Sorry,
        Phrase::GoodGame,
        Phrase::Bye,
    ];

    /// Its name on the wire and in the store.
    pub const fn id(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodLuck => "good-luck",
            Phrase::WellPlayed => "well-played",
            Phrase::Thanks => "thanks",
            Phrase::Sorry => "sorry",
            Phrase::GoodGame => "good-game",
            Phrase::Bye => "bye",
        }
    }

    /// In English, as programs hear it.
    pub const fn english(self) -> &'static str {
        match self {
            Phrase::Hello => "Hello",
            Phrase::GoodLuck => "Good luck",
            Phrase::WellPlayed => "Well played",
            Phrase::Thanks => "Thank you",
            Phrase::Sorry => "Sorry",
            Phrase::GoodGame => "Good game",
            Phrase::Bye => "Bye",
        }
    }
}

/// The [id](Phrase::id).
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// No phrase of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchPhrase;

/// By its id or in English, whatever the capitals and with or without a mark at the end.
impl FromStr for Phrase {
    type Err = NoSuchPhrase;

    fn from_str(text: &str) -> Result<Phrase, NoSuchPhrase> {
        let said = text.trim().trim_end_matches(['!', '.']);
        let is_meant =
            |phrase: &Phrase| said.eq_ignore_ascii_case(phrase.id()) || said.eq_ignore_ascii_case(phrase.english());
        Phrase::ALL.into_iter().find(is_meant).ok_or(NoSuchPhrase)
    }
}

/// Something that was said in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said {
    /// By whom.
    pub by: Player,
    /// What.
    pub phrase: Phrase,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_have_their_words_in_every_language() {
        for phrase in Phrase::ALL {
            let id = format!("phrase-{phrase}");
            assert_eq!(words::Words::new(words::Lang::En).say(&id, &[]), phrase.english());
            assert!(words::Words::new(words::Lang::Fr).has(&id), "{id}");
        }
    }

    #[test]
    fn phrases_are_known_by_name_and_in_english() {
        for phrase in Phrase::ALL {
            for text in [phrase.id(), phrase.english(), &format!(" {}! ", phrase.english().to_uppercase())] {
                assert_eq!(text.parse(), Ok(phrase), "{text}");
            }
        }
        for text in ["", "!", "hello there", "good", "http://example.org"] {
            assert_eq!(text.parse::<Phrase>(), Err(NoSuchPhrase), "{text}");
        }
    }
}
