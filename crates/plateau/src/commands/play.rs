//! `plateau` and `plateau play`: the terminal screen, and the plain console where there is no terminal.

use std::io::{self, BufReader, IsTerminal};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use plateau_core::Player;
use players::thinker::Engines;
use search::Resources;
use store::Sqlite;
use table::{Message, Who};
use tui::console::{self, Ears, Manner};
use tui::{Colours, Desk, Disk, Files, Look, Options, Sitting, Stored, screen};
use words::Words;

use crate::cli::Play;
use crate::console::Console;
use crate::failure::Failure;
use crate::memory;
use crate::settings::{Color, Origin};

/// The home menu on the terminal screen.
pub(crate) fn home(console: &Console<'_>) -> Result<(), Failure> {
    let desk = desk(None, console)?;
    let (options, look) = (options(&desk, console), look(console));
    finish(screen::run(desk, options, look, None)?)
}

/// Plays at once.
pub(crate) fn run(args: &Play, console: &Console<'_>) -> Result<(), Failure> {
    let desk = desk(args.memory, console)?;
    let options = options(&desk, console);
    let sitting = sit_down(args, &desk, &options, console)?;
    if args.plain || !screen::is_possible() {
        let interactive = io::stdin().is_terminal();
        let manner = Manner {
            charset: look(console).charset,
            echo: false,
            interactive,
            coordinates: options.coordinates,
            // A script says what it means.
            confirm: options.confirm && interactive,
            sound: options.sound && interactive,
        };
        let mut ears = Ears::new(BufReader::new(io::stdin())).with_signals();
        let words = Words::new(options.lang);
        return finish(console::play(&desk, sitting, &words, manner, &mut ears, &mut io::stdout())?);
    }
    let look = look(console);
    finish(screen::run(desk, options, look, Some(sitting))?)
}

/// What the faces need: the store in the user's data folder, the engines, the disk, the time and a coin.
fn desk(memory: Option<u64>, console: &Console<'_>) -> Result<Desk, Failure> {
    // From the screen every game can be begun, so that what suits all of them is what they get unless said otherwise.
    let memory_bytes = memory::bytes(memory, Resources::default().memory_bytes, console)?;
    let resources = Resources { memory_bytes, ..Resources::of_this_machine() };
    let path = console.settings.data.as_ref().map(|folder| folder.join("games.db"));
    let path = path.ok_or_else(|| Failure::Input(console.say("error-no-data", &[])))?;
    let store = Sqlite::open(&path).map_err(|error| refusal(&error.message(), console))?;
    let now_ms = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
    Ok(Desk {
        games: Box::new(Stored(Box::new(store))),
        machine: Box::new(Engines::new(resources)),
        files: Box::new(Disk),
        now_ms: Box::new(now_ms),
        toss: Box::new(|| if fastrand::bool() { Player::Black } else { Player::White }),
    })
}

/// What was chosen on the screen of options, unless the command line says otherwise.
fn options(desk: &Desk, console: &Console<'_>) -> Options {
    let lang = console.words.lang();
    let kept = Options { lang, ..Options::default() }.kept(&*desk.games);
    let is_asked_for = matches!(console.settings.lang.origin, Origin::Flag(_));
    Options { lang: if is_asked_for { lang } else { kept.lang }, ..kept }
}

/// What the terminal can show, and whether colours are wanted.
fn look(console: &Console<'_>) -> Look {
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
fn sit_down(args: &Play, desk: &Desk, options: &Options, console: &Console<'_>) -> Result<Sitting, Failure> {
    if args.goes_on {
        let unfinished = desk.games.list(false).map_err(|why| refusal(&why, console))?;
        let last = unfinished.iter().find(|listed| listed.game == args.game.id());
        let last = last.ok_or_else(|| Failure::No(console.say("error-nothing-to-continue", &[])))?;
        return Sitting::open(desk, &last.id).map_err(|why| refusal(&why, console));
    }
    for who in [&args.black, &args.white].into_iter().flatten() {
        players::check_seat(args.game.id(), who).map_err(|why| Failure::seat(&why, console.words))?;
    }
    let Some(path) = &args.load else {
        let table = setup(args, options).parse().map_err(|why| usage(&why, console))?;
        return Sitting::create(desk, table).map_err(|why| refusal(&why, console));
    };
    let mut replay = Disk.load(Path::new(path)).map_err(|why| refusal(&why, console))?;
    if !replay.setup.starts_with(&format!("game {}\n", args.game.id())) {
        let args = [("path", path.as_str().into()), ("game", args.game.id().into())];
        return Err(Failure::Input(console.say("error-other-game", &args)));
    }
    if let Some(number) = args.number {
        replay.truncate(number);
    }
    // The record says what the game is; who sits down to go on is said here.
    replay.setup += &seats(args, options);
    Sitting::replay(desk, &replay).map_err(|why| refusal(&why, console))
}

/// The set-up as the table reads it.
fn setup(args: &Play, options: &Options) -> String {
    let mut text = format!("game {}\n", args.game.id());
    let mut say = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            text += &format!("{key} {value}\n");
        }
    };
    say("size", args.size.map(|size| size.to_string()));
    say("rules", args.rules.clone());
    say("scoring", args.scoring.clone());
    say("ko", args.ko.clone());
    say("suicide", args.suicide.then(|| "yes".to_owned()));
    say("variant", args.variant.clone());
    let handicap = args.handicap.filter(|&stones| stones > 0);
    let kind = if args.free_handicap { "free" } else { "fixed" };
    say("handicap", handicap.map(|stones| format!("{kind}:{stones}")));
    say("komi", args.komi.clone());
    text + &seats(args, options)
}

/// Who sits down, and the clock. Unless said otherwise a person plays Black and the machine White; if only one side is
/// said, the other is a person, or the machine if that one is a person.
fn seats(args: &Play, options: &Options) -> String {
    let other = |who: &Who| if who.is_person() { Who::Level(1) } else { Who::Person };
    let (black, white) = match (&args.black, &args.white) {
        (Some(black), Some(white)) => (black.clone(), white.clone()),
        (Some(black), None) => (black.clone(), other(black)),
        (None, Some(white)) => (other(white), white.clone()),
        (None, None) => (Who::Person, Who::Level(1)),
    };
    let seat = |player: Player, who: &Who| {
        let name = if who.is_person() { options.name.as_str() } else { "" };
        format!("{player} {who}\t{name}\n")
    };
    let clock = args.clock.as_deref().unwrap_or("none");
    seat(Player::Black, &black) + &seat(Player::White, &white) + &format!("clock {clock}\n")
}

fn usage(why: &Message, console: &Console<'_>) -> Failure {
    Failure::Usage(tui::say(console.words, why))
}

fn refusal(why: &Message, console: &Console<'_>) -> Failure {
    Failure::Input(tui::say(console.words, why))
}
