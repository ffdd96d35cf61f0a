//! One's own mistakes: what is due, how far one has come, and the deck as a file.

use maud::{Markup, html};
use players::analyst::{Spot, Trial};
use store::deck::{Counts, Held, Listed, Put};
use study::deck::{Answer, Entry, Source, read_file};
use study::{Motif, Phase};
use table::{Kind, Message};

use crate::exercise::{Want, Wish};
use crate::shell::Shell;
use crate::{Context, Exercise, emblem};

/// A deck as its page shows it.
#[derive(Clone, Debug)]
pub struct DeckPage {
    /// The cards, those that are due first.
    pub cards: Vec<Listed>,
    /// What time it is.
    pub now_ms: u64,
    /// What has just been put in.
    pub put: Option<Put>,
}

/// The page; `refused` is what was wrong with a file.
pub fn deck(context: &Context<'_>, page: &DeckPage, refused: Option<&str>) -> Markup {
    let title = context.say("deck-title");
    let counts = Counts::of(&page.cards, page.now_ms);
    let main = html! {
        main #main .narrow.deck {
            h1 { (title) }
            @if let Some(refused) = refused { p.refused role="alert" { (refused) } }
            @if let Some(put) = &page.put { p role="status" { (said_of(context, put)) } }
            @if page.cards.is_empty() {
                div.empty { (emblem(context, Kind::Go)) p { (context.say("deck-empty")) } a.button.primary href="/games" { (context.say("page-nav-games")) } }
            } @else {
                (today(context, page, counts))
                (progress(context, page))
            }
            (file(context, !page.cards.is_empty()))
        }
    };
    Shell::new(&title, "/learn").styles(&["study.css"]).page(context, &main)
}

/// What came in.
fn said_of(context: &Context<'_>, put: &Put) -> String {
    let [new, known, left] = [put.new, put.known, put.left_out].map(|count| count as i64);
    context.say_with("deck-put", &[("new", new.into()), ("known", known.into()), ("left", left.into())])
}

/// What is due, or when the next card will be.
fn today(context: &Context<'_>, page: &DeckPage, counts: Counts) -> Markup {
    let next_ms = page.cards.iter().map(|card| card.due_ms).min().unwrap_or(page.now_ms);
    html! {
        section.panel.today {
            @if counts.due > 0 {
                p.lead { (context.say_with("deck-due", &[("count", (counts.due as i64).into())])) }
                a.button.primary href="/deck/next" { (context.say("deck-begin")) }
            } @else {
                p.lead { (context.say_with("deck-nothing-due", &[("date", table::date(next_ms).into())])) }
            }
        }
    }
}

/// How far one has come: in all, by game, by the part of the game, by what was missed.
fn progress(context: &Context<'_>, page: &DeckPage) -> Markup {
    let of = |is_in: &dyn Fn(&Listed) -> bool| Counts::of(page.cards.iter().filter(|card| is_in(card)), page.now_ms);
    let mut rows = vec![(context.say("deck-all"), of(&|_| true), false)];
    rows.extend(Kind::ALL.map(|kind| (kind.name().to_owned(), of(&|card| card.theme.kind == kind), true)));
    let phases = Phase::ALL.map(|phase| {
        (context.say(&format!("analyze-phase-{}", phase.name())), of(&|card| card.theme.phase == phase), true)
    });
    let motifs = Motif::ALL.map(|motif| {
        (context.say(&format!("motif-{}", motif.name())), of(&|card| card.theme.motif == Some(motif)), true)
    });
    rows.extend(phases.into_iter().chain(motifs));
    html! {
        table.numbers {
            caption.unseen { (context.say("deck-progress")) }
            thead { tr { td {} @for id in ["deck-cards", "deck-of-due", "deck-of-learned"] { th scope="col" { (context.say(id)) } } } }
            tbody {
                @for (name, counts, is_part) in rows {
                    @if counts.all > 0 {
                        tr .part[is_part] { th scope="row" { (name) } @for count in [counts.all, counts.due, counts.learned] { td { (count) } } }
                    }
                }
            }
        }
    }
}

/// The deck as a file, to be taken along.
fn file(context: &Context<'_>, has_cards: bool) -> Markup {
    html! {
        section.files {
            h2 { (context.say("deck-file")) }
            p { (context.say("deck-file-why")) }
            @if has_cards { p { a.button href="/deck/file" download { (context.say("deck-take-along")) } } }
            form method="post" action="/deck/file" enctype="multipart/form-data" {
                label { span { (context.say("deck-bring-label")) } input type="file" name="file" required accept=".txt,text/plain"; }
                button { (context.say("deck-bring")) }
            }
        }
    }
}

/// A card before anything was tried.
pub fn card(context: &Context<'_>, held: &Held, spot: &Spot, wish: &Wish, now_ms: u64) -> Exercise {
    let address = format!("/deck/card/{}", held.heading.id);
    let title = format!("{}: {}", context.say("deck-title"), spot.way.kind().name());
    let of_source = |source: &Source| format!("/game/{}/review?at={}", source.game, source.node);
    let source = held.card.source.as_ref().map(|source| (of_source(source), "deck-source", false));
    let is_helped = wish.helped.is_some() || wish.want == Some(Want::Hint);
    Exercise {
        place: is_helped.then(|| ("helped", "1".to_owned())).into_iter().collect(),
        ways_on: std::iter::once(("/deck/next".to_owned(), "deck-next", true)).chain(source).collect(),
        aside: Some(facts(context, held, now_ms)),
        ..Exercise::new(address, title, "/learn", &spot.way, spot.moment)
    }
}

/// As what an answer to a card counts, with what came of the move if there is one. How one plays on from there does not count, and who
/// wants a hint may still find it.
pub fn card_answer(wish: &Wish, trial: Option<&Trial>) -> Option<Answer> {
    match trial.map(Trial::is_right) {
        _ if !wish.played().is_empty() => None,
        Some(true) if wish.helped.is_some() => Some(Answer::Helped),
        Some(true) => Some(Answer::Found),
        None if wish.want == Some(Want::Hint) => None,
        Some(false) | None => Some(Answer::Missed),
    }
}

/// Reads the file of a deck that somebody brings; or which of its cards cannot be read.
pub fn cards_of_file(text: &[u8]) -> Result<Vec<Entry>, Message> {
    let unreadable = |card: usize| Message::new("deck-unreadable").with("card", card as i64);
    let text = std::str::from_utf8(text).map_err(|_| unreadable(0))?;
    let cards = read_file(text).map_err(unreadable)?;
    (1..).zip(cards).map(|(number, card)| Entry::new(card).map_err(|_| unreadable(number))).collect()
}

/// What is known of a card, beside its board.
fn facts(context: &Context<'_>, held: &Held, now_ms: u64) -> Markup {
    let Held { heading, card } = held;
    let theme = card.theme;
    let motif = theme.motif.map(|motif| context.say(&format!("motif-{}", motif.name())));
    let schedule = card.schedule;
    let asked = [("answers", i64::from(schedule.answers).into()), ("misses", i64::from(schedule.misses).into())];
    html! {
        section.panel.facts aria-label=(context.say("deck-card")) {
            p { (context.tell(&Message::new("deck-played").with("move", theme.kind.told_move(&card.played)))) }
            dl {
                div { dt { (context.say("deck-phase")) } dd { (context.say(&format!("analyze-phase-{}", theme.phase.name()))) } }
                @if schedule.answers > 0 {
                    @if let Some(motif) = motif { div { dt { (context.say("deck-motif")) } dd { (motif) } } }
                    div { dt { (context.say("deck-asked")) } dd { (context.say_with("deck-asked-times", &asked)) } }
                }
                @if !schedule.is_due(now_ms) { div { dt { (context.say("deck-again-on")) } dd { (table::date(schedule.due_ms)) } } }
            }
            form method="post" action={ "/deck/card/" (heading.id) "/drop" } {
                button.plain { (context.say("deck-drop")) }
            }
        }
    }
}
