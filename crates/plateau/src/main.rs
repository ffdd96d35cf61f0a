//! `plateau`: the command line. It reads what is wanted, calls the crates that know how, and writes what they answer.
//!
//! Start reading at [`run`]. The commands are in [`commands`], one file each; [`cli`] is the grammar with its help in every
//! language; [`settings`] decides language and colours; [`failure`] turns everything that can go wrong into a message and
//! an exit code.

mod cli;
mod commands;
mod console;
mod failure;
mod files;
mod games;
mod interrupt;
mod memory;
mod settings;
mod usage;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;
use words::Words;

use crate::cli::{Cli, Commands, Play};
use crate::console::Console;
use crate::failure::Failure;
use crate::settings::Settings;

/// See the root's `Cargo.toml`.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    // Until the settings are read, a problem with them is told in the language of the environment.
    match Settings::read(&args) {
        Ok(settings) => {
            let words = Words::new(settings.lang.value);
            run(&args, &settings, &words).map_or_else(|failure| failure.report(&words), |()| ExitCode::SUCCESS)
        }
        Err((failure, lang)) => failure.report(&Words::new(lang)),
    }
}

fn run(args: &[OsString], settings: &Settings, words: &Words) -> Result<(), Failure> {
    let matches = cli::command(words, settings).try_get_matches_from(args)?;
    let cli = Cli::from_arg_matches(&matches)?;
    let mut console = Console::new(settings, words);
    match cli.command {
        Some(Commands::Play(play)) => {
            let plain = play.plain || cli.plain;
            commands::run(Commands::Play(Play { plain, ..play }), &mut console)
        }
        Some(_) if cli.plain => {
            Err(Failure::Usage(words.say("error-option-not-for-command", &[("option", "--plain".into())])))
        }
        Some(command) => commands::run(command, &mut console),
        None if cli.plain || tui::screen::is_possible() => commands::play::open(tui::First::Home, cli.plain, &console),
        // Without a terminal there is no menu to open; the short help says what can be done.
        None => console.write(&cli::command(words, settings).render_help().to_string()),
    }
}
