//! Where the parts of a screen with a board are, and the sentences above it.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::view::View;

use crate::board::Geometry;
use crate::context::Context;
use crate::look::Role;
use crate::{cards, paint, say};

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

/// So many lines hold what is said: in every language that is nearly always enough for what happened and what is expected. Where
/// there is room, there is one more.
const SENTENCE_LINES: u16 = 2;

impl Layout {
    /// `focus` is the cell that somebody looks at, of a board that does not fit.
    pub(crate) fn new(view: &View, area: Rect, coordinates: bool, focus: usize) -> Layout {
        let roomy = u16::from(area.height >= 44);
        let above = SENTENCE_LINES + 2 * roomy;
        let middle = Rect::new(area.x, area.y + above, area.width, area.height - above - 2 - 2 * roomy);
        let room = Rect { x: area.x + CARD_WIDTH.0, width: area.width - 2 * CARD_WIDTH.0, ..middle };
        let board = Geometry::fit(&view.board, room, coordinates, focus);
        let (left, right) = board.map_or((room.x, room.right()), |board| (board.area.x, board.area.right()));
        // A column of air between a card and the board, where there is one.
        let air = 1 + roomy;
        let width = (left - area.x).saturating_sub(air).clamp(CARD_WIDTH.0, CARD_WIDTH.1).min(left - area.x);
        let x = (left - area.x).saturating_sub(width + air) + area.x;
        // The cards begin where the board begins.
        let top = board.map_or(middle.y, |board| board.area.y);
        let beside = Rect { y: top, height: middle.bottom() - top, ..middle };
        Layout {
            sentence: Rect::new(area.x, area.y + roomy, area.width, SENTENCE_LINES + roomy),
            left: Rect { x, width, ..beside },
            right: Rect { x: (right + air).min(area.right() - width), width, ..beside },
            board,
            note: Rect::new(area.x, area.bottom() - 2 - roomy, area.width, 1),
        }
    }
}

/// What happened and what is expected. What does not fit on the lines is cut at its end: what the opponent did comes first; then the
/// key that shows all of it stands there, if there is one.
pub(crate) fn sentence(buf: &mut Buffer, area: Rect, view: &View, context: &Context, more: Option<char>) {
    let said: Vec<String> = view.sentences.iter().map(|message| say(&context.words, message)).collect();
    let width = area.width.saturating_sub(2);
    // Where they can, lines break between sentences.
    let breaks = (0..said.len()).rev().map(|at| [said[..at].join(" "), said[at..].join(" ")]);
    let mut lines = paint::wrap(&said.join(" "), width);
    if lines.len() == 2
        && let Some(broken) = breaks.into_iter().find(|lines| lines.iter().all(|line| paint::width(line) <= width))
    {
        lines = broken.to_vec();
    }
    if lines.len() > usize::from(area.height) {
        let rest = lines.split_off(usize::from(area.height) - 1).join(" ");
        let more = more.map(|key| format!(" [{key}]")).unwrap_or_default();
        lines.push(paint::cut(&rest, width.saturating_sub(paint::width(&more))) + &more);
    }
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        paint::centred(buf, Rect { y, height: 1, ..area }, line, context.look.style(Role::Strong));
    }
}

/// Where the remark stands: below the card on the left, and below the reserve.
pub(crate) fn remark_area(view: &View, left: Rect) -> Rect {
    let card = cards::height(view, Player::Black);
    let top = match cards::reserve_area(view, left) {
        Some(reserve) => reserve.bottom(),
        None => left.y + card + 1,
    };
    Rect { y: top, height: left.bottom().saturating_sub(top), ..left }
}
