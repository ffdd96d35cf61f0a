use super::heads::{self, Heads};
use super::portable::Portable;
use super::wide::{Wide, Width};
use super::{Evaluation, Input, Network, Path};

/// Runs a network: the memory that one thread needs for it.
pub struct Runner {
    network: Network,
    path: Path,
    memory: Memory,
    heads: Heads,
}

/// What the path needs.
enum Memory {
    Portable(Portable),
    Wide(Wide),
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    Amx(super::amx::Amx),
}

impl Runner {
    /// A runner on the fastest path of this processor.
    pub fn new(network: &Network) -> Runner {
        Runner::on_path(network, Path::fastest())
    }

    /// A runner on this path, which must be available.
    pub fn on_path(network: &Network, path: Path) -> Runner {
        assert!(path.is_available(), "this processor cannot run the path {path}");
        let memory = match path {
            Path::Lanes => Memory::Wide(Wide::new(Width::Lanes)),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => Memory::Wide(Wide::new(Width::Avx2)),
            #[cfg(target_arch = "x86_64")]
            Path::AvxVnni => Memory::Wide(Wide::new(Width::AvxVnni)),
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => Memory::Wide(Wide::new(Width::Avx512)),
            #[cfg(target_arch = "x86_64")]
            Path::Vnni => Memory::Wide(Wide::new(Width::Vnni)),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Path::Amx => Memory::Amx(super::amx::Amx::default()),
            _ => Memory::Portable(Portable::default()),
        };
        Runner { network: network.clone(), path, memory, heads: Heads::default() }
    }

    /// Whether it is this network, or a copy of it, that is run.
    pub fn runs(&self, network: &Network) -> bool {
        self.network.is(network)
    }

    /// The path it runs on.
    pub fn path(&self) -> Path {
        self.path
    }

    /// Runs the network on all inputs, which have one board size, and puts what it says of each in the output at its place.
    pub fn run(&mut self, inputs: &[Input], outputs: &mut [Evaluation]) {
        assert_eq!(inputs.len(), outputs.len(), "there is an output for each input");
        assert!(inputs.iter().all(|input| input.size() == inputs[0].size()), "all inputs have one board size");
        let (weights, heads) = (self.network.weights(), &mut self.heads);
        match &mut self.memory {
            Memory::Portable(portable) => {
                for (input, output) in inputs.iter().zip(outputs) {
                    let seen = portable.run(weights, input);
                    heads.finish(weights, input, |point| &seen[point * heads::width(weights.shape)..], output);
                }
            }
            Memory::Wide(wide) => wide.run(weights, self.network.for_vectors(), inputs, |place, seen| {
                heads.finish(weights, &inputs[place], |point| seen.at(point), &mut outputs[place]);
            }),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Memory::Amx(amx) => amx.run(weights, self.network.for_amx(), inputs, |place, seen| {
                heads.finish(weights, &inputs[place], |point| seen.at(point), &mut outputs[place]);
            }),
        }
    }
}
