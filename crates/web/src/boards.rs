//! Studies that people work on, as they were read once: the store has them, and this remembers those that were used last.

use std::sync::Arc;

use store::{Heading, Paper, PaperId, Room, keep_study, too_many_studies};
use table::{Draft, Message, Review};

use crate::bringers::{Bringers, Piece};
use crate::household::Household;
use crate::hub::{Hub, Refusal};
use crate::limits::Limits;
use crate::lru::Lru;

/// How many are remembered, about how much memory they have, and how much of it those of one household.
const MOST: usize = 200;
const MOST_BYTES: usize = 64 << 20;
const MOST_BYTES_EACH: usize = 16 << 20;
/// About what a node takes in memory: once as it was, once as it is, once as it is shown.
const NODE_BYTES: usize = 600;

/// The studies.
#[derive(Debug)]
pub(crate) struct Boards {
    opened: Lru<(PaperId, u64), Opened>,
    bringers: Bringers,
}

/// A study as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) heading: Heading,
    pub(crate) draft: Draft,
    /// The record of the draft, at its beginning.
    pub(crate) review: Review,
}

/// A draft as it will be kept and shown. Takes some milliseconds to make where it is large.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    draft: Draft,
    text: String,
    review: Review,
}

impl Prepared {
    pub(crate) fn new(draft: Draft) -> Result<Prepared, Message> {
        let (text, review) = (draft.text()?, Review::of_record(draft.record().clone()));
        Ok(Prepared { draft, text, review })
    }

    /// A study as it was kept. Takes up to half a second.
    pub(crate) fn read(text: String) -> Result<Prepared, Message> {
        let draft = Draft::read(&text)?;
        let review = Review::of_record(draft.record().clone());
        Ok(Prepared { draft, text, review })
    }
}

impl Default for Boards {
    fn default() -> Boards {
        Boards { opened: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH), bringers: Bringers::default() }
    }
}

impl Boards {
    /// The study of this version, if it is remembered.
    pub(crate) fn find(&self, heading: &Heading) -> Option<Arc<Opened>> {
        self.opened.find(&(heading.id, heading.version))
    }

    /// Remembers a study that was read.
    pub(crate) fn remember(&self, whose: Household, heading: Heading, prepared: Prepared) -> Arc<Opened> {
        let Prepared { draft, text, review } = prepared;
        let bytes = 2 * text.len() + NODE_BYTES * review.node_count();
        self.opened.keep((heading.id, heading.version), whose, bytes, Opened { heading, draft, review })
    }

    /// Keeps a new study, if its owner and the household have room for it: it is somebody's work, and makes no room for another.
    pub(crate) async fn make(
        &self,
        hub: &Hub,
        whose: Household,
        heading: Heading,
        prepared: Prepared,
        limits: &Limits,
    ) -> Result<Arc<Opened>, Refusal> {
        let room = limits.room_of_household();
        let piece = Piece { id: heading.id, owner: heading.owner.clone(), bytes: prepared.text.len() as u64 };
        if !self.bringers.may(whose, piece.bytes, room) {
            return Err(too_many_studies(room).into());
        }
        let opened = self.keep(hub, whose, heading, prepared, limits.room_of_owner()).await?;
        self.bringers.bring(whose, piece, room);
        Ok(opened)
    }

    /// A study is no more.
    pub(crate) fn drop(&self, whose: Household, id: PaperId) {
        self.bringers.drop(whose, id);
    }

    /// Keeps a study: a new one if there is room for it, or the next version of one that nobody has changed in the meantime.
    pub(crate) async fn keep(
        &self,
        hub: &Hub,
        whose: Household,
        heading: Heading,
        prepared: Prepared,
        room: Room,
    ) -> Result<Arc<Opened>, Refusal> {
        let title = prepared.draft.title().to_owned();
        let heading = Heading { title, touched_ms: hub.now_ms(), ..heading };
        let kept = Heading { version: heading.version + 1, ..heading.clone() };
        let paper = Paper { heading, text: prepared.text.clone() };
        hub.write(move |store| keep_study(store, &paper, room)).await??;
        Ok(self.remember(whose, kept, prepared))
    }
}
