//! A collection game by game, in the memory of one game.

use alloc::string::String;
use alloc::vec::Vec;

use encoding_rs::Decoder;
use plateau_core::Expected;

use crate::charset::{ByteClass, Charset, Wrapping};
use crate::error::Limit;
use crate::sgf::syntax::Collection;
use crate::{Error, Mode, Place, ReadOptions};

/// Cuts a stream of bytes into games: feed it, and take the games out.
///
/// ```
/// use record::{ReadOptions, sgf::Splitter};
/// let mut splitter = Splitter::new(ReadOptions::default());
/// splitter.feed(b"(;GM[1];B[aa])(;GM[1];B[");
/// splitter.feed(b"bb])");
/// splitter.finish();
/// let games: Vec<_> = std::iter::from_fn(|| splitter.next_game()).collect();
/// assert_eq!(games.len(), 2);
/// ```
#[derive(Debug)]
pub struct Splitter {
    options: ReadOptions,
    /// What has been fed and not been handed out.
    buffer: Vec<u8>,
    /// How much of the buffer has been handed out.
    taken: usize,
    /// How far the buffer has been looked at.
    at: usize,
    state: State,
    /// Undoes UTF-16.
    decoder: Option<Decoder>,
    begun: bool,
    finished: bool,
    /// The character set of the file, once enough of it is there to tell.
    charset: Option<Charset>,
    classes: &'static [ByteClass; 256],
    /// The place of the first byte of the buffer that has not been handed out.
    origin: Place,
    failed: bool,
    games: usize,
    /// After how many games text was found that does not belong there.
    warned_after: usize,
    warnings: Vec<Error>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Between games.
    Outside,
    /// Behind a bracket, between games: a semicolon must follow or it was only text.
    Opening { bracket: usize },
    /// In a game that began at `start`.
    Inside { start: usize, depth: usize },
    /// In a value of that game, which began at `value`.
    Value { start: usize, depth: usize, value: usize },
}

const GAME: Expected = Expected { id: "sgf-game", phrase: "another game or nothing more" };

/// Enough of a file to tell its character set.
const SAMPLE: usize = 1 << 16;

impl Splitter {
    /// A splitter that has been fed nothing.
    ///
    /// The limits on size hold for each game; the whole may be of any length.
    pub fn new(options: ReadOptions) -> Splitter {
        Splitter {
            options,
            buffer: Vec::new(),
            taken: 0,
            at: 0,
            state: State::Outside,
            decoder: None,
            begun: false,
            finished: false,
            charset: None,
            classes: Charset::UTF_8.byte_classes(),
            origin: Place::START,
            failed: false,
            games: 0,
            warned_after: 0,
            warnings: Vec::new(),
        }
    }

    /// Takes the next bytes of the file.
    pub fn feed(&mut self, chunk: &[u8]) {
        if self.begun || (self.buffer.is_empty() && chunk.len() >= 4) {
            self.unwrap(chunk, false);
        } else {
            // The first four bytes say whether it is UTF-16.
            self.buffer.extend_from_slice(chunk);
            if self.buffer.len() >= 4 {
                let head = core::mem::take(&mut self.buffer);
                self.unwrap(&head, false);
            }
        }
    }

    /// Says that the file ends here.
    pub fn finish(&mut self) {
        if !self.begun {
            let head = core::mem::take(&mut self.buffer);
            self.unwrap(&head, true);
        } else if self.decoder.is_some() {
            self.unwrap(b"", true);
        }
        self.finished = true;
    }

    /// The damage between games that was passed over.
    pub fn warnings(&self) -> &[Error] {
        &self.warnings
    }

    /// How many bytes wait in memory: one game and what was fed beyond it.
    pub fn held_bytes(&self) -> usize {
        self.buffer.capacity()
    }

    /// The next game, as a collection of one; `None` if more bytes are needed, or at the end.
    pub fn next_game(&mut self) -> Option<Result<Collection, Error>> {
        if self.failed || !self.know_charset() {
            return None;
        }
        while let Some(&byte) = self.buffer.get(self.at) {
            match self.state {
                State::Outside => {
                    if byte == b'(' {
                        self.state = State::Opening { bracket: self.at };
                    } else if !matches!(byte, b' ' | b'\t'..=b'\r' | 0 | 0x1a)
                        && let Some(stray) = self.stray()
                    {
                        return Some(stray);
                    }
                    self.at += 1;
                }
                State::Opening { bracket } => match byte {
                    b';' => {
                        self.classes = self.charset.unwrap_or(Charset::UTF_8).byte_classes();
                        self.state = State::Inside { start: bracket, depth: 1 };
                    }
                    b' ' | b'\t'..=b'\r' => self.at += 1,
                    _ => {
                        self.state = State::Outside;
                        if let Some(stray) = self.stray() {
                            return Some(stray);
                        }
                    }
                },
                State::Inside { start, depth } => {
                    self.at += 1;
                    match byte {
                        b'[' => self.state = State::Value { start, depth, value: self.at },
                        b'(' => self.state = State::Inside { start, depth: depth + 1 },
                        b')' if depth == 1 => return Some(self.take(start)),
                        b')' => self.state = State::Inside { start, depth: depth - 1 },
                        _ => {}
                    }
                }
                State::Value { start, depth, value } => {
                    self.skip_value(start, depth, value);
                    if matches!(self.state, State::Value { .. }) {
                        break;
                    }
                }
            }
        }
        self.at_end()
    }

    /// Goes behind the value that is open, if its end is there.
    fn skip_value(&mut self, start: usize, depth: usize, value: usize) {
        let mut at = self.at;
        while let Some(&byte) = self.buffer.get(at) {
            match self.classes[byte as usize] {
                ByteClass::Plain => at += 1,
                ByteClass::Escape | ByteClass::Lead if at + 1 < self.buffer.len() => at += 2,
                // The second byte is still to come.
                ByteClass::Escape | ByteClass::Lead => break,
                ByteClass::Close => {
                    self.follow_declaration(start, value, at);
                    self.state = State::Inside { start, depth };
                    at += 1;
                    break;
                }
            }
        }
        self.at = at;
    }

    /// A game may be in another character set than the first one.
    fn follow_declaration(&mut self, start: usize, value: usize, end: usize) {
        let before = &self.buffer[start..value];
        let named = before.len() > 4 && before.ends_with(b"CA[") && !before[before.len() - 4].is_ascii_alphabetic();
        if !named {
            return;
        }
        let label = core::str::from_utf8(&self.buffer[value..end]).ok();
        if let Some(charset) = label.and_then(Charset::from_label) {
            self.classes = charset.byte_classes();
        }
    }

    fn at_end(&mut self) -> Option<Result<Collection, Error>> {
        let (State::Opening { bracket: start } | State::Inside { start, .. } | State::Value { start, .. }) = self.state
        else {
            // What stands between games is not kept, however long it is.
            self.discard(self.at);
            if self.finished && self.games == 0 {
                // The parser knows what to say of a file without a game.
                self.failed = true;
                return Some(Collection::parse_part(Vec::new(), Charset::UTF_8, self.origin, &self.options));
            }
            return None;
        };
        let held = self.buffer.len() - start;
        if held > self.options.limits.bytes {
            self.failed = true;
            let place = self.origin.advanced(&self.buffer[self.taken..start]);
            return Some(Err(Error::Limit { place, limit: Limit::Bytes, max: self.options.limits.bytes }));
        }
        if !self.finished {
            return None;
        }
        self.failed = true;
        if self.games > 0 && matches!(self.state, State::Opening { .. }) {
            self.at = start;
            return self.stray();
        }
        self.at = self.buffer.len();
        Some(self.take(start))
    }

    fn take(&mut self, start: usize) -> Result<Collection, Error> {
        self.games += 1;
        self.state = State::Outside;
        self.discard(start);
        let game = self.buffer[self.taken..self.at].to_vec();
        let charset = self.charset_of(&game);
        let parsed = Collection::parse_part(game, charset, self.origin, &self.options);
        self.discard(self.at);
        parsed
    }

    fn charset_of(&self, game: &[u8]) -> Charset {
        match (Charset::declared(game), self.charset) {
            (Some(own), _) => own,
            // A guess from the beginning of the file is better than one from a game.
            (None, Some(file)) if file != Charset::UTF_8 && core::str::from_utf8(game).is_err() => file,
            _ => Charset::guess(game),
        }
    }

    /// Text before the first game is a habit of mail and news; later it is damage.
    fn stray(&mut self) -> Option<Result<Collection, Error>> {
        // Once is enough for all that stands between two games.
        if self.games == 0 || self.warned_after == self.games {
            return None;
        }
        self.warned_after = self.games;
        let place = self.origin.advanced(&self.buffer[self.taken..self.at]);
        let found = self.buffer[self.at..].utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        let error = Error::Syntax { place, expected: GAME, found };
        if self.options.mode == Mode::Strict {
            self.failed = true;
            return Some(Err(error));
        }
        if self.warnings.len() < self.options.limits.warnings {
            self.warnings.push(error);
        }
        None
    }

    /// Forgets the buffer up to `end`, and moves it to the front now and then.
    fn discard(&mut self, end: usize) {
        self.origin = self.origin.advanced(&self.buffer[self.taken..end]);
        self.taken = end;
        if self.taken > SAMPLE.max(self.buffer.len() / 2) {
            self.buffer.drain(..self.taken);
            self.at -= self.taken;
            self.taken = 0;
        }
    }

    fn know_charset(&mut self) -> bool {
        if self.charset.is_none() && self.begun && (self.finished || self.buffer.len() >= SAMPLE) {
            // A character may be cut in two at the end of the sample.
            let cut = match core::str::from_utf8(&self.buffer) {
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                _ => self.buffer.len(),
            };
            self.charset = Some(Charset::detect(&self.buffer[..cut]));
        }
        self.charset.is_some()
    }

    fn unwrap(&mut self, chunk: &[u8], last: bool) {
        let mut chunk = chunk;
        if !self.begun {
            self.begun = true;
            if let Some((encoding, mark)) = Wrapping::of(chunk).encoding() {
                self.decoder = Some(encoding.new_decoder_without_bom_handling());
                chunk = &chunk[mark..];
            }
        }
        match &mut self.decoder {
            None => self.buffer.extend_from_slice(chunk),
            Some(decoder) => {
                let mut text = String::new();
                // Too long a text to size a buffer for does not come in one chunk.
                text.reserve(decoder.max_utf8_buffer_length(chunk.len()).unwrap_or(0));
                let _ = decoder.decode_to_string(chunk, &mut text, last);
                self.buffer.extend_from_slice(text.as_bytes());
            }
        }
    }
}

/// The games of a collection that is in memory, parsed one after the other.
#[derive(Debug)]
pub struct Games<'a> {
    splitter: Splitter,
    rest: &'a [u8],
}

impl<'a> Games<'a> {
    /// Begins at the first game.
    pub fn new(bytes: &'a [u8], options: ReadOptions) -> Games<'a> {
        Games { splitter: Splitter::new(options), rest: bytes }
    }

    /// The damage between games that was passed over.
    pub fn warnings(&self) -> &[Error] {
        self.splitter.warnings()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Collection, Error>;

    fn next(&mut self) -> Option<Result<Collection, Error>> {
        loop {
            if let Some(game) = self.splitter.next_game() {
                return Some(game);
            }
            if self.splitter.finished {
                return None;
            }
            let (chunk, rest) = self.rest.split_at(self.rest.len().min(SAMPLE));
            self.rest = rest;
            if chunk.is_empty() {
                self.splitter.finish();
            } else {
                self.splitter.feed(chunk);
            }
        }
    }
}
