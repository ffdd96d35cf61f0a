//! Somebody who speaks HTTP from an address of their own.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A connection that stays open, and the cookie that came over it.
pub(crate) struct Client {
    server: String,
    from: Ipv4Addr,
    stream: Option<BufReader<TcpStream>>,
    pub(crate) cookie: String,
}

/// What came: the status and the body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Where a JSON answer says that something is.
    pub(crate) fn at(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.body);
        let at = text.split("\"at\":\"").nth(1)?.split('"').next()?;
        Some(at.split("/toss").next()?.to_owned())
    }
}

/// A connection to the server from this address, with a small place for what comes, where so wanted.
pub(crate) async fn connect(server: &str, from: Ipv4Addr, receives_little: bool) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    if receives_little {
        socket.set_recv_buffer_size(4096).ok()?;
    }
    socket.bind(SocketAddr::from((from, 0))).ok()?;
    socket.connect(server.parse().ok()?).await.ok()
}

impl Client {
    pub(crate) fn new(server: &str, from: Ipv4Addr) -> Client {
        Client { server: server.to_owned(), from, stream: None, cookie: String::new() }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Option<Answer> {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n\r\n", self.server, self.cookie);
        self.ask(head.as_bytes()).await
    }

    pub(crate) async fn post(&mut self, path: &str, form: &str) -> Option<Answer> {
        self.send(path, "application/x-www-form-urlencoded", form.as_bytes()).await
    }

    /// Sends a record; where it is to be seen.
    pub(crate) async fn upload(&mut self, record: &str) -> Option<Answer> {
        let body = format!("--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{record}\r\n--x--\r\n");
        self.send("/upload", "multipart/form-data; boundary=x", body.as_bytes()).await
    }

    async fn send(&mut self, path: &str, media_type: &str, body: &[u8]) -> Option<Answer> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nAccept: application/json\r\nCookie: {}\r\n\
             Content-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
            self.server,
            self.cookie,
            body.len()
        );
        self.ask(&[head.as_bytes(), body].concat()).await
    }

    async fn ask(&mut self, request: &[u8]) -> Option<Answer> {
        let answer = self.try_ask(request).await;
        if answer.is_none() {
            self.stream = None;
        }
        answer
    }

    async fn try_ask(&mut self, request: &[u8]) -> Option<Answer> {
        if self.stream.is_none() {
            self.stream = Some(BufReader::new(connect(&self.server, self.from, false).await?));
        }
        let stream = self.stream.as_mut()?;
        stream.write_all(request).await.ok()?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest.get(..3)?.parse().ok()?;
            } else if let Some(cookie) = line.strip_prefix("set-cookie: ") {
                cookie.split(';').next()?.clone_into(&mut self.cookie);
            } else if let Some(bytes) = line.strip_prefix("content-length: ") {
                length = bytes.parse().ok()?;
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.ok()?;
        Some(Answer { status, body })
    }

    /// The live page of a game.
    pub(crate) async fn watch(&self, game: &str, receives_little: bool) -> Option<WebSocketStream<TcpStream>> {
        let mut request = format!("ws://{}{game}/live?from=0", self.server).into_client_request().ok()?;
        request.headers_mut().insert("cookie", self.cookie.parse().ok()?);
        let stream = connect(&self.server, self.from, receives_little).await?;
        Some(tokio_tungstenite::client_async(request, stream).await.ok()?.0)
    }
}
