//! Writes a gallery of pictures into a folder: `cargo run --release -p plateau-draw --example gallery -- FOLDER`.

#[path = "../tests/it/samples.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod samples;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use draw::{Charset, Coordinates, Interaction, Legend, Paint, Reserve, Style, TextStyle, Theme};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("usage: gallery FOLDER")?);
    fs::create_dir_all(&folder)?;
    let views = [
        ("go-9", samples::go_9(), 640),
        ("go-19", samples::go_19(), 960),
        ("go-book", samples::go_book(), 720),
        ("go-end", samples::go_end(), 480),
        ("go-full", samples::go_full(), 960),
        ("othello", samples::othello_middle(), 640),
        ("othello-book", samples::othello_book(), 640),
        ("aligne4-book", samples::aligne4_book(), 960),
        ("aligne4", samples::aligne4_middle(), 960),
        ("aligne4-won", samples::aligne4_won(), 960),
    ];
    let mut page = String::new();
    for (name, view, width) in &views {
        for theme in Theme::ALL {
            let style = Style { title: Some((*name).to_owned()), width: Some(*width), ..Style::new(theme) };
            let (svg, png) = (draw::svg(view, &style)?, draw::png(view, &style, *width)?);
            println!("{name}-{}: svg {} bytes, png {} bytes", theme.id, svg.len(), png.len());
            fs::write(folder.join(format!("{name}-{}.svg", theme.id)), svg)?;
            fs::write(folder.join(format!("{name}-{}.png", theme.id)), png)?;
        }
        let legend = Legend {
            black: "black".into(),
            white: "white".into(),
            large: "large".into(),
            small: "small".into(),
            animal: "animal".into(),
            plant: "plant".into(),
            round: "round".into(),
            square: "square".into(),
        };
        for (charset, suffix) in [(Charset::Unicode, "txt"), (Charset::Ascii, "ascii.txt")] {
            let style = TextStyle { charset, legend: Some(legend.clone()), bare: false };
            fs::write(folder.join(format!("{name}.{suffix}")), draw::text(view, &style)?)?;
        }
        let style = Style { paint: Paint::Css, id_prefix: name.replace('-', ""), ..Style::default() };
        let interaction = Interaction {
            board: "board",
            cell: &|cell| format!("{}, {}", cell.name, if cell.content.is_some() { "taken" } else { "empty" }),
        };
        let svg = draw::interactive_svg(view, &style, &interaction)?;
        println!("{name}, interactive: {} bytes", svg.len());
        page.push_str(&format!("<figure>{svg}</figure>\n"));
    }
    let style = Style { coordinates: Coordinates::AllSides, ..Style::default() };
    fs::write(folder.join("go-all-sides.png"), draw::png(&samples::go_9(), &style, 320)?)?;
    let style = Style { reserve: Reserve::Below, ..Style::default() };
    fs::write(folder.join("aligne4-below.png"), draw::png(&samples::aligne4_middle(), &style, 480)?)?;
    let style = Style { reserve: Reserve::Alone, coordinates: Coordinates::Off, ..Style::default() };
    fs::write(folder.join("aligne4-alone.png"), draw::png(&samples::aligne4_middle(), &style, 480)?)?;
    for width in [120, 390, 2000] {
        for (name, view, _) in &views {
            let png = draw::png(view, &Style::default(), width)?;
            fs::write(folder.join(format!("{name}-{width}.png")), png)?;
        }
    }
    fs::write(folder.join("page.html"), html(&page))?;
    Ok(())
}

/// A page that follows the reader's wish for dark or light.
fn html(figures: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Gallery</title><style>{}\
         :root{{{}background:#f5f0e7}}@media(prefers-color-scheme:dark){{:root{{{}background:#1c1815}}}}\
         body{{display:grid;grid-template-columns:repeat(2,1fr);gap:1rem}}figure{{margin:0}}</style>\n<body>{figures}</body></html>",
        draw::stylesheet(),
        draw::WOOD.css(),
        draw::DARK.css()
    )
}
