//! The three games as the command line chooses them.

use words::Words;

use crate::cli::{Agreement, GameName};
use crate::failure::Failure;

/// A game with its rules. A fourth game is a compile error wherever this is matched.
#[derive(Debug)]
pub(crate) enum AnyGame {
    Go(go::Game),
    Othello(othello::Game),
    Aligne4(aligne4::Game),
}

/// The size of a board of Go unless another is asked for.
const GO_SIZE: u8 = 9;

impl AnyGame {
    /// The game with the rules asked for, or a refusal of what does not go together.
    pub(crate) fn choose(name: GameName, agreement: &Agreement, words: &Words) -> Result<AnyGame, Failure> {
        let refuse = |option: &str, given: bool| {
            let args = [("option", option.into()), ("game", name.id().into())];
            if given { Err(Failure::Usage(words.say("error-option-not-for-game", &args))) } else { Ok(()) }
        };
        if name != GameName::Go {
            refuse("--size", agreement.size.is_some())?;
            refuse("--rules", agreement.rules.is_some())?;
        }
        if name != GameName::Aligne4 {
            refuse("--variant", agreement.variant.is_some())?;
        }
        Ok(match name {
            GameName::Go => AnyGame::Go(go_game(agreement, words)?),
            GameName::Othello => AnyGame::Othello(othello::Game),
            GameName::Aligne4 => AnyGame::Aligne4(aligne4_game(agreement, words)?),
        })
    }
}

fn go_game(agreement: &Agreement, words: &Words) -> Result<go::Game, Failure> {
    let asked = agreement.size.unwrap_or(GO_SIZE);
    let size =
        go::Size::new(asked).ok_or_else(|| Failure::Usage(words.say("error-go-size", &[("size", asked.into())])))?;
    let rules = match agreement.rules.as_deref() {
        None => go::Rules::default(),
        Some(name) => name.parse().map_err(|_| {
            let known = go::RULE_SETS.map(|(known, _)| known).join(", ");
            Failure::Usage(words.say("error-unknown-rules", &[("name", name.into()), ("known", known.into())]))
        })?,
    };
    Ok(go::Game::even(size, rules))
}

fn aligne4_game(agreement: &Agreement, words: &Words) -> Result<aligne4::Game, Failure> {
    let Some(name) = agreement.variant.as_deref() else { return Ok(aligne4::Game::default()) };
    let rules = name.parse().map_err(|_| {
        let known = aligne4::Rules::ALL.map(aligne4::Rules::name).join(", ");
        Failure::Usage(words.say("error-unknown-variant", &[("name", name.into()), ("known", known.into())]))
    })?;
    Ok(aligne4::Game::new(rules))
}
