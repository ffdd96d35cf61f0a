use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plateau_core::{Expected, ParseError, Scanner};

use crate::{Message, Value};

/// A place at the table: a name, and who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The name that is shown and stored.
    pub name: String,
    /// Who plays.
    pub who: Who,
}

/// Who plays a colour, as people write it: `human`, `level:3`, `random`, `time:1.5`, `nodes:800`, `engine:gnugo --mode gtp`,
/// `nboard:ntest x`, `nboard:18:ntest x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person.
    Person,
    /// The machine at a level.
    Level(u8),
    /// The machine, playing at random.
    Random,
    /// The machine at its strongest, with so much time for each move.
    Time(Duration),
    /// The machine at its strongest, looking at so many positions for each move.
    Nodes(u64),
    /// Another program that speaks the Go Text Protocol, by its command line.
    Engine(String),
    /// Another program that speaks `NBoard`'s protocol.
    Nboard {
        /// How deep it is told to search; as deep as is usual if nothing is said.
        depth: Option<u8>,
        /// Its command line.
        command: String,
    },
}

const WHO: Expected =
    Expected { id: "who", phrase: "human, random, level:N, time:SECONDS, nodes:N, engine:COMMAND or nboard:COMMAND" };
const LEVEL: Expected = Expected { id: "who-level", phrase: "a level from 1 to 99" };
const SECONDS: Expected = Expected { id: "who-seconds", phrase: "seconds such as 1.5, at most 86400" };
const NODES: Expected = Expected { id: "who-nodes", phrase: "a number above zero" };
const COMMAND: Expected = Expected { id: "who-command", phrase: "a command line" };
const DEPTH: Expected =
    Expected { id: "who-depth", phrase: "a depth from 1 to 60 and a colon before the command line" };

/// A day for one move is enough for everybody.
const MAX_SECONDS: f64 = 86_400.0;

/// What the machine is called where names stand, before how it plays.
const MACHINE: &str = "Plateau";

impl Seat {
    /// Who sits there, for a sentence: the name, or what the machine is [called](Who::called). An empty text for a person without a
    /// name.
    pub fn called(&self) -> Value {
        match self.who.called() {
            Some(machine) if self.name.is_empty() => machine.into(),
            _ => self.name.as_str().into(),
        }
    }

    /// The same as records have it.
    pub fn name_in_records(&self) -> String {
        if self.name.is_empty() { self.who.name_in_records() } else { self.name.clone() }
    }

    /// The seat of whom a record names: a machine of this program sits down again.
    pub fn of_record(name: &str) -> Seat {
        let level = name.strip_prefix(MACHINE).and_then(|rest| rest.strip_prefix(", level "));
        match level.and_then(|level| format!("level:{level}").parse().ok()) {
            Some(who) => Seat { name: String::new(), who },
            None => Seat { name: name.to_owned(), who: Who::Person },
        }
    }
}

impl Who {
    /// What the machine is called where names stand; nothing for a person.
    pub fn called(&self) -> Option<Message> {
        Some(match self {
            Who::Person => return None,
            Who::Level(level) => Message::new("called-level").with("level", i64::from(*level)),
            Who::Random => Message::new("called-random"),
            Who::Time(time) => Message::new("called-time").with("seconds", time.as_secs_f64().to_string()),
            Who::Nodes(nodes) => Message::new("called-nodes").with("nodes", nodes.to_string()),
            Who::Engine(command) | Who::Nboard { command, .. } => {
                Message::new("called-engine").with("program", program(command))
            }
        })
    }

    /// The same as records have it, which are read everywhere; empty for a person.
    fn name_in_records(&self) -> String {
        match self {
            Who::Person => String::new(),
            Who::Level(level) => format!("{MACHINE}, level {level}"),
            Who::Random => format!("{MACHINE}, random moves"),
            Who::Time(time) => format!("{MACHINE}, {} s a move", time.as_secs_f64()),
            Who::Nodes(nodes) => format!("{MACHINE}, {nodes} nodes"),
            Who::Engine(command) | Who::Nboard { command, .. } => program(command).to_owned(),
        }
    }

    /// Whether a person decides here.
    pub fn is_person(&self) -> bool {
        *self == Who::Person
    }

    /// Whether another program of the system decides here.
    pub fn is_external(&self) -> bool {
        matches!(self, Who::Engine(_) | Who::Nboard { .. })
    }
}

/// The program of a command line, without its folder.
fn program(command: &str) -> &str {
    let first = command.split_whitespace().next().unwrap_or_default();
    first.rsplit('/').next().unwrap_or_default()
}

impl FromStr for Who {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Who, ParseError> {
        let (kind, value) = text.split_once(':').unwrap_or((text, ""));
        let refuse = |expected| {
            let at = if text.contains(':') { kind.chars().count() + 1 } else { 0 };
            Err(ParseError { at, expected, found: text.chars().nth(at) })
        };
        match (kind, text.contains(':')) {
            ("human", false) => Ok(Who::Person),
            ("random", false) => Ok(Who::Random),
            ("level", true) => match value.parse() {
                Ok(level @ 1..=99) => Ok(Who::Level(level)),
                _ => refuse(LEVEL),
            },
            ("time", true) => match value.parse::<f64>() {
                Ok(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => {
                    Ok(Who::Time(Duration::from_secs_f64(seconds)))
                }
                _ => refuse(SECONDS),
            },
            ("nodes", true) => match value.parse() {
                Ok(nodes @ 1..) => Ok(Who::Nodes(nodes)),
                _ => refuse(NODES),
            },
            ("engine" | "nboard", true) if value.trim().is_empty() => refuse(COMMAND),
            ("engine", true) => Ok(Who::Engine(value.trim().to_owned())),
            ("nboard", true) => match value.split_once(':') {
                // What begins with a number is no program.
                Some((depth, command)) if depth.bytes().all(|byte| byte.is_ascii_digit()) => match depth.parse() {
                    Ok(depth @ 1..=60) if !command.trim().is_empty() => {
                        Ok(Who::Nboard { depth: Some(depth), command: command.trim().to_owned() })
                    }
                    _ => refuse(DEPTH),
                },
                _ => Ok(Who::Nboard { depth: None, command: value.trim().to_owned() }),
            },
            _ => Err(Scanner::new(text).refuse(WHO)),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Person => f.write_str("human"),
            Who::Level(level) => write!(f, "level:{level}"),
            Who::Random => f.write_str("random"),
            Who::Time(time) => write!(f, "time:{}", time.as_secs_f64()),
            Who::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Who::Engine(command) => write!(f, "engine:{command}"),
            Who::Nboard { depth: None, command } => write!(f, "nboard:{command}"),
            Who::Nboard { depth: Some(depth), command } => write!(f, "nboard:{depth}:{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_read_and_write_the_same() {
        let machines = ["random", "level:3", "time:1.5", "time:0.05", "nodes:800"];
        let programs = ["engine:gnugo --mode gtp", "nboard:ntest x", "nboard:18:ntest x", "nboard:a:b"];
        for text in machines.into_iter().chain(programs).chain(["human"]) {
            assert_eq!(text.parse::<Who>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn a_machine_has_a_name_in_records_and_sits_down_again() {
        let seat = |name: &str, who: &str| Seat { name: name.to_owned(), who: who.parse().expect(who) };
        for (name, who, in_records) in [
            ("", "human", ""),
            ("Ada", "human", "Ada"),
            ("", "level:3", "Plateau, level 3"),
            ("Deep", "level:3", "Deep"),
            ("", "random", "Plateau, random moves"),
            ("", "time:1.5", "Plateau, 1.5 s a move"),
            ("", "nodes:800", "Plateau, 800 nodes"),
            ("", "engine:/usr/games/gnugo --mode gtp", "gnugo"),
            ("", "nboard:18:/opt/ntest x", "ntest"),
        ] {
            assert_eq!(seat(name, who).name_in_records(), in_records);
        }
        assert_eq!(Seat::of_record("Plateau, level 3"), seat("", "level:3"));
        assert_eq!(Seat::of_record("Plateau, level 0"), seat("Plateau, level 0", "human"));
        assert_eq!(Seat::of_record("Ada"), seat("Ada", "human"));
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, column, id) in [
            ("", 1, "who"),
            ("nobody", 1, "who"),
            ("human:3", 1, "who"),
            ("level", 1, "who"),
            ("level:", 7, "who-level"),
            ("level:0", 7, "who-level"),
            ("level:x", 7, "who-level"),
            ("time:-1", 6, "who-seconds"),
            ("time:nan", 6, "who-seconds"),
            ("time:inf", 6, "who-seconds"),
            ("nodes:0", 7, "who-nodes"),
            ("engine: ", 8, "who-command"),
            ("nboard:", 8, "who-command"),
            ("nboard:61:ntest x", 8, "who-depth"),
            ("nboard:12:", 8, "who-depth"),
        ] {
            let error = text.parse::<Who>().expect_err(text);
            assert_eq!((error.column(), error.expected.id), (column, id), "{text}: {error}");
        }
    }
}
