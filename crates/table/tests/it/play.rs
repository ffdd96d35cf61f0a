//! A table with its log, as a face and a store would drive it.

use plateau_core::Player;
use table::event::{Action, Event};
use table::view::{View, Wanted};
use table::{AnyTable, Command, Message};

/// A table, everything that happened at it, and what time it is.
pub(crate) struct Played {
    pub(crate) table: AnyTable,
    pub(crate) log: Vec<Event>,
    pub(crate) now_ms: u64,
    setup: String,
}

impl Played {
    pub(crate) fn new(setup: &str) -> Played {
        let mut table: AnyTable = setup.parse().expect("a good set-up");
        table.start_clock(0);
        Played { table, log: Vec::new(), now_ms: 0, setup: setup.to_owned() }
    }

    /// Decides, stores and applies; whoever is to move does it, or Black where nobody is.
    pub(crate) fn command(&mut self, command: &Command) -> Result<Vec<Action>, Message> {
        let by = self.table.turn().unwrap_or(Player::Black);
        self.command_by(by, command)
    }

    pub(crate) fn command_by(&mut self, by: Player, command: &Command) -> Result<Vec<Action>, Message> {
        let actions = self.table.decide(by, command, self.now_ms)?;
        for action in &actions {
            let event = Event { at_ms: self.now_ms, action: action.clone() };
            self.table.apply(&event).expect("what was decided can be applied");
            self.log.push(event);
        }
        self.check_replay();
        Ok(actions)
    }

    pub(crate) fn play(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.command(&Command::Play(mv.to_owned())).unwrap_or_else(|why| panic!("{mv}: {why:?}"));
        }
    }

    pub(crate) fn view(&self) -> View {
        self.table.view(&Wanted::default(), self.now_ms)
    }

    /// The result as records write it; nothing while the game goes on.
    pub(crate) fn result(&self) -> String {
        self.table.end().map(|end| end.ending.to_string()).unwrap_or_default()
    }

    pub(crate) fn refusal(&self, by: Player, command: &Command) -> String {
        self.table.decide(by, command, self.now_ms).expect_err("a refusal").id.into_owned()
    }

    /// The ids of the sentences above the board.
    pub(crate) fn sentences(&self) -> Vec<String> {
        self.view().sentences.iter().map(|message| message.id.to_string()).collect()
    }

    /// The moves so far, as one text.
    pub(crate) fn moves(&self) -> String {
        self.view().moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The set-up and the log, written and read again, give the same table: what a crash needs.
    fn check_replay(&self) {
        let mut again: AnyTable = self.setup.parse().expect("a good set-up");
        again.start_clock(0);
        for event in &self.log {
            let event: Event = event.to_string().parse().expect("an event reads back");
            again.apply(&event).expect("an event applies again");
        }
        assert_eq!(again, self.table, "the log does not add up to the table");
        self.check_retold();
    }

    /// Whoever is told of a game that goes on has the same board, with the same past: what somebody needs who thinks elsewhere.
    fn check_retold(&self) {
        if self.table.end().is_some() {
            return;
        }
        let mut again = self.table.setup().to_string().parse::<AnyTable>().expect("a good set-up");
        for action in self.table.retold() {
            again.apply(&Event { at_ms: 0, action }).expect("what is retold fits");
        }
        match (&again, &self.table) {
            (AnyTable::Go(again), AnyTable::Go(table)) => assert_eq!(again.position(), table.position()),
            (AnyTable::Othello(again), AnyTable::Othello(table)) => assert_eq!(again.position(), table.position()),
            (AnyTable::Aligne4(again), AnyTable::Aligne4(table)) => assert_eq!(again.position(), table.position()),
            _ => panic!("another game"),
        }
        assert_eq!((again.turn(), again.retold()), (self.table.turn(), self.table.retold()), "and the same marking");
    }
}
