//! Views that no game would make, by a seeded generator: each is drawn soundly or refused, and nothing panics.

use draw::{
    BoardView, Cell, Charset, Claim, Content, Coordinates, Figure, Mark, Paint, Reserve, Reserved, Stroke, Style,
    Surface, TextStyle, Theme, WonLine, Worth,
};
use fastrand::Rng;
use plateau_core::Player;

use crate::structure::{NASTY, interaction, sound};

fn pick<T: Clone>(rng: &mut Rng, all: &[T]) -> T {
    all[rng.usize(..all.len())].clone()
}

fn text(rng: &mut Rng) -> String {
    pick(rng, &["", " ", "A", "12", "361", "é", "\u{301}", "\t\n", "\u{feff}\u{202e}", NASTY]).to_owned()
}

fn figure(rng: &mut Rng) -> Figure {
    let code = pick(rng, &['0', '7', 'f', 'F']);
    Figure { code, white: rng.bool(), small: rng.bool(), plant: rng.bool(), square: rng.bool() }
}

fn cell(rng: &mut Rng) -> Cell {
    let marks = [
        Mark::Last,
        Mark::Hint,
        Mark::Cursor,
        Mark::Winning,
        Mark::Triangle,
        Mark::Square,
        Mark::Circle,
        Mark::Cross,
        Mark::Selected,
    ];
    let contents = [
        None,
        Some(Content::Stone(Player::Black)),
        Some(Content::Stone(Player::White)),
        Some(Content::Figure(figure(rng))),
    ];
    Cell {
        name: text(rng),
        content: pick(rng, &contents),
        legal: rng.bool(),
        star: rng.bool(),
        territory: pick(rng, &[None, Some(Player::Black), Some(Player::White)]).map(Claim::from),
        dead: rng.bool(),
        marks: (0..rng.usize(..4)).map(|_| pick(rng, &marks)).collect(),
        label: rng.bool().then(|| text(rng)),
        worth: rng.bool().then(|| Worth { text: text(rng), is_best: rng.bool() }),
    }
}

fn view(rng: &mut Rng) -> BoardView {
    let (columns, rows) = (rng.usize(..12), rng.usize(..12));
    // One in eight has too many or too few cells.
    let cells = (columns * rows + usize::from(rng.u8(..8) == 0)).saturating_sub(usize::from(rng.u8(..8) == 0));
    BoardView {
        surface: pick(rng, &[Surface::Go, Surface::Othello, Surface::Aligne4]),
        columns: (0..columns).map(|_| text(rng)).collect(),
        rows: (0..rows).map(|_| text(rng)).collect(),
        cells: (0..cells).map(|_| cell(rng)).collect(),
        reserve: (0..rng.usize(..18))
            .map(|_| Reserved { figure: figure(rng), legal: rng.bool(), selected: rng.bool() })
            .collect(),
        won: (0..rng.usize(..3))
            .map(|_| WonLine { cells: [(); 4].map(|()| rng.usize(..=cells)), shared: Vec::new() })
            .collect(),
        strokes: (0..rng.usize(..3))
            .map(|_| Stroke { from: rng.usize(..=cells), to: rng.usize(..=cells), arrow: rng.bool() })
            .collect(),
    }
}

#[test]
fn odd_views_are_drawn_or_refused() {
    let mut rng = Rng::with_seed(4);
    let mut drawn = 0;
    for round in 0..300 {
        let view = view(&mut rng);
        let style = Style {
            paint: pick(&mut rng, &[Paint::Fixed, Paint::Css]),
            coordinates: pick(&mut rng, &[Coordinates::Off, Coordinates::TwoSides, Coordinates::AllSides]),
            reserve: pick(&mut rng, &[Reserve::Hidden, Reserve::Right, Reserve::Below, Reserve::Alone]),
            title: rng.bool().then(|| text(&mut rng)),
            id_prefix: text(&mut rng),
            ..Style::new(pick(&mut rng, &Theme::ALL))
        };
        let charset = pick(&mut rng, &[Charset::Unicode, Charset::Ascii]);
        let diagram = draw::text(&view, &TextStyle { charset, bare: rng.bool(), legend: None });
        let picture = draw::svg(&view, &style);
        let playable = draw::interactive_svg(&view, &style, &interaction());
        match (picture, playable, diagram) {
            (Ok(picture), Ok(playable), Ok(diagram)) => {
                sound(&picture);
                sound(&playable);
                assert!(charset == Charset::Unicode || diagram.is_ascii());
                assert!(diagram.lines().all(|line| !line.ends_with(' ')));
                if round % 10 == 0 {
                    assert!(draw::png(&view, &style, 40).is_ok_and(|png| png.starts_with(b"\x89PNG")));
                }
                drawn += 1;
            }
            (Err(a), Err(b), Err(c)) => assert!(a == b && b == c, "{a}; {b}; {c}"),
            _ => panic!("one refuses what another draws"),
        }
    }
    assert!(drawn > 60, "only {drawn} of 300 could be drawn");
}
