//! The file chooser: to open a record, and to save a game.

use std::fs;
use std::path::{Path, PathBuf};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::{Keys, Screen, heading, play, review, walk};
use crate::app::{Context, Next};
use crate::look::Role;
use crate::{Event, Sitting, paint, say};

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

struct Entry {
    name: String,
    is_folder: bool,
}

/// The endings of records that can be opened.
const ENDINGS: [&str; 5] = ["sgf", "ggf", "txt", "obf", "wtb"];
/// A folder with more entries than this is shown in part.
const MAX_ENTRIES: usize = 2000;

impl FilesScreen {
    pub(crate) fn open() -> FilesScreen {
        FilesScreen::at(PathBuf::from("."), None)
    }

    pub(crate) fn save(sitting: Sitting, name: String) -> FilesScreen {
        FilesScreen::at(PathBuf::from("."), Some((sitting, name)))
    }

    fn at(folder: PathBuf, saving: Option<(Sitting, String)>) -> FilesScreen {
        let folder = fs::canonicalize(&folder).unwrap_or(folder);
        let entries = entries(&folder);
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

    fn enter_folder(&mut self, folder: PathBuf) {
        let saving = self.saving.take();
        *self = FilesScreen::at(folder, saving);
    }

    fn chosen(&mut self, context: &mut Context) -> Next {
        let Some(entry) = self.entries.get(self.at) else { return Next::Stay };
        let path = self.folder.join(&entry.name);
        if entry.is_folder {
            self.enter_folder(path);
            return Next::Stay;
        }
        let loaded = context.desk.files.load(&path);
        match loaded.and_then(|loaded| review::Review::loaded(context, loaded)) {
            Ok(review) => Next::to(Screen::Review(Box::new(review))),
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
        if path.exists() && !self.replacing {
            self.replacing = true;
            self.problem = Some(context.say("tui-file-overwrite"));
            return Next::Stay;
        }
        match context.desk.files.save(sitting.table(), &path) {
            Ok(()) => {
                let shown = path.display().to_string();
                let said = context.words.say("tui-saved", &[("file", shown.into())]);
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
                    self.enter_folder(self.folder.join(".."));
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
                if let Some(entry) = self.entries.get(self.at)
                    && entry.is_folder
                {
                    self.enter_folder(self.folder.join(&entry.name));
                }
            }
            KeyCode::Left => self.enter_folder(self.folder.join("..")),
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
        let title = if self.saving.is_some() { "tui-file-save" } else { "tui-file-open" };
        heading(buf, area, &context.say(title), context);
        let folder = format!("{}: {}", context.say("tui-file-folder"), self.folder.display());
        paint::text(buf, rows.x, rows.y - 2, rows.width, &folder, look.style(Role::Soft));
        if let Some((_, name)) = &self.saving {
            let line = format!("{}: {name}{}", context.say("tui-file-name"), look.pick("▏", "_"));
            paint::text(buf, rows.x, rows.bottom() + 1, rows.width, &line, look.style(Role::Accent));
        }
        let shown = self.entries.iter().enumerate().skip(self.first(rows.height)).take(rows.height as usize);
        for ((index, entry), y) in shown.zip(rows.y..) {
            let style = look.style(if index == self.at { Role::Chosen } else { Role::Ink });
            if index == self.at {
                buf.set_style(Rect { y, height: 1, ..rows }, style);
            }
            let name = if entry.is_folder { format!("{}/", entry.name) } else { entry.name.clone() };
            paint::text(buf, rows.x + 1, y, rows.width - 2, &printable(&name), style);
        }
        if let Some(problem) = &self.problem {
            let line = Rect { y: area.bottom() - 2, height: 1, ..area };
            paint::centred(buf, line, problem, look.style(Role::Accent));
        }
    }

    pub(crate) fn keys(&self) -> Keys {
        let enter = if self.saving.is_some() { "tui-key-save" } else { "tui-key-open" };
        (vec![("Enter", enter), ("↑↓", "tui-key-move"), ("←→", "tui-file-folder"), ("Esc", "tui-key-back")], Vec::new())
    }
}

/// Back at the game, with something to tell.
fn back(context: &mut Context, id: &str, note: Option<String>) -> Next {
    match Sitting::open(&context.desk, id) {
        Ok(sitting) => {
            let mut play = play::Play::new(context, sitting);
            play.note(note);
            Next::to(Screen::Play(Box::new(play)))
        }
        Err(_) => Next::Home,
    }
}

/// A name without signs that would disturb the terminal.
fn printable(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// The folders and the records of a folder, the way up first.
fn entries(folder: &Path) -> Vec<Entry> {
    let mut entries: Vec<Entry> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .take(MAX_ENTRIES)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            let is_record = Path::new(&name)
                .extension()
                .is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)));
            (!name.starts_with('.') && (is_folder || is_record)).then_some(Entry { name, is_folder })
        })
        .collect();
    entries.sort_by(|a, b| b.is_folder.cmp(&a.is_folder).then_with(|| a.name.cmp(&b.name)));
    entries.insert(0, Entry { name: "..".to_owned(), is_folder: true });
    entries
}

fn rows_area(area: Rect) -> Rect {
    let width = area.width.min(90) - 8;
    Rect::new(area.x + (area.width - width) / 2, area.y + 5, width, area.height - 10)
}
