//! Who is told what. Those who see the same (the same taste, the same seats) are one audience: what changed is rendered once
//! for all of them, and each takes it from a ring of limited length. Who does not keep up misses the oldest and is sent
//! everything anew.

use std::collections::HashMap;
use std::sync::Arc;

use plateau_core::Player;
use table::view::{View, Wanted};
use tokio::sync::broadcast;

use super::Room;
use crate::hub::Taste;
use crate::{Presence, Scene, Seats, Thinking};

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

impl Room {
    /// The game as it looks from these seats.
    pub(super) fn scene(&self, you: Seats) -> Scene {
        self.scene_with(you, &mut None)
    }

    /// The same, with a view that was made already for others who see the same board.
    fn scene_with(&self, you: Seats, plain: &mut Option<Arc<View>>) -> Scene {
        let hint = self.hint.as_ref().filter(|(asker, ..)| *asker == you && you != Seats::default());
        let now_ms = self.hub.now_ms();
        let table = self.kept.table();
        let make = |hint: Option<String>| Arc::new(table.view(&Wanted { territory: true, hint }, now_ms));
        let view = if let Some((_, mv, _)) = hint {
            make(Some(mv.clone()))
        } else {
            Arc::clone(plain.get_or_insert_with(|| make(None)))
        };
        Scene {
            id: self.kept.id(),
            version: self.version,
            setup: table.setup_text(),
            view,
            you,
            presence: Player::BOTH.map(|player| self.presence(player)),
            watchers: self.people.onlookers(),
            offer: self.offer(),
            thinking: self.machine.seen().map(|(nodes, best)| Thinking { nodes, best }),
            hint: hint.map(|(_, mv, why)| (mv.clone(), why.clone())),
            rematch: self.rematch,
        }
    }

    /// A place in the audience that sees the game like this, and what it has been told so far.
    pub(super) fn subscribe(&mut self, taste: Taste, seats: Seats) -> (Scene, broadcast::Receiver<Arc<str>>) {
        if let Some(audience) = self.audiences.by_sight.get(&(taste, seats)) {
            return (audience.last.clone(), audience.updates.subscribe());
        }
        let (last, (updates, receiver)) = (self.scene(seats), broadcast::channel(RING));
        self.audiences.by_sight.insert((taste, seats), Audience { updates, last: last.clone() });
        (last, receiver)
    }

    /// Tells every watcher what has changed since the last time.
    pub(super) fn tell(&mut self) {
        let mut audiences = std::mem::take(&mut self.audiences);
        audiences.by_sight.retain(|_, audience| audience.updates.receiver_count() > 0);
        if audiences.told != self.version || self.time_changes_presence(&audiences) {
            audiences.told = self.version;
            let mut plain = None;
            for ((taste, seats), audience) in &mut audiences.by_sight {
                let scene = self.scene_with(*seats, &mut plain);
                if let Some(update) = (self.hub.render)(*taste, Some(&audience.last), &scene) {
                    // Those who have gone in this moment need not be told.
                    let _ = audience.updates.send(update);
                }
                audience.last = scene;
            }
            if self.listed || !self.hub.manner.local {
                self.list();
            }
        }
        self.audiences = audiences;
    }

    /// Whether somebody counts as gone by now, or the game can be claimed, without anything else having happened.
    fn time_changes_presence(&self, audiences: &Audiences) -> bool {
        let without_lag = |presence: Presence| match presence {
            Presence::Here { .. } => Presence::Here { lag_ms: None },
            other => other,
        };
        let presence = Player::BOTH.map(|player| without_lag(self.presence(player)));
        audiences.by_sight.values().any(|audience| audience.last.presence.map(without_lag) != presence)
    }

    pub(super) fn moves_played(&self) -> u64 {
        self.kept.table().moves_played()
    }
}
