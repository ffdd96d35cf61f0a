//! The way between servers: one connection to NATS, on which each listens under its own name.
//!
//! A server hears everything that is meant for it by one subscription, made before anybody can know its name: requests of others, and,
//! by number, what belongs to a conversation that is under way (a `Mailbox`).

mod address;
pub(crate) mod parcel;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Message, Subscriber};
use axum::body::Bytes;
use futures_util::StreamExt;
use store::{GameId, NodeId};
use tokio::sync::mpsc;

pub use self::address::{Address, NoAddress};
use self::parcel::Word;
use crate::waits;

/// So many messages may wait in a conversation; whoever sends more does not keep to what was agreed.
const MAILBOX: usize = 128;
/// Of so many games it is remembered who has them.
const KNOWN: usize = 10_000;
const ASK: &str = "ask";

/// Connects with NATS. Once that has worked, a connection that is lost is made again by itself.
pub(crate) async fn connect(address: &Address) -> Result<Client, async_nats::Error> {
    let options = ConnectOptions::new().name("plateau").ping_interval(waits::PING_EVERY);
    let options = match address.credentials() {
        Some((name, Some(password))) => options.user_and_password(name, password),
        Some((token, None)) => options.token(token),
        None => options,
    };
    let delay = |attempts: usize| waits::RECONNECT_EVERY.min(Duration::from_millis(1 << attempts.min(10)));
    let options = options.connection_timeout(waits::CONNECT).reconnect_delay_callback(delay);
    Ok(options.connect(address.servers()).await?)
}

/// This server among the others.
pub(crate) struct Exchange {
    pub(crate) client: Client,
    pub(crate) node: NodeId,
    mailboxes: Mutex<HashMap<u64, mpsc::Sender<Message>>>,
    next: AtomicU64,
    /// Who had a game when it was last asked for.
    owners: Mutex<HashMap<GameId, NodeId>>,
}

impl Exchange {
    pub(crate) async fn connect(
        address: &Address,
        node: NodeId,
    ) -> Result<(Arc<Exchange>, Subscriber), async_nats::Error> {
        let client = connect(address).await?;
        let messages = client.subscribe(format!("plateau.node.{node}.*")).await?;
        // The server has heard of it before anybody is told the name.
        client.flush().await?;
        let exchange =
            Exchange { client, node, mailboxes: Mutex::default(), next: AtomicU64::new(0), owners: Mutex::default() };
        Ok((Arc::new(exchange), messages))
    }

    /// Whether others can be reached at all.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Where requests for a server go.
    pub(crate) fn ask_of(node: NodeId) -> String {
        format!("plateau.node.{node}.{ASK}")
    }

    /// Waits for a request of another server, and gives everything else that comes to whom it belongs.
    pub(crate) async fn next_ask(&self, messages: &mut Subscriber) -> Option<Message> {
        loop {
            let message = messages.next().await?;
            let place = message.subject.rsplit('.').next().unwrap_or_default();
            if place == ASK {
                return Some(message);
            }
            let mailbox = place.parse().ok().and_then(|number: u64| self.mailboxes().get(&number).cloned());
            let reply = message.reply.clone();
            if mailbox.is_none_or(|mailbox| mailbox.try_send(message).is_err())
                && let Some(reply) = reply
            {
                // Nobody waits for it any more.
                self.publish(reply.to_string(), None, Word::Gone.write()).await;
            }
        }
    }

    /// Sends a message. What does not arrive is noticed by who waits for it.
    pub(crate) async fn publish(&self, to: String, reply: Option<String>, payload: Bytes) {
        let sent = async {
            match reply {
                Some(reply) => self.client.publish_with_reply(to, reply, payload).await,
                None => self.client.publish(to, payload).await,
            }
        };
        let _ = tokio::time::timeout(waits::SEND, sent).await;
    }

    /// A name that nothing else has, here or elsewhere.
    pub(crate) fn new_name(&self) -> String {
        format!("{}-{}", self.node, self.next.fetch_add(1, Relaxed))
    }

    /// A place for the messages of a new conversation.
    pub(crate) fn mailbox(self: &Arc<Exchange>) -> Mailbox {
        let number = self.next.fetch_add(1, Relaxed);
        let (sender, messages) = mpsc::channel(MAILBOX);
        self.mailboxes().insert(number, sender);
        Mailbox { exchange: Arc::clone(self), number, messages }
    }

    /// Who had a game when it was last asked for.
    pub(crate) fn owner(&self, game: GameId) -> Option<NodeId> {
        self.owners().get(&game).copied()
    }

    pub(crate) fn remember(&self, game: GameId, owner: NodeId) {
        let mut owners = self.owners();
        if owners.len() >= KNOWN {
            owners.clear();
        }
        owners.insert(game, owner);
    }

    pub(crate) fn forget(&self, game: GameId) {
        self.owners().remove(&game);
    }

    fn mailboxes(&self) -> MutexGuard<'_, HashMap<u64, mpsc::Sender<Message>>> {
        self.mailboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owners(&self) -> MutexGuard<'_, HashMap<GameId, NodeId>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the messages of a conversation come in, until it is dropped.
pub(crate) struct Mailbox {
    pub(crate) exchange: Arc<Exchange>,
    number: u64,
    messages: mpsc::Receiver<Message>,
}

impl Mailbox {
    /// Where to write to.
    pub(crate) fn address(&self) -> String {
        format!("plateau.node.{}.{}", self.exchange.node, self.number)
    }

    /// The next message; nothing if there were more than could be taken. May be dropped at any time without losing anything.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        self.messages.recv().await
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        self.exchange.mailboxes().remove(&self.number);
    }
}
