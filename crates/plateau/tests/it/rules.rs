use crate::program::{command, finish, run};

#[test]
fn every_game_has_its_page_in_both_languages() {
    for (game, english, french) in [
        ("go", "Chains and liberties", "Chaînes et libertés"),
        ("othello", "Squares with names", "Les cases qui ont un nom"),
        ("aligne4", "Winning", "Gagner"),
    ] {
        let page = run(&["rules", game]);
        assert!(page.code == 0 && page.out.contains(english), "{}", page.out);
        assert!(run(&["rules", game, "--lang", "fr"]).out.contains(french));
    }
}

#[test]
fn pages_fit_an_ordinary_terminal() {
    for game in ["go", "othello", "aligne4"] {
        for line in run(&["rules", game, "--lang", "fr"]).out.lines() {
            assert!(line.chars().count() <= 78, "{game}: {line}");
        }
    }
}

#[test]
fn colours_come_only_when_asked_for() {
    assert!(!run(&["rules", "go"]).out.contains('\x1b'), "no terminal");
    assert!(run(&["rules", "go", "--color", "always"]).out.contains('\x1b'));
    let never = finish(command(&["rules", "go", "--color", "never"]).env("NO_COLOR", ""));
    assert!(!never.out.contains('\x1b'));
}
