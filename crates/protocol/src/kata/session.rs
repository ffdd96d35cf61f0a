//! One client: what it sends, and what it has open.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

use super::load::{Held, Load};
use super::outbox::Outbox;
use super::problem::Problem;
use super::query::Query;
use super::request::{Action, Echo, MAX_LINE_BYTES, Reading, Request};
use super::task::{Desk, Task};
use crate::lines::Incoming;

/// A client of the analysis engine.
pub struct Session {
    desk: Arc<dyn Desk>,
    outbox: Outbox,
    load: Arc<Load>,
    version: String,
}

impl Session {
    /// A client whose answers go into this outbox. `version` is what it is told about the program.
    pub fn new(desk: Arc<dyn Desk>, outbox: Outbox, version: &str) -> Session {
        Session { desk, outbox, load: Arc::default(), version: version.to_owned() }
    }

    /// Does what a line asks for. Answers come into the outbox, now or later.
    pub fn handle(&self, line: Incoming<'_>) {
        let line = match line {
            Incoming::Line(line) => line.trim(),
            Incoming::TooLong => {
                let message = format!("Line too long: at most {MAX_LINE_BYTES} bytes");
                return self.send(&Problem::general(message).written());
            }
        };
        if line.is_empty() {
            return;
        }
        match Request::read(line) {
            Ok(Reading { request: Request::Query(query), warnings }) => {
                for warning in warnings {
                    self.send(&warning.written(&query.id));
                }
                if let Err(problem) = self.analyse(*query, line.len()) {
                    self.send(&problem.written());
                }
            }
            Ok(Reading { request: Request::Action(action, echo), .. }) => self.act(action, echo),
            Err(problem) => self.send(&problem.written()),
        }
    }

    /// Waits until everything that the client has open is answered.
    pub fn finish(&self) {
        self.load.wait_for_none();
    }

    /// Ends everything that the client has open.
    pub fn abandon(&self) {
        self.outbox.close();
        self.desk.end(&|task| task.is_for(&self.load));
    }

    fn analyse(&self, query: Query, bytes: usize) -> Result<(), Problem> {
        if !self.load.has_room(query.turns.len(), bytes) {
            let message = "Too many positions are waiting: send more when some of them are answered";
            return Err(Problem { id: Some(query.id), field: None, message: message.into() });
        }
        let (query, held) = (Arc::new(query), Arc::new(Held::new(&self.load, bytes)));
        for (&turn, &priority) in &query.turns {
            let (query, held) = (Arc::clone(&query), Arc::clone(&held));
            self.desk.take(Task::new(query, turn, priority, self.outbox.clone(), held));
        }
        Ok(())
    }

    fn act(&self, action: Action, mut echo: Echo) {
        match action {
            Action::QueryVersion => {
                echo.insert("version".into(), self.version.as_str().into());
                echo.insert("git_hash".into(), "<omitted>".into());
            }
            Action::QueryModels => {
                let models = self.desk.models().into_iter().map(|model| {
                    json!({
                        "name": model.name,
                        "internalName": model.internal_name,
                        "version": model.version,
                        "maxBatchSize": model.max_batch,
                        "usesHumanSLProfile": false,
                        "usingFP16": "false",
                    })
                });
                echo.insert("models".into(), models.collect());
            }
            Action::ClearCache => self.desk.forget(),
            Action::Terminate { id, turns } => self.desk.end(&|task| {
                task.is_for(&self.load)
                    && id.as_ref().is_none_or(|id| *id == task.query().id)
                    && turns.as_ref().is_none_or(|turns| turns.contains(&(task.turn() as i64)))
            }),
        }
        self.send(&Value::Object(echo));
    }

    fn send(&self, value: &Value) {
        self.outbox.put(value.to_string());
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("load", &self.load).finish_non_exhaustive()
    }
}
