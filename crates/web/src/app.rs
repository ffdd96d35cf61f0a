//! The server as a function from requests to answers: [`app`] makes a router that can be asked without a socket.

use std::any::Any;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tracing::{Instrument, error, error_span, info};

use crate::door::{self, Client};
use crate::guard::Budget;
use crate::household::Household;
use crate::live::PassedOn;
use crate::routes::{Door, Refused};
use crate::site::Site;
use crate::{answers, cluster, routes};

/// The whole server. Layers are said from the inside out.
pub fn app(site: Site) -> Router {
    inside(&site).layer(packed()).layer(middleware::from_fn_with_state(site.clone(), admit)).with_state(site)
}

/// The same for whoever another server has let in already: its requests say where they come from.
pub(crate) fn inner(site: Site) -> Router {
    inside(&site).with_state(site)
}

fn inside(site: &Site) -> Router<Site> {
    routes::router(site)
        .layer(middleware::from_fn_with_state(site.clone(), cluster::pass_on))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| Refused::by_panic(&*panic)))
        .layer(middleware::from_fn_with_state(site.clone(), let_in))
        .layer(middleware::from_fn_with_state(site.clone(), answers::hold))
        .layer(middleware::from_fn_with_state(site.clone(), routes::tell))
}

/// Answers are compressed where the browser wants that and it is worth it: below a thousand bytes, a packet holds it anyway. With
/// level 5 a page of a 19×19 board takes about a millisecond.
fn packed() -> CompressionLayer<impl Predicate> {
    // Lines that come as things happen must not wait for each other.
    let live = NotForContentType::new("application/x-ndjson");
    let worth_it = SizeAbove::new(1000).and(NotForContentType::IMAGES).and(live);
    CompressionLayer::new().quality(CompressionLevel::Precise(5)).compress_when(worth_it)
}

/// What every request goes through, whatever it asks for.
async fn admit(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    // Without a socket, as in a test, everybody is here.
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let client = Household::of(door::client(peer, request.headers(), &site.config().trusted_proxies));
    let name = site.name_request();
    let span = error_span!("request", request = name);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    request.extensions_mut().insert(Client(client));
    let mut response = next.run(request).instrument(span.clone()).await;
    secure(response.headers_mut(), site.config().is_secure());
    if let Ok(name) = name.parse() {
        response.headers_mut().insert("x-request-id", name);
    }
    let status = response.status();
    let metrics = site.hub().metrics();
    metrics.requests[usize::from(status.as_u16() / 100).clamp(1, 5) - 1].fetch_add(1, Relaxed);
    if !path.starts_with("/assets/") {
        let (method, path, status) = (method.as_str(), path, status.as_u16());
        let us = begin.elapsed().as_micros() as u64;
        let _around = span.enter();
        if status < 500 {
            info!(method, path, status, us, %client, "request");
        } else {
            error!(method, path, status, us, %client, "request");
        }
    }
    response
}

/// How long who comes too fast waits for being told so: with so many connections as one may have, a refusal for each of them.
const REFUSED_AFTER: Duration = Duration::from_millis(100);

/// The door: who comes too fast, or does not mean this server, is answered at once.
async fn let_in(State(site): State<Site>, request: Request, next: Next) -> Response {
    match check(&site, &request) {
        Ok(()) => next.run(request).await,
        Err(why) => {
            if why == Door::TooFast {
                tokio::time::sleep(REFUSED_AFTER).await;
            }
            Refused::AtDoor(why).into_response()
        }
    }
}

/// Whether a request is let in at all.
fn check(site: &Site, request: &Request) -> Result<(), Door> {
    let headers = request.headers();
    // Those who look after the server ask it by any name.
    let is_probe = matches!(request.uri().path(), "/healthz" | "/readyz" | "/metrics");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    if !is_probe && !door::is_for_us(host, site.config()) {
        return Err(Door::NotForUs);
    }
    let is_live = headers.contains_key(header::UPGRADE);
    if !door::is_from_us(request.method(), is_live, headers, host) {
        return Err(Door::NotFromUs);
    }
    let Client(client) = request.extensions().get().expect("every request went through the door");
    // Of what another server has passed on, that one has told how much it was.
    let is_counted = request.extensions().get::<PassedOn>().is_some();
    if !is_counted && !site.guard().may(*client, Budget::Request) {
        site.hub().metrics().rate_limited.fetch_add(1, Relaxed);
        return Err(Door::TooFast);
    }
    Ok(())
}

/// What a browser must not do with our pages ([`pages::POLICY`]); and a link to a game, which is its key, is told to nobody.
fn secure(headers: &mut HeaderMap, is_secure: bool) {
    let fields = [
        ("content-security-policy", pages::POLICY),
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

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn answers_are_packed_for_whoever_wants_that_and_arrive_however_long_they_are() {
        const SMALL: usize = 900;
        const HUGE: usize = 17 << 20;
        let router = Router::new()
            .route("/small", get(async || "x".repeat(SMALL)))
            .route("/huge", get(async || "x".repeat(HUGE)))
            .route("/picture", get(async || ([(header::CONTENT_TYPE, "image/png")], vec![0; HUGE])))
            .layer(packed());
        for (path, wanted, length, is_packed) in [
            ("/huge", "gzip", HUGE, true),
            ("/huge", "br, gzip;q=0.5", HUGE, true),
            ("/huge", "gzip;q=0", HUGE, false),
            ("/huge", "br", HUGE, false),
            ("/huge", "", HUGE, false),
            ("/small", "gzip", SMALL, false),
            ("/picture", "gzip", HUGE, false),
        ] {
            let request = Request::builder().uri(path).header(header::ACCEPT_ENCODING, wanted);
            let request = request.body(Body::empty()).expect("a request");
            let response = router.clone().oneshot(request).await.expect("an answer");
            let encoding = response.headers().get(header::CONTENT_ENCODING).cloned();
            assert_eq!(encoding, is_packed.then(|| HeaderValue::from_static("gzip")), "{path} {wanted}");
            if path == "/huge" {
                assert_eq!(response.headers()[header::VARY], "accept-encoding", "{wanted}");
            }
            let sent = to_bytes(response.into_body(), usize::MAX).await.expect("all of it").len();
            assert!(if is_packed { sent < length / 100 } else { sent == length }, "{path} {wanted}: {sent}");
        }
    }
}
