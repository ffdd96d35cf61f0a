//! The first steps in Aligne 4: a piece and a cell, lines, and what one hands over.

use aligne4::{Game, Position, Rules};
use plateau_core::Position as _;

use super::{Made, Step, Task};

pub(super) const STEPS: &[Step<Game>] = &[
    Step { name: "choose", game: base, start: "start", tasks: &[Task::of(is_anything)] },
    Step { name: "line", game: base, start: "039./..../.f../....", tasks: &[Task::of(wins)] },
    Step { name: "diagonal", game: base, start: "4..9/.d../..e./....", tasks: &[Task::of(wins)] },
    Step { name: "column", game: base, start: "..a./.e2./.3.6/.7..", tasks: &[Task::of(wins)] },
    Step { name: "hand", game: base, start: "d..1/..2./7.../..a8", tasks: &[Task::of(hands_no_win)] },
    Step { name: "left", game: base, start: "f..6/27../5..4/cb..", tasks: &[Task::of(hands_no_win)] },
    Step {
        name: "gift",
        game: gift,
        start: "039./..../.f../.... 6",
        tasks: &[Task::of(is_anything), Task::of(hands_no_win)],
    },
];

fn base() -> Game {
    Game::default()
}

fn gift() -> Game {
    Game::new(Rules { gift: true, squares: false })
}

fn is_anything(_: &Made<Game>) -> bool {
    true
}

fn wins(made: &Made<Game>) -> bool {
    made.after.outcome().is_some_and(|outcome| outcome.value_for(made.before.turn()) > 0)
}

fn hands_no_win(made: &Made<Game>) -> bool {
    !can_win_now(&made.after)
}

/// Whether the player to move has a move that wins.
fn can_win_now(position: &Position) -> bool {
    let player = position.turn();
    let wins = |mv| position.after(mv).outcome().is_some_and(|outcome| outcome.value_for(player) > 0);
    position.legal_moves().any(wins)
}
