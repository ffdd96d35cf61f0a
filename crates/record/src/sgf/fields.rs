//! The properties that are read and written by the same list.

use alloc::string::String;

use plateau_core::Player;

use crate::Info;
use crate::tree::Mark;

/// What stands in `AP[…]` unless another program wrote the record.
pub(super) const APPLICATION: &str = "Plateau";

/// The texts of a record's head: the name of the property, the place in the head, and whether it may have several lines.
pub(super) type TextField = (&'static str, fn(&mut Info) -> &mut String, bool);

/// In the order in which they are written.
pub(super) const TEXT_FIELDS: [TextField; 18] = [
    ("PB", |info| &mut info.names[0], false),
    ("BR", |info| &mut info.ranks[0], false),
    ("BT", |info| &mut info.teams[0], false),
    ("PW", |info| &mut info.names[1], false),
    ("WR", |info| &mut info.ranks[1], false),
    ("WT", |info| &mut info.teams[1], false),
    ("DT", |info| &mut info.date, false),
    ("EV", |info| &mut info.event, false),
    ("RO", |info| &mut info.round, false),
    ("PC", |info| &mut info.place, false),
    ("GN", |info| &mut info.title, false),
    ("ON", |info| &mut info.opening, false),
    ("SO", |info| &mut info.source, false),
    ("US", |info| &mut info.recorder, false),
    ("AN", |info| &mut info.annotator, false),
    ("CP", |info| &mut info.copyright, false),
    ("OT", |info| &mut info.overtime, false),
    ("GC", |info| &mut info.comment, true),
];

/// The marks, by their properties in the order in which they are written.
pub(super) const MARKS: [(&str, Mark); 7] = [
    ("TR", Mark::Triangle),
    ("SQ", Mark::Square),
    ("CR", Mark::Circle),
    ("MA", Mark::Cross),
    ("SL", Mark::Selected),
    ("TB", Mark::Territory(Player::Black)),
    ("TW", Mark::Territory(Player::White)),
];
