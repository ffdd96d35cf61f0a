//! What an address and a form say, as types.

use axum::extract::{Form, FromRequest, FromRequestParts, Query, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use pages::wire::is_name;
use serde::de::DeserializeOwned;
use table::Message;

use super::refused::Refused;
use crate::site::Site;

/// The field that holds the name of a request.
pub(crate) const ONCE: &str = "idempotency-key";

/// What stands behind the question mark of an address. A link that was copied wrongly still leads to the page: what cannot be
/// read is as if nothing had been said.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned + Default> FromRequestParts<Site> for Asked<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Site) -> Result<Asked<T>, Self::Rejection> {
        Ok(Asked(Query::try_from_uri(&parts.uri).map(|Query(asked)| asked).unwrap_or_default()))
    }
}

/// A form.
pub(super) struct Sent<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Site> for Sent<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, site: &Site) -> Result<Sent<T>, Refused> {
        let read = Form::from_request(request, site).await;
        read.map(|Form(sent)| Sent(sent)).map_err(|rejection| Refused::Unreadable(rejection.into_response().status()))
    }
}

/// The name that whoever asks has given to what is asked for, so that it is done once however often it is sent.
pub(super) struct Named(pub(super) Option<String>);

impl Named {
    pub(super) fn read(headers: &HeaderMap) -> Result<Named, Refused> {
        let Some(value) = headers.get(ONCE) else { return Ok(Named(None)) };
        let name = value.to_str().ok().map(str::trim).filter(|text| is_name(text));
        Ok(Named(Some(name.ok_or_else(|| Message::new("api-wrong-key"))?.to_owned())))
    }
}

impl FromRequestParts<Site> for Named {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Site) -> Result<Named, Refused> {
        Named::read(&parts.headers)
    }
}
