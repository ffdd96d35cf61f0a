//! Small things that every screen draws: texts, boxes, menus, keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use crate::look::{Look, Role};

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> u16 {
    Span::raw(text).width() as u16
}

/// A text at a place, cut at the width.
pub(crate) fn text(buf: &mut Buffer, x: u16, y: u16, max: u16, text: &str, style: Style) {
    let area = buf.area;
    if x >= area.left() && x < area.right() && y >= area.top() && y < area.bottom() {
        buf.set_stringn(x, y, text, max.min(area.right() - x) as usize, style);
    }
}

/// As much of a text as has room, with an ellipsis where it was cut.
pub(crate) fn cut(line: &str, max: u16) -> String {
    if width(line) <= max {
        return line.to_owned();
    }
    let mut kept = String::new();
    for letter in line.chars() {
        let mut next = kept.clone();
        next.push(letter);
        if width(&next) + 1 > max {
            break;
        }
        kept = next;
    }
    kept.trim_end().to_owned() + "…"
}

/// A text in the middle of the first line of an area, cut at its width.
pub(crate) fn centred(buf: &mut Buffer, area: Rect, line: &str, style: Style) {
    let left = area.width.saturating_sub(width(line)) / 2;
    text(buf, area.x + left, area.y, area.width - left, line, style);
}

/// A text that ends at the right edge of the first line of an area.
pub(crate) fn right(buf: &mut Buffer, area: Rect, line: &str, style: Style) {
    let left = area.width.saturating_sub(width(line));
    text(buf, area.x + left, area.y, area.width - left, line, style);
}

/// An empty box of this size in the middle of an area.
pub(crate) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// A frame with a title in its upper edge; what is inside of it.
pub(crate) fn frame(buf: &mut Buffer, area: Rect, title: &str, edge: Style, look: Look) -> Rect {
    if area.width < 2 || area.height < 2 {
        return Rect::default();
    }
    let [upper_left, upper_right, lower_left, lower_right, across, down] =
        look.pick(["╭", "╮", "╰", "╯", "─", "│"], ["+", "+", "+", "+", "-", "|"]);
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for x in area.x + 1..right {
        text(buf, x, area.y, 1, across, edge);
        text(buf, x, bottom, 1, across, edge);
    }
    for y in area.y + 1..bottom {
        text(buf, area.x, y, 1, down, edge);
        text(buf, right, y, 1, down, edge);
    }
    for (x, y, corner) in [
        (area.x, area.y, upper_left),
        (right, area.y, upper_right),
        (area.x, bottom, lower_left),
        (right, bottom, lower_right),
    ] {
        text(buf, x, y, 1, corner, edge);
    }
    if !title.is_empty() {
        text(buf, area.x + 2, area.y, area.width.saturating_sub(4), &format!(" {title} "), edge);
    }
    Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 2)
}

/// Wipes an area, so that something can stand over what was there.
pub(crate) fn wipe(buf: &mut Buffer, area: Rect) {
    let area = area.intersection(buf.area);
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            buf[(x, y)].reset();
        }
    }
}

/// A text broken into lines between words.
pub(crate) fn wrap(text: &str, max: u16) -> Vec<String> {
    let max = max.max(1);
    let mut lines = vec![String::new()];
    for word in glued(text) {
        let word = word.as_str();
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= max {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The words, each with the signs that must stay with it: in French some stand apart, but never alone on a line.
fn glued(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let breaks = |sign: char| sign.is_whitespace() && sign != '\u{a0}';
    for word in text.split(breaks).filter(|word| !word.is_empty()) {
        let stays = [":", ";", "?", "!", "»", "%"].iter().any(|sign| word.starts_with(sign));
        match words.last_mut() {
            Some(last) if stays || last.ends_with('«') => *last = format!("{last} {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// One line of keys and what they do, as many as fit, the last one (help) always.
pub(crate) fn keys(buf: &mut Buffer, area: Rect, keys: &[(&str, String)], look: Look) {
    let length = |(key, does): &(&str, String)| width(key) + 1 + width(does);
    let gap = 3;
    let Some((last, others)) = keys.split_last() else { return };
    let mut left = area.width.saturating_sub(length(last));
    let mut shown: Vec<&(&str, String)> = Vec::new();
    for entry in others {
        if left < length(entry) + gap {
            break;
        }
        left -= length(entry) + gap;
        shown.push(entry);
    }
    shown.push(last);
    let total: u16 = shown.iter().map(|entry| length(entry)).sum::<u16>() + gap * (shown.len() as u16 - 1);
    let mut x = area.x + area.width.saturating_sub(total) / 2;
    for (key, does) in shown {
        text(buf, x, area.y, area.right().saturating_sub(x), key, look.style(Role::Key));
        x += width(key) + 1;
        text(buf, x, area.y, area.right().saturating_sub(x), does, look.style(Role::Soft));
        x += width(does) + gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_ends_with_an_ellipsis() {
        for (text, max, shown) in
            [("Ada", 3, "Ada"), ("Ada Lovelace", 8, "Ada Lov…"), ("Ada Lovelace", 5, "Ada…"), ("囲碁囲碁", 5, "囲碁…")]
        {
            assert_eq!(cut(text, max), shown);
        }
    }

    #[test]
    fn texts_break_between_words() {
        for (text, max, lines) in [
            ("one two three", 7, &["one two", "three"][..]),
            ("one", 7, &["one"]),
            ("", 7, &[""]),
            ("a-very-long-word b", 4, &["a-very-long-word", "b"]),
            ("été à là", 5, &["été à", "là"]),
            ("une idée : là", 8, &["une", "idée :", "là"]),
            ("dit « oui » ici", 9, &["dit", "« oui »", "ici"]),
            ("gagner de 16,5 (96 %).", 19, &["gagner de 16,5", "(96 %)."]),
        ] {
            assert_eq!(wrap(text, max), lines, "{text}");
        }
    }
}
