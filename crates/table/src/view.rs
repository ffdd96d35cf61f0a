//! What a face draws.
//!
//! A view is finished: labels, legal targets, marks and counters are filled in by those who know the rules, and whoever draws
//! it needs none. Cells come along the rows from the upper left, whatever the game's own notation counts from.

use plateau_core::Player;

use crate::clock::Reading;
use crate::{End, Kind, Message, Who, points_text};

/// A whole table as it looks at some moment.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Which game it is.
    pub kind: Kind,
    /// The board.
    pub board: BoardView,
    /// Both sides, Black first.
    pub players: [PlayerView; 2],
    /// What happened and what is expected now.
    pub sentences: Vec<Message>,
    /// The moves so far, in the game's notation.
    pub moves: Vec<MoveView>,
    /// Where the game stands.
    pub stage: Stage,
    /// How it came out, once it is over.
    pub end: Option<End>,
    /// Where each player's points come from, the total last, where they are being counted.
    pub tally: Option<[Vec<Counter>; 2]>,
    /// What can be done now besides playing on a cell.
    pub can: Can,
}

/// One side of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerView {
    /// The name.
    pub name: String,
    /// Who plays.
    pub who: Who,
    /// Whether it is this side's turn.
    pub to_move: bool,
    /// The numbers beside the board.
    pub counters: Vec<Counter>,
    /// The clock.
    pub clock: Option<Reading>,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// By whom.
    pub player: Player,
    /// In the game's notation.
    pub text: String,
    /// Whether it is a pass.
    pub is_pass: bool,
    /// Its number, where it has one.
    pub number: Option<u32>,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Moves are being made.
    Playing,
    /// Dead chains are being marked.
    Marking {
        /// Who accepts the marking, Black first.
        accepted: [bool; 2],
    },
    /// It is over.
    Ended,
}

/// What can be done now.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a button that is there or not")]
pub struct Can {
    /// Pass.
    pub pass: bool,
    /// Take back.
    pub undo: bool,
    /// Play again what was taken back.
    pub redo: bool,
    /// Give up.
    pub resign: bool,
}

/// What a face wants to have shown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wanted {
    /// The territory of Go.
    pub territory: bool,
    /// The machine's hint, as a move in the game's notation.
    pub hint: Option<String>,
    /// What the machine expects, in the place of the territory.
    pub estimate: Option<Estimate>,
    /// Where the player to move may play, though nobody is waited for.
    pub legal: bool,
    /// What moves are worth, each in the game's notation.
    pub worths: Vec<(String, Worth)>,
    /// The piece in hand, where the game has pieces: only what moves with it are worth is shown.
    pub held: Option<String>,
}

/// What the machine expects of a game that goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Whose each cell will be, in the order of the board; nobody's where a stone will stay or nothing is clear.
    pub owners: Vec<Option<Claim>>,
    /// By how much Black will lead, in half points.
    pub black_half_points: i32,
}

/// Whose a cell is, and how surely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Whose.
    pub player: Player,
    /// How surely.
    pub sure: Sure,
}

/// How surely a cell is somebody's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sure {
    /// More likely theirs than the other's.
    Perhaps,
    /// Most likely theirs.
    Probably,
    /// Counted, or as good as.
    Certainly,
}

/// What was counted is certain.
impl From<Player> for Claim {
    fn from(player: Player) -> Claim {
        Claim { player, sure: Sure::Certainly }
    }
}

impl Estimate {
    /// The estimate in words.
    pub fn message(&self) -> Message {
        let ahead = match self.black_half_points {
            0 => return Message::new("estimate-even"),
            1.. => Player::Black,
            _ => Player::White,
        };
        let margin = points_text(self.black_half_points.abs());
        Message::new("estimate-ahead").with("player", Kind::Go.side(ahead)).with("margin", margin)
    }
}

/// A board with everything that is on it.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardView {
    /// What kind of board it is.
    pub surface: Surface,
    /// Column labels from the left, such as `A`, `B`, …
    pub columns: Vec<String>,
    /// Row labels from the top, such as `19`, `18`, …
    pub rows: Vec<String>,
    /// `rows × columns` cells, along the rows from the upper left.
    pub cells: Vec<Cell>,
    /// Aligne 4: the pieces not yet on the board, in the order of their codes; empty in the other games.
    pub reserve: Vec<Reserved>,
    /// Aligne 4: the lines that won.
    pub won: Vec<WonLine>,
    /// Arrows and lines that somebody drew over it.
    pub strokes: Vec<Stroke>,
}

/// An arrow or a line from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// The index of the cell where it begins.
    pub from: usize,
    /// The index of the cell where it ends.
    pub to: usize,
    /// Whether it has a head there.
    pub arrow: bool,
}

/// The kinds of board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Crossing lines; stones stand on the crossings, star points are marked cells ([`Cell::star`]).
    Go,
    /// Squares with discs.
    Othello,
    /// Sixteen places for figures.
    Aligne4,
}

impl Surface {
    /// The board of this game.
    pub const fn of(kind: Kind) -> Surface {
        match kind {
            Kind::Go => Surface::Go,
            Kind::Othello => Surface::Othello,
            Kind::Aligne4 => Surface::Aligne4,
        }
    }
}

/// One point, square or place.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Cell {
    /// Its name in the game's notation: `D4`, `f5`, `b2`.
    pub name: String,
    /// What stands on it.
    pub content: Option<Content>,
    /// Whether the player to move may play here.
    pub legal: bool,
    /// Whether it is a star point.
    pub star: bool,
    /// Whose territory it is or is expected to be, where that is shown.
    pub territory: Option<Claim>,
    /// Whether the stone on it is marked dead.
    pub dead: bool,
    /// Marks, in the order in which they are drawn.
    pub marks: Vec<Mark>,
    /// A move number or a letter.
    pub label: Option<String>,
    /// What the machine thinks a move to it is worth, where that is shown.
    pub worth: Option<Worth>,
}

/// What a move is worth, as it is written onto the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// A number, or a sign.
    pub text: String,
    /// Whether no move is worth more.
    pub is_best: bool,
}

/// What can stand on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A stone or a disc.
    Stone(Player),
    /// A piece of Aligne 4.
    Figure(Figure),
}

/// A piece of Aligne 4 as it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "the four characteristics are what the game is about")]
pub struct Figure {
    /// The hexadecimal digit by which the notation knows it, `0` to `f`.
    pub code: char,
    /// White rather than black.
    pub white: bool,
    /// Small rather than large.
    pub small: bool,
    /// A plant rather than an animal.
    pub plant: bool,
    /// Square rather than round.
    pub square: bool,
}

/// A piece in the reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reserved {
    /// The piece.
    pub figure: Figure,
    /// Whether the player to move may take it (or give it).
    pub legal: bool,
    /// Whether it is the one in hand.
    pub selected: bool,
}

/// A completed line of Aligne 4.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WonLine {
    /// Indices of its four cells.
    pub cells: [usize; 4],
    /// Message ids of the characteristics that it shares, such as `aligne4-small`.
    pub shared: Vec<&'static str>,
}

/// A mark on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The last move.
    Last,
    /// The machine's hint.
    Hint,
    /// Where the keyboard stands.
    Cursor,
    /// Part of a winning line.
    Winning,
    /// SGF's triangle.
    Triangle,
    /// SGF's square.
    Square,
    /// SGF's circle.
    Circle,
    /// SGF's cross.
    Cross,
    /// SGF's selection.
    Selected,
}

/// A number beside the board or in the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The message id of its name, such as `counter-captures`.
    pub id: &'static str,
    /// Its value in half points.
    pub half_points: i32,
}

impl Counter {
    /// A whole number.
    pub fn new(id: &'static str, value: impl Into<i32>) -> Counter {
        Counter { id, half_points: 2 * value.into() }
    }

    /// Its value as people write it.
    pub fn value(&self) -> String {
        points_text(self.half_points)
    }
}
