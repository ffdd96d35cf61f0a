//! Ladders: does the machine see where they end?
//!
//! ```sh
//! cargo run --release -p plateau-players --example ladders-go -- [COUNT [VISITS [SIZE [SEED]]]]
//! ```
//!
//! A stone with two liberties is chased across the board. Stones of either colour may stand in the way or beside it, at any distance; both have
//! as many. After some moves of it, when three stones or more are at stake, the machine is asked for either side: a quarter each of chases that
//! work and that do not, and of flights that are of no use and that save the stones. What is right is read out, by ataris and what answers them. It is right
//! to go on with a chase that works, and with none that does not; to run where it saves the stones, and not where it only makes them more.

mod arguments;

use std::process::ExitCode;

use engine_go::{Networked, Puct, Settings};
use fastrand::Rng;
use go::{Board, Game, Move, Player, Point, Position, Size};
use plateau_core::{Dihedral, Position as _};
use players::Mover;
use search::{Choice, Limits, Resources, Stop};

use crate::arguments::number;

/// Whether the side whose stones are chased is asked, whether they are taken, and what is right then.
const KINDS: [(bool, bool, &str); 4] = [
    (false, true, "goes on and takes"),
    (false, false, "lets go"),
    (true, true, "leaves what is lost"),
    (true, false, "runs and lives"),
];

const USAGE: &str = "usage: ladders-go [COUNT [VISITS [SIZE [SEED]]]]";

fn main() -> ExitCode {
    arguments::run_with(run)
}

fn run(words: &[&str]) -> Result<(), String> {
    let (count, visits) = (number(words, 0, 200, USAGE)?, number(words, 1, 500, USAGE)?);
    let (width, seed) = (number(words, 2, 19, USAGE)?, number(words, 3, 1, USAGE)?);
    let size = u8::try_from(width).ok().and_then(Size::new).filter(|size| size.width() >= 9).ok_or(USAGE)?;
    let mut rng = Rng::with_seed(seed);
    let resources = Resources { seed: Some(seed), ..Resources::default() };
    let mut mover = Mover::new(Puct::new(Settings::BEST, &resources, Networked::shipped), Limits::nodes(visits));
    let each = count.div_ceil(KINDS.len() as u64);
    let mut right = [0; KINDS.len()];
    for (right, (is_hunted, works, _)) in right.iter_mut().zip(KINDS) {
        let wanted = |ladder: &Ladder| (ladder.is_hunted(), ladder.works()) == (is_hunted, Some(works));
        for _ in 0..each {
            let ladder = std::iter::repeat_with(|| Ladder::make(size, &mut rng)).flatten().find(wanted);
            let ladder = ladder.expect("there is no end of them");
            mover.follow(&ladder.start, &ladder.moves);
            let thought =
                mover.think(&ladder.position, None, &Stop::new(), &mut |_| {}).map_err(|why| why.to_string())?;
            *right += u64::from(ladder.is_right(thought.choice, works));
        }
    }
    let share = |right: u64, of: u64| format!("{right} of {of} ({:.1} %)", 100.0 * right as f64 / of.max(1) as f64);
    println!("{size}x{size}, {visits} visits: {} right", share(right.iter().sum(), each * KINDS.len() as u64));
    for ((.., what), right) in KINDS.iter().zip(right) {
        println!("  {what}: {}", share(right, each));
    }
    Ok(())
}

/// A ladder that has gone on for a while.
struct Ladder {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// A stone of the chain that is chased.
    stone: Point,
}

/// So many stones at least are chased when the machine is asked: then it is the largest thing on the board.
const STONES: usize = 3;
/// So many moves it has gone on for at most.
const MOVES: usize = 24;
/// What takes longer to read out is left alone.
const READ_POSITIONS: u32 = 20_000;

impl Ladder {
    /// One at random; none where the stones stand so that there is no ladder.
    fn make(size: Size, rng: &mut Rng) -> Option<Ladder> {
        let hunted = Player::BOTH[rng.usize(..2)];
        let (width, symmetry) = (size.width(), Dihedral::ALL[rng.usize(..Dihedral::ALL.len())]);
        let [x, y] = [(); 2].map(|()| rng.u8(2..width / 2));
        let at = |column: u8, row: u8| Point::new(column, row).map(|point| point.transformed(symmetry, size));
        let mut stones = vec![(at(x, y)?, hunted)];
        stones.extend([at(x - 1, y)?, at(x, y - 1)?, at(x + 1, y - 1)?].map(|point| (point, !hunted)));
        // Up to two in the way, or near it.
        for _ in 0..rng.u8(..3) {
            let (along, aside) = (rng.u8(2..width), rng.u8(..5));
            let (column, row) = (x + along, (y + along + aside).saturating_sub(2));
            if column < width && row < width {
                stones.push((at(column, row)?, Player::BOTH[rng.usize(..2)]));
            }
        }
        // And as many for both, on the stars and between them.
        let stars = [3, width / 2, width - 4];
        let mut quiet: Vec<Point> =
            stars.iter().flat_map(|&column| stars.map(|row| Point::new(column, row))).flatten().collect();
        rng.shuffle(&mut quiet);
        let taken = |stones: &[(Point, Player)], point: Point| stones.iter().any(|&(stone, _)| stone == point);
        stones.sort_by_key(|&(point, _)| point);
        stones.dedup_by_key(|&mut (point, _)| point);
        while let Some(point) = quiet.pop() {
            let lead: i32 = stones.iter().map(|&(_, player)| if player == hunted { 1 } else { -1 }).sum();
            if lead == 0 {
                break;
            }
            if !taken(&stones, point) {
                stones.push((point, if lead < 0 { hunted } else { !hunted }));
            }
        }
        let board = Board::with_stones(size, stones).ok()?;
        let start = Position::with_board(Game::even(size, "chinese".parse().ok()?), board, !hunted);
        let mut ladder = Ladder { position: start.clone(), start, moves: Vec::new(), stone: at(x, y)? };
        for _ in 0..rng.usize(..MOVES) {
            let Some(mv) = ladder.goes_on() else { break };
            ladder.position.play(mv).ok()?;
            ladder.moves.push(mv);
        }
        let board = ladder.position.board();
        let liberties = if ladder.is_hunted() { 1 } else { 2 };
        let is_one = board.at(ladder.stone) == Some(hunted) && board.liberties(ladder.stone).len() == liberties;
        (is_one && board.chain(ladder.stone).count() >= STONES).then_some(ladder)
    }

    /// Whether the side whose stones are chased is to move.
    fn is_hunted(&self) -> bool {
        self.position.board().at(self.stone) == Some(self.position.turn())
    }

    /// The next move of the ladder, whether it works or not; none where it is over.
    fn goes_on(&self) -> Option<Move> {
        let board = self.position.board();
        let next = |mv: Move| {
            let mut next = self.position.clone();
            next.play(mv).ok()?;
            Some((mv, next.board().liberties(self.stone).len()))
        };
        let moves = board.liberties(self.stone).iter().map(Move::Play);
        if self.is_hunted() {
            return moves.filter_map(next).find(|&(_, liberties)| liberties >= 2).map(|(mv, _)| mv);
        }
        // Of both ataris the one after which the stones run to no more than two liberties.
        let ataris = moves.filter(|&mv| {
            let mut hunted =
                Ladder { position: self.position.clone(), start: self.start.clone(), moves: Vec::new(), ..*self };
            hunted.position.play(mv).is_ok()
                && hunted.goes_on().is_some_and(|run| {
                    hunted.position.play(run).is_ok() && hunted.position.board().liberties(self.stone).len() == 2
                })
        });
        (board.liberties(self.stone).len() == 2).then(|| ataris.into_iter().next()).flatten()
    }

    /// Whether the stones are taken, whoever is to move; not known where that takes too long to read out.
    fn works(&self) -> Option<bool> {
        let mut left = READ_POSITIONS;
        if self.is_hunted() {
            escapes(&self.position, self.stone, &mut left).map(|escapes| !escapes)
        } else {
            is_caught(&self.position, self.stone, &mut left)
        }
    }

    fn is_right(&self, choice: Choice<Move>, works: bool) -> bool {
        let Choice::Play(mv) = choice else { return false };
        let goes_on = if self.is_hunted() {
            answers(self.position.board(), self.stone).contains(&mv)
        } else {
            self.position.board().liberties(self.stone).iter().any(|liberty| mv == Move::Play(liberty))
        };
        // Where it is of no use, whatever else is right.
        if works == self.is_hunted() {
            return !goes_on;
        }
        let (mut next, mut left) = (self.position.clone(), READ_POSITIONS);
        goes_on
            && next.play(mv).is_ok()
            && if self.is_hunted() {
                is_caught(&next, self.stone, &mut left) == Some(false)
            } else {
                escapes(&next, self.stone, &mut left) == Some(false)
            }
    }
}

/// Whether ataris take the chain, if those who chase it move next; not known when so many positions have been looked at.
fn is_caught(position: &Position, stone: Point, left: &mut u32) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let liberties = position.board().liberties(stone);
    if liberties.len() != 2 {
        return Some(liberties.len() < 2);
    }
    for liberty in liberties.iter() {
        let mut next = position.clone();
        if next.play(Move::Play(liberty)).is_ok() && !escapes(&next, stone, left)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether a chain in atari gets away, if it moves next.
fn escapes(position: &Position, stone: Point, left: &mut u32) -> Option<bool> {
    *left = left.checked_sub(1)?;
    for mv in answers(position.board(), stone) {
        let mut next = position.clone();
        if next.play(mv).is_ok() && !is_caught(&next, stone, left)? {
            return Some(true);
        }
    }
    Some(false)
}

/// What a chain in atari can do: run, or take stones beside it.
fn answers(board: &Board, stone: Point) -> Vec<Move> {
    let own = board.at(stone);
    let beside = board.chain(stone).flat_map(|point| point.neighbours(board.size()));
    let taking = beside
        .filter(|&point| board.at(point).is_some_and(|player| Some(player) != own))
        .filter_map(|point| board.atari(point));
    let mut points: Vec<Point> = taking.chain(board.atari(stone)).collect();
    points.sort();
    points.dedup();
    points.into_iter().map(Move::Play).collect()
}
