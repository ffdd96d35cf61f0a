use std::fmt;
use std::sync::{Arc, OnceLock};

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
    wide: OnceLock<super::wide::Prepared>,
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    amx: OnceLock<super::amx::Prepared>,
}

/// A network that the program ships with.
struct Shipped {
    /// The widest board that it is the best one for.
    width_max: u8,
    file: Supply,
    /// Its checksum, known when the program is built.
    id: u32,
    network: OnceLock<Network>,
}

macro_rules! shipped {
    ($width_max:expr, $name:literal, $path:literal) => {
        Shipped {
            width_max: $width_max,
            file: search::supply!($name, $path),
            // A constant, so that a program whose networks are handed in holds none of them.
            id: const { checksum(include_bytes!($path)) },
            network: OnceLock::new(),
        }
    };
}

/// What ships, from the smallest boards to the largest.
static SHIPPED: [Shipped; 3] = [
    shipped!(9, "go-small-boards.net", "../../nets/small-boards.net"),
    shipped!(13, "go-medium-boards.net", "../../nets/medium-boards.net"),
    shipped!(u8::MAX, "go-large-boards.net", "../../nets/large-boards.net"),
];

impl Shipped {
    fn of(size: Size) -> &'static Shipped {
        SHIPPED
            .iter()
            .find(|shipped| size.width() <= shipped.width_max)
            .expect("the last one is for all that is larger")
    }
}

/// A file ends with its checksum.
const fn checksum(file: &[u8]) -> u32 {
    match file.last_chunk() {
        Some(&sum) => u32::from_le_bytes(sum),
        None => panic!("an empty network"),
    }
}

impl Network {
    /// Reads a network file.
    pub fn read(bytes: &[u8]) -> Result<Network, Unreadable> {
        let parts = Parts {
            weights: file::read(bytes)?,
            wide: OnceLock::new(),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            amx: OnceLock::new(),
        };
        Ok(Network { parts: Arc::new(parts) })
    }

    /// The network that the program ships with for boards of this size, read when it is first asked for.
    ///
    /// All of them know every size. They went on from one network, each on boards of its own, 9×9, 13×13 and 19×19, where it plays better than
    /// before (`docs/training-go.md` has the matches).
    pub fn shipped(size: Size) -> &'static Network {
        let Shipped { file, network, .. } = Shipped::of(size);
        network.get_or_init(|| Network::read(file.bytes()).expect("the tests read the shipped networks"))
    }

    /// The file of the network for boards of this size.
    pub fn file(size: Size) -> &'static Supply {
        &Shipped::of(size).file
    }

    /// The files of the shipped networks, from that for the smallest boards on.
    pub fn files() -> [&'static Supply; 3] {
        SHIPPED.each_ref().map(|shipped| &shipped.file)
    }

    /// Numbers by which the shipped networks are told from those of other versions of the program, in the order of [`Network::files`].
    pub fn shipped_ids() -> [u32; 3] {
        SHIPPED.each_ref().map(|shipped| shipped.id)
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

/// The sizes alone: nobody wants to read half a million numbers.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { blocks, channels, .. } = self.weights().shape;
        write!(f, "Network({blocks} blocks of {channels} channels)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_the_network_for_its_size() {
        for width in 1..=25 {
            let name = match width {
                ..=9 => "go-small-boards.net",
                10..=13 => "go-medium-boards.net",
                _ => "go-large-boards.net",
            };
            assert_eq!(Network::file(Size::new(width).expect("a size")).name(), name, "{width}");
        }
        let shipped = |width| Network::shipped(Size::new(width).expect("a size"));
        assert!(shipped(5).is(shipped(9)) && shipped(10).is(shipped(13)) && shipped(14).is(shipped(25)));
        assert!(!shipped(9).is(shipped(13)) && !shipped(13).is(shipped(19)) && !shipped(9).is(shipped(19)));
        let files = Network::files().map(|file| *file.bytes().last_chunk().expect("a checksum"));
        assert_eq!(files.map(u32::from_le_bytes), Network::shipped_ids());
    }
}
