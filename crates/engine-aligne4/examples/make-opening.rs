//! Makes the opening tables anew: `cargo run --release -p plateau-engine-aligne4 --example make-opening -- base 5 FILE`.
//!
//! The arguments are the rules (`base`, `squares`, `gift` or `gift-squares`), up to how many pieces, and the file to write; then, if wanted, the
//! threads and the mebibytes to use, and a log: what is found is added to it, and what it holds is not searched again. The tables of `gift`
//! and `gift-squares` take two and three hours of processor time, so they want one.

use std::error::Error;
use std::fs::File;
use std::io::Write as _;
use std::sync::Mutex;

use aligne4::Rules;
use engine_aligne4::{Settings, opening};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, pieces, file, rest @ ..] = args.as_slice() else {
        return Err("usage: RULES PIECES FILE [THREADS [MIB [LOG]]]".into());
    };
    let rules: Rules = rules.parse()?;
    let number = |at: usize, otherwise: usize| rest.get(at).map_or(Ok(otherwise), |text| text.parse());
    let settings = Settings { threads: number(0, 2)?, memory_bytes: number(1, 1024)? << 20, opening: false };
    let mut known = Vec::new();
    let mut log = None;
    if let Some(path) = rest.get(2) {
        let text = if std::fs::exists(path)? { std::fs::read_to_string(path)? } else { String::new() };
        // A last line that was cut off would be read as something else.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        known = text[..whole].lines().map(|line| opening::Found::read(line).ok_or(line)).collect::<Result<_, _>>()?;
        let file = File::options().create(true).append(true).open(path)?;
        file.set_len(whole as u64)?;
        log = Some(Mutex::new(file));
    }
    let found = |found, left: usize| {
        if let Some(log) = &log {
            writeln!(log.lock().expect("no writer panics"), "{found}").expect("the log can be written");
        }
        if left.is_multiple_of(1000) {
            eprint!("\r{left} positions left to search  ");
        }
    };
    let bytes = opening::make(rules, pieces.parse()?, settings, known, &found);
    eprintln!();
    std::fs::write(file, &bytes)?;
    println!("{file}: {} bytes", bytes.len());
    Ok(())
}
