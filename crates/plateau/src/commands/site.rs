//! `plateau site`: a server's games as a whole.

mod tally;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;

use store::{Access, Address, Error, Imported, Sqlite, Store};

use self::tally::{Read, Tally, Written};
use super::web::{database, games};
use crate::cli::{Site, SiteWhat};
use crate::console::Console;
use crate::failure::Failure;
use crate::files::NewFile;

pub(crate) fn run(args: &Site, console: &mut Console<'_>) -> Result<(), Failure> {
    match &args.what {
        SiteWhat::Backup { file, database } => back_up(&place(database.as_deref(), console)?, file, console),
        SiteWhat::Export { file, database } => export(&place(database.as_deref(), console)?, file, console),
        SiteWhat::Import { file, database } => import(&place(database.as_deref(), console)?, file, console),
    }
}

/// Where the games are: where the server is told to keep them.
fn place(chosen: Option<&str>, console: &Console<'_>) -> Result<Address, Failure> {
    match database(chosen, console)? {
        Some(address) => Ok(address),
        None => Ok(Address::File(games(console)?)),
    }
}

fn explain(error: &Error, console: &Console<'_>) -> Failure {
    Failure::Input(tui::say(console.words, &error.message()))
}

/// Copies the games while a server may be using them.
fn back_up(database: &Address, to: &Path, console: &mut Console<'_>) -> Result<(), Failure> {
    let Address::File(path) = database else {
        return Err(Failure::Usage(console.say("error-backup-server", &[])));
    };
    check_there(database, console)?;
    Sqlite::open(path).and_then(|store| store.back_up(to)).map_err(|error| explain(&error, console))?;
    console.line(&console.say("site-backed-up", &[("path", to.display().to_string().into())]))
}

/// A file that is not there would be made by opening it.
fn check_there(database: &Address, console: &Console<'_>) -> Result<(), Failure> {
    let Address::File(path) = database else { return Ok(()) };
    match std::fs::metadata(path) {
        Ok(_) => Ok(()),
        Err(problem) => {
            let place = path.display().to_string();
            Err(explain(&Error::CannotOpen { place, problem: problem.to_string() }, console))
        }
    }
}

fn open(database: &Address, console: &Console<'_>) -> Result<Arc<dyn Store>, Failure> {
    Ok(database.open(Access::Beside, u64::MAX).map_err(|error| explain(&error, console))?.reader)
}

/// Writes everything down, as it is at one moment, while a server may be using it.
fn export(database: &Address, to: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    check_there(database, console)?;
    let store = open(database, console)?;
    let write = |out: &mut dyn Write| {
        let mut written = Written::new(out);
        store.export(&mut written).map_err(|error| explain(&error, console))?;
        Ok::<Tally, Failure>(written.tally())
    };
    let tally = if to == "-" {
        write(&mut io::stdout().lock())?
    } else {
        let mut new = NewFile::create(Path::new(to), console.words)?;
        // Whose the seats are is nobody else's business.
        #[cfg(unix)]
        new.file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        let tally = write(new.file())?;
        new.finish(console.words)?;
        tally
    };
    // Data may go to standard output, so what is said about it does not.
    eprintln!("{}", tally.say("site-exported", console));
    Ok(())
}

/// Takes in what was written down, all or nothing, and looks whether it is there.
fn import(database: &Address, from: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut input: Box<dyn BufRead> = if from == "-" {
        Box::new(io::stdin().lock())
    } else {
        let unreadable = |error: io::Error| crate::files::unreadable(from, &error, console.words);
        Box::new(BufReader::new(File::open(from).map_err(unreadable)?))
    };
    let store = open(database, console)?;
    let mut read = Read::new(&mut *input);
    let imported = store.import(&mut read).map_err(|error| explain(&error, console))?;
    let read = read.tally();
    eprintln!("{}", read.say("site-read", console));
    let Imported { games, known_games, papers, known_papers } = imported;
    let counts = [("games", games), ("known_games", known_games), ("papers", papers), ("known_papers", known_papers)];
    let gaps: Vec<_> = counts.iter().map(|(gap, count)| (*gap, (*count as i64).into())).collect();
    console.line(&console.say("site-imported", &gaps))?;
    let mut nowhere = io::sink();
    let mut written = Written::new(&mut nowhere);
    store.export(&mut written).map_err(|error| explain(&error, console))?;
    let there = written.tally();
    eprintln!("{}", there.say("site-there", console));
    if there == read {
        console.line(&console.say("site-same", &[]))
    } else if there.holds_more_than(&read) {
        console.line(&console.say("site-more", &[]))
    } else {
        Err(Failure::No(console.say("error-site-differs", &[])))
    }
}
