//! What a table looks like, and what is said at it.

use plateau_core::{Player, Position};
use record::Ending;

use super::{Phase, Table};
use crate::event::Offer;
use crate::playable::{MoveOf, Numbers, Playable, Shown};
use crate::view::{Can, Counter, MoveView, PlayerView, View, Wanted};
use crate::{End, Message, points_text};

impl<G: Playable> Table<G> {
    /// The table as it looks now.
    pub fn view(&self, wanted: &Wanted, now_ms: u64) -> View {
        let (game, position) = (&self.setup.game, self.position());
        let marks = match &self.phase {
            Phase::Playing => None,
            Phase::Marking { marks, .. } => Some(marks),
            Phase::Ended { marks, .. } => game.needs_marking(position).then_some(marks),
        };
        let shown = Shown {
            position,
            last: self.course.moves().last().copied(),
            hint: wanted.hint.as_deref().and_then(|text| text.parse().ok()),
            marks: if position.is_over() { marks } else { None },
            territory: wanted.territory,
            live: self.turn().is_some(),
        };
        let counters = game.counters(position, shown.marks);
        let side = |player: Player| PlayerView {
            name: self.setup.seats[player].name.clone(),
            who: self.setup.seats[player].who.clone(),
            to_move: self.turn() == Some(player),
            counters: counters[player].clone(),
            clock: self.reading(player, now_ms),
        };
        let mut board = game.board(&shown);
        if let Some(estimate) = wanted.estimate.as_ref().filter(|_| self.turn().is_some()) {
            for (cell, owner) in board.cells.iter_mut().zip(&estimate.owners) {
                cell.territory = *owner;
            }
        }
        View {
            kind: G::KIND,
            board,
            players: Player::BOTH.map(side),
            sentences: self.sentences(),
            moves: self.moves(),
            stage: self.stage(),
            end: self.end(),
            tally: self.tally(),
            can: self.can(),
        }
    }

    /// The moves so far, each with who made it.
    pub fn moves(&self) -> Vec<MoveView> {
        let mut numbers = Numbers::default();
        let view = |(mv, player): (&MoveOf<G>, &Player)| numbers.view::<G>(*player, *mv);
        self.course.moves().iter().zip(self.course.movers()).map(view).collect()
    }

    /// Where the points come from, while they are settled and once they are.
    fn tally(&self) -> Option<[Vec<Counter>; 2]> {
        match &self.phase {
            Phase::Marking { marks, .. } | Phase::Ended { end: End { half_points: Some(_), .. }, marks } => {
                self.setup.game.tally(self.position(), marks)
            }
            Phase::Playing | Phase::Ended { .. } => None,
        }
    }

    fn can(&self) -> Can {
        let may_pass = || G::pass().is_some_and(|pass| self.position().check(pass).is_ok());
        Can {
            pass: self.turn().is_some() && may_pass(),
            undo: self.plies_to_undo().is_some(),
            redo: self.plies_to_redo().is_some(),
            resign: !matches!(self.phase, Phase::Ended { .. }),
        }
    }

    /// What just happened, and what is expected now: the sentences above the board.
    pub fn sentences(&self) -> Vec<Message> {
        let game = &self.setup.game;
        let mut said: Vec<Message> = self.news().map(|(_, said)| said.clone()).collect();
        match &self.phase {
            Phase::Playing => {
                said.extend(game.opening(self.position()));
                let turn = self.position().turn();
                let name = self.setup.seats[turn].called();
                said.push(Message::new("table-turn").with("player", G::KIND.side(turn)).with("name", name));
                // A machine needs nobody to tell it what to do, and whoever waits for it has nothing to choose.
                said.extend(game.prompt(self.position()).filter(|_| self.setup.seats[turn].who.is_person()));
            }
            Phase::Marking { .. } => said.push(Message::new("table-mark-dead")),
            Phase::Ended { end, .. } => {
                said.extend(game.prompt(self.position()));
                said.push(self.ending_sentence(end));
            }
        }
        if let Some((player, offer)) = self.offer {
            let id = match offer {
                Offer::Draw => "table-offers-draw",
                Offer::Takeback => "table-offers-takeback",
            };
            said.push(Message::new(id).with("player", G::KIND.side(player)));
        } else if let Some((player, offer)) = self.declined.last() {
            let id = match offer {
                Offer::Draw => "table-declines-draw",
                Offer::Takeback => "table-declines-takeback",
            };
            said.push(Message::new(id).with("player", G::KIND.side(player.opponent())));
        }
        said
    }

    /// What happened since the player to move last decided something, for what they decided they know; but always the last
    /// decision and the passes that it forced, so that a pass hides no move.
    fn news(&self) -> impl Iterator<Item = &(Option<Player>, Message)> {
        let turn = self.position().turn();
        let known = self.happened.iter().rposition(|(decider, _)| *decider == Some(turn)).map_or(0, |at| at + 1);
        let decided = self.happened.iter().rposition(|(decider, _)| decider.is_some()).unwrap_or(0);
        self.happened[known.min(decided)..].iter()
    }

    fn ending_sentence(&self, end: &End) -> Message {
        let won = |id: &'static str, winner: Player| {
            let name = self.setup.seats[winner].called();
            Message::new(id).with("player", G::KIND.side(winner)).with("name", name)
        };
        match end.ending {
            Ending::Score { winner, half_points } => {
                won("table-won-by", winner).with("margin", points_text(half_points as i32))
            }
            Ending::Resignation(winner) => won("table-won-by-resignation", winner),
            Ending::Time(winner) => won("table-won-on-time", winner),
            Ending::Forfeit(winner) => won("table-won-by-forfeit", winner),
            Ending::Win(winner) => won("table-won", winner),
            Ending::Draw => Message::new("table-draw"),
            Ending::Void if self.is_cancelled() => Message::new("table-cancelled"),
            Ending::Void | Ending::Unknown => Message::new("table-no-result"),
        }
    }
}
