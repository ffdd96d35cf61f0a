//! Where children lie: those of one parent side by side.
//!
//! A walk compares all children of every node that it passes, and between two walks a network went through the caches, so
//! what it costs is waiting for memory. What it looks at is therefore kept apart from the rest of a node, in blocks: a family
//! moves to one of twice the size when it has outgrown its own, and leaves that to others.

use super::Id;

/// A move that was tried, as the choice between it and its siblings sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// Where it leads.
    pub(super) node: Id,
    pub(super) visits: u32,
    /// Visits on their way down that have not come back.
    pub(super) in_flight: u32,
    /// The mean over the visits.
    pub(super) utility: f32,
    pub(super) prior: f32,
}

impl Branch {
    /// One that was just tried.
    pub(super) fn new(node: Id, prior: f32) -> Branch {
        Branch { node, visits: 0, in_flight: 0, utility: 0.0, prior }
    }
}

/// Where the children of a node are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    first: u32,
    count: u32,
}

impl Family {
    pub(super) const NONE: Family = Family { first: 0, count: 0 };

    pub(super) fn len(self) -> usize {
        self.count as usize
    }

    /// The size of the block that it lives in.
    pub(super) fn block_size(self) -> usize {
        if self.count == 0 { 0 } else { block_size(self.len()) }
    }

    fn is_full(self) -> bool {
        self.len() == self.block_size()
    }
}

/// An arena of blocks.
#[derive(Debug)]
pub(super) struct Families {
    branches: Vec<Branch>,
    /// For each size of blocks, one that nobody lives in. Its first branch names the next as the node that it leads to.
    left: [u32; SIZES],
    capacity: usize,
}

/// The size of the smallest block.
const SMALLEST: usize = 4;

/// Blocks for up to 1024 children: the largest board has 626 moves.
const SIZES: usize = 9;

const NOWHERE: u32 = u32::MAX;

impl Families {
    pub(super) fn new(capacity: usize) -> Families {
        Families { branches: Vec::with_capacity(capacity), left: [NOWHERE; SIZES], capacity }
    }

    pub(super) fn of(&self, family: Family) -> &[Branch] {
        &self.branches[family.first as usize..][..family.len()]
    }

    pub(super) fn of_mut(&mut self, family: Family) -> &mut [Branch] {
        &mut self.branches[family.first as usize..][..family.len()]
    }

    /// Whether one more child can be added.
    pub(super) fn has_room(&self, family: Family) -> bool {
        let size = block_size(family.len() + 1);
        !family.is_full() || self.left[place_of(size)] != NOWHERE || self.branches.len() + size <= self.capacity
    }

    /// The family with one more child. There must be room.
    pub(super) fn with(&mut self, family: Family, child: Branch) -> Family {
        let mut grown = Family { count: family.count + 1, ..family };
        if family.is_full() {
            grown.first = self.free_block(block_size(grown.len()));
            let old = family.first as usize;
            self.branches.copy_within(old..old + family.len(), grown.first as usize);
            self.leave(family);
        }
        self.branches[grown.first as usize + family.len()] = child;
        grown
    }

    /// A family of these children, in a block that none of them has to leave. There must be room.
    pub(super) fn settle(&mut self, children: impl ExactSizeIterator<Item = Branch>) -> Family {
        let count = children.len() as u32;
        if count == 0 {
            return Family::NONE;
        }
        let family = Family { first: self.free_block(block_size(children.len())), count };
        for (place, child) in self.of_mut(family).iter_mut().zip(children) {
            *place = child;
        }
        family
    }

    fn free_block(&mut self, size: usize) -> u32 {
        let left = &mut self.left[place_of(size)];
        if *left != NOWHERE {
            return std::mem::replace(left, self.branches[*left as usize].node);
        }
        let first = self.branches.len();
        self.branches.resize(first + size, Branch::new(NOWHERE, 0.0));
        first as u32
    }

    fn leave(&mut self, family: Family) {
        if family.len() > 0 {
            let left = &mut self.left[place_of(family.len())];
            self.branches[family.first as usize].node = std::mem::replace(left, family.first);
        }
    }

    /// Bytes that it may take in all.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.branches.capacity() * size_of::<Branch>()
    }
}

/// The size of the block that so many children live in.
fn block_size(children: usize) -> usize {
    children.next_power_of_two().max(SMALLEST)
}

/// Where in the list of sizes this one is.
fn place_of(size: usize) -> usize {
    (size / SMALLEST).ilog2() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Families grow side by side; each child must stay with its parent, and nobody may move into a block that is lived in.
    #[test]
    fn every_family_keeps_its_children_and_left_blocks_are_used_again() {
        let mut rng = Rng::with_seed(1);
        let mut families = Families::new(3000);
        let mut all = [Family::NONE; 40];
        let name = |place: usize, number: u32| 10_000 * place as Id + number;
        let (mut children, mut refused) = (0, 0);
        while refused < 2000 {
            let place = rng.usize(..all.len());
            // Some grow large, most stay small.
            if all[place].len() > 4 && place > 2 || !families.has_room(all[place]) {
                refused += 1;
                continue;
            }
            all[place] = families.with(all[place], Branch::new(name(place, all[place].count), 0.5));
            children += 1;
        }
        for (place, &family) in all.iter().enumerate() {
            let expected: Vec<Id> = (0..family.count).map(|number| name(place, number)).collect();
            assert_eq!(families.of(family).iter().map(|branch| branch.node).collect::<Vec<_>>(), expected);
        }
        assert!(families.branches.len() <= 3000);
        let largest = all.iter().map(|family| family.block_size()).max();
        assert!(children > 300 && largest >= Some(64), "{children}, {largest:?}");
        // A family of eight has lived in a block of four before, and so on: without what others left, all of it would be taken.
        let ever: usize = all.iter().map(|family| (2 * family.block_size()).saturating_sub(SMALLEST)).sum();
        assert!(families.branches.len() < ever, "{} of {ever}", families.branches.len());
    }
}
