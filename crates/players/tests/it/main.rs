//! The machine's players: every level in a match, and the machine at a table.

mod analyst;
mod attendant;
mod contest;
mod desk;
mod estimate;
mod levels;
mod puzzles;
mod thinker;
