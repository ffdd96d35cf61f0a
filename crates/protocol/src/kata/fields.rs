//! The members of a JSON object, read one by one; what is wrong with one of them is told with its name.

use std::ops::RangeInclusive;

use go::{Move, Point, Size};
use plateau_core::Player;
use serde_json::{Map, Value};

use super::problem::Problem;
use crate::gtp::read_colour;

/// An object, and the id under which problems with it are told.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) object: &'a Map<String, Value>,
    pub(super) id: &'a str,
}

impl<'a> Fields<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name)
    }

    /// A problem with this field.
    pub(super) fn problem(&self, name: &str, message: impl Into<String>) -> Problem {
        Problem { id: Some(self.id.to_owned()), field: Some(name.to_owned()), message: message.into() }
    }

    pub(super) fn integer(&self, name: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, Problem> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.as_i64().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.map(Some).ok_or_else(|| self.problem(name, format!("Must be an integer from {least} to {most}")))
    }

    pub(super) fn number(&self, name: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, Problem> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.as_f64().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.map(Some).ok_or_else(|| self.problem(name, format!("Must be a number from {least} to {most}")))
    }

    /// A boolean; false if nothing is said.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Problem> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(self.problem(name, "Must be a boolean")),
        }
    }

    pub(super) fn player(&self, name: &str) -> Result<Option<Player>, Problem> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let player = value.as_str().and_then(read_colour);
        player.map(Some).ok_or_else(|| self.problem(name, "Must be \"b\" or \"w\""))
    }

    /// A list of whole numbers.
    pub(super) fn integers(&self, name: &str, what: &str) -> Result<Option<Vec<i64>>, Problem> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let numbers = value.as_array().and_then(|values| values.iter().map(Value::as_i64).collect());
        numbers.map(Some).ok_or_else(|| self.problem(name, format!("Must be an array of integers: {what}")))
    }

    /// A list of vertices.
    pub(super) fn vertices(&self, name: &str, size: Size) -> Result<Vec<Move>, Problem> {
        let list = self.get(name).and_then(Value::as_array);
        let list = list.ok_or_else(|| self.problem(name, "Must be an array of GTP board vertices"))?;
        list.iter().map(|value| self.vertex(name, value, size)).collect()
    }

    /// A list of pairs of a player and a vertex.
    pub(super) fn moves(&self, name: &str, size: Size, most: usize) -> Result<Option<Vec<(Player, Move)>>, Problem> {
        const FORM: &str = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";
        let Some(value) = self.get(name) else { return Ok(None) };
        let list = value.as_array().ok_or_else(|| self.problem(name, FORM))?;
        if list.len() > most {
            return Err(self.problem(name, format!("Must have at most {most} moves")));
        }
        let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
            Some([player, vertex]) => {
                let text = player.as_str().ok_or_else(|| self.problem(name, FORM))?;
                let player = read_colour(text);
                let player =
                    player.ok_or_else(|| self.problem(name, format!("Could not parse player: {}", shortened(text))))?;
                Ok((player, self.vertex(name, vertex, size)?))
            }
            _ => Err(self.problem(name, FORM)),
        };
        list.iter().map(pair).collect::<Result<_, _>>().map(Some)
    }

    fn vertex(&self, name: &str, value: &Value, size: Size) -> Result<Move, Problem> {
        let text = value.as_str().ok_or_else(|| self.problem(name, "Must be GTP board vertices"))?;
        let mv = read_vertex(text, size);
        mv.ok_or_else(|| self.problem(name, format!("Could not parse board location: {}", shortened(text))))
    }
}

/// `D4`, `pass`, or `(3,15)`: the column from the left and the row from the top, both counted from 0.
fn read_vertex(text: &str, size: Size) -> Option<Move> {
    let mv = match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(pair) => {
            let (column, row) = pair.split_once(',')?;
            let (column, row): (u8, u8) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
            Move::Play(Point::new(column, size.width().checked_sub(row.checked_add(1)?)?)?)
        }
        None => text.parse().ok()?,
    };
    mv.point().is_none_or(|point| size.contains(point)).then_some(mv)
}

/// A text as it may stand in an error: its beginning.
pub(super) fn shortened(text: &str) -> String {
    const CHARACTERS: usize = 80;
    match text.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_read_in_both_forms() {
        for (text, expected) in [
            ("A1", Some("A1")),
            ("j9", Some("J9")),
            ("pass", Some("pass")),
            ("(0,0)", Some("A9")),
            ("(8, 8)", Some("J1")),
            ("(0,9)", None),
            ("(9,0)", None),
            ("(0,256)", None),
            ("K1", None),
            ("I3", None),
            ("", None),
            ("(", None),
        ] {
            let read = read_vertex(text, Size::NINE).map(|mv| mv.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn long_texts_are_shortened_between_characters() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"é".repeat(1000)).chars().count(), 81);
    }
}
