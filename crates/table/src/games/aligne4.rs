//! Aligne 4 at the table: the reserve, the piece in hand, the line that wins.

use aligne4::{Cell as Place, Characteristic, Game, LineShape, Move, Piece, Position, WonLine as WonBy};
use plateau_core::{Outcome, Position as _};

use crate::playable::{Playable, Shown};
use crate::view::{BoardView, Cell, Content, Counter, Figure, Mark, Reserved, Surface, WonLine};
use crate::{End, Kind, Message};

impl Playable for Game {
    type Marks = ();

    const KIND: Kind = Kind::Aligne4;

    /// The notation (`7b2`; `7` or `b2` under the gift rule), or with the number of the cell: `7 5`; `5` alone to place.
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Message> {
        let text = text.trim();
        let as_written = text.parse::<Move>();
        if position.given().is_some() {
            return Place::from_number(text).map(Move::Place).or(as_written).map_err(Message::from);
        }
        if let Some((piece, cell)) = text.split_once(' ')
            && let (Ok(piece), Ok(cell)) = (piece.parse(), Place::from_number(cell.trim()))
        {
            return Ok(Move::Put { piece, cell });
        }
        Ok(as_written?)
    }

    fn cell_of(mv: Move) -> Option<String> {
        place_of(mv).map(|place| place.to_string())
    }

    fn piece_of(mv: Move) -> Option<String> {
        match mv {
            Move::Put { piece, .. } => Some(piece.to_string()),
            Move::Give(_) | Move::Place(_) => None,
        }
    }

    fn happened(&self, before: &Position, mv: Move) -> Message {
        let message = |id| Message::new(id).with("player", Self::KIND.side(before.turn()));
        match mv {
            Move::Put { piece, cell } => {
                message("aligne4-put").with("piece", described(piece)).with("cell", cell.to_string())
            }
            Move::Give(piece) => message("aligne4-gave").with("piece", described(piece)),
            Move::Place(cell) => match before.given() {
                Some(piece) => message("aligne4-put").with("piece", described(piece)).with("cell", cell.to_string()),
                None => message("aligne4-placed").with("cell", cell.to_string()),
            },
        }
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        let mut won: Vec<Message> = position.won_lines().map(|won| in_common("aligne4-won-line", won)).collect();
        if won.len() > 1 {
            let lines: Vec<Message> = position.won_lines().map(|won| in_common("aligne4-won-part", won)).collect();
            won = vec![Message::new("aligne4-won-several").with("lines", lines)];
        }
        if let Some(won) = won.pop() {
            return Some(won);
        }
        match (position.is_over(), self.rules.gift, position.given()) {
            (true, ..) => None,
            (false, false, _) => Some(Message::new("aligne4-choose")),
            (false, true, None) => Some(Message::new("aligne4-give")),
            (false, true, Some(piece)) => Some(Message::new("aligne4-place").with("piece", described(piece))),
        }
    }

    /// Nothing is counted for a player: the reserve is everybody's, and stands beside the board.
    fn counters(&self, _position: &Position, _marks: Option<&Self::Marks>) -> [Vec<Counter>; 2] {
        Default::default()
    }

    fn board(&self, shown: &Shown<'_, Game>) -> BoardView {
        let position = shown.position;
        let may = |mv| shown.live && position.check(mv).is_ok();
        let winning: Vec<Place> = position.won_lines().flat_map(|won| won.line.cells()).collect();
        let cell = |place: Place| Cell {
            name: place.to_string(),
            content: position.piece_at(place).map(|piece| Content::Figure(figure(piece))),
            legal: may(Move::Place(place)) || position.reserve().any(|piece| may(Move::Put { piece, cell: place })),
            marks: [
                (shown.last.and_then(place_of) == Some(place), Mark::Last),
                (shown.hint.and_then(place_of) == Some(place), Mark::Hint),
                (winning.contains(&place), Mark::Winning),
            ]
            .into_iter()
            .filter_map(|(is_there, mark)| is_there.then_some(mark))
            .collect(),
            ..Cell::default()
        };
        let reserved = |piece| Reserved {
            figure: figure(piece),
            legal: may(Move::Give(piece)) || position.empty_cells().any(|cell| may(Move::Put { piece, cell })),
            selected: position.given() == Some(piece) || shown.hint.and_then(piece_of) == Some(piece),
        };
        let won = position.won_lines().map(|won| WonLine {
            cells: won.line.cells().map(|cell| cell.index() as usize),
            shared: won.shared.iter().map(characteristic_id).collect(),
        });
        BoardView {
            surface: Surface::Aligne4,
            columns: ('a'..='d').map(String::from).collect(),
            rows: (1..=4).map(|row| row.to_string()).collect(),
            cells: Place::all().map(cell).collect(),
            reserve: position.reserve().chain(position.given()).map(reserved).collect(),
            won: won.collect(),
            strokes: Vec::new(),
        }
    }

    fn end(&self, position: &Position, (): &()) -> End {
        End::decided(position.outcome().unwrap_or(Outcome::Draw))
    }
}

/// The message id of a characteristic.
pub fn characteristic_id(characteristic: Characteristic) -> &'static str {
    match characteristic {
        Characteristic::Black => "aligne4-black",
        Characteristic::White => "aligne4-white",
        Characteristic::Large => "aligne4-large",
        Characteristic::Small => "aligne4-small",
        Characteristic::Animal => "aligne4-animal",
        Characteristic::Plant => "aligne4-plant",
        Characteristic::Round => "aligne4-round",
        Characteristic::Square => "aligne4-square",
    }
}

/// What the four pieces of a line have in common, all of it, and what kind of line it is.
fn in_common(id: &'static str, won: WonBy) -> Message {
    let line = match won.line.shape() {
        LineShape::Row(_) => "row",
        LineShape::Column(_) => "column",
        LineShape::Falling | LineShape::Rising => "diagonal",
        LineShape::Square(_) => "square",
    };
    let shared: Vec<Message> = won.shared.iter().map(|shared| Message::new(characteristic_id(shared))).collect();
    Message::new(id).with("line", line).with("shared", shared)
}

/// A move of the notation in words, if it is one.
pub(crate) fn told_move(mv: &str) -> Option<Message> {
    Some(match mv.parse().ok()? {
        Move::Put { piece, cell } => {
            Message::new("aligne4-move-put").with("piece", described(piece)).with("cell", cell.to_string())
        }
        Move::Give(piece) => Message::new("aligne4-move-give").with("piece", described(piece)),
        Move::Place(cell) => Message::new("aligne4-move-place").with("cell", cell.to_string()),
    })
}

/// A piece in words: each language has a phrase for each of the sixteen.
fn described(piece: Piece) -> Message {
    Message::new(format!("aligne4-piece-{piece}"))
}

impl Figure {
    /// All pieces, in the order of their codes.
    pub fn all() -> impl Iterator<Item = Figure> {
        Piece::all().map(figure)
    }

    /// Which of them this code is of, from 0.
    pub fn place_of(code: char) -> Option<usize> {
        Figure::all().position(|figure| figure.code.eq_ignore_ascii_case(&code))
    }
}

/// A piece as it looks.
pub(crate) fn figure(piece: Piece) -> Figure {
    Figure {
        code: piece.digit(),
        white: piece.is(Characteristic::White),
        small: piece.is(Characteristic::Small),
        plant: piece.is(Characteristic::Plant),
        square: piece.is(Characteristic::Square),
    }
}

fn place_of(mv: Move) -> Option<Place> {
    match mv {
        Move::Put { cell, .. } | Move::Place(cell) => Some(cell),
        Move::Give(_) => None,
    }
}

fn piece_of(mv: Move) -> Option<Piece> {
    match mv {
        Move::Put { piece, .. } | Move::Give(piece) => Some(piece),
        Move::Place(_) => None,
    }
}
