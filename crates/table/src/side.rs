use std::fmt;

/// How a side is called: by the colour of its stones, or, where the colours of the pieces are nobody's, by who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Who has the black stones.
    Black,
    /// Who has the white stones.
    White,
    /// Who begins.
    First,
    /// Who does not.
    Second,
}

impl Side {
    /// All of them.
    pub const ALL: [Side; 4] = [Side::Black, Side::White, Side::First, Side::Second];

    /// The message id of its name.
    pub const fn id(self) -> &'static str {
        match self {
            Side::Black => "side-black",
            Side::White => "side-white",
            Side::First => "side-first",
            Side::Second => "side-second",
        }
    }
}

/// As the sentences tell the sides apart.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Black => "black",
            Side::White => "white",
            Side::First => "first",
            Side::Second => "second",
        })
    }
}
