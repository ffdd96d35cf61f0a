//! The address of a database, as people write it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use crate::Error;

/// How long an address that does not answer is waited for, where the address itself does not say: of several, the next must have its turn before whoever
/// wants a connection gives up.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The address of a database: `postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE&…`, with the parameters that `libpq` has.
///
/// What is shown of it never has a password in it.
#[derive(Clone)]
pub struct Url {
    config: Config,
    trust: Trust,
    place: String,
}

/// Whether the server's certificate is looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// It is taken as it is: what `prefer` and `require` mean.
    Anyone,
    /// It must be for this host, and from whom the system trusts.
    System,
    /// It must be for this host, and from whoever is in this file.
    File(String),
}

impl Url {
    /// Whether this is meant to be such an address.
    pub fn is_meant(text: &str) -> bool {
        ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme))
    }

    /// Where the database is, without the password.
    pub fn place(&self) -> &str {
        &self.place
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    pub(super) fn trust(&self) -> &Trust {
        &self.trust
    }
}

impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place)
    }
}

impl FromStr for Url {
    type Err = Error;

    fn from_str(text: &str) -> Result<Url, Error> {
        let cannot = |problem: String| Error::CannotOpen { place: without_password(text), problem };
        let (known, tls) = split(text);
        let mut config: Config = known.parse().map_err(|error: tokio_postgres::Error| {
            cannot(std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string))
        })?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(cannot("no host is named".to_owned()));
        }
        let trust = match (tls.mode.as_deref(), tls.root_certificate) {
            (None | Some("prefer"), None) => Trust::Anyone,
            (Some("disable"), _) => {
                config.ssl_mode(SslMode::Disable);
                Trust::Anyone
            }
            (mode, root) => {
                config.ssl_mode(SslMode::Require);
                match (mode, root) {
                    (Some("require"), None) => Trust::Anyone,
                    (Some("verify-ca" | "verify-full"), None) => Trust::System,
                    (None | Some("prefer" | "require" | "verify-ca" | "verify-full"), Some(path)) => Trust::File(path),
                    (mode, _) => return Err(cannot(format!("sslmode is {}", mode.unwrap_or_default()))),
                }
            }
        };
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        config.keepalives_idle(Duration::from_secs(10)).keepalives_interval(Duration::from_secs(5));
        config.tcp_user_timeout(Duration::from_secs(30));
        if config.get_application_name().is_none() {
            config.application_name("plateau");
        }
        let place = place(&config);
        Ok(Url { config, trust, place })
    }
}

/// What an address says about encryption, which the library does not know all of.
struct Tls {
    mode: Option<String>,
    root_certificate: Option<String>,
}

/// An address without what it says about encryption, and that.
fn split(text: &str) -> (String, Tls) {
    let mut tls = Tls { mode: None, root_certificate: None };
    let Some((address, parameters)) = text.split_once('?') else { return (text.to_owned(), tls) };
    let mut rest = Vec::new();
    for parameter in parameters.split('&') {
        match parameter.split_once('=') {
            Some(("sslmode", mode)) => tls.mode = Some(mode.to_owned()),
            Some(("sslrootcert", "system")) => tls.mode = Some("verify-full".to_owned()),
            Some(("sslrootcert", path)) => tls.root_certificate = Some(decoded(path)),
            _ => rest.push(parameter),
        }
    }
    (format!("{address}?{}", rest.join("&")), tls)
}

/// A value with its bytes written as `%2F` as they are meant; what is no such byte stays.
fn decoded(value: &str) -> String {
    let mut parts = value.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            None => bytes.extend_from_slice(format!("%{part}").as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn place(config: &Config) -> String {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(path) => path.display().to_string(),
    });
    let addresses = config.get_hostaddrs().iter().map(ToString::to_string);
    let hosts: Vec<String> = if config.get_hosts().is_empty() { addresses.collect() } else { hosts.collect() };
    // One port may be that of all hosts; the usual one goes without saying.
    let port =
        |at: usize| config.get_ports().get(at).or(config.get_ports().first()).filter(|&&port| port != USUAL_PORT);
    let with_port =
        |(at, host): (usize, &String)| port(at).map_or_else(|| String::clone(host), |port| format!("{host}:{port}"));
    let hosts: Vec<String> = hosts.iter().enumerate().map(with_port).collect();
    let user = config.get_user().map(|user| format!("{user}@")).unwrap_or_default();
    let database = config.get_dbname().or(config.get_user()).unwrap_or_default();
    format!("postgres://{user}{}/{database}", hosts.join(","))
}

/// An address that could not be read, as far as it can be shown: what stands before the host or after the database may be secret.
fn without_password(text: &str) -> String {
    let host =
        text.rsplit_once('@').map_or_else(|| text.split_once("://").map_or("", |(_, rest)| rest), |(_, rest)| rest);
    format!("postgres://{}", host.split('?').next().unwrap_or_default())
}

/// Where `PostgreSQL` listens unless told otherwise.
const USUAL_PORT: u16 = 5432;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, place) in [
            ("postgres://ada:secret@db.example.org:5433/plateau", "postgres://ada@db.example.org:5433/plateau"),
            ("postgresql://ada:secret@db/plateau?sslmode=require", "postgres://ada@db/plateau"),
            ("postgres://ada@db?password=secret", "postgres://ada@db/ada"),
            ("postgres://%2Fvar%2Frun/plateau?user=ada", "postgres://ada@/var/run/plateau"),
            ("postgres://ada:secret@a:1,b:2/plateau", "postgres://ada@a:1,b:2/plateau"),
        ] {
            let url: Url = text.parse().expect(text);
            assert_eq!((url.place(), format!("{url:?}").as_str()), (place, place), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_telling_the_password() {
        for (text, place) in [
            ("postgres://ada:secret@db:port/plateau", "postgres://db:port/plateau"),
            ("postgres://ada:secret@db/plateau?sslmode=maybe&x=secret", "postgres://db/plateau"),
            ("postgres://ada:secret@db/plateau?speed=secret", "postgres://db/plateau"),
            ("postgres:///plateau", "postgres:///plateau"),
            ("postgres://ada:se@cret@db:x/plateau", "postgres://db:x/plateau"),
        ] {
            match text.parse::<Url>().expect_err(text) {
                Error::CannotOpen { place: shown, problem } => {
                    assert_eq!(shown, place, "{text}");
                    assert!(!problem.contains("secret") && !problem.is_empty(), "{text}: {problem}");
                }
                error => panic!("{text}: {error}"),
            }
        }
    }

    #[test]
    fn bytes_are_decoded_and_nothing_else() {
        for (value, meant) in [("", ""), ("/a b", "/a b"), ("%2Fa%20b", "/a b"), ("50%", "50%"), ("%zz%C3%A9", "%zzé")]
        {
            assert_eq!(decoded(value), meant);
        }
    }

    #[test]
    fn an_address_says_whom_it_trusts() {
        for (parameters, mode, trust) in [
            ("", SslMode::Prefer, Trust::Anyone),
            ("?sslmode=disable", SslMode::Disable, Trust::Anyone),
            ("?sslmode=prefer", SslMode::Prefer, Trust::Anyone),
            ("?sslmode=require", SslMode::Require, Trust::Anyone),
            ("?sslmode=verify-full", SslMode::Require, Trust::System),
            ("?sslmode=verify-ca", SslMode::Require, Trust::System),
            ("?sslrootcert=system", SslMode::Require, Trust::System),
            ("?sslmode=require&sslrootcert=/etc/ca.pem", SslMode::Require, Trust::File("/etc/ca.pem".to_owned())),
            ("?sslrootcert=%2Fetc%2Fca.pem&connect_timeout=3", SslMode::Require, Trust::File("/etc/ca.pem".to_owned())),
        ] {
            let url: Url = format!("postgres://ada@db/plateau{parameters}").parse().expect(parameters);
            assert_eq!((url.config().get_ssl_mode(), url.trust()), (mode, &trust), "{parameters}");
        }
    }
}
