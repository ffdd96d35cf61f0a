//! What the server writes about itself: one line per event on standard error, as JSON or as text.

use std::io::Write;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};

/// How lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Not at all, but for what went wrong.
    Quiet,
    /// `EVENT KEY=VALUE …`, for people.
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

/// How much an event matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// It happened.
    Info,
    /// Somebody should look at it.
    Error,
}

/// Writes an event with its details. Nothing secret is ever given to it.
pub fn write(format: Format, level: Level, event: &str, details: &[(&str, Value)]) {
    if let Some(line) = line(format, level, event, details, now_ms()) {
        // There is nobody to tell that telling does not work.
        let _ = writeln!(std::io::stderr().lock(), "{line}");
    }
}

fn line(format: Format, level: Level, event: &str, details: &[(&str, Value)], now_ms: u64) -> Option<String> {
    let name = match level {
        Level::Info => "info",
        Level::Error => "error",
    };
    match format {
        Format::Quiet if level == Level::Info => None,
        Format::Quiet | Format::Text => {
            let details: String = details.iter().map(|(key, value)| format!(" {key}={value}")).collect();
            Some(format!("{name} {event}{details}"))
        }
        Format::Json => {
            let own = [("at_ms", now_ms.into()), ("level", name.into()), ("event", event.into())];
            let object: Map<String, Value> =
                own.iter().chain(details).map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
            Some(Value::Object(object).to_string())
        }
    }
}

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_whatever_is_in_it() {
        let details = [("path", Value::from("/a\nb")), ("status", 404.into())];
        let json = line(Format::Json, Level::Info, "request", &details, 7).expect("a line");
        let read: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!((read["path"].as_str(), read["at_ms"].as_u64()), (Some("/a\nb"), Some(7)));
        assert!(!json.contains('\n'));
        let text = line(Format::Text, Level::Error, "store", &details, 7).expect("a line");
        assert_eq!(text, r#"error store path="/a\nb" status=404"#);
        assert_eq!(line(Format::Quiet, Level::Info, "request", &details, 7), None);
        assert!(line(Format::Quiet, Level::Error, "request", &details, 7).is_some());
    }
}
