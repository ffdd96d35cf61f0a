//! What the lobby's watchers are sent: made once for all who see the same, and not more often than people can read.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;

use crate::hub::Taste;

/// How long changes are gathered before the list is made again.
pub(crate) const GATHER: Duration = Duration::from_millis(300);

/// The list as it was made last, for each taste.
#[derive(Default, Debug)]
pub(crate) struct News {
    made: Mutex<HashMap<Taste, Made>>,
}

#[derive(Clone, Debug)]
struct Made {
    at: Instant,
    version: u64,
    text: Utf8Bytes,
}

impl News {
    /// The list in this version or, if it was made a moment ago, in one that is a moment older; and which it is.
    pub(crate) fn of(&self, taste: Taste, version: u64, make: impl FnOnce() -> String) -> (u64, Utf8Bytes) {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let is_good = |made: &&Made| made.version == version || made.at.elapsed() < GATHER;
        if let Some(made) = made.get(&taste).filter(is_good) {
            return (made.version, made.text.clone());
        }
        let text = Utf8Bytes::from(make());
        made.insert(taste, Made { at: Instant::now(), version, text: text.clone() });
        (version, text)
    }
}

#[cfg(test)]
mod tests {
    use words::Lang;

    use super::*;

    #[test]
    fn a_list_is_made_once_for_all_who_see_the_same_and_again_after_a_while() {
        let news = News::default();
        let [en, fr] = [Lang::En, Lang::Fr].map(|lang| Taste { lang, coordinates: true });
        let of = |taste, version| {
            let (of, text) = news.of(taste, version, || format!("list {version}"));
            assert_eq!(text.as_str(), format!("list {of}"));
            of
        };
        assert_eq!([of(en, 1), of(en, 2), of(fr, 2)], [1, 1, 2], "the first in each language is made");
        std::thread::sleep(GATHER);
        assert_eq!([of(en, 2), of(en, 3), of(en, 2)], [2, 2, 2]);
    }
}
