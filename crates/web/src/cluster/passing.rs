//! A request that concerns a game of another server, passed on to it.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts as RequestParts;
use axum::http::{Response as Http, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use store::{GameId, NodeId};
use table::Message;
use tracing::info;

use crate::door::Client;
use crate::exchange::parcel::{Ask, Part, Word};
use crate::exchange::{Exchange, Mailbox};
use crate::household::Household;
use crate::hub::Refusal;
use crate::live::{self, Counted, PassedOn};
use crate::log::cut;
use crate::metrics::Gauged;
use crate::routes::{self, ONCE, Refused};
use crate::site::Site;
use crate::waits::{LOOK_EVERY, OWNER, SILENCE};

/// After so many parts one says that they were taken.
const TAKEN_EVERY: u32 = 16;
/// How long a browser may take nothing of what it is sent.
const SEND_PATIENCE: Duration = Duration::from_secs(15);

/// The game that an address is about: the first part of it that is the name of one.
pub(super) fn game_of(path: &str) -> Option<GameId> {
    let rest = path.strip_prefix("/game/").or_else(|| path.strip_prefix("/api/"))?;
    rest.split('/').find_map(|part| part.parse().ok())
}

/// Passes a request on if its game is another server's; everything else goes on here.
pub(crate) async fn pass_on(State(site): State<Site>, request: Request, next: Next) -> Response {
    let Some(exchange) = site.exchange() else { return next.run(request).await };
    // What was passed on here stays here.
    let is_new = request.extensions().get::<PassedOn>().is_none();
    let Some(game) = game_of(request.uri().path()).filter(|_| is_new) else { return next.run(request).await };
    let Client(whose) = *request.extensions().get().expect("every request went through the door");
    let begin = Instant::now();
    let mut place = find(&site, exchange, game, whose).await;
    if place.is_none() {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, site.config().limits.form_bytes).await else {
        return Refused::Unreadable(StatusCode::PAYLOAD_TOO_LARGE).into_response();
    };
    let is_repeatable = name(&mut parts, exchange);
    let ask = Ask::new(&parts, whose, body.clone());
    while let Some(owner) = place {
        let passed = if exchange.is_connected() { pass(exchange, owner, &ask).await } else { Err(Unpassed::NotTaken) };
        match passed {
            Ok((head, answer)) if head.status() == StatusCode::SWITCHING_PROTOCOLS => {
                return carry(&site, &mut parts, answer, whose, game).await;
            }
            Ok((head, answer)) => return head.map(|body| body.unwrap_or_else(|| answer.body())),
            Err(unpassed) => {
                exchange.forget(game);
                let is_unknown = matches!(unpassed, Unpassed::Lost);
                if is_unknown && !is_repeatable {
                    return Refused::Hub(Refusal::Lost).into_response();
                }
                tokio::time::sleep(LOOK_EVERY).await;
                place = find(&site, exchange, game, whose).await;
                if let Some(owner) = place.filter(|_| begin.elapsed() > OWNER) {
                    let why = if is_unknown { Refusal::Lost } else { Refusal::Elsewhere(owner) };
                    return Refused::Hub(why).into_response();
                }
            }
        }
    }
    next.run(Request::from_parts(parts, Body::from(body))).await
}

/// Gives a request a name, by which whoever does it knows that it was done; whether it can be asked for again when nobody knows whether it
/// was. What only looks can be, and so can what is done in a game: that is kept together with its name. Who sits down twice sits there once.
fn name(parts: &mut RequestParts, exchange: &Exchange) -> bool {
    if parts.method.is_safe() {
        return true;
    }
    let path = parts.uri.path();
    let is_once = path.starts_with("/api/") || path.ends_with("/do") || path.ends_with("/sit");
    if is_once && let Ok(name) = exchange.new_name().parse() {
        parts.headers.entry(ONCE).or_insert(name);
    }
    is_once
}

/// Which other server has a game, if one does. One that nobody has is this server's from now on.
async fn find(site: &Site, exchange: &Exchange, game: GameId, whose: Household) -> Option<NodeId> {
    // A room that is there may still be about to hear that the game is not its own: it is asked.
    if !site.hub().has(game)
        && let Some(owner) = exchange.owner(game)
    {
        return Some(owner);
    }
    match site.hub().reach(game, whose).await {
        Err(Refusal::Elsewhere(owner)) => {
            exchange.remember(game, owner);
            Some(owner)
        }
        // What else is in the way, the routes will say.
        Ok(()) | Err(_) => None,
    }
}

/// Why a request was not answered by another server.
enum Unpassed {
    /// It never got there, or is not that server's to answer: nothing was done.
    NotTaken,
    /// It got there, and nothing came back.
    Lost,
}

/// Asks another server; the head of its answer with all of the body, if it came at once, and the way to what follows.
async fn pass(exchange: &Arc<Exchange>, owner: NodeId, ask: &Ask) -> Result<(Http<Option<Body>>, Answer), Unpassed> {
    let mut answer = Answer { mailbox: exchange.mailbox(), reply: None, taken: 0, owes: false, heard: Instant::now() };
    exchange.publish(Exchange::ask_of(owner), Some(answer.mailbox.address()), ask.write()).await;
    loop {
        match answer.next().await? {
            Part::Alive => {}
            Part::Whole(whole) => return Ok((whole.map(|bytes| Some(Body::from(bytes))), answer)),
            Part::Head(head) => return Ok((head.map(|()| None), answer)),
            Part::NotMine => return Err(Unpassed::NotTaken),
            Part::Body(_) | Part::Frame(_) | Part::End => return Err(Unpassed::Lost),
        }
    }
}

/// What another server answers, part by part.
struct Answer {
    mailbox: Mailbox,
    /// Where words to that server go.
    reply: Option<String>,
    taken: u32,
    /// Whether that server is to be told how many parts were taken.
    owes: bool,
    heard: Instant,
}

impl Answer {
    /// The next part. May be dropped at any time without losing anything.
    async fn next(&mut self) -> Result<Part, Unpassed> {
        if self.owes {
            self.say(&Word::Taken(self.taken)).await;
            self.owes = false;
        }
        let left = SILENCE.saturating_sub(self.heard.elapsed());
        let message = tokio::time::timeout(left, self.mailbox.next()).await;
        let message = message.ok().flatten().ok_or(Unpassed::Lost)?;
        if message.status.is_some() {
            // Nobody listens there. Said of the request itself, it means that nobody has heard it.
            return Err(if self.taken == 0 { Unpassed::NotTaken } else { Unpassed::Lost });
        }
        let (number, part) = Part::read(&message.payload).ok_or(Unpassed::Lost)?;
        if number != self.taken {
            return Err(Unpassed::Lost);
        }
        self.taken += 1;
        (self.heard, self.reply) = (Instant::now(), message.reply.map(|reply| reply.to_string()));
        // Who says no more than to be alive wants to know whether anybody is here.
        self.owes = self.taken.is_multiple_of(TAKEN_EVERY) || matches!(part, Part::Alive);
        Ok(part)
    }

    async fn say(&self, word: &Word) {
        if let Some(reply) = &self.reply {
            self.mailbox.exchange.publish(reply.clone(), None, word.write()).await;
        }
    }

    /// The rest of it as a body.
    fn body(self) -> Body {
        Body::from_stream(stream::unfold(Some(self), async |answer| {
            let mut answer = answer?;
            // What a slow reader has left lying meanwhile is no silence of the other server.
            answer.heard = Instant::now();
            loop {
                match answer.next().await {
                    Ok(Part::Body(bytes)) => return Some((Ok(bytes), Some(answer))),
                    Ok(Part::Alive) => {}
                    Ok(Part::End) => return None,
                    Ok(_) | Err(_) => return Some((Err(io::Error::from(io::ErrorKind::ConnectionReset)), None)),
                }
            }
        }))
    }
}

/// Makes a socket of the visitor's connection, and carries what is said on it.
async fn carry(site: &Site, parts: &mut RequestParts, answer: Answer, whose: Household, game: GameId) -> Response {
    let socket = match WebSocketUpgrade::from_request_parts(parts, site).await {
        Ok(socket) => socket,
        Err(rejection) => return rejection.into_response(),
    };
    let Some(counted) = Counted::new(site, whose) else { return Refused::TooOften.into_response() };
    let lang = routes::language(site, &parts.headers, whose).await;
    let (site, metrics, stopping) = (site.clone(), Arc::clone(site.hub().metrics()), site.stopping().clone());
    let hub = site.hub().clone();
    live::upgrade(live::Way::Socket(socket), &hub, move |line| async move {
        let _counted = (counted, Gauged::new(&metrics.connections));
        let live::Line::Socket(mut socket) = line else { return };
        let ending = tokio::select! {
            ending = carry_frames(&mut socket, answer) => ending,
            () = stopping.cancelled() => Ending::Cut(Refusal::Closing),
        };
        info!(game = cut(game), is_cut = matches!(ending, Ending::Cut(_)), "carried");
        if let Ending::Cut(why) = ending {
            live::Page::new(live::Line::Socket(socket), stopping).stop(&site.explain(lang, &why)).await;
        }
    })
}

/// How carrying ends.
enum Ending {
    /// The page has gone, or was let go by the game's server, which has told it what there was to tell.
    Over,
    /// The page is still there, and does not know why nothing comes any more.
    Cut(Refusal),
}

/// Carries frames both ways until either side has gone.
async fn carry_frames(socket: &mut WebSocket, mut answer: Answer) -> Ending {
    loop {
        tokio::select! {
            part = answer.next() => match part {
                Ok(Part::Frame(frame)) => {
                    if send(socket, frame).await.is_err() {
                        answer.say(&Word::Gone).await;
                        return Ending::Over;
                    }
                }
                Ok(Part::Alive) => {}
                Ok(Part::End) => return Ending::Over,
                Ok(_) | Err(_) => return Ending::Cut(Message::new("server-gone").into()),
            },
            frame = socket.recv() => match frame {
                // The library answers pings by itself.
                Some(Ok(Frame::Ping(_))) => {}
                Some(Ok(frame)) => answer.say(&Word::Frame(frame)).await,
                Some(Err(_)) | None => {
                    answer.say(&Word::Gone).await;
                    return Ending::Over;
                }
            },
        }
    }
}

async fn send(socket: &mut WebSocket, frame: Frame) -> Result<(), ()> {
    match tokio::time::timeout(SEND_PATIENCE, socket.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_say_which_game_they_are_about() {
        let id = "01h5n0et5q6mt3v7ms1234abcd";
        for (path, is_about) in [
            (format!("/game/{id}"), true),
            (format!("/game/{id}/do"), true),
            (format!("/api/bot/game/{id}/move/f5"), true),
            (format!("/api/board/game/stream/{id}"), true),
            (format!("/api/challenge/{id}/accept"), true),
            (format!("/record/{id}"), false),
            ("/game/nonsense/do".to_owned(), false),
            ("/api/challenge/somebody".to_owned(), false),
            ("/lobby".to_owned(), false),
        ] {
            assert_eq!(game_of(&path).map(|game| game.to_string()).as_deref(), is_about.then_some(id), "{path}");
        }
    }
}
