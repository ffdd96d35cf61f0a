//! The first steps in Othello: turning discs, passing, corners, options, the end.

use othello::{Game, Move, Position, Square, SquareSet};
use plateau_core::{Player, Position as _};

use super::{Made, Step, Task};

pub(super) const STEPS: &[Step<Game>] = &[
    Step { name: "turn", game, start: "start", tasks: &[Task::of(is_anything)] },
    Step {
        name: "many",
        game,
        start: "X--X-----O-O------OO----XOO-----------------XO----------XO------ X",
        tasks: &[Task::of(turns_most)],
    },
    Step {
        name: "corner",
        game,
        start: "---O-X---OO-X-X-XOXXXXX-OOXXXX--OX-XXX--O-XXXX---X-------------- X",
        tasks: &[Task::of(is_corner)],
    },
    Step {
        name: "danger",
        game,
        start: "----------XXXXX---XXXX--OOXXXOO-OOOOOO--OOX--X--OXOX------XO---- X",
        tasks: &[Task::of(gives_no_corner)],
    },
    Step {
        name: "options",
        game,
        start: "--------------------O-----OOO-----OOO---XXXOOO---XXXOOO-XXXOO--- X",
        tasks: &[Task::of(leaves_fewest)],
    },
    Step {
        name: "pass",
        game,
        start: "OOOOOOO-OXXOO---OXOXO---XXXXOO--XXOXO---XOOO-X--XXXXXXX-XXXXXXXX X",
        tasks: &[Task::of(makes_pass)],
    },
    Step {
        name: "last",
        game,
        start: "OOOOOO-XOOXXOOXXOXOOOOXXOXOXXOXXOOXXXOXXOOOXXOXX-OXOO-XXO-XOOXXX X",
        tasks: &[Task::of(wins_in_the_end)],
    },
];

const CORNERS: SquareSet = SquareSet::of(&[Square::A1, Square::H1, Square::A8, Square::H8]);

fn game() -> Game {
    Game
}

fn is_anything(_: &Made<Game>) -> bool {
    true
}

fn turned(position: &Position, mv: Move) -> u32 {
    match mv {
        Move::Place(square) => position.flips(square).len(),
        Move::Pass => 0,
    }
}

fn turns_most(made: &Made<Game>) -> bool {
    let most = made.before.legal_moves().map(|mv| turned(&made.before, mv)).max();
    Some(turned(&made.before, made.mv)) == most
}

fn is_corner(made: &Made<Game>) -> bool {
    matches!(made.mv, Move::Place(square) if CORNERS.contains(square))
}

fn gives_no_corner(made: &Made<Game>) -> bool {
    !made.after.board().moves().iter().any(|square| CORNERS.contains(square))
}

fn options(position: &Position) -> u32 {
    position.board().moves().len()
}

fn leaves_fewest(made: &Made<Game>) -> bool {
    let fewest = made.before.legal_moves().map(|mv| options(&made.before.after(mv))).min();
    Some(options(&made.after)) == fewest
}

fn makes_pass(made: &Made<Game>) -> bool {
    !made.after.is_over() && options(&made.after) == 0
}

fn wins_in_the_end(made: &Made<Game>) -> bool {
    value(&made.after, made.before.turn()) > 0
}

/// What a position with few empty squares comes to if nobody errs, tried out.
fn value(position: &Position, player: Player) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.value_for(player);
    }
    let values = position.legal_moves().map(|mv| value(&position.after(mv), player));
    if position.turn() == player { values.max() } else { values.min() }.expect("a game that goes on has moves")
}
