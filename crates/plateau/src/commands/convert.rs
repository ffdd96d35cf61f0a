//! `plateau convert`: from one record format to another.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use record::sgf::Splitter;
use record::{AnyRecord, Format, ReadOptions};
use words::Words;

use crate::cli::Convert;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{self, NewFile};

/// Bytes read at a time when a collection is converted game by game.
const CHUNK: usize = 1 << 16;

pub(crate) fn run(args: &Convert, console: &mut Console<'_>) -> Result<(), Failure> {
    let options = if args.recover { ReadOptions::RECOVER } else { ReadOptions::default() };
    let format = args
        .to
        .or_else(|| Format::from_name(&args.output))
        .ok_or_else(|| Failure::Usage(console.say("error-output-format", &[("path", args.output.as_str().into())])))?;
    let mut out = Output::open(&args.output, format, console)?;
    // Collections in brackets may be of any size: they go through one game at a time. The rest are small.
    let converted = if args.input != "-" && Format::from_name(&args.input) == Some(Format::Sgf) {
        stream(&args.input, &options, &mut out)
    } else {
        let records = files::read_games(&args.input, &options, out.console.words)?;
        records.iter().try_for_each(|record| out.write(record))
    };
    converted?;
    out.finish()
}

fn stream(path: &str, options: &ReadOptions, out: &mut Output<'_, '_>) -> Result<(), Failure> {
    let words = out.console.words;
    let mut file = File::open(path).map_err(|error| files::unreadable(path, &error, words))?;
    let mut splitter = Splitter::new(*options);
    let mut chunk = vec![0; CHUNK];
    loop {
        let length = file.read(&mut chunk).map_err(|error| files::unreadable(path, &error, words))?;
        if length == 0 {
            splitter.finish();
        } else {
            splitter.feed(&chunk[..length]);
        }
        while let Some(game) = splitter.next_game() {
            convert_games(path, game, options, out, words)?;
        }
        if length == 0 {
            break;
        }
    }
    if out.games > 0 {
        return Ok(());
    }
    // Nothing in brackets: perhaps what stands there can be read as a whole.
    let records = files::read_games(path, options, words)?;
    records.iter().try_for_each(|record| out.write(record))
}

/// Converts what the splitter cut out; a fault ends the conversion unless the file is opened up to its damage.
fn convert_games(
    path: &str,
    game: Result<record::sgf::syntax::Collection, record::Error>,
    options: &ReadOptions,
    out: &mut Output<'_, '_>,
    words: &Words,
) -> Result<(), Failure> {
    let strict = options.mode == record::Mode::Strict;
    let pass_over = |error: &record::Error| {
        if strict {
            return Err(files::failure(path, error, words));
        }
        eprintln!("plateau: {path}: {}", files::explain(error, words));
        Ok(())
    };
    let collection = match game {
        Ok(collection) => collection,
        Err(error) => return pass_over(&error),
    };
    for &root in collection.roots() {
        match record::read_game(&collection, root, options) {
            Ok(reading) => {
                files::check_warnings(path, &reading.warnings, options, words)?;
                out.write(&reading.record)?;
            }
            Err(error) => pass_over(&error)?,
        }
    }
    Ok(())
}

/// Where the games go: a new file, or standard output.
struct Output<'c, 'w> {
    path: &'c str,
    format: Format,
    file: Option<NewFile>,
    console: &'c mut Console<'w>,
    games: usize,
}

impl<'c, 'w> Output<'c, 'w> {
    fn open(path: &'c str, format: Format, console: &'c mut Console<'w>) -> Result<Output<'c, 'w>, Failure> {
        let file = if path == "-" { None } else { Some(NewFile::create(Path::new(path), console.words)?) };
        Ok(Output { path, format, file, console, games: 0 })
    }

    fn write(&mut self, record: &AnyRecord) -> Result<(), Failure> {
        let words = self.console.words;
        let text = record::write_one(record, self.format).map_err(|error| files::failure(self.path, &error, words))?;
        self.games += 1;
        if self.format == Format::Plain && self.games > 1 {
            let message = words.say("error-one-game", &[("path", self.path.into())]);
            return Err(Failure::Input(message));
        }
        match &mut self.file {
            Some(file) => file.write(text.as_bytes(), words),
            None => self.console.write(&text),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        self.file.map_or(Ok(()), |file| file.finish(self.console.words))
    }
}
