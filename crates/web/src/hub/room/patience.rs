//! How long a challenge waits for its answer.

use plateau_core::Player;
use tracing::error;

use super::Room;
use super::ledger::Notes;
use crate::hub::key::Key;
use crate::hub::manner::Manner;
use crate::hub::shared::CHALLENGE_BY;

/// How often it is looked who is there, and how soon it is tried again to write that it is over.
const GLANCE_MS: u64 = 1000;

/// How long a game waits that somebody was asked to play.
pub(super) struct Patience {
    /// Who asked.
    by: Key,
    /// When it is over, whoever is there.
    until_ms: u64,
    /// Where a clock will run: how long whoever asked may be away, and since when that is so.
    away: Option<Away>,
}

struct Away {
    most_ms: u64,
    since_ms: Option<u64>,
}

impl Patience {
    /// That of a game with these notes; nothing where nobody waits for an answer. Whoever asks counts as here when the room is opened.
    pub(super) fn new(notes: &Notes, manner: &Manner, created_ms: u64, is_prompt: bool) -> Option<Patience> {
        let by = notes.find(CHALLENGE_BY)?.parse().ok()?;
        let until_ms = manner.challenge_end_ms(created_ms);
        let away = is_prompt.then_some(Away { most_ms: manner.challenge_away.as_millis() as u64, since_ms: None });
        Some(Patience { by, until_ms, away })
    }

    /// In how many milliseconds to look again: at the end, or soon, since nobody rings when somebody stops listening.
    pub(super) fn next_look_ms(&self, now_ms: u64) -> u64 {
        let left_ms = self.until_ms.saturating_sub(now_ms).max(GLANCE_MS);
        self.away.as_ref().map_or(left_ms, |away| left_ms.min((away.most_ms / 4).clamp(1, GLANCE_MS)))
    }

    /// Whether somebody has to look.
    pub(super) fn is_watched(&self) -> bool {
        self.away.is_some()
    }

    /// Somebody looks: whoever asked is here then, and away from now on unless they stay. A page without scripts is only loaded.
    pub(super) fn hear_from(&mut self, key: Option<Key>, now_ms: u64) {
        if let Some(away) = self.away.as_mut().filter(|_| key == Some(self.by)) {
            away.since_ms = Some(now_ms);
        }
    }

    /// Whether it has waited long enough, now that whoever asked is here or not.
    fn is_over(&mut self, is_here: bool, now_ms: u64) -> bool {
        let is_away_for_long = self.away.as_mut().is_some_and(|away| {
            away.since_ms = if is_here { None } else { away.since_ms.or(Some(now_ms)) };
            away.since_ms.is_some_and(|since_ms| now_ms >= since_ms + away.most_ms)
        });
        is_away_for_long || now_ms >= self.until_ms
    }
}

impl Room {
    /// Calls a challenge off that nobody has answered in time. Where that cannot be written it is tried again.
    pub(super) async fn expire(&mut self) {
        let Some(patience) = &mut self.patience else { return };
        let is_seat_of = |player: &Player| self.seating.key(*player) == Some(patience.by);
        let sits_here = Player::BOTH.into_iter().filter(is_seat_of).any(|player| self.people.is_here(player));
        let is_here = sits_here || self.hub.bells.is_heard(patience.by);
        if patience.is_over(is_here, self.hub.now_ms())
            && let Ok(cancel) = self.kept.table().cancel()
            && let Err(problem) = self.commit(vec![cancel]).await
        {
            error!(%problem, "challenge-not-cancelled");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A challenge that was made at the beginning of time, after 20 s of absence and 100 s at all.
    fn patience(is_prompt: bool) -> Patience {
        let secs = Duration::from_secs;
        let manner = Manner { challenge_away: secs(20), challenge_life: secs(100), ..Manner::public() };
        let by = Key::of_program("Ada", "tengen").to_string();
        let notes = Notes::of([(CHALLENGE_BY, by.as_str())]);
        Patience::new(&notes, &manner, 0, is_prompt).expect("a challenge")
    }

    #[test]
    fn a_challenge_waits_while_whoever_asked_is_there_and_not_for_ever() {
        let mut prompt = patience(true);
        for (now_ms, is_here, is_over) in [
            (1000, false, false),
            (20_000, false, false),
            (20_500, true, false),
            (21_000, false, false),
            (40_999, false, false),
            (41_000, false, true),
            (42_000, true, false),
            (100_000, true, true),
        ] {
            assert_eq!(prompt.is_over(is_here, now_ms), is_over, "{now_ms}");
        }
        let mut heard = patience(true);
        heard.hear_from(Some(Key::of_program("Eve", "hoshi")), 10_000);
        heard.hear_from(Some(heard.by), 15_000);
        assert!(!heard.is_over(false, 34_999) && heard.is_over(false, 35_000));
        let mut patient = patience(false);
        assert!(!patient.is_over(false, 99_999) && patient.is_over(false, 100_000));
        assert!(prompt.is_watched() && !patient.is_watched());
        assert_eq!((patient.next_look_ms(1000), patient.next_look_ms(200_000)), (99_000, GLANCE_MS));
        assert_eq!(prompt.next_look_ms(1000), GLANCE_MS);
        assert!(Patience::new(&Notes::default(), &Manner::public(), 0, true).is_none(), "nobody was asked");
    }
}
