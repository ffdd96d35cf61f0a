//! Heads of requests that can be read in one way only.
//!
//! Who passes requests on and who answers them must agree where each begins and ends, or one request can be hidden in another. The
//! parser below us takes a lone line feed for the end of a line, the last of two lengths, and any number of hosts. So the bytes are
//! looked at on their way to it, and where a head is not as it must be, the parser is handed a byte that it refuses.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// No header may have it.
const REFUSED: u8 = 0;
/// As much of a line as is looked at: the longest name that matters, and a length.
const LOOKED_AT: usize = 64;

/// A stream of requests whose heads are looked at.
pub(crate) struct Heads<S> {
    stream: S,
    place: Place,
}

/// Where in the stream one is.
#[derive(Debug)]
enum Place {
    Head(Head),
    /// In a body, with so many bytes to come.
    Body(u64),
    /// Where nobody but the parser knows: in a body of chunks, behind an upgrade, behind a head that is refused. It is for the server
    /// to end the connection after such a request ([`is_last`]).
    Elsewhere,
}

/// What was seen of a head so far.
#[derive(Default, Debug)]
struct Head {
    /// The beginning of the line.
    line: Vec<u8>,
    lines: usize,
    last: u8,
    length: Option<u64>,
    hosts: usize,
    /// Whether the body comes in chunks.
    is_chunked: bool,
    is_upgrade: bool,
}

/// Whether nothing may come after this request, since nobody looks at what does.
pub(crate) fn is_last(headers: &axum::http::HeaderMap) -> bool {
    use axum::http::header::{TRANSFER_ENCODING, UPGRADE};
    headers.contains_key(TRANSFER_ENCODING) || headers.contains_key(UPGRADE)
}

impl Place {
    /// Looks at what has come, and spoils what must not be understood.
    fn look(&mut self, mut bytes: &mut [u8]) {
        while !bytes.is_empty() {
            match self {
                Place::Elsewhere => return,
                Place::Body(left) => {
                    let inside = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                    bytes = &mut bytes[inside..];
                    *left -= inside as u64;
                    if *left == 0 {
                        *self = Place::Head(Head::default());
                    }
                }
                Place::Head(head) => {
                    let (byte, rest) = bytes.split_first_mut().expect("there are some");
                    match head.take(*byte) {
                        Ok(None) => {}
                        Ok(Some(next)) => *self = next,
                        Err(Ambiguous) => {
                            *byte = REFUSED;
                            *self = Place::Elsewhere;
                        }
                    }
                    bytes = rest;
                }
            }
        }
    }
}

/// A head that could be understood in another way.
struct Ambiguous;

impl Head {
    /// One byte more; where one is after the head, if that was its end.
    fn take(&mut self, byte: u8) -> Result<Option<Place>, Ambiguous> {
        let before = std::mem::replace(&mut self.last, byte);
        match byte {
            b'\n' if before != b'\r' => Err(Ambiguous),
            b'\n' => self.end_line(),
            b'\r' => Ok(None),
            // A carriage return ends a line, or nothing.
            _ if before == b'\r' => Err(Ambiguous),
            _ => {
                if self.line.len() < LOOKED_AT {
                    self.line.push(byte);
                }
                Ok(None)
            }
        }
    }

    fn end_line(&mut self) -> Result<Option<Place>, Ambiguous> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            // Empty lines before a request are passed over, as the parser does.
            return Ok((self.lines > 0).then(|| self.after()));
        }
        self.lines += 1;
        let Some(colon) = line.iter().position(|&byte| byte == b':').filter(|_| self.lines > 1) else {
            return Ok(None);
        };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            // Blanks or noughts without end before a number that nobody has seen.
            if line.len() == LOOKED_AT {
                return Err(Ambiguous);
            }
            // What is no number is refused by the parser.
            let length = std::str::from_utf8(value).ok().and_then(|value| value.parse().ok()).unwrap_or(0);
            if self.length.replace(length).is_some_and(|other| other != length) {
                return Err(Ambiguous);
            }
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.is_chunked = true;
        } else if name.eq_ignore_ascii_case(b"host") {
            self.hosts += 1;
        } else if name.eq_ignore_ascii_case(b"upgrade") {
            self.is_upgrade = true;
        }
        if self.hosts > 1 || self.is_chunked && self.length.is_some() { Err(Ambiguous) } else { Ok(None) }
    }

    fn after(&self) -> Place {
        match self.length {
            _ if self.is_chunked || self.is_upgrade => Place::Elsewhere,
            Some(length @ 1..) => Place::Body(length),
            Some(0) | None => Place::Head(Head::default()),
        }
    }
}

impl<S> Heads<S> {
    pub(crate) fn new(stream: S) -> Heads<S> {
        Heads { stream, place: Place::Head(Head::default()) }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Heads<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.place.look(&mut buffer.filled_mut()[before..]);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Heads<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, BufWriter, duplex};

    use super::*;

    /// What the parser is handed of these bytes, which come so many at a time.
    fn handed(sent: &str, at_a_time: usize) -> Vec<u8> {
        let mut bytes = sent.as_bytes().to_vec();
        let mut place = Place::Head(Head::default());
        bytes.chunks_mut(at_a_time).for_each(|chunk| place.look(chunk));
        bytes
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_spoiled_wherever_it_is_cut() {
        const GET: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        const POST: &str = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\na\nb\n";
        let after_all = |bad: &str| format!("{GET}{POST}\r\n{bad}");
        for (sent, is_spoiled) in [
            (GET.to_owned(), false),
            (after_all(GET), false),
            (after_all("GET / HTTP/1.1\nHost: x\r\n\r\n"), true),
            (after_all("GET / HTTP/1.1\r\nHost: x\n\r\n"), true),
            (after_all("GET / HTTP/1.1\r\nHost: x\r\n\n"), true),
            (after_all("GET / HTTP/1.1\r\nHo\rst: x\r\n\r\n"), true),
            (after_all("GET / HTTP/1.1\r\nHost: x\r\nhOST: y\r\n\r\n"), true),
            (after_all("GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), true),
            (after_all("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"), true),
            (after_all("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"), true),
            (after_all("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n"), false),
            (after_all(&format!("GET / HTTP/1.1\r\nContent-Length: {:>40}\r\n\r\n1\nGET", 5)), false),
            (after_all(&format!("GET / HTTP/1.1\r\nContent-Length: {:>48}\r\n\r\n", 5)), true),
            (after_all(&format!("GET / HTTP/1.1\r\nContent-Length:{:>60}\r\n\r\n", 5)), true),
            (after_all(&format!("GET / HTTP/1.1\r\nContent-Length: {:060}\r\n\r\n", 5)), true),
            (after_all(&format!("GET / HTTP/1.1\r\nX: {:60}\r\n\r\n", 5)), false),
            // Nobody looks behind these, and the server ends the connection.
            (after_all("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\n\n"), false),
            (after_all("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\n"), false),
        ] {
            for at_a_time in [1, 7, 4096] {
                let handed = handed(&sent, at_a_time);
                assert_eq!(handed.contains(&REFUSED), is_spoiled, "{sent:?}");
                assert!(is_spoiled || handed == sent.as_bytes());
            }
        }
    }
    #[test]
    fn after_chunks_and_upgrades_nothing_may_come() {
        for (name, last) in [("transfer-encoding", true), ("upgrade", true), ("content-length", false)] {
            let mut headers = axum::http::HeaderMap::new();
            headers.insert(name, "1".parse().expect("a value"));
            assert_eq!(is_last(&headers), last, "{name}");
        }
    }

    #[tokio::test]
    async fn what_is_asked_answered_and_ended_goes_through_and_only_heads_are_spoiled() {
        let (ours, mut theirs) = duplex(1024);
        let mut ours = Heads::new(BufWriter::new(ours));
        let talk = async {
            let mut heard = Vec::new();
            for (part, wanted) in [
                ("POST / HTTP/1.1\r\nContent-Length: 2\r\n", "POST / HTTP/1.1\r\nContent-Length: 2\r\n"),
                ("\r\n\n\nGET", "\r\n\n\nGET"),
                (" / HTTP/1.1\n", " / HTTP/1.1\0"),
            ] {
                theirs.write_all(part.as_bytes()).await?;
                let before = heard.len();
                while heard.len() < before + part.len() {
                    ours.read_buf(&mut heard).await?;
                }
                assert_eq!(String::from_utf8_lossy(&heard[before..]), wanted);
            }
            assert!(ours.is_write_vectored(), "as the stream is");
            assert_eq!(ours.write_vectored(&[io::IoSlice::new(b"4"), io::IoSlice::new(b"00")]).await?, 3);
            ours.flush().await?;
            let mut told = [0; 3];
            theirs.read_exact(&mut told).await?;
            assert_eq!(&told, b"400");
            ours.write_all(b".").await?;
            ours.shutdown().await?;
            assert_eq!(theirs.read(&mut told).await?, 1);
            assert_eq!(theirs.read(&mut told).await?, 0, "the end");
            io::Result::Ok(())
        };
        tokio::time::timeout(std::time::Duration::from_secs(10), talk).await.expect("in time").expect("talked");
    }
}
