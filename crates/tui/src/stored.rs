use store::{End, GameId, Query, Store};
use table::event::Event;
use table::{AnyTable, Message};

use crate::{Games, Kept, Listed};

/// Games in a [`Store`].
pub struct Stored(pub Box<dyn Store>);

/// So many games of a list are shown, the last touched first.
const MAX_LISTED: u32 = 1000;

fn id_of(id: &str) -> Result<GameId, Message> {
    Ok(id.parse::<GameId>()?)
}

impl Games for Stored {
    fn create(&self, table: &AnyTable, now_ms: u64) -> Result<String, Message> {
        self.0.create(table, now_ms).map(|id| id.to_string()).map_err(|error| error.message())
    }

    fn append(&self, id: &str, from: u64, events: &[Event], after: &AnyTable) -> Result<(), Message> {
        self.0.append(id_of(id)?, from, events, End::of(after).as_ref()).map_err(|error| error.message())
    }

    fn load(&self, id: &str) -> Result<Kept, Message> {
        let loaded = self.0.load(id_of(id)?).map_err(|error| error.message())?;
        Ok(Kept { setup: loaded.setup, events: loaded.events })
    }

    fn list(&self, finished: bool) -> Result<Vec<Listed>, Message> {
        let query = if finished { Query::finished() } else { Query::unfinished() };
        let page = self.0.list(&Query { limit: MAX_LISTED, ..query }).map_err(|error| error.message())?;
        let listed = |summary: store::Summary| Listed {
            id: summary.id.to_string(),
            game: summary.game,
            names: summary.seats.map(|seat| seat.name),
            at_ms: summary.touched_ms,
            moves: summary.moves,
            result: summary.end.as_ref().map(|end| end.result.clone()),
            points: summary.end.and_then(|end| end.points),
        };
        Ok(page.games.into_iter().map(listed).collect())
    }

    fn delete(&self, id: &str) -> Result<(), Message> {
        self.0.delete(id_of(id)?).map_err(|error| error.message())
    }

    fn option(&self, key: &str) -> Result<Option<String>, Message> {
        self.0.option(key).map_err(|error| error.message())
    }

    fn set_option(&self, key: &str, value: &str) -> Result<(), Message> {
        self.0.set_option(key, Some(value)).map_err(|error| error.message())
    }
}
