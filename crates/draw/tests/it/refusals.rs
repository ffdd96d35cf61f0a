//! What is not drawn, and what is said instead.

use draw::{Charset, Error, MAX_SIDE, MAX_WIDTH, MIN_WIDTH, Stroke, Style, TextStyle, WonLine};

use crate::samples;

fn check(view: &draw::BoardView, id: &str) {
    let errors = [
        draw::svg(view, &Style::default()).unwrap_err(),
        draw::png(view, &Style::default(), 100).unwrap_err(),
        draw::text(view, &TextStyle::default()).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.id(), id, "{error}");
    }
}

#[test]
fn views_that_are_no_boards() {
    let mut view = samples::go_9();
    view.cells.pop();
    check(&view, "draw-cell-count");
    assert_eq!(draw::svg(&view, &Style::default()), Err(Error::CellCount { expected: 81, found: 80 }));
    view.rows.clear();
    view.cells.clear();
    check(&view, "draw-board-size");
    let wide = samples::go_9();
    let columns = vec![String::new(); MAX_SIDE + 1];
    check(&draw::BoardView { columns, ..wide }, "draw-board-size");
    let mut view = samples::aligne4_middle();
    view.won.push(WonLine { cells: [0, 1, 2, 16], shared: Vec::new() });
    check(&view, "draw-won-line");
    for (from, to) in [(0, 81), (81, 0)] {
        let mut view = samples::go_9();
        view.strokes.push(Stroke { from, to, arrow: true });
        check(&view, "draw-stroke");
    }
    let mut view = samples::aligne4_middle();
    view.reserve[0].figure.code = '"';
    check(&view, "draw-reserve");
    let mut view = samples::aligne4_middle();
    let piece = view.reserve[0];
    view.reserve.extend([piece; 16]);
    check(&view, "draw-reserve");
}

#[test]
fn widths_have_limits() {
    let view = samples::go_9();
    for width in [0, MIN_WIDTH - 1, MAX_WIDTH + 1, u32::MAX] {
        let error = draw::png(&view, &Style::default(), width).unwrap_err();
        assert_eq!(error, Error::Width { width });
        assert!(error.to_string().contains("16 to 4096"), "{error}");
    }
    let row = ".".to_owned();
    let thin = samples::go(&vec![row.as_str(); 25]);
    assert_eq!(draw::png(&thin, &Style::default(), MAX_WIDTH).unwrap_err().id(), "draw-width");
    assert!(draw::png(&view, &Style::default(), MIN_WIDTH).is_ok());
}

#[test]
fn odd_won_lines_are_drawn() {
    for cells in [[0, 0, 0, 0], [0, 1, 4, 5], [3, 2, 1, 0], [0, 7, 9, 15]] {
        let mut view = samples::aligne4_middle();
        view.won.push(WonLine { cells, shared: Vec::new() });
        assert!(draw::png(&view, &Style::default(), 200).is_ok());
    }
}

#[test]
fn labels_cannot_send_commands_to_a_terminal() {
    let mut view = samples::go_9();
    view.cells[0].label = Some("\u{1b}[2J".to_owned());
    view.cells[8].label = Some("\u{202e}ab".to_owned());
    view.columns[2] = "\n\u{7}x and more".to_owned();
    view.rows[3] = "é\r".to_owned();
    for charset in [Charset::Unicode, Charset::Ascii] {
        let text = draw::text(&view, &TextStyle { charset, ..TextStyle::default() }).unwrap();
        assert_eq!(text.lines().count(), 11, "{text}");
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()) && !text.contains('\u{202e}'), "{text:?}");
        assert!(charset == Charset::Unicode || text.is_ascii(), "{text}");
    }
}
