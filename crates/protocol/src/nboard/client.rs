//! An external Othello program in a seat, which is spoken to as `NBoard` speaks.
//!
//! A program does not play the move that it chose: it waits to be told. So its board is what was sent, and whatever is not a continuation of
//! that is shown as a game of its own. Before the board changes comes a `ping`, and what the program says before its `pong` is about something
//! that nobody wants to know any more.

use std::time::{Duration, Instant};

use othello::{Game, Move, Position};
use plateau_core::Course;
use record::Record;
use record::ggf;
use record::tree::{NodeId, Raw};
use search::{Choice, Engine, Failure, Limits, Report, Stop, Thought};

use super::game::written;
use crate::external::{EngineError, Program, Timeouts, only_move, read_move, split_words};

/// How a program is asked for a move.
const FOR_A_MOVE: &str = "go\n";

/// An external `NBoard` engine.
///
/// ```no_run
/// use protocol::external::Timeouts;
/// use protocol::nboard::Client;
/// let mut engine = Client::start("ntest x", Client::USUAL_DEPTH, Timeouts::default())?;
/// println!("{}", engine.name());
/// # Ok::<(), protocol::external::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Client {
    command: Vec<String>,
    depth: u8,
    timeouts: Timeouts,
    name: String,
    /// Nothing after a failure: the next call starts the program again.
    peer: Option<Peer>,
    /// What [`Engine::follow`] told last.
    line: Option<Course<Position>>,
}

/// The running program and what it was shown.
#[derive(Debug)]
struct Peer {
    program: Program,
    pings: u32,
    /// Nothing while its board is in an unknown state.
    shown: Option<Shown>,
}

/// A game as a program knows it.
#[derive(Debug)]
struct Shown {
    line: Course<Position>,
    /// The time that was left to whoever is to move.
    left: Option<Duration>,
}

impl Client {
    /// How deep a program searches that nobody told. `NBoard` always tells, and programs may count on it.
    pub const USUAL_DEPTH: u8 = 12;

    /// Starts a program, given by a command line with the usual quotation marks, and makes its acquaintance.
    pub fn start(command_line: &str, depth: u8, timeouts: Timeouts) -> Result<Client, EngineError> {
        let command = split_words(command_line).ok_or_else(|| EngineError::CommandLine(command_line.into()))?;
        let mut client = Client { name: command[0].clone(), command, depth, timeouts, peer: None, line: None };
        client.peer(&Stop::new())?;
        Ok(client)
    }

    /// What the program calls itself; what it is called by the system if it has not said.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of the running process, if it runs.
    pub fn process_id(&self) -> Option<u32> {
        self.peer.as_ref().map(|peer| peer.program.id())
    }

    /// The running program, started if need be.
    fn peer(&mut self, stop: &Stop) -> Result<&mut Peer, EngineError> {
        if self.peer.is_none() {
            let mut peer = Peer { program: Program::start(&self.command, stop)?, pings: 0, shown: None };
            peer.program.write(&format!("nboard 2\nset depth {}\n", self.depth))?;
            if let Some(name) = peer.settle(self.timeouts.start)? {
                self.name = name;
            }
            self.peer = Some(peer);
        }
        let peer = self.peer.as_mut().expect("it was just started");
        peer.program.obey(stop);
        Ok(peer)
    }

    fn think_about(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Result<Thought<Move>, EngineError> {
        let begun = Instant::now();
        let chosen = |mv| {
            let report = Report { elapsed: begun.elapsed(), ..Report::default() };
            Ok(Thought { choice: Choice::Play(mv), report })
        };
        if let Some(pass @ Move::Pass) = only_move(position) {
            return chosen(pass);
        }
        let told = self.line.clone().filter(|line| line.position() == position);
        let target = told.unwrap_or_else(|| Course::new(*position));
        let timeouts = self.timeouts;
        let peer = self.peer(stop)?;
        let answer = peer.show(target, time_left(limits), timeouts).and_then(|()| peer.go(timeouts.for_move(limits)));
        if answer.as_ref().is_err_and(EngineError::is_fatal) {
            self.peer = None;
        }
        chosen(read_move(position, &answer?)?)
    }
}

impl Peer {
    /// Waits until the program has heard all that was sent and thinks no more; the name that it has told in the meantime, if it has.
    fn settle(&mut self, timeout: Duration) -> Result<Option<String>, EngineError> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.program.write(&format!("{ping}\n"))?;
        let asked = self.program.wait_for(&ping, timeout);
        let mut name = None;
        loop {
            if self.program.is_stopped() {
                self.program.leave(&asked);
                return Err(EngineError::Stopped);
            }
            let Some(line) = self.program.next_line(&asked)? else { continue };
            if let Some(told) = line.trim().strip_prefix("set myname ") {
                name = Some(told.trim().to_owned());
            } else if line.trim() == pong {
                self.program.answered();
                return Ok(name);
            }
        }
    }

    /// Makes this game the program's: by the moves that are new in it, or as a whole.
    fn show(&mut self, line: Course<Position>, left: Option<Duration>, timeouts: Timeouts) -> Result<(), EngineError> {
        self.settle(timeouts.command)?;
        let known = self.shown.take();
        match known.and_then(|known| known.news(&line, left)) {
            Some(moves) => moves.iter().try_for_each(|mv| self.program.write(&format!("move {mv}\n")))?,
            None => self.program.write(&format!("set game {}\n", in_ggf(&line, left)))?,
        }
        self.shown = Some(Shown { line, left });
        Ok(())
    }

    /// The program's move, as it writes it.
    fn go(&mut self, timeout: Duration) -> Result<String, EngineError> {
        self.program.write(FOR_A_MOVE)?;
        let asked = self.program.wait_for(FOR_A_MOVE.trim_end(), timeout);
        loop {
            if self.program.is_stopped() {
                // It stops thinking at a ping, now or when it looks; nobody waits for it.
                self.pings += 1;
                self.program.write(&format!("ping {}\n", self.pings))?;
                self.program.leave(&asked);
                return Err(EngineError::Stopped);
            }
            let Some(line) = self.program.next_line(&asked)? else { continue };
            if let Some(answer) = line.trim().strip_prefix("===") {
                self.program.answered();
                // `F5/1.50/0.3` by the text of the protocol, `F5 1.50 0.3` in its example.
                let mv = answer.trim_start().split(|c: char| c == '/' || c.is_whitespace()).next();
                return Ok(mv.unwrap_or_default().to_owned());
            }
        }
    }
}

impl Shown {
    /// What is to be said to get from here to there; nothing if moves cannot say it. The time that a player has is known by what the
    /// player's moves took, and so it can only become less.
    fn news(&self, line: &Course<Position>, left: Option<Duration>) -> Option<Vec<String>> {
        let new = line.moves().strip_prefix(self.line.moves()).filter(|_| line.start() == self.line.start())?;
        let spent = match (self.left, left) {
            (None, None) => Duration::ZERO,
            (Some(before), Some(now)) => before.checked_sub(now)?,
            (None, Some(_)) | (Some(_), None) => return None,
        };
        if new.is_empty() && !spent.is_zero() {
            return None;
        }
        // The first of them is by whoever was to move then, and is to move now.
        let seconds = |number| if number == 0 { spent.as_secs_f64() } else { 0.0 };
        Some(new.iter().enumerate().map(|(number, &mv)| format!("{}//{:.2}", written(mv), seconds(number))).collect())
    }
}

/// A game on one line, with the time that is left to whoever is to move as the time of the game.
fn in_ggf(line: &Course<Position>, left: Option<Duration>) -> String {
    let mut record = Record::starting_at(Game, line.start());
    record.info.names = ["Black".to_owned(), "White".to_owned()];
    let time = left.map_or("0".to_owned(), |left| format!("{:02}:{:02}", left.as_secs() / 60, left.as_secs() % 60));
    record.node_mut(NodeId::ROOT).notes_mut().other.push(Raw { id: "TI".to_owned(), values: vec![time] });
    let mut at = NodeId::ROOT;
    for (&mv, &mover) in line.moves().iter().zip(line.movers()) {
        at = record.add(at, Some((mover, mv)));
    }
    ggf::write(&record).trim_end().to_owned()
}

/// The time that a program is told: of overtime no more than one period, which is sure to be there. At least a second, since none at all
/// stands for a game without a clock.
fn time_left(limits: &Limits) -> Option<Duration> {
    let clock = limits.clock?;
    let period = clock.overtime.map_or(Duration::ZERO, |overtime| overtime.period);
    let left = if clock.main.is_zero() { period } else { clock.main };
    Some(left.max(Duration::from_secs(1)))
}

impl Engine<Position> for Client {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        _report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        self.think_about(position, limits, stop).map_err(Failure::from)
    }

    fn follow(&mut self, start: &Position, moves: &[Move]) {
        let mut line = Course::new(*start);
        self.line = moves.iter().try_for_each(|&mv| line.play(mv)).is_ok().then_some(line);
    }

    fn forget(&mut self) {
        self.line = None;
        if let Some(peer) = &mut self.peer {
            peer.shown = None;
        }
    }
}
