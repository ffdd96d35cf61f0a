//! `plateau levels`: the machine's levels with their measured strength.

use players::{Level, Machine};
use serde_json::json;

use crate::cli::{GameName, Levels};
use crate::console::Console;
use crate::failure::Failure;

pub(crate) fn run(args: &Levels, console: &mut Console<'_>) -> Result<(), Failure> {
    let levels = match args.game {
        GameName::Go => go::Game::levels(),
        GameName::Othello => othello::Game::levels(),
        GameName::Aligne4 => aligne4::Game::levels(),
    };
    levels.iter().try_for_each(|level| show(level, args.json, console))
}

fn show(level: &Level, as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let &Level { number, id, measured } = level;
    let what = console.say(id, &[]);
    if as_json {
        return console.json(&json!({
            "level": number, "what": what,
            "against_level_below": { "wins": measured.wins, "draws": measured.draws, "losses": measured.losses },
        }));
    }
    let games = measured.wins + measured.draws + measured.losses;
    let args = [
        ("below", (number - 1).into()),
        ("wins", measured.wins.into()),
        ("draws", measured.draws.into()),
        ("games", games.into()),
    ];
    let strength = console.say("levels-measured", &args);
    console.line(&format!("{number:>2}  {what}\n    {strength}"))
}
