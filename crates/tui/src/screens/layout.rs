//! Where the parts of a screen with a board are, and the sentence above it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::view::View;

use crate::board::Geometry;
use crate::context::Context;
use crate::look::Role;
use crate::{paint, say};

/// Where the parts of the screen are.
pub(crate) struct Layout {
    pub(crate) sentence: Rect,
    pub(crate) left: Rect,
    pub(crate) right: Rect,
    pub(crate) board: Option<Geometry>,
    /// The line above the keys: what is typed, what was told.
    pub(crate) note: Rect,
}

/// The narrowest and the widest card.
const CARD_WIDTH: (u16, u16) = (18, 30);

impl Layout {
    pub(crate) fn new(view: &View, area: Rect, coordinates: bool) -> Layout {
        let roomy = u16::from(area.height >= 44);
        let middle = Rect::new(area.x, area.y + 1 + 2 * roomy, area.width, area.height - 3 - 4 * roomy);
        let room = Rect { x: area.x + CARD_WIDTH.0, width: area.width - 2 * CARD_WIDTH.0, ..middle };
        let board = Geometry::fit(&view.board, room, coordinates);
        let (left, right) = board.map_or((room.x, room.right()), |board| (board.area.x, board.area.right()));
        // A column of air between a card and the board, where there is one.
        let air = 1 + roomy;
        let width = (left - area.x).saturating_sub(air).clamp(CARD_WIDTH.0, CARD_WIDTH.1).min(left - area.x);
        let x = (left - area.x).saturating_sub(width + air) + area.x;
        // The cards begin where the board begins.
        let top = board.map_or(middle.y, |board| board.area.y);
        let beside = Rect { y: top, height: middle.bottom() - top, ..middle };
        Layout {
            sentence: Rect::new(area.x, area.y + roomy, area.width, 1),
            left: Rect { x, width, ..beside },
            right: Rect { x: (right + air).min(area.right() - width), width, ..beside },
            board,
            note: Rect::new(area.x, area.bottom() - 2 - roomy, area.width, 1),
        }
    }
}

/// What happened and what is expected, on one line; the last sentences if not all have room.
pub(crate) fn sentence(buf: &mut Buffer, area: Rect, view: &View, context: &Context) {
    let mut said: Vec<String> = view.sentences.iter().map(|message| say(&context.words, message)).collect();
    while said.len() > 1 && paint::width(&said.join(" ")) > area.width {
        said.remove(0);
    }
    paint::centred(buf, area, &said.join(" "), context.look.style(Role::Strong));
}
