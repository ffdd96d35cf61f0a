use table::Message;
use words::Words;

/// A message as a sentence of the reader's language.
pub fn say(words: &Words, message: &Message) -> String {
    message.say(&|id, gaps| words.say(id, gaps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plateau_core::Player;
    use words::Lang;

    #[test]
    fn gaps_are_filled_with_names_numbers_sides_and_sentences() {
        let english = Words::new(Lang::En);
        let turn = |name: &str| Message::new("table-turn").with("player", Player::Black).with("name", name);
        let piece = Message::new("aligne4-place").with("piece", Message::new("aligne4-piece-7"));
        for (message, said) in [
            (turn(""), "Black to move."),
            (turn("Ada"), "Black to move: Ada."),
            (Message::new("go-place-handicap").with("count", 1), "Place the last handicap stone."),
            (piece, "Place the black small square plant."),
        ] {
            assert_eq!(say(&english, &message), said);
        }
    }
}
