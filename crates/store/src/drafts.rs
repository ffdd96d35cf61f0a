//! Somebody's studies among their papers.

use table::Message;

use crate::{Error, Paper, PaperQuery, Room, Shelf, Store};

/// Keeps a study: a new one if its owner has room for it, or the next version of one that nobody has changed in the meantime. Or says why not: it is
/// somebody's work, and makes no room for another.
pub fn keep_study(store: &dyn Store, paper: &Paper, room: Room) -> Result<Result<(), Message>, Error> {
    let heading = &paper.heading;
    let all = store.papers(&PaperQuery::of(&heading.owner, Shelf::Study).page(0, 0))?;
    let is_new = heading.version == 0;
    let mut bytes = all.bytes.saturating_add(paper.text.len() as u64);
    if bytes > room.bytes && !is_new {
        // The version before makes room for this one.
        let before = store.paper(heading.id)?.map_or(0, |before| before.heading.title.len() + before.text.len());
        bytes = bytes.saturating_sub(before as u64);
    }
    if is_new && all.total >= room.papers || bytes > room.bytes {
        return Ok(Err(too_many_studies(room)));
    }
    match store.keep_paper(paper) {
        Err(Error::Outdated { .. }) => Ok(Err(Message::new("board-outdated"))),
        Err(Error::NoSuchPaper { .. }) => Ok(Err(Message::new("board-gone"))),
        kept => kept.map(Ok),
    }
}

/// That there is no room for another study.
pub fn too_many_studies(room: Room) -> Message {
    Message::new("board-too-many").with("papers", room.papers as i64)
}
