//! How the machine plays Go.
//!
//! [`Beginner`] is the classic opponent of somebody who has just learned the rules. [`Uct`] searches a tree of moves judged by
//! random playouts and knows nothing but the rules: the baseline that everything stronger must beat. [`Puct`] searches a tree
//! of moves judged by an [`Evaluator`]: by a [network](net) that was taught by playing itself, or by playouts. [`dead_stones`]
//! and [`explain`] say in players' words what it saw.

mod beginner;
mod evaluator;
mod giving_up;
mod ladder;
pub mod net;
mod ownership;
mod puct;
mod reasons;
mod recollection;
mod uct;

pub use beginner::Beginner;
pub use evaluator::{Evaluator, Networked, Playouts};
pub use net::Evaluation;
pub use ownership::dead_stones;
pub use puct::{Harvest, Inquiry, Puct, Settings, Terms, Walker};
pub use reasons::{Reason, explain};
pub use recollection::Recollection;
pub use uct::Uct;
