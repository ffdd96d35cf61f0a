//! Which server has which game.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use super::connection::Connection;
use super::{Lock, Patience, Postgres};
use crate::sql::to_sql;
use crate::{Claim, Error, GameId, Leases, NodeId};

/// A stay is renewed by one statement on a connection of its own; the names of servers that left without a word are forgotten with it, when their stay has
/// been over for a day.
const RENEW: &str = "WITH forgotten AS (DELETE FROM nodes WHERE until < clock_timestamp() - interval '1 day')
                     INSERT INTO nodes (id, until) VALUES ($1, clock_timestamp() + $2::bigint * interval '1 millisecond')
                     ON CONFLICT (id) DO UPDATE SET until = excluded.until";

/// Not by the connection that writes: a stay must not end because a batch takes long.
impl Leases for Postgres {
    fn renew(&self, node: NodeId, lease: Duration) -> Result<(), Error> {
        let (name, lease_ms) = (node.to_string(), lease.as_millis() as i64);
        let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut connection) = keeper.take()
            && connection.rows(RENEW, &[&name, &lease_ms]).is_ok()
        {
            *keeper = Some(connection);
            return Ok(());
        }
        // One that has broken, or is silent, is replaced once: that still is in time.
        let mut connection = Connection::open_again(&self.url, Patience::OF_SERVERS, Instant::now())?;
        connection.rows(RENEW, &[&name, &lease_ms])?;
        *keeper = Some(connection);
        Ok(())
    }

    fn claim(&self, node: NodeId, game: GameId) -> Result<Claim, Error> {
        // Who has it is looked up by a statement of its own once the row is locked, and so as of then.
        const LOCK: &str = "SELECT node FROM games WHERE id = $1 FOR UPDATE";
        const CLAIM: &str = "UPDATE games SET node = $2, epoch = epoch + 1
                             WHERE id = $1 AND ($3 OR node IS NULL OR node = $2 OR NOT EXISTS (
                                 SELECT FROM nodes WHERE nodes.id = games.node AND until > clock_timestamp()))
                             RETURNING epoch";
        let (id, name) = (game.to_string(), node.to_string());
        // Whoever has the lock of the only server knows that all others are gone.
        let is_alone = matches!(self.lock, Lock::Alone);
        self.readers.begin("BEGIN")?.within(|connection| {
            let locked = connection.rows(LOCK, &[&id])?;
            let owner: Option<String> = locked.first().ok_or(Error::NoSuchGame { game })?.get(0);
            let claimed = connection.rows(CLAIM, &[&id, &name, &is_alone])?;
            let Some(row) = claimed.first() else {
                let place = connection.place().to_owned();
                let owner = owner.unwrap_or_default();
                let unknown = |_| Error::Damaged { place, problem: format!("game {game} is with '{owner}'") };
                return Err(Error::Held { game, node: owner.parse().map_err(unknown)? });
            };
            let (epoch, is_takeover) = (row.get::<_, i64>(0) as u64, owner.is_some_and(|owner| owner != name));
            Ok(Claim { game, node, epoch, is_takeover })
        })
    }

    fn release(&self, claim: &Claim) -> Result<(), Error> {
        const RELEASE: &str = "UPDATE games SET node = NULL WHERE id = $1 AND node = $2 AND epoch = $3";
        let Claim { game, node, epoch, is_takeover: _ } = claim;
        self.readers.begin("BEGIN")?.within(|connection| {
            connection.rows(RELEASE, &[&game.to_string(), &node.to_string(), &to_sql(*epoch)]).map(|_| ())
        })
    }

    fn leave(&self, node: NodeId) -> Result<(), Error> {
        let name = node.to_string();
        self.readers.begin("BEGIN")?.within(|connection| {
            connection.rows("UPDATE games SET node = NULL WHERE node = $1", &[&name])?;
            connection.rows("DELETE FROM nodes WHERE id = $1", &[&name]).map(|_| ())
        })
    }
}
