use plateau_core::Player;
use players::analyst::remarks;
use study::{Grade, Phase, Summary};
use words::Arg;

use super::Reviewed;
use crate::console::Console;

/// The graph of a page of text.
const COLUMNS: usize = 72;
const ROWS: usize = 6;

/// A review for people to read.
pub(super) fn page(reviewed: &Reviewed<'_>, console: &Console<'_>) -> String {
    let Reviewed { file, number, review, way, analysis } = *reviewed;
    let say = |id: &str, gaps: &[(&str, Arg<'_>)]| console.say(id, gaps);
    let kind = analysis.kind();
    let names = Player::BOTH.map(|player| match review.info().names[player].trim() {
        "" => say("analyze-side", &[("player", kind.side(player).to_string().into())]),
        name => name.to_owned(),
    });
    let result = review.info().ending.map(|ending| tui::say(console.words, &table::told_result(ending, kind)));
    let mut lines = vec![console.bold(&format!(
        "{file} ({number}), {}: {} – {}{}",
        kind.name(),
        names[0],
        names[1],
        result.map(|result| format!(", {result}")).unwrap_or_default()
    ))];
    lines.push(String::new());
    let charset = tui::Look::from_env(|name| std::env::var(name).ok()).charset;
    lines.extend(
        draw::graph_text(&analysis.curve(None), COLUMNS, ROWS, charset)
            .into_iter()
            .map(|line| line.trim_end().to_owned()),
    );
    lines.push(String::new());
    let summaries = Player::BOTH.map(|player| analysis.summary(player));
    lines.extend(table(&summaries, &names, kind, console));
    for (player, summary) in Player::BOTH.into_iter().zip(&summaries) {
        if summary.turning_points.is_empty() {
            continue;
        }
        lines.push(String::new());
        lines.push(console.bold(&say("analyze-turning-points", &[("name", names[player].as_str().into())])));
        for &at in &summary.turning_points {
            let number = way.shown(at).and_then(|shown| shown.number).unwrap_or_default();
            let said: Vec<String> =
                remarks(way, analysis, at).iter().map(|part| tui::say(console.words, part)).collect();
            lines.push(format!("{number:>4}  {}", said.join(" ")));
        }
    }
    lines.push(String::new());
    lines.join("\n") + "\n"
}

/// What the players did, side by side.
fn table(summaries: &[Summary; 2], names: &[String; 2], kind: table::Kind, console: &Console<'_>) -> Vec<String> {
    let lang = console.words.lang();
    let lost = |lost: Option<f32>| lost.map_or("–".to_owned(), |lost| lang.decimal(&format!("{lost:.2}")));
    let percent = |summary: &Summary| match summary.whole.moves {
        0 => "–".to_owned(),
        moves => format!("{} %", 100 * summary.whole.agreed / moves),
    };
    let mut rows: Vec<(String, [String; 2])> = vec![
        (console.say("analyze-moves", &[]), summaries.each_ref().map(|summary| summary.whole.moves.to_string())),
        (console.say("analyze-agreed", &[]), summaries.each_ref().map(percent)),
    ];
    let unit = format!("analyze-lost-{kind}");
    rows.push((console.say(&unit, &[]), summaries.each_ref().map(|summary| lost(summary.whole.lost_per_move()))));
    for (at, phase) in Phase::ALL.iter().enumerate() {
        let label = format!("  {}", console.say(&format!("analyze-phase-{}", phase.name()), &[]));
        rows.push((label, summaries.each_ref().map(|summary| lost(summary.phases[at].lost_per_move()))));
    }
    for grade in Grade::ALL.into_iter().skip(1) {
        let counts = summaries.each_ref().map(|summary| summary.grades[grade as usize].to_string());
        rows.push((console.say(&format!("analyze-grade-{}", grade.name()), &[]), counts));
    }
    let label = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or_default();
    let name = |name: &str| name.chars().take(NAME).collect::<String>();
    let width = names.iter().map(|own| name(own).chars().count()).max().unwrap_or_default().max(6);
    let head = format!("{:label$}  {:>width$}  {:>width$}", "", name(&names[0]), name(&names[1]));
    let rows =
        rows.into_iter().map(|(text, [black, white])| format!("{text:label$}  {black:>width$}  {white:>width$}"));
    std::iter::once(head).chain(rows).collect()
}

/// So much of a name fits over a column.
const NAME: usize = 20;
