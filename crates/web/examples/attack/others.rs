//! The others: two people at a game, one who looks at pages, one who asks whether the server is well, one who plays the machine.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;

/// How long nothing may come before that is what was felt.
const PATIENCE: Duration = Duration::from_secs(60);
const MOVE_EVERY: Duration = Duration::from_millis(100);
const PAGE_EVERY: Duration = Duration::from_millis(100);

/// What an update has in it when something happened on the board.
const HAPPENED: &str = "\"sound\"";

/// How long something took, each time.
#[derive(Default)]
pub(crate) struct Felt(Vec<Duration>);

impl Felt {
    pub(crate) fn said(&self) -> String {
        let mut took = self.0.clone();
        took.sort_unstable();
        let at = |share: f64| {
            let at = (took.len().saturating_sub(1) as f64 * share).round() as usize;
            took.get(at).map_or("–".to_owned(), |took| format!("{:.1}", took.as_secs_f64() * 1e3))
        };
        format!("{}, {} (n {})", at(0.5), at(0.99), took.len())
    }
}

/// What the others felt.
pub(crate) struct AllFelt {
    pub(crate) moves: Felt,
    pub(crate) pages: Felt,
    pub(crate) health: Felt,
    /// What the machine at levels 1 to 8 took to answer.
    pub(crate) machine: Felt,
}

/// Those who were there before the attack, each with an address of their own.
pub(crate) struct Others {
    server: String,
    game: String,
    pages: [WebSocketStream<TcpStream>; 2],
}

const fn address(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, last)
}

impl Others {
    pub(crate) async fn come(server: &str) -> Others {
        let (mut ada, mut bo) = (Client::new(server, address(11)), Client::new(server, address(12)));
        let made = ada.post("/new", "game=go&size=19&opponent=link&colour=black&name=Ada").await;
        let game = made.and_then(|answer| answer.at()).expect("a game");
        bo.post(&format!("{game}/sit"), "side=white&name=Bo").await.expect("a seat");
        let pages =
            [ada.watch(&game, false).await, bo.watch(&game, false).await].map(|page| page.expect("a live page"));
        Others { server: server.to_owned(), game, pages }
    }

    /// Lives on for so long, and says how that felt.
    pub(crate) async fn feel(self, lasts: Duration, asks_machine: bool) -> AllFelt {
        let Others { server, game, pages } = self;
        let until = Instant::now() + lasts;
        let moves = tokio::spawn(play(pages, until));
        let looked = tokio::spawn(look(server.clone(), address(13), game, until));
        let health = tokio::spawn(look(server.clone(), address(14), "/healthz".to_owned(), until));
        let machine =
            tokio::spawn(async move { if asks_machine { ask_machine(server, until).await } else { Felt::default() } });
        let (moves, looked, health, machine) = tokio::join!(moves, looked, health, machine);
        AllFelt {
            moves: moves.expect("a game"),
            pages: looked.expect("pages"),
            health: health.expect("health"),
            machine: machine.expect("a machine"),
        }
    }
}

/// Two people play, and each move is timed until the other has it.
async fn play(mut pages: [WebSocketStream<TcpStream>; 2], until: Instant) -> Felt {
    let mut felt = Felt::default();
    let points = (1..=19).flat_map(|row| "ACEGJLNQS".chars().map(move |column| format!("{column}{row}")));
    for (number, point) in (1..).zip(points) {
        let begin = Instant::now();
        if begin >= until {
            break;
        }
        let [mover, other] = pages.get_disjoint_mut([1 - number % 2, number % 2]).expect("two pages");
        let text = format!("{{\"n\":{number},\"do\":\"play {point}\"}}");
        if mover.send(Message::text(text)).await.is_err() {
            felt.0.push(PATIENCE);
            break;
        }
        let came = hear(other, HAPPENED).await;
        felt.0.push(if came { begin.elapsed() } else { PATIENCE });
        // One's own page is told, too.
        hear(mover, HAPPENED).await;
        tokio::time::sleep(MOVE_EVERY.saturating_sub(begin.elapsed())).await;
    }
    felt
}

/// Waits for a message with this in it.
async fn hear(page: &mut WebSocketStream<TcpStream>, part: &str) -> bool {
    let wait = async {
        while let Some(Ok(message)) = page.next().await {
            if message.to_text().is_ok_and(|text| text.contains(part)) {
                return true;
            }
        }
        false
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or(false)
}

/// Asks for a page again and again, over a connection that is made anew each time, as newcomers do.
async fn look(server: String, from: Ipv4Addr, path: String, until: Instant) -> Felt {
    let mut felt = Felt::default();
    while Instant::now() < until {
        let begin = Instant::now();
        let answer = tokio::time::timeout(PATIENCE, async { Client::new(&server, from).get(&path).await }).await;
        let is_good = answer.ok().flatten().is_some_and(|answer| answer.status == 200);
        felt.0.push(if is_good { begin.elapsed() } else { PATIENCE });
        tokio::time::sleep(PAGE_EVERY.saturating_sub(begin.elapsed())).await;
    }
    felt
}

/// Plays a first move against each of the levels 1 to 8 and waits for the answer.
async fn ask_machine(server: String, until: Instant) -> Felt {
    let mut felt = Felt::default();
    for number in 0..u8::MAX {
        if Instant::now() >= until {
            break;
        }
        // A stranger each time.
        let mut stranger = Client::new(&server, Ipv4Addr::new(127, 0, 3, 1 + number));
        let level = 1 + number % 8;
        let form = format!("game=go&size=9&opponent=machine&level-go={level}&colour=black&name=Cy");
        let Some(game) = stranger.post("/new", &form).await.and_then(|answer| answer.at()) else { continue };
        let Some(mut page) = stranger.watch(&game, false).await else { continue };
        let begin = Instant::now();
        let _ = page.send(Message::text("{\"n\":1,\"do\":\"play E5\"}")).await;
        // Their own move, and the machine's.
        let came = hear(&mut page, HAPPENED).await && hear(&mut page, HAPPENED).await;
        felt.0.push(if came { begin.elapsed() } else { PATIENCE });
    }
    felt
}
