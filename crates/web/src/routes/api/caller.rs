//! Whoever calls, what it may, and what comes with its requests.

use std::sync::atomic::Ordering::Relaxed;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use store::Token;

use crate::api::{Fields, Rate, Scope, Scopes, wrong_field};
use crate::door::Client;
use crate::hub::{Key, Secret, Viewer};
use crate::routes::asked::Named;
use crate::routes::refused::Refused;
use crate::routes::visitor;
use crate::site::Site;

/// What tokens begin with, so that whoever finds one somewhere knows what it is.
pub(super) const PREFIX: &str = "plateau_";

/// What the answers are that come line by line.
pub(super) const MEDIA_TYPE: &str = "application/x-ndjson";

/// Where a program is let in, and what for.
#[derive(Clone)]
pub(super) struct Gate {
    pub(super) site: Site,
    pub(super) scope: Option<Scope>,
}

/// Whoever calls: a program, by its token.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) site: Site,
    pub(super) token: Token,
    /// Whose seats are its own.
    pub(super) key: Key,
    pub(super) viewer: Viewer,
    /// By which it knows what it asks for, so that it is done once.
    pub(super) name: Option<String>,
}

impl FromRequestParts<Site> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Site) -> Result<Caller, Refused> {
        parts.extensions.get::<Caller>().cloned().ok_or(Refused::NoToken)
    }
}

impl Caller {
    /// The program that a request's token belongs to.
    async fn of(site: &Site, headers: &HeaderMap, Client(household): Client) -> Result<Caller, Refused> {
        let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let secret = shown.and_then(|value| value.strip_prefix("Bearer "));
        let secret: Secret =
            secret.and_then(|token| token.trim().strip_prefix(PREFIX)?.parse().ok()).ok_or(Refused::NoToken)?;
        let hash = secret.key().to_string();
        let token = site.hub().read(household, move |store| store.token(&hash)).await?.ok_or(Refused::NoToken)?;
        let key = Key::of_program(&token.owner, &token.name);
        let Named(name) = Named::read(headers)?;
        Ok(Caller { site: site.clone(), token, key, viewer: Viewer { key: Some(key), household }, name })
    }
}

/// Lets a program in that may do this, and tells it how often it may call.
pub(super) async fn let_in(State(Gate { site, scope }): State<Gate>, mut request: Request, next: Next) -> Response {
    // On one's own machine everybody sits everywhere, and a token would say nothing.
    if site.config().manner.local {
        return Refused::Forbidden.into_response();
    }
    let client = *request.extensions().get::<Client>().expect("every request went through the door");
    let caller = match Caller::of(&site, request.headers(), client).await {
        Ok(caller) => caller,
        Err(refused) => return refused.into_response(),
    };
    let rate = site.callers().call(caller.key);
    let mut response = if !rate.may {
        site.hub().metrics().rate_limited.fetch_add(1, Relaxed);
        Refused::TooOften.into_response()
    } else if scope.is_some_and(|scope| !Scopes::read(&caller.token.scopes).has(scope)) {
        Refused::NoScope(scope.map_or("", Scope::id)).into_response()
    } else {
        request.extensions_mut().insert(caller);
        in_our_words(next.run(request).await)
    };
    tell_rate(response.headers_mut(), rate);
    response
}

/// What is refused before a handler sees it, such as an address that is no text, is said as everything else that is refused.
fn in_our_words(response: Response) -> Response {
    let is_said = response.extensions().get::<Refused>().is_some();
    match response.status() {
        status if status.is_client_error() && !is_said => Refused::Unreadable(status).into_response(),
        _ => response,
    }
}

/// The fields that programs read to slow down in time.
fn tell_rate(headers: &mut HeaderMap, rate: Rate) {
    for (name, number) in
        [("ratelimit-limit", rate.limit), ("ratelimit-remaining", rate.remaining), ("ratelimit-reset", rate.reset_s)]
    {
        headers.insert(name, number.into());
    }
    if !rate.may {
        headers.insert(header::RETRY_AFTER, rate.reset_s.max(1).into());
    }
}

/// The fields of a request.
pub(super) struct Body(pub(super) Fields);

impl FromRequest<Site> for Body {
    type Rejection = Refused;

    async fn from_request(request: Request, site: &Site) -> Result<Body, Refused> {
        let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.map(str::to_owned);
        let body = Bytes::from_request(request, site).await;
        let body = body.map_err(|rejection| Refused::Unreadable(rejection.into_response().status()))?;
        Fields::read(media_type.as_deref(), &body).map(Body).map_err(Refused::Wrong)
    }
}

/// It is done.
pub(super) fn done() -> Response {
    visitor::json(&json!({ "ok": true }))
}

/// Lines of JSON that are there already.
pub(super) fn lines(lines: impl IntoIterator<Item = Value>) -> Response {
    let text: String = lines.into_iter().map(|line| format!("{line}\n")).collect();
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], text).into_response()
}

/// Numbers behind the question mark of an address, each from 1 up.
pub(super) struct Numbers(Vec<(String, u64)>);

impl FromRequestParts<Site> for Numbers {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Site) -> Result<Numbers, Refused> {
        const KNOWN: [&str; 3] = ["nb", "max", "until"];
        let pairs = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        let read = |(key, value): (std::borrow::Cow<'_, str>, std::borrow::Cow<'_, str>)| {
            let number = value.parse().ok().filter(|number| *number > 0);
            let wrong = || Refused::Wrong(wrong_field(&key, "1, 2, …"));
            Ok((key.to_string(), number.ok_or_else(wrong)?))
        };
        pairs.filter(|(key, _)| KNOWN.contains(&key.as_ref())).map(read).collect::<Result<_, _>>().map(Numbers)
    }
}

impl Numbers {
    pub(super) fn find(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, number)| *number)
    }
}
