//! What the machine makes of a game that is looked through.

use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use players::analyst::{Row, numbers, remarks, worth};
use study::Summary;
use table::{Kind, Message};
use words::Words;

use super::Context;
use super::card::side_name;
use crate::reviews::Study;

/// The panel: the curve, what is to be said of the move that led here, and how well each side played. Where nobody has asked for it
/// yet, the button that does.
pub(super) fn panel(context: &Context<'_>, address: &str, node: u32, study: Option<&Study>) -> Markup {
    let Some(study) = study else {
        return html! {
            section #study .panel.study aria-label=(context.say("study-title")) {
                form method="post" action={ (address.trim_end_matches("/review")) "/study" } {
                    button.wide { (context.say("study-begin")) }
                }
            }
        };
    };
    let Study { way, analysis, is_growing } = study;
    let here = way.find(node);
    let summaries = Player::BOTH.map(|player| analysis.summary(player));
    html! {
        section #study .panel.study aria-label=(context.say("study-title")) data-growing=[is_growing.then_some("")] {
            (curve(context, address, study, here))
            @if *is_growing {
                @let [known, all] = analysis.progress();
                p.progress { (context.say_with("study-progress", &[("known", (known as i64).into()), ("all", (all as i64).into())])) }
            }
            div #study-said role="status" {
                @if let Some(at) = here {
                    @let said = at.checked_sub(1).map(|before| remarks(way, analysis, before)).unwrap_or_default();
                    @for part in &said { p { (context.tell(part)) } }
                    @if let Some(judgement) = analysis.judgement(at) {
                        p { (context.tell(&worth(analysis.kind(), judgement)))
                            // What answers a mistake has been said.
                            @if let Some(best) = judgement.best().filter(|_| said.is_empty()) {
                                " " (context.tell(&Message::new("study-best-here").with("move", analysis.kind().told_move(best.mv()))))
                            }
                        }
                    }
                }
            }
            @for player in Player::BOTH { (turning_points(context, address, study, player, &summaries[player])) }
            details {
                summary { (context.say("study-numbers")) }
                (table(context.words, Player::BOTH.map(|player| side_name(context, analysis.kind(), player)), analysis.kind(), &summaries))
            }
        }
    }
}

fn curve(context: &Context<'_>, address: &str, study: &Study, here: Option<usize>) -> Markup {
    let link = |at: usize| Some(format!("{address}?at={}", study.way.node(at)));
    let picture = draw::graph_svg(&study.analysis.curve(here), &context.say("report-graph"), &link);
    html! { (PreEscaped(picture)) }
}

/// Links to the moves by which a player lost most.
fn turning_points(context: &Context<'_>, address: &str, study: &Study, player: Player, summary: &Summary) -> Markup {
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
                    " " a data-node=(node) href={ (address) "?at=" (node) } {
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
