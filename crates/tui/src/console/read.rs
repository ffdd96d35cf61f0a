//! What a line on the console means.

use table::view::{Surface, View};
use words::Words;

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
    /// The rules of this game.
    Rules,
    /// To have the counters told at each turn, or no more.
    Counters,
    /// To stop the machine that thinks.
    Stop,
    /// The list of games that can be continued.
    Games,
    /// The game of this number in that list; 0 is the first too.
    Continue(usize),
}

/// The words of the console, English and French; both always work, so that a script works everywhere.
const WORDS: [(&[&str], Input); 23] = [
    (&["yes", "y", "oui"], Input::Yes),
    (&["no", "n", "non"], Input::No),
    (&["quit", "exit", "q", "quitter"], Input::Quit),
    (&["restart", "recommencer"], Input::Restart),
    (&["undo", "u", "annuler"], Input::Undo),
    (&["redo", "rejouer", "refaire"], Input::Redo),
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
    (&["rules", "règles", "regles"], Input::Rules),
    (&["counters", "compteurs"], Input::Counters),
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

/// What a line that is no command word asks for.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// A piece of Aligne 4, whose cell comes next.
    Piece(char),
    /// A move, for the table to read.
    Move(String),
}

/// What is meant where a piece and a cell are wanted: both, the piece first, or the cell of a piece that was chosen before. A
/// piece is said by the sign beside it in the reserve, or by words that fit no other piece there.
pub(super) fn aligne4_move(words: &Words, view: &View, chosen: Option<char>, line: &str) -> Wish {
    let board = &view.board;
    let takes_both = board.reserve.iter().any(|piece| piece.legal) && board.cells.iter().any(|cell| cell.legal);
    let takes_piece = board.reserve.iter().any(|piece| piece.legal);
    if board.surface != Surface::Aligne4 || !takes_piece {
        return Wish::Move(line.to_owned());
    }
    let is_cell = |word: &str| board.cells.iter().any(|cell| cell.name.eq_ignore_ascii_case(word));
    let (what, cell) = match line.rsplit_once(char::is_whitespace) {
        Some((what, cell)) if is_cell(cell) => (what.trim(), Some(cell)),
        _ => (line, None),
    };
    let in_reserve = |code: &str| board.reserve.iter().any(|piece| piece.figure.code.to_string() == code);
    let piece = if in_reserve(what) { what.chars().next() } else { described(words, view, what) };
    match (piece, cell, chosen) {
        (Some(piece), Some(cell), _) => Wish::Move(format!("{piece}{cell}")),
        (Some(piece), None, _) if takes_both => Wish::Piece(piece),
        (Some(piece), None, _) => Wish::Move(piece.to_string()),
        (None, _, Some(chosen)) if is_cell(line) => Wish::Move(format!("{chosen}{line}")),
        (None, ..) => Wish::Move(line.to_owned()),
    }
}

/// The one piece of the reserve that all these words describe.
fn described(words: &Words, view: &View, line: &str) -> Option<char> {
    let line = line.to_lowercase();
    let said: Vec<&str> = line.split_whitespace().collect();
    let fits = |code: char| {
        let description = words.say(&format!("aligne4-piece-{code}"), &[]);
        said.iter().all(|word| description.split_whitespace().any(|known| known == *word))
    };
    let mut found = view.board.reserve.iter().map(|piece| piece.figure.code).filter(|&code| fits(code));
    match (found.next(), found.next()) {
        (Some(code), None) => Some(code),
        _ => None,
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

    #[test]
    fn a_piece_is_said_by_its_sign_or_in_words_and_then_its_cell() {
        let view = |setup: &str| setup.parse::<AnyTable>().expect("a table").view(&Wanted::default(), 0);
        let (base, gift) = (view("game aligne4\n"), view("game aligne4\nvariant gift\n"));
        let mv = |text: &str| Wish::Move(text.to_owned());
        let (english, french) = (Words::new(words::Lang::En), Words::new(words::Lang::Fr));
        for (words, view, chosen, line, meant) in [
            (&english, &base, None, "7b2", mv("7b2")),
            (&english, &base, None, "7", Wish::Piece('7')),
            (&english, &base, Some('7'), "b2", mv("7b2")),
            (&english, &base, Some('7'), "8", Wish::Piece('8')),
            (&english, &base, None, "b2", mv("b2")),
            (&english, &base, None, "small Black square plant", Wish::Piece('7')),
            (&english, &base, None, "black small square plant b2", mv("7b2")),
            (&english, &base, None, "black small", mv("black small")),
            (&french, &base, None, "petite plante noire carrée b2", mv("7b2")),
            (&english, &base, None, "1 5", mv("1 5")),
            (&english, &gift, None, "white large round animal", mv("8")),
        ] {
            assert_eq!(aligne4_move(words, view, chosen, line), meant, "{line}");
        }
    }
}
