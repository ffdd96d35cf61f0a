//! What the commands must know about one game.

use std::borrow::Cow;
use std::fmt::Debug;

use plateau_core::{Player, Position};
use record::Record;
use record::sgf::Dialect;

/// One game behind the commands of a [`Session`](super::Session): what was agreed, and how things are read and written.
///
/// The adapter holds what `boardsize`, `komi`, the rules and the handicap commands set, and makes the first position of it; the
/// session holds the moves. When an agreement changes, the session plays its moves again from the new first position, so an
/// adapter is cheap to copy and never sees a move being played.
pub trait Adapter: Clone + Debug + Send + 'static {
    /// The positions of the game.
    type Position: Position;
    /// The game, as records have it.
    type Game: Dialect<Position = Self::Position>;

    /// The name by which `GoGui` knows the game: an upper-case letter, then lower-case ones.
    const GAME_ID: &'static str;

    /// The position before the first move.
    fn root(&self) -> Self::Position;

    /// Forgets handicap and set-up stones, as `clear_board` does; keeps size, komi and rules.
    fn clear(&mut self);

    /// A record of what was agreed and set up, without moves.
    fn record(&self) -> Record<Self::Game>;

    /// Takes what was agreed from a record, as far as that says it, and this position for the first one.
    fn adopt(&mut self, record: &Record<Self::Game>, start: &Self::Position);

    /// `boardsize`: the width of the board.
    fn set_size(&mut self, size: u32) -> Result<(), Refusal>;

    /// `komi`. Games without it take any number, since controllers send one without asking.
    fn set_komi(&mut self, komi: &str) -> Result<(), Refusal> {
        komi.parse::<f32>().map(|_| ()).map_err(|_| Refusal::Syntax)
    }

    /// Makes it this player's turn if the protocol lets a player move out of turn here; otherwise changes nothing and is false.
    fn hand_turn(&self, position: &mut Self::Position, to: Player) -> bool;

    /// Reads a move or vertex.
    fn read_move(&self, text: &str) -> Option<<Self::Position as Position>::Move> {
        text.parse().ok()
    }

    /// Writes a move or vertex.
    fn write_move(&self, mv: <Self::Position as Position>::Move) -> String {
        mv.to_string()
    }

    /// What to play when the game is over and a move is wanted all the same: the pass of Go.
    fn move_after_end(&self) -> Option<<Self::Position as Position>::Move> {
        None
    }

    /// The board for people.
    fn show(&self, position: &Self::Position) -> String;

    /// `final_score`, if there is one yet: `B+3.5`, `W+12`, `0`.
    fn final_score(&self, position: &Self::Position) -> Option<String>;

    /// Whether stones can be dead at the end.
    const DEAD_STONES: bool = false;

    /// `final_status_list`: a line for each chain with this status.
    fn final_status(&self, _position: &Self::Position, _status: Status) -> Option<Vec<String>> {
        None
    }

    /// Whether the handicap commands make sense.
    const HANDICAP: bool = false;

    /// Puts the agreed stones on an empty board and names their points.
    fn fixed_handicap(&mut self, _stones: u32) -> Result<Vec<String>, Refusal> {
        Err(Refusal::Handicap)
    }

    /// Puts stones where they do most good, perhaps fewer than asked for, and names their points.
    fn place_free_handicap(&mut self, _stones: u32) -> Result<Vec<String>, Refusal> {
        Err(Refusal::Handicap)
    }

    /// Puts stones where the controller wants them.
    fn set_free_handicap(&mut self, _points: &[&str]) -> Result<(), Refusal> {
        Err(Refusal::Handicap)
    }

    /// Whether the rules can be asked for and changed.
    const RULES: bool = false;

    /// `kata-get-rules`.
    fn rules(&self) -> String {
        String::new()
    }

    /// `kata-set-rules`.
    fn set_rules(&mut self, _text: &str) -> Result<(), Refusal> {
        Err(Refusal::Rules)
    }

    /// `get_komi`.
    fn komi(&self) -> String {
        String::new()
    }

    /// Whether any stones can be put on the board before the first move.
    const SETUP: bool = false;

    /// Puts stones on the empty board.
    fn set_up(&mut self, _stones: &[(Player, &str)]) -> Result<(), Refusal> {
        Err(Refusal::Vertices)
    }

    /// Says who is to move on a board that was set up.
    fn set_up_turn(&mut self, _player: Player) -> Result<(), Refusal> {
        Err(Refusal::Vertices)
    }

    /// Where a move stands in the list of what each move promises ([`search::Whole::policy`]), if the engine of the game makes one.
    fn policy_place(&self, _mv: <Self::Position as Position>::Move) -> Option<usize> {
        None
    }

    /// Whether there may be a network that can be asked without a search.
    const NETWORK: bool = false;

    /// What the network alone says of a position through one of its eight symmetries, if there is one.
    fn at_sight(&self, _position: &Self::Position, _symmetry: usize) -> Option<AtSight> {
        None
    }

    /// The board's width and height on `GoGui`'s screen.
    fn gogui_size(&self) -> (u8, u8);

    /// The board as `GoGui` wants it, the row with the highest number first. `half` is the first half of a move, where a
    /// move takes two clicks.
    fn gogui_board(&self, position: &Self::Position, half: Option<&str>) -> String;

    /// The vertices that may be clicked.
    fn gogui_moves(&self, position: &Self::Position, half: Option<&str>) -> Vec<String>;

    /// Whether there is something to draw over `GoGui`'s stones.
    const GRAPHICS: bool = false;

    /// What is drawn over `GoGui`'s stones.
    fn gogui_graphics(&self, _position: &Self::Position, _half: Option<&str>) -> String {
        String::new()
    }

    /// The result in words.
    fn gogui_result(&self, position: &Self::Position) -> String;

    /// Analyze commands of this game alone, as `type/label/command`.
    fn gogui_analyze_commands(&self) -> &'static [&'static str] {
        &[]
    }

    /// `GoGui` moves by clicking one vertex: how a move is written for it, the second click apart if there is one.
    fn clicks(&self, mv: <Self::Position as Position>::Move) -> (String, Option<String>) {
        (self.write_move(mv), None)
    }

    /// Reads a click of `GoGui` after the first half of a move, if there was one.
    fn read_click(
        &self,
        _position: &Self::Position,
        _half: Option<&str>,
        vertex: &str,
    ) -> Option<Click<<Self::Position as Position>::Move>> {
        self.read_move(vertex).map(Click::Move)
    }
}

/// What a network says of a position without a search, seen by the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct AtSight {
    /// The chance to win, from 0 to 1.
    pub win: f32,
    /// The lead in points.
    pub lead: f32,
    /// What each move promises, along the rows from the upper left, then the pass; nothing where it is illegal.
    pub policy: Vec<Option<f32>>,
    /// Who will own each point, in the same order: 1 for the player to move, −1 for the other.
    pub ownership: Vec<f32>,
}

/// What a click on `GoGui`'s board means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Click<M> {
    /// The first half of a move.
    Half,
    /// A whole move.
    Move(M),
}

/// The three statuses of `final_status_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Stones that stay.
    Alive,
    /// Stones that are taken off before the count.
    Dead,
    /// Stones that live without territory.
    Seki,
}

/// Why an agreement cannot be changed. The texts are the specification's where it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The arguments are not of the right form.
    Syntax,
    /// The game has no board of that size.
    Size,
    /// Fewer or more handicap stones than the board takes.
    Handicap,
    /// A list of handicap points that are not all on the board and different.
    Vertices,
    /// No such rules here.
    Rules,
    /// Rules that others play, and this program does not: what of them.
    UnplayedRules(&'static str),
}

impl Refusal {
    pub(crate) fn text(self) -> Cow<'static, str> {
        let text = match self {
            Refusal::Syntax => "syntax error",
            Refusal::Size => "unacceptable size",
            Refusal::Handicap => "invalid number of stones",
            Refusal::Vertices => "bad vertex list",
            Refusal::Rules => "unknown rules",
            Refusal::UnplayedRules(what) => return format!("rules with {what} are not supported").into(),
        };
        text.into()
    }
}

/// The cells of a row, a blank between them.
pub(crate) fn spaced<T: ToString>(cells: impl Iterator<Item = T>) -> String {
    cells.map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}
