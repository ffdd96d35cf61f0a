//! Stones, discs and figures.

use plateau_core::Player;
use table::view::{Content, Figure, Surface};

use crate::sheet::{Gradient, Sheet};
use crate::theme::Slot;

/// Makes sure that a piece is defined, around the origin, and gives the id to use it by.
pub(crate) fn define(sheet: &mut Sheet<'_>, content: Content, surface: Surface) -> String {
    match content {
        Content::Stone(player) if surface == Surface::Go => stone(sheet, player),
        Content::Stone(player) => disc(sheet, player),
        Content::Figure(figure) => token(sheet, figure),
    }
}

/// The id of a piece, before the prefix of the picture. That of a figure says how it looks and not which code it has, of which
/// nothing is known here.
pub(crate) fn id(content: Content) -> String {
    match content {
        Content::Stone(player) => name(player).to_owned(),
        Content::Figure(Figure { white, small, plant, square, .. }) => {
            let looks = [white, small, plant, square].into_iter().fold(0, |looks, has| looks * 2 + u8::from(has));
            format!("p{looks:x}")
        }
    }
}

/// The large black animal on a round token. It is drawn for its look alone, and so it has no code.
pub(crate) const PLAINEST: Figure = Figure { code: ' ', white: false, small: false, plant: false, square: false };

/// A figure of every look.
pub(crate) fn figures() -> impl Iterator<Item = Figure> {
    let both = |figure: Figure, change: fn(Figure) -> Figure| [figure, change(figure)];
    [PLAINEST]
        .into_iter()
        .flat_map(move |figure| both(figure, |figure| Figure { white: true, ..figure }))
        .flat_map(move |figure| both(figure, |figure| Figure { small: true, ..figure }))
        .flat_map(move |figure| both(figure, |figure| Figure { plant: true, ..figure }))
        .flat_map(move |figure| both(figure, |figure| Figure { square: true, ..figure }))
}

/// A lens of slate or shell.
fn stone(sheet: &mut Sheet<'_>, player: Player) -> String {
    let name = name(player);
    sheet.define(name, |sheet| {
        let (id, shadow) = (sheet.id(name), shadow(sheet, (4, 6), 52));
        let (fill, edge) = (body(sheet, player), sheet.paint(edge(player)));
        let width = rim_width(sheet);
        format!("<g id=\"{id}\">{shadow}<circle r=\"47\" fill=\"{fill}\" stroke=\"{edge}\" {width}/></g>")
    });
    name.to_owned()
}

/// Flat and two-sided: one colour with a fine ring, and a crescent of the other colour under it.
fn disc(sheet: &mut Sheet<'_>, player: Player) -> String {
    let name = name(player);
    sheet.define(name, |sheet| {
        let (id, shadow) = (sheet.id(name), shadow(sheet, (2, 8), 44));
        let (fill, ring, other) = match player {
            Player::Black => (Slot::Black, Slot::BlackLight, Slot::WhiteDark),
            Player::White => (Slot::White, Slot::WhiteDark, Slot::Black),
        };
        let (fill, ring, other) = (sheet.paint(fill), sheet.paint(ring), sheet.paint(other));
        let rim = sheet.paint(edge(player));
        let width = rim_width(sheet);
        // Without light there is no thickness to see.
        let (under, ring) = if sheet.invisible(Slot::Shadow) {
            (String::new(), String::new())
        } else {
            let ring = format!("<circle r=\"34\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"2\"/>");
            (format!("<circle cy=\"5\" r=\"40\" fill=\"{other}\"/>"), ring)
        };
        format!("<g id=\"{id}\">{shadow}{under}<circle r=\"40\" fill=\"{fill}\" stroke=\"{rim}\" {width}/>{ring}</g>")
    });
    name.to_owned()
}

/// A figure on a round or square token; a white one has a second rim.
fn token(sheet: &mut Sheet<'_>, figure: Figure) -> String {
    let Figure { white, small, plant, square, .. } = figure;
    let name = id(Content::Figure(figure));
    let animal = if plant { "l" } else { "c" };
    sheet.define(animal, |sheet| {
        let d = if plant { PLANT } else { ANIMAL };
        format!("<path id=\"{}\" fill-rule=\"evenodd\" d=\"{d}\"/>", sheet.id(animal))
    });
    let player = if white { Player::White } else { Player::Black };
    sheet.define(&name, |sheet| {
        let (id, animal) = (sheet.id(&name), sheet.id(animal));
        let half = match (small, square) {
            (false, false) => 42,
            (false, true) => 38,
            (true, false) => 27,
            (true, true) => 24,
        };
        let lift = if small { 4 } else { 6 };
        let outline = |half: i32, attributes: &str| {
            if !square {
                return format!("<circle r=\"{half}\" {attributes}/>");
            }
            let (side, corner) = (2 * half, half / 4);
            format!(
                "<rect x=\"-{half}\" y=\"-{half}\" width=\"{side}\" height=\"{side}\" rx=\"{corner}\" {attributes}/>"
            )
        };
        let shadow = match (sheet.invisible(Slot::Shadow), square) {
            (true, _) => String::new(),
            (false, false) => shadow(sheet, (2, lift), half + 3),
            (false, true) => {
                let attributes = format!("fill=\"{}\" transform=\"translate(2 {lift})\"", sheet.paint(Slot::Shadow));
                outline(half, &attributes)
            }
        };
        // A black one must show its shape on a dark ground, too.
        let rim = sheet.paint(if white { Slot::WhiteEdge } else { Slot::BlackRim });
        let fill = body(sheet, player);
        let ground = outline(half, &format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"3\""));
        let second = if white {
            let rim = sheet.paint(Slot::WhiteRim);
            outline(half - if small { 5 } else { 7 }, &format!("fill=\"none\" stroke=\"{rim}\" stroke-width=\"2\""))
        } else {
            String::new()
        };
        let ink = sheet.paint(if white { Slot::OnWhite } else { Slot::OnBlack });
        // The figures are drawn on a grid of 200 units across a large token.
        let scale = if small { ".25" } else { ".4" };
        let figure = format!("<use href=\"#{animal}\" fill=\"{ink}\" transform=\"scale({scale})\"/>");
        format!("<g id=\"{id}\">{shadow}{ground}{second}{figure}</g>")
    });
    name
}

/// The head of a cat, looking at you: ears, eyes, a nose, whiskers.
const ANIMAL: &str = "M-54-58c-1-8 6-10 11-6l24 21c12-4 26-4 38 0l24-21c5-4 12-2 11 6l-2 46c5 9 7 19 5 29\
    c-5 27-29 43-57 43s-52-16-57-43c-2-10 0-20 5-29z\
    M-26-8a9 11 0 1 0 1 0zM26-8a9 11 0 1 0 1 0zM-9 26q9-4 18 0q-2 8-9 10q-7-2-9-10z\
    M-48-50l2 22l15-8zM48-50l-2 22l-15-8zM-53 24l25 5v4l-24-4zM53 24l-25 5v4l24-4zM-50 37l23 1v4l-21 0zM50 37l-23 1v4l21 0z";

/// A leaf with its veins, on a stem.
const PLANT: &str = "M0-72c30 20 48 48 44 78c-3 24-19 38-39 43v25h-10v-25c-20-5-36-19-39-43c-4-30 14-58 44-78z\
    M-3-30h6v30l18-17l4 5l-22 22v16l14-12l4 5l-18 16v14h-6v-24l-18-16l4-5l14 12v-16l-22-22l4-5l18 17z";

fn name(player: Player) -> &'static str {
    match player {
        Player::Black => "b",
        Player::White => "w",
    }
}

fn edge(player: Player) -> Slot {
    match player {
        Player::Black => Slot::BlackEdge,
        Player::White => Slot::WhiteEdge,
    }
}

/// Without light and shadow the rim alone makes a stone, so it is heavier.
fn rim_width(sheet: &Sheet<'_>) -> &'static str {
    if sheet.invisible(Slot::Shadow) { "stroke-width=\"3\"" } else { "stroke-width=\"2\"" }
}

/// The fill of a stone: light from the upper left.
fn body(sheet: &mut Sheet<'_>, player: Player) -> String {
    match player {
        Player::Black => {
            let stops = [(0, Slot::BlackLight), (50, Slot::Black), (100, Slot::BlackDark)];
            sheet.gradient("d", Gradient::Ball, &stops)
        }
        Player::White => {
            let stops = [(0, Slot::WhiteLight), (55, Slot::White), (100, Slot::WhiteDark)];
            sheet.gradient("e", Gradient::Ball, &stops)
        }
    }
}

/// A soft round shadow. A gradient: a blur filter on each of 361 stones is slow to draw everywhere.
fn shadow(sheet: &mut Sheet<'_>, (x, y): (i32, i32), radius: i32) -> String {
    if sheet.invisible(Slot::Shadow) {
        return String::new();
    }
    sheet.define("s", |sheet| {
        let (id, paint) = (sheet.id("s"), sheet.paint(Slot::Shadow));
        format!(
            "<radialGradient id=\"{id}\"><stop offset=\"78%\" stop-color=\"{paint}\"/>\
             <stop offset=\"100%\" stop-color=\"{paint}\" stop-opacity=\"0\"/></radialGradient>"
        )
    });
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"url(#{})\"/>", sheet.id("s"))
}
