//! What events do to a game, wherever it is kept.

use table::event::{Action, Event};
use table::{End, Seat};

use crate::limit::{within_limit, without_nul};
use crate::{Error, GameId};

/// What an append does to what a list says of its game, and the lines that it adds.
pub(crate) struct Change {
    pub(crate) lines: Vec<String>,
    /// How many moves there are more, or fewer.
    pub(crate) moves: i64,
    pub(crate) touched_ms: u64,
    /// How it stands after them.
    pub(crate) end: Option<End>,
    /// Who sat down, Black first.
    pub(crate) seats: [Option<Seat>; 2],
}

impl Change {
    /// Refused if an event could not be read again, or is too long.
    pub(crate) fn new(game: GameId, from: u64, events: &[Event], end: Option<&End>) -> Result<Change, Error> {
        let mut change = Change {
            lines: Vec::with_capacity(events.len()),
            moves: 0,
            touched_ms: events.iter().map(|event| event.at_ms).max().unwrap_or(0),
            end: end.copied(),
            seats: [None, None],
        };
        for (index, event) in (0..).zip(events) {
            let line = event.to_string();
            // What could not be read again must not be taken for kept.
            line.parse::<Event>().map_err(|_| Error::Unreadable { game, event: from.saturating_add(index) })?;
            change.lines.push(without_nul(within_limit(&line)?).into_owned());
            match &event.action {
                Action::Play { .. } => change.moves += 1,
                Action::Undo { plies } => change.moves -= i64::from(*plies),
                Action::Redo { plies } => change.moves += i64::from(*plies),
                Action::Sit(player, seat) => change.seats[*player as usize] = Some(seat.clone()),
                _ => {}
            }
        }
        Ok(change)
    }
}
