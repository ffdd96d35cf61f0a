//! Who a program is, and what it plays.

use axum::extract::Path;
use axum::response::Response;
use serde_json::{Value, json};
use store::Which;

use super::caller::{Caller, Numbers, done, lines};
use crate::api::{self, Here};
use crate::hub::Standing;
use crate::routes::refused::{Answer, Refused};
use crate::routes::visitor::{self, Visitor};

pub(super) async fn own(caller: Caller, visitor: Visitor) -> Answer {
    let playing = standing(&caller, Which::Unfinished, None).await?.plays.len();
    Ok(visitor::json(&api::account(&caller.token, visitor.context().origin, playing)))
}

/// The games that go on, the last touched first.
pub(super) async fn playing(caller: Caller, numbers: Numbers) -> Answer {
    let standing = standing(&caller, Which::Unfinished, numbers.find("until")).await?;
    Ok(visitor::json(&json!({ "nowPlaying": listed(&standing, numbers.find("nb")) })))
}

/// Games that are over, the last touched first. Nobody is shown the links of others.
pub(super) async fn finished(caller: Caller, Path(name): Path<String>, numbers: Numbers) -> Answer {
    if api::program_name(&name).as_deref() != Some(&caller.token.name) {
        return Err(Refused::NotYours);
    }
    let standing = standing(&caller, Which::Finished, numbers.find("until")).await?;
    Ok(lines(listed(&standing, numbers.find("max"))))
}

fn listed(standing: &Standing, most: Option<u64>) -> Vec<Value> {
    let most = most.map_or(usize::MAX, |most| most as usize);
    standing.plays.iter().take(most).map(|(summary, own)| api::playing(summary, *own)).collect()
}

async fn standing(caller: &Caller, which: Which, before_ms: Option<u64>) -> Result<Standing, Refused> {
    let key = caller.key;
    let read = caller.site.hub().read(caller.viewer.household, move |store| Standing::of(store, key, which, before_ms));
    Ok(read.await?)
}

/// Whoever has a token is a program already.
pub(super) async fn upgrade(_: Caller) -> Response {
    done()
}

/// The programs that listen for challenges now.
pub(super) async fn online(visitor: Visitor, numbers: Numbers) -> Response {
    let most = numbers.find("nb").map_or(usize::MAX, |most| most as usize);
    let here = visitor.site.callers().here().into_iter().take(most);
    lines(here.map(|Here { name, .. }| json!({ "id": name, "username": name, "title": "BOT" })))
}

/// Takes the token away that is shown.
pub(super) async fn revoke(caller: Caller) -> Answer {
    let (owner, name) = (caller.token.owner, caller.token.name);
    caller.site.hub().write(move |store| store.drop_token(&owner, &name)).await?;
    Ok(done())
}
