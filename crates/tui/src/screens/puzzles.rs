//! What stands around the board of a puzzle.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::view::View;
use table::{AnyWay, Kind, Message};

use super::layout::Layout;
use crate::cards::{self, Side};
use crate::context::Context;
use crate::exercise::{Exercise, moves};
use crate::look::Role;
use crate::puzzles::Puzzles;
use crate::{paint, say};

/// A puzzle as it stands now.
pub(super) struct Shown<'a> {
    pub(super) asked: &'a Exercise,
    pub(super) view: &'a View,
    pub(super) said: &'a [Message],
    /// What was played and is expected, and how far one looks along it.
    pub(super) seen: Option<(&'a AnyWay, usize)>,
    pub(super) is_thinking: bool,
}

/// What is asked above the board, who moves on its left, and on its right how one does, what is said, and the moves until where one looks.
pub(super) fn around(buf: &mut Buffer, layout: &Layout, puzzles: &Puzzles, shown: &Shown<'_>, context: &Context) {
    let lines = paint::wrap(&asked(shown, context), layout.sentence.width.saturating_sub(2));
    for (line, y) in lines.iter().zip(layout.sentence.top()..layout.sentence.bottom()) {
        paint::centred(buf, Rect { y, height: 1, ..layout.sentence }, line, context.look.style(Role::Strong));
    }
    // The reserve of Aligne 4 stands with the first player.
    let mover = Player::BOTH.into_iter().find(|player| shown.view.players[*player].to_move);
    let player = mover.filter(|_| puzzles.kind != Kind::Aligne4).unwrap_or(Player::Black);
    cards::draw(buf, layout.left, &Side { view: shown.view, player, thinking: None, piece: None }, context);
    let mut parts = vec![puzzles.title(&context.words), puzzles.standing(&context.words)];
    if shown.is_thinking {
        parts.push(context.say("exercise-thinking"));
    } else {
        parts.extend(shown.said.iter().map(|message| say(&context.words, message)));
    }
    parts.extend(shown.seen.map(|(way, at)| moves(way, at).join(" ")));
    let width = layout.right.width.saturating_sub(1);
    let lines = parts.iter().flat_map(|part| paint::wrap(part, width).into_iter().chain([String::new()]));
    for (line, y) in lines.zip(layout.right.top()..layout.right.bottom()) {
        paint::text(buf, layout.right.x + 1, y, width, &line, context.look.style(Role::Ink));
    }
}

/// What is asked, and the moves among which a mistake is to be found.
fn asked(shown: &Shown<'_>, context: &Context) -> String {
    let mut said = say(&context.words, &shown.asked.task());
    if shown.seen.is_none() {
        let moves = shown.asked.suspects();
        said += &moves.map(|(number, mv)| format!(" {number}.{mv}")).collect::<String>();
    }
    said
}
