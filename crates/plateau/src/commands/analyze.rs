//! `plateau analyze`: what each move of a game lost, where it turned, and what was better.

mod json;
mod text;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use plateau_core::{Game as _, Player};
use players::analyst::{remarks, review};
use record::{AnyRecord, Format, ReadOptions};
use search::{Resources, Stop};
use store::{Judgements, Sqlite};
use study::{Analysis, NoNotebook, Notebook};
use table::{Annotation, AnyWay, Review, annotate};
use words::Words;

use crate::cli::Analyze;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::interrupt;

/// A game that was looked at.
struct Reviewed<'a> {
    /// The file it is from, and which game of it it is, from 1.
    file: &'a str,
    number: usize,
    review: &'a Review,
    way: &'a AnyWay,
    analysis: &'a Analysis,
}

impl Reviewed<'_> {
    /// Who played.
    fn names(&self, words: &Words) -> [String; 2] {
        Player::BOTH.map(|player| tui::player_name(self.review, player, words))
    }

    /// The game, who played, and how it ended.
    fn title(&self, words: &Words) -> String {
        let kind = self.analysis.kind();
        let [black, white] = self.names(words);
        let gaps = [("game", kind.name().into()), ("black", black.into()), ("white", white.into())];
        let ending = self.review.info().ending;
        let result = ending.map(|ending| format!(", {}", tui::say(words, &table::told_result(ending, kind))));
        format!("{}{}", words.say("report-title", &gaps), result.unwrap_or_default())
    }
}

pub(crate) fn run(args: &Analyze, console: &mut Console<'_>) -> Result<(), Failure> {
    let stop = Stop::new();
    interrupt::ask_on_signal(&stop);
    let options = if args.recover { ReadOptions::RECOVER } else { ReadOptions::default() };
    let mut games: Vec<(String, usize, AnyRecord)> = Vec::new();
    for path in paths(&args.files, console.words)? {
        let records = match written_out(&path) {
            Some(record) => vec![record],
            None => files::read_games(&path, &options, console.words)?,
        };
        games.extend((1..).zip(records).map(|(number, record)| (path.clone(), number, record)));
    }
    let many = games.len() > 1 || args.files.iter().any(|path| Path::new(path).is_dir());
    // What was thought is kept where games are, so that a review that was interrupted is soon where it was. Without such a place
    // everything is thought anew.
    let folder = console.settings.data.value.as_ref();
    let store = folder.and_then(|folder| Sqlite::open(&folder.join("games.db")).ok());
    let kept = store.as_ref().map(|store| Judgements(store));
    let notebook: &dyn Notebook = kept.as_ref().map_or(&NoNotebook, |kept| kept);
    for (at, (file, number, record)) in games.iter().enumerate() {
        let review = Review::of_record(record.clone());
        let way = review.way().map_err(|why| Failure::Input(format!("{file}: {}", tui::say(console.words, &why))))?;
        let place = [at + 1, games.len()];
        let analysis = think(&way, args, place, notebook, &stop, console.words);
        if stop.is_asked() {
            let gaps = [("done", at.into()), ("games", games.len().into())];
            return Err(Failure::No(console.say("analyze-interrupted", &gaps)));
        }
        let reviewed = Reviewed { file, number: *number, review: &review, way: &way, analysis: &analysis };
        write(&reviewed, args, many, console)?;
    }
    Ok(())
}

/// The game of Othello whose moves were given instead of a file: `f5f6e6f4`. A file of that name comes first.
fn written_out(text: &str) -> Option<AnyRecord> {
    if Path::new(text).exists() || othello::Game.position(text).is_err() || text.trim().eq_ignore_ascii_case("start") {
        return None;
    }
    let records = record::read(text.as_bytes(), None, &ReadOptions::default()).ok()?.records;
    records.into_iter().next().filter(|record| matches!(record, AnyRecord::Othello(_)))
}

/// The files that are meant: of a folder all that can be read, by name.
fn paths(given: &[String], words: &Words) -> Result<Vec<String>, Failure> {
    let mut paths = Vec::new();
    for path in given {
        if !Path::new(path).is_dir() {
            paths.push(path.clone());
            continue;
        }
        let listed = fs::read_dir(path).map_err(|error| files::unreadable(path, &error, words))?;
        let names = listed.filter_map(Result::ok).filter_map(|entry| entry.path().to_str().map(str::to_owned));
        let mut records: Vec<String> = names.filter(|name| Format::from_name(name).is_some()).collect();
        records.sort();
        paths.extend(records);
    }
    if paths.is_empty() {
        let gaps = [("path", given.join(", ").into())];
        return Err(Failure::Input(words.say("analyze-nothing", &gaps)));
    }
    Ok(paths)
}

/// Judges a game, and shows on a terminal how far it is.
fn think(
    way: &AnyWay,
    args: &Analyze,
    [game, games]: [usize; 2],
    notebook: &dyn Notebook,
    stop: &Stop,
    words: &Words,
) -> Analysis {
    let machine = Resources::of_this_machine();
    let resources = Resources { threads: args.threads.unwrap_or(machine.threads), seed: Some(0), ..machine };
    let is_shown = io::stderr().is_terminal();
    let show = |analysis: &Analysis| {
        let [known, all] = analysis.progress();
        let gaps = [("known", known.into()), ("all", all.into()), ("game", game.into()), ("games", games.into())];
        let _ = write!(io::stderr(), "\r\x1b[K{}", words.say("analyze-progress", &gaps));
    };
    let analysis = review(way, Analysis::new(way, args.effort), &resources, notebook, stop, &|analysis, _| {
        if is_shown {
            show(analysis);
        }
    });
    if is_shown {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    analysis
}

/// Tells what came of it, as was asked for.
fn write(reviewed: &Reviewed<'_>, args: &Analyze, many: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(out) = &args.sgf {
        let text = annotated(reviewed, console.words)?;
        save(&target(out, reviewed, many, "sgf"), &text, console)?;
    }
    if let Some(out) = &args.html {
        let Reviewed { review, way, analysis, .. } = *reviewed;
        let words = console.words;
        let page = pages::report::page(&reviewed.title(words), &reviewed.names(words), review, way, analysis, words);
        save(&target(out, reviewed, many, "html"), &page, console)?;
    }
    if args.json {
        return console.json(&json::object(reviewed, console.words));
    }
    if args.sgf.is_none() && args.html.is_none() {
        console.write(&text::page(reviewed, console))?;
    }
    Ok(())
}

/// Where a game is written to: the file that was named, or, for several games or those of a folder, one for each in a folder of that
/// name. A folder that is there already, or is called one by its last letter, is one for a single game, too.
fn target(out: &str, reviewed: &Reviewed<'_>, many: bool, ending: &str) -> PathBuf {
    let is_folder = many || out.ends_with(MAIN_SEPARATOR) || Path::new(out).is_dir();
    if out == "-" || !is_folder {
        return PathBuf::from(out);
    }
    let stem = Path::new(reviewed.file).file_stem().and_then(|stem| stem.to_str()).unwrap_or("game");
    Path::new(out).join(format!("{stem}-{}.{ending}", reviewed.number))
}

/// Writes a file that was asked for; `-` is standard output.
fn save(path: &Path, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    if path == Path::new("-") {
        return console.write(text);
    }
    let words = console.words;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| files::unwritable(folder, &error, words))?;
    }
    let mut file = NewFile::create(path, words)?;
    file.write(text.as_bytes(), words)?;
    file.finish(words)
}

/// The record with what is to be said of its moves, and with better ones as variations.
fn annotated(reviewed: &Reviewed<'_>, words: &Words) -> Result<String, Failure> {
    let Reviewed { file, way, analysis, .. } = *reviewed;
    let mut record = reviewed.review.record();
    let annotation = |at: usize| {
        let said = remarks(way, analysis, at);
        let line = analysis.verdict(at)?.best.line.clone();
        let comment = said.iter().map(|part| tui::say(words, part)).collect::<Vec<_>>().join(" ");
        (!said.is_empty()).then(|| Annotation { before: way.node(at), node: way.node(at + 1), comment, line })
    };
    let annotations: Vec<Annotation> = (0..way.len()).filter_map(annotation).collect();
    annotate(&mut record, &annotations);
    record::write_one(&record, Format::Sgf).map_err(|error| files::failure(file, &error, words))
}
