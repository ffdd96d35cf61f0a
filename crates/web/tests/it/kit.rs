//! A server for a test, and browsers that come to it.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Once};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use store::{Sqlite, Store};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;
use web::config::{Config, Limits};
use web::hub::Manner;
use web::{Site, app, serve};

/// Limits that no test of something else runs into.
pub(crate) fn public() -> Config {
    let limits = Limits { connections_per_address: 5000, ..Limits::local() };
    let manner = Manner { pace: Duration::ZERO, ..Manner::public() };
    Config { log: web::log::Format::Quiet, limits, manner, ..Config::public() }
}

pub(crate) fn local() -> Config {
    let mut config = Config::local(4764);
    config.manner.pace = Duration::ZERO;
    config
}

thread_local! {
    /// What was logged on this thread; a test without threads of its own has it for itself.
    static LOGGED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Begins to keep what is logged, as JSON.
pub(crate) fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let keep = |line: &str| LOGGED.with_borrow_mut(|logged| logged.push(line.to_owned()));
        let subscriber = web::log::subscriber(web::log::Format::Json, keep);
        tracing::subscriber::set_global_default(subscriber).expect("nobody else listens");
    });
}

/// What was logged on this thread.
pub(crate) fn logged() -> Vec<String> {
    LOGGED.take()
}

pub(crate) fn memory() -> Arc<dyn Store> {
    Arc::new(Sqlite::in_memory().expect("a store"))
}

/// A folder that goes with the test.
pub(crate) struct Folder(std::path::PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("web-{}-{}", std::process::id(), NUMBER.fetch_add(1, Relaxed));
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn open(&self) -> Arc<dyn Store> {
        Arc::new(Sqlite::open(&self.0.join("games.db")).expect("a store"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn site(config: Config, store: &Arc<dyn Store>) -> Site {
    Site::new(config, Arc::clone(store), Arc::clone(store)).expect("a site")
}

/// Somebody at a browser, who is asked nothing by sockets.
#[derive(Clone)]
pub(crate) struct Browser {
    router: Router,
    pub(crate) host: String,
    pub(crate) address: SocketAddr,
    pub(crate) cookies: Vec<String>,
    pub(crate) headers: Vec<(&'static str, String)>,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    /// As it was sent.
    pub(crate) bytes: usize,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} {}", self.status, self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

impl Browser {
    pub(crate) fn new(site: &Site) -> Browser {
        Browser {
            router: app(site.clone()),
            host: format!("127.0.0.1:{}", site.config().bind.port()),
            address: SocketAddr::from(([10, 0, 0, 1], 5000)),
            cookies: Vec::new(),
            headers: Vec::new(),
        }
    }

    /// The same browser at another server, as after a restart.
    pub(crate) fn at(&self, site: &Site) -> Browser {
        Browser { router: app(site.clone()), ..self.clone() }
    }

    pub(crate) fn from(mut self, address: &str) -> Browser {
        self.address = SocketAddr::new(address.parse().expect("an address"), 5000);
        self
    }

    pub(crate) async fn send(&mut self, method: &str, path: &str, media_type: &str, body: impl Into<Body>) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, &self.host);
        if !media_type.is_empty() {
            request = request.header(header::CONTENT_TYPE, media_type);
        }
        for cookie in &self.cookies {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let mut request = request.body(body.into()).expect("a request");
        request.extensions_mut().insert(ConnectInfo(self.address));
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        for cookie in headers.get_all(header::SET_COOKIE) {
            let pair = cookie.to_str().expect("text").split(';').next().expect("a pair").to_owned();
            let name = pair.split('=').next().expect("a name").to_owned();
            self.cookies.retain(|cookie| !cookie.starts_with(&format!("{name}=")));
            self.cookies.push(pair);
        }
        let bytes = to_bytes(response.into_body(), 64 << 20).await.expect("a body");
        Answer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned(), bytes: bytes.len() }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "", Body::empty()).await
    }

    /// Sends a form and wants to hear what a program hears.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let form: Vec<String> = fields.iter().map(|(key, value)| format!("{key}={}", encoded(value))).collect();
        self.headers.push(("accept", "application/json".to_owned()));
        let answer = self.send("POST", path, "application/x-www-form-urlencoded", form.join("&")).await;
        self.headers.pop();
        answer
    }

    /// Makes a game; its address, `/game/ID`.
    pub(crate) async fn create(&mut self, fields: &[(&str, &str)]) -> String {
        let answer = self.post("/new", fields).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let at = answer.json()["at"].as_str().expect("an address").to_owned();
        at.split("/toss").next().expect("a game").to_owned()
    }

    /// Does something; what refuses it, if it is refused.
    pub(crate) async fn act(&mut self, game: &str, what: &str) -> Result<(), String> {
        let answer = self.post(&format!("{game}/do"), &[("do", what)]).await;
        match answer.status {
            StatusCode::OK => Ok(()),
            _ => Err(answer.json()["no"].as_str().expect("a sentence").to_owned()),
        }
    }

    pub(crate) async fn sit(&mut self, game: &str, side: &str, name: &str) -> StatusCode {
        self.post(&format!("{game}/sit"), &[("side", side), ("name", name)]).await.status
    }

    pub(crate) async fn state(&mut self, game: &str) -> Value {
        let answer = self.get(&format!("{game}/state.json")).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    }

    /// Waits until the state is as wanted.
    pub(crate) async fn wait(&mut self, game: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..2000 {
            let state = self.state(game).await;
            if wanted(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it never came: {}", self.state(game).await);
    }
}

pub(crate) fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// A server with a socket.
pub(crate) struct Served {
    pub(crate) site: Site,
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

impl Served {
    pub(crate) async fn new(mut config: Config, store: &Arc<dyn Store>) -> Served {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        config.bind = address;
        Served::run(listener, site(config, store))
    }

    /// Serves a site that is there already.
    pub(crate) fn run(listener: TcpListener, site: Site) -> Served {
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let served = site.clone();
        let running = tokio::spawn(async move {
            let router = app(served.clone());
            let until = async {
                let _ = stopped.await;
            };
            serve(listener, served, router, until).await.expect("served");
        });
        Served { site, address, stop: Some(stop), running }
    }

    /// Stops as a signal would.
    pub(crate) async fn stop(mut self) {
        let _ = self.stop.take().expect("once").send(());
        self.running.await.expect("it ends");
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.site)
    }

    pub(crate) async fn watch(&self, game: &str, browser: &Browser) -> Live {
        self.try_watch(game, browser, None).await.expect("a live page")
    }

    /// Where this page says that it hears what changes.
    pub(crate) async fn watch_as_told(&self, page: &str, browser: &Browser) -> Live {
        let (_, rest) = page.split_once("data-live=\"").expect("a live page");
        let address = rest.split('"').next().expect("its end");
        self.connect(address, browser, None).await.expect("a live page")
    }

    pub(crate) async fn try_watch(
        &self,
        game: &str,
        browser: &Browser,
        origin: Option<&str>,
    ) -> Result<Live, tungstenite::Error> {
        self.connect(&format!("{game}/live?from=0"), browser, origin).await
    }

    async fn connect(
        &self,
        address: &str,
        browser: &Browser,
        origin: Option<&str>,
    ) -> Result<Live, tungstenite::Error> {
        let mut request = format!("ws://{}{address}", self.address).into_client_request()?;
        for cookie in &browser.cookies {
            request.headers_mut().append("cookie", cookie.parse().expect("a cookie"));
        }
        if let Some(origin) = origin {
            request.headers_mut().append("origin", origin.parse().expect("an origin"));
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Live { socket, n: 0 })
    }
}

/// A page with live updates.
pub(crate) struct Live {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n: u64,
}

impl Live {
    /// The next thing that comes; nothing when the connection ends.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let next = async {
            loop {
                match self.socket.next().await? {
                    Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).expect("JSON")),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), next).await.expect("something within 20 seconds")
    }

    /// Does something; what refuses it, if it is refused, and the updates that came before the answer.
    pub(crate) async fn act(&mut self, what: &str) -> (Result<(), String>, Vec<Value>) {
        self.n += 1;
        let text = json!({ "n": self.n, "do": what }).to_string();
        self.send(&text).await;
        let mut updates = Vec::new();
        loop {
            let heard = self.next().await.expect("an answer");
            if heard["n"] == self.n {
                let refused = heard["no"].as_str().map(str::to_owned);
                return (refused.map_or(Ok(()), Err), updates);
            }
            updates.push(heard);
        }
    }

    pub(crate) async fn send(&mut self, text: &str) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// Waits for an update in which something happened on the board.
    pub(crate) async fn wait_for_sound(&mut self) -> Value {
        loop {
            let heard = self.next().await.expect("something is heard");
            if heard.get("sound").is_some() {
                return heard;
            }
        }
    }

    /// Waits for an update that sets an element to something with this in it.
    pub(crate) async fn wait_for(&mut self, part: &str) -> Value {
        loop {
            let heard = self.next().await.unwrap_or_else(|| panic!("{part} never came"));
            if heard["set"].to_string().contains(part) {
                return heard;
            }
        }
    }
}
