//! The first steps in Go: stones, liberties, taking, ko, eyes, the end.

use go::{Board, Game, Komi, Move, Point, Rules, Size};
use plateau_core::{Player, Position as _};

use super::{Made, Step, Task};

pub(super) const STEPS: &[Step<Game>] = &[
    Step {
        name: "place",
        game: seven,
        start: "......./......./......./......./......./......./....... X",
        tasks: &[Task::of(is_stone)],
    },
    Step {
        name: "take",
        game: seven,
        start: "......./......./...X.../..XO.../...X.../......./....... X",
        tasks: &[Task::of(takes)],
    },
    Step {
        name: "chain",
        game: seven,
        start: "......./......./..XX.../.XOOOX./..XXX../......./....... X",
        tasks: &[Task::of(takes)],
    },
    Step {
        name: "escape",
        game: seven,
        start: "......./......./...O.../..OX.../...O.../......./....... X",
        tasks: &[Task::of(leaves_no_atari)],
    },
    Step {
        name: "inside",
        game: seven,
        start: ".....O./.....OO/......./......./XX...../OOX..../.OX.... X",
        tasks: &[Task::of(takes)],
    },
    Step {
        name: "ko",
        game: seven,
        start: "......./......./..XO.../.XO.O../..XO.../......./....... X ko=D4 captures=0,1",
        tasks: &[Task { is_right: is_stone, answers: &["F6", "B2", "F2"] }, Task::of(takes)],
    },
    Step {
        name: "eyes",
        game: seven,
        start: "......./......./......./......./OOOO.../XXXXO../...XO.. X",
        tasks: &[Task::of(has_two_eyes)],
    },
    Step {
        name: "end",
        game: five,
        start: "..XO./..XO./..XO./..XO./..XO. X",
        tasks: &[Task { is_right: is_pass, answers: &["pass"] }],
    },
];

fn seven() -> Game {
    Game::even(Size::new(7).expect("a size"), Rules::default())
}

/// On so small a board a usual komi would decide.
fn five() -> Game {
    Game::even(Size::new(5).expect("a size"), Rules { komi: Komi::from_half_points(1), ..Rules::default() })
}

fn is_stone(made: &Made<Game>) -> bool {
    matches!(made.mv, Move::Play(_))
}

fn is_pass(made: &Made<Game>) -> bool {
    made.mv == Move::Pass
}

fn takes(made: &Made<Game>) -> bool {
    let player = made.before.turn();
    made.after.board().captures(player) > made.before.board().captures(player)
}

fn leaves_no_atari(made: &Made<Game>) -> bool {
    let (player, board) = (made.before.turn(), made.after.board());
    !board.heads().any(|head| board.at(head) == Some(player) && board.atari(head).is_some())
}

fn has_two_eyes(made: &Made<Game>) -> bool {
    eyes(made.after.board(), made.before.turn()).count() >= 2
}

fn eyes(board: &Board, player: Player) -> impl Iterator<Item = Point> {
    board.empty_points().filter(move |&point| board.is_eye(point, player))
}
