//! Who is told what. Those who see the same (the same taste, the same seats) are one audience: what changed is rendered once
//! for all of them, and each takes it from a ring of limited length. Who does not keep up misses the oldest and is sent
//! everything anew.

use std::collections::HashMap;
use std::sync::Arc;

use pages::{Presence, Scene, Seats};
use tokio::sync::broadcast;

use crate::hub::terms::{Render, Sight};

/// How many updates a watcher may be behind.
const RING: usize = 16;

#[derive(Default)]
pub(super) struct Audiences {
    by_sight: HashMap<(Sight, Seats), Audience>,
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
        sight: Sight,
        seats: Seats,
        scene: impl FnOnce() -> Scene,
    ) -> (Scene, broadcast::Receiver<Arc<str>>) {
        let first = || Audience { updates: broadcast::Sender::new(RING), last: scene() };
        let audience = self.by_sight.entry((sight, seats)).or_insert_with(first);
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
        for ((sight, seats), audience) in &mut self.by_sight {
            let scene = scene(*seats);
            if let Some(update) = render(*sight, Some(&audience.last), &scene) {
                // Those who have gone in this moment need not be told.
                let _ = audience.updates.send(update);
            }
            audience.last = scene;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use store::GameId;
    use table::AnyTable;
    use table::view::Wanted;
    use words::Lang;

    use super::*;
    use crate::hub::terms::Taste;

    const PRESENCE: [Presence; 2] = [Presence::Here { lag_ms: None }, Presence::Open];

    fn scene(version: u64, you: Seats) -> Scene {
        let table: AnyTable = "game othello\n".parse().expect("a table");
        Scene {
            id: GameId::random().expect("randomness"),
            version,
            setup: table.setup(),
            view: Arc::new(table.view(&Wanted::default(), 0)),
            you,
            presence: PRESENCE,
            watchers: 0,
            offer: None,
            no_takeback: None,
            no_draw: None,
            thinking: None,
            advice: None,
            rematch: None,
            rematch_declined: None,
            clock_runs: false,
            starts: false,
            asked: None,
            declined: None,
            cancelled: false,
            said: Vec::new(),
            created_ms: 0,
        }
    }

    #[test]
    fn those_who_see_the_same_are_told_once_together() {
        let (sight, black) =
            (Sight::Page(Taste { lang: Lang::En, coordinates: true }), Seats { black: true, white: false });
        let mut audiences = Audiences::default();
        let (_, mut player) = audiences.subscribe(sight, black, || scene(1, black));
        let (_, mut first) = audiences.subscribe(sight, Seats::default(), || scene(1, Seats::default()));
        let (begun, mut second) = audiences.subscribe(sight, Seats::default(), || unreachable!("they see the same"));
        assert_eq!(begun.version, 1);
        assert!(!audiences.know(2, PRESENCE));
        let made = Cell::new(0);
        let say = |_: Sight, before: Option<&Scene>, after: &Scene| -> Option<Arc<str>> {
            Some(format!("{:?} {} {}", before.map(|before| before.version), after.version, after.you.black).into())
        };
        audiences.tell(2, &say, |seats| {
            made.set(made.get() + 1);
            scene(2, seats)
        });
        assert_eq!(made.get(), 2);
        assert!(audiences.know(2, PRESENCE));
        assert_eq!(&*player.try_recv().expect("told"), "Some(1) 2 true");
        for watcher in [&mut first, &mut second] {
            assert_eq!(&*watcher.try_recv().expect("told"), "Some(1) 2 false");
        }
        let lagging = [Presence::Here { lag_ms: Some(600) }, Presence::Open];
        assert!(audiences.know(2, lagging), "a lag alone is not told");
        assert!(!audiences.know(2, [Presence::Gone { since_ms: 0, claimable: false }, Presence::Open]));
        drop((player, first, second));
        audiences.sweep();
        audiences.tell(3, &say, |_| unreachable!("nobody is there"));
    }
}
