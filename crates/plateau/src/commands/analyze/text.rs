use plateau_core::Player;
use players::analyst::{Row, numbers, remarks};
use study::Summary;
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
    let told = |value: &Option<String>| value.as_ref().map_or("–".to_owned(), |value| lang.decimal(value));
    let rows: Vec<(String, [String; 2])> = numbers(kind, summaries)
        .iter()
        .map(|Row { id, is_part, values }| {
            let label = format!("{}{}", if *is_part { "  " } else { "" }, console.say(id, &[]));
            (label, values.each_ref().map(told))
        })
        .collect();
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
