//! The help, in the language of whoever asks, with commands to try.

use clap::{Arg, ArgAction, Command, CommandFactory as _};
use words::Words;

use super::Cli;
use crate::settings::Settings;

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
    use words::Lang;

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
