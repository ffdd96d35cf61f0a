//! The line protocol of CGOS, the rating server of Go engines, in its version e1: the server speaks, the player answers.
//!
//! | the server says | the player answers |
//! |---|---|
//! | `protocol …` | `e1`, and who it is |
//! | `username`, `password` | those |
//! | `setup GAME SIZE KOMI MS WHITE(RATING) BLACK(RATING) [MOVE MS]…` | nothing: a game begins, or goes on from there |
//! | `play COLOUR MOVE MS` | nothing: the other has moved |
//! | `genmove COLOUR MS` | a move, `pass` or `resign` |
//! | `gameover DATE RESULT …` | `ready`, or `quit` |
//! | `info …` | nothing |
//!
//! Stones are counted as they stand, by Chinese rules with positional superko: nothing is dead that is not taken off. What is played here is
//! therefore a game by the rules of Tromp and Taylor without suicide.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use plateau_core::Player;
use players::thinker::{Engines, Task, Thinker, Thought};
use search::{Resources, Stop};
use table::clock::{Clock, Reading, TimeControl};
use table::event::{Action, Event};
use table::{AnyTable, Kind, Message, Proposal, Seat, Who};

use crate::pause::Pause;
use crate::{Tell, ask};

/// An engine that plays on CGOS.
#[derive(Clone, Debug)]
pub struct Cgos {
    /// Where: a name and a port.
    pub server: String,
    /// The name that it has there.
    pub user: String,
    /// What proves that.
    pub password: String,
    /// Who thinks.
    pub who: Who,
    /// How much of this machine it may use.
    pub resources: Resources,
    /// After so many games it goes; never, if nothing is said.
    pub games: Option<u32>,
}

/// How long a server that has nothing to say is believed to be there.
const PATIENCE: Duration = Duration::from_secs(3600);

impl Cgos {
    /// Plays until it is asked to stop, has played its games, or is not welcome: then why.
    pub fn run(&self, stop: &Stop, tell: &Tell) -> Result<(), Message> {
        let (mut pause, mut played) = (Pause::default(), 0);
        while !stop.is_asked() {
            let mut session = Session::new(self, Engines::new(self.resources), played);
            let ended = self.talk(&mut session, stop, tell, &mut pause);
            played = session.played;
            match ended {
                Ok(Ended::Done) => return Ok(()),
                Ok(Ended::Refused(said)) => return Err(Message::new("bot-not-welcome").with("said", said)),
                Err(problem) => tell(&Message::new("bot-lost").with("problem", problem.to_string())),
            }
            pause.wait(stop);
        }
        Ok(())
    }

    /// One connection, until it is lost.
    fn talk(&self, session: &mut Session<Engines>, stop: &Stop, tell: &Tell, pause: &mut Pause) -> io::Result<Ended> {
        /// More than the longest game that is gone on with.
        const MOST_BYTES: u64 = 1 << 16;
        let mut stream = TcpStream::connect(&self.server)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut lines = BufReader::new(stream.try_clone()?);
        loop {
            let mut line = String::new();
            if io::Read::take(&mut lines, MOST_BYTES).read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            pause.reset();
            let heard = session.hear(line.trim());
            if let Some(message) = &heard.tell {
                tell(message);
            }
            // A game that has begun is played to its end, as a rating asks for.
            let is_over = heard.is_over && (stop.is_asked() || self.games == Some(session.played));
            let reply = if is_over { Some("quit".to_owned()) } else { heard.reply };
            if let Some(reply) = reply {
                writeln!(stream, "{reply}")?;
            }
            match heard.refused {
                Some(said) => return Ok(Ended::Refused(said)),
                None if is_over => return Ok(Ended::Done),
                None => {}
            }
        }
    }
}

enum Ended {
    Done,
    Refused(String),
}

/// What comes of a line.
#[derive(Default, PartialEq, Debug)]
struct Heard {
    reply: Option<String>,
    tell: Option<Message>,
    /// Whether a game has ended.
    is_over: bool,
    /// Why the server wants nothing to do with this player.
    refused: Option<String>,
}

impl Heard {
    fn reply(text: impl Into<String>) -> Heard {
        Heard { reply: Some(text.into()), ..Heard::default() }
    }
}

/// A conversation with the server.
struct Session<T> {
    user: String,
    password: String,
    who: Who,
    thinker: T,
    game: Option<Game>,
    played: u32,
}

/// A game that goes on.
struct Game {
    table: AnyTable,
    control: TimeControl,
}

impl<T: Thinker> Session<T> {
    fn new(cgos: &Cgos, thinker: T, played: u32) -> Session<T> {
        let Cgos { user, password, who, .. } = cgos.clone();
        Session { user, password, who, thinker, game: None, played }
    }

    /// Takes a line of the server in.
    fn hear(&mut self, line: &str) -> Heard {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            ["protocol", ..] => Heard::reply(format!("e1 Plateau {}", env!("CARGO_PKG_VERSION"))),
            ["username"] => Heard::reply(self.user.clone()),
            ["password"] => Heard::reply(self.password.clone()),
            ["setup", id, size, komi, ms, white, black, ref moves @ ..] => {
                self.game = Game::new(&self.who, [size, komi, ms], moves);
                let name = |text: &str| text.split('(').next().unwrap_or_default().to_owned();
                let other = if name(white) == self.user { name(black) } else { name(white) };
                let plays = Message::new("bot-plays").with("game", Kind::Go.name()).with("name", other);
                Heard { tell: Some(plays.with("id", id.to_owned())), ..Heard::default() }
            }
            ["play", _, mv, _] => {
                self.game = self.game.take().and_then(|game| game.with(mv));
                Heard::default()
            }
            ["genmove", colour, ms] => self.choose(colour, ms),
            ["gameover", _, result, ..] => {
                self.played += 1;
                self.game = None;
                let ended = Message::new("bot-ended").with("id", "CGOS").with("result", result.to_owned());
                Heard { tell: Some(ended), is_over: true, ..Heard::reply("ready") }
            }
            ["Error:", ..] => Heard { refused: Some(line.to_owned()), ..Heard::default() },
            _ => Heard::default(),
        }
    }

    /// The move that is asked for. Where nothing can be played, because what was told cannot be, the game is given up.
    fn choose(&mut self, colour: &str, ms: &str) -> Heard {
        let resign = || Heard::reply("resign");
        let side = if colour.starts_with(['b', 'B']) { Player::Black } else { Player::White };
        let (Some(game), Ok(left_ms)) = (self.game.as_mut(), ms.parse::<i64>()) else { return resign() };
        if game.table.turn() != Some(side) {
            // Both have passed, which ends the game there as it does here.
            return Heard::reply("pass");
        }
        let left = Duration::from_millis(left_ms.max(0) as u64);
        let reading = Reading { left, periods: None, moves: None, in_overtime: false, fallen: false };
        if let Some(clock) = Clock::showing(game.control, &reading) {
            game.table.set_clock(side, clock);
        }
        match ask(&self.thinker, &game.table, Task::Move) {
            Thought::Play(mv) => {
                self.game = self.game.take().and_then(|game| game.with(&mv));
                Heard::reply(mv.to_ascii_lowercase())
            }
            Thought::Failed(why) => {
                let failed = Message::new("bot-engine-failed").with("id", "CGOS").with("why", why);
                Heard { tell: Some(failed), ..resign() }
            }
            _ => resign(),
        }
    }
}

impl Game {
    /// The game that a line sets up: size, komi and time, and what was played so far, each with the time that was left. Nothing if
    /// this cannot be played.
    fn new(who: &Who, [size, komi, ms]: [&str; 3], moves: &[&str]) -> Option<Game> {
        let mut proposal = Proposal::new(Kind::Go);
        let seat = || Seat { name: String::new(), who: who.clone() };
        proposal.seats = [seat(), seat()];
        proposal.go.rules = "tromp-taylor".parse().ok()?;
        proposal.go.suicide = Some(false);
        proposal.go.size = size.parse().ok()?;
        proposal.go.komi = Some(komi.parse().ok()?);
        let control = TimeControl::Absolute(Duration::from_millis(ms.parse().ok()?));
        proposal.control = control;
        let game = Game { table: proposal.setup().ok()?.table().ok()?, control };
        moves.iter().step_by(2).try_fold(game, |game, mv| game.with(mv))
    }

    /// The game after a move; nothing if there is none such.
    fn with(mut self, mv: &str) -> Option<Game> {
        let mv = if mv.eq_ignore_ascii_case("pass") { "pass".to_owned() } else { mv.to_ascii_uppercase() };
        let action = Action::Play { mv, spent_ms: 0 };
        self.table.apply(&Event { at_ms: 0, action }).ok().map(|()| self)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use table::AnyTable;

    use super::*;
    use players::thinker::Tell as TellThought;

    /// Plays what it was told to, and writes down what it was asked.
    #[derive(Default)]
    struct Scripted {
        moves: RefCell<Vec<Thought>>,
        asked: RefCell<Vec<String>>,
    }

    impl Thinker for Scripted {
        fn start(&self, table: &AnyTable, _: Task, _: u64, tell: TellThought) -> Stop {
            let turn = table.turn().expect("somebody's turn");
            let left = table.clock(turn, 0).expect("a clock").reading().left;
            self.asked.borrow_mut().push(format!("{turn} after {} with {left:?}", table.moves_played()));
            tell(self.moves.borrow_mut().remove(0));
            Stop::new()
        }

        fn levels(&self, _: Kind) -> u8 {
            0
        }
    }

    /// As the server of the Go engines says it and hears it: `>` is the server's, `<` the player's.
    const GOLDEN: &str = "\
> protocol genmove_analyze
< e1 Plateau VERSION
> username
< tengen
> password
< secret
> info 2 games are played
> setup 7 9 7.5 300000 hoshi(1800?) tengen(1700)
> genmove b 300000
< e5
> play w C3 299000
> genmove b 295000
< d4
> play w PASS 298000
> genmove b 290000
< pass
> gameover 2026-01-01 B+9.5 x
< ready
> setup 8 9 7.5 300000 tengen(1700) hoshi(1800?) E5 299000 C3 298000 pass 297000
> genmove w 296000
< resign
> gameover 2026-01-01 B+Resign
< ready
> setup 9 9 7.5 300000 tengen(1700) hoshi(1800?)
> play b Z99 299000
> genmove w 296000
< resign
> nonsense
";

    #[test]
    fn a_session_goes_as_the_protocol_says() {
        let cgos = Cgos {
            server: String::new(),
            user: "tengen".to_owned(),
            password: "secret".to_owned(),
            who: Who::Level(1),
            resources: Resources::default(),
            games: None,
        };
        let moves = ["E5", "D4", "pass"].map(|mv| Thought::Play(mv.to_owned())).into_iter();
        let moves: Vec<Thought> = moves.chain([Thought::Resign]).collect();
        let thinker = Scripted { moves: RefCell::new(moves), ..Scripted::default() };
        let mut session = Session::new(&cgos, thinker, 0);
        let mut said = String::new();
        for line in GOLDEN.lines().filter_map(|line| line.strip_prefix("> ")) {
            said += &format!("> {line}\n");
            if let Some(reply) = session.hear(line).reply {
                said += &format!("< {}\n", reply.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
            }
        }
        assert_eq!(said, GOLDEN);
        assert_eq!(session.played, 2);
        let asked = session.thinker.asked.borrow().join(", ");
        assert_eq!(
            asked,
            "black after 0 with 300s, black after 2 with 295s, black after 4 with 290s, white after 3 with 296s"
        );
        assert_eq!(session.hear("Error: no such user").refused.as_deref(), Some("Error: no such user"));
    }
}
