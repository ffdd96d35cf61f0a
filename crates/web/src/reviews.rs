//! Games that the machine looks through, for those who look at them.
//!
//! A review goes on while somebody looks at it, position by position, each when the machine has a turn to spare: games come first.
//! What was thought is kept in the store, so that a review that was let go is soon where it was.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pages::Study;
use players::analyst::EFFORT;
use search::Stop;
use store::{GameId, PaperId};
use study::{Analysis, Job};
use table::view::Wanted;
use table::{AnyWay, Kind, Message, Review};
use tokio::sync::watch;

use crate::household::Household;
use crate::hub::{Hub, Refusal};
use crate::judging::judged;
use crate::lru::Lru;

/// How many are remembered, about how much memory they have, and how much of it those of one household.
const MOST: usize = 200;
const MOST_BYTES: usize = 96 << 20;
const MOST_BYTES_EACH: usize = 24 << 20;
/// About what is kept of a position.
const POSITION_BYTES: usize = 8 << 10;

/// After so long without anybody who looks, a review waits for the next one who does.
const PATIENCE: Duration = Duration::from_secs(20);

/// So many positions of one game are looked at at once.
const AT_ONCE: usize = 2;

/// So long the machine rests after the first point of a curve: where the browser is on the same machine, the page needs its processors to show it.
const REST: Duration = Duration::from_millis(200);

/// So many games are looked through at once for one household.
const GAMES_EACH: usize = 2;

/// A review that nobody has looked at for so long makes way when its household asks for another one. Pages that grow ask every second.
const UNSEEN: Duration = Duration::from_secs(3);

/// Whoever asks for a review waits so long for the first point of its curve: a page that comes with it is worth more than one that comes at
/// once.
pub(crate) const FIRST_POINT: Duration = Duration::from_millis(250);

/// So many owners are remembered who have taken the mistakes of a game.
const MOST_TAKEN: usize = 100;

/// The reviews.
#[derive(Debug)]
pub(crate) struct Reviews {
    kept: Lru<Subject, Running>,
    /// The games and boards that the machine is prepared for.
    prepared: Mutex<HashSet<(Kind, usize)>>,
}

/// What is looked through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// A game that was played here.
    Game(GameId),
    /// A game of a file that was brought, by its number.
    Record(PaperId, usize),
}

/// A game that is looked through.
#[derive(Debug)]
pub(crate) struct Running {
    way: Arc<AnyWay>,
    payer: Household,
    state: Mutex<State>,
    /// How many positions have been judged since it was begun.
    judged: watch::Sender<usize>,
}

#[derive(Debug)]
struct State {
    analysis: Analysis,
    /// How many think about it now.
    workers: usize,
    looked_at: Instant,
    /// Whether it made way for another one, until somebody looks again.
    made_way: bool,
    /// How many of its mistakes have gone into whose deck.
    taken: HashMap<String, usize>,
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews { kept: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH), prepared: Mutex::default() }
    }
}

impl Reviews {
    /// Somebody who looks at this may ask for it soon. For the first game of each kind and board its first position is judged before: what the
    /// machine needs is unpacked then, and most games begin alike, so that their curves begin at once.
    pub(crate) fn expect(&self, hub: &Hub, review: &Review, payer: Household) {
        let board = (review.kind(), review.view(&Wanted::default()).board.columns.len());
        if !self.prepared.lock().unwrap_or_else(PoisonError::into_inner).insert(board) {
            return;
        }
        let (of, review) = (hub.clone(), review.clone());
        hub.home().spawn(async move {
            let way = tokio::task::spawn_blocking(move || review.way()).await;
            if let Ok(Ok(way)) = way
                && let Some(job) = Analysis::new(&way, EFFORT).begin()
            {
                judged(&of, payer, &Arc::new(way), job, &mut None, &Stop::new()).await;
            }
        });
    }

    /// Begins to look through a game or a record, whose way is the one through where the review stands. One that has begun goes on. Those of
    /// the household that nobody looks at make way for it; where somebody looks at too many, it is refused.
    pub(crate) fn begin(&self, hub: &Hub, id: Subject, review: &Review, payer: Household) -> Result<(), Refusal> {
        if self.look(hub, id).is_some() {
            return Ok(());
        }
        let others = self.kept.of(payer);
        if others.iter().filter(|other| !other.makes_way()).count() >= GAMES_EACH {
            return Err(Message::new("study-busy").into());
        }
        let way = Arc::new(review.way()?);
        let bytes = way.len() * POSITION_BYTES;
        let state = State {
            analysis: Analysis::new(&way, EFFORT),
            workers: 0,
            looked_at: Instant::now(),
            made_way: false,
            taken: HashMap::new(),
        };
        let running = Running { way, payer, state: Mutex::new(state), judged: watch::Sender::new(0) };
        Running::go_on(&self.kept.keep(id, payer, bytes, running), hub);
        Ok(())
    }

    /// Waits until a position of a game that was begun has been judged, or for so long.
    pub(crate) async fn first_point(&self, id: Subject, patience: Duration) {
        let running = self.kept.find(&id);
        if let Some(running) = running.filter(|running| !running.lock().analysis.is_done()) {
            let mut judged = running.judged.subscribe();
            let _ = tokio::time::timeout(patience, judged.wait_for(|&count| count > 0)).await;
        }
    }

    /// What is known of a game that somebody looks at, if it was begun; it goes on.
    pub(crate) fn look(&self, hub: &Hub, id: Subject) -> Option<Study> {
        let running = self.kept.find(&id)?;
        running.looked_at();
        Running::go_on(&running, hub);
        let state = running.lock();
        let is_growing = state.workers > 0 || !state.analysis.is_done();
        Some(Study { way: Arc::clone(&running.way), analysis: state.analysis.clone(), is_growing })
    }

    /// How many of a game's mistakes have gone into this owner's deck, if that is known.
    pub(crate) fn taken(&self, id: Subject, owner: &str) -> Option<usize> {
        self.kept.find(&id)?.lock().taken.get(owner).copied()
    }

    /// So many have.
    pub(crate) fn take(&self, id: Subject, owner: String, count: usize) {
        if let Some(running) = self.kept.find(&id) {
            let taken = &mut running.lock().taken;
            // Whoever is forgotten here is asked of their deck again, which knows.
            if taken.len() >= MOST_TAKEN {
                taken.clear();
            }
            taken.insert(owner, count);
        }
    }
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody looks at it.
    fn looked_at(&self) {
        let mut state = self.lock();
        (state.looked_at, state.made_way) = (Instant::now(), false);
    }

    /// Whether nothing is thought about it any more, or soon: it is done, or nobody looks and it makes way.
    fn makes_way(&self) -> bool {
        let mut state = self.lock();
        state.made_way |= state.looked_at.elapsed() >= UNSEEN;
        state.made_way || state.workers == 0
    }

    /// Lets somebody think about it, if nobody does and there is something left.
    fn go_on(running: &Arc<Running>, hub: &Hub) {
        let mut state = running.lock();
        if state.workers > 0 || state.analysis.is_done() {
            return;
        }
        state.workers += 1;
        drop(state);
        Running::work(running, hub);
    }

    /// Thinks about it, for as long as there is something to think about; who does counts as a worker already.
    fn work(running: &Arc<Running>, hub: &Hub) {
        let (hub, running) = (hub.clone(), Arc::clone(running));
        hub.home().clone().spawn(async move {
            running.think(&hub).await;
            running.lock().workers -= 1;
        });
    }

    /// Whether one more may think about it, who then counts.
    fn may_have_help(&self) -> bool {
        let mut state = self.lock();
        let may = state.workers < AT_ONCE;
        state.workers += usize::from(may);
        may
    }

    /// The next position to think about, while somebody looks.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        if state.made_way || state.looked_at.elapsed() > PATIENCE { None } else { state.analysis.begin() }
    }

    /// Thinks about one position after the other, until nothing is left or nobody looks any more.
    async fn think(self: &Arc<Running>, hub: &Hub) {
        // A position that is under way when the page is left is thought to its end: it is kept, and wanted next time.
        let (mut analyst, stop) = (None, Stop::new());
        while !hub.is_closing()
            && let Some(job) = self.next()
        {
            let Some(judgement) = judged(hub, self.payer, &self.way, job, &mut analyst, &stop).await else {
                return self.lock().analysis.give_back(job);
            };
            self.lock().analysis.take(job, judgement);
            self.judged.send_modify(|count| *count += 1);
            if *self.judged.borrow() == 1 {
                tokio::time::sleep(REST).await;
            }
            if self.may_have_help() {
                Running::work(self, hub);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use players::analyst::key;
    use store::{Sqlite, Store};
    use study::Effort;

    use super::*;
    use crate::Site;
    use crate::config::Config;

    fn site(store: &Arc<dyn Store>) -> Site {
        Site::new(Config::local(0), Arc::clone(store), Arc::clone(store)).expect("a site")
    }

    fn review(text: &[u8]) -> Review {
        Review::of_record(table::records::read(text, None).expect("a record"))
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_first_position_of_what_may_be_asked_for_is_thought_about_before() {
        let store: Arc<dyn Store> = Arc::new(Sqlite::in_memory().expect("a store"));
        let site = site(&store);
        let payer = Household::of([127, 0, 0, 1].into());
        let games = [review(b"(;GM[2];B[fe])"), review(b"(;GM[2];B[dc])")];
        let keys = games.each_ref().map(|game| key(&game.way().expect("a way"), 0, Effort::Quick));
        assert_eq!(keys[0], keys[1], "they begin alike");
        site.reviews().expect(site.hub(), &games[0], payer);
        while store.judgement(&keys[0]).expect("an answer").is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_waits_for_the_first_point_has_it() {
        let store: Arc<dyn Store> = Arc::new(Sqlite::in_memory().expect("a store"));
        let site = site(&store);
        let (reviews, hub) = (site.reviews(), site.hub());
        let (id, payer) = (Subject::Game(GameId::random().expect("randomness")), Household::of([127, 0, 0, 1].into()));
        // Nobody waits for what was never begun.
        reviews.first_point(id, Duration::MAX).await;
        reviews.begin(hub, id, &review(b"(;GM[2];B[fe];W[fd])"), payer).expect("it begins");
        reviews.first_point(id, Duration::from_secs(600)).await;
        let study = reviews.look(hub, id).expect("it was begun");
        assert!(study.analysis.progress()[0] > 0);
        while reviews.look(hub, id).is_some_and(|study| study.is_growing) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // Nor for what is all known.
        reviews.first_point(id, Duration::MAX).await;
    }

    /// A game of a hundred moves that takes seconds to look through, another one for each number.
    fn long_game(number: u8) -> Review {
        let at = |place: usize| char::from(b'a' + 2 * place as u8);
        let moves = (0..100).map(|i| format!(";{}[{}{}]", ["B", "W"][i % 2], at(i % 10), at(i / 10)));
        review(format!("(;GM[1]SZ[19]KM[{number}.5]{})", moves.collect::<String>()).as_bytes())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_nobody_looks_at_makes_way_for_what_is_asked_for_next() {
        let store: Arc<dyn Store> = Arc::new(Sqlite::in_memory().expect("a store"));
        let site = site(&store);
        let (reviews, hub) = (site.reviews(), site.hub());
        let ids = [0; 4].map(|_| Subject::Game(GameId::random().expect("randomness")));
        let [one, other] = [1, 2].map(|last| Household::of([10, 0, 0, last].into()));
        let begin = |number: usize, payer| reviews.begin(hub, ids[number], &long_game(number as u8), payer);
        begin(0, one).expect("the first");
        begin(1, one).expect("the second");
        begin(2, one).expect_err("somebody looks at both");
        begin(2, other).expect("the first of another household");
        let first = reviews.kept.find(&ids[0]).expect("it is kept");
        first.lock().looked_at -= UNSEEN;
        begin(3, one).expect("nobody looks at the first any more");
        rests(&first).await;
        assert!(!first.lock().analysis.is_done(), "it waits");
        for under_way in [1, 2, 3] {
            assert!(reviews.kept.find(&ids[under_way]).is_some_and(|running| !running.lock().made_way));
        }
        let known = first.lock().analysis.progress()[0];
        while reviews.look(hub, ids[0]).expect("it was begun").analysis.progress()[0] == known {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits until nothing is thought about it any more.
    async fn rests(running: &Running) {
        while running.lock().workers > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn two_think_about_a_game_while_somebody_looks_and_none_after_a_while() {
        let store: Arc<dyn Store> = Arc::new(Sqlite::in_memory().expect("a store"));
        let site = site(&store);
        let (reviews, hub) = (site.reviews(), site.hub());
        let (id, payer) = (Subject::Game(GameId::random().expect("randomness")), Household::of([10, 0, 0, 1].into()));
        reviews.begin(hub, id, &long_game(0), payer).expect("it begins");
        let running = reviews.kept.find(&id).expect("it is kept");
        let mut most = 0;
        while running.lock().analysis.progress()[0] < 8 || most < AT_ONCE {
            let workers = running.lock().workers;
            assert!((1..=AT_ONCE).contains(&workers), "{workers} at once");
            most = most.max(workers);
            // However often somebody looks.
            reviews.look(hub, id).expect("it was begun");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        running.lock().looked_at -= PATIENCE;
        rests(&running).await;
        assert!(!running.lock().analysis.is_done(), "it waits");
        assert!(reviews.look(hub, id).is_some_and(|study| study.is_growing), "and goes on for whoever looks again");
        assert!(running.lock().workers > 0);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_household_has_memory_for_so_many_positions() {
        let store: Arc<dyn Store> = Arc::new(Sqlite::in_memory().expect("a store"));
        let site = site(&store);
        let (reviews, hub) = (site.reviews(), site.hub());
        let [one, other] = [1, 2].map(|last| Household::of([10, 0, 0, last].into()));
        let room = MOST_BYTES_EACH / (long_game(0).way().expect("a way").len() * POSITION_BYTES);
        let begin = |number: u8, payer| {
            let id = Subject::Game(GameId::random().expect("randomness"));
            reviews.begin(hub, id, &long_game(number), payer).expect("nobody looks at the others");
            reviews.kept.find(&id).expect("it is kept").lock().looked_at -= UNSEEN;
            id
        };
        let of_other = begin(0, other);
        let ids: Vec<Subject> = (0..=room as u8).map(|number| begin(number, one)).collect();
        assert!(reviews.kept.find(&ids[0]).is_none(), "the first made room for the last");
        assert!(ids[1..].iter().chain([&of_other]).all(|id| reviews.kept.find(id).is_some()));
    }
}
