//! Puzzles, and one's own mistakes, asked again when they are due.

use std::sync::Arc;

use pages::{Context, DeckPage, Exercise, Mood, PuzzlePage, PuzzlesOf, Tried, Wish, cards_of_file};
use players::analyst::Spot;
use serde::Deserialize;
use store::deck::{Held, Put};
use store::{Deck, HERE, Judgements, PaperId, puzzles};
use study::deck::{FILE_BYTES, write_file};
use study::puzzle::Collection;
use table::Kind;

use super::{Answered, done, kind, needs_server};
use crate::errands::Work;
use crate::refused::{Refused, no_such_page};
use crate::request::{Answer, Field, Request};
use crate::site::{CardAnswer, Site};

/// A position, and a move in it if there is one.
type Thinking = (Spot, Option<String>);

pub(super) fn answer(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    (post, segments): (bool, &[&str]),
) -> Answered {
    match (post, segments) {
        (false, ["puzzles"]) => overview(site, request, context, &Kind::ALL),
        (false, ["puzzles", game]) => overview(site, request, context, &[kind(game)?]),
        (false, ["puzzles", game, "next"]) => {
            let kind = kind(game)?;
            let progress = puzzles::progress(&site.store, HERE)?;
            let number = progress.of(kind).next(Collection::shipped(kind)).ok_or_else(no_such_page)?;
            Ok(done(request, &PuzzlePage::address(kind, number)))
        }
        (_, ["puzzle", game, number]) => {
            let (kind, number) = (kind(game)?, number.parse().map_err(|_| no_such_page())?);
            let puzzle = Collection::shipped(kind).puzzle(number).ok_or_else(no_such_page)?;
            let puzzle = PuzzlePage::new(kind, number, puzzle)?;
            if post {
                try_puzzle(site, request, context, &puzzle)
            } else {
                show_puzzle(site, request, context, &puzzle)
            }
        }
        (false, ["deck"]) => deck(site, request, context, None),
        (false, ["deck", "next"]) => {
            let next = Deck::new(&site.store, HERE).next(request.now_ms)?;
            Ok(done(request, &next.map_or("/deck".to_owned(), |id| format!("/deck/card/{id}"))))
        }
        (false, ["deck", "file"]) => {
            let text = write_file(&Deck::new(&site.store, HERE).cards()?);
            let file = Some("plateau-deck.txt".to_owned());
            Ok(Answer { file, ..Answer::new(200, "text/plain; charset=utf-8", text) })
        }
        (true, ["deck", "file"]) => bring(site, request, context),
        (_, ["deck", "card", id]) => card(site, request, context, id.parse().map_err(|_| no_such_page())?),
        (true, ["deck", "card", id, "drop"]) => {
            Deck::new(&site.store, HERE).drop(id.parse().map_err(|_| no_such_page())?)?;
            Ok(done(request, "/deck"))
        }
        _ => Err(needs_server()),
    }
}

fn overview(site: &Site, request: &Request, context: &Context<'_>, kinds: &[Kind]) -> Answered {
    let progress = puzzles::progress(&site.store, HERE)?;
    let games: Vec<PuzzlesOf> = kinds.iter().map(|&kind| PuzzlesOf::new(kind, &progress, request.now_ms)).collect();
    Ok(Answer::page(200, pages::puzzles(context, &games)))
}

fn show_puzzle(site: &mut Site, request: &Request, context: &Context<'_>, puzzle: &PuzzlePage) -> Answered {
    let wish: Wish = request.asked();
    let shown = puzzle.shown(&wish, &Judgements(&site.store))?;
    let shown = thought(site, shown, puzzle.tried(&wish).ok().and_then(|tried| tried.think))?;
    puzzle_page(site, context, puzzle, 200, shown)
}

fn try_puzzle(site: &mut Site, request: &Request, context: &Context<'_>, puzzle: &PuzzlePage) -> Answered {
    let wish: Wish = request.sent();
    let Tried { is_right, .. } = match puzzle.tried(&wish) {
        Ok(tried) => tried,
        Err(message) if wish.played().is_empty() => {
            let refused = Exercise { refused: Some(message), ..puzzle.asked() };
            return puzzle_page(site, context, puzzle, 400, refused);
        }
        Err(message) => return Err(message.into()),
    };
    if let Some(is_right) = is_right {
        puzzles::tried(&site.store, HERE, puzzle.which(), is_right, request.now_ms)?;
    }
    Ok(done(request, &wish.address(&puzzle.asked())))
}

fn puzzle_page(site: &Site, context: &Context<'_>, puzzle: &PuzzlePage, status: u16, shown: Exercise) -> Answered {
    let progress = puzzles::progress(&site.store, HERE)?;
    Ok(Answer::page(status, puzzle.page(context, shown, progress.of(puzzle.which().0))))
}

/// What is wrong with a move that was tried, shown where it was tried; nothing if it can be played, or if there is none.
pub(super) fn refused(context: &Context<'_>, asked: &Exercise, (spot, mv): &Thinking) -> Option<Answer> {
    let message = spot.way.branch(spot.moment, &[mv.as_deref()?]).err()?;
    let refused = Exercise { refused: Some(message), ..asked.clone() };
    Some(Answer::page(400, pages::exercise(context, &refused)))
}

/// An exercise that waits for something to be thought has it thought. Whoever looks at it looks again, until it does not wait any more.
pub(super) fn thought(site: &mut Site, shown: Exercise, think: Option<Thinking>) -> Result<Exercise, Refused> {
    if let Some((spot, mv)) = think.filter(|_| shown.mood == Mood::Thinking)
        && let Some((way, job)) = spot.unknown(&Judgements(&site.store), mv.as_deref())?
    {
        site.errands.want(Work { way, job });
    }
    Ok(shown)
}

/// What has just been done with the deck.
#[derive(Deserialize, Default)]
struct Done {
    new: Option<usize>,
    known: Option<usize>,
    left: Option<usize>,
}

/// How far one has come, and what is due; or what is wrong with a file.
fn deck(site: &Site, request: &Request, context: &Context<'_>, refused: Option<&str>) -> Answered {
    let Done { new, known, left } = request.asked();
    let put = new.map(|new| Put { new, known: known.unwrap_or_default(), left_out: left.unwrap_or_default() });
    let page = DeckPage { cards: Deck::new(&site.store, HERE).list()?, now_ms: request.now_ms, put };
    Ok(Answer::page(if refused.is_some() { 400 } else { 200 }, pages::deck(context, &page, refused)))
}

/// A deck is brought as a file: what is not known yet is put into one's own.
fn bring(site: &Site, request: &Request, context: &Context<'_>) -> Answered {
    let sent = request.form.iter().find(|field| field.name == "file").map(Field::bytes);
    let sent = sent.filter(|bytes| bytes.len() <= FILE_BYTES).unwrap_or_default();
    match cards_of_file(&sent) {
        Ok(entries) => {
            let put = Deck::new(&site.store, HERE).put(&entries, request.now_ms)?;
            Ok(done(request, &format!("/deck?new={}&known={}&left={}", put.new, put.known, put.left_out)))
        }
        Err(message) => deck(site, request, context, Some(&context.tell(&message))),
    }
}

/// A card, or an answer to it. What counts is the first answer since it was due.
fn card(site: &mut Site, request: &Request, context: &Context<'_>, id: PaperId) -> Answered {
    let held: Held = Deck::new(&site.store, HERE).find(id)?.ok_or_else(no_such_page)?;
    let way = held.card.way()?;
    let spot = Spot { moment: way.len() - 1, way: Arc::new(way) };
    let wish: Wish = if request.post { request.sent() } else { request.asked() };
    let asked = pages::card(context, &held, &spot, &wish, request.now_ms);
    let think = (wish.spot(&spot)?, wish.play.clone());
    if request.post {
        if let Some(refused) = refused(context, &asked, &think) {
            return Ok(refused);
        }
        let next = wish.address(&asked);
        site.answers.push(CardAnswer { card: id, spot, wish });
        site.note_answers(request.now_ms)?;
        return Ok(done(request, &next));
    }
    let shown = asked.shown(&spot, &wish, &Judgements(&site.store))?;
    let shown = thought(site, shown, Some(think))?;
    Ok(Answer::page(200, pages::exercise(context, &shown)))
}
