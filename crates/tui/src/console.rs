//! The plain console: line by line, good for screen readers, pipes and scripts.
//!
//! [`run`] is the whole program: a menu, and questions with answers (`talk`) that agree on a game (`agree`), leaf through one
//! that was played (`leaf`), ask for moves (`exercise`, `lesson`), or change the options. [`play`] is one game from its set-up (or from where it was left) to the moment somebody quits or the input ends. What comes
//! in is heard by [`Ears`]: lines, signals and the machine's thoughts, one after the other; a line is understood by `read`, what
//! goes out is written by `show`, and `machine` is the machine's part. The game is kept after every move.

mod agree;
mod exercise;
mod hear;
mod home;
mod leaf;
mod lesson;
mod machine;
mod read;
mod show;
mod talk;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use draw::Charset;
use plateau_core::Player;
use players::attendant::Attendant;
use players::thinker::{Errand, Task};
use store::{Summary, Which};
use table::view::{Stage, View, Wanted};
use table::{Command, Message};
use words::Words;

pub use self::hear::Ears;
pub use self::home::run;
pub(crate) use self::show::{legend, name, recorded, remark, results_line, rule_set, seat_name, side};

use self::hear::Heard;
use self::read::{Input, Wish};
use crate::{Desk, Sitting, ascii, desk, not_a_move, pages, say};

/// How the console speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option that is on or off")]
pub struct Manner {
    /// Which characters the boards are made of.
    pub charset: Charset,
    /// Whether to write every line that was read, so that the output of a script can be read by itself.
    pub echo: bool,
    /// Whether a person types: then other games are offered, and a game between machines can be interrupted by a line.
    pub interactive: bool,
    /// Whether rows and columns have names.
    pub coordinates: bool,
    /// Whether each move is asked for twice.
    pub confirm: bool,
    /// Whether the bell rings for one's turn.
    pub sound: bool,
    /// Whether the counters are told at each turn.
    pub counters: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            charset: Charset::Ascii,
            echo: false,
            interactive: false,
            coordinates: true,
            confirm: false,
            sound: false,
            counters: false,
        }
    }
}

/// Plays a game until somebody quits, or the input ends. `Ok` holds the number of the signal that ended it, if one did.
pub fn play(
    desk: &Desk,
    sitting: Sitting,
    words: &Words,
    manner: Manner,
    ears: &mut Ears,
    out: &mut dyn Write,
) -> io::Result<Option<i32>> {
    let mut console = Console {
        desk,
        sitting,
        words,
        manner,
        ears,
        out,
        pending: None,
        attendant: Attendant::default(),
        tasks: 0,
        piece: None,
        is_over: false,
    };
    let result = console.run();
    console.sitting.leave(desk);
    result
}

struct Console<'a> {
    desk: &'a Desk,
    sitting: Sitting,
    words: &'a Words,
    manner: Manner,
    ears: &'a mut Ears,
    out: &'a mut dyn Write,
    /// What waits for being said again.
    pending: Option<Input>,
    /// When the machine does something.
    attendant: Attendant<Errand>,
    /// The number of the last task that the machine got.
    tasks: u64,
    /// Aligne 4: the piece that was chosen, and waits for its cell.
    piece: Option<char>,
    /// Whether the end of the game has been told.
    is_over: bool,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Out,
    /// A signal ends the program.
    Signal(i32),
}

/// How often the clock is looked at while one waits.
const CLOCK_PACE: Duration = Duration::from_millis(100);
/// How often one looks whether the game went on elsewhere, as in the browser.
const LOOK_AROUND: Duration = Duration::from_secs(1);

impl Console<'_> {
    fn run(&mut self) -> io::Result<Option<i32>> {
        self.tell("console-welcome")?;
        self.offer_others()?;
        self.show_board()?;
        loop {
            let flow = match self.machine_acts()? {
                Some(flow) => flow,
                None => match self.ask()? {
                    Heard::Line(line) => self.handle(read::input(&line, &self.plain_view()))?,
                    Heard::Signal(signal) => self.interrupted(signal)?,
                    Heard::End | Heard::Thought(..) => Flow::Out,
                },
            };
            match flow {
                Flow::On => {}
                Flow::Out => {
                    self.say_goodbye()?;
                    return Ok(None);
                }
                Flow::Signal(signal) => {
                    self.say_goodbye()?;
                    return Ok(Some(signal));
                }
            }
        }
    }

    /// Ctrl-C asks before it ends the game, and the second time it does; other signals do not ask.
    fn interrupted(&mut self, signal: i32) -> io::Result<Flow> {
        let asked = self.pending.take() == Some(Input::Quit);
        if asked || self.is_over || signal != hear::INTERRUPT {
            return Ok(Flow::Signal(signal));
        }
        self.write("\n")?;
        self.confirm(Input::Quit, "console-confirm-quit")?;
        Ok(Flow::On)
    }

    fn say_goodbye(&mut self) -> io::Result<()> {
        self.tell(if self.is_over { "console-over" } else { "console-kept" })
    }

    /// Where a person has just begun a game although others wait, that is said.
    fn offer_others(&mut self) -> io::Result<()> {
        let others = self.others().len() as i64;
        if !self.manner.interactive || others == 0 || !self.sitting.table().moves().is_empty() {
            return Ok(());
        }
        let said = self.words.say("console-others", &[("count", others.into())]);
        self.write(&format!("{said}\n"))
    }

    /// Games that can be continued, but for this one.
    fn others(&self) -> Vec<Summary> {
        let games = desk::games(&*self.desk.store, Which::Unfinished).unwrap_or_default();
        games.into_iter().filter(|listed| listed.id != self.sitting.id()).collect()
    }

    fn list_games(&mut self) -> io::Result<()> {
        let others = self.others();
        if others.is_empty() {
            return self.tell("continue-none");
        }
        for (index, listed) in others.iter().enumerate() {
            let line = show::listed(self.words, listed);
            self.write(&format!("{}. {line}\n", index + 1))?;
        }
        Ok(())
    }

    /// Goes on with another game: the last, or that of this number. One that has not begun is not worth keeping.
    fn go_on_with(&mut self, number: usize) -> io::Result<()> {
        let Some(listed) = self.others().into_iter().nth(number.saturating_sub(1)) else {
            return self.tell(if self.others().is_empty() { "continue-none" } else { "console-no-such-game" });
        };
        match Sitting::open(self.desk, listed.id) {
            Ok(sitting) => {
                self.leave_table();
                (self.sitting, self.attendant, self.is_over) = (sitting, Attendant::default(), false);
                self.show_board()
            }
            Err(why) => self.write_message(&why),
        }
    }

    fn leave_table(&mut self) {
        if self.sitting.table().moves().is_empty() {
            // If it cannot be removed it is an empty game more in the list.
            let _ = self.desk.store.delete(self.sitting.id());
        } else {
            self.sitting.leave(self.desk);
        }
    }

    fn plain_view(&self) -> View {
        self.view(&Wanted::default())
    }

    fn view(&self, wanted: &Wanted) -> View {
        self.sitting.view(self.desk, wanted)
    }

    /// Does it and shows what came of it; whether it was done.
    fn act(&mut self, by: Player, command: &Command) -> io::Result<bool> {
        let from = self.sitting.table().next_event();
        let done = self.sitting.act(self.desk, by, command);
        if let Err(why) = &done {
            let is_no_move = why.id.starts_with("error-column");
            self.write_message(&not_a_move(command, why.clone(), self.sitting.table().kind()))?;
            if is_no_move {
                self.tell("console-try-help")?;
            }
        }
        // Also what happened elsewhere is to be seen before one decides again.
        if self.sitting.table().next_event() != from {
            self.piece = None;
            self.attendant.changed(self.sitting.table());
            self.show_board()?;
        }
        Ok(done.is_ok())
    }

    fn handle(&mut self, input: Input) -> io::Result<Flow> {
        let pending = self.pending.take();
        let input = match (pending, input) {
            (Some(pending), Input::Yes) => return self.confirmed(pending),
            (Some(pending), again) if again == pending => return self.confirmed(pending),
            (Some(_), Input::No) => {
                self.tell("console-goes-on")?;
                return Ok(Flow::On);
            }
            (_, input) => input,
        };
        let view = self.plain_view();
        let by = self.sitting.speaker();
        let input = match input {
            Input::Play(text) => match read::aligne4_move(self.words, &view, self.piece, &text) {
                Wish::Piece(code) => {
                    self.piece = Some(code);
                    let piece = Message::new(format!("aligne4-piece-{code}"));
                    self.write_message(&Message::new("aligne4-place").with("piece", piece))?;
                    return Ok(Flow::On);
                }
                Wish::Move(text) => Input::Play(text),
            },
            input => input,
        };
        match input {
            Input::Play(text) if self.manner.confirm && view.stage == Stage::Playing => {
                self.write_message(&Message::new("confirm-move").with("move", view.kind.told_move(&text)))?;
                self.pending = Some(Input::Play(text));
            }
            Input::Quit if self.is_over => return Ok(Flow::Out),
            Input::Quit => self.confirm(Input::Quit, "console-confirm-quit")?,
            Input::Restart => self.confirm(Input::Restart, "console-confirm-restart")?,
            Input::Resign if view.can.resign => self.confirm(Input::Resign, "console-confirm-resign")?,
            Input::Blank => self.attendant.go_on(),
            Input::Stop => self.tell("console-not-thinking")?,
            Input::Games => self.list_games()?,
            Input::Continue(number) => self.go_on_with(number)?,
            Input::Yes | Input::No => self.tell("console-nothing-asked")?,
            Input::Play(text) => drop(self.act(by, &command_at(&view, text))?),
            Input::Undo => drop(self.act(by, &Command::Undo)?),
            Input::Redo => drop(self.act(by, &Command::Redo)?),
            Input::Resign => drop(self.act(by, &Command::Resign)?),
            Input::Accept => drop(self.act(by, &Command::Accept)?),
            Input::Resume => drop(self.act(by, &Command::Resume)?),
            Input::Hint => return self.advise(Task::Hint),
            Input::Estimate => return self.advise(Task::Estimate),
            Input::Territory => {
                let view = self.view(&Wanted { territory: true, ..Wanted::default() });
                self.write(&show::board(self.words, &view, self.manner, false))?;
            }
            Input::Save(name) => self.save(&name)?,
            Input::Score => self.write(&show::score(self.words, &view))?,
            Input::Help => self.write(&show::help(self.words, &view))?,
            Input::Numbers => self.write(&show::board(self.words, &view, self.manner, true))?,
            Input::Rules => {
                for line in pages::rules_lines(view.kind, self.words.lang(), pages::PAGE_WIDTH, self.manner.charset) {
                    self.write(&format!("{}\n", line.text))?;
                }
            }
            Input::Counters => {
                self.manner.counters ^= true;
                self.tell(if self.manner.counters { "console-counters-on" } else { "console-counters-off" })?;
                if self.manner.counters {
                    self.write(&show::score(self.words, &view))?;
                }
            }
            Input::Board => self.write(&show::board(self.words, &view, self.manner, false))?,
            Input::Moves => self.write(&show::moves(self.words, &view, self.manner.charset))?,
        }
        Ok(Flow::On)
    }

    fn confirm(&mut self, what: Input, id: &str) -> io::Result<()> {
        self.pending = Some(what);
        self.tell(id)
    }

    fn confirmed(&mut self, what: Input) -> io::Result<Flow> {
        match what {
            Input::Quit => return Ok(Flow::Out),
            Input::Play(text) => {
                self.act(self.sitting.speaker(), &Command::Play(text))?;
            }
            Input::Restart => self.restart()?,
            Input::Resign => {
                self.act(self.sitting.speaker(), &Command::Resign)?;
            }
            _ => {}
        }
        Ok(Flow::On)
    }

    /// The same set-up from the first move. The game that was left is kept too.
    fn restart(&mut self) -> io::Result<()> {
        let again = self.sitting.table().setup().table();
        match again.and_then(|table| Sitting::create(self.desk, table)) {
            Ok(sitting) => {
                (self.sitting, self.attendant, self.is_over) = (sitting, Attendant::default(), false);
                self.show_board()
            }
            Err(why) => self.write_message(&why),
        }
    }

    fn advise(&mut self, task: Task) -> io::Result<Flow> {
        Ok(self.think(task)?.err().unwrap_or(Flow::On))
    }

    fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.tell("console-save-name");
        }
        let saved = self.sitting.record(self.desk);
        match saved.and_then(|record| self.desk.files.save(&record, Path::new(name))) {
            Ok(()) => {
                let said = self.words.say("file-saved", &[("file", name.into())]);
                self.write(&format!("{said}\n"))
            }
            Err(why) => self.write_message(&why),
        }
    }

    /// Asks for a line, and waits for it; meanwhile the clock runs.
    fn ask(&mut self) -> io::Result<Heard> {
        let view = self.plain_view();
        let prompt = show::prompt(self.words, &view, self.sitting.speaker());
        self.write(&prompt)?;
        self.out.flush()?;
        loop {
            let has_clock = self.sitting.table().clock(Player::Black, 0).is_some();
            let pace = if has_clock && !self.is_over {
                Some(CLOCK_PACE)
            } else {
                // A script says what it means, and looks at nothing in between.
                self.manner.interactive.then_some(LOOK_AROUND)
            };
            let heard = self.ears.hear(pace);
            if let Some(Heard::Line(line)) = &heard
                && self.manner.echo
            {
                self.write(&format!("{line}\n"))?;
            }
            if heard == Some(Heard::End) {
                self.write("\n")?;
            }
            // The time may have run out while somebody thought; then what was typed came too late, unless it is no move.
            match self.time_passes(heard.is_none()) {
                Ok(true) => {
                    self.attendant.changed(self.sitting.table());
                    if heard.is_none() {
                        self.write("\n")?;
                    }
                    self.show_board()?;
                    if heard.is_none() {
                        return Ok(Heard::Line(String::new()));
                    }
                }
                Ok(false) => {}
                Err(why) => self.write_message(&why)?,
            }
            match heard {
                None | Some(Heard::Thought(..)) => {}
                Some(heard) => return Ok(heard),
            }
        }
    }

    /// Ends the game if somebody's time is up, or else, while one waits, follows what happens elsewhere; whether anything did.
    fn time_passes(&mut self, is_waiting: bool) -> Result<bool, Message> {
        let fell = self.sitting.tick(self.desk)?;
        if fell || !is_waiting || !self.manner.interactive {
            return Ok(fell);
        }
        self.sitting.catch_up(self.desk)
    }

    fn show_board(&mut self) -> io::Result<()> {
        let view = self.plain_view();
        self.write("\n")?;
        self.write(&show::board(self.words, &view, self.manner, false))?;
        self.write(&show::sentences(self.words, &view))?;
        if self.manner.counters {
            self.write(&show::score(self.words, &view))?;
        }
        let ended = view.stage == Stage::Ended;
        if ended && !self.is_over {
            self.write(&show::result(self.words, &view))?;
        }
        self.is_over = ended;
        Ok(())
    }

    fn tell(&mut self, id: &str) -> io::Result<()> {
        let said = self.words.say(id, &[]);
        self.write(&format!("{said}\n"))
    }

    fn write_message(&mut self, message: &Message) -> io::Result<()> {
        let said = say(self.words, message);
        self.write(&format!("{said}\n"))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if self.manner.charset == Charset::Ascii {
            return self.out.write_all(ascii::fold(text).as_bytes());
        }
        self.out.write_all(text.as_bytes())
    }
}

/// While dead chains are marked, a coordinate names a chain.
fn command_at(view: &View, text: String) -> Command {
    match view.stage {
        Stage::Marking { .. } => Command::Mark(text),
        Stage::Playing | Stage::Ended => Command::Play(text),
    }
}
