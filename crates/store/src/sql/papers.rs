//! Papers in a database.

use super::{Row, Sql, values};
use crate::limit::{within, within_limit};
use crate::{Error, Heading, MAX_PAPER_BYTES, Paper, PaperId, PaperPage, PaperQuery, Room, Shelf};

const HEADING: &str = "id, owner, shelf, title, version, made_ms, touched_ms, due_ms";

fn read_heading(row: &dyn Row) -> Result<Heading, Error> {
    Ok(Heading {
        id: row.parsed(0)?,
        owner: row.text(1)?,
        shelf: row.parsed(2)?,
        title: row.text(3)?,
        version: row.number(4)?,
        made_ms: row.number(5)?,
        touched_ms: row.number(6)?,
        due_ms: row.maybe_number(7)?.map(|number| number.max(0) as u64),
    })
}

fn read_paper(row: &dyn Row) -> Result<Paper, Error> {
    Ok(Paper { heading: read_heading(row)?, text: row.text(8)? })
}

pub(super) fn find(sql: &mut dyn Sql, id: PaperId) -> Result<Option<Paper>, Error> {
    sql.first(&format!("SELECT {HEADING}, text FROM papers WHERE id = ?1"), values![id], read_paper)
}

pub(super) fn keep(sql: &mut dyn Sql, paper: &Paper) -> Result<(), Error> {
    let Heading { id, version: expected, .. } = paper.heading;
    let is_kept = if expected == 0 { insert(sql, paper, 1)? } else { replace(sql, paper)? };
    if is_kept {
        return Ok(());
    }
    // Whoever's it is.
    let version = sql.first("SELECT version FROM papers WHERE id = ?1", values![id], |row| row.number(0))?;
    Err(match version {
        Some(found) if found != expected => Error::Outdated { paper: id, expected, found },
        _ => Error::NoSuchPaper { paper: id },
    })
}

/// Puts a new paper in, with this version, unless there is one of its name.
pub(super) fn insert(sql: &mut dyn Sql, paper: &Paper, version: u64) -> Result<bool, Error> {
    let Paper { heading, text } = paper;
    let inserted = sql.execute(
        &format!(
            "INSERT INTO papers ({HEADING}, bytes, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT (id) DO NOTHING"
        ),
        values![
            heading.id,
            within_limit(&heading.owner)?,
            heading.shelf.id(),
            within_limit(&heading.title)?,
            version,
            heading.made_ms,
            heading.touched_ms,
            heading.due_ms,
            bytes(paper),
            within(text, MAX_PAPER_BYTES)?,
        ],
    )?;
    Ok(inserted > 0)
}

/// Puts it in the place of the version before, if that is still there.
fn replace(sql: &mut dyn Sql, paper: &Paper) -> Result<bool, Error> {
    let Paper { heading, text } = paper;
    let replaced = sql.execute(
        "UPDATE papers SET title = ?4, version = version + 1, touched_ms = ?5, due_ms = ?6, bytes = ?7, text = ?8
         WHERE id = ?1 AND owner = ?2 AND shelf = ?3 AND version = ?9",
        values![
            heading.id,
            heading.owner.as_str(),
            heading.shelf.id(),
            within_limit(&heading.title)?,
            heading.touched_ms,
            heading.due_ms,
            bytes(paper),
            within(text, MAX_PAPER_BYTES)?,
            heading.version,
        ],
    )?;
    Ok(replaced > 0)
}

fn bytes(paper: &Paper) -> u64 {
    (paper.heading.title.len() + paper.text.len()) as u64
}

pub(super) fn list(sql: &mut dyn Sql, query: &PaperQuery) -> Result<PaperPage, Error> {
    let PaperQuery { owner, shelf, title, due_by, skip, limit } = query;
    let title_filter = if title.is_some() { "title = ?3" } else { "CAST(?3 AS TEXT) IS NULL" };
    let (due_filter, order) = match due_by {
        Some(_) => ("due_ms <= ?4", "due_ms, serial"),
        None => ("CAST(?4 AS BIGINT) IS NULL", "touched_ms DESC, serial DESC"),
    };
    let filter = format!(
        "owner = ?1 AND substr(owner, 1, 64) = substr(CAST(?1 AS TEXT), 1, 64) AND shelf = ?2
         AND {title_filter} AND {due_filter}"
    );
    let (owner, shelf, title) = (owner.as_str(), shelf.id(), title.as_deref());
    let count = sql.first(
        &format!("SELECT count(*), CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM papers WHERE {filter}"),
        values![owner, shelf, title, *due_by],
        |row| Ok((row.number(0)?, row.number(1)?)),
    )?;
    let (total, bytes) = count.unwrap_or_default();
    let papers = sql.all(
        &format!("SELECT {HEADING} FROM papers WHERE {filter} ORDER BY {order} LIMIT ?5 OFFSET ?6"),
        values![owner, shelf, title, *due_by, u64::from(*limit), *skip],
        read_heading,
    )?;
    Ok(PaperPage { papers, total, bytes })
}

pub(super) fn drop(sql: &mut dyn Sql, owner: &str, id: PaperId) -> Result<(), Error> {
    match sql.execute("DELETE FROM papers WHERE id = ?1 AND owner = ?2", values![id, owner])? {
        0 => Err(Error::NoSuchPaper { paper: id }),
        _ => Ok(()),
    }
}

pub(super) fn thin_out(sql: &mut dyn Sql, shelf: Shelf, owner: Option<&str>, room: Room) -> Result<u64, Error> {
    let owner_filter = match owner {
        Some(_) => "owner = ?2 AND substr(owner, 1, 64) = substr(CAST(?2 AS TEXT), 1, 64)",
        None => "CAST(?2 AS TEXT) IS NULL",
    };
    let all = format!("FROM papers WHERE shelf = ?1 AND {owner_filter}");
    let values = values![shelf.id(), owner, room.papers, room.bytes];
    // Mostly there is room, which takes far less to see than which would have to go.
    let room_left = sql.first(
        &format!(
            "SELECT CASE WHEN count(*) <= ?3 AND coalesce(sum(bytes), 0) <= CAST(?4 AS BIGINT) THEN 1 ELSE 0 END {all}"
        ),
        values,
        |row| row.number(0),
    )?;
    if room_left == Some(1) {
        return Ok(0);
    }
    sql.execute(
        &format!(
            "DELETE FROM papers WHERE serial IN (
                 SELECT serial FROM (
                     SELECT serial, row_number() OVER latest AS place, sum(bytes) OVER latest AS bytes {all}
                     WINDOW latest AS (ORDER BY touched_ms DESC, serial DESC ROWS UNBOUNDED PRECEDING)) AS ranked
                 WHERE place > ?3 OR bytes > CAST(?4 AS BIGINT))"
        ),
        values,
    )
}

/// Everybody's, in the order in which they were made, one at a time: each may be long.
pub(super) fn each(sql: &mut dyn Sql, mut take: impl FnMut(&Paper) -> Result<(), Error>) -> Result<(), Error> {
    let select = format!("SELECT {HEADING}, text, serial FROM papers WHERE serial > ?1 ORDER BY serial LIMIT 1");
    let mut last = 0;
    while let Some((paper, serial)) = sql.first(&select, values![last], |row| Ok((read_paper(row)?, row.number(9)?)))? {
        take(&paper)?;
        last = serial;
    }
    Ok(())
}
