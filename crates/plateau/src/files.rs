//! Files of games: reading them with messages in the person's language, and writing them so that nothing is lost.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use record::{AnyRecord, Contents, Error, ReadOptions};
use words::{Arg, Words};

use crate::failure::{Failure, shown};

/// Reads the games of a file; what was passed over is told on standard error.
///
/// An illegal move is the answer 'no' (exit code 1), any other fault a bad file (3), unless the file is to be opened up to
/// its damage.
pub(crate) fn read_games(path: &str, options: &ReadOptions, words: &Words) -> Result<Vec<AnyRecord>, Failure> {
    let bytes = read_bytes(path, options.limits.bytes, words)?;
    let name = (path != "-").then_some(path);
    let Contents { records, warnings, .. } =
        record::read(&bytes, name, options).map_err(|error| failure(path, &error, words))?;
    check_warnings(path, &warnings, options, words)?;
    Ok(records)
}

/// Tells what a reader passed over; when nothing may be passed over, the first such thing is a failure.
pub(crate) fn check_warnings(
    path: &str,
    warnings: &[Error],
    options: &ReadOptions,
    words: &Words,
) -> Result<(), Failure> {
    if options.mode == record::Mode::Strict
        && let Some(error) = warnings.iter().find(|error| matches!(error, Error::Illegal { .. }))
    {
        return Err(failure(path, error, words));
    }
    for warning in warnings {
        eprintln!("plateau: {path}: {}", explain(warning, words));
    }
    Ok(())
}

/// The failure that an error of a reader or writer is.
pub(crate) fn failure(path: &str, error: &Error, words: &Words) -> Failure {
    let message = format!("{}: {}", shown(path), explain(error, words));
    match error {
        Error::Illegal { .. } => Failure::No(message),
        _ => Failure::Input(message),
    }
}

/// The bytes of a file; one more than the limit, if it is longer.
pub(crate) fn read_bytes(path: &str, limit: usize, words: &Words) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == "-" {
        io::stdin().lock().take(limit as u64 + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| unreadable(path, &error, words))?;
    Ok(bytes)
}

/// A file that cannot be opened or read.
pub(crate) fn unreadable(path: &str, error: &io::Error, words: &Words) -> Failure {
    let args = [("path", shown(path).into()), ("problem", error.to_string().into())];
    Failure::Input(words.say("error-file-read", &args))
}

/// An error of a reader or writer in the person's language.
pub(crate) fn explain(error: &Error, words: &Words) -> String {
    let expected = |expected: &plateau_core::Expected| -> Arg<'static> {
        words.say(&format!("expected-{}", expected.id), &[]).into()
    };
    let mut args: Vec<(&str, Arg<'_>)> = Vec::new();
    match error {
        Error::Syntax { expected: wanted, found, .. } => {
            let found = found.map_or_else(|| words.say("record-end", &[]), |c| format!("'{}'", c.escape_debug()));
            args.extend([("expected", expected(wanted)), ("found", found.into())]);
        }
        Error::Value { property, value, expected: wanted, .. } => args.extend([
            ("property", property.as_str().into()),
            ("value", value.as_str().into()),
            ("expected", expected(wanted)),
        ]),
        Error::Illegal { mv, reason_id, .. } => {
            args.extend([("move", mv.as_str().into()), ("reason", words.say(reason_id, &[]).into())]);
        }
        Error::Limit { max, .. } => args.push(("max", (*max).into())),
        Error::Charset { charset, .. } => args.push(("charset", (*charset).into())),
        Error::Game { game, .. } => args.push(("game", game.as_str().into())),
        Error::Header { expected: wanted } => args.push(("expected", expected(wanted))),
        Error::Unwritable { format, what } => {
            args.extend([("format", words.say(format.id(), &[]).into()), ("what", expected(what))]);
        }
        Error::UnknownFormat | Error::Empty => {}
    }
    let said = words.say(error.id(), &args);
    match error.place() {
        Some(place) => {
            let args = [("line", place.line.into()), ("column", place.column.into()), ("problem", said.into())];
            words.say("record-place", &args)
        }
        None => said,
    }
}

/// A file that appears under its name only when it is complete: until then it has another name beside it, and what was
/// there before stays.
pub(crate) struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<File>,
}

impl NewFile {
    /// Begins a file.
    pub(crate) fn create(path: &Path, words: &Words) -> Result<NewFile, Failure> {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(format!(".{}.part", std::process::id()));
        let temporary = PathBuf::from(temporary);
        let file = File::create(&temporary).map_err(|error| unwritable(path, &error, words))?;
        Ok(NewFile { path: path.to_owned(), temporary, file: Some(file) })
    }

    /// What is to be written by somebody else.
    pub(crate) fn file(&mut self) -> &mut File {
        self.file.as_mut().expect("the file is open until it is finished")
    }

    /// Writes on.
    pub(crate) fn write(&mut self, bytes: &[u8], words: &Words) -> Result<(), Failure> {
        self.file().write_all(bytes).map_err(|error| unwritable(&self.path, &error, words))
    }

    /// Gives the complete file its name.
    pub(crate) fn finish(mut self, words: &Words) -> Result<(), Failure> {
        let file = self.file.take().expect("the file is open until it is finished");
        let named = file.sync_all().and_then(|()| fs::rename(&self.temporary, &self.path));
        named.map_err(|error| unwritable(&self.path, &error, words))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After a failure nothing half-written stays behind; after success there is nothing under this name.
        let _ = fs::remove_file(&self.temporary);
    }
}

pub(crate) fn unwritable(path: &Path, error: &io::Error, words: &Words) -> Failure {
    let path = path.display().to_string();
    let args = [("path", shown(&path).into()), ("problem", error.to_string().into())];
    Failure::Input(words.say("error-file-write", &args))
}
