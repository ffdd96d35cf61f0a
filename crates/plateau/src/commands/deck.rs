//! `plateau deck`: one's own mistakes that are due, and the deck as a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::json;
use store::{HERE, Sqlite};
use study::Motif;
use study::deck::{Entry, FILE_BYTES, read_file, write_file};
use tui::First;

use super::play;
use crate::cli::Deck;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{self, NewFile};

pub(crate) fn run(args: &Deck, console: &mut Console<'_>) -> Result<(), Failure> {
    match (args.json, &args.export, &args.import) {
        (true, ..) => list(console),
        (false, Some(path), _) => export(path, console),
        (false, None, Some(path)) => import(path, console),
        (false, None, None) => play::open(First::Deck, args.plain, console),
    }
}

fn refusal(error: &store::Error, console: &Console<'_>) -> Failure {
    Failure::Input(tui::say(console.words, &error.message()))
}

/// Where games are kept, and the deck with them.
fn open(console: &Console<'_>) -> Result<Sqlite, Failure> {
    let folder = console.settings.data.value.as_ref();
    let folder = folder.ok_or_else(|| Failure::Input(console.say("error-no-data", &[])))?;
    Sqlite::open(&folder.join("games.db")).map_err(|error| refusal(&error, console))
}

/// The cards that are due, one object each, the longest due first.
fn list(console: &mut Console<'_>) -> Result<(), Failure> {
    let (store, now_ms) = (open(console)?, play::now_ms());
    let deck = store::Deck::new(&store, HERE);
    let cards = deck.list().map_err(|error| refusal(&error, console))?;
    for listed in cards.into_iter().filter(|listed| listed.due_ms <= now_ms) {
        let Some(held) = deck.find(listed.id).map_err(|error| refusal(&error, console))? else { continue };
        let theme = listed.theme;
        console.json(&json!({
            "id": listed.id.to_string(),
            "game": theme.kind.id(),
            "player": theme.player.to_string(),
            "phase": theme.phase.name(),
            "motif": theme.motif.map(Motif::name),
            "due": table::date(listed.due_ms),
            "answers": held.card.schedule.answers,
            "misses": held.card.schedule.misses,
            "played": held.card.played,
            "record": held.card.record,
        }))?;
    }
    Ok(())
}

fn export(path: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let store = open(console)?;
    let cards = store::Deck::new(&store, HERE).cards().map_err(|error| refusal(&error, console))?;
    let text = write_file(&cards);
    if path == "-" {
        return console.write(&text);
    }
    let mut file = NewFile::create(Path::new(path), console.words)?;
    file.write(text.as_bytes(), console.words)?;
    file.finish(console.words)
}

/// Adds what is not known yet; a file that cannot be read whole adds nothing.
fn import(path: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| files::unreadable(path, &error, console.words))?;
    // One byte more than there may be, so that a file that is too long is not taken for a damaged one.
    file.take(FILE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| files::unreadable(path, &error, console.words))?;
    let unreadable = |card: usize| {
        let said = console.say("deck-unreadable", &[("card", card.into())]);
        Failure::Input(format!("{path}: {said}"))
    };
    if bytes.len() > FILE_BYTES {
        let most = console.say("deck-too-long", &[("bytes", FILE_BYTES.into())]);
        return Err(Failure::Input(format!("{path}: {most}")));
    }
    let text = String::from_utf8(bytes).map_err(|_| unreadable(0))?;
    let cards = read_file(&text).map_err(unreadable)?;
    let entry = |(number, card)| Entry::new(card).map_err(|_| unreadable(number));
    let entries = (1..).zip(cards).map(entry).collect::<Result<Vec<Entry>, Failure>>()?;
    let store = open(console)?;
    let put = store::Deck::new(&store, HERE).put(&entries, play::now_ms()).map_err(|error| refusal(&error, console))?;
    let gaps = [("new", put.new.into()), ("known", put.known.into()), ("left", put.left_out.into())];
    console.line(&console.say("deck-put", &gaps))
}
