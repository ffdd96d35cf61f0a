//! Tables as faces use them: commands in, events stored, views out.

mod aligne4;
mod asked;
mod clocks;
mod draft;
mod go;
mod log;
mod othello;
mod play;
mod records;
mod review;
mod texts;
mod undo;
