//! Live updates: one WebSocket per open page, or what another server carries of one.
//!
//! What is said on it is in [`wire`]. The answer to a command comes after its event is on the disk.
//!
//! A page that does not take what it is sent misses updates and gets everything anew; one that takes nothing for long is let go.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use store::GameId;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::info;

use crate::guard::{Bucket, Connected};
use crate::household::Household;
use crate::hub::{Hub, Refusal, Taste, Viewer, Watching};
use crate::metrics::Gauged;
use crate::site::Site;
use pages::wire::{self, Down, Up};

/// How much of an update may wait in the connection's own buffer.
const MAX_DOWN_BYTES: usize = 4 << 20;
/// Small, since there is one for each page: a command is a few bytes, and an update a few hundred.
const BUFFER_BYTES: usize = 2048;
/// How often the round trip is measured.
const PING_EVERY: Duration = Duration::from_secs(10);
/// How long a page may say nothing at all.
const SILENCE: Duration = Duration::from_secs(35);
/// How often a page may be let into another room because its own has gone.
const COME_BACK_EVERY: Duration = Duration::from_secs(2);
/// How long it may take nothing of what it is sent.
const SEND_PATIENCE: Duration = Duration::from_secs(15);

/// 'Service restart', in the registry of close codes.
const RESTART: u16 = 1012;

/// What frames come and go by.
pub(crate) enum Line {
    /// A browser's own connection.
    Socket(Box<WebSocket>),
    /// One that another server has, and carries.
    Passed {
        /// What goes to the browser.
        down: mpsc::Sender<Frame>,
        /// What comes from there.
        up: mpsc::Receiver<Frame>,
    },
}

impl Line {
    async fn send(&mut self, frame: Frame) -> Result<(), Gone> {
        match self {
            Line::Socket(socket) => socket.send(frame).await.map_err(|_| Gone),
            Line::Passed { down, .. } => down.send(frame).await.map_err(|_| Gone),
        }
    }

    /// The next frame. May be dropped at any time without losing anything.
    async fn recv(&mut self) -> Option<Frame> {
        match self {
            Line::Socket(socket) => socket.recv().await?.ok(),
            Line::Passed { up, .. } => up.recv().await,
        }
    }
}

/// Marks a request that another server has passed on, and holds the line of one that wants to be live.
#[derive(Clone)]
pub(crate) struct PassedOn(Arc<Mutex<Option<Line>>>);

impl PassedOn {
    pub(crate) fn new(line: Option<Line>) -> PassedOn {
        PassedOn(Arc::new(Mutex::new(line)))
    }
}

/// How a live connection comes about.
pub(crate) enum Way {
    /// Of the connection that the request came by.
    Socket(WebSocketUpgrade),
    /// It is there already.
    Line(Line),
}

impl<S: Send + Sync> FromRequestParts<S> for Way {
    type Rejection = <WebSocketUpgrade as FromRequestParts<S>>::Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Way, Self::Rejection> {
        let passed = parts.extensions.get::<PassedOn>();
        match passed.and_then(|passed| passed.0.lock().unwrap_or_else(PoisonError::into_inner).take()) {
            Some(line) => Ok(Way::Line(line)),
            None => WebSocketUpgrade::from_request_parts(parts, state).await.map(Way::Socket),
        }
    }
}

/// Makes a line of a connection, and serves the page behind it at the home of the games.
pub(crate) fn upgrade<F: Future<Output = ()> + Send + 'static>(
    way: Way,
    hub: &Hub,
    serve: impl FnOnce(Line) -> F + Send + 'static,
) -> Response {
    let home = hub.home().clone();
    let socket = match way {
        Way::Socket(socket) => socket,
        Way::Line(line) => {
            home.spawn(serve(line));
            return StatusCode::SWITCHING_PROTOCOLS.into_response();
        }
    };
    socket
        .max_message_size(wire::MAX_UP_BYTES)
        .max_frame_size(wire::MAX_UP_BYTES)
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_write_buffer_size(MAX_DOWN_BYTES)
        .on_upgrade(async move |socket| {
            // A page that panics has been reported where it did.
            let _ = home.spawn(serve(Line::Socket(Box::new(socket)))).await;
        })
}

/// What counts a page while it is open: its household, and the server, which waits for it when it stops.
pub(crate) struct Counted {
    _household: Option<Connected>,
    _server: TaskTrackerToken,
}

impl Counted {
    /// Nothing if this household has too many open.
    pub(crate) fn new(site: &Site, household: Household) -> Option<Counted> {
        Some(Counted { _household: Some(site.guard().connect(household)?), _server: site.tasks().token() })
    }

    /// The same for a page that may be carried by another server, which counts it then: the limit holds for the site.
    pub(crate) fn of_way(way: &Way, site: &Site, household: Household) -> Option<Counted> {
        match way {
            Way::Socket(_) => Counted::new(site, household),
            Way::Line(_) => Some(Counted { _household: None, _server: site.tasks().token() }),
        }
    }
}

/// A page of a game, until it goes.
pub(crate) async fn game(
    line: Line,
    site: Site,
    id: GameId,
    viewer: Viewer,
    taste: Taste,
    from: u64,
    counted: Counted,
) {
    let metrics = Arc::clone(site.hub().metrics());
    let _counted = (counted, Gauged::new(&metrics.watchers), Gauged::new(&metrics.connections));
    let mut page = Page::new(line, site.stopping().clone());
    let Watching { connection, first, updates } = match site.hub().watch(id, viewer, taste, from).await {
        Ok(watching) => watching,
        Err(refusal) => {
            info!(problem = %refusal, "page-let-go");
            let sentence = site.explain(taste.lang, &refusal);
            // If the page has gone already, it does not want to know.
            let _ = page.send(Down::Stop { why: sentence }.to_string()).await;
            return;
        }
    };
    let mut game = Game { id, viewer, taste, connection, updates, came_back: None, site: &site };
    if page.send_first(first).await.is_ok() {
        game.serve(&mut page).await;
    }
    game.hub().leave(id, game.connection).await;
}

struct Game<'a> {
    id: GameId,
    viewer: Viewer,
    taste: Taste,
    connection: u64,
    updates: broadcast::Receiver<Arc<str>>,
    /// When the room was last left for another, because it had gone.
    came_back: Option<Instant>,
    site: &'a Site,
}

impl Game<'_> {
    fn hub(&self) -> &Hub {
        self.site.hub()
    }

    /// Ends with an error when the page has gone.
    async fn serve(&mut self, page: &mut Page) {
        let limits = self.site.config().limits;
        let (per_second, burst) = (limits.commands_per_second, 2.0 * limits.commands_per_second);
        let mut commands = Bucket::new(burst);
        loop {
            let done = tokio::select! {
                update = self.updates.recv() => self.pass_on(page, update).await,
                heard = page.hear() => match heard {
                    Ok(Heard::Text(text)) => {
                        let may = commands.take(per_second, burst);
                        self.answer(page, &text, may).await
                    }
                    Ok(Heard::Lag(lag)) => {
                        self.hub().lag(self.id, self.connection, lag).await;
                        Ok(())
                    }
                    Ok(Heard::Stopping) => {
                        page.stop(&self.explain(&Refusal::Closing)).await;
                        Err(Gone)
                    }
                    Err(Gone) => Err(Gone),
                },
            };
            if done.is_err() {
                return;
            }
        }
    }

    async fn pass_on(
        &mut self,
        page: &mut Page,
        update: Result<Arc<str>, broadcast::error::RecvError>,
    ) -> Result<(), Gone> {
        match update {
            Ok(update) => page.send(&*update).await,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                self.hub().metrics().resyncs.fetch_add(1, Relaxed);
                let watching = self.hub().resync(self.id, self.viewer, self.connection).await;
                self.follow(page, watching).await
            }
            // The room is gone: it broke down, or the game is deleted. A room that breaks down again and again is left to pages
            // that come back by themselves, which take their time.
            Err(broadcast::error::RecvError::Closed) => {
                if self.came_back.replace(Instant::now()).is_some_and(|last| last.elapsed() < COME_BACK_EVERY) {
                    return Err(Gone);
                }
                let watching = self.hub().watch(self.id, self.viewer, self.taste, 0).await;
                self.follow(page, watching).await
            }
        }
    }

    /// Goes on with everything anew.
    async fn follow(&mut self, page: &mut Page, watching: Result<Watching, Refusal>) -> Result<(), Gone> {
        let Watching { connection, first, updates } = watching.map_err(|problem| {
            info!(%problem, "page-let-go");
            Gone
        })?;
        (self.connection, self.updates) = (connection, updates);
        page.send_first(first).await
    }

    fn explain(&self, refusal: &Refusal) -> String {
        self.site.explain(self.taste.lang, refusal)
    }

    async fn answer(&mut self, page: &mut Page, text: &str, may: bool) -> Result<(), Gone> {
        // Whoever does not speak this language is no page of ours.
        let up = text.parse().map_err(|wire::Garbled| Gone)?;
        let (n, done) = match up {
            Up::Do { n, .. } | Up::Unknown { n } if !may => (n, Err(table::Message::new("too-fast").into())),
            Up::Do { n, what, once } => (n, self.hub().act_once(self.id, self.viewer, what, once).await),
            Up::Unknown { n } => (n, Err(wire::unknown().into())),
        };
        let answer = match done {
            Ok(()) => Down::Done { n },
            Err(refusal) => Down::Refused { n: Some(n), why: self.explain(&refusal) },
        };
        page.send(answer.to_string()).await
    }
}

/// The page has gone, or is let go.
pub(crate) struct Gone;

pub(crate) enum Heard {
    Text(Utf8Bytes),
    Lag(Duration),
    Stopping,
}

/// A socket with what every live page needs: a pulse, patience, and an ear for the end of the server.
pub(crate) struct Page {
    line: Line,
    stopping: CancellationToken,
    pulse: tokio::time::Interval,
    pinged: Option<Instant>,
    heard: Instant,
}

impl Page {
    pub(crate) fn new(line: Line, stopping: CancellationToken) -> Page {
        // Not all pages at once: each from when it came.
        let mut pulse = tokio::time::interval(PING_EVERY);
        pulse.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        Page { line, stopping, pulse, pinged: None, heard: Instant::now() }
    }

    pub(crate) async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), Gone> {
        self.send_frame(Frame::Text(text.into())).await
    }

    async fn send_first(&mut self, first: Option<Arc<str>>) -> Result<(), Gone> {
        match first {
            Some(first) => self.send(&*first).await,
            None => Ok(()),
        }
    }

    async fn send_frame(&mut self, frame: Frame) -> Result<(), Gone> {
        tokio::time::timeout(SEND_PATIENCE, self.line.send(frame)).await.unwrap_or(Err(Gone))
    }

    /// Waits for something to happen. May be dropped at any time without losing anything.
    pub(crate) async fn hear(&mut self) -> Result<Heard, Gone> {
        loop {
            tokio::select! {
                frame = self.line.recv() => {
                    self.heard = Instant::now();
                    match frame {
                        Some(Frame::Text(text)) => return Ok(Heard::Text(text)),
                        Some(Frame::Pong(_)) => {
                            if let Some(pinged) = self.pinged.take() {
                                return Ok(Heard::Lag(pinged.elapsed()));
                            }
                        }
                        // The library answers pings by itself.
                        Some(Frame::Ping(_)) => {}
                        Some(Frame::Binary(_) | Frame::Close(_)) | None => return Err(Gone),
                    }
                }
                _ = self.pulse.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Err(Gone);
                    }
                    self.pinged = Some(Instant::now());
                    self.send_frame(Frame::Ping(Vec::new().into())).await?;
                }
                () = self.stopping.cancelled() => return Ok(Heard::Stopping),
            }
        }
    }

    /// Tells the page to come back later.
    pub(crate) async fn stop(&mut self, sentence: &str) {
        if self.send(Down::Stop { why: sentence.to_owned() }.to_string()).await.is_ok() {
            let _ =
                self.send_frame(Frame::Close(Some(CloseFrame { code: RESTART, reason: Utf8Bytes::default() }))).await;
        }
    }
}
