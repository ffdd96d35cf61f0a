//! Accepting connections by hand, since each needs a limit: how many there are, from where, and how long a head may take.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, StatusCode, header};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryFutureExt};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;
use tracing::{error, info};

use crate::backoff::Backoff;
use crate::heads::{self, Heads};
use crate::household::Household;
use crate::metrics::Gauged;
use crate::patient::Patient;
use crate::site::Site;

/// How long the head of a request may take: who sends a byte a second does not keep a connection.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
/// How long whoever is sent something may take none of it.
const SEND_PATIENCE: Duration = Duration::from_secs(15);
/// How long connections are waited for when the server stops.
const STOP_PATIENCE: Duration = Duration::from_secs(5);

/// Serves until told to stop. Requests that have begun are answered, live pages are told to come back, games are kept.
pub fn serve<'s>(
    listener: TcpListener,
    site: Site,
    router: Router,
    stop: impl Future<Output = ()> + Send + 's,
) -> BoxFuture<'s, io::Result<()>> {
    boxed(listener, site, router, stop.boxed())
}

/// A server in a box is compiled here; bare, it would be once more in each program that begins one.
fn boxed(listener: TcpListener, site: Site, router: Router, stop: BoxFuture<'_, ()>) -> BoxFuture<'_, io::Result<()>> {
    accept_all(listener, site, router, stop).boxed()
}

async fn accept_all(listener: TcpListener, site: Site, router: Router, mut stop: BoxFuture<'_, ()>) -> io::Result<()> {
    let mut trouble = Backoff::default();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                trouble.reset();
                accept(stream, peer, &site, &router);
            }
            // No more files may be open, for the moment: those that are will be closed.
            Err(problem) => {
                if trouble.grows() {
                    error!(%problem, "not-accepted");
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    site.stopping().cancel();
    site.tasks().close();
    if tokio::time::timeout(STOP_PATIENCE, site.tasks().wait()).await.is_err() {
        info!(tasks = site.tasks().len(), "not-waited-for");
    }
    site.hub().close().await;
    Ok(())
}

fn accept(stream: TcpStream, peer: std::net::SocketAddr, site: &Site, router: &Router) {
    let metrics = Arc::clone(site.hub().metrics());
    let is_full = metrics.connections.load(Relaxed) >= site.config().limits.connections as i64;
    // Behind a proxy every connection is the proxy's; its clients are counted by what it says of them.
    let is_proxy = site.config().trusted_proxies.contains(&peer.ip().to_canonical());
    let counted = if is_proxy { Some(None) } else { site.guard().connect(Household::of(peer.ip())).map(Some) };
    let Some(counted) = counted.filter(|_| !is_full) else {
        metrics.connections_refused.fetch_add(1, Relaxed);
        return;
    };
    let _ = stream.set_nodelay(true);
    let (router, stopping) = (router.clone(), site.stopping().clone());
    site.tasks().spawn(async move {
        let _counted = (counted, Gauged::new(&metrics.connections));
        let service = tower::service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            let is_last = heads::is_last(request.headers());
            router.clone().oneshot(request).map_ok(move |mut response| {
                if is_last && response.status() != StatusCode::SWITCHING_PROTOCOLS {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                response
            })
        });
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_PATIENCE)
            .max_buf_size(16 << 10)
            .serve_connection(
                TokioIo::new(Heads::new(Patient::new(stream, SEND_PATIENCE))),
                TowerToHyperService::new(service),
            )
            .with_upgrades();
        tokio::pin!(connection);
        // An error is the other side's doing: it has gone, or sent nonsense.
        tokio::select! {
            _ = &mut connection => return,
            () = stopping.cancelled() => connection.as_mut().graceful_shutdown(),
        }
        let _ = connection.await;
    });
}
