//! The games of a file that holds several: who played whom, when, and how it ended.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use table::records::AnyRecord;

use super::{Keys, heading, review, walk};
use crate::console::recorded;
use crate::context::{Context, Next};
use crate::look::Role;
use crate::{Event, paint};

pub(crate) struct RecordsScreen {
    records: Vec<AnyRecord>,
    /// Each as it is listed.
    lines: Vec<String>,
    at: usize,
}

impl RecordsScreen {
    pub(crate) fn new(context: &Context, records: Vec<AnyRecord>) -> RecordsScreen {
        let lines = records.iter().map(|record| recorded(&context.words, record)).collect();
        RecordsScreen { records, lines, at: 0 }
    }

    fn open(&self) -> Next {
        Next::to(review::door(self.records[self.at].clone()))
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        let (last, page) = (self.records.len() - 1, rows_area(context.size).height as usize);
        match event {
            Event::Key(key) if walk(&mut self.at, self.records.len(), key) => {}
            Event::Key(key) => match key.code {
                KeyCode::PageDown => self.at = (self.at + page).min(last),
                KeyCode::PageUp => self.at = self.at.saturating_sub(page),
                KeyCode::Enter | KeyCode::Char(' ') => return self.open(),
                KeyCode::Esc | KeyCode::Char('q') => return Next::back(),
                _ => {}
            },
            Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => {
                let area = rows_area(context.size);
                let line = self.first(area.height) + mouse.row.saturating_sub(area.y) as usize;
                if mouse.row >= area.y && line <= last {
                    self.at = line;
                    return self.open();
                }
            }
            _ => {}
        }
        Next::Stay
    }

    /// The first line that is shown, so that the chosen one is.
    fn first(&self, height: u16) -> usize {
        (self.at + 1).saturating_sub(height as usize)
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let (look, rows) = (context.look, rows_area(area));
        let count = self.records.len() as i64;
        heading(buf, area, &context.words.say("records-title", &[("count", count.into())]), context);
        let shown = self.lines.iter().enumerate().skip(self.first(rows.height)).take(rows.height as usize);
        for ((index, line), y) in shown.zip(rows.y..) {
            let style = look.style(if index == self.at { Role::Chosen } else { Role::Ink });
            if index == self.at {
                buf.set_style(Rect { y, height: 1, ..rows }, style);
            }
            let line = paint::cut(&format!("{:>5}  {line}", index + 1), rows.width - 2);
            paint::text(buf, rows.x + 1, y, rows.width - 2, &line, style);
        }
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (vec![("↑↓", "key-move"), ("Enter", "key-open"), ("PgUp PgDn", "key-page"), ("Esc", "key-back")], Vec::new())
}

fn rows_area(area: Rect) -> Rect {
    let width = area.width.min(100) - 4;
    Rect::new(area.x + (area.width - width) / 2, area.y + 3, width, area.height - 6)
}
