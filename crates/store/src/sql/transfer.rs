//! Everything out of a database, and into it again.

use std::io::{BufRead, Write};

use super::{Row, Sql, beside, games, papers, tokens, values};
use crate::text::{Entry, Reader, Writer};
use crate::{Error, Imported};

/// Writes what is there, also a game that cannot be read any more: its lines go out as they are.
pub(super) fn export(sql: &mut dyn Sql, out: &mut dyn Write) -> Result<(), Error> {
    let mut writer = Writer::new(out)?;
    sql.query("SELECT key, value FROM options ORDER BY key", &[], &mut |row| {
        writer.option(&row.text(0)?, &row.text(1)?)
    })?;
    sql.query("SELECT used_ms, name FROM names ORDER BY used_ms, name", &[], &mut |row| {
        writer.name(row.number(0)?, &row.text(1)?)
    })?;
    tokens::all(sql)?.iter().try_for_each(|token| writer.token(token))?;
    let mut last = 0;
    while let Some(game) = sql.first(NEXT_GAME, values![last], read_game)? {
        last = game.serial;
        writer.game(&game.id, game.created_ms, &game.setup)?;
        sql.query("SELECT key, value FROM notes WHERE game = ?1 ORDER BY key", values![last], &mut |row| {
            writer.note(&row.text(0)?, &row.text(1)?)
        })?;
        sql.query("SELECT line FROM events WHERE game = ?1 ORDER BY number", values![last], &mut |row| {
            writer.event(&row.text(0)?)
        })?;
        if let Some(result) = game.result {
            writer.end_of_game(&result, game.points.as_ref())?;
        }
    }
    papers::each(sql, |paper| writer.paper(paper))?;
    writer.finish()
}

/// One game at a time, in the order in which they were made: memory goes by the longest, not by how many there are.
const NEXT_GAME: &str = "SELECT serial, id, created_ms, setup, result, black_points, white_points FROM games
                         WHERE serial > ?1 ORDER BY serial LIMIT 1";

/// A game as it stands in its row, whether or not that can be read.
struct Raw {
    serial: u64,
    id: String,
    created_ms: u64,
    setup: String,
    result: Option<String>,
    points: Option<[String; 2]>,
}

fn read_game(row: &dyn Row) -> Result<Raw, Error> {
    Ok(Raw {
        serial: row.number(0)?,
        id: row.text(1)?,
        created_ms: row.number(2)?,
        setup: row.text(3)?,
        result: row.maybe_text(4)?,
        points: row.maybe_text(5)?.zip(row.maybe_text(6)?).map(<[_; 2]>::from),
    })
}

pub(super) fn import(sql: &mut dyn Sql, from: &mut dyn BufRead) -> Result<Imported, Error> {
    let mut reader = Reader::new(from)?;
    let mut imported = Imported::default();
    while let Some(entry) = reader.next()? {
        match entry {
            Entry::Option { key, value } => beside::add_option(sql, &key, &value)?,
            Entry::Name { used_ms, name } => beside::add_name(sql, &name, used_ms)?,
            Entry::Judgement { key, text } => beside::keep_judgement(sql, &key, &text)?,
            // Another's of the same name stays as it is.
            Entry::Token(token) => drop(tokens::add(sql, &token, u64::MAX)?),
            Entry::Game(game) => {
                let is_new = games::import(sql, &game)?;
                *(if is_new { &mut imported.games } else { &mut imported.known_games }) += 1;
            }
            Entry::Paper(paper) => {
                let is_new = papers::insert(sql, &paper, paper.heading.version)?;
                *(if is_new { &mut imported.papers } else { &mut imported.known_papers }) += 1;
            }
        }
    }
    Ok(imported)
}
