//! What a line on the console means.

use table::view::{Surface, View};

/// A line that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    Blank,
    Yes,
    No,
    /// A move or a cell, for the table to read.
    Play(String),
    Quit,
    Restart,
    Undo,
    Redo,
    Hint,
    Territory,
    Estimate,
    Save(String),
    Resign,
    Score,
    Help,
    Numbers,
    Board,
    Moves,
    Accept,
    Resume,
    /// To stop the machine that thinks.
    Stop,
    /// The list of games that can be continued.
    Games,
    /// The game of this number in that list; 0 is the first too.
    Continue(usize),
}

/// The words of the console, English and French; both always work, so that a script works everywhere.
const WORDS: [(&[&str], Input); 21] = [
    (&["yes", "y", "oui"], Input::Yes),
    (&["no", "n", "non"], Input::No),
    (&["quit", "exit", "q", "quitter"], Input::Quit),
    (&["restart", "recommencer"], Input::Restart),
    (&["undo", "u", "annuler"], Input::Undo),
    (&["redo", "refaire"], Input::Redo),
    (&["hint", "conseil"], Input::Hint),
    (&["territory", "territoire"], Input::Territory),
    (&["estimate", "estimation"], Input::Estimate),
    (&["resign", "abandonner"], Input::Resign),
    (&["score", "compte"], Input::Score),
    (&["help", "?", "aide"], Input::Help),
    (&["numbers", "numéros", "numeros"], Input::Numbers),
    (&["board", "plateau"], Input::Board),
    (&["moves", "coups"], Input::Moves),
    (&["accept", "accepter"], Input::Accept),
    (&["resume", "reprendre"], Input::Resume),
    (&["stop", "arrêter", "arreter"], Input::Stop),
    (&["games", "parties"], Input::Games),
    (&["continue", "continuer"], Input::Continue(0)),
    (&[""], Input::Blank),
];

/// What a line means at this table. Only words and the numbers that are no moves are known here; the rest is a move.
pub(super) fn input(line: &str, view: &View) -> Input {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = first.to_lowercase();
    if ["save", "sauver", "enregistrer"].contains(&word.as_str()) {
        return Input::Save(rest.trim().to_owned());
    }
    if ["continue", "continuer"].contains(&word.as_str())
        && let Ok(number) = rest.trim().parse()
    {
        return Input::Continue(number);
    }
    match (view.board.surface, line) {
        // On 9×9 no intersection has this number.
        (Surface::Go, "99") if view.board.columns.len() == 9 => return Input::Quit,
        (Surface::Othello, "0") => return Input::Restart,
        _ => {}
    }
    let known = |(words, _): &&(&[&str], Input)| rest.is_empty() && words.contains(&word.as_str());
    match WORDS.iter().find(known) {
        Some((_, input)) => input.clone(),
        None if word == "passe" => Input::Play("pass".to_owned()),
        None if word == "pass" => Input::Play(word),
        None => Input::Play(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::AnyTable;
    use table::view::Wanted;

    fn check(setup: &str, line: &str, expected: &Input) {
        let view = setup.parse::<AnyTable>().expect("a table").view(&Wanted::default(), 0);
        assert_eq!(input(line, &view), *expected, "{line}");
    }

    #[test]
    fn lines_mean_what_players_of_the_game_expect() {
        let (nine, nineteen, othello) = ("game go\nsize 9\n", "game go\nsize 19\n", "game othello\n");
        for (line, expected) in [
            ("", Input::Blank),
            ("D4", Input::Play("D4".to_owned())),
            ("88", Input::Play("88".to_owned())),
            ("99", Input::Quit),
            ("0", Input::Play("0".to_owned())),
            ("PASS", Input::Play("pass".to_owned())),
            ("passe", Input::Play("pass".to_owned())),
            ("save my game.sgf", Input::Save("my game.sgf".to_owned())),
            ("save", Input::Save(String::new())),
            ("Undo", Input::Undo),
            ("aide", Input::Help),
            ("continue", Input::Continue(0)),
            ("continuer 2", Input::Continue(2)),
            ("undo now", Input::Play("undo now".to_owned())),
        ] {
            check(nine, line, &expected);
        }
        check(nineteen, "99", &Input::Play("99".to_owned()));
        check(othello, "0", &Input::Restart);
        check(othello, "56", &Input::Play("56".to_owned()));
    }
}
