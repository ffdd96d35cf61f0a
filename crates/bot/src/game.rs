//! One game, from the first line of its stream to its end.
//!
//! The server tells the whole of the game whenever the stream begins, and the table here is made of that: whatever became of the connection,
//! the server or this program in between, the player goes on from what is so.

use std::time::Duration;

use plateau_core::Player as Side;
use players::thinker::{Engines, Task, Thought};
use search::{Resources, Stop};
use serde_json::Value;
use table::clock::{Clock, Reading};
use table::event::{Action, Event};
use table::view::Stage;
use table::{AnySetup, AnyTable, Message, Seat, Who};

use crate::http::Problem;
use crate::pause::Pause;
use crate::server::Server;
use crate::{Tell, ask, text};

/// Whoever plays one game.
pub(crate) struct Player {
    pub(crate) server: Server,
    pub(crate) id: String,
    pub(crate) who: Who,
    pub(crate) resources: Resources,
    pub(crate) stop: Stop,
    pub(crate) tell: Tell,
}

/// What was agreed, and which side is ours.
struct Agreed {
    setup: AnySetup,
    own: Side,
}

/// What is remembered of a game from line to line.
#[derive(Default)]
struct Memory {
    /// After how many moves the server refused what the engine wanted.
    refused_at: Option<u64>,
    /// Whether play was taken up again once: the second marking is accepted, so that the game ends.
    has_resumed: bool,
    /// Whether a marking has been seen in which nothing is dead yet: the server may still propose what is.
    has_waited: bool,
    /// The engine failed once, and was started anew.
    has_failed: bool,
}

/// The game is over, or somebody else's.
struct Over;

impl Player {
    /// Plays until the game is over.
    pub(crate) fn play(&self) {
        let engines = Engines::new(self.resources);
        let (mut memory, mut pause) = (Memory::default(), Pause::default());
        while !self.stop.is_asked() {
            match self.follow(&engines, &mut memory, &mut pause) {
                Ok(Some(Over)) => return,
                Err(Problem::Refused { status: 401 | 403 | 404, said }) => {
                    return (self.tell)(&Message::new("bot-not-welcome").with("said", said));
                }
                Ok(None) | Err(_) => {}
            }
            pause.wait(&self.stop);
        }
    }

    /// Follows the stream until it ends.
    fn follow(&self, engines: &Engines, memory: &mut Memory, pause: &mut Pause) -> Result<Option<Over>, Problem> {
        let mut agreed = None;
        let mut last = Value::Null;
        for line in self.server.game(&self.id)? {
            let line = line?;
            pause.reset();
            if self.stop.is_asked() {
                return Ok(None);
            }
            match line["type"].as_str() {
                Some("gameFull") => {
                    agreed = read_agreed(&line, &self.who);
                    last = line["state"].clone();
                }
                Some("gameState") => last = line,
                Some("opponentGone") if line["claimWinInSeconds"] == 0 => self.act("claim-victory", None)?,
                // A line that only says that the connection is alive is the time to look again at a marking.
                None if last["stage"] == "marking" => {}
                _ => continue,
            }
            let Some(agreed) = &agreed else { return Ok(Some(Over)) };
            if last["stage"] == "ended" {
                (self.tell)(
                    &Message::new("bot-ended").with("id", self.id.clone()).with("result", text(&last["result"])),
                );
                return Ok(Some(Over));
            }
            self.answer(agreed, &last, engines, memory)?;
        }
        Ok(None)
    }

    /// Does what the player has to do now, if anything.
    fn answer(&self, agreed: &Agreed, state: &Value, engines: &Engines, memory: &mut Memory) -> Result<(), Problem> {
        let Some(table) = agreed.table(state) else {
            // A game that this program does not understand is not played.
            return self.act("resign", None);
        };
        let (other, own) = match agreed.own {
            Side::Black => ("w", agreed.own),
            Side::White => ("b", agreed.own),
        };
        for offer in ["draw", "takeback"] {
            if state[format!("{other}{offer}")] == true {
                self.act(&format!("{offer}/no"), None)?;
            }
        }
        match table.stage() {
            Stage::Playing if table.turn() == Some(own) && state["stage"] == "playing" => {
                self.think(&table, engines, memory)
            }
            Stage::Marking { accepted } if !accepted[own] => self.judge(&table, own, engines, memory),
            Stage::Playing | Stage::Marking { .. } | Stage::Ended => Ok(()),
        }
    }

    fn think(&self, table: &AnyTable, engines: &Engines, memory: &mut Memory) -> Result<(), Problem> {
        let moves = table.moves_played();
        let key = format!("{moves}");
        let choice = match ask(engines, table, Task::Move) {
            Thought::Play(mv) => format!("move/{}", encoded(&mv)),
            Thought::Resign => "resign".to_owned(),
            thought => {
                if let Thought::Failed(why) = thought {
                    (self.tell)(&Message::new("bot-engine-failed").with("id", self.id.clone()).with("why", why));
                }
                // Once it is started anew, as programs die by accident; not for ever.
                if !std::mem::replace(&mut memory.has_failed, true) {
                    return self.think(table, engines, memory);
                }
                "resign".to_owned()
            }
        };
        match self.server.act(&self.id, &choice, Some(&key)) {
            Err(Problem::Refused { status: 409, said }) => {
                // The game may have changed in the meantime, which the stream tells. If it has not, the engine is wrong about it.
                if memory.refused_at.replace(moves) == Some(moves) {
                    let refused = Message::new("bot-move-refused").with("id", self.id.clone());
                    (self.tell)(&refused.with("move", choice).with("said", said));
                    return self.act("resign", None);
                }
                Err(Problem::Lost("refused".to_owned()))
            }
            done => done,
        }
    }

    /// Accepts a marking, or plays on.
    fn judge(&self, table: &AnyTable, own: Side, engines: &Engines, memory: &mut Memory) -> Result<(), Problem> {
        if table.is_unmarked() && !std::mem::replace(&mut memory.has_waited, true) {
            return Ok(());
        }
        let accepts = memory.has_resumed || ask(engines, table, Task::Judge(own)) != Thought::Judged(false);
        memory.has_resumed |= !accepts;
        memory.has_waited &= accepts;
        self.act(if accepts { "move/accept" } else { "move/resume" }, None)
    }

    /// Does something that the moment may forbid, which the stream will tell.
    fn act(&self, what: &str, key: Option<&str>) -> Result<(), Problem> {
        match self.server.act(&self.id, what, key) {
            Err(Problem::Refused { status: 409, .. }) => Ok(()),
            done => done,
        }
    }
}

/// What stands in an address.
fn encoded(mv: &str) -> String {
    mv.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02x}") })
        .collect()
}

/// What the first line of a stream says; nothing if no side of this game is ours.
fn read_agreed(full: &Value, who: &Who) -> Option<Agreed> {
    let mut setup: AnySetup = full["setup"].as_str()?.parse().ok()?;
    let own = Side::BOTH.into_iter().find(|side| full[side.to_string()]["you"] == true)?;
    let person = Seat { name: String::new(), who: Who::Person };
    *setup.seats_mut() = [person.clone(), person];
    setup.seats_mut()[own].who = who.clone();
    Some(Agreed { setup, own })
}

impl Agreed {
    /// The table as the server tells it; nothing if its moves cannot be played here.
    fn table(&self, state: &Value) -> Option<AnyTable> {
        let mut table = self.setup.clone().table().ok()?;
        let apply = |table: &mut AnyTable, action: Action| table.apply(&Event { at_ms: 0, action }).ok();
        let mut movers = state["movers"].as_str().unwrap_or_default().chars();
        for mv in state["moves"].as_str()?.split_whitespace() {
            let mover = movers.next().map(|letter| if letter == 'b' { Side::Black } else { Side::White });
            // A move after both had passed: somebody did not accept the marking.
            if let (Stage::Marking { .. }, Some(mover)) = (table.stage(), mover) {
                apply(&mut table, Action::Resume(mover))?;
            }
            apply(&mut table, Action::Play { mv: mv.to_owned(), spent_ms: 0 })?;
        }
        if let (Stage::Marking { .. }, Some(turn)) = (table.stage(), state["turn"].as_str()) {
            apply(&mut table, Action::Resume(turn.parse().ok()?))?;
        }
        if let Some(dead) = state["dead"].as_array().filter(|dead| !dead.is_empty()) {
            apply(&mut table, Action::Propose(dead.iter().map(text).collect()))?;
        }
        for side in state["accepted"].as_array().into_iter().flatten() {
            apply(&mut table, Action::Accept(side.as_str()?.parse().ok()?))?;
        }
        for side in Side::BOTH {
            if let Some(reading) = reading(&state["clocks"][side.to_string()])
                && let Some(clock) = Clock::showing(self.setup.control(), &reading)
            {
                table.set_clock(side, clock);
            }
        }
        Some(table)
    }
}

/// What a clock of the server shows.
fn reading(clock: &Value) -> Option<Reading> {
    let small = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    Some(Reading {
        left: Duration::from_millis(clock["leftMs"].as_u64()?),
        periods: small(&clock["periods"]),
        moves: small(&clock["moves"]),
        in_overtime: clock["overtime"] == true,
        fallen: false,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_is_made_of_what_the_server_tells() {
        let full = json!({ "setup": "game go\nsize 9\nclock 10m+5x30s\n", "black": { "you": false }, "white": { "you": true } });
        let agreed = read_agreed(&full, &Who::Level(1)).expect("ours");
        assert_eq!(agreed.own, Side::White);
        let clock = json!({ "leftMs": 20_000, "periods": 3, "moves": null, "overtime": true });
        let state = json!({ "moves": "E5", "clocks": { "black": clock, "white": clock } });
        let table = agreed.table(&state).expect("a table");
        assert_eq!((table.turn(), table.is_person(Side::White)), (Some(Side::White), false));
        let left = table.clock(Side::White, 0).expect("a clock").for_engine();
        let overtime = left.overtime.expect("overtime");
        assert_eq!((left.main, overtime.period, overtime.periods), (Duration::ZERO, Duration::from_secs(20), 3));
        let marking = json!({ "moves": "E5 pass pass", "dead": [], "accepted": ["black"] });
        assert_eq!(agreed.table(&marking).expect("a table").stage(), Stage::Marking { accepted: [true, false] });
        let resumed = json!({ "moves": "E5 pass pass C3", "movers": "bwbw", "turn": "black", "stage": "playing" });
        assert_eq!(agreed.table(&resumed).expect("a table").turn(), Some(Side::Black), "it went on after two passes");
        let resumed = json!({ "moves": "E5 pass pass", "movers": "bwb", "turn": "white", "stage": "playing" });
        assert_eq!(agreed.table(&resumed).expect("a table").turn(), Some(Side::White), "it goes on");
        for wrong in [json!({}), json!({ "moves": "Z9" }), json!({ "moves": "E5 E5" })] {
            assert!(agreed.table(&wrong).is_none(), "{wrong}");
        }
        assert!(read_agreed(&json!({ "setup": "game go\n" }), &Who::Random).is_none(), "nobody's");
        assert!(read_agreed(&json!({ "setup": "game chess\n", "black": { "you": true } }), &Who::Random).is_none());
    }

    #[test]
    fn moves_stand_in_addresses() {
        for (mv, shown) in [("D4", "D4"), ("pass", "pass"), ("7b2", "7b2"), ("a/b ", "a%2fb%20")] {
            assert_eq!(encoded(mv), shown);
        }
    }
}
