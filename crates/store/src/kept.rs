use table::event::{Action, Event};
use table::records::{self, AnyRecord};
use table::{AnyTable, Review};

use crate::{Append, Claim, Error, GameId, Loaded, Note, Origin, Store};

/// A table that is never ahead of its store: what it shows has been kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    id: GameId,
    table: AnyTable,
}

/// What is kept of a new game at once with it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct First {
    /// What happened in it already.
    pub actions: Vec<Action>,
    /// What is noted about it.
    pub notes: Vec<Note>,
    /// What another game has to know of it.
    pub elsewhere: Option<Append>,
}

/// What is about to be kept, and the table once it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Pending {
    append: Append,
    next: AnyTable,
}

impl Pending {
    /// What is to be noted with it.
    #[must_use]
    pub fn with_notes(mut self, notes: Vec<Note>) -> Pending {
        self.append.notes = notes;
        self
    }

    /// Whose it is to keep it: it is kept while this claim holds, and not otherwise.
    #[must_use]
    pub fn under(mut self, claim: Claim) -> Pending {
        self.append.claim = Some(claim);
        self
    }

    /// What the store must keep first.
    pub fn append(&self) -> &Append {
        &self.append
    }
}

impl Kept {
    /// A new game, at a table without events.
    pub fn create(store: &dyn Store, table: AnyTable, now_ms: u64) -> Result<Kept, Error> {
        Kept::begin(store, GameId::random()?, table, First::default(), now_ms)
    }

    /// The same with a name that was [drawn](GameId::random) for it, and with what is kept at once: all of it, or there is no game.
    pub fn begin(store: &dyn Store, id: GameId, table: AnyTable, first: First, now_ms: u64) -> Result<Kept, Error> {
        assert_eq!(table.next_event(), 0, "a new game has no events yet");
        let First { actions, notes, elsewhere } = first;
        let mut kept = Kept { id, table };
        let pending = kept.prepare(actions, now_ms)?.with_notes(notes);
        let with: Vec<Append> = std::iter::once(pending.append.clone()).chain(elsewhere).collect();
        store.begin(id, &kept.table, now_ms, &with)?;
        kept.settle(pending);
        Ok(kept)
    }

    /// The game as a record, within the one that it began with if it did.
    pub fn record(&self, store: &dyn Store) -> Result<AnyRecord, Error> {
        Ok(records::of_game(&self.table, self.origin(store)?))
    }

    /// The game to be looked through, within the record that it began with if it did.
    pub fn review(&self, store: &dyn Store) -> Result<Review, Error> {
        Ok(Review::of_game(&self.table, self.origin(store)?))
    }

    fn origin(&self, store: &dyn Store) -> Result<Option<AnyRecord>, Error> {
        Ok(Origin::find(store, self.id)?.and_then(|origin| origin.read()))
    }

    /// A game that was kept. Its clock stands until [`Kept::start_clock`].
    pub fn open(store: &dyn Store, id: GameId) -> Result<Kept, Error> {
        Kept::of(&store.load(id)?)
    }

    /// The same of a game that was loaded.
    pub fn of(loaded: &Loaded) -> Result<Kept, Error> {
        Ok(Kept { id: loaded.summary.id, table: loaded.table()? })
    }

    /// The game's name in the store.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// The table as it was kept.
    pub fn table(&self) -> &AnyTable {
        &self.table
    }

    /// As [`AnyTable::start_clock`].
    pub fn start_clock(&mut self, now_ms: u64) {
        self.table.start_clock(now_ms);
    }

    /// As [`AnyTable::stop_clock`].
    pub fn stop_clock(&mut self, now_ms: u64) {
        self.table.stop_clock(now_ms);
    }

    /// Keeps what was [decided](AnyTable::decide), and only then takes it in. After an error the table is as before.
    pub fn commit(&mut self, store: &dyn Store, actions: Vec<Action>, now_ms: u64) -> Result<Vec<Event>, Error> {
        if actions.is_empty() {
            return Ok(Vec::new());
        }
        let pending = self.prepare(actions, now_ms)?;
        let Append { game, from, events, end, .. } = &pending.append;
        store.append(*game, *from, events, end.as_ref())?;
        Ok(self.settle(pending))
    }

    /// The first half of [`Kept::commit`], for those who keep several games' events at once: nothing has changed yet.
    pub fn prepare(&self, actions: Vec<Action>, now_ms: u64) -> Result<Pending, Error> {
        let from = self.table.next_event();
        // As they will be read: control characters in a name have become blanks.
        let as_kept = |(event, action)| {
            let line = Event { at_ms: now_ms, action }.to_string();
            line.parse().map_err(|_| Error::Unreadable { game: self.id, event })
        };
        let events: Vec<Event> = (from..).zip(actions).map(as_kept).collect::<Result<_, _>>()?;
        let next = self.with(&events)?;
        let end = next.end();
        Ok(Pending { append: Append { game: self.id, from, events, end, notes: Vec::new(), claim: None }, next })
    }

    /// The second half: the store has kept it. The table must be the one that prepared it, as it was then.
    pub fn settle(&mut self, pending: Pending) -> Vec<Event> {
        let Pending { append, next } = pending;
        assert_eq!((append.game, append.from), (self.id, self.table.next_event()), "nothing happened in between");
        self.table = next;
        append.events
    }

    /// Takes in what others have added to the game, and says what it was: after a [conflict](Error::Conflict), or to watch.
    pub fn catch_up(&mut self, store: &dyn Store) -> Result<Vec<Event>, Error> {
        let events = store.events(self.id, self.table.next_event())?;
        self.table = self.with(&events)?;
        Ok(events)
    }

    fn with(&self, events: &[Event]) -> Result<AnyTable, Error> {
        let mut next = self.table.clone();
        for event in events {
            let number = next.next_event();
            next.apply(event).map_err(|_| Error::Unreadable { game: self.id, event: number })?;
        }
        Ok(next)
    }
}
