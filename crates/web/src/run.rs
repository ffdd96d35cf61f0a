//! A server as a whole: the store is opened, the address taken, and people are served until a signal comes.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryFutureExt};
use store::{Access, Address, Store, Upload, Ways};
use table::Message;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing::info;

use crate::app::{app, inner};
use crate::config::Config;
use crate::log::now_ms;
use crate::site::Site;
use crate::{cluster, exchange, listen, log, workers};

/// Why a server cannot begin.
#[derive(Debug)]
pub enum Failed {
    /// The games cannot be opened.
    Store(store::Error),
    /// The address cannot be used.
    Bind(SocketAddr, io::Error),
    /// The other servers cannot be reached: where NATS should be, and what is wrong.
    Nats(String, String),
    /// What people were to see first is no record.
    Record(Message),
    /// The system does not let it run at all.
    System(io::Error),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Store(error) => error.fmt(f),
            Failed::Bind(address, error) => write!(f, "{address} cannot be used: {error}"),
            Failed::Nats(place, problem) => write!(f, "NATS at {place} cannot be used: {problem}"),
            Failed::Record(message) => write!(f, "that is no record: {}", message.id),
            Failed::System(error) => write!(f, "the system does not let a server run: {error}"),
        }
    }
}

impl std::error::Error for Failed {}

/// How long those who still use the database are waited for when the server stops.
const CLOSE_PATIENCE: Duration = Duration::from_secs(2);

/// Serves until a signal asks for an end, or what `ready` gives back comes to one; what was begun is finished then. `ready` is told the address
/// once people can come.
pub fn run<E>(config: Config, database: &Address, ready: impl FnOnce(SocketAddr) -> E) -> Result<(), Failed>
where
    E: Future<Output = ()> + Send,
{
    // In boxes, so that a server is compiled here and not once more in each program that runs one.
    run_boxed(config, database, Box::new(|address| ready(address).boxed()))
}

/// What is told where people can come, and gives back what ends the server.
type Ready<'r> = Box<dyn FnOnce(SocketAddr) -> BoxFuture<'r, ()> + 'r>;

fn run_boxed(config: Config, database: &Address, ready: Ready<'_>) -> Result<(), Failed> {
    log::install(config.log);
    let access = match &config.nats {
        // The terminal may have the games, too, and another window.
        _ if config.manner.local => Access::Beside,
        Some(_) => Access::Together,
        None => Access::Alone,
    };
    let ways = database.open(access, config.limits.database_bytes).map_err(Failed::Store)?;
    serve_until_told(config, &ways, ready)?;
    close(ways);
    info!("stopped");
    Ok(())
}

/// Keeps a record for whoever plays on this machine, before there is a page to bring it with, and gives the path under which the
/// server will show it.
pub fn bring(config: &Config, database: &Address, name: Option<String>, bytes: Vec<u8>) -> Result<String, Failed> {
    let upload = Upload { name, bytes };
    let brought = upload.read(config.limits.upload_nodes).map_err(Failed::Record)?;
    let ways = database.open(Access::Beside, config.limits.database_bytes).map_err(Failed::Store)?;
    let paper = upload.paper(store::HERE, &brought, now_ms()).map_err(Failed::Store)?;
    ways.writer.keep_paper(&paper).map_err(Failed::Store)?;
    close(ways);
    Ok(format!("/record/{}", paper.heading.id))
}

/// Makes a server one of several that share a store: from now on it answers for the others, and they for it.
pub fn join<'j>(site: &'j Site, nats: &'j exchange::Address) -> BoxFuture<'j, Result<(), Failed>> {
    let failed = |problem: async_nats::Error| Failed::Nats(nats.place(), problem.to_string());
    cluster::join(site, nats, inner(site.clone())).map_err(failed).boxed()
}

/// Thinks for the servers that meet there, with so many threads, until a signal asks for an end. `ready` is called once they can ask.
pub fn think(nats: &exchange::Address, threads: NonZeroUsize, ready: impl FnOnce() + Send) -> Result<(), Failed> {
    log::install(log::Format::Json);
    runtime("worker")?.block_on(async {
        let signal = signal().map_err(Failed::System)?;
        think_until(nats, threads, ready, signal).await
    })?;
    info!("stopped");
    Ok(())
}

/// The same until this comes.
pub fn think_until<'t>(
    nats: &'t exchange::Address,
    threads: NonZeroUsize,
    ready: impl FnOnce() + Send + 't,
    end: impl Future<Output = ()> + Send + 't,
) -> BoxFuture<'t, Result<(), Failed>> {
    think_boxed(nats, threads, Box::new(ready), end.boxed())
}

fn think_boxed<'t>(
    nats: &'t exchange::Address,
    threads: NonZeroUsize,
    ready: Box<dyn FnOnce() + Send + 't>,
    end: BoxFuture<'t, ()>,
) -> BoxFuture<'t, Result<(), Failed>> {
    let failed = |problem: async_nats::Error| Failed::Nats(nats.place(), problem.to_string());
    workers::attend(nats, threads, ready, end).map_err(failed).boxed()
}

fn serve_until_told(mut config: Config, ways: &Ways, ready: Ready<'_>) -> Result<(), Failed> {
    let (games, pages) = (runtime("games")?, runtime("pages")?);
    let listener = pages.block_on(bind(&config))?;
    let address = listener.local_addr().map_err(Failed::System)?;
    config.bind = address;
    let nats = config.nats.clone();
    // Not within a task: what the store is asked here may take a moment.
    let site = {
        let _home = games.enter();
        Site::new(config, Arc::clone(&ways.writer), Arc::clone(&ways.reader)).map_err(Failed::Store)?
    };
    if let Some(nats) = nats {
        games.block_on(join(&site, &nats))?;
    }
    pages.block_on(async {
        let signal = signal().map_err(Failed::System)?;
        info!(%address, "listening");
        if ::pages::program().is_none() {
            // Built without `PLATEAU_BROWSER`: nobody can play without this server.
            info!("no-offline-play");
        }
        let end = ready(address);
        let told = async move {
            tokio::select! {
                () = signal => {}
                () = end => {}
            }
        };
        listen::serve(listener, site.clone(), app(site), told).await.map_err(Failed::System)
    })?;
    // What somebody still reads at this moment is not waited for longer than this.
    pages.shutdown_timeout(CLOSE_PATIENCE);
    games.shutdown_timeout(CLOSE_PATIENCE);
    Ok(())
}

/// Closes the database. The last to let go of a file folds its log into it, so that everything is in one file; the thread that writes
/// may take a moment to do so.
fn close(Ways { writer, reader }: Ways) {
    let begin = Instant::now();
    let own = if Arc::ptr_eq(&writer, &reader) { 2 } else { 1 };
    let is_used = |store: &Arc<dyn Store>| Arc::strong_count(store) > own;
    while (is_used(&writer) || is_used(&reader)) && begin.elapsed() < CLOSE_PATIENCE {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Threads of their own for those who play and for those who load pages: a flood of the latter, even one that keeps every limit,
/// must not stand between a move and its answer. The system shares the processor between them.
fn runtime(name: &str) -> Result<Runtime, Failed> {
    /// Connections are looked after between any two dozen pages: sockets of live pages are among them.
    const PAGES_BETWEEN_LOOKS: u32 = 24;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.thread_name(name).event_interval(PAGES_BETWEEN_LOOKS).enable_all();
    runtime.build().map_err(Failed::System)
}

/// Takes the address. On one's own machine another port will do where nobody asked for this one.
async fn bind(config: &Config) -> Result<TcpListener, Failed> {
    match TcpListener::bind(config.bind).await {
        Ok(listener) => Ok(listener),
        Err(_) if config.manner.local && config.bind.port() == Config::USUAL_PORT => {
            let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            TcpListener::bind(any).await.map_err(|error| Failed::Bind(any, error))
        }
        Err(error) => Err(Failed::Bind(config.bind, error)),
    }
}

/// Ends when somebody asks the program to end.
#[cfg(unix)]
fn signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
