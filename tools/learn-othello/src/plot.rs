//! The errors of a run as a picture: for each round, the mean absolute error by stage of the game.

use std::fmt::Write as _;

/// Size of the drawing, without its margins.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;

/// A line of the table that a run writes.
struct Row {
    round: u32,
    stage: u32,
    held_out: u32,
    before: f64,
    after: f64,
}

fn read(table: &str) -> Vec<Row> {
    let row = |line: &str| {
        let mut cells = line.split(',');
        let round = cells.next()?.parse().ok()?;
        let stage = cells.next()?.parse().ok()?;
        let held_out = cells.nth(1)?.parse().ok()?;
        let before = cells.next()?.parse().ok()?;
        let after = cells.next()?.parse().ok()?;
        Some(Row { round, stage, held_out, before, after })
    };
    table.lines().filter_map(row).collect()
}

/// Few samples make a jagged line that says nothing.
const HELD_OUT_MIN: u32 = 100;

/// Draws the table: a thin dashed line for the errors before a round's fit, a full one for those after it.
pub(crate) fn svg(table: &str) -> String {
    let rows: Vec<Row> = read(table).into_iter().filter(|row| row.round > 0 && row.held_out >= HELD_OUT_MIN).collect();
    let rounds = rows.iter().map(|row| row.round).max().unwrap_or(1);
    let most = rows.iter().map(|row| row.before.max(row.after)).fold(1.0, f64::max).ceil();
    let x = |stage: u32| MARGIN + stage as f64 / 30.0 * WIDTH;
    let y = |error: f64| MARGIN + HEIGHT - error / most * HEIGHT;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        WIDTH + 2.0 * MARGIN + 60.0,
        HEIGHT + 2.0 * MARGIN
    );
    for discs in (0..=most as u32).step_by(2) {
        let at = y(discs as f64);
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {at:.1}h{WIDTH}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{discs}</text>",
            MARGIN - 6.0,
            at + 4.0
        );
    }
    for stage in (0..=30).step_by(5) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(stage),
            MARGIN + HEIGHT + 18.0,
            2 * stage
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">moves played</text>\n\
         <text x=\"{MARGIN}\" y=\"20\">mean absolute error on held-out positions of each round, discs (dashed: before its fit)</text>",
        MARGIN + WIDTH / 2.0,
        MARGIN + HEIGHT + 36.0
    );
    for round in 1..=rounds {
        let colour = format!("hsl({} 70% 45%)", 240 * (rounds - round) / rounds);
        for (is_after, style) in [(false, "stroke-dasharray=\"3 4\" stroke-width=\"1\""), (true, "stroke-width=\"2\"")]
        {
            let points: Vec<String> = rows
                .iter()
                .filter(|row| row.round == round)
                .map(|row| format!("{:.1},{:.1}", x(row.stage), y(if is_after { row.after } else { row.before })))
                .collect();
            let _ =
                writeln!(svg, "<polyline fill=\"none\" stroke=\"{colour}\" {style} points=\"{}\"/>", points.join(" "));
        }
        let at = MARGIN + 16.0 * round as f64;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{at:.1}\" fill=\"{colour}\">round {round}</text>",
            MARGIN + WIDTH + 8.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_gets_its_two_lines() {
        let table = "round,stage,samples,held_out,error_before,error_after\n1,3,10,200,5.0,4.0\n1,4,10,200,6.0,5.0\n2,3,10,200,4.0,3.5\n2,4,9,3,1.0,1.0\n";
        let svg = svg(table);
        assert_eq!(svg.matches("<polyline").count(), 4);
        assert!(svg.contains("round 2") && !svg.contains("round 3"));
        assert!(svg.contains("112.0,101.3 133.3,48.0"), "{svg}");
    }
}
