//! What a page is sent when something has changed.

use std::sync::Arc;

use pages::Context;
use store::Preferences;
use words::{Lang, Words};

use crate::api;
use crate::hub::{Render, Sight};

/// What a page is sent when one scene follows another.
pub(crate) fn renderer(local: bool, origin: String) -> Box<Render> {
    let words = Lang::ALL.map(Words::new);
    Box::new(move |sight, before, after| {
        let taste = match sight {
            Sight::Page(taste) => taste,
            Sight::Program => return api::told(before, after).map(Arc::from),
        };
        let words = words.iter().find(|words| words.lang() == taste.lang)?;
        let options = Preferences { coordinates: taste.coordinates, ..Preferences::default() };
        let path = format!("/game/{}", after.id);
        let context = Context { words, options: &options, local, browser: false, origin: &origin, path: &path };
        pages::update(&context, before, after).map(|update| Arc::from(update.to_string()))
    })
}
