//! A better move is looked for, from a place in a game or a record. What was played there, and what the machine makes of it, is hidden
//! until one has tried.

use std::sync::Arc;

use players::analyst::Spot;
use table::view::Wanted;
use table::{Message, Review};

use crate::Exercise;

/// The exercise at the place where a review stands, at this address, and the position that it asks; `back` is where the review is. Or that
/// there is nothing to choose.
pub fn try_again(address: String, back: &str, review: &Review) -> Result<(Spot, Exercise), Message> {
    let way = review.way()?;
    let (node, moment, kind) = (review.here(), way.at(review.here()), way.kind());
    if way.is_forced(moment) {
        return Err(Message::new("exercise-no-choice"));
    }
    let [black, white] = review.view(&Wanted::default()).players.map(|side| side.name);
    let title = match (black.is_empty(), white.is_empty()) {
        (false, false) => format!("{}: {black} – {white}", kind.name()),
        _ => kind.name().to_owned(),
    };
    let exercise = Exercise {
        place: vec![("at", node.to_string())],
        ways_on: vec![(format!("{back}?at={node}"), "exercise-back", false)],
        ..Exercise::new(address, title, "/games", &way, moment)
    };
    Ok((Spot { way: Arc::new(way), moment }, exercise))
}
