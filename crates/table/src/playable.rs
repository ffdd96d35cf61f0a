use std::fmt::Debug;

use plateau_core::{Game, Outcome, Player, Position};

use crate::Message;
use crate::view::{BoardView, Counter};

/// A move of this game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// What the table must know of a game beyond its rules: how people write its moves, what they are told, what they see, and
/// how the end is settled. Nothing here decides legality; that is asked of the position.
pub trait Playable: Game {
    /// What players can mark before the count, where that is part of the game.
    type Marks: Clone + Default + PartialEq + Debug;

    /// The game's name in files and on the command line.
    const ID: &'static str;

    /// A move as a person writes it: the notation, or the numbers of the console.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<MoveOf<Self>, Message>;

    /// The move that is played without asking, since it is no decision: the pass of Othello.
    fn forced_move(&self, _position: &Self::Position) -> Option<MoveOf<Self>> {
        None
    }

    /// The name of the cell on which a move puts something.
    fn cell_of(mv: MoveOf<Self>) -> Option<String>;

    /// What a move just did.
    fn happened(&self, before: &Self::Position, mv: MoveOf<Self>, after: &Self::Position) -> Message;

    /// What the player to move should know now.
    fn prompt(&self, _position: &Self::Position) -> Option<Message> {
        None
    }

    /// What stands beside the board for a player: captures, territory, stones; discs.
    fn counters(&self, position: &Self::Position, player: Player) -> Vec<Counter>;

    /// The board as it looks.
    fn board(&self, scene: &Scene<'_, Self>) -> BoardView;

    /// Whether the players mark dead chains before this ended position is counted.
    fn needs_marking(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Changes the marking at this cell, or says why not.
    fn mark(&self, _position: &Self::Position, _marks: &mut Self::Marks, _cell: &str) -> Result<(), Message> {
        Err(Message::new("table-nothing-to-mark"))
    }

    /// The position in which play goes on although it had ended, since the players did not agree on the marking.
    fn resumed(&self, position: &Self::Position, _turn: Player) -> Self::Position {
        position.clone()
    }

    /// How an ended position came out, with this marking.
    fn result(&self, position: &Self::Position, marks: &Self::Marks) -> GameResult;

    /// Where each player's points come from, the total last, where the end is counted.
    fn tally(&self, _position: &Self::Position, _marks: &Self::Marks) -> Option<[Vec<Counter>; 2]> {
        None
    }
}

/// What is to be shown of a board.
#[derive(Debug)]
pub struct Scene<'a, G: Playable> {
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

/// How a game that was played to its end came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// By how much, where that is counted: `3.5`, `24`.
    pub margin: Option<String>,
    /// The points of each player, where they are counted.
    pub points: Option<[String; 2]>,
}
