//! A request of another server, answered as if the visitor had come here.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::Message;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ws::Message as Frame;
use axum::http::{Response, StatusCode};
use futures_util::{Stream, StreamExt, stream};
use hyper::body::Body as _;
use tokio::sync::mpsc;
use tower::ServiceExt;

use super::passing::game_of;
use crate::door::Client;
use crate::exchange::parcel::{Ask, Part, Word};
use crate::exchange::{Exchange, Mailbox};
use crate::hub::Refusal;
use crate::live::{Line, PassedOn};
use crate::site::Site;
use crate::waits::ALIVE_EVERY;

/// So many parts may be on their way that nobody has said to have taken.
const WINDOW: u32 = 64;
/// The largest part of an answer; what is no longer comes as a whole.
const PART_BYTES: usize = 256 << 10;
/// How long nothing may be heard of who asked: a browser that does not read for a while holds everything up.
const HEAR_PATIENCE: Duration = Duration::from_secs(20);
/// How many frames may wait on either side of a live connection.
const FRAMES: usize = 64;

/// Answers a request that another server has passed on.
pub(super) async fn answer(exchange: Arc<Exchange>, site: Site, router: Router, message: Message) {
    let Some(reply) = message.reply else { return };
    let mut way = Way { to: reply.to_string(), mailbox: exchange.mailbox(), sent: 0, taken: 0, heard: Instant::now() };
    let ask = Ask::read(&message.payload);
    let Some((ask, game)) = ask.and_then(|ask| game_of(ask.uri.path()).map(|game| (ask, game))) else {
        return way.send(&Part::NotMine).await;
    };
    // Whoever asks shall look again who has it; who is about to go takes nothing new.
    if site.stopping().is_cancelled() {
        return way.send(&Part::NotMine).await;
    }
    if let Err(Refusal::Elsewhere(_) | Refusal::Closing | Refusal::Lapsed) = site.hub().reach(game, ask.whose).await {
        return way.send(&Part::NotMine).await;
    }
    let (client, is_live) = (Client(ask.whose), ask.is_live());
    let (down, from_line) = mpsc::channel(FRAMES);
    let (to_line, up) = mpsc::channel(FRAMES);
    let mut request = ask.into_request();
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(PassedOn::new(is_live.then_some(Line::Passed { down, up })));
    let Some(response) = way.wait(router.oneshot(request)).await else { return };
    let (head, body) = response.into_parts();
    let length = body.size_hint().exact();
    if head.status == StatusCode::SWITCHING_PROTOCOLS {
        way.send(&Part::Head(Response::from_parts(head, ()))).await;
        let frames = stream::unfold(from_line, async |mut frames: mpsc::Receiver<Frame>| {
            frames.recv().await.map(|frame| (Part::Frame(frame), frames))
        });
        way.carry(frames, Some(to_line)).await;
    } else if length.is_some_and(|length| length <= PART_BYTES as u64) {
        let Ok(bytes) = to_bytes(body, PART_BYTES).await else { return };
        way.send(&Part::Whole(Response::from_parts(head, bytes))).await;
    } else {
        way.send(&Part::Head(Response::from_parts(head, ()))).await;
        way.carry(parts(body), None).await;
    }
}

/// A body in parts that a message can hold.
fn parts(body: Body) -> impl Stream<Item = Part> {
    body.into_data_stream().take_while(|bytes| std::future::ready(bytes.is_ok())).flat_map(|bytes| {
        let mut rest = bytes.unwrap_or_default();
        stream::iter(std::iter::from_fn(move || {
            let part = rest.split_to(PART_BYTES.min(rest.len()));
            (!part.is_empty()).then_some(Part::Body(part))
        }))
    })
}

/// The way back to whoever asked.
struct Way {
    to: String,
    mailbox: Mailbox,
    sent: u32,
    /// How many of the parts the other has said to have taken.
    taken: u32,
    /// When something was last heard.
    heard: Instant,
}

/// Nobody wants to hear more.
struct Gone;

impl Way {
    async fn send(&mut self, part: &Part) {
        let payload: Bytes = part.write(self.sent);
        self.sent += 1;
        self.mailbox.exchange.publish(self.to.clone(), Some(self.mailbox.address()), payload).await;
    }

    /// Says meanwhile that somebody is here.
    async fn wait<T, E>(&mut self, answer: impl Future<Output = Result<T, E>>) -> Option<T> {
        tokio::pin!(answer);
        loop {
            match tokio::time::timeout(ALIVE_EVERY, &mut answer).await {
                Ok(answer) => return answer.ok(),
                Err(_) => self.send(&Part::Alive).await,
            }
        }
    }

    /// Sends what comes until there is no more, or nobody listens; what is heard goes `up`.
    async fn carry(mut self, parts: impl Stream<Item = Part>, up: Option<mpsc::Sender<Frame>>) {
        tokio::pin!(parts);
        let mut pulse = tokio::time::interval(ALIVE_EVERY);
        self.heard = Instant::now();
        loop {
            let has_room = self.sent - self.taken < WINDOW;
            let done = tokio::select! {
                part = parts.next(), if has_room => match part {
                    Some(part) => {
                        self.send(&part).await;
                        Ok(())
                    }
                    None => return self.send(&Part::End).await,
                },
                message = self.mailbox.next() => self.hear(message, up.as_ref()),
                _ = pulse.tick() => {
                    if has_room {
                        self.send(&Part::Alive).await;
                    }
                    if self.heard.elapsed() > HEAR_PATIENCE { Err(Gone) } else { Ok(()) }
                }
            };
            if done.is_err() {
                return;
            }
        }
    }

    fn hear(&mut self, message: Option<Message>, up: Option<&mpsc::Sender<Frame>>) -> Result<(), Gone> {
        // What has a status is NATS saying that the other server is gone.
        let message = message.filter(|message| message.status.is_none()).ok_or(Gone)?;
        self.heard = Instant::now();
        match (Word::read(&message.payload), up) {
            (Some(Word::Taken(taken)), _) => {
                self.taken = self.taken.max(taken.min(self.sent));
                Ok(())
            }
            // A page that says so much at once is none of ours.
            (Some(Word::Frame(frame)), Some(up)) => up.try_send(frame).map_err(|_| Gone),
            _ => Err(Gone),
        }
    }
}
