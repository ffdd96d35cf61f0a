//! What a client is told when something is not done, or not as asked.

use serde_json::{Map, Value, json};

/// Why a line is not done, as the client is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The id of the query, if it has one.
    pub id: Option<String>,
    /// The field that is wrong, if it is one alone.
    pub field: Option<String>,
    /// What is wrong with it.
    pub message: String,
}

/// What is not done as asked, though the query is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The field.
    pub field: String,
    /// What will not be as asked.
    pub message: String,
}

impl Problem {
    /// One that belongs to no query.
    pub(super) fn general(message: impl Into<String>) -> Problem {
        Problem { id: None, field: None, message: message.into() }
    }

    /// The line that tells it.
    pub(super) fn written(&self) -> Value {
        let mut object = Map::new();
        object.insert("error".into(), self.message.clone().into());
        object.extend(self.id.clone().map(|id| ("id".into(), id.into())));
        object.extend(self.field.clone().map(|field| ("field".into(), field.into())));
        Value::Object(object)
    }
}

impl Warning {
    pub(super) fn new(field: &str, message: impl Into<String>) -> Warning {
        Warning { field: field.to_owned(), message: message.into() }
    }

    /// The line that tells it.
    pub(super) fn written(&self, id: &str) -> Value {
        json!({ "warning": self.message, "field": self.field, "id": id })
    }
}
