//! The server for programs: what they can ask for, and where.

mod account;
mod caller;
mod challenges;
mod document;
mod games;
mod operation;
mod streams;
mod tokens;

use axum::Router;
use axum::http::{Method, StatusCode};
use axum::middleware;
use axum::response::Response;
use axum::routing::{any, delete, get, post};

use self::caller::{Gate, let_in};
use self::document::document;
use self::operation::{Answered, Operation, Taken};
pub(super) use self::tokens::{make, options, take_away};
use super::refused::{Answer, Refused};
use super::visitor::{self, Visitor};
use crate::api::Scope;
use crate::site::Site;

/// Every address for programs, made of the table of operations.
pub(super) fn router(site: &Site) -> Router<Site> {
    let mut router = Router::new();
    for operation in operations() {
        let Operation { path, scope, handler, .. } = operation;
        let guarded = middleware::from_fn_with_state(Gate { site: site.clone(), scope }, let_in);
        let handler = if scope.is_some() { handler().layer(guarded) } else { handler() };
        router = router.route(path, handler.clone());
        // The program that lichess's own people write asks for this one with a stroke at the end.
        if path.ends_with("/claim-victory") {
            router = router.route(&format!("{path}/"), handler);
        }
    }
    let router = router.method_not_allowed_fallback(wrong_method);
    router.route("/api", get(page)).route("/api/{*rest}", any(nothing))
}

macro_rules! operation {
    ($method:ident, $face:literal, $path:literal, $id:literal, $says:literal, $handler:expr) => {
        Operation::new(
            Method::$method,
            concat!("/api/", $face, "/game", $path),
            concat!($face, "-", $id),
            $says,
            || $handler,
        )
    };
}

/// What is done in a game: the same for programs and for boards, at two addresses.
macro_rules! playing {
    ($face:literal, $scope:expr) => {
        [
            operation!(GET, $face, "/stream/{id}", "stream", "api-stream", get(streams::game))
                .answers(Answered::Lines("GameLine")),
            operation!(POST, $face, "/{id}/move/{move}", "move", "api-move", post(games::play)).once(),
            operation!(GET, $face, "/{id}/chat", "chat", "api-chat", get(games::said))
                .answers(Answered::Object("Lines")),
            operation!(POST, $face, "/{id}/chat", "say", "api-say", post(games::say))
                .takes(Taken::Fields("Line"))
                .once(),
            operation!(POST, $face, "/{id}/abort", "abort", "api-abort", post(games::abort)),
            operation!(POST, $face, "/{id}/resign", "resign", "api-resign", post(games::resign)).once(),
            operation!(POST, $face, "/{id}/draw/{accept}", "draw", "api-draw", post(games::draw)).once(),
            operation!(POST, $face, "/{id}/takeback/{accept}", "takeback", "api-takeback", post(games::takeback))
                .once(),
            operation!(POST, $face, "/{id}/claim-victory", "claim", "api-claim", post(games::claim)).once(),
            operation!(POST, $face, "/{id}/mark/{cell}", "mark", "api-mark", post(games::mark)).once(),
        ]
        .map(|operation| operation.scope($scope))
    };
}

/// What programs can ask for.
fn operations() -> Vec<Operation> {
    use Answered::{Lines, Object};
    use Taken::{Fields, Games, Numbers};
    const GET: Method = Method::GET;
    const POST: Method = Method::POST;
    let new = Operation::new;
    let (reads, asks) = (Scope::ReadChallenges, Scope::Challenge);
    let mut operations = vec![
        new(GET, "/api/openapi.json", "document", "api-document", || get(openapi)).answers(Object("Document")),
        new(GET, "/api/account", "account", "api-account", || get(account::own))
            .scope(reads)
            .answers(Object("Account")),
        new(GET, "/api/account/playing", "playing", "api-playing", || get(account::playing))
            .scope(reads)
            .takes(Numbers(&["nb", "until"]))
            .answers(Object("Playing")),
        new(GET, "/api/games/user/{id}", "finished", "api-finished", || get(account::finished))
            .scope(reads)
            .takes(Numbers(&["max", "until"]))
            .answers(Lines("Game")),
        new(POST, "/api/bot/account/upgrade", "upgrade", "api-upgrade", || post(account::upgrade)).scope(Scope::Bot),
        new(GET, "/api/bot/online", "online", "api-online", || get(account::online))
            .takes(Numbers(&["nb"]))
            .answers(Lines("User")),
        new(Method::DELETE, "/api/token", "revoke", "api-revoke", || delete(account::revoke)).scope(reads),
        new(GET, "/api/stream/event", "events", "api-events", || get(streams::events))
            .scope(reads)
            .takes(Games("plays"))
            .answers(Lines("Event")),
        new(GET, "/api/challenge", "challenges", "api-challenges", || get(challenges::mine))
            .scope(reads)
            .answers(Object("Challenges")),
        new(POST, "/api/challenge/ai", "challenge-machine", "api-challenge-machine", || post(challenges::machine))
            .scope(asks)
            .takes(Fields("WishForMachine"))
            .answers(Object("Game"))
            .once(),
        new(POST, "/api/challenge/open", "challenge-anybody", "api-challenge-anybody", || post(challenges::open))
            .scope(asks)
            .takes(Fields("Wish"))
            .answers(Object("Challenge"))
            .once(),
        new(POST, "/api/challenge/{id}", "challenge", "api-challenge", || post(challenges::create))
            .scope(asks)
            .takes(Fields("Wish"))
            .answers(Object("Challenge"))
            .once(),
        new(GET, "/api/challenge/{id}/show", "show-challenge", "api-show-challenge", || get(challenges::show))
            .scope(reads)
            .answers(Object("Challenge")),
        new(POST, "/api/challenge/{id}/accept", "accept-challenge", "api-accept-challenge", || {
            post(challenges::accept)
        })
        .scope(asks),
        new(POST, "/api/challenge/{id}/decline", "decline-challenge", "api-decline-challenge", || {
            post(challenges::decline)
        })
        .scope(asks)
        .takes(Fields("Reason")),
        new(POST, "/api/challenge/{id}/cancel", "cancel-challenge", "api-cancel-challenge", || {
            post(challenges::cancel)
        })
        .scope(asks),
    ];
    operations.extend(playing!("bot", Scope::Bot));
    operations.extend(playing!("board", Scope::Board));
    operations
}

/// The document that describes all this.
async fn openapi(visitor: Visitor) -> Response {
    let context = visitor.context();
    visitor::json(&document(&operations(), context.origin, |id| context.say(id)))
}

/// The same for people.
async fn page(visitor: Visitor) -> Response {
    let rows: Vec<pages::ApiRow> = operations()
        .iter()
        .map(|operation| pages::ApiRow {
            method: operation.method.as_str().to_owned(),
            path: operation.path,
            says: operation.says,
            scope: operation.scope.map(Scope::id),
        })
        .collect();
    visitor.page(|context| pages::api(context, &rows))
}

/// Something is there, but not by this method.
async fn wrong_method() -> Answer {
    Err(Refused::Unreadable(StatusCode::METHOD_NOT_ALLOWED))
}

/// No such address.
async fn nothing() -> Answer {
    Err(Refused::NoSuchPage)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use words::{Lang, Words};

    use super::*;

    #[test]
    fn the_document_has_every_operation_once_with_its_words_and_shapes() {
        let operations = operations();
        let document = document(&operations, "https://play.example.org", str::to_owned);
        let schemas = document["components"]["schemas"].as_object().expect("schemas");
        let mut ids = BTreeSet::new();
        let described: usize = document["paths"]
            .as_object()
            .expect("paths")
            .values()
            .map(|path| path.as_object().map_or(0, serde_json::Map::len))
            .sum();
        assert_eq!(described, operations.len());
        for operation in &operations {
            assert!(ids.insert(operation.id), "{} is there twice", operation.id);
            for lang in Lang::ALL {
                assert!(Words::new(lang).has(operation.says), "{lang} does not know {}", operation.says);
            }
            let schema = match operation.answers {
                Answered::Done => "Done",
                Answered::Object(schema) | Answered::Lines(schema) => schema,
            };
            assert!(schemas.contains_key(schema), "{schema}");
            if let Taken::Fields(schema) = operation.takes {
                assert!(schemas.contains_key(schema), "{schema}");
            }
        }
        let text = document.to_string();
        for reference in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(schemas.contains_key(reference), "{reference}");
        }
    }
}
