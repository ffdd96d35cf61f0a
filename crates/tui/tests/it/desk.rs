//! A desk without a disk, an engine or a clock.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use plateau_core::Player;
use table::event::Action;
use table::records::Replay;
use table::view::Wanted;
use table::{AnyTable, Message};
use tui::{Desk, Entry, Files, Memory, RandomMachine};

/// Files in memory: the set-up, then a move to a line.
#[derive(Default, Clone)]
pub(crate) struct Shelf(pub(crate) Rc<RefCell<Vec<(PathBuf, String)>>>);

impl Files for Shelf {
    fn save(&self, table: &AnyTable, path: &Path) -> Result<(), Message> {
        let view = table.view(&Wanted::default(), 0);
        let moves: String = view.moves.iter().map(|mv| format!("{}\n", mv.text)).collect();
        let mut files = self.0.borrow_mut();
        files.retain(|(name, _)| name != path);
        files.push((path.to_owned(), format!("{}\n{moves}", table.setup_text())));
        Ok(())
    }

    fn load(&self, path: &Path) -> Result<Replay, Message> {
        let files = self.0.borrow();
        let (_, text) = files.iter().find(|(name, _)| name == path).ok_or_else(|| Message::new("table-damaged"))?;
        let (setup, moves) = text.split_once("\n\n").expect("a set-up and moves");
        let played = |mv: &str| Action::Play { mv: mv.to_owned(), spent_ms: 0 };
        Ok(Replay { setup: format!("{setup}\n"), actions: moves.lines().map(played).collect() })
    }

    fn folder(&self) -> PathBuf {
        PathBuf::from("/home/ada/games")
    }

    fn entries(&self, folder: &Path) -> Vec<Entry> {
        let below = |path: &Path| Some(path.strip_prefix(folder).ok()?.components().count());
        let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let files = self.0.borrow();
        let mut entries: Vec<Entry> =
            if folder == self.folder() { vec![Entry { name: "1992".to_owned(), is_folder: true }] } else { Vec::new() };
        let here = files.iter().filter(|(path, _)| below(path) == Some(1));
        entries.extend(here.map(|(path, _)| Entry { name: name(path), is_folder: false }));
        entries
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.borrow().iter().any(|(name, _)| name == path)
    }

    fn ending(&self, game: &str) -> &'static str {
        if game == "aligne4" { "txt" } else { "sgf" }
    }
}

/// The sixth of September 2024, 12:00 in Greenwich.
pub(crate) const NOON_MS: u64 = 1_725_624_000_000;

pub(crate) fn desk() -> Desk {
    Desk {
        games: Box::new(Memory::default()),
        machine: Box::new(RandomMachine::new(7)),
        files: Box::new(Shelf::default()),
        now_ms: Box::new(|| NOON_MS),
        toss: Box::new(|| Player::White),
    }
}
