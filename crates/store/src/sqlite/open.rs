//! Opening the file: first it is looked at, and only one that is understood is changed.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::{explain, place};
use crate::Error;

/// How long one process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// So many statements are kept prepared: more than there are.
const STATEMENTS: usize = 64;

/// Marks the file as this program's: `Plat`, in the header of the database.
const APPLICATION: i64 = 0x506c_6174;

/// Each step takes the database from one version to the next; the version is the number of steps taken. A step that has
/// been shipped is never changed.
const MIGRATIONS: &[&str] = &[GAMES, NOTES, JUDGEMENTS, PAPERS, TOKENS];

const GAMES: &str = "
    CREATE TABLE games (
        serial       INTEGER PRIMARY KEY,
        id           TEXT NOT NULL UNIQUE,
        game         TEXT NOT NULL,
        setup        TEXT NOT NULL,
        black_who    TEXT NOT NULL,
        black_name   TEXT NOT NULL,
        white_who    TEXT NOT NULL,
        white_name   TEXT NOT NULL,
        moves        INTEGER NOT NULL DEFAULT 0,
        events       INTEGER NOT NULL DEFAULT 0,
        created_ms   INTEGER NOT NULL,
        touched_ms   INTEGER NOT NULL,
        result       TEXT,
        black_points TEXT,
        white_points TEXT
    ) STRICT;
    CREATE INDEX games_by_touch ON games (result IS NULL, touched_ms, serial);
    CREATE TABLE events (
        game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line   TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE options (
        key   TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE names (
        name    TEXT PRIMARY KEY,
        used_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
";

const NOTES: &str = "
    CREATE TABLE notes (
        game  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        key   TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (game, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notes_by_value ON notes (key, value);
";

// The serial number tells the age: it rises, and is never given again.
const JUDGEMENTS: &str = "
    CREATE TABLE judgements (
        serial INTEGER PRIMARY KEY AUTOINCREMENT,
        key    TEXT NOT NULL UNIQUE,
        text   TEXT NOT NULL
    ) STRICT;
";

// The text is last: a list that does not ask for it does not read it. The indices hold what is summed up.
const PAPERS: &str = "
    CREATE TABLE papers (
        serial     INTEGER PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        owner      TEXT NOT NULL,
        shelf      TEXT NOT NULL,
        title      TEXT NOT NULL,
        version    INTEGER NOT NULL,
        made_ms    INTEGER NOT NULL,
        touched_ms INTEGER NOT NULL,
        due_ms     INTEGER,
        bytes      INTEGER NOT NULL,
        text       TEXT NOT NULL
    ) STRICT;
    CREATE INDEX papers_by_owner ON papers (owner, shelf, touched_ms, serial, bytes);
    CREATE INDEX papers_by_touch ON papers (shelf, touched_ms, serial, bytes);
    CREATE INDEX papers_by_due ON papers (owner, shelf, due_ms, serial) WHERE due_ms IS NOT NULL;
";

const TOKENS: &str = "
    CREATE TABLE tokens (
        name    TEXT PRIMARY KEY,
        owner   TEXT NOT NULL,
        hash    TEXT NOT NULL UNIQUE,
        scopes  TEXT NOT NULL,
        made_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tokens_by_owner ON tokens (owner);
";

const VERSION: i64 = MIGRATIONS.len() as i64;

pub(super) fn open(path: &Path) -> Result<Connection, Error> {
    make_file(path).map_err(|problem| Error::CannotOpen { place: place(path), problem: problem.to_string() })?;
    // Some locks are refused at once, whatever the patience, as while another process is making the database.
    let begin = Instant::now();
    loop {
        match try_open(path) {
            Err(Error::Busy { .. }) if begin.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(10)),
            answer => return answer,
        }
    }
}

/// The name of a database that is no file.
pub(super) const MEMORY: &str = ":memory:";

pub(super) fn in_memory() -> Result<Connection, Error> {
    let make = || {
        let mut connection = Connection::open_in_memory()?;
        prepare(&mut connection)?;
        Ok(connection)
    };
    make().map_err(|error| explain(Path::new(MEMORY), &error))
}

/// An empty file is an empty database. It is made here and not by `SQLite` so that nobody else can read it.
fn make_file(path: &Path) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    let mut folders = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folders, 0o700);
    if path.exists() {
        return Ok(());
    }
    folders.recursive(true).create(folder)?;
    match make_private(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    // The folder must know the file, too, before anything in it counts as kept.
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}

/// Makes an empty file that nobody else can read.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new();
    file.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    file.open(path).map(|_| ())
}

/// How many bytes of it are in a file beside the database: its log, or its journal.
fn bytes_beside(path: &Path, suffix: &str) -> u64 {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    std::fs::metadata(Path::new(&name)).map_or(0, |file| file.len())
}

fn try_open(path: &Path) -> Result<Connection, Error> {
    let explain = |error: rusqlite::Error| explain(path, &error);
    let (file_bytes, log_bytes) = (bytes_beside(path, ""), bytes_beside(path, "-wal"));
    // SQLite takes a file below its smallest page for an empty one, and would write over it.
    if (1..512).contains(&file_bytes) && log_bytes == 0 && bytes_beside(path, "-journal") == 0 {
        return Err(Error::Damaged { place: place(path), problem: format!("{file_bytes} bytes only") });
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(explain)?;
    connection.busy_timeout(PATIENCE).map_err(explain)?;
    // A database that is refused must stay as it is, its log included; where it has none, none must be left behind.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, log_bytes > 0).map_err(explain)?;
    look_at(&connection, path)?;
    prepare(&mut connection).map_err(explain)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(explain)?;
    Ok(connection)
}

/// Refuses what this program must not change.
fn look_at(connection: &Connection, path: &Path) -> Result<(), Error> {
    let explain = |error: rusqlite::Error| match error.sqlite_error_code() {
        // The file was opened, but not what belongs beside it.
        Some(ErrorCode::CannotOpen) => Error::ReadOnly { place: place(path) },
        _ => explain(path, &error),
    };
    // All of one moment, since another process may be making the database.
    let moment = connection.unchecked_transaction().map_err(explain)?;
    let ask = |sql| moment.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(explain);
    let application = ask("PRAGMA application_id")?;
    let version = ask("PRAGMA user_version")?;
    let is_empty = ask("SELECT count(*) FROM sqlite_schema")? == 0;
    let is_new = is_empty && application == 0 && version == 0;
    if application != APPLICATION && !is_new {
        return Err(Error::Foreign { place: place(path) });
    }
    if version > VERSION {
        return Err(Error::Newer { place: place(path), version, known: VERSION });
    }
    if connection.is_readonly("main").map_err(explain)? {
        return Err(Error::ReadOnly { place: place(path) });
    }
    Ok(())
}

/// Makes commits durable, and brings the database to this program's version.
fn prepare(connection: &mut Connection) -> rusqlite::Result<()> {
    // Where a file system cannot share memory SQLite keeps its older journal, which is as safe.
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Otherwise macOS leaves what was written in the drive's own memory.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    let migration = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have done it in the meantime, or begun to.
    let version: i64 = migration.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for step in MIGRATIONS.iter().skip(version as usize) {
        migration.execute_batch(step)?;
    }
    if version < VERSION {
        migration.pragma_update(None, "application_id", APPLICATION)?;
        migration.pragma_update(None, "user_version", VERSION)?;
    }
    migration.commit()
}
