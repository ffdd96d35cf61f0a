//! The paper: SVG text under construction.

use std::fmt::{self, Write as _};

use crate::glyphs;
use crate::style::{Paint, Style};
use crate::theme::Slot;

/// The longest label that is written whole; the rest of a longer one becomes an ellipsis.
const MAX_LABEL_CHARS: usize = 6;

/// What to do with characters that are not in the drawn alphabet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// Leave them to the fonts of whoever shows the SVG.
    Text,
    /// Draw a box, since nobody after us has fonts.
    Box,
}

/// SVG text under construction: definitions and content, put together at the end.
pub(crate) struct Sheet<'a> {
    pub(crate) style: &'a Style,
    unknown: Unknown,
    prefix: String,
    defs: String,
    defined: Vec<String>,
    body: String,
    /// What is drawn with the same pen is one path: a board of numbered stones stays small.
    strokes: Vec<(Pen, String)>,
}

/// How a path is drawn.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pen {
    /// A line of this colour and width.
    Line(Slot, i32),
    /// A dashed line of this colour and width.
    Dashes(Slot, i32),
    /// A filled shape.
    Fill(Slot),
    /// A filled shape with a rim of the second colour.
    Rimmed(Slot, Slot, i32),
}

/// Writes to the body of a sheet.
macro_rules! put {
    ($sheet:expr, $($arg:tt)*) => { $sheet.put(format_args!($($arg)*)) };
}
pub(crate) use put;

impl<'a> Sheet<'a> {
    pub(crate) fn new(style: &'a Style, unknown: Unknown) -> Sheet<'a> {
        let prefix = style.id_prefix.chars().filter(char::is_ascii_alphanumeric).collect();
        let (defs, body) = (String::new(), String::new());
        Sheet { style, unknown, prefix, defs, defined: Vec::new(), body, strokes: Vec::new() }
    }

    /// Appends to the body; see [`put!`].
    pub(crate) fn put(&mut self, content: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(content);
    }

    /// The colour in a slot, as an attribute's value.
    pub(crate) fn paint(&self, slot: Slot) -> String {
        let value = self.style.theme.value(slot);
        match self.style.paint {
            Paint::Fixed => value.to_owned(),
            Paint::Css => format!("var(--pl-{},{value})", slot.name()),
        }
    }

    /// Whether nothing would be seen of this colour. Custom properties may still fill it.
    pub(crate) fn invisible(&self, slot: Slot) -> bool {
        self.style.paint == Paint::Fixed && self.style.theme.value(slot) == "#0000"
    }

    /// The id as it is in the document.
    pub(crate) fn id(&self, id: &str) -> String {
        format!("{}{id}", self.prefix)
    }

    /// Puts `content` into the definitions, once.
    pub(crate) fn define(&mut self, id: &str, content: impl FnOnce(&mut Self) -> String) {
        if !self.defined.iter().any(|known| known == id) {
            self.defined.push(id.to_owned());
            let content = content(self);
            self.defs.push_str(&content);
        }
    }

    /// A fill that goes over several colours; a single colour where they are the same and nobody can change them.
    pub(crate) fn gradient(&mut self, id: &str, shape: Gradient, stops: &[(u8, Slot)]) -> String {
        let theme = self.style.theme;
        let flat = stops.iter().all(|(_, slot)| theme.value(*slot) == theme.value(stops[0].1));
        if flat && self.style.paint == Paint::Fixed {
            return self.paint(stops[0].1);
        }
        self.define(id, |sheet| {
            let (tag, geometry) = match shape {
                Gradient::Down => ("linearGradient", "x2=\"0\" y2=\"1\""),
                Gradient::Across => ("linearGradient", "x2=\"1\" y2=\"1\""),
                Gradient::Ball => ("radialGradient", "cx=\".36\" cy=\".3\" r=\".72\""),
                Gradient::Pool => ("radialGradient", "cx=\".42\" cy=\".36\" r=\".8\""),
            };
            let mut out = format!("<{tag} id=\"{}\" {geometry}>", sheet.id(id));
            for (percent, slot) in stops {
                let _ = write!(out, "<stop offset=\"{percent}%\" stop-color=\"{}\"/>", sheet.paint(*slot));
            }
            let _ = write!(out, "</{tag}>");
            out
        });
        format!("url(#{})", self.id(id))
    }

    /// Path data drawn with this pen, together with all else that is.
    pub(crate) fn ink(&mut self, pen: Pen) -> &mut String {
        let at = self.strokes.iter().position(|(known, _)| *known == pen).unwrap_or_else(|| {
            self.strokes.push((pen, String::new()));
            self.strokes.len() - 1
        });
        &mut self.strokes[at].1
    }

    /// Ends a layer: everything inked so far goes onto the body.
    pub(crate) fn flush(&mut self) {
        for (pen, d) in std::mem::take(&mut self.strokes) {
            let line = |slot: Slot, width: i32| {
                let paint = self.paint(slot);
                format!("stroke=\"{paint}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"")
            };
            let attributes = match pen {
                Pen::Line(slot, width) => format!("fill=\"none\" {} stroke-linecap=\"round\"", line(slot, width)),
                Pen::Dashes(slot, width) => format!("fill=\"none\" {} stroke-dasharray=\"13 11\"", line(slot, width)),
                Pen::Fill(slot) => format!("fill=\"{}\"", self.paint(slot)),
                Pen::Rimmed(fill, rim, width) => format!("fill=\"{}\" {}", self.paint(fill), line(rim, width)),
            };
            put!(self, "<path {attributes} d=\"{d}\"/>");
        }
    }

    /// Writes a text around a centre, no higher than `cap` and no wider than `room`.
    pub(crate) fn label(&mut self, text: &str, centre: (i32, i32), cap: i32, room: i32, slot: Slot) {
        let text = shorten(text);
        let scale = label_scale(&text, cap, room);
        if self.unknown == Unknown::Text && !glyphs::known(&text) {
            return self.foreign(&text, centre, scale, slot);
        }
        let path = self.ink(Pen::Line(slot, stroke(scale)));
        write_label(path, &text, centre, scale);
    }

    /// The same for letters that are small beside the unit of the picture: drawn on a finer grid, so that rounding leaves them
    /// their shape. They come onto the body at once.
    pub(crate) fn fine_labels(&mut self, labels: &[(&str, (i32, i32))], cap: i32, room: i32, slot: Slot) {
        let mut paths: Vec<(i32, String)> = Vec::new();
        for (text, centre) in labels {
            let text = shorten(text);
            let scale = label_scale(&text, cap, room);
            if self.unknown == Unknown::Text && !glyphs::known(&text) {
                self.foreign(&text, *centre, scale, slot);
                continue;
            }
            let (fine, width) = (scale * FINER as f32, stroke(scale * FINER as f32));
            let at = paths.iter().position(|(known, _)| *known == width).unwrap_or_else(|| {
                paths.push((width, String::new()));
                paths.len() - 1
            });
            write_label(&mut paths[at].1, &text, (centre.0 * FINER, centre.1 * FINER), fine);
        }
        let paint = self.paint(slot);
        for (width, path) in paths {
            put!(
                self,
                "<path fill=\"none\" stroke=\"{paint}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\" transform=\"scale(.1)\" d=\"{path}\"/>"
            );
        }
    }

    /// Letters that are not in the drawn alphabet.
    fn foreign(&mut self, text: &str, centre: (i32, i32), scale: f32, slot: Slot) {
        let (x, y) = (centre.0 as f32, centre.1 as f32);
        let size = (scale * glyphs::CAP * 1.35).round();
        let paint = self.paint(slot);
        let base = y + scale * glyphs::CAP / 2.0;
        let text = escape(text);
        put!(
            self,
            "<text x=\"{x}\" y=\"{base:.0}\" font-size=\"{size}\" font-family=\"sans-serif\" text-anchor=\"middle\" \
             fill=\"{paint}\">{text}</text>"
        );
    }

    /// What was drawn, without what it refers to.
    pub(crate) fn into_body(mut self) -> String {
        self.flush();
        self.body
    }

    /// The finished document. A title makes it an image with a name.
    pub(crate) fn finish(mut self, width: i32, height: i32, attributes: &str, title: Option<&str>) -> String {
        self.flush();
        let mut out = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"");
        if let Some(pixels) = self.style.width {
            let other = (f64::from(pixels) * f64::from(height) / f64::from(width)).round();
            let _ = write!(out, " width=\"{pixels}\" height=\"{other}\"");
        }
        let role = if title.is_some() { " role=\"img\"" } else { "" };
        let _ = write!(out, "{role}{attributes}>");
        if let Some(title) = title {
            let _ = write!(out, "<title>{}</title>", escape(title));
        }
        if !self.defs.is_empty() {
            let _ = write!(out, "<defs>{}</defs>", self.defs);
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// The ways colours go.
#[derive(Clone, Copy)]
pub(crate) enum Gradient {
    /// From the top down.
    Down,
    /// From the upper left to the lower right.
    Across,
    /// Light on a ball, from the upper left.
    Ball,
    /// A pool of light on a wide surface.
    Pool,
}

/// Makes any text fit for content and attributes; what XML cannot hold at all becomes the replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// How many units of the fine grid make one of the picture.
const FINER: i32 = 10;

/// How large the grid of the letters is, so that a text is no higher than `cap` and no wider than `room`. Numbers of as many
/// digits are of one size, whatever the digits.
fn label_scale(text: &str, cap: i32, room: i32) -> f32 {
    let digits = text.chars().all(|c| c.is_ascii_digit());
    let widest = if digits { glyphs::width(&"0".repeat(text.len())) } else { glyphs::width(text) };
    (cap as f32 / glyphs::CAP).min(room as f32 / widest.max(1.0))
}

fn stroke(scale: f32) -> i32 {
    (scale * 2.25).round().max(1.0) as i32
}

fn write_label(path: &mut String, text: &str, centre: (i32, i32), scale: f32) {
    let wide = glyphs::width(text).max(1.0) * scale;
    glyphs::write(path, text, centre.0 as f32 - wide / 2.0, centre.1 as f32 - glyphs::CAP * scale / 2.0, scale);
}

/// Cuts a label that would become too small to read.
fn shorten(text: &str) -> String {
    if text.chars().count() <= MAX_LABEL_CHARS {
        return text.to_owned();
    }
    text.chars().take(MAX_LABEL_CHARS - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_end_in_an_ellipsis() {
        assert_eq!(shorten("123456"), "123456");
        assert_eq!(shorten("1234567"), "12345…");
        assert_eq!(shorten("ééééééé"), "ééééé…");
    }

    #[test]
    fn escaping_leaves_no_markup_and_nothing_that_xml_forbids() {
        assert_eq!(escape("<a href='\"&"), "&lt;a href=&#39;&quot;&amp;");
        assert_eq!(escape("a\0b\u{1b}c\nd"), "a\u{fffd}b\u{fffd}c d");
    }
}
