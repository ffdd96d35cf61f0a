//! Letters without fonts.
//!
//! A picture must look the same on a machine that has no font installed, so what is written on a board is drawn: a stroked
//! alphabet of this project's own, in the manner of road signs. Each glyph is a list of strokes on a grid where capitals
//! stand between 0 (top) and 14 (base line), small letters begin at 4.4 and descend to 18; ink starts at x = 0.
//!
//! The strokes are a subset of SVG's path language, absolute: `M`, `L`, `C`, `Z`, and `A rx,ry large sweep x,y`.

/// Height of capitals and digits on the grid.
pub(crate) const CAP: f32 = 14.0;
/// Space between two glyphs.
const GAP: f32 = 3.4;

/// Whether every character of the text can be drawn.
pub(crate) fn known(text: &str) -> bool {
    text.chars().all(|c| glyph(c).is_some())
}

/// How wide the text is on the grid; an unknown character is a box.
pub(crate) fn width(text: &str) -> f32 {
    let widths = text.chars().map(|c| glyph(c).unwrap_or(BOX).0 + GAP);
    (widths.sum::<f32>() - GAP).max(0.0)
}

/// Appends the text as path data; `x`, `y` is the upper left corner of its capitals, `scale` the size of the grid.
///
/// Points are rounded to whole units first and then written relative to each other, so errors do not add up.
pub(crate) fn write(out: &mut String, text: &str, x: f32, y: f32, scale: f32) {
    let mut pen = Pen { out, x, y: y.round(), scale, start: None, at: (0, 0) };
    let mut left = x;
    for c in text.chars() {
        let (advance, strokes) = glyph(c).unwrap_or(BOX);
        // Every glyph begins on a whole unit: the same one has the same shape wherever it stands.
        pen.x = left.round();
        pen.draw(strokes);
        left += (advance + GAP) * scale;
    }
}

/// Scales strokes while writing them.
struct Pen<'a> {
    out: &'a mut String,
    x: f32,
    y: f32,
    scale: f32,
    /// Where the present stroke began; nothing before the first one.
    start: Option<(i32, i32)>,
    at: (i32, i32),
}

impl Pen<'_> {
    fn draw(&mut self, strokes: &str) {
        let mut words = strokes.split([' ', ',']).filter(|word| !word.is_empty());
        while let Some(command) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<f32>().ok()).unwrap_or_default();
            match command {
                "M" => {
                    let to = self.point(number(), number());
                    match (self.start, self.step(to)) {
                        (None, _) => push(self.out, 'M', &[to.0, to.1]),
                        (Some(_), (dx, dy)) => push(self.out, 'm', &[dx, dy]),
                    }
                    self.start = Some(to);
                    self.at = to;
                }
                "L" => {
                    let to = self.point(number(), number());
                    match self.step(to) {
                        (0, dy) => push(self.out, 'v', &[dy]),
                        (dx, 0) => push(self.out, 'h', &[dx]),
                        (dx, dy) => push(self.out, 'l', &[dx, dy]),
                    }
                    self.at = to;
                }
                "C" => {
                    let points = [(); 3].map(|()| self.point(number(), number()));
                    let [a, b, c] = points.map(|point| self.step(point));
                    push(self.out, 'c', &[a.0, a.1, b.0, b.1, c.0, c.1]);
                    self.at = points[2];
                }
                "A" => {
                    let radii = [number(), number()].map(|radius| (radius * self.scale).round() as i32);
                    let flags = [number() as i32, number() as i32];
                    let to = self.point(number(), number());
                    let (dx, dy) = self.step(to);
                    // Flags are single digits, so nothing need part them from what follows.
                    push(self.out, 'a', &[radii[0], radii[1], 0, flags[0]]);
                    push(self.out, if flags[1] == 1 { '1' } else { '0' }, &[dx, dy]);
                    self.at = to;
                }
                _ => {
                    self.out.push('z');
                    self.at = self.start.unwrap_or(self.at);
                }
            }
        }
    }

    fn point(&self, x: f32, y: f32) -> (i32, i32) {
        ((self.x + x * self.scale).round() as i32, (self.y + y * self.scale).round() as i32)
    }

    fn step(&self, to: (i32, i32)) -> (i32, i32) {
        (to.0 - self.at.0, to.1 - self.at.1)
    }
}

/// Writes a path command; a minus sign parts numbers as well as a space does.
fn push(out: &mut String, command: char, numbers: &[i32]) {
    out.push(command);
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 && *number >= 0 {
            out.push(' ');
        }
        out.push_str(&number.to_string());
    }
}

/// What stands for a character that is not in the table.
const BOX: (f32, &str) = (8.0, "M 0,0 L 8,0 L 8,14 L 0,14 Z");

/// The width and the strokes of a character.
fn glyph(c: char) -> Option<(f32, &'static str)> {
    GLYPHS.iter().find(|(name, ..)| *name == c).map(|(_, width, strokes)| (*width, *strokes))
}

#[rustfmt::skip]
const GLYPHS: &[(char, f32, &str)] = &[
    ('0', 8.0, "M 0,4 A 4,4 0 1 8,4 L 8,10 A 4,4 0 1 0,10 Z"),
    ('1', 4.6, "M 0,3.6 L 4.2,0 L 4.2,14"),
    ('2', 8.0, "M 0,4 A 4,4 1 1 7.2,6.4 L 0.2,14 L 8.2,14"),
    ('3', 8.0, "M 0.9,2.1 A 3.3,3.3 1 1 4,6.5 L 3,6.5 M 4,6.5 A 3.8,3.8 1 1 0.3,11.5"),
    ('4', 8.4, "M 6,14 L 6,0 L 0,10 L 8.4,10"),
    ('5', 8.0, "M 7.3,0 L 1.2,0 L 0.6,6.7 A 4.3,4.3 1 1 0.2,12"),
    ('6', 8.0, "M 5.4,0 L 0.5,7.7 M -0.1,9.9 A 4.1,4.1 1 1 8.1,9.9 A 4.1,4.1 1 1 -0.1,9.9"),
    ('7', 8.0, "M 0,0 L 8,0 L 2.6,14"),
    ('8', 8.0, "M 0.6,3.3 A 3.4,3.3 1 1 7.4,3.3 A 3.4,3.3 1 1 0.6,3.3 M 0,10.3 A 4,3.7 1 1 8,10.3 A 4,3.7 1 1 0,10.3"),
    ('9', 8.0, "M 2.6,14 L 7.5,6.3 M 8.1,4.1 A 4.1,4.1 1 1 -0.1,4.1 A 4.1,4.1 1 1 8.1,4.1"),
    ('A', 10.0, "M 0,14 L 5,0 L 10,14 M 1.8,9.2 L 8.2,9.2"),
    ('B', 8.6, "M 0,6.6 L 4.7,6.6 A 3.3,3.3 0 0 4.7,0 L 0,0 L 0,14 L 5,14 A 3.7,3.7 0 0 5,6.6"),
    ('C', 8.9, "M 8.8,3.3 A 4.5,4.5 0 0 0,4.5 L 0,9.5 A 4.5,4.5 0 0 8.8,10.7"),
    ('D', 9.0, "M 0,0 L 0,14 L 4,14 A 5,5 0 0 9,9 L 9,5 A 5,5 0 0 4,0 Z"),
    ('E', 7.8, "M 7.8,0 L 0,0 L 0,14 L 7.8,14 M 0,6.8 L 6.8,6.8"),
    ('F', 7.6, "M 7.6,0 L 0,0 L 0,14 M 0,6.8 L 6.6,6.8"),
    ('G', 9.0, "M 8.8,3.3 A 4.5,4.5 0 0 0,4.5 L 0,9.5 A 4.5,4.5 0 0 9,9.5 L 9,7.6 L 5,7.6"),
    ('H', 9.0, "M 0,0 L 0,14 M 9,0 L 9,14 M 0,6.8 L 9,6.8"),
    ('I', 0.0, "M 0,0 L 0,14"),
    ('J', 6.4, "M 6.4,0 L 6.4,10.6 A 3.3,3.4 0 1 0,11.6"),
    ('K', 8.8, "M 0,0 L 0,14 M 8.4,0 L 0,8.6 M 3.2,5.4 L 8.8,14"),
    ('L', 7.4, "M 0,0 L 0,14 L 7.4,14"),
    ('M', 11.0, "M 0,14 L 0,0 L 5.5,8.6 L 11,0 L 11,14"),
    ('N', 9.0, "M 0,14 L 0,0 L 9,14 L 9,0"),
    ('O', 9.4, "M 0,4.7 A 4.7,4.7 0 1 9.4,4.7 L 9.4,9.3 A 4.7,4.7 0 1 0,9.3 Z"),
    ('P', 9.0, "M 0,14 L 0,0 L 5,0 A 4,4 0 1 5,8 L 0,8"),
    ('Q', 9.4, "M 0,4.7 A 4.7,4.7 0 1 9.4,4.7 L 9.4,9.3 A 4.7,4.7 0 1 0,9.3 Z M 5.6,10.4 L 9.6,14.6"),
    ('R', 9.0, "M 0,14 L 0,0 L 5,0 A 4,4 0 1 5,8 L 0,8 M 4.6,8 L 8.8,14"),
    ('S', 8.8, "M 8.2,3 C 7.6,1 6.2,0 4.3,0 C 1.9,0 0.2,1.5 0.2,3.6 C 0.2,8.2 8.8,5.6 8.8,10.2 C 8.8,12.5 6.8,14 4.3,14 C 2,14 0.4,12.8 0,10.8"),
    ('T', 9.0, "M 0,0 L 9,0 M 4.5,0 L 4.5,14"),
    ('U', 9.0, "M 0,0 L 0,9.5 A 4.5,4.5 0 0 9,9.5 L 9,0"),
    ('V', 10.0, "M 0,0 L 5,14 L 10,0"),
    ('W', 14.0, "M 0,0 L 3.4,14 L 7,2 L 10.6,14 L 14,0"),
    ('X', 9.0, "M 0,0 L 9,14 M 9,0 L 0,14"),
    ('Y', 9.4, "M 0,0 L 4.7,7.4 L 9.4,0 M 4.7,7.4 L 4.7,14"),
    ('Z', 8.6, "M 0,0 L 8.6,0 L 0,14 L 8.6,14"),
    ('a', 7.8, "M 0,9.2 A 3.9,4.8 0 1 7.8,9.2 A 3.9,4.8 0 1 0,9.2 M 7.8,4.4 L 7.8,14"),
    ('b', 7.8, "M 0,0 L 0,14 M 0,9.2 A 3.9,4.8 0 1 7.8,9.2 A 3.9,4.8 0 1 0,9.2"),
    ('c', 7.1, "M 7.1,6.5 A 3.9,4.8 1 0 7.1,11.9"),
    ('d', 7.8, "M 0,9.2 A 3.9,4.8 0 1 7.8,9.2 A 3.9,4.8 0 1 0,9.2 M 7.8,0 L 7.8,14"),
    ('e', 7.8, "M 0,9.2 L 7.8,9.2 A 3.9,4.8 1 0 6.9,12.3"),
    ('f', 5.4, "M 5.4,0.1 C 3,-0.4 1.8,0.8 1.8,3 L 1.8,14 M 0,4.8 L 5,4.8"),
    ('g', 7.8, "M 0,9.2 A 3.9,4.8 0 1 7.8,9.2 A 3.9,4.8 0 1 0,9.2 M 7.8,4.4 L 7.8,14 A 3.8,4 0 1 0.8,16.2"),
    ('h', 7.4, "M 0,0 L 0,14 M 0,8.2 A 3.7,3.8 0 1 7.4,8.2 L 7.4,14"),
    ('i', 0.0, "M 0,4.4 L 0,14 M 0,0.5 L 0,0.8"),
    ('j', 2.4, "M 2.4,4.4 L 2.4,15.4 C 2.4,17 1.4,17.8 0,17.8 M 2.4,0.5 L 2.4,0.8"),
    ('k', 7.0, "M 0,0 L 0,14 M 6.8,4.6 L 0,10.8 M 2.6,8.6 L 7,14"),
    ('l', 2.2, "M 0,0 L 0,11.6 C 0,13.2 0.8,14 2.2,14"),
    ('m', 11.6, "M 0,4.4 L 0,14 M 0,7.7 A 2.9,3.2 0 1 5.8,7.7 L 5.8,14 M 5.8,7.7 A 2.9,3.2 0 1 11.6,7.7 L 11.6,14"),
    ('n', 7.4, "M 0,4.4 L 0,14 M 0,8.2 A 3.7,3.8 0 1 7.4,8.2 L 7.4,14"),
    ('o', 7.8, "M 0,9.2 A 3.9,4.8 0 1 7.8,9.2 A 3.9,4.8 0 1 0,9.2"),
    ('p', 7.8, "M 0,4.4 L 0,18 M 0,9.2 A 3.9,4.8 0 1 7.8,9.2 A 3.9,4.8 0 1 0,9.2"),
    ('q', 7.8, "M 0,9.2 A 3.9,4.8 0 1 7.8,9.2 A 3.9,4.8 0 1 0,9.2 M 7.8,4.4 L 7.8,18"),
    ('r', 4.6, "M 0,4.4 L 0,14 M 0,8 C 0.4,5.6 2,4.2 4.6,4.5"),
    ('s', 6.9, "M 6.4,6.4 C 6,5 4.9,4.4 3.4,4.4 C 1.6,4.4 0.3,5.4 0.3,6.9 C 0.3,10.2 6.9,8.2 6.9,11.4 C 6.9,13 5.4,14 3.5,14 C 1.6,14 0.3,13.2 0,11.8"),
    ('t', 5.2, "M 2,1 L 2,11.4 C 2,13.4 3,14.2 5.2,13.8 M 0,4.8 L 5,4.8"),
    ('u', 7.4, "M 0,4.4 L 0,10.2 A 3.7,3.8 0 0 7.4,10.2 M 7.4,4.4 L 7.4,14"),
    ('v', 8.0, "M 0,4.4 L 4,14 L 8,4.4"),
    ('w', 11.6, "M 0,4.4 L 2.8,14 L 5.8,5.6 L 8.8,14 L 11.6,4.4"),
    ('x', 7.2, "M 0,4.4 L 7.2,14 M 7.2,4.4 L 0,14"),
    ('y', 8.0, "M 0,4.4 L 4,14 M 8,4.4 L 2.4,17.8 L 0.6,17.8"),
    ('z', 6.8, "M 0,4.4 L 6.8,4.4 L 0,14 L 6.8,14"),
    (' ', 3.0, ""),
    ('!', 0.0, "M 0,0 L 0,9.4 M 0,13.4 L 0,13.7"),
    ('"', 3.6, "M 0,0 L 0,3.6 M 3.6,0 L 3.6,3.6"),
    ('#', 8.6, "M 2.8,1 L 1.6,13 M 7,1 L 5.8,13 M 0.2,5 L 8.6,5 M 0,9 L 8.4,9"),
    ('$', 8.8, "M 8.2,3.6 C 7.6,2.4 6.2,2 4.4,2 C 2,2 0.4,2.8 0.4,4.4 C 0.4,8.2 8.6,6 8.6,9.6 C 8.6,11.2 6.8,12 4.4,12 C 2,12 0.4,11.4 0,10 M 4.4,-1 L 4.4,15"),
    ('%', 11.0, "M 0,2.8 A 2.3,2.8 0 1 4.6,2.8 A 2.3,2.8 0 1 0,2.8 M 6.4,11.2 A 2.3,2.8 0 1 11,11.2 A 2.3,2.8 0 1 6.4,11.2 M 9.4,0 L 1.6,14"),
    ('&', 9.4, "M 9.4,14 L 2,4.4 C 0.4,2 1.8,0 3.9,0 C 6.6,0 7.4,3 5.2,4.6 L 2,7 C -1.4,9.6 0,14 3.8,14 C 7,14 9,11.6 9.2,7.6"),
    ('\'', 0.0, "M 0,0 L 0,3.6"),
    ('(', 3.0, "M 3,-1 C -1,4 -1,11 3,16"),
    (')', 3.0, "M 0,-1 C 4,4 4,11 0,16"),
    ('*', 6.4, "M 3.2,0 L 3.2,7 M 0.2,1.8 L 6.2,5.2 M 6.2,1.8 L 0.2,5.2"),
    ('+', 8.0, "M 4,4 L 4,12 M 0,8 L 8,8"),
    (',', 1.0, "M 1,13.4 L 0,16.4"),
    ('-', 5.4, "M 0,8 L 5.4,8"),
    ('.', 0.0, "M 0,13.4 L 0,13.7"),
    ('/', 5.6, "M 5.6,-1 L 0,15"),
    (':', 0.0, "M 0,5.6 L 0,5.9 M 0,13.4 L 0,13.7"),
    (';', 1.0, "M 1,5.6 L 1,5.9 M 1,13.4 L 0,16.4"),
    ('<', 7.4, "M 7.4,3.4 L 0,8 L 7.4,12.6"),
    ('=', 8.0, "M 0,6 L 8,6 M 0,10 L 8,10"),
    ('>', 7.4, "M 0,3.4 L 7.4,8 L 0,12.6"),
    ('?', 7.4, "M 0,3.4 C 0.4,1.2 1.8,0 3.8,0 C 6,0 7.4,1.4 7.4,3.4 C 7.4,6.6 3.8,6.4 3.8,9.8 M 3.8,13.4 L 3.8,13.7"),
    ('@', 12.0, "M 8.8,9.6 A 2.6,3 1 1 8.8,5.6 M 8.8,4.6 L 8.8,8.4 C 8.8,11 12,10.6 12,7 A 6,6.4 1 0 8.4,13"),
    ('[', 3.0, "M 3,-1 L 0,-1 L 0,16 L 3,16"),
    ('\\', 5.6, "M 0,-1 L 5.6,15"),
    (']', 3.0, "M 0,-1 L 3,-1 L 3,16 L 0,16"),
    ('^', 6.4, "M 0,4.6 L 3.2,0 L 6.4,4.6"),
    ('_', 8.0, "M 0,15.6 L 8,15.6"),
    ('`', 2.2, "M 0,0 L 2.2,2.6"),
    ('{', 4.0, "M 4,-1 C 1,-1 2.4,3 1.8,5.6 C 1.6,6.8 1,7.5 0,7.5 C 1,7.5 1.6,8.2 1.8,9.4 C 2.4,12 1,16 4,16"),
    ('|', 0.0, "M 0,-1 L 0,16"),
    ('}', 4.0, "M 0,-1 C 3,-1 1.6,3 2.2,5.6 C 2.4,6.8 3,7.5 4,7.5 C 3,7.5 2.4,8.2 2.2,9.4 C 1.6,12 3,16 0,16"),
    ('~', 8.6, "M 0,9.2 C 0.6,7 2.4,6.6 4.3,8 C 6.2,9.4 8,9 8.6,6.8"),
    ('…', 9.6, "M 0,13.4 L 0,13.7 M 4.8,13.4 L 4.8,13.7 M 9.6,13.4 L 9.6,13.7"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_ascii_character_is_drawn() {
        for c in ' '..='~' {
            assert!(glyph(c).is_some(), "{c:?} has no glyph");
        }
        assert!(!known("黒"));
    }

    #[test]
    fn strokes_speak_the_small_path_language_and_stay_in_their_box() {
        for (name, width, strokes) in GLYPHS {
            let words: Vec<&str> = strokes.split([' ', ',']).filter(|word| !word.is_empty()).collect();
            let mut i = 0;
            while i < words.len() {
                let count = match words[i] {
                    "M" | "L" => 2,
                    "C" | "A" => 6,
                    "Z" => 0,
                    other => panic!("{name:?} has the stroke {other}"),
                };
                let numbers: Vec<f32> = words[i + 1..=i + count].iter().map(|word| word.parse().unwrap()).collect();
                if let [.., x, y] = numbers[..] {
                    assert!((-1.0..=width + 1.0).contains(&x) && (-1.0..=18.0).contains(&y), "{name:?} leaves its box");
                }
                i += 1 + count;
            }
        }
    }

    #[test]
    fn a_text_is_as_wide_as_its_glyphs_and_gaps() {
        assert!((width("00") - 19.4).abs() < 1e-4);
        assert!(width("").abs() < 1e-4);
        let mut path = String::new();
        write(&mut path, "H", 10.0, 20.0, 2.0);
        assert_eq!(path, "M10 20v28m18-28v28m-18-14h18");
    }
}
