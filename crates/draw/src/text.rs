//! Diagrams of characters, for consoles and letters.

use plateau_core::Player;
use table::view::{BoardView, Cell, Content, Figure, Mark, Sure, Surface};

use crate::error::Error;
use crate::layout::{self, label};

/// How a diagram is written.
#[derive(Clone, Debug, Default)]
pub struct TextStyle {
    /// Which characters may be used.
    pub charset: Charset,
    /// Whether rows and columns have no labels.
    pub bare: bool,
    /// Words that explain the figures of Aligne 4; without them there is no legend.
    pub legend: Option<Legend>,
}

/// Which characters a diagram may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Charset {
    /// `●`, `○` and their like.
    #[default]
    Unicode,
    /// `X` for Black, `O` for White.
    Ascii,
}

/// The words of the legend, in the reader's language.
#[derive(Clone, Debug)]
pub struct Legend {
    /// 'black'.
    pub black: String,
    /// 'white'.
    pub white: String,
    /// 'large'.
    pub large: String,
    /// 'small'.
    pub small: String,
    /// 'animal'.
    pub animal: String,
    /// 'plant'.
    pub plant: String,
    /// 'round'.
    pub round: String,
    /// 'square'.
    pub square: String,
}

/// Writes a view as a diagram; every line ends with a line break and none with a space.
///
/// Go and Othello: `X` and `O` (or `●` and `○`) for stones, in small letters when dead, `+` for star points, `*` where one may
/// play in Othello, `b` and `w` (`▪` and `▫`) for territory. An empty point with a label shows the label. Around a cell, `( )`
/// is the last move, `[ ]` the cursor, `{ }` a hint.
///
/// Aligne 4: a piece is a pair of brackets for its shape, `( )` or `[ ]`, around its colour (`X` or `O`, as in the other games)
/// and its kind (`A`nimal or `P`lant), in small letters when it is small: `[xp]` is black, small, a plant, square. `> <` is the
/// last move, `* *` a winning line. The reserve follows, each piece after its code.
pub fn text(view: &BoardView, style: &TextStyle) -> Result<String, Error> {
    layout::check(view)?;
    let mut out = match view.surface {
        Surface::Go | Surface::Othello => grid(view, style, 1, &|cell| stone(cell, view.surface, style.charset)),
        Surface::Aligne4 => grid(view, style, 4, &|cell| place(cell, style.charset)),
    };
    if view.surface == Surface::Aligne4 {
        out.push_str(&reserve(view, style.charset));
        if let Some(legend) = &style.legend {
            out.push_str(&explain(legend, style.charset));
        }
    }
    Ok(out)
}

/// The rows, each cell between the signs that its marks put around it.
fn grid(view: &BoardView, style: &TextStyle, narrowest: usize, show: &dyn Fn(&Cell) -> String) -> String {
    let shown: Vec<String> = view.cells.iter().map(show).collect();
    let width = shown.iter().map(|cell| length(cell)).max().unwrap_or(0).max(narrowest);
    let clean_all = |labels: &[String]| labels.iter().map(|label| clean(label, style.charset)).collect::<Vec<_>>();
    let rows = clean_all(&view.rows);
    let head = rows.iter().map(|label| length(label)).max().unwrap_or(0);
    let columns = view.columns.len();
    let names = clean_all(&view.columns);
    let width = names.iter().map(|name| length(name)).max().unwrap_or(0).max(width);
    let names: String = names.iter().map(|name| format!("{} ", centred(name, width))).collect();
    let names = format!("{:head$} {names}", "");
    let mut lines = Vec::new();
    if !style.bare {
        lines.push(names.clone());
    }
    for (row, label) in rows.iter().enumerate() {
        let cells = row * columns..(row + 1) * columns;
        let mut line = String::new();
        // The sign between two cells belongs to the left one's end or the right one's beginning, whichever has one.
        let mut after = None;
        for i in cells {
            let around = signs(&view.cells[i], view, i);
            line.push(around.map(|signs| signs.0).or(after).unwrap_or(' '));
            line.push_str(&centred(&shown[i], width));
            after = around.map(|signs| signs.1);
        }
        line.push(after.unwrap_or(' '));
        lines.push(if style.bare { line } else { format!("{}{line}{label}", right(label, head)) });
    }
    if !style.bare {
        lines.push(names);
    }
    if style.bare && lines.iter().all(|line| line.starts_with(' ')) {
        for line in &mut lines {
            line.remove(0);
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The signs around a cell.
fn signs(cell: &Cell, view: &BoardView, index: usize) -> Option<(char, char)> {
    let has = |mark| cell.marks.contains(&mark);
    if view.surface == Surface::Aligne4 {
        let won = has(Mark::Winning) || view.won.iter().any(|line| line.cells.contains(&index));
        let signs = [(won, ('*', '*')), (has(Mark::Last), ('>', '<')), (has(Mark::Hint), ('{', '}'))];
        return signs.into_iter().find(|(applies, _)| *applies).map(|(_, signs)| signs);
    }
    let signs = [(Mark::Cursor, ('[', ']')), (Mark::Last, ('(', ')')), (Mark::Hint, ('{', '}'))];
    signs.into_iter().find(|(mark, _)| has(*mark)).map(|(_, signs)| signs)
}

/// A point of Go or a square of Othello.
fn stone(cell: &Cell, surface: Surface, charset: Charset) -> String {
    let pick = |unicode: char, ascii: char| if charset == Charset::Unicode { unicode } else { ascii };
    if let (None, Some(label)) = (cell.content, label(cell)) {
        return clean(label, charset);
    }
    // One character has no room for degrees: what is only perhaps somebody's is nobody's here.
    let owner = cell.territory.filter(|claim| claim.sure > Sure::Perhaps).map(|claim| claim.player);
    let sign = match (cell.content, owner) {
        (Some(Content::Stone(Player::Black)), _) if cell.dead => 'x',
        (Some(Content::Stone(Player::White)), _) if cell.dead => 'o',
        (Some(Content::Stone(Player::Black)), _) => pick('●', 'X'),
        (Some(Content::Stone(Player::White)), _) => pick('○', 'O'),
        (Some(Content::Figure(_)), _) => '?',
        (None, Some(Player::Black)) => pick('▪', 'b'),
        (None, Some(Player::White)) => pick('▫', 'w'),
        (None, None) if surface == Surface::Othello && cell.legal => '*',
        (None, None) if cell.star => '+',
        (None, None) => pick('·', '.'),
    };
    sign.to_string()
}

/// A place of Aligne 4.
fn place(cell: &Cell, charset: Charset) -> String {
    match cell.content {
        Some(Content::Figure(figure)) => piece_text(figure, charset),
        Some(Content::Stone(_)) => "?".to_owned(),
        None => match label(cell) {
            Some(label) => clean(label, charset),
            None => if charset == Charset::Unicode { "·" } else { "." }.to_owned(),
        },
    }
}

/// A move as a picture: a point or a square as it is written, a piece of Aligne 4 as it looks and the cell that it stands on.
pub fn move_text(surface: Surface, mv: &str, charset: Charset) -> String {
    let drawn = |code: char| Figure::all().find(|figure| figure.code == code).map(|figure| piece_text(figure, charset));
    let mut letters = mv.chars();
    match (surface, letters.next(), mv.chars().count()) {
        // One character is a piece, two are a cell, three are a piece and its cell.
        (Surface::Aligne4, Some(code), 1 | 3) => match (drawn(code), letters.as_str()) {
            (Some(piece), "") => piece,
            (Some(piece), cell) => format!("{piece} {cell}"),
            (None, _) => mv.to_owned(),
        },
        _ => mv.to_owned(),
    }
}

/// A piece of Aligne 4 in four characters.
pub fn piece_text(figure: Figure, charset: Charset) -> String {
    let (open, close) = if figure.square { ('[', ']') } else { ('(', ')') };
    let colour = match (charset, figure.white, figure.small) {
        (Charset::Ascii, false, false) => 'X',
        (Charset::Ascii, false, true) => 'x',
        (Charset::Ascii, true, false) => 'O',
        (Charset::Ascii, true, true) => 'o',
        (Charset::Unicode, false, false) => '●',
        (Charset::Unicode, false, true) => '•',
        (Charset::Unicode, true, false) => '○',
        (Charset::Unicode, true, true) => '◦',
    };
    let kind = match (figure.plant, figure.small) {
        (false, false) => 'A',
        (false, true) => 'a',
        (true, false) => 'P',
        (true, true) => 'p',
    };
    format!("{open}{colour}{kind}{close}")
}

/// A label as it can stand in a diagram: three characters at most, of the character set, and none that moves the others.
fn clean(text: &str, charset: Charset) -> String {
    let unseen = |c: char| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let fits = |c: char| !c.is_control() && !unseen(c) && (charset == Charset::Unicode || c.is_ascii());
    text.chars().take(3).map(|c| if fits(c) { c } else { '?' }).collect()
}

/// The pieces that are left, eight in a line.
fn reserve(view: &BoardView, charset: Charset) -> String {
    let mut out = String::new();
    for (i, line) in view.reserve.chunks(8).enumerate() {
        if i == 0 {
            out.push('\n');
        }
        let mut text = String::new();
        for reserved in line {
            let (before, after) = if reserved.selected { ('>', '<') } else { (' ', ' ') };
            text.push_str(&format!("{before}{}{}{after}", reserved.figure.code, piece_text(reserved.figure, charset)));
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

/// Two lines that explain the pieces.
fn explain(legend: &Legend, charset: Charset) -> String {
    let Legend { black, white, large, small, animal, plant, round, square } = legend;
    let (b, w, small_b, small_w) =
        if charset == Charset::Unicode { ("●", "○", "•", "◦") } else { ("X", "O", "x", "o") };
    format!(
        "\n {b} {small_b} {black}   {w} {small_w} {white}   A a {animal}   P p {plant}\n \
         {b} {w} A P {large}   {small_b} {small_w} a p {small}   ( ) {round}   [ ] {square}\n"
    )
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Pads to the width, the text in the middle.
fn centred(text: &str, width: usize) -> String {
    let free = width.saturating_sub(length(text));
    let left = free.div_ceil(2);
    format!("{:left$}{text}{:right$}", "", "", right = free - left)
}

/// Pads to the width, the text at the right.
fn right(text: &str, width: usize) -> String {
    format!("{:free$}{text}", "", free = width.saturating_sub(length(text)))
}
