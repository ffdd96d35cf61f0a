//! What a search is asked: how far to look, and how selectively.

/// How wide the net is: how many standard deviations the shallow result must be away from the window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Width(pub(crate) u8);

/// Standard deviations by width: ahead, and to the end. Wider looks ahead pick more best moves at the same nodes; wider looks to the
/// end lose games, since they come later. `docs/engine-othello.md` has the figures.
pub(crate) const DEVIATIONS: [[f32; 2]; 3] = [[1.5, 1.15], [1.15, 1.15], [2.0, 2.0]];

impl Width {
    /// As selective as it gets, at the last ply too: for play.
    pub const NARROWEST: Width = Width(0);
    /// Leads a search to the end. (Cuts at the last ply would lead it astray: FFO position 43 takes twice as long with them.)
    pub const NARROW: Width = Width(1);
    /// Cuts that are wrong now and then.
    pub const MIDDLE: Width = Width(2);
    /// No selective cuts.
    pub const FULL: Width = Width(DEVIATIONS.len() as u8);

    /// The chance that a cut is right, in per cent, if errors are normal: what programs show beside a selective score.
    pub fn confidence_percent(self) -> u32 {
        [75, 75, 95, 100][self.0 as usize]
    }
}

/// How far to look from a node, and how selectively.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Task {
    /// Plies; never more than there are empty squares.
    pub(crate) depth: u32,
    pub(crate) width: Width,
}

impl Task {
    /// The same from the next ply.
    #[inline]
    pub(crate) fn shallower(self) -> Task {
        Task { depth: self.depth - 1, ..self }
    }
}
