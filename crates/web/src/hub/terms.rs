//! What is said between the hub and those who ask it.

use std::fmt;
use std::sync::Arc;

use pages::Scene;
use plateau_core::Player;
use store::{Error, GameId, NodeId, Origin};
use table::event::Action;
use table::{AnyTable, Message};
use tokio::sync::broadcast;
use words::Lang;

use super::key::Key;
use crate::household::Household;

/// What changes the look of a scene from one watcher to another; all else is up to style sheets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taste {
    /// The language.
    pub lang: Lang,
    /// Whether rows and columns have names.
    pub coordinates: bool,
}

/// How a watcher sees a scene. Those who see it alike are told together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sight {
    /// As a page.
    Page(Taste),
    /// As a program: the same for all of them.
    Program,
}

impl From<Taste> for Sight {
    fn from(taste: Taste) -> Sight {
        Sight::Page(taste)
    }
}

/// What a watcher is sent when a scene follows another (or when it is the first); nothing if they look alike.
pub type Render = dyn Fn(Sight, Option<&Scene>, &Scene) -> Option<Arc<str>> + Send + Sync;

/// Who asks: what their cookie shows, and where they come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewer {
    /// The hash of their secret, if they have one.
    pub key: Option<Key>,
    /// Whom limits count them by.
    pub household: Household,
}

/// A seat to take: the side, the name and the hash of the secret it will belong to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitter {
    /// Which seat.
    pub side: Player,
    /// The name to be shown.
    pub name: String,
    /// Whose it will be.
    pub key: Key,
}

/// A game to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Beginning {
    /// The table before anything has happened.
    pub table: AnyTable,
    /// What happened before it begins here.
    pub actions: Vec<Action>,
    /// The record that this is from.
    pub origin: Option<Origin>,
    /// Whoever is known already.
    pub sitters: Vec<Sitter>,
    /// Whether the lobby shows it.
    pub listed: bool,
    /// Whom the seat that is left is for, by whom they were asked.
    pub challenge: Option<Challenge>,
    /// The name it will have; one at random if none is given.
    pub id: Option<GameId>,
}

/// A game that waits for somebody's answer. It is a game like any other, in which one seat is taken: so it is kept, can be looked at, and
/// begins when whom it is for sits down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Who asks.
    pub by: Key,
    /// Who is asked, and nobody else may sit down; whoever comes first, if nobody in particular.
    pub to: Option<Key>,
}

impl Beginning {
    /// A game in which nothing has happened yet, and which nobody is shown.
    pub fn of(table: AnyTable, sitters: Vec<Sitter>) -> Beginning {
        Beginning { table, actions: Vec::new(), origin: None, sitters, listed: false, challenge: None, id: None }
    }
}

/// A watcher's first view of a game, and the way to what comes.
#[derive(Debug)]
pub struct Watching {
    /// By which the room knows this watcher.
    pub connection: u64,
    /// What the watcher has missed, if anything.
    pub first: Option<Arc<str>>,
    /// What comes.
    pub updates: broadcast::Receiver<Arc<str>>,
}

/// Why the hub cannot answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// There is no such game.
    NoSuchGame,
    /// It is for those who play, and this one watches.
    NotSeated,
    /// It is not allowed, or not possible now; what to say to the person.
    Said(Message),
    /// The game is kept, and cannot be read any more; what to log.
    Damaged(Error),
    /// The store cannot be used; what to log. The person is told no more than that.
    Store(Error),
    /// The server has as many games open as it may.
    Full,
    /// The server is being stopped.
    Closing,
    /// This other server of the site has the game, or had it until a moment ago.
    Elsewhere(NodeId),
    /// The game is another server's now: it was not done.
    Moved,
    /// The server has been cut off from the store for so long that others may have its games.
    Lapsed,
    /// Something broke down before it could say whether it was done.
    Lost,
}

impl Refusal {
    /// What the person is told.
    pub fn message(&self) -> Message {
        match self {
            Refusal::NoSuchGame => Message::new("no-such-game"),
            Refusal::NotSeated => Message::new("not-seated"),
            Refusal::Said(message) => message.clone(),
            Refusal::Damaged(_) => Message::new("game-damaged"),
            Refusal::Store(_) => Message::new("site-trouble"),
            Refusal::Full => Message::new("site-full"),
            Refusal::Closing => Message::new("site-restarting"),
            Refusal::Elsewhere(_) => Message::new("game-elsewhere"),
            Refusal::Moved => Message::new("game-moved"),
            Refusal::Lapsed => Message::new("site-lapsed"),
            Refusal::Lost => Message::new("room-broke"),
        }
    }
}

/// For a log.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Store(error) | Refusal::Damaged(error) => error.fmt(f),
            refusal => f.write_str(&refusal.message().id),
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        match error {
            Error::NoSuchGame { .. } => Refusal::NoSuchGame,
            Error::Held { node, .. } => Refusal::Elsewhere(node),
            Error::Lost { .. } => Refusal::Moved,
            Error::Unreadable { .. } => Refusal::Damaged(error),
            error => Refusal::Store(error),
        }
    }
}

impl From<Message> for Refusal {
    fn from(message: Message) -> Refusal {
        Refusal::Said(message)
    }
}
