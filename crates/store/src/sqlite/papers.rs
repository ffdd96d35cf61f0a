//! Papers in the database.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::{Failure, to_sql, within_limit};
use crate::{Error, Heading, MAX_PAPER_BYTES, Paper, PaperId, PaperPage, PaperQuery, Room, Shelf};

const HEADING: &str = "id, owner, shelf, title, version, made_ms, touched_ms, due_ms";

fn read_heading(row: &Row<'_>) -> rusqlite::Result<Heading> {
    let number = |number: i64| number.max(0) as u64;
    Ok(Heading {
        id: row.get::<_, String>(0)?.parse().map_err(|_| rusqlite::Error::InvalidQuery)?,
        owner: row.get(1)?,
        shelf: row.get::<_, String>(2)?.parse().map_err(|_| rusqlite::Error::InvalidQuery)?,
        title: row.get(3)?,
        version: number(row.get(4)?),
        made_ms: number(row.get(5)?),
        touched_ms: number(row.get(6)?),
        due_ms: row.get::<_, Option<i64>>(7)?.map(number),
    })
}

fn read_paper(row: &Row<'_>) -> rusqlite::Result<Paper> {
    Ok(Paper { heading: read_heading(row)?, text: row.get(8)? })
}

pub(super) fn find(sql: &Connection, id: PaperId) -> Result<Option<Paper>, Failure> {
    let mut select = sql.prepare_cached(&format!("SELECT {HEADING}, text FROM papers WHERE id = ?1"))?;
    Ok(select.query_row([id.to_string()], read_paper).optional()?)
}

/// The version that is kept, whoever's it is; nothing if there is no such paper.
pub(super) fn version(sql: &Connection, id: PaperId) -> Result<Option<u64>, Failure> {
    let mut select = sql.prepare_cached("SELECT version FROM papers WHERE id = ?1")?;
    Ok(select.query_row([id.to_string()], |row| row.get::<_, i64>(0)).optional()?.map(|version| version as u64))
}

pub(super) fn keep(sql: &Transaction<'_>, paper: &Paper) -> Result<(), Failure> {
    let expected = paper.heading.version;
    match (version(sql, paper.heading.id)?, expected) {
        (None, 0) => insert(sql, paper, 1),
        (Some(found), _) if found == expected => replace(sql, paper),
        (Some(found), _) => Err(Error::Outdated { paper: paper.heading.id, expected, found }.into()),
        (None, _) => Err(Error::NoSuchPaper { paper: paper.heading.id }.into()),
    }
}

/// Puts a new paper in, with this version.
pub(super) fn insert(sql: &Transaction<'_>, paper: &Paper, version: u64) -> Result<(), Failure> {
    let Paper { heading, text } = paper;
    let mut insert = sql.prepare_cached(&format!(
        "INSERT INTO papers ({HEADING}, bytes, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
    ))?;
    insert.execute(params![
        heading.id.to_string(),
        within_limit(&heading.owner)?,
        heading.shelf.id(),
        within_limit(&heading.title)?,
        to_sql(version),
        to_sql(heading.made_ms),
        to_sql(heading.touched_ms),
        heading.due_ms.map(to_sql),
        bytes(paper),
        within_paper(text)?,
    ])?;
    Ok(())
}

fn replace(sql: &Transaction<'_>, paper: &Paper) -> Result<(), Failure> {
    let Paper { heading, text } = paper;
    let mut update = sql.prepare_cached(
        "UPDATE papers SET title = ?4, version = ?5, touched_ms = ?6, due_ms = ?7, bytes = ?8, text = ?9
         WHERE id = ?1 AND owner = ?2 AND shelf = ?3",
    )?;
    let changed = update.execute(params![
        heading.id.to_string(),
        heading.owner,
        heading.shelf.id(),
        within_limit(&heading.title)?,
        to_sql(heading.version + 1),
        to_sql(heading.touched_ms),
        heading.due_ms.map(to_sql),
        bytes(paper),
        within_paper(text)?,
    ])?;
    if changed == 0 { Err(Error::NoSuchPaper { paper: heading.id }.into()) } else { Ok(()) }
}

fn bytes(paper: &Paper) -> i64 {
    to_sql((paper.heading.title.len() + paper.text.len()) as u64)
}

fn within_paper(text: &str) -> Result<&str, Error> {
    if text.len() > MAX_PAPER_BYTES { Err(Error::TooLong { limit_bytes: MAX_PAPER_BYTES }) } else { Ok(text) }
}

pub(super) fn list(sql: &Connection, query: &PaperQuery) -> Result<PaperPage, Failure> {
    let PaperQuery { owner, shelf, title, due_by, skip, limit } = query;
    let filter = match due_by {
        Some(_) => "owner = ?1 AND shelf = ?2 AND (?3 IS NULL OR title = ?3) AND due_ms <= ?4",
        None => "owner = ?1 AND shelf = ?2 AND (?3 IS NULL OR title = ?3) AND ?4 IS NULL",
    };
    let order = if due_by.is_some() { "due_ms, serial" } else { "touched_ms DESC, serial DESC" };
    let due_by = due_by.map(to_sql);
    let mut count =
        sql.prepare_cached(&format!("SELECT count(*), coalesce(sum(bytes), 0) FROM papers WHERE {filter}"))?;
    let (total, bytes) = count.query_row(params![owner, shelf.id(), title, due_by], |row| {
        Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64))
    })?;
    let mut select = sql
        .prepare_cached(&format!("SELECT {HEADING} FROM papers WHERE {filter} ORDER BY {order} LIMIT ?5 OFFSET ?6"))?;
    let papers = select.query_map(params![owner, shelf.id(), title, due_by, limit, to_sql(*skip)], read_heading)?;
    Ok(PaperPage { papers: papers.collect::<Result<_, _>>()?, total, bytes })
}

pub(super) fn drop(sql: &Transaction<'_>, owner: &str, id: PaperId) -> Result<(), Failure> {
    match sql.execute("DELETE FROM papers WHERE id = ?1 AND owner = ?2", params![id.to_string(), owner])? {
        0 => Err(Error::NoSuchPaper { paper: id }.into()),
        _ => Ok(()),
    }
}

pub(super) fn thin_out(sql: &Transaction<'_>, shelf: Shelf, owner: Option<&str>, room: Room) -> Result<u64, Failure> {
    let all = "FROM papers WHERE shelf = ?1 AND (?2 IS NULL OR owner = ?2)";
    // Mostly there is room, which takes far less to see than which would have to go.
    let has_room: bool = sql.query_row(
        &format!("SELECT count(*) <= ?3 AND coalesce(sum(bytes), 0) <= ?4 {all}"),
        params![shelf.id(), owner, to_sql(room.papers), to_sql(room.bytes)],
        |row| row.get(0),
    )?;
    if has_room {
        return Ok(0);
    }
    let gone = sql.execute(
        &format!(
            "DELETE FROM papers WHERE serial IN (
                 SELECT serial FROM (
                     SELECT serial, row_number() OVER latest AS place, sum(bytes) OVER latest AS bytes {all}
                     WINDOW latest AS (ORDER BY touched_ms DESC, serial DESC ROWS UNBOUNDED PRECEDING))
                 WHERE place > ?3 OR bytes > ?4)"
        ),
        params![shelf.id(), owner, to_sql(room.papers), to_sql(room.bytes)],
    )?;
    Ok(gone as u64)
}

/// Everybody's, in the order in which they were made.
pub(super) fn each(sql: &Connection, mut take: impl FnMut(&Paper) -> Result<(), Error>) -> Result<(), Failure> {
    let mut select = sql.prepare(&format!("SELECT {HEADING}, text FROM papers ORDER BY serial"))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        take(&read_paper(row)?)?;
    }
    Ok(())
}
