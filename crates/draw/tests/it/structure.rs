//! What an SVG is made of, whatever it looks like.

use std::collections::HashSet;

use draw::{
    BoardView, Cell, Charset, Claim, Content, Coordinates, Figure, Interaction, Mark, Paint, Reserve, Slot, Stroke,
    Style, Sure, Surface, TextStyle, Theme, Worth,
};
use plateau_core::Player;
use roxmltree::{Document, Node};

use crate::samples;

pub(crate) const NASTY: &str = "</g><script>alert('x')</script>\"'&\0\u{1b}é黒🐱";

pub(crate) fn interaction<'a>() -> Interaction<'a> {
    Interaction {
        board: "Board",
        cell: &|cell| format!("{}, {}", cell.name, if cell.legal { "legal" } else { "not legal" }),
    }
}

fn every_view() -> Vec<BoardView> {
    vec![
        samples::go_9(),
        samples::go_19(),
        samples::go_book(),
        samples::go_end(),
        samples::othello_middle(),
        samples::othello_book(),
        samples::aligne4_book(),
        samples::aligne4_middle(),
        samples::aligne4_won(),
    ]
}

/// Well-formed, ids unique, every reference answered within the picture, nothing from outside, nothing that runs.
pub(crate) fn sound(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|why| panic!("{why}: {svg}"));
    let mut ids = HashSet::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            assert!(ids.insert(id), "two elements are called {id}");
        }
    }
    for node in document.descendants().filter(Node::is_element) {
        assert!(!["script", "style", "image", "foreignObject", "a"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!attribute.name().starts_with("on") && attribute.name() != "style", "{attribute:?}");
            if attribute.name() == "href" {
                assert!(value.starts_with('#') && ids.contains(&value[1..]), "{value} leads nowhere");
            }
            if let Some(id) = value.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')')) {
                assert!(ids.contains(id), "{value} leads nowhere");
            }
        }
    }
}

#[test]
fn every_theme_and_game_and_mode_is_sound() {
    for view in every_view() {
        for theme in Theme::ALL {
            for paint in [Paint::Fixed, Paint::Css] {
                for reserve in [Reserve::Hidden, Reserve::Right, Reserve::Below, Reserve::Alone] {
                    for coordinates in [Coordinates::Off, Coordinates::TwoSides, Coordinates::AllSides] {
                        let style = Style { paint, reserve, coordinates, ..Style::new(theme) };
                        sound(&draw::svg(&view, &style).unwrap());
                        sound(&draw::interactive_svg(&view, &style, &interaction()).unwrap());
                    }
                }
            }
        }
    }
}

#[test]
fn go_boards_of_every_size() {
    for size in 1..=25 {
        let row = ". ".repeat(size);
        let view = samples::go(&vec![row.as_str(); size]);
        let svg = draw::svg(&view, &Style::default()).unwrap();
        sound(&svg);
        let document = Document::parse(&svg).unwrap();
        let lines: String = document
            .descendants()
            .filter(|node| node.attribute("stroke") == Some("#5b401d"))
            .filter_map(|node| node.attribute("d"))
            .collect();
        assert_eq!(lines.matches('H').count(), size, "rows of a board of {size}");
        assert_eq!(lines.matches('V').count(), size, "columns of a board of {size}");
    }
    let oblong = samples::go(&[". . . . X", ". O . . ."]);
    sound(&draw::svg(&oblong, &Style::default()).unwrap());
}

#[test]
fn the_largest_pictures_stay_small() {
    let full = samples::go_full();
    let numbered = draw::svg(&full, &Style::default()).unwrap();
    assert!(numbered.len() < 52_000, "{} bytes with numbers", numbered.len());
    let mut stones = full;
    stones.cells.iter_mut().for_each(|cell| cell.label = None);
    let plain = draw::svg(&stones, &Style::default()).unwrap();
    assert!(plain.len() < 20_000, "{} bytes", plain.len());
    let style = Style { paint: Paint::Css, ..Style::default() };
    let playable = draw::interactive_svg(&stones, &style, &interaction()).unwrap();
    assert!(playable.len() < 64_000, "{} bytes to play on", playable.len());
}

#[test]
fn text_from_outside_is_escaped_everywhere() {
    let mut view = samples::go_9();
    view.columns[3] = NASTY.to_owned();
    view.rows[2] = NASTY.to_owned();
    view.cells[0].name = NASTY.to_owned();
    view.cells[1].label = Some(NASTY.to_owned());
    view.cells[4].label = Some("<b>".to_owned());
    let style = Style { title: Some(NASTY.to_owned()), id_prefix: "\"><x onload=".to_owned(), ..Style::default() };
    let nasty = Interaction { board: NASTY, cell: &|_| NASTY.to_owned() };
    let clean = Some("</g><script>alert('x')</script>\"'&\u{fffd}\u{fffd}é黒🐱");
    let picture = draw::svg(&view, &style).unwrap();
    sound(&picture);
    let document = Document::parse(&picture).unwrap();
    assert_eq!(document.descendants().find(|node| node.tag_name().name() == "title").unwrap().text(), clean);
    let board = draw::interactive_svg(&view, &style, &nasty).unwrap();
    sound(&board);
    let document = Document::parse(&board).unwrap();
    for node in
        document.descendants().filter(|node| ["grid", "gridcell"].contains(&node.attribute("role").unwrap_or("")))
    {
        assert_eq!(node.attribute("aria-label"), clean);
    }
    let mut aligne4 = samples::aligne4_middle();
    aligne4.cells[0].label = Some(NASTY.to_owned());
    sound(&draw::interactive_svg(&aligne4, &style, &nasty).unwrap());
}

#[test]
fn a_label_that_cannot_be_drawn_is_text_in_an_svg() {
    let mut view = samples::go_9();
    samples::cell(&mut view, "A1").label = Some("黒".to_owned());
    let svg = draw::svg(&view, &Style::default()).unwrap();
    let document = Document::parse(&svg).unwrap();
    let texts: Vec<&str> =
        document.descendants().filter(|n| n.tag_name().name() == "text").filter_map(|n| n.text()).collect();
    assert_eq!(texts, ["黒"]);
}

#[test]
fn every_cell_can_be_focused_and_has_a_name() {
    let mut view = samples::go_9();
    samples::cell(&mut view, "C3").marks.push(Mark::Cursor);
    let svg = draw::interactive_svg(&view, &Style::default(), &interaction()).unwrap();
    let document = Document::parse(&svg).unwrap();
    let cells: Vec<Node> = document.descendants().filter(|n| n.attribute("role") == Some("gridcell")).collect();
    assert_eq!(cells.len(), 81);
    for (node, cell) in cells.iter().zip(&view.cells) {
        assert_eq!(node.attribute("data-cell"), Some(cell.name.as_str()));
        assert!(node.attribute("aria-label").unwrap().starts_with(&cell.name));
        assert_eq!(node.attribute("data-legal").is_some(), cell.legal);
        assert_eq!(node.attribute("data-last").is_some(), cell.name == "H6");
        assert_eq!(node.attribute("tabindex"), Some(if cell.name == "C3" { "0" } else { "-1" }));
        assert_eq!(node.children().count(), 1 + usize::from(cell.content.is_some()), "on {}", cell.name);
        assert_eq!(node.parent().unwrap().attribute("role"), Some("row"));
    }
}

#[test]
fn a_move_changes_few_parts_and_all_parts_are_in_the_picture() {
    let style = Style { paint: Paint::Css, id_prefix: "b".to_owned(), ..Style::default() };
    for before in every_view() {
        let picture = draw::interactive_svg(&before, &style, &interaction()).unwrap();
        let parts = draw::parts(&before, &style, &interaction()).unwrap();
        assert_eq!(parts.len(), before.cells.len() + 3);
        for (id, svg) in &parts {
            assert!(picture.contains(svg), "{id} is in the picture as it is");
            assert!(svg.starts_with(&format!("<g id=\"{id}\"")), "{svg}");
        }
        assert_eq!(draw::changes(&before, &before, &style, &interaction()).unwrap(), []);
        // Put something where nothing is; only that cell and perhaps the layers change, and nothing undefined is used.
        let Some(at) = before.cells.iter().position(|cell| cell.content.is_none()) else { continue };
        let mut after = before.clone();
        after.cells[at].content = Some(match before.surface {
            Surface::Aligne4 => Content::Figure(samples::figure('e')),
            _ => Content::Stone(Player::White),
        });
        after.cells[at].marks.push(Mark::Last);
        let changed = draw::changes(&before, &after, &style, &interaction()).unwrap();
        let ids: Vec<&str> = changed.iter().map(|(id, _)| id.as_str()).collect();
        assert!(ids.contains(&format!("b-{at}").as_str()) && ids.contains(&"b-over"), "{ids:?}");
        assert!(ids.iter().all(|id| [&format!("b-{at}"), "b-over", "b-under", "b-territory"].contains(id)), "{ids:?}");
        let mut patched = picture;
        for (old, (id, new)) in changed.iter().map(|(id, new)| (parts.iter().find(|(old, _)| old == id), (id, new))) {
            let (_, old) = old.unwrap_or_else(|| panic!("{id} was there"));
            patched = patched.replace(old.as_str(), new);
        }
        sound(&patched);
        assert!(
            patched == draw::interactive_svg(&after, &style, &interaction()).unwrap(),
            "part by part is the same picture"
        );
    }
}

#[test]
fn a_line_that_wins_glows_in_a_picture_that_was_drawn_before() {
    let style = Style { id_prefix: "b".to_owned(), ..Style::default() };
    let (before, won) = (samples::aligne4_middle(), samples::aligne4_won());
    let changed = draw::changes(&before, &won, &style, &interaction()).unwrap();
    let (_, under) = changed.iter().find(|(id, _)| id == "b-under").expect("the glow is under the pieces");
    assert!(
        under.contains("url(#bu)")
            && draw::interactive_svg(&before, &style, &interaction()).unwrap().contains("id=\"bu\"")
    );
    assert_eq!(draw::piece_id(Content::Figure(samples::figure('7')), &style), "bp7");
}

#[test]
fn css_pictures_take_every_colour_from_the_page() {
    for view in every_view() {
        let style = Style { paint: Paint::Css, ..Style::default() };
        let svg = draw::svg(&view, &style).unwrap();
        let document = Document::parse(&svg).unwrap();
        for node in document.descendants() {
            for name in ["fill", "stroke", "stop-color"] {
                let value = node.attribute(name).unwrap_or("none");
                assert!(
                    value == "none" || value.starts_with("var(--pl-") || value.starts_with("url(#"),
                    "{name}={value} does not follow the page"
                );
            }
        }
    }
    let css = draw::DARK.css();
    assert!(css.contains("--pl-go-light:#af8650;") && css.contains("--pl-glow:#ffd67a;"), "{css}");
}

#[test]
fn sixteen_pieces_are_sixteen_pictures_also_without_colour() {
    for theme in Theme::ALL {
        let mut seen = HashSet::new();
        for code in "0123456789abcdef".chars() {
            let icon = draw::icon(Content::Figure(samples::figure(code)), Surface::Aligne4, &Style::new(theme));
            sound(&icon);
            // Only shapes remain: no colours, no names.
            let document = Document::parse(&icon).unwrap();
            let shapes: Vec<String> = document
                .descendants()
                .filter(|node| ["circle", "rect", "path"].contains(&node.tag_name().name()))
                .map(|node| format!("{:?}{:?}{:?}", node.attribute("r"), node.attribute("width"), node.attribute("d")))
                .collect();
            assert!(seen.insert(shapes), "{code} looks like another piece");
        }
    }
}

#[test]
fn a_piece_is_drawn_by_its_looks_not_by_its_code() {
    let odd = Figure { code: '<', ..samples::figure('5') };
    let icon = |figure| draw::icon(Content::Figure(figure), Surface::Aligne4, &Style::default());
    assert_eq!(icon(odd), icon(samples::figure('5')));
}

#[test]
fn print_has_neither_gradients_nor_greys() {
    for view in every_view() {
        let svg = draw::svg(&view, &Style::new(&draw::PRINT)).unwrap();
        assert!(!svg.contains("Gradient"));
        let document = Document::parse(&svg).unwrap();
        for node in document.descendants() {
            for name in ["fill", "stroke"] {
                let value = node.attribute(name).unwrap_or("none");
                assert!(["none", "#000", "#fff"].contains(&value), "{name}={value}");
            }
            assert!(node.attribute("opacity").is_none_or(|value| value == "1"));
        }
    }
}

/// The relative luminance of the Web Content Accessibility Guidelines.
fn luminance(colour: &str) -> f64 {
    let digits = &colour[1..];
    let wide: String =
        if digits.len() == 3 { digits.chars().flat_map(|c| [c, c]).collect() } else { digits.to_owned() };
    let channel = |i: usize| {
        let value = f64::from(u8::from_str_radix(&wide[2 * i..2 * i + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2)
}

#[test]
fn what_is_written_can_be_read_in_every_theme() {
    use Slot::{
        Black, FeltDark, FeltInk, FeltLight, FrameDark, FrameInk, FrameLight, GoDark, GoInk, GoLight, LastOnBlack,
        LastOnWhite, OnBlack, OnWhite, TrayDark, TrayInk, TrayLight, WellBottom, WellInk, WellTop, White,
    };
    let text = [
        (GoInk, GoLight),
        (GoInk, GoDark),
        (FrameInk, FrameLight),
        (FrameInk, FrameDark),
        (TrayInk, TrayLight),
        (TrayInk, TrayDark),
        (OnBlack, Black),
        (OnWhite, White),
    ];
    let signs = [
        (FeltInk, FeltLight),
        (FeltInk, FeltDark),
        (WellInk, WellTop),
        (WellInk, WellBottom),
        (LastOnBlack, Black),
        (LastOnWhite, White),
    ];
    for theme in Theme::ALL {
        let text = text.iter().map(|pair| (pair, 4.5));
        for ((ink, ground), least) in text.chain(signs.iter().map(|pair| (pair, 3.0))) {
            let (a, b) = (luminance(theme.value(*ink)), luminance(theme.value(*ground)));
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast >= least, "{}: {ink:?} on {ground:?} is {contrast:.2}", theme.id);
        }
    }
}

#[test]
fn the_default_theme_fills_every_slot() {
    for slot in Slot::ALL {
        assert!(draw::WOOD.values.iter().any(|(filled, _)| filled == slot), "{slot:?} is empty");
    }
    let ids: HashSet<&str> = Theme::ALL.iter().map(|theme| theme.id).collect();
    assert_eq!(ids.len(), Theme::ALL.len());
}

#[test]
fn coordinates_and_dots_can_be_switched_off() {
    let view = samples::othello_middle();
    let dots = |style: &Style| draw::svg(&view, style).unwrap().contains("#0d2e1dcc");
    assert!(dots(&Style::default()));
    assert!(!dots(&Style { legal: false, ..Style::default() }));
    let ink = |coordinates| draw::svg(&view, &Style { coordinates, ..Style::default() }).unwrap().contains("#e0d0b4");
    assert!(ink(Coordinates::TwoSides) && !ink(Coordinates::Off));
}

#[test]
fn what_moves_are_worth_and_arrows_lie_over_the_board() {
    for mut view in [samples::go_9(), samples::othello_middle(), samples::aligne4_middle()] {
        let empty: Vec<usize> = (0..view.cells.len()).filter(|&at| view.cells[at].content.is_none()).collect();
        let plain = draw::svg(&view, &Style::default()).expect("a picture");
        view.cells[empty[0]].worth = Some(Worth { text: "+2".to_owned(), is_best: false });
        let valued = draw::svg(&view, &Style::default()).expect("a picture");
        view.cells[empty[0]].worth = Some(Worth { text: "+2".to_owned(), is_best: true });
        let best = draw::svg(&view, &Style::default()).expect("a picture");
        view.strokes = vec![Stroke { from: 0, to: view.cells.len() - 1, arrow: false }];
        let lined = draw::svg(&view, &Style::default()).expect("a picture");
        view.strokes[0].arrow = true;
        let pointed = draw::svg(&view, &Style::default()).expect("a picture");
        let all = [&plain, &valued, &best, &lined, &pointed];
        for (at, svg) in all.iter().enumerate() {
            sound(svg);
            assert!(all[..at].iter().all(|before| before != svg), "{:?}: {at} looks like one before", view.surface);
        }
        // On a stone nothing is worth anything, and a label goes before.
        let taken = (0..view.cells.len()).find(|&at| view.cells[at].content.is_some()).expect("a stone");
        let before = draw::svg(&view, &Style::default());
        view.cells[taken].worth = Some(Worth { text: "9".to_owned(), is_best: true });
        assert_eq!(draw::svg(&view, &Style::default()), before);
    }
}

/// A square for each degree; in text only what is probable, since one sign cannot be smaller than another.
#[test]
fn the_less_sure_a_point_is_the_smaller_is_its_square() {
    for player in Player::BOTH {
        let drawn = |sure| {
            let mut view = samples::go_19();
            view.cells.iter_mut().for_each(|cell| cell.territory = None);
            let at = view.cells.iter().position(|cell| cell.content.is_none()).expect("an empty point");
            view.cells[at].territory = Some(Claim { player, sure });
            let svg = draw::svg(&view, &Style::default()).expect("a picture");
            let text = draw::text(&view, &TextStyle { charset: Charset::Ascii, ..TextStyle::default() }).expect("text");
            (svg, text)
        };
        let [perhaps, probably, certainly] = [Sure::Perhaps, Sure::Probably, Sure::Certainly].map(drawn);
        for ((svg, _), side) in [&perhaps, &probably, &certainly].into_iter().zip([10, 18, 26]) {
            sound(svg);
            assert!(svg.contains(&format!("h{side}v{side}h-{side}z")), "{side}");
        }
        assert_eq!(probably.1, certainly.1);
        assert_ne!(perhaps.1, probably.1);
    }
}

#[test]
fn marks_on_odd_cells_are_drawn_all_the_same() {
    let all = [
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
    let odd = Cell {
        content: Some(Content::Figure(samples::figure('3'))),
        legal: true,
        star: true,
        territory: Some(Player::White.into()),
        dead: true,
        marks: all.to_vec(),
        label: Some(String::new()),
        name: String::new(),
        worth: None,
    };
    let other = Cell { content: Some(Content::Stone(Player::White)), ..odd.clone() };
    for surface in [Surface::Go, Surface::Othello, Surface::Aligne4] {
        let names = || vec![String::new(), "long label".to_owned()];
        let cells = vec![odd.clone(), other.clone(), Cell { content: None, ..odd.clone() }, Cell::default()];
        let view = BoardView {
            surface,
            columns: names(),
            rows: names(),
            cells,
            reserve: Vec::new(),
            won: Vec::new(),
            strokes: Vec::new(),
        };
        sound(&draw::svg(&view, &Style::default()).unwrap());
        sound(&draw::interactive_svg(&view, &Style::default(), &interaction()).unwrap());
        assert!(draw::png(&view, &Style::default(), 64).is_ok());
        assert!(draw::text(&view, &draw::TextStyle::default()).is_ok());
    }
}

#[test]
fn othello_discs_are_flat_and_black_pieces_show_their_shape_at_night() {
    let names = |cell: &draw::Cell| cell.name.clone();
    let interaction = draw::Interaction { board: "board", cell: &names };
    let discs = draw::interactive_svg(&samples::othello_middle(), &Style::default(), &interaction).unwrap();
    // The light on a ball is a radial gradient of its colours; a disc is of one colour.
    for ball in ["id=\"d\"", "id=\"e\""] {
        assert!(!discs.contains(ball), "{ball}");
        let stones = draw::interactive_svg(&samples::go_9(), &Style::default(), &interaction).unwrap();
        assert!(stones.contains(ball), "stones are round: {ball}");
    }
    let dark = draw::svg(&samples::aligne4_middle(), &Style::new(&draw::DARK)).unwrap();
    assert!(dark.contains(draw::DARK.value(draw::Slot::BlackRim)));
}

#[test]
fn without_scripts_cells_are_links_where_they_lead_anywhere() {
    let view = samples::othello_middle();
    let link = |cell: &draw::Cell| cell.legal.then(|| (format!("?at={}&x=<", cell.name), cell.name.clone()));
    let links = draw::links(&view, &Style::default(), link).unwrap();
    let legal = view.cells.iter().filter(|cell| cell.legal).count();
    assert!(legal > 0);
    assert_eq!(links.matches("<a href=\"?at=").count(), legal);
    assert!(links.contains("&amp;x=&lt;"));
    let names = |cell: &draw::Cell| cell.name.clone();
    let board =
        draw::interactive_svg(&view, &Style::default(), &draw::Interaction { board: "board", cell: &names }).unwrap();
    let frame = |svg: &str| svg.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    assert_eq!(frame(&links), frame(&board), "they lie on each other");
}
