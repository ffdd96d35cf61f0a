/// What a good move does, by a name that many positions share: what somebody who misses it may want to practise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Motif {
    /// Go: takes stones, or is about to.
    Capture,
    /// Go: saves or strengthens stones of one's own.
    Rescue,
    /// Go: connects, or keeps the opponent from it.
    Connection,
    /// Go: takes or opens an area.
    Area,
    /// Othello: takes a corner, or keeps the opponent from one.
    Corner,
    /// Othello: leaves the opponent few moves.
    Mobility,
    /// Othello: plays last in a region.
    Parity,
    /// Othello: discs that are never turned again.
    Stability,
    /// Aligne 4: completes a line, or breaks one.
    Line,
    /// Aligne 4: leaves nothing that the opponent could complete.
    Danger,
    /// Aligne 4: wins or draws by force.
    Force,
}

impl Motif {
    /// All of them, game by game.
    pub const ALL: [Motif; 11] = [
        Motif::Capture,
        Motif::Rescue,
        Motif::Connection,
        Motif::Area,
        Motif::Corner,
        Motif::Mobility,
        Motif::Parity,
        Motif::Stability,
        Motif::Line,
        Motif::Danger,
        Motif::Force,
    ];

    /// Its name, in messages, for programs and in what is kept.
    pub const fn name(self) -> &'static str {
        match self {
            Motif::Capture => "capture",
            Motif::Rescue => "rescue",
            Motif::Connection => "connection",
            Motif::Area => "area",
            Motif::Corner => "corner",
            Motif::Mobility => "mobility",
            Motif::Parity => "parity",
            Motif::Stability => "stability",
            Motif::Line => "line",
            Motif::Danger => "danger",
            Motif::Force => "force",
        }
    }
}
