//! What a game taught.
//!
//! A [`Judgement`] is what an engine thinks of one position, as text that can be kept. An [`Analysis`] collects the judgements of a
//! game's positions, says which position is worth thinking about [next](Analysis::begin), and makes of them what a player wants to
//! know: what each move lost, where the game turned, how well each side played.
//!
//! A [`lesson`] teaches a game from its first move. A [`deck`] is what somebody has to learn from their own mistakes, and when.
//!
//! Nothing here thinks, keeps or shows anything: engines are driven by `players`, texts lie in `store`, faces draw.

mod analysis;
mod curve;
pub mod deck;
mod effort;
mod judgement;
pub mod lesson;
mod measure;
mod motif;
mod notebook;
pub mod puzzle;
pub mod rating;
mod summary;

pub use analysis::{Analysis, Job, Verdict};
pub use curve::{Curve, Dot};
pub use effort::Effort;
pub use judgement::{Judged, Judgement, Unreadable};
pub use measure::{Grade, Measure};
pub use motif::Motif;
pub use notebook::{NoNotebook, Notebook};
pub use summary::{Phase, Played, Summary};
