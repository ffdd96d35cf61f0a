//! Games to put into a store.

use fastrand::Rng;
use plateau_core::{Player, Position};
use table::event::{Action, Event, Offer};
use table::{AnyTable, Command, Playable, Seat, Table, Who};

use crate::{Kept, Store};

/// Set-ups of all kinds, with names that are hard to keep.
pub const SETUPS: [&str; 4] = [
    "game go\nsize 5\nblack human\tAda\nwhite level:2\tMachine\nclock 10m+5s\n",
    OTHELLO,
    "game aligne4\nvariant gift\nblack random\t\nwhite human\tÉloïse \\ \"x\"\n",
    "game go\nsize 9\nblack human\t\nwhite human\t\n",
];

/// The one of them that most checks play with.
pub const OTHELLO: &str = "game othello\nblack human\tAda\nwhite human\tBob\n";

/// The table of a set-up.
pub fn table(setup: &str) -> AnyTable {
    setup.parse().unwrap_or_else(|why| panic!("{setup}: {why:?}"))
}

/// A move, after 7 ms.
pub fn play(mv: &str, at_ms: u64) -> Event {
    Event { at_ms, action: Action::Play { mv: mv.to_owned(), spent_ms: 7 } }
}

/// An event as a line of text.
pub fn event(line: &str) -> Event {
    line.parse().unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// Plays at random: mostly moves, sometimes something else that people do.
pub fn random_actions(table: &AnyTable, rng: &mut Rng, now_ms: u64) -> Vec<Action> {
    let by = table.turn().unwrap_or(if rng.bool() { Player::Black } else { Player::White });
    let other = match rng.u32(..100) {
        0..=2 => Some(Command::Undo),
        3..=4 => Some(Command::Redo),
        5 => Some(Command::Offer(if rng.bool() { Offer::Draw } else { Offer::Takeback })),
        6 => Some(Command::Sit(Seat { name: format!("Guest {}", rng.u32(..9)), who: Who::Person })),
        7 => Some(Command::Answer(rng.bool())),
        _ => None,
    };
    let command = other.or_else(|| random_move(table, rng).map(Command::Play)).unwrap_or(match rng.u32(..4) {
        0 => Command::Resume,
        _ => Command::Accept,
    });
    table.decide(by, &command, now_ms).unwrap_or_default()
}

fn random_move(table: &AnyTable, rng: &mut Rng) -> Option<String> {
    match table {
        AnyTable::Go(table) => random_move_of(table, rng),
        AnyTable::Othello(table) => random_move_of(table, rng),
        AnyTable::Aligne4(table) => random_move_of(table, rng),
    }
}

fn random_move_of<G: Playable>(table: &Table<G>, rng: &mut Rng) -> Option<String> {
    table.turn()?;
    let moves: Vec<_> = table.position().legal_moves().collect();
    (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())].to_string())
}

/// A random game of so many turns, kept.
pub fn random_game(store: &dyn Store, setup: &str, turns: u32, rng: &mut Rng) -> Kept {
    let mut game = Kept::create(store, table(setup), 1_000).expect("a new game");
    for turn in 0..turns {
        let now_ms = 2_000 + u64::from(turn);
        let actions = random_actions(game.table(), rng, now_ms);
        game.commit(store, actions, now_ms).expect("kept");
    }
    game
}
