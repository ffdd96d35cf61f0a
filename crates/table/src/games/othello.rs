//! Othello at the table: numbers of two digits, forced passes, discs.

use othello::{Game, Move, Position, Square};
use plateau_core::Position as _;

use crate::playable::{Playable, Shown};
use crate::view::{BoardView, Cell, Content, Counter, Mark, Surface};
use crate::{End, Kind, Message};

pub mod openings;

impl Playable for Game {
    type Marks = ();

    const KIND: Kind = Kind::Othello;

    /// A coordinate (`f5`), `pass`, or a number of two digits, row then column.
    fn read_move(&self, _position: &Position, text: &str) -> Result<Move, Message> {
        if text.trim().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Square::parse_number(text)?.into());
        }
        Ok(text.parse()?)
    }

    /// Who cannot move passes, and is told so.
    fn forced_move(&self, position: &Position) -> Option<Move> {
        position.check(Move::Pass).is_ok().then_some(Move::Pass)
    }

    fn pass() -> Option<Move> {
        Some(Move::Pass)
    }

    fn cell_of(mv: Move) -> Option<String> {
        mv.square().map(|square| square.to_string())
    }

    fn happened(&self, before: &Position, mv: Move) -> Message {
        let player = before.turn();
        match mv {
            Move::Pass => Message::new("othello-passed").with("player", Self::KIND.side(player)),
            Move::Place(square) => Message::new("othello-played")
                .with("player", Self::KIND.side(player))
                .with("square", square.to_string())
                .with("count", before.flips(square).len() as i64),
        }
    }

    fn opening(&self, position: &Position) -> Option<Message> {
        openings::opening(position)
    }

    /// At the end, why the result has more discs than the board.
    fn prompt(&self, position: &Position) -> Option<Message> {
        let [black, white] = position.counts();
        let empty = 64 - i64::from(black) - i64::from(white);
        let counts = position.is_over() && empty > 0 && black != white;
        counts.then(|| Message::new("othello-empties").with("count", empty))
    }

    fn counters(&self, position: &Position, _marks: Option<&Self::Marks>) -> [Vec<Counter>; 2] {
        position.counts().map(|discs| vec![Counter::new("counter-discs", discs as i32)])
    }

    fn board(&self, shown: &Shown<'_, Game>) -> BoardView {
        let cell = |square: Square| Cell {
            name: square.to_string(),
            content: shown.position.disc(square).map(Content::Stone),
            legal: shown.live && shown.position.check(Move::Place(square)).is_ok(),
            marks: [(shown.last, Mark::Last), (shown.hint, Mark::Hint)]
                .into_iter()
                .filter_map(|(mv, mark)| (mv == Some(Move::Place(square))).then_some(mark))
                .collect(),
            ..Cell::default()
        };
        BoardView {
            surface: Surface::Othello,
            columns: ('a'..='h').map(String::from).collect(),
            rows: (1..=8).map(|row| row.to_string()).collect(),
            cells: Square::ALL.into_iter().map(cell).collect(),
            reserve: Vec::new(),
            won: Vec::new(),
            strokes: Vec::new(),
        }
    }

    fn end(&self, position: &Position, (): &()) -> End {
        let [black, white] = position.score().map(|discs| 2 * discs as i32);
        End::counted(black - white, [black, white])
    }
}
