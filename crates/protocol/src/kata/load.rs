//! How much a client has open.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// So many positions may a client have open at a time: all turns of a few hundred games.
pub const MAX_OPEN_TASKS: usize = 100_000;

/// The queries that a client has open may be so long in all.
pub const MAX_OPEN_BYTES: usize = 64 << 20;

/// What a client has open.
#[derive(Default, Debug)]
pub struct Load {
    open: Mutex<Open>,
    less: Condvar,
}

#[derive(Default, Debug)]
struct Open {
    tasks: usize,
    bytes: usize,
}

impl Load {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_room(&self, tasks: usize, bytes: usize) -> bool {
        let open = self.lock();
        open.tasks + tasks <= MAX_OPEN_TASKS && open.bytes + bytes <= MAX_OPEN_BYTES
    }

    pub(super) fn add_task(&self) {
        self.lock().tasks += 1;
    }

    pub(super) fn remove_task(&self) {
        self.lock().tasks -= 1;
        self.less.notify_all();
    }

    pub(super) fn wait_for_none(&self) {
        let mut open = self.lock();
        while open.tasks > 0 {
            open = self.less.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The length of a query, for as long as it is held.
#[derive(Debug)]
pub(super) struct Held {
    load: Arc<Load>,
    bytes: usize,
}

impl Held {
    pub(super) fn new(load: &Arc<Load>, bytes: usize) -> Held {
        load.lock().bytes += bytes;
        Held { load: Arc::clone(load), bytes }
    }

    pub(super) fn load(&self) -> &Load {
        &self.load
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.load.lock().bytes -= self.bytes;
    }
}
