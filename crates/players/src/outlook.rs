use search::{Report, Score};
use table::Message;

/// What the engine expects of the game after its best move, in a few words.
pub(crate) fn outlook<M>(report: &Report<M>) -> Message {
    let Some(variation) = report.variations.first() else { return Message::new("hint-likes") };
    match variation.score {
        Score::Exact { margin: 1.., .. } => Message::new("hint-wins"),
        Score::Exact { margin: 0, .. } => Message::new("hint-draws"),
        Score::Exact { .. } => Message::new("hint-loses"),
        Score::Margin(margin) if margin.abs() < 0.5 => Message::new("hint-even"),
        Score::Margin(margin) if margin > 0.0 => Message::new("hint-ahead").with("margin", format!("{margin:.0}")),
        Score::Margin(margin) => Message::new("hint-behind").with("margin", format!("{:.0}", -margin)),
        Score::Chance { win, .. } => Message::new("hint-chance").with("percent", (100.0 * win).round() as i64),
    }
}
