use super::Reviewed;
use crate::console::Console;

/// The graph of a page of text.
const COLUMNS: usize = 72;

/// A review for people to read.
pub(super) fn page(reviewed: &Reviewed<'_>, console: &Console<'_>) -> String {
    let Reviewed { file, number, review, way, analysis } = *reviewed;
    let words = console.words;
    let title = format!("{file} ({number}). {}", reviewed.title(words));
    let charset = tui::Look::from_env(|name| std::env::var(name).ok()).charset;
    let mut lines = tui::study_lines(review, analysis, None, words, charset, COLUMNS);
    lines.extend(tui::turning_lines(review, way, analysis, words));
    format!("{}\n\n{}\n\n", console.bold(&title), lines.join("\n"))
}
