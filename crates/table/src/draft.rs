//! A record that somebody works on: branches, remarks, marks, set-ups, and the way back.
//!
//! A [`Draft`] is a record and the [`Edit`]s that were made to it since, each a line of text; those that were undone can be done
//! again. What it is now follows from the two, so the way back is exact, and what is kept is a text that anybody can read. The
//! oldest edits become part of the record in time: then they cannot be undone any more. Nothing here decides what is
//! legal: the rules are asked.

mod apply;
mod drafted;
mod edit;
mod touch;

use record::tree::{NodeId, Record, Recorded};
use record::{AnyRecord, Format, ReadOptions};

pub use self::edit::Edit;
pub use self::touch::Touch;
use crate::records::{info, kind};
use crate::{Kind, Message};

/// A record that somebody works on. Two are the same if they look the same and can be taken back and brought again alike.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// What the edits were made to, as it was read from its text: its nodes have the numbers that the edits name.
    base: AnyRecord,
    base_text: String,
    now: AnyRecord,
    done: Vec<Edit>,
    /// The last undone is last.
    undone: Vec<Edit>,
}

/// The longest text of a draft, a record with remarks on every move of a hundred games.
pub const MOST_BYTES: usize = 1 << 20;

/// So many edits can be undone at least; twice as many are kept.
const UNDOABLE: usize = 100;

/// Does the same to a record, whichever game it is of.
macro_rules! each {
    ($any:expr, $record:ident => $answer:expr) => {
        match $any {
            AnyRecord::Go($record) => $answer,
            AnyRecord::Othello($record) => $answer,
            AnyRecord::Aligne4($record) => $answer,
        }
    };
}

impl Draft {
    /// A record to work on from this node of it, and where that node is now; or why it cannot be worked on.
    pub fn new(record: &AnyRecord, node: u32) -> Result<(Draft, u32), Message> {
        let (record, places) = compacted(record);
        let here = places.get(node as usize).copied().flatten().unwrap_or(NodeId::ROOT);
        Ok((Draft::over(&record)?, here.number()))
    }

    /// A draft without edits.
    fn over(record: &AnyRecord) -> Result<Draft, Message> {
        let nodes = node_count(record);
        if nodes > apply::MOST_NODES {
            return Err(Message::new("draft-too-many-nodes").with("max", apply::MOST_NODES as i64));
        }
        let base_text = record::write_one(record, Format::Sgf)?;
        let base = read_record(&base_text)?;
        let draft = Draft { now: base.clone(), base, base_text, done: Vec::new(), undone: Vec::new() };
        draft.within_limits()?;
        Ok(draft)
    }

    /// Reads what [`Draft::text`] writes.
    pub fn read(text: &str) -> Result<Draft, Message> {
        let unreadable = || Message::new("draft-unreadable");
        let rest = text.strip_prefix(FIRST_LINE).ok_or_else(unreadable)?;
        let (head, base_text) = rest.split_once("\n\n").ok_or_else(unreadable)?;
        let mut draft = Draft::over(&read_record(base_text)?)?;
        let mut undone = Vec::new();
        for line in head.lines().filter(|line| !line.is_empty()) {
            match line.split_once(' ').ok_or_else(unreadable)? {
                ("did", edit) => draft.take(edit.parse()?).map(|_| ())?,
                ("undid", edit) => undone.push(edit.parse()?),
                _ => return Err(unreadable()),
            }
        }
        Ok(Draft { undone, ..draft })
    }

    /// All of it as a text, which may not be too long.
    pub fn text(&self) -> Result<String, Message> {
        self.within_limits()?;
        let mut text = FIRST_LINE.to_owned();
        for (verb, edits) in [("did", &self.done), ("undid", &self.undone)] {
            text.extend(edits.iter().map(|edit| format!("\n{verb} {edit}")));
        }
        Ok(text + "\n\n" + &self.base_text)
    }

    fn within_limits(&self) -> Result<(), Message> {
        let edits: usize = self.done.iter().chain(&self.undone).map(|edit| edit.to_string().len() + 8).sum();
        if self.base_text.len() + edits > MOST_BYTES {
            return Err(Message::new("draft-too-large").with("max", (MOST_BYTES >> 10) as i64));
        }
        Ok(())
    }

    /// Which game it is.
    pub fn kind(&self) -> Kind {
        kind(&self.now)
    }

    /// What it is called.
    pub fn title(&self) -> &str {
        &info(&self.now).title
    }

    /// The record as it is now.
    pub fn record(&self) -> &AnyRecord {
        &self.now
    }

    /// The record as a file, with nothing that was taken away.
    pub fn sgf(&self) -> Result<String, Message> {
        Ok(record::write_one(&self.now, Format::Sgf)?)
    }

    /// Makes an edit, and says where one stands afterwards; or why not, and then nothing has changed. A move that is there already
    /// changes nothing, either.
    pub fn edit(&mut self, edit: Edit) -> Result<u32, Message> {
        let mut next = self.clone();
        let here = next.take(edit)?;
        if next.done == self.done {
            return Ok(here);
        }
        next.undone.clear();
        next.within_limits()?;
        let here = next.settle(here)?;
        *self = next;
        Ok(here)
    }

    /// Takes an edit in; where one stands afterwards.
    fn take(&mut self, edit: Edit) -> Result<u32, Message> {
        let before = node_count(&self.now);
        let here = each!(&mut self.now, record => apply::apply(record, &edit))?;
        // Who follows a branch has changed nothing.
        if matches!(edit, Edit::Play { .. }) && node_count(&self.now) == before {
            return Ok(here);
        }
        // Who goes on writing a remark has made one change.
        if let (Some(Edit::Comment { at, text }), Edit::Comment { at: again, text: longer }) =
            (self.done.last_mut(), &edit)
            && at == again
        {
            text.clone_from(longer);
        } else {
            self.done.push(edit);
        }
        Ok(here)
    }

    /// Makes the oldest edits part of the record, if there are many; where one stands then.
    fn settle(&mut self, here: u32) -> Result<u32, Message> {
        if self.done.len() <= 2 * UNDOABLE {
            return Ok(here);
        }
        let mut settled = Draft { now: self.base.clone(), done: Vec::new(), ..self.clone() };
        let rest = self.done.split_off(UNDOABLE);
        for edit in std::mem::take(&mut self.done) {
            settled.take(edit)?;
        }
        let (record, places) = compacted(&settled.now);
        let living = node_count(&record) as u32;
        // What is added later has the numbers that follow.
        let place = |node: u32| match places.get(node as usize) {
            Some(place) => place.map_or(u32::MAX, NodeId::number),
            None => node - places.len() as u32 + living,
        };
        *self = Draft::over(&record)?;
        for edit in rest {
            self.take(edit.moved(place))?;
        }
        Ok(place(here))
    }

    /// Whether there is something to undo, and to do again.
    pub fn can(&self) -> [bool; 2] {
        [!self.done.is_empty(), !self.undone.is_empty()]
    }

    /// Takes the last edit back, and says where one stands then; nothing if there is none.
    pub fn undo(&mut self) -> Result<Option<u32>, Message> {
        let Some(last) = self.done.pop() else { return Ok(None) };
        let here = last.at();
        self.undone.push(last);
        self.now = self.base.clone();
        for edit in &self.done {
            each!(&mut self.now, record => apply::apply(record, edit))?;
        }
        Ok(Some(here))
    }

    /// Makes the last edit again that was taken back, and says where one stands then; nothing if there is none.
    pub fn redo(&mut self) -> Result<Option<u32>, Message> {
        let Some(next) = self.undone.pop() else { return Ok(None) };
        let here = each!(&mut self.now, record => apply::apply(record, &next))?;
        self.done.push(next);
        Ok(Some(here))
    }
}

fn node_count(record: &AnyRecord) -> usize {
    each!(record, record => record.node_count())
}

const FIRST_LINE: &str = "draft 1";

/// A record from the text that was written of it.
fn read_record(text: &str) -> Result<AnyRecord, Message> {
    // Moves that the rules forbid are kept as they were played.
    let options = ReadOptions { check_moves: false, ..ReadOptions::STRICT };
    let contents = record::read_as(text.as_bytes(), Format::Sgf, &options)?;
    contents.records.into_iter().next().ok_or_else(|| record::Error::Empty.into())
}

fn compacted(record: &AnyRecord) -> (AnyRecord, Vec<Option<NodeId>>) {
    fn tidied<G: Recorded>(record: &Record<G>) -> (Record<G>, Vec<Option<NodeId>>) {
        let (mut record, places) = record.compacted();
        for node in 0..record.node_count() as u32 {
            if let Some(node) = record.find(node) {
                record.node_mut(node).tidy();
            }
        }
        (record, places)
    }
    match record {
        AnyRecord::Go(record) => {
            let (record, places) = tidied(record);
            (AnyRecord::Go(record), places)
        }
        AnyRecord::Othello(record) => {
            let (record, places) = tidied(record);
            (AnyRecord::Othello(record), places)
        }
        AnyRecord::Aligne4(record) => {
            let (record, places) = tidied(record);
            (AnyRecord::Aligne4(record), places)
        }
    }
}
