//! A *static function* (M. Dietzfelbinger, R. Pagh 2008): an array of four-bit numbers such that three of them, at places that the hash of
//! a position's name says, combine by exclusive or to its number. That takes 1.23 times four bits for each position.

use crate::canonical::Name;

/// Numbers by name, for the names that it was made of; for any other it says anything.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) seed: u64,
    /// Two in a byte, the even one low.
    pub(super) numbers: Vec<u8>,
}

impl Function {
    /// Finds numbers for all places such that the three places of every name combine to its number.
    ///
    /// A place that only one name uses can be settled last, for that name, whatever the others hold. Taking such names away
    /// one by one nearly always takes all of them away if there are 1.23 places for each; if not, another seed does.
    pub(super) fn new(wanted: &[(Name, u8)]) -> Function {
        // A whole number of bytes in each third.
        let count = (wanted.len() * 123 / 100 + 32).next_multiple_of(6);
        for seed in 0.. {
            let Some(order) = peel(wanted, seed, count) else { continue };
            let mut function = Function { seed, numbers: vec![0; count / 2] };
            for (item, free) in order.into_iter().rev() {
                let (name, number) = wanted[item];
                let others = places(name, seed, count).into_iter().filter(|&place| place != free);
                let number = others.fold(number, |number, place| number ^ function.at(place));
                function.numbers[free / 2] |= number << (4 * (free % 2));
            }
            return function;
        }
        unreachable!("some seed works")
    }

    /// The number of a name.
    pub(super) fn number(&self, name: Name) -> u8 {
        places(name, self.seed, 2 * self.numbers.len()).iter().fold(0, |bits, &place| bits ^ self.at(place))
    }

    fn at(&self, place: usize) -> u8 {
        self.numbers[place / 2] >> (4 * (place % 2)) & 15
    }
}

/// Three different places, one in each third of `count`.
fn places(name: Name, seed: u64, count: usize) -> [usize; 3] {
    let hash = mix(mix(name.lanes ^ seed) ^ name.class as u64);
    let third = (count / 3) as u64;
    // Three times 21 bits of the hash, each scaled to a third.
    [0, 1, 2].map(|i| (i * third + (((hash >> (21 * i) & 0x1f_ffff) * third) >> 21)) as usize)
}

/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e3779b97f4a7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d049bb133111eb);
    value ^ value >> 31
}

/// The names in the order in which they can be taken away, each with the place that only it uses then.
fn peel(wanted: &[(Name, u8)], seed: u64, count: usize) -> Option<Vec<(usize, usize)>> {
    // For each place how many names use it, and the exclusive or of their indices: the index itself when one is left.
    let mut uses = vec![(0u32, 0usize); count];
    for (item, &(name, _)) in wanted.iter().enumerate() {
        for place in places(name, seed, count) {
            uses[place] = (uses[place].0 + 1, uses[place].1 ^ item);
        }
    }
    let mut order = Vec::with_capacity(wanted.len());
    let mut lonely: Vec<usize> = (0..count).filter(|&place| uses[place].0 == 1).collect();
    while let Some(free) = lonely.pop() {
        let (1, item) = uses[free] else { continue };
        order.push((item, free));
        for place in places(wanted[item].0, seed, count) {
            uses[place] = (uses[place].0 - 1, uses[place].1 ^ item);
            if uses[place].0 == 1 {
                lonely.push(place);
            }
        }
    }
    (order.len() == wanted.len()).then_some(order)
}
