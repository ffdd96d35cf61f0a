//! What people at a page can ask for, as text.

use std::str::FromStr;

use table::Message;
use table::event::Offer;

/// Something that a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Do {
    /// Play this move, as a person writes it.
    Play(String),
    /// Take back, where nobody has to be asked.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Give up.
    Resign,
    /// Change the marking at this cell.
    Mark(String),
    /// Accept the marking.
    Accept,
    /// Play on instead.
    Resume,
    /// Offer a draw, or ask for a move back.
    Offer(Offer),
    /// Offer another game.
    Rematch,
    /// Answer what the other offers.
    Answer(bool),
    /// Ask the machine what it would play.
    Hint,
    /// Let the machine move now.
    Stop,
    /// Take the game, since the other has gone.
    Claim,
}

/// More than any move is long.
const MAX_WORD_BYTES: usize = 64;

impl FromStr for Do {
    type Err = Message;

    fn from_str(text: &str) -> Result<Do, Message> {
        let (verb, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let rest = rest.trim();
        if rest.len() > MAX_WORD_BYTES {
            return Err(Message::new("hub-unknown-command"));
        }
        Ok(match (verb, rest) {
            ("play", mv) if !mv.is_empty() => Do::Play(mv.to_owned()),
            ("mark", cell) if !cell.is_empty() => Do::Mark(cell.to_owned()),
            ("undo", "") => Do::Undo,
            ("redo", "") => Do::Redo,
            ("resign", "") => Do::Resign,
            ("accept", "") => Do::Accept,
            ("resume", "") => Do::Resume,
            ("offer", "draw") => Do::Offer(Offer::Draw),
            ("offer", "takeback") => Do::Offer(Offer::Takeback),
            ("offer", "rematch") => Do::Rematch,
            ("answer", "yes") => Do::Answer(true),
            ("answer", "no") => Do::Answer(false),
            ("hint", "") => Do::Hint,
            ("stop", "") => Do::Stop,
            ("claim", "") => Do::Claim,
            _ => return Err(Message::new("hub-unknown-command")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_and_nothing_else() {
        for (text, command) in [
            ("play D4", Do::Play("D4".to_owned())),
            ("  play  7b2 ", Do::Play("7b2".to_owned())),
            ("mark A1", Do::Mark("A1".to_owned())),
            ("offer takeback", Do::Offer(Offer::Takeback)),
            ("offer rematch", Do::Rematch),
            ("answer no", Do::Answer(false)),
            ("claim", Do::Claim),
        ] {
            assert_eq!(text.parse(), Ok(command), "{text}");
        }
        let long = format!("play {}", "x".repeat(MAX_WORD_BYTES + 1));
        for text in ["", "play", "mark", "undo 3", "offer", "offer money", "answer", "PLAY D4", "drop table", &long] {
            assert_eq!(text.parse::<Do>().expect_err(text).id, "hub-unknown-command");
        }
    }
}
