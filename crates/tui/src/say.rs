use table::{Message, Value};
use words::{Arg, Words};

/// A message as a sentence of the reader's language.
///
/// A name that is empty is said as `none`: the sentences have a form without a name.
pub fn say(words: &Words, message: &Message) -> String {
    let gaps: Vec<(&str, Arg<'_>)> = message.gaps.iter().map(|(gap, value)| (*gap, arg(words, value))).collect();
    words.say(&message.id, &gaps)
}

fn arg<'a>(words: &Words, value: &'a Value) -> Arg<'a> {
    match value {
        Value::Text(text) if text.is_empty() => "none".into(),
        Value::Text(text) => text.as_str().into(),
        Value::Number(number) => (*number).into(),
        Value::Player(player) => player.to_string().into(),
        Value::Message(message) => say(words, message).into(),
    }
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
