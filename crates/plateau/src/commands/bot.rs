//! `plateau bot` and `plateau cgos`: an engine as a player on a server.

use std::sync::Arc;
use std::time::Duration;

use bot::{Bot, Cgos, Terms};
use search::{Resources, Stop};
use table::{Kind, Message, Who};
use words::Words;

use crate::cli;
use crate::console::Console;
use crate::failure::Failure;
use crate::interrupt;
use crate::memory;

/// Where a token stands that is not to be seen on the command line.
const TOKEN: &str = "PLATEAU_TOKEN";
/// The same of a password.
const PASSWORD: &str = "PLATEAU_PASSWORD";

pub(crate) fn run(args: &cli::Bot, console: &mut Console<'_>) -> Result<(), Failure> {
    let address = args
        .server
        .parse()
        .map_err(|_| Failure::Usage(console.say("error-bot-server", &[("server", args.server.as_str().into())])))?;
    let token = args.token.clone().or_else(|| std::env::var(TOKEN).ok());
    let token = token.ok_or_else(|| Failure::Usage(console.say("error-no-token", &[("variable", TOKEN.into())])))?;
    let kinds = playable(args, console.words)?;
    let memory_bytes = memory::bytes(args.memory, Resources::default().memory_bytes, console)?;
    let bot = Bot {
        address,
        token: token.trim().to_owned(),
        who: args.engine.clone(),
        resources: Resources { threads: args.threads, memory_bytes, ..Resources::default() },
        terms: Terms {
            kinds,
            sizes: args.size.clone(),
            fastest: args.fastest.map(Duration::from_secs),
            slowest: args.slowest.map(Duration::from_secs),
            at_once: args.at_once.get(),
        },
    };
    until_stopped(console, |stop, tell| bot.run(stop, tell))
}

pub(crate) fn run_cgos(args: &cli::Cgos, console: &mut Console<'_>) -> Result<(), Failure> {
    players::check_seat(Kind::Go, &args.engine).map_err(|why| Failure::seat(&why, console.words))?;
    if args.engine == Who::Person {
        return Err(Failure::seat(&players::Unavailable::Person, console.words));
    }
    let no_password = || Failure::Usage(console.say("error-no-password", &[("variable", PASSWORD.into())]));
    let password = std::env::var(PASSWORD).map_err(|_| no_password())?;
    let memory_bytes = memory::bytes(args.memory, memory::for_analysis(Kind::Go), console)?;
    let cgos = Cgos {
        server: args.server.clone(),
        user: args.user.clone(),
        password,
        who: args.engine.clone(),
        resources: Resources { threads: args.threads, memory_bytes, ..Resources::default() },
        games: args.games.map(std::num::NonZeroU32::get),
    };
    until_stopped(console, |stop, tell| cgos.run(stop, tell))
}

/// Plays until a signal comes, and tells what happens.
fn until_stopped(
    console: &Console<'_>,
    play: impl FnOnce(&Stop, &bot::Tell) -> Result<(), Message>,
) -> Result<(), Failure> {
    let stop = Stop::new();
    interrupt::ask_on_signal(&stop);
    let words = Words::new(console.words.lang());
    let tell = move |message: &Message| eprintln!("{}", tui::say(&words, message));
    play(&stop, &(Arc::new(tell) as bot::Tell)).map_err(|why| Failure::No(tui::say(console.words, &why)))?;
    if stop.is_asked() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The games that the engine can play, of those that were named; all that it can, if none was.
fn playable(args: &cli::Bot, words: &Words) -> Result<Vec<Kind>, Failure> {
    let check = |kind: Kind| match &args.engine {
        Who::Person => Err(players::Unavailable::Person),
        who => players::check_seat(kind, who).map(|()| kind),
    };
    if args.game.is_empty() {
        let (can, cannot): (Vec<_>, Vec<_>) = Kind::ALL.into_iter().map(check).partition(Result::is_ok);
        return match cannot.into_iter().find_map(Result::err).filter(|_| can.is_empty()) {
            Some(why) => Err(Failure::seat(&why, words)),
            None => Ok(can.into_iter().flatten().collect()),
        };
    }
    let named: Result<Vec<Kind>, _> = args.game.iter().map(|kind| check(*kind)).collect();
    named.map_err(|why| Failure::seat(&why, words))
}
