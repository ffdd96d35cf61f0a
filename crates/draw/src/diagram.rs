use plateau_core::Player;

use crate::{BoardView, Cell, Content, Figure, Surface};

/// A small board from text, as the rules pages have them: rows from the top, cells parted by blanks. `X` and `O` are stones, `*` is a
/// legal move, the hexadecimal digits of `aligne4` are pieces; anything else is empty.
pub fn diagram(game: &str, rows: &[&str]) -> BoardView {
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
        ("aligne4", Some(code)) => figure(code).map(Content::Figure),
        (_, Some('X')) => Some(Content::Stone(Player::Black)),
        (_, Some('O')) => Some(Content::Stone(Player::White)),
        _ => None,
    };
    Cell { content, legal: sign == "*", ..Cell::default() }
}

/// The piece of this code. The one place of this crate that knows what the digits mean; a test holds it to the rules.
fn figure(code: char) -> Option<Figure> {
    let digit = code.to_digit(16)?;
    let is = |value: u32| digit & value != 0;
    Some(Figure { code, white: is(8), small: is(4), plant: is(2), square: is(1) })
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
    use aligne4::{Characteristic, Piece};

    use super::*;

    #[test]
    fn signs_become_stones_pieces_and_legal_moves() {
        let go = diagram("go", &["X O .", ". * X"]);
        assert_eq!((go.columns.join(""), go.rows.join("")), ("ABC".to_owned(), "21".to_owned()));
        assert_eq!(go.cells[1].content, Some(Content::Stone(Player::White)));
        assert!(go.cells[4].legal && go.cells[4].content.is_none());
        assert_eq!(diagram("aligne4", &["* ."]).cells.iter().filter(|cell| cell.content.is_some()).count(), 0);
        assert!(diagram("go", &[]).cells.is_empty());
    }

    #[test]
    fn digits_mean_what_they_mean_in_the_rules() {
        for piece in Piece::all() {
            let drawn = diagram("aligne4", &[&piece.to_string()]);
            let figure = Figure {
                code: piece.digit(),
                white: piece.is(Characteristic::White),
                small: piece.is(Characteristic::Small),
                plant: piece.is(Characteristic::Plant),
                square: piece.is(Characteristic::Square),
            };
            assert_eq!(drawn.cells[0].content, Some(Content::Figure(figure)));
        }
    }
}
