//! The rules pages: a small part of Markdown, read into blocks that every face shows in its own way.
//!
//! A page knows headings, paragraphs, lists with `- `, and fenced blocks ```` ```board GAME ````, whose lines are a position
//! that a face can draw. Within a line, `*emphasis*`, `**strong**` and `` `code` `` stay as they are written: they read well
//! as plain text, and a face may render them.

use crate::Lang;

/// A piece of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block<'a> {
    /// A heading; level 1 is the title.
    Heading(u8, &'a str),
    /// A paragraph on one line.
    Paragraph(&'a str),
    /// An entry of a list.
    Item(&'a str),
    /// A position to draw.
    Board {
        /// The game it is of: `go`, `othello` or `aligne4`.
        game: &'a str,
        /// Its rows from the top, cells parted by blanks.
        rows: Vec<&'a str>,
    },
}

/// The source of a game's rules page.
pub fn rules_page(game: &str, lang: Lang) -> Option<&'static str> {
    Some(match (game, lang) {
        ("go", Lang::En) => include_str!("../rules/en/go.md"),
        ("go", Lang::Fr) => include_str!("../rules/fr/go.md"),
        ("othello", Lang::En) => include_str!("../rules/en/othello.md"),
        ("othello", Lang::Fr) => include_str!("../rules/fr/othello.md"),
        ("aligne4", Lang::En) => include_str!("../rules/en/aligne4.md"),
        ("aligne4", Lang::Fr) => include_str!("../rules/fr/aligne4.md"),
        _ => return None,
    })
}

/// Reads a page.
pub fn blocks(source: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(game) = line.strip_prefix("```board ") {
            let rows = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block::Board { game, rows });
        } else if let Some(item) = line.strip_prefix("- ") {
            blocks.push(Block::Item(item));
        } else if line.starts_with('#') {
            let text = line.trim_start_matches('#');
            blocks.push(Block::Heading((line.len() - text.len()) as u8, text.trim_start()));
        } else if !line.is_empty() {
            blocks.push(Block::Paragraph(line));
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_into_its_blocks() {
        let source = "# T\n\nA line.\n\n## S\n- one\n- two\n\n```board go\n. X\nO .\n```\nEnd.\n";
        assert_eq!(
            blocks(source),
            [
                Block::Heading(1, "T"),
                Block::Paragraph("A line."),
                Block::Heading(2, "S"),
                Block::Item("one"),
                Block::Item("two"),
                Block::Board { game: "go", rows: vec![". X", "O ."] },
                Block::Paragraph("End."),
            ]
        );
    }

    #[test]
    fn the_pages_of_a_game_have_the_same_shape_in_every_language() {
        for game in ["go", "othello", "aligne4"] {
            let shape = |lang| {
                let page = blocks(rules_page(game, lang).expect("the page is there"));
                page.into_iter()
                    .map(|block| match block {
                        Block::Heading(level, _) => format!("heading {level}"),
                        Block::Paragraph(_) => "paragraph".to_owned(),
                        Block::Item(_) => "item".to_owned(),
                        Block::Board { game, rows } => format!("{game} {rows:?}"),
                    })
                    .collect::<Vec<_>>()
            };
            assert_eq!(shape(Lang::En), shape(Lang::Fr), "{game}");
        }
    }

    #[test]
    fn another_game_has_no_page() {
        assert_eq!(rules_page("chess", Lang::En), None);
    }
}
