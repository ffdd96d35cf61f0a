//! Puzzles: how one does at them, and what stands beside the board of one.

use maud::{Markup, html};
use study::puzzle::{Collection, DAY_MS, Progress, Puzzle, Standing, of_day};
use table::{Kind, Message};

use crate::shell::Shell;
use crate::{Context, emblem};

/// The puzzle of today.
#[derive(Clone, Debug)]
pub struct Daily {
    /// Of which game.
    pub kind: Kind,
    /// Its number.
    pub number: usize,
    /// How hard it is.
    pub rating: u16,
    /// What is asked.
    pub task: Message,
}

/// The puzzles of a game, and how somebody does at them.
#[derive(Clone, Debug)]
pub struct PuzzlesOf {
    /// The game.
    pub kind: Kind,
    /// How many there are.
    pub count: usize,
    /// How somebody does.
    pub standing: Standing,
    /// The number of today's, if there is one.
    pub daily: Option<usize>,
}

impl PuzzlesOf {
    /// Of this game, for somebody who does so, at this time.
    pub fn new(kind: Kind, progress: &Progress, now_ms: u64) -> PuzzlesOf {
        let collection = Collection::shipped(kind);
        let daily = of_day(now_ms / DAY_MS, collection);
        PuzzlesOf { kind, count: collection.len(), standing: progress.of(kind).clone(), daily }
    }
}

/// What is told of a puzzle beside its board.
#[derive(Clone, Debug)]
pub struct PuzzleFacts {
    /// Its number.
    pub number: usize,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How the reader does.
    pub standing: Standing,
    /// The moves among which a mistake is to be found: the number of the first from 1, and all of the game.
    pub listed: Option<(usize, Vec<String>)>,
}

/// So many of the puzzles that were tried are listed.
const LISTED: usize = 40;

/// The puzzles of these games.
pub fn puzzles(context: &Context<'_>, games: &[PuzzlesOf]) -> Markup {
    let title = context.say("puzzle-all");
    let main = html! {
        main #main .home.puzzles {
            h1 { (title) }
            p.lead { (context.say("puzzle-lead")) }
            div.doors {
                @for of in games {
                    section.door {
                        a.picture href={ "/puzzles/" (of.kind) "/next" } tabindex="-1" aria-hidden="true" { (emblem(context, of.kind)) }
                        h2 { a href={ "/puzzles/" (of.kind) } { (of.kind.name()) } }
                        p { (context.say_with("puzzle-count", &[("count", (of.count as i64).into())])) }
                        p.standing { (standing(context, &of.standing)) }
                        div.buttons {
                            a.button.primary href={ "/puzzles/" (of.kind) "/next" } aria-label={ (context.say("puzzle-next")) ": " (of.kind.name()) } { (context.say("puzzle-next")) }
                            @if let Some(number) = of.daily {
                                a.button href={ "/puzzle/" (of.kind) "/" (number) } aria-label={ (context.say("puzzle-of-the-day")) ": " (of.kind.name()) } { (context.say("puzzle-of-the-day")) }
                            }
                        }
                    }
                }
            }
            @if let [of] = games { @if !of.standing.tried.is_empty() { (tried(context, of)) } }
        }
    };
    Shell::new(&title, "/learn").styles(&["study.css"]).page(context, &main)
}

/// The last puzzles that were tried, by number.
fn tried(context: &Context<'_>, of: &PuzzlesOf) -> Markup {
    html! {
        section {
            h2 { (context.say("puzzle-tried")) }
            ul.tried {
                @for (number, right) in of.standing.tried.iter().rev().take(LISTED) {
                    li { a href={ "/puzzle/" (of.kind) "/" (number) } {
                        span aria-hidden="true" { (if *right { "✓ " } else { "✗ " }) }
                        (number)
                        span.unseen { ", " (context.say(if *right { "puzzle-was-right" } else { "puzzle-was-wrong" })) }
                    } }
                }
            }
        }
    }
}

fn standing(context: &Context<'_>, standing: &Standing) -> String {
    let [right, tried] = standing.counts().map(|count| count as i64);
    let gaps = [("rating", standing.to_string().into()), ("right", right.into()), ("tried", tried.into())];
    context.say_with("puzzle-standing", &gaps)
}

/// What the page of a puzzle is called.
pub fn puzzle_title(context: &Context<'_>, facts: &PuzzleFacts) -> String {
    let gaps = [("number", (facts.number as i64).into()), ("rating", i64::from(facts.puzzle.rating).into())];
    format!("{} · {}", facts.puzzle.ground.kind().name(), context.say_with("puzzle-title-rated", &gaps))
}

/// What stands beside the board: how hard it is, what it is about, how one does; the moves, where one of them is asked for.
pub fn puzzle_facts(context: &Context<'_>, address: &str, facts: &PuzzleFacts) -> Markup {
    let PuzzleFacts { number, puzzle, .. } = facts;
    let themes: Vec<String> =
        puzzle.themes.iter().map(|theme| context.say(&format!("puzzle-theme-{}", theme.name()))).collect();
    let was = facts.standing.tried.get(number);
    html! {
        section.panel.facts aria-label=(context.say("puzzle-facts")) {
            h2 { (puzzle_title(context, facts)) }
            @if !themes.is_empty() && was.is_some() { p { (themes.join(" · ")) } }
            p #standing { (standing(context, &facts.standing)) }
            @if let Some(right) = was { p { (context.say(if *right { "puzzle-was-right" } else { "puzzle-was-wrong" })) } }
        }
        @if let Some((from, moves)) = &facts.listed {
            section.panel.listed aria-label=(context.say("puzzle-moves")) {
                h2 { (context.say("puzzle-moves")) }
                ol.choices start=(from) {
                    @for (at, mv) in moves.iter().enumerate().skip(from - 1) {
                        @let told = context.tell(&Message::new("puzzle-move-listed").with("move", puzzle.ground.kind().told_move(mv)));
                        li {
                            a data-soft href={ (address) "?step=" (at + 1) } { (told) }
                            " "
                            button form="answer" name="play" value=(at + 1) aria-label={ (context.say("puzzle-this-one")) ": " (at + 1) ", " (told) } { (context.say("puzzle-this-one")) }
                        }
                    }
                }
            }
        }
    }
}

/// The puzzle of today on the first page.
pub(crate) fn daily(context: &Context<'_>, daily: &Daily) -> Markup {
    let gaps = [("number", (daily.number as i64).into()), ("rating", i64::from(daily.rating).into())];
    html! {
        section.daily {
            h2 { (context.say("puzzle-of-the-day")) }
            p { (daily.kind.name()) " · " (context.say_with("puzzle-title-rated", &gaps)) br; (context.tell(&daily.task)) }
            p { a.button href={ "/puzzle/" (daily.kind) "/" (daily.number) } { (context.say("puzzle-solve")) } }
        }
    }
}
