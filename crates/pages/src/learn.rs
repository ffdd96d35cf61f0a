//! What there is to learn: the first steps in each game, and where one is in them.

use maud::{Markup, html};
use study::lesson::steps;
use table::Kind;

use crate::exercise::{Exercise, exercise};
use crate::shell::Shell;
use crate::{Context, emblem};

/// All that there is to learn and to study.
pub fn learn(context: &Context<'_>) -> Markup {
    let title = context.say("learn-title");
    let main = html! {
        main #main .home.learn {
            h1 { (title) }
            h2 { (context.say("learn-lessons")) }
            div.doors {
                @for kind in Kind::ALL {
                    a.door href={ "/lesson/" (kind) } {
                        (emblem(context, kind))
                        h3 { (kind.name()) }
                        p { (context.say_with("learn-steps", &[("count", (steps(kind) as i64).into())])) }
                    }
                }
            }
            h2 { (context.say("puzzle-all")) }
            p { (context.say("learn-puzzles")) }
            p { a.button href="/puzzles" { (context.say("learn-puzzles-open")) } }
            h2 { (context.say("deck-title")) }
            p { (context.say("deck-about")) }
            p { a.button href="/deck" { (context.say("deck-open")) } }
            h2 { (context.say("board-list")) }
            p { (context.say("learn-board")) }
            p { a.button href="/board" { (context.say("learn-board-open")) } }
        }
    };
    Shell::new(&title, "/learn").page(context, &main)
}

/// A step of a lesson, with the way through all of them.
pub(crate) fn lesson(context: &Context<'_>, shown: &Exercise, step: usize) -> Markup {
    let kind = shown.view.kind;
    let of = steps(kind);
    let said = context.say_with("lesson-step", &[("step", (step as i64 + 1).into()), ("of", (of as i64).into())]);
    let aside = html! {
        nav.steps aria-label=(said) {
            p { (said) }
            ol {
                @for number in 1..=of {
                    li { a href={ "/lesson/" (kind) "?step=" (number) } aria-current=[(number == step + 1).then_some("step")] .done[number <= step] { (number) } }
                }
            }
        }
    };
    exercise(context, &Exercise { aside: Some(aside), ..shown.clone() })
}
