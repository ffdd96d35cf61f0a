//! What the console hears: lines of the input, signals and the machine's thoughts, as one stream.

use std::io::{BufRead, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use players::thinker::{Tell, Thought};

/// What reaches the console.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Heard {
    /// A line of the input.
    Line(String),
    /// The input is over.
    End,
    /// The program is asked to end by a signal of this number.
    Signal(i32),
    /// The machine tells something about a task.
    Thought(u64, Thought),
}

/// The signal of Ctrl-C.
pub(super) const INTERRUPT: i32 = 2;

/// What listens. The input is read on a thread of its own, one line at a time and only when somebody wants it: a script of
/// any length waits where it comes from.
#[derive(Debug)]
pub struct Ears {
    heard: Receiver<Heard>,
    sender: Sender<Heard>,
    wants: Sender<()>,
    /// Whether a line is being waited for.
    wanted: bool,
    /// A line that came while the machine was thinking.
    put_back: Option<String>,
    ended: bool,
}

/// No line that means something is longer.
const MAX_LINE: u64 = 4096;

impl Ears {
    /// Listens to these lines.
    pub fn new(mut input: impl BufRead + Send + 'static) -> Ears {
        let (sender, heard) = mpsc::channel();
        let (wants, wanted) = mpsc::channel();
        let lines = sender.clone();
        thread::spawn(move || {
            while wanted.recv().is_ok() {
                let said = read_line(&mut input).map_or(Heard::End, Heard::Line);
                let is_end = said == Heard::End;
                if lines.send(said).is_err() || is_end {
                    return;
                }
            }
        });
        Ears { heard, sender, wants, wanted: false, put_back: None, ended: false }
    }

    /// Listens to the signals that end a program too.
    #[must_use]
    #[cfg(unix)]
    pub fn with_signals(self) -> Ears {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;
        let sender = self.sender.clone();
        // Without a handler a signal ends the program as it always does; the game is kept all the same.
        if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
            thread::spawn(move || {
                for signal in signals.forever() {
                    if sender.send(Heard::Signal(signal)).is_err() {
                        return;
                    }
                }
            });
        }
        self
    }

    /// Listens to the signals that end a program too, where there are any.
    #[must_use]
    #[cfg(not(unix))]
    pub fn with_signals(self) -> Ears {
        self
    }

    /// Where the machine tells its thoughts about a task.
    pub(super) fn tell(&self, task: u64) -> Tell {
        let sender = self.sender.clone();
        // If nobody listens any more, nobody misses it.
        Box::new(move |thought| drop(sender.send(Heard::Thought(task, thought))))
    }

    /// The next that is heard; nothing if that takes longer.
    pub(super) fn hear(&mut self, at_most: Option<Duration>) -> Option<Heard> {
        if let Some(line) = self.put_back.take() {
            return Some(Heard::Line(line));
        }
        if self.ended {
            return Some(Heard::End);
        }
        self.want_line();
        let heard = match at_most {
            Some(at_most) => self.heard.recv_timeout(at_most).ok()?,
            // The sender is here, so that somebody can always speak.
            None => self.heard.recv().unwrap_or(Heard::End),
        };
        self.note(&heard);
        Some(heard)
    }

    /// The same while the machine thinks: one line at most is taken from the input, and its end is not yet of interest.
    pub(super) fn hear_while_thinking(&mut self, at_most: Duration) -> Option<Heard> {
        if self.put_back.is_none() && !self.ended {
            self.want_line();
        }
        let heard = self.heard.recv_timeout(at_most).ok()?;
        self.note(&heard);
        (heard != Heard::End).then_some(heard)
    }

    /// Keeps a line for later.
    pub(super) fn put_back(&mut self, line: String) {
        self.put_back = Some(line);
    }

    fn want_line(&mut self) {
        if !self.wanted {
            self.wanted = self.wants.send(()).is_ok();
        }
    }

    fn note(&mut self, heard: &Heard) {
        match heard {
            Heard::Line(_) => self.wanted = false,
            Heard::End => self.ended = true,
            Heard::Signal(_) | Heard::Thought(..) => {}
        }
    }
}

/// A line without its end; nothing at the end of the input. What is too long is cut, what is no text is replaced.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).ok()?;
    if read as u64 == MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n').ok()?;
    }
    (read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut input = Cursor::new(bytes.to_vec());
        std::iter::from_fn(|| read_line(&mut input)).collect()
    }

    #[test]
    fn lines_are_cut_and_repaired() {
        assert_eq!(lines(b" D4 \r\n\nE5"), ["D4", "", "E5"]);
        assert_eq!(lines(b"caf\xe9\n"), ["caf\u{fffd}"]);
        let long = [vec![b'x'; 10_000], b"\nD4\n".to_vec()].concat();
        let read = lines(&long);
        assert_eq!((read.len(), read[0].len(), read[1].as_str()), (2, 4096, "D4"));
    }

    #[test]
    fn what_comes_while_the_machine_thinks_is_heard_later_in_its_order() {
        let mut ears = Ears::new(Cursor::new("one\ntwo\n"));
        let Some(Heard::Line(line)) = ears.hear_while_thinking(Duration::from_secs(10)) else { panic!("a line") };
        ears.put_back(line);
        ears.tell(7)(Thought::Resign);
        assert_eq!(ears.hear_while_thinking(Duration::from_secs(10)), Some(Heard::Thought(7, Thought::Resign)));
        let rest: Vec<_> = (0..4).map(|_| ears.hear(None).expect("something")).collect();
        assert_eq!(rest, [Heard::Line("one".to_owned()), Heard::Line("two".to_owned()), Heard::End, Heard::End]);
    }
}
