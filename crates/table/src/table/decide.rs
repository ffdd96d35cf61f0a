//! What people may do at a table, and what it would change.

use plateau_core::{Player, Position};

use super::{Phase, Table};
use crate::event::{Action, Offer};
use crate::playable::Playable;
use crate::{Message, Seat};

/// The longest a game can get. Nobody plays so many moves; whoever makes so many events wants something else.
pub const MAX_EVENTS: u64 = 10_000;

/// What somebody at the table wants to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Play this move, as a person writes it.
    Play(String),
    /// Go back to one's own previous turn.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Give up.
    Resign,
    /// Change the marking at this cell.
    Mark(String),
    /// Replace the marking by the machine's: a cell of each dead chain.
    Propose(Vec<String>),
    /// Accept the marking.
    Accept,
    /// Play on instead of accepting the marking.
    Resume,
    /// Offer something to the other player.
    Offer(Offer),
    /// Accept (true) or decline what the other player offers.
    Answer(bool),
    /// Give one's seat to somebody else.
    Sit(Seat),
}

impl<G: Playable> Table<G> {
    /// What a command of this player would do, or why it cannot be done. Changes nothing.
    pub fn decide(&self, by: Player, command: &Command, now_ms: u64) -> Result<Vec<Action>, Message> {
        // Whatever somebody wanted to do, the time was up before.
        if let Some(fall) = self.tick(now_ms) {
            return Ok(vec![fall]);
        }
        // A game that has got too long can still be brought to its end.
        let ends = matches!(command, Command::Resign | Command::Accept | Command::Answer(_));
        if self.events >= MAX_EVENTS && !ends {
            return Err(Message::new("table-too-long").with("max", MAX_EVENTS as i64));
        }
        match command {
            Command::Play(text) => self.decide_play(by, text, now_ms),
            Command::Undo => self.decide_undo(),
            Command::Redo => self.decide_redo(),
            Command::Resign => self.unless_ended().map(|()| vec![Action::Resign(by)]),
            Command::Mark(cell) => self.decide_marks(std::slice::from_ref(cell), Action::Mark(cell.clone())),
            Command::Propose(cells) => self.decide_marks(cells, Action::Propose(cells.clone())),
            Command::Accept => self.while_marking(Action::Accept(by)),
            Command::Resume => self.while_marking(Action::Resume(self.position().turn())),
            Command::Offer(offer) => self.decide_offer(by, *offer),
            Command::Answer(yes) => self.decide_answer(by, *yes),
            Command::Sit(seat) => Ok(vec![Action::Sit(by, seat.clone())]),
        }
    }

    /// The action that ends the game because this player has gone and does not come back. Whether that is so, and whether
    /// the other has waited long enough, is for those to say who see people come and go.
    pub fn forfeit(&self, player: Player) -> Result<Action, Message> {
        self.unless_ended().map(|()| Action::Forfeit(player))
    }

    /// The action that lets the first clock run. When both are there, and have had a moment, is for those to say who see
    /// people come and go.
    pub fn start(&self) -> Result<Action, Message> {
        self.unless_begun().map(|()| Action::Start)
    }

    /// The action that calls the game off before it has begun. Whether anybody else waits for it is for those to say who
    /// know whose the seats are.
    pub fn cancel(&self) -> Result<Action, Message> {
        self.unless_begun().map(|()| Action::Cancel)
    }

    fn decide_play(&self, by: Player, text: &str, now_ms: u64) -> Result<Vec<Action>, Message> {
        self.while_playing()?;
        if self.position().turn() != by {
            return Err(Message::new("table-not-your-turn").with("player", G::KIND.side(self.position().turn())));
        }
        let mv = self.setup.game.read_move(self.position(), text)?;
        let mut position = self.position().clone();
        position.play(mv).map_err(|why| Message::refusal(&why))?;
        let spent_ms = self.stopwatch.elapsed_ms(now_ms);
        let mut actions = vec![Action::Play { mv: mv.to_string(), spent_ms }];
        while let Some(forced) = self.setup.game.forced_move(&position) {
            position.play_legal(forced);
            actions.push(Action::Play { mv: forced.to_string(), spent_ms: 0 });
        }
        Ok(actions)
    }

    fn decide_undo(&self) -> Result<Vec<Action>, Message> {
        let plies = self.plies_to_undo().ok_or_else(|| Message::new("table-nothing-to-undo"))?;
        Ok(vec![Action::Undo { plies: plies as u32 }])
    }

    fn decide_redo(&self) -> Result<Vec<Action>, Message> {
        let plies = self.plies_to_redo().ok_or_else(|| Message::new("table-nothing-to-redo"))?;
        Ok(vec![Action::Redo { plies: plies as u32 }])
    }

    /// Back to the last turn at which a person had a decision to make; by one decision where only machines play.
    pub(super) fn plies_to_undo(&self) -> Option<usize> {
        let played = self.course.moves().len();
        let at = self.deciders[..played].iter().rposition(|decider| self.is_persons(*decider))?;
        Some(played - at)
    }

    /// Forward to the next such turn, or to the end of what can be redone.
    pub(super) fn plies_to_redo(&self) -> Option<usize> {
        let played = self.course.moves().len();
        let ahead = self.deciders.get(played + 1..)?;
        let next = ahead.iter().position(|decider| self.is_persons(*decider));
        Some(next.unwrap_or(ahead.len()) + 1)
    }

    /// Whether a person decided there, or anybody if no person sits here.
    fn is_persons(&self, decider: Option<Player>) -> bool {
        let seats = &self.setup.seats;
        let nobody = seats.iter().all(|seat| !seat.who.is_person());
        decider.is_some_and(|player| nobody || seats[player].who.is_person())
    }

    fn decide_marks(&self, cells: &[String], action: Action) -> Result<Vec<Action>, Message> {
        let mut marks = G::Marks::default();
        for cell in cells {
            self.setup.game.mark(self.position(), &mut marks, cell)?;
        }
        self.while_marking(action)
    }

    fn while_marking(&self, action: Action) -> Result<Vec<Action>, Message> {
        match self.phase {
            Phase::Marking { .. } => Ok(vec![action]),
            Phase::Playing | Phase::Ended { .. } => Err(Message::new("table-not-marking")),
        }
    }

    /// Why this player cannot offer this now, if so.
    pub fn no_offer(&self, by: Player, offer: Offer) -> Option<Message> {
        self.decide_offer(by, offer).err()
    }

    /// Something is offered once in a position: who was told no asks again when something has changed. Offering what the
    /// other offers is accepting it.
    fn decide_offer(&self, by: Player, offer: Offer) -> Result<Vec<Action>, Message> {
        self.unless_ended()?;
        match self.offer {
            Some((from, offered)) if offered == offer && from != by => return self.decide_answer(by, true),
            Some((from, offered)) if offered == offer && from == by => {
                return Err(Message::new("table-offered-already"));
            }
            _ => {}
        }
        if self.declined.contains(&(by, offer)) {
            return Err(Message::new("table-offer-declined"));
        }
        if offer == Offer::Takeback && self.plies_to_turn_of(by).is_none() {
            return Err(Message::new("table-nothing-to-take-back"));
        }
        Ok(vec![Action::Offer(by, offer)])
    }

    fn decide_answer(&self, by: Player, yes: bool) -> Result<Vec<Action>, Message> {
        let no_offer = || Message::new("table-no-offer");
        let (from, offer) = self.offer.filter(|(from, _)| *from != by).ok_or_else(no_offer)?;
        Ok(vec![match (yes, offer) {
            (false, _) => Action::Decline(by),
            (true, Offer::Draw) => Action::AgreeDraw,
            (true, Offer::Takeback) => Action::Undo { plies: self.plies_to_turn_of(from).ok_or_else(no_offer)? as u32 },
        }])
    }

    /// How many plies back this player last made a decision, if there is one to take back.
    fn plies_to_turn_of(&self, player: Player) -> Option<usize> {
        let played = self.course.moves().len();
        let at = self.deciders[..played].iter().rposition(|&decider| decider == Some(player))?;
        Some(played - at)
    }
}
