//! `plateau worker`: thinks for the servers of a site.

use search::Resources;
use web::{Failed, think};

use super::web::{explain, nats};
use crate::cli::Worker;
use crate::console::Console;
use crate::failure::Failure;

pub(crate) fn run(args: &Worker, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some(address) = nats(args.nats.as_deref(), console)? else {
        return Err(Failure::Usage(console.say("error-worker-nowhere", &[])));
    };
    let threads = args.threads.unwrap_or(Resources::of_this_machine().threads);
    let gaps = [("place", address.place().into()), ("threads", threads.get().into())];
    let line = console.say("worker-ready", &gaps);
    let ready = || println!("{line}");
    think(&address, threads, ready).map_err(|failed| match &failed {
        Failed::Nats(place, problem) => {
            let gaps = [("place", place.as_str().into()), ("problem", problem.as_str().into())];
            Failure::Input(console.say("error-worker-nats", &gaps))
        }
        _ => explain(&failed, console),
    })
}
