//! Where a request comes from, and whether it is meant for this server.

use std::net::IpAddr;

use axum::http::{HeaderMap, Method, header};

use crate::config::Config;
use crate::household::Household;

/// Where a request comes from, as far as can be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) Household);

/// Where a request comes from: the other end of the connection, or what trusted proxies say of it. The last address that none of
/// them stands for is the one; what comes before it may be anybody's invention.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
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
pub(crate) fn is_for_us(host: Option<&str>, config: &Config) -> bool {
    let Some(host) = host else { return false };
    if config.manner.local {
        let port = config.bind.port();
        return ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| host == format!("{name}:{port}"));
    }
    config.site.as_deref().and_then(|site| site.split_once("://")).is_none_or(|(_, name)| host == name)
}

/// Whether a request that changes something, or opens a live connection, comes from a page of this server (or from no page at
/// all). Browsers say where a page is from, and no page can make them lie.
pub(crate) fn is_from_us(method: &Method, is_live: bool, headers: &HeaderMap, host: Option<&str>) -> bool {
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
}
