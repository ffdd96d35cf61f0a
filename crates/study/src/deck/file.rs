//! A deck as one text, to be taken along.

use super::Card;

/// A file is no longer than this.
pub const FILE_BYTES: usize = 4 << 20;

/// How files begin: what they are, and how they are written.
const HEAD: &str = "plateau deck 1";

/// Cards as a text: each after a line with its length in bytes.
pub fn write<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    let mut text = format!("{HEAD}\n");
    for card in cards {
        let card = card.to_string();
        text.push_str(&format!("{}\n{card}\n", card.len()));
    }
    text
}

/// The cards of such a text; or, from 1, which of them cannot be read, 0 if it is no deck at all.
pub fn read(text: &str) -> Result<Vec<Card>, usize> {
    let mut rest = text.strip_prefix(HEAD).and_then(|rest| rest.strip_prefix('\n')).ok_or(0_usize)?;
    if text.len() > FILE_BYTES {
        return Err(0);
    }
    let mut cards = Vec::new();
    while !rest.is_empty() {
        let number = cards.len() + 1;
        let (length, after) = rest.split_once('\n').ok_or(number)?;
        let length: usize = length.parse().map_err(|_| number)?;
        let card = after.get(..length).ok_or(number)?;
        cards.push(Card::read(card).map_err(|_| number)?);
        rest = after[length..].strip_prefix('\n').ok_or(number)?;
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use plateau_core::Player;
    use table::Kind;

    use super::*;
    use crate::deck::{Answer, Schedule, Source, Theme};
    use crate::{Motif, Phase};

    fn cards() -> [Card; 2] {
        let theme = Theme { kind: Kind::Go, player: Player::White, phase: Phase::End, motif: Some(Motif::Capture) };
        let record = "(;GM[1]SZ[9]C[\nrecord\n3\n];B[ee])".to_owned();
        let fresh = Schedule::new(1_000);
        let source = Some(Source { game: "01h5n0et5q6mt3v7ms1234abcd".to_owned(), node: 7 });
        let one = Card { record, theme, played: "E7".to_owned(), lost: 4.5, source, schedule: fresh };
        let theme = Theme { motif: None, phase: Phase::Opening, ..theme };
        let other = Card { theme, source: None, schedule: fresh.answered(Answer::Found, 2_000), ..one.clone() };
        [one, other]
    }

    #[test]
    fn what_is_written_is_read_again() {
        let (text, written) = (write(&cards()), |cards: &[Card]| write(cards));
        let read = read(&text).expect("a deck");
        assert_eq!((read.len(), written(&read)), (2, text));
        assert_eq!((&read[0].source, &read[0].record), (&cards()[0].source, &cards()[0].record));
        assert_eq!(super::read(&write([])), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_deck_is_refused_with_its_place() {
        let text = write(&cards());
        let cut = &text[..text.len() - 9];
        for (text, place) in [
            ("", 0),
            ("plateau deck 2\n", 0),
            ("plateau deck 1\nx", 1),
            ("plateau deck 1\n5\nab", 1),
            ("plateau deck 1\n99999999999999999999\nab", 1),
            (cut, 2),
            (&text.replace("theme go white end capture", "theme go white end dance"), 1),
            (&text.replace("played E7", "played everything at once"), 1),
            (&text.replace("schedule 1000", "schedule soon"), 1),
            (&text.replace("lost 4.50", "lost inf!"), 1),
        ] {
            assert_eq!(read(text), Err(place), "{text:.60}");
        }
        let long = write(&[Card { record: "x".repeat(70_000), ..cards()[0].clone() }]);
        assert_eq!(read(&long), Err(1));
    }
}
