use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use plateau_core::Reason;

use crate::{Point, Size};

/// The stones that Black has on the board before White's first move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Handicap {
    /// None: Black moves first.
    #[default]
    None,
    /// 2 to 9 stones on the star points of a 9×9, 13×13 or 19×19 board.
    Fixed(u8),
    /// So many stones that Black places freely, one after another.
    Free(u16),
}

impl Handicap {
    /// How many stones it is.
    pub const fn stones(self) -> u16 {
        match self {
            Handicap::None => 0,
            Handicap::Fixed(stones) => stones as u16,
            Handicap::Free(stones) => stones,
        }
    }

    /// Free stones, which Black places in the first turns.
    pub(crate) const fn to_place(self) -> u16 {
        match self {
            Handicap::Free(stones) => stones,
            Handicap::None | Handicap::Fixed(_) => 0,
        }
    }

    /// Succeeds if there is such a handicap on a board of this size.
    pub fn check(self, size: Size) -> Result<(), InvalidHandicap> {
        match self {
            Handicap::Fixed(_) if !has_star_points(size) => Err(InvalidHandicap::NoStarPoints),
            Handicap::None | Handicap::Fixed(2..=9) => Ok(()),
            Handicap::Fixed(_) => Err(InvalidHandicap::FixedNumber),
            // One point must stay empty, or the stones would have no liberty.
            Handicap::Free(stones) if 2 <= stones && stones < size.area() => Ok(()),
            Handicap::Free(_) => Err(InvalidHandicap::FreeNumber),
        }
    }
}

/// Why a handicap cannot be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidHandicap {
    /// Fixed handicap on a board without agreed star points.
    NoStarPoints,
    /// Fixed handicap of fewer than 2 or more than 9 stones.
    FixedNumber,
    /// Free handicap of fewer than 2 stones, or of as many as there are points.
    FreeNumber,
}

impl Error for InvalidHandicap {}

impl Reason for InvalidHandicap {
    fn id(&self) -> &'static str {
        match self {
            InvalidHandicap::NoStarPoints => "go-handicap-no-star-points",
            InvalidHandicap::FixedNumber => "go-handicap-fixed-number",
            InvalidHandicap::FreeNumber => "go-handicap-free-number",
        }
    }
}

impl fmt::Display for InvalidHandicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InvalidHandicap::NoStarPoints => "fixed handicap is for boards of 9, 13 and 19 only",
            InvalidHandicap::FixedNumber => "fixed handicap is 2 to 9 stones",
            InvalidHandicap::FreeNumber => "free handicap is at least 2 stones and leaves a point empty",
        })
    }
}

/// Whether the star points of boards of this size are agreed on.
fn has_star_points(size: Size) -> bool {
    [Size::NINE, Size::THIRTEEN, Size::NINETEEN].contains(&size)
}

/// Where handicap stones go, at most nine, in the order of the Go Text Protocol (version 2, section 4.1.1), on any board of
/// at least 2×2. On 9×9, 13×13 and 19×19 these are the star points of a fixed handicap.
///
/// ```text
///   3   8   2      the middle (5) is taken for the last stone of an odd number from 5 on;
///   6   5   7      with 8 and 9 stones the sides 8 and 9 come last
///   1   9   4
/// ```
pub fn handicap_points(size: Size, stones: u8) -> Vec<Point> {
    let width = size.width();
    let low = match width {
        ..7 => (width - 1) / 3,
        7..13 => 2,
        _ => 3,
    };
    let (middle, high) = (width / 2, width - 1 - low);
    let spread = [
        (low, low),
        (high, high),
        (low, high),
        (high, low),
        (low, middle),
        (high, middle),
        (middle, low),
        (middle, high),
    ];
    let centred = stones >= 5 && stones % 2 == 1;
    let around = stones as usize - usize::from(centred);
    let mut points: Vec<_> = spread[..around.min(spread.len())].iter().map(|&(c, r)| Point::at(c, r)).collect();
    if centred {
        points.push(Point::at(middle, middle));
    }
    points
}
