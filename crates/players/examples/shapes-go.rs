//! Life and death: does the machine see who lives, and by which move?
//!
//! ```sh
//! cargo run --release -p plateau-players --example shapes-go -- [COUNT [VISITS [SEED]]]
//! ```
//!
//! A group stands in a corner, at an edge or in the middle of 9×9, walled in, with three to seven points for its eyes, some of which may be taken, and
//! perhaps a liberty outside. What is right is read out by trying everything within the wall, twice: with kos that one side and that the other may take back at once.
//! Where that makes a difference the shape is left out. A quarter each are shapes that only a move or two kill, that only a move or two save, and that live and
//! die whoever moves. Of the latter the machine is asked who will own them. The rest of the board is the other side's, and komi such that the group decides the game.

mod arguments;

use std::collections::HashMap;
use std::process::ExitCode;

use engine_go::{Networked, Puct, Settings};
use fastrand::Rng;
use go::{Board, Game, Komi, Move, Player, Point, Position, Rules, Size};
use players::Mover;
use search::{Choice, Limits, Resources, Stop, Thought};

use crate::arguments::number;

const USAGE: &str = "usage: shapes-go [COUNT [VISITS [SEED]]]";

fn main() -> ExitCode {
    arguments::run_with(run)
}

/// What there is to see in a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// These moves alone kill it.
    Kill,
    /// These moves alone save it.
    Save,
    /// It lives, though others move first.
    Alive,
    /// It is dead, though it moves first.
    Dead,
}

const KINDS: [(Kind, &str); 4] = [
    (Kind::Kill, "kills"),
    (Kind::Save, "saves"),
    (Kind::Alive, "knows that it lives"),
    (Kind::Dead, "knows that it is dead"),
];

fn run(words: &[&str]) -> Result<(), String> {
    let (count, visits) = (number(words, 0, 200, USAGE)?, number(words, 1, 500, USAGE)?);
    let seed = number(words, 2, 1, USAGE)?;
    let mut rng = Rng::with_seed(seed);
    let resources = Resources { seed: Some(seed), ..Resources::default() };
    let mut mover = Mover::new(Puct::new(Settings::BEST, &resources, Networked::shipped), Limits::nodes(visits));
    let each = count.div_ceil(KINDS.len() as u64);
    let mut right = [0; KINDS.len()];
    for (right, (kind, _)) in right.iter_mut().zip(KINDS) {
        for _ in 0..each {
            let asked = std::iter::repeat_with(|| Shape::make(&mut rng)?.ask(kind, &mut rng)).flatten().next();
            let asked = asked.expect("there is no end of them");
            mover.follow(&asked.position, &[]);
            let thought = mover.think(&asked.position, None, &Stop::new(), &mut |_| {});
            *right += u64::from(asked.is_right(&thought.map_err(|why| why.to_string())?));
        }
    }
    let share = |right: u64, of: u64| format!("{right} of {of} ({:.1} %)", 100.0 * right as f64 / of.max(1) as f64);
    println!("{visits} visits: {} right", share(right.iter().sum(), each * KINDS.len() as u64));
    for ((_, what), right) in KINDS.iter().zip(right) {
        println!("  {what}: {}", share(right, each));
    }
    Ok(())
}

/// A group within a wall.
struct Shape {
    board: Board,
    owner: Player,
    /// One of its stones. They are one chain.
    stone: Point,
    /// Where moves are tried: what is empty or taken within it, and its liberties outside.
    arena: Vec<Point>,
}

/// Points for eyes.
const SPACE: std::ops::RangeInclusive<usize> = 3..=7;

impl Shape {
    /// One at random; none where the stones do not make one.
    fn make(rng: &mut Rng) -> Option<Shape> {
        let (size, owner) = (Size::NINE, Player::BOTH[rng.usize(..2)]);
        let space = space(size, rng);
        let within = |point: &Point| space.contains(point);
        let beside_space = |point: &Point| point.neighbours(size).any(|beside| within(&beside));
        let around: Vec<Point> =
            size.points().filter(|point| !within(point) && space.iter().any(|own| near(*own, *point))).collect();
        // Corners of the group may be missing, as long as it is one.
        let group: Vec<Point> = around.into_iter().filter(|point| beside_space(point) || rng.u8(..3) > 0).collect();
        let outside = |point: &Point| !within(point) && !group.contains(point);
        let wall: Vec<Point> =
            size.points().filter(outside).filter(|point| group.iter().any(|own| near(*own, *point))).collect();
        let liberties: Vec<Point> = wall.iter().copied().filter(|_| rng.u8(..16) == 0).collect();
        // A liberty leads no further: moves are tried within the wall alone, and who ran out of it would seem to live.
        let beside_liberty = |point: &Point| point.neighbours(size).any(|beside| liberties.contains(&beside));
        let beyond = size.points().filter(outside).filter(|point| !wall.contains(point) && beside_liberty(point));
        let wall: Vec<Point> = wall.iter().copied().filter(|point| !liberties.contains(point)).chain(beyond).collect();
        let is_walled = |point: &Point| wall.contains(point) || liberties.contains(point);
        let mut stones: Vec<(Point, Player)> = group.iter().map(|&point| (point, owner)).collect();
        stones.extend(wall.iter().map(|&point| (point, !owner)));
        // Nobody lives elsewhere, so nothing else is worth a move: every point is beside one of these, or is one.
        let scattered = |point: &Point| (point.column() + 2 * point.row()).is_multiple_of(5) && outside(point);
        let elsewhere = size.points().filter(scattered).filter(|point| !is_walled(point));
        stones.extend(elsewhere.map(|point| (point, !owner)));
        for &point in &space {
            if rng.u8(..5) == 0 {
                stones.push((point, if rng.u8(..4) == 0 { owner } else { !owner }));
            }
        }
        let board = Board::with_stones(size, stones).ok()?;
        let stone = *group.first()?;
        let wall_stands = wall.iter().all(|&point| board.liberty_count(point, 3) == 3);
        if board.chain(stone).count() < group.len() || !wall_stands {
            return None;
        }
        let arena = [space, liberties].concat();
        Some(Shape { board, owner, stone, arena })
    }

    /// A question of this kind about it, if there is one.
    fn ask(&self, kind: Kind, rng: &mut Rng) -> Option<Asked> {
        let (turn, wants_life) = match kind {
            Kind::Kill => (!self.owner, false),
            Kind::Save => (self.owner, true),
            // Whoever moves first cannot change it; either may be asked.
            Kind::Alive | Kind::Dead => (Player::BOTH[rng.usize(..2)], kind == Kind::Alive),
        };
        let mut readings = Player::BOTH.map(|favoured| Reading::new(self, favoured));
        let mut lives = |board: &Board, turn: Player| {
            let [one, other] = readings.each_mut().map(|reading| reading.lives(board, turn, false));
            (one? == other?).then_some(one?)
        };
        let is_unsettled = matches!(kind, Kind::Kill | Kind::Save);
        let (own_first, others_first) = (lives(&self.board, self.owner)?, lives(&self.board, !self.owner)?);
        let is_of_kind =
            if is_unsettled { own_first != others_first } else { [own_first, others_first] == [wants_life; 2] };
        if !is_of_kind {
            return None;
        }
        let mut right = Vec::new();
        if is_unsettled {
            for &point in self.arena.iter().filter(|&&point| self.board.is_legal(point, turn)) {
                let mut next = self.board.clone();
                next.play(point, turn);
                if lives(&next, !turn)? == wants_life {
                    right.push(point);
                }
            }
            if !(1..=2).contains(&right.len()) {
                return None;
            }
        }
        let area = self.board.size().area() as i16;
        let owned = self.board.chain(self.stone).count() as i16 + self.arena.len() as i16;
        // With the group alive its owner wins by as much as is lost without it.
        let komi = if self.owner == Player::Black { owned - area } else { area - owned };
        let rules = Rules { komi: Komi::from_half_points(2 * komi + 1), ..("chinese".parse().ok()?) };
        let position = Position::with_board(Game::even(self.board.size(), rules), self.board.clone(), turn);
        Some(Asked { position, stone: self.stone, is_ours: turn == self.owner, kind, right })
    }
}

/// Points that touch, corners included.
fn near(one: Point, other: Point) -> bool {
    one.column().abs_diff(other.column()) <= 1 && one.row().abs_diff(other.row()) <= 1
}

/// Points that hang together, for eyes.
fn space(size: Size, rng: &mut Rng) -> Vec<Point> {
    let all: Vec<Point> = size.points().collect();
    // Mostly near the corner at A1; symmetries make no difference to a network that is asked through all of them.
    let first = Point::new(rng.u8(..4), rng.u8(..2)).unwrap_or(all[0]);
    let (mut space, count) = (vec![first], rng.usize(SPACE));
    while space.len() < count {
        let beside: Vec<Point> = space.iter().flat_map(|point| point.neighbours(size)).collect();
        let point = beside[rng.usize(..beside.len())];
        if !space.contains(&point) {
            space.push(point);
        }
    }
    space
}

/// A question, and what is right.
struct Asked {
    position: Position,
    stone: Point,
    is_ours: bool,
    kind: Kind,
    right: Vec<Point>,
}

impl Asked {
    fn is_right(&self, thought: &Thought<Move>) -> bool {
        if matches!(self.kind, Kind::Kill | Kind::Save) {
            return matches!(thought.choice, Choice::Play(Move::Play(point)) if self.right.contains(&point));
        }
        let board = self.position.board();
        let owned = |point: Point| thought.report.ownership[point.number(board.size()) as usize];
        let ours: f32 = board.chain(self.stone).map(owned).sum();
        ((ours > 0.0) == self.is_ours) == (self.kind == Kind::Alive)
    }
}

/// All that can happen within a wall, if one side may take back in a ko at once.
struct Reading<'s> {
    shape: &'s Shape,
    favoured: Player,
    /// What is known of boards, by their hash, who moves, what is forbidden, and whether the other has just passed; nothing yet where it is being found out.
    known: HashMap<(u64, Player, Option<Point>, bool), Option<bool>>,
}

/// A shape that takes more positions than this is left out.
const READ_POSITIONS: usize = 20_000;

impl<'s> Reading<'s> {
    fn new(shape: &'s Shape, favoured: Player) -> Reading<'s> {
        Reading { shape, favoured, known: HashMap::new() }
    }

    /// Whether the group stays on the board; not known where moves go round in a circle, or there are too many.
    fn lives(&mut self, board: &Board, turn: Player, passed: bool) -> Option<bool> {
        if board.at(self.shape.stone) != Some(self.shape.owner) {
            return Some(false);
        }
        let ko = board.ko().filter(|_| turn != self.favoured);
        let key = (board.hash(), turn, ko, passed);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if self.known.len() >= READ_POSITIONS {
            return None;
        }
        self.known.insert(key, None);
        let wanted = turn == self.shape.owner;
        let mut lives = !wanted;
        for &point in &self.shape.arena {
            let is_open = board.is_empty(point) && ko != Some(point) && !board.is_suicide(point, turn);
            if !is_open {
                continue;
            }
            let mut next = board.clone();
            next.play(point, turn);
            if self.lives(&next, !turn, false)? == wanted {
                lives = wanted;
                break;
            }
        }
        // Who cannot do better passes; when both do, what stands there lives, by eyes or in a seki.
        if lives != wanted {
            let mut next = board.clone();
            if next.ko().is_some() {
                next =
                    Board::with_stones(board.size(), board.size().points().filter_map(|at| Some((at, board.at(at)?))))
                        .ok()?;
            }
            lives = if passed { true } else { self.lives(&next, !turn, true)? };
        }
        self.known.insert(key, Some(lives));
        Some(lives)
    }
}
