//! Where games are kept: set-ups, events, results, options and names; and the papers that people keep beside them.
//!
//! Start reading at [`Store`], what every backend does, and at [`Kept`], a table that is never ahead of its store. [`Sqlite`] is
//! the usual backend: one file, nothing to set up. `Postgres`, behind the feature `postgres`, is for a site that has outgrown that;
//! [`Leases`] say which of several servers has which game. [`Memory`] is for one person in a browser. The invariant is that whatever [`Store::append`] has returned for is on the disk,
//! whole, whatever happens to the process or the machine afterwards; and that a file which cannot be understood is
//! never changed.
//!
//! `Store` is an object-safe trait, not an enum: nobody ever matches on where games are kept, a second backend comes behind
//! it without touching a face, and a test of a face can put a store in its place that fails on purpose. What every
//! backend must pass is in `conformance`, behind the feature of that name. A store is synchronous, and shared by reference
//! between threads; a call takes about as long as the disk needs to confirm one write.
//!
//! This crate reads no environment and no clock: paths and times come in as arguments.
//!
//! ```
//! use store::{Kept, Query, Sqlite, Store};
//! use table::Command;
//! # let folder = std::env::temp_dir().join(format!("plateau-doc-{}", std::process::id()));
//! # let path = folder.join("plateau.db");
//!
//! let store = Sqlite::open(&path)?;
//! let table = "game othello\n".parse().expect("a set-up");
//! let mut game = Kept::create(&store, table, 1_000)?;
//!
//! let black = game.table().turn().expect("somebody moves");
//! let actions = game.table().decide(black, &Command::Play("f5".to_owned()), 2_000).expect("a legal move");
//! game.commit(&store, actions, 2_000)?; // on disk; now it may be shown
//!
//! let unfinished = store.list(&Query::unfinished())?;
//! assert_eq!(unfinished.games[0].moves, 1);
//! let again = Kept::open(&store, unfinished.games[0].id)?;
//! assert_eq!(again.table(), game.table());
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), store::Error>(())
//! ```

mod access;
#[cfg(feature = "sqlite")]
mod address;
mod brought;
mod change;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod deck;
mod drafts;
mod error;
mod id;
mod judgements;
mod kept;
mod leases;
mod limit;
mod memory;
mod origin;
mod paper;
#[cfg(feature = "postgres")]
mod postgres;
pub mod preferences;
pub mod puzzles;
#[cfg(feature = "sqlite")]
mod sql;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod suited;
pub mod text;
mod token;

#[cfg(feature = "postgres")]
pub use self::postgres::{Postgres, Url};
pub use access::Access;
#[cfg(feature = "sqlite")]
pub use address::{Address, UnknownDatabase, Ways};
pub use brought::{Brought, Upload};
pub use deck::Deck;
pub use drafts::{keep_study, too_many_studies};
pub use error::Error;
pub use id::{GameId, NodeId, PaperId};
pub use judgements::Judgements;
pub use kept::{First, Kept, Pending};
pub use leases::{Claim, Leases, Tenure};
pub use memory::{Change, Memory};
pub use origin::Origin;
pub use paper::{HERE, Heading, MAX_PAPER_BYTES, Paper, PaperPage, PaperQuery, Room, Shelf};
pub use preferences::Preferences;
#[cfg(feature = "sqlite")]
pub use sqlite::Sqlite;
pub use store::{
    Append, Imported, JUDGEMENTS, Loaded, MAX_TEXT_BYTES, Note, Noted, Page, Query, Store, Summary, Which,
};
pub use suited::{Suited, suited_by, suited_level};
pub use token::Token;
