//! `plateau hint`: one move and its reason; as JSON also what the other moves are worth.

use std::num::NonZeroUsize;

use plateau_core::{Game, Position as _};
use players::{MachineGame, failure_message};
use record::{AnyRecord, ReadOptions};
use search::{Choice, Limits, Report, Resources, Score, Stop, Variation};
use serde_json::{Value, json};
use table::{AnySetup, MoveOf, Who};

use crate::cli::{Agreement, Hint};
use crate::console::Console;
use crate::failure::Failure;
use crate::files;
use crate::games;

pub(crate) fn run(args: &Hint, console: &mut Console<'_>) -> Result<(), Failure> {
    let agreement = Agreement { variant: args.variant.clone(), ..Agreement::default() };
    match games::agreed(args.game, &agreement, console.words)? {
        AnySetup::Aligne4(setup) => answer(&setup.game, &read(&setup.game, args, console)?, args, console),
        AnySetup::Othello(setup) => answer(&setup.game, &read(&setup.game, args, console)?, args, console),
        AnySetup::Go(_) => {
            let (game, position) = end_of_record(args, console)?;
            answer(&game, &position, args, console)
        }
    }
}

fn read<G: Game>(game: &G, args: &Hint, console: &Console<'_>) -> Result<G::Position, Failure> {
    let text = &args.position;
    game.position(text).map_err(|error| Failure::position(text, &error, console.words))
}

/// A position of Go is the end of the main line of a record, with the game as it was agreed there.
fn end_of_record(args: &Hint, console: &Console<'_>) -> Result<(go::Game, go::Position), Failure> {
    let path = &args.position;
    let records = files::read_games(path, &ReadOptions::default(), console.words)?;
    let Some(AnyRecord::Go(record)) = records.first() else {
        return Err(Failure::Input(console.say("error-not-a-go-record", &[("path", path.as_str().into())])));
    };
    let last = record.main_line().last().unwrap_or(record::tree::NodeId::ROOT);
    Ok((record.game, record.position_at(last)))
}

fn answer<G: MachineGame>(
    game: &G,
    position: &G::Position,
    args: &Hint,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if position.is_over() {
        let problem = console.say("error-game-over", &[]).into();
        let gaps = [("text", args.position.as_str().into()), ("problem", problem)];
        return Err(Failure::Input(console.say("error-position", &gaps)));
    }
    let (mv, report) = choose(game, position, args, console)?;
    let words = console.words;
    let reasons = game.reasons(position, mv, &report);
    let reasons: Vec<String> = reasons.iter().map(|reason| reason.say(&|id, gaps| words.say(id, gaps))).collect();
    if args.json {
        let values: Vec<Value> = report.variations.iter().map(value_of).collect();
        return console.json(&json!({ "move": mv.to_string(), "reasons": reasons, "values": values }));
    }
    console.line(&format!("{}  {}", words.lang().mv(&mv.to_string()), reasons.join("; ")))
}

/// What a move is worth to whoever makes it, and best play from it on: `value` is in discs or points (1, 0 and −1 in Aligne 4).
fn value_of<M: ToString>(variation: &Variation<M>) -> Value {
    let line: Vec<String> = variation.moves.iter().map(M::to_string).collect();
    let (value, exact, chance) = match variation.score {
        Score::Exact { margin, .. } => (margin as f32, true, None),
        Score::Margin(margin) => (margin, false, None),
        Score::Chance { win, lead } => (lead, false, Some(win)),
    };
    let mut object = json!({ "move": line.first(), "value": value, "exact": exact, "line": line });
    if let Some(chance) = chance {
        object["chance"] = chance.into();
    }
    object
}

/// The move of the level asked for, or of the highest, and what the engine saw.
fn choose<G: MachineGame>(
    game: &G,
    position: &G::Position,
    args: &Hint,
    console: &Console<'_>,
) -> Result<(MoveOf<G>, Report<MoveOf<G>>), Failure> {
    let highest = G::levels().last().map_or(1, |level| level.number);
    let who = Who::Level(args.level.unwrap_or(highest));
    let mover = game.seat(&who, &Resources::of_this_machine()).map_err(|why| Failure::seat(&why, console.words))?;
    let variations = if args.json { NonZeroUsize::MAX } else { mover.limits().variations };
    let limits = Limits { variations, ..*mover.limits() };
    let thought = mover.into_engine().think(position, &limits, &Stop::new(), &mut |_| {});
    let thought = thought.map_err(|failure| Failure::Engine(tui::say(console.words, &failure_message(&failure))))?;
    match thought.choice {
        Choice::Play(mv) => Ok((mv, thought.report)),
        Choice::Resign => Err(Failure::No(console.say("hint-resign", &[]))),
    }
}
