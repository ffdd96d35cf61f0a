//! The typed layer: from a record to text, in one canonical layout.
//!
//! The head of a game stands in lines of related properties, moves follow in lines of at most eighty characters, every
//! variation begins a line. A record that is read from such a file and written again gives the same bytes.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use core::time::Duration;

use super::dialect::{Dialect, letter};
use super::fields::{APPLICATION, MARKS, TEXT_FIELDS};
use super::lines::Writer;
use super::text;
use crate::Info;
use crate::tree::{NodeId, NotesOf, Record};

/// Writes a record as SGF, FF\[4\], in UTF-8.
pub fn write<G: Dialect>(record: &Record<G>) -> String {
    let mut writer = Writer::default();
    let mut steps = vec![Step::Close, Step::Node(NodeId::ROOT)];
    while let Some(step) = steps.pop() {
        let id = match step {
            Step::Close => {
                writer.close();
                continue;
            }
            Step::Node(id) => id,
        };
        let node = record.node(id);
        let is_variation = match node.parent() {
            None => true,
            Some(parent) => record.node(parent).children().len() > 1,
        };
        writer.begin_node(is_variation);
        if id == NodeId::ROOT {
            write_head(record, &mut writer);
        }
        write_node(record, id, &mut writer);
        let branches = node.children().len() > 1;
        for &child in node.children().iter().rev() {
            if branches {
                steps.push(Step::Close);
            }
            steps.push(Step::Node(child));
        }
    }
    writer.finish()
}

/// What is still to be written.
enum Step {
    Node(NodeId),
    Close,
}

fn write_head<G: Dialect>(record: &Record<G>, writer: &mut Writer) {
    writer.property("FF", 4);
    writer.property("GM", G::NUMBER);
    writer.property("CA", "UTF-8");
    let application = &record.info.application;
    writer.property("AP", if application.is_empty() { APPLICATION } else { application });
    writer.new_line();
    G::write_agreement(record, writer);
    write_info(&record.info, writer);
    if record.info.ending.is_some() || record.info.main_time.is_some() {
        writer.new_line();
    }
    if let Some(ending) = record.info.ending {
        writer.property("RE", ending);
    }
    if let Some(time) = record.info.main_time {
        writer.property("TM", seconds(time));
    }
}

fn write_info(info: &Info, writer: &mut Writer) {
    /// Each of these begins a line, if anything of the line is known.
    const LINES: [&[&str]; 5] = [
        &["PB", "BR", "BT"],
        &["PW", "WR", "WT"],
        &["DT", "EV", "RO", "PC"],
        &["GN", "ON", "SO", "US", "AN", "CP"],
        &["OT", "GC"],
    ];
    // The table has ways to change the fields, so it is given a copy.
    let mut info = info.clone();
    for line in LINES {
        let mut begun = false;
        for (id, field, several_lines) in TEXT_FIELDS.into_iter().filter(|(id, ..)| line.contains(id)) {
            let value = core::mem::take(field(&mut info));
            if value.is_empty() {
                continue;
            }
            if !begun {
                writer.new_line();
            }
            begun = true;
            writer.text(id, &value, if several_lines { text::escape } else { escape_simple });
        }
    }
}

fn write_node<G: Dialect>(record: &Record<G>, id: NodeId, writer: &mut Writer) {
    let node = record.node(id);
    let game = &record.game;
    if let Some((player, mv)) = node.mv {
        writer.property(letter(player), game.write_move(mv));
    }
    if let Some(setup) = node.setup().filter(|setup| !setup.is_empty()) {
        if id == NodeId::ROOT {
            writer.new_line();
            game.write_first_setup(setup, writer);
        } else {
            game.write_setup(setup, writer);
        }
    }
    if let Some(notes) = node.notes().filter(|notes| !notes.is_empty()) {
        if id == NodeId::ROOT {
            writer.new_line();
        }
        write_notes(game, notes, writer);
    }
    // Moves begin below the head.
    if id == NodeId::ROOT && node.children().len() == 1 {
        writer.new_line();
    }
}

fn write_notes<G: Dialect>(game: &G, notes: &NotesOf<G>, writer: &mut Writer) {
    writer.text("N", &notes.name, escape_simple);
    writer.text("C", &notes.comment, text::escape);
    for (id, mark) in MARKS {
        let cells = notes.marks.iter().filter(|&&(other, _)| other == mark);
        writer.list(id, cells.map(|&(_, cell)| game.write_cell(cell)));
    }
    let label = |(cell, label): &(G::Cell, String)| {
        format!("{}:{}", game.write_cell(*cell), text::escape_part(&one_line(label)))
    };
    writer.list("LB", notes.labels.iter().map(label));
    for (id, pairs) in [("AR", &notes.arrows), ("LN", &notes.lines)] {
        let pair = |&(from, to): &(G::Cell, G::Cell)| format!("{}:{}", game.write_cell(from), game.write_cell(to));
        writer.list(id, pairs.iter().map(pair));
    }
    for (clock, left, moves) in [(notes.clocks[0], "BL", "OB"), (notes.clocks[1], "WL", "OW")] {
        if let Some(clock) = clock {
            writer.property(left, seconds(clock.left));
        }
        if let Some(count) = clock.and_then(|clock| clock.moves) {
            writer.property(moves, count);
        }
    }
    for raw in &notes.other {
        writer.list(&raw.id, raw.values.iter().cloned());
    }
}

fn escape_simple(value: &str) -> String {
    text::escape(&one_line(value))
}

fn one_line(value: &str) -> String {
    value.replace(['\n', '\r'], " ")
}

/// Seconds, with as many decimals as are needed.
fn seconds(time: Duration) -> String {
    let (whole, millis) = (time.as_secs(), time.subsec_millis());
    if millis == 0 {
        return whole.to_string();
    }
    format!("{whole}.{millis:03}").trim_end_matches('0').to_owned()
}
