//! What every server tells all others: which of its games can be joined or watched, which programs listen there, what households and programs have had of it and
//! what those households have that have much, and for whom a bell rang.
//!
//! Each says its whole lists whenever they have changed, and now and then in any case; who begins asks all others once. So a message that is
//! lost is made up for by the next, and the list of a server that says nothing any more is forgotten.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Message, Subscriber};
use axum::body::Bytes;
use futures_util::StreamExt;
use serde_json::{Value, json};
use store::NodeId;
use table::{Kind, Seat};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::MissedTickBehavior;

use crate::api::Here;
use crate::exchange::Exchange;
use crate::guard::{Has, Spent};
use crate::household::Household;
use crate::hub::Key;
use crate::hub::lobby::Entry;
use crate::site::Site;

/// Where everybody hears it.
pub(super) const ALL: &str = "plateau.site.*";
const LOBBY: &str = "plateau.site.lobby";
const ASK: &str = "plateau.site.ask";
const BELL: &str = "plateau.site.bell";
const ONLINE: &str = "plateau.site.online";
const SPENT: &str = "plateau.site.spent";
const CALLED: &str = "plateau.site.called";
const HOLDS: &str = "plateau.site.holds";

/// How long changes are gathered.
const GATHER: Duration = Duration::from_millis(200);
/// How often is looked what programs and households do.
const LOOK: Duration = Duration::from_secs(1);
/// So many households are told of in one message, which then has less than half of what NATS takes.
const TOLD: usize = 5000;
/// How often a list is said in any case.
const REPEAT: Duration = Duration::from_secs(10);

/// Tells and hears for as long as the server runs.
pub(super) async fn gossip(site: Site, exchange: Arc<Exchange>, mut heard: Subscriber) {
    let hub = site.hub();
    let (mut changes, mut rung) = (hub.lobby().changes(), hub.rung());
    let mut repeat = tokio::time::interval(REPEAT);
    repeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut said, mut said_online): (Option<Vec<Entry>>, Option<Vec<Here>>) = (None, None);
    let mut said_holders: Option<Vec<(Household, Has)>> = None;
    exchange.publish(ASK.to_owned(), None, exchange.node.to_string().into()).await;
    loop {
        let say = tokio::select! {
            message = heard.next() => match message {
                Some(message) => hear(&site, exchange.node, &message),
                None => return,
            },
            changed = changes.changed() => {
                if changed.is_err() {
                    return;
                }
                tokio::time::sleep(GATHER).await;
                changes.mark_unchanged();
                said.as_ref() != Some(&hub.lobby().own())
            }
            key = rung.recv() => match key {
                Ok(key) => {
                    exchange.publish(BELL.to_owned(), None, format!("{} {key}", exchange.node).into()).await;
                    false
                }
                // Those who listen look for themselves now and then.
                Err(RecvError::Lagged(_)) => false,
                Err(RecvError::Closed) => return,
            },
            () = hub.closing() => {
                // Its games are elsewhere in a moment, or nowhere.
                exchange.publish(LOBBY.to_owned(), None, write(exchange.node, &[])).await;
                exchange.publish(ONLINE.to_owned(), None, write_here(exchange.node, &[])).await;
                exchange.publish(HOLDS.to_owned(), None, write_holders(exchange.node, &[])).await;
                let _ = exchange.client.flush().await;
                return;
            }
            _ = repeat.tick() => {
                hub.lobby().forget_silent(3 * REPEAT);
                site.callers().elsewhere().forget_silent(3 * REPEAT);
                hub.listeners_elsewhere().forget_silent(3 * REPEAT);
                site.guard().elsewhere().forget_silent(3 * REPEAT);
                true
            }
            _ = look.tick() => {
                for some in site.guard().tell().chunks(TOLD) {
                    exchange.publish(SPENT.to_owned(), None, write_spent(exchange.node, some)).await;
                }
                for some in site.callers().tell().chunks(TOLD) {
                    exchange.publish(CALLED.to_owned(), None, write_called(exchange.node, some)).await;
                }
                let holders = site.guard().holders();
                if said_holders.as_ref() != Some(&holders) {
                    exchange.publish(HOLDS.to_owned(), None, write_holders(exchange.node, &holders)).await;
                    said_holders = Some(holders);
                }
                let online = site.callers().here_alone();
                if said_online.as_ref() != Some(&online) {
                    exchange.publish(ONLINE.to_owned(), None, write_here(exchange.node, &online)).await;
                    said_online = Some(online);
                }
                false
            }
        };
        if say {
            let list = hub.lobby().own();
            exchange.publish(LOBBY.to_owned(), None, write(exchange.node, &list)).await;
            said = Some(list);
            // With the next look.
            (said_online, said_holders) = (None, None);
        }
    }
}

/// Takes in what another server says; whether it wants to hear one's own list.
fn hear(site: &Site, own: NodeId, message: &Message) -> bool {
    let hub = site.hub();
    let Ok(text) = std::str::from_utf8(&message.payload) else { return false };
    let first = text.split([' ', '\n']).next().unwrap_or_default();
    let Some(node) = first.parse().ok().filter(|node: &NodeId| *node != own) else { return false };
    match message.subject.as_str() {
        LOBBY => hub.lobby().hear(node, text.lines().skip(1).filter_map(read).collect()),
        ONLINE => {
            let here: Vec<Here> = text.lines().skip(1).filter_map(read_here).collect();
            hub.listeners_elsewhere().hear(node, here.iter().map(|here| here.key).collect());
            site.callers().elsewhere().hear(node, here);
        }
        SPENT => {
            for (household, spent) in text.lines().skip(1).filter_map(read_spent) {
                site.guard().hear(household, spent);
            }
        }
        CALLED => {
            for (key, calls) in text.lines().skip(1).filter_map(read_called) {
                site.callers().hear(key, calls);
            }
        }
        HOLDS => {
            site.guard().elsewhere().hear(node, text.lines().skip(1).filter_map(read_holder).collect());
        }
        BELL => {
            if let Some(key) = text.split(' ').nth(1).and_then(|key| key.parse().ok()) {
                hub.ring(key);
            }
        }
        subject => return subject == ASK,
    }
    false
}

fn write(node: NodeId, entries: &[Entry]) -> Bytes {
    let seat = |seat: &Seat| json!([seat.who.to_string(), seat.name]);
    let lines = entries.iter().map(|entry| {
        let Entry { id, setup, seats, open, moves, watchers, since_ms } = entry;
        json!({
            "id": id.to_string(),
            "setup": setup.to_string(),
            "seats": seats.each_ref().map(seat),
            "open": open,
            "moves": moves,
            "watchers": watchers,
            "since_ms": since_ms,
        })
        .to_string()
    });
    std::iter::once(node.to_string()).chain(lines).collect::<Vec<_>>().join("\n").into()
}

fn write_here(node: NodeId, here: &[Here]) -> Bytes {
    let line = |Here { key, name, plays }: &Here| {
        json!({ "key": key.to_string(), "name": name, "plays": plays.iter().map(Kind::to_string).collect::<Vec<_>>() })
            .to_string()
    };
    std::iter::once(node.to_string()).chain(here.iter().map(line)).collect::<Vec<_>>().join("\n").into()
}

/// Nothing if it is of another version of this program.
fn read_here(line: &str) -> Option<Here> {
    let here: Value = serde_json::from_str(line).ok()?;
    let plays = here["plays"].as_array()?.iter().map(|kind| kind.as_str()?.parse().ok());
    Some(Here {
        key: here["key"].as_str()?.parse().ok()?,
        name: here["name"].as_str()?.to_owned(),
        plays: plays.collect::<Option<_>>()?,
    })
}

fn write_spent(node: NodeId, some: &[(Household, Spent)]) -> Bytes {
    let mut text = node.to_string();
    for (household, Spent { requests, games, tokens }) in some {
        text += &format!("\n{} {requests} {games} {tokens}", household.address());
    }
    text.into()
}

fn read_spent(line: &str) -> Option<(Household, Spent)> {
    let mut words = line.split(' ');
    let household = Household::of(words.next()?.parse().ok()?);
    // What is not a number of something is nothing that anybody can have had.
    let mut number = || words.next()?.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    Some((household, Spent { requests: number()?, games: number()?, tokens: number()? }))
}

fn write_called(node: NodeId, some: &[(Key, u32)]) -> Bytes {
    let lines = some.iter().map(|(key, calls)| format!("{key} {calls}"));
    std::iter::once(node.to_string()).chain(lines).collect::<Vec<_>>().join("\n").into()
}

fn read_called(line: &str) -> Option<(Key, u32)> {
    let (key, calls) = line.split_once(' ')?;
    Some((key.parse().ok()?, calls.parse().ok()?))
}

fn write_holders(node: NodeId, holders: &[(Household, Has)]) -> Bytes {
    let line =
        |(household, has): &(Household, Has)| format!("{} {} {}", household.address(), has.connections, has.bytes);
    std::iter::once(node.to_string()).chain(holders.iter().map(line)).collect::<Vec<_>>().join("\n").into()
}

fn read_holder(line: &str) -> Option<(Household, Has)> {
    let mut words = line.split(' ');
    let household = Household::of(words.next()?.parse().ok()?);
    let mut number = || words.next()?.parse().ok();
    Some((household, Has { connections: number()?, bytes: number()? }))
}

/// Nothing if it is of another version of this program.
fn read(line: &str) -> Option<Entry> {
    let entry: Value = serde_json::from_str(line).ok()?;
    let seat = |at: usize| {
        let seat = &entry["seats"][at];
        Some(Seat { who: seat[0].as_str()?.parse().ok()?, name: seat[1].as_str()?.to_owned() })
    };
    let open = |at: usize| entry["open"][at].as_bool();
    Some(Entry {
        id: entry["id"].as_str()?.parse().ok()?,
        setup: entry["setup"].as_str()?.parse().ok()?,
        seats: [seat(0)?, seat(1)?],
        open: [open(0)?, open(1)?],
        moves: entry["moves"].as_u64()?,
        watchers: u32::try_from(entry["watchers"].as_u64()?).ok()?,
        since_ms: entry["since_ms"].as_u64()?,
    })
}

#[cfg(test)]
mod tests {
    use store::GameId;
    use table::AnyTable;

    use super::*;

    #[test]
    fn what_was_spent_comes_out_as_it_went_in() {
        let some = ["10.0.0.1", "2001:db8:1:2::"].map(|address| Household::of(address.parse().expect("an address")));
        let some = some.map(|household| (household, Spent { requests: 2.5, games: 1.0, tokens: 0.0 }));
        let bytes = write_spent(NodeId::of_number(1), &some);
        let text = std::str::from_utf8(&bytes).expect("a text");
        assert_eq!(text.lines().skip(1).filter_map(read_spent).collect::<Vec<_>>(), some);
        for line in ["", "10.0.0.1", "10.0.0.1 1 1", "nobody 1 1 1", "10.0.0.1 -1 0 0", "10.0.0.1 inf 0 0"] {
            assert!(read_spent(line).is_none(), "{line}");
        }
    }

    #[test]
    fn what_programs_called_and_households_have_comes_out_as_it_went_in() {
        let node = NodeId::of_number(1);
        let called = [(crate::hub::Key::of_program("Ada", "one"), 7)];
        let bytes = write_called(node, &called);
        let text = std::str::from_utf8(&bytes).expect("a text");
        assert_eq!(text.lines().skip(1).filter_map(read_called).collect::<Vec<_>>(), called);
        let household = Household::of("2001:db8:1:2::".parse().expect("an address"));
        let holders = [(household, Has { connections: 9, bytes: 1 << 20 })];
        let bytes = write_holders(node, &holders);
        let text = std::str::from_utf8(&bytes).expect("a text");
        assert_eq!(text.lines().skip(1).filter_map(read_holder).collect::<Vec<_>>(), holders);
        for line in ["", "10.0.0.1", "10.0.0.1 1", "nobody 1 1", "10.0.0.1 -1 0"] {
            assert!(read_holder(line).is_none() && read_called(line).is_none(), "{line}");
        }
    }

    #[test]
    fn programs_come_out_as_they_went_in() {
        let here = |name: &str, plays: &[Kind]| {
            let key = crate::hub::Key::of_program("Ada", name);
            Here { key, name: name.to_owned(), plays: plays.to_vec() }
        };
        let all = [here("GNU \"Go\"\n", &[Kind::Go]), here("Anything", &[])];
        let bytes = write_here(NodeId::of_number(1), &all);
        let text = std::str::from_utf8(&bytes).expect("a text");
        assert_eq!(text.lines().skip(1).filter_map(read_here).collect::<Vec<_>>(), all);
        let unread = ["", "{}", "{\"name\":\"a\"}", "{\"name\":\"a\",\"plays\":[\"chess\"]}"];
        assert!(unread.iter().all(|line| read_here(line).is_none()));
    }

    #[test]
    fn a_list_comes_out_as_it_went_in() {
        let table: AnyTable = "game go\nsize 9\nclock 5m\nwhite level:3\tThe \"machine\"\n".parse().expect("a table");
        let entry = |open| Entry {
            id: GameId::random().expect("randomness"),
            setup: table.setup(),
            seats: table.seats().clone(),
            open,
            moves: 7,
            watchers: 2,
            since_ms: 1_700_000_000_000,
        };
        let entries = [entry([true, false]), entry([false, false])];
        let node = NodeId::random().expect("randomness");
        let bytes = write(node, &entries);
        let text = std::str::from_utf8(&bytes).expect("a text");
        assert_eq!(text.lines().next(), Some(node.to_string().as_str()));
        assert_eq!(text.lines().skip(1).filter_map(read).collect::<Vec<_>>(), entries);
        assert!(["", "{}", "[]", "{\"id\":1}"].iter().all(|line| read(line).is_none()));
    }
}
