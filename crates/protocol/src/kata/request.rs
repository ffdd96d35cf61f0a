//! What a line asks for.

use serde_json::{Map, Value};

use super::fields::{Fields, shortened};
use super::problem::{Problem, Warning};
use super::query::Query;

/// A longer line is refused as a whole: a long game with everything that can be said about it takes a few tens of kilobytes.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// A longer id is refused: it comes back with every answer.
pub const MAX_ID_BYTES: usize = 4096;

/// What a line asks for.
#[derive(Clone, Debug)]
pub enum Request {
    /// To analyse positions.
    Query(Box<Query>),
    /// Something else.
    Action(Action, Echo),
}

/// The object of an action, which is sent back as a sign that it is done.
pub type Echo = Map<String, Value>;

/// What can be asked for beside analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Which program this is.
    QueryVersion,
    /// By which networks it judges.
    QueryModels,
    /// To forget what it keeps.
    ClearCache,
    /// To end the queries with this id, or all, and of them these turns, or all.
    Terminate {
        /// The id; all if there is none.
        id: Option<String>,
        /// The turns; all if there are none named.
        turns: Option<Vec<i64>>,
    },
}

/// What came of a line.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What is asked for.
    pub request: Request,
    /// What will not be as asked.
    pub warnings: Vec<Warning>,
}

impl Request {
    /// Reads a line.
    pub fn read(line: &str) -> Result<Reading, Problem> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            let line = shortened(line);
            Problem::general(format!("{error} - could not parse input line as json request: {line}"))
        })?;
        let Value::Object(object) = value else {
            return Err(Problem::general("Request line was valid json but was not an object, ignoring"));
        };
        let id = object.get("id").and_then(Value::as_str);
        let id = id.ok_or_else(|| Problem::general("Request must have a string \"id\" field"))?;
        if id.len() > MAX_ID_BYTES {
            return Err(Problem::general(format!("The \"id\" field must have at most {MAX_ID_BYTES} bytes")));
        }
        let fields = Fields { object: &object, id };
        if let Some(Value::String(name)) = object.get("action") {
            let action = read_action(name, fields)?;
            return Ok(Reading { request: Request::Action(action, object), warnings: Vec::new() });
        }
        let mut warnings = Vec::new();
        let query = Query::read(fields, &mut warnings)?;
        Ok(Reading { request: Request::Query(Box::new(query)), warnings })
    }
}

fn read_action(name: &str, fields: Fields<'_>) -> Result<Action, Problem> {
    let turns = || fields.integers("turnNumbers", "the turns to terminate");
    match name {
        "query_version" => Ok(Action::QueryVersion),
        "query_models" => Ok(Action::QueryModels),
        "clear_cache" => Ok(Action::ClearCache),
        "terminate" => {
            let id = fields.get("terminateId").and_then(Value::as_str);
            let id = id.ok_or_else(|| fields.problem("terminateId", "Must be the id of the query to terminate"))?;
            Ok(Action::Terminate { id: Some(id.to_owned()), turns: turns()? })
        }
        "terminate_all" => Ok(Action::Terminate { id: None, turns: turns()? }),
        _ => {
            let known = "'query_version', 'query_models', 'clear_cache', 'terminate' or 'terminate_all'";
            Err(fields.problem("action", format!("Must be {known}")))
        }
    }
}
