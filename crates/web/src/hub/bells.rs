//! Those who wait to hear of their games: one bell for each key, while anybody listens to it. A bell says only that something is
//! other than before; what it is stands in the store, so that nothing is lost if nobody listens.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{broadcast, watch};

use super::key::Key;
use crate::elsewhere::Elsewhere;

/// How many may ring before other servers are told.
const UNTOLD: usize = 1024;

pub(super) struct Bells {
    here: Mutex<HashMap<Key, watch::Sender<()>>>,
    /// For those who pass it on to other servers.
    rung: broadcast::Sender<Key>,
    /// The keys that somebody listens for at other servers.
    elsewhere: Elsewhere<Vec<Key>>,
}

impl Default for Bells {
    fn default() -> Bells {
        Bells { here: Mutex::default(), rung: broadcast::Sender::new(UNTOLD), elsewhere: Elsewhere::default() }
    }
}

impl Bells {
    /// Listens from now on.
    pub(super) fn listen(&self, key: Key) -> watch::Receiver<()> {
        let mut bells = self.lock();
        // There are as many as listen, which connections bound.
        bells.retain(|_, bell| bell.receiver_count() > 0);
        bells.entry(key).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    /// Whether anybody listens for this key, here or elsewhere.
    pub(super) fn is_heard(&self, key: Key) -> bool {
        let mut is_heard = self.lock().get(&key).is_some_and(|bell| bell.receiver_count() > 0);
        self.elsewhere.each(|keys| is_heard |= keys.contains(&key));
        is_heard
    }

    pub(super) fn elsewhere(&self) -> &Elsewhere<Vec<Key>> {
        &self.elsewhere
    }

    /// Lets those know who listen for this key, here and elsewhere.
    pub(super) fn ring(&self, key: Key) {
        self.ring_here(key);
        // Where there is only one server nobody wants to know.
        let _ = self.rung.send(key);
    }

    pub(super) fn rung(&self) -> broadcast::Receiver<Key> {
        self.rung.subscribe()
    }

    pub(super) fn ring_here(&self, key: Key) {
        if let Some(bell) = self.lock().get(&key) {
            bell.send_replace(());
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, watch::Sender<()>>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::key::Secret;

    #[test]
    fn a_bell_is_heard_by_those_who_listen_for_its_key() {
        let [hers, his] = [(); 2].map(|()| Secret::random().expect("randomness").key());
        let bells = Bells::default();
        bells.ring(hers);
        let (heard, not_heard) = (bells.listen(hers), bells.listen(his));
        assert!(!heard.has_changed().expect("there"), "what was before is read, not heard");
        bells.ring(hers);
        assert!(heard.has_changed().expect("there") && !not_heard.has_changed().expect("there"));
        assert!(bells.is_heard(hers) && bells.is_heard(his));
        drop(not_heard);
        assert!(!bells.is_heard(his));
        bells.elsewhere().hear(store::NodeId::of_number(1), vec![his]);
        assert!(bells.is_heard(his), "at another server");
        drop(bells.listen(hers));
        assert_eq!(bells.lock().len(), 1, "those who went are forgotten");
    }
}
