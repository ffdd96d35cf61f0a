//! The attacks. Each goes on until it is told that it is over, and counts what it gets.

use std::net::Ipv4Addr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

use crate::Got;
use crate::client::{Answer, Client, connect};

type Attacking = Pin<Box<dyn Future<Output = ()> + Send>>;

pub(crate) struct Attack {
    pub(crate) name: &'static str,
    /// Whether a stranger's machine is to be watched.
    pub(crate) asks_machine: bool,
    pub(crate) begin: fn(String, Arc<Got>) -> Attacking,
}

macro_rules! attacks {
    ($($name:literal $function:ident $asks_machine:literal,)*) => {
        pub(crate) const ATTACKS: &[Attack] = &[$(Attack {
            name: $name,
            asks_machine: $asks_machine,
            begin: |server, got| Box::pin($function(server, got)),
        },)*];
    };
}

attacks! {
    "none" nothing true,
    "record" record false,
    "unread-answers" unread_answers false,
    "unread-sockets" unread_sockets false,
    "slow-heads" slow_heads false,
    "slow-bodies" slow_bodies false,
    "idle" idle false,
    "creations" creations false,
    "machine-hog" machine_hog true,
    "long-games" long_games false,
    "uploads" uploads false,
    "flood" flood false,
}

/// As many connections as one address may have, nearly.
const CONNECTIONS: usize = 60;

/// The attacker's addresses.
fn address(number: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 1 + (number / 250) as u8, 1 + (number % 250) as u8)
}

/// Does the same from so many connections of each of so many addresses.
async fn from_each<F: Future<Output = ()>>(addresses: usize, each: usize, act: impl Fn(Ipv4Addr, usize) -> F) {
    let all = (0..addresses).flat_map(|from| (0..each).map(move |number| (address(from), number)));
    join_all(all.map(|(from, number)| act(from, number))).await;
}

/// Counts an answer; where none came, the server has hung up, and one comes back a little later.
async fn hear(answer: Option<Answer>, got: &Got) {
    if let Some(answer) = answer {
        got.hear(answer.status, answer.body.len());
    } else {
        got.hear(503, 0);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The same page again and again, as fast as it comes.
async fn ask_again_and_again(server: &str, from: Ipv4Addr, path: &str, got: &Got) {
    let mut client = Client::new(server, from);
    while !got.is_over() {
        let answer = client.get(path).await;
        hear(answer, got).await;
    }
}

fn nothing(_: String, _: Arc<Got>) -> std::future::Ready<()> {
    std::future::ready(())
}

/// A record of a megabyte with a million empty nodes, looked at by thirty connections.
async fn record(server: String, got: Arc<Got>) {
    let mut client = Client::new(&server, address(0));
    let mut path = None;
    // One that is refused is followed by the largest that is taken.
    for nodes in [1_000_000, 49_000] {
        let empty = format!("(;GM[1]SZ[19]{})", ";".repeat(nodes));
        path = path.or(client.upload(&empty).await.and_then(|answer| answer.at()));
    }
    let path = path.expect("a record that is taken");
    from_each(1, 30, |from, _| ask_again_and_again(&server, from, &path, &got)).await;
}

/// A record with a comment of nearly a megabyte that becomes six on a page, asked for without end and never read.
async fn unread_answers(server: String, got: Arc<Got>) {
    let large = format!("(;GM[1]SZ[9]C[{}])", "\"".repeat(1_000_000));
    let sent = Client::new(&server, address(0)).upload(&large).await;
    let path = sent.and_then(|answer| answer.at()).unwrap_or_else(|| "/rules/go".to_owned());
    let request = format!("GET {path} HTTP/1.1\r\nHost: {server}\r\n\r\n");
    from_each(5, CONNECTIONS, async |from, _| {
        while !got.is_over() {
            let Some(mut stream) = connect(&server, from, true).await else {
                got.hear(503, 0);
                tokio::time::sleep(Duration::from_millis(500)).await;
                continue;
            };
            got.hear(200, 0);
            // More requests than are answered; then nothing is read until the server has had enough.
            let asked = stream.write_all(request.repeat(100).as_bytes()).await;
            while asked.is_ok() && !got.is_over() && stream.write_all(b"").await.is_ok() && !is_closed(&stream) {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
    })
    .await;
}

/// Whether the other side has ended the connection.
fn is_closed(stream: &tokio::net::TcpStream) -> bool {
    matches!(stream.take_error(), Ok(Some(_)) | Err(_))
}

/// Live pages that read nothing, of a game in which somebody moves all the time.
async fn unread_sockets(server: String, got: Arc<Got>) {
    let mut host = Client::new(&server, address(0));
    let made = host.post("/new", "game=go&size=19&opponent=here&name=Eve").await;
    let Some(game) = made.and_then(|answer| answer.at()) else { return };
    let watch = from_each(5, CONNECTIONS - 2, async |from, _| {
        let client = Client::new(&server, from);
        while !got.is_over() {
            let page = client.watch(&game, true).await;
            got.hear(if page.is_some() { 200 } else { 503 }, 0);
            tokio::time::sleep(Duration::from_secs(20)).await;
        }
    });
    let play = async {
        let Some(mut page) = host.watch(&game, false).await else { return };
        for number in 0.. {
            if got.is_over() {
                return;
            }
            let what = if number % 2 == 0 { "play D4" } else { "undo" };
            let _ = page.send(Message::text(format!("{{\"n\":{number},\"do\":\"{what}\"}}"))).await;
            let _ = tokio::time::timeout(Duration::from_millis(60), page.next()).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::join!(watch, play);
}

/// Sends the beginning of something, and then a byte a second.
async fn drip(server: &str, from: Ipv4Addr, beginning: &str, got: &Got) {
    while !got.is_over() {
        let Some(mut stream) = connect(server, from, false).await else { return };
        got.hear(200, 0);
        let mut sent = stream.write_all(beginning.as_bytes()).await;
        while sent.is_ok() && !got.is_over() {
            tokio::time::sleep(Duration::from_secs(1)).await;
            sent = stream.write_all(b"x").await;
        }
    }
}

async fn slow_heads(server: String, got: Arc<Got>) {
    let beginning = format!("GET / HTTP/1.1\r\nHost: {server}\r\nX-Long: ");
    from_each(10, CONNECTIONS, |from, _| drip(&server, from, &beginning, &got)).await;
}

async fn slow_bodies(server: String, got: Arc<Got>) {
    let beginning = format!(
        "POST /new HTTP/1.1\r\nHost: {server}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: 10000\r\n\r\ngame="
    );
    from_each(10, CONNECTIONS, |from, _| drip(&server, from, &beginning, &got)).await;
}

/// Connections that say nothing, as many as there may be.
async fn idle(server: String, got: Arc<Got>) {
    from_each(100, CONNECTIONS, async |from, _| {
        while !got.is_over() {
            let open = connect(&server, from, false).await;
            got.hear(if open.is_some() { 200 } else { 503 }, 0);
            tokio::time::sleep(Duration::from_secs(10)).await;
        }
    })
    .await;
}

/// Games in the lobby, as many as may be made, each with somebody who waits there.
async fn creations(server: String, got: Arc<Got>) {
    from_each(20, 1, async |from, _| {
        let mut open = Vec::new();
        while !got.is_over() {
            let mut client = Client::new(&server, from);
            let made = client.post("/new", "game=go&size=19&opponent=lobby&name=Eve").await;
            let Some(answer) = made else { continue };
            got.hear(answer.status, answer.body.len());
            match answer.at() {
                Some(game) if open.len() < 20 => open.extend(client.watch(&game, false).await),
                _ => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    })
    .await;
}

/// Ten addresses, each with as many games against the strongest machine as it may make.
async fn machine_hog(server: String, got: Arc<Got>) {
    from_each(10, 20, async |from, _| {
        let mut client = Client::new(&server, from);
        let form = "game=go&size=19&opponent=machine&level-go=13&colour=white&name=Eve";
        let Some(game) = client.post("/new", form).await.and_then(|answer| answer.at()) else { return };
        let Some(mut page) = client.watch(&game, false).await else { return };
        let mut points = (1..=19).flat_map(|row| "BDFHKMPRT".chars().map(move |column| format!("{column}{row}")));
        while let Some(Ok(message)) = page.next().await {
            if got.is_over() {
                return;
            }
            // The machine has moved: so does the attacker, and the machine thinks again.
            if message.to_text().is_ok_and(|text| text.contains("\"sound\"")) {
                got.hear(200, 0);
                let Some(point) = points.next() else { return };
                let _ = page.send(Message::text(format!("{{\"n\":1,\"do\":\"play {point}\"}}"))).await;
            }
        }
    })
    .await;
}

/// A game with as many events as its maker gets into it, looked through again and again.
async fn long_games(server: String, got: Arc<Got>) {
    let mut host = Client::new(&server, address(0));
    let made = host.post("/new", "game=go&size=19&opponent=here&name=Eve").await;
    let Some(game) = made.and_then(|answer| answer.at()) else { return };
    let lengthen = join_all((0..20).map(|_| async {
        let Some(mut page) = host.watch(&game, false).await else { return };
        for number in 0.. {
            if got.is_over() {
                return;
            }
            let what = ["play pass", "play pass", "resume"][number % 3];
            let _ = page.send(Message::text(format!("{{\"n\":{number},\"do\":\"{what}\"}}"))).await;
            let _ = tokio::time::timeout(Duration::from_millis(50), page.next()).await;
        }
    }));
    let look = from_each(5, 10, async |from, number| {
        let path = [format!("{game}/review"), game.clone(), format!("{game}/picture.png")][number % 3].clone();
        ask_again_and_again(&server, from, &path, &got).await;
    });
    tokio::join!(lengthen, look);
}

/// Records of a megabyte with moves, sent as fast as they are taken.
async fn uploads(server: String, got: Arc<Got>) {
    let moves: String = (0..40_000).map(|at| [";B[dd]", ";W[pp]", ";B[qq]C[a longer remark]"][at % 3]).collect();
    let large = format!("(;GM[1]SZ[19]{moves})");
    from_each(5, 10, async |from, _| {
        let mut client = Client::new(&server, from);
        while !got.is_over() {
            let answer = client.upload(&large).await;
            hear(answer, &got).await;
        }
    })
    .await;
}

/// The first page, from two hundred addresses.
async fn flood(server: String, got: Arc<Got>) {
    from_each(200, 1, |from, _| ask_again_and_again(&server, from, "/", &got)).await;
}
