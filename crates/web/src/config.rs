//! How a server is set up: what its configuration file says, and what holds where it says nothing.
//!
//! The file is TOML, flat, and every key is known: a mistyped one is refused with its line, not passed over.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use store::Address;

use crate::hub::Manner;
pub use crate::limits::Limits;
use crate::{exchange, log};

/// A server's set-up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub bind: SocketAddr,
    /// The database; the caller knows the default.
    pub database: Option<Address>,
    /// Where the servers of a site meet, if it has several.
    pub nats: Option<exchange::Address>,
    /// The address under which people know the server, such as `https://play.example.org`. With it only requests for that
    /// name are answered, and cookies are marked as secure if it begins with `https`.
    pub site: Option<String>,
    /// The proxies whose word about a request's origin is taken.
    pub trusted_proxies: Vec<IpAddr>,
    /// How logs are written.
    pub log: log::Format,
    /// Whether browsers think in the place of the server where nobody has chosen otherwise ([`store::Preferences::think_here`]).
    pub think_here: bool,
    /// What people may do.
    pub limits: Limits,
    /// How games are run.
    pub manner: Manner,
}

impl Config {
    /// Where the browser version is on one's own machine, unless somebody else is there: always the same, so that the browser
    /// knows the page again.
    pub const USUAL_PORT: u16 = 4764;

    /// On one's own machine, at this port of the loopback address.
    pub fn local(port: u16) -> Config {
        Config {
            bind: SocketAddr::from(([127, 0, 0, 1], port)),
            database: None,
            nats: None,
            site: None,
            trusted_proxies: Vec::new(),
            log: log::Format::Quiet,
            think_here: false,
            limits: Limits::local(),
            manner: Manner::local(),
        }
    }

    /// A server for everybody, where nothing is said.
    pub fn public() -> Config {
        Config {
            bind: SocketAddr::from(([127, 0, 0, 1], 8080)),
            log: log::Format::Json,
            limits: Limits::default(),
            manner: Manner::public(),
            ..Config::local(0)
        }
    }

    /// Reads a configuration file over what is there already.
    pub fn read(mut self, text: &str) -> Result<Config, Problem> {
        let table = toml::de::DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            Problem::new(text, at, error.message().to_owned())
        })?;
        for (key, value) in table.get_ref() {
            let name = key.get_ref().as_ref();
            match self.set(name, value.get_ref()) {
                Some(true) => {}
                Some(false) => {
                    let at = value.span().start;
                    return Err(Problem::new(text, at, format!("'{name}' cannot have this value")));
                }
                None => return Err(Problem::new(text, key.span().start, format!("unknown setting '{name}'"))),
            }
        }
        Ok(self)
    }

    /// Sets one thing; nothing if there is no such thing, `false` if it cannot have this value.
    fn set(&mut self, name: &str, value: &toml::de::DeValue<'_>) -> Option<bool> {
        let (limits, manner) = (&mut self.limits, &mut self.manner);
        Some(match name {
            "bind" => put(&mut self.bind, value.as_str().and_then(|text| text.parse().ok())),
            "database" => put(&mut self.database, value.as_str().and_then(|text| text.parse().ok()).map(Some)),
            "nats" => put(&mut self.nats, value.as_str().and_then(|text| text.parse().ok()).map(Some)),
            "site" => put(&mut self.site, value.as_str().and_then(origin).map(Some)),
            "trusted_proxies" => {
                let read = |list: &toml::de::DeArray<'_>| {
                    list.iter().map(|one| one.get_ref().as_str()?.parse().ok()).collect::<Option<Vec<IpAddr>>>()
                };
                put(&mut self.trusted_proxies, value.as_array().and_then(read))
            }
            "log" => put(&mut self.log, value.as_str().and_then(|text| text.parse().ok())),
            "think_here" => put(&mut self.think_here, value.as_bool()),
            "max_connections" => put(&mut limits.connections, whole(value)),
            "connections_per_address" => put(&mut limits.connections_per_address, whole(value)),
            "requests_per_second" => put(&mut limits.requests_per_second, number(value)),
            "requests_burst" => put(&mut limits.requests_burst, number(value)),
            "games_per_minute" => put(&mut limits.games_per_minute, number(value)),
            "tokens_per_minute" => put(&mut limits.tokens_per_minute, number(value)),
            "commands_per_second" => put(&mut limits.commands_per_second, number(value)),
            "form_bytes" => put(&mut limits.form_bytes, whole(value)),
            "upload_bytes" => put(&mut limits.upload_bytes, whole(value)),
            "upload_nodes" => put(&mut limits.upload_nodes, whole(value)),
            "papers_per_owner" => put(&mut limits.papers_per_owner, whole(value).map(|n| n as u64)),
            "paper_bytes_per_owner" => put(&mut limits.paper_bytes_per_owner, whole(value).map(|n| n as u64)),
            "bytes_in_flight_per_address" => put(&mut limits.bytes_in_flight_per_address, whole(value)),
            "bytes_in_flight" => put(&mut limits.bytes_in_flight, whole(value)),
            "database_bytes" => put(&mut limits.database_bytes, whole(value).map(|bytes| bytes as u64)),
            "work_threads" => put(&mut manner.workers, whole(value)),
            "max_games" => put(&mut manner.rooms, whole(value)),
            "machine_threads" => put(&mut manner.machines, whole(value)),
            "machine_threads_per_address" => put(&mut manner.machines_per_address, whole(value)),
            "machine_memory_bytes" => put(&mut manner.resources.memory_bytes, whole(value)),
            "claim_after_s" => put(&mut manner.claim_after, number(value).map(Duration::from_secs_f64)),
            "machine_pace_ms" => put(&mut manner.pace, milliseconds(value)),
            _ => return None,
        })
    }

    /// Whether cookies travel over encrypted connections only.
    pub fn is_secure(&self) -> bool {
        self.site.as_deref().is_some_and(|site| site.starts_with("https://"))
    }
}

fn put<T>(place: &mut T, value: Option<T>) -> bool {
    value.map(|value| *place = value).is_some()
}

fn whole(value: &toml::de::DeValue<'_>) -> Option<usize> {
    number(value).filter(|number| number.fract() == 0.0).map(|number| number as usize)
}

/// A number above zero.
fn number(value: &toml::de::DeValue<'_>) -> Option<f64> {
    let (integer, float) = (value.as_integer(), value.as_float());
    let text = integer.map(toml::de::DeInteger::as_str).or(float.map(toml::de::DeFloat::as_str))?;
    text.replace('_', "").parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite() && *number < 1e15)
}

fn milliseconds(value: &toml::de::DeValue<'_>) -> Option<Duration> {
    let text = value.as_integer()?.as_str();
    text.parse().ok().map(Duration::from_millis)
}

/// `https://HOST[:PORT]`, without a path.
fn origin(text: &str) -> Option<String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let is_host = !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c));
    is_host.then(|| text.to_ascii_lowercase())
}

/// What is wrong with a configuration file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

impl Problem {
    fn new(text: &str, at: usize, problem: String) -> Problem {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Problem { line, column, problem }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for Problem {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file that is shipped.
    const EXAMPLE: &str = include_str!("../../../deploy/plateau.toml");

    #[test]
    fn the_example_says_what_holds_anyway() {
        let read = Config::public().read(EXAMPLE).expect("the example");
        let default = Config::public();
        assert_eq!(read.limits, default.limits);
        assert_eq!(read.bind, default.bind);
        // With every line made active, every setting is known.
        let active: String = EXAMPLE
            .lines()
            .map(|line| line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line))
            .map(|line| format!("{line}\n"))
            .collect();
        let all = Config::public().read(&active).expect(&active);
        assert_eq!(all.site.as_deref(), Some("https://play.example.org"));
        assert!(all.is_secure());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, line, column) in [
            ("bind = \"nowhere\"", 1, 8),
            ("\nbnid = \"127.0.0.1:1\"", 2, 1),
            ("max_games = -1", 1, 13),
            ("max_games = 1.5", 1, 13),
            ("site = \"play.example.org\"", 1, 8),
            ("site = \"https://a/b\"", 1, 8),
            ("trusted_proxies = [\"x\"]", 1, 19),
            ("database = \"mysql://localhost/plateau\"", 1, 12),
            ("log = ", 1, 7),
            ("think_here = \"yes\"", 1, 14),
        ] {
            let problem = Config::public().read(text).expect_err(text);
            assert_eq!((problem.line, problem.column), (line, column), "{text}: {problem}");
        }
    }
}
