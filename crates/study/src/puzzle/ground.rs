use table::{AnySetup, Kind, Proposal, Seat, Who};

/// The board and the rules of a puzzle: the width of the board (Go, under French rules), the variant (Aligne 4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    kind: Kind,
    board: String,
}

/// The rules of Go under which puzzles were made; they are named so that they stay what they are.
const RULES_OF_GO: &str = "french";

/// The one board of Othello.
const OTHELLO: &str = "8";

impl Ground {
    /// The board of this name, if there is one.
    pub fn new(kind: Kind, board: &str) -> Option<Ground> {
        let ground = Ground { kind, board: board.to_owned() };
        ground.proposal().and_then(|proposal| proposal.setup().ok()).map(|_| ground)
    }

    /// Which game.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Which board or variant of it.
    pub fn board(&self) -> &str {
        &self.board
    }

    fn proposal(&self) -> Option<Proposal> {
        let mut proposal = Proposal::new(self.kind);
        proposal.seats = [(); 2].map(|()| Seat { name: String::new(), who: Who::Person });
        match self.kind {
            Kind::Go => {
                proposal.go.size = self.board.parse().ok()?;
                proposal.go.rules = RULES_OF_GO.parse().ok()?;
            }
            Kind::Othello if self.board == OTHELLO => {}
            Kind::Othello => return None,
            Kind::Aligne4 => proposal.variant = self.board.parse().ok()?,
        }
        Some(proposal)
    }

    /// The game between two people, before its first move.
    pub fn setup(&self) -> AnySetup {
        let setup = self.proposal().and_then(|proposal| proposal.setup().ok());
        setup.expect("a ground is made only where there is such a game")
    }
}
