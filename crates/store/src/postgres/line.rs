//! The way to the database, on which nobody waits for ever.
//!
//! What breaks a line without a word (a machine that is gone, a network that swallows everything) would otherwise be noticed by the system's own
//! timers, half a minute later or never; and whoever waits for a store has somebody waiting, too.

use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, Config, Error, Row, RowStream};
use tokio_postgres_rustls::MakeRustlsConnect;

/// A connection, and how long an answer on it may take.
pub(super) struct Line {
    client: Client,
    /// Carries what is said, while somebody waits.
    carrier: Carrier,
    /// Its end is the end of the connection, and so of the session.
    runtime: Runtime,
    patience: Duration,
}

type Carrier = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// Why there is no answer, or a bad one.
pub(super) enum Trouble {
    /// The server says so, or the connection is gone.
    Said(Error),
    /// Nothing came for so long.
    Silence(Duration),
    /// The system does not let anybody wait.
    System(io::Error),
}

impl Line {
    /// Connects, and says the first words. Both together may take as long as an answer.
    pub(super) fn open(
        config: &Config,
        tls: MakeRustlsConnect,
        patience: Duration,
        first: &str,
    ) -> Result<Line, Trouble> {
        let begin = Instant::now();
        let runtime = Builder::new_current_thread().enable_all().build().map_err(Trouble::System)?;
        let connecting = async { tokio::time::timeout(patience, config.connect(tls)).await };
        let connected = runtime.block_on(connecting).map_err(|_| Trouble::Silence(patience))?;
        let (client, connection) = connected.map_err(Trouble::Said)?;
        let left = patience.saturating_sub(begin.elapsed());
        let mut line = Line { client, carrier: Box::pin(connection), runtime, patience: left };
        line.ask(async |client| client.batch_execute(first).await)?;
        line.patience = patience;
        Ok(line)
    }

    /// Asks something that has one answer.
    pub(super) fn ask<T>(&mut self, ask: impl AsyncFnOnce(&Client) -> Result<T, Error>) -> Result<T, Trouble> {
        let Line { client, carrier, runtime, patience } = self;
        wait(runtime, carrier, *patience, ask(client))
    }

    /// The next row of an answer that comes piece by piece, if there is one.
    pub(super) fn next(&mut self, rows: &mut Pin<Box<RowStream>>) -> Result<Option<Row>, Trouble> {
        use futures_util::TryStreamExt;
        let Line { carrier, runtime, patience, .. } = self;
        wait(runtime, carrier, *patience, rows.try_next())
    }
}

/// Carries what is said on a connection until an answer is there.
fn wait<T>(
    runtime: &Runtime,
    carrier: &mut Carrier,
    patience: Duration,
    answer: impl Future<Output = Result<T, Error>>,
) -> Result<T, Trouble> {
    let mut answer = pin!(answer);
    let carried = poll_fn(|context| {
        // Why the connection has ended says more than that it has.
        if let Poll::Ready(Err(error)) = carrier.as_mut().poll(context) {
            return Poll::Ready(Err(error));
        }
        answer.as_mut().poll(context)
    });
    let answered = runtime.block_on(async { tokio::time::timeout(patience, carried).await });
    answered.map_err(|_| Trouble::Silence(patience))?.map_err(Trouble::Said)
}
