use std::fmt;
use std::sync::{Arc, LazyLock};

use super::file::{self, Unreadable};
use super::weights::{Shape, Weights};

/// The weights of a network, shared by all that run it: a copy costs nothing.
#[derive(Clone)]
pub struct Network {
    pub(super) weights: Arc<Weights>,
}

impl Network {
    /// Reads a network file.
    pub fn read(bytes: &[u8]) -> Result<Network, Unreadable> {
        Ok(Network { weights: Arc::new(file::read(bytes)?) })
    }

    /// The network that the program ships with, read when it is first asked for.
    pub fn shipped() -> &'static Network {
        static SHIPPED: LazyLock<Network> = LazyLock::new(|| {
            Network::read(include_bytes!("../../nets/go-b6c96.net")).expect("the tests read the shipped network")
        });
        &SHIPPED
    }
}

/// The sizes alone: nobody wants to read half a million numbers.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { blocks, channels, .. } = self.weights.shape;
        write!(f, "Network({blocks} blocks of {channels} channels)")
    }
}
