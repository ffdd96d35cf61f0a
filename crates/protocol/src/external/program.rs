//! The running program: its pipes, and a line within a time-out or an error.
//!
//! Two threads read what it writes: one cuts its standard output into lines for a bounded queue (when that is full, the program
//! waits), the other keeps the end of its standard error.

use std::io::{BufReader, Read as _, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use search::Stop;

use super::error::EngineError;
use crate::lines::{Read, read_line};

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
pub(crate) struct Program {
    child: Child,
    /// Nothing once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<Read>,
    stderr: Arc<Mutex<Vec<u8>>>,
    /// Asked when our side wants no answer any more.
    stop: Stop,
    /// Until then it may be busy with something that nobody waits for.
    busy_until: Instant,
}

impl Program {
    /// Starts a program; a stop request ends every wait for it.
    pub(crate) fn start(command: &[String], stop: &Stop) -> Result<Program, EngineError> {
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
        // From here on, dropping it ends the program.
        let program = Program { child, input, lines, stderr, stop: stop.clone(), busy_until: Instant::now() };
        let threads = || thread::Builder::new().name("engine".into());
        threads().spawn(move || read_output(stdout, &sender)).map_err(cannot)?;
        threads().spawn(move || keep_end(errors, &tail)).map_err(cannot)?;
        Ok(program)
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// From now on, this stop request counts.
    pub(crate) fn obey(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// Whether our side wants no answer any more.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// What is waited for from now on: as long as may be needed, and as long as it may still be busy with something else.
    pub(crate) fn wait_for<'a>(&self, command: &'a str, timeout: Duration) -> Asked<'a> {
        let deadline = self.busy_until.max(Instant::now()) + timeout.min(FOR_EVER);
        Asked { command, timeout, deadline }
    }

    /// Nobody waits for the answer any more, and the program may not know it.
    pub(crate) fn leave(&mut self, asked: &Asked<'_>) {
        self.busy_until = asked.deadline;
    }

    /// The program has answered, and has nothing else to do.
    pub(crate) fn answered(&mut self) {
        self.busy_until = Instant::now();
    }

    /// Sends a line or several.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), EngineError> {
        let input = self.input.as_mut().expect("it is open until the end");
        match input.write_all(text.as_bytes()).and_then(|()| input.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.died()),
        }
    }

    /// The next line, or nothing if none has come for a while.
    pub(crate) fn next_line(&mut self, asked: &Asked<'_>) -> Result<Option<String>, EngineError> {
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

    /// What came is no answer to what was asked.
    pub(crate) fn garbage(&self, command: &str, line: &str) -> EngineError {
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

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

/// What is being waited for.
pub(crate) struct Asked<'a> {
    command: &'a str,
    timeout: Duration,
    deadline: Instant,
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
