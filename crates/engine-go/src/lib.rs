//! How the machine plays Go.
//!
//! [`Beginner`] is the classic opponent of somebody who has just learned the rules. [`Uct`] searches a tree of moves judged by
//! random playouts and knows nothing but the rules: the baseline that everything stronger must beat.

mod beginner;
mod owners;
mod uct;

pub use beginner::Beginner;
pub use owners::owners_by_playouts;
pub use uct::Uct;
