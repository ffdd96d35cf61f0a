use std::borrow::Cow;

use plateau_core::{ParseError, Reason};

use crate::Side;

/// A sentence to be said in each person's language: a message id of `words`, and what fills its gaps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The id.
    pub id: Cow<'static, str>,
    /// What fills the gaps, by name.
    pub gaps: Vec<(Cow<'static, str>, Value)>,
}

/// What can fill a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A name or a coordinate, the same in every language.
    Text(String),
    /// A number, by which a language may choose its plural.
    Number(i64),
    /// A side: `black`, `white`, `first` or `second` to the sentence, which has its own words for them.
    Side(Side),
    /// Another sentence.
    Message(Box<Message>),
    /// Several, said one after the other.
    List(Vec<Message>),
}

impl Message {
    /// A sentence without gaps.
    pub fn new(id: impl Into<Cow<'static, str>>) -> Message {
        Message { id: id.into(), gaps: Vec::new() }
    }

    /// The sentence with one more gap filled.
    #[must_use]
    pub fn with(mut self, gap: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Message {
        self.gaps.push((gap.into(), value.into()));
        self
    }

    /// The sentence in a language, which `speak` knows: an id and what fills its gaps, by name.
    ///
    /// A name that is empty is said as `none`: the sentences have a form without a name.
    pub fn say<Gap: From<String> + From<i64>>(&self, speak: &impl Fn(&str, &[(&str, Gap)]) -> String) -> String {
        let said = |value: &Value| match value {
            Value::Text(text) if text.is_empty() => "none".to_owned().into(),
            Value::Text(text) => text.clone().into(),
            Value::Number(number) => (*number).into(),
            Value::Side(side) => side.to_string().into(),
            Value::Message(message) => message.say(speak).into(),
            Value::List(messages) => Message::say_all(messages, speak).into(),
        };
        let gaps: Vec<(&str, Gap)> = self.gaps.iter().map(|(gap, value)| (gap.as_ref(), said(value))).collect();
        speak(&self.id, &gaps)
    }

    /// Parts of a sentence, one after the other.
    pub fn say_all<Gap>(messages: &[Message], speak: &impl Fn(&str, &[(&str, Gap)]) -> String) -> String
    where
        Gap: From<String> + From<i64>,
    {
        messages.iter().map(|message| message.say(speak)).collect::<Vec<String>>().join(", ")
    }

    /// Why the rules refuse something.
    pub fn refusal(reason: &impl Reason) -> Message {
        let gap = |(gap, text): (&'static str, String)| match gap {
            // Only one game has pieces, and people know them by how they look.
            "piece" => (gap.into(), Message::new(format!("aligne4-piece-{text}")).into()),
            gap => (gap.into(), Value::Text(text)),
        };
        let gaps = reason.details().into_iter().map(gap).collect();
        Message { id: reason.id().into(), gaps }
    }
}

impl From<ParseError> for Message {
    fn from(error: ParseError) -> Message {
        let expected = Message::new(format!("expected-{}", error.expected.id));
        let id = if error.found.is_some() { "error-column" } else { "error-column-end" };
        let message = Message::new(id).with("column", error.column() as i64).with("expected", expected);
        match error.found {
            Some(found) => message.with("found", found.escape_debug().to_string()),
            None => message,
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}

impl From<Side> for Value {
    fn from(side: Side) -> Value {
        Value::Side(side)
    }
}

impl From<Vec<Message>> for Value {
    fn from(messages: Vec<Message>) -> Value {
        Value::List(messages)
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Value {
        Value::Message(Box::new(message))
    }
}
