//! What the players have said to each other.

use plateau_core::Player;
use store::Note;

use super::ledger::Notes;
use pages::phrase::{Phrase, Said};

const SAID: &str = "said";

/// So many things each may say in a game.
const MOST: usize = 20;

#[derive(Default)]
pub(super) struct Talk(Vec<Said>);

impl Talk {
    pub(super) fn new(notes: &Notes) -> Talk {
        let read = |word: &str| {
            let (by, phrase) = word.split_once(':')?;
            Some(Said { by: by.parse().ok()?, phrase: phrase.parse().ok()? })
        };
        Talk(notes.find(SAID).unwrap_or_default().split(' ').filter_map(read).collect())
    }

    pub(super) fn said(&self) -> &[Said] {
        &self.0
    }

    /// The same with one thing more, unless this player has said enough.
    pub(super) fn with(&self, by: Player, phrase: Phrase) -> Option<Talk> {
        let is_enough = self.0.iter().filter(|said| said.by == by).count() >= MOST;
        let said = self.0.iter().copied().chain([Said { by, phrase }]);
        (!is_enough).then(|| Talk(said.collect()))
    }

    /// As it is noted.
    pub(super) fn note(&self) -> Note {
        let words: Vec<String> = self.0.iter().map(|Said { by, phrase }| format!("{by}:{phrase}")).collect();
        (SAID.into(), Some(words.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_noted_and_has_an_end() {
        let mut talk = Talk::default().with(Player::White, Phrase::GoodLuck).expect("the first");
        assert_eq!(talk.note(), ("said".into(), Some("white:good-luck".to_owned())));
        for _ in 0..MOST {
            talk = talk.with(Player::Black, Phrase::Thanks).expect("not too much yet");
        }
        assert!(talk.with(Player::Black, Phrase::Bye).is_none());
        assert!(talk.with(Player::White, Phrase::Bye).is_some(), "the other has hardly said anything");
    }
}
