//! Whole pictures and diagrams against files that a person has looked at.

use std::fs;
use std::path::Path;

use draw::{Charset, Coordinates, Interaction, Legend, Mark, Paint, Reserve, Style, TextStyle, Theme};

use crate::samples;

/// Compares with the golden file, or writes it under `BLESS=1`.
fn check(name: &str, found: &str) {
    check_in("tests/golden", name, found);
}

/// The same, in another folder.
fn check_in(folder: &str, name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, found).unwrap();
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name} is missing: run with BLESS=1"));
    // Two whole pictures are no message; the first difference is.
    if let Some(at) = expected.bytes().zip(found.bytes()).position(|(a, b)| a != b) {
        let around = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(60)..]).chars().take(120).collect::<String>()
        };
        panic!("{name} differs at byte {at}:\nexpected …{}\n   found …{}", around(&expected), around(found));
    }
    assert_eq!(expected.len(), found.len(), "{name} has another length");
}

#[test]
fn svg() {
    let wood = Style::default();
    let print = Style::new(&draw::PRINT);
    check("go-9-wood.svg", &draw::svg(&samples::go_9(), &wood).unwrap());
    check("go-book-print.svg", &draw::svg(&samples::go_book(), &print).unwrap());
    check("go-end-plain.svg", &draw::svg(&samples::go_end(), &Style::new(&draw::PLAIN)).unwrap());
    check("othello-wood.svg", &draw::svg(&samples::othello_middle(), &wood).unwrap());
    let around = Style { coordinates: Coordinates::AllSides, legal: false, ..Style::new(&draw::CONTRAST) };
    check("othello-contrast.svg", &draw::svg(&samples::othello_middle(), &around).unwrap());
    check("aligne4-won-wood.svg", &draw::svg(&samples::aligne4_won(), &wood).unwrap());
    let below = Style { reserve: Reserve::Below, coordinates: Coordinates::Off, ..print };
    check("aligne4-below-print.svg", &draw::svg(&samples::aligne4_middle(), &below).unwrap());
}

#[test]
fn pictures_of_the_readme() {
    let views = [
        (
            "go.svg",
            samples::go_9(),
            "Go on nine lines, with the territory of both sides; White has just played H6",
            420,
        ),
        ("othello.svg", samples::othello_middle(), "Othello: dots show where Black may play", 420),
        ("aligne4.svg", samples::aligne4_won(), "Aligne 4: four plants in a row have won; the reserve is beside", 840),
    ];
    for (name, view, title, width) in views {
        let style = Style { title: Some(title.to_owned()), width: Some(width), ..Style::default() };
        check_in("../../docs/pictures", name, &draw::svg(&view, &style).unwrap());
    }
}

#[test]
fn interactive_svg() {
    let style = Style { paint: Paint::Css, id_prefix: "x".to_owned(), ..Style::new(Theme::by_id("dark").unwrap()) };
    let interaction = Interaction {
        board: "Board",
        cell: &|cell| format!("{}, {}", cell.name, if cell.content.is_some() { "taken" } else { "empty" }),
    };
    let mut go = samples::go(&[". . X", ". O .", ". . ."]);
    samples::cell(&mut go, "B2").marks.extend([Mark::Last, Mark::Cursor]);
    check("go-interactive.svg", &draw::interactive_svg(&go, &style, &interaction).unwrap());
    let aligne4 = samples::aligne4_middle();
    check("aligne4-interactive.svg", &draw::interactive_svg(&aligne4, &style, &interaction).unwrap());
}

#[test]
fn text() {
    let views = [
        ("go-9", samples::go_9()),
        ("go-19", samples::go_19()),
        ("go-book", samples::go_book()),
        ("go-end", samples::go_end()),
        ("othello", samples::othello_middle()),
        ("othello-book", samples::othello_book()),
        ("aligne4-book", samples::aligne4_book()),
        ("aligne4", samples::aligne4_middle()),
        ("aligne4-won", samples::aligne4_won()),
    ];
    let legend = Legend {
        black: "noir".into(),
        white: "blanc".into(),
        large: "grand".into(),
        small: "petit".into(),
        animal: "animal".into(),
        plant: "plante".into(),
        round: "rond".into(),
        square: "carré".into(),
    };
    for (name, view) in &views {
        let unicode = TextStyle { legend: Some(legend.clone()), ..TextStyle::default() };
        check(&format!("{name}.txt"), &draw::text(view, &unicode).unwrap());
        let ascii = TextStyle { charset: Charset::Ascii, ..TextStyle::default() };
        check(&format!("{name}.ascii.txt"), &draw::text(view, &ascii).unwrap());
        let bare = TextStyle { bare: true, ..ascii };
        check(&format!("{name}.bare.txt"), &draw::text(view, &bare).unwrap());
    }
}
