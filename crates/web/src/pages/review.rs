//! A finished game, or a record, looked at move by move.

use draw::Interaction;
use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use table::view::{Cell, Stage, Wanted};
use table::{Message, Review};

use super::card::{name, side_name, stone};
use super::shell::Shell;
use super::walk::{self, Walk};
use super::{Context, game, study};
use crate::reviews::Study;

/// A game or a record at one of its nodes, as a page.
#[derive(Clone, Debug)]
pub struct ReviewPage {
    /// The address of the record, without a query: `/game/ID/review`, `/record/KEY`.
    pub address: String,
    /// Where the files of the record are (`…/record.sgf`), if there are any.
    pub files: Option<String>,
    /// What is looked through, and where one is.
    pub review: Review,
    /// What was passed over to read it, if it was damaged.
    pub damage: Vec<Message>,
    /// What the machine makes of it, if it was asked.
    pub study: Option<Study>,
    /// The games of the file, where it has several.
    pub games: Vec<BroughtGame>,
}

/// A game of a file, in the list of all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BroughtGame {
    /// Where it is shown.
    pub address: String,
    /// Who played.
    pub names: [String; 2],
    /// When.
    pub date: String,
    /// Whether it is the one on the page.
    pub is_shown: bool,
}

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
    let best = page.study.as_ref().and_then(|study| study.best(review.here())).map(str::to_owned);
    let view = &review.view(&Wanted { territory: best.is_none(), hint: best, ..Wanted::default() });
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
                    @else if let Some((first, rest)) = said.split_first() { b { (first) } @for sentence in rest { " " span { (sentence) } } }
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
                (study::panel(context, &page.address, review.here(), page.study.as_ref()))
            }
            div.board { div.frame { (PreEscaped(picture)) (game::coordinates(context, &view.board)) } }
            div.side.right {
                (walk::steps(context, &walk))
                div.tools {
                    form method="post" action={ (page.address.trim_end_matches("/review")) "/play-on" } {
                        input type="hidden" name="at" value=(review.here());
                        button { (context.say("page-play-on")) }
                    }
                    form method="post" action={ (page.address.trim_end_matches("/review")) "/board" } {
                        input type="hidden" name="at" value=(review.here());
                        button { (context.say("board-open")) }
                    }
                    a.button href={ (page.address.trim_end_matches("/review")) "/try?at=" (review.here()) } { (context.say("exercise-try")) }
                    @if let Some(files) = &page.files {
                        a.button href={ (files) "/record." (view.kind.endings()[0]) } download { (context.say("page-save")) }
                        a.button href={ (files) "/share" } { (context.say("page-share")) }
                    }
                }
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
    Shell::new(&title, "/games").scripts(&["review.js", "merge.js"]).page(context, &main)
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
