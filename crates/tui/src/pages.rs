//! The rules pages as lines of text, for the screen, the console and the command line.

use draw::{Charset, TextStyle};
use table::Kind;
use words::page::{Block, blocks};
use words::{Lang, rules_page};

use crate::paint;

/// How wide pages are written on a console.
pub const PAGE_WIDTH: u16 = 78;

/// A line of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageLine {
    /// What stands there.
    pub text: String,
    /// Whether it is a heading.
    pub is_heading: bool,
}

/// A game's rules page as lines of this width, with boards drawn as the console draws them, coordinates and all.
pub fn rules_lines(kind: Kind, lang: Lang, width: u16, charset: Charset) -> Vec<PageLine> {
    let mut lines: Vec<PageLine> = Vec::new();
    let Some(source) = rules_page(kind.id(), lang) else { return lines };
    let mut after_item = false;
    for block in blocks(source) {
        // Entries of a list stand close together.
        let is_item = matches!(block, Block::Item(_));
        let stays = lines.is_empty() || (is_item && after_item);
        if !stays {
            lines.push(PageLine { text: String::new(), is_heading: false });
        }
        after_item = is_item;
        let mut add = |text: String, is_heading| lines.push(PageLine { text, is_heading });
        match block {
            Block::Heading(_, text) => add(text.to_owned(), true),
            Block::Paragraph(text) => {
                for line in paint::wrap(&plain(text), width) {
                    add(line, false);
                }
            }
            Block::Item(text) => {
                let first = if charset == Charset::Unicode { "  • " } else { "  - " };
                for (index, line) in paint::wrap(&plain(text), width.saturating_sub(4)).into_iter().enumerate() {
                    add(format!("{}{line}", if index == 0 { first } else { "    " }), false);
                }
            }
            Block::Board { game, rows } => {
                let style = TextStyle { charset, bare: false, legend: None };
                let board = table::diagram(game.parse().unwrap_or(kind), &rows);
                let text = draw::text(&board, &style).unwrap_or_default();
                for line in text.lines() {
                    add(format!("    {line}"), false);
                }
            }
        }
    }
    lines
}

/// Without the signs of emphasis, which plain text does not need.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['*', '`'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_clean_text_with_coordinates() {
        for lang in Lang::ALL {
            for kind in Kind::ALL {
                let lines = rules_lines(kind, lang, 78, Charset::Ascii);
                let text: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
                let is_board = |line: &&&str| line.starts_with("    ") && line.contains("  ");
                assert!(text.iter().all(|line| line.chars().count() <= 78), "{kind} {lang}");
                let marked = text.iter().filter(|line| !is_board(line)).find(|line| line.contains(['*', '`', '#']));
                assert_eq!(marked, None, "{kind} {lang}");
                let first = if kind == Kind::Go { "A" } else { "a" };
                let names = text.iter().filter(|line| line.trim_start().starts_with(first) && is_board(line));
                assert!(names.count() >= 2, "{kind} {lang} has boards with coordinates");
            }
        }
    }
}
