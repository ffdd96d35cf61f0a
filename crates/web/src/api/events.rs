//! What a program hears of its games and challenges. A bell says that something is other than before; what that is stands in the store,
//! and what is told is the difference to what was told before. So nothing is lost, whatever became of the connection or the server.

use std::collections::BTreeMap;

use plateau_core::Player;
use serde_json::{Value, json};
use store::{Error, GameId, Loaded, Store, Summary, Which};

use super::shapes;
use crate::hub::{Key, Standing};

/// What was told so far.
pub(crate) struct Events {
    /// What is over since before this time was never heard of, and is not told.
    since_ms: u64,
    /// What goes on.
    known: BTreeMap<GameId, Known>,
    /// What is over since.
    over: BTreeMap<GameId, Known>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Somebody asks to play, or was asked: the colour of whoever listens, and since when it waits.
    Challenge { own: Player, is_out: bool, made_ms: u64 },
    /// A game.
    Game(Player),
}

impl Events {
    /// Nothing yet.
    pub(crate) fn new(now_ms: u64) -> Events {
        Events { since_ms: now_ms, known: BTreeMap::new(), over: BTreeMap::new() }
    }

    /// The challenges that wait for an answer, and since when each does.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (GameId, u64)> + '_ {
        self.known.iter().filter_map(|(id, known)| match known {
            Known::Challenge { made_ms, .. } => Some((*id, *made_ms)),
            Known::Game(_) => None,
        })
    }

    /// The lines to tell now.
    pub(crate) fn news(&mut self, store: &dyn Store, key: Key, origin: &str) -> Result<Vec<Value>, Error> {
        let now = all(&Standing::of(store, key, Which::Unfinished, None)?, 0);
        let over = all(&Standing::of(store, key, Which::Finished, None)?, self.since_ms);
        let mut lines = Vec::new();
        for (id, was) in over.iter().filter(|(id, _)| !self.over.contains_key(id)) {
            let loaded = store.load(*id)?;
            // What began and ended between two looks is told from its beginning.
            if matches!(was, Known::Game(_)) && self.known.get(id) != Some(was) {
                lines.push(come(&loaded, *was, origin));
            }
            lines.extend(gone(store, &loaded, *was, origin)?);
        }
        for (id, is) in now.iter().filter(|(id, is)| self.known.get(id) != Some(is)) {
            lines.push(come(&store.load(*id)?, *is, origin));
        }
        (self.known, self.over) = (now, over);
        Ok(lines)
    }
}

/// Everything that was touched from this time on.
fn all(standing: &Standing, since_ms: u64) -> BTreeMap<GameId, Known> {
    let Standing { asked, asks, plays } = standing;
    let challenges = [(false, asked), (true, asks)].into_iter().flat_map(|(is_out, games)| {
        let known = move |game: &Summary, own| Known::Challenge { own, is_out, made_ms: game.created_ms };
        games.iter().map(move |(game, own)| (game, known(game, *own)))
    });
    let games = plays.iter().map(|(game, own)| (game, Known::Game(*own)));
    let touched = games.chain(challenges).filter(|(game, _)| game.touched_ms >= since_ms);
    touched.map(|(game, known)| (game.id, known)).collect()
}

/// Something new.
fn come(loaded: &Loaded, is: Known, origin: &str) -> Value {
    match is {
        Known::Challenge { own, is_out, .. } => {
            json!({ "type": "challenge", "challenge": shapes::challenge(loaded, Some(own), is_out, origin) })
        }
        Known::Game(own) => json!({ "type": "gameStart", "game": shapes::game(loaded, own) }),
    }
}

/// Something that is over.
fn gone(store: &dyn Store, loaded: &Loaded, was: Known, origin: &str) -> Result<Option<Value>, Error> {
    let (own, is_out) = match was {
        Known::Game(own) => {
            return Ok(Some(json!({ "type": "gameFinish", "game": shapes::game(loaded, own) })));
        }
        Known::Challenge { own, is_out, .. } => (own, is_out),
    };
    let declined = Standing::declined(store, loaded.summary.id)?;
    let (kind, status) = match (&declined, is_out) {
        // Whoever declined knows.
        (Some(_), false) => return Ok(None),
        (Some(_), true) => ("challengeDeclined", "declined"),
        (None, _) => ("challengeCanceled", "canceled"),
    };
    let mut challenge = shapes::challenge(loaded, Some(own), is_out, origin);
    if let Value::Object(fields) = &mut challenge {
        fields.insert("status".to_owned(), status.into());
        if let Some(reason) = declined {
            fields.insert("declineReason".to_owned(), reason.as_str().into());
            fields.insert("declineReasonKey".to_owned(), reason.as_str().into());
        }
    }
    Ok(Some(json!({ "type": kind, "challenge": challenge })))
}
