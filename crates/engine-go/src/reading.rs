//! Reading out whether stones can be caught, however well their owner defends them.
//!
//! A tree search of its own: only moves around the stones, and nothing counts but whether they stay on the board. The network
//! says which moves come to mind. What a position promises the stones, the network and random playouts say together: the one knows
//! shapes, the others take what can be taken.

use fastrand::Rng;
use go::{Board, DeadStones, Point, PointSet, Position};
use plateau_core::{Player, Position as _, change_side};

use crate::evaluator::Evaluator;
use crate::ownership::{self, mean_over, play_out};
use crate::puct::tree::{Capacity, Descent, Legal, Tree};
use crate::puct::worth::Worth;

/// The same where it matters that every chain is right: where network and playouts are not of one mind, it is read out.
pub fn dead_stones_read_out(
    position: &Position,
    owners: &[f32],
    evaluator: &mut impl Evaluator,
) -> DeadStones {
    let (board, turn) = (position.board(), position.turn());
    let mut dead = DeadStones::NONE;
    if owners.len() != board.size().area() as usize {
        return dead;
    }
    let played_out = play_out(board, turn, ownership::PLAYOUTS);
    let mut rng = Rng::with_seed(board.hash());
    let games: usize = std::env::var("GAMES").map_or(8, |s| s.parse().unwrap());
    let on = play_on(position, evaluator, games, &mut rng);
    for head in board.heads() {
        let said = [&played_out[..], owners].map(|owners| mean_over(board, head, turn, owners));
        let on = mean_over(board, head, Player::Black, &on);
        let agreed = said.iter().all(|owned| owned.abs() > AGREED && owned.signum() == said[0].signum());
        let owned = if agreed || std::env::var("NOREAD").is_ok() { on } else { survival(position, head, evaluator, &mut rng) };
        if std::env::var("DEBUG").is_ok() { eprintln!("{board} {head} {:.2} {:.2} {owned:.2} {agreed} {}", said[0], said[1], board.chain(head).count()); }
        if owned < 0.0 {
            dead.toggle(board, head);
        }
    }
    dead
}

/// Both are sure of a chain above this.
const AGREED: f32 = 0.6;

/// Looks for each chain that is asked about: some ten milliseconds on 9×9, some hundred on 19×19.
const VISITS: u32 = 60;

/// Random playouts at each of them.
const PLAYOUTS: u32 = 16;

/// Chains of the other side with at most so many liberties may be caught in defence.
const WEAK: u16 = 3;

/// How much of the priors is spread evenly over the moves: the network hardly thinks of taking what is dead.
const EVENLY: f32 = 0.25;

/// From −1, if the chain on this point will be caught although its owner moves first, to 1, if it will not.
fn survival(position: &Position, stone: Point, evaluator: &mut impl Evaluator, rng: &mut Rng) -> f32 {
    let Some(owner) = position.board().at(stone) else { return -1.0 };
    let root = position.resumed(owner);
    let mut tree = Tree::new(&root, Capacity::for_visits(VISITS, root.size().area()));
    let (mut path, mut legal, mut at) = (Vec::new(), Legal::default(), root.clone());
    let worth = |survival: f32| {
        let for_black = change_side(survival, owner, Player::Black);
        Worth { win: for_black, lead: 0.0, utility: for_black }
    };
    while tree.visits() < VISITS {
        at.clone_from(&root);
        match tree.descend(&mut at, &mut path) {
            Descent::Known => continue,
            Descent::Taken | Descent::Full => break,
            Descent::Leaf => {}
        }
        if at.board().at(stone) != Some(owner) {
            tree.end(&path, worth(-1.0));
        } else if at.is_over() {
            tree.end(&path, worth(1.0));
        } else {
            evaluator.note(&at, rng);
            let evaluation = &evaluator.judge(rng)[0];
            let (board, turn) = (at.board(), at.turn());
            let by_network = mean_over(board, stone, turn, &evaluation.ownership);
            let by_playouts = mean_over(board, stone, turn, &play_out(board, turn, PLAYOUTS));
            let zone = zone(board, stone);
            legal.find_among(&at, |mv| mv.point().is_none_or(|point| zone.contains(point)));
            legal.judge(&evaluation.policy);
            let even = vec![1.0 / legal.len() as f32; legal.len()];
            legal.mix(&even, EVENLY);
            tree.grow(&path, &legal, worth(f32::midpoint(by_network, by_playouts)));
        }
    }
    change_side(tree.worth().utility, Player::Black, owner)
}

/// Who owns each point, seen by Black, at the end of games that the network plays with itself.
pub fn play_on(position: &Position, evaluator: &mut impl Evaluator, games: usize, rng: &mut Rng) -> Vec<f32> {
    let size = position.size();
    let mut sums = vec![0.0; size.area() as usize];
    let nopass: f32 = std::env::var("PASSK").map_or(1.0, |s| s.parse().unwrap());
    let mut at: Vec<Position> = (0..games).map(|number| position.resumed(Player::BOTH[number % 2])).collect();
    for _ in 0..size.area() {
        let going: Vec<usize> = (0..games).filter(|&number| !at[number].is_over()).collect();
        if going.is_empty() { break; }
        for &number in &going { evaluator.note(&at[number], rng); }
        let policies: Vec<Vec<f32>> = evaluator.judge(rng).iter().map(|e| e.policy.clone()).collect();
        for (&number, policy) in going.iter().zip(&policies) {
            let position = &mut at[number];
            let mut legal = Legal::default();
            let turn = position.turn();
            legal.find_among(position, |mv| mv.point().is_none_or(|point| !position.board().is_eye(point, turn)));
            legal.judge(policy);
            let mut weights: Vec<(go::Move, f32)> = legal.priors().collect();
            for w in &mut weights { if w.0 == go::Move::Pass { w.1 *= nopass; } }
            let total: f32 = weights.iter().map(|w| w.1).sum();
            let mut left = rng.f32() * total;
            let mv = weights.iter().find(|w| { left -= w.1; left <= 0.0 }).unwrap_or(&weights[0]).0;
            position.play_legal(mv);
        }
    }
    for position in &at {
        let territory = go::Territory::at_the_end(position.board());
        for (point, sum) in size.points_from_top().zip(&mut sums) {
            let owner = position.board().at(point).or_else(|| territory.owner(point));
            *sum += owner.map_or(0.0, |owner| if owner == Player::Black { 1.0 } else { -1.0 }) / games as f32;
        }
    }
    sums
}

/// The empty points that matter to a chain: those that can be reached from it past nothing but its owner's stones, and the
/// liberties of weak chains around them.
fn zone(board: &Board, stone: Point) -> PointSet {
    let (size, owner) = (board.size(), board.at(stone));
    let (mut reached, mut zone) = (PointSet::EMPTY, PointSet::EMPTY);
    let mut next = vec![stone];
    reached.insert(stone);
    while let Some(point) = next.pop() {
        if board.is_empty(point) {
            zone.insert(point);
        }
        for beside in point.neighbours(size) {
            match board.at(beside) {
                Some(player) if Some(player) != owner => {
                    if board.liberty_count(beside, WEAK + 1) <= WEAK {
                        zone.insert_all(&board.liberties(beside));
                    }
                }
                _ => {
                    if reached.insert(beside) {
                        next.push(beside);
                    }
                }
            }
        }
    }
    zone
}
