//! What servers and workers have agreed on: where they say what, and how often.

use std::fmt::Write;
use std::sync::LazyLock;
use std::time::Duration;

use players::analyst;
use sha2::{Digest, Sha256};
use table::Kind;

/// Counts the changes of the messages.
const MESSAGES: u32 = 1;
/// Those who listen for questions; each goes to one of them.
pub(super) const QUEUE: &str = "workers";
/// How often those who ask and those who think tell each other that they are there.
pub(super) const ALIVE_EVERY: Duration = Duration::from_secs(1);
/// How long the other may say nothing.
pub(super) const SILENCE: Duration = Duration::from_secs(3);
/// How often a worker tells all servers that it is there.
pub(super) const BEACON_EVERY: Duration = Duration::from_secs(2);
/// How often a server says that games wait, while any do.
pub(super) const SHOUT_EVERY: Duration = Duration::from_millis(100);
/// The beacons of workers of any version.
pub(super) const ALL_BEACONS: &str = "plateau.think.*.worker";

/// Where the messages of one version go.
pub(super) struct Subjects {
    pub(super) game: String,
    pub(super) review: String,
    /// Here servers say that games wait.
    pub(super) waits: String,
    /// Here workers say that they are there.
    pub(super) beacon: String,
}

/// Those of this version: whose program, messages, networks or weights are others uses others.
pub(super) static SUBJECTS: LazyLock<Subjects> = LazyLock::new(|| {
    let engines: Vec<String> = Kind::ALL.into_iter().map(analyst::version).collect();
    let all = format!("{MESSAGES} {} {}", env!("CARGO_PKG_VERSION"), engines.join(" "));
    let version = Sha256::digest(all).iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    let of = |what: &str| format!("plateau.think.{version}.{what}");
    Subjects { game: of("game"), review: of("review"), waits: of("waits"), beacon: of("worker") }
});

/// What a beacon says: a name, and how many threads; none from one that goes.
pub(super) fn read_beacon(bytes: &[u8]) -> Option<(String, usize)> {
    /// No machine has more.
    const MOST_THREADS: usize = 4096;
    /// No name is longer.
    const LONGEST_NAME: usize = 64;
    let (name, threads) = std::str::from_utf8(bytes).ok()?.split_once(' ')?;
    let threads = threads.parse().ok().filter(|threads| *threads <= MOST_THREADS)?;
    (!name.is_empty() && name.len() <= LONGEST_NAME).then(|| (name.to_owned(), threads))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beacon_is_a_name_and_a_number() {
        for (text, read) in [
            ("a 4", Some(("a", 4))),
            ("a 0", Some(("a", 0))),
            ("a", None),
            (" 4", None),
            ("a 4097", None),
            ("a -1", None),
            ("a 4 5", None),
        ] {
            let read = read.map(|(name, threads)| (name.to_owned(), threads));
            assert_eq!(read_beacon(text.as_bytes()), read, "{text}");
        }
        assert_eq!(read_beacon(b"\xff 4"), None);
        assert_eq!(read_beacon(format!("{} 4", "a".repeat(65)).as_bytes()), None);
    }
}
