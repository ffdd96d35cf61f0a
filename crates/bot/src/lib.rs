//! An engine as a player on a server: it waits for challenges, takes those that it may, and plays them until they are over.
//!
//! [`Bot::run`] listens to the server's stream of events and gives each game a thread of its own (`game.rs`). What a server is asked is in
//! `server.rs`, over HTTP (`http.rs`); which games are taken is for the [`Terms`] to say. A connection that is
//! lost is made again, and what the server then tells is all that counts: nothing is remembered here that could be wrong.
//!
//! [`Cgos`] does the same on the rating server of Go engines, which has a protocol of its own.
//!
//! Whoever runs a bot is told what happens in [messages](table::Message). Nothing here reads the environment.

mod cgos;
mod game;
mod http;
mod pause;
mod server;
mod terms;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use players::thinker::{Task, Thinker, Thought};
use search::{Resources, Stop};
use serde_json::Value;
use table::{AnyTable, Kind, Message, Who};

pub use cgos::Cgos;
use http::Problem;
pub use http::{Address, NoAddress};
use pause::Pause;
use server::Server;
pub use terms::Terms;

/// An engine that plays on a server.
#[derive(Debug)]
pub struct Bot {
    /// Where.
    pub address: Address,
    /// What lets it in.
    pub token: String,
    /// Who thinks.
    pub who: Who,
    /// How much of this machine each game may use.
    pub resources: Resources,
    /// Which games it takes.
    pub terms: Terms,
}

/// Where what happens is told.
pub type Tell = Arc<dyn Fn(&Message) + Send + Sync>;

/// The games that are being played, by their ids.
type Playing = Arc<Mutex<HashSet<String>>>;

impl Bot {
    /// Plays until it is asked to stop, or is not welcome: then why.
    pub fn run(&self, stop: &Stop, tell: &Tell) -> Result<(), Message> {
        let server = Server::new(self.address.clone(), self.token.clone());
        let playing = Playing::default();
        let mut pause = Pause::default();
        while !stop.is_asked() {
            let listened = server.account().and_then(|name| {
                tell(&Message::new("bot-listening").with("name", name).with("server", self.address.to_string()));
                self.listen(&server, &playing, stop, tell, &mut pause)
            });
            match listened {
                Ok(()) => {}
                Err(Problem::Refused { status: 401 | 403, said }) => {
                    return Err(Message::new("bot-not-welcome").with("said", said));
                }
                Err(problem) => tell(&Message::new("bot-lost").with("problem", problem.to_string())),
            }
            pause.wait(stop);
        }
        Ok(())
    }

    /// Hears of challenges and games until the stream ends.
    fn listen(
        &self,
        server: &Server,
        playing: &Playing,
        stop: &Stop,
        tell: &Tell,
        pause: &mut Pause,
    ) -> Result<(), Problem> {
        for line in server.events(&self.terms.kinds)? {
            let line = line?;
            pause.reset();
            if stop.is_asked() {
                return Ok(());
            }
            match line["type"].as_str() {
                Some("challenge") if line["challenge"]["direction"] == "in" => {
                    self.answer(server, &line["challenge"], count(playing), tell)?;
                }
                Some("gameStart") => self.begin(server, &line["game"], playing, stop, tell),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes a challenge, or says why not.
    fn answer(&self, server: &Server, challenge: &Value, playing: usize, tell: &Tell) -> Result<(), Problem> {
        let id = text(&challenge["id"]);
        let from = text(&challenge["challenger"]["name"]);
        let answered = match self.terms.judge(challenge, playing) {
            Ok(()) => server.accept(&id),
            Err(reason) => {
                tell(&Message::new("bot-declines").with("name", from).with("reason", reason));
                server.decline(&id, reason)
            }
        };
        match answered {
            // It was called off, or somebody answered before.
            Err(Problem::Refused { status: 403 | 404 | 409, .. }) => Ok(()),
            answered => answered,
        }
    }

    /// Gives a game a thread, unless it has one.
    fn begin(&self, server: &Server, game: &Value, playing: &Playing, stop: &Stop, tell: &Tell) {
        let id = text(&game["gameId"]);
        if !lock(playing).insert(id.clone()) {
            return;
        }
        let opponent = text(&game["opponent"]["name"]);
        let kind = game["variant"]["key"].as_str().and_then(kind).map_or("", Kind::name);
        tell(&Message::new("bot-plays").with("game", kind).with("name", opponent).with("id", id.clone()));
        let player = game::Player {
            server: server.clone(),
            id: id.clone(),
            who: self.who.clone(),
            resources: self.resources,
            stop: stop.clone(),
            tell: Arc::clone(tell),
        };
        let counted = Counted { id, playing: Arc::clone(playing) };
        thread::spawn(move || {
            let _counted = counted;
            player.play();
        });
    }
}

/// A game that is being played; it counts no more once this is dropped, whatever became of its thread.
struct Counted {
    id: String,
    playing: Playing,
}

impl Drop for Counted {
    fn drop(&mut self) {
        lock(&self.playing).remove(&self.id);
    }
}

fn lock(playing: &Playing) -> std::sync::MutexGuard<'_, HashSet<String>> {
    playing.lock().unwrap_or_else(PoisonError::into_inner)
}

fn count(playing: &Playing) -> usize {
    lock(playing).len()
}

/// What an engine thinks, in the end.
fn ask(thinker: &impl Thinker, table: &AnyTable, task: Task) -> Thought {
    let (tell, told) = mpsc::channel();
    let say = move |thought: Thought| {
        if !matches!(thought, Thought::Progress { .. }) {
            // Nobody listens any more if the program comes to its end.
            let _ = tell.send(thought);
        }
    };
    thinker.start(table, task, 0, Box::new(say));
    told.recv().unwrap_or_else(|_| Thought::Failed(Message::new("bot-engine-lost")))
}

/// A text, empty if it is none.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The game that a variant's name begins with.
fn kind(variant: &str) -> Option<Kind> {
    variant.split('-').next()?.parse().ok()
}
