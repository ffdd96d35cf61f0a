//! Walking through a record: the steps to either side, and the tree of its moves. Reviews and studies share it.

use maud::{Markup, html};
use table::Review;
use table::review::ListedNode;

use crate::{Context, panels};

/// A record that one walks through, and where each of its nodes is shown.
pub(crate) struct Walk<'a> {
    pub(crate) review: &'a Review,
    pub(crate) link: &'a dyn Fn(u32) -> String,
}

/// The most nodes that a page lists; a book of joseki has more, and nobody reads it like this.
const MOST_NODES: usize = 1500;

/// The buttons that lead from one node to another.
pub(crate) fn steps(context: &Context<'_>, walk: &Walk<'_>) -> Markup {
    let steps = walk.review.steps();
    let (at, of) = (walk.review.ply(), walk.review.main_length());
    let entries = [
        ("Home", "|‹", "step-first", Some(steps.first).filter(|_| steps.back.is_some())),
        ("PageUp", "«", "step-ten-back", steps.ten_back),
        ("ArrowLeft", "‹", "step-back", steps.back),
        ("ArrowRight", "›", "step-on", steps.on),
        ("PageDown", "»", "step-ten-on", steps.ten_on),
        ("End", "›|", "step-last", Some(steps.last).filter(|_| steps.on.is_some())),
        ("ArrowUp", "↑", "step-above", steps.above),
        ("ArrowDown", "↓", "step-below", steps.below),
    ];
    let branches = steps.above.is_some() || steps.below.is_some();
    html! {
        nav.steps aria-label=(context.say("page-steps")) {
            @for (key, sign, id, to) in entries {
                @if branches || !matches!(key, "ArrowUp" | "ArrowDown") {
                    @match to {
                        Some(to) => { a.button data-key=(key) href=((walk.link)(to)) aria-label=(context.say(id)) title=(context.say(id)) { (sign) } }
                        None => { span.button aria-hidden="true" { (sign) } }
                    }
                }
            }
            span.at { (context.say_with("review-place", &[("at", i64::from(at).into()), ("of", i64::from(of).into())])) }
        }
    }
}

/// The moves: the main line, and variations set off below the move that they replace.
pub(crate) fn tree(context: &Context<'_>, walk: &Walk<'_>) -> Markup {
    let nodes = walk.review.list(MOST_NODES);
    let stretches = nodes.chunk_by(|one, next| (one.depth == 0) == (next.depth == 0));
    html! {
        ol #moves .moves.tree tabindex="0" aria-label=(context.say("moves-title")) {
            @for stretch in stretches {
                @if stretch[0].depth == 0 {
                    @for node in stretch { (entry(context, walk, node)) }
                } @else {
                    li.variation { ol { @for node in stretch { (entry(context, walk, node)) } } }
                }
            }
        }
    }
}

fn entry(context: &Context<'_>, walk: &Walk<'_>, node: &ListedNode) -> Markup {
    let depth = format!("d{}", node.depth.min(4));
    html! {
        li .(depth) .path[node.on_path] .start[node.mv.is_none()] {
            a href=((walk.link)(node.number)) aria-current=[(node.number == walk.review.here()).then_some("true")] {
                @match &node.mv {
                    Some(mv) => { small { @if let Some(number) = mv.number { (number) } } (panels::played(context, walk.review.kind(), mv)) }
                    None if node.number == 0 => { (context.say("page-start-position")) }
                    None => { (context.say("page-set-up")) }
                }
            }
        }
    }
}
