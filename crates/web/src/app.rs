//! The server as a function from requests to answers: [`app`] makes a router that can be asked without a socket.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tracing::{Instrument, error, error_span, info};

use crate::guard::{self, Kind};
use crate::site::Site;
use crate::{compress, log, routes};

/// How long an answer may take, its request's body included.
const PATIENCE: Duration = Duration::from_secs(20);

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
    let name = site.name_request();
    let span = error_span!("request", request = name);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    request.extensions_mut().insert(Client(client));
    let mut response = match check(&site, &request, client) {
        Ok(()) => match tokio::time::timeout(PATIENCE, next.run(request)).instrument(span.clone()).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
        Err(status) => status.into_response(),
    };
    secure(response.headers_mut(), site.config().is_secure());
    if let Ok(name) = name.parse() {
        response.headers_mut().insert("x-request-id", name);
    }
    let status = response.status();
    let metrics = site.hub().metrics();
    metrics.requests[usize::from(status.as_u16() / 100).clamp(1, 5) - 1].fetch_add(1, Relaxed);
    if !path.starts_with("/assets/") {
        let (method, path, status) = (method.as_str(), without_ids(&path), status.as_u16());
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
    let part = |part: &str| if part.len() >= 26 { log::cut(part) } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_holds_no_key_to_a_game() {
        assert_eq!(without_ids("/game/01h5n0et5q6mt3v7ms1234abcd/do"), "/game/01h5n0…/do");
        assert_eq!(without_ids("/rules/go"), "/rules/go");
    }
}
