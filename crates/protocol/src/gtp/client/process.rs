//! The running program: its pipes, and an answer within a time-out or an error.
//!
//! Two threads read what it writes: one cuts its standard output into lines for a bounded queue (when that is full, the program
//! waits), the other keeps the end of its standard error. Commands carry ids, so that the answer to a command that nobody waits
//! for any more is known when it comes.

use std::io::{BufReader, Read as _, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use search::Stop;

use super::EngineError;
use crate::lines::{Read, read_line};

/// What an answer may have at most: `list_commands` and boards are a few thousand bytes.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// The longest line of an answer.
const MAX_ANSWER_LINE_BYTES: usize = 1 << 16;

/// Lines that wait to be looked at.
const MAX_WAITING: usize = 256;

/// How much of the standard error is kept.
const MAX_STDERR_BYTES: usize = 4096;

/// How long a program may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// As long as anybody waits; it keeps the sums of times from overflowing.
const FOR_EVER: Duration = Duration::from_secs(1 << 30);

/// How often a stop request is looked for.
const TICK: Duration = Duration::from_millis(10);

/// The program. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Nothing once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<Read>,
    stderr: Arc<Mutex<Vec<u8>>>,
    last_id: u32,
    /// Asked when our side wants no answer any more.
    stop: Stop,
    /// Until then it may be busy with something that nobody waits for.
    busy_until: Instant,
    /// What has come of the answer that is coming in, which may be to something that nobody waits for.
    partial: Option<Answer>,
}

impl Process {
    /// Starts a program; a stop request ends every wait for it.
    pub(super) fn start(command: &[String], stop: &Stop) -> Result<Process, EngineError> {
        let (program, arguments) = command.split_first().expect("a command line has a word");
        let cannot = |why: std::io::Error| EngineError::Start { program: program.clone(), why: why.to_string() };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: it can be ended with everything it started, and a Ctrl-C on the terminal is ours alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(cannot)?;
        let input = child.stdin.take();
        let stdout = child.stdout.take().expect("it is piped");
        let errors = child.stderr.take().expect("it is piped");
        let (sender, lines) = sync_channel(MAX_WAITING);
        let stderr = Arc::default();
        let tail = Arc::clone(&stderr);
        // From here on, dropping the process ends the program.
        let process = Process {
            child,
            input,
            lines,
            stderr,
            last_id: 0,
            stop: stop.clone(),
            busy_until: Instant::now(),
            partial: None,
        };
        let threads = || thread::Builder::new().name("engine".into());
        threads().spawn(move || read_output(stdout, &sender)).map_err(cannot)?;
        threads().spawn(move || keep_end(errors, &tail)).map_err(cannot)?;
        Ok(process)
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// From now on, this stop request counts.
    pub(super) fn obey(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// Sends a command and waits for its answer, or until our side wants none.
    pub(super) fn ask(&mut self, command: &str, timeout: Duration) -> Result<String, EngineError> {
        self.ask_for(command, timeout, false)
    }

    /// As [`ask`](Process::ask); but if the program can be interrupted, a stop request is passed on and its answer awaited.
    pub(super) fn ask_for(
        &mut self,
        command: &str,
        timeout: Duration,
        interruptible: bool,
    ) -> Result<String, EngineError> {
        if self.stop.is_asked() {
            return Err(EngineError::Stopped);
        }
        self.last_id += 1;
        let id = self.last_id;
        self.write(&format!("{id} {command}\n"))?;
        let deadline = self.busy_until.max(Instant::now()) + timeout.min(FOR_EVER);
        let asked = Asked { command, timeout, deadline };
        let mut interrupted = false;
        let mut bytes = 0;
        loop {
            if self.stop.is_asked() && !interrupted {
                if !interruptible {
                    self.busy_until = deadline;
                    return Err(EngineError::Stopped);
                }
                self.write("# interrupt\n")?;
                interrupted = true;
            }
            let Some(line) = self.next_line(&asked)? else { continue };
            bytes += line.len() + 1;
            if bytes > MAX_ANSWER_BYTES {
                return Err(EngineError::Flood { command: command.into() });
            }
            let Some(done) = self.take_in(command, line.trim_end())? else { continue };
            match done.id {
                // The answer to something that was given up.
                Some(other) if other < id => bytes = 0,
                Some(other) if other > id => return Err(self.garbage(command, &done.text)),
                _ => {
                    self.busy_until = Instant::now();
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
                self.partial = Some(Answer::begin(first).ok_or_else(|| self.garbage(command, first))?);
            }
            (Some(_), "") => return Ok(self.partial.take()),
            (Some(begun), more) => {
                begun.text.push('\n');
                begun.text.push_str(more);
            }
        }
        Ok(None)
    }

    fn write(&mut self, text: &str) -> Result<(), EngineError> {
        let input = self.input.as_mut().expect("it is open until the end");
        match input.write_all(text.as_bytes()).and_then(|()| input.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.died()),
        }
    }

    /// The next line, or nothing if none has come for a while.
    fn next_line(&mut self, asked: &Asked<'_>) -> Result<Option<String>, EngineError> {
        let left = asked.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let (command, after) = (asked.command.into(), asked.timeout);
            return Err(EngineError::TimedOut { command, after, stderr: self.stderr_text() });
        }
        match self.lines.recv_timeout(left.min(TICK)) {
            Ok(Read::Line(line)) => Ok(Some(line)),
            Ok(Read::TooLong) => Err(EngineError::Flood { command: asked.command.into() }),
            Ok(Read::End) | Err(RecvTimeoutError::Disconnected) => Err(self.died()),
            Err(RecvTimeoutError::Timeout) => Ok(None),
        }
    }

    fn garbage(&self, command: &str, line: &str) -> EngineError {
        let shown: String = line.chars().take(80).collect();
        EngineError::Garbage { command: command.into(), line: shown, stderr: self.stderr_text() }
    }

    /// The program has closed its output: it has ended, or will.
    fn died(&mut self) -> EngineError {
        let status = match self.end() {
            Some(status) => status.to_string(),
            None => "it closed its output".into(),
        };
        EngineError::Died { status, stderr: self.stderr_text() }
    }

    /// Ends the program, kindly first, and collects it.
    fn end(&mut self) -> Option<std::process::ExitStatus> {
        if let Some(mut input) = self.input.take() {
            // It may be gone, or not listen; the pipe has room for this either way.
            let _ = input.write_all(b"quit\n");
        }
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) => thread::sleep(TICK / 2),
                Err(_) => break,
            }
        }
        // Killing what has ended in the meantime fails, and does no harm: it has not been collected yet.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        self.child.wait().ok()
    }

    fn stderr_text(&self) -> String {
        // What was written just before the end may still be on its way.
        thread::sleep(TICK);
        let tail = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// What is being waited for.
struct Asked<'a> {
    command: &'a str,
    timeout: Duration,
    deadline: Instant,
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

fn read_output(output: ChildStdout, sender: &SyncSender<Read>) {
    let mut input = BufReader::new(output);
    loop {
        let read = read_line(&mut input, MAX_ANSWER_LINE_BYTES).unwrap_or(Read::End);
        let end = read == Read::End;
        // Nobody listens once the process is dropped.
        if sender.send(read).is_err() || end {
            return;
        }
    }
}

fn keep_end(mut errors: ChildStderr, tail: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 1024];
    while let Ok(count @ 1..) = errors.read(&mut chunk) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&chunk[..count]);
        let surplus = tail.len().saturating_sub(MAX_STDERR_BYTES);
        tail.drain(..surplus);
    }
}
