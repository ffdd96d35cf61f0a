//! The tables: first the database is looked at, and only one that is understood is changed.

use super::connection::Connection;
use crate::Error;

/// Each step takes the database from one version to the next; the version is the number of steps taken. A step that has
/// been shipped is never changed.
const MIGRATIONS: &[&str] = &[FIRST, LEASES, TOKENS];

/// Texts are compared by their bytes, whatever the language of the database. An index holds no entry of more than a third of a page,
/// and texts may be longer: what must be there once is found by its hash, and the rest by its beginning.
const FIRST: &str = r#"
    CREATE TABLE games (
        serial       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id           TEXT COLLATE "C" NOT NULL UNIQUE,
        game         TEXT COLLATE "C" NOT NULL,
        setup        TEXT COLLATE "C" NOT NULL,
        black_who    TEXT COLLATE "C" NOT NULL,
        black_name   TEXT COLLATE "C" NOT NULL,
        white_who    TEXT COLLATE "C" NOT NULL,
        white_name   TEXT COLLATE "C" NOT NULL,
        moves        BIGINT NOT NULL DEFAULT 0,
        events       BIGINT NOT NULL DEFAULT 0,
        created_ms   BIGINT NOT NULL,
        touched_ms   BIGINT NOT NULL,
        result       TEXT COLLATE "C",
        black_points TEXT COLLATE "C",
        white_points TEXT COLLATE "C"
    );
    CREATE INDEX games_unfinished ON games (touched_ms, serial) WHERE result IS NULL;
    CREATE INDEX games_finished ON games (touched_ms, serial) WHERE result IS NOT NULL;
    CREATE TABLE events (
        game   BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
        number BIGINT NOT NULL,
        line   TEXT COLLATE "C" NOT NULL,
        PRIMARY KEY (game, number)
    );
    CREATE TABLE notes (
        game  BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
        key   TEXT COLLATE "C" NOT NULL,
        value TEXT COLLATE "C" NOT NULL,
        EXCLUDE USING hash ((game::text || ' ' || key) WITH =)
    );
    CREATE INDEX notes_by_game ON notes (game);
    CREATE INDEX notes_by_value ON notes (substr(value, 1, 64), substr(key, 1, 64));
    CREATE TABLE options (
        key   TEXT COLLATE "C" NOT NULL,
        value TEXT COLLATE "C" NOT NULL,
        EXCLUDE USING hash (key WITH =)
    );
    CREATE TABLE names (
        name    TEXT COLLATE "C" NOT NULL,
        used_ms BIGINT NOT NULL,
        EXCLUDE USING hash (name WITH =)
    );
    CREATE INDEX names_by_use ON names (used_ms);
    CREATE TABLE judgements (
        serial BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key    TEXT COLLATE "C" NOT NULL,
        text   TEXT COLLATE "C" NOT NULL,
        EXCLUDE USING hash (key WITH =)
    );
    CREATE TABLE papers (
        serial     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id         TEXT COLLATE "C" NOT NULL UNIQUE,
        owner      TEXT COLLATE "C" NOT NULL,
        shelf      TEXT COLLATE "C" NOT NULL,
        title      TEXT COLLATE "C" NOT NULL,
        version    BIGINT NOT NULL,
        made_ms    BIGINT NOT NULL,
        touched_ms BIGINT NOT NULL,
        due_ms     BIGINT,
        bytes      BIGINT NOT NULL,
        text       TEXT COLLATE "C" NOT NULL
    );
    CREATE INDEX papers_by_owner ON papers (substr(owner, 1, 64), shelf, touched_ms, serial);
    CREATE INDEX papers_by_touch ON papers (shelf, touched_ms, serial);
    CREATE INDEX papers_by_due ON papers (substr(owner, 1, 64), shelf, due_ms, serial) WHERE due_ms IS NOT NULL;
"#;

/// Which node serves a game stands in the game's row, with how often that has changed: so whoever adds events and whoever claims the
/// game meet at one row, and no event comes between a claim and its epoch.
const LEASES: &str = r#"
    CREATE TABLE nodes (
        id    TEXT COLLATE "C" PRIMARY KEY,
        until TIMESTAMPTZ NOT NULL
    );
    ALTER TABLE games ADD COLUMN node TEXT COLLATE "C", ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX games_by_node ON games (node) WHERE node IS NOT NULL;
"#;

/// Names, owners and hashes are short wherever tokens are handed out; what is longer than an index takes is refused by it.
const TOKENS: &str = r#"
    CREATE TABLE tokens (
        name    TEXT COLLATE "C" PRIMARY KEY,
        owner   TEXT COLLATE "C" NOT NULL,
        hash    TEXT COLLATE "C" NOT NULL UNIQUE,
        scopes  TEXT COLLATE "C" NOT NULL,
        made_ms BIGINT NOT NULL
    );
    CREATE INDEX tokens_by_owner ON tokens (owner);
"#;

/// The table that marks a database as this program's, and holds its version.
const MARK: &str = "plateau";

/// The tables that have other names in no version.
const TABLES: [&str; 9] = ["games", "events", "notes", "options", "names", "judgements", "papers", "nodes", "tokens"];

const VERSION: i64 = MIGRATIONS.len() as i64;

/// Brings the database to this program's version, or refuses it. One at a time, whoever else begins at the same moment.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), Error> {
    connection.begin("BEGIN")?;
    connection.within(|connection| {
        connection.lock_schema()?;
        let version = look_at(connection)?;
        for step in MIGRATIONS.iter().skip(version as usize) {
            connection.say(step)?;
        }
        if version == 0 {
            connection.say(&format!("CREATE TABLE {MARK} (version BIGINT NOT NULL); INSERT INTO {MARK} VALUES (0)"))?;
        }
        if version < VERSION {
            connection.say(&format!("UPDATE {MARK} SET version = {VERSION}"))?;
        }
        Ok(())
    })
}

/// The version of the database, 0 if there is nothing of it. Refuses what this program must not change.
fn look_at(connection: &mut Connection) -> Result<i64, Error> {
    const LOOK: &str = "SELECT coalesce(current_schema()::text, ''), current_setting('server_encoding'),
                               coalesce(bool_or(relname = $1), false), coalesce(bool_or(relname = ANY ($2)), false)
                        FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(current_schema()))";
    let place = connection.place().to_owned();
    let rows = connection.rows(LOOK, &[&MARK, &TABLES.as_slice()])?;
    let (schema, encoding, is_marked, is_taken): (String, String, bool, bool) =
        rows.first().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3))).unwrap_or_default();
    let cannot = |problem: String| Err(Error::CannotOpen { place: place.clone(), problem });
    if schema.is_empty() {
        return cannot("no schema of its search path is there".to_owned());
    }
    if encoding != "UTF8" {
        return cannot(format!("its encoding is {encoding}, not UTF8"));
    }
    match (is_marked, is_taken) {
        (false, false) => return Ok(0),
        (false, true) => return Err(Error::Foreign { place }),
        (true, _) => {}
    }
    let version = connection.rows(&format!("SELECT version FROM {MARK}"), &[]);
    // A table of that name can be another's, too.
    let version = version.ok().and_then(|rows| rows.first()?.try_get(0).ok());
    match version {
        None => Err(Error::Foreign { place }),
        Some(version) if version > VERSION => Err(Error::Newer { place, version, known: VERSION }),
        Some(version) => Ok(version),
    }
}
