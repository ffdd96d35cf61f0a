//! `plateau rules`: a game's rules page as text.

use words::page::{self, Block};
use words::rules_page;

use crate::cli::Rules;
use crate::console::Console;
use crate::failure::Failure;

/// Columns that a page is wrapped to: easy to read on every terminal.
const WIDTH: usize = 78;

pub(crate) fn run(args: &Rules, console: &mut Console<'_>) -> Result<(), Failure> {
    let source = rules_page(args.game.id(), console.words.lang()).expect("every game has its page in every language");
    let mut text = String::new();
    let mut after_item = false;
    for block in page::blocks(source) {
        // Entries of a list stay together; everything else stands apart.
        let is_item = matches!(block, Block::Item(_));
        let stays = text.is_empty() || (after_item && is_item);
        if !stays {
            text.push('\n');
        }
        after_item = is_item;
        match block {
            Block::Heading(1, title) => text += &format!("{}\n", console.bold(&title.to_uppercase())),
            Block::Heading(_, title) => text += &format!("{}\n", console.bold(title)),
            Block::Paragraph(paragraph) => text += &wrap(paragraph, "", ""),
            Block::Item(item) => text += &wrap(item, "  - ", "    "),
            Block::Board { rows, .. } => text.extend(rows.iter().map(|row| format!("    {row}\n"))),
        }
    }
    console.write(&text)
}

/// Breaks a line at blanks; the first line begins with `first`, the others with `rest`.
fn wrap(text: &str, first: &str, rest: &str) -> String {
    let mut lines = first.to_owned();
    let mut column = first.chars().count();
    let mut is_empty = true;
    // Only plain blanks break: French sets no-break spaces before its high punctuation.
    for word in text.split(' ') {
        let length = word.chars().count();
        if !is_empty && column + 1 + length > WIDTH {
            lines.push('\n');
            lines += rest;
            column = rest.chars().count();
        } else if !is_empty {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += length;
        is_empty = false;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_keep_their_indent() {
        let text = "word ".repeat(40);
        let wrapped = wrap(text.trim_end(), "  - ", "    ");
        assert!(wrapped.lines().count() > 2);
        for (index, line) in wrapped.lines().enumerate() {
            assert!(line.chars().count() <= WIDTH, "{line}");
            assert!(line.starts_with(if index == 0 { "  - word" } else { "    word" }), "{line}");
        }
    }
}
