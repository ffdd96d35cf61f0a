//! How much memory the machine may think with.

use std::fs;

use search::Resources;
use table::Kind;

use crate::console::Console;
use crate::failure::Failure;

const MEGABYTE: u64 = 1 << 20;

/// With less the engines do not fit: the table of Aligne 4 alone has no room for whole names below that.
const LEAST: u64 = 16 * MEGABYTE;

/// The most that can be asked for where nobody knows what this machine has.
const MOST: u64 = MEGABYTE * MEGABYTE;

/// The memory that was asked for in megabytes, or the usual number of bytes; refused if no engine or no machine has that much.
pub(crate) fn bytes(asked: Option<u64>, usual: usize, console: &Console<'_>) -> Result<usize, Failure> {
    let Some(megabytes) = asked else { return Ok(usual) };
    let most = of_this_machine().unwrap_or(MOST);
    let bytes = megabytes.saturating_mul(MEGABYTE);
    if (LEAST..=most).contains(&bytes) {
        return Ok(bytes as usize);
    }
    let gaps = [("asked", megabytes.into()), ("least", (LEAST / MEGABYTE).into()), ("most", (most / MEGABYTE).into())];
    Err(Failure::Usage(console.say("error-memory", &gaps)))
}

/// What an engine gets for one who may analyse a position for minutes, unless said otherwise.
///
/// The tree of Go takes memory only as it grows, and within the little that suits a quick move it is pruned after half a minute on
/// 19×19. The other engines fill their tables with zeros before the first move: more would make every start slower.
pub(crate) fn for_analysis(game: Kind) -> usize {
    let usual = Resources::default().memory_bytes;
    match game {
        Kind::Go => share(of_this_machine(), usual as u64) as usize,
        Kind::Othello | Kind::Aligne4 => usual,
    }
}

/// A sixteenth of what there is, but no less than usual, and no more than half a gigabyte: within that, pruning a full tree takes a
/// few milliseconds, and nobody who wants it to stop has to wait.
fn share(there_is: Option<u64>, usual: u64) -> u64 {
    there_is.map_or(usual, |bytes| (bytes / 16).clamp(usual, 512 * MEGABYTE))
}

/// The memory that this process can have, where the system says so: that of the machine, or what a container leaves of it.
fn of_this_machine() -> Option<u64> {
    let total = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limits = limits.iter().filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok());
    total.into_iter().chain(limits).min()
}

/// The first line that matters of Linux's `/proc/meminfo`: `MemTotal:       24681892 kB`.
fn total(meminfo: &str) -> Option<u64> {
    let number = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB"))?;
    number.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_gets_a_sixteenth_within_bounds() {
        let usual = 64 * MEGABYTE;
        for (there_is, expected) in [
            (None, usual),
            (Some(512 * MEGABYTE), usual),
            (Some(4096 * MEGABYTE), 256 * MEGABYTE),
            (Some(1 << 40), 512 * MEGABYTE),
        ] {
            assert_eq!(share(there_is, usual), expected, "{there_is:?}");
        }
    }

    #[test]
    fn linux_says_how_much_there_is() {
        assert_eq!(total("MemTotal:       24681892 kB\nMemFree:        20060160 kB\n"), Some(24_681_892 << 10));
        assert_eq!(total("MemFree: 1 kB"), None);
        assert_eq!(total("MemTotal: much"), None);
    }
}
