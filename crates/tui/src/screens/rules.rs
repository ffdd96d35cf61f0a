//! The rules of the games, with diagrams.

use draw::{Charset, TextStyle};
use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use table::view::{BoardView, Cell, Content, Figure, Surface};
use words::page::{Block, blocks};
use words::rules_page;

use super::{Keys, heading};
use crate::app::{Context, Next};
use crate::look::Role;
use crate::{Event, Game, paint};

pub(crate) struct Rules {
    game: usize,
    /// The first line that is shown.
    top: usize,
}

/// A line of a page as it is shown.
struct Line {
    text: String,
    role: Role,
}

impl Rules {
    pub(crate) fn new(_context: &Context) -> Rules {
        Rules { game: 0, top: 0 }
    }

    fn scroll(&mut self, context: &Context, by: isize) {
        let page = page_area(context.size);
        let last = lines(Game::ALL[self.game], page.width, context).len().saturating_sub(page.height as usize);
        self.top = self.top.saturating_add_signed(by).min(last);
    }

    fn turn(&mut self, by: usize) {
        (self.game, self.top) = ((self.game + by) % Game::ALL.len(), 0);
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        let height = page_area(context.size).height as isize;
        match event {
            Event::Key(key) => match key.code {
                KeyCode::Up | KeyCode::Char('k') => self.scroll(context, -1),
                KeyCode::Down | KeyCode::Char('j') => self.scroll(context, 1),
                KeyCode::PageUp => self.scroll(context, -height),
                KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(context, height),
                KeyCode::Home => self.top = 0,
                KeyCode::End => self.scroll(context, isize::MAX),
                KeyCode::Right | KeyCode::Tab | KeyCode::Char('l') => self.turn(1),
                KeyCode::Left | KeyCode::BackTab | KeyCode::Char('h') => self.turn(Game::ALL.len() - 1),
                KeyCode::Char(digit @ '1'..='3') => (self.game, self.top) = (digit as usize - '1' as usize, 0),
                KeyCode::Esc | KeyCode::Char('q') => return Next::Home,
                _ => {}
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.scroll(context, -3),
                MouseEventKind::ScrollDown => self.scroll(context, 3),
                _ => {}
            },
            _ => {}
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let (look, page) = (context.look, page_area(area));
        let names: Vec<String> = Game::ALL
            .iter()
            .enumerate()
            .map(
                |(index, game)| {
                    if index == self.game { format!("[ {} ]", game.name()) } else { format!("  {}  ", game.name()) }
                },
            )
            .collect();
        heading(buf, area, &names.join("   "), context);
        let lines = lines(Game::ALL[self.game], page.width, context);
        let top = self.top.min(lines.len().saturating_sub(1));
        for (line, y) in lines.iter().skip(top).zip(page.y..page.bottom()) {
            paint::text(buf, page.x, y, page.width, &line.text, look.style(line.role));
        }
        let last = lines.len().saturating_sub(page.height as usize);
        if let Some(percent) = (100 * self.top.min(last)).checked_div(last) {
            let percent = format!("{percent} %");
            let line = Rect { y: area.bottom() - 2, height: 1, ..page };
            paint::right(buf, line, &percent, look.style(Role::Soft));
        }
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (
        vec![("↑↓", "tui-key-scroll"), ("Space", "tui-key-page"), ("←→", "tui-setup-game"), ("Esc", "tui-key-back")],
        Vec::new(),
    )
}

fn page_area(area: Rect) -> Rect {
    let width = (area.width - 4).min(84);
    Rect::new(area.x + (area.width - width) / 2, area.y + 3, width, area.height - 6)
}

/// A page as lines of this width.
fn lines(game: Game, width: u16, context: &Context) -> Vec<Line> {
    let mut lines = Vec::new();
    let Some(source) = rules_page(game.id(), context.words.lang()) else { return lines };
    for block in blocks(source) {
        // Entries of a list stand close together.
        if !lines.is_empty() && !matches!(block, Block::Item(_)) {
            lines.push(Line { text: String::new(), role: Role::Ink });
        }
        match block {
            Block::Heading(_, text) => lines.push(Line { text: text.to_owned(), role: Role::Accent }),
            Block::Paragraph(text) => {
                let wrapped = paint::wrap(&plain(text), width);
                lines.extend(wrapped.into_iter().map(|text| Line { text, role: Role::Ink }));
            }
            Block::Item(text) => {
                let wrapped = paint::wrap(&plain(text), width.saturating_sub(4));
                for (index, text) in wrapped.into_iter().enumerate() {
                    let before = if index == 0 { context.look.pick("  • ", "  - ") } else { "    " };
                    lines.push(Line { text: format!("{before}{text}"), role: Role::Ink });
                }
            }
            Block::Board { game, rows } => {
                let text = diagram(game, &rows, context.look.charset);
                lines.extend(text.lines().map(|line| Line { text: format!("    {line}"), role: Role::Ink }));
            }
        }
    }
    lines
}

/// Without the signs of emphasis, which the terminal does not need.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['*', '`'], "")
}

/// A position of a rules page: `X`, `O` and `.`, or the digits of pieces, parted by blanks.
fn diagram(game: &str, rows: &[&str], charset: Charset) -> String {
    let cells: Vec<Cell> = rows.iter().flat_map(|row| row.split_whitespace()).map(|sign| cell(game, sign)).collect();
    let columns = if rows.is_empty() { 0 } else { cells.len() / rows.len() };
    let surface = match game {
        "aligne4" => Surface::Aligne4,
        "othello" => Surface::Othello,
        _ => Surface::Go,
    };
    let (columns, rows) = (names(game, columns, false), names(game, rows.len(), true));
    let board = BoardView { surface, columns, rows, cells, reserve: Vec::new(), won: Vec::new() };
    draw::text(&board, &TextStyle { charset, bare: false, legend: None }).unwrap_or_default()
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
fn names(game: &str, count: usize, of_rows: bool) -> Vec<String> {
    match (game, of_rows) {
        ("go", true) => (1..=count).rev().map(|row| row.to_string()).collect(),
        (_, true) => (1..=count).map(|row| row.to_string()).collect(),
        ("go", false) => ('A'..='Z').filter(|letter| *letter != 'I').take(count).map(String::from).collect(),
        (_, false) => ('a'..='z').take(count).map(String::from).collect(),
    }
}
