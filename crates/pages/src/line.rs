//! A line of play as steps: each move is a link to the position after it.

use maud::{Markup, html};
use table::AnyWay;

use crate::{Context, panels};

/// So much of what an engine expects is shown: further on it is anybody's guess.
pub(crate) const SHOWN: usize = 8;

/// The moves of a way, of which the position at `at` is shown; `address` leads to the one after so many. Two keys lead to the steps beside
/// the one that is shown.
pub(crate) fn steps(
    context: &Context<'_>,
    way: &AnyWay,
    at: usize,
    keys: [&'static str; 2],
    address: &dyn Fn(usize) -> String,
) -> Markup {
    let key = |step: usize| match step {
        step if step + 1 == at => Some(keys[0]),
        step if step == at + 1 => Some(keys[1]),
        _ => None,
    };
    let link = |step: usize, label: Markup| {
        html! {
            a data-soft data-key=[key(step)] href=(address(step)) aria-current=[(step == at).then_some("step")] { (label) }
        }
    };
    html! {
        ol.line aria-label=(context.say("line-title")) {
            li { (link(0, html! { (context.say("line-before")) })) }
            @for step in 1..way.len() {
                @if let Some(mv) = way.shown(step - 1) {
                    li class=(if mv.player == plateau_core::Player::Black { "b" } else { "w" }) {
                        (link(step, html! { (panels::played(context, way.kind(), mv)) }))
                    }
                }
            }
        }
    }
}
