//! A finished game, or a record, looked at move by move.

use draw::Interaction;
use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use players::analyst::{owners, values};
use table::view::{Cell, Stage, View, Wanted};
use table::{Message, Review};

use crate::card::{name, side_name, stone};
use crate::reviewed::{BroughtGame, ReviewPage, expected};
use crate::shell::Shell;
use crate::walk::{self, Walk};
use crate::{Context, game, study};

/// How many damaged places of a file are told; a file that is damaged everywhere is none.
const MOST_DAMAGE: usize = 3;

/// How many characters of a comment are shown, and of anything else that a record says.
const COMMENT_CHARS: usize = 10_000;
const FACT_CHARS: usize = 200;

/// The beginning of a text; whether that is all of it.
fn beginning(text: &str, chars: usize) -> (&str, bool) {
    match text.char_indices().nth(chars) {
        Some((end, _)) => (&text[..end], false),
        None => (text, true),
    }
}

/// What fits on a line; what is left off is only hinted at.
fn line(text: &str) -> String {
    match beginning(text, FACT_CHARS) {
        (all, true) => all.to_owned(),
        (part, false) => format!("{part}…"),
    }
}

/// What a record says about itself besides the names: the message id of its name, and what it says.
fn facts(context: &Context<'_>, review: &Review) -> Vec<(&'static str, String)> {
    let info = review.info();
    let result = info.ending.map(|ending| context.tell(&table::told_result(ending, review.kind()))).unwrap_or_default();
    let facts = [
        ("fact-title", &info.title),
        ("fact-event", &info.event),
        ("fact-round", &info.round),
        ("fact-date", &info.date),
        ("fact-place", &info.place),
        ("fact-result", &result),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).map(|(id, value)| (id, line(value))).collect()
}

/// The page.
pub fn review(context: &Context<'_>, page: &ReviewPage) -> Markup {
    let review = &page.review;
    let view = &shown(page);
    let [black, white] = Player::BOTH.map(|player| name(context, view, player));
    let (comment, is_whole) = beginning(review.comment(), COMMENT_CHARS);
    let facts = facts(context, review);
    let problem = review.problem().map(|why| context.tell(why));
    let title = format!("{}: {black} – {white}", view.kind.name());
    let said: Vec<String> = view.sentences.iter().map(|message| context.tell(message)).collect();
    let names = |cell: &Cell| game::name_of(context, view.board.surface, cell, view.stage != Stage::Playing);
    let board = context.say("page-board");
    let interaction = Interaction { board: &board, cell: &names };
    let picture = draw::interactive_svg(&view.board, &context.board_style(), &interaction).unwrap_or_default();
    let link = |node: u32| format!("{}?at={node}", page.address);
    let walk = Walk { review, link: &link };
    let main = html! {
        main #main .game.review .(view.kind) {
            h1.unseen { (title) }
            div.says {
                p #sentence role="status" {
                    @if let Some(problem) = &problem { b { (problem) } }
                    @else if let Some((first, rest)) = said.split_first() { b data-estimate[page.looks.owners] { (first) } @for sentence in rest { " " span { (sentence) } } }
                }
            }
            div.side.left {
                @for (player, name) in Player::BOTH.into_iter().zip([&black, &white]) {
                    section.card id={ "card-" (player) } aria-label=(side_name(context, view.kind, player)) {
                        div.who { (stone(player)) h2 title=(name) { bdi { (name) } } p.role { (side_name(context, view.kind, player)) } }
                        dl.counters { @for counter in &view.players[player].counters {
                            div { dt { (context.say(counter.id)) } dd { (context.decimal(&counter.value())) } } } }
                    }
                }
                @if !facts.is_empty() {
                    dl.facts { @for (id, value) in &facts { div { dt { (context.say(id)) } dd { (value) } } } }
                }
                (study::panel(context, page))
            }
            div.board { div.frame { (PreEscaped(picture)) (game::coordinates(context, &view.board)) } }
            div.side.right {
                (walk::steps(context, &walk))
                div.tools {
                    form method="post" action=(page.beside("board")) {
                        input type="hidden" name="at" value=(review.here());
                        button { (context.say("board-open")) }
                    }
                    a.button href={ (page.beside("try")) "?at=" (review.here()) } { (context.say("exercise-try")) }
                    a.button href=(page.record()) download { (context.say("page-save")) }
                    @if page.is_shared { a.button href={ (page.files) "/share" } { (context.say("page-share")) } }
                }
                (play_on(context, page))
                (damage(context, &page.damage))
                (games(context, &page.games))
                @if !comment.is_empty() {
                    section.panel.comment aria-label=(context.say("page-comment")) {
                        p { (comment) }
                        @if !is_whole { p { i { (context.say("page-comment-cut")) } } }
                    }
                }
                (walk::tree(context, &walk))
            }
        }
    };
    Shell::new(&title, "/games")
        .styles(&["study.css"])
        .scripts(&["review.js", "merge.js", "moves.js"])
        .page(context, &main)
}

/// The board here, with as much of what the machine thinks as is wanted; or so many steps on along what it expects.
fn shown(page: &ReviewPage) -> View {
    let (review, looks) = (&page.review, page.looks);
    let known = page.study.as_ref().and_then(|study| {
        let moment = study.way.find(review.here())?;
        Some((study, moment, study.analysis.judgement(moment)?))
    });
    let Some((study, moment, judgement)) = known else {
        return review.view(&Wanted { territory: true, ..Wanted::default() });
    };
    if let Some((way, step)) = expected(study, moment).zip(page.step) {
        let names = review.view(&Wanted::default()).players;
        let mut view = way.view(step.min(way.len() - 1), &Wanted::default(), false);
        for (side, known) in view.players.iter_mut().zip(names) {
            (side.name, side.who) = (known.name, known.who);
        }
        return view;
    }
    let estimate = looks.owners.then(|| owners(&study.way, moment, judgement)).flatten();
    // A ring would lie over the value.
    let hint = judgement.best().filter(|_| !looks.best).map(|best| best.mv().to_owned());
    let mut view = review.view(&Wanted { hint, estimate, ..Wanted::default() });
    if looks.best {
        for (name, value) in values(study.analysis.kind(), judgement) {
            let cell = view.board.cells.iter_mut().find(|cell| cell.name == name && cell.content.is_none());
            if let Some(cell) = cell {
                cell.label = Some(value);
            }
        }
    }
    view
}

/// A game from here: on both sides, or against the machine at a level, with either colour.
fn play_on(context: &Context<'_>, page: &ReviewPage) -> Markup {
    let kind = page.review.kind();
    html! {
        details.panel.play-on {
            summary { (context.say("page-play-on")) }
            form method="post" action=(page.beside("play-on")) {
                input type="hidden" name="at" value=(page.review.here());
                label { span { (context.say("play-on-against")) }
                    select name="level" {
                        option value="" { (context.say("play-on-nobody")) }
                        @for level in players::levels(kind) { option value=(level.number) { (level.number) " · " (context.say(level.id)) } }
                    }
                }
                label { span { (context.say("play-on-side")) }
                    select name="side" { @for player in Player::BOTH { option value=(player) { (side_name(context, kind, player)) } } }
                }
                button.primary { (context.say("page-play-on")) }
            }
        }
    }
}

/// The games of a file, to choose from.
fn games(context: &Context<'_>, games: &[BroughtGame]) -> Markup {
    let called = |game: &BroughtGame| {
        let names: Vec<&str> = game.names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        line(&[names.join(" – "), game.date.clone()].join(" ")).trim().to_owned()
    };
    html! {
        @if games.len() > 1 {
            details.panel.games open[games.len() < 20] {
                summary { (context.say_with("upload-games", &[("count", (games.len() as i64).into())])) }
                ol { @for game in games { li { a href=(game.address) aria-current=[game.is_shown.then_some("true")] {
                    @let called = called(game);
                    @if called.is_empty() { (context.say("upload-game-nameless")) } @else { (called) } } } } }
            }
        }
    }
}

/// What is wrong with the file, and that it was read nevertheless.
fn damage(context: &Context<'_>, damage: &[Message]) -> Markup {
    let more = damage.len().saturating_sub(MOST_DAMAGE) as i64;
    html! {
        @if !damage.is_empty() {
            section.panel.damage role="status" aria-label=(context.say("page-damaged-title")) {
                p { b { (context.say("page-damaged-title")) } " " (context.say("page-damaged")) }
                ul {
                    @for message in damage.iter().take(MOST_DAMAGE) { li { (line(&context.tell(message))) } }
                    @if more > 0 { li { (context.say_with("page-damaged-more", &[("count", more.into())])) } }
                }
            }
        }
    }
}
