//! Where positions of Go are analysed for others, many at a time.
//!
//! Every thread has a [`Walker`], and fills its batches from all the positions that are under way: from each as much as its tree bears,
//! so that many short searches keep the network as busy as a long one. What is more urgent comes first; of what is equally urgent, whoever
//! got least. A new position is begun while there is room for it, or when it is more urgent than all that are under way.

mod active;
mod queue;

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use engine_go::net::Network;
use engine_go::{Evaluator, Networked, Walker};
use fastrand::Rng;
use go::Size;
use protocol::kata::{Desk, Model, Task};
use search::Resources;

use active::{Active, Found};
use queue::Queue;

/// Threads that analyse positions of Go, and those that wait for it.
pub struct GoDesk {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
    models: Vec<Model>,
}

impl GoDesk {
    /// By the networks that the program ships with. A position gets `visits` visits, unless its query says otherwise.
    pub fn open(resources: &Resources, visits: u64) -> io::Result<GoDesk> {
        let max_batch = Networked::shipped().batch(Size::NINE);
        let model = |(name, id): (&str, u32)| Model {
            name: name.to_owned(),
            internal_name: format!("{name}-{id:08x}"),
            version: 1,
            max_batch,
        };
        let names = ["plateau-small-boards", "plateau-medium-boards", "plateau-large-boards"];
        let models = names.into_iter().zip(Network::shipped_ids()).map(model).collect();
        GoDesk::with_evaluators(resources, visits, models, Networked::shipped)
    }

    /// By whatever is made for each thread.
    pub fn with_evaluators<E: Evaluator + 'static>(
        resources: &Resources,
        visits: u64,
        models: Vec<Model>,
        mut evaluator: impl FnMut() -> E,
    ) -> io::Result<GoDesk> {
        let mut rng = resources.seed.map_or_else(Rng::new, Rng::with_seed);
        let queue = Arc::new(Queue::new(resources, visits));
        let mut desk = GoDesk { queue: Arc::clone(&queue), threads: Vec::new(), models };
        for number in 0..resources.threads.get() {
            let (queue, mut walker) = (Arc::clone(&queue), Walker::new(evaluator(), rng.fork()));
            let thread = thread::Builder::new().name(format!("analysis-{number}"));
            desk.threads.push(thread.spawn(move || work(&queue, &mut walker))?);
        }
        Ok(desk)
    }
}

impl Desk for GoDesk {
    fn take(&self, task: Task) {
        self.queue.put(task);
    }

    fn end(&self, which: &dyn Fn(&Task) -> bool) {
        self.queue.end(which);
    }

    /// Nothing is kept: every position begins with a tree of its own.
    fn forget(&self) {}

    fn models(&self) -> Vec<Model> {
        self.models.clone()
    }
}

impl Drop for GoDesk {
    fn drop(&mut self) {
        self.queue.close();
        for thread in self.threads.drain(..) {
            // One that panicked has said so.
            let _ = thread.join();
        }
    }
}

/// Batch after batch, until the desk closes.
fn work<E: Evaluator>(queue: &Queue, walker: &mut Walker<E>) {
    let mut batch = Batch::default();
    while queue.wait_for_work() {
        batch.fill(queue, walker);
        if batch.entries.is_empty() {
            // All that is worth a look is in the hands of others.
            queue.rest();
            continue;
        }
        let mut harvest = walker.judge();
        for (active, found) in batch.entries.drain(..) {
            match found {
                Found::Root => active.begin(harvest.evaluation()),
                Found::Leaves(count) => active.bring_back(&mut harvest, count),
            }
            queue.look_at(&active);
        }
    }
}

/// Positions that are judged together, all of one size.
#[derive(Default)]
struct Batch {
    entries: Vec<(Arc<Active>, Found)>,
    size: Option<Size>,
    positions: usize,
}

impl Batch {
    /// Fills it: with what waits and is most urgent, with what is under way and in nobody's hands, with what waits, and only then with what
    /// others are busy with as well.
    fn fill<E: Evaluator>(&mut self, queue: &Queue, walker: &mut Walker<E>) {
        (self.size, self.positions) = (None, 0);
        while self.has_room(walker)
            && let Some(active) = queue.begin_urgent(self.size, |size| walker.batch(size))
        {
            self.note_root(active, walker);
        }
        let under_way = queue.under_way();
        for active in under_way.iter().filter(|active| active.is_free()) {
            self.gather(active, walker);
        }
        while self.has_room(walker)
            && let Some(active) = queue.begin(self.size, |size| walker.batch(size))
        {
            self.note_root(active, walker);
        }
        if self.entries.is_empty() {
            for active in &under_way {
                self.gather(active, walker);
            }
        }
    }

    fn has_room<E: Evaluator>(&self, walker: &Walker<E>) -> bool {
        self.size.is_none_or(|size| self.positions < walker.batch(size))
    }

    fn note_root<E: Evaluator>(&mut self, active: Arc<Active>, walker: &mut Walker<E>) {
        walker.note(active.position());
        self.size = Some(active.position().size());
        self.positions += 1;
        self.entries.push((active, Found::Root));
    }

    fn gather<E: Evaluator>(&mut self, active: &Arc<Active>, walker: &mut Walker<E>) {
        let size = active.position().size();
        if self.size.is_some_and(|other| other != size) || !self.has_room(walker) {
            return;
        }
        let count = active.gather(walker, walker.batch(size) - self.positions);
        if count > 0 {
            self.size = Some(size);
            self.positions += count;
            self.entries.push((Arc::clone(active), Found::Leaves(count)));
        }
    }
}
