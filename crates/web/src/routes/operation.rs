//! What those ask who look after the server, and files.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::visitor::Visitor;
use crate::pages;
use crate::site::Site;

/// The process runs.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// It can be sent people: the store answers and the server is not being stopped.
pub(super) async fn readyz(State(site): State<Site>) -> Response {
    if site.hub().is_ready().await { "ok\n".into_response() } else { StatusCode::SERVICE_UNAVAILABLE.into_response() }
}

pub(super) async fn metrics(State(site): State<Site>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], site.hub().metrics().text()).into_response()
}

/// Style sheets, scripts, icons: parts of the program. No folder of the machine is served.
pub(super) async fn asset(State(site): State<Site>, request: Request) -> Response {
    let Some(asset) = pages::asset(request.uri().path()) else {
        let (mut parts, _) = request.into_parts();
        return match Visitor::from_request_parts(&mut parts, &site).await {
            Ok(visitor) => visitor.error(StatusCode::NOT_FOUND, ""),
            Err(refused) => refused,
        };
    };
    let tag = format!("\"{}\"", pages::version());
    let lasts = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let head = [(header::CONTENT_TYPE, asset.media_type), (header::CACHE_CONTROL, lasts), (header::ETAG, &tag)];
    if request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, asset.bytes.into_owned()).into_response()
}
