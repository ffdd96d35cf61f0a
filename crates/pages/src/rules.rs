//! The rules of the games, with pictures.

use draw::{Paint, Style};
use maud::{Markup, PreEscaped, html};
use table::Kind;
use words::page::{Block, blocks};
use words::rules_page;

use crate::shell::Shell;
use crate::{Context, emblem};

/// The rules of a game, or without one, all three to choose from.
pub fn rules(context: &Context<'_>, kind: Option<Kind>) -> Markup {
    let Some(kind) = kind else { return choose(context) };
    let source = rules_page(kind.id(), context.words.lang()).unwrap_or_default();
    let title = format!("{}: {}", kind.name(), context.say("page-nav-rules"));
    let main = html! {
        main #main .prose {
            (tabs(context, Some(kind)))
            p { a.button href={ "/lesson/" (kind) } { (context.say("lesson-begin")) } }
            (page(context, kind, &blocks(source)))
            @if !context.local { h2 { (context.say("page-by-link")) } p { (context.say("page-clock-rule")) " " (context.say("page-cancel-rule")) } }
            p { a.button.primary href={ "/new?game=" (kind) } { (context.say("page-play")) " " (kind.name()) } }
        }
    };
    Shell::new(&title, "/rules").page(context, &main)
}

fn choose(context: &Context<'_>) -> Markup {
    let title = context.say("page-nav-rules");
    let main = html! {
        main #main .home {
            h1 { (title) }
            div.doors {
                @for kind in Kind::ALL {
                    a.door href={ "/rules/" (kind) } { (emblem(context, kind)) h2 { (kind.name()) } }
                }
            }
        }
    };
    Shell::new(&title, "/rules").page(context, &main)
}

fn tabs(context: &Context<'_>, at: Option<Kind>) -> Markup {
    html! {
        nav.tabs aria-label=(context.say("page-nav-rules")) {
            @for kind in Kind::ALL { a href={ "/rules/" (kind) } aria-current=[(at == Some(kind)).then_some("page")] { (kind.name()) } }
        }
    }
}

fn page(context: &Context<'_>, kind: Kind, blocks: &[Block<'_>]) -> Markup {
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
                    Block::Board { game, rows } => { figure.diagram { (PreEscaped(diagram(context, game.parse().unwrap_or(kind), rows, rest.len()))) } }
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
fn diagram(context: &Context<'_>, kind: Kind, rows: &[&str], number: usize) -> String {
    let board = table::diagram(kind, rows);
    let title = context.say_with("page-diagram", &[("game", kind.name().into())]);
    let style = Style {
        title: Some(title),
        paint: Paint::Css,
        reserve: draw::Reserve::Hidden,
        id_prefix: format!("d{number}"),
        ..Style::default()
    };
    draw::svg(&board, &style).unwrap_or_default()
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
