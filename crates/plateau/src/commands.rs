//! The commands, one file each.

mod analysis;
mod analyze;
mod bench;
mod bot;
mod config;
mod contest;
mod convert;
mod deck;
mod engines;
mod hint;
mod levels;
mod perft;
pub(crate) mod play;
mod puzzles;
mod render;
mod rules;
mod site;
mod solve;
mod web;
mod window;
mod worker;

use crate::cli::{self, Commands, Completions, Man};
use crate::console::Console;
use crate::failure::Failure;

/// Runs a command.
pub(crate) fn run(command: Commands, console: &mut Console<'_>) -> Result<(), Failure> {
    match command {
        Commands::Play(args) => play::run(&args, console),
        Commands::Web(args) => web::run_web(&args, console),
        Commands::Window(args) => window::run(&args, console),
        Commands::Serve(args) => web::run_serve(&args, console),
        Commands::Worker(args) => worker::run(&args, console),
        Commands::Site(args) => site::run(&args, console),
        Commands::Perft(args) => perft::run(&args, console),
        Commands::Rules(args) => rules::run(&args, console),
        Commands::Bench(args) => bench::run(&args, console),
        Commands::Gtp(args) => engines::run_gtp(&args, console),
        Commands::Nboard(args) => engines::run_nboard(&args, console),
        Commands::Analysis(args) => analysis::run(&args, console),
        Commands::Bot(args) => bot::run(&args, console),
        Commands::Cgos(args) => bot::run_cgos(&args, console),
        Commands::Convert(args) => convert::run(&args, console),
        Commands::Render(args) => render::run(&args, console),
        Commands::Solve(args) => solve::run(&args, console),
        Commands::Hint(args) => hint::run(&args, console),
        Commands::Analyze(args) => analyze::run(&args, console),
        Commands::Deck(args) => deck::run(&args, console),
        Commands::Puzzles(args) => puzzles::run(&args, console),
        Commands::Match(args) => contest::run(&args, console),
        Commands::Levels(args) => levels::run(&args, console),
        Commands::Config(args) => config::run(&args, console),
        Commands::Completions(args) => completions(&args, console),
        Commands::Man(args) => man(&args, console),
    }
}

fn completions(args: &Completions, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(console.words, console.settings), "plateau", &mut script);
    console.write(&String::from_utf8_lossy(&script))
}

fn man(args: &Man, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut command = cli::command(console.words, console.settings);
    command.build();
    let page = match args.command.as_deref() {
        None => command,
        Some(name) => {
            let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            let found = command.find_subcommand(name).ok_or_else(|| {
                let args = [("name", name.into()), ("known", known.join(", ").into())];
                Failure::Usage(console.say("error-unknown-command", &args))
            })?;
            // The page says of which program and version it is.
            found
                .clone()
                .name(format!("plateau-{name}"))
                .display_name(format!("plateau-{name}"))
                .version(env!("CARGO_PKG_VERSION"))
        }
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    console.write(&String::from_utf8_lossy(&roff))
}
