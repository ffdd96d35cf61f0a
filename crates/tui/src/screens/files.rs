//! The file chooser: to open a record, and to save a game.

use std::path::{Path, PathBuf};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::{Keys, heading, review, walk};
use crate::context::{Context, Door, Next};
use crate::disk::expanded;
use crate::look::Role;
use crate::{Entry, Event, Sitting, paint, say};

pub(crate) struct FilesScreen {
    folder: PathBuf,
    entries: Vec<Entry>,
    at: usize,
    /// To save: the game, and the name that is typed.
    saving: Option<(Sitting, String)>,
    /// To open: the path that is typed, once somebody does.
    typed: Option<String>,
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
        FilesScreen { folder, entries, at: 0, saving, typed: None, replacing: false, problem: None }
    }

    /// Everything that is typed belongs to a name or a path.
    pub(crate) fn is_typing(&self) -> bool {
        self.saving.is_some() || self.typed.is_some()
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
        self.load(context, &self.folder.join(name))
    }

    fn load(&mut self, context: &Context, path: &Path) -> Next {
        match context.desk.files.load(path) {
            Ok(records) => match <[_; 1]>::try_from(records) {
                Ok([record]) => Next::to(review::door(record)),
                Err(records) => Next::to(Door::Records(records)),
            },
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
        let record = sitting.record(&context.desk);
        match record.and_then(|record| context.desk.files.save(&record, &path)) {
            Ok(()) => {
                let shown = path.display().to_string();
                Next::Back(Some(context.words.say("file-saved", &[("file", shown.into())])))
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
            Event::Key(key) if self.typed.is_some() => self.key_path(context, key),
            Event::Key(key) if walk(&mut self.at, self.entries.len(), key) => Next::Stay,
            Event::Key(key) => match key.code {
                KeyCode::Enter | KeyCode::Char(' ' | 'l') | KeyCode::Right => self.chosen(context),
                KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h') => {
                    self.enter_folder(context, UP);
                    Next::Stay
                }
                KeyCode::Esc | KeyCode::Char('q') => Next::back(),
                // These begin a path.
                KeyCode::Char(letter @ ('/' | '~' | '.' | ':')) => {
                    self.typed = Some(if letter == ':' { String::new() } else { letter.to_string() });
                    self.problem = None;
                    Next::Stay
                }
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

    /// A key while a path is typed.
    fn key_path(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        let Some(typed) = &mut self.typed else { return Next::Stay };
        match key.code {
            KeyCode::Esc => self.typed = None,
            KeyCode::Backspace if typed.pop().is_none() => self.typed = None,
            KeyCode::Char(c) if !c.is_control() => typed.push(c),
            KeyCode::Enter => {
                let path = self.folder.join(expanded(typed.trim()));
                self.typed = None;
                if !context.desk.files.is_folder(&path) {
                    return self.load(context, &path);
                }
                *self = FilesScreen::at(context, path, None);
            }
            _ => {}
        }
        Next::Stay
    }

    fn key_saving(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        let Some((_, name)) = &mut self.saving else { return Next::Stay };
        match key.code {
            KeyCode::Esc => return Next::back(),
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
        if let Some(typed) = &self.typed {
            let line = context.words.say("file-path", &[("path", typed.as_str().into())]);
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
        let mut keys = vec![("Enter", enter), ("↑↓", "key-move"), ("←→", "key-folder"), ("Esc", "key-back")];
        if self.saving.is_none() {
            keys.insert(3, ("/ ~ :", "key-path"));
        }
        (keys, Vec::new())
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
