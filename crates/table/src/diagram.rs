use plateau_core::Player;

use crate::Kind;
use crate::games::aligne4::figure;
use crate::view::{BoardView, Cell, Content, Surface};

/// A small board from text, as the rules pages have them: rows from the top, cells parted by blanks. `X` and `O` are stones, `*`
/// is a legal move, the digits of Aligne 4 are pieces; anything else is empty.
pub fn diagram(kind: Kind, rows: &[&str]) -> BoardView {
    let cells: Vec<Cell> = rows.iter().flat_map(|row| row.split_whitespace()).map(|sign| cell(kind, sign)).collect();
    let columns = cells.len().checked_div(rows.len()).unwrap_or(0);
    let (columns, rows) = (labels(kind, columns, false), labels(kind, rows.len(), true));
    BoardView {
        surface: Surface::of(kind),
        columns,
        rows,
        cells,
        reserve: Vec::new(),
        won: Vec::new(),
        strokes: Vec::new(),
    }
}

fn cell(kind: Kind, sign: &str) -> Cell {
    let content = match (kind, sign) {
        (Kind::Aligne4, digit) => digit.parse().ok().map(|piece| Content::Figure(figure(piece))),
        (Kind::Go | Kind::Othello, "X") => Some(Content::Stone(Player::Black)),
        (Kind::Go | Kind::Othello, "O") => Some(Content::Stone(Player::White)),
        (Kind::Go | Kind::Othello, _) => None,
    };
    Cell { content, legal: sign == "*", ..Cell::default() }
}

/// The names of the columns, or of the rows from the top, as the game has them.
fn labels(kind: Kind, count: usize, of_rows: bool) -> Vec<String> {
    match (kind, of_rows) {
        (Kind::Go, true) => (1..=count).rev().map(|row| row.to_string()).collect(),
        (Kind::Go, false) => ('A'..='Z').filter(|letter| *letter != 'I').take(count).map(String::from).collect(),
        (Kind::Othello | Kind::Aligne4, true) => (1..=count).map(|row| row.to_string()).collect(),
        (Kind::Othello | Kind::Aligne4, false) => ('a'..='z').take(count).map(String::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_stones_pieces_and_legal_moves() {
        let go = diagram(Kind::Go, &["X O .", ". * X"]);
        assert_eq!((go.columns.join(""), go.rows.join("")), ("ABC".to_owned(), "21".to_owned()));
        assert_eq!(go.cells[1].content, Some(Content::Stone(Player::White)));
        assert!(go.cells[4].legal && go.cells[4].content.is_none());
        let aligne4 = diagram(Kind::Aligne4, &["c . *"]);
        let Some(Content::Figure(figure)) = aligne4.cells[0].content else { panic!("c is a piece") };
        assert!(figure.white && figure.small && !figure.plant && !figure.square);
        assert_eq!(aligne4.cells.iter().filter(|cell| cell.content.is_some()).count(), 1);
        assert!(diagram(Kind::Go, &[]).cells.is_empty());
    }
}
