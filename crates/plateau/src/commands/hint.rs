//! `plateau hint`: one move and its reason.

use std::fmt::Display;

use aligne4::{LineShape, Position};
use engine_aligne4::{Level, Machine, NEVER, Reason, Settings, explain};
use plateau_core::{Game, Position as _};
use search::{Choice, Resources, Stop};
use serde_json::json;
use table::Who;
use words::Arg;

use crate::cli::{Agreement, Hint};
use crate::console::Console;
use crate::failure::Failure;
use crate::games::AnyGame;

pub(crate) fn run(args: &Hint, console: &mut Console<'_>) -> Result<(), Failure> {
    let agreement = Agreement { variant: args.variant.clone(), ..Agreement::default() };
    match AnyGame::choose(args.game, &agreement, console.words)? {
        AnyGame::Aligne4(game) => {
            let position = read(&game, args, console)?;
            let (mv, reasons) = aligne4_hint(game, &position, args, console)?;
            let said: Vec<String> = reasons.iter().map(|reason| aligne4_reason(reason, console)).collect();
            show(&mv, &said, args.json, console)
        }
        AnyGame::Othello(game) => {
            let position = read(&game, args, console)?;
            let mv = choose(&game, &position, args, console)?;
            show(&mv, &[], args.json, console)
        }
        AnyGame::Go(_) => Err(Failure::Usage(console.say("error-no-hint", &[("game", args.game.id().into())]))),
    }
}

fn read<G: Game>(game: &G, args: &Hint, console: &Console<'_>) -> Result<G::Position, Failure> {
    let text = &args.position;
    let position = game.position(text).map_err(|error| Failure::position(text, &error, console.words))?;
    if position.is_over() {
        let args = [("text", text.as_str().into()), ("problem", console.say("error-game-over", &[]).into())];
        return Err(Failure::Input(console.say("error-position", &args)));
    }
    Ok(position)
}

/// The move of the level asked for, or of the highest.
fn choose<G: players::Machine>(
    game: &G,
    position: &G::Position,
    args: &Hint,
    console: &Console<'_>,
) -> Result<table::MoveOf<G>, Failure> {
    let highest = G::levels().last().map_or(1, |level| level.number);
    let who = Who::Level(args.level.unwrap_or(highest));
    let resources = Resources::default();
    let mut mover = game.seat(&who, &resources).map_err(|why| Failure::seat(&why, console.words))?;
    let thought = mover.think(position, None, &Stop::new(), &mut |_| {});
    match thought.map_err(|failure| Failure::Engine(failure.to_string()))?.choice {
        Choice::Play(mv) => Ok(mv),
        Choice::Resign => Err(Failure::No(console.say("hint-resign", &[]))),
    }
}

fn aligne4_hint(
    game: aligne4::Game,
    position: &Position,
    args: &Hint,
    console: &Console<'_>,
) -> Result<(aligne4::Move, Vec<Reason>), Failure> {
    if args.level.is_some() {
        let mv = choose(&game, position, args, console)?;
        return Ok((mv, explain(position, mv, None, None)));
    }
    let mut machine = Machine::new(Settings::default());
    let choice = machine.choose(Level::Perfect, position, &mut fastrand::Rng::new(), NEVER);
    Ok((choice.mv, choice.reasons))
}

fn show(mv: &impl Display, reasons: &[String], as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let mv = mv.to_string();
    if as_json {
        return console.json(&json!({ "move": mv, "reasons": reasons }));
    }
    match reasons.split_first() {
        None => console.line(&mv),
        Some((first, rest)) => {
            let more: String = rest.iter().map(|reason| format!("; {reason}")).collect();
            console.line(&format!("{mv}  {first}{more}"))
        }
    }
}

/// One fact in words.
fn aligne4_reason(reason: &Reason, console: &Console<'_>) -> String {
    let characteristic =
        |c: aligne4::Characteristic| -> Arg<'static> { console.say(table::characteristic_id(c), &[]).into() };
    let line = |line: aligne4::Line| -> Arg<'static> {
        let id = match line.shape() {
            LineShape::Row(_) => "aligne4-line-row",
            LineShape::Column(_) => "aligne4-line-column",
            LineShape::Falling | LineShape::Rising => "aligne4-line-diagonal",
            LineShape::Square(_) => "aligne4-line-square",
        };
        console.say(id, &[]).into()
    };
    let forced = |id: &str, id_plies: &str, plies: &Option<u32>| match plies {
        Some(plies) => console.say(id_plies, &[("plies", (*plies).into())]),
        None => console.say(id, &[]),
    };
    match reason {
        Reason::Completes(won) => {
            let shared: Vec<String> =
                won.shared.iter().map(|c| console.say(table::characteristic_id(c), &[])).collect();
            console.say("hint-completes", &[("line", line(won.line)), ("shared", shared.join(", ").into())])
        }
        Reason::ForcedWin { plies } => forced("hint-forced-win", "hint-forced-win-in", plies),
        Reason::ForcedDraw => console.say("hint-forced-draw", &[]),
        Reason::ForcedLoss { plies } => forced("hint-forced-loss", "hint-forced-loss-in", plies),
        Reason::LeavesNoThree { only: true } => console.say("hint-only-safe", &[]),
        Reason::LeavesNoThree { only: false } => console.say("hint-leaves-no-three", &[]),
        Reason::HarmlessGift { only: true } => console.say("hint-only-harmless-gift", &[]),
        Reason::HarmlessGift { only: false } => console.say("hint-harmless-gift", &[]),
        Reason::Breaks { line: of, characteristic: shared } => {
            console.say("hint-breaks", &[("line", line(*of)), ("shared", characteristic(*shared))])
        }
        Reason::NothingHelps => console.say("hint-nothing-helps", &[]),
    }
}
