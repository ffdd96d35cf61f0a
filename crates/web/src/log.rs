//! What the server writes about itself: one line per event on standard error, as JSON or as text.
//!
//! Events come by `tracing`. The message of one is its name; its fields, and those of the spans around it (which request, which
//! game), are its details. Spans have the level of errors, so that an error says where it belongs however little is written.
//! Of a game's id, which is its key, only the beginning is written, wherever it comes from: see [`cut`].

use std::any::Any;
use std::fmt;
use std::io::Write;
use std::panic::PanicHookInfo;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Level, Subscriber, error};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

/// How lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Not at all, but for what went wrong.
    Quiet,
    /// `LEVEL EVENT KEY=VALUE …`, for people.
    Text,
    /// A JSON object, for programs.
    Json,
}

impl FromStr for Format {
    type Err = ();

    fn from_str(text: &str) -> Result<Format, ()> {
        match text {
            "quiet" => Ok(Format::Quiet),
            "text" => Ok(Format::Text),
            "json" => Ok(Format::Json),
            _ => Err(()),
        }
    }
}

/// From now on everything that the process reports is written to standard error, panics with their place included. A program
/// that listens already in a way of its own goes on doing so.
pub fn install(format: Format) {
    // There is nobody to tell that telling does not work.
    let write = |line: &str| drop(writeln!(std::io::stderr().lock(), "{line}"));
    if tracing::subscriber::set_global_default(subscriber(format, write)).is_ok() {
        std::panic::set_hook(Box::new(report_panic));
    }
}

/// Hands every event to `write` as a line.
pub fn subscriber(format: Format, write: impl Fn(&str) + Send + Sync + 'static) -> impl Subscriber + Send + Sync {
    let level = if format == Format::Quiet { LevelFilter::ERROR } else { LevelFilter::INFO };
    Registry::default().with(level).with(Lines { format, write })
}

/// An id as it can stand in a log: enough to find the lines about one game, not enough to join it.
pub fn cut(id: impl fmt::Display) -> String {
    const SHOWN: usize = 6;
    let id = id.to_string();
    let shown: String = id.chars().take(SHOWN).collect();
    if shown.len() < id.len() { shown + "…" } else { shown }
}

/// A text as it can stand in a log: whatever is as long as an id, or longer, is cut as one. Paths hold them, and errors of the store.
fn without_keys(text: &str) -> String {
    const ID_CHARS: usize = 26;
    let is_part = |c: char| c.is_ascii_alphanumeric();
    let mut cut_text = String::with_capacity(text.len());
    for word in text.split_inclusive(|c| !is_part(c)) {
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        let (word, rest) = word.split_at(end);
        cut_text += &if word.len() >= ID_CHARS { cut(word) } else { word.to_owned() };
        cut_text += rest;
    }
    cut_text
}

/// What a panic says.
pub(crate) fn said(panic: &dyn Any) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("something without words")
}

/// Runs where the panic happened, so that the spans around it say which request or game it was.
fn report_panic(info: &PanicHookInfo<'_>) {
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    error!(problem = said(info.payload()), place, "panic");
}

struct Lines<W> {
    format: Format,
    write: W,
}

impl<S, W> Layer<S> for Lines<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: Fn(&str) + 'static,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut details = Details::default();
        attributes.record(&mut details);
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(details);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut details = Details::default();
        event.record(&mut details);
        for span in context.event_scope(event).into_iter().flatten() {
            if let Some(around) = span.extensions().get::<Details>() {
                details.fields.extend(around.fields.iter().cloned());
            }
        }
        (self.write)(&line(self.format, *event.metadata().level(), &details, now_ms()));
    }
}

/// What is said of an event or a span.
#[derive(Default)]
struct Details {
    event: String,
    fields: Vec<(&'static str, Value)>,
}

impl Visit for Details {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        if field.name() == "message" {
            self.event = text;
        } else {
            self.fields.push((field.name(), without_keys(&text).into()));
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.push((field.name(), without_keys(value).into()));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.fields.push((field.name(), value.into()));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.fields.push((field.name(), value.into()));
    }
}

fn line(format: Format, level: Level, Details { event, fields }: &Details, now_ms: u64) -> String {
    let level = level.as_str().to_ascii_lowercase();
    match format {
        Format::Quiet | Format::Text => {
            let fields: String = fields.iter().map(|(key, value)| format!(" {key}={value}")).collect();
            format!("{level} {event}{fields}")
        }
        Format::Json => {
            let own = [("at_ms", now_ms.into()), ("level", level.into()), ("event", event.as_str().into())];
            let object: Map<String, Value> =
                own.iter().chain(fields).map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
            Value::Object(object).to_string()
        }
    }
}

pub(crate) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing::{error_span, info};

    use super::*;

    /// The lines that something writes.
    fn lines(format: Format, report: impl FnOnce()) -> Vec<String> {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&lines);
        let write = move |line: &str| kept.lock().expect("a lock").push(line.to_owned());
        tracing::subscriber::with_default(subscriber(format, write), report);
        Arc::into_inner(lines).expect("nobody writes any more").into_inner().expect("a lock")
    }

    #[test]
    fn an_event_is_one_line_whatever_is_in_it() {
        let report = || {
            let _game = error_span!("room", game = "01h5n0…").entered();
            info!(path = "/a\nb", status = 404, "request");
        };
        let json = lines(Format::Json, report);
        assert!(json.len() == 1 && !json[0].contains('\n'), "{json:?}");
        let read: Value = serde_json::from_str(&json[0]).expect("JSON");
        assert!(read["at_ms"].as_u64().is_some_and(|at_ms| at_ms > 1_600_000_000_000));
        for (key, value) in [("level", "info"), ("event", "request"), ("path", "/a\nb")] {
            assert_eq!(read[key], value);
        }
        assert_eq!(read["status"], 404);
        assert_eq!(read["game"], "01h5n0…", "what is around it is told with it");
        assert_eq!(lines(Format::Text, report), [r#"info request path="/a\nb" status=404 game="01h5n0…""#]);
        assert_eq!(lines(Format::Quiet, report), [""; 0]);
    }

    #[test]
    fn what_went_wrong_is_told_even_if_little_is() {
        let report = || {
            let _request = error_span!("request", request = "7-1").entered();
            error!(problem = %"the disk is full", "store");
        };
        assert_eq!(lines(Format::Quiet, report), [r#"error store problem="the disk is full" request="7-1""#]);
    }

    #[test]
    fn a_panic_is_told_with_its_place_and_what_was_around_it() {
        std::panic::set_hook(Box::new(report_panic));
        let told = lines(Format::Quiet, || {
            let _game = error_span!("room", game = "01h5n0…").entered();
            let broke = std::panic::catch_unwind(|| panic!("{} is too many", 362));
            assert_eq!(said(&*broke.expect_err("a panic")), "362 is too many");
        });
        drop(std::panic::take_hook());
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with(r#"error panic problem="362 is too many" place="crates/web/src/log.rs:"#),
            "{told:?}"
        );
        assert!(told[0].ends_with(r#" game="01h5n0…""#), "{told:?}");
    }

    #[test]
    fn a_log_holds_no_key_to_a_game() {
        assert_eq!(cut("01h5n0et5q6mt3v7ms1234abcd"), "01h5n0…");
        assert_eq!(cut("short"), "short");
        let id = "01h5n0et5q6mt3v7ms1234abcd";
        for (text, written) in [
            (format!("/game/{id}/do"), "/game/01h5n0…/do"),
            (format!("game {id} cannot be read; game {id}"), "game 01h5n0… cannot be read; game 01h5n0…"),
            (format!("é{id}é"), "é01h5n0…é"),
            ("/rules/go".to_owned(), "/rules/go"),
        ] {
            assert_eq!(without_keys(&text), written);
            let told = lines(Format::Text, || info!(path = text, problem = %text, "request"));
            assert!(!told[0].contains(id), "{told:?}");
        }
    }
}
