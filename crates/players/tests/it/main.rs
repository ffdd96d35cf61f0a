//! The machine's players: every level in a match, and the machine at a table.

mod attendant;
mod contest;
mod estimate;
mod levels;
mod thinker;
