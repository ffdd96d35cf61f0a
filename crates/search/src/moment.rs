//! The time that searches go by. It is the system's own where there is one; in a browser whoever loads the program says what time it is.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant as Moment;

#[cfg(target_family = "wasm")]
pub use self::browser::Moment;

#[cfg(target_family = "wasm")]
mod browser {
    #![allow(unsafe_code, reason = "a function of another program cannot be looked into")]

    use std::ops::Sub;
    use std::time::Duration;

    #[link(wasm_import_module = "plateau")]
    unsafe extern "C" {
        /// Milliseconds since some moment, with their fractions; never fewer than before.
        safe fn now_ms() -> f64;
    }

    /// What [`std::time::Instant`] is elsewhere; here that cannot be asked for.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Moment(Duration);

    impl Moment {
        /// This moment.
        pub fn now() -> Moment {
            Moment(Duration::from_secs_f64((now_ms() / 1000.0).max(0.0)))
        }

        /// How long ago it was.
        pub fn elapsed(self) -> Duration {
            Moment::now() - self
        }

        /// So much later, if a moment can be that late.
        pub fn checked_add(self, time: Duration) -> Option<Moment> {
            self.0.checked_add(time).map(Moment)
        }
    }

    /// The time between two moments; none if the first is the later one.
    impl Sub for Moment {
        type Output = Duration;

        fn sub(self, earlier: Moment) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
