use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use table::Message;
use table::records::{self, AnyRecord};

use crate::{Entry, Files};

/// Records in files of the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

/// The endings of records that can be opened.
const ENDINGS: [&str; 5] = ["sgf", "ggf", "txt", "obf", "wtb"];
/// A folder with more entries than this is shown in part.
const MAX_ENTRIES: usize = 2000;
/// The largest file that is opened as a record.
const MAX_BYTES: u64 = 64 << 20;

impl Files for Disk {
    fn save(&self, record: &AnyRecord, path: &Path) -> Result<(), Message> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let text = records::write(record, name)?;
        write_whole(path, text.as_bytes()).map_err(|problem| told("error-file-write", path, &problem))
    }

    fn load(&self, path: &Path) -> Result<AnyRecord, Message> {
        let unreadable = |problem: io::Error| told("error-file-read", path, &problem);
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
        table::records::read(&bytes, path.to_str())
    }

    fn folder(&self) -> PathBuf {
        fs::canonicalize(".").unwrap_or_else(|_| PathBuf::from("."))
    }

    /// Folders first; hidden ones and other files are left out.
    fn entries(&self, folder: &Path) -> Vec<Entry> {
        let found = fs::read_dir(folder).into_iter().flatten().flatten().take(MAX_ENTRIES);
        let mut entries: Vec<Entry> = found
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let is_folder = entry.path().is_dir();
                let ending = Path::new(&name).extension();
                let is_record =
                    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)));
                (!name.starts_with('.') && (is_folder || is_record)).then_some(Entry { name, is_folder })
            })
            .collect();
        entries.sort_by(|a, b| b.is_folder.cmp(&a.is_folder).then_with(|| a.name.cmp(&b.name)));
        entries
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }
}

fn told(id: &'static str, path: &Path, problem: &io::Error) -> Message {
    Message::new(id).with("path", path.display().to_string()).with("problem", problem.to_string())
}

/// Writes a file that appears under its name only when it is complete.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
