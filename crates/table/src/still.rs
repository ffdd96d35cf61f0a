//! A position that is shown without a table: as it stands in a record, or on a way.

use plateau_core::{Player, Position};

use crate::playable::{MoveOf, Playable, Shown};
use crate::view::{BoardView, Can, MoveView, PlayerView, Stage, View, Wanted};
use crate::{Message, Seat};

/// What is known of it.
pub(crate) struct Still<'a, G: Playable> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    /// The move that led to it.
    pub(crate) last: Option<MoveOf<G>>,
    /// The position before that move and who made it, where it was a good one.
    pub(crate) before: Option<(&'a G::Position, Player)>,
    pub(crate) seats: &'a [Seat; 2],
    pub(crate) moves: Vec<MoveView>,
    /// Whether somebody may try a move on it.
    pub(crate) is_live: bool,
}

impl<G: Playable> Still<'_, G> {
    pub(crate) fn view(self, wanted: &Wanted) -> View {
        let Still { game, position, last, before, seats, moves, is_live } = self;
        let live = is_live && !position.is_over();
        let hint = wanted.hint.as_deref().and_then(|text| text.parse().ok());
        let shown = Shown { position, last, hint, marks: None, territory: wanted.territory, live };
        let counters = game.counters(position, None);
        let side = |player: Player| PlayerView {
            name: seats[player].name.clone(),
            who: seats[player].who.clone(),
            to_move: !position.is_over() && position.turn() == player,
            counters: counters[player].clone(),
            clock: None,
        };
        let happened = before.zip(last).map(|((before, player), mv)| {
            // As it was played: a record may let a player move twice.
            if before.turn() == player { game.happened(before, mv) } else { game.happened(&before.resumed(player), mv) }
        });
        let turn = position.turn();
        let expected = (!position.is_over())
            .then(|| Message::new("table-turn").with("player", G::KIND.side(turn)).with("name", seats[turn].called()));
        let mut board = game.board(&shown);
        put_worths::<G>(&mut board, wanted);
        if let Some(estimate) = &wanted.estimate {
            for (cell, owner) in board.cells.iter_mut().zip(&estimate.owners) {
                cell.territory = *owner;
            }
        }
        let pass = live && G::pass().is_some_and(|pass| position.check(pass).is_ok());
        View {
            kind: G::KIND,
            board,
            players: Player::BOTH.map(side),
            sentences: happened.into_iter().chain(game.opening(position)).chain(expected).collect(),
            moves,
            stage: Stage::Playing,
            end: None,
            tally: None,
            can: Can { pass, ..Can::default() },
        }
    }
}

/// Writes what moves are worth onto the cells where they put something.
fn put_worths<G: Playable>(board: &mut BoardView, wanted: &Wanted) {
    for (text, worth) in &wanted.worths {
        let Some(mv) = text.parse::<MoveOf<G>>().ok() else { continue };
        let is_held = G::piece_of(mv).is_none_or(|piece| wanted.held.as_ref() == Some(&piece));
        let cell = G::cell_of(mv).filter(|_| is_held);
        if let Some(cell) = cell.and_then(|name| board.cells.iter_mut().find(|cell| cell.name == name)) {
            cell.worth = Some(worth.clone());
        }
    }
}
