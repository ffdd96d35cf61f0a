//! A view as a picture: SVG for pages and books, PNG where SVG is not welcome, text for consoles.
//!
//! This crate draws [`BoardView`]s and knows no rule: what is legal, who owns what and which line won stands in the view.
//! It knows no language either; every word in a picture comes from the caller and is escaped.
//!
//! - [`svg`]: a picture. It needs no fonts (letters are drawn) and contains nothing that is loaded from elsewhere.
//! - [`interactive_svg`]: the same picture for a page, with every cell a focusable element that has a name; [`changes`] are
//!   the parts of it that a move changes, and [`stylesheet`] is the CSS that goes with it.
//! - [`links`]: a layer of links over it, for browsers without scripts.
//! - [`png`]: the picture as pixels.
//! - [`text`]: a diagram of characters.
//! - [`icon`]: a single stone or piece.
//! - [`graph_svg`] and [`graph_text`]: how a game went, as a curve.
//!
//! How it looks is a [`Style`]: a [`Theme`], which is a table of colours, and what is shown around the board.
//!
//! Invariants: the same view and style give the same bytes on every machine; a view that cannot be drawn is refused with an
//! [`Error`], never a panic. Start reading at `picture.rs`, which puts the layers on top of each other.
//!
//! ```
//! use table::view::{BoardView, Cell, Surface};
//! let names = |n: i32| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>();
//! let empty = BoardView {
//!     surface: Surface::Go,
//!     columns: names(9),
//!     rows: names(9),
//!     cells: vec![Cell::default(); 81],
//!     reserve: Vec::new(),
//!     won: Vec::new(),
//!     strokes: Vec::new(),
//! };
//! let picture = draw::svg(&empty, &draw::Style::default())?;
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), draw::Error>(())
//! ```

mod boards;
mod error;
mod glyphs;
mod graph;
mod interactive;
mod layout;
mod marks;
mod picture;
mod pieces;
mod png;
mod shapes;
mod sheet;
mod style;
mod text;
mod theme;

pub use table::view::{BoardView, Cell, Claim, Content, Figure, Mark, Reserved, Stroke, Sure, Surface, WonLine, Worth};

pub use error::Error;
pub use graph::{GRAPH_STYLE, graph_svg, graph_text};
pub use interactive::{Part, changes, coordinates, interactive_svg, links, parts, piece_id};
pub use picture::{icon, stylesheet, svg};
pub use png::png;
pub use style::{Coordinates, Interaction, Paint, Reserve, Style};
pub use text::{Charset, Legend, TextStyle, move_text, piece_text, text};
pub use theme::{CONTRAST, DARK, PLAIN, PRINT, Slot, Theme, WOOD};

/// The most rows or columns a board may have.
pub const MAX_SIDE: usize = 25;
/// The narrowest picture in pixels.
pub const MIN_WIDTH: u32 = 16;
/// The widest picture in pixels; at this width a square board takes some 130 MiB while it is being drawn.
pub const MAX_WIDTH: u32 = 4096;
