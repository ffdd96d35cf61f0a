//! Why a move is good, in the words of players.
//!
//! The search knows that a move is good, not why. What players would say of it can be seen on the board: it takes stones, saves
//! some, connects, cuts, makes eyes, or claims a part of the board. Only what is certain on the board is said, and of the
//! future what the search expects.

use go::{Board, Move, Point, PointSet, Position};
use plateau_core::{Player, Position as _};
use search::Report;

/// One thing that can be said for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It takes so many stones.
    Captures(u16),
    /// It takes a stone in a ko.
    TakesKo,
    /// So many own stones were in atari and are not any more.
    Saves(u16),
    /// It puts so many enemy stones into atari.
    Atari(u16),
    /// It joins own chains that had no other way to each other.
    Connects,
    /// It parts enemy chains that had no other way to each other.
    Cuts,
    /// It leaves so many enemy stones beside it two liberties, where they had more.
    Attacks(u16),
    /// So many own stones beside it had two liberties, and have more now.
    Strengthens(u16),
    /// Its chain has two eyes now, and had not before.
    Lives,
    /// The first stone in a corner.
    EmptyCorner,
    /// The first stone on a side.
    EmptySide,
    /// So many empty points around it are expected to become the player's.
    Territory(u16),
    /// So many empty points around it are not yet anybody's. Said only where nothing else can be said.
    Open(u16),
    /// It passes: there is nothing left to gain.
    NothingLeft,
}

/// A point counts as around a move within this many steps.
const AROUND: u8 = 3;

/// A point is expected to be a player's above this ownership.
const OWNED: f32 = 0.5;

/// Fewer points around a move are not worth a word.
const POINTS_MIN: u16 = 4;

/// What can be said for a legal move, the most telling first; perhaps nothing. The report is what the engine saw when it chose
/// the move.
pub fn explain(position: &Position, mv: Move, report: &Report<Move>) -> Vec<Reason> {
    let Move::Play(point) = mv else { return vec![Reason::NothingLeft] };
    let (before, own) = (position.board(), position.turn());
    let next = position.after(mv);
    let after = next.board();
    let taken = before.captured_by(point, own);
    let cuts = || parts(before, point, own.opponent(), |stone| after.at(stone).is_some());
    let said = [
        (taken > 0).then(|| if is_ko(after, point, taken) { Reason::TakesKo } else { Reason::Captures(taken) }),
        saved(before, after, own).map(Reason::Saves),
        put_into_atari(before, after, point, own).map(Reason::Atari),
        (eyes(after, point, own) >= 2 && !lived(before, point, own)).then_some(Reason::Lives),
        (after.liberty_count(point, 2) >= 2 && cuts()).then_some(Reason::Cuts),
        parts(before, point, own, |_| true).then_some(Reason::Connects),
        attacked(before, after, point, own).map(Reason::Attacks),
        strengthened(before, after, point, own).map(Reason::Strengthens),
        empty_part(before, point),
        points_around(before, point, report, |owned| owned > OWNED).map(Reason::Territory),
    ];
    let said: Vec<Reason> = said.into_iter().flatten().collect();
    if said.is_empty() {
        let open = points_around(before, point, report, |owned| owned.abs() <= OWNED);
        return open.map(Reason::Open).into_iter().collect();
    }
    said
}

/// Whether the stone that took just one could itself be taken now.
fn is_ko(after: &Board, point: Point, taken: u16) -> bool {
    taken == 1 && after.atari(point).is_some() && after.chain(point).count() == 1
}

/// How many stones of the player's chains in atari have got more liberties.
fn saved(before: &Board, after: &Board, own: Player) -> Option<u16> {
    let in_atari = before.heads().filter(|&head| before.at(head) == Some(own) && before.atari(head).is_some());
    let free = in_atari.filter(|&head| after.liberty_count(head, 2) >= 2);
    let stones: usize = free.map(|head| before.chain(head).count()).sum();
    (stones > 0).then_some(stones as u16)
}

/// How many enemy stones beside the new one have one liberty left and had more.
fn put_into_atari(before: &Board, after: &Board, point: Point, own: Player) -> Option<u16> {
    let beside = |stone| after.at(stone) == Some(own.opponent());
    stones_beside(after, point, |stone| beside(stone) && after.atari(stone).is_some() && before.atari(stone).is_none())
}

/// How many enemy stones beside the new one have two liberties left and had more.
fn attacked(before: &Board, after: &Board, point: Point, own: Player) -> Option<u16> {
    let pressed = |stone| after.liberty_count(stone, 3) == 2 && before.liberty_count(stone, 3) > 2;
    stones_beside(after, point, |stone| after.at(stone) == Some(own.opponent()) && pressed(stone))
}

/// How many own stones beside the new one had two liberties and have more.
fn strengthened(before: &Board, after: &Board, point: Point, own: Player) -> Option<u16> {
    let freed = |stone| before.liberty_count(stone, 3) == 2 && after.liberty_count(stone, 3) > 2;
    stones_beside(before, point, |stone| before.at(stone) == Some(own) && freed(stone))
}

/// How many stones the chains have that touch the point with a stone such as is wanted.
fn stones_beside(board: &Board, point: Point, is_wanted: impl Fn(Point) -> bool) -> Option<u16> {
    let mut stones = PointSet::EMPTY;
    for stone in point.neighbours(board.size()).filter(|&stone| is_wanted(stone)) {
        board.chain(stone).for_each(|stone| {
            stones.insert(stone);
        });
    }
    (!stones.is_empty()).then(|| stones.len())
}

/// Whether chains of the player meet at this empty point that share no other liberty; only stones that count are looked at.
fn parts(board: &Board, point: Point, player: Player, counts: impl Fn(Point) -> bool) -> bool {
    let meets = |&stone: &Point| board.at(stone) == Some(player) && counts(stone);
    let mut heads: Vec<Point> = point.neighbours(board.size()).filter(meets).collect();
    heads = heads.into_iter().filter_map(|stone| board.head(stone)).collect();
    heads.sort_unstable();
    heads.dedup();
    let liberties: Vec<PointSet> = heads.iter().map(|&head| board.liberties(head)).collect();
    let share_another = |a: &PointSet, b: &PointSet| a.iter().any(|liberty| liberty != point && b.contains(liberty));
    let pairs = liberties.iter().enumerate().flat_map(|(i, a)| liberties[i + 1..].iter().map(move |b| (a, b)));
    pairs.into_iter().any(|(a, b)| !share_another(a, b))
}

/// How many eyes the chain with this stone has.
fn eyes(board: &Board, stone: Point, own: Player) -> usize {
    board.liberties(stone).iter().filter(|&liberty| board.is_eye(liberty, own)).count()
}

/// Whether a chain of the player beside this point had two eyes already.
fn lived(board: &Board, point: Point, own: Player) -> bool {
    let beside = point.neighbours(board.size()).filter(|&n| board.at(n) == Some(own));
    beside.into_iter().any(|stone| eyes(board, stone, own) >= 2)
}

/// Whether this is the first stone in its corner or on its side. Boards below 9×9 have neither, and the fifth line of a board of 9×9
/// is its middle.
fn empty_part(board: &Board, point: Point) -> Option<Reason> {
    let width = board.size().width();
    if width < 9 {
        return None;
    }
    let near = |a: Point, b: Point| a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row())) <= AROUND;
    if board.size().points().any(|other| near(point, other) && board.at(other).is_some()) {
        return None;
    }
    let from_edge = |line: u8| line.min(width - 1 - line) + 1;
    let (column, row) = (from_edge(point.column()), from_edge(point.row()));
    let (corner_to, side_to) = if width < 13 { (4, 3) } else { (5, 4) };
    match (column.min(row), column.max(row)) {
        (2..=4, to) if to <= corner_to => Some(Reason::EmptyCorner),
        (from @ 2.., _) if from <= side_to => Some(Reason::EmptySide),
        _ => None,
    }
}

/// How many empty points there are around it with such an owner: 1 is the player, −1 the other.
fn points_around(board: &Board, point: Point, report: &Report<Move>, is_wanted: impl Fn(f32) -> bool) -> Option<u16> {
    let size = board.size();
    if report.ownership.len() != size.area() as usize {
        return None;
    }
    let near = |other: &Point| other.column().abs_diff(point.column()) + other.row().abs_diff(point.row()) <= AROUND;
    let wanted = |other: &Point| is_wanted(report.ownership[other.number(size) as usize]);
    let points = size.points().filter(|other| board.is_empty(*other) && near(other) && wanted(other)).count() as u16;
    (points >= POINTS_MIN).then_some(points)
}
