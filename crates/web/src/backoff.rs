//! What failed is tried again after a while, and less and less often.

use std::time::Duration;

use tokio::time::Instant;

/// When to try again what has failed: after twice as long each time, up to a limit.
#[derive(Default, Debug)]
pub(crate) struct Backoff {
    failed: Option<(Instant, Duration)>,
}

impl Backoff {
    const FIRST: Duration = Duration::from_millis(100);
    /// A disk that was full for an hour is noticed soon enough when it is not any more.
    const LONGEST: Duration = Duration::from_secs(20);

    /// It has failed. Whether it will be waited for longer than before, so that a log has one line for each step.
    pub(crate) fn grows(&mut self) -> bool {
        let before = self.failed.map(|(_, wait)| wait);
        let wait = before.map_or(Backoff::FIRST, |wait| (2 * wait).min(Backoff::LONGEST));
        self.failed = Some((Instant::now() + wait, wait));
        before != Some(wait)
    }

    /// It has worked.
    pub(crate) fn reset(&mut self) {
        self.failed = None;
    }

    /// Until when it is not tried.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.failed.map(|(until, _)| until)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.until().is_none_or(|until| Instant::now() >= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_tried_less_often_and_told_once_for_each_step() {
        let mut trouble = Backoff::default();
        assert!(trouble.is_over());
        let told: Vec<bool> = (0..12).map(|_| trouble.grows()).collect();
        let (steps, later) = told.split_at(9);
        assert_eq!((steps, later), (&[true; 9][..], &[false; 3][..]), "100 ms doubled eight times is the limit");
        assert!(!trouble.is_over());
        let wait = trouble.until().expect("a time") - Instant::now();
        assert!(wait > Duration::from_secs(19) && wait <= Backoff::LONGEST, "{wait:?}");
        trouble.reset();
        assert!(trouble.is_over());
        assert!(trouble.grows(), "the first time is told again");
    }
}
