//! `plateau site`: a server's games as a whole.

use std::path::{Path, PathBuf};

use store::{Error, Sqlite};
use web::config::database_path;

use super::web::games;
use crate::cli::{Site, SiteWhat};
use crate::console::Console;
use crate::failure::Failure;

pub(crate) fn run(args: &Site, console: &mut Console<'_>) -> Result<(), Failure> {
    match &args.what {
        SiteWhat::Backup { file, database } => back_up(&place(database.as_deref(), console)?, file, console),
    }
}

/// Where the games are: where the server is told to keep them.
fn place(database: Option<&str>, console: &Console<'_>) -> Result<PathBuf, Failure> {
    match database {
        Some(url) => {
            database_path(url).ok_or_else(|| Failure::Usage(console.say("error-only-sqlite", &[("url", url.into())])))
        }
        None => games(console),
    }
}

/// Copies the games while a server may be using them.
fn back_up(database: &Path, to: &Path, console: &mut Console<'_>) -> Result<(), Failure> {
    let explain = |error: &Error| Failure::Input(tui::say(console.words, &error.message()));
    // Opening would make one.
    if let Err(problem) = std::fs::metadata(database) {
        let place = database.display().to_string();
        return Err(explain(&Error::CannotOpen { place, problem: problem.to_string() }));
    }
    Sqlite::open(database).and_then(|store| store.back_up(to)).map_err(|error| explain(&error))?;
    console.line(&console.say("site-backed-up", &[("path", to.display().to_string().into())]))
}
