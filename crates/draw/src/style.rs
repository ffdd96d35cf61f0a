//! How a picture is to look, apart from what is on the board.

use table::view::Cell;

use crate::theme::{Theme, WOOD};

/// How a picture is drawn.
///
/// ```
/// use draw::{Coordinates, Style, Theme};
/// let style = Style { coordinates: Coordinates::AllSides, ..Style::new(Theme::by_id("print").unwrap()) };
/// ```
#[derive(Clone, Debug)]
pub struct Style {
    /// The colours.
    pub theme: &'static Theme,
    /// Where the colours come from.
    pub paint: Paint,
    /// Row and column labels.
    pub coordinates: Coordinates,
    /// Whether a small dot stands on every square of Othello where one may play.
    pub legal: bool,
    /// Where the pieces of Aligne 4 are that are not on the board.
    pub reserve: Reserve,
    /// What the picture shows, for those who do not see it; becomes the SVG's title. A board to play on has the names of its
    /// [`Interaction`] instead.
    pub title: Option<String>,
    /// The width that the SVG asks for, in pixels; without it, it takes the room it gets.
    pub width: Option<u32>,
    /// What ids inside the SVG begin with; a page with several pictures of different styles gives each its own. Only ASCII
    /// letters and digits of it are used.
    pub id_prefix: String,
}

impl Style {
    /// The usual picture in this theme.
    pub fn new(theme: &'static Theme) -> Style {
        Style {
            theme,
            paint: Paint::Fixed,
            coordinates: Coordinates::TwoSides,
            legal: true,
            reserve: Reserve::Right,
            title: None,
            width: None,
            id_prefix: String::new(),
        }
    }
}

impl Default for Style {
    fn default() -> Style {
        Style::new(&WOOD)
    }
}

/// Where colours come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The theme's colours are written into the picture.
    Fixed,
    /// The page's CSS custom properties (see [`Theme::css`]) decide, and the theme where there are none: one picture serves a
    /// light and a dark page. For browsers; other programs may not know this.
    Css,
}

/// Row and column labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// None.
    Off,
    /// On the sides where the game counts from: left and below in Go, left and above in the other games.
    TwoSides,
    /// All around.
    AllSides,
}

/// Where the reserve of Aligne 4 is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reserve {
    /// Nowhere.
    Hidden,
    /// At the right of the board, four by four.
    Right,
    /// Below the board, two rows of eight.
    Below,
    /// Four by four, without the board.
    Alone,
}

/// What makes a picture playable in a browser: names for everything.
///
/// The words come from the caller, because this crate knows no language.
#[derive(Clone, Copy)]
pub struct Interaction<'a> {
    /// The name of the board.
    pub board: &'a str,
    /// The name of a cell, such as 'D4, empty'.
    pub cell: &'a dyn Fn(&Cell) -> String,
}
