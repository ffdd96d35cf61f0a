use alloc::format;
use alloc::string::String;

/// The day of a time in milliseconds since 1970, `2024-09-06`, in Greenwich: as records date games.
///
/// The days since 0000-03-01 fall into eras of 400 years; within one, the year and the day of a year that begins in March
/// follow by division (Howard Hinnant, 'chrono-compatible low-level date algorithms').
pub fn date(at_ms: u64) -> String {
    let days = at_ms / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + 400 * era + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (at_ms, day) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (1_725_624_000_000, "2024-09-06"),
            (1_735_689_599_999, "2024-12-31"),
            (1_735_689_600_000, "2025-01-01"),
        ] {
            assert_eq!(date(at_ms), day);
        }
    }
}
