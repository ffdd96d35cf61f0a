//! A client at the other end of a pipe: standard input and output, mostly.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use super::outbox::{Outbox, Overflow};
use super::request::MAX_LINE_BYTES;
use super::session::Session;
use super::task::Desk;
use crate::lines::{Incoming, Read, read_line};

/// What becomes of open queries when the input ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// They are answered first.
    Finish,
    /// They are left.
    Leave,
}

/// Does what every line of the input asks for, and writes the answers, until the input ends and all is answered.
///
/// The reading thread is left to itself when the output ends first: it sits in a read that nothing can interrupt.
pub fn serve(
    desk: Arc<dyn Desk>,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    version: &str,
    ending: Ending,
) -> io::Result<()> {
    let outbox = Outbox::new(Overflow::Wait);
    let session = Arc::new(Session::new(desk, outbox.clone(), version));
    let (reader, closing) = (Arc::clone(&session), outbox.clone());
    thread::Builder::new().name("lines".into()).spawn(move || {
        read_all(input, &reader);
        match ending {
            Ending::Finish => reader.finish(),
            Ending::Leave => reader.abandon(),
        }
        closing.close();
    })?;
    while let Some(mut line) = outbox.take() {
        line.push('\n');
        if let Err(error) = output.write_all(line.as_bytes()).and_then(|()| output.flush()) {
            session.abandon();
            return Err(error);
        }
    }
    Ok(())
}

fn read_all(mut input: impl BufRead, session: &Session) {
    loop {
        match read_line(&mut input, MAX_LINE_BYTES) {
            Ok(Read::Line(line)) => session.handle(Incoming::Line(&line)),
            Ok(Read::TooLong) => {
                session.handle(Incoming::TooLong);
                if input.skip_until(b'\n').is_err() {
                    return;
                }
            }
            Ok(Read::End) | Err(_) => return,
        }
    }
}
