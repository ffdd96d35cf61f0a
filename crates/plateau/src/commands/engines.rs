//! `plateau gtp` and `plateau nboard`: the machine as an engine for other programs, on standard input and output.

use std::io::{self, BufReader};

use players::{MachineGame, Mover};
use protocol::gtp::{self, Adapter, Identity};
use protocol::{Server, nboard, serve};
use search::{Resources, Stop};
use table::{AnySetup, Who};

use crate::cli::{Gtp, Nboard, Strength};
use crate::console::Console;
use crate::failure::Failure;
use crate::games;
use crate::memory;

pub(crate) fn run_gtp(args: &Gtp, console: &Console<'_>) -> Result<(), Failure> {
    match games::agreed(args.game, &args.agreement, console.words)? {
        AnySetup::Go(setup) => {
            // With a seed, the same board gets the same answer.
            let referee = Resources { seed: args.strength.seed, ..Resources::default() };
            let judge = move |position: &go::Position| players::judge(position, &referee, &Stop::new());
            let estimate = move |position: &go::Position| {
                let estimate = players::estimate(position, &referee, &Stop::new())?;
                Some(go::Margin { black_half_points: estimate.black_half_points })
            };
            let adapter = gtp::Go::new(&setup.game).with_judge(judge).with_estimate(estimate);
            let adapter = adapter.with_network(|position, symmetry| Some(players::at_sight(position, symmetry)));
            speak_gtp(adapter, &setup.game, args, console)
        }
        AnySetup::Othello(setup) => speak_gtp(gtp::Othello::default(), &setup.game, args, console),
        AnySetup::Aligne4(setup) => speak_gtp(gtp::Aligne4::new(setup.game.rules), &setup.game, args, console),
    }
}

fn speak_gtp<A, G>(adapter: A, game: &G, args: &Gtp, console: &Console<'_>) -> Result<(), Failure>
where
    A: Adapter,
    G: MachineGame<Position = A::Position>,
{
    let mover = seat(game, &args.strength, console)?;
    // Some programs do more with engines of a name that they know. An answer is one line.
    let name = args.name.as_deref().unwrap_or("Plateau").split_whitespace().collect::<Vec<_>>().join(" ");
    let identity = Identity { name, version: env!("CARGO_PKG_VERSION").to_owned() };
    let limits = *mover.limits();
    answer(&mut gtp::Session::new(adapter, mover.into_engine(), limits, identity))
}

pub(crate) fn run_nboard(args: &Nboard, console: &Console<'_>) -> Result<(), Failure> {
    let mover = seat(&othello::Game, &args.strength, console)?;
    let limits = *mover.limits();
    let name = concat!("Plateau ", env!("CARGO_PKG_VERSION"));
    let session = nboard::Session::new(name, mover.into_engine(), limits);
    // Who chose a strength gets that strength; otherwise the program that shows the board sets the depth.
    answer(&mut if args.strength.who.is_some() { session } else { session.letting_depth_decide() })
}

fn answer<S: Server>(server: &mut S) -> Result<(), Failure> {
    Ok(serve(server, BufReader::new(io::stdin()), io::stdout())?)
}

/// The engine that was asked for: the highest level if nothing was.
fn seat<G: MachineGame>(game: &G, strength: &Strength, console: &Console<'_>) -> Result<Mover<G::Position>, Failure> {
    let highest = G::levels().last().map_or(Who::Random, |level| Who::Level(level.number));
    let who = strength.who.clone().unwrap_or(highest);
    let memory_bytes = memory::bytes(strength.memory, memory::for_analysis(G::KIND), console)?;
    let resources = Resources { threads: strength.threads, memory_bytes, seed: strength.seed, book: !strength.no_book };
    game.seat(&who, &resources).map_err(|why| Failure::seat(&why, console.words))
}
