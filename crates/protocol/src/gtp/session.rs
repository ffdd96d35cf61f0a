//! The server: a line in, a response out.
//!
//! Invariant: `position` is always what `adapter.root()` becomes by playing `played`. A command either succeeds or leaves all
//! three as they were.

mod analysis;
mod board;
mod feed;
mod files;
mod genmove;
mod gogui;
mod parameters;
mod wishes;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use plateau_core::{Player, Position};
use search::{Engine, Limits, Stop};

use super::adapter::{Adapter, Refusal};
use super::syntax::{Command, clean, head, response};
use super::time::{Clocks, System};
use crate::lines::{Flow, Incoming, Server, Wire};
use feed::Style;

/// The longest game that is followed: many times the longest that was ever played.
pub const MAX_PLIES: usize = 10_000;

/// What `name` and `version` answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The program's name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A GTP engine: an engine of ours, a game, and what the controller has told so far.
///
/// ```
/// use plateau_core::Player;
/// use protocol::gtp::{Identity, Othello, Session};
/// use search::{Limits, Random, Resources};
///
/// let identity = Identity { name: "Plateau".into(), version: "1".into() };
/// let engine = Box::new(Random::new(&Resources { seed: Some(1), ..Resources::default() }));
/// let mut session = Session::new(Othello::default(), engine, Limits::NONE, identity);
/// assert_eq!(session.handle("1 play black f5").text, "=1\n\n");
/// assert_eq!(session.handle("2 play white f5").text, "?2 illegal move\n\n");
/// assert!(session.handle("quit").quit);
/// ```
pub struct Session<A: Adapter> {
    adapter: A,
    engine: Box<dyn Engine<A::Position>>,
    identity: Identity,
    limits: Limits,
    position: A::Position,
    played: Vec<(Player, MoveOf<A>)>,
    clocks: Clocks,
    /// What went into the engine's moves so far.
    thought_for: Duration,
    /// The controller has used `gogui-rules_…`, so it moves by clicks.
    gogui: bool,
    half: Option<Half<MoveOf<A>>>,
}

pub(crate) type MoveOf<A> = <<A as Adapter>::Position as Position>::Move;

/// The first click of a move that takes two.
struct Half<M> {
    vertex: String,
    /// The whole move, if it is the engine's own.
    owed: Option<M>,
}

/// The answer to one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What is to be sent, ends of lines included; empty where the line asks for nothing.
    pub text: String,
    /// Whether the session is over.
    pub quit: bool,
}

impl<A: Adapter> Session<A> {
    /// A session at the first position. `limits` hold for every move; a clock that the controller sets comes on top.
    pub fn new(adapter: A, engine: Box<dyn Engine<A::Position>>, limits: Limits, identity: Identity) -> Session<A> {
        let position = adapter.root();
        let played = Vec::new();
        Session {
            adapter,
            engine,
            identity,
            limits,
            position,
            played,
            clocks: Clocks::NONE,
            thought_for: Duration::ZERO,
            gogui: false,
            half: None,
        }
    }

    /// Answers a line, as if another one were waiting behind it: a live analysis ends with its first report.
    pub fn handle(&mut self, line: &str) -> Reply {
        let mut output = Vec::new();
        let next_line = Stop::new();
        next_line.ask();
        let flow = self.answer(Incoming::Line(line), &mut Wire::new(&mut output, next_line, Stop::new()));
        Reply { text: String::from_utf8_lossy(&output).into_owned(), quit: flow == Flow::End }
    }

    /// The position that the controller has set up.
    pub fn position(&self) -> &A::Position {
        &self.position
    }

    fn commands() -> &'static [Entry<A>] {
        const { &Self::TABLE }
    }

    /// Every command, in the order of the specification, then the extensions.
    const TABLE: [Entry<A>; 68] = [
        entry("protocol_version", |_, _, _| Ok("2".into())),
        entry("name", |session, _, _| Ok(session.identity.name.clone())),
        entry("version", |session, _, _| Ok(session.identity.version.clone())),
        entry("known_command", |_, arguments, _| Ok(Session::<A>::is_known(arguments).to_string())),
        entry("list_commands", |_, _, _| Ok(Session::<A>::names().collect::<Vec<_>>().join("\n"))),
        entry("quit", |_, _, _| Ok(String::new())),
        entry("boardsize", |session, arguments, _| session.boardsize(arguments)),
        entry("rectangular_boardsize", |session, arguments, _| session.boardsize(arguments)),
        entry("clear_board", |session, _, _| {
            session.clear_board();
            Ok(String::new())
        }),
        entry("komi", |session, arguments, _| session.komi(arguments)),
        where_sensible(A::RULES, "get_komi", |session, _, _| Ok(session.adapter.komi())),
        where_sensible(A::SETUP, "set_position", |session, arguments, _| session.set_position(arguments)),
        where_sensible(A::HANDICAP, "fixed_handicap", |session, arguments, _| session.fixed_handicap(arguments)),
        where_sensible(A::HANDICAP, "place_free_handicap", |session, arguments, _| {
            session.place_free_handicap(arguments)
        }),
        where_sensible(A::HANDICAP, "set_free_handicap", |session, arguments, _| session.set_free_handicap(arguments)),
        entry("play", |session, arguments, _| session.play(arguments)),
        entry("genmove", Session::genmove),
        entry("undo", |session, _, _| session.undo()),
        entry("time_settings", |session, arguments, _| session.time_settings(arguments)),
        entry("kgs-time_settings", |session, arguments, _| session.kgs_time_settings(arguments)),
        entry("kata-time_settings", |session, arguments, _| session.kata_time_settings(arguments)),
        entry("kata-list_time_settings", |_, _, _| Ok(System::KATA_NAMES.into())),
        entry("time_left", |session, arguments, _| session.time_left(arguments)),
        entry("final_score", |session, _, _| session.final_score()),
        where_sensible(A::DEAD_STONES, "final_status_list", |session, arguments, _| {
            session.final_status_list(arguments)
        }),
        entry("loadsgf", |session, arguments, _| session.loadsgf(arguments)),
        entry("printsgf", |session, arguments, _| session.printsgf(arguments)),
        entry("reg_genmove", Session::reg_genmove),
        entry("kata-search", |session, arguments, live| session.search(arguments, false, live)),
        entry("kata-search_cancellable", |session, arguments, live| session.search(arguments, true, live)),
        entry("cputime", |session, _, _| Ok(session.cputime())),
        entry("gomill-cpu_time", |session, _, _| Ok(session.cputime())),
        entry("showboard", |session, _, _| Ok(session.showboard())),
        where_sensible(A::RULES, "kata-get-rules", |session, _, _| Ok(session.adapter.rules())),
        where_sensible(A::RULES, "kata-set-rules", |session, arguments, _| session.set_rules(arguments)),
        where_sensible(A::RULES, "kata-set-rule", |session, arguments, _| session.set_rule(arguments)),
        where_sensible(A::RULES, "kgs-rules", |session, arguments, _| session.set_kgs_rules(arguments)),
        entry("kata-list-params", |_, _, _| Ok(parameters::NAMES.join(" "))),
        entry("kata-get-param", |session, arguments, _| session.parameter(arguments)),
        entry("kata-set-param", |session, arguments, _| session.set_parameter(arguments)),
        entry("kata-get-params", |session, _, _| Ok(session.parameters())),
        entry("kata-set-params", |session, arguments, _| session.set_parameters(arguments)),
        where_sensible(A::NETWORK, "kata-raw-nn", |session, arguments, _| session.raw_network(arguments)),
        entry("list_games", |_, _, _| Ok(A::GAME_ID.into())),
        entry("set_game", |_, arguments, _| Session::<A>::set_game(arguments)),
        entry("lz-analyze", |session, arguments, live| session.analyze(Style::Lz, arguments, live)),
        entry("kata-analyze", |session, arguments, live| session.analyze(Style::Kata, arguments, live)),
        entry("analyze", |session, arguments, live| session.analyze(Style::Kata, arguments, live)),
        entry("lz-genmove_analyze", |session, arguments, live| session.genmove_analyze(Style::Lz, arguments, live)),
        entry("kata-genmove_analyze", |session, arguments, live| session.genmove_analyze(Style::Kata, arguments, live)),
        entry("genmove_analyze", |session, arguments, live| session.genmove_analyze(Style::Kata, arguments, live)),
        entry("cgos-genmove_analyze", |session, arguments, live| session.genmove_analyze(Style::Cgos, arguments, live)),
        entry("kata-search_analyze", |session, arguments, live| session.search_analyze(arguments, false, live)),
        entry("kata-search_analyze_cancellable", |session, arguments, live| {
            session.search_analyze(arguments, true, live)
        }),
        entry("gogui-analyze_commands", |session, _, _| Ok(session.gogui_analyze_commands())),
        entry("gogui-interrupt", |_, _, _| Ok(String::new())),
        where_sensible(A::SETUP, "gogui-setup", |session, arguments, _| session.set_position(arguments)),
        where_sensible(A::SETUP, "gogui-setup_player", |session, arguments, _| session.gogui_setup_player(arguments)),
        entry("gogui-play_sequence", |session, arguments, _| session.gogui_play_sequence(arguments)),
        entry("gogui-rules_game_id", |session, _, _| Ok(session.gogui_rules(gogui::Question::GameId))),
        entry("gogui-rules_board", |session, _, _| Ok(session.gogui_rules(gogui::Question::Board))),
        entry("gogui-rules_board_size", |session, _, _| Ok(session.gogui_rules(gogui::Question::BoardSize))),
        where_sensible(A::GRAPHICS, "gogui-rules_board_gfx", |session, _, _| {
            Ok(session.gogui_rules(gogui::Question::Graphics))
        }),
        entry("gogui-rules_legal_moves", |session, _, _| Ok(session.gogui_rules(gogui::Question::LegalMoves))),
        entry("gogui-rules_side_to_move", |session, _, _| Ok(session.gogui_rules(gogui::Question::SideToMove))),
        entry("gogui-rules_final_result", |session, _, _| Ok(session.gogui_rules(gogui::Question::FinalResult))),
        entry("stop", |_, _, _| Ok(String::new())),
        entry("clear_cache", |session, _, _| {
            session.clear_cache();
            Ok(String::new())
        }),
    ];

    /// The commands that make sense for this game.
    fn names() -> impl Iterator<Item = &'static str> {
        Self::commands().iter().filter(|entry| entry.available).map(|entry| entry.name)
    }

    fn is_known(arguments: &[&str]) -> bool {
        arguments.first().is_some_and(|wanted| Self::names().any(|name| name == *wanted))
    }

    /// Quarry asks `list_games` who plays what, and then for the game it wants.
    fn set_game(arguments: &[&str]) -> Answer {
        let [name] = arguments else { return Err(Fault::SYNTAX) };
        if name.eq_ignore_ascii_case(A::GAME_ID) { Ok(String::new()) } else { Err(Fault::text("unsupported game")) }
    }

    fn run(&mut self, command: &Command<'_>, live: &mut Live<'_, '_>) -> Answer {
        let entry = Self::commands().iter().find(|entry| entry.available && entry.name == command.name);
        let handler = entry.ok_or(Fault::text("unknown command"))?.handler;
        handler(self, &command.arguments, live)
    }

    /// Changes what was agreed, and plays the game so far again under it; if that cannot be, everything stays as it was.
    fn agree<T>(&mut self, change: impl FnOnce(&mut A) -> Result<T, Refusal>) -> Result<T, Fault> {
        let mut adapter = self.adapter.clone();
        let value = change(&mut adapter)?;
        let position =
            replay(&adapter, &self.played).ok_or(Fault::text("a move that was already played would be illegal"))?;
        self.adapter = adapter;
        self.position = position;
        self.half = None;
        self.engine.forget();
        Ok(value)
    }

    /// As before the first move, of a new game.
    fn restart(&mut self) {
        self.played.clear();
        self.half = None;
        self.position = self.adapter.root();
        self.clocks.restart();
        self.engine.forget();
    }

    /// Appends a move to the game.
    fn record(&mut self, player: Player, mv: MoveOf<A>) -> Result<(), Fault> {
        if self.played.len() >= MAX_PLIES {
            return Err(Fault::text("too many moves"));
        }
        let mut next = self.position.clone();
        step(&self.adapter, &mut next, player, mv).ok_or(Fault::ILLEGAL)?;
        self.position = next;
        self.played.push((player, mv));
        self.half = None;
        Ok(())
    }
}

impl<A: Adapter> Server for Session<A> {
    fn answer(&mut self, line: Incoming<'_>, wire: &mut Wire<'_>) -> Flow {
        let Incoming::Line(line) = line else {
            wire.send(&response(false, None, "line too long"));
            return Flow::GoOn;
        };
        let line = clean(line);
        let Some(command) = Command::read(&line) else { return Flow::GoOn };
        let mut live = Live { wire, id: command.id, begun: false };
        let answer = self.run(&command, &mut live);
        live.end(answer);
        if command.name == "quit" { Flow::End } else { Flow::GoOn }
    }

    /// `GoGui` interrupts a search by a comment, which engines that cannot be interrupted do not even see.
    fn is_urgent(line: &str) -> bool {
        line.trim() == "# interrupt"
    }
}

impl<A: Adapter> fmt::Debug for Session<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("adapter", &self.adapter).field("played", &self.played).finish_non_exhaustive()
    }
}

/// A command: its name, whether it makes sense for the game, and what it does.
#[derive(Clone, Copy)]
struct Entry<A: Adapter> {
    name: &'static str,
    available: bool,
    handler: Handler<A>,
}

type Handler<A> = fn(&mut Session<A>, &[&str], &mut Live<'_, '_>) -> Answer;
type Answer = Result<String, Fault>;

const fn entry<A: Adapter>(name: &'static str, handler: Handler<A>) -> Entry<A> {
    Entry { name, available: true, handler }
}

const fn where_sensible<A: Adapter>(available: bool, name: &'static str, handler: Handler<A>) -> Entry<A> {
    Entry { name, available, handler }
}

/// Why a command failed, as the controller is told.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fault(Cow<'static, str>);

impl Fault {
    const SYNTAX: Fault = Fault::text("syntax error");
    const ILLEGAL: Fault = Fault::text("illegal move");

    const fn text(text: &'static str) -> Fault {
        Fault(Cow::Borrowed(text))
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault(refusal.text())
    }
}

/// A response that may begin before it is complete.
struct Live<'w, 'o> {
    wire: &'w mut Wire<'o>,
    id: Option<u32>,
    begun: bool,
}

impl Live<'_, '_> {
    /// Sends the head of the response, once.
    fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            let head = head(true, self.id);
            self.wire.send(&format!("{head}\n"));
        }
    }

    /// Sends a line of the response at once.
    fn line(&mut self, text: &str) {
        self.begin();
        self.wire.send(&format!("{text}\n"));
    }

    /// Sends the rest. A response that has begun as a success cannot fail any more; it just ends.
    fn end(mut self, answer: Answer) {
        match answer {
            Ok(text) if self.begun => {
                if !text.is_empty() {
                    self.line(&text);
                }
                self.wire.send("\n");
            }
            Err(_) if self.begun => self.wire.send("\n"),
            Ok(text) => self.wire.send(&response(true, self.id, &text)),
            Err(Fault(text)) => self.wire.send(&response(false, self.id, &text)),
        }
    }
}

/// Plays a move for this player, whose turn it is made first where the protocol allows that.
fn step<A: Adapter>(adapter: &A, position: &mut A::Position, player: Player, mv: MoveOf<A>) -> Option<()> {
    let ready = position.turn() == player && !position.is_over() || adapter.hand_turn(position, player);
    if ready { position.play(mv).ok() } else { None }
}

/// The position after these moves, if they can be played.
fn replay<A: Adapter>(adapter: &A, played: &[(Player, MoveOf<A>)]) -> Option<A::Position> {
    let mut position = adapter.root();
    for &(player, mv) in played {
        step(adapter, &mut position, player, mv)?;
    }
    Some(position)
}
