//! The PNG, pixel by pixel. Nothing here can use a font: the renderer is built without them.

use draw::{Content, Mark, Style, Theme};
use plateau_core::Player;
use resvg::tiny_skia::Pixmap;

use crate::samples;

/// A picture and its measures.
struct Picture {
    pixels: Pixmap,
    /// Pixels per cell.
    cell: f32,
    /// Pixels from the edge to the centre of the first cell.
    margin: f32,
}

impl Picture {
    /// Draws a view that is square, with coordinates.
    fn new(view: &draw::BoardView, style: &Style, width: u32) -> Picture {
        let columns = view.columns.len();
        // Half a cell, and twice the height of a letter: about two hundredths of the board.
        let margin = (50 + (2 * (columns * 22 / 10)).max(24)) as f32;
        let pixels = Pixmap::decode_png(&draw::png(view, style, width).unwrap()).unwrap();
        let units = (columns - 1) as f32 * 100.0 + 2.0 * margin;
        let scale = width as f32 / units;
        Picture { pixels, cell: 100.0 * scale, margin: margin * scale }
    }

    /// Brightness from 0 to 255, at an offset from the centre of a cell in cells.
    fn brightness(&self, column: usize, row: usize, (dx, dy): (f32, f32)) -> u32 {
        let x = self.margin + (column as f32 + dx) * self.cell;
        let y = self.margin + (row as f32 + dy) * self.cell;
        let pixel = self.pixels.pixel(x as u32, y as u32).unwrap();
        (u32::from(pixel.red()) * 3 + u32::from(pixel.green()) * 6 + u32::from(pixel.blue())) / 10
    }
}

#[test]
fn the_picture_is_as_wide_as_asked() {
    for width in [16, 333, 640] {
        let png = draw::png(&samples::go_9(), &Style::default(), width).unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (width, width));
    }
    let png = draw::png(&samples::aligne4_middle(), &Style::default(), 800).unwrap();
    let pixels = Pixmap::decode_png(&png).unwrap();
    assert_eq!(pixels.width(), 800);
    assert!((380..420).contains(&pixels.height()), "{}", pixels.height());
}

#[test]
fn black_is_dark_and_white_is_bright_where_they_stand() {
    for theme in Theme::ALL {
        for view in [samples::go_19(), samples::othello_middle()] {
            let picture = Picture::new(&view, &Style::new(theme), 800);
            let columns = view.columns.len();
            for (i, cell) in view.cells.iter().enumerate() {
                // Off the centre, where the ring of the last move may be.
                let brightness = picture.brightness(i % columns, i / columns, (0.3, 0.1));
                match cell.content {
                    Some(Content::Stone(Player::Black)) => {
                        assert!(brightness < 70, "{}: black {} is {brightness}", theme.id, cell.name);
                    }
                    Some(Content::Stone(Player::White)) => {
                        assert!(brightness > 185, "{}: white {} is {brightness}", theme.id, cell.name);
                    }
                    _ => assert!(brightness > 50, "{}: empty {} is {brightness}", theme.id, cell.name),
                }
            }
        }
    }
}

/// How many pixels of a column of the picture's margin are much darker than its brightest.
fn ink_in_margin(style: &Style) -> usize {
    let mut view = samples::go(&[". . .", ". . .", ". . ."]);
    view.rows = ["8", "m", "Q"].map(str::to_owned).to_vec();
    let picture = Picture::new(&view, style, 512);
    let strip = |y: u32| (4..60).filter(|x| picture.pixels.pixel(*x, y).unwrap().red() < 128).count();
    (100..400).map(strip).sum()
}

#[test]
fn letters_appear_without_any_font() {
    let style = Style::new(&draw::PRINT);
    assert!(ink_in_margin(&style) > 120, "{}", ink_in_margin(&style));
    assert_eq!(ink_in_margin(&Style { coordinates: draw::Coordinates::Off, ..style }), 0);
}

#[test]
fn a_number_is_seen_on_its_stone() {
    let mut view = samples::go(&["X O", "X O"]);
    samples::cell(&mut view, "A1").label = Some("1".to_owned());
    samples::cell(&mut view, "B1").label = Some("1".to_owned());
    let picture = Picture::new(&view, &Style::default(), 600);
    // The stem of the 1 is a little right of the centre.
    let stem = |column, row| {
        let across = (-10..10).map(|i| picture.brightness(column, row, (i as f32 / 100.0, 0.05)));
        let all: Vec<u32> = across.collect();
        (*all.iter().min().unwrap(), *all.iter().max().unwrap())
    };
    assert!(stem(0, 0).1 < 80 && stem(0, 1).1 > 200, "{:?} {:?}", stem(0, 0), stem(0, 1));
    assert!(stem(1, 0).0 > 180 && stem(1, 1).0 < 80, "{:?} {:?}", stem(1, 0), stem(1, 1));
}

#[test]
fn unknown_characters_become_boxes() {
    let with = |label: Option<&str>| {
        let mut view = samples::go_9();
        samples::cell(&mut view, "B2").label = label.map(str::to_owned);
        draw::png(&view, &Style::new(&draw::PRINT), 300).unwrap()
    };
    assert_ne!(with(Some("黒")), with(Some(" ")), "nothing is drawn");
    assert_eq!(with(Some("黒")), with(Some("🐱")));
    for odd in ["", "\0", "\u{202e}abc", "e\u{301}", "👩‍👩‍👧‍👦", "a very long label indeed", "\n\t"] {
        assert!(!with(Some(odd)).is_empty());
    }
}

#[test]
fn the_last_move_is_red() {
    let picture = Picture::new(&samples::go_9(), &Style::default(), 1024);
    let pixel = |dx: f32| {
        let x = picture.margin + (7.0 + dx) * picture.cell;
        let y = picture.margin + 3.0 * picture.cell;
        picture.pixels.pixel(x as u32, y as u32).unwrap()
    };
    let (ring, middle) = (pixel(0.21), pixel(0.0));
    assert!(ring.red() > 150 && ring.green() < 90 && ring.blue() < 90, "{ring:?}");
    assert!(middle.green() > 200, "{middle:?}");
}

#[test]
fn territory_and_legal_dots_are_seen() {
    let go = Picture::new(&samples::go_9(), &Style::default(), 800);
    assert!(go.brightness(0, 0, (0.08, 0.08)) < 90, "black territory on A9");
    assert!(go.brightness(8, 0, (0.08, 0.08)) > 230, "white territory on J9");
    let othello = Picture::new(&samples::othello_middle(), &Style::default(), 800);
    let (dot, felt) = (othello.brightness(2, 1, (0.0, 0.0)), othello.brightness(1, 1, (0.0, 0.0)));
    assert!(dot + 25 < felt, "a dot of {dot} on felt of {felt}");
}

#[test]
fn a_won_line_glows() {
    let style = Style { reserve: draw::Reserve::Hidden, ..Style::default() };
    let won = Picture::new(&samples::aligne4_won(), &style, 800);
    let mut lost = samples::aligne4_won();
    lost.won.clear();
    let lost = Picture::new(&lost, &style, 800);
    // Beside the small piece on a2.
    let at = (0.35, 0.2);
    assert!(won.brightness(0, 1, at) > lost.brightness(0, 1, at) + 50);
    assert_eq!(won.brightness(0, 3, at), lost.brightness(0, 3, at), "other rows stay as they are");
}

#[test]
fn dead_stones_are_fainter_than_living_ones() {
    let mut view = samples::go(&["X . X", ". . .", ". . ."]);
    samples::cell(&mut view, "C3").dead = true;
    samples::cell(&mut view, "C3").marks.push(Mark::Circle);
    let picture = Picture::new(&view, &Style::default(), 600);
    assert!(picture.brightness(2, 0, (0.4, 0.02)) > picture.brightness(0, 0, (0.4, 0.02)) + 40);
}
