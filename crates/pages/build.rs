//! Puts the program that a browser plays with where there is no server into this one, if it was built before: the variable
//! `PLATEAU_BROWSER` names its file (`cargo xtask browser` makes it). Without it there is no offline play, and the server says so.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-env-changed=PLATEAU_BROWSER");
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where")).join("plateau.wasm");
    // That program itself has none inside, though the variable may be set while it is built.
    let is_program = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let program = env::var_os("PLATEAU_BROWSER").filter(|path| !path.is_empty() && !is_program).map(PathBuf::from);
    let bytes = program.map_or_else(Vec::new, |path| {
        println!("cargo::rerun-if-changed={}", path.display());
        fs::read(&path).unwrap_or_else(|error| panic!("PLATEAU_BROWSER names {}: {error}", path.display()))
    });
    fs::write(target, bytes).expect("there is room in the target folder");
}
