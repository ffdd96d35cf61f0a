//! The plain console: line by line, good for screen readers, pipes and scripts.
//!
//! [`play`] is one game from its set-up (or from where it was left) to the moment somebody quits or the input ends. A line in
//! is read by `read`, what goes out is written by `show`. The game is kept after every move.

mod read;
mod show;

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc;

use draw::Charset;
use plateau_core::Player;
use table::view::{Stage, View, Wanted};
use table::{AnyTable, Command, Message};
use words::Words;

pub(crate) use self::show::{colour, legend, name, results_line};

use self::read::Input;
use crate::{Desk, Sitting, ascii, say};
use players::thinker::{Task, Thought};

/// How the console speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Which characters the boards are made of.
    pub charset: Charset,
    /// Whether to write every line that was read, so that the output of a script can be read by itself.
    pub echo: bool,
}

/// Plays a game until somebody quits, or the input ends.
pub fn play(
    desk: &Desk,
    sitting: Sitting,
    words: &Words,
    manner: Manner,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut console =
        Console { desk, sitting, words, manner, input, out, pending: None, proposed: false, is_over: false };
    let result = console.run();
    console.sitting.leave(desk);
    result
}

struct Console<'a> {
    desk: &'a Desk,
    sitting: Sitting,
    words: &'a Words,
    manner: Manner,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    /// What waits for being said again.
    pending: Option<Input>,
    /// Whether the machine has proposed which chains are dead.
    proposed: bool,
    /// Whether the end of the game has been told.
    is_over: bool,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Out,
}

impl Console<'_> {
    fn run(&mut self) -> io::Result<()> {
        self.tell("console-welcome")?;
        self.show_board()?;
        loop {
            if self.machine_acts()? {
                continue;
            }
            let Some(line) = self.ask()? else {
                return self.say_goodbye();
            };
            if self.handle(read::input(&line, &self.view()))? == Flow::Out {
                return self.say_goodbye();
            }
        }
    }

    fn say_goodbye(&mut self) -> io::Result<()> {
        self.tell(if self.is_over { "console-over" } else { "console-kept" })
    }

    fn view(&self) -> View {
        self.sitting.view(self.desk, &Wanted { territory: true, hint: None })
    }

    /// The person who speaks: whose turn it is, or who has not accepted the marking yet.
    fn speaker(&self, view: &View) -> Player {
        let is_person = |player: &Player| view.players[*player].who.is_person();
        let accepted = match view.stage {
            Stage::Marking { accepted, .. } => accepted,
            Stage::Playing | Stage::Ended { .. } => [false; 2],
        };
        let first = |wanted: &dyn Fn(&Player) -> bool| Player::BOTH.into_iter().find(wanted);
        self.sitting
            .table()
            .turn()
            .filter(is_person)
            .or_else(|| first(&|player| is_person(player) && !accepted[*player]))
            .or_else(|| first(&is_person))
            .unwrap_or(Player::Black)
    }

    /// Lets the machine do what is its to do; whether there was something.
    fn machine_acts(&mut self) -> io::Result<bool> {
        let view = self.view();
        match &view.stage {
            Stage::Playing => {
                let Some(turn) = self.sitting.table().turn() else { return Ok(false) };
                if view.players[turn].who.is_person() {
                    return Ok(false);
                }
                self.machine_moves(turn)
            }
            Stage::Marking { .. } if !self.proposed => {
                self.proposed = true;
                if let Some(Thought::Dead(cells)) = self.think(Task::Dead)
                    && !cells.is_empty()
                {
                    self.act(self.speaker(&view), &Command::Propose(cells))?;
                }
                Ok(true)
            }
            Stage::Marking { accepted, .. } => {
                // The machine agrees with what the people at the table agree on.
                let is_person = |player: Player| view.players[player].who.is_person();
                let people_agree = Player::BOTH.into_iter().all(|player| !is_person(player) || accepted[player]);
                let machine = Player::BOTH.into_iter().find(|player| !is_person(*player) && !accepted[*player]);
                match machine {
                    Some(machine) if people_agree => self.act(machine, &Command::Accept),
                    _ => Ok(false),
                }
            }
            Stage::Ended { .. } => Ok(false),
        }
    }

    fn machine_moves(&mut self, turn: Player) -> io::Result<bool> {
        let done = match self.think(Task::Move) {
            Some(Thought::Play(mv)) => self.act(turn, &Command::Play(mv))?,
            Some(Thought::Resign) => self.act(turn, &Command::Resign)?,
            Some(Thought::Failed(why)) => {
                self.write_message(&why)?;
                false
            }
            _ => false,
        };
        if !done {
            // A machine that cannot play must not be asked forever: a person takes its seat.
            let seat = table::Seat { name: String::new(), who: table::Who::Person };
            self.tell("console-machine-failed")?;
            return self.act(turn, &Command::Sit(seat));
        }
        Ok(true)
    }

    /// The machine's answer; the reports on the way are not shown here.
    fn think(&self, task: Task) -> Option<Thought> {
        let (tell, answers) = mpsc::channel();
        let send = move |thought| {
            // If nobody waits any more, nobody misses it.
            let _ = tell.send(thought);
        };
        self.desk.machine.start(self.sitting.table(), task, Box::new(send));
        answers.iter().find(|thought| !matches!(thought, Thought::Progress { .. }))
    }

    /// Does it and shows what came of it; whether it was done.
    fn act(&mut self, by: Player, command: &Command) -> io::Result<bool> {
        if let Err(why) = self.sitting.act(self.desk, by, command) {
            self.write_message(&why)?;
            if why.id.starts_with("error-column") {
                self.tell("console-try-help")?;
            }
            return Ok(false);
        }
        let marking = matches!(self.view().stage, Stage::Marking { .. });
        self.proposed &= marking;
        self.show_board()?;
        Ok(true)
    }

    fn handle(&mut self, input: Input) -> io::Result<Flow> {
        let pending = self.pending.take();
        let input = match (pending, input) {
            (Some(pending), Input::Yes) => return self.confirmed(&pending),
            (Some(pending), again) if again == pending => return self.confirmed(&pending),
            (Some(_), Input::No) => {
                self.tell("console-goes-on")?;
                return Ok(Flow::On);
            }
            (_, input) => input,
        };
        let view = self.view();
        let by = self.speaker(&view);
        match input {
            Input::Quit if self.is_over => return Ok(Flow::Out),
            Input::Quit => self.confirm(Input::Quit, "console-confirm-quit")?,
            Input::Restart => self.confirm(Input::Restart, "console-confirm-restart")?,
            Input::Resign if view.can.resign => self.confirm(Input::Resign, "console-confirm-resign")?,
            Input::Blank => {}
            Input::Yes | Input::No => self.tell("console-nothing-asked")?,
            Input::Play(text) => drop(self.act(by, &command_at(&view, text))?),
            Input::Undo => drop(self.act(by, &Command::Undo)?),
            Input::Redo => drop(self.act(by, &Command::Redo)?),
            Input::Resign => drop(self.act(by, &Command::Resign)?),
            Input::Accept => drop(self.act(by, &Command::Accept)?),
            Input::Resume => drop(self.act(by, &Command::Resume)?),
            Input::Hint => self.hint()?,
            Input::Save(name) => self.save(&name)?,
            Input::Score => self.write(&show::score(self.words, &view))?,
            Input::Help => self.write(&show::help(self.words, &view))?,
            Input::Numbers => self.write(&show::board(self.words, &view, self.manner.charset, true))?,
            Input::Board => self.write(&show::board(self.words, &view, self.manner.charset, false))?,
            Input::Moves => self.write(&show::moves(&view))?,
        }
        Ok(Flow::On)
    }

    fn confirm(&mut self, what: Input, id: &str) -> io::Result<()> {
        self.pending = Some(what);
        self.tell(id)
    }

    fn confirmed(&mut self, what: &Input) -> io::Result<Flow> {
        match what {
            Input::Quit => return Ok(Flow::Out),
            Input::Restart => self.restart()?,
            Input::Resign => {
                let by = self.speaker(&self.view());
                self.act(by, &Command::Resign)?;
            }
            _ => {}
        }
        Ok(Flow::On)
    }

    /// The same set-up from the first move. The game that was left is kept too.
    fn restart(&mut self) -> io::Result<()> {
        let again = self.sitting.table().setup_text().parse::<AnyTable>();
        match again.and_then(|table| Sitting::create(self.desk, table)) {
            Ok(sitting) => {
                self.sitting = sitting;
                self.is_over = false;
                self.show_board()
            }
            Err(why) => self.write_message(&why),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        match self.think(Task::Hint) {
            Some(Thought::Hint(mv, why)) => {
                let said = say(self.words, &Message::new("hint").with("move", mv).with("why", why));
                self.write(&format!("{said}\n"))
            }
            Some(Thought::Failed(why)) => self.write_message(&why),
            _ => self.tell("hint-none"),
        }
    }

    fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.tell("console-save-name");
        }
        match self.desk.files.save(self.sitting.table(), Path::new(name)) {
            Ok(()) => {
                let said = self.words.say("tui-saved", &[("file", name.into())]);
                self.write(&format!("{said}\n"))
            }
            Err(why) => self.write_message(&why),
        }
    }

    /// Asks for a line; nothing at the end of the input.
    fn ask(&mut self) -> io::Result<Option<String>> {
        let view = self.view();
        let prompt = show::prompt(self.words, &view, self.speaker(&view));
        self.write(&prompt)?;
        self.out.flush()?;
        let mut line = String::new();
        let read = self.input.read_line(&mut line)?;
        let line = line.trim().to_owned();
        if self.manner.echo || read == 0 {
            self.write(&format!("{line}\n"))?;
        }
        // The time may have run out while somebody thought.
        match self.sitting.tick(self.desk) {
            Ok(true) => self.show_board()?,
            Ok(false) => {}
            Err(why) => self.write_message(&why)?,
        }
        Ok((read > 0).then_some(line))
    }

    fn show_board(&mut self) -> io::Result<()> {
        let view = self.view();
        self.write("\n")?;
        self.write(&show::board(self.words, &view, self.manner.charset, false))?;
        self.write(&show::sentences(self.words, &view))?;
        let ended = matches!(view.stage, Stage::Ended { .. });
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
        Stage::Playing | Stage::Ended { .. } => Command::Play(text),
    }
}
