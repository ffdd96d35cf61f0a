//! The machine's part on the console: it moves, proposes and judges markings, and can be stopped.

use std::io;
use std::time::{Duration, Instant};

use plateau_core::Player;
use players::thinker::{Task, Thought};
use table::Command;
use table::view::{Stage, View};

use super::hear::{Heard, INTERRUPT};
use super::read::{self, Input};
use super::{CLOCK_PACE, Console, Flow};

/// Who waits longer than this for the machine is told that it thinks.
const PATIENCE: Duration = Duration::from_millis(500);

impl Console<'_> {
    /// Lets the machine do what is its to do; nothing if there is nothing.
    pub(super) fn machine_acts(&mut self) -> io::Result<Option<Flow>> {
        let view = self.view();
        let is_person = |player: Player| view.players[player].who.is_person();
        let is_watched = !Player::BOTH.into_iter().any(is_person);
        match &view.stage {
            Stage::Playing => match self.sitting.table().turn() {
                Some(turn) if !is_person(turn) && (!is_watched || !self.paused) => {
                    let flow = self.machine_moves(turn)?;
                    match flow {
                        Flow::On if is_watched && self.paused => self.wait_for_people().map(Some),
                        Flow::On if is_watched && self.manner.interactive => self.watched().map(Some),
                        flow => Ok(Some(flow)),
                    }
                }
                _ => Ok(None),
            },
            Stage::Marking { .. } if !self.proposed => {
                self.proposed = true;
                match self.think(Task::Dead)? {
                    Ok(Thought::Dead(cells)) if !cells.is_empty() => {
                        self.act(self.speaker(&view), &Command::Propose(cells))?;
                        Ok(Some(Flow::On))
                    }
                    Ok(_) => Ok(Some(Flow::On)),
                    Err(flow) => Ok(Some(flow)),
                }
            }
            Stage::Marking { accepted, .. } => {
                let people_agree = Player::BOTH.into_iter().all(|player| !is_person(player) || accepted[player]);
                let machine = Player::BOTH.into_iter().find(|player| !is_person(*player) && !accepted[*player]);
                match machine {
                    Some(machine) if is_watched => drop(self.act(machine, &Command::Accept)?),
                    Some(machine) if people_agree => return self.machine_judges(machine).map(Some),
                    _ => return Ok(None),
                }
                Ok(Some(Flow::On))
            }
            Stage::Ended { .. } => Ok(None),
        }
    }

    fn machine_moves(&mut self, turn: Player) -> io::Result<Flow> {
        let done = match self.think(Task::Move)? {
            Ok(Thought::Play(mv)) => self.act(turn, &Command::Play(mv))?,
            Ok(Thought::Resign) => self.act(turn, &Command::Resign)?,
            Ok(Thought::Failed(why)) => {
                self.write_message(&why)?;
                false
            }
            Ok(_) => false,
            Err(flow) => return Ok(flow),
        };
        if done && self.manner.sound && self.sitting.table().turn().is_some() {
            self.write("\x07")?;
        }
        if !done {
            // A machine that cannot play must not be asked forever: a person takes its seat.
            let seat = table::Seat { name: String::new(), who: table::Who::Person };
            self.tell("console-machine-failed")?;
            self.act(turn, &Command::Sit(seat))?;
        }
        Ok(Flow::On)
    }

    /// The machine judges what the people at the table agree on.
    fn machine_judges(&mut self, machine: Player) -> io::Result<Flow> {
        match self.think(Task::Judge(machine))? {
            Ok(Thought::Judged(false)) => {
                self.tell("players-disagrees")?;
                self.act(machine, &Command::Resume)?;
            }
            Ok(_) => drop(self.act(machine, &Command::Accept)?),
            Err(flow) => return Ok(flow),
        }
        Ok(Flow::On)
    }

    /// Between two moves of machines a line is heard: an empty one makes them wait.
    fn watched(&mut self) -> io::Result<Flow> {
        match self.ears.hear(Some(Duration::ZERO)) {
            Some(Heard::Line(line)) => match read::input(&line, &self.view()) {
                Input::Blank | Input::Stop => self.wait_for_people(),
                input => self.handle(input),
            },
            Some(Heard::Signal(signal)) => self.interrupted(signal),
            _ => Ok(Flow::On),
        }
    }

    fn wait_for_people(&mut self) -> io::Result<Flow> {
        self.paused = true;
        self.tell("console-paused")?;
        Ok(Flow::On)
    }

    /// The machine's answer, or what to do instead. It can be stopped by `stop` or Ctrl-C, and then tells what it has
    /// found; other lines wait until it is done.
    pub(super) fn think(&mut self, task: Task) -> io::Result<Result<Thought, Flow>> {
        self.tasks += 1;
        let (id, began, mut told) = (self.tasks, Instant::now(), false);
        let stop = self.desk.machine.start(self.sitting.table(), task, self.ears.tell(id));
        loop {
            let wait = if told { CLOCK_PACE } else { PATIENCE.saturating_sub(began.elapsed()).min(CLOCK_PACE) };
            match self.ears.hear_while_thinking(wait) {
                Some(Heard::Thought(of, thought)) if of == id && !matches!(thought, Thought::Progress { .. }) => {
                    return Ok(Ok(thought));
                }
                Some(Heard::Line(line)) if read::input(&line, &self.view()) == Input::Stop => {
                    self.paused = true;
                    stop.ask();
                }
                Some(Heard::Line(line)) => self.ears.put_back(line),
                Some(Heard::Signal(INTERRUPT)) if !stop.is_asked() => {
                    self.paused = true;
                    stop.ask();
                }
                Some(Heard::Signal(signal)) => {
                    stop.ask();
                    return Ok(Err(Flow::Signal(signal)));
                }
                _ => {}
            }
            if !told && began.elapsed() >= PATIENCE {
                told = true;
                self.tell("console-thinking")?;
                self.out.flush()?;
            }
            match self.sitting.tick(self.desk) {
                Ok(true) => {
                    stop.ask();
                    self.show_board()?;
                    return Ok(Err(Flow::On));
                }
                Ok(false) => {}
                Err(why) => self.write_message(&why)?,
            }
        }
    }

    /// The person who speaks: whose turn it is, or who has not accepted the marking yet.
    pub(super) fn speaker(&self, view: &View) -> Player {
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
}
