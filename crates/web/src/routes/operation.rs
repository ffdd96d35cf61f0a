//! What those ask who look after the server, and files.

use std::borrow::Cow;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::refused::{Answer, Refused};
use crate::guard::OfProgram;
use crate::hub::Refusal;
use crate::site::Site;

/// The process runs.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// It can be sent people: the store takes what happens, games are this server's to serve, and it is not being stopped. What is in the way is told by its name,
/// which says nothing about the machine; the log says the rest. One of several servers
/// says, too, how many workers it knows of.
pub(super) async fn readyz(State(site): State<Site>) -> Response {
    // Games of other servers cannot be had from here.
    if site.exchange().is_some_and(|exchange| !exchange.is_connected()) {
        return (StatusCode::SERVICE_UNAVAILABLE, "nats-lost\n").into_response();
    }
    match site.hub().trouble().await {
        None => match site.hub().workers() {
            None => "ok\n".into_response(),
            Some(workers) => format!("ok\nworkers {workers}\n").into_response(),
        },
        Some(Refusal::Store(problem)) => {
            (StatusCode::SERVICE_UNAVAILABLE, format!("{}\n", problem.id())).into_response()
        }
        Some(refusal) => (StatusCode::SERVICE_UNAVAILABLE, format!("{refusal}\n")).into_response(),
    }
}

pub(super) async fn metrics(State(site): State<Site>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], site.hub().metrics().text()).into_response()
}

/// Style sheets, scripts, icons: parts of the program. No folder of the machine is served.
pub(super) async fn asset(request: Request) -> Answer {
    let asset = pages::asset(request.uri().path()).ok_or(Refused::NoSuchPage)?;
    let tag = format!("\"{}\"", pages::version());
    let lasts = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let head = [
        (header::CONTENT_TYPE, asset.media_type),
        (header::CONTENT_SECURITY_POLICY, asset.policy),
        (header::CACHE_CONTROL, lasts),
        (header::ETAG, &tag),
    ];
    if request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str()) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    Ok(match asset.bytes {
        Cow::Borrowed(bytes) => (Extension(OfProgram), head, Bytes::from_static(bytes)).into_response(),
        Cow::Owned(bytes) => (head, bytes).into_response(),
    })
}
