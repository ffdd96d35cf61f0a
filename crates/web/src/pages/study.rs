//! What the machine makes of a game that is looked through.

use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use players::analyst::{remarks, worth};
use study::{Analysis, Grade, Phase, Summary};
use table::Message;

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
    let here = study.moment(node);
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
                    @for said in at.checked_sub(1).map(|before| remarks(way, analysis, before)).unwrap_or_default() { p { (context.tell(&said)) } }
                    @if let Some(judgement) = analysis.judgement(at) {
                        p { (context.tell(&worth(analysis.kind(), judgement)))
                            @if let Some(best) = judgement.best() {
                                " " (context.tell(&Message::new("study-best-here").with("move", analysis.kind().told_move(best.mv()))))
                            }
                        }
                    }
                }
            }
            @for player in Player::BOTH { (turning_points(context, address, study, player, &summaries[player])) }
            details {
                summary { (context.say("study-numbers")) }
                (table(context, analysis, &summaries))
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
        Some((study.way.node(at + 1), number, kind.told_move(&shown.text), loss))
    };
    let points: Vec<_> = summary.turning_points.iter().filter_map(entry).collect();
    html! {
        @if !points.is_empty() {
            p.turning { (context.say_with("analyze-turning-points", &[("name", side_name(context, kind, player).into())])) ":"
                @for (node, number, mv, loss) in points {
                    " " a data-node=(node) href={ (address) "?at=" (node) } {
                        (number) (context.tell(&Message::new("study-move").with("move", mv)))
                        @if kind != table::Kind::Aligne4 { " (" (context.decimal(&format!("−{loss:.1}"))) ")" }
                    }
                }
            }
        }
    }
}

/// How well each side played, in numbers.
pub(crate) fn table(context: &Context<'_>, analysis: &Analysis, summaries: &[Summary; 2]) -> Markup {
    let kind = analysis.kind();
    let lost = |lost: Option<f32>| lost.map_or("–".to_owned(), |lost| context.decimal(&format!("{lost:.2}")));
    let agreed = |summary: &Summary| match summary.whole.moves {
        0 => "–".to_owned(),
        moves => format!("{} %", 100 * summary.whole.agreed / moves),
    };
    let mut rows = vec![
        (context.say("analyze-moves"), summaries.each_ref().map(|own| own.whole.moves.to_string())),
        (context.say("analyze-agreed"), summaries.each_ref().map(agreed)),
        (context.say(&format!("analyze-lost-{kind}")), summaries.each_ref().map(|own| lost(own.whole.lost_per_move()))),
    ];
    for (at, phase) in Phase::ALL.iter().enumerate() {
        let label = context.say(&format!("analyze-phase-{}", phase.name()));
        rows.push((label, summaries.each_ref().map(|own| lost(own.phases[at].lost_per_move()))));
    }
    for grade in Grade::ALL.into_iter().skip(1) {
        let label = context.say(&format!("analyze-grade-{}", grade.name()));
        rows.push((label, summaries.each_ref().map(|own| own.grades[grade as usize].to_string())));
    }
    html! {
        table.numbers {
            thead { tr { td {} @for player in Player::BOTH { th scope="col" { (side_name(context, kind, player)) } } } }
            tbody { @for (label, cells) in rows { tr { th scope="row" { (label) } @for cell in cells { td { (cell) } } } } }
        }
    }
}
