//! Several servers over one database: each game is one server's at a time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use store::conformance::games::{OTHELLO, play, table};
use store::{Access, Append, Claim, Error, GameId, Kept, Leases, NodeId, Postgres, Sqlite, Store};
use testkit::postgres::Server;

/// Longer than any test.
const LONG: Duration = Duration::from_secs(3600);

fn node() -> NodeId {
    NodeId::random().expect("a name")
}

fn under(claim: Option<Claim>, game: GameId, from: u64) -> Append {
    Append { game, from, events: vec![play("f5", from)], end: None, notes: Vec::new(), claim }
}

fn append(store: &dyn Store, append: Append) -> Result<(), Error> {
    store.append_all(&[append]).expect("a batch").remove(0)
}

#[test]
fn of_two_who_claim_at_once_one_has_the_game() {
    const RACES: u64 = 10_000;
    let Some(server) = Server::shared() else { return };
    let url = server.fresh().parse().expect("an address");
    let stores = [(); 2].map(|()| Postgres::open(&url).expect("a database"));
    let nodes = [node(), node()];
    let games: Vec<GameId> = (0..RACES).map(|_| stores[0].create(&table(OTHELLO), 1).expect("a game")).collect();
    for (store, node) in stores.iter().zip(nodes) {
        store.renew(node, LONG).expect("entered");
    }
    let claims: Vec<Vec<Result<Claim, Error>>> = std::thread::scope(|scope| {
        let race = |(store, node)| {
            scope.spawn({
                let games = &games;
                move || games.iter().map(|game| Postgres::claim(store, node, *game)).collect()
            })
        };
        let racers: Vec<_> = stores.iter().zip(nodes).map(race).collect();
        racers.into_iter().map(|racer| racer.join().expect("no panic")).collect()
    });
    let mut won = [0u64; 2];
    for ((game, one), other) in games.iter().zip(&claims[0]).zip(&claims[1]) {
        let [held, held_by_other] = nodes.map(|node| Err(Error::Held { game: *game, node }));
        match (one, other) {
            (Ok(claim), refused) if *refused == held => {
                assert_eq!((claim.node, claim.epoch), (nodes[0], 1));
                won[0] += 1;
            }
            (refused, Ok(claim)) if *refused == held_by_other => {
                assert_eq!((claim.node, claim.epoch), (nodes[1], 1));
                won[1] += 1;
            }
            both => panic!("{both:?}"),
        }
    }
    println!("won: {won:?}");
    assert_eq!(won.iter().sum::<u64>(), RACES);
}

/// It was stopped for longer than its lease, and does not know yet.
#[test]
fn a_server_that_was_away_too_long_writes_nothing() {
    let Some(server) = Server::shared() else { return };
    let url = server.fresh().parse().expect("an address");
    let [old, new] = [(); 2].map(|()| Postgres::open(&url).expect("a database"));
    let [was, is] = [node(), node()];
    old.renew(was, Duration::from_millis(50)).expect("entered");
    new.renew(is, LONG).expect("entered");
    let mut kept = Kept::create(&old, table(OTHELLO), 1).expect("a game");
    let game = kept.id();
    let first = old.claim(was, game).expect("nobody has it");
    assert_eq!(append(&old, under(Some(first), game, 0)), Ok(()));
    let second = loop {
        match new.claim(is, game) {
            Err(Error::Held { .. }) => std::thread::sleep(Duration::from_millis(5)),
            claimed => break claimed.expect("the other is gone"),
        }
    };
    assert_eq!((second.node, second.epoch), (is, first.epoch + 1));
    assert_eq!(new.events(game, 0).expect("events").len(), 1, "what was acknowledged is read after the claim");
    old.renew(was, LONG).expect("it is back");
    let lost = Err(Error::Lost { game });
    assert_eq!(append(&old, under(Some(first), game, 1)), lost);
    let noted = Append {
        notes: vec![("seat-black".into(), Some("x".into()))],
        events: Vec::new(),
        ..under(Some(first), game, 1)
    };
    assert_eq!(append(&old, noted.clone()), lost, "nor does it give a seat away");
    assert_eq!(old.begin(GameId::random().expect("a name"), &table(OTHELLO), 2, &[noted]), lost);
    assert_eq!(old.claim(was, game), Err(Error::Held { game, node: is }));
    old.release(&first).expect("there is nothing to let go of");
    kept.catch_up(&new).expect("the game");
    let pending = kept.prepare(vec![play("d6", 9).action], 9).expect("legal").under(second);
    assert_eq!(append(&new, pending.append().clone()), Ok(()));
    assert_eq!(new.notes(game), Ok(Vec::new()));
    new.release(&second).expect("let go");
    assert_eq!(append(&new, under(Some(second), game, 2)), lost, "what was let go of is not written");
    let third = old.claim(was, game).expect("nobody has it");
    assert_eq!(third.epoch, second.epoch + 1);
    old.leave(was).expect("gone");
    assert_eq!(new.claim(is, game).map(|claim| claim.epoch), Ok(third.epoch + 1));
    assert_eq!(
        old.claim(was, GameId::random().expect("a name")).map_err(|error| error.id()),
        Err("store-no-such-game")
    );
}

/// Who has a game and how often that has changed, and how many events it has.
#[derive(Default)]
struct Model {
    games: BTreeMap<usize, (Option<usize>, u64, u64)>,
    alive: BTreeMap<usize, bool>,
}

#[test]
fn claims_do_what_a_simple_model_does() {
    let Some(server) = Server::shared() else { return };
    for seed in 0..10 {
        let address = server.fresh();
        let store = Postgres::open(&address.parse().expect("an address")).expect("a database");
        let mut rng = Rng::with_seed(seed);
        let nodes = [node(), node(), node()];
        let games: Vec<GameId> = (0..4).map(|_| store.create(&table(OTHELLO), 1).expect("a game")).collect();
        let mut model = Model::default();
        let mut claims: Vec<(usize, usize, Claim)> = Vec::new();
        for step in 0..150 {
            let (who, which) = (rng.usize(..nodes.len()), rng.usize(..games.len()));
            let game = games[which];
            let (owner, epoch, events) = model.games.entry(which).or_default();
            match rng.u32(..10) {
                0 => {
                    store.renew(nodes[who], LONG).expect("entered");
                    model.alive.insert(who, true);
                }
                // Long ago, by the store's clock.
                1 => {
                    store.renew(nodes[who], Duration::ZERO).expect("over at once");
                    model.alive.insert(who, false);
                }
                2..=4 => {
                    let is_free = owner.is_none_or(|owner| owner == who || !model.alive.get(&owner).unwrap_or(&false));
                    let claimed = store.claim(nodes[who], game);
                    if is_free {
                        let is_takeover = owner.is_some_and(|owner| owner != who);
                        (*owner, *epoch) = (Some(who), *epoch + 1);
                        let claim = Claim { game, node: nodes[who], epoch: *epoch, is_takeover };
                        assert_eq!(claimed, Ok(claim), "seed {seed}, step {step}");
                        claims.push((who, which, claim));
                    } else {
                        let node = nodes[owner.expect("somebody has it")];
                        assert_eq!(claimed, Err(Error::Held { game, node }), "seed {seed}, step {step}");
                    }
                }
                5 if !claims.is_empty() => {
                    let (who, which, claim) = claims[rng.usize(..claims.len())];
                    store.release(&claim).expect("let go");
                    let (owner, epoch, _) = model.games.entry(which).or_default();
                    if (*owner, *epoch) == (Some(who), claim.epoch) {
                        *owner = None;
                    }
                }
                6 => {
                    store.leave(nodes[who]).expect("gone");
                    model.alive.insert(who, false);
                    model.games.values_mut().filter(|(owner, ..)| *owner == Some(who)).for_each(|game| game.0 = None);
                }
                _ if !claims.is_empty() => {
                    let (who, which, claim) = claims[rng.usize(..claims.len())];
                    let (owner, epoch, events) = model.games.entry(which).or_default();
                    let from = events.saturating_sub(u64::from(rng.u32(..5) == 0));
                    let answer = append(&store, under(Some(claim), games[which], from));
                    let game = games[which];
                    if (*owner, *epoch) != (Some(who), claim.epoch) {
                        assert_eq!(answer, Err(Error::Lost { game }), "seed {seed}, step {step}");
                    } else if from == *events {
                        assert_eq!(answer, Ok(()), "seed {seed}, step {step}");
                        *events += 1;
                    } else {
                        let conflict = Error::Conflict { game, expected: from, found: *events };
                        assert_eq!(answer, Err(conflict), "seed {seed}, step {step}");
                    }
                }
                _ => assert_eq!(store.events(game, 0).map(|kept| kept.len() as u64), Ok(*events)),
            }
        }
    }
}

#[test]
fn the_only_server_waits_for_nobody() {
    let Some(server) = Server::shared() else { return };
    let url = server.fresh().parse().expect("an address");
    let [was, is] = [node(), node()];
    let before = Postgres::open_for(&url, Access::Alone).expect("a database");
    before.renew(was, LONG).expect("entered");
    let game = before.create(&table(OTHELLO), 1).expect("a game");
    let first = before.claim(was, game).expect("nobody has it");
    assert!(!first.is_takeover);
    // It broke down without a word.
    drop(before);
    let now = Postgres::open_for(&url, Access::Alone).expect("a database");
    now.renew(is, LONG).expect("entered");
    let second = now.claim(is, game).expect("nobody else can be there");
    assert_eq!((second.epoch, second.is_takeover), (first.epoch + 1, true));
    assert_eq!(append(&now, under(Some(first), game, 0)), Err(Error::Lost { game }));
    assert_eq!(append(&now, under(Some(second), game, 0)), Ok(()));
    let file = Arc::new(Sqlite::in_memory().expect("a store"));
    assert!(Arc::new(now).leases().is_some() && file.leases().is_none(), "a file is never shared");
}

#[test]
fn a_file_is_one_server_s() {
    let store = Sqlite::in_memory().expect("a store");
    let game = store.create(&table(OTHELLO), 1).expect("a game");
    let node = node();
    store.renew(node, LONG).expect("it stays");
    let claim = store.claim(node, game).expect("it has every game");
    assert_eq!(append(&store, under(Some(claim), game, 0)), Ok(()));
    store.release(&claim).expect("let go");
    store.leave(node).expect("gone");
    let none = GameId::random().expect("a name");
    assert_eq!(store.claim(node, none), Err(Error::NoSuchGame { game: none }));
}
