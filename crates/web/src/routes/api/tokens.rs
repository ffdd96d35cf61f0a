//! Tokens, as people make them and take them away: on a page of their own, beside the options.

use axum::extract::Path;
use pages::TokenRow;
use serde_json::json;
use store::Token;
use table::Message;

use super::caller::PREFIX;
use crate::api::{Scope, Scopes, program_name};
use crate::guard::Budget;
use crate::hub::{Refusal, Secret};
use crate::routes::asked::Sent;
use crate::routes::pages::Fields;
use crate::routes::refused::{Answer, Refused};
use crate::routes::visitor::{self, Visitor, with_cookie};

/// So many somebody may have.
const MOST: u64 = 10;

async fn rows(visitor: &Visitor, owner: Option<String>) -> Result<Vec<TokenRow>, Refused> {
    let Some(owner) = owner else { return Ok(Vec::new()) };
    let tokens = visitor.site.hub().read(visitor.viewer.household, move |store| store.tokens(&owner)).await?;
    Ok(tokens.into_iter().map(|token| TokenRow { name: token.name, scopes: token.scopes }).collect())
}

fn scopes() -> Vec<(&'static str, &'static str)> {
    Scope::ALL.into_iter().map(|scope| (scope.id(), scope.message())).collect()
}

/// Only on a server: on one's own machine there is nobody to keep out.
fn on_a_server(visitor: &Visitor) -> Result<(), Refused> {
    if visitor.is_local() { Err(Refused::NoSuchPage) } else { Ok(()) }
}

pub(in crate::routes) async fn options(visitor: Visitor) -> Answer {
    on_a_server(&visitor)?;
    let rows = rows(&visitor, visitor.known_owner()).await?;
    Ok(visitor.page(|context| pages::tokens(context, &rows, &scopes(), None, None)))
}

/// Makes a token and shows it, this once.
pub(in crate::routes) async fn make(visitor: Visitor, Sent(fields): Sent<Fields>) -> Answer {
    on_a_server(&visitor)?;
    let value =
        |wanted: &'static str| fields.iter().filter(move |(key, _)| key == wanted).map(|(_, value)| value.as_str());
    let made = async {
        let name = value("name").next().and_then(program_name).ok_or_else(|| Message::new("token-name"))?;
        let scopes = Scopes::named(value("scope"));
        if scopes.is_empty() {
            return Err(Message::new("token-no-scope").into());
        }
        if !visitor.site.guard().may(visitor.viewer.household, Budget::Token) {
            return Err(Message::new("too-fast").into());
        }
        let (owner, cookie) = visitor.owner()?;
        let secret = Secret::random()?;
        let (hash, made_ms) = (secret.key().to_string(), visitor.site.hub().now_ms());
        let token = Token { name: name.clone(), owner: owner.clone(), hash, scopes: scopes.to_string(), made_ms };
        if !visitor.site.hub().write(move |store| store.add_token(&token, MOST)).await? {
            return Err(Message::new("token-taken").with("name", name).with("most", MOST as i64).into());
        }
        Ok::<_, Refusal>((format!("{PREFIX}{secret}"), owner, cookie))
    };
    let (token, owner, cookie) = match made.await {
        Ok(made) => made,
        Err(refusal) => {
            let rows = rows(&visitor, visitor.known_owner()).await?;
            return visitor.in_form(refusal, |context, said| pages::tokens(context, &rows, &scopes(), None, said));
        }
    };
    if visitor.wants_json() {
        return Ok(with_cookie(visitor::json(&json!({ "token": token })), cookie));
    }
    let rows = rows(&visitor, Some(owner)).await?;
    let page = visitor.page(|context| pages::tokens(context, &rows, &scopes(), Some(&token), None));
    Ok(with_cookie(page, cookie))
}

pub(in crate::routes) async fn take_away(visitor: Visitor, Path(name): Path<String>) -> Answer {
    on_a_server(&visitor)?;
    let owner = visitor.known_owner().ok_or(Refused::NotYours)?;
    if !visitor.site.hub().write(move |store| store.drop_token(&owner, &name)).await? {
        return Err(Refused::NotYours);
    }
    Ok(visitor.done("/options/tokens"))
}
