//! `plateau levels`: the machine's levels with their measured strength.

use players::{Level, Machine, Measured};
use serde_json::json;
use table::Kind;
use words::Arg;

use crate::cli::Levels;
use crate::console::Console;
use crate::failure::Failure;

pub(crate) fn run(args: &Levels, console: &mut Console<'_>) -> Result<(), Failure> {
    match args.game {
        Kind::Go => show::<go::Game>(args.json, console),
        Kind::Othello => show::<othello::Game>(args.json, console),
        Kind::Aligne4 => show::<aligne4::Game>(args.json, console),
    }
}

fn show<G: Machine>(as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    for &Level { number, id, measured } in G::levels() {
        let what = console.say(id, &[]);
        let elsewhere = G::on_other_boards().iter().filter_map(|board| {
            let measured = board.measured.get(usize::from(number) - 1)?;
            Some((board.width, measured))
        });
        if as_json {
            let mut line = json!({ "level": number, "what": what, "against_level_below": in_json(&measured) });
            for (width, measured) in elsewhere {
                line["on_other_boards"][width.to_string()] = in_json(measured);
            }
            console.json(&line)?;
        } else {
            let below = ("below", (number - 1).into());
            let here = console.say("levels-measured", &[&[below][..], &counts(&measured)].concat());
            console.line(&format!("{number:>2}  {what}\n    {here}"))?;
            for (width, measured) in elsewhere {
                let there =
                    console.say("levels-on-board", &[&[("width", width.into())][..], &counts(measured)].concat());
                console.line(&format!("    {there}"))?;
            }
        }
    }
    Ok(())
}

fn in_json(measured: &Measured) -> serde_json::Value {
    json!({ "wins": measured.wins, "draws": measured.draws, "losses": measured.losses })
}

/// What the sentences about a result need.
fn counts(measured: &Measured) -> [(&'static str, Arg<'static>); 3] {
    let &Measured { wins, draws, losses } = measured;
    [("wins", wins.into()), ("draws", draws.into()), ("games", (wins + draws + losses).into())]
}
