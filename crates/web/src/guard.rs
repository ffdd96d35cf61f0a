//! Who may come in: where a request comes from, how fast, and whether it is meant for this server.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, Method, header};

use crate::config::{Config, Limits};

/// Where a request comes from, as far as can be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// The address that limits count by: an address of version 6 by its first 64 bits, which one household has.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// Where a request comes from: the other end of the connection, or what trusted proxies say of it. The last address that none of
/// them stands for is the one; what comes before it may be anybody's invention.
pub fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.contains(&address.to_canonical());
    if !is_trusted(&peer) {
        return peer;
    }
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
    let forwarded: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let read = forwarded.iter().rev().map_while(|text| text.parse::<IpAddr>().ok());
    read.into_iter().find(|address| !is_trusted(address)).unwrap_or(peer)
}

/// Whether a request is meant for this server. On one's own machine this keeps out pages of other sites that got a name of
/// theirs to point here (DNS rebinding); on a public one it needs to be told its name.
pub fn is_for_us(host: Option<&str>, config: &Config) -> bool {
    let Some(host) = host else { return false };
    if config.manner.local {
        let port = config.bind.port();
        return ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| host == format!("{name}:{port}"));
    }
    config.site.as_deref().and_then(|site| site.split_once("://")).is_none_or(|(_, name)| host == name)
}

/// Whether a request that changes something, or opens a live connection, comes from a page of this server (or from no page at
/// all). Browsers say where a page is from, and no page can make them lie.
pub fn is_from_us(method: &Method, is_live: bool, headers: &HeaderMap, host: Option<&str>) -> bool {
    if !is_live && matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return true;
    }
    if let Some(site) = headers.get("sec-fetch-site") {
        // A browser of today; 'none' is a person's own doing.
        if site != "same-origin" && site != "none" {
            return false;
        }
    }
    match headers.get(header::ORIGIN).map(|origin| origin.to_str()) {
        None => true,
        Some(Ok(origin)) => origin.split_once("://").map(|(_, name)| name) == host,
        Some(Err(_)) => false,
    }
}

/// How often something may happen: so many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new(burst: f64) -> Bucket {
        Bucket { tokens: burst, filled: Instant::now() }
    }

    /// Takes one, if there is one.
    pub fn take(&mut self, per_second: f64, burst: f64) -> bool {
        let now = Instant::now();
        self.tokens = (self.tokens + per_second * (now - self.filled).as_secs_f64()).min(burst);
        self.filled = now;
        let may = self.tokens >= 1.0;
        self.tokens -= f64::from(u8::from(may));
        may
    }
}

/// What each address has done of late.
#[derive(Debug)]
pub struct Guard {
    limits: Limits,
    addresses: Mutex<HashMap<IpAddr, Address>>,
}

#[derive(Debug)]
struct Address {
    requests: Bucket,
    games: Bucket,
    connections: usize,
    seen: Instant,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any request.
    Request,
    /// Making a game or sending a record.
    Game,
}

/// How many addresses are remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 10_000;
/// After this time every bucket is full again.
const QUIET: Duration = Duration::from_secs(120);

impl Guard {
    /// A guard that has seen nobody.
    pub fn new(limits: Limits) -> Arc<Guard> {
        Arc::new(Guard { limits, addresses: Mutex::default() })
    }

    /// Whether this address may do that now.
    pub fn may(&self, address: IpAddr, kind: Kind) -> bool {
        let limits = self.limits;
        self.with(address, |seen| match kind {
            Kind::Request => seen.requests.take(limits.requests_per_second, limits.requests_burst),
            Kind::Game => seen.games.take(limits.games_per_minute / 60.0, limits.games_per_minute),
        })
    }

    /// One more connection from this address, until the answer is dropped; none if there are too many.
    pub fn connect(self: &Arc<Guard>, address: IpAddr) -> Option<Connected> {
        let most = self.limits.connections_per_address;
        let may = self.with(address, |seen| {
            let may = seen.connections < most;
            seen.connections += usize::from(may);
            may
        });
        may.then(|| Connected { guard: Arc::clone(self), address })
    }

    fn with<T>(&self, address: IpAddr, ask: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= REMEMBERED {
            addresses.retain(|_, seen| seen.connections > 0 || seen.seen.elapsed() < QUIET);
        }
        let limits = self.limits;
        let seen = addresses.entry(household(address)).or_insert_with(|| Address {
            requests: Bucket::new(limits.requests_burst),
            games: Bucket::new(limits.games_per_minute),
            connections: 0,
            seen: Instant::now(),
        });
        seen.seen = Instant::now();
        ask(seen)
    }
}

/// A connection that counts.
#[derive(Debug)]
pub struct Connected {
    guard: Arc<Guard>,
    address: IpAddr,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.guard.with(self.address, |seen| seen.connections -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect(text)
    }

    #[test]
    fn only_trusted_proxies_say_where_a_request_comes_from() {
        let trusted = [address("10.0.0.1"), address("10.0.0.2")];
        for (peer, forwarded, client_is) in [
            ("1.2.3.4", &["9.9.9.9"][..], "1.2.3.4"),
            ("10.0.0.1", &["9.9.9.9"], "9.9.9.9"),
            ("::ffff:10.0.0.1", &["9.9.9.9"], "9.9.9.9"),
            ("10.0.0.1", &["8.8.8.8, 9.9.9.9"], "9.9.9.9"),
            ("10.0.0.1", &["8.8.8.8, 9.9.9.9, 10.0.0.2"], "9.9.9.9"),
            ("10.0.0.1", &["8.8.8.8", "9.9.9.9"], "9.9.9.9"),
            ("10.0.0.1", &["9.9.9.9, nonsense"], "10.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in forwarded {
                headers.append("x-forwarded-for", line.parse().expect("a header"));
            }
            assert_eq!(client(address(peer), &headers, &trusted), address(client_is), "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn a_household_is_one_address() {
        for (one, other, same) in [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("1.2.3.4", "::ffff:1.2.3.4", true),
            ("1.2.3.4", "1.2.3.5", false),
        ] {
            assert_eq!(household(address(one)) == household(address(other)), same, "{one} {other}");
        }
    }

    #[test]
    fn pages_of_others_change_nothing() {
        let host = Some("play.example.org");
        for (method, live, fields, may) in [
            (Method::GET, false, &[("origin", "https://evil.example")][..], true),
            (Method::POST, false, &[], true),
            (Method::POST, false, &[("origin", "https://play.example.org")], true),
            (Method::POST, false, &[("origin", "https://evil.example")], false),
            (Method::POST, false, &[("origin", "https://play.example.org.evil.example")], false),
            (Method::POST, false, &[("origin", "null")], false),
            (Method::POST, false, &[("sec-fetch-site", "cross-site")], false),
            (Method::POST, false, &[("sec-fetch-site", "same-site")], false),
            (Method::POST, false, &[("sec-fetch-site", "same-origin")], true),
            (Method::GET, true, &[("origin", "https://evil.example")], false),
            (Method::GET, true, &[("origin", "https://play.example.org")], true),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in fields {
                headers.insert(*name, value.parse().expect("a header"));
            }
            assert_eq!(is_from_us(&method, live, &headers, host), may, "{method} {live} {fields:?}");
        }
    }

    #[test]
    fn names_that_are_not_ours_are_not_answered() {
        let local = Config::local(4000);
        let named = Config { site: Some("https://play.example.org".to_owned()), ..Config::public() };
        for (config, host, ours) in [
            (&local, Some("127.0.0.1:4000"), true),
            (&local, Some("localhost:4000"), true),
            (&local, Some("[::1]:4000"), true),
            (&local, Some("localhost:4001"), false),
            (&local, Some("evil.example:4000"), false),
            (&local, None, false),
            (&named, Some("play.example.org"), true),
            (&named, Some("evil.example"), false),
            (&Config::public(), Some("whatever.example:8080"), true),
        ] {
            assert_eq!(is_for_us(host, config), ours, "{host:?}");
        }
    }

    #[test]
    fn an_address_may_do_so_much_and_no_more() {
        let limits =
            Limits { requests_burst: 3.0, requests_per_second: 0.001, connections_per_address: 2, ..Limits::default() };
        let guard = Guard::new(limits);
        let (one, other) = (address("1.2.3.4"), address("4.3.2.1"));
        let answers: Vec<bool> = (0..5).map(|_| guard.may(one, Kind::Request)).collect();
        assert_eq!(answers, [true, true, true, false, false]);
        assert!(guard.may(other, Kind::Request), "others are not concerned");
        let first = guard.connect(one).expect("the first");
        let _second = guard.connect(one).expect("the second");
        assert!(guard.connect(one).is_none());
        drop(first);
        assert!(guard.connect(one).is_some());
    }
}
