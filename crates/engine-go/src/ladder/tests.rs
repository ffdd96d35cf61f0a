use fastrand::Rng;
use go::{Game, Size};
use plateau_core::{Game as _, Position as _};

use super::*;

/// The points that are told of a position on 9×9, in their order.
fn told(text: &str) -> String {
    let position = Game::default().position(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    let mut points = Vec::new();
    Reader::default().steps_in_vain(position.board(), position.turn(), |point| points.push(point));
    points.sort();
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn ladders_are_read_to_their_end() {
    for (board, turn, points, what) in [
        (
            "........./........./........./........./........./..O....../.OX....../..OO...../.........",
            "X",
            "D3",
            "it ends at the edge",
        ),
        (
            "........./........./......X../........./........./..O....../.OX....../..OO...../.........",
            "X",
            "",
            "a friend waits on the way",
        ),
        (
            "........./........./......O../........./........./..O....../.OX....../..OO...../.........",
            "X",
            "D3",
            "an enemy does not help",
        ),
        (
            "........./........./........./........./........./........./.OX....../..OO...../.........",
            "O",
            "",
            "the chase works, and the other atari is no ladder",
        ),
        (
            "........./........./......X../........./........./........./.OX....../..OO...../.........",
            "O",
            "C4",
            "the chase does not work",
        ),
        (
            "........./........./........./........./..X....../.XO....../.OX....../.OOO...../.........",
            "X",
            "",
            "a stone that chases can be taken on the way",
        ),
        (
            "........./........./........./........./........./........./..O....../.OXO...../..X......",
            "X",
            "",
            "into the next atari: that is no ladder",
        ),
        (
            "........./........./......X../........./........./....X..../.OX.X..../..OOO..../.........",
            "O",
            "",
            "it would be put into atari with others",
        ),
    ] {
        assert_eq!(told(&format!("{board} {turn}")), points, "{what}");
    }
}

/// Boards that random play makes are full of stones in atari, in all kinds of company.
#[test]
fn nothing_is_read_otherwise_than_move_by_move() {
    let (mut rng, mut reader, mut seen) = (Rng::with_seed(4), Reader::default(), [0; 4]);
    for width in [5, 7, 9, 13] {
        let size = Size::new(width).expect("a size");
        for _ in 0..400 {
            let (mut board, mut turn) = (Board::new(size), Player::Black);
            for _ in 0..rng.u16(size.area() / 4..size.area() * 2 / 3) {
                let open = |point: &Point| board.is_legal(*point, turn) && !board.is_eye(*point, turn);
                let points: Vec<Point> = board.empty_points().filter(open).collect();
                let Some(&point) = rng.choice(&points) else { break };
                board.play(point, turn);
                turn = turn.opponent();
            }
            for head in board.heads() {
                for liberty in board.liberties(head).iter() {
                    let hunted = board.at(head).expect("a head is a stone");
                    let (expected, found, kind) = match board.liberties(head).iter().collect::<Vec<_>>()[..] {
                        [_] => (slow_run(&board, head, liberty), reader.runs_in_vain(&board, head, liberty), 0),
                        [one, other] => {
                            let run = if liberty == one { other } else { one };
                            if board.captured_by(liberty, hunted.opponent()) > 0
                                || helps_elsewhere(&board, head, liberty)
                            {
                                continue;
                            }
                            (
                                slow_chase(&board, head, liberty, run),
                                reader.chases_in_vain(&board, head, liberty, run),
                                2,
                            )
                        }
                        _ => continue,
                    };
                    assert_eq!(Some(found), expected, "{board}: {hunted:?} at {head}, {liberty}");
                    seen[kind + usize::from(found)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

fn slow_run(board: &Board, stone: Point, liberty: Point) -> Option<bool> {
    let hunted = board.at(stone)?;
    let taken = board.captured_by(liberty, hunted);
    let Some(next) = after(board, liberty, hunted) else { return Some(false) };
    Some(taken == 0 && is_step(&next, stone, liberty) && slow_caught(&next, stone, &mut 20_000)?)
}

fn slow_chase(board: &Board, stone: Point, atari: Point, run: Point) -> Option<bool> {
    let hunted = board.at(stone)?;
    let Some(next) = after(board, atari, hunted.opponent()) else { return Some(false) };
    let runs_on =
        next.captured_by(run, hunted) == 0 && after(&next, run, hunted).is_some_and(|ran| is_step(&ran, stone, run));
    Some(runs_on && slow_escapes(&next, stone, &mut 20_000)?)
}

/// Whether both liberties of the stones are beside the one that ran last.
fn is_step(board: &Board, stone: Point, ran: Point) -> bool {
    let liberties: Vec<Point> = board.liberties(stone).iter().collect();
    liberties.len() == 2
        && liberties.iter().all(|&liberty| ran.neighbours(board.size()).any(|beside| beside == liberty))
}

fn after(board: &Board, point: Point, player: Player) -> Option<Board> {
    board.is_legal(point, player).then(|| {
        let mut next = board.clone();
        next.play(point, player);
        next
    })
}

fn slow_caught(board: &Board, stone: Point, left: &mut u32) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let (hunter, liberties) = (board.at(stone)?.opponent(), board.liberties(stone));
    if liberties.len() > 2 {
        return Some(false);
    }
    for point in liberties.iter() {
        let Some(next) = after(board, point, hunter) else { continue };
        if next.at(stone).is_none() || !slow_escapes(&next, stone, left)? {
            return Some(true);
        }
    }
    Some(false)
}

fn slow_escapes(board: &Board, stone: Point, left: &mut u32) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let hunted = board.at(stone)?;
    if board.liberties(stone).len() > 1 {
        return Some(true);
    }
    let beside = |head: &Point| {
        board
            .chain(*head)
            .flat_map(|point| point.neighbours(board.size()))
            .any(|point| board.head(point) == board.head(stone))
    };
    let chasing = board
        .heads()
        .filter(|head| board.at(*head) == Some(hunted.opponent()) && board.liberties(*head).len() == 1)
        .filter(beside);
    for point in chasing.chain([stone]).flat_map(|head| board.liberties(head).iter()) {
        let Some(next) = after(board, point, hunted) else { continue };
        if !slow_caught(&next, stone, left)? {
            return Some(true);
        }
    }
    Some(false)
}
