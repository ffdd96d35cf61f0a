use table::{Command, Kind, Message};
use words::Words;

/// A message as a sentence of the reader's language.
pub fn say(words: &Words, message: &Message) -> String {
    message.say(&|id, gaps| words.say(id, gaps))
}

/// Why a command is refused; where what was typed is no move at all, with an example of one.
pub(crate) fn not_a_move(command: &Command, why: Message, kind: Kind) -> Message {
    let (Command::Play(text) | Command::Mark(text)) = command else { return why };
    if !why.id.starts_with("error-column") {
        return why;
    }
    let text = text.escape_debug().to_string();
    Message::new("not-a-move").with("text", text).with("example", kind.example_move())
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Side;
    use words::Lang;

    #[test]
    fn gaps_are_filled_with_names_numbers_sides_and_sentences() {
        let english = Words::new(Lang::En);
        let turn = |name: &str| Message::new("table-turn").with("player", Side::Black).with("name", name);
        let piece = Message::new("aligne4-place").with("piece", Message::new("aligne4-piece-7"));
        for (message, said) in [
            (turn(""), "Black to move."),
            (turn("Ada"), "Black to move: Ada."),
            (Message::new("go-place-handicap").with("count", 1), "Place the last handicap stone."),
            (piece, "Place the black small square plant on a cell."),
        ] {
            assert_eq!(say(&english, &message), said);
        }
    }
}
