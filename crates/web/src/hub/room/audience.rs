//! Who is told what. Those who see the same (the same taste, the same seats) are one audience: what changed is rendered once
//! for all of them, and each takes it from a ring of limited length. Who does not keep up misses the oldest and is sent
//! everything anew.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::broadcast;

use crate::hub::{Render, Taste};
use crate::{Presence, Scene, Seats};

/// How many updates a watcher may be behind.
const RING: usize = 16;

#[derive(Default)]
pub(super) struct Audiences {
    by_sight: HashMap<(Taste, Seats), Audience>,
    /// The version that was told last.
    told: u64,
}

struct Audience {
    updates: broadcast::Sender<Arc<str>>,
    last: Scene,
}

impl Audiences {
    /// A place in the audience that sees the game like this, and what it has been told so far; the scene, where it is the first.
    pub(super) fn subscribe(
        &mut self,
        taste: Taste,
        seats: Seats,
        scene: impl FnOnce() -> Scene,
    ) -> (Scene, broadcast::Receiver<Arc<str>>) {
        let first = || Audience { updates: broadcast::Sender::new(RING), last: scene() };
        let audience = self.by_sight.entry((taste, seats)).or_insert_with(first);
        (audience.last.clone(), audience.updates.subscribe())
    }

    /// Forgets those that nobody is in any more.
    pub(super) fn sweep(&mut self) {
        self.by_sight.retain(|_, audience| audience.updates.receiver_count() > 0);
    }

    /// Whether all know this version, and nobody counts as gone or can be claimed from without anything else having happened.
    pub(super) fn know(&self, version: u64, presence: [Presence; 2]) -> bool {
        let without_lag = |presence: Presence| match presence {
            Presence::Here { .. } => Presence::Here { lag_ms: None },
            other => other,
        };
        let presence = presence.map(without_lag);
        self.told == version && self.by_sight.values().all(|one| one.last.presence.map(without_lag) == presence)
    }

    /// Tells everybody what has changed since the last time.
    pub(super) fn tell(&mut self, version: u64, render: &Render, mut scene: impl FnMut(Seats) -> Scene) {
        self.told = version;
        for ((taste, seats), audience) in &mut self.by_sight {
            let scene = scene(*seats);
            if let Some(update) = render(*taste, Some(&audience.last), &scene) {
                // Those who have gone in this moment need not be told.
                let _ = audience.updates.send(update);
            }
            audience.last = scene;
        }
    }
}
