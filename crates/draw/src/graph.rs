//! How a game went, as a curve: what each position is worth to Black, above the middle line if it is worth something, and dots where
//! moves lost much.

use std::fmt::Write as _;

use plateau_core::Player;
use study::Curve;

use crate::Charset;
use crate::sheet::escape;

const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 200.0;
/// Room for dots at the edges.
const MARGIN: f32 = 6.0;

/// The graph as a picture. Its colours are those of [`GRAPH_STYLE`] or of whoever names the classes anew. `title` is said to those who
/// do not see it; `link` is where a click on a position leads, if anywhere.
pub fn graph_svg(graph: &Curve, title: &str, link: &dyn Fn(usize) -> Option<String>) -> String {
    let steps = graph.worths.len().saturating_sub(1).max(1) as f32;
    let x = |at: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * at as f32 / steps;
    let y = |worth: f32| HEIGHT / 2.0 - graph.height(worth) * (HEIGHT / 2.0 - MARGIN);
    let links: Vec<(usize, String)> = (0..graph.worths.len()).filter_map(|at| Some((at, link(at)?))).collect();
    // What can be clicked is no part of a picture, to those who are told what is there.
    let role = if links.is_empty() { "img" } else { "group" };
    let mut svg = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"{role}\" aria-label=\"{}\" \
         xmlns=\"http://www.w3.org/2000/svg\">",
        escape(title)
    );
    for run in runs(&graph.worths) {
        let first = run.first().map_or(0, |&(at, _)| at);
        let last = run.last().map_or(0, |&(at, _)| at);
        let point = |&(at, worth): &(usize, f32)| format!("{:.1},{:.1} ", x(at), y(worth));
        let mut line: String = run.iter().map(point).collect();
        // A line with a single point is not drawn; one to the same point is, as a dot.
        if let [alone] = &run[..] {
            line += &point(alone);
        }
        let middle = HEIGHT / 2.0;
        let _ = write!(
            svg,
            "<polygon class=\"graph-area\" points=\"{:.1},{middle} {line}{:.1},{middle}\"/>\
             <polyline class=\"graph-line\" points=\"{}\"/>",
            x(first),
            x(last),
            line.trim_end()
        );
    }
    let _ = write!(
        svg,
        "<line class=\"graph-middle\" x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{1}\" y2=\"{1}\"/>",
        WIDTH - MARGIN,
        HEIGHT / 2.0
    );
    if let Some(here) = graph.here {
        let _ =
            write!(svg, "<line class=\"graph-here\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"0\" y2=\"{HEIGHT}\"/>", x(here));
    }
    for dot in &graph.dots {
        let Some(&Some(worth)) = graph.worths.get(dot.at + 1) else { continue };
        let (radius, side) = (2.0 + f32::from(dot.weight), if dot.player == Player::Black { "black" } else { "white" });
        let _ = write!(
            svg,
            "<circle class=\"graph-dot graph-dot-{} graph-{side}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\"/>",
            dot.weight,
            x(dot.at + 1),
            y(worth)
        );
    }
    // What can be clicked lies over everything, one strip for each position. The list of moves has the same links for keys and ears.
    let half = (WIDTH - 2.0 * MARGIN) / steps / 2.0;
    svg.push_str("<g aria-hidden=\"true\">");
    for (at, link) in links {
        let _ = write!(
            svg,
            "<a href=\"{}\" tabindex=\"-1\"><rect class=\"graph-strip\" x=\"{:.1}\" y=\"0\" width=\"{:.1}\" \
             height=\"{HEIGHT}\"/></a>",
            escape(&link),
            x(at) - half,
            2.0 * half
        );
    }
    svg.push_str("</g>");
    svg.push_str("</svg>");
    svg
}

/// The parts of a curve that have no gap.
fn runs(worths: &[Option<f32>]) -> Vec<Vec<(usize, f32)>> {
    let mut runs: Vec<Vec<(usize, f32)>> = Vec::new();
    let mut before = None;
    for (at, worth) in worths.iter().enumerate() {
        if let (None, Some(_)) = (before, worth) {
            runs.push(Vec::new());
        }
        if let (Some(run), Some(worth)) = (runs.last_mut(), worth) {
            run.push((at, *worth));
        }
        before = *worth;
    }
    runs
}

/// Colours of a graph, for light and for dark pages.
pub const GRAPH_STYLE: &str = include_str!("graph.css");

/// The graph in characters, so many wide and high: dots of braille, or signs that every terminal has. What is worth something to Black
/// is above the middle. Below it a line with a sign under each column in which a move lost much.
pub fn graph_text(graph: &Curve, columns: usize, rows: usize, charset: Charset) -> Vec<String> {
    let (columns, rows) = (columns.max(1), rows.max(2));
    let (across, down) = match charset {
        Charset::Unicode => (2, 4),
        Charset::Ascii => (1, 1),
    };
    let (width, height) = (columns * across, rows * down);
    let steps = graph.worths.len().saturating_sub(1).max(1);
    // Several positions may share a dot, or several dots a position.
    let worth_at = |x: usize| {
        let at = (x * steps + (width - 1) / 2) / (width - 1).max(1);
        graph.worths.get(at).copied().flatten()
    };
    let mut dots = vec![false; width * height];
    for x in 0..width {
        let Some(worth) = worth_at(x) else { continue };
        let middle = height as f32 / 2.0;
        let end = middle - graph.height(worth) * middle;
        let (from, to) = if end < middle { (end, middle) } else { (middle, end) };
        for y in from.round() as usize..(to.round() as usize).min(height) {
            dots[y * width + x] = true;
        }
    }
    let is_set = |x: usize, y: usize| dots[y * width + x];
    let cell = |column: usize, row: usize| match charset {
        Charset::Ascii if is_set(column, row) => '#',
        Charset::Ascii if row == rows / 2 => '-',
        Charset::Ascii => ' ',
        Charset::Unicode => {
            // The order of the dots in Unicode: three down on the left, three on the right, then the fourth of each.
            const ORDER: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];
            let set = ORDER.iter().enumerate().filter(|&(_, &(x, y))| is_set(2 * column + x, 4 * row + y));
            let bits: u32 = set.map(|(bit, _)| 1 << bit).sum();
            // Braille without a dot is a blank of some width of its own in some fonts.
            char::from_u32(0x2800 + bits).filter(|_| bits != 0).unwrap_or(' ')
        }
    };
    let mut lines: Vec<String> = (0..rows).map(|row| (0..columns).map(|column| cell(column, row)).collect()).collect();
    let mut below = vec![' '; columns];
    for dot in &graph.dots {
        let column = ((dot.at + 1) * (columns - 1)).checked_div(steps).unwrap_or(0).min(columns - 1);
        let sign = match (dot.weight, dot.player) {
            (..=1, _) => '.',
            (_, Player::Black) => 'b',
            (_, Player::White) => 'w',
        };
        if below[column] == ' ' || below[column] == '.' {
            below[column] = sign;
        }
    }
    lines.push(below.into_iter().collect());
    lines
}

#[cfg(test)]
mod tests {
    use study::Dot;

    use super::*;

    fn graph(worths: &[Option<f32>]) -> Curve {
        let dots = vec![Dot { at: 1, player: Player::White, weight: 3 }];
        Curve { worths: worths.to_vec(), dots, here: Some(1), reach: 2.0 }
    }

    #[test]
    fn a_curve_in_characters_is_above_the_middle_for_black() {
        let lines = graph_text(&graph(&[Some(0.0), Some(4.0), Some(-4.0), None]), 4, 4, Charset::Ascii);
        assert_eq!(lines, [" #  ", " #  ", "--#-", "  # ", "  w "]);
    }

    #[test]
    fn braille_has_eight_dots_in_a_character() {
        let lines = graph_text(&graph(&[Some(2.0), Some(-2.0)]), 1, 2, Charset::Unicode);
        assert_eq!(lines[..2], ["⡇", "⢸"]);
        let flat = graph_text(&graph(&[Some(0.0); 9]), 3, 2, Charset::Unicode);
        assert_eq!(flat[..2], ["   ", "   "]);
    }

    #[test]
    fn a_picture_has_a_line_for_each_part_that_is_known_and_links_that_are_escaped() {
        let picture = graph_svg(&graph(&[Some(0.0), None, Some(1.0), Some(9.0)]), "a <b>", &|at| {
            (at < 2).then(|| format!("?a={at}&b=\"c\""))
        });
        assert_eq!(picture.matches("<polyline").count(), 2);
        let points = |line: &str| line.split('"').nth(1).map(|points| points.split(' ').count());
        let lines: Vec<_> = picture.split("graph-line\" points=").skip(1).filter_map(points).collect();
        assert_eq!(lines, [2, 2], "a point alone is drawn too");
        assert_eq!(picture.matches("<a href").count(), 2);
        assert_eq!(picture.matches("<circle").count(), 1);
        assert!(picture.contains("a &lt;b&gt;") && picture.contains("&amp;b=&quot;c&quot;"), "{picture}");
    }

    #[test]
    fn nothing_at_all_can_be_drawn() {
        for worths in [&[][..], &[None][..], &[Some(0.0)][..]] {
            let empty = Curve { worths: worths.to_vec(), dots: Vec::new(), here: None, reach: 0.0 };
            assert!(graph_svg(&empty, "", &|_| None).ends_with("</svg>"));
            for charset in [Charset::Ascii, Charset::Unicode] {
                assert_eq!(graph_text(&empty, 5, 2, charset).len(), 3);
            }
        }
    }
}
