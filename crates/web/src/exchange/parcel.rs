//! What crosses between two servers: a request with who asked it, its answer in parts, and what is said meanwhile.
//!
//! Heads are lines of bytes as in HTTP, since that is what they are; parts are numbered, so that one that was lost on the way is noticed.

use std::net::IpAddr;

use axum::body::{Body, Bytes};
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, header};

use crate::household::Household;

/// The language of these messages: a server does not answer one that speaks another.
const VERSION: &str = "1";

/// Fields that are about one connection, and mean nothing behind another; what browsers say about packing is for whoever packs.
const OF_A_CONNECTION: [HeaderName; 8] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::TE,
    header::TRAILER,
    header::PROXY_AUTHORIZATION,
    header::ACCEPT_ENCODING,
    header::EXPECT,
];

/// A request as it is passed on.
#[derive(Debug)]
pub(crate) struct Ask {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    /// Who asked, as the server judged it that they came to.
    pub(crate) whose: Household,
    pub(crate) body: Bytes,
}

impl Ask {
    pub(crate) fn new(parts: &Parts, whose: Household, body: Bytes) -> Ask {
        Ask { method: parts.method.clone(), uri: parts.uri.clone(), headers: parts.headers.clone(), whose, body }
    }

    pub(crate) fn write(&self) -> Bytes {
        let path = self.uri.path_and_query().map_or("/", |path| path.as_str());
        let first = format!("{VERSION} {} {} {path}", self.method, self.whose.address());
        let mut bytes = write_head(&first, &self.headers);
        bytes.extend_from_slice(&self.body);
        bytes.into()
    }

    /// Nothing if it is none.
    pub(crate) fn read(bytes: &Bytes) -> Option<Ask> {
        let (first, headers, body) = read_head(bytes)?;
        let mut words = first.splitn(4, ' ');
        words.next().filter(|version| *version == VERSION)?;
        let method = words.next()?.parse().ok()?;
        let address: IpAddr = words.next()?.parse().ok()?;
        let uri = words.next()?.parse().ok()?;
        Some(Ask { method, uri, headers, whose: Household::of(address), body })
    }

    /// Whether a live connection is wanted.
    pub(crate) fn is_live(&self) -> bool {
        self.headers.contains_key(header::UPGRADE)
    }

    pub(crate) fn into_request(self) -> Request<Body> {
        let mut request = Request::new(Body::from(self.body));
        (*request.method_mut(), *request.uri_mut(), *request.headers_mut()) = (self.method, self.uri, self.headers);
        request
    }
}

/// What comes back, part by part.
#[derive(Debug)]
pub(crate) enum Part {
    /// The whole answer.
    Whole(Response<Bytes>),
    /// The beginning of an answer that comes in parts; of a live connection, if it says that it is one.
    Head(Response<()>),
    Body(Bytes),
    Frame(Frame),
    /// Nothing has happened, and the other is still there.
    Alive,
    /// The game is not this server's.
    NotMine,
    End,
}

/// What is said to whoever answers, while parts come.
#[derive(Debug)]
pub(crate) enum Word {
    /// So many parts have been taken in all.
    Taken(u32),
    Frame(Frame),
    /// Nobody wants to hear more.
    Gone,
}

impl Part {
    pub(crate) fn write(&self, number: u32) -> Bytes {
        let (kind, rest) = match self {
            Part::Whole(whole) => {
                let mut bytes = write_head(whole.status().as_str(), whole.headers());
                bytes.extend_from_slice(whole.body());
                (b'w', bytes)
            }
            Part::Head(head) => (b'h', write_head(head.status().as_str(), head.headers())),
            Part::Body(bytes) => (b'b', bytes.to_vec()),
            Part::Frame(frame) => (b'f', write_frame(frame)),
            Part::Alive => (b'a', Vec::new()),
            Part::NotMine => (b'n', Vec::new()),
            Part::End => (b'e', Vec::new()),
        };
        let mut bytes = Vec::with_capacity(5 + rest.len());
        bytes.push(kind);
        bytes.extend_from_slice(&number.to_be_bytes());
        bytes.extend_from_slice(&rest);
        bytes.into()
    }

    /// A part and its number; nothing if it is none.
    pub(crate) fn read(bytes: &Bytes) -> Option<(u32, Part)> {
        let number = u32::from_be_bytes(bytes.get(1..5)?.try_into().ok()?);
        let rest = bytes.slice(5..);
        let answer = |rest: &Bytes| {
            let (status, headers, body) = read_head(rest)?;
            let mut response = Response::new(body);
            *response.status_mut() = StatusCode::from_bytes(status.as_bytes()).ok()?;
            *response.headers_mut() = headers;
            Some(response)
        };
        let part = match bytes[0] {
            b'w' => Part::Whole(answer(&rest)?),
            b'h' => Part::Head(answer(&rest)?.map(|_| ())),
            b'b' => Part::Body(rest),
            b'f' => Part::Frame(read_frame(&rest)?),
            b'a' => Part::Alive,
            b'n' => Part::NotMine,
            b'e' => Part::End,
            _ => return None,
        };
        Some((number, part))
    }
}

impl Word {
    pub(crate) fn write(&self) -> Bytes {
        match self {
            Word::Taken(count) => [b"t".as_slice(), &count.to_be_bytes()].concat().into(),
            Word::Frame(frame) => [b"f".as_slice(), &write_frame(frame)].concat().into(),
            Word::Gone => Bytes::from_static(b"g"),
        }
    }

    pub(crate) fn read(bytes: &Bytes) -> Option<Word> {
        let rest = bytes.get(1..)?;
        match bytes[0] {
            b't' => Some(Word::Taken(u32::from_be_bytes(rest.try_into().ok()?))),
            b'f' => Some(Word::Frame(read_frame(&bytes.slice(1..))?)),
            b'g' => Some(Word::Gone),
            _ => None,
        }
    }
}

fn write_head(first: &str, headers: &HeaderMap) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1024);
    bytes.extend_from_slice(first.as_bytes());
    bytes.push(b'\n');
    for (name, value) in headers.iter().filter(|(name, _)| !OF_A_CONNECTION.contains(*name)) {
        bytes.extend_from_slice(name.as_str().as_bytes());
        bytes.push(b':');
        bytes.extend_from_slice(value.as_bytes());
        bytes.push(b'\n');
    }
    bytes.push(b'\n');
    bytes
}

/// The first line, the fields, and what comes after the empty line.
fn read_head(bytes: &Bytes) -> Option<(String, HeaderMap, Bytes)> {
    let mut at = 0;
    let mut line = || {
        let rest = bytes.get(at..)?;
        let length = rest.iter().position(|byte| *byte == b'\n')?;
        let line = bytes.slice(at..at + length);
        at += length + 1;
        Some(line)
    };
    let first = String::from_utf8(line()?.to_vec()).ok()?;
    let mut headers = HeaderMap::new();
    loop {
        let field = line()?;
        if field.is_empty() {
            return Some((first, headers, bytes.slice(at..)));
        }
        let colon = field.iter().position(|byte| *byte == b':')?;
        let name = HeaderName::from_bytes(&field[..colon]).ok()?;
        headers.append(name, HeaderValue::from_bytes(&field[colon + 1..]).ok()?);
    }
}

fn write_frame(frame: &Frame) -> Vec<u8> {
    match frame {
        Frame::Text(text) => [b"t", text.as_bytes()].concat(),
        Frame::Binary(bytes) => [b"b", bytes.as_ref()].concat(),
        Frame::Ping(bytes) => [b"p", bytes.as_ref()].concat(),
        Frame::Pong(bytes) => [b"q", bytes.as_ref()].concat(),
        Frame::Close(None) => b"c".to_vec(),
        Frame::Close(Some(CloseFrame { code, reason })) => {
            [b"c".as_slice(), &code.to_be_bytes(), reason.as_bytes()].concat()
        }
    }
}

fn read_frame(bytes: &Bytes) -> Option<Frame> {
    let rest = bytes.slice(1.min(bytes.len())..);
    let text = |bytes: Bytes| Utf8Bytes::try_from(bytes).ok();
    Some(match bytes.first()? {
        b't' => Frame::Text(text(rest)?),
        b'b' => Frame::Binary(rest),
        b'p' => Frame::Ping(rest),
        b'q' => Frame::Pong(rest),
        b'c' if rest.is_empty() => Frame::Close(None),
        b'c' => {
            let code = u16::from_be_bytes(rest.get(..2)?.try_into().ok()?);
            Frame::Close(Some(CloseFrame { code, reason: text(rest.slice(2..))? }))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(fields: &[(&'static str, &[u8])]) -> HeaderMap {
        let value = |bytes| HeaderValue::from_bytes(bytes).expect("a value");
        fields.iter().map(|(name, bytes)| (HeaderName::from_static(name), value(bytes))).collect()
    }

    #[test]
    fn a_request_comes_out_as_it_went_in_but_for_what_is_its_connection_s() {
        let ask = Ask {
            method: Method::POST,
            uri: "/game/x/do?a=b%20c".parse().expect("an address"),
            headers: headers(&[
                ("cookie", b"a=b; c=d"),
                ("x-name", "Zoé: \t1".as_bytes()),
                ("connection", b"upgrade"),
                ("content-length", b"7"),
                ("upgrade", b"websocket"),
            ]),
            whose: Household::of([10, 0, 0, 1].into()),
            body: Bytes::from_static(b"do=\n\nx"),
        };
        let read = Ask::read(&ask.write()).expect("what was written");
        assert_eq!((&read.method, &read.uri, read.whose), (&ask.method, &ask.uri, ask.whose));
        assert_eq!(
            read.headers,
            headers(&[("cookie", b"a=b; c=d"), ("x-name", "Zoé: \t1".as_bytes()), ("upgrade", b"websocket")])
        );
        assert!(read.is_live());
        assert_eq!(read.body, ask.body);
        let away: Household = Household::of("2001:db8:1:2::1".parse().expect("an address"));
        assert_eq!(Ask::read(&Ask { whose: away, ..read }.write()).map(|ask| ask.whose), Some(away));
    }

    #[test]
    fn answers_frames_and_words_come_out_as_they_went_in() {
        let whole = Response::builder().status(409).header("set-cookie", "a=1").header("set-cookie", "b=2");
        let whole = whole.body(Bytes::from_static(b"no\n")).expect("an answer");
        let frames = [
            Frame::Text("é".into()),
            Frame::Binary(Bytes::from_static(b"\0")),
            Frame::Ping(Bytes::new()),
            Frame::Pong(Bytes::from_static(b"1")),
            Frame::Close(None),
            Frame::Close(Some(CloseFrame { code: 1012, reason: "later".into() })),
        ];
        let parts = [Part::Whole(whole), Part::Body(Bytes::from_static(b"x")), Part::Alive, Part::NotMine, Part::End];
        for (number, part) in (7..).zip(parts.into_iter().chain(frames.clone().map(Part::Frame))) {
            let (read_number, read) = Part::read(&part.write(number)).expect("what was written");
            assert_eq!((read_number, format!("{read:?}")), (number, format!("{part:?}")));
        }
        for word in [Word::Taken(77), Word::Gone].into_iter().chain(frames.map(Word::Frame)) {
            let read = Word::read(&word.write()).expect("what was written");
            assert_eq!(format!("{read:?}"), format!("{word:?}"));
        }
    }

    #[test]
    fn what_is_no_message_of_ours_is_nothing() {
        for bytes in [&b""[..], b"w", b"x\0\0\0\0", b"h\0\0\0\0x\n\n", b"f\0\0\0\0", b"f\0\0\0\0z", b"f\0\0\0\0c1"] {
            assert!(Part::read(&Bytes::copy_from_slice(bytes)).is_none(), "{bytes:?}");
        }
        for bytes in [&b""[..], b"t1", b"z", b"ft\xff"] {
            assert!(Word::read(&Bytes::copy_from_slice(bytes)).is_none(), "{bytes:?}");
        }
        for text in
            ["", "1 GET 10.0.0.1 /", "2 GET 10.0.0.1 /\n\n", "1 GET nobody /\n\n", "1 GET 10.0.0.1 /\nno colon\n\n"]
        {
            assert!(Ask::read(&Bytes::from(text)).is_none(), "{text:?}");
        }
    }
}
