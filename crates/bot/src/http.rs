//! The little of HTTP/1.1 that a player needs: a request on a connection of its own, and an answer that is read to its end or line by line.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// How long a connection may take, and how long nothing may come: a stream says every six seconds that it is alive.
const PATIENCE: Duration = Duration::from_secs(20);
/// More than any head, line or answer has.
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
        write!(f, "{scheme}://{}", self.authority())
    }
}

impl Address {
    /// The name and the port, as the head of a request has them.
    fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        match (self.is_secure, self.port) {
            (true, 443) | (false, 80) => host,
            (_, port) => format!("{host}:{port}"),
        }
    }

    fn connect(&self) -> io::Result<Box<dyn Wire>> {
        let addresses = (self.host.as_str(), self.port).to_socket_addrs()?;
        let nowhere = io::Error::new(io::ErrorKind::NotFound, "no such host");
        let connect =
            |last: io::Result<TcpStream>, address| last.or_else(|_| TcpStream::connect_timeout(&address, PATIENCE));
        let stream = addresses.fold(Err(nowhere), connect)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        if !self.is_secure {
            return Ok(Box::new(stream));
        }
        let name = ServerName::try_from(self.host.clone()).map_err(io::Error::other)?;
        let connection = ClientConnection::new(trust()?, name).map_err(io::Error::other)?;
        Ok(Box::new(StreamOwned::new(connection, stream)))
    }
}

/// The certificates that the system trusts.
fn trust() -> io::Result<Arc<ClientConfig>> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(io::Error::other)?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

trait Wire: Read + Write + Send {}
impl<T: Read + Write + Send> Wire for T {}

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

/// What is asked.
pub(crate) struct Request<'a> {
    pub(crate) method: &'static str,
    pub(crate) path: &'a str,
    pub(crate) token: &'a str,
    /// By which it is done once.
    pub(crate) key: Option<&'a str>,
    pub(crate) body: Option<String>,
}

impl Request<'_> {
    /// Sends it; the answer, which has begun to come.
    pub(crate) fn send(&self, address: &Address) -> Result<BufReader<Answer>, Problem> {
        let mut wire = address.connect()?;
        let Request { method, path, token, key, body } = self;
        let key = key.map(|key| format!("Idempotency-Key: {key}\r\n")).unwrap_or_default();
        let body = body.as_deref().unwrap_or_default();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nAccept: application/json\r\n{key}\
             User-Agent: plateau/{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            address.authority(),
            env!("CARGO_PKG_VERSION"),
            body.len(),
        );
        wire.write_all(text.as_bytes())?;
        wire.flush()?;
        let mut wire = BufReader::new(wire);
        let (status, framing) = head(&mut wire)?;
        let mut answer = BufReader::new(Answer { wire, framing });
        if status == 200 {
            return Ok(answer);
        }
        let mut said = String::new();
        answer.by_ref().take(MOST_BYTES).read_to_string(&mut said)?;
        let read: Option<serde_json::Value> = serde_json::from_str(&said).ok();
        let error = read.and_then(|read| read["error"].as_str().map(str::to_owned));
        Err(Problem::Refused { status, said: error.unwrap_or_default() })
    }
}

/// How long an answer is.
enum Framing {
    /// So many bytes are left.
    Length(u64),
    /// Pieces that say how long they are; so much is left of this one, and nothing once the last has come.
    Pieces(Option<u64>),
    /// Until the connection ends.
    ToTheEnd,
}

fn line(wire: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    wire.by_ref().take(MOST_BYTES).read_line(&mut line)?;
    if line.ends_with('\n') {
        return Ok(line.trim_end().to_owned());
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}

fn head(wire: &mut impl BufRead) -> io::Result<(u16, Framing)> {
    let no_http = || io::Error::new(io::ErrorKind::InvalidData, "no answer by HTTP");
    let first = line(wire)?;
    let status = first.strip_prefix("HTTP/1.").and_then(|rest| rest.split(' ').nth(1)?.parse().ok());
    let status = status.ok_or_else(no_http)?;
    let mut framing = Framing::ToTheEnd;
    // No head has so many lines.
    for _ in 0..200 {
        let field = line(wire)?.to_ascii_lowercase();
        match field.split_once(':').map(|(name, value)| (name, value.trim())) {
            None if field.is_empty() => return Ok((status, framing)),
            Some(("transfer-encoding", "chunked")) => framing = Framing::Pieces(Some(0)),
            Some(("content-length", length)) => framing = Framing::Length(length.parse().map_err(|_| no_http())?),
            _ => {}
        }
    }
    Err(no_http())
}

/// The body of an answer.
pub(crate) struct Answer {
    wire: BufReader<Box<dyn Wire>>,
    framing: Framing,
}

impl Read for Answer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Framing::Pieces(Some(0)) = self.framing {
            self.framing = Framing::Pieces(next_piece(&mut self.wire)?);
        }
        let left = match self.framing {
            Framing::Length(left) | Framing::Pieces(Some(left)) => left,
            Framing::Pieces(None) => 0,
            Framing::ToTheEnd => u64::MAX,
        };
        let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = self.wire.read(&mut buffer[..most])?;
        if read == 0 && most > 0 && !matches!(self.framing, Framing::ToTheEnd) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match &mut self.framing {
            Framing::Length(left) => *left -= read as u64,
            Framing::Pieces(Some(left)) => {
                *left -= read as u64;
                if *left == 0 {
                    line(&mut self.wire)?;
                }
            }
            Framing::Pieces(None) | Framing::ToTheEnd => {}
        }
        Ok(read)
    }
}

/// The length of the next piece; nothing if there is none.
fn next_piece(wire: &mut impl BufRead) -> io::Result<Option<u64>> {
    let length = line(wire)?;
    let digits = length.split(';').next().unwrap_or_default().trim();
    let length = u64::from_str_radix(digits, 16);
    match length.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "a piece without a length"))? {
        0 => {
            line(wire)?;
            Ok(None)
        }
        length => Ok(Some(length)),
    }
}

/// The whole of an answer.
pub(crate) fn whole(answer: BufReader<Answer>) -> Result<String, Problem> {
    let mut text = String::new();
    answer.take(MOST_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// The next line of an answer; nothing at its end.
pub(crate) fn next_line(answer: &mut BufReader<Answer>) -> Result<Option<String>, Problem> {
    let mut line = String::new();
    match answer.by_ref().take(MOST_BYTES).read_line(&mut line)? {
        0 => Ok(None),
        _ => Ok(Some(line)),
    }
}

#[cfg(test)]
mod tests {
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
        let request = Request { method: "GET", path: "/", token: "t", key: None, body: None };
        let answer = request.send(&address).and_then(whole);
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
