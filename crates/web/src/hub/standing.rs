//! What concerns a key: who asks it to play, whom it asks, and what it plays, as the store has it.

use plateau_core::Player;
use store::{Error, GameId, Noted, Store, Summary, Which};

use super::key::Key;
use super::shared::{CHALLENGE_BY, CHALLENGE_TO, DECLINED, SEAT_NOTES};

/// What concerns a key, the last touched first, each with its colour there.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Games that others ask it to play.
    pub asked: Vec<(Summary, Player)>,
    /// Games that it asks others to play, or anybody.
    pub asks: Vec<(Summary, Player)>,
    /// Games that it plays, or played.
    pub plays: Vec<(Summary, Player)>,
}

impl Standing {
    /// So many of each are looked at.
    pub const MOST: u32 = 50;

    /// What goes on, or what is over: challenges are over that came to nothing. Only what was touched before this time, if there is one.
    pub fn of(store: &dyn Store, key: Key, which: Which, before_ms: Option<u64>) -> Result<Standing, Error> {
        let value = key.to_string();
        let noted =
            |note| store.noted(&Noted { which: Some(which), before_ms, ..Noted::new(note, &value, Standing::MOST) });
        // Whoever asks sits there already; whoever is asked will have the seat that is left.
        let place = |game: Summary, wanted: Option<Key>| {
            let keys = Seated::of(store, game.id)?.keys;
            let own = Player::BOTH.into_iter().find(|player| keys[*player] == wanted);
            Ok::<_, Error>((game, own.unwrap_or(Player::White)))
        };
        let asked = noted(CHALLENGE_TO)?.into_iter().map(|game| place(game, None)).collect::<Result<Vec<_>, _>>()?;
        let asks =
            noted(CHALLENGE_BY)?.into_iter().map(|game| place(game, Some(key))).collect::<Result<Vec<_>, _>>()?;
        let mut plays = Vec::new();
        for (note, player) in SEAT_NOTES.into_iter().zip(Player::BOTH) {
            plays.extend(noted(note)?.into_iter().map(|game| (game, player)));
        }
        plays.retain(|(game, _)| !asks.iter().any(|(waiting, _)| waiting.id == game.id));
        plays.sort_by_key(|(game, _)| (std::cmp::Reverse(game.touched_ms), game.id));
        plays.dedup_by_key(|(game, _)| game.id);
        plays.truncate(Standing::MOST as usize);
        Ok(Standing { asked, asks, plays })
    }

    /// Why whoever was asked to play this game did not want to, if so.
    pub fn declined(store: &dyn Store, game: GameId) -> Result<Option<String>, Error> {
        Ok(store.notes(game)?.into_iter().find(|(key, _)| key == DECLINED).map(|(_, reason)| reason))
    }
}

/// Whom the seats of a game belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seated {
    /// Who sits there, Black first.
    pub keys: [Option<Key>; 2],
    /// Who asked for the game, while it waits.
    pub by: Option<Key>,
    /// Who was asked.
    pub to: Option<Key>,
}

impl Seated {
    /// As the store has it.
    pub fn of(store: &dyn Store, game: GameId) -> Result<Seated, Error> {
        let notes = store.notes(game)?;
        let find = |note| notes.iter().find(|(key, _)| key == note).and_then(|(_, key)| key.parse().ok());
        Ok(Seated { keys: SEAT_NOTES.map(find), by: find(CHALLENGE_BY), to: find(CHALLENGE_TO) })
    }
}
