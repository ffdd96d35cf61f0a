//! The console and the screen, driven as a person drives them, against golden files in `tests/golden`.
//!
//! `BLESS=1 cargo test -p plateau-tui` writes the golden files anew; read the difference before committing it.

mod desk;
mod golden;
mod ids;
mod looks;
mod machine;
mod plain;
mod play;
mod screens;
mod studying;
mod typing;
