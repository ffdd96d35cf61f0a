//! A server as a whole: the store is opened, the address taken, and people are served until a signal comes.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use store::{Sqlite, Store};
use tokio::net::TcpListener;
use tracing::info;

use crate::app::app;
use crate::config::Config;
use crate::site::Site;
use crate::{listen, log};

/// Why a server cannot begin.
#[derive(Debug)]
pub enum Failed {
    /// The games cannot be opened.
    Store(store::Error),
    /// The address cannot be used.
    Bind(SocketAddr, io::Error),
    /// The system does not let it run at all.
    System(io::Error),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Store(error) => error.fmt(f),
            Failed::Bind(address, error) => write!(f, "{address} cannot be used: {error}"),
            Failed::System(error) => write!(f, "the system does not let a server run: {error}"),
        }
    }
}

impl std::error::Error for Failed {}

/// Serves until a signal asks for an end; what was begun is finished then. `ready` is told the address once people can come.
pub fn run(mut config: Config, database: &Path, ready: impl FnOnce(SocketAddr)) -> Result<(), Failed> {
    log::install(config.log);
    let open = || Sqlite::open(database).map_err(Failed::Store);
    let (writer, reader) = (open()?, open()?);
    if config.limits.database_bytes < u64::MAX {
        writer.limit_size(config.limits.database_bytes).map_err(Failed::Store)?;
    }
    let (writer, reader): (Arc<dyn Store>, Arc<dyn Store>) = (Arc::new(writer), Arc::new(reader));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failed::System)?;
    runtime.block_on(async {
        let listener = bind(&config).await?;
        let address = listener.local_addr().map_err(Failed::System)?;
        config.bind = address;
        let site = Site::new(config, writer, reader).map_err(Failed::Store)?;
        let signal = signal().map_err(Failed::System)?;
        info!(%address, "listening");
        ready(address);
        listen::serve(listener, site.clone(), app(site.clone()), signal).await.map_err(Failed::System)?;
        info!("stopped");
        Ok(())
    })
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
