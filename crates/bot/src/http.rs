//! What is asked of a server over HTTP: an answer is read to its end, or line by line as it comes.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use ureq::http::{Method, Request};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, BodyReader};

/// How long a connection may take, and how long nothing may come: a stream says every six seconds that it is alive.
const PATIENCE: Duration = Duration::from_secs(20);
/// More than any line or answer has.
const MOST_BYTES: u64 = 1 << 20;

/// Where a server is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    is_secure: bool,
    host: String,
    port: u16,
}

/// No address of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoAddress;

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Address, NoAddress> {
        let (scheme, rest) = text.split_once("://").ok_or(NoAddress)?;
        let is_secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(NoAddress),
        };
        let rest = rest.trim_end_matches('/');
        let is_host = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
        if rest.is_empty() || !rest.chars().all(is_host) {
            return Err(NoAddress);
        }
        let usual = if is_secure { 443 } else { 80 };
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| NoAddress)?),
            _ => (rest, usual),
        };
        Ok(Address { is_secure, host: host.trim_matches(['[', ']']).to_owned(), port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        match (self.is_secure, self.port) {
            (true, 443) | (false, 80) => write!(f, "{scheme}://{host}"),
            (_, port) => write!(f, "{scheme}://{host}:{port}"),
        }
    }
}

/// Why there is no answer, or not the one that was hoped for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    /// The connection could not be made, or was lost; why.
    Lost(String),
    /// The server refused; its status, and what it said.
    Refused { status: u16, said: String },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Lost(why) => f.write_str(why),
            Problem::Refused { status, said } => write!(f, "{status} {said}"),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Lost(error.to_string())
    }
}

impl From<ureq::Error> for Problem {
    fn from(error: ureq::Error) -> Problem {
        Problem::Lost(error.to_string())
    }
}

/// The way to a server, by an address and a token.
#[derive(Clone)]
pub(crate) struct Way {
    agent: Agent,
    address: Address,
    token: String,
}

/// What is asked.
pub(crate) struct Question<'a> {
    pub(crate) method: Method,
    pub(crate) path: &'a str,
    /// By which it is done once.
    pub(crate) key: Option<&'a str>,
    pub(crate) body: Option<String>,
}

/// An answer that has begun to come.
pub(crate) type Answer = BufReader<BodyReader<'static>>;

impl Way {
    /// Over TLS the certificates are trusted that the system trusts. No proxy is asked, and nobody is followed elsewhere.
    pub(crate) fn new(address: Address, token: String) -> Way {
        let system = rustls_native_certs::load_native_certs().certs;
        let certificates: Vec<_> = system.iter().map(|der| Certificate::from_der(der).to_owned()).collect();
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::new_with_certs(&certificates))
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
        let config = Agent::config_builder()
            .tls_config(tls.build())
            .proxy(None)
            .max_redirects(0)
            .http_status_as_error(false)
            .user_agent(concat!("plateau/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .timeout_per_read(Some(PATIENCE))
            .timeout_per_write(Some(PATIENCE));
        Way { agent: config.build().new_agent(), address, token }
    }

    /// Asks; the answer, which has begun to come.
    pub(crate) fn ask(&self, question: Question<'_>) -> Result<Answer, Problem> {
        let Question { method, path, key, body } = question;
        let has_body = method != Method::GET;
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.address))
            .header("authorization", format!("Bearer {}", self.token))
            .header("accept", "application/json")
            .header("content-type", "application/json");
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let response = if has_body {
            self.agent.run(request.body(body.unwrap_or_default()).map_err(ureq::Error::from)?)?
        } else {
            self.agent.run(request.body(()).map_err(ureq::Error::from)?)?
        };
        let status = response.status().as_u16();
        let answer = BufReader::new(response.into_body().into_reader());
        if status == 200 {
            return Ok(answer);
        }
        let said = whole(answer)?;
        let read: Option<serde_json::Value> = serde_json::from_str(&said).ok();
        let error = read.and_then(|read| read["error"].as_str().map(str::to_owned));
        Err(Problem::Refused { status, said: error.unwrap_or_default() })
    }
}

/// The whole of an answer.
pub(crate) fn whole(answer: Answer) -> Result<String, Problem> {
    let mut text = String::new();
    answer.take(MOST_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// The next line of an answer; nothing at its end.
pub(crate) fn next_line(answer: &mut Answer) -> Result<Option<String>, Problem> {
    let mut line = String::new();
    match answer.by_ref().take(MOST_BYTES).read_line(&mut line)? {
        0 => Ok(None),
        _ => Ok(Some(line)),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    #[test]
    fn addresses_are_read_and_nothing_else() {
        for (text, shown) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("https://play.example.org/", "https://play.example.org"),
            ("https://play.example.org:443", "https://play.example.org"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("http://[::1]", "http://[::1]"),
        ] {
            assert_eq!(text.parse::<Address>().map(|address| address.to_string()), Ok(shown.to_owned()), "{text}");
        }
        for text in ["", "play.example.org", "ftp://a", "http://", "http://a/b", "http://a:b", "http://a b"] {
            assert_eq!(text.parse::<Address>(), Err(NoAddress), "{text}");
        }
    }

    /// What a server that says this is understood to say.
    fn ask(said: &'static str) -> Result<String, Problem> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = Address {
            is_secure: false,
            host: "127.0.0.1".to_owned(),
            port: listener.local_addr().expect("a port").port(),
        };
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a caller");
            let mut heard = [0; 4096];
            let _ = stream.read(&mut heard).expect("a request");
            stream.write_all(said.as_bytes()).expect("said");
        });
        let question = Question { method: Method::GET, path: "/", key: None, body: None };
        let answer = Way::new(address, "t".to_owned()).ask(question).and_then(whole);
        server.join().expect("served");
        answer
    }

    #[test]
    fn answers_of_every_length_are_read() {
        for (said, text) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc", "ab"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x\r\nc\r\n0\r\n\r\n", "abc"),
            ("HTTP/1.1 200 OK\r\n\r\nabc", "abc"),
        ] {
            assert_eq!(ask(said), Ok(text.to_owned()), "{said}");
        }
        let refused = ask("HTTP/1.1 409 Conflict\r\nContent-Length: 14\r\n\r\n{\"error\":\"no\"}");
        assert_eq!(refused, Err(Problem::Refused { status: 409, said: "no".to_owned() }));
        for said in [
            "",
            "SSH-2.0\r\n\r\n",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        ] {
            assert!(matches!(ask(said), Err(Problem::Lost(_))), "{said}");
        }
    }
}
