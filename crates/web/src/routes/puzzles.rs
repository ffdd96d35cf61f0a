//! Puzzles: the overview, the next one, and one at a time. The first try at one counts; what a wrong move loses, the machine says when it
//! has a turn to spare.

use axum::extract::Path;
use axum::http::HeaderValue;
use axum::response::{IntoResponse as _, Redirect};
use pages::{Exercise, PuzzlePage, PuzzlesOf, Tried, Wish};
use store::{HERE, Judgements, Room, Shelf, puzzles};
use study::puzzle::{Collection, Progress};
use table::Kind;

use super::asked::{Asked, Sent};
use super::refused::{Answer, Refused};
use super::visitor::{Visitor, with_cookie};
use crate::hub::Refusal;
use crate::turns::Size;

/// How all visitors of a server together do at puzzles takes no more room than this: who has not come for the longest is forgotten first.
const ROOM: Room = Room { papers: 50_000, bytes: 256 << 20 };

pub(super) async fn overview(visitor: Visitor) -> Answer {
    let (progress, now_ms) = (progress(&visitor).await?, visitor.site.hub().now_ms());
    let games = Kind::ALL.map(|kind| PuzzlesOf::new(kind, &progress, now_ms));
    Ok(visitor.page(|context| pages::puzzles(context, &games)))
}

pub(super) async fn game(visitor: Visitor, Path(game): Path<String>) -> Answer {
    let kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let games = [PuzzlesOf::new(kind, &progress(&visitor).await?, visitor.site.hub().now_ms())];
    Ok(visitor.page(|context| pages::puzzles(context, &games)))
}

/// The next puzzle for whoever asks.
pub(super) async fn next(visitor: Visitor, Path(game): Path<String>) -> Answer {
    let kind: Kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let progress = progress(&visitor).await?;
    let number = progress.of(kind).next(Collection::shipped(kind)).ok_or(Refused::NoSuchPage)?;
    Ok(Redirect::to(&PuzzlePage::address(kind, number)).into_response())
}

/// How whoever asks does; who has no name here yet has not tried any.
async fn progress(visitor: &Visitor) -> Result<Progress, Refusal> {
    let owner = if visitor.is_local() { Some(HERE.to_owned()) } else { visitor.viewer.key.map(|key| key.to_string()) };
    let Some(owner) = owner else { return Ok(Progress::default()) };
    Ok(visitor.site.hub().read(visitor.viewer.household, move |store| puzzles::progress(store, &owner)).await?)
}

async fn find(visitor: &Visitor, game: &str, number: &str) -> Result<PuzzlePage, Refused> {
    let kind: Kind = game.parse().map_err(|_| Refused::NoSuchPage)?;
    let number: usize = number.parse().map_err(|_| Refused::NoSuchPage)?;
    let puzzle = Collection::shipped(kind).puzzle(number).ok_or(Refused::NoSuchPage)?;
    Ok(visitor.work(Size::Small, move || PuzzlePage::new(kind, number, puzzle)).await?)
}

pub(super) async fn page(
    visitor: Visitor,
    Path((game, number)): Path<(String, String)>,
    Asked(wish): Asked<Wish>,
) -> Answer {
    let puzzle = find(&visitor, &game, &number).await?;
    let (hub, household, asked) = (visitor.site.hub(), visitor.viewer.household, puzzle.clone());
    let show = move |store: &dyn store::Store| Ok(asked.shown(&wish, &Judgements(store)));
    let shown = hub.read(household, show).await??;
    let progress = progress(&visitor).await?;
    Ok(visitor.page(|context| puzzle.page(context, shown, progress.of(puzzle.which().0))))
}

pub(super) async fn answer(
    visitor: Visitor,
    Path((game, number)): Path<(String, String)>,
    Sent(wish): Sent<Wish>,
) -> Answer {
    let puzzle = find(&visitor, &game, &number).await?;
    let (asked, sent) = (puzzle.clone(), wish.clone());
    let Tried { is_right, think } = match visitor.work(Size::Small, move || asked.tried(&sent)).await {
        Ok(tried) => tried,
        // Shown where it was tried, with what is wrong.
        Err(message) if wish.played().is_empty() => {
            let progress = progress(&visitor).await?;
            let refused = Exercise { refused: Some(message.clone()), ..puzzle.asked() };
            let standing = progress.of(puzzle.which().0);
            return visitor.in_form(message.into(), |context, _| puzzle.page(context, refused.clone(), standing));
        }
        Err(message) => return Err(message.into()),
    };
    let cookie = match is_right {
        Some(is_right) => try_first(&visitor, puzzle.which(), is_right).await?,
        None => None,
    };
    if let Some((spot, mv)) = think {
        let (site, payer) = (&visitor.site, visitor.viewer.household);
        site.trials().think(site.hub(), payer, &spot, mv.as_deref(), |_| async {}).await?;
    }
    Ok(with_cookie(visitor.done(&wish.address(&puzzle.asked())), cookie))
}

/// Writes the first try down; the cookie for whoever had no name yet.
async fn try_first(visitor: &Visitor, which: (Kind, usize), is_right: bool) -> Result<Option<HeaderValue>, Refusal> {
    let (owner, cookie) = if visitor.is_local() {
        (HERE.to_owned(), None)
    } else {
        let (key, cookie) = visitor.secret()?;
        (key.to_string(), cookie)
    };
    let (now_ms, is_new) = (visitor.site.hub().now_ms(), cookie.is_some());
    let write = move |store: &dyn store::Store| {
        puzzles::tried(store, &owner, which, is_right, now_ms)?;
        if is_new {
            store.thin_out(Shelf::Progress, None, ROOM)?;
        }
        Ok(())
    };
    visitor.site.hub().write(write).await?;
    Ok(cookie)
}
