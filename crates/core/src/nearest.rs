/// The nearest whole number, halves away from zero: what `round` of the standard library does, for rules and records, which do without.
pub fn nearest(number: f64) -> i64 {
    let whole = number as i64;
    let rest = number - whole as f64;
    // Numbers so large that they have no places left are whole, and those that no integer holds are at its end already.
    let more = i64::from(rest >= 0.5) - i64::from(rest <= -0.5);
    whole.saturating_add(more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_as_the_standard_library_does_it() {
        let halves = (-723..=723).map(|halves| f64::from(halves) / 2.0);
        let near = halves.flat_map(|number| [number.next_down(), number, number.next_up()]);
        let far = [1e15 + 0.5, -1e15 - 0.5, 4503599627370497.5, 9e18, -9e18, 1e300, -1e300];
        for number in near.chain(far).chain([-0.0, f64::NAN, f64::INFINITY]) {
            assert_eq!(nearest(number), number.round() as i64, "{number}");
        }
    }
}
