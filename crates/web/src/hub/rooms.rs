//! The rooms that are open: one for each game that somebody looks at.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use store::GameId;
use tokio::sync::mpsc::{self, Receiver, Sender, WeakSender};
use tracing::{Instrument, error, error_span, info};

use super::room::{Request, Room, TakenAway};
use super::shared::Shared;
use super::terms::Refusal;
use crate::household::Household;
use crate::log::{self, cut};
use crate::metrics::Gauged;

/// How many requests may wait for a room; whoever comes then waits to be let in.
const MAILBOX: usize = 64;

/// The rooms that are open.
pub(super) struct Rooms {
    shared: Arc<Shared>,
    open: Mutex<HashMap<GameId, Sender<Request>>>,
}

impl Rooms {
    pub(super) fn new(shared: Arc<Shared>) -> Arc<Rooms> {
        Arc::new(Rooms { shared, open: Mutex::default() })
    }

    /// The room of a game, if it is open.
    pub(super) fn find(&self, game: GameId) -> Option<Sender<Request>> {
        self.lock().get(&game).cloned()
    }

    /// The room of a game, opened if it is not, which is this household's doing.
    pub(super) fn open(self: &Arc<Rooms>, game: GameId, opener: Household) -> Result<Sender<Request>, Refusal> {
        let mut open = self.lock();
        // Asked under the lock under which all are closed, so that none is opened after that.
        if self.shared.closing.is_cancelled() {
            return Err(Refusal::Closing);
        }
        if !self.shared.tenancy.may_serve() {
            return Err(Refusal::Lapsed);
        }
        if let Some(room) = open.get(&game) {
            return Ok(room.clone());
        }
        if open.len() >= self.shared.manner.rooms {
            return Err(Refusal::Full);
        }
        let (room, mailbox) = mpsc::channel(MAILBOX);
        open.insert(game, room.clone());
        // A room outlives the request that opens it, and speaks for itself in the log.
        let span = error_span!(parent: None, "room", game = cut(game));
        let run = run(Arc::clone(self), game, opener, room.downgrade(), mailbox).instrument(span);
        self.shared.tasks.spawn_on(run, &self.shared.home);
        Ok(room)
    }

    /// Closes a room, after what it has begun is done.
    pub(super) async fn close(&self, game: GameId) {
        let room = self.lock().remove(&game);
        if let Some(room) = room {
            // One that has just closed by itself need not be told.
            let _ = room.send(Request::Close).await;
        }
    }

    /// Closes every room, and lets none be opened any more.
    pub(super) async fn close_all(&self) {
        let rooms: Vec<_> = {
            let mut open = self.lock();
            self.shared.closing.cancel();
            open.drain().map(|(_, room)| room).collect()
        };
        for room in rooms {
            // One that has just closed by itself need not be told.
            let _ = room.send(Request::Close).await;
        }
    }

    /// Takes a room out that has nothing to do, unless somebody has just come in; whether it did.
    fn leave(&self, game: GameId, mailbox: &mut Receiver<Request>) -> bool {
        let mut open = self.lock();
        if !mailbox.is_empty() {
            return false;
        }
        open.remove(&game);
        mailbox.close();
        true
    }

    /// Takes a room out that will not serve any more.
    fn forget(&self, game: GameId, mailbox: &mut Receiver<Request>) {
        let mut open = self.lock();
        mailbox.close();
        // Another room may have its place already.
        if open.get(&game).is_some_and(Sender::is_closed) {
            open.remove(&game);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Sender<Request>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Serves a game until nobody is there any more. If the room breaks down, or the game is taken away, it is taken out, and whoever waits for it
/// finds another: what is kept is in the store, and the machine gives up with the room.
async fn run(
    rooms: Arc<Rooms>,
    game: GameId,
    opener: Household,
    myself: WeakSender<Request>,
    mut mailbox: Receiver<Request>,
) {
    let metrics = Arc::clone(&rooms.shared.metrics);
    let _counted = Gauged::new(&metrics.rooms);
    let served = AssertUnwindSafe(serve(&rooms, game, opener, myself, &mut mailbox)).catch_unwind().await;
    match served {
        Ok(Ok(())) => return,
        Ok(Err(TakenAway)) => info!("room-taken-away"),
        Err(panic) => error!(problem = log::said(&*panic), "room-broke"),
    }
    rooms.forget(game, &mut mailbox);
    rooms.shared.lobby.set(game, None);
    // The request that it broke down over is not among them, and what was thought there is of no use elsewhere.
    while let Some(request) = mailbox.recv().await {
        if matches!(request, Request::Thought { .. }) {
            continue;
        }
        match rooms.open(game, opener) {
            Ok(room) => drop(room.send(request).await),
            Err(refusal) => request.refuse(&refusal),
        }
    }
}

async fn serve(
    rooms: &Rooms,
    game: GameId,
    opener: Household,
    myself: WeakSender<Request>,
    mailbox: &mut Receiver<Request>,
) -> Result<(), TakenAway> {
    match Room::open(Arc::clone(&rooms.shared), game, opener, myself).await {
        Ok(mut room) => room.serve(mailbox, |mailbox| rooms.leave(game, mailbox)).await,
        Err(refusal) => {
            if !matches!(refusal, Refusal::NoSuchGame | Refusal::Elsewhere(_)) {
                error!(problem = %refusal, "room-closed");
            }
            rooms.forget(game, mailbox);
            while let Some(request) = mailbox.recv().await {
                request.refuse(&refusal);
            }
            Ok(())
        }
    }
}
