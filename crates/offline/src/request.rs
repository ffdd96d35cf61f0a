//! What a browser asks and what it is answered, each as a line of JSON; behind the line of an answer comes its body.

use pages::wire::Down;
use serde::{Deserialize, Serialize};
use store::Change;

/// What lies under this address is the browser's own, whether there is a server or not.
const HERE: &str = "/here";

/// What is asked.
#[derive(Clone, Deserialize, Default, Debug)]
pub struct Request {
    /// Whether it wants something done, and not only shown.
    #[serde(default)]
    pub post: bool,
    /// The address, without its query.
    pub path: String,
    /// What stands behind its question mark.
    #[serde(default)]
    pub query: String,
    /// Whether a script asks, which wants no page.
    #[serde(default)]
    pub json: bool,
    /// The languages of the browser, the first liked best.
    #[serde(default)]
    pub languages: Vec<String>,
    /// Where the server is: `https://play.example.org`.
    #[serde(default)]
    pub origin: String,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub now_ms: u64,
    /// The fields of a form.
    #[serde(default)]
    pub form: Vec<Field>,
    /// What was sent, where that is no form.
    #[serde(default)]
    pub body: String,
}

/// A field of a form.
#[derive(Clone, Deserialize, Default, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What is in it. Of a file each byte is a character.
    pub value: String,
    /// The name of the file, if it is one.
    pub file: Option<String>,
}

impl Field {
    /// What is in it, as it came.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self.file {
            Some(_) => self.value.chars().map(|letter| letter as u32 as u8).collect(),
            None => self.value.as_bytes().to_vec(),
        }
    }
}

impl Request {
    /// The fields of the form, as pages read them.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.form.iter().map(|field| (field.name.as_str(), field.value.as_str()))
    }

    /// What the form says under this name.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// What the query says. A link that was copied wrongly still leads to the page: what cannot be read is as if nothing had been said.
    pub(crate) fn asked<T: for<'a> Deserialize<'a> + Default>(&self) -> T {
        serde_urlencoded::from_str(&self.query).unwrap_or_default()
    }

    /// What the form says.
    pub(crate) fn sent<T: for<'a> Deserialize<'a> + Default>(&self) -> T {
        let pairs: Vec<(&str, &str)> = self.fields().collect();
        serde_urlencoded::to_string(pairs)
            .ok()
            .and_then(|text| serde_urlencoded::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Whether it is for the browser alone, server or not, and the address that the server has for the same.
    pub(crate) fn place(&self) -> (bool, &str) {
        match self.path.strip_prefix(HERE) {
            Some("") => (true, "/"),
            Some(rest) if rest.starts_with('/') => (true, rest),
            _ => (false, &self.path),
        }
    }

    /// That address with its query.
    pub(crate) fn address(&self) -> String {
        let (_, path) = self.place();
        if self.query.is_empty() { path.to_owned() } else { format!("{path}?{}", self.query) }
    }
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The status of HTTP. 204 is nothing yet: whoever waits asks again once something has happened.
    pub status: u16,
    /// The media type of the body.
    pub media_type: &'static str,
    /// Where to go on.
    pub location: Option<String>,
    /// The name of the file, where the body is one to be kept.
    pub file: Option<String>,
    /// The body.
    pub body: String,
}

#[derive(Serialize)]
struct Head<'a> {
    status: u16,
    headers: Vec<(&'static str, String)>,
    /// Keys and texts; a key without a text is to be forgotten.
    changes: Vec<(&'a str, Option<&'a str>)>,
    /// Whether the answer must wait until the disk has them.
    strict: bool,
}

impl Answer {
    /// With this status and body.
    pub(crate) fn new(status: u16, media_type: &'static str, body: String) -> Answer {
        Answer { status, media_type, location: None, file: None, body }
    }

    pub(crate) fn page(status: u16, page: maud::Markup) -> Answer {
        Answer::new(status, "text/html; charset=utf-8", page.into_string())
    }

    pub(crate) fn down(status: u16, down: &Down) -> Answer {
        Answer::new(status, "application/json", down.to_string())
    }

    /// Nothing yet.
    pub(crate) fn wait() -> Answer {
        Answer::new(204, "text/plain; charset=utf-8", String::new())
    }

    /// That is to be asked at another address.
    pub(crate) fn see(address: &str) -> Answer {
        Answer { location: Some(address.to_owned()), ..Answer::new(303, "text/plain; charset=utf-8", String::new()) }
    }

    /// The same where whatever leads to another page of the site leads to the browser's own.
    pub(crate) fn under_here(mut self) -> Answer {
        self.location = self.location.map(|address| moved(&address));
        if self.file.is_none() && !self.media_type.starts_with("text/plain") {
            self.body = relinked(&self.body);
        }
        self
    }

    /// As the service worker reads it, with what has changed.
    pub fn write(&self, changes: &[Change]) -> String {
        let mut headers = vec![
            ("content-type", self.media_type.to_owned()),
            ("content-security-policy", pages::POLICY.to_owned()),
            ("cache-control", "no-store".to_owned()),
            // By that the service worker knows what our own pages send.
            ("referrer-policy", "same-origin".to_owned()),
        ];
        headers.extend(self.location.clone().map(|location| ("location", location)));
        headers
            .extend(self.file.as_ref().map(|name| ("content-disposition", format!("attachment; filename=\"{name}\""))));
        let strict = !changes.iter().all(Change::can_be_thought_again);
        let changes = changes.iter().map(|change| (change.key.as_str(), change.text.as_deref())).collect();
        let head = Head { status: self.status, headers, changes, strict };
        format!("{}\n{}", serde_json::to_string(&head).expect("texts and numbers are all JSON"), self.body)
    }
}

/// The address of a page under that which is the browser's own.
fn moved(address: &str) -> String {
    if address == "/" { HERE.to_owned() } else { format!("{HERE}{address}") }
}

/// What pages have addresses of other pages in: attributes, in HTML and in HTML that is a text of JSON, and where a form leads to.
const LINKS: [&str; 6] = ["href=\"", "href=\\\"", "action=\"", "action=\\\"", "data-live=\"", "{\"at\":\""];

/// What is the same for everybody.
const FILES: [&str; 4] = ["/assets/", "/favicon.svg", "/icon-", "/manifest.webmanifest"];

/// A page, or what is to be changed on one, with the addresses of the site under the browser's own. What a person has written is no address: quotes
/// are not quotes in it. Files stay where they are, and so does what names its server.
fn relinked(body: &str) -> String {
    let mut out = String::with_capacity(body.len() + body.len() / 16);
    let mut copied = 0;
    // One look over the text, however long it is and however many links it has: a review has hundreds, and is made anew as it grows.
    for (quote, _) in body.match_indices("\"/") {
        let (before, address) = body.split_at(quote + 1);
        let is_link = LINKS.iter().any(|link| before.ends_with(link));
        if !is_link || FILES.iter().any(|file| address.starts_with(file)) {
            continue;
        }
        out.push_str(&before[copied..]);
        out.push_str(HERE);
        // The first page has no stroke behind it.
        let is_first = address.starts_with("/\"") || address.starts_with("/\\\"");
        copied = before.len() + usize::from(is_first);
    }
    out + &body[copied..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_pages_are_under_the_browsers_own_and_nothing_else_is_touched() {
        let cases = [
            (r#"<a href="/">"#, r#"<a href="/here">"#),
            (r#"<a href="/game/1"><a href="/game/2">"#, r#"<a href="/here/game/1"><a href="/here/game/2">"#),
            (r#"<form action="/new" data-live="/x">"#, r#"<form action="/here/new" data-live="/here/x">"#),
            (r#"{"at":"/game/1","html":"<a href=\"/\">"}"#, r#"{"at":"/here/game/1","html":"<a href=\"/here\">"}"#),
            (
                r#"<a href="?move=2"><a href="https://a.example/">"#,
                r#"<a href="?move=2"><a href="https://a.example/">"#,
            ),
            (
                r#"<link href="/assets/1/page.css"><p title="/game/1">"#,
                r#"<link href="/assets/1/page.css"><p title="/game/1">"#,
            ),
            ("no address", "no address"),
        ];
        for (page, moved) in cases {
            assert_eq!(relinked(page), moved);
        }
    }
}
