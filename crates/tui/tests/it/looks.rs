//! What is to be seen on every terminal, beyond what golden screens show.

use draw::Charset;
use ratatui::style::Color;
use store::Preferences;
use table::{Kind as Game, Who};
use tui::Colours;

use crate::desk::Plan;
use crate::play::{kept, people};
use crate::screens::{Driver, ENGLISH, FRENCH};

#[test]
fn colours_follow_the_terminal() {
    let options = || Preferences { animation: false, ..Preferences::default() };
    for (colours, has_rgb, has_index) in
        [(Colours::True, true, false), (Colours::Indexed, false, true), (Colours::Sixteen, false, false)]
    {
        let mut driver = Driver::with(ENGLISH, options(), Some(&people(Game::Go)), colours);
        driver.moves("D4 E5");
        let buffer = driver.buffer();
        let any = |test: fn(&Color) -> bool| buffer.content.iter().any(|cell| test(&cell.bg));
        assert_eq!(any(|colour| matches!(colour, Color::Rgb(..))), has_rgb, "{colours:?}");
        assert_eq!(any(|colour| matches!(colour, Color::Indexed(_))), has_index, "{colours:?}");
        // On every terminal with colours stones are black and white, on a board of its own colour.
        let stones =
            |sign| buffer.content.iter().filter(|cell| cell.symbol() == sign).map(|cell| cell.fg).collect::<Vec<_>>();
        assert!(stones("▐").iter().all(|colour| *colour != Color::Reset) && !stones("▐").is_empty(), "{colours:?}");
    }
    let mut driver = Driver::with(ENGLISH, options(), Some(&people(Game::Go)), Colours::None);
    driver.moves("D4 E5");
    assert!(driver.buffer().content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
}

#[test]
fn large_boards_scroll_with_the_cursor() {
    for size in 21..=25 {
        let plan = Plan { size, ..people(Game::Go) };
        let mut driver = Driver::new(ENGLISH, Some(&plan));
        let far = format!("{}1", if size == 25 { 'Z' } else { (b'A' + size) as char });
        driver.moves(&format!("A{size} {far}"));
        assert_eq!(kept(&driver), [format!("A{size}"), far.clone()]);
        let text = driver.text();
        assert!(text.contains('[') && text.contains('○') && text.contains('◂'), "{size}\n{text}");
        driver.moves(&format!("A{}", size - 1));
        let text = driver.text();
        assert!(text.contains("[●]") && text.contains('▸'), "{size}\n{text}");
    }
}

/// The letters and figures of a screen, in their order, without its blanks.
pub(crate) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_forced_pass_hides_no_move_and_long_sentences_are_whole() {
    let transcript = include_str!("../../../othello/tests/it/world-championship-1992-penloup-juhem.txt").trim();
    let moves: Vec<&str> = (0..112).step_by(2).map(|at| &transcript[at..at + 2]).collect();
    for (kind, told) in [
        (ENGLISH, "White h2, turned 2. Black has no move and passes. White to move."),
        (FRENCH, "Blanc h2, 2 pions retournés. Noir ne peut pas jouer et passe. À Blanc de jouer."),
    ] {
        let mut driver = Driver::new(kind, Some(&people(Game::Othello)));
        driver.moves(&moves.join(" "));
        assert!(squeezed(&driver.text()).contains(told), "{}", driver.text());
    }
}

#[test]
fn at_aligne4_nobody_is_called_by_a_colour_and_no_move_by_a_digit() {
    let games = [
        ("base", "0a1 fb2 3c3 4d4 7a2 2b1 9c1 ad1 5d3"),
        ("squares", "0a1 fb2 7c3 8d4 1b1 2a2"),
        ("gift", "7 a1 f b2 0 c3"),
    ];
    for (kind, sides) in [(ENGLISH, ["First", "Second"]), (FRENCH, ["Premier", "Second"])] {
        for (variant, moves) in games {
            let plan =
                Plan { variant: variant.to_owned(), who: [Who::Person, Who::Person], ..Plan::new(Game::Aligne4) };
            let mut driver = Driver::new(kind, Some(&plan));
            for mv in moves.split(' ') {
                driver.moves(mv);
                driver.keys("i");
                let text = driver.text();
                for colour in ["Black", "White", "Noir", "Blanc"] {
                    assert!(!text.contains(colour), "{colour}\n{text}");
                }
                assert!(sides.iter().all(|side| text.contains(side)), "{text}");
                // Files write a piece and a cell as three letters; nothing here does.
                let words = text.split(|c: char| c.is_whitespace() || "│┃:.,;()".contains(c));
                let coded = words.filter(|word| word.len() == 3).find(|word| {
                    let letters: Vec<char> = word.chars().collect();
                    letters[0].is_ascii_hexdigit()
                        && ('a'..='d').contains(&letters[1])
                        && ('1'..='4').contains(&letters[2])
                });
                assert_eq!(coded, None, "{text}");
            }
        }
    }
}

#[test]
fn pieces_and_stones_are_told_apart_on_every_terminal() {
    for colours in [Colours::None, Colours::Sixteen, Colours::Indexed, Colours::True] {
        let options = Preferences { animation: false, ..Preferences::default() };
        let mut driver = Driver::with(ENGLISH, options.clone(), Some(&people(Game::Aligne4)), colours);
        driver.moves("0a1 8b2 4c3 ca3");
        let text = driver.text();
        for place in ["● A", "○ A", "(•a)", "(◦a)"] {
            assert!(text.contains(place), "{place} {colours:?}\n{text}");
        }
        // A full disc is never drawn in white ink: it would look like a white piece.
        let buffer = driver.buffer();
        let inks = |sign: &str| {
            buffer.content.iter().filter(|cell| cell.symbol() == sign).map(|cell| cell.fg).collect::<Vec<_>>()
        };
        let white = [Color::White, Color::Rgb(0xff, 0xfd, 0xf6), Color::Indexed(231), Color::Indexed(230)];
        assert!(inks("●").iter().chain(&inks("•")).all(|ink| !white.contains(ink)), "{colours:?}");
    }
    // The sixteen colours of a terminal can be anything: there a white stone is a ring.
    for (colours, ring) in [(Colours::None, true), (Colours::Sixteen, true), (Colours::True, false)] {
        let options = Preferences { animation: false, ..Preferences::default() };
        let plan = Plan { size: 19, ..people(Game::Go) };
        let mut driver = Driver::with(ENGLISH, options, Some(&plan), colours);
        driver.moves("D4 Q16 C3");
        assert_eq!(driver.text().lines().skip(3).any(|line| line.contains('○')), ring, "{colours:?}");
    }
}

#[test]
fn legal_squares_of_othello_are_seen_on_every_terminal() {
    for (charset, colours) in [
        (Charset::Ascii, Colours::None),
        (Charset::Unicode, Colours::None),
        (Charset::Unicode, Colours::Sixteen),
        (Charset::Unicode, Colours::True),
    ] {
        let kind = crate::screens::Kind { charset, ..ENGLISH };
        let mut driver = Driver::with(kind, Preferences::default(), Some(&people(Game::Othello)), colours);
        let (text, buffer) = (driver.text(), driver.buffer());
        assert_eq!(text.matches(" + ").count(), 4, "{text}");
        let mut crosses = buffer.content.iter().filter(|cell| cell.symbol() == "+");
        assert!(colours == Colours::None || crosses.all(|cell| cell.fg != cell.bg), "{colours:?}");
    }
}

#[test]
fn what_is_too_long_for_its_lines_says_so_and_can_be_read_whole() {
    let names = ["A", "B"].map(|letter| format!("{}{}", letter, "m".repeat(39)));
    let plan = Plan { names, variant: "gift".to_owned(), ..people(Game::Aligne4) };
    let mut driver = Driver::new(FRENCH, Some(&plan));
    driver.moves("5 b2 1");
    let last = "sur une case.";
    let above = |driver: &mut Driver| driver.text().lines().take(2).collect::<Vec<_>>().join("\n");
    assert!(above(&mut driver).contains("… [v]"), "{}", driver.text());
    assert!(!above(&mut driver).contains(last), "{}", driver.text());
    driver.keys("v");
    let whole = driver.text();
    assert!(whole.contains("Le message entier") && whole.contains(last), "{whole}");
    for closing in ["Esc", "v", "Enter"] {
        driver.keys(closing);
        assert!(!driver.text().contains("Le message entier"), "{closing} closes it");
        driver.keys("v");
    }
    assert_eq!(kept(&driver), ["5", "b2", "1"], "nothing was played meanwhile");
}
