//! The grammar of the command line.
//!
//! The structs say what there is; every word of help comes from `words` under the id `help-COMMAND-ARGUMENT`, so that the
//! help speaks the person's language. A test holds that none is missing.

use std::num::{NonZeroU64, NonZeroUsize};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Args, Command, CommandFactory, Parser, Subcommand};
use draw::Theme;
use record::Format;
use study::Effort;
use table::{Kind, Who};
use words::{Lang, Words};

use crate::settings::{Color, Settings};

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
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Theme::ALL.map(|theme| theme.id)))]
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

/// Commands to try, shown under the help of each.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("plateau", &["plateau", "plateau --plain", "plateau play go", "plateau rules aligne4 --lang fr"]),
    (
        "play",
        &[
            "plateau play go",
            "plateau play othello --black human --white human",
            "plateau play othello --opening tiger --white level:5",
            "plateau play go --size 13 --rules japanese --handicap 2 --white level:3 --clock 10m+5x30s",
            "plateau play go --load game.sgf --move 40 --plain",
        ],
    ),
    ("web", &["plateau web", "plateau web --port 4000 --no-open"]),
    ("serve", &["plateau serve", "plateau serve --bind 127.0.0.1:8080 --config plateau.toml"]),
    (
        "worker",
        &["plateau worker --nats nats://nats.example.org", "plateau worker --nats nats://nats.example.org --threads 2"],
    ),
    (
        "perft",
        &[
            "plateau perft othello 11",
            "plateau perft aligne4 3 --position '0.../.f../..../....' --divide",
            "plateau perft go 4 --size 3 --rules tromp-taylor",
        ],
    ),
    (
        "site",
        &[
            "plateau site backup games-monday.db",
            "plateau site backup copy.db --database games.db",
            "plateau site export site.txt",
            "plateau site import exported.txt --database copy.db",
        ],
    ),
    ("rules", &["plateau rules aligne4", "plateau rules go --lang fr"]),
    (
        "gtp",
        &["plateau gtp", "plateau gtp --game othello --who level:1", "plateau gtp --size 19 --threads 2 --memory 2048"],
    ),
    ("nboard", &["plateau nboard"]),
    ("analysis", &["plateau analysis", "plateau analysis --visits 200 --listen 127.0.0.1:8765"]),
    (
        "bot",
        &[
            "plateau bot --server https://play.example.org --engine level:5",
            "plateau bot --server https://play.example.org --token plateau_1f --engine engine:gnugo --game go --size 9 --size 13",
            "plateau bot --server https://play.example.org --engine 'nboard:18:ntest x'",
        ],
    ),
    ("cgos", &["plateau cgos --server cgos.example.org:6867 --user MyProgram --engine level:9 --games 10"]),
    ("convert", &["plateau convert game.ggf game.sgf", "plateau convert damaged.sgf - --to sgf --recover"]),
    (
        "render",
        &[
            "plateau render game.sgf --out board.svg",
            "plateau render game.sgf --move 40 --numbers --out board.png --width 1200",
        ],
    ),
    (
        "solve",
        &[
            "plateau solve aligne4 start --distance --afresh",
            "plateau solve aligne4 0.../.f../..../.... --json",
            "plateau solve othello positions.obf --threads 2",
        ],
    ),
    ("hint", &["plateau hint aligne4 0.../.f../..../....", "plateau hint aligne4 start --level 3"]),
    (
        "analyze",
        &[
            "plateau analyze game.sgf --effort quick",
            "plateau analyze game.sgf --effort quick --html review.html --sgf review.sgf",
        ],
    ),
    ("puzzles", &["plateau puzzles othello", "plateau puzzles go 12 --json", "plateau puzzles --daily"]),
    (
        "match",
        &[
            "plateau match othello --a level:1 --b random --games 200 --seed 1",
            "plateau match othello --a level:4 --b level:3 --opening xot --games 20",
            "plateau match go --size 9 --a level:2 --b level:1 --json",
        ],
    ),
    ("levels", &["plateau levels aligne4"]),
    ("bench", &["plateau bench", "plateau bench othello --json"]),
    ("config", &["plateau config path", "plateau config show --json"]),
    ("completions", &["plateau completions bash > ~/.local/share/bash-completion/completions/plateau"]),
    ("man", &["plateau man > ~/.local/share/man/man1/plateau.1", "plateau man perft"]),
];

fn parse_lang(tag: &str) -> Result<Lang, String> {
    tag.parse().map_err(|unknown: words::UnknownLang| unknown.to_string())
}

/// The formats that can be written, by name.
fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = ["sgf", "ggf", "transcript", "obf", "plain"];
    // Each name is also the ending of such a file.
    PossibleValuesParser::new(names)
        .map(|name| Format::from_name(&format!(".{name}")).expect("every name that is let through is a format"))
}

/// The games by their names.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::id)).try_map(|name| name.parse::<Kind>())
}

/// How hard something is thought about, by name.
fn efforts() -> impl TypedValueParser<Value = Effort> {
    PossibleValuesParser::new(Effort::ALL.map(Effort::name))
        .map(|name| name.parse().expect("every name that is let through is an effort"))
}

/// Who plays; a command line that is none of those is a program that speaks GTP.
fn parse_engine(text: &str) -> Result<Who, String> {
    let is_program = text.contains(' ') || text.contains('/');
    parse_who(text).or_else(|why| if is_program { parse_who(&format!("engine:{text}")) } else { Err(why) })
}

fn parse_who(text: &str) -> Result<Who, String> {
    text.parse().map_err(|error: plateau_core::ParseError| error.to_string())
}

/// The grammar with its help in the language of `words`.
pub(crate) fn command(words: &Words, settings: &Settings) -> Command {
    localise(Cli::command(), "help", words).color(settings.color.value.into())
}

fn localise(command: Command, id: &str, words: &Words) -> Command {
    let say = |id: &str| words.say(id, &[]);
    let flag = |name: &'static str, short: char, action: ArgAction| {
        Arg::new(name).short(short).long(name).action(action).help(say(&format!("help-{name}")))
    };
    let name = command.get_name().to_owned();
    let is_root = id == "help";
    let mut command = command
        .about(say(id))
        .help_template(format!("{{about}}\n\n{} {{usage}}\n\n{{all-args}}{{after-help}}\n", say("help-usage")))
        .subcommand_help_heading(say("help-commands"))
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .arg(flag("help", 'h', ArgAction::Help));
    if is_root {
        command = command.arg(flag("version", 'V', ArgAction::Version));
    }
    if let Some((_, examples)) = EXAMPLES.iter().find(|(of, _)| *of == name) {
        let lines: String = examples.iter().map(|line| format!("\n  {line}")).collect();
        command = command.after_help(format!("{}{lines}", say("help-examples")));
    }
    let mut order = 0;
    command = command.mut_args(|arg| {
        // Under a heading of one's own, clap would sort by name.
        order += 1;
        let heading = if arg.is_positional() { "help-arguments" } else { "help-options" };
        let arg = arg.help_heading(say(heading)).display_order(order);
        if arg.get_help().is_some() {
            return arg;
        }
        let mut help = say(&format!("{id}-{}", arg.get_id()));
        let values = arg.get_possible_values();
        if arg.get_action().takes_values() && !values.is_empty() {
            // Clap would call them 'possible values', in English.
            let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
            help += &format!(" [{}]", names.join(", "));
        }
        arg.hide_possible_values(true).help(help)
    });
    let subcommands: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for sub in subcommands {
        let id = format!("{id}-{sub}");
        command = command.mut_subcommand(sub, |sub| localise(sub, &id, words));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_consistent_and_every_word_of_help_exists() {
        for lang in Lang::ALL {
            let words = Words::new(lang);
            let mut command = command(&words, &Settings::default());
            command.build();
            check_help(&command, lang);
        }
    }

    fn check_help(command: &Command, lang: Lang) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        assert!(!about.is_empty() && !about.starts_with("help"), "{lang} {}: {about}", command.get_name());
        for arg in command.get_arguments() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let place = format!("{lang} {} {}", command.get_name(), arg.get_id());
            assert!(!help.is_empty() && !help.starts_with("help-"), "{place}: {help:?}");
        }
        for sub in command.get_subcommands() {
            check_help(sub, lang);
        }
    }

    #[test]
    fn every_example_is_accepted() {
        let words = Words::new(Lang::En);
        for (_, examples) in EXAMPLES {
            for example in *examples {
                let line = example.split(" > ").next().expect("a line has a beginning");
                let parts = line.split('\'').enumerate();
                // What stands between quotes is one word.
                let args = parts.flat_map(|(part, text)| match part % 2 {
                    0 => text.split_whitespace().collect(),
                    _ => vec![text],
                });
                let parsed = command(&words, &Settings::default()).try_get_matches_from(args);
                assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
            }
        }
    }
}
