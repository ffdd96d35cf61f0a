//! Studies are made: on the analysis board, and of files that are brought to it.

use store::{Paper, Room, Shelf};
use table::{Draft, Message};

use super::refused::Answer;
use super::visitor::{Visitor, with_cookie};
use crate::boards::Prepared;
use crate::turns::Size;

/// Makes a study of whoever asks, and sends them there.
pub(super) async fn make(
    visitor: &Visitor,
    draft: impl FnOnce() -> Result<(Draft, u32), Message> + Send + 'static,
) -> Answer {
    visitor.may_make_a_game()?;
    let prepare = move || {
        let (draft, here) = draft()?;
        Ok::<_, Message>((Prepared::new(draft)?, here))
    };
    let (prepared, here) = visitor.work(Size::Large, prepare).await?;
    let (owner, cookie) = visitor.owner()?;
    let site = &visitor.site;
    let (limits, household) = (&site.config().limits, visitor.viewer.household);
    let heading = Paper::new(&owner, Shelf::Study, site.hub().now_ms())?.heading;
    let boards = site.boards();
    let opened = boards.make(site.hub(), household, heading, prepared, limits).await?;
    // What has lain untouched the longest makes room, so that studies never take the games' place.
    let most = Room { papers: u64::MAX, bytes: limits.database_bytes / 4 };
    site.hub().write(move |store| store.thin_out(Shelf::Study, None, most)).await?;
    Ok(with_cookie(visitor.done(&format!("/board/{}?at={here}", opened.heading.id)), cookie))
}
