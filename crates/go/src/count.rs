//! The count at the end of a game: whose every point is, and why.

use core::fmt;

use plateau_core::{Outcome, Player};

use crate::board::{eyes_left_open, regions};
use crate::komi::write_half_points;
use crate::seki::stones_in_seki;
use crate::{Board, DeadStones, Point, PointSet, Rules, Scoring};

/// A counted board: where each point of each player comes from.
///
/// Dead stones are taken off first and become prisoners. A region of empty points that then touches stones of one colour
/// only is that player's territory, unless, when counting by territory or by stones, a chain in seki borders it.
///
/// ```
/// use go::{Count, DeadStones, Game, Player};
/// use plateau_core::Game as _;
///
/// let position = Game::default().position("........./........./........./........./XXXXXXXXX/OOOOOOOOO/........./........./......... X");
/// let count = position.unwrap().count(&DeadStones::NONE);
/// assert_eq!(count.tally(Player::Black).territory, 36);
/// assert_eq!(count.margin().to_string(), "B+1.5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    scoring: Scoring,
    stones: [PointSet; 2],
    territory: [PointSet; 2],
    seki_eyes: [PointSet; 2],
    /// Stones of each player that were taken off as dead.
    dead: [PointSet; 2],
    tallies: [Tally; 2],
}

/// What a point is in a [`Count`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointCount {
    /// Whose it is and why.
    pub status: Status,
    /// Whose dead stone lay there, if one did. It is the other player's prisoner.
    pub dead_stone: Option<Player>,
    /// What it is worth to each player, in points: stone or territory, and the prisoner. Which points a group leaves open for
    /// its eyes ([`Tally::eyes`]) is up to its owner.
    pub worth: [u16; 2],
}

/// Whose a point is, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A living stone stands there.
    Stone(Player),
    /// It is surrounded by this player's living stones.
    Territory(Player),
    /// It is surrounded by this player's stones, but they are in seki, and territory or stones are counted.
    SekiEye(Player),
    /// It is nobody's: both touch its region, or neither does.
    Dame,
}

/// Where one player's points come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Living stones on the board.
    pub stones: u16,
    /// Points of territory.
    pub territory: u16,
    /// Enemy stones taken during the game.
    pub captures: u32,
    /// Enemy stones taken off as dead at the end.
    pub dead: u16,
    /// Points of territory that the player's groups leave open when stones are counted: two each, and none in seki, where no territory is.
    pub eyes: u16,
    /// Komi, in half points; White's.
    pub komi_half_points: i32,
    /// What White gets for handicap stones, in half points.
    pub compensation_half_points: i32,
    /// What all of this comes to under the rules, in half points.
    pub total_half_points: i32,
}

impl Count {
    /// Counts a board, after `handicap_stones` were given, with these stones taken as dead.
    pub fn of(board: &Board, rules: &Rules, handicap_stones: u16, dead: &DeadStones) -> Count {
        let nothing = DeadStones::NONE;
        let dead = if rules.everything_alive { &nothing } else { dead };
        let alive = dead.removed_from(board);
        let in_seki = match rules.scoring {
            Scoring::Territory | Scoring::Stones => stones_in_seki(&alive),
            Scoring::Area | Scoring::Sum => PointSet::EMPTY,
        };
        let mut count = Count {
            scoring: rules.scoring,
            stones: stones_of(&alive, |_| true),
            territory: [PointSet::EMPTY; 2],
            seki_eyes: [PointSet::EMPTY; 2],
            dead: stones_of(board, |point| dead.contains(point)),
            tallies: [Tally::default(); 2],
        };
        for region in regions(&alive) {
            let Some(owner) = region.owner() else { continue };
            let seki = region.points.iter().any(|p| p.neighbours(board.size()).any(|n| in_seki.contains(n)));
            let set = if seki { &mut count.seki_eyes } else { &mut count.territory };
            region.points.into_iter().for_each(|point| {
                set[owner].insert(point);
            });
        }
        let bonus = rules.bonus_half_points(handicap_stones);
        count.tallies = Player::BOTH.map(|player| count.tally_up(player, board, bonus));
        count
    }

    fn tally_up(&self, player: Player, board: &Board, bonus: (i32, i32)) -> Tally {
        let (komi_half_points, compensation_half_points) = if player == Player::White { bonus } else { (0, 0) };
        let mut tally = Tally {
            stones: self.stones[player].len(),
            territory: self.territory[player].len(),
            captures: board.captures(player),
            dead: self.dead[player.opponent()].len(),
            eyes: match self.scoring {
                Scoring::Stones => eyes_left_open(board.size(), self.stones[player], &self.territory[player]),
                Scoring::Area | Scoring::Territory | Scoring::Sum => 0,
            },
            komi_half_points,
            compensation_half_points,
            total_half_points: 0,
        };
        let stones = tally.stones as i32;
        let prisoners = tally.captures as i32 + tally.dead as i32;
        let points = tally.territory as i32
            + match self.scoring {
                Scoring::Area => stones,
                Scoring::Territory => prisoners,
                Scoring::Sum => stones + prisoners,
                Scoring::Stones => stones - tally.eyes as i32,
            };
        tally.total_half_points = 2 * points + komi_half_points + compensation_half_points;
        tally
    }

    /// Where the player's points come from.
    pub fn tally(&self, player: Player) -> &Tally {
        &self.tallies[player]
    }

    /// What this point is.
    pub fn at(&self, point: Point) -> PointCount {
        let holder = |sets: &[PointSet; 2]| Player::BOTH.into_iter().find(|&player| sets[player].contains(point));
        let status = holder(&self.stones)
            .map(Status::Stone)
            .or_else(|| holder(&self.territory).map(Status::Territory))
            .or_else(|| holder(&self.seki_eyes).map(Status::SekiEye))
            .unwrap_or(Status::Dame);
        let dead_stone = holder(&self.dead);
        let mut worth = [0; 2];
        match status {
            Status::Stone(player) if self.scoring != Scoring::Territory => worth[player] += 1,
            Status::Territory(player) => worth[player] += 1,
            _ => {}
        }
        if let (Some(owner), Scoring::Territory | Scoring::Sum) = (dead_stone, self.scoring) {
            worth[owner.opponent()] += 1;
        }
        PointCount { status, dead_stone, worth }
    }

    /// By how much who wins.
    pub fn margin(&self) -> Margin {
        let [black, white] = &self.tallies;
        Margin { black_half_points: black.total_half_points - white.total_half_points }
    }
}

fn stones_of(board: &Board, wanted: impl Fn(Point) -> bool) -> [PointSet; 2] {
    let points = |player| board.size().points().filter(move |&point| board.at(point) == Some(player));
    Player::BOTH.map(|player| points(player).filter(|&point| wanted(point)).collect())
}

/// The difference between the players at the end: `B+3.5`, `W+0.5`, or `0` for a tie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Margin {
    /// By how many half points Black leads; negative if White does.
    pub black_half_points: i32,
}

impl Margin {
    /// Who wins by it.
    pub fn outcome(self) -> Outcome {
        Outcome::from_margin(self.black_half_points, Player::Black)
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome() {
            Outcome::Win(Player::Black) => f.write_str("B+")?,
            Outcome::Win(Player::White) => f.write_str("W+")?,
            Outcome::Draw | Outcome::NoResult => return f.write_str("0"),
        }
        write_half_points(f, self.black_half_points.abs())
    }
}
