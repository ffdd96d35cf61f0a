//! What the machine makes of a game, in lines of text.

use draw::Charset;
use plateau_core::Player;
use players::analyst::{Row, numbers, remarks};
use study::{Analysis, Summary};
use table::{AnyWay, Kind, Review};
use words::Words;

use crate::say;

/// Lines for the graph.
const ROWS: usize = 6;
/// So much of a name fits over a column.
const NAME: usize = 20;

/// A review for people to read, the curve so many characters wide: that, and how well each side played.
pub fn study_lines(
    review: &Review,
    analysis: &Analysis,
    here: Option<usize>,
    words: &Words,
    charset: Charset,
    columns: usize,
) -> Vec<String> {
    let mut lines = draw::graph_text(&analysis.curve(here), columns, ROWS, charset);
    lines.push(String::new());
    let names = Player::BOTH.map(|player| name(review, player, words));
    let summaries = Player::BOTH.map(|player| analysis.summary(player));
    lines.extend(table(&summaries, &names, analysis.kind(), words));
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Where each side lost most, and what is to be said of that.
pub fn turning_lines(review: &Review, way: &AnyWay, analysis: &Analysis, words: &Words) -> Vec<String> {
    let mut lines = Vec::new();
    for player in Player::BOTH {
        let points = analysis.summary(player).turning_points;
        if points.is_empty() {
            continue;
        }
        lines.push(String::new());
        lines.push(words.say("study-turning", &[("name", name(review, player, words).into())]));
        for at in points {
            let number = way.shown(at).and_then(|shown| shown.number).unwrap_or_default();
            let said: Vec<String> = remarks(way, analysis, at).iter().map(|part| say(words, part)).collect();
            lines.push(format!("{number:>4}  {}", said.join(" ")));
        }
    }
    lines
}

/// Who played, or which side it was.
pub fn name(review: &Review, player: Player, words: &Words) -> String {
    match review.info().names[player].trim() {
        "" => words.say("analyze-side", &[("player", review.kind().side(player).to_string().into())]),
        name => name.to_owned(),
    }
}

/// What the players did, side by side.
fn table(summaries: &[Summary; 2], names: &[String; 2], kind: Kind, words: &Words) -> Vec<String> {
    let told = |value: &Option<String>| value.as_ref().map_or("–".to_owned(), |value| words.lang().decimal(value));
    let rows: Vec<(String, [String; 2])> = numbers(kind, summaries)
        .iter()
        .map(|Row { id, is_part, values }| {
            let label = format!("{}{}", if *is_part { "  " } else { "" }, words.say(id, &[]));
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
