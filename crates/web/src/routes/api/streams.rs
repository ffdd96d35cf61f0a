//! Lines that come as things happen: of everything that concerns a program, and of one game.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use serde_json::Value;
use store::GameId;
use table::Kind;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::caller::{Caller, MEDIA_TYPE};
use crate::api::{Events, Here, Streaming, wrong_field};
use crate::hub::{Hub, Sight, Watching};
use crate::live::Counted;
use crate::routes::asked::Asked;
use crate::routes::game::game_id;
use crate::routes::refused::{Answer, Refused};
use crate::routes::visitor::Visitor;

/// So often an empty line says that the connection is alive. A program that was sent away is found out then.
const PULSE: Duration = Duration::from_secs(6);

/// What every stream holds while it lasts.
struct Open {
    caller: Caller,
    _counted: (Counted, Streaming),
}

impl Open {
    fn new(caller: Caller, here: Option<Here>) -> Result<Open, Refused> {
        let counted = Counted::new(&caller.site, caller.viewer.household).ok_or(Refused::TooOften)?;
        let streaming = caller.site.callers().stream(caller.key, here).ok_or(Refused::TooOften)?;
        Ok(Open { caller, _counted: (counted, streaming) })
    }

    /// Whether the token is still good.
    async fn is_welcome(&self) -> bool {
        let (hub, hash) = (self.caller.site.hub(), self.caller.token.hash.clone());
        let found = hub.read(self.caller.viewer.household, move |store| store.token(&hash)).await;
        matches!(found, Ok(Some(_)))
    }

    /// Ends when it is time to say that the connection is alive: whether it is to go on.
    async fn pulse(&self) -> bool {
        tokio::select! {
            () = tokio::time::sleep(PULSE) => self.is_welcome().await,
            () = self.caller.site.stopping().cancelled() => false,
        }
    }
}

/// An answer of parts that come one after the other, until there are no more.
fn answer<S: Send + 'static, F: Future<Output = Option<(String, S)>> + Send + 'static>(
    state: S,
    next: impl Fn(S) -> F + Send + 'static,
) -> Response {
    let parts = stream::unfold(state, move |state| {
        let part = next(state);
        async move { part.await.map(|(text, state)| (Ok::<_, Infallible>(Bytes::from(text)), state)) }
    });
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], Body::from_stream(parts)).into_response()
}

/// What a program says of itself when it begins to listen.
#[derive(Deserialize, Default)]
pub(super) struct Says {
    /// The games that it takes challenges to; all of them if nothing is said.
    #[serde(default)]
    plays: String,
}

impl Says {
    fn kinds(&self) -> Result<Vec<Kind>, Refused> {
        let names = self.plays.split(',').map(str::trim).filter(|name| !name.is_empty());
        let kinds: Result<Vec<Kind>, _> = names.map(str::parse).collect();
        let may = || Kind::ALL.map(Kind::id).join(", ");
        kinds.map_err(|_| Refused::Wrong(wrong_field("plays", may())))
    }
}

/// Everything that concerns a program: first what is so now, then what changes.
pub(super) async fn events(caller: Caller, visitor: Visitor, Asked(says): Asked<Says>) -> Answer {
    let origin = visitor.context().origin.to_owned();
    let events = Events::new(caller.site.hub().now_ms());
    let mut bell = caller.site.hub().listen(caller.key);
    bell.mark_changed();
    let here = Here { key: caller.key, name: caller.token.name.clone(), plays: says.kinds()? };
    let open = Open::new(caller, Some(here))?;
    let state = Listening { open, bell, events, origin };
    Ok(answer(state, Listening::next))
}

struct Listening {
    open: Open,
    bell: watch::Receiver<()>,
    events: Events,
    origin: String,
}

impl Listening {
    /// What is to be sent next. A store that cannot be read ends the stream: whoever comes back is told everything.
    async fn next(mut self) -> Option<(String, Listening)> {
        tokio::select! {
            rung = self.bell.changed() => rung.ok()?,
            goes_on = self.open.pulse() => {
                // The room of a challenge that has waited for long may have been closed, and nobody looks at the time there.
                self.tend(|hub, made_ms| !hub.may_wait(made_ms));
                // A bell that rang at another server may not have been heard.
                if !goes_on || self.open.caller.site.exchange().is_none() {
                    return goes_on.then(|| ("\n".to_owned(), self));
                }
            }
        }
        let (key, household) = (self.open.caller.key, self.open.caller.viewer.household);
        let (mut events, origin) = (self.events, self.origin.clone());
        let read = self.open.caller.site.hub().read(household, move |store| {
            let lines = events.news(store, key, &origin)?;
            Ok((events, lines))
        });
        let (events, lines) = read.await.ok()?;
        let listening = Listening { events, ..self };
        listening.tend(|_, _| true);
        // An empty line does no harm, and carries the head of the answer.
        let text: String = lines.iter().map(Value::to_string).chain([String::new()]).collect::<Vec<_>>().join("\n");
        Some((if lines.is_empty() { "\n".to_owned() } else { text }, listening))
    }

    /// Has the challenges looked after that wait since such a time.
    fn tend(&self, is_due: impl Fn(&Hub, u64) -> bool) {
        let (hub, household) = (self.open.caller.site.hub(), self.open.caller.viewer.household);
        let due = self.events.waiting().filter(|(_, made_ms)| is_due(hub, *made_ms));
        due.for_each(|(challenge, _)| hub.tend(challenge, household));
    }
}

/// One game: first all of it, then what changes, until it is over.
pub(super) async fn game(caller: Caller, Path(id): Path<String>) -> Answer {
    let id = game_id(&id)?;
    let hub = caller.site.hub().clone();
    let (viewer, open) = (caller.viewer, Open::new(caller, None)?);
    let Watching { connection, first, updates } = hub.watch(id, viewer, Sight::Program, 0).await?;
    let state = Following { open, updates, first, is_over: false, left: Leaving { hub, id, connection } };
    Ok(answer(state, Following::next))
}

struct Following {
    open: Open,
    updates: broadcast::Receiver<Arc<str>>,
    first: Option<Arc<str>>,
    is_over: bool,
    left: Leaving,
}

/// Whoever goes away says so, however the stream ended.
struct Leaving {
    hub: Hub,
    id: GameId,
    connection: u64,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        let (hub, id, connection) = (self.hub.clone(), self.id, self.connection);
        let home = hub.home().clone();
        home.spawn(async move { hub.leave(id, connection).await });
    }
}

impl Following {
    async fn next(mut self) -> Option<(String, Following)> {
        if self.is_over {
            return None;
        }
        let text = if let Some(first) = self.first.take() {
            first
        } else {
            tokio::select! {
                update = self.updates.recv() => self.follow(update).await?,
                goes_on = self.open.pulse() => return goes_on.then(|| ("\n".to_owned(), self)),
            }
        };
        self.is_over = is_over(&text);
        Some((text.as_ref().to_owned(), self))
    }

    /// A program that fell behind is told everything anew. A room that is gone ends the stream, and whoever comes back finds another.
    async fn follow(&mut self, update: Result<Arc<str>, RecvError>) -> Option<Arc<str>> {
        match update {
            Ok(update) => Some(update),
            Err(RecvError::Lagged(_)) => {
                let Leaving { hub, id, connection } = &self.left;
                let watching = hub.resync(*id, self.open.caller.viewer, *connection).await.ok()?;
                self.updates = watching.updates;
                watching.first
            }
            Err(RecvError::Closed) => None,
        }
    }
}

/// Whether lines tell that a game has ended.
fn is_over(lines: &str) -> bool {
    #[derive(Deserialize)]
    struct Told {
        stage: Option<String>,
        state: Option<Box<Told>>,
    }
    let stage = |told: Told| told.stage.or_else(|| told.state?.stage);
    let told = lines.lines().filter_map(|line| serde_json::from_str::<Told>(line).ok());
    told.filter_map(stage).any(|stage| stage == "ended")
}
