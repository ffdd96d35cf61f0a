//! Tokens in a database.

use super::{Row, Sql, values};
use crate::limit::within_limit;
use crate::{Error, Token};

const TOKEN: &str = "name, owner, hash, scopes, made_ms";

fn read_token(row: &dyn Row) -> Result<Token, Error> {
    Ok(Token {
        name: row.text(0)?,
        owner: row.text(1)?,
        hash: row.text(2)?,
        scopes: row.text(3)?,
        made_ms: row.number(4)?,
    })
}

/// Nothing is added where a name or a hash is there already, nor where the owner has as many as there may be.
pub(super) fn add(sql: &mut dyn Sql, token: &Token, most: u64) -> Result<bool, Error> {
    let Token { name, owner, hash, scopes, made_ms } = token;
    let added = sql.execute(
        &format!(
            "INSERT INTO tokens ({TOKEN})
             SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS TEXT), CAST(?4 AS TEXT), CAST(?5 AS BIGINT)
             WHERE (SELECT count(*) FROM tokens WHERE owner = ?2) < CAST(?6 AS BIGINT)
             ON CONFLICT DO NOTHING"
        ),
        values![within_limit(name)?, within_limit(owner)?, within_limit(hash)?, within_limit(scopes)?, *made_ms, most],
    )?;
    Ok(added > 0)
}

pub(super) fn find(sql: &mut dyn Sql, hash: &str) -> Result<Option<Token>, Error> {
    sql.first(&format!("SELECT {TOKEN} FROM tokens WHERE hash = ?1"), values![hash], read_token)
}

pub(super) fn named(sql: &mut dyn Sql, name: &str) -> Result<Option<Token>, Error> {
    sql.first(&format!("SELECT {TOKEN} FROM tokens WHERE name = ?1"), values![name], read_token)
}

pub(super) fn of(sql: &mut dyn Sql, owner: &str) -> Result<Vec<Token>, Error> {
    sql.all(&format!("SELECT {TOKEN} FROM tokens WHERE owner = ?1 ORDER BY name"), values![owner], read_token)
}

pub(super) fn all(sql: &mut dyn Sql) -> Result<Vec<Token>, Error> {
    sql.all(&format!("SELECT {TOKEN} FROM tokens ORDER BY name"), &[], read_token)
}

pub(super) fn drop(sql: &mut dyn Sql, owner: &str, name: &str) -> Result<bool, Error> {
    Ok(sql.execute("DELETE FROM tokens WHERE name = ?1 AND owner = ?2", values![name, owner])? > 0)
}
