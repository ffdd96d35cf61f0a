//! Who asks: their secret, their options, their language; and how they are answered.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::Markup;
use pages::Context;
use pages::wire::Down;
use serde_json::json as object;
use store::Preferences;
use table::Kind;
use tracing::error;
use words::Lang;

use super::refused::{Answer, Refused};
use crate::door::Client;
use crate::guard::Budget;
use crate::household::Household;
use crate::hub::{Key, Refusal, Secret, Taste, Viewer};
use crate::site::Site;
use crate::turns::Size;

/// Whoever asks for a page.
pub(super) struct Visitor {
    pub(super) site: Site,
    pub(super) viewer: Viewer,
    secret: Option<Secret>,
    pub(super) options: Preferences,
    pub(super) lang: Lang,
    origin: String,
    path: String,
    wants_json: bool,
}

const OPTIONS_COOKIE: &str = "plateau-options";
const YEAR_S: u32 = 365 * 24 * 3600;

impl FromRequestParts<Site> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Visitor, Infallible> {
        let headers = &parts.headers;
        let secret: Option<Secret> = cookie(headers, seat_cookie(site)).and_then(|text| text.parse().ok());
        let client = parts.extensions.get::<Client>().expect("every request went through the door");
        let options = read_options(site, headers, client.0).await;
        let lang = options.lang.unwrap_or_else(|| accepted_language(headers));
        let viewer = Viewer { key: secret.map(|secret| secret.key()), household: client.0 };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let origin = site.config().site.clone().unwrap_or_else(|| format!("http://{host}"));
        let path = parts.uri.path_and_query().map_or("/", axum::http::uri::PathAndQuery::as_str).to_owned();
        let wants_json = headers
            .get(header::ACCEPT)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| value.contains("application/json"));
        Ok(Visitor { site: site.clone(), viewer, secret, options, lang, origin, path, wants_json })
    }
}

impl Visitor {
    pub(super) fn context(&self) -> Context<'_> {
        Context {
            words: self.site.words(self.lang),
            options: &self.options,
            local: self.is_local(),
            browser: false,
            origin: &self.origin,
            path: &self.path,
        }
    }

    /// How a page of theirs is kept up to date: in the language that it was made in. Not every browser says with a socket what its reader
    /// speaks, and what was chosen elsewhere meanwhile is for the pages that come after.
    pub(super) fn taste(&self, made_in: Option<&str>) -> Taste {
        let lang = made_in.and_then(Lang::from_locale).unwrap_or(self.lang);
        Taste { lang, coordinates: self.options.coordinates }
    }

    pub(super) fn is_local(&self) -> bool {
        self.site.config().manner.local
    }

    /// Whose papers this visitor's are, and the cookie that gives the browser a secret if it has none.
    pub(super) fn owner(&self) -> Result<(String, Option<HeaderValue>), Refusal> {
        if self.is_local() {
            return Ok((store::HERE.to_owned(), None));
        }
        let (key, cookie) = self.secret()?;
        Ok((key.to_string(), cookie))
    }

    /// The same of somebody who has been here before.
    pub(super) fn known_owner(&self) -> Option<String> {
        if self.is_local() { Some(store::HERE.to_owned()) } else { self.viewer.key.map(|key| key.to_string()) }
    }

    /// A page.
    pub(super) fn page(&self, page: impl FnOnce(&Context<'_>) -> Markup) -> Response {
        Html(page(&self.context()).into_string()).into_response()
    }

    /// An answer that takes more than a millisecond to make.
    pub(super) async fn slowly(self, size: Size, make: impl FnOnce(&Visitor) -> Response + Send + 'static) -> Response {
        let (site, household) = (self.site.clone(), self.viewer.household);
        site.work().run(Some(household), size, move || make(&self)).await
    }

    /// Work that takes more than a millisecond, and may be refused.
    pub(super) async fn work<T: Send + 'static, E: Send + 'static>(
        &self,
        size: Size,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.site.work().run(Some(self.viewer.household), size, work).await
    }

    /// A form that cannot be taken as it is: a person is shown it again with the reason, by `form`; a program is told that.
    pub(super) fn in_form(&self, refusal: Refusal, form: impl FnOnce(&Context<'_>, Option<&str>) -> Markup) -> Answer {
        let Refusal::Said(message) = &refusal else { return Err(refusal.into()) };
        let said = self.context().tell(message);
        if self.wants_json {
            return Ok(self.error(StatusCode::BAD_REQUEST, &said));
        }
        let page = self.page(|context| form(context, Some(&said)));
        Ok((StatusCode::BAD_REQUEST, page).into_response())
    }

    /// Whether this address may make another game now, or send another record.
    pub(super) fn may_make_a_game(&self) -> Result<(), Refused> {
        if self.site.guard().may(self.viewer.household, Budget::Game) { Ok(()) } else { Err(Refused::TooOften) }
    }

    /// The programs that listen for challenges, each with the games that it plays.
    pub(super) fn programs(&self) -> Vec<(String, Vec<Kind>)> {
        self.site.callers().here().into_iter().map(|here| (here.name, here.plays)).collect()
    }

    pub(super) fn wants_json(&self) -> bool {
        self.wants_json
    }

    /// Whether this is one of the addresses for programs, which have a shape of their own for what is refused.
    fn is_program(&self) -> bool {
        self.path.starts_with("/api/")
    }

    /// What a person or a program is told when something was refused.
    pub(super) fn error(&self, status: StatusCode, said: &str) -> Response {
        if self.is_program() {
            return refused_program(status, said);
        }
        if self.wants_json {
            return (status, json(&Down::Refused { n: None, why: said.to_owned() })).into_response();
        }
        (status, self.page(|context| pages::error(context, status.as_u16(), said))).into_response()
    }

    /// Something was done: a program is told so, a person is sent on.
    pub(super) fn done(&self, next: &str) -> Response {
        if self.wants_json {
            return json(&Down::At { at: next.to_owned() });
        }
        Redirect::to(next).into_response()
    }

    /// The secret of this browser, and the cookie that gives it one if it has none.
    pub(super) fn secret(&self) -> Result<(Key, Option<HeaderValue>), Refusal> {
        if let Some(secret) = self.secret {
            return Ok((secret.key(), None));
        }
        let secret = Secret::random()?;
        Ok((secret.key(), set_cookie(&self.site, seat_cookie(&self.site), &secret.to_string())))
    }

    /// Remembers options: with the games on one's own machine, else in the browser.
    pub(super) async fn keep_options(&self, options: &Preferences) -> Result<Option<HeaderValue>, Refusal> {
        if !self.is_local() {
            // As forms are written, which leaves nothing that a cookie cannot hold.
            let text = form_urlencoded::Serializer::new(String::new()).extend_pairs(options.pairs()).finish();
            return Ok(set_cookie(&self.site, OPTIONS_COOKIE, &text));
        }
        let (before, after) = (self.options.clone(), options.clone());
        self.site.hub().write(move |store| after.keep(&before, store)).await?;
        Ok(None)
    }
}

/// How long an answer may take, its request's body included.
const PATIENCE: Duration = Duration::from_secs(20);

/// Tells whoever asked why they were refused, in their language.
pub(crate) async fn tell(State(site): State<Site>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    // Who asked is found out once more, from the head, and only if they were refused: most are not.
    let mut head = parts.clone();
    let refused = match tokio::time::timeout(PATIENCE, next.run(Request::from_parts(parts, body))).await {
        Ok(mut response) => match response.extensions_mut().remove::<Refused>() {
            Some(refused) => refused,
            None => return response,
        },
        Err(_) => Refused::TooSlow,
    };
    let Ok(visitor) = Visitor::from_request_parts(&mut head, &site).await;
    match &refused {
        Refused::Hub(Refusal::Store(problem) | Refusal::Damaged(problem)) => error!(%problem, "store"),
        Refused::Broken(problem) => error!(problem, "not-answered"),
        Refused::Unreadable(StatusCode::PAYLOAD_TOO_LARGE) if head.uri.path() == "/upload" => {
            let said = pages::too_large(&visitor.context(), site.config().limits.upload_bytes);
            return visitor.error(refused.status(), &said);
        }
        _ => {}
    }
    let said = visitor.context().tell(&refused.message());
    match refused {
        // Who is not let in, or holds too much already, is not worth a page.
        Refused::AtDoor(_) | Refused::Unread if !visitor.wants_json && !visitor.is_program() => {
            (refused.status(), said + "\n").into_response()
        }
        _ => visitor.error(refused.status(), &said),
    }
}

/// What a program is told when something was refused, and when to come again if it came too early.
fn refused_program(status: StatusCode, said: &str) -> Response {
    const COME_AGAIN_S: u32 = 1;
    let mut response = (status, json(&object!({ "error": said }))).into_response();
    let headers = response.headers_mut();
    match status {
        StatusCode::UNAUTHORIZED => {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            headers.insert(header::RETRY_AFTER, COME_AGAIN_S.into());
        }
        _ => {}
    }
    response
}

/// An answer with a cookie, if there is one to be set.
pub(super) fn with_cookie(mut response: Response, cookie: Option<HeaderValue>) -> Response {
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

pub(super) fn json(value: &impl ToString) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

/// Over an encrypted connection the name itself forbids that another site of the same domain sets the cookie.
fn seat_cookie(site: &Site) -> &'static str {
    if site.config().is_secure() { "__Host-plateau-seat" } else { "plateau-seat" }
}

/// Not `Strict`: whoever comes back by the link in a letter is still the one who sat down. Requests that change something are
/// checked for where they come from (`crate::door`).
fn set_cookie(site: &Site, name: &str, value: &str) -> Option<HeaderValue> {
    let secure = if site.config().is_secure() { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={YEAR_S}{secure}");
    HeaderValue::from_str(&text).ok()
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The language that somebody reads.
pub(crate) async fn language(site: &Site, headers: &HeaderMap, household: Household) -> Lang {
    read_options(site, headers, household).await.lang.unwrap_or_else(|| accepted_language(headers))
}

async fn read_options(site: &Site, headers: &HeaderMap, household: Household) -> Preferences {
    let mut options = Preferences { think_here: site.config().think_here, ..Preferences::default() };
    if site.config().manner.local {
        // What cannot be read is as if nothing had been chosen: a page without one's theme is better than none.
        let kept = site.hub().read(household, |store| store.options()).await;
        for (key, value) in kept.inspect_err(|problem| error!(%problem, "options-not-read")).unwrap_or_default() {
            options.set(&key, &value);
        }
    } else if let Some(text) = cookie(headers, OPTIONS_COOKIE) {
        for (key, value) in form_urlencoded::parse(text.as_bytes()) {
            options.set(&key, &value);
        }
    }
    options
}

/// The first language of the browser's list that there is.
fn accepted_language(headers: &HeaderMap) -> Lang {
    let list = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let tags = list.split(',').filter_map(|one| one.split(';').next());
    tags.map(str::trim).find_map(|tag| Lang::from_locale(&tag.replace('-', "_"))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_cookie_holds_comes_back() {
        for text in ["", "Ada", "a b;c=d&e", "Zoé 100%", "%", "%zz", "\"\n", "a+b, *c\\"] {
            let held = form_urlencoded::Serializer::new(String::new()).append_pair("name", text).finish();
            assert!(held.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"*-._+%=&".contains(&byte)), "{held}");
            let back: Vec<_> = form_urlencoded::parse(held.as_bytes()).collect();
            assert_eq!(back, [("name".into(), text.into())]);
        }
    }

    #[test]
    fn the_browser_says_which_language() {
        for (list, lang) in
            [("", Lang::En), ("fr-FR,fr;q=0.9,en;q=0.8", Lang::Fr), ("de, fr;q=0.5", Lang::Fr), ("ja", Lang::En)]
        {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, list.parse().expect("a header"));
            assert_eq!(accepted_language(&headers), lang, "{list}");
        }
    }

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "xplateau-seat=1; plateau-seat=2; other=3".parse().expect("a header"));
        assert_eq!(cookie(&headers, "plateau-seat"), Some("2"));
        assert_eq!(cookie(&headers, "seat"), None);
    }
}
