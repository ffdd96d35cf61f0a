use std::sync::Arc;

use plateau_core::Player;
use store::GameId;
use table::view::{Estimate, Stage, View, Wanted};
use table::{AnySetup, AnyTable, Message};

use crate::phrase::Said;

/// A game as one viewer sees it at some moment: everything that its page shows, in no language yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The game.
    pub id: GameId,
    /// Changes whenever anything of the game does, what is not kept included (who is there, who thinks). A page that comes
    /// back with the version it shows is sent only what it has missed. Below 2⁵³, so that a script can hold it.
    pub version: u64,
    /// What was settled before the first move, with who sits there now.
    pub setup: AnySetup,
    /// The table; the territory of Go is in it, and the page hides it where nobody wants to see it.
    pub view: Arc<View>,
    /// Where the viewer sits.
    pub you: Seats,
    /// Whether each side's person is there, Black first.
    pub presence: [Presence; 2],
    /// How many watch besides the players.
    pub watchers: u32,
    /// What one side has asked the other.
    pub offer: Option<Offer>,
    /// Why the viewer cannot ask for a move to be taken back, if so.
    pub no_takeback: Option<Message>,
    /// Why the viewer cannot ask for a draw, if so.
    pub no_draw: Option<Message>,
    /// What the machine sees while it thinks.
    pub thinking: Option<Thinking>,
    /// What this viewer asked the machine for.
    pub advice: Option<Advice>,
    /// The next game of the same two, once a rematch was agreed.
    pub rematch: Option<GameId>,
    /// Who did not want to play again.
    pub rematch_declined: Option<Player>,
    /// Whether the clock of the player to move runs, if there is one.
    pub clock_runs: bool,
    /// Whether both have come, and the first clock starts in a moment.
    pub starts: bool,
    /// The seat that is kept for somebody who was asked to play.
    pub asked: Option<Player>,
    /// Why they do not want to, as lichess knows it.
    pub declined: Option<String>,
    /// Whether the game was called off, since nobody had come.
    pub cancelled: bool,
    /// What the players have said to each other.
    pub said: Vec<Said>,
    /// When the game was made, in milliseconds since 1970.
    pub created_ms: u64,
}

impl Scene {
    /// Whether a seat still waits for somebody.
    pub fn is_waiting(&self) -> bool {
        !self.cancelled && self.presence.contains(&Presence::Open)
    }

    /// Whether the viewer moves now.
    pub fn is_yours(&self) -> bool {
        let moves = |player: Player| {
            !self.is_waiting() && self.view.players[player].to_move && self.view.players[player].who.is_person()
        };
        Player::BOTH.into_iter().any(|player| self.you.has(player) && moves(player))
    }
}

impl Scene {
    /// What a click of the viewer's means now.
    pub fn click(&self) -> Click {
        match self.view.stage {
            Stage::Marking { .. } if self.you != Seats::default() => Click::Mark,
            Stage::Playing if self.is_yours() => match Click::on(&self.view) {
                Click::Look => Click::Play,
                click => click,
            },
            _ => Click::Look,
        }
    }
}

/// What a click on the board or on the reserve means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Click {
    /// Nothing: one looks on.
    Look,
    /// A move to this cell.
    Play,
    /// A piece, and then the cell for it.
    Put,
    /// A piece for the other.
    Give,
    /// This chain is dead, or alive again.
    Mark,
}

impl Click {
    /// What it means to whoever is to move: what they may put where stands in the view.
    pub fn on(view: &View) -> Click {
        let cells = view.board.cells.iter().any(|cell| cell.legal);
        let pieces = view.board.reserve.iter().any(|piece| piece.legal);
        match (pieces, cells) {
            (true, true) => Click::Put,
            (true, false) => Click::Give,
            (false, true) => Click::Play,
            (false, false) => Click::Look,
        }
    }

    /// As the script of the page knows it.
    pub const fn id(self) -> &'static str {
        match self {
            Click::Look => "look",
            Click::Play => "play",
            Click::Put => "put",
            Click::Give => "give",
            Click::Mark => "mark",
        }
    }
}

/// The seats that a viewer may act for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Seats {
    /// Black's.
    pub black: bool,
    /// White's.
    pub white: bool,
}

impl Seats {
    /// Whether this side is the viewer's.
    pub fn has(self, player: Player) -> bool {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// Whether whoever has these seats may be told by the machine what to play, or why not: never where another person plays, and only when it
    /// is their turn.
    pub fn may_be_advised(self, table: &AnyTable) -> Result<(), Message> {
        if Player::BOTH.into_iter().any(|player| table.is_person(player) && !self.has(player)) {
            return Err(Message::new("no-hint"));
        }
        match table.turn() {
            Some(turn) if self.has(turn) => Ok(()),
            _ => Err(Message::new("hint-not-now")),
        }
    }
}

/// Whether the person in a seat is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// A machine sits there, or everybody sits at this machine: there is nothing to show.
    Given,
    /// Nobody has taken the seat yet.
    Open,
    /// Connected, with a round trip of so many milliseconds where it was measured.
    Here {
        /// The lag.
        lag_ms: Option<u32>,
    },
    /// The connection is lost.
    Gone {
        /// Since when, in milliseconds since 1970.
        since_ms: u64,
        /// Whether the other side may now claim the game.
        claimable: bool,
    },
}

/// A question to the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who asks.
    pub by: Player,
    /// What.
    pub kind: OfferKind,
}

/// What can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferKind {
    /// To take back the asker's last move.
    Takeback,
    /// To call it a draw.
    Draw,
    /// To play again, colours exchanged.
    Rematch,
}

/// What the machine says to whoever asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Advice {
    /// A move, and why it is good.
    Hint(String, Vec<Message>),
    /// Who will probably own what.
    Estimate(Estimate),
    /// Why it cannot tell.
    Nothing(Message),
}

impl Advice {
    /// What is wanted of a view, with this on it.
    pub fn on(&self, wanted: Wanted) -> Wanted {
        match self {
            Advice::Hint(mv, _) => Wanted { hint: Some(mv.clone()), ..wanted },
            Advice::Estimate(estimate) => Wanted { estimate: Some(estimate.clone()), ..wanted },
            Advice::Nothing(_) => wanted,
        }
    }
}

/// What the machine sees so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// Positions or visits.
    pub nodes: u64,
    /// The move that it likes best so far.
    pub best: Option<String>,
}
