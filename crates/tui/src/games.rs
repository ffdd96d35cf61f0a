use std::cell::RefCell;
use std::collections::BTreeMap;

use plateau_core::Player;
use table::event::Event;
use table::view::{Stage, Wanted};
use table::{AnyTable, Message};

/// Where games are kept. What a call returned is durable.
pub trait Games {
    /// A new game without events; its id.
    fn create(&self, table: &AnyTable, now_ms: u64) -> Result<String, Message>;

    /// Adds events, all or none, if the next one of the game still has the number `from`. `after` is the table with them.
    fn append(&self, id: &str, from: u64, events: &[Event], after: &AnyTable) -> Result<(), Message>;

    /// A game with all that happened.
    fn load(&self, id: &str) -> Result<Kept, Message>;

    /// Games that can be continued, or games that are over; the last touched first.
    fn list(&self, finished: bool) -> Result<Vec<Listed>, Message>;

    /// Removes a game.
    fn delete(&self, id: &str) -> Result<(), Message>;

    /// An option that was set.
    fn option(&self, key: &str) -> Result<Option<String>, Message>;

    /// Sets an option.
    fn set_option(&self, key: &str, value: &str) -> Result<(), Message>;
}

/// A game as it was kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// What was settled before the first move.
    pub setup: String,
    /// Everything that happened since.
    pub events: Vec<Event>,
}

impl Kept {
    /// The table that the first so many events add up to.
    pub fn table_at(&self, events: usize) -> Result<AnyTable, Message> {
        let mut table: AnyTable = self.setup.parse()?;
        for event in self.events.iter().take(events) {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// The table that all events add up to.
    pub fn table(&self) -> Result<AnyTable, Message> {
        self.table_at(self.events.len())
    }
}

/// What a list says of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The game's id.
    pub id: String,
    /// `go`, `othello`, `aligne4`.
    pub game: String,
    /// The names, Black's first.
    pub names: [String; 2],
    /// When it was last touched, in milliseconds since 1970.
    pub at_ms: u64,
    /// How many moves were made.
    pub moves: u64,
    /// The result as records write it, if it is over.
    pub result: Option<String>,
    /// The points of each player, where they were counted.
    pub points: Option<[String; 2]>,
}

impl Listed {
    /// What is to be said of this table.
    pub fn of(id: &str, table: &AnyTable, at_ms: u64) -> Listed {
        let view = table.view(&Wanted::default(), at_ms);
        let (result, points) = match view.stage {
            Stage::Ended { result, points, .. } => (Some(result), points),
            Stage::Playing | Stage::Marking { .. } => (None, None),
        };
        let names = Player::BOTH.map(|player| view.players[player].name.clone());
        let moves = view.moves.len() as u64;
        Listed { id: id.to_owned(), game: view.game.to_owned(), names, at_ms, moves, result, points }
    }
}

/// Games that are forgotten with the program, for tests and where nothing can be written.
#[derive(Debug, Default)]
pub struct Memory {
    games: RefCell<Vec<Remembered>>,
    options: RefCell<BTreeMap<String, String>>,
}

#[derive(Debug)]
struct Remembered {
    kept: Kept,
    listed: Listed,
}

impl Memory {
    fn index(&self, id: &str) -> Result<usize, Message> {
        let games = self.games.borrow();
        games.iter().position(|game| game.listed.id == id).ok_or_else(|| Message::new("table-damaged"))
    }
}

impl Games for Memory {
    fn create(&self, table: &AnyTable, now_ms: u64) -> Result<String, Message> {
        let mut games = self.games.borrow_mut();
        let id = games.len().to_string();
        let kept = Kept { setup: table.setup_text(), events: Vec::new() };
        games.push(Remembered { kept, listed: Listed::of(&id, table, now_ms) });
        Ok(id)
    }

    fn append(&self, id: &str, from: u64, events: &[Event], after: &AnyTable) -> Result<(), Message> {
        let index = self.index(id)?;
        let game = &mut self.games.borrow_mut()[index];
        if game.kept.events.len() as u64 != from {
            return Err(Message::new("table-damaged"));
        }
        game.kept.events.extend_from_slice(events);
        let at_ms = events.last().map_or(game.listed.at_ms, |event| event.at_ms);
        game.listed = Listed::of(id, after, at_ms);
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Kept, Message> {
        let index = self.index(id)?;
        Ok(self.games.borrow()[index].kept.clone())
    }

    fn list(&self, finished: bool) -> Result<Vec<Listed>, Message> {
        let games = self.games.borrow();
        let mut listed: Vec<Listed> =
            games.iter().map(|game| game.listed.clone()).filter(|game| game.result.is_some() == finished).collect();
        listed.reverse();
        listed.sort_by_key(|game| std::cmp::Reverse(game.at_ms));
        Ok(listed)
    }

    fn delete(&self, id: &str) -> Result<(), Message> {
        let index = self.index(id)?;
        self.games.borrow_mut().remove(index);
        Ok(())
    }

    fn option(&self, key: &str) -> Result<Option<String>, Message> {
        Ok(self.options.borrow().get(key).cloned())
    }

    fn set_option(&self, key: &str, value: &str) -> Result<(), Message> {
        self.options.borrow_mut().insert(key.to_owned(), value.to_owned());
        Ok(())
    }
}
