//! Properties as text, in lines of a length that people can read.

use alloc::string::String;
use core::fmt::Write as _;

/// The longest line of moves; a text breaks where its author broke it.
const WIDTH: usize = 80;

/// Text with a memory of where the line began.
#[doc(hidden)]
#[derive(Default, Debug)]
pub struct Writer {
    out: String,
    line_start: usize,
}

impl Writer {
    pub(super) fn begin_node(&mut self, is_variation: bool) {
        if is_variation {
            if !self.out.is_empty() {
                self.new_line();
            }
            self.out.push('(');
        }
        self.out.push(';');
    }

    pub(super) fn new_line(&mut self) {
        self.out.push('\n');
        self.line_start = self.out.len();
    }

    /// A bracket that ends a game or a variation.
    pub(super) fn close(&mut self) {
        self.out.push(')');
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> String {
        self.out.push('\n');
        self.out
    }

    /// Goes to a new line if this one is full; called between nodes and between properties.
    fn break_line(&mut self, start: usize) {
        if start > self.line_start && self.out.len() - self.line_start > WIDTH {
            self.out.insert(start, '\n');
            self.line_start = start + 1;
        }
        if let Some(last) = self.out[start..].rfind('\n') {
            self.line_start = self.line_start.max(start + last + 1);
        }
    }

    /// Writes a property with one value, which is escaped already.
    pub(super) fn property(&mut self, id: &str, value: impl core::fmt::Display) {
        let start = self.out.len();
        let _ = write!(self.out, "{id}[{value}]");
        self.break_line_before(start);
    }

    /// Writes a property with these values, unless there are none.
    pub(super) fn list(&mut self, id: &str, values: impl Iterator<Item = String>) {
        let mut first = true;
        for value in values {
            let start = self.out.len();
            if first {
                self.out.push_str(id);
            }
            let _ = write!(self.out, "[{value}]");
            self.break_line_before(start);
            first = false;
        }
    }

    /// A semicolon stays with the first property of its node.
    fn break_line_before(&mut self, start: usize) {
        let semicolon = self.out[..start].ends_with(';') && !self.out[..start].ends_with("(;");
        self.break_line(if semicolon { start - 1 } else { start });
    }

    pub(super) fn text(&mut self, id: &str, value: &str, escape: fn(&str) -> String) {
        if !value.is_empty() {
            self.property(id, escape(value));
        }
    }
}
