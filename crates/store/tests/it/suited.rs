//! Which level suits whom.

use store::{Kept, Sqlite, Store, Suited, suited_level};
use table::event::Action;
use table::{AnyTable, Kind};

/// Ends a game of Othello between these two, as Black's or White's resignation.
fn end(store: &dyn Store, black: &str, white: &str, resigns: &str, at_ms: u64) {
    let table: AnyTable = format!("game othello\nblack {black}\t\nwhite {white}\t\n").parse().expect("a table");
    let mut game = Kept::create(store, table, at_ms).expect("a game");
    game.commit(store, vec![Action::Resign(resigns.parse().expect("a side"))], at_ms).expect("it is kept");
}

#[test]
fn three_games_tell_which_level_suits() {
    let suited = |games: &[(&str, &str, &str)]| {
        let store = Sqlite::in_memory().expect("a store");
        for (at_ms, (black, white, resigns)) in (1..).zip(games) {
            end(&store, black, white, resigns, at_ms);
        }
        assert_eq!(suited_level(&store, Kind::Go, 12), Ok(None), "that is another game");
        suited_level(&store, Kind::Othello, 12).expect("a store")
    };
    let won = ("human", "level:3", "white");
    let lost = ("human", "level:3", "black");
    assert_eq!(suited(&[won, won]), None, "two are not enough");
    assert_eq!(suited(&[won, won, won]), Some(Suited { level: 4, won: 3 }));
    assert_eq!(suited(&[lost, lost, lost]), Some(Suited { level: 2, won: 0 }));
    assert_eq!(suited(&[lost, won, lost]), Some(Suited { level: 3, won: 1 }));
    assert_eq!(suited(&[lost, lost, lost, won, won, won]), Some(Suited { level: 4, won: 3 }), "the last three count");
    let others = [("human", "human", "black"), ("level:5", "level:6", "black"), ("human", "random", "black")];
    assert_eq!(suited(&[&[won, won][..], &others, &[won]].concat()), Some(Suited { level: 4, won: 3 }));
    let as_white = ("level:5", "human", "black");
    assert_eq!(suited(&[won, as_white, won]), Some(Suited { level: 6, won: 3 }), "above the highest of them");
    let top = ("human", "level:12", "white");
    assert_eq!(suited(&[top, top, top]), Some(Suited { level: 12, won: 3 }), "there is none above");
    let first = ("human", "level:1", "black");
    assert_eq!(suited(&[first, first, first]), Some(Suited { level: 1, won: 0 }), "nor below");
}
