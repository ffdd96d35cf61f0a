use crate::program::{command, finish, run};

#[test]
fn without_a_command_the_short_help_is_shown() {
    let run = run(&[]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("Usage: plateau") && run.out.contains("perft"), "{}", run.out);
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "perft",
        "rules",
        "site",
        "gtp",
        "nboard",
        "convert",
        "render",
        "match",
        "levels",
        "bench",
        "config",
        "completions",
        "man",
    ] {
        let run = run(&[command, "--help"]);
        assert_eq!(run.code, 0, "{command}");
        assert!(run.out.contains("Examples:") && run.out.contains(&format!("plateau {command}")), "{}", run.out);
    }
}

#[test]
fn help_speaks_the_language_of_the_option_the_variable_and_the_locale() {
    let french = "Commandes:";
    assert!(run(&["--lang", "fr", "--help"]).out.contains(french));
    for variable in ["PLATEAU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"] {
        assert!(finish(command(&["--help"]).env(variable, "fr_FR.UTF-8")).out.contains(french), "{variable}");
    }
    let both = finish(command(&["--help", "--lang", "en"]).env("LANG", "fr_FR.UTF-8"));
    assert!(both.out.contains("Commands:"), "the option wins");
    // An empty variable says nothing, and the next one counts.
    let empty = finish(command(&["--help"]).env("LC_ALL", "").env("LANG", "fr_FR.UTF-8"));
    assert!(empty.out.contains(french));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&["completions", shell]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("perft") && run.out.contains("completions"), "{shell}");
    }
}

#[test]
fn the_manual_page_is_a_manual_page() {
    let page = run(&["man"]);
    assert_eq!(page.code, 0);
    assert!(page.out.contains(".TH plateau 1") && page.out.contains(".SH"), "{}", page.out);
    let page = run(&["man", "perft"]);
    assert!(page.out.contains(".TH plateau-perft 1"), "{}", page.out);
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(run(&["--version"]).out, format!("plateau {}\n", env!("CARGO_PKG_VERSION")));
}
