use core::fmt;
use core::str::FromStr;

use plateau_core::{Expected, ParseError, Scanner};

use crate::Bits;

/// One of the sixteen pieces, written as a hexadecimal digit.
///
/// ```text
///   bit     3        2        1         0
///   0     black    large    animal    round
///   1     white    small    plant     square
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(u8);

const PIECE: Expected = Expected { id: "aligne4-piece", phrase: "a piece, 0 to f" };

impl Piece {
    /// How many pieces there are.
    pub const COUNT: usize = 16;

    /// The piece with this number: 8·colour + 4·size + 2·kind + shape.
    #[inline]
    pub const fn new(index: u8) -> Option<Piece> {
        if index < 16 { Some(Piece(index)) } else { None }
    }

    /// The piece whose number is the lowest four bits.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Piece {
        Piece(bits & 15)
    }

    /// All of them, by their number.
    pub fn all() -> impl ExactSizeIterator<Item = Piece> + Clone {
        (0..16).map(Piece)
    }

    /// The number of the piece, 0 to 15.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The piece as a mask.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The digit that it is written as, `0` to `f`.
    pub const fn digit(self) -> char {
        b"0123456789abcdef"[self.0 as usize] as char
    }

    /// Its characteristics as a byte, bit *n* for lane *n* of a [`Position`](crate::Position): the ones of its number above,
    /// the zeros below.
    ///
    /// ```text
    ///   bit     7      6      5      4       3      2      1       0
    ///         white  small  plant  square  black  large  animal  round
    /// ```
    #[inline]
    pub const fn lanes(self) -> u8 {
        self.0 << 4 | (!self.0 & 15)
    }

    /// What it adds to the upper half of [`Position::lanes`](crate::Position::lanes) from the first cell: the bits of its
    /// number, sixteen apart.
    #[inline]
    pub const fn ones(self) -> u64 {
        let bits = self.0 as u64;
        bits & 1 | (bits & 2) << 15 | (bits & 4) << 30 | (bits & 8) << 45
    }

    /// What the piece is in this respect.
    pub fn characteristic(self, aspect: Aspect) -> Characteristic {
        let [zero, one] = aspect.values();
        if self.0 >> aspect as u8 & 1 == 0 { zero } else { one }
    }

    /// Its four characteristics: colour, size, kind, shape.
    pub fn characteristics(self) -> [Characteristic; 4] {
        Aspect::ALL.map(|aspect| self.characteristic(aspect))
    }

    /// Whether the piece has this characteristic.
    pub fn is(self, characteristic: Characteristic) -> bool {
        self.characteristic(characteristic.aspect()) == characteristic
    }

    pub(crate) fn from_char(c: char) -> Option<Piece> {
        c.to_digit(16).map(|digit| Piece(digit as u8))
    }

    pub(crate) fn scan(scanner: &mut Scanner<'_>) -> Result<Piece, ParseError> {
        scanner.take(PIECE, Piece::from_char)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.digit())
    }
}

impl FromStr for Piece {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Piece, ParseError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_blanks();
        let piece = Piece::scan(&mut scanner)?;
        scanner.end()?;
        Ok(piece)
    }
}

/// What can be told of a piece; the number is the bit of [`Piece`] that says it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aspect {
    /// Round or square.
    Shape = 0,
    /// Animal or plant.
    Kind = 1,
    /// Large or small.
    Size = 2,
    /// Black or white.
    Colour = 3,
}

impl Aspect {
    /// All four, in the order in which people name them.
    pub const ALL: [Aspect; 4] = [Aspect::Colour, Aspect::Size, Aspect::Kind, Aspect::Shape];

    /// The two characteristics that it tells apart, the one that is written 0 first.
    pub const fn values(self) -> [Characteristic; 2] {
        match self {
            Aspect::Colour => [Characteristic::Black, Characteristic::White],
            Aspect::Size => [Characteristic::Large, Characteristic::Small],
            Aspect::Kind => [Characteristic::Animal, Characteristic::Plant],
            Aspect::Shape => [Characteristic::Round, Characteristic::Square],
        }
    }
}

/// What the pieces of a won line share.
///
/// The number is the lane of a position's masks (see `Position`): the aspect's bit, plus 4 for the values written 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Characteristic {
    /// Black, a piece's colour; not the player.
    Black = 3,
    /// White, a piece's colour; not the player.
    White = 7,
    /// Large.
    Large = 2,
    /// Small.
    Small = 6,
    /// An animal.
    Animal = 1,
    /// A plant.
    Plant = 5,
    /// Round.
    Round = 0,
    /// Square, the shape of a piece; not the two by two square.
    Square = 4,
}

impl Characteristic {
    /// All eight, in the order in which people name them.
    pub const ALL: [Characteristic; 8] = [
        Characteristic::Black,
        Characteristic::White,
        Characteristic::Large,
        Characteristic::Small,
        Characteristic::Animal,
        Characteristic::Plant,
        Characteristic::Round,
        Characteristic::Square,
    ];

    /// The number of its mask in a position.
    #[inline]
    pub const fn lane(self) -> u8 {
        self as u8
    }

    /// Which aspect it is a value of.
    pub const fn aspect(self) -> Aspect {
        match self {
            Characteristic::Black | Characteristic::White => Aspect::Colour,
            Characteristic::Large | Characteristic::Small => Aspect::Size,
            Characteristic::Animal | Characteristic::Plant => Aspect::Kind,
            Characteristic::Round | Characteristic::Square => Aspect::Shape,
        }
    }

    /// The other value of the same aspect.
    pub fn opposite(self) -> Characteristic {
        let [zero, one] = self.aspect().values();
        if self == zero { one } else { zero }
    }

    /// The word for it, in English.
    pub const fn name(self) -> &'static str {
        match self {
            Characteristic::Black => "black",
            Characteristic::White => "white",
            Characteristic::Large => "large",
            Characteristic::Small => "small",
            Characteristic::Animal => "animal",
            Characteristic::Plant => "plant",
            Characteristic::Round => "round",
            Characteristic::Square => "square",
        }
    }
}

impl fmt::Display for Characteristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of characteristics, such as those that a line shares; bit *n* is lane *n*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Characteristics(u8);

impl Characteristics {
    /// The set of these lanes.
    #[inline]
    pub const fn from_lanes(lanes: u8) -> Characteristics {
        Characteristics(lanes)
    }

    /// Whether this one is in the set.
    pub const fn contains(self, characteristic: Characteristic) -> bool {
        self.0 >> characteristic.lane() & 1 != 0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        Bits(self.0 as u16).len()
    }

    /// Those in the set, in the order in which people name them.
    pub fn iter(self) -> impl Iterator<Item = Characteristic> {
        Characteristic::ALL.into_iter().filter(move |&c| self.contains(c))
    }
}

impl FromIterator<Characteristic> for Characteristics {
    fn from_iter<I: IntoIterator<Item = Characteristic>>(iter: I) -> Characteristics {
        Characteristics(iter.into_iter().fold(0, |lanes, c| lanes | 1 << c.lane()))
    }
}

impl fmt::Display for Characteristics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, characteristic) in self.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{characteristic}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::{Cell, Position, Rules};

    #[test]
    fn the_digit_says_what_the_piece_is() {
        for (text, words) in [
            ("0", ["black", "large", "animal", "round"]),
            ("7", ["black", "small", "plant", "square"]),
            ("8", ["white", "large", "animal", "round"]),
            ("F", ["white", "small", "plant", "square"]),
        ] {
            let piece: Piece = text.parse().unwrap();
            assert_eq!(piece.characteristics().map(Characteristic::name), words);
            assert_eq!(piece.to_string(), text.to_lowercase());
        }
    }

    #[test]
    fn lanes_are_the_bits_of_the_piece_and_each_opposite_is_four_away() {
        let mut seen = 0;
        for characteristic in Characteristic::ALL {
            seen |= 1 << characteristic.lane();
            assert_eq!(characteristic.lane() % 4, characteristic.aspect() as u8);
            assert_eq!(characteristic.lane() ^ 4, characteristic.opposite().lane());
            for piece in Piece::all() {
                let bit = piece.index() >> (characteristic.lane() % 4) & 1;
                assert_eq!(piece.is(characteristic), bit == characteristic.lane() / 4, "{piece} {characteristic}");
                let in_lanes = piece.lanes() >> characteristic.lane() & 1 == 1;
                assert_eq!(piece.is(characteristic), in_lanes, "{piece} {characteristic}");
            }
        }
        assert_eq!(seen, 255);
    }

    #[test]
    fn the_ones_of_a_piece_are_what_a_position_gets_of_it() {
        for piece in Piece::all() {
            for cell in Cell::all() {
                let mut position = Position::new(Rules::BASE);
                position.put(piece, cell);
                assert_eq!((position.lanes() >> 64) as u64, piece.ones() << cell.index(), "{piece}{cell}");
            }
        }
    }

    #[test]
    fn sets_are_named_in_order() {
        let set: Characteristics = [Characteristic::Square, Characteristic::White].into_iter().collect();
        assert_eq!(set.to_string(), "white, square");
        assert_eq!((set.len(), set.is_empty()), (2, false));
    }

    #[test]
    fn refusals_name_the_column() {
        for (text, error) in [
            ("", "column 1: expected a piece, 0 to f, found the end"),
            ("g", "column 1: expected a piece, 0 to f, found 'g'"),
            ("7 7", "column 3: expected nothing more, found '7'"),
        ] {
            assert_eq!(text.parse::<Piece>().unwrap_err().to_string(), error, "{text:?}");
        }
    }
}
