//! What a person does with a tool on the board, as an edit.

use plateau_core::Position;
use record::AnyRecord;
use record::tree::Record;

use super::drafted::Drafted;
use super::edit::mark_of;
use super::{Draft, Edit};
use crate::Message;

/// A tool in somebody's hand, and where they put it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Touch<'a> {
    /// `play`, `pass`, a mark's name, `label`, `arrow`, `line`, `black`, `white`, `empty`, `piece`, `give`, `turn`.
    pub tool: &'a str,
    /// The cell that was touched.
    pub cell: &'a str,
    /// The cell that was touched before it: where an arrow or a line begins.
    pub from: &'a str,
    /// The piece in hand, where the game has pieces.
    pub piece: &'a str,
    /// What is written.
    pub text: &'a str,
}

impl Draft {
    /// The edit that a touch at a node means.
    pub fn touched(&self, at: u32, touch: &Touch<'_>) -> Result<Edit, Message> {
        match &self.now {
            AnyRecord::Go(record) => touched(record, at, touch),
            AnyRecord::Othello(record) => touched(record, at, touch),
            AnyRecord::Aligne4(record) => touched(record, at, touch),
        }
    }
}

fn touched<G: Drafted>(record: &Record<G>, at: u32, touch: &Touch<'_>) -> Result<Edit, Message> {
    let node = record.find(at).ok_or_else(|| Message::new("draft-no-node"))?;
    let Touch { tool, cell, from, piece, text } = *touch;
    let cell_name = || if cell.is_empty() { Err(Message::new("draft-choose-cell")) } else { Ok(cell.to_owned()) };
    let piece_name = || if piece.is_empty() { Err(Message::new("draft-choose-piece")) } else { Ok(piece.to_owned()) };
    if let Some(mark) = mark_of(tool) {
        return Ok(Edit::Mark { at, mark, cell: cell_name()? });
    }
    Ok(match tool {
        "play" => Edit::Play { at, mv: played(record, &record.position_at(node), touch)? },
        "pass" => Edit::Play { at, mv: "pass".to_owned() },
        "label" => {
            let taken = |letter: &char| {
                let labels = record.node(node).notes().map_or(&[][..], |notes| &notes.labels);
                labels.iter().any(|(_, label)| label.starts_with(*letter))
            };
            let next = ('A'..='Z').find(|letter| !taken(letter)).unwrap_or('A').to_string();
            let text =
                if text.trim().is_empty() { labelled(record, at, cell).unwrap_or(next) } else { text.to_owned() };
            return format!("label {at} {} {text}", cell_name()?).parse();
        }
        "arrow" | "line" if from.is_empty() => return Err(Message::new("draft-choose-second")),
        "arrow" | "line" => Edit::Stroke { at, arrow: tool == "arrow", from: from.to_owned(), to: cell_name()? },
        "black" | "white" | "empty" => Edit::Put { at, cell: cell_name()?, stone: tool.to_owned() },
        "piece" => Edit::Put { at, cell: cell_name()?, stone: piece_name()? },
        "give" => Edit::Give { at, piece: piece_name()? },
        "turn" => Edit::Turn { at, turn: !record.position_at(node).turn() },
        _ => return Err(Message::new("draft-not-understood").with("text", tool.chars().take(20).collect::<String>())),
    })
}

/// What is written on a cell: touched again, it is taken away.
fn labelled<G: Drafted>(record: &Record<G>, at: u32, cell: &str) -> Option<String> {
    let cell = record.game.read_cell(cell)?;
    let labels = &record.node(record.find(at)?).notes()?.labels;
    labels.iter().find(|(known, _)| *known == cell).map(|(_, label)| label.clone())
}

/// The move that a touched cell means: the cell, or a piece on it, or the piece alone, whichever the rules take; if none, what is
/// nearest to it, for the rules to say what is wrong with that.
fn played<G: Drafted>(record: &Record<G>, position: &G::Position, touch: &Touch<'_>) -> Result<String, Message> {
    let Touch { cell, piece, .. } = *touch;
    let meant = [cell.to_owned(), format!("{piece}{cell}"), piece.to_owned()];
    let is_legal = |text: &String| {
        let mv = record.game.read_move(position, text);
        mv.is_ok_and(|mv| position.check(mv).is_ok())
    };
    match meant.iter().find(|text| is_legal(text)) {
        Some(text) => Ok(text.clone()),
        None if !G::HAS_TURNS && piece.is_empty() => Err(Message::new("draft-choose-piece")),
        None if cell.is_empty() => Err(Message::new("draft-choose-cell")),
        None if G::HAS_TURNS || position.count_legal_moves() == 0 => Ok(cell.to_owned()),
        None => Ok(format!("{piece}{cell}")),
    }
}
