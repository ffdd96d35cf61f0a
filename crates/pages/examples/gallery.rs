//! Writes every page into a folder, as a small site of files: `cargo run -p plateau-pages --example gallery -- FOLDER`.

#[path = "../tests/pages/scenes.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod scenes;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use store::Preferences;
use store::preferences::ThemeChoice;
use words::{Lang, Words};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("usage: gallery FOLDER")?);
    for lang in Lang::ALL {
        let words = Words::new(lang);
        for theme in ThemeChoice::ALL {
            let options = Preferences { theme, name: "Ada".to_owned(), ..Preferences::default() };
            for (name, html) in scenes::every_page(&words, &options)? {
                write(&folder, &format!("/{lang}/{theme}/{name}.html"), html.as_bytes())?;
            }
        }
    }
    let names = "game.js live.js merge.js board.js reserve.js clock.js sound.js page.js review.js toss.js lobby.js exercise.js draft.js \
                 page.css study.css draft.css";
    let files = names.split(' ').map(|name| format!("/assets/{}/{name}", pages::version()));
    let others = ["/sw.js", "/manifest.webmanifest", "/favicon.svg", "/icon-180.png", "/icon-192.png", "/icon-512.png"];
    for path in files.chain(others.map(str::to_owned)) {
        let asset = pages::asset(&path).ok_or_else(|| format!("no asset {path}"))?;
        write(&folder, &path, &asset.bytes)?;
    }
    Ok(())
}

fn write(folder: &Path, path: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let path = folder.join(&path[1..]);
    fs::create_dir_all(path.parent().ok_or("no folder")?)?;
    Ok(fs::write(path, bytes)?)
}
