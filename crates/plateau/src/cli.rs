//! The grammar of the command line.
//!
//! The structs say what there is; every word of help comes from `words` under the id `help-COMMAND-ARGUMENT`, so that the
//! help speaks the person's language. A test holds that none is missing.

mod help;
mod values;

use std::num::{NonZeroU64, NonZeroUsize};

use clap::{Args, Parser, Subcommand};
use record::Format;
use study::Effort;
use table::{Kind, Who};
use words::Lang;

use crate::settings::Color;
pub(crate) use help::command;
use values::{efforts, format_parser, kinds, parse_engine, parse_lang, parse_who, themes};

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "plateau", version, disable_help_flag = true, disable_version_flag = true)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Commands>,
    #[arg(long)]
    pub(crate) plain: bool,
    // Read once before the grammar (see `settings`), since the help itself depends on them; here so that they are known.
    #[arg(long, global = true, value_name = "LANG", value_parser = parse_lang)]
    pub(crate) lang: Option<Lang>,
    #[arg(long, global = true, value_name = "WHEN")]
    pub(crate) color: Option<Color>,
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) data: Option<String>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Commands {
    Play(Play),
    Web(Web),
    Window(Window),
    Serve(Serve),
    Worker(Worker),
    Site(Site),
    Perft(Perft),
    Rules(Rules),
    Gtp(Gtp),
    Nboard(Nboard),
    Analysis(Analysis),
    Bot(Bot),
    Cgos(Cgos),
    Convert(Convert),
    Render(Render),
    Solve(Solve),
    Hint(Hint),
    Analyze(Analyze),
    Deck(Deck),
    Puzzles(Puzzles),
    Match(Match),
    Levels(Levels),
    Bench(Bench),
    Config(Config),
    Completions(Completions),
    Man(Man),
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option that is there or not")]
pub(crate) struct Play {
    #[arg(value_parser = kinds())]
    pub(crate) game: Kind,
    #[arg(long, value_name = "WHO", value_parser = parse_who)]
    pub(crate) black: Option<Who>,
    #[arg(long, value_name = "WHO", value_parser = parse_who)]
    pub(crate) white: Option<Who>,
    #[arg(long, value_name = "NAME")]
    pub(crate) black_name: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) white_name: Option<String>,
    #[arg(long, value_name = "SPEC")]
    pub(crate) clock: Option<String>,
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u8>,
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) komi: Option<String>,
    #[arg(long, value_name = "N")]
    pub(crate) handicap: Option<u16>,
    #[arg(long)]
    pub(crate) free_handicap: bool,
    #[arg(long, value_name = "NAME")]
    pub(crate) ko: Option<String>,
    #[arg(long)]
    pub(crate) suicide: bool,
    #[arg(long, value_name = "NAME")]
    pub(crate) scoring: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    #[arg(long, value_name = "NAME", conflicts_with = "load")]
    pub(crate) opening: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<String>,
    #[arg(long = "move", value_name = "N", requires = "load")]
    pub(crate) number: Option<usize>,
    #[arg(long, requires = "load")]
    pub(crate) recover: bool,
    #[arg(long = "continue", conflicts_with_all = ["load", "opening", "black", "white", "black_name", "white_name", "clock", "size", "rules", "komi", "handicap"])]
    pub(crate) goes_on: bool,
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Web {
    pub(crate) file: Option<String>,
    #[arg(long, value_name = "P")]
    pub(crate) port: Option<u16>,
    #[arg(long)]
    pub(crate) no_open: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Window {
    pub(crate) file: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Serve {
    #[arg(long, value_name = "ADDR")]
    pub(crate) bind: Option<std::net::SocketAddr>,
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Worker {
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Args, Debug)]
pub(crate) struct Site {
    #[command(subcommand)]
    pub(crate) what: SiteWhat,
}

#[derive(Subcommand, Debug)]
pub(crate) enum SiteWhat {
    Backup {
        file: std::path::PathBuf,
        #[arg(long, value_name = "URL")]
        database: Option<String>,
    },
    Export {
        file: String,
        #[arg(long, value_name = "URL")]
        database: Option<String>,
    },
    Import {
        file: String,
        #[arg(long, value_name = "URL")]
        database: Option<String>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    #[arg(value_parser = kinds())]
    pub(crate) game: Kind,
    pub(crate) depth: u32,
    // A position of Othello may begin with empty squares.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) agreement: Agreement,
    #[arg(long)]
    pub(crate) divide: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Rules {
    #[arg(value_parser = kinds())]
    pub(crate) game: Kind,
}

/// Which board and rules, where the game has several.
#[derive(Args, Default, Debug)]
pub(crate) struct Agreement {
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u8>,
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Gtp {
    #[arg(long, default_value = Kind::Go.id(), hide_default_value = true)]
    #[arg(value_parser = kinds())]
    pub(crate) game: Kind,
    #[arg(long)]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) strength: Strength,
    #[command(flatten)]
    pub(crate) agreement: Agreement,
}

#[derive(Args, Debug)]
pub(crate) struct Nboard {
    #[command(flatten)]
    pub(crate) strength: Strength,
}

#[derive(Args, Debug)]
pub(crate) struct Analysis {
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<std::net::SocketAddr>,
    #[arg(long, value_name = "N", default_value = "500", hide_default_value = true)]
    pub(crate) visits: NonZeroU64,
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    #[arg(long)]
    pub(crate) quit_without_waiting: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Bot {
    #[arg(long, value_name = "URL")]
    pub(crate) server: String,
    #[arg(long, value_name = "T")]
    pub(crate) token: Option<String>,
    #[arg(long, value_name = "WHO", value_parser = parse_engine)]
    pub(crate) engine: Who,
    #[arg(long, value_parser = kinds())]
    pub(crate) game: Vec<Kind>,
    #[arg(long, value_name = "N")]
    pub(crate) size: Vec<u8>,
    #[arg(long, value_name = "SECONDS")]
    pub(crate) fastest: Option<u64>,
    #[arg(long, value_name = "SECONDS")]
    pub(crate) slowest: Option<u64>,
    #[arg(long, value_name = "N", default_value = "4", hide_default_value = true)]
    pub(crate) at_once: NonZeroUsize,
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true)]
    pub(crate) threads: NonZeroUsize,
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct Cgos {
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) server: String,
    #[arg(long, value_name = "NAME")]
    pub(crate) user: String,
    #[arg(long, value_name = "WHO", value_parser = parse_engine)]
    pub(crate) engine: Who,
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<std::num::NonZeroU32>,
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true)]
    pub(crate) threads: NonZeroUsize,
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
}

/// How strong the machine plays.
#[derive(Args, Debug)]
pub(crate) struct Strength {
    #[arg(long, value_name = "WHO", value_parser = parse_who)]
    pub(crate) who: Option<Who>,
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true)]
    pub(crate) threads: NonZeroUsize,
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    #[arg(long)]
    pub(crate) no_book: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Convert {
    #[arg(value_name = "IN")]
    pub(crate) input: String,
    #[arg(value_name = "OUT")]
    pub(crate) output: String,
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<Format>,
    #[arg(long)]
    pub(crate) recover: bool,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option that is there or not")]
pub(crate) struct Render {
    pub(crate) file: String,
    #[arg(long = "move", value_name = "N")]
    pub(crate) number: Option<usize>,
    #[arg(long, value_name = "FILE")]
    pub(crate) out: String,
    #[arg(long, value_name = "NAME", value_parser = themes())]
    pub(crate) theme: Option<String>,
    #[arg(long, value_name = "PIXELS")]
    pub(crate) width: Option<u32>,
    #[arg(long)]
    pub(crate) numbers: bool,
    #[arg(long)]
    pub(crate) territory: bool,
    #[arg(long)]
    pub(crate) no_coordinates: bool,
    #[arg(long)]
    pub(crate) recover: bool,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option that is there or not")]
pub(crate) struct Solve {
    #[arg(value_parser = kinds())]
    pub(crate) game: Kind,
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: String,
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    #[arg(long)]
    pub(crate) distance: bool,
    #[arg(long)]
    pub(crate) winner: bool,
    #[arg(long, value_name = "N", default_value = "2", hide_default_value = true)]
    pub(crate) threads: NonZeroUsize,
    #[arg(long)]
    pub(crate) afresh: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Hint {
    #[arg(value_parser = kinds())]
    pub(crate) game: Kind,
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: String,
    #[arg(long, value_name = "N")]
    pub(crate) level: Option<u8>,
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Analyze {
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    #[arg(long, value_name = "HOW", value_parser = efforts(), default_value = "normal", hide_default_value = true)]
    pub(crate) effort: Effort,
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<String>,
    #[arg(long, value_name = "OUT")]
    pub(crate) sgf: Option<String>,
    #[arg(long)]
    pub(crate) recover: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Deck {
    #[arg(long)]
    pub(crate) plain: bool,
    #[arg(long, conflicts_with = "plain")]
    pub(crate) json: bool,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plain", "json"])]
    pub(crate) export: Option<String>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plain", "json", "export"])]
    pub(crate) import: Option<String>,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option that is there or not")]
pub(crate) struct Puzzles {
    #[arg(value_parser = kinds())]
    pub(crate) game: Option<Kind>,
    #[arg(value_name = "N", requires = "game")]
    pub(crate) number: Option<usize>,
    #[arg(long, conflicts_with_all = ["number", "rating"])]
    pub(crate) daily: bool,
    #[arg(long, conflicts_with = "number")]
    pub(crate) rating: bool,
    #[arg(long, conflicts_with = "rating")]
    pub(crate) plain: bool,
    #[arg(long, conflicts_with = "plain")]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Match {
    #[arg(value_parser = kinds())]
    pub(crate) game: Kind,
    #[arg(long, value_name = "WHO", value_parser = parse_who)]
    pub(crate) a: Who,
    #[arg(long, value_name = "WHO", value_parser = parse_who)]
    pub(crate) b: Who,
    #[arg(long, value_name = "N", default_value_t = 100, hide_default_value = true)]
    pub(crate) games: u32,
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<String>,
    #[arg(long, value_name = "NAME", conflicts_with = "openings")]
    pub(crate) opening: Option<String>,
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    #[arg(long)]
    pub(crate) no_book: bool,
    #[command(flatten)]
    pub(crate) agreement: Agreement,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Levels {
    #[arg(value_parser = kinds())]
    pub(crate) game: Kind,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Bench {
    #[arg(value_parser = kinds())]
    pub(crate) game: Option<Kind>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Config {
    #[command(subcommand)]
    pub(crate) what: ConfigWhat,
}

#[derive(Subcommand, Debug)]
pub(crate) enum ConfigWhat {
    Path,
    Show {
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Completions {
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    pub(crate) command: Option<String>,
}
