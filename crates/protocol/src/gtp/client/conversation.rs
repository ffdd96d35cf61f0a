//! A conversation in GTP: a command, and its answer within a time-out or an error.
//!
//! Commands carry ids, so that the answer to a command that nobody waits for any more is known when it comes.

use std::time::Duration;

use search::Stop;

use crate::external::{EngineError, Program};

/// What an answer may have at most: `list_commands` and boards are a few thousand bytes.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// With a program that runs. Dropping it ends the program.
#[derive(Debug)]
pub(super) struct Conversation {
    program: Program,
    last_id: u32,
    /// What has come of the answer that is coming in, which may be to something that nobody waits for.
    partial: Option<Answer>,
}

impl Conversation {
    /// Starts a program; a stop request ends every wait for it.
    pub(super) fn start(command: &[String], stop: &Stop) -> Result<Conversation, EngineError> {
        Ok(Conversation { program: Program::start(command, stop)?, last_id: 0, partial: None })
    }

    /// The number of the process.
    pub(super) fn process_id(&self) -> u32 {
        self.program.id()
    }

    /// From now on, this stop request counts.
    pub(super) fn obey(&mut self, stop: &Stop) {
        self.program.obey(stop);
    }

    /// Sends a command and waits for its answer, or until our side wants none.
    pub(super) fn ask(&mut self, command: &str, timeout: Duration) -> Result<String, EngineError> {
        self.ask_for(command, timeout, false)
    }

    /// As [`ask`](Conversation::ask); but if the program can be interrupted, a stop request is passed on and its answer awaited.
    pub(super) fn ask_for(
        &mut self,
        command: &str,
        timeout: Duration,
        interruptible: bool,
    ) -> Result<String, EngineError> {
        if self.program.is_stopped() {
            return Err(EngineError::Stopped);
        }
        self.last_id += 1;
        let id = self.last_id;
        self.program.write(&format!("{id} {command}\n"))?;
        let asked = self.program.wait_for(command, timeout);
        let mut interrupted = false;
        let mut bytes = 0;
        loop {
            if self.program.is_stopped() && !interrupted {
                if !interruptible {
                    self.program.leave(&asked);
                    return Err(EngineError::Stopped);
                }
                self.program.write("# interrupt\n")?;
                interrupted = true;
            }
            let Some(line) = self.program.next_line(&asked)? else { continue };
            bytes += line.len() + 1;
            if bytes > MAX_ANSWER_BYTES {
                return Err(EngineError::Flood { command: command.into() });
            }
            let Some(done) = self.take_in(command, line.trim_end())? else { continue };
            match done.id {
                // The answer to something that was given up.
                Some(other) if other < id => bytes = 0,
                Some(other) if other > id => return Err(self.program.garbage(command, &done.text)),
                _ => {
                    self.program.answered();
                    return done.result(command);
                }
            }
        }
    }

    /// Adds a line to the answer that is coming in; the whole answer once an empty line ends it.
    fn take_in(&mut self, command: &str, line: &str) -> Result<Option<Answer>, EngineError> {
        match (&mut self.partial, line) {
            (None, "") => {}
            (None, first) => {
                self.partial = Some(Answer::begin(first).ok_or_else(|| self.program.garbage(command, first))?);
            }
            (Some(_), "") => return Ok(self.partial.take()),
            (Some(begun), more) => {
                begun.text.push('\n');
                begun.text.push_str(more);
            }
        }
        Ok(None)
    }
}

/// An answer as it comes in.
#[derive(Debug)]
struct Answer {
    ok: bool,
    id: Option<u32>,
    text: String,
}

impl Answer {
    /// Reads the first line: `=`, or `?`, the id if there is one, and text.
    fn begin(line: &str) -> Option<Answer> {
        let ok = line.starts_with('=');
        let rest = line.strip_prefix(['=', '?'])?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let id = rest[..digits].parse().ok();
        Some(Answer { ok, id, text: rest[digits..].trim_start().to_owned() })
    }

    fn result(self, command: &str) -> Result<String, EngineError> {
        let text = self.text.trim_end().to_owned();
        if self.ok { Ok(text) } else { Err(EngineError::Refused { command: command.into(), answer: text }) }
    }
}
