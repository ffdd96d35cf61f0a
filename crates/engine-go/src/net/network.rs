use std::fmt;
use std::sync::{Arc, LazyLock};

use go::Size;
use search::Supply;

use super::file::{self, Unreadable};
use super::weights::{Shape, Weights};

/// The weights of a network, shared by all that run it: a copy costs nothing.
#[derive(Clone)]
pub struct Network {
    parts: Arc<Parts>,
}

/// What copies share: the weights, and what each path makes of them when it is first used.
struct Parts {
    weights: Weights,
    wide: std::sync::OnceLock<super::wide::Prepared>,
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    amx: std::sync::OnceLock<super::amx::Prepared>,
}

static SMALL_BOARDS: Supply = search::supply!("go-small-boards.net", "../../nets/small-boards.net");
static LARGE_BOARDS: Supply = search::supply!("go-large-boards.net", "../../nets/large-boards.net");

/// What tells both from those of other versions, known when the program is built.
const SHIPPED_ID: u64 = {
    // A file ends with its checksum.
    const fn checksum(file: &[u8]) -> u32 {
        match file.last_chunk() {
            Some(&sum) => u32::from_le_bytes(sum),
            None => panic!("an empty network"),
        }
    }
    let small = checksum(include_bytes!("../../nets/small-boards.net"));
    let large = checksum(include_bytes!("../../nets/large-boards.net"));
    (small as u64) << 32 | large as u64
};

impl Network {
    /// Reads a network file.
    pub fn read(bytes: &[u8]) -> Result<Network, Unreadable> {
        let parts = Parts {
            weights: file::read(bytes)?,
            wide: std::sync::OnceLock::new(),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            amx: std::sync::OnceLock::new(),
        };
        Ok(Network { parts: Arc::new(parts) })
    }

    /// The network that the program ships with for boards of this size, read when it is first asked for.
    ///
    /// Both know every size. The one for larger boards was taught mostly on 19×19; the other went on from there, mostly on 9×9, where it plays
    /// better, and on 19×19 worse (`docs/training-go.md` has the matches).
    pub fn shipped(size: Size) -> &'static Network {
        static SMALL: LazyLock<Network> = LazyLock::new(|| read_shipped(&SMALL_BOARDS));
        static LARGE: LazyLock<Network> = LazyLock::new(|| read_shipped(&LARGE_BOARDS));
        if is_small(size) { &SMALL } else { &LARGE }
    }

    /// The file of the network for boards of this size.
    pub fn file(size: Size) -> &'static Supply {
        if is_small(size) { &SMALL_BOARDS } else { &LARGE_BOARDS }
    }

    /// The files of both networks.
    pub fn files() -> [&'static Supply; 2] {
        [&SMALL_BOARDS, &LARGE_BOARDS]
    }

    /// A number by which the shipped networks are told from those of other versions of the program.
    pub fn shipped_id() -> u64 {
        SHIPPED_ID
    }

    /// Whether both are copies of the same one.
    pub(super) fn is(&self, other: &Network) -> bool {
        Arc::ptr_eq(&self.parts, &other.parts)
    }

    pub(super) fn weights(&self) -> &Weights {
        &self.parts.weights
    }

    /// The weights for vectors.
    pub(super) fn for_vectors(&self) -> &super::wide::Prepared {
        self.parts.wide.get_or_init(|| super::wide::Prepared::new(&self.parts.weights))
    }

    /// The weights for the matrix unit.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    pub(super) fn for_amx(&self) -> &super::amx::Prepared {
        self.parts.amx.get_or_init(|| super::amx::Prepared::new(&self.parts.weights))
    }
}

/// The widest board that the network for small boards is the better one for.
const SMALL_BOARD: u8 = 9;

fn is_small(size: Size) -> bool {
    size.width() <= SMALL_BOARD
}

fn read_shipped(file: &Supply) -> Network {
    Network::read(file.bytes()).expect("the tests read the shipped networks")
}

/// The sizes alone: nobody wants to read half a million numbers.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { blocks, channels, .. } = self.weights().shape;
        write!(f, "Network({blocks} blocks of {channels} channels)")
    }
}
