use std::fmt::Debug;

use plateau_core::{Game, Player, Position};

use crate::view::{BoardView, Counter, MoveView};
use crate::{End, Kind, Message};

/// A move of this game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// What the table must know of a game beyond its rules: how people write its moves, what they are told, what they see, and
/// how the end is settled. Nothing here decides legality; that is asked of the position.
pub trait Playable: Game {
    /// What players can mark before the count, where that is part of the game.
    type Marks: Clone + Default + PartialEq + Debug;

    /// Which game it is.
    const KIND: Kind;

    /// A move as a person writes it: the notation, or the numbers of the console.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<MoveOf<Self>, Message>;

    /// The move that is played without asking, since it is no decision: the pass of Othello.
    fn forced_move(&self, _position: &Self::Position) -> Option<MoveOf<Self>> {
        None
    }

    /// The move that puts nothing anywhere, where there is one.
    fn pass() -> Option<MoveOf<Self>> {
        None
    }

    /// The name of the cell on which a move puts something.
    fn cell_of(mv: MoveOf<Self>) -> Option<String>;

    /// The piece that a move puts somewhere, where the player chooses it.
    fn piece_of(_mv: MoveOf<Self>) -> Option<String> {
        None
    }

    /// What a legal move does to this position, once it is played.
    fn happened(&self, before: &Self::Position, mv: MoveOf<Self>) -> Message;

    /// What players call this position, if it has a name.
    fn opening(&self, _position: &Self::Position) -> Option<Message> {
        None
    }

    /// What the player to move should know now.
    fn prompt(&self, _position: &Self::Position) -> Option<Message> {
        None
    }

    /// What stands beside the board for each player: captures, territory, stones; discs. With a marking, as it is counted.
    fn counters(&self, position: &Self::Position, marks: Option<&Self::Marks>) -> [Vec<Counter>; 2];

    /// The board as it looks.
    fn board(&self, shown: &Shown<'_, Self>) -> BoardView;

    /// Whether the players mark dead chains before this ended position is counted.
    fn needs_marking(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Changes the marking at this cell, or says why not.
    fn mark(&self, _position: &Self::Position, _marks: &mut Self::Marks, _cell: &str) -> Result<(), Message> {
        Err(Message::new("table-nothing-to-mark"))
    }

    /// The cells by which an empty marking becomes this one: one of each chain that is marked.
    fn marked(&self, _position: &Self::Position, _marks: &Self::Marks) -> Vec<String> {
        Vec::new()
    }

    /// How an ended position came out, with this marking.
    fn end(&self, position: &Self::Position, marks: &Self::Marks) -> End;

    /// Where each player's points come from, the total last, where the end is counted.
    fn tally(&self, _position: &Self::Position, _marks: &Self::Marks) -> Option<[Vec<Counter>; 2]> {
        None
    }
}

/// What is to be shown of a board.
#[derive(Debug)]
pub struct Shown<'a, G: Playable> {
    /// The position.
    pub position: &'a G::Position,
    /// The move that led to it.
    pub last: Option<MoveOf<G>>,
    /// The move that the machine would play.
    pub hint: Option<MoveOf<G>>,
    /// The marking, while there is one.
    pub marks: Option<&'a G::Marks>,
    /// Whether territory is shown.
    pub territory: bool,
    /// Whether the player to move may play, so that legal cells are worth showing.
    pub live: bool,
}

/// Numbers moves one after the other, as the game's players do.
#[derive(Default)]
pub(crate) struct Numbers {
    last: u32,
}

impl Numbers {
    /// The next move, with its number if it has one.
    pub(crate) fn view<G: Playable>(&mut self, player: Player, mv: MoveOf<G>) -> MoveView {
        let is_pass = G::pass() == Some(mv);
        let is_numbered = !is_pass || G::KIND.numbers_passes();
        self.last += u32::from(is_numbered);
        MoveView { player, text: mv.to_string(), is_pass, number: is_numbered.then_some(self.last) }
    }
}
