//! A board on which a move is asked for: tried again from a review, from one's deck, as a puzzle.
//!
//! The page asks, takes a move, and says what came of it. An answer is sent by the form `#answer` to the page's own address, as `play`;
//! as `want` a hint or the answer is asked for. Once something came of it, the board takes moves from wherever one looks at it: what was
//! played until there is sent along as `line`. All of it works by links and buttons; `assets/exercise.js` makes the board take clicks and
//! loads no whole page for it.

mod state;
mod wish;

use draw::{Content, Interaction};
use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use table::view::{Cell, Surface, View};

use crate::card::{side_name, stone};
use crate::scriptless::{Choosing, chosen, links};
use crate::shell::Shell;
use crate::{Click, Context, game, line, panels};

pub use self::state::{Exercise, Line, Mood};
pub use self::wish::{Want, Wish};

/// The scripts of the page.
const SCRIPTS: [&str; 5] = ["exercise.js", "hand.js", "merge.js", "board.js", "reserve.js"];

/// The page.
pub fn exercise(context: &Context<'_>, exercise: &Exercise) -> Markup {
    let Exercise { view, mood, .. } = exercise;
    let small = view.board.columns.len() >= game::SMALL_POINTS;
    let names = |cell: &Cell| game::name_of(context, view.board.surface, cell, false);
    let board = context.say("page-board");
    let interaction = Interaction { board: &board, cell: &names };
    let picture = draw::interactive_svg(&view.board, &context.board_style(), &interaction).unwrap_or_default();
    let choosing = choosing(exercise);
    let main = html! {
        main #main .game.exercise.seated .(view.kind) .small-points[small] data-mode=(Click::on(view).id()) data-mood=(mood.id())
            data-growing=[(*mood == Mood::Thinking).then_some("")] data-lost=(context.say("page-lost")) {
            h1.unseen { (exercise.title) }
            (state(context, view))
            div.says {
                p #sentence { b { (context.tell(&exercise.task)) } }
                p #refused role="alert" data-piece=(context.say("choose-piece")) { @if let Some(refused) = &exercise.refused { (context.tell(refused)) } }
                p #spoken .unseen role="status" {}
            }
            div.side.left {
                (outcome(context, exercise))
                @if let Some(aside) = &exercise.aside { (aside) }
            }
            div.board {
                p #board-keys .unseen { (context.say("page-board-keys")) }
                div.frame { (PreEscaped(picture)) (game::coordinates(context, &view.board)) noscript { (PreEscaped(links(context, &choosing))) } }
                noscript { (chosen(context, &choosing)) }
            }
            div.side.right {
                (game::ask_move(context))
                @if view.board.surface == Surface::Aligne4 { (panels::reserve(context, &view.board, exercise.is_live())) }
                (acts(context, exercise))
                @if exercise.is_live() { (typed(context, exercise)) }
            }
            form #answer method="post" action=(exercise.address) { (place(exercise)) }
            // What was asked first, wherever one looks now.
            form #first method="post" action=(exercise.address) { (fields(&exercise.place)) }
        }
    };
    Shell::new(&exercise.title, exercise.nav).styles(&["study.css"]).scripts(&SCRIPTS).page(context, &main)
}

/// What the script must know and nobody sees.
fn state(context: &Context<'_>, view: &View) -> Markup {
    let mover = Player::BOTH.into_iter().find(|player| view.players[*player].to_move);
    let piece = |player| draw::piece_id(Content::Stone(player), &context.board_style());
    let given = view.board.reserve.iter().find(|piece| piece.selected && !piece.legal);
    html! {
        div #state hidden data-mode=(Click::on(view).id()) data-ghost=[mover.map(piece)] data-piece=[given.map(|piece| piece.figure.code)] {}
    }
}

/// Who moves, what came of the answer, and what is expected after it.
fn outcome(context: &Context<'_>, exercise: &Exercise) -> Markup {
    let Exercise { view, mood, said, .. } = exercise;
    let heading = match mood {
        Mood::Open => None,
        Mood::Thinking => Some("exercise-thinking"),
        Mood::Right => Some("exercise-right"),
        Mood::Wrong => Some("exercise-wrong"),
        Mood::Shown => Some("exercise-shown"),
    };
    let mover = Player::BOTH.into_iter().find(|player| view.players[*player].to_move);
    html! {
        section #outcome .panel.outcome role="status" aria-label=(context.say("exercise-outcome")) {
            @match heading {
                Some(id) => { h2 { (context.say(id)) } }
                None => @if let Some(player) = mover { div.who { (stone(player)) h2 { (side_name(context, view.kind, player)) } } }
            }
            @for message in said { p { (context.tell(message)) } }
            @if let Some(what) = exercise.waiting() { p { a data-soft href=(address(exercise, &what)) { (context.say("exercise-look-again")) } } }
        }
        @if let Some(shown) = &exercise.line {
            section.panel.expected aria-label=(context.say("line-title")) {
                h2 { (context.say("line-title")) }
                (line::steps(context, &shown.way, shown.at, ["ArrowLeft", "ArrowRight"], &|step| {
                    let step = ("step", step.to_string());
                    address(exercise, &shown.what.iter().cloned().chain([step]).collect::<Vec<_>>())
                }))
                @if exercise.is_live() && Click::on(view) != Click::Look { p.note { (context.say("exercise-play-on")) } }
            }
        }
    }
}

/// The buttons.
fn acts(context: &Context<'_>, exercise: &Exercise) -> Markup {
    let Exercise { mood, view, .. } = exercise;
    let is_settled = !matches!(mood, Mood::Open | Mood::Thinking);
    // Until it is found, one is told about what was asked; then about where one is.
    let asks = if exercise.is_unsolved() { "first" } else { "answer" };
    let is_on = !exercise.played.is_empty();
    html! {
        div #acts .tools role="group" aria-label=(context.say("page-tools")) {
            @if matches!(mood, Mood::Wrong | Mood::Shown) || is_on {
                a.button .primary[*mood == Mood::Wrong && !is_on] data-soft href=(address(exercise, &[])) { (context.say("exercise-again")) }
            }
            @if exercise.is_live() && view.can.pass { button form="answer" name="play" value="pass" { (context.say("page-pass")) } }
            @if *mood == Mood::Open && exercise.has_hint { button form=(asks) name="want" value="hint" { (context.say("exercise-hint")) } }
            @if matches!(mood, Mood::Open | Mood::Wrong) { button form=(asks) name="want" value="answer" { (context.say("exercise-answer")) } }
            // What comes after an answer comes after it.
            @for (href, id, is_main) in exercise.ways_on.iter().filter(|(.., is_main)| !is_main || is_settled) {
                a.button .primary[*is_main && *mood != Mood::Wrong] href=(href) { (context.say(id)) }
            }
        }
    }
}

/// A move in words, for those who do not click.
fn typed(context: &Context<'_>, exercise: &Exercise) -> Markup {
    html! {
        details .typed {
            summary { (context.say("page-type")) }
            form method="post" action=(exercise.address) {
                (place(exercise))
                label { span { (context.say("page-type-label")) }
                    input name="play" required maxlength="8" placeholder=(exercise.view.kind.example_move()) autocomplete="off" autocapitalize="off" spellcheck="false"; }
                button { (context.say("page-type-play")) }
            }
        }
    }
}

/// Where the exercise is and how far one has played on, for a form.
fn place(exercise: &Exercise) -> Markup {
    html! { (fields(&exercise.place)) @if let Some(here) = exercise.until_here() { (fields(&[here])) } }
}

fn fields(named: &[(&'static str, String)]) -> Markup {
    html! { @for (name, value) in named { input type="hidden" name=(name) value=(value); } }
}

/// The page with something more in its query.
fn address(exercise: &Exercise, more: &[(&'static str, String)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(exercise.place.iter().chain(more));
    let query = query.finish();
    if query.is_empty() { exercise.address.clone() } else { format!("{}?{query}", exercise.address) }
}

fn choosing(exercise: &Exercise) -> Choosing<'_> {
    let here: Vec<(&'static str, String)> = exercise.until_here().into_iter().collect();
    let reload = address(exercise, &here);
    let mut base = reload.clone();
    base.push(if base.contains('?') { '&' } else { '?' });
    Choosing {
        board: &exercise.view.board,
        click: Click::on(&exercise.view),
        links: base,
        cell: "cell",
        reload,
        form: "answer",
        button: |_, mv| ("play", mv.to_owned()),
    }
}
