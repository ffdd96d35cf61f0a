//! The rules of the games, with pictures.

use draw::{Paint, Style};
use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use table::view::{BoardView, Cell, Content, Figure, Surface};
use words::page::{Block, blocks};
use words::rules_page;

use super::shell::Shell;
use super::{Context, GAMES, emblem, game_name};

/// The rules of a game, or without one, all three to choose from. `None` if there is no such game.
pub fn rules(context: &Context<'_>, game: Option<&str>) -> Option<Markup> {
    let Some(game) = game else { return Some(choose(context)) };
    let source = rules_page(game, context.words.lang())?;
    let title = format!("{}: {}", game_name(game), context.say("web-nav-rules"));
    let main = html! {
        main #main .prose {
            (tabs(context, Some(game)))
            (page(context, &blocks(source)))
            p { a.button.primary href={ "/new?game=" (game) } { (context.say("web-play")) " " (game_name(game)) } }
        }
    };
    Some(Shell::new(&title, "/rules").page(context, &main))
}

fn choose(context: &Context<'_>) -> Markup {
    let title = context.say("web-nav-rules");
    let main = html! {
        main #main .home {
            h1 { (title) }
            div.doors {
                @for game in GAMES {
                    a.door href={ "/rules/" (game) } { (emblem(context, game)) h2 { (game_name(game)) } }
                }
            }
        }
    };
    Shell::new(&title, "/rules").page(context, &main)
}

fn tabs(context: &Context<'_>, at: Option<&str>) -> Markup {
    html! {
        nav.tabs aria-label=(context.say("web-nav-rules")) {
            @for game in GAMES { a href={ "/rules/" (game) } aria-current=[(at == Some(game)).then_some("page")] { (game_name(game)) } }
        }
    }
}

fn page(context: &Context<'_>, blocks: &[Block<'_>]) -> Markup {
    let mut out = html! {};
    let mut rest = blocks;
    while let Some((block, after)) = rest.split_first() {
        // Entries of a list come one after the other.
        let items: Vec<&str> =
            rest.iter().map_while(|block| if let Block::Item(text) = block { Some(*text) } else { None }).collect();
        rest = if items.is_empty() { after } else { &rest[items.len()..] };
        out = html! {
            (out)
            @if items.is_empty() {
                @match block {
                    Block::Heading(1, text) => { h1 { (inline(text)) } }
                    Block::Heading(_, text) => { h2 { (inline(text)) } }
                    Block::Paragraph(text) => { p { (inline(text)) } }
                    Block::Board { game, rows } => { figure.diagram { (PreEscaped(diagram(context, game, rows, rest.len()))) } }
                    Block::Item(_) => {}
                }
            } @else {
                ul { @for item in items { li { (inline(item)) } } }
            }
        };
    }
    out
}

/// `*emphasis*`, `**strong**` and `` `code` `` within a line. A sign without its twin stays as it is.
fn inline(text: &str) -> Markup {
    for (sign, tag) in [("`", "code"), ("**", "strong"), ("*", "em")] {
        if let Some((before, rest)) = text.split_once(sign)
            && let Some((inside, after)) = rest.split_once(sign)
            && !inside.is_empty()
        {
            let (before, after) = (inline(before), inline(after));
            return match tag {
                "code" => html! { (before) code { (inside) } (after) },
                "strong" => html! { (before) strong { (inline(inside)) } (after) },
                _ => html! { (before) em { (inline(inside)) } (after) },
            };
        }
    }
    html! { (text) }
}

/// A position of a rules page: `X`, `O` and `.`, or the digits of pieces, parted by blanks.
/// The number makes its ids its own.
fn diagram(context: &Context<'_>, game: &str, rows: &[&str], number: usize) -> String {
    let board = board(game, rows);
    let title = context.say_with("web-diagram", &[("game", game_name(game).into())]);
    let style = Style {
        title: Some(title),
        paint: Paint::Css,
        reserve: draw::Reserve::Hidden,
        id_prefix: format!("d{number}"),
        ..Style::default()
    };
    draw::svg(&board, &style).unwrap_or_default()
}

/// A small board from text.
pub(super) fn board(game: &str, rows: &[&str]) -> BoardView {
    let cells: Vec<Cell> = rows.iter().flat_map(|row| row.split_whitespace()).map(|sign| cell(game, sign)).collect();
    let columns = cells.len().checked_div(rows.len()).unwrap_or(0);
    let surface = match game {
        "aligne4" => Surface::Aligne4,
        "othello" => Surface::Othello,
        _ => Surface::Go,
    };
    let (columns, rows) = (labels(game, columns, false), labels(game, rows.len(), true));
    BoardView { surface, columns, rows, cells, reserve: Vec::new(), won: Vec::new() }
}

fn cell(game: &str, sign: &str) -> Cell {
    let content = match (game, sign.chars().next()) {
        ("aligne4", Some(code)) => code.to_digit(16).map(|bits| {
            let is = |bit: u32| bits & bit != 0;
            Content::Figure(Figure { code, white: is(8), small: is(4), plant: is(2), square: is(1) })
        }),
        (_, Some('X')) => Some(Content::Stone(Player::Black)),
        (_, Some('O')) => Some(Content::Stone(Player::White)),
        _ => None,
    };
    Cell { content, legal: sign == "*", ..Cell::default() }
}

/// The names of the columns, or of the rows from the top, as the game has them.
fn labels(game: &str, count: usize, of_rows: bool) -> Vec<String> {
    match (game, of_rows) {
        ("go", true) => (1..=count).rev().map(|row| row.to_string()).collect(),
        (_, true) => (1..=count).map(|row| row.to_string()).collect(),
        ("go", false) => ('A'..='Z').filter(|letter| *letter != 'I').take(count).map(String::from).collect(),
        (_, false) => ('a'..='z').take(count).map(String::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_emphasis_become_elements_and_text_is_escaped() {
        for (text, html) in [
            ("a *b* c", "a <em>b</em> c"),
            ("**any** piece", "<strong>any</strong> piece"),
            ("`7b2` puts", "<code>7b2</code> puts"),
            ("`*`", "<code>*</code>"),
            ("2 * 3", "2 * 3"),
            ("<b>", "&lt;b&gt;"),
        ] {
            assert_eq!(inline(text).into_string(), html);
        }
    }
}
