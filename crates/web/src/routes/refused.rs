//! What is not answered as wished. Handlers return it; in [`tell`](super::visitor::tell), and nowhere else, it becomes an answer: a
//! page for a person, JSON for a program.

use std::any::Any;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use table::Message;

use crate::hub::Refusal;
use crate::log;

/// What a handler answers.
pub(super) type Answer = Result<Response, Refused>;

/// Why a request is not answered as wished.
#[derive(Clone, Debug)]
pub(crate) enum Refused {
    /// The hub says so.
    Hub(Refusal),
    /// It does not come past the door.
    AtDoor(Door),
    /// There is no such page.
    NoSuchPage,
    /// There was such a record once, or not.
    RecordGone,
    /// Nobody may do that on this server.
    Forbidden,
    /// It is somebody else's.
    NotYours,
    /// This household does so too often.
    TooOften,
    /// This household has too much on its way that it does not read, or all together have.
    Unread,
    /// No token was shown, or none that is known.
    NoToken,
    /// The token is not for this; for what it would have to be.
    NoScope(&'static str),
    /// No program has this name.
    NoSuchPlayer,
    /// What was sent means nothing; why.
    Wrong(Message),
    /// It took too long, the body of the request included.
    TooSlow,
    /// What was sent cannot be read, or is too long.
    Unreadable(StatusCode),
    /// It should have worked; what to log.
    Broken(String),
}

/// Why a request is not let in at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Door {
    /// It is meant for another server.
    NotForUs,
    /// A page of another site sends it.
    NotFromUs,
    /// This household comes too fast, or has had too much work done.
    TooFast,
}

impl Refused {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Refused::Hub(Refusal::NoSuchGame) | Refused::NoSuchPage | Refused::NoSuchPlayer => StatusCode::NOT_FOUND,
            Refused::NoToken => StatusCode::UNAUTHORIZED,
            Refused::Wrong(_) => StatusCode::BAD_REQUEST,
            Refused::RecordGone => StatusCode::GONE,
            Refused::Hub(Refusal::NotSeated)
            | Refused::Forbidden
            | Refused::NotYours
            | Refused::NoScope(_)
            | Refused::AtDoor(Door::NotFromUs) => StatusCode::FORBIDDEN,
            Refused::Hub(Refusal::Said(_)) => StatusCode::CONFLICT,
            Refused::Hub(
                Refusal::Store(_)
                | Refusal::Full
                | Refusal::Closing
                | Refusal::Elsewhere(_)
                | Refusal::Moved
                | Refusal::Lapsed,
            )
            | Refused::Unread => StatusCode::SERVICE_UNAVAILABLE,
            Refused::Hub(Refusal::Lost | Refusal::Damaged(_)) | Refused::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Refused::TooOften | Refused::AtDoor(Door::TooFast) => StatusCode::TOO_MANY_REQUESTS,
            Refused::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refused::Unreadable(status) => *status,
            Refused::AtDoor(Door::NotForUs) => StatusCode::MISDIRECTED_REQUEST,
        }
    }

    /// What the person is told, or the program.
    pub(super) fn message(&self) -> Message {
        Message::new(match self {
            Refused::Hub(refusal) => return refusal.message(),
            Refused::Wrong(message) => return message.clone(),
            Refused::NoScope(scope) => return Message::new("api-no-scope").with("scope", *scope),
            Refused::NoToken => "api-no-token",
            Refused::NoSuchPlayer => "api-no-such-player",
            Refused::NoSuchPage => "no-such-page",
            Refused::RecordGone => "record-gone",
            Refused::Forbidden => "not-on-this-server",
            Refused::NotYours => "not-yours",
            Refused::TooOften | Refused::AtDoor(Door::TooFast) => "too-fast",
            Refused::Unread => "too-much-unread",
            Refused::TooSlow => "too-slow",
            Refused::Unreadable(StatusCode::PAYLOAD_TOO_LARGE) => "body-too-large",
            Refused::Unreadable(StatusCode::METHOD_NOT_ALLOWED) => "api-wrong-method",
            Refused::Unreadable(_) => "body-unreadable",
            Refused::Broken(_) => "room-broke",
            Refused::AtDoor(Door::NotForUs) => "not-for-us",
            Refused::AtDoor(Door::NotFromUs) => "not-from-us",
        })
    }

    /// What a handler that panicked answers.
    pub(crate) fn by_panic(panic: &dyn Any) -> Response {
        Refused::Broken(log::said(panic).to_owned()).into_response()
    }
}

/// Only the status; `tell` says the rest, since it knows to whom.
impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::Hub(refusal)
    }
}

impl From<Message> for Refused {
    fn from(message: Message) -> Refused {
        Refused::Hub(message.into())
    }
}

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Refused {
        Refused::Hub(error.into())
    }
}
