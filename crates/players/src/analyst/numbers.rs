//! How well each side played, in numbers: the rows of a table with a column for each player.

use study::{Grade, Phase, Played, Summary};
use table::Kind;

/// A row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The message id of what is counted.
    pub id: String,
    /// Whether it is a part of the row before it.
    pub is_part: bool,
    /// The number of each player, with a decimal point; nothing where nothing is known.
    pub values: [Option<String>; 2],
}

/// The rows for two players.
pub fn numbers(kind: Kind, summaries: &[Summary; 2]) -> Vec<Row> {
    let row = |id: &str, values| Row { id: format!("analyze-{id}"), is_part: false, values };
    let lost = |played: &Played| played.lost_per_move().map(|lost| format!("{lost:.2}"));
    let agreed = |own: &Summary| {
        (200 * own.whole.agreed + own.whole.moves).checked_div(2 * own.whole.moves).map(|share| format!("{share} %"))
    };
    let mut rows = vec![
        row("moves", summaries.each_ref().map(|own| Some(own.whole.moves.to_string()))),
        row("agreed", summaries.each_ref().map(agreed)),
        row(&format!("lost-{kind}"), summaries.each_ref().map(|own| lost(&own.whole))),
    ];
    rows.extend(Phase::ALL.into_iter().map(|phase| {
        let values = summaries.each_ref().map(|own| lost(&own.phases[phase as usize]));
        Row { is_part: true, ..row(&format!("phase-{}", phase.name()), values) }
    }));
    rows.extend(Grade::ALL.into_iter().skip(1).map(|grade| {
        let counts = summaries.each_ref().map(|own| Some(own.grades[grade as usize].to_string()));
        row(&format!("grade-{}", grade.name()), counts)
    }));
    rows
}
