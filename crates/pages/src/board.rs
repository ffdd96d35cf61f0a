//! The analysis board: a study at one of its nodes, the list of one's studies, and how a new one begins.
//!
//! Everything that changes a study is one form, `edit`, whose buttons say what: with a tool and a cell, a touch of the board
//! ([`table::draft::Touch`]); else by the name of the button (`undo`, `redo`, `delete`, `main`, `comment`, `name`, `turn`, `pass`, `give`).
//! The script fills it in and sends it; without a script the cell is written.

use draw::Interaction;
use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use search::Score;
use store::{Heading, PaperPage};
use table::view::{Cell, Figure, Surface, View, Wanted, Worth};
use table::{Kind, Proposal, Review};

use crate::card::{side_name, stone};
use crate::new_game::select;
use crate::shell::Shell;
use crate::walk::{self, Walk};
use crate::{Click, Context, emblem, game, panels};

/// A study at one of its nodes, as a page.
#[derive(Clone, Debug)]
pub struct BoardPage {
    /// What a list says of it.
    pub heading: Heading,
    /// The record, and where one is.
    pub review: Review,
    /// Whether whoever reads the page may change it.
    pub is_own: bool,
    /// Whether there is something to undo, and to do again.
    pub can: [bool; 2],
    /// What the moves are worth, if that is wanted.
    pub values: Option<Values>,
    /// The tool in hand.
    pub tool: String,
    /// The piece in hand, where the game has pieces.
    pub piece: Option<String>,
}

/// What moves are worth to whoever makes them, the best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// The moves.
    pub moves: Vec<(String, Score)>,
    /// Whether more is being thought.
    pub is_growing: bool,
}

/// The scripts of the page.
const SCRIPTS: [&str; 5] = ["draft.js", "merge.js", "board.js", "reserve.js", "moves.js"];

/// So many moves are told in words.
const TOLD_MOVES: usize = 8;

/// The marks, by their tools.
const MARKS: [(&str, &str); 7] = [
    ("triangle", "△"),
    ("square", "□"),
    ("circle", "○"),
    ("cross", "×"),
    ("label", "A"),
    ("arrow", "↗"),
    ("line", "╱"),
];

impl BoardPage {
    fn address(&self) -> String {
        format!("/board/{}", self.heading.id)
    }

    /// The page at a node, with what else is wanted of it.
    fn link(&self, node: u32) -> String {
        let values = if self.values.is_some() { "&values=on" } else { "" };
        let tool = if self.tool == "play" { String::new() } else { format!("&tool={}", self.tool) };
        format!("{}?at={node}{values}{tool}", self.address())
    }

    fn title(&self, context: &Context<'_>) -> String {
        titled(context, self.review.kind(), &self.heading.title)
    }
}

/// What a study is called: by its name, or by its game.
fn titled(context: &Context<'_>, kind: Kind, title: &str) -> String {
    match title.trim() {
        "" => context.say_with("board-untitled", &[("game", kind.name().into())]),
        title => title.to_owned(),
    }
}

/// The page.
pub fn board(context: &Context<'_>, page: &BoardPage) -> Markup {
    let review = &page.review;
    let worths = page.values.as_ref().map(worths).unwrap_or_default();
    let wanted = Wanted { legal: page.is_own, worths, held: page.piece.clone(), ..Wanted::default() };
    let view = &review.view(&wanted);
    let title = page.title(context);
    let problem = review.problem().map(|why| context.tell(why));
    let said: Vec<String> = view.sentences.iter().map(|message| context.tell(message)).collect();
    let names = |cell: &Cell| named(context, view.board.surface, cell);
    let name = context.say("page-board");
    let interaction = Interaction { board: &name, cell: &names };
    let picture = draw::interactive_svg(&view.board, &context.board_style(), &interaction).unwrap_or_default();
    let link = |node: u32| page.link(node);
    let walk = Walk { review, link: &link };
    let small = view.board.columns.len() >= game::SMALL_POINTS;
    let main = html! {
        main #main .game.review.draft .(view.kind) .small-points[small] .own[page.is_own] {
            h1.unseen { (title) }
            (state(context, view))
            div.says {
                p #sentence role="status" {
                    @if let Some(problem) = &problem { b { (problem) } }
                    @else if let Some((first, rest)) = said.split_first() { b { (first) } @for sentence in rest { " " span { (sentence) } } }
                }
                p #refused role="alert" data-piece=(context.say("choose-piece")) data-second=(context.say("draft-choose-second")) data-lost=(context.say("page-lost")) {}
                p #spoken .unseen role="status" {}
            }
            div.side.left {
                (about(context, page, view, &title))
                (values_panel(context, page))
            }
            div.board {
                p #board-keys .unseen { (context.say("page-board-keys")) }
                div.frame { (PreEscaped(picture)) (game::coordinates(context, &view.board)) }
            }
            div.side.right {
                (walk::steps(context, &walk))
                @if page.is_own { (palette(context, page, view)) }
                (comment(context, page))
                (walk::tree(context, &walk))
            }
            @if page.is_own {
                form #edit method="post" action={ (page.address()) "/edit" } {
                    input type="hidden" name="at" value=(review.here());
                    input type="hidden" name="version" value=(page.heading.version);
                    @if page.values.is_some() { input type="hidden" name="values" value="on"; }
                }
            }
        }
    };
    Shell::new(&title, "/games").styles(&["study.css", "draft.css"]).scripts(&SCRIPTS).page(context, &main)
}

/// What the script must know and nobody sees.
fn state(context: &Context<'_>, view: &View) -> Markup {
    let mover = Player::BOTH.into_iter().find(|player| view.players[*player].to_move);
    let piece = |player| draw::piece_id(draw::Content::Stone(player), &context.board_style());
    let given = view.board.reserve.iter().find(|piece| piece.selected && !piece.legal);
    html! {
        div #state hidden data-mode=(Click::on(view).id()) data-ghost=[mover.map(piece)] data-piece=[given.map(|piece| piece.figure.code)] {}
    }
}

/// A cell in words, with what is marked and written on it.
fn named(context: &Context<'_>, surface: Surface, cell: &Cell) -> String {
    let mut name = game::name_of(context, surface, cell, false);
    for mark in &cell.marks {
        let id = match mark {
            draw::Mark::Triangle => "board-tool-triangle",
            draw::Mark::Square => "board-tool-square",
            draw::Mark::Circle => "board-tool-circle",
            draw::Mark::Cross => "board-tool-cross",
            _ => continue,
        };
        name += &format!(", {}", context.say(id));
    }
    for written in cell.label.iter().chain(cell.worth.as_ref().map(|worth| &worth.text)) {
        name += &format!(", {written}");
    }
    name
}

/// What it is called and what can be done with the whole of it.
fn about(context: &Context<'_>, page: &BoardPage, view: &View, title: &str) -> Markup {
    let address = page.address();
    html! {
        section.panel.about-study aria-label=(context.say("board-about")) {
            @if page.is_own {
                label.field { span { (context.say("board-name")) }
                    input form="edit" name="title" value=(page.heading.title) maxlength="120" placeholder=(title) autocomplete="off"; }
                button.plain form="edit" name="do" value="name" { (context.say("board-rename")) }
            } @else {
                h2 { bdi { (title) } }
                p { (context.say("board-read-only")) }
                form method="post" action={ (address) "/copy" } { button.wide { (context.say("board-copy")) } }
            }
            @for player in Player::BOTH {
                @let side = &view.players[player];
                @if !side.counters.is_empty() {
                    p.side-line .next[side.to_move] { (stone(player)) span { (side_name(context, view.kind, player)) }
                        @for counter in &side.counters { span { (context.say(counter.id)) " " (context.decimal(&counter.value())) } } }
                }
            }
            div.tools {
                a.button href={ (address) "/study.sgf" } download { (context.say("page-save")) }
                @if page.is_own {
                    form method="post" action={ (address) "/delete" } data-ask=(context.say("board-delete-confirm")) { button { (context.say("board-delete")) } }
                }
                a.button href="/board" { (context.say("board-list")) }
            }
        }
    }
}

/// What the moves are worth, or the way to know it.
fn values_panel(context: &Context<'_>, page: &BoardPage) -> Markup {
    let here = page.review.here();
    let tool = if page.tool == "play" { String::new() } else { format!("&tool={}", page.tool) };
    let switch = |on: bool| format!("{}?at={here}{}{tool}", page.address(), if on { "&values=on" } else { "" });
    let Some(values) = &page.values else {
        return html! {
            section #study .panel.study aria-label=(context.say("board-values")) {
                @if context.thinks_here() { (on_this_device(context, page)) }
                @else { a.button.wide data-soft href=(switch(true)) { (context.say("board-values-show")) } }
            }
        };
    };
    html! {
        section #study .panel.study aria-label=(context.say("board-values")) data-growing=[values.is_growing.then_some("")] {
            h2 { (context.say("board-values")) }
            @if values.moves.is_empty() { p { (context.say(if values.is_growing { "board-values-thinking" } else { "board-values-none" })) } }
            ol.values {
                @for (mv, score) in values.moves.iter().take(TOLD_MOVES) {
                    li { b { (context.words.lang().mv(mv)) } " " span { (context.decimal(&told(context, *score))) } }
                }
            }
            a.button.wide data-soft href=(switch(false)) { (context.say("board-values-hide")) }
        }
    }
}

/// The button by which the reader's own browser has a copy of the study, and says there what moves are worth.
fn on_this_device(context: &Context<'_>, page: &BoardPage) -> Markup {
    html! {
        form method="post" action="/here/review" {
            input type="hidden" name="record" value={ (page.address()) "/study.sgf" };
            input type="hidden" name="to" value="board";
            input type="hidden" name="at" value=(page.review.here());
            button.wide { (context.say("board-here")) }
        }
    }
}

/// What a move is worth, on the board: short.
fn worths(values: &Values) -> Vec<(String, Worth)> {
    let best = values.moves.first().map(|(_, score)| short(*score));
    let worth = |score: Score| Worth { text: short(score), is_best: Some(short(score)) == best };
    values.moves.iter().map(|(mv, score)| (mv.clone(), worth(*score))).collect()
}

fn short(score: Score) -> String {
    match score {
        Score::Exact { margin: 0, .. } => "=".to_owned(),
        Score::Exact { margin: 1, plies: Some(plies) } => format!("+{plies}"),
        Score::Exact { margin: -1, plies: Some(plies) } => format!("-{plies}"),
        Score::Exact { margin, .. } => format!("{margin:+}"),
        Score::Margin(margin) => format!("{:+.0}", if margin.abs() < 0.5 { 0.0 } else { margin }),
        Score::Chance { lead, .. } => format!("{lead:+.1}"),
    }
}

/// The same beside the board: with the chance to win, where there is one, and in words where it is exact.
fn told(context: &Context<'_>, score: Score) -> String {
    match score {
        Score::Chance { win, lead } => format!("{lead:+.1} · {:.0} %", 100.0 * win),
        Score::Margin(_) => short(score),
        Score::Exact { margin, plies } => {
            let id = match margin {
                0 => "board-value-draw",
                1.. => "board-value-win",
                _ => "board-value-loss",
            };
            match plies {
                Some(plies) if plies > 0 => format!("{} ({plies})", context.say(id)),
                _ if margin.abs() > 1 => format!("{margin:+}"),
                _ => context.say(id),
            }
        }
    }
}

/// The tools: playing, marks, set-up, and the way back.
fn palette(context: &Context<'_>, page: &BoardPage, view: &View) -> Markup {
    let say = |id: &str| context.say(id);
    let tool = |name: &str, sign: &str| {
        let label = say(&format!("board-tool-{name}"));
        html! {
            label.tool title=(label) {
                input type="radio" form="edit" name="tool" value=(name) checked[page.tool == name];
                span { span aria-hidden="true" { (sign) } span.unseen { (label) } }
            }
        }
    };
    let act = |name: &str, enabled: bool| {
        html! { button form="edit" name="do" value=(name) disabled[!enabled] { (say(&format!("board-do-{name}"))) } }
    };
    let is_aligne4 = view.board.surface == Surface::Aligne4;
    let stones: &[(&str, &str)] = if is_aligne4 {
        &[("piece", "▣"), ("empty", "⌫")]
    } else {
        &[("black", "●"), ("white", "◯"), ("empty", "⌫")]
    };
    let here = page.review.here();
    html! {
        section.panel.palette aria-label=(say("board-palette")) {
            fieldset { legend.unseen { (say("board-palette")) }
                div.tool-row { (tool("play", "▶")) @for (name, sign) in MARKS { (tool(name, sign)) } }
                div.tool-row { span.row-name { (say("board-set-up")) } @for (name, sign) in stones { (tool(name, sign)) }
                    @if is_aligne4 { (act("give", true)) } @else { (act("turn", true)) } }
            }
            @if is_aligne4 { (panels::reserve(context, &view.board, true)) }
            div.tools {
                (act("undo", page.can[0])) (act("redo", page.can[1]))
                @if view.kind != Kind::Aligne4 { (act("pass", view.can.pass)) }
                (act("main", here > 0)) (act("delete", here > 0))
            }
            details.typed { summary { (say("board-type")) }
                div.row {
                    label { span { (say("board-cell")) } input form="edit" name="cell" maxlength="6" placeholder=(view.kind.example_move()) autocomplete="off" autocapitalize="off" spellcheck="false"; }
                    label { span { (say("board-from")) } input form="edit" name="from" maxlength="6" autocomplete="off" autocapitalize="off" spellcheck="false"; }
                    label { span { (say("board-text")) } input form="edit" name="text" maxlength="6" autocomplete="off"; }
                    @if is_aligne4 {
                        label { span { (say("board-piece")) } select form="edit" name="piece" {
                            option value="" {}
                            @for figure in Figure::all() { option value=(figure.code) { (say(&format!("aligne4-piece-{}", figure.code))) } }
                        } }
                    }
                    button form="edit" name="do" value="touch" { (say("board-do-touch")) }
                }
            }
        }
    }
}

fn comment(context: &Context<'_>, page: &BoardPage) -> Markup {
    let comment = page.review.comment();
    html! {
        @if page.is_own {
            section.panel.comment aria-label=(context.say("page-comment")) {
                label.field { span { (context.say("page-comment")) }
                    textarea form="edit" name="comment" rows="4" maxlength="20000" { "\n" (comment) } }
                button form="edit" name="do" value="comment" { (context.say("board-do-comment")) }
            }
        } @else if !comment.is_empty() {
            section.panel.comment aria-label=(context.say("page-comment")) { p { (comment) } }
        }
    }
}

/// The studies of one's own.
pub fn studies(context: &Context<'_>, studies: &PaperPage) -> Markup {
    let title = context.say("board-list");
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            p.lead { (context.say("board-lead")) }
            div.buttons { @for kind in Kind::ALL { a.button href={ "/board/new?game=" (kind) } { (context.say_with("board-new", &[("game", kind.name().into())])) } } }
            @if studies.papers.is_empty() {
                div.empty { (emblem(context, Kind::Go)) p { (context.say("board-none")) } }
            } @else {
                ul.list { @for heading in &studies.papers { li {
                    a.entry href={ "/board/" (heading.id) } {
                        strong { (if heading.title.trim().is_empty() { context.say("board-nameless") } else { heading.title.clone() }) }
                        time datetime=(table::date(heading.touched_ms)) { (table::date(heading.touched_ms)) }
                    }
                    form method="post" action={ "/board/" (heading.id) "/delete" } data-ask=(context.say("board-delete-confirm")) {
                        button.plain aria-label={ (context.say("board-delete")) ": " (heading.title) } { "×" }
                    }
                } } }
            }
            p.more { a href="/upload" { (context.say("upload-title")) } a href="/games" { (context.say("home-results")) } }
        }
    };
    Shell::new(&title, "/games").page(context, &main)
}

/// How a study from nothing begins.
pub fn new_board(context: &Context<'_>, kind: Kind) -> Markup {
    let title = context.say_with("board-new", &[("game", kind.name().into())]);
    let sizes: Vec<(String, String)> =
        Proposal::SIZES.into_iter().map(|size| (size.to_string(), format!("{size} × {size}"))).collect();
    let variants: Vec<(String, String)> = ["base", "gift", "squares", "gift-squares"]
        .map(|variant| (variant.to_owned(), context.say(&format!("variant-{variant}"))))
        .to_vec();
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            p.lead { (context.say("board-lead")) }
            form.setup method="post" action="/board" {
                input type="hidden" name="game" value=(kind);
                div.fields {
                    @match kind {
                        Kind::Go => { (select("size", &context.say("setup-size"), &sizes, "19")) }
                        Kind::Aligne4 => { (select("variant", &context.say("setup-variant"), &variants, "base")) }
                        Kind::Othello => {}
                    }
                }
                div.row { button.primary.large { (context.say("board-begin")) } }
            }
            p.more { a href="/upload" { (context.say("upload-title")) } a href="/board" { (context.say("board-list")) } }
        }
    };
    Shell::new(&title, "/games").page(context, &main)
}
