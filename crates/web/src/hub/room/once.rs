//! Which command each seat has done last, by the name that whoever sits there gave it. Who did not hear the answer can ask again: it is
//! noted together with what it did, so that it is known even if the server broke down in between.

use pages::Seats;
use plateau_core::Player;
use store::Note;

use super::ledger::Notes;

const DONE: [&str; 2] = ["done-black", "done-white"];

#[derive(Default)]
pub(super) struct Once {
    last: [Option<String>; 2],
    /// What is being done now.
    doing: Option<(Player, String)>,
}

impl Once {
    pub(super) fn new(notes: &Notes) -> Once {
        Once { last: DONE.map(|key| notes.find(key).map(str::to_owned)), doing: None }
    }

    /// Whether somebody with these seats has done this last.
    pub(super) fn is_done(&self, seats: Seats, name: &str) -> bool {
        Player::BOTH.into_iter().any(|player| seats.has(player) && self.last[player].as_deref() == Some(name))
    }

    pub(super) fn begin(&mut self, by: Player, name: String) {
        self.doing = Some((by, name));
    }

    /// What is to be noted with what is done now.
    pub(super) fn note(&self) -> Option<Note> {
        self.doing.as_ref().map(|(by, name)| (DONE[*by as usize].into(), Some(name.clone())))
    }

    /// It was noted.
    pub(super) fn keep(&mut self) {
        if let Some((by, name)) = &self.doing {
            self.last[*by] = Some(name.clone());
        }
    }

    /// Nothing is being done any more.
    pub(super) fn end(&mut self) {
        self.doing = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_done_and_what_was_refused_is_not() {
        let (black, white) = (Seats { black: true, white: false }, Seats { black: false, white: true });
        let mut once = Once::default();
        assert!(once.note().is_none());
        once.begin(Player::Black, "a".to_owned());
        assert_eq!(once.note(), Some(("done-black".into(), Some("a".to_owned()))));
        once.end();
        assert!(!once.is_done(black, "a"), "it was refused");
        once.begin(Player::Black, "a".to_owned());
        once.keep();
        once.end();
        assert!(once.is_done(black, "a") && !once.is_done(white, "a") && !once.is_done(black, "b"));
    }
}
