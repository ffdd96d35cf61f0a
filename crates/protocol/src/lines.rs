//! Lines in, lines out: the loop that joins a server to a reader and a writer.
//!
//! A thread of its own reads ahead into a bounded queue. That is how a search learns that the next line has come: every line
//! handed to the server carries two tokens, one that is asked when *any* further line comes (it ends a live analysis) and one
//! that is asked when an *urgent* line comes (it ends a search for a move).

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use search::Stop;

/// A longer line is refused as a whole.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// So many lines are read ahead; then the sender waits.
pub const MAX_WAITING_LINES: usize = 1024;

/// Something that answers lines.
pub trait Server {
    /// Answers one line through the wire, and says whether more lines are wanted.
    fn answer(&mut self, line: Incoming<'_>, wire: &mut Wire<'_>) -> Flow;

    /// Whether this line must not wait for a search that is under way.
    fn is_urgent(line: &str) -> bool;
}

/// What came from the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Incoming<'a> {
    /// A line, without its end.
    Line(&'a str),
    /// A line of more than [`MAX_LINE_BYTES`], which was thrown away.
    TooLong,
}

/// Whether a session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// More lines are wanted.
    GoOn,
    /// The session is over.
    End,
}

/// The way back to the other side, and what it may ask for in the meantime.
pub struct Wire<'a> {
    output: &'a mut dyn Write,
    error: Option<io::Error>,
    next_line: Stop,
    urgent: Stop,
}

impl<'a> Wire<'a> {
    /// A wire on which the next line has already come if `next_line` is asked, and an urgent one if `urgent` is.
    pub fn new(output: &'a mut dyn Write, next_line: Stop, urgent: Stop) -> Wire<'a> {
        Wire { output, error: None, next_line, urgent }
    }

    /// Sends text as it is, at once. When the other side is gone, both tokens are asked and the rest is thrown away.
    pub fn send(&mut self, text: &str) {
        if self.error.is_some() || text.is_empty() {
            return;
        }
        if let Err(error) = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()) {
            self.error = Some(error);
            self.next_line.ask();
            self.urgent.ask();
        }
    }

    /// Asked once a further line has come, or the input has ended.
    pub fn next_line(&self) -> &Stop {
        &self.next_line
    }

    /// Asked once an urgent line has come.
    pub fn urgent(&self) -> &Stop {
        &self.urgent
    }
}

/// Answers every line of the input until the server or the input ends.
///
/// The reading thread is left to itself after the end: it sits in a read that nothing can interrupt, and ends with it.
pub fn serve<S: Server>(
    server: &mut S,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let inbox = Arc::new(Inbox::default());
    let sender = Arc::clone(&inbox);
    thread::Builder::new().name("lines".into()).spawn(move || read_all(input, &sender, S::is_urgent))?;
    while let Some((line, next_line, urgent)) = inbox.take() {
        let mut wire = Wire::new(&mut output, next_line, urgent);
        let incoming = line.as_deref().map_or(Incoming::TooLong, Incoming::Line);
        let flow = server.answer(incoming, &mut wire);
        if let Some(error) = wire.error {
            inbox.close();
            return Err(error);
        }
        if flow == Flow::End {
            break;
        }
    }
    inbox.close();
    Ok(())
}

/// The queue between the reading thread and the server.
#[derive(Default)]
struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Each with whether it is urgent; `None` stands for a line that was too long.
    lines: VecDeque<(Option<String>, bool)>,
    /// The input has ended, or the server wants no more.
    closed: bool,
    /// The tokens of the line that is being answered.
    next_line: Stop,
    urgent: Stop,
}

impl Inbox {
    /// A panic elsewhere leaves the queue as good as it was.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a line in, waiting for room; false once nobody wants lines any more.
    fn put(&self, line: Option<String>, urgent: bool) -> bool {
        let mut state = self.lock();
        // An urgent line is never kept waiting outside: nobody would know that it is urgent.
        while state.lines.len() >= MAX_WAITING_LINES && !urgent && !state.closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return false;
        }
        state.lines.push_back((line, urgent));
        state.next_line.ask();
        if urgent {
            state.urgent.ask();
        }
        self.changed.notify_all();
        true
    }

    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.next_line.ask();
        self.changed.notify_all();
    }

    /// The next line with its tokens, or nothing at the end.
    fn take(&self) -> Option<(Option<String>, Stop, Stop)> {
        let mut state = self.lock();
        let line = loop {
            if let Some((line, _)) = state.lines.pop_front() {
                break line;
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        state.next_line = Stop::new();
        state.urgent = Stop::new();
        if state.closed || !state.lines.is_empty() {
            state.next_line.ask();
        }
        if state.lines.iter().any(|&(_, urgent)| urgent) {
            state.urgent.ask();
        }
        self.changed.notify_all();
        Some((line, state.next_line.clone(), state.urgent.clone()))
    }
}

fn read_all(mut input: impl BufRead, inbox: &Inbox, is_urgent: fn(&str) -> bool) {
    loop {
        match read_line(&mut input, MAX_LINE_BYTES) {
            Ok(Read::End) | Err(_) => return inbox.close(),
            Ok(Read::TooLong) => {
                if !inbox.put(None, false) || input.skip_until(b'\n').is_err() {
                    return inbox.close();
                }
            }
            Ok(Read::Line(line)) => {
                let urgent = is_urgent(&line);
                if !inbox.put(Some(line), urgent) {
                    return;
                }
            }
        }
    }
}

/// What one attempt to read a line gave.
#[derive(PartialEq, Debug)]
pub(crate) enum Read {
    Line(String),
    TooLong,
    End,
}

/// Reads a line without its end. A line that is too long is left in the middle as soon as that is known, since it may never
/// end. Bytes that are not UTF-8 become replacement characters: no command needs them, and a comment may have them.
pub(crate) fn read_line(input: &mut impl BufRead, max_bytes: usize) -> io::Result<Read> {
    let mut line = Vec::new();
    // With one byte more than the longest line has, either its end is there or it is too long.
    input.take(max_bytes as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Read::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > max_bytes {
        return Ok(Read::TooLong);
    }
    Ok(Read::Line(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with_limit(text: &[u8], max_bytes: usize) -> Vec<Read> {
        let mut input = io::BufReader::with_capacity(3, text);
        let mut all = Vec::new();
        loop {
            match read_line(&mut input, max_bytes).unwrap() {
                Read::End => return all,
                Read::TooLong => {
                    all.push(Read::TooLong);
                    input.skip_until(b'\n').unwrap();
                }
                line @ Read::Line(_) => all.push(line),
            }
        }
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        let line = |text: &str| Read::Line(text.into());
        assert_eq!(read_with_limit(b"name\n\nquit", 9), [line("name"), line(""), line("quit")]);
        assert_eq!(read_with_limit(b"a\xffb\n", 9), [line("a\u{fffd}b")]);
        assert_eq!(read_with_limit(b"", 9), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_noticed() {
        let line = |text: &str| Read::Line(text.into());
        assert_eq!(read_with_limit(b"12345\n1234567890\nab\n", 5), [line("12345"), Read::TooLong, line("ab")]);
        assert_eq!(read_with_limit(b"1234567890", 5), [Read::TooLong]);
    }

    /// Thinks until told to stop, and says by whom.
    struct Sleeper;

    impl Server for Sleeper {
        fn answer(&mut self, line: Incoming<'_>, wire: &mut Wire<'_>) -> Flow {
            let stop = match line {
                Incoming::Line("analyze") => wire.next_line().clone(),
                Incoming::Line("move") => wire.urgent().clone(),
                Incoming::Line("quit") => return Flow::End,
                _ => return Flow::GoOn,
            };
            while !stop.is_asked() {
                thread::yield_now();
            }
            wire.send("stopped\n");
            Flow::GoOn
        }

        fn is_urgent(line: &str) -> bool {
            line == "quit"
        }
    }

    fn served(input: &'static str) -> String {
        let mut output = Vec::new();
        serve(&mut Sleeper, input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn an_analysis_ends_with_the_next_line_and_with_the_input() {
        assert_eq!(served("analyze\nhello\nquit\n"), "stopped\n");
        assert_eq!(served("analyze\n"), "stopped\n");
    }

    #[test]
    fn a_search_for_a_move_ends_with_an_urgent_line_only() {
        assert_eq!(served("move\nhello\nmove\nquit\n"), "stopped\nstopped\n");
    }
}
