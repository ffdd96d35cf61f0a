//! Views made by hand, for the gallery and the tests.

use draw::{BoardView, Cell, Claim, Content, Figure, Mark, Reserved, Surface, WonLine};
use plateau_core::Player;

/// A Go board from rows of `X`, `O` and `.`; a small letter is a dead stone, `b` and `w` territory.
pub(crate) fn go(rows: &[&str]) -> BoardView {
    let size = rows.len();
    let letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let columns: Vec<String> =
        letters.chars().take(rows[0].replace(' ', "").len()).map(|letter| letter.to_string()).collect();
    let labels: Vec<String> = (1..=size).rev().map(|row| row.to_string()).collect();
    let stars: &[usize] = match size {
        19 => &[3, 9, 15],
        13 => &[3, 6, 9],
        9 => &[2, 4, 6],
        _ => &[],
    };
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.replace(' ', "").chars().enumerate() {
            let star = stars.contains(&x) && stars.contains(&y) && (size != 9 || (x == 4) == (y == 4));
            let content = match sign.to_ascii_uppercase() {
                'X' => Some(Content::Stone(Player::Black)),
                'O' => Some(Content::Stone(Player::White)),
                _ => None,
            };
            let territory = match sign {
                'b' | 'o' => Some(Player::Black),
                'w' | 'x' => Some(Player::White),
                _ => None,
            };
            let name = format!("{}{}", columns[x], labels[y]);
            let dead = sign == 'x' || sign == 'o';
            let legal = content.is_none();
            cells.push(Cell {
                name,
                content,
                legal,
                star,
                territory: territory.map(Claim::from),
                dead,
                marks: Vec::new(),
                label: None,
                worth: None,
            });
        }
    }
    BoardView {
        surface: Surface::Go,
        columns,
        rows: labels,
        cells,
        reserve: Vec::new(),
        won: Vec::new(),
        strokes: Vec::new(),
    }
}

/// The cell of this name.
pub(crate) fn cell<'a>(view: &'a mut BoardView, name: &str) -> &'a mut Cell {
    view.cells.iter_mut().find(|cell| cell.name == name).expect("a cell of this name")
}

/// A game on a small board, with territory and the last move.
pub(crate) fn go_9() -> BoardView {
    let mut view = go(&[
        "b b b b X O w w w",
        "b b b X O w w w w",
        "b b b X O O w w w",
        "b b X X O w w O w",
        "b X b X O w w w w",
        "b b X . O O O w w",
        "b b b X X X O w w",
        "b b X X . . O w w",
        "b b b X . . O w w",
    ]);
    cell(&mut view, "H6").marks.push(Mark::Last);
    view
}

/// The middle of a game on a full board.
pub(crate) fn go_19() -> BoardView {
    let mut view = go(&[
        ". . . . . . . . . . . . . . . . . . .",
        ". . . . . . O O . . . . . X . . . . .",
        ". . O . O O X X O . . X . . X X O . .",
        ". . . X X X X . X . . . . X O O X . .",
        ". . X O O O X . . . . . . O . . X . .",
        ". . X O . . O . X . . . . . . O . . .",
        ". . O . O . . . . . . . . O . . X . .",
        ". . . . . . . . . . . . . . . . . . .",
        ". . O . . . . . . . . . . . . . X . .",
        ". . . . . . . . . . . . . . O . . . .",
        ". . X . . . . . . . . . . . . . X . .",
        ". . . . . . . . . X . . . . . . . . .",
        ". . X . X . . . . . . . . . . . O . .",
        ". X O X . . . . . . . . . . . . . . .",
        ". O O X . X . O . X . . O . O . O . .",
        ". . . O X . . . . . . . . . . X O . .",
        ". . O . O X X . X . . O . . X X X O .",
        ". . . O . O O . . . . . . . . . X O .",
        ". . . . . . . . . . . . . . . . . . .",
    ]);
    cell(&mut view, "K8").marks.push(Mark::Last);
    view
}

/// A sequence as a book shows it: numbers, letters, every mark.
pub(crate) fn go_book() -> BoardView {
    let mut view = go(&[
        ". . . . . . . . . . . . .",
        ". . . . . . . . . . . . .",
        ". . . X . . . . . O X . .",
        ". . X O O X . . . X O . .",
        ". . . . . . . . . . . . .",
        ". . X . O . . . . . O . .",
        ". . . . . . . . . . . . .",
        ". . . X . . . . . . . . .",
        ". . . . . . . . . X . . .",
        ". . X . O . . . O X O . .",
        ". . . O . . . . . O . . .",
        ". . . . . . . . . . . . .",
        ". . . . . . . . . . . . .",
    ]);
    let labels =
        [("D11", "1"), ("D10", "2"), ("C10", "3"), ("E10", "10"), ("F10", "11"), ("K11", "98"), ("L11", "117")];
    for (name, label) in labels {
        cell(&mut view, name).label = Some(label.to_owned());
    }
    for (name, label) in [("G7", "A"), ("H6", "b"), ("G10", "12"), ("F3", "Q")] {
        cell(&mut view, name).label = Some(label.to_owned());
    }
    let marks = [
        ("C8", Mark::Triangle),
        ("E8", Mark::Triangle),
        ("D6", Mark::Square),
        ("J4", Mark::Square),
        ("C4", Mark::Circle),
        ("E4", Mark::Circle),
        ("K4", Mark::Cross),
        ("L4", Mark::Cross),
        ("K3", Mark::Selected),
        ("K5", Mark::Selected),
        ("L8", Mark::Cursor),
        ("L6", Mark::Hint),
        ("G2", Mark::Triangle),
        ("H2", Mark::Square),
        ("J2", Mark::Circle),
        ("K2", Mark::Cross),
        ("L2", Mark::Selected),
        ("L11", Mark::Last),
    ];
    for (name, mark) in marks {
        cell(&mut view, name).marks.push(mark);
    }
    view
}

/// The end of a game: territory, and dead stones inside it.
pub(crate) fn go_end() -> BoardView {
    go(&[
        "w w O X b X b", //
        "w x O X X o b",
        "w O X X b b X",
        "O O O X X X X",
        "O x w O O O X",
        "w O w w w O O",
        "w O w w x w w",
    ])
}

/// A full board of numbered stones: the largest picture there is.
pub(crate) fn go_full() -> BoardView {
    let row = "X O ".repeat(10)[..37].to_owned();
    let mut view = go(&vec![row.as_str(); 19]);
    for (i, cell) in view.cells.iter_mut().enumerate() {
        cell.label = Some((i + 1).to_string());
    }
    view
}

/// Othello from rows of `X`, `O`, `.` and `*` for a legal square.
pub(crate) fn othello(rows: &[&str]) -> BoardView {
    let columns: Vec<String> = "abcdefgh".chars().map(|letter| letter.to_string()).collect();
    let labels: Vec<String> = (1..=8).map(|row| row.to_string()).collect();
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.replace(' ', "").chars().enumerate() {
            let content = match sign {
                'X' => Some(Content::Stone(Player::Black)),
                'O' => Some(Content::Stone(Player::White)),
                _ => None,
            };
            let name = format!("{}{}", columns[x], labels[y]);
            cells.push(Cell { name, content, legal: sign == '*', ..Cell::default() });
        }
    }
    BoardView {
        surface: Surface::Othello,
        columns,
        rows: labels,
        cells,
        reserve: Vec::new(),
        won: Vec::new(),
        strokes: Vec::new(),
    }
}

/// After f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5: Black to move.
pub(crate) fn othello_middle() -> BoardView {
    let mut view = othello(&[
        ". . . . . . . .",
        ". . * * * * . .",
        ". . X O * O . .",
        ". . X X O O * .",
        ". * O O O X . .",
        ". * * O X X . .",
        ". . . X O * . .",
        ". . . * * . . .",
    ]);
    cell(&mut view, "c5").marks.push(Mark::Last);
    view
}

/// Othello with every mark, and the moves in numbers.
pub(crate) fn othello_book() -> BoardView {
    let mut view = othello_middle();
    let labels = [("f5", "1"), ("d6", "2"), ("d7", "11"), ("c5", "12"), ("c6", "A"), ("b2", "X"), ("b1", "C")];
    for (name, label) in labels {
        cell(&mut view, name).label = Some(label.to_owned());
    }
    let marks = [
        ("b6", Mark::Hint),
        ("g4", Mark::Cursor),
        ("d3", Mark::Triangle),
        ("d5", Mark::Square),
        ("e5", Mark::Circle),
        ("c4", Mark::Cross),
        ("e6", Mark::Selected),
        ("h8", Mark::Triangle),
        ("g8", Mark::Winning),
        ("e7", Mark::Winning),
    ];
    for (name, mark) in marks {
        cell(&mut view, name).marks.push(mark);
    }
    view
}

/// Aligne 4 with every mark.
pub(crate) fn aligne4_book() -> BoardView {
    let mut view = aligne4("0.9./.d3./.a../5..6");
    let marks = [
        ("a1", Mark::Triangle),
        ("c1", Mark::Square),
        ("b2", Mark::Circle),
        ("c2", Mark::Cross),
        ("b3", Mark::Selected),
        ("d4", Mark::Cursor),
        ("b1", Mark::Cursor),
        ("d1", Mark::Hint),
        ("a4", Mark::Winning),
    ];
    for (name, mark) in marks {
        cell(&mut view, name).marks.push(mark);
    }
    for (name, label) in [("a1", "1"), ("c2", "12"), ("a3", "A")] {
        cell(&mut view, name).label = Some(label.to_owned());
    }
    view.reserve[0].selected = true;
    for piece in view.reserve.iter_mut().skip(1) {
        piece.legal = false;
    }
    view
}

/// The piece of this code.
pub(crate) fn figure(code: char) -> Figure {
    Figure::all().find(|figure| figure.code == code).expect("a piece")
}

/// Aligne 4 from its position text.
pub(crate) fn aligne4(position: &str) -> BoardView {
    let columns: Vec<String> = "abcd".chars().map(|letter| letter.to_string()).collect();
    let labels: Vec<String> = (1..=4).map(|row| row.to_string()).collect();
    let signs: Vec<char> = position.chars().filter(|sign| *sign != '/').collect();
    let cells = signs.iter().enumerate().map(|(i, sign)| Cell {
        name: format!("{}{}", columns[i % 4], labels[i / 4]),
        content: sign.is_ascii_hexdigit().then(|| Content::Figure(figure(*sign))),
        legal: *sign == '.',
        ..Cell::default()
    });
    let cells = cells.collect();
    let free = Figure::all().map(|figure| figure.code).filter(|code| !signs.contains(code));
    let reserve = free.map(|code| Reserved { figure: figure(code), legal: true, selected: false }).collect();
    BoardView { surface: Surface::Aligne4, columns, rows: labels, cells, reserve, won: Vec::new(), strokes: Vec::new() }
}

/// In the middle of a game, a piece in hand.
pub(crate) fn aligne4_middle() -> BoardView {
    let mut view = aligne4("0.9./.d3./.a../...6");
    cell(&mut view, "c1").marks.push(Mark::Last);
    let chosen = view.reserve.iter_mut().find(|piece| piece.figure.code == '7').expect("7 is in the reserve");
    chosen.selected = true;
    view
}

/// The second row is won: four plants.
pub(crate) fn aligne4_won() -> BoardView {
    let mut view = aligne4("0.9./63ea/.d../1..4");
    cell(&mut view, "c2").marks.push(Mark::Last);
    view.won.push(WonLine { cells: [4, 5, 6, 7], shared: vec!["aligne4-plant"] });
    for piece in &mut view.reserve {
        piece.legal = false;
    }
    view
}
