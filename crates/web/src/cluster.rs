//! Several servers as one site: whoever comes to any of them finds every game.
//!
//! `PostgreSQL` says which server has a game (`hub::tenancy`); a request that concerns a game of another one is passed on to it *as a request*
//! ([`passing`]), which that server answers by its own routes ([`owner`]) as if the visitor had come to it: with its own eyes on cookies, tokens, limits. So nothing above is
//! written twice, and a page is made where the game is. Live connections are carried frame by frame in the same way. What goes over is in
//! `exchange::parcel`, the way itself, by NATS, in `exchange`. The lists of open games, and the bells of those who wait, are told to all ([`gossip`]). Who thinks for
//! all of them is found in the same way (`workers`).
//!
//! NATS decides nothing: what is lost on the way is asked again or ends a connection, which comes back by itself.

mod gossip;
mod owner;
mod passing;

pub(crate) use passing::pass_on;

use std::sync::Arc;

use axum::Router;
use tracing::error;

use crate::exchange::{Address, Exchange};
use crate::site::Site;
use crate::workers::Workers;

/// Connects a site with the others of its kind; `router` is what it answers with.
pub(crate) async fn join(site: &Site, address: &Address, router: Router) -> Result<(), async_nats::Error> {
    let Some(node) = site.hub().node() else { return Ok(()) };
    let (exchange, mut messages) = Exchange::connect(address, node).await?;
    let said = exchange.client.subscribe(gossip::ALL).await?;
    site.join(Arc::clone(&exchange));
    // What households and programs have from now on is for the others to know.
    site.guard().tell();
    site.callers().tell();
    let home = site.hub().home();
    let workers = Workers::new(Arc::clone(&exchange), Arc::clone(site.hub().metrics()));
    let beacons = workers.beacons().await?;
    site.hub().hire(Arc::clone(&workers));
    let hub = site.hub().clone();
    home.spawn(async move {
        let closing = hub.clone();
        tokio::select! {
            () = workers.watch(beacons, |threads| hub.widen(threads)) => {}
            () = closing.closing() => {}
        }
    });
    home.spawn(gossip::gossip(site.clone(), Arc::clone(&exchange), said));
    let site = site.clone();
    home.spawn(async move {
        loop {
            let asked = tokio::select! {
                asked = exchange.next_ask(&mut messages) => asked,
                // Whoever asks now hears from NATS that nobody listens here, and looks who has the game next.
                () = site.hub().closing() => return,
            };
            let Some(message) = asked else { return error!("nobody-asks-any-more") };
            site.tasks().spawn(owner::answer(Arc::clone(&exchange), site.clone(), router.clone(), message));
        }
    });
    Ok(())
}
