//! What is not answered as wished, and what the person is told.

use pages::Context;
use pages::wire::Down;
use store::Error;
use table::Message;

use crate::request::Answer;

/// Why something is not answered as wished: the status, and what to tell the person.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) message: Message,
}

pub(crate) fn no_such_game() -> Refused {
    Refused { status: 404, message: Message::new("no-such-game") }
}

pub(crate) fn no_such_page() -> Refused {
    Refused { status: 404, message: Message::new("no-such-page") }
}

impl Refused {
    pub(crate) fn answer(&self, context: &Context<'_>, json: bool) -> Answer {
        let said = context.tell(&self.message);
        if json {
            return Answer::down(self.status, &Down::Refused { n: None, why: said });
        }
        Answer::page(self.status, pages::error(context, self.status, &said))
    }
}

impl From<Message> for Refused {
    fn from(message: Message) -> Refused {
        Refused { status: 409, message }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        match error {
            Error::NoSuchGame { .. } => no_such_game(),
            Error::NoSuchPaper { .. } => no_such_page(),
            error => Refused { status: 500, message: error.message() },
        }
    }
}
