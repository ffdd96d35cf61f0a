//! The server as a function from requests to answers: [`app`] makes a router that can be asked without a socket.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use store::{Error, Store};
use table::Message;
use tokio::sync::watch;
use words::{Lang, Words};

use crate::config::Config;
use crate::guard::{self, Guard, Kind};
use crate::hub::{Hub, Refusal};
use crate::log::{self, Level};
use crate::metrics::Metrics;
use crate::records::Records;
use crate::{compress, live, routes};

/// Everything that answering needs.
#[derive(Clone)]
pub struct Site {
    inner: Arc<Inner>,
}

struct Inner {
    config: Config,
    hub: Hub,
    guard: Arc<Guard>,
    words: [Words; Lang::ALL.len()],
    records: Records,
    stopping: watch::Sender<bool>,
}

/// How long an answer may take, its request's body included.
const PATIENCE: Duration = Duration::from_secs(20);

impl Site {
    /// A site over a store; `reader` may be a second way to the same file. Must be called within a tokio runtime.
    pub fn new(config: Config, writer: Arc<dyn Store>, reader: Arc<dyn Store>) -> Result<Site, Error> {
        let origin = config.site.clone().unwrap_or_else(|| format!("http://{}", config.bind));
        let render = live::renderer(config.manner.local, origin);
        let hub = Hub::new(writer, reader, config.manner.clone(), render, Arc::new(Metrics::default()))?;
        let guard = Guard::new(config.limits);
        let words = Lang::ALL.map(Words::new);
        let (records, stopping) = (Records::default(), watch::Sender::new(false));
        Ok(Site { inner: Arc::new(Inner { config, hub, guard, words, records, stopping }) })
    }

    /// The games.
    pub fn hub(&self) -> &Hub {
        &self.inner.hub
    }

    /// The set-up.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// Who comes in.
    pub fn guard(&self) -> &Arc<Guard> {
        &self.inner.guard
    }

    /// The records that were sent to be looked at.
    pub(crate) fn records(&self) -> &Records {
        &self.inner.records
    }

    /// A language.
    pub fn words(&self, lang: Lang) -> &Words {
        self.inner.words.iter().find(|words| words.lang() == lang).expect("every language is there")
    }

    /// What a person is told of a refusal. What concerns the server alone is logged and not told.
    pub fn explain(&self, lang: Lang, refusal: &Refusal) -> String {
        let message = match refusal {
            Refusal::Said(message) => message.clone(),
            Refusal::NoSuchGame => Message::new("hub-no-such-game"),
            Refusal::Full => Message::new("hub-full"),
            Refusal::Store(error) => {
                self.log(Level::Error, "store", &[("problem", error.to_string().into())]);
                Message::new("hub-store-trouble")
            }
        };
        message.say(&|id, gaps| self.words(lang).say(id, gaps))
    }

    /// Writes a line of the log.
    pub fn log(&self, level: Level, event: &str, details: &[(&str, serde_json::Value)]) {
        log::write(self.config().log, level, event, details);
    }

    /// Becomes true when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.inner.stopping.subscribe()
    }

    pub(crate) fn stop_live_pages(&self) {
        self.inner.stopping.send_replace(true);
    }
}

/// Where a request comes from, as far as can be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// The whole server.
pub fn app(site: Site) -> Router {
    routes::router(&site)
        .layer(middleware::from_fn(compress::compress))
        .layer(middleware::from_fn_with_state(site.clone(), admit))
        .with_state(site)
}

/// What every request goes through, whatever it asks for.
async fn admit(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    // Without a socket, as in a test, everybody is here.
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let client = guard::client(peer, request.headers(), &site.config().trusted_proxies);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    request.extensions_mut().insert(Client(client));
    let mut response = match check(&site, &request, client) {
        Ok(()) => match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
        Err(status) => status.into_response(),
    };
    secure(response.headers_mut(), site.config().is_secure());
    let status = response.status();
    let metrics = site.hub().metrics();
    metrics.requests[usize::from(status.as_u16() / 100).clamp(1, 5) - 1].fetch_add(1, Relaxed);
    if !path.starts_with("/assets/") {
        let level = if status.is_server_error() { Level::Error } else { Level::Info };
        let details = [
            ("method", method.as_str().into()),
            ("path", without_ids(&path).into()),
            ("status", status.as_u16().into()),
            ("us", (begin.elapsed().as_micros() as u64).into()),
            ("client", client.to_string().into()),
        ];
        site.log(level, "request", &details);
    }
    response
}

/// Whether a request is let in at all.
fn check(site: &Site, request: &Request, client: IpAddr) -> Result<(), StatusCode> {
    let headers = request.headers();
    // Those who look after the server ask it by any name.
    let is_probe = matches!(request.uri().path(), "/healthz" | "/readyz" | "/metrics");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    if !is_probe && !guard::is_for_us(host, site.config()) {
        return Err(StatusCode::MISDIRECTED_REQUEST);
    }
    let is_live = headers.contains_key(header::UPGRADE);
    if !guard::is_from_us(request.method(), is_live, headers, host) {
        return Err(StatusCode::FORBIDDEN);
    }
    if !site.guard().may(client, Kind::Request) {
        site.hub().metrics().rate_limited.fetch_add(1, Relaxed);
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    Ok(())
}

/// What a browser must not do with our pages. Nothing is inline, nothing comes from elsewhere, nobody puts them in a frame, and
/// a link to a game, which is its key, is told to nobody.
fn secure(headers: &mut HeaderMap, is_secure: bool) {
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                          manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
                          frame-ancestors 'none'";
    let fields = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ];
    for (name, value) in fields {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if is_secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// A path as it can stand in a log: who reads that must not be able to join the games.
fn without_ids(path: &str) -> String {
    let part = |part: &str| if part.len() >= 26 { "…".to_owned() } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_holds_no_key_to_a_game() {
        assert_eq!(without_ids("/game/01h5n0et5q6mt3v7ms1234abcd/do"), "/game/…/do");
        assert_eq!(without_ids("/rules/go"), "/rules/go");
    }
}
