//! `plateau bench`: fixed workloads, with their speed and a signature.
//!
//! The speed depends on the machine; the signature does not, and a change of it means that a rule or a random sequence has
//! changed. A test holds the signatures.

use std::num::NonZeroUsize;
use std::time::Instant;

use engine_go::net::{self, Network};
use engine_go::{Evaluator, Networked, Playouts, Puct, Settings};
use engine_othello::{Machine, Reach, Weights, Width};
use plateau_core::{Game, Player, perft, processor};
use search::{Engine, Limits, Resources, Stop};
use serde_json::json;
use table::Kind;

use crate::cli::Bench;
use crate::console::Console;
use crate::failure::Failure;

/// What was measured on one workload.
struct Measured {
    kind: Kind,
    /// What was done: counting leaves, or something on a board of this size.
    work: Work,
    count: u64,
    seconds: f64,
    /// None where the last bits of the arithmetic differ from processor to processor.
    signature: Option<u64>,
}

#[derive(Clone, Copy)]
enum Work {
    Perft { depth: u32 },
    Playouts { size: u8 },
    Search { depth: u32 },
    Visits { size: u8, by_network: bool },
}

pub(crate) fn run(args: &Bench, console: &mut Console<'_>) -> Result<(), Failure> {
    show_instructions(args.json, console)?;
    let wanted = |kind| args.game.is_none_or(|game| game == kind);
    if wanted(Kind::Go) {
        for (size, playouts) in [(9, 60_000), (19, 12_000)] {
            show(&go_playouts(size, playouts), args.json, console)?;
        }
        show(&go_search(9, 2_000, false, || Playouts::new(16)), args.json, console)?;
        for (size, visits) in [(9, 2_000), (19, 400)] {
            let networked = || Networked::new(Network::shipped(go::Size::new(size).expect("a size of Go")));
            show(&go_search(size, visits, true, networked), args.json, console)?;
        }
    }
    if wanted(Kind::Othello) {
        show(&count_leaves(Kind::Othello, &othello::Game, 11), args.json, console)?;
        show(&othello_search(OTHELLO_DEPTH), args.json, console)?;
    }
    if wanted(Kind::Aligne4) {
        show(&count_leaves(Kind::Aligne4, &aligne4::Game::default(), 4), args.json, console)?;
    }
    Ok(())
}

/// Which of its ways the program takes on this processor.
fn show_instructions(as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let (rules, network) = (processor::fastest().name(), net::Path::fastest().to_string());
    if as_json {
        return console.json(&json!({ "instructions": rules, "network_path": network }));
    }
    let sentence = console.say("bench-instructions", &[("rules", rules.into()), ("network", network.into())]);
    console.line(&sentence)
}

fn count_leaves<G: Game>(kind: Kind, game: &G, depth: u32) -> Measured {
    let started = Instant::now();
    let count = perft(&game.start(), depth);
    let seconds = started.elapsed().as_secs_f64();
    Measured { kind, work: Work::Perft { depth }, count, seconds, signature: Some(count) }
}

/// Uniformly random playouts from the empty board to two passes, own eyes not filled, area counted.
fn go_playouts(size: u8, playouts: u64) -> Measured {
    let board = go::Board::new(go::Size::new(size).expect("a size that exists"));
    let mut rng = fastrand::Rng::with_seed(20);
    let mut playing = board.clone();
    let mut signature = 0u64;
    let started = Instant::now();
    for _ in 0..playouts {
        playing.clone_from(&board);
        let lead = playing.playout(Player::Black, |below| rng.u32(..below));
        let captures = playing.captures(Player::Black) as u64;
        signature = signature.rotate_left(5) ^ captures << 32 ^ lead as u64;
    }
    let seconds = started.elapsed().as_secs_f64();
    Measured { kind: Kind::Go, work: Work::Playouts { size }, count: playouts, seconds, signature: Some(signature) }
}

/// One search from the empty board, on one thread.
fn go_search<E: Evaluator>(size: u8, visits: u64, by_network: bool, evaluator: impl FnMut() -> E) -> Measured {
    let start = go::Game::even(go::Size::new(size).expect("a size that exists"), go::Rules::default()).start();
    let resources = Resources { seed: Some(20), ..Resources::default() };
    let mut engine = Puct::new(Settings::BEST, &resources, evaluator);
    // With many variations wanted, the search is not cut short.
    let limits = Limits { variations: NonZeroUsize::new(400).expect("not zero"), ..Limits::nodes(visits) };
    let started = Instant::now();
    let thought = engine.think(&start, &limits, &Stop::new(), &mut |_| {});
    let seconds = started.elapsed().as_secs_f64();
    let report = thought.expect("an engine in this program has an answer").report;
    let signature = report.variations.iter().fold(0u64, |signature, line| {
        let place = line.moves[0].point().map_or(0, |point| point.index() as u64);
        signature.rotate_left(5) ^ place << 32 ^ line.visits
    });
    let signature = (!by_network).then_some(signature);
    Measured { kind: Kind::Go, work: Work::Visits { size, by_network }, count: report.nodes, seconds, signature }
}

/// A search ahead from a position of the middle game and one from the endgame to the end, on one thread.
fn othello_search(depth: u32) -> Measured {
    const MIDDLE: &str = "-------------------O------XXOO----XOOO----OOXO----O------------- X";
    const LATE: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let mut machine = Machine::new(Weights::shipped(), 1, 16 << 20);
    let started = Instant::now();
    let (mut count, mut signature) = (0, 0u64);
    for (text, depth) in [(MIDDLE, depth), (LATE, 64)] {
        let board = othello::Game.position(text).expect("a position").board();
        let budget = machine.unlimited();
        let width = if depth == 64 { Width::FULL } else { Width::NARROWEST };
        let reach = Reach { depth: depth.min(board.empties().len()), width };
        let found = machine.think(board, reach, &budget).expect("nothing stops it");
        count += machine.spent(&budget);
        signature = signature.rotate_left(20) ^ machine.spent(&budget) << 8 ^ found.score as u64;
    }
    let seconds = started.elapsed().as_secs_f64();
    Measured { kind: Kind::Othello, work: Work::Search { depth }, count, seconds, signature: Some(signature) }
}

/// Plies that the bench looks ahead.
const OTHELLO_DEPTH: u32 = 14;

fn show(measured: &Measured, as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let &Measured { kind, work, count, seconds, signature } = measured;
    let rate = count as f64 / seconds;
    let signature = signature.map(|signature| format!("{signature:016x}"));
    if as_json {
        let mut object = json!({ "game": kind.id(), "count": count, "seconds": seconds, "per_second": rate });
        if let Some(signature) = signature {
            object["signature"] = json!(signature);
        }
        match work {
            Work::Perft { depth } => object["perft"] = json!(depth),
            Work::Playouts { size } => object["playouts_on"] = json!(size),
            Work::Search { depth } => object["search_to"] = json!(depth),
            Work::Visits { size, by_network: false } => object["search_by_playouts_on"] = json!(size),
            Work::Visits { size, by_network: true } => object["search_by_network_on"] = json!(size),
        }
        return console.json(&object);
    }
    let seconds = format!("{seconds:.2}");
    let sentence = match work {
        Work::Perft { .. } => {
            let rate = format!("{:.0}", rate / 1e6);
            let args = [("game", kind.id().into()), ("leaves", count.to_string().into()), ("seconds", seconds.into())];
            console.say("bench-perft", &[&args[..], &[("rate", rate.into())]].concat())
        }
        Work::Playouts { size } | Work::Visits { size, .. } => {
            let id = match work {
                Work::Visits { by_network: false, .. } => "bench-visits",
                Work::Visits { by_network: true, .. } => "bench-network",
                _ => "bench-playouts",
            };
            let args = [
                ("game", kind.id().into()),
                ("size", size.into()),
                ("count", count.to_string().into()),
                ("seconds", seconds.into()),
                ("rate", format!("{rate:.0}").into()),
            ];
            console.say(id, &args)
        }
        Work::Search { depth } => {
            let args = [
                ("game", kind.id().into()),
                ("depth", depth.into()),
                ("nodes", count.to_string().into()),
                ("seconds", seconds.into()),
                ("rate", format!("{:.1}", rate / 1e6).into()),
            ];
            console.say("bench-search", &args)
        }
    };
    let Some(signature) = signature else { return console.line(&sentence) };
    let signature = console.say("bench-signature", &[("signature", signature.into())]);
    console.line(&format!("{sentence}; {signature}"))
}
