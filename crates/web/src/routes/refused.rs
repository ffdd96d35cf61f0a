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
    /// There is no such page.
    NoSuchPage,
    /// Nobody may do that on this server.
    Forbidden,
    /// This address does so too often.
    TooOften,
    /// What was sent cannot be read, or is too long.
    Unreadable(StatusCode),
    /// It should have worked; what to log.
    Broken(String),
}

impl Refused {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Refused::Hub(Refusal::NoSuchGame) | Refused::NoSuchPage => StatusCode::NOT_FOUND,
            Refused::Hub(Refusal::NotSeated) | Refused::Forbidden => StatusCode::FORBIDDEN,
            Refused::Hub(Refusal::Said(_)) => StatusCode::CONFLICT,
            Refused::Hub(Refusal::Store(_) | Refusal::Full | Refusal::Closing) => StatusCode::SERVICE_UNAVAILABLE,
            Refused::Hub(Refusal::Lost) | Refused::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Refused::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Refused::Unreadable(status) => *status,
        }
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
