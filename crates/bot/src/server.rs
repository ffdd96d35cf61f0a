//! What a player asks a server.

use serde_json::{Value, json};
use table::Kind;
use ureq::http::Method;

use crate::http::{Address, Answer, Problem, Question, Way, next_line, whole};

/// A server, for somebody with a token.
#[derive(Clone)]
pub(crate) struct Server(Way);

impl Server {
    pub(crate) fn new(address: Address, token: String) -> Server {
        Server(Way::new(address, token))
    }

    /// The name that the player has there.
    pub(crate) fn account(&self) -> Result<String, Problem> {
        let answer = whole(self.read("/api/account")?)?;
        let account: Value = serde_json::from_str(&answer).map_err(|error| Problem::Lost(error.to_string()))?;
        Ok(account["username"].as_str().unwrap_or_default().to_owned())
    }

    /// What happens to the challenges and games of a player of these games.
    pub(crate) fn events(&self, plays: &[Kind]) -> Result<Lines, Problem> {
        let plays: Vec<&str> = plays.iter().map(|kind| kind.id()).collect();
        self.stream(&format!("/api/stream/event?plays={}", plays.join(",")))
    }

    /// What happens in a game.
    pub(crate) fn game(&self, id: &str) -> Result<Lines, Problem> {
        self.stream(&format!("/api/bot/game/stream/{id}"))
    }

    fn stream(&self, path: &str) -> Result<Lines, Problem> {
        self.read(path).map(Lines)
    }

    fn read(&self, path: &str) -> Result<Answer, Problem> {
        self.0.ask(Question { method: Method::GET, path, key: None, body: None })
    }

    pub(crate) fn accept(&self, challenge: &str) -> Result<(), Problem> {
        self.post(&format!("/api/challenge/{challenge}/accept"), None, None)
    }

    pub(crate) fn decline(&self, challenge: &str, reason: &str) -> Result<(), Problem> {
        self.post(&format!("/api/challenge/{challenge}/decline"), None, Some(json!({ "reason": reason })))
    }

    /// Does something in a game, once if it has a name.
    pub(crate) fn act(&self, game: &str, what: &str, key: Option<&str>) -> Result<(), Problem> {
        self.post(&format!("/api/bot/game/{game}/{what}"), key, None)
    }

    fn post(&self, path: &str, key: Option<&str>, body: Option<Value>) -> Result<(), Problem> {
        let body = body.map(|body| body.to_string());
        whole(self.0.ask(Question { method: Method::POST, path, key, body })?).map(|_| ())
    }
}

/// Lines as they come; `null` for one that only says that the connection is alive.
pub(crate) struct Lines(Answer);

impl Iterator for Lines {
    type Item = Result<Value, Problem>;

    fn next(&mut self) -> Option<Result<Value, Problem>> {
        let line = match next_line(&mut self.0) {
            Ok(line) => line?,
            Err(problem) => return Some(Err(problem)),
        };
        if line.trim().is_empty() {
            return Some(Ok(Value::Null));
        }
        Some(serde_json::from_str(&line).map_err(|error| Problem::Lost(error.to_string())))
    }
}
