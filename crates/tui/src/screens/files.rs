//! The file chooser: to open a record, and to save a game.

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEventKind};
use ratatui::layout::Rect;
use store::GameId;
use table::Review;

use super::{Keys, heading, walk};
use crate::context::{Context, Door, Next};
use crate::look::Role;
use crate::{Entry, Event, Sitting, paint, say};

pub(crate) struct FilesScreen {
    folder: PathBuf,
    entries: Vec<Entry>,
    at: usize,
    /// To save: the game, and the name that is typed.
    saving: Option<(Sitting, String)>,
    /// Whether replacing a file was asked for.
    replacing: bool,
    problem: Option<String>,
}

/// The way up.
const UP: &str = "..";

impl FilesScreen {
    pub(crate) fn open(context: &Context) -> FilesScreen {
        FilesScreen::at(context, context.desk.files.folder(), None)
    }

    pub(crate) fn save(context: &Context, sitting: Sitting, name: String) -> FilesScreen {
        FilesScreen::at(context, context.desk.files.folder(), Some((sitting, name)))
    }

    fn at(context: &Context, folder: PathBuf, saving: Option<(Sitting, String)>) -> FilesScreen {
        let mut entries = context.desk.files.entries(&folder);
        if folder.parent().is_some() {
            entries.insert(0, Entry { name: UP.to_owned(), is_folder: true });
        }
        FilesScreen { folder, entries, at: 0, saving, replacing: false, problem: None }
    }

    /// While saving everything that is typed belongs to the name.
    pub(crate) fn is_typing(&self) -> bool {
        self.saving.is_some()
    }

    pub(crate) fn leave(&mut self, context: &mut Context) {
        if let Some((sitting, _)) = &mut self.saving {
            sitting.leave(&context.desk);
        }
    }

    /// Into a folder of this one, or up.
    fn enter_folder(&mut self, context: &Context, name: &str) {
        let folder = match self.folder.parent() {
            Some(parent) if name == UP => parent.to_owned(),
            None if name == UP => return,
            _ => self.folder.join(name),
        };
        let saving = self.saving.take();
        *self = FilesScreen::at(context, folder, saving);
    }

    fn chosen(&mut self, context: &mut Context) -> Next {
        let Some(Entry { name, is_folder }) = self.entries.get(self.at).cloned() else { return Next::Stay };
        if is_folder {
            self.enter_folder(context, &name);
            return Next::Stay;
        }
        match context.desk.files.load(&self.folder.join(name)) {
            Ok(record) => Next::to(Door::Review(Review::of_record(record))),
            Err(why) => {
                self.problem = Some(say(&context.words, &why));
                Next::Stay
            }
        }
    }

    fn write(&mut self, context: &mut Context) -> Next {
        let Some((sitting, name)) = &self.saving else { return Next::Stay };
        let path = self.folder.join(name.trim());
        if name.trim().is_empty() {
            return Next::Stay;
        }
        if context.desk.files.exists(&path) && !self.replacing {
            self.replacing = true;
            self.problem = Some(context.say("file-overwrite"));
            return Next::Stay;
        }
        match context.desk.files.save(sitting.table(), &path) {
            Ok(()) => {
                let shown = path.display().to_string();
                let said = context.words.say("file-saved", &[("file", shown.into())]);
                back(context, sitting.id(), Some(said))
            }
            Err(why) => {
                self.problem = Some(say(&context.words, &why));
                Next::Stay
            }
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) if self.saving.is_some() => self.key_saving(context, key),
            Event::Key(key) if walk(&mut self.at, self.entries.len(), key) => Next::Stay,
            Event::Key(key) => match key.code {
                KeyCode::Enter | KeyCode::Char(' ' | 'l') | KeyCode::Right => self.chosen(context),
                KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h') => {
                    self.enter_folder(context, UP);
                    Next::Stay
                }
                KeyCode::Esc | KeyCode::Char('q') => Next::Home,
                _ => Next::Stay,
            },
            Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => {
                let area = rows_area(context.size);
                let line = self.first(area.height) + mouse.row.saturating_sub(area.y) as usize;
                if mouse.row < area.y || line >= self.entries.len() {
                    return Next::Stay;
                }
                self.at = line;
                if self.saving.is_none() || self.entries[line].is_folder { self.chosen(context) } else { Next::Stay }
            }
            _ => Next::Stay,
        }
    }

    fn key_saving(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        let Some((sitting, name)) = &mut self.saving else { return Next::Stay };
        match key.code {
            KeyCode::Esc => return back(context, sitting.id(), None),
            KeyCode::Enter => return self.write(context),
            KeyCode::Backspace => drop(name.pop()),
            KeyCode::Char(c) if !c.is_control() => name.push(c),
            KeyCode::Up | KeyCode::Down => drop(walk(&mut self.at, self.entries.len(), key)),
            // Into the folder that is chosen.
            KeyCode::Right | KeyCode::Tab => {
                if let Some(Entry { name, is_folder: true }) = self.entries.get(self.at).cloned() {
                    self.enter_folder(context, &name);
                }
            }
            KeyCode::Left => self.enter_folder(context, UP),
            _ => return Next::Stay,
        }
        (self.replacing, self.problem) = (false, None);
        Next::Stay
    }

    fn first(&self, height: u16) -> usize {
        (self.at + 1).saturating_sub(height as usize)
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let (look, rows) = (context.look, rows_area(area));
        let title = if self.saving.is_some() { "file-save" } else { "file-open" };
        heading(buf, area, &context.say(title), context);
        let folder = self.folder.display().to_string();
        let folder = context.words.say("file-folder", &[("folder", printable(&folder).into())]);
        paint::text(buf, rows.x, rows.y - 2, rows.width, &paint::cut(&folder, rows.width), look.style(Role::Soft));
        if let Some((_, name)) = &self.saving {
            let line = context.words.say("file-name", &[("name", name.as_str().into())]);
            let line = format!("{line}{}", look.pick("▏", "_"));
            paint::text(buf, rows.x, rows.bottom() + 1, rows.width, &line, look.style(Role::Accent));
        }
        let shown = self.entries.iter().enumerate().skip(self.first(rows.height)).take(rows.height as usize);
        for ((index, entry), y) in shown.zip(rows.y..) {
            let style = look.style(if index == self.at { Role::Chosen } else { Role::Ink });
            if index == self.at {
                buf.set_style(Rect { y, height: 1, ..rows }, style);
            }
            let name = if entry.is_folder { format!("{}/", entry.name) } else { entry.name.clone() };
            paint::text(buf, rows.x + 1, y, rows.width - 2, &paint::cut(&printable(&name), rows.width - 2), style);
        }
        if let Some(problem) = &self.problem {
            let line = Rect { y: area.bottom() - 2, height: 1, ..area };
            paint::centred(buf, line, problem, look.style(Role::Accent));
        }
    }

    pub(crate) fn keys(&self) -> Keys {
        let enter = if self.saving.is_some() { "key-save" } else { "key-open" };
        (vec![("Enter", enter), ("↑↓", "key-move"), ("←→", "key-folder"), ("Esc", "key-back")], Vec::new())
    }
}

/// Back at the game, with something to tell.
fn back(context: &mut Context, id: GameId, note: Option<String>) -> Next {
    match Sitting::open(&context.desk, id) {
        Ok(sitting) => Next::to(Door::Play(sitting, note)),
        Err(_) => Next::Home,
    }
}

/// A name without signs that would disturb the terminal.
fn printable(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

fn rows_area(area: Rect) -> Rect {
    let width = area.width.min(90) - 8;
    Rect::new(area.x + (area.width - width) / 2, area.y + 5, width, area.height - 10)
}
