//! A finished game, or a record, looked at move by move.

use draw::Interaction;
use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use table::view::{Cell, Stage, View};

use super::card::{colour, stone};
use super::shell::Shell;
use super::{Context, game, game_name, panels};

/// A place in a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The address of the record, without a query: `/game/ID/review`, `/record/KEY`.
    pub address: String,
    /// Where the files of the record are (`…/record.sgf`), if there are any.
    pub files: Option<String>,
    /// The names, Black's first, as the record has them; empty ones are not said.
    pub names: [String; 2],
    /// What else the record says about itself, such as date, event, result: the message id of its name, and what it says.
    pub facts: Vec<(&'static str, String)>,
    /// The table at this place.
    pub view: View,
    /// What is remarked there.
    pub comment: String,
    /// Every move of the record, variations after the move that they replace.
    pub nodes: Vec<ReviewNode>,
    /// The node that is shown.
    pub here: u32,
    /// Where the buttons lead.
    pub steps: Steps,
    /// What is said instead of the usual sentence: a move of the record that the rules forbid.
    pub problem: Option<String>,
}

/// A node of a record, on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewNode {
    /// Its number.
    pub id: u32,
    /// How many moves led to it.
    pub ply: u32,
    /// Who moved, and how; nothing at the beginning, or where something was set up.
    pub mv: Option<(Player, String)>,
    /// How many variations it is away from the main line.
    pub depth: u32,
    /// Whether it leads to the node that is shown, or is it.
    pub on_path: bool,
}

/// Where the buttons lead, each a node's number.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Steps {
    /// The beginning.
    pub first: u32,
    /// Ten moves back.
    pub ten_back: Option<u32>,
    /// One move back.
    pub back: Option<u32>,
    /// One move on.
    pub on: Option<u32>,
    /// Ten moves on.
    pub ten_on: Option<u32>,
    /// The end of this line.
    pub last: u32,
    /// The variation before this one, from the same move.
    pub above: Option<u32>,
    /// The variation after this one.
    pub below: Option<u32>,
}

/// The page.
pub fn review(context: &Context<'_>, review: &Review) -> Markup {
    let view = &review.view;
    let [black, white] = Player::BOTH.map(|player| match review.names[player].as_str() {
        "" => colour(context, player),
        name => name.to_owned(),
    });
    let title = format!("{}: {black} – {white}", game_name(view.game));
    let said: Vec<String> = view.sentences.iter().map(|message| context.tell(message)).collect();
    let names = |cell: &Cell| game::name_of(context, view.board.surface, cell, !matches!(view.stage, Stage::Playing));
    let board = context.say("web-board");
    let interaction = Interaction { board: &board, cell: &names };
    let picture = draw::interactive_svg(&view.board, &game::style(context), &interaction).unwrap_or_default();
    let here = review.nodes.iter().find(|node| node.id == review.here);
    let of = review.nodes.iter().filter(|node| node.depth == 0).map(|node| node.ply).max().unwrap_or(0);
    let at = here.map_or(0, |node| node.ply);
    let main = html! {
        main #main .game.review .(view.game) {
            h1.unseen { (title) }
            div.says {
                p #sentence role="status" {
                    @if let Some(problem) = &review.problem { b { (problem) } }
                    @else if let Some((first, rest)) = said.split_first() { b { (first) } @for sentence in rest { " " span { (sentence) } } }
                }
            }
            div.side.left {
                @for (player, name) in Player::BOTH.into_iter().zip([&black, &white]) {
                    section.card id={ "card-" (player) } aria-label=(colour(context, player)) {
                        div.who { (stone(player)) h2 { (name) } p.role { (colour(context, player)) } }
                        dl.counters { @for counter in &view.players[player].counters {
                            div { dt { (context.say(counter.id)) } dd { (counter.value) } } } }
                    }
                }
                @if !review.facts.is_empty() {
                    dl.facts { @for (id, value) in &review.facts { div { dt { (context.say(id)) } dd { (value) } } } }
                }
            }
            div.board { div.frame { (PreEscaped(picture)) } }
            div.below {
                (buttons(context, review, at, of))
                div.tools {
                    form method="post" action={ (review.address.trim_end_matches("/review")) "/play-on" } {
                        input type="hidden" name="at" value=(review.here);
                        button { (context.say("web-play-on")) }
                    }
                    @if let Some(files) = &review.files {
                        a.button href={ (files) "/record." (panels::ending(view.game)) } download { (context.say("web-save")) }
                        a.button href={ (files) "/share" } { (context.say("web-share")) }
                    }
                }
            }
            div.side.right {
                @if !review.comment.is_empty() { section.panel.comment aria-label=(context.say("web-comment")) { p { (review.comment) } } }
                (tree(context, review))
            }
        }
    };
    Shell::new(&title, "/games").scripts(&["review.js", "merge.js"]).page(context, &main)
}

fn buttons(context: &Context<'_>, review: &Review, at: u32, of: u32) -> Markup {
    let steps = review.steps;
    let entries = [
        ("Home", "|‹", "web-step-first", Some(steps.first).filter(|_| steps.back.is_some())),
        ("PageUp", "«", "web-step-ten-back", steps.ten_back),
        ("ArrowLeft", "‹", "web-step-back", steps.back),
        ("ArrowRight", "›", "web-step-on", steps.on),
        ("PageDown", "»", "web-step-ten-on", steps.ten_on),
        ("End", "›|", "web-step-last", Some(steps.last).filter(|_| steps.on.is_some())),
        ("ArrowUp", "↑", "web-step-above", steps.above),
        ("ArrowDown", "↓", "web-step-below", steps.below),
    ];
    let branches = steps.above.is_some() || steps.below.is_some();
    html! {
        nav.steps aria-label=(context.say("web-steps")) {
            @for (key, sign, id, to) in entries {
                @if branches || !matches!(key, "ArrowUp" | "ArrowDown") {
                    @match to {
                        Some(to) => { a.button data-key=(key) href={ (review.address) "?at=" (to) } aria-label=(context.say(id)) title=(context.say(id)) { (sign) } }
                        None => { span.button aria-hidden="true" { (sign) } }
                    }
                }
            }
            span.at { (context.say_with("tui-review", &[("at", i64::from(at).into()), ("of", i64::from(of).into())])) }
        }
    }
}

/// The moves: the main line, and variations set off below the move that they replace.
fn tree(context: &Context<'_>, review: &Review) -> Markup {
    let stretches = review.nodes.chunk_by(|one, next| (one.depth == 0) == (next.depth == 0));
    html! {
        ol #moves .moves.tree tabindex="0" aria-label=(context.say("tui-moves")) {
            @for stretch in stretches {
                @if stretch[0].depth == 0 {
                    @for node in stretch { (entry(context, review, node)) }
                } @else {
                    li.variation { ol { @for node in stretch { (entry(context, review, node)) } } }
                }
            }
        }
    }
}

fn entry(context: &Context<'_>, review: &Review, node: &ReviewNode) -> Markup {
    let depth = format!("d{}", node.depth.min(4));
    html! {
        li .(depth) .path[node.on_path] .start[node.mv.is_none()] {
            a href={ (review.address) "?at=" (node.id) } aria-current=[(node.id == review.here).then_some("true")] {
                @match &node.mv {
                    Some((_, text)) => { small { (node.ply) } (text) }
                    None => { (context.say("web-start-position")) }
                }
            }
        }
    }
}
