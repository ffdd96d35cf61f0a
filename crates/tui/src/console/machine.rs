//! The machine's part on the console: how it is waited for, and stopped. When it does something is for its attendant to say.

use std::io;
use std::time::{Duration, Instant};

use players::attendant::Deed;
use players::thinker::{Errand, Task};
use table::Message;
use table::view::Wanted;

use super::hear::{Heard, INTERRUPT};
use super::read::{self, Input};
use super::{CLOCK_PACE, Console, Flow, show};

/// Who waits longer than this for the machine is told that it thinks.
const PATIENCE: Duration = Duration::from_millis(500);

impl Console<'_> {
    /// Lets the machine do what is its to do; nothing if there is nothing.
    pub(super) fn machine_acts(&mut self) -> io::Result<Option<Flow>> {
        let Some(task) = self.attendant.due(self.sitting.table()) else { return Ok(None) };
        let is_watched_move = task == Task::Move && self.sitting.table().is_watched();
        let was_stopped = match self.think(task)? {
            Ok(was_stopped) => was_stopped,
            Err(flow) => return Ok(Some(flow)),
        };
        match (is_watched_move, was_stopped) {
            (true, true) => self.wait_for_people().map(Some),
            (true, false) if self.manner.interactive => self.watched().map(Some),
            _ => Ok(Some(Flow::On)),
        }
    }

    /// Does what came of a thought.
    fn carry_out(&mut self, deed: Deed) -> io::Result<()> {
        match deed {
            Deed::Act(by, command) => {
                let from = self.sitting.table().next_event();
                let done = self.act(by, &command)?;
                if !done && self.sitting.table().next_event() == from {
                    self.attendant.refused();
                }
                if done && self.manner.sound && self.sitting.table().turn().is_some() {
                    self.write("\x07")?;
                }
            }
            Deed::Hint(mv, why) => {
                let mv = self.sitting.table().kind().told_move(&mv);
                self.write_message(&Message::new("hint").with("move", mv).with("why", why))?;
            }
            Deed::Estimate(estimate) => {
                let said = estimate.message();
                let view = self.view(&Wanted { estimate: Some(estimate), ..Wanted::default() });
                self.write(&show::board(self.words, &view, self.manner, false))?;
                self.write_message(&said)?;
            }
            Deed::Failed(task, why) => {
                self.write_message(&why)?;
                if !task.is_advice() {
                    self.tell("console-machine-failed")?;
                }
            }
        }
        Ok(())
    }

    /// Between two moves of machines a line is heard: an empty one makes them wait.
    fn watched(&mut self) -> io::Result<Flow> {
        match self.ears.hear(Some(Duration::ZERO)) {
            Some(Heard::Line(line)) => match read::input(&line, &self.plain_view()) {
                Input::Blank | Input::Stop => self.wait_for_people(),
                input => self.handle(input),
            },
            Some(Heard::Signal(signal)) => self.interrupted(signal),
            _ => Ok(Flow::On),
        }
    }

    fn wait_for_people(&mut self) -> io::Result<Flow> {
        self.attendant.pause();
        self.tell("console-paused")?;
        Ok(Flow::On)
    }

    /// Waits for the machine's answer and does it; whether somebody stopped the machine. It is stopped by `stop` or Ctrl-C,
    /// and then answers with what it has found; other lines wait until it is done. Or what to do instead of waiting.
    pub(super) fn think(&mut self, task: Task) -> io::Result<Result<bool, Flow>> {
        self.tasks += 1;
        let (id, began, mut told) = (self.tasks, Instant::now(), false);
        let table = self.sitting.table();
        let stop = self.desk.machine.start(table, task, self.desk.now_ms(), self.ears.tell(id));
        self.attendant.begin(table, task, id, Errand::new(stop));
        let mut was_stopped = false;
        while let Some(errand) = self.attendant.handle() {
            let wait = if told { CLOCK_PACE } else { PATIENCE.saturating_sub(began.elapsed()).min(CLOCK_PACE) };
            match self.ears.hear_while_thinking(wait) {
                Some(Heard::Thought(of, thought)) => {
                    let deed = self.attendant.hear(self.sitting.table(), of, thought, 0, 0);
                    deed.map_or(Ok(()), |deed| self.carry_out(deed))?;
                }
                Some(Heard::Line(line)) if read::input(&line, &self.plain_view()) == Input::Stop => {
                    was_stopped = true;
                    errand.hurry();
                }
                Some(Heard::Line(line)) => self.ears.put_back(line),
                Some(Heard::Signal(INTERRUPT)) if !errand.is_hurried() => {
                    was_stopped = true;
                    errand.hurry();
                }
                Some(Heard::Signal(signal)) => {
                    self.attendant.give_up();
                    return Ok(Err(Flow::Signal(signal)));
                }
                _ => {}
            }
            if !told && self.attendant.is_busy() && began.elapsed() >= PATIENCE {
                told = true;
                self.tell("console-thinking")?;
                self.out.flush()?;
            }
            match self.sitting.tick(self.desk) {
                Ok(true) => {
                    self.attendant.changed(self.sitting.table());
                    self.show_board()?;
                    return Ok(Err(Flow::On));
                }
                Ok(false) => {}
                Err(why) => self.write_message(&why)?,
            }
        }
        Ok(Ok(was_stopped))
    }
}
