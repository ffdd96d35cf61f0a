use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use store::{Error, Store};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::error;
use words::{Lang, Words};

use crate::api::Callers;
use crate::boards::Boards;
use crate::config::Config;
use crate::exchange::Exchange;
use crate::guard::Guard;
use crate::hub::{Hub, Refusal};
use crate::metrics::Metrics;
use crate::news::News;
use crate::pictures::Pictures;
use crate::records::Records;
use crate::render;
use crate::reviews::Reviews;
use crate::trials::Trials;
use crate::values::Values;
use crate::work::Work;

/// Everything that answering needs.
#[derive(Clone)]
pub struct Site {
    inner: Arc<Inner>,
}

struct Inner {
    config: Config,
    hub: Hub,
    guard: Arc<Guard>,
    callers: Arc<Callers>,
    work: Arc<Work>,
    words: [Words; Lang::ALL.len()],
    records: Records,
    pictures: Pictures,
    reviews: Reviews,
    trials: Trials,
    boards: Boards,
    values: Values,
    news: News,
    /// The way to the other servers, if there are any.
    exchange: OnceLock<Arc<Exchange>>,
    /// When it began, which tells its requests from those before a restart.
    started_ms: u64,
    requests: AtomicU64,
    /// Connections and live pages.
    tasks: TaskTracker,
    stopping: CancellationToken,
}

impl Site {
    /// A site over a store; `reader` may be a second way to the same file. Must be called within a tokio runtime.
    pub fn new(config: Config, writer: Arc<dyn Store>, reader: Arc<dyn Store>) -> Result<Site, Error> {
        let origin = config.site.clone().unwrap_or_else(|| format!("http://{}", config.bind));
        let render = render::renderer(config.manner.local, origin);
        let guard = Guard::new(config.limits);
        let work = Work::new(config.manner.workers, Arc::clone(&guard));
        let metrics = Arc::new(Metrics::default());
        let hub = Hub::new(writer, reader, config.manner.clone(), render, Arc::clone(&work), metrics)?;
        Ok(Site {
            inner: Arc::new(Inner {
                callers: Callers::new(config.limits),
                guard,
                work,
                words: Lang::ALL.map(Words::new),
                records: Records::default(),
                pictures: Pictures::default(),
                reviews: Reviews::default(),
                trials: Trials::default(),
                boards: Boards::default(),
                values: Values::default(),
                news: News::default(),
                exchange: OnceLock::new(),
                started_ms: hub.now_ms(),
                requests: AtomicU64::new(0),
                tasks: TaskTracker::new(),
                stopping: CancellationToken::new(),
                config,
                hub,
            }),
        })
    }

    /// The games.
    pub fn hub(&self) -> &Hub {
        &self.inner.hub
    }

    /// The set-up.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// Who comes in.
    pub fn guard(&self) -> &Arc<Guard> {
        &self.inner.guard
    }

    /// The programs that call.
    pub(crate) fn callers(&self) -> &Arc<Callers> {
        &self.inner.callers
    }

    /// Where work is done that takes more than a millisecond.
    pub(crate) fn work(&self) -> &Work {
        &self.inner.work
    }

    /// The records that were sent to be looked at.
    pub(crate) fn records(&self) -> &Records {
        &self.inner.records
    }

    /// The pictures that were drawn.
    pub(crate) fn pictures(&self) -> &Pictures {
        &self.inner.pictures
    }

    /// The games that are looked through.
    pub(crate) fn reviews(&self) -> &Reviews {
        &self.inner.reviews
    }

    /// The studies that people work on.
    pub(crate) fn boards(&self) -> &Boards {
        &self.inner.boards
    }

    /// What moves are worth.
    pub(crate) fn values(&self) -> &Values {
        &self.inner.values
    }

    /// The moves that are tried.
    pub(crate) fn trials(&self) -> &Trials {
        &self.inner.trials
    }

    /// What the lobby's watchers are sent.
    pub(crate) fn news(&self) -> &News {
        &self.inner.news
    }

    /// The way to the other servers, if there are any.
    pub(crate) fn exchange(&self) -> Option<&Arc<Exchange>> {
        self.inner.exchange.get()
    }

    /// From now on there are other servers.
    pub(crate) fn join(&self, exchange: Arc<Exchange>) {
        assert!(self.inner.exchange.set(exchange).is_ok(), "a server joins once");
    }

    /// A language.
    pub fn words(&self, lang: Lang) -> &Words {
        self.inner.words.iter().find(|words| words.lang() == lang).expect("every language is there")
    }

    /// What a person is told of a refusal. What concerns the server alone is logged and not told.
    pub fn explain(&self, lang: Lang, refusal: &Refusal) -> String {
        if let Refusal::Store(problem) | Refusal::Damaged(problem) = refusal {
            error!(%problem, "store");
        }
        refusal.message().say(&|id, gaps| self.words(lang).say(id, gaps))
    }

    /// A name for a request, by which the log and whoever asked can speak of it.
    pub(crate) fn name_request(&self) -> String {
        format!("{:x}-{:x}", self.inner.started_ms, self.inner.requests.fetch_add(1, Relaxed))
    }

    /// What has to end before the server does: connections and live pages.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.inner.tasks
    }

    /// Cancelled when the server stops.
    pub(crate) fn stopping(&self) -> &CancellationToken {
        &self.inner.stopping
    }
}
