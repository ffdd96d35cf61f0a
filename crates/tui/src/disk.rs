use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use table::Message;
use table::records::{self, AnyRecord, ArchiveNames, Format};

use crate::{Entry, Files};

/// Records in files of the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

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

    fn load(&self, path: &Path) -> Result<Vec<AnyRecord>, Message> {
        let bytes = read(path).map_err(|problem| told("error-file-read", path, &problem))?;
        let is_archive = Format::from_name(&path.to_string_lossy()) == Some(Format::Wthor);
        let names = if is_archive { names_beside(path) } else { ArchiveNames::default() };
        table::records::read_all(&bytes, path.to_str(), &names)
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
                let is_shown = !name.starts_with('.') && (is_folder || Format::is_named(&name));
                is_shown.then_some(Entry { name, is_folder })
            })
            .collect();
        entries.sort_by(|a, b| b.is_folder.cmp(&a.is_folder).then_with(|| a.name.cmp(&b.name)));
        entries
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }
}

/// A path as people type it: `~` is the home folder.
pub(crate) fn expanded(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(path),
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The names of an archive's players and tournaments, from the files beside it; without them the numbers are shown.
fn names_beside(archive: &Path) -> ArchiveNames {
    let folder = archive.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = |ending: &str| {
        let mut found = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
        read(&found.find(|path| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)))?).ok()
    };
    let players = beside("jou").and_then(|bytes| ArchiveNames::read_players(&bytes).ok());
    let tournaments = beside("trn").and_then(|bytes| ArchiveNames::read_tournaments(&bytes).ok());
    ArchiveNames { players: players.unwrap_or_default(), tournaments: tournaments.unwrap_or_default() }
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
