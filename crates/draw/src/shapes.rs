//! Plain shapes as path data, which a pen then fills or follows.

use std::fmt::Write as _;

/// A place on the sheet.
pub(crate) type Point = (i32, i32);

/// A filled circle, as path data.
pub(crate) fn disc(path: &mut String, at: Point, radius: i32) {
    ring(path, at, radius);
}

/// A circle, as path data.
pub(crate) fn ring(path: &mut String, (x, y): Point, r: i32) {
    let _ = write!(path, "M{} {y}a{r} {r} 0 10{d} 0a{r} {r} 0 10-{d} 0z", x - r, d = 2 * r);
}

/// A square with round corners, as path data.
pub(crate) fn square(path: &mut String, (x, y): Point, half: i32) {
    let (r, side) = (half * 35 / 100, 2 * (half - half * 35 / 100));
    let _ = write!(
        path,
        "M{} {}h{side}a{r} {r} 0 01{r} {r}v{side}a{r} {r} 0 01-{r} {r}h-{side}a{r} {r} 0 01-{r}-{r}v-{side}\
         a{r} {r} 0 01{r}-{r}z",
        x - half + r,
        y - half
    );
}

/// Two diagonals, as path data.
pub(crate) fn cross(path: &mut String, (x, y): Point, half: i32) {
    let side = 2 * half;
    let _ = write!(path, "M{} {}l{side} {side}m0-{side}l-{side} {side}", x - half, y - half);
}

/// A square on its corner, as path data.
pub(crate) fn diamond(path: &mut String, (x, y): Point, half: i32) {
    let _ = write!(path, "M{x} {}l{half} {half}l-{half} {half}l-{half}-{half}z", y - half);
}

/// Four corners around a cell, as path data.
pub(crate) fn brackets(path: &mut String, (x, y): Point) {
    for (sx, sy) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
        let _ = write!(path, "M{} {}v{}h{}", x + 45 * sx, y + 28 * sy, 17 * sy, -17 * sx);
    }
}
