//! Everything out of the database, and into it again.

use std::io::{BufRead, Write};

use rusqlite::{Connection, Transaction, params};

use super::{Failure, find, insert_events, insert_game, insert_note, papers, to_sql, within_limit};
use crate::text::{Entry, Game, Reader, Writer};
use crate::{Error, Imported};

/// Writes what is there, also a game that cannot be read any more: its lines go out as they are.
pub(super) fn export(sql: &Connection, out: &mut dyn Write) -> Result<(), Failure> {
    let mut writer = Writer::new(out)?;
    let mut options = sql.prepare("SELECT key, value FROM options ORDER BY key")?;
    let mut rows = options.query([])?;
    while let Some(row) = rows.next()? {
        writer.option(&row.get::<_, String>(0)?, &row.get::<_, String>(1)?)?;
    }
    let mut names = sql.prepare("SELECT used_ms, name FROM names ORDER BY used_ms, name")?;
    let mut rows = names.query([])?;
    while let Some(row) = rows.next()? {
        writer.name(row.get::<_, i64>(0)? as u64, &row.get::<_, String>(1)?)?;
    }
    let mut games = sql.prepare(
        "SELECT serial, id, created_ms, setup, result, black_points, white_points FROM games ORDER BY serial",
    )?;
    let mut events = sql.prepare("SELECT line FROM events WHERE game = ?1 ORDER BY number")?;
    let mut notes = sql.prepare("SELECT key, value FROM notes WHERE game = ?1 ORDER BY key")?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        writer.game(&row.get::<_, String>(1)?, row.get::<_, i64>(2)? as u64, &row.get::<_, String>(3)?)?;
        let mut noted = notes.query([row.get::<_, i64>(0)?])?;
        while let Some(note) = noted.next()? {
            writer.note(&note.get::<_, String>(0)?, &note.get::<_, String>(1)?)?;
        }
        let mut lines = events.query([row.get::<_, i64>(0)?])?;
        while let Some(line) = lines.next()? {
            writer.event(&line.get::<_, String>(0)?)?;
        }
        if let Some(result) = row.get::<_, Option<String>>(4)? {
            let points: Option<[String; 2]> = row.get::<_, Option<_>>(5)?.zip(row.get(6)?).map(<[_; 2]>::from);
            writer.end_of_game(&result, points.as_ref())?;
        }
    }
    papers::each(sql, |paper| writer.paper(paper))?;
    Ok(writer.finish()?)
}

pub(super) fn import(sql: &Transaction<'_>, from: &mut dyn BufRead) -> Result<Imported, Failure> {
    let mut reader = Reader::new(from)?;
    let mut imported = Imported::default();
    while let Some(entry) = reader.next()? {
        match entry {
            Entry::Option { key, value } => {
                sql.execute(
                    "INSERT INTO options (key, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                    [within_limit(&key)?, within_limit(&value)?],
                )?;
            }
            Entry::Name { used_ms, name } => {
                sql.execute(
                    "INSERT INTO names (name, used_ms) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                    params![within_limit(&name)?, to_sql(used_ms)],
                )?;
            }
            Entry::Game(game) => match find(sql, game.id) {
                Ok(_) => imported.known_games += 1,
                Err(Failure::Known(Error::NoSuchGame { .. })) => {
                    import_game(sql, &game)?;
                    imported.games += 1;
                }
                Err(failure) => return Err(failure),
            },
            Entry::Paper(paper) => {
                if papers::version(sql, paper.heading.id)?.is_some() {
                    imported.known_papers += 1;
                } else {
                    papers::insert(sql, &paper, paper.heading.version)?;
                    imported.papers += 1;
                }
            }
        }
    }
    Ok(imported)
}

fn import_game(sql: &Transaction<'_>, game: &Game) -> Result<(), Failure> {
    let Game { id, created_ms, setup, notes, events, end } = game;
    let table = setup.parse().map_err(|_| Error::Unreadable { game: *id, event: 0 })?;
    let serial = insert_game(sql, *id, &table, setup, *created_ms)?;
    notes.iter().try_for_each(|(key, value)| insert_note(sql, serial, key, value))?;
    insert_events(sql, (*id, serial), 0, events, end.as_ref())
}
