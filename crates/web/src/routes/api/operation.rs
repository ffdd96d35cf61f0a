//! One thing that a program can ask for. The routes and the document that describes them are made of the same table.

use axum::http::Method;
use axum::routing::MethodRouter;

use crate::api::Scope;
use crate::site::Site;

/// One thing that a program can ask for.
pub(super) struct Operation {
    pub(super) method: Method,
    /// Where, with gaps as `axum` and `OpenAPI` both write them.
    pub(super) path: &'static str,
    /// Its name in the document.
    pub(super) id: &'static str,
    /// The message that says what it does.
    pub(super) says: &'static str,
    /// What a token must be good for.
    pub(super) scope: Option<Scope>,
    pub(super) takes: Taken,
    pub(super) answers: Answered,
    /// Whether it can be asked for again without being done again, if it has a name.
    pub(super) once: bool,
    pub(super) handler: fn() -> MethodRouter<Site>,
}

impl Operation {
    /// Something that needs no token, takes nothing and answers that it is done.
    pub(super) fn new(
        method: Method,
        path: &'static str,
        id: &'static str,
        says: &'static str,
        handler: fn() -> MethodRouter<Site>,
    ) -> Operation {
        let (takes, answers) = (Taken::Nothing, Answered::Done);
        Operation { method, path, id, says, scope: None, takes, answers, once: false, handler }
    }

    pub(super) fn scope(self, scope: Scope) -> Operation {
        Operation { scope: Some(scope), ..self }
    }

    pub(super) fn takes(self, takes: Taken) -> Operation {
        Operation { takes, ..self }
    }

    pub(super) fn answers(self, answers: Answered) -> Operation {
        Operation { answers, ..self }
    }

    pub(super) fn once(self) -> Operation {
        Operation { once: true, ..self }
    }
}

/// What comes with a request besides its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taken {
    Nothing,
    /// Numbers behind the question mark of the address, by name.
    Numbers(&'static [&'static str]),
    /// Names of games there, parted by commas.
    Games(&'static str),
    /// Fields, by the name of their schema.
    Fields(&'static str),
}

/// What is answered if nothing is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answered {
    /// That it is done.
    Done,
    /// An object of this schema.
    Object(&'static str),
    /// Lines that are each an object of this schema: all at once, or for ever.
    Lines(&'static str),
}
