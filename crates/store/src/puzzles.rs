//! How somebody does at puzzles, as it lies on their shelf: one paper for all games.

use study::puzzle::{Collection, Progress};
use table::Kind;

use crate::{Error, Paper, PaperQuery, Shelf, Store};

/// What the paper is called; nobody reads it.
const TITLE: &str = "puzzles";

/// Two who try at once come into each other's way no more often than this.
const AGAIN: usize = 4;

/// How somebody does at puzzles.
pub fn progress(store: &dyn Store, owner: &str) -> Result<Progress, Error> {
    let kept = paper(store, owner)?;
    Ok(kept.map(|paper| Progress::read(&paper.text, &Collection::shipped)).unwrap_or_default())
}

/// Writes down the first try at a puzzle, and says how they do now; a later try changes nothing.
pub fn tried(
    store: &dyn Store,
    owner: &str,
    (kind, number): (Kind, usize),
    is_right: bool,
    now_ms: u64,
) -> Result<Progress, Error> {
    let mut last = Ok(Progress::default());
    for _ in 0..AGAIN {
        let kept = paper(store, owner)?;
        let mut progress =
            kept.as_ref().map(|paper| Progress::read(&paper.text, &Collection::shipped)).unwrap_or_default();
        if !progress.try_first(Collection::shipped(kind), number, is_right) {
            return Ok(progress);
        }
        let mut paper = match kept {
            Some(paper) => paper,
            None => Paper::new(owner, Shelf::Progress, now_ms)?,
        };
        TITLE.clone_into(&mut paper.heading.title);
        paper.heading.touched_ms = now_ms;
        paper.text = progress.text(&Collection::shipped);
        match store.keep_paper(&paper) {
            Ok(()) => return Ok(progress),
            // Somebody else was faster: once more with what they kept.
            Err(error @ Error::Outdated { .. }) => last = Err(error),
            Err(error) => return Err(error),
        }
    }
    last
}

fn paper(store: &dyn Store, owner: &str) -> Result<Option<Paper>, Error> {
    let found = store.papers(&PaperQuery::of(owner, Shelf::Progress).titled(TITLE))?;
    // The oldest, should two have been made at once.
    found.papers.iter().min_by_key(|heading| heading.made_ms).map_or(Ok(None), |heading| store.paper(heading.id))
}
