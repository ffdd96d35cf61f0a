//! How long one part of a site waits for another, in one place: each wait must be over before whoever waits for its end gives up.
//!
//! From the inside out:
//!
//! | who waits for what | how long | what then |
//! |---|---|---|
//! | a server, for one answer of `PostgreSQL` | 3 s, [`Tenure::ANSWER`] | the connection is given up, and what became of a write is looked up over the next one |
//! | a server, for a `PostgreSQL` that starts again, or a connection to spare | 5 s (`store::postgres`) | the request is refused |
//! | a server, for the renewal of its stay | 6 s, [`Tenure::STOP_AFTER`]; asked every 2 s, and again at once where no answer came | it serves nothing until it has entered anew |
//! | a server, for NATS to take a message | [`SEND`] | the message is lost, as any can be |
//! | a server, for NATS to come back | as long as that takes: it is tried every [`RECONNECT_EVERY`] | |
//! | a server, for any word of another that it has asked, which says every [`ALIVE_EVERY`] that it is there | [`SILENCE`] | what can be repeated is asked again, by its name |
//! | everybody, for a server that is gone | 10 s, [`Tenure::LEASE`] | another claims its games |
//! | a request, for its game to have a server | [`OWNER`] | it is refused |
//! | a page, for what it has sent to be answered, over as many connections as it takes | 30 s (`crates/pages/assets/live.js`) | whoever plays is told |
//! | the load balancer | 60 s (`deploy/cluster/haproxy.cfg`) | |

use std::time::Duration;

use store::Tenure;

/// How often one looks whether a game has a server again.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(200);
/// How often a server that answers another says that it is there.
pub(crate) const ALIVE_EVERY: Duration = Duration::from_secs(2);
/// How long it may say nothing.
pub(crate) const SILENCE: Duration = Duration::from_secs(5);
/// How long one who asks for a game waits until it has a server: a lease, and a moment.
pub(crate) const OWNER: Duration = Tenure::LEASE.saturating_add(Duration::from_secs(2));

/// How often NATS is asked whether it is there; that it is not is clear when it has not answered two of these.
pub(crate) const PING_EVERY: Duration = Duration::from_secs(2);
/// How long a handshake with NATS may take.
pub(crate) const CONNECT: Duration = Duration::from_secs(2);
/// How often one that was lost is tried again, once it has been tried a few times at once.
pub(crate) const RECONNECT_EVERY: Duration = Duration::from_millis(500);
/// How long NATS may take no message: so many wait already then that it has been away for long.
pub(crate) const SEND: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_over_before_whoever_waits_for_its_end_gives_up() {
        let page: Duration = Duration::from_secs(30);
        for (what, inner, outer) in [
            ("two words of one who is there", 2 * ALIVE_EVERY, SILENCE),
            ("NATS comes back while the other is waited for", CONNECT + RECONNECT_EVERY, SILENCE),
            ("a message is sent or lost while the other is waited for", SEND, SILENCE),
            ("one who said nothing is asked once more", 2 * (SILENCE + LOOK_EVERY), OWNER),
            ("a game is claimed once its server is gone", Tenure::LEASE + Tenure::ANSWER / 2, OWNER),
            (
                "a server that cannot renew its stay stops before others have its games",
                Tenure::STOP_AFTER,
                Tenure::LEASE,
            ),
            ("a page asks again when it was refused", 2 * OWNER, page),
        ] {
            assert!(inner < outer, "{what}: {inner:?}, {outer:?}");
        }
        assert!(include_str!("../../pages/assets/live.js").contains(&format!("ANSWER_MS = {}_000", page.as_secs())));
    }
}
