//! A game being played: the fold of its events.
//!
//! [`Table::decide`] asks what a command would do and changes nothing; its actions become events, are stored, and only then
//! [applied](Table::apply). So whoever was told of a move finds it again after a crash. Time comes in as an argument.

use std::time::Duration;

use plateau_core::{Line, Outcome, ParseError, Player, Position};

use crate::clock::{Clock, Reading};
use crate::event::{Action, Event, Offer};
use crate::playable::{GameResult, MoveOf, Playable, Scene};
use crate::view::{Can, MoveView, PlayerView, Stage, View, Wanted};
use crate::{Message, Seat, Setup, Value};

/// A game being played.
#[derive(Clone, PartialEq, Debug)]
pub struct Table<G: Playable> {
    setup: Setup<G>,
    line: Line<G::Position>,
    phase: Phase<G>,
    clocks: Option<[Clock; 2]>,
    stopwatch: Stopwatch,
    offer: Option<(Player, Offer)>,
    /// How many events were applied: the number of the next one.
    events: u64,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Phase<G: Playable> {
    /// Moves are being made.
    Playing,
    /// The players mark what is dead.
    Marking {
        /// The marking.
        marks: G::Marks,
        /// Who accepts it, Black first.
        accepted: [bool; 2],
    },
    /// It is over.
    Ended {
        /// How.
        ending: Ending,
        /// The marking it was counted with, if it was counted.
        marks: G::Marks,
    },
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was played to the end.
    Played(GameResult),
    /// This player gave up.
    Resigned(Player),
    /// This player's time ran out.
    OutOfTime(Player),
    /// This player went away and did not come back.
    Forfeited(Player),
    /// The players agreed on a draw.
    Agreed,
}

impl Ending {
    /// Who won.
    pub fn outcome(&self) -> Outcome {
        match self {
            Ending::Played(result) => result.outcome,
            Ending::Resigned(loser) | Ending::OutOfTime(loser) | Ending::Forfeited(loser) => {
                Outcome::Win(loser.opponent())
            }
            Ending::Agreed => Outcome::Draw,
        }
    }

    /// The result in the form that records use: `B+3.5`, `W+R`, `B+T`, `0`, `Void`.
    pub fn text(&self) -> String {
        let winner = match self.outcome() {
            Outcome::Win(Player::Black) => "B+",
            Outcome::Win(Player::White) => "W+",
            Outcome::Draw => return "0".to_owned(),
            Outcome::NoResult => return "Void".to_owned(),
        };
        winner.to_owned()
            + match self {
                Ending::Played(result) => result.margin.as_deref().unwrap_or_default(),
                Ending::Resigned(_) => "R",
                Ending::OutOfTime(_) => "T",
                Ending::Forfeited(_) => "F",
                Ending::Agreed => "",
            }
    }
}

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

/// The thinking time of the current turn. It runs only while the table is open, so that a local game can be left and
/// continued.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Stopwatch {
    running_since_ms: Option<u64>,
    counted_ms: u64,
}

impl Stopwatch {
    fn elapsed_ms(&self, now_ms: u64) -> u64 {
        self.counted_ms + self.running_since_ms.map_or(0, |since| now_ms.saturating_sub(since))
    }
}

impl<G: Playable> Table<G> {
    /// A table before its first event. The clock stands until [`Table::start_clock`].
    pub fn new(setup: Setup<G>) -> Result<Table<G>, ParseError> {
        let line = Line::new(setup.position()?);
        let clocks = Clock::new(setup.control).map(|clock| [clock; 2]);
        let mut table = Table {
            setup,
            line,
            phase: Phase::Playing,
            clocks,
            stopwatch: Stopwatch::default(),
            offer: None,
            events: 0,
        };
        table.settle_phase();
        Ok(table)
    }

    /// What was settled before the first move, with who sits there now.
    pub fn setup(&self) -> &Setup<G> {
        &self.setup
    }

    /// The line of play, with what can be redone.
    pub fn line(&self) -> &Line<G::Position> {
        &self.line
    }

    /// The position on the board.
    pub fn position(&self) -> &G::Position {
        self.line.position()
    }

    /// Where the game stands.
    pub fn phase(&self) -> &Phase<G> {
        &self.phase
    }

    /// What is on offer, and by whom.
    pub fn offer(&self) -> Option<(Player, Offer)> {
        self.offer
    }

    /// How many events were applied: the number that the next one gets.
    pub fn next_event(&self) -> u64 {
        self.events
    }

    /// Who moves now, if moves are being made.
    pub fn turn(&self) -> Option<Player> {
        matches!(self.phase, Phase::Playing).then(|| self.position().turn())
    }

    /// Lets the clock of the player to move run, from now.
    pub fn start_clock(&mut self, now_ms: u64) {
        self.stopwatch.running_since_ms.get_or_insert(now_ms);
    }

    /// Stops the clock, as when the table is left.
    pub fn stop_clock(&mut self, now_ms: u64) {
        self.stopwatch = Stopwatch { running_since_ms: None, counted_ms: self.stopwatch.elapsed_ms(now_ms) };
    }

    /// A player's clock as it stands now.
    pub fn clock(&self, player: Player, now_ms: u64) -> Option<Clock> {
        let mut clock = self.clocks?[player];
        if self.turn() == Some(player) {
            clock.run(Duration::from_millis(self.stopwatch.elapsed_ms(now_ms)));
        }
        Some(clock)
    }

    /// What a player's clock shows now.
    pub fn reading(&self, player: Player, now_ms: u64) -> Option<Reading> {
        self.clock(player, now_ms).map(|clock| clock.reading())
    }

    /// The action that is due because time has run out, if it has.
    pub fn tick(&self, now_ms: u64) -> Option<Action> {
        let turn = self.turn()?;
        self.clock(turn, now_ms)?.has_fallen().then_some(Action::Fall(turn))
    }

    /// The action that keeps the time thought about the current move, for when the table is left; nothing where no clock
    /// runs.
    pub fn leave(&self, now_ms: u64) -> Option<Action> {
        self.clocks.and(self.turn()).map(|_| Action::Think { spent_ms: self.stopwatch.elapsed_ms(now_ms) })
    }

    /// The action that ends the game because this player has gone and does not come back. Whether that is so, and whether
    /// the other has waited long enough, is for those to say who see people come and go.
    pub fn forfeit(&self, player: Player) -> Result<Action, Message> {
        self.unless_ended(vec![Action::Forfeit(player)]).map(|mut actions| actions.remove(0))
    }

    /// What a command of this player would do, or why it cannot be done. Changes nothing.
    pub fn decide(&self, by: Player, command: &Command, now_ms: u64) -> Result<Vec<Action>, Message> {
        // Whatever somebody wanted to do, the time was up before.
        if let Some(fall) = self.tick(now_ms) {
            return Ok(vec![fall]);
        }
        match command {
            Command::Play(text) => self.decide_play(by, text, now_ms),
            Command::Undo => self.decide_undo(),
            Command::Redo => self.decide_redo(),
            Command::Resign => self.unless_ended(vec![Action::Resign(by)]),
            Command::Mark(cell) => self.decide_marks(&[cell.as_str()], Action::Mark(cell.clone())),
            Command::Propose(cells) => {
                let all: Vec<&str> = cells.iter().map(String::as_str).collect();
                self.decide_marks(&all, Action::Propose(cells.clone()))
            }
            Command::Accept => self.while_marking(vec![Action::Accept(by)]),
            Command::Resume => self.while_marking(vec![Action::Resume(self.position().turn())]),
            Command::Offer(offer) => self.decide_offer(by, *offer),
            Command::Answer(yes) => self.decide_answer(by, *yes),
            Command::Sit(seat) => Ok(vec![Action::Sit(by, seat.clone())]),
        }
    }

    fn decide_play(&self, by: Player, text: &str, now_ms: u64) -> Result<Vec<Action>, Message> {
        match &self.phase {
            Phase::Playing => {}
            Phase::Marking { .. } => return Err(Message::new("table-marking")),
            Phase::Ended { .. } => return Err(Message::new("table-ended")),
        }
        if self.position().turn() != by {
            return Err(Message::new("table-not-your-turn").with("player", self.position().turn()));
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

    /// Back to the last turn at which a person had a decision to make; by one decision where only machines play.
    fn decide_undo(&self) -> Result<Vec<Action>, Message> {
        let played = self.line.moves().len();
        let at = self.persons_decisions()[..played].iter().rposition(|&is_decision| is_decision);
        let at = at.ok_or_else(|| Message::new("table-nothing-to-undo"))?;
        Ok(vec![Action::Undo { plies: (played - at) as u32 }])
    }

    /// Forward to the next such turn, or to the end of what can be redone.
    fn decide_redo(&self) -> Result<Vec<Action>, Message> {
        let played = self.line.moves().len();
        let ahead = &self.persons_decisions()[played + 1..];
        let plies = ahead.iter().position(|&is_decision| is_decision).map_or(ahead.len(), |index| index + 1);
        if plies == 0 {
            return Err(Message::new("table-nothing-to-redo"));
        }
        Ok(vec![Action::Redo { plies: plies as u32 }])
    }

    /// After how many plies a person decides (or anybody, if no person sits here).
    fn persons_decisions(&self) -> Vec<bool> {
        let seats = &self.setup.seats;
        let nobody = seats.iter().all(|seat| !seat.who.is_person());
        let decides = |player: Player| nobody || seats[player].who.is_person();
        self.decisions().into_iter().map(|player| player.is_some_and(decides)).collect()
    }

    /// Who has a decision to make after each number of plies, those that can be redone included.
    fn decisions(&self) -> Vec<Option<Player>> {
        let mut decisions = Vec::new();
        self.line.visit(|position| {
            let is_forced = self.setup.game.forced_move(position).is_some();
            decisions.push((!is_forced).then(|| position.turn()));
        });
        decisions
    }

    fn decide_marks(&self, cells: &[&str], action: Action) -> Result<Vec<Action>, Message> {
        let mut marks = G::Marks::default();
        for cell in cells {
            self.setup.game.mark(self.position(), &mut marks, cell)?;
        }
        self.while_marking(vec![action])
    }

    fn while_marking(&self, actions: Vec<Action>) -> Result<Vec<Action>, Message> {
        match self.phase {
            Phase::Marking { .. } => Ok(actions),
            Phase::Playing | Phase::Ended { .. } => Err(Message::new("table-not-marking")),
        }
    }

    fn unless_ended(&self, actions: Vec<Action>) -> Result<Vec<Action>, Message> {
        match self.phase {
            Phase::Ended { .. } => Err(Message::new("table-ended")),
            Phase::Playing | Phase::Marking { .. } => Ok(actions),
        }
    }

    fn decide_offer(&self, by: Player, offer: Offer) -> Result<Vec<Action>, Message> {
        match self.offer {
            Some((_, offered)) if offered == offer && self.offer != Some((by, offer)) => self.decide_answer(by, true),
            _ if offer == Offer::Takeback && self.line.moves().is_empty() => Err(Message::new("table-nothing-to-undo")),
            _ => self.unless_ended(vec![Action::Offer(by, offer)]),
        }
    }

    fn decide_answer(&self, by: Player, yes: bool) -> Result<Vec<Action>, Message> {
        match self.offer {
            Some((from, offer)) if from != by => match (yes, offer) {
                (false, _) => Ok(vec![Action::Decline(by)]),
                (true, Offer::Draw) => Ok(vec![Action::AgreeDraw]),
                (true, Offer::Takeback) => Ok(vec![Action::Undo { plies: self.plies_to_turn_of(from) }]),
            },
            _ => Err(Message::new("table-no-offer")),
        }
    }

    /// How many plies back this player last had a decision to make.
    fn plies_to_turn_of(&self, player: Player) -> u32 {
        let played = self.line.moves().len();
        let at = self.decisions()[..played].iter().rposition(|&decider| decider == Some(player));
        at.map_or(played, |at| played - at) as u32
    }

    /// Takes an event in. One that does not fit what was before is refused, and changes nothing: the log is damaged.
    pub fn apply(&mut self, event: &Event) -> Result<(), Message> {
        let mut next = self.clone();
        next.take_in(&event.action)?;
        next.events += 1;
        let is_running = self.stopwatch.running_since_ms.is_some();
        let from_now = |counted_ms| Stopwatch { running_since_ms: is_running.then_some(event.at_ms), counted_ms };
        if let Action::Think { spent_ms } = event.action {
            next.stopwatch = from_now(spent_ms);
        } else if next.line.moves() != self.line.moves() {
            next.stopwatch = from_now(0);
        }
        *self = next;
        Ok(())
    }

    fn take_in(&mut self, action: &Action) -> Result<(), Message> {
        match action {
            Action::Play { mv, spent_ms } => self.take_in_move(mv, *spent_ms)?,
            // Concerns the stopwatch alone, which needs to know when it was.
            Action::Think { .. } => {}
            Action::Undo { plies } => {
                self.walk(*plies, Line::undo)?;
                self.phase = Phase::Playing;
            }
            Action::Redo { plies } => {
                self.walk(*plies, Line::redo)?;
                self.settle_phase();
            }
            Action::Resign(player) => self.end(Ending::Resigned(*player)),
            Action::Fall(player) => {
                if let Some(clocks) = &mut self.clocks {
                    clocks[*player].run(Duration::MAX);
                }
                self.end(Ending::OutOfTime(*player));
            }
            Action::Forfeit(player) => self.end(Ending::Forfeited(*player)),
            Action::Mark(cell) => self.mark(std::slice::from_ref(cell), false)?,
            Action::Propose(cells) => self.mark(cells, true)?,
            Action::Accept(player) => self.accept(*player),
            Action::Resume(player) => {
                let resumed = self.setup.game.resumed(self.position(), *player);
                self.line.amend(resumed);
                self.phase = Phase::Playing;
            }
            Action::Offer(player, offer) => self.offer = Some((*player, *offer)),
            Action::Decline(_) => self.offer = None,
            Action::AgreeDraw => self.end(Ending::Agreed),
            Action::Sit(player, seat) => self.setup.seats[*player] = seat.clone(),
        }
        if !matches!(action, Action::Offer(..) | Action::Sit(..) | Action::Think { .. }) {
            self.offer = None;
        }
        Ok(())
    }

    fn take_in_move(&mut self, text: &str, spent_ms: u64) -> Result<(), Message> {
        let player = self.position().turn();
        let mv: MoveOf<G> = text.parse().map_err(Message::from)?;
        self.line.play(mv).map_err(|why| Message::refusal(&why))?;
        if let Some(clocks) = &mut self.clocks {
            clocks[player].run(Duration::from_millis(spent_ms));
            clocks[player].end_turn();
        }
        self.settle_phase();
        Ok(())
    }

    fn walk(&mut self, plies: u32, step: fn(&mut Line<G::Position>) -> Option<MoveOf<G>>) -> Result<(), Message> {
        for _ in 0..plies {
            step(&mut self.line).ok_or_else(|| Message::new("table-damaged"))?;
        }
        Ok(())
    }

    /// Where the game stands by its position alone.
    fn settle_phase(&mut self) {
        let (game, position) = (&self.setup.game, self.line.position());
        let marks = G::Marks::default();
        self.phase = if !position.is_over() {
            Phase::Playing
        } else if game.needs_marking(position) {
            Phase::Marking { marks, accepted: [false; 2] }
        } else {
            Phase::Ended { ending: Ending::Played(game.result(position, &marks)), marks }
        };
    }

    fn mark(&mut self, cells: &[String], afresh: bool) -> Result<(), Message> {
        let Phase::Marking { marks, accepted } = &mut self.phase else {
            return Err(Message::new("table-not-marking"));
        };
        if afresh {
            *marks = G::Marks::default();
        }
        for cell in cells {
            self.setup.game.mark(self.line.position(), marks, cell)?;
        }
        // Whoever accepted, accepted another marking.
        *accepted = [false; 2];
        Ok(())
    }

    fn accept(&mut self, player: Player) {
        let Phase::Marking { marks, accepted } = &mut self.phase else { return };
        accepted[player] = true;
        if *accepted == [true; 2] {
            let marks = marks.clone();
            let result = self.setup.game.result(self.line.position(), &marks);
            self.phase = Phase::Ended { ending: Ending::Played(result), marks };
        }
    }

    fn end(&mut self, ending: Ending) {
        let marks = G::Marks::default();
        self.phase = Phase::Ended { ending, marks };
    }

    /// The table as it looks now.
    pub fn view(&self, wanted: &Wanted, now_ms: u64) -> View {
        let (game, position) = (&self.setup.game, self.position());
        let marks = match &self.phase {
            Phase::Playing => None,
            Phase::Marking { marks, .. } => Some(marks),
            Phase::Ended { marks, .. } => game.needs_marking(position).then_some(marks),
        };
        let scene = Scene {
            position,
            last: self.line.moves().last().copied(),
            hint: wanted.hint.as_deref().and_then(|text| text.parse().ok()),
            marks: if position.is_over() { marks } else { None },
            territory: wanted.territory,
            live: self.turn().is_some(),
        };
        let side = |player: Player| PlayerView {
            name: self.setup.seats[player].name.clone(),
            who: self.setup.seats[player].who.clone(),
            to_move: self.turn() == Some(player),
            counters: game.counters(position, player),
            clock: self.reading(player, now_ms),
        };
        View {
            game: G::ID,
            board: game.board(&scene),
            players: Player::BOTH.map(side),
            sentences: self.sentences(),
            moves: self.moves(),
            stage: self.stage(),
            can: self.can(),
        }
    }

    /// The moves so far, each with who made it.
    pub fn moves(&self) -> Vec<MoveView> {
        let mut turns = Vec::new();
        self.line.visit(|position| turns.push(position.turn()));
        let view = |(mv, player): (&MoveOf<G>, Player)| MoveView { player, text: mv.to_string() };
        self.line.moves().iter().zip(turns).map(view).collect()
    }

    fn stage(&self) -> Stage {
        let tally = |marks: &G::Marks| self.setup.game.tally(self.position(), marks);
        match &self.phase {
            Phase::Playing => Stage::Playing,
            Phase::Marking { marks, accepted } => Stage::Marking { accepted: *accepted, tally: tally(marks) },
            Phase::Ended { ending, marks } => {
                let (points, tally) = match ending {
                    Ending::Played(result) => (result.points.clone(), tally(marks)),
                    Ending::Resigned(_) | Ending::OutOfTime(_) | Ending::Forfeited(_) | Ending::Agreed => (None, None),
                };
                Stage::Ended { result: ending.text(), points, tally }
            }
        }
    }

    fn can(&self) -> Can {
        let is_pass = |mv: &MoveOf<G>| mv.to_string() == "pass";
        Can {
            pass: self.turn().is_some() && self.position().legal_moves().any(|mv| is_pass(&mv)),
            undo: self.decide_undo().is_ok(),
            redo: self.decide_redo().is_ok(),
            resign: !matches!(self.phase, Phase::Ended { .. }),
        }
    }

    /// What just happened, and what is expected now: the sentences above the board.
    pub fn sentences(&self) -> Vec<Message> {
        let game = &self.setup.game;
        let played = self.line.moves().len();
        let last = played.checked_sub(1).and_then(|ply| Some((self.line.position_at(ply)?, self.line.moves()[ply])));
        let mut said: Vec<Message> =
            last.map(|(before, mv)| game.happened(&before, mv, self.position())).into_iter().collect();
        match &self.phase {
            Phase::Playing => {
                said.extend(game.prompt(self.position()));
                let (turn, name) = (self.position().turn(), &self.setup.seats[self.position().turn()].name);
                said.push(Message::new("table-turn").with("player", turn).with("name", name.as_str()));
            }
            Phase::Marking { .. } => said.push(Message::new("table-mark-dead")),
            Phase::Ended { ending, .. } => {
                said.extend(game.prompt(self.position()));
                said.push(self.ending_sentence(ending));
            }
        }
        if let Some((player, offer)) = self.offer {
            let id = match offer {
                Offer::Draw => "table-offers-draw",
                Offer::Takeback => "table-offers-takeback",
            };
            said.push(Message::new(id).with("player", player));
        }
        said
    }

    fn ending_sentence(&self, ending: &Ending) -> Message {
        let Some(winner) = ending.outcome().winner() else {
            return Message::new(match ending.outcome() {
                Outcome::NoResult => "table-no-result",
                _ => "table-draw",
            });
        };
        let id = match ending {
            Ending::Resigned(_) => "table-won-by-resignation",
            Ending::OutOfTime(_) => "table-won-on-time",
            Ending::Forfeited(_) => "table-won-by-forfeit",
            Ending::Played(GameResult { margin: Some(_), .. }) => "table-won-by",
            Ending::Played(_) | Ending::Agreed => "table-won",
        };
        let name = self.setup.seats[winner].name.as_str();
        let message = Message::new(id).with("player", winner).with("name", name);
        match ending {
            Ending::Played(GameResult { margin: Some(margin), .. }) => {
                message.with("margin", Value::Text(margin.clone()))
            }
            _ => message,
        }
    }
}
