//! The names of Othello's openings.

use std::collections::HashMap;
use std::sync::LazyLock;

use othello::{Board, Position, Square};

use crate::Message;

/// What players call this position, if they have a name for it: 'Opening: Tiger'. Seen from any side of the board.
pub(super) fn opening(position: &Position) -> Option<Message> {
    static NAMES: LazyLock<HashMap<Board, &'static str>> = LazyLock::new(|| {
        OPENINGS.iter().map(|&(moves, id)| (after(moves).expect("a test plays them all").canonical().0, id)).collect()
    });
    NAMES.get(&position.board().canonical().0).map(|&id| Message::new(id))
}

/// What all their ids begin with; the rest is the name that is typed.
const ID: &str = "othello-opening-";

/// The names of the classical openings as they are typed: `tiger`, `rose-v-toth`.
pub fn names() -> impl Iterator<Item = &'static str> {
    OPENINGS.iter().map(|&(_, id)| &id[ID.len()..])
}

/// The moves of the opening with this name, as a transcript.
pub fn named(name: &str) -> Option<&'static str> {
    OPENINGS.iter().find(|(_, id)| id.strip_prefix(ID) == Some(name)).map(|&(moves, _)| moves)
}

/// The squares of a transcript, if it has any and all of them can be played one after the other.
pub fn squares(moves: &str) -> Option<Vec<Square>> {
    let (mut board, mut squares) = (Board::START, Vec::new());
    for name in moves.as_bytes().chunks(2) {
        let square: Square = std::str::from_utf8(name).ok()?.parse().ok()?;
        if !board.moves().contains(square) {
            return None;
        }
        board = board.after(square);
        squares.push(square);
    }
    (!squares.is_empty()).then_some(squares)
}

/// The board after a transcript.
fn after(moves: &str) -> Option<Board> {
    Some(squares(moves)?.into_iter().fold(Board::START, Board::after))
}

/// The classical openings, with what they are called in the words of each language.
const OPENINGS: [(&str, &str); 77] = [
    ("f5f6", "othello-opening-diagonal"),
    ("f5f6e6f4g7", "othello-opening-x-square"),
    ("f5f6e6f4g6", "othello-opening-snake"),
    ("f5f6e6f4g6c6", "othello-opening-lysons"),
    ("f5f6e6f4g6c5g4g5f3e3c4", "othello-opening-pyramid"),
    ("f5f6e6f4g5", "othello-opening-heath"),
    ("f5f6e6f4g5e7f7c5e3f3c4d3c2", "othello-opening-mimura-ii"),
    ("f5f6e6f4g5e7e3", "othello-opening-heath-bat"),
    ("f5f6e6f4g5e7d7", "othello-opening-iwasaki"),
    ("f5f6e6f4g5d6", "othello-opening-heath-chimney"),
    ("f5f6e6f4g4", "othello-opening-raccoon-dog"),
    ("f5f6e6f4g3", "othello-opening-rocket"),
    ("f5f6e6f4g3f3g4", "othello-opening-hamilton"),
    ("f5f6e6f4g3d6", "othello-opening-lollipop"),
    ("f5f6e6f4e3", "othello-opening-cow"),
    ("f5f6e6f4e3d6", "othello-opening-chimney"),
    ("f5f6e6f4e3c5g5", "othello-opening-bat"),
    ("f5f6e6f4e3c5g5g3g4f3g6", "othello-opening-bat-piau-2"),
    ("f5f6e6f4e3c5g5g3g4f3c4", "othello-opening-melnikov"),
    ("f5f6e6f4e3c5g5f3g4g6g3d6f7h5h4h3e7", "othello-opening-bat-kling"),
    ("f5f6e6f4e3c5g5d6g6", "othello-opening-bat-kling-alternative"),
    ("f5f6e6f4e3c5c4", "othello-opening-rose-v-toth"),
    ("f5f6e6f4e3c5c4e7", "othello-opening-tanida"),
    ("f5f6e6f4e3c5c4e7g4", "othello-opening-aircraft"),
    ("f5f6e6f4e3c5c4e7b5e2", "othello-opening-sailboat"),
    ("f5f6e6f4e3c5c4d3f3e2", "othello-opening-maruoka"),
    ("f5f6e6f4e3c5c4d3c3", "othello-opening-landau"),
    ("f5f6e6f4c3", "othello-opening-buffalo"),
    ("f5f6e6f4c3d7f3", "othello-opening-maruoka-buffalo"),
    ("f5f6e6f4c3d6f3c4c5b4", "othello-opening-tanida-buffalo"),
    ("f5f6e6f4c3c4", "othello-opening-hokuriku-buffalo"),
    ("f5f6d3f4", "othello-opening-wing"),
    ("f5f6c4f4", "othello-opening-semi-wing"),
    ("f5f4", "othello-opening-parallel"),
    ("f5d6", "othello-opening-perpendicular"),
    ("f5d6c5f4e3d3", "othello-opening-mimura"),
    ("f5d6c5f4e3c6f3", "othello-opening-shaman"),
    ("f5d6c5f4e3c6e6", "othello-opening-inoue"),
    ("f5d6c5f4e3c6e6f6", "othello-opening-iago"),
    ("f5d6c5f4e3c6d7", "othello-opening-bhagat"),
    ("f5d6c5f4e3c6d3f6e6d7", "othello-opening-rose"),
    ("f5d6c5f4e3c6d3f6e6d7g4", "othello-opening-flat"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4", "othello-opening-rotating-flat"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4g6", "othello-opening-murakami"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2e7f2", "othello-opening-rotating-flat-kling"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4", "othello-opening-rose-birth"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2", "othello-opening-brightstein"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4b4", "othello-opening-rose-tamenori"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4b4c3", "othello-opening-rose-tamenori-kling"),
    ("f5d6c5f4e3c6d3f6e6d7e7", "othello-opening-greenberg"),
    ("f5d6c5f4e3c6d3f3", "othello-opening-ralle"),
    ("f5d6c5f4d3", "othello-opening-horse"),
    ("f5d6c4g5", "othello-opening-ganglion"),
    ("f5d6c4g5c6", "othello-opening-swallow"),
    ("f5d6c4g5c6c5d7d3b4c3e3f3", "othello-opening-no-cat"),
    ("f5d6c4d3e6", "othello-opening-italian"),
    ("f5d6c4d3c5", "othello-opening-cat"),
    ("f5d6c4d3c5f4e3f3c2c6", "othello-opening-sakaguchi"),
    ("f5d6c4d3c5f4e3f3c2b4b3", "othello-opening-berner"),
    ("f5d6c3g5", "othello-opening-bent-ganglion"),
    ("f5d6c3d3c4", "othello-opening-tiger"),
    ("f5d6c3d3c4f4f6", "othello-opening-stephenson"),
    ("f5d6c3d3c4f4f6g5", "othello-opening-no-kung"),
    ("f5d6c3d3c4f4f6g5e3f3g4h3g3f2", "othello-opening-no-kung-continuation"),
    ("f5d6c3d3c4f4f6f3", "othello-opening-comp-oth"),
    ("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7", "othello-opening-fat-draw"),
    ("f5d6c3d3c4f4f6f3e3", "othello-opening-lightning-bolt"),
    ("f5d6c3d3c4f4f6b4", "othello-opening-kung"),
    ("f5d6c3d3c4f4e6", "othello-opening-leaders-tiger"),
    ("f5d6c3d3c4f4e3", "othello-opening-brightwell"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3", "othello-opening-ishii"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3", "othello-opening-mainline-tiger"),
    ("f5d6c3d3c4f4c5b3c2", "othello-opening-rose-bill"),
    ("f5d6c3d3c4f4c5b3c2e6", "othello-opening-tamenori"),
    ("f5d6c3d3c4f4c5b3c2b4", "othello-opening-central-rose-bill"),
    ("f5d6c3d3c4b3", "othello-opening-aubrey"),
    ("f5d6c3d3c4b3d2f4", "othello-opening-aubrey-feldborg"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plateau_core::{Dihedral, Game as _, Position as _, Symmetric as _};

    use super::*;

    #[test]
    fn every_opening_can_be_played_and_no_two_are_one() {
        let boards: HashSet<Board> =
            OPENINGS.iter().map(|(moves, id)| after(moves).unwrap_or_else(|| panic!("{id}")).canonical().0).collect();
        let ids: HashSet<&str> = OPENINGS.iter().map(|&(_, id)| id).collect();
        assert_eq!((boards.len(), ids.len()), (OPENINGS.len(), OPENINGS.len()));
    }

    #[test]
    fn an_opening_is_known_from_every_side_and_only_where_it_is_reached() {
        let mut position = othello::Game.start();
        let mut said = Vec::new();
        for name in ["f5", "d6", "c3", "d3", "c4", "b3"] {
            position.play(name.parse::<Square>().expect("a square").into()).expect("legal");
            let called = opening(&position);
            for symmetry in Dihedral::ALL {
                assert_eq!(opening(&position.transformed(symmetry)), called, "after {name}");
            }
            said.push(called);
        }
        let [perpendicular, tiger, aubrey] =
            ["perpendicular", "tiger", "aubrey"].map(|name| format!("othello-opening-{name}"));
        let ids: Vec<Option<&str>> = said.iter().map(|said| said.as_ref().map(|message| &*message.id)).collect();
        assert_eq!(ids, [None, Some(&*perpendicular), None, None, Some(&*tiger), Some(&*aubrey)]);
    }
}
