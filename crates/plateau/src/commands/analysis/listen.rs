//! The same protocol over `WebSocket`: a message is a line, or several.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use futures_util::{SinkExt, StreamExt};
use players::desk::GoDesk;
use protocol::Incoming;
use protocol::kata::{MAX_LINE_BYTES, Outbox, Overflow, Session};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::{READY, VERSION};
use crate::console::Console;
use crate::failure::Failure;

/// So many clients at a time: each has its own share of what may be open.
const MAX_CLIENTS: usize = 16;

/// Answers that are on their way to the socket, beside those in the client's outbox.
const IN_FLIGHT: usize = 4;

/// How often it is looked whether a client has been given up.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What every connection shares.
#[derive(Clone)]
struct Office {
    desk: Arc<GoDesk>,
    places: Arc<Semaphore>,
}

/// Serves clients at this address until the program is ended.
pub(super) fn run(address: SocketAddr, desk: Arc<GoDesk>, console: &Console<'_>) -> Result<(), Failure> {
    let office = Office { desk, places: Arc::new(Semaphore::new(MAX_CLIENTS)) };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|why| {
            let gaps = [("address", address.to_string().into()), ("why", why.to_string().into())];
            Failure::Input(console.say("error-analysis-listen", &gaps))
        })?;
        eprintln!("{READY}");
        let at = format!("ws://{}", listener.local_addr()?);
        eprintln!("{}", console.say("analysis-listening", &[("address", at.into())]));
        let routes = Router::new().route("/", any(connect)).with_state(office);
        Ok(axum::serve(listener, routes).await?)
    })
}

/// A page that somebody has open elsewhere must not speak to the engine on their machine: browsers say which site a page is of, and
/// programs either say nothing or this address.
async fn connect(State(office): State<Office>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN).map(|origin| origin.split_once("://").map_or(origin, |(_, host)| host));
    if origin.is_some_and(|origin| Some(origin) != text(header::HOST)) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Ok(place) = Arc::clone(&office.places).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let upgrade = upgrade.max_message_size(MAX_LINE_BYTES).max_frame_size(MAX_LINE_BYTES);
    upgrade.on_upgrade(move |socket| converse(office.desk, socket, place))
}

/// One client, until it goes or does not take its answers.
async fn converse(desk: Arc<GoDesk>, socket: WebSocket, _place: OwnedSemaphorePermit) {
    let outbox = Outbox::new(Overflow::Close);
    let session = Arc::new(Session::new(desk, outbox.clone(), VERSION));
    let (mut sink, mut source) = socket.split();
    let (sender, mut answers) = mpsc::channel(IN_FLIGHT);
    // The outbox belongs to threads that know nothing of the runtime; a thread of its own brings its lines over.
    let bringer = tokio::task::spawn_blocking({
        let outbox = outbox.clone();
        move || {
            while let Some(line) = outbox.take() {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        }
    });
    let writing = async {
        while let Some(line) = answers.recv().await {
            if sink.send(Message::Text(line.into())).await.is_err() {
                return;
            }
        }
    };
    let reading = async {
        while let Some(Ok(message)) = source.next().await {
            let text = match message {
                Message::Text(text) => text.to_string(),
                Message::Binary(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Message::Close(_) => return,
                Message::Ping(_) | Message::Pong(_) => continue,
            };
            let session = Arc::clone(&session);
            // To read a long query takes a while, and others are waiting for the runtime.
            let read = tokio::task::spawn_blocking(move || {
                text.lines().for_each(|line| session.handle(Incoming::Line(line)));
            });
            if read.await.is_err() {
                return;
            }
        }
    };
    // Who has been given up does not take what is being sent, either.
    let giving_up = async {
        while !outbox.is_closed() {
            tokio::time::sleep(LOOK_EVERY).await;
        }
    };
    tokio::select! {
        () = writing => {}
        () = reading => {}
        () = giving_up => {}
    }
    session.abandon();
    drop(answers);
    let _ = bringer.await;
}
