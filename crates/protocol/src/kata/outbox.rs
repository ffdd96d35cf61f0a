//! What waits to be sent to a client.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Lines on their way to a client, which takes them as fast as it can. Copies share the lines.
#[derive(Clone, Debug)]
pub struct Outbox {
    shared: Arc<Shared>,
}

/// What is done with a client that does not take its answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// Whoever has an answer waits: it is the only client.
    Wait,
    /// It is given up, since others would have to wait with it.
    Close,
}

/// So much may wait before something is done about it. The longest answer, with the owners after every move of the largest board, takes five
/// megabytes.
const MAX_BYTES: usize = 64 << 20;

/// With more than this waiting, nobody looks at what is seen on the way.
const BUSY_BYTES: usize = 1 << 20;

#[derive(Debug)]
struct Shared {
    overflow: Overflow,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    closed: bool,
}

impl Outbox {
    /// An empty one.
    pub fn new(overflow: Overflow) -> Outbox {
        Outbox { shared: Arc::new(Shared { overflow, state: Mutex::default(), changed: Condvar::new() }) }
    }

    /// Puts a line in, without its end. After the end nobody wants it, and it is gone.
    pub fn put(&self, line: String) {
        let mut state = self.lock();
        while state.bytes > MAX_BYTES && !state.closed {
            match self.shared.overflow {
                Overflow::Close => state.closed = true,
                Overflow::Wait => state = self.wait(state),
            }
        }
        if !state.closed {
            state.bytes += line.len();
            state.lines.push_back(line);
        }
        self.shared.changed.notify_all();
    }

    /// The next line, once there is one; nothing after the end.
    pub fn take(&self) -> Option<String> {
        let mut state = self.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len();
                self.shared.changed.notify_all();
                return Some(line);
            }
            if state.closed {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// No more lines; those that wait can still be taken.
    pub fn close(&self) {
        self.lock().closed = true;
        self.shared.changed.notify_all();
    }

    /// Whether the end has come.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Whether so much waits that reports on the way need not be added.
    pub fn is_busy(&self) -> bool {
        let state = self.lock();
        state.closed || state.bytes > BUSY_BYTES
    }

    /// A panic elsewhere leaves the lines as good as they were.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn lines_come_out_in_their_order_and_then_the_end() {
        let outbox = Outbox::new(Overflow::Wait);
        outbox.put("a".into());
        outbox.put("b".into());
        outbox.close();
        outbox.put("c".into());
        assert_eq!([outbox.take(), outbox.take(), outbox.take()], [Some("a".into()), Some("b".into()), None]);
    }

    #[test]
    fn who_does_not_take_is_given_up_or_waited_for() {
        let full = |overflow| {
            let outbox = Outbox::new(overflow);
            outbox.put("x".repeat(MAX_BYTES + 1));
            assert!(outbox.is_busy());
            outbox
        };
        let given_up = full(Overflow::Close);
        given_up.put("more".into());
        assert!(given_up.is_closed());
        let waited_for = full(Overflow::Wait);
        let waiting = waited_for.clone();
        let writer = thread::spawn(move || waiting.put("more".into()));
        assert_eq!(waited_for.take().map(|line| line.len()), Some(MAX_BYTES + 1));
        writer.join().unwrap();
        assert_eq!(waited_for.take().as_deref(), Some("more"));
    }
}
