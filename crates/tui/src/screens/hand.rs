//! How a move is told on a board that asks for one: by a cursor, by the mouse, or typed.

use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use table::Message;
use table::view::{Surface, View};

use super::layout::Layout;
use crate::context::Context;

/// Where the cursor is, and what has been typed so far.
#[derive(Default)]
pub(super) struct Hand {
    pub(super) cursor: usize,
    pub(super) typed: String,
}

/// What somebody has told.
pub(super) enum Told {
    /// A move, as people write it.
    Move(String),
    /// Something is missing.
    Refused(Message),
}

/// The longest move that is typed.
const MAX_TYPED: usize = 8;

impl Hand {
    /// With the cursor in the middle of the board.
    pub(super) fn over(view: &View) -> Hand {
        let (columns, rows) = (view.board.columns.len(), view.board.rows.len());
        Hand { cursor: rows / 2 * columns + columns / 2, typed: String::new() }
    }

    /// Takes a key that moves the cursor, types, or tells the move; whatever else it is, it does nothing.
    pub(super) fn key(&mut self, view: &View, code: KeyCode) -> Option<Told> {
        match code {
            KeyCode::Left => self.walk(view, -1, 0),
            KeyCode::Right => self.walk(view, 1, 0),
            KeyCode::Up => self.walk(view, 0, -1),
            KeyCode::Down => self.walk(view, 0, 1),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter | KeyCode::Char(' ') => return Some(self.told(view)),
            KeyCode::Char(sign) if sign.is_ascii_alphanumeric() && self.typed.len() < MAX_TYPED => {
                self.typed.push(sign);
            }
            _ => {}
        }
        None
    }

    /// Takes a click on a cell.
    pub(super) fn mouse(&mut self, context: &Context, view: &View, mouse: MouseEvent) -> Option<Told> {
        let MouseEventKind::Down(MouseButton::Left) = mouse.kind else { return None };
        let layout = Layout::new(view, context.size, context.options.coordinates, self.cursor);
        self.cursor = layout.board?.cell_at(mouse.column, mouse.row)?;
        Some(self.told(view))
    }

    fn walk(&mut self, view: &View, across: isize, down: isize) {
        let (columns, rows) = (view.board.columns.len() as isize, view.board.rows.len() as isize);
        let (column, row) = (self.cursor as isize % columns, self.cursor as isize / columns);
        let column = (column + across).clamp(0, columns - 1);
        self.cursor = ((row + down).clamp(0, rows - 1) * columns + column) as usize;
    }

    /// What was typed, with the cell under the cursor where only a piece was; or the cell alone.
    fn told(&mut self, view: &View) -> Told {
        let cell = view.board.cells.get(self.cursor).map(|cell| cell.name.clone()).unwrap_or_default();
        let takes_piece = view.board.surface == Surface::Aligne4 && view.board.reserve.iter().any(|piece| piece.legal);
        let takes_cell = view.board.cells.iter().any(|cell| cell.legal);
        match std::mem::take(&mut self.typed) {
            typed if typed.is_empty() && takes_piece => Told::Refused(Message::new("choose-piece")),
            typed if typed.is_empty() => Told::Move(cell),
            piece if takes_piece && takes_cell && piece.len() == 1 => Told::Move(piece + &cell),
            typed => Told::Move(typed),
        }
    }
}
