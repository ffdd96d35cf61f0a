//! What is kept beside games: options, names, judgements.

use super::{Sql, pair, values};
use crate::limit::within_limit;
use crate::{Error, JUDGEMENTS};

pub(super) fn option(sql: &mut dyn Sql, key: &str) -> Result<Option<String>, Error> {
    sql.first("SELECT value FROM options WHERE key = ?1", values![key], |row| row.text(0))
}

pub(super) fn options(sql: &mut dyn Sql) -> Result<Vec<(String, String)>, Error> {
    sql.all("SELECT key, value FROM options ORDER BY key", &[], pair)
}

pub(super) fn set_option(sql: &mut dyn Sql, key: &str, value: Option<&str>) -> Result<(), Error> {
    let Some(value) = value else {
        sql.execute("DELETE FROM options WHERE key = ?1", values![key])?;
        return Ok(());
    };
    let values = values![within_limit(key)?, within_limit(value)?];
    sql.put("UPDATE options SET value = ?2 WHERE key = ?1", ADD_OPTION, values)
}

const ADD_OPTION: &str = "INSERT INTO options (key, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

/// Sets an option unless it has been set.
pub(super) fn add_option(sql: &mut dyn Sql, key: &str, value: &str) -> Result<(), Error> {
    sql.execute(ADD_OPTION, values![within_limit(key)?, within_limit(value)?])?;
    Ok(())
}

pub(super) fn names(sql: &mut dyn Sql, limit: u32) -> Result<Vec<String>, Error> {
    let select = "SELECT name FROM names ORDER BY used_ms DESC, name LIMIT ?1";
    sql.all(select, values![u64::from(limit)], |row| row.text(0))
}

pub(super) fn remember_name(sql: &mut dyn Sql, name: &str, at_ms: u64) -> Result<(), Error> {
    let values = values![within_limit(name)?, at_ms];
    sql.put("UPDATE names SET used_ms = ?2 WHERE name = ?1 AND used_ms < ?2", ADD_NAME, values)
}

const ADD_NAME: &str = "INSERT INTO names (name, used_ms) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

/// Remembers a name unless it is known.
pub(super) fn add_name(sql: &mut dyn Sql, name: &str, used_ms: u64) -> Result<(), Error> {
    sql.execute(ADD_NAME, values![within_limit(name)?, used_ms])?;
    Ok(())
}

pub(super) fn forget_name(sql: &mut dyn Sql, name: &str) -> Result<(), Error> {
    sql.execute("DELETE FROM names WHERE name = ?1", values![name])?;
    Ok(())
}

pub(super) fn judgement(sql: &mut dyn Sql, key: &str) -> Result<Option<String>, Error> {
    sql.first("SELECT text FROM judgements WHERE key = ?1", values![key], |row| row.text(0))
}

/// What is thought instead is as young as what is new: its row is another.
pub(super) fn keep_judgement(sql: &mut dyn Sql, key: &str, text: &str) -> Result<(), Error> {
    let (key, text) = (within_limit(key)?, within_limit(text)?);
    sql.execute("DELETE FROM judgements WHERE key = ?1", values![key])?;
    let insert = "INSERT INTO judgements (key, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING RETURNING serial";
    // If somebody else has just kept it, what they thought will do.
    let Some(serial) = sql.first(insert, values![key, text], |row| row.number(0))? else { return Ok(()) };
    let oldest = serial.saturating_sub(JUDGEMENTS);
    sql.execute("DELETE FROM judgements WHERE serial <= ?1", values![oldest])?;
    Ok(())
}
