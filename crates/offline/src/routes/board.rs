//! The analysis board.

use pages::{Context, DraftChange, DraftLook, NewDraft, Values};
use players::analyst::{Fan, known};
use store::{HERE, Heading, Judgements, Paper, PaperId, PaperQuery, Room, Shelf, Store, keep_study};
use table::{Draft, Message, Review};

use super::{Answered, done};
use crate::errands::Work;
use crate::refused::{Refused, no_such_page};
use crate::request::{Answer, Request};
use crate::site::Site;

/// Studies take no more room than this: all of them are read when the site is opened. One more is refused, since they are somebody's work.
const ROOM: Room = Room { papers: 100, bytes: 8 << 20 };

pub(super) fn answer(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    (post, rest): (bool, &[&str]),
) -> Answered {
    match (post, rest) {
        (false, []) => {
            let list = site.store.papers(&PaperQuery::of(HERE, Shelf::Study))?;
            Ok(Answer::page(200, pages::studies(context, &list)))
        }
        (true, []) => make(site, request, request.sent::<NewDraft>().draft()?, ""),
        (false, ["new"]) => {
            let kind = request.asked::<NewDraft>().kind().ok_or_else(no_such_page)?;
            Ok(Answer::page(200, pages::new_board(context, kind)))
        }
        (_, [id, rest @ ..]) => {
            let id: PaperId = id.parse().map_err(|_| no_such_page())?;
            let paper = site.store.paper(id)?.filter(|paper| paper.heading.shelf == Shelf::Study);
            let Paper { heading, text } = paper.ok_or_else(no_such_page)?;
            study(site, request, context, (heading, Draft::read(&text)?), (post, rest))
        }
    }
}

fn study(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    (heading, draft): (Heading, Draft),
    (post, rest): (bool, &[&str]),
) -> Answered {
    match (post, rest) {
        (false, []) => {
            let (look, review) = (request.asked::<DraftLook>(), Review::of_record(draft.record().clone()));
            let page = look.page(heading, &draft, review, true, |review| values(site, review));
            Ok(Answer::page(200, pages::board(context, &page)))
        }
        (true, ["edit"]) => {
            let change: DraftChange = request.sent();
            change.check(&heading)?;
            let (next, here) = change.make(&draft)?;
            let id = heading.id;
            if next != draft {
                keep(site, heading, &next, request.now_ms)?;
            }
            Ok(done(request, &change.address(id, here)))
        }
        (true, ["copy"]) => make(site, request, Draft::new(draft.record(), 0)?, ""),
        (true, ["delete"]) => {
            site.store.drop_paper(HERE, heading.id)?;
            Ok(done(request, "/board"))
        }
        (false, ["study.sgf"]) => {
            let file = Some(format!("{}-{}.sgf", draft.kind(), &heading.id.to_string()[..6]));
            Ok(Answer { file, ..Answer::new(200, "text/plain; charset=utf-8", draft.sgf()?) })
        }
        _ => Err(no_such_page()),
    }
}

/// Makes a study, and leads there.
fn make(site: &mut Site, request: &Request, (draft, here): (Draft, u32), look: &str) -> Answered {
    let heading = Paper::new(HERE, Shelf::Study, request.now_ms)?.heading;
    let id = heading.id;
    keep(site, heading, &draft, request.now_ms)?;
    Ok(done(request, &format!("/board/{id}?at={here}{look}")))
}

fn keep(site: &Site, heading: Heading, draft: &Draft, now_ms: u64) -> Result<(), Refused> {
    let heading = Heading { title: draft.title().to_owned(), touched_ms: now_ms, ..heading };
    let paper = Paper { heading, text: draft.text()? };
    Ok(keep_study(&site.store, &paper, ROOM)??)
}

/// What the moves here are worth, as far as it is known; the rest is wanted, a little at a time: who turns to another position leaves little behind.
/// Nothing on a line that is too long to be walked.
fn values(site: &mut Site, review: &Review) -> Option<Values> {
    /// So many positions are wanted by one look.
    const AT_ONCE: usize = 4;
    let way = review.way().ok()?;
    let fan = Fan::new(&way, way.at(review.here()));
    let notebook = Judgements(&site.store);
    let mut best = vec![None; fan.size()];
    let mut missing = Vec::new();
    for effort in Fan::EFFORTS {
        for ((way, job), place) in fan.jobs(effort).zip(&mut best) {
            match known(&notebook, way, job) {
                Some(judgement) => *place = Some(judgement),
                None => missing.push(Work { way: way.clone(), job }),
            }
        }
    }
    let values = Values { moves: fan.worths(&best), is_growing: !missing.is_empty() };
    missing.into_iter().take(AT_ONCE).for_each(|work| site.errands.want(work));
    Some(values)
}

/// A study from a place in a game, looked at in a way that the end of its address says.
pub(super) fn from(site: &mut Site, request: &Request, review: &Review, look: &str) -> Answered {
    let made: Result<_, Message> = Draft::new(&review.record(), review.here());
    make(site, request, made?, look)
}
