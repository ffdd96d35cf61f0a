//! Games in a database: their rows, their events, what is noted about them.

use table::event::Event;
use table::{AnyTable, End, Ending, Kind, Seat, Who};

use super::{Row, Sql, pair, values};
use crate::change::Change;
use crate::limit::{within_limit, without_nul};
use crate::text::{self, half_points};
use crate::{Append, Error, GameId, Loaded, Noted, Page, Query, Summary, Which};

const SUMMARY: &str = "id, game, black_who, black_name, white_who, white_name, moves, events, created_ms, touched_ms, \
                       result, black_points, white_points";

fn read_summary(row: &dyn Row) -> Result<Summary, Error> {
    // One strange seat must not hide all the other games; whoever opens the game is told.
    let seat =
        |who, name| Ok::<_, Error>(Seat { name: row.text(name)?, who: row.text(who)?.parse().unwrap_or(Who::Person) });
    let end = match row.maybe_text(10)? {
        Some(result) => {
            let points = |column| Ok::<_, Error>(row.maybe_text(column)?.as_deref().and_then(half_points));
            let half_points = points(11)?.zip(points(12)?).map(<[_; 2]>::from);
            Some(End { ending: result.parse().unwrap_or(Ending::Unknown), half_points })
        }
        None => None,
    };
    Ok(Summary {
        id: row.parsed(0)?,
        kind: row.parsed(1)?,
        seats: [seat(2, 3)?, seat(4, 5)?],
        moves: row.number(6)?,
        events: row.number(7)?,
        created_ms: row.number(8)?,
        touched_ms: row.number(9)?,
        end,
    })
}

/// What of a change stands in the row of a game.
impl Change {
    pub(crate) fn result(&self) -> Option<String> {
        self.end.map(|end| end.ending.to_string())
    }

    pub(crate) fn points(&self) -> Option<[String; 2]> {
        self.end.as_ref().and_then(End::points)
    }

    /// Of somebody who sat down: what and who they are.
    pub(crate) fn who_and_name(&self, side: usize) -> (Option<String>, Option<String>) {
        let seat = self.seats[side].as_ref();
        (seat.map(|seat| seat.who.to_string()), seat.map(|seat| without_nul(&seat.name).into_owned()))
    }
}

/// The row of a game, and the number of its next event.
fn find(sql: &mut dyn Sql, game: GameId) -> Result<(i64, u64), Error> {
    let select = "SELECT serial, events FROM games WHERE id = ?1";
    let found = sql.first(select, values![game], |row| Ok((row.number(0)? as i64, row.number(1)?)))?;
    found.ok_or(Error::NoSuchGame { game })
}

pub(super) fn begin(
    sql: &mut dyn Sql,
    game: GameId,
    table: &AnyTable,
    at_ms: u64,
    with: &[Append],
) -> Result<(), Error> {
    let setup = table.setup().to_string();
    // As it will be read: control characters in a name have become blanks.
    let table = setup.parse().map_err(|_| Error::Unreadable { game, event: 0 })?;
    if insert(sql, game, &table, &setup, at_ms)?.is_none() {
        let (_, found) = find(sql, game)?;
        return Err(Error::Conflict { game, expected: 0, found });
    }
    with.iter().try_for_each(|one| append(sql, one))
}

/// Makes the row of a game, unless there is one of its name.
fn insert(sql: &mut dyn Sql, id: GameId, table: &AnyTable, setup: &str, at_ms: u64) -> Result<Option<i64>, Error> {
    let [black, white] = table.seats();
    sql.first(
        "INSERT INTO games (id, game, setup, black_who, black_name, white_who, white_name, created_ms, touched_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8) ON CONFLICT (id) DO NOTHING RETURNING serial",
        values![
            id,
            table.kind().id(),
            within_limit(setup)?,
            &black.who,
            black.name.as_str(),
            &white.who,
            white.name.as_str(),
            at_ms
        ],
        |row| Ok(row.number(0)? as i64),
    )
}

/// Adds events to a game, if the next one still has the number it was meant to have, with what is noted.
pub(crate) fn append(sql: &mut dyn Sql, one: &Append) -> Result<(), Error> {
    let Append { game, from, events, end, notes, claim } = one;
    if let Some(claim) = claim
        && !sql.holds(claim)?
    {
        return Err(Error::Lost { game: *game });
    }
    let change = Change::new(*game, *from, events, end.as_ref())?;
    let serial = apply(sql, *game, *from, &change)?;
    notes.iter().try_for_each(|(key, value)| set_note(sql, serial, key, value.as_deref()))
}

fn apply(sql: &mut dyn Sql, game: GameId, from: u64, change: &Change) -> Result<i64, Error> {
    let [(black_who, black_name), (white_who, white_name)] = [0, 1].map(|side| change.who_and_name(side));
    let (result, points) = (change.result(), change.points());
    let serial = sql.first(
        "UPDATE games SET events = events + ?3,
                          moves = CASE WHEN moves + ?4 < 0 THEN 0 ELSE moves + ?4 END,
                          touched_ms = CASE WHEN touched_ms < ?5 THEN ?5 ELSE touched_ms END,
                          result = ?6, black_points = ?7, white_points = ?8,
                          black_who = coalesce(?9, black_who), black_name = coalesce(?10, black_name),
                          white_who = coalesce(?11, white_who), white_name = coalesce(?12, white_name)
         WHERE id = ?1 AND events = ?2 RETURNING serial",
        values![
            game,
            from,
            change.lines.len() as u64,
            change.moves,
            change.touched_ms,
            result.as_deref(),
            points.as_ref().map(|[black, _]| black.as_str()),
            points.as_ref().map(|[_, white]| white.as_str()),
            black_who.as_deref(),
            black_name.as_deref(),
            white_who.as_deref(),
            white_name.as_deref(),
        ],
        |row| Ok(row.number(0)? as i64),
    )?;
    let Some(serial) = serial else {
        let (_, found) = find(sql, game)?;
        return Err(Error::Conflict { game, expected: from, found });
    };
    sql.insert_lines(serial, from, &change.lines)?;
    Ok(serial)
}

/// A game out of an export; `false` if it is here already.
pub(super) fn import(sql: &mut dyn Sql, game: &text::Game) -> Result<bool, Error> {
    let text::Game { id, created_ms, setup, notes, events, end } = game;
    let table = setup.parse().map_err(|_| Error::Unreadable { game: *id, event: 0 })?;
    let Some(serial) = insert(sql, *id, &table, setup, *created_ms)? else { return Ok(false) };
    notes.iter().try_for_each(|(key, value)| set_note(sql, serial, key, Some(value)))?;
    apply(sql, *id, 0, &Change::new(*id, 0, events, end.as_ref())?)?;
    Ok(true)
}

pub(super) fn load(sql: &mut dyn Sql, game: GameId) -> Result<Loaded, Error> {
    let select = format!("SELECT {SUMMARY}, setup, serial FROM games WHERE id = ?1");
    let found =
        sql.first(&select, values![game], |row| Ok((read_summary(row)?, row.text(13)?, row.number(14)? as i64)))?;
    let (summary, setup, serial) = found.ok_or(Error::NoSuchGame { game })?;
    let setup = setup.parse().map_err(|_| Error::Unreadable { game, event: 0 })?;
    let events = read_events(sql, (game, serial), 0, summary.events)?;
    Ok(Loaded { summary, setup, events })
}

pub(super) fn events(sql: &mut dyn Sql, game: GameId, from: u64) -> Result<Vec<Event>, Error> {
    let (serial, until) = find(sql, game)?;
    read_events(sql, (game, serial), from, until)
}

/// The events of a game from a number on. There must be as many as the game says.
fn read_events(sql: &mut dyn Sql, (game, serial): (GameId, i64), from: u64, until: u64) -> Result<Vec<Event>, Error> {
    let unreadable = |number| Error::Unreadable { game, event: number };
    let mut events = Vec::new();
    let mut next = from;
    let select = "SELECT number, line FROM events WHERE game = ?1 AND number >= ?2 ORDER BY number";
    sql.query(select, values![serial, from], &mut |row| {
        // What is beyond the game's own count is none of it.
        if next < until {
            if row.number(0)? != next {
                return Err(unreadable(next));
            }
            events.push(row.text(1)?.parse().map_err(|_| unreadable(next))?);
            next += 1;
        }
        Ok(())
    })?;
    if next < until { Err(unreadable(next)) } else { Ok(events) }
}

pub(super) fn list(sql: &mut dyn Sql, query: &Query) -> Result<Page, Error> {
    let Query { which, kind, skip, limit } = query;
    let finished = is_finished(*which);
    let of_kind = if kind.is_some() { "game = ?1" } else { "CAST(?1 AS TEXT) IS NULL" };
    let filter = format!("{finished} AND {of_kind}");
    let kind = kind.map(Kind::id);
    let total = sql.first(&format!("SELECT count(*) FROM games WHERE {filter}"), values![kind], |row| row.number(0))?;
    let games = sql.all(
        &format!("SELECT {SUMMARY} FROM games WHERE {filter} ORDER BY touched_ms DESC, serial DESC LIMIT ?2 OFFSET ?3"),
        values![kind, u64::from(*limit), *skip],
        read_summary,
    )?;
    Ok(Page { games, total: total.unwrap_or(0) })
}

/// The condition as the index of games has it.
fn is_finished(which: Which) -> &'static str {
    match which {
        Which::Unfinished => "(result IS NULL) = TRUE",
        Which::Finished => "(result IS NULL) = FALSE",
    }
}

pub(super) fn delete(sql: &mut dyn Sql, game: GameId) -> Result<(), Error> {
    match sql.execute("DELETE FROM games WHERE id = ?1", values![game])? {
        0 => Err(Error::NoSuchGame { game }),
        _ => Ok(()),
    }
}

pub(super) fn notes(sql: &mut dyn Sql, game: GameId) -> Result<Vec<(String, String)>, Error> {
    let (serial, _) = find(sql, game)?;
    sql.all("SELECT key, value FROM notes WHERE game = ?1 ORDER BY key", values![serial], pair)
}

pub(super) fn set_notes(sql: &mut dyn Sql, game: GameId, notes: &[(&str, Option<&str>)]) -> Result<(), Error> {
    let (serial, _) = find(sql, game)?;
    notes.iter().try_for_each(|(key, value)| set_note(sql, serial, key, *value))
}

/// Notes something, or forgets it.
fn set_note(sql: &mut dyn Sql, serial: i64, key: &str, value: Option<&str>) -> Result<(), Error> {
    let Some(value) = value else {
        sql.execute("DELETE FROM notes WHERE game = ?1 AND key = ?2", values![serial, key])?;
        return Ok(());
    };
    sql.put(
        "UPDATE notes SET value = ?3 WHERE game = ?1 AND key = ?2",
        "INSERT INTO notes (game, key, value) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        values![serial, within_limit(key)?, within_limit(value)?],
    )
}

pub(super) fn noted(sql: &mut dyn Sql, query: &Noted<'_>) -> Result<Vec<Summary>, Error> {
    let Noted { key, value, which, before_ms, limit } = *query;
    let finished = which.map_or("TRUE", is_finished);
    let before = if before_ms.is_some() { "touched_ms < ?4" } else { "CAST(?4 AS BIGINT) IS NULL" };
    sql.all(
        &format!(
            "SELECT {SUMMARY} FROM games WHERE serial IN (
                 SELECT game FROM notes WHERE key = ?1 AND value = ?2
                 AND substr(key, 1, 64) = substr(CAST(?1 AS TEXT), 1, 64)
                 AND substr(value, 1, 64) = substr(CAST(?2 AS TEXT), 1, 64))
             AND {finished} AND {before}
             ORDER BY touched_ms DESC, serial DESC LIMIT ?3"
        ),
        values![key, value, u64::from(limit), before_ms],
        read_summary,
    )
}
