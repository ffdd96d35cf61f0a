//! How the machine plays Go.
//!
//! [`Beginner`] is the classic opponent of somebody who has just learned the rules. [`Uct`] searches a tree of moves judged by
//! random playouts and knows nothing but the rules: the baseline that everything stronger must beat. [`Puct`] searches a tree
//! of moves judged by an [`Evaluator`].

mod beginner;
mod evaluator;
mod ownership;
mod puct;
mod uct;

pub use beginner::Beginner;
pub use evaluator::{Evaluation, Evaluator, Leaf, Playouts, white_bonus};
pub use ownership::dead_stones;
pub use puct::{Puct, Settings};
pub use uct::Uct;
