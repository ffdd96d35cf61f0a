//! `plateau` and `plateau play`: the terminal screen, and the plain console where there is no terminal.

use std::io::{self, BufReader, IsTerminal};
use std::time::{SystemTime, UNIX_EPOCH};

use plateau_core::Player;
use players::thinker::Engines;
use record::ReadOptions;
use search::Resources;
use store::preferences::clean_name;
use store::{Preferences, Query, Sqlite};
use table::event::Action;
use table::records::Replay;
use table::{Message, Review, Seat, Who};
use tui::console::{self, Ears, Manner};
use tui::{Colours, Desk, Disk, First, Look, Sitting, screen};
use words::Lang;

use crate::cli::Play;
use crate::console::Console;
use crate::failure::Failure;
use crate::files;
use crate::games;
use crate::memory;
use crate::settings::{Color, Origin};

/// What the program begins with, on the terminal screen or line by line.
pub(crate) fn open(first: First, plain: bool, console: &Console<'_>) -> Result<(), Failure> {
    let desk = desk(None, console)?;
    let options = preferences(&desk, console)?;
    face(desk, options, first, plain, console)
}

fn face(desk: Desk, options: Preferences, first: First, plain: bool, console: &Console<'_>) -> Result<(), Failure> {
    let lang = language(&options, console);
    if plain || !has_screen() {
        let manner = manner(&options, console);
        let mut ears = Ears::new(BufReader::new(io::stdin())).with_signals();
        return finish(console::run(&desk, first, lang, options, manner, &mut ears, &mut io::stdout())?);
    }
    finish(screen::run(desk, lang, options, look(console), first)?)
}

/// Whether the terminal is one that a screen can be drawn on: a dumb one has lines only.
fn has_screen() -> bool {
    screen::is_possible() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How the plain console speaks.
fn manner(options: &Preferences, console: &Console<'_>) -> Manner {
    let interactive = io::stdin().is_terminal();
    Manner {
        charset: look(console).charset,
        echo: false,
        interactive,
        coordinates: options.coordinates,
        // A script says what it means.
        confirm: options.confirm && interactive,
        sound: options.sound && interactive,
        counters: false,
    }
}

/// Plays at once.
pub(crate) fn run(args: &Play, console: &Console<'_>) -> Result<(), Failure> {
    let desk = desk(args.memory, console)?;
    let options = preferences(&desk, console)?;
    let sitting = sit_down(args, &desk, &options, console)?;
    face(desk, options, First::Game(Box::new(sitting)), args.plain, console)
}

/// What the faces need: the store in the user's data folder, the engines, the disk, the time and a coin.
fn desk(memory: Option<u64>, console: &Console<'_>) -> Result<Desk, Failure> {
    // From the screen every game can be begun, so that what suits all of them is what they get unless said otherwise.
    let memory_bytes = memory::bytes(memory, Resources::default().memory_bytes, console)?;
    let resources = Resources { memory_bytes, ..Resources::of_this_machine() };
    let path = console.settings.data.value.as_ref().map(|folder| folder.join("games.db"));
    let path = path.ok_or_else(|| Failure::Input(console.say("error-no-data", &[])))?;
    let store = Sqlite::open(&path).map_err(|error| refusal(&error.message(), console))?;
    Ok(Desk {
        store: std::sync::Arc::new(store),
        machine: Box::new(Engines::new(resources)),
        files: Box::new(Disk),
        now_ms: Box::new(now_ms),
        toss: Box::new(|| if fastrand::bool() { Player::Black } else { Player::White }),
    })
}

/// The time, where the program begins: from here it goes in as an argument.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// What was chosen, here or in the browser; a terminal is quiet unless somebody wants the bell.
fn preferences(desk: &Desk, console: &Console<'_>) -> Result<Preferences, Failure> {
    let quiet = Preferences { sound: false, ..Preferences::default() };
    quiet.kept(&*desk.store).map_err(|error| refusal(&error.message(), console))
}

/// The language that was chosen, unless the command line says otherwise.
fn language(options: &Preferences, console: &Console<'_>) -> Lang {
    let is_asked_for = matches!(console.settings.lang.origin, Origin::Flag(_));
    options.lang.filter(|_| !is_asked_for).unwrap_or(console.words.lang())
}

/// What the terminal can show, and whether colours are wanted.
pub(crate) fn look(console: &Console<'_>) -> Look {
    let look = Look::from_env(|name| std::env::var(name).ok());
    let colours = match (console.settings.color.value, look.colours) {
        (Color::Never, _) => Colours::None,
        // Every terminal that has colours has these.
        (Color::Always, Colours::None) => Colours::Sixteen,
        (Color::Auto | Color::Always, colours) => colours,
    };
    Look { colours, ..look }
}

/// The exit of the screen: a signal that ended it is told as shells do.
fn finish(signal: Option<i32>) -> Result<(), Failure> {
    signal.map_or(Ok(()), |signal| Err(Failure::Signal(signal)))
}

/// The game that was asked for: from its beginning, from a record, or the last one that was left.
fn sit_down(args: &Play, desk: &Desk, options: &Preferences, console: &Console<'_>) -> Result<Sitting, Failure> {
    if args.goes_on {
        let unfinished = desk.store.list(&Query::unfinished().of(args.game).page(0, 1));
        let unfinished = unfinished.map_err(|error| refusal(&error.message(), console))?;
        let last = unfinished.games.first();
        let last = last.ok_or_else(|| Failure::No(console.say("error-nothing-to-continue", &[])))?;
        return Sitting::open(desk, last.id).map_err(|why| refusal(&why, console));
    }
    for who in [&args.black, &args.white].into_iter().flatten() {
        players::check_seat(args.game, who).map_err(|why| Failure::seat(&why, console.words))?;
    }
    let mut proposal = games::proposed(args, console.words)?;
    proposal.seats = seats(args, &[None, None], options);
    let opening = games::opening(args.game, args.opening.as_deref(), console.words)?;
    let Some(path) = &args.load else {
        let setup = games::settle(&proposal, console.words)?;
        let moves = opening.map(|opening| opening.moves(1, None).concat()).unwrap_or_default();
        let actions = moves.iter().map(|mv| Action::Play { mv: mv.to_string(), spent_ms: 0 }).collect();
        return Sitting::replay(desk, &Replay { setup, actions }, None).map_err(|why| refusal(&why, console));
    };
    let reading = if args.recover { ReadOptions::RECOVER } else { ReadOptions::default() };
    let record = files::read_games(path, &reading, console.words)?.swap_remove(0);
    let mut replay = Replay::of_record(&record);
    if replay.setup.kind() != args.game {
        let args = [("path", path.as_str().into()), ("game", args.game.id().into())];
        return Err(Failure::Input(console.say("error-other-game", &args)));
    }
    if let Some(number) = args.number
        && !replay.truncate(number)
    {
        let (wanted, moves) = (number, Review::of_record(record).main_length());
        let args = [("wanted", wanted.into()), ("moves", moves.into())];
        return Err(Failure::Usage(console.say("error-no-such-move", &args)));
    }
    // The record says what the game is and who played it; who sits down to go on, and how long they have, is said here.
    let named =
        replay.setup.seats().each_ref().map(|seat| Some(Seat::of_record(&seat.name)).filter(|seat| *seat != NOBODY));
    *replay.setup.seats_mut() = seats(args, &named, options);
    *replay.setup.control_mut() = proposal.control;
    Sitting::replay(desk, &replay, Some(&record)).map_err(|why| refusal(&why, console))
}

/// A person without a name.
const NOBODY: Seat = Seat { name: String::new(), who: Who::Person };

/// Who sits down. Unless said otherwise a person plays Black and the machine White; if only one side is said, the other is a
/// person, or the machine if that one is a person. Those whom a record names keep their names, and its machines sit down again.
fn seats(args: &Play, named: &[Option<Seat>; 2], options: &Preferences) -> [Seat; 2] {
    let other = |who: &Who| if who.is_person() { Who::Level(1) } else { Who::Person };
    let machine = |seat: &Option<Seat>| seat.as_ref().map(|seat| seat.who.clone()).filter(|who| !who.is_person());
    let said = [args.black.clone().or_else(|| machine(&named[0])), args.white.clone().or_else(|| machine(&named[1]))];
    let (black, white) = match (&said[0], &said[1]) {
        (Some(black), Some(white)) => (black.clone(), white.clone()),
        (Some(black), None) => (black.clone(), other(black)),
        (None, Some(white)) => (other(white), white.clone()),
        (None, None) => (Who::Person, Who::Level(1)),
    };
    let own = |who: &Who| if who.is_person() { options.name.clone() } else { String::new() };
    let name = |said: &Option<String>, named: &Option<Seat>, who: &Who| match (said, named) {
        (Some(said), _) => clean_name(said),
        (None, Some(seat)) => seat.name.clone(),
        (None, None) => own(who),
    };
    let names = [name(&args.black_name, &named[0], &black), name(&args.white_name, &named[1], &white)];
    let [black_name, white_name] = names;
    [Seat { name: black_name, who: black }, Seat { name: white_name, who: white }]
}

fn refusal(why: &Message, console: &Console<'_>) -> Failure {
    Failure::Input(tui::say(console.words, why))
}
