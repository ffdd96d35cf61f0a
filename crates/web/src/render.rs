//! What a page is sent when something has changed.

use std::sync::Arc;

use pages::{Context, Scene};
use store::Preferences;
use table::view::Stage;
use words::{Lang, Words};

use crate::api;
use crate::hub::{Render, Sight};
use pages::wire::{Down, Sound};

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
        let context = Context { words, options: &options, local, origin: &origin, path: &path };
        let set = match before {
            Some(before) => pages::patch(&context, before, after),
            None => pages::parts(&context, after),
        };
        if set.is_empty() {
            return None;
        }
        let sound = before.and_then(|before| sound(before, after));
        Some(Arc::from(Down::Update { version: after.version, set, sound }.to_string()))
    })
}

/// What is heard when one scene follows another.
fn sound(before: &Scene, after: &Scene) -> Option<Sound> {
    let (was, is) = (&before.view, &after.view);
    if is.stage == Stage::Ended && was.stage != Stage::Ended {
        return Some(Sound::End);
    }
    if is.moves.len() <= was.moves.len() {
        return None;
    }
    let mut heard = None;
    for (was, is) in was.board.cells.iter().zip(&is.board.cells) {
        match (was.content, is.content) {
            (Some(_), None) => return Some(Sound::Capture),
            (Some(was), Some(is)) if was != is => heard = Some(Sound::Turn),
            (None, Some(_)) => heard = heard.or(Some(Sound::Place)),
            _ => {}
        }
    }
    heard
}
