//! What the machine makes of a game that is looked through.

use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use players::analyst::{Row, chance, numbers, remarks, worth};
use study::Summary;
use table::{Kind, Message};
use words::Words;

use crate::card::side_name;
use crate::reviewed::{InDeck, ReviewPage, Study, expected};
use crate::{Context, line, panels};

/// The panel: the curve, what is to be said of the move that led here, and how well each side played. Where nobody has asked for it
/// yet, the button that does.
pub(crate) fn panel(context: &Context<'_>, page: &ReviewPage) -> Markup {
    let Some(study) = &page.study else {
        return html! {
            section #study .panel.study aria-label=(context.say("study-title")) {
                @if !context.thinks_here() {
                    form method="post" action=(page.beside("study")) data-begins {
                        button.wide { (context.say("study-begin")) }
                    }
                }
                (panels::on_this_device(context, &page.record(), true))
            }
        };
    };
    let Study { way, analysis, is_growing } = study;
    let here = way.find(page.review.here());
    let summaries = Player::BOTH.map(|player| analysis.summary(player));
    html! {
        section #study .panel.study aria-label=(context.say("study-title")) data-growing=[is_growing.then_some("")] {
            (curve(context, page, study, here))
            (switches(context, page))
            @if *is_growing {
                @let [known, all] = analysis.progress();
                p.progress { (context.say_with("study-progress", &[("known", (known as i64).into()), ("all", (all as i64).into())])) }
            }
            div #study-said role="status" { @if let Some(at) = here { (said(context, page, study, at)) } }
            @if let Some(way) = here.and_then(|at| expected(study, at)).filter(|way| way.len() > 1) {
                (line::steps(context, &way, page.step.unwrap_or(0).min(way.len() - 1), [",", "."], &|step| {
                    let place = page.at(page.review.here());
                    if step == 0 { place } else { format!("{place}&step={step}") }
                }))
            }
            (deck(context, page))
            @for player in Player::BOTH { (turning_points(context, page, study, player, &summaries[player])) }
            details {
                summary { (context.say("study-numbers")) }
                (table(context.words, Player::BOTH.map(|player| side_name(context, analysis.kind(), player)), analysis.kind(), &summaries))
            }
            (curve_table(context, page, study))
        }
    }
}

/// What is to be said of the move that led to a position, and of the position.
fn said(context: &Context<'_>, page: &ReviewPage, Study { way, analysis, .. }: &Study, at: usize) -> Markup {
    let said = at.checked_sub(1).map(|before| remarks(way, analysis, before)).unwrap_or_default();
    let told = if page.looks.chance { chance } else { worth };
    html! {
        @for part in &said { p { (context.tell(part)) } }
        @if let Some(judgement) = analysis.judgement(at) {
            p { (context.tell(&told(analysis.kind(), judgement)))
                // What answers a mistake has been said.
                @if let Some(best) = judgement.best().filter(|_| said.is_empty()) {
                    " " (context.tell(&Message::new("study-best-here").with("move", analysis.kind().told_move(best.mv()))))
                }
            }
        }
    }
}

/// What can be shown besides: each a link to the same page with that turned the other way.
fn switches(context: &Context<'_>, page: &ReviewPage) -> Markup {
    let is_go = page.review.kind() == Kind::Go;
    html! {
        p.looks {
            @for (id, is_on, looks) in page.looks.switches() {
                @if is_go || id != "looks-owners" {
                    @let href = format!("{}?at={}{}", page.address, page.review.here(), looks.query());
                    a href=(href) aria-current=[is_on.then_some("true")] { (context.say(id)) }
                }
            }
        }
    }
}

/// What became of the mistakes.
fn deck(context: &Context<'_>, page: &ReviewPage) -> Markup {
    html! {
        @match page.deck {
            InDeck::Unknown | InDeck::Own(0) => {}
            InDeck::Own(count) => { p.in-deck { a href="/deck" { (context.say_with("deck-went-in", &[("count", (count as i64).into())])) } } }
            InDeck::Others => {
                form.in-deck method="post" action=(page.beside("deck")) {
                    span { (context.say("deck-take")) }
                    @for player in Player::BOTH { button name="side" value=(player) { (side_name(context, page.review.kind(), player)) } }
                }
            }
        }
    }
}

/// How the game went. A pointer drags along it; the keys of the steps work on it, too.
fn curve(context: &Context<'_>, page: &ReviewPage, study: &Study, here: Option<usize>) -> Markup {
    let Study { way, analysis, .. } = study;
    let link = |at: usize| Some(page.at(way.node(at)));
    let curve = if page.looks.chance { analysis.curve_of_chances(here) } else { analysis.curve(here) };
    let title = context.say("report-graph");
    let picture = draw::graph_svg(&curve, &title, &link);
    html! { div.curve tabindex="0" role="group" aria-label=(title) aria-describedby="study-said" { (PreEscaped(picture)) } }
}

/// The curve for those who do not see it: every move, what it came to, what it lost.
fn curve_table(context: &Context<'_>, page: &ReviewPage, study: &Study) -> Markup {
    let Study { way, analysis, .. } = study;
    let kind = analysis.kind();
    let told = if page.looks.chance { chance } else { worth };
    html! {
        details.curve-table {
            summary { (context.say("study-table")) }
            table.numbers {
                thead { tr { @for id in ["report-move", "report-worth", "report-lost"] { th scope="col" { (context.say(id)) } } } }
                tbody {
                    @for at in 1..way.len() {
                        @if let Some(mv) = way.shown(at - 1) {
                            tr {
                                th scope="row" { a href=(page.at(way.node(at))) { @if let Some(number) = mv.number { (number) " " } (context.tell(&Message::new("study-move").with("move", kind.told_move(&mv.text)))) } }
                                td { @if let Some(judgement) = analysis.judgement(at) { (context.tell(&told(kind, judgement))) } }
                                td { @if let Some(verdict) = analysis.verdict(at - 1).filter(|verdict| verdict.loss > verdict.noise) { (context.decimal(&format!("{:.1}", verdict.loss))) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Links to the moves by which a player lost most.
fn turning_points(
    context: &Context<'_>,
    page: &ReviewPage,
    study: &Study,
    player: Player,
    summary: &Summary,
) -> Markup {
    let kind = study.analysis.kind();
    let entry = |&at: &usize| {
        let shown = study.way.shown(at)?;
        let loss = study.analysis.verdict(at)?.loss;
        let number = shown.number.map(|number| format!("{number} ")).unwrap_or_default();
        let lost = match kind {
            Kind::Go => Some(format!("−{loss:.1}")),
            Kind::Othello => Some(format!("−{loss:.0}")),
            Kind::Aligne4 => None,
        };
        Some((study.way.node(at + 1), number, kind.told_move(&shown.text), lost))
    };
    let points: Vec<_> = summary.turning_points.iter().filter_map(entry).collect();
    html! {
        @if !points.is_empty() {
            p.turning { (context.say_with("study-turning", &[("name", side_name(context, kind, player).into())]))
                @for (place, (node, number, mv, lost)) in points.into_iter().enumerate() {
                    @if place > 0 { "," }
                    " " a data-node=(node) href=(page.at(node)) {
                        (number) (context.tell(&Message::new("study-move").with("move", mv)))
                        @if let Some(lost) = lost { " (" (context.decimal(&lost)) ")" }
                    }
                }
            }
        }
    }
}

/// How well each side played, in numbers.
pub(crate) fn table(words: &Words, names: [String; 2], kind: Kind, summaries: &[Summary; 2]) -> Markup {
    let told = |value: Option<String>| value.map_or("–".to_owned(), |value| words.lang().decimal(&value));
    html! {
        table.numbers {
            thead { tr { td {} @for name in names { th scope="col" { (name) } } } }
            tbody {
                @for Row { id, is_part, values } in numbers(kind, summaries) {
                    tr .part[is_part] { th scope="row" { (words.say(&id, &[])) } @for value in values { td { (told(value)) } } }
                }
            }
        }
    }
}
