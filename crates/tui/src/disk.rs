use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use table::records::Replay;
use table::{AnyTable, Message};

use crate::Files;

/// Records in files of the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

/// The largest file that is opened as a record.
const MAX_BYTES: u64 = 64 << 20;

impl Files for Disk {
    fn save(&self, table: &AnyTable, path: &Path) -> Result<(), Message> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let text = table.write_record(name)?;
        write_whole(path, text.as_bytes()).map_err(|problem| told("error-file-write", path, &problem))
    }

    fn load(&self, path: &Path) -> Result<Replay, Message> {
        let unreadable = |problem: io::Error| told("error-file-read", path, &problem);
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
        Replay::read(&bytes, path.to_str())
    }

    fn ending(&self, _game: &str) -> &'static str {
        "sgf"
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
