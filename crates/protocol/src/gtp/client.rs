//! An external engine in a seat.
//!
//! [`Client`] starts a program, speaks GTP with it, keeps its board in step with the position that is asked about, and turns
//! whatever can go wrong into an [`EngineError`] with a stable id. It is a [`search::Engine`] for every game that has a
//! [`Dialect`]: Go and Othello.
//!
//! Invariants: no call waits longer than its time-out; after an error that leaves the conversation in doubt the program is
//! ended, and the next call starts it afresh; no program outlives its client.

mod conversation;
mod dialect;

use std::time::{Duration, Instant};

use plateau_core::{Course, Player, Position};
use search::{Choice, Engine, Failure, Limits, Report, Stop, Thought, TimeLeft};

use crate::external::{EngineError, Timeouts, only_move, read_move, split_words};

use conversation::Conversation;
pub use dialect::Dialect;

/// An external GTP engine.
///
/// ```no_run
/// use protocol::external::Timeouts;
/// use protocol::gtp::Client;
/// let mut engine: Client<go::Position> = Client::start("gnugo --mode gtp --level 1", Timeouts::default())?;
/// println!("{}", engine.name());
/// # Ok::<(), protocol::external::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Client<P: Dialect> {
    command: Vec<String>,
    timeouts: Timeouts,
    name: String,
    /// Nothing after a failure: the next call starts the program again.
    peer: Option<Peer<P>>,
    /// What [`Engine::follow`] told last.
    line: Option<Course<P>>,
}

/// The running program and what it was told.
#[derive(Debug)]
struct Peer<P: Position> {
    talk: Conversation,
    commands: Vec<String>,
    /// Nothing while its board is in an unknown state.
    board: Option<Course<P>>,
    /// The time settings that were sent last.
    time: Option<String>,
    /// False once it has refused to hear of a move that goes without saying.
    hears_all: bool,
}

impl<P: Dialect> Client<P> {
    /// Starts a program, given by a command line with the usual quotation marks, and makes its acquaintance.
    pub fn start(command_line: &str, timeouts: Timeouts) -> Result<Client<P>, EngineError> {
        let command = split_words(command_line).ok_or_else(|| EngineError::CommandLine(command_line.into()))?;
        let mut client = Client { command, timeouts, name: String::new(), peer: None, line: None };
        client.peer(&Stop::new())?;
        Ok(client)
    }

    /// What the program calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of the running process, if it runs.
    pub fn process_id(&self) -> Option<u32> {
        self.peer.as_ref().map(|peer| peer.talk.process_id())
    }

    /// Sends any command and returns the answer.
    pub fn send(&mut self, command: &str) -> Result<String, EngineError> {
        let timeout = self.timeouts.command;
        self.with_peer(&Stop::new(), |peer| peer.talk.ask(command, timeout))
    }

    /// Brings the program's board to where it can be asked about this position, without asking.
    pub fn bring_to(&mut self, position: &P) -> Result<(), EngineError> {
        let timeout = self.timeouts.command;
        let target = self.target(position);
        self.with_peer(&Stop::new(), |peer| peer.bring_to(&target, timeout))
    }

    /// The running program, started if need be.
    fn peer(&mut self, stop: &Stop) -> Result<&mut Peer<P>, EngineError> {
        if self.peer.is_none() {
            let (name, peer) = Peer::start(&self.command, self.timeouts, stop)?;
            self.name = name;
            self.peer = Some(peer);
        }
        let peer = self.peer.as_mut().expect("it was just started");
        peer.talk.obey(stop);
        Ok(peer)
    }

    /// Does something with the program; if the conversation is in doubt afterwards, the program is ended.
    fn with_peer<T>(
        &mut self,
        stop: &Stop,
        act: impl FnOnce(&mut Peer<P>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let result = act(self.peer(stop)?);
        if let Err(error) = &result
            && error.is_fatal()
        {
            self.peer = None;
        }
        result
    }

    /// How the position came about: as it was told, or one move on from (or somewhere along) what the program has, or as a
    /// position to be set up.
    fn target(&self, position: &P) -> Course<P> {
        if let Some(line) = &self.line
            && line.position().key() == position.key()
        {
            return line.clone();
        }
        let known = self.peer.as_ref().and_then(|peer| peer.board.as_ref());
        known.and_then(|line| extended(line, position)).unwrap_or_else(|| Course::new(position.clone()))
    }

    fn think_about(&mut self, position: &P, limits: &Limits, stop: &Stop) -> Result<Thought<P::Move>, EngineError> {
        let timeouts = self.timeouts;
        let start = Instant::now();
        if let Some(mv) = only_move(position).filter(|&mv| P::goes_without_saying(mv)) {
            return Ok(Thought { choice: Choice::Play(mv), report: Report::default() });
        }
        let target = self.target(position);
        let text = self.with_peer(stop, |peer| {
            peer.bring_to(&target, timeouts.command)?;
            peer.announce_time(position.turn(), limits, timeouts.command)?;
            peer.genmove(position.turn(), timeouts.for_move(limits))
        })?;
        let choice = self.read_choice(position, &text)?;
        let report = Report { elapsed: start.elapsed(), ..Report::default() };
        Ok(Thought { choice, report })
    }

    /// What the program answered; it has played that on its own board already.
    fn read_choice(&mut self, position: &P, text: &str) -> Result<Choice<P::Move>, EngineError> {
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Choice::Resign);
        }
        let board = self.peer.as_mut().map(|peer| &mut peer.board);
        let read = read_move(position, text);
        match (board, &read) {
            (Some(Some(line)), Ok(mv)) => {
                // It is legal where the program was brought to, which is here.
                let _ = line.play(*mv);
            }
            (Some(board), Err(_)) => *board = None,
            (Some(None) | None, _) => {}
        }
        read.map(Choice::Play)
    }
}

/// The line that leads to this position by going back, staying, or playing one more move.
fn extended<P: Position>(line: &Course<P>, position: &P) -> Option<Course<P>> {
    let key = position.key();
    let mut on = Course::new(line.start().clone());
    let mut found = (on.position().key() == key).then(|| on.clone());
    for &mv in line.moves() {
        on.play(mv).ok()?;
        if on.position().key() == key {
            found = Some(on.clone());
        }
    }
    if found.is_some() {
        return found;
    }
    let mv = on.position().legal_moves().find(|&mv| on.position().after(mv).key() == key)?;
    on.play(mv).ok()?;
    Some(on)
}

impl<P: Dialect> Peer<P> {
    /// Starts the program and asks what every GTP engine must answer.
    fn start(command: &[String], timeouts: Timeouts, stop: &Stop) -> Result<(String, Peer<P>), EngineError> {
        let mut talk = Conversation::start(command, stop)?;
        let version = talk.ask("protocol_version", timeouts.start)?;
        if version.trim() != "2" {
            return Err(EngineError::Refused { command: "protocol_version".into(), answer: version });
        }
        let name = talk.ask("name", timeouts.command)?;
        let commands: Vec<String> =
            talk.ask("list_commands", timeouts.command)?.split_whitespace().map(str::to_owned).collect();
        for needed in ["boardsize", "clear_board", "play", "genmove"] {
            if !commands.iter().any(|command| command == needed) {
                return Err(EngineError::Lacks(needed));
            }
        }
        Ok((name, Peer { talk, commands, board: None, time: None, hears_all: true }))
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Makes the program's board that of the end of this line, by the shortest way.
    fn bring_to(&mut self, target: &Course<P>, timeout: Duration) -> Result<(), EngineError> {
        // Unknown until everything below has succeeded.
        let known = self.board.take().filter(|board| board.start() == target.start());
        let kept = match known {
            Some(board) => {
                let common = board.moves().iter().zip(target.moves()).take_while(|(a, b)| a == b).count();
                let surplus = board.moves()[common..].iter().filter(|&&mv| self.hears(mv)).count();
                if surplus == 0 || self.knows("undo") && self.take_back(surplus, timeout)? {
                    Some(common)
                } else {
                    None
                }
            }
            None => None,
        };
        if kept.is_none() {
            self.set_up(target.start(), timeout)?;
        }
        let kept = kept.unwrap_or(0);
        for (&mv, &mover) in target.moves().iter().zip(target.movers()).skip(kept) {
            self.play(mover, mv, timeout)?;
        }
        self.board = Some(target.clone());
        Ok(())
    }

    /// Takes moves back; false if the program would not.
    fn take_back(&mut self, plies: usize, timeout: Duration) -> Result<bool, EngineError> {
        for _ in 0..plies {
            match self.talk.ask("undo", timeout) {
                Ok(_) => {}
                Err(EngineError::Refused { .. }) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    fn hears(&self, mv: P::Move) -> bool {
        self.hears_all || !P::goes_without_saying(mv)
    }

    fn play(&mut self, player: Player, mv: P::Move, timeout: Duration) -> Result<(), EngineError> {
        if !self.hears(mv) {
            return Ok(());
        }
        match self.talk.ask(&format!("play {player} {mv}"), timeout) {
            Err(EngineError::Refused { .. }) if P::goes_without_saying(mv) => self.hears_all = false,
            answer => drop(answer?),
        }
        Ok(())
    }

    fn set_up(&mut self, start: &P, timeout: Duration) -> Result<(), EngineError> {
        if self.knows("set_game") {
            self.talk.ask(&format!("set_game {}", P::GAME), timeout)?;
        }
        self.talk.ask(&format!("boardsize {}", start.board_size()), timeout)?;
        self.talk.ask("clear_board", timeout)?;
        for (command, must_succeed) in start.agreements() {
            let name = command.split(' ').next().unwrap_or("");
            if self.knows(name) {
                match self.talk.ask(&command, timeout) {
                    Err(EngineError::Refused { .. }) if !must_succeed => {}
                    answer => drop(answer?),
                }
            }
        }
        let stones = start.stones().ok_or(EngineError::CannotSetUp)?;
        let handicap = stones.len() >= 2 && start.turn() == Player::White;
        if handicap && stones.iter().all(|&(player, _)| player == Player::Black) && self.knows("set_free_handicap") {
            let points: Vec<String> = stones.iter().map(|(_, mv)| mv.to_string()).collect();
            match self.talk.ask(&format!("set_free_handicap {}", points.join(" ")), timeout) {
                Err(EngineError::Refused { .. }) => {}
                answer => return answer.map(|_| ()),
            }
        }
        stones.into_iter().try_for_each(|(player, mv)| self.play(player, mv, timeout))
    }

    /// Tells the program about its clock, or makes one of the time for this move. Whole seconds are what GTP has.
    fn announce_time(&mut self, player: Player, limits: &Limits, timeout: Duration) -> Result<(), EngineError> {
        let Some((settings, left)) = time_commands(player, limits, self.knows("kgs-time_settings")) else {
            return Ok(());
        };
        let known = settings.split(' ').next().is_some_and(|name| self.knows(name));
        if !known {
            return Ok(());
        }
        if self.time.as_ref() != Some(&settings) {
            self.ask_leniently(&settings, timeout)?;
            self.time = Some(settings);
        }
        if self.knows("time_left") {
            self.ask_leniently(&left, timeout)?;
        }
        Ok(())
    }

    /// A program that does not take a clock plays on without one.
    fn ask_leniently(&mut self, command: &str, timeout: Duration) -> Result<(), EngineError> {
        match self.talk.ask(command, timeout) {
            Ok(_) | Err(EngineError::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Asks for a move. GTP cannot take that back, so a stop leaves the answer to be read later.
    fn genmove(&mut self, player: Player, timeout: Duration) -> Result<String, EngineError> {
        let interruptible = self.knows("gogui-interrupt");
        let answer = self.talk.ask_for(&format!("genmove {player}"), timeout, interruptible);
        if answer.is_err() {
            self.board = None;
        }
        answer
    }
}

/// The settings, as they stay through a game, and what is left now.
fn time_commands(player: Player, limits: &Limits, kgs: bool) -> Option<(String, String)> {
    if let Some(time) = limits.time {
        // A period for one move, again and again.
        let seconds = whole_seconds(time);
        return Some((format!("time_settings 0 {seconds} 1"), format!("time_left {player} {seconds} 1")));
    }
    let TimeLeft { main, overtime, .. } = limits.clock?;
    let Some(overtime) = overtime else {
        let seconds = whole_seconds(main);
        return Some(("time_settings 86400 0 0".into(), format!("time_left {player} {seconds} 0")));
    };
    let period = whole_seconds(overtime.period);
    let byo_yomi = overtime.moves == 1 && overtime.periods > 1 && kgs;
    let (settings, stones) = if byo_yomi {
        (format!("kgs-time_settings byoyomi 86400 {period} {}", overtime.periods), overtime.periods)
    } else {
        (format!("time_settings 86400 {period} {}", overtime.moves), overtime.moves)
    };
    let left = if main.is_zero() {
        format!("time_left {player} {period} {stones}")
    } else {
        format!("time_left {player} {} 0", whole_seconds(main))
    };
    Some((settings, left))
}

/// Rounded down, but never to nothing.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

impl<P: Dialect + Send> Engine<P> for Client<P>
where
    P::Move: Send,
{
    fn think(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &Stop,
        _report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Thought<P::Move>, Failure> {
        self.think_about(position, limits, stop).map_err(Failure::from)
    }

    fn follow(&mut self, start: &P, moves: &[P::Move]) {
        let mut line = Course::new(start.clone());
        for &mv in moves {
            if line.play(mv).is_err() {
                return;
            }
        }
        self.line = Some(line);
    }

    fn forget(&mut self) {
        self.line = None;
        if let Some(peer) = &mut self.peer {
            peer.board = None;
        }
    }
}
