//! `plateau analysis`: positions of Go analysed for other programs, by `KataGo`'s JSON protocol.

mod listen;

use std::io::{self, BufReader};
use std::sync::Arc;

use players::desk::GoDesk;
use protocol::kata::{self, Ending};
use search::Resources;
use table::Kind;

use crate::cli::Analysis;
use crate::console::Console;
use crate::failure::Failure;
use crate::memory;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What programs wait for that start an analysis engine: `KataGo` says it in these words.
const READY: &str = "Started, ready to begin handling requests";

pub(crate) fn run(args: &Analysis, console: &Console<'_>) -> Result<(), Failure> {
    let threads = args.threads.unwrap_or(Resources::of_this_machine().threads);
    let memory_bytes = memory::bytes(args.memory, memory::for_analysis(Kind::Go), console)?;
    let resources = Resources { threads, memory_bytes, seed: args.seed, ..Resources::default() };
    let desk = Arc::new(GoDesk::open(&resources, args.visits.get())?);
    let ending = if args.quit_without_waiting { Ending::Leave } else { Ending::Finish };
    if let Some(address) = args.listen {
        return listen::run(address, desk, console);
    }
    eprintln!("{READY}");
    Ok(kata::serve(desk, BufReader::new(io::stdin()), io::stdout(), VERSION, ending)?)
}
