//! Makes the opening tables anew: `cargo run --release -p plateau-engine-aligne4 --example make-opening -- base 5 FILE`.
//!
//! The arguments are the rules (`base` or `squares`), up to how many pieces, and the file to write; then, if wanted, the
//! threads and the mebibytes to use.

use std::error::Error;

use engine_aligne4::{Settings, opening};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, pieces, file, rest @ ..] = args.as_slice() else {
        return Err("usage: RULES PIECES FILE [THREADS [MIB]]".into());
    };
    let squares = match rules.as_str() {
        "base" => false,
        "squares" => true,
        _ => return Err("the rules are base or squares".into()),
    };
    let number = |at: usize, otherwise: usize| rest.get(at).map_or(Ok(otherwise), |text| text.parse());
    let settings = Settings { threads: number(0, 2)?, memory_bytes: number(1, 1024)? << 20, opening: false };
    let progress = |done: usize, all: usize| {
        if done.is_multiple_of(1000) {
            eprint!("\r{done} of {all} positions searched");
        }
    };
    let bytes = opening::make(squares, pieces.parse()?, settings, &progress);
    eprintln!();
    std::fs::write(file, &bytes)?;
    println!("{file}: {} bytes", bytes.len());
    Ok(())
}
