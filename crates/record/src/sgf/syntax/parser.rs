//! The parser: one pass over the bytes with an explicit stack.

use alloc::string::String;
use alloc::vec::Vec;

use plateau_core::Expected;

use super::{Collection, NodeData, NodeId, PropertyData, Span, ValueData};
use crate::charset::{ByteClass, Charset, Wrapping};
use crate::error::Limit;
use crate::{Error, Mode, Place, ReadOptions};

const OPEN: Expected = Expected { id: "sgf-open", phrase: "a game that begins with (;" };
const NODE: Expected = Expected { id: "sgf-node", phrase: "; after (" };
const PART: Expected = Expected { id: "sgf-part", phrase: "a property, ;, ( or )" };
const VARIATION: Expected = Expected { id: "sgf-variation", phrase: "( or ) after a variation" };
const VALUE: Expected = Expected { id: "sgf-value", phrase: "[ after the name of a property" };
const CLOSE: Expected = Expected { id: "sgf-close", phrase: "a ] that closes this value" };
const GAME_END: Expected = Expected { id: "sgf-game-end", phrase: "a ) that ends the game" };
const GAME: Expected = Expected { id: "sgf-game", phrase: "another game or nothing more" };

/// A fault, before its place is looked up.
struct Fault {
    at: usize,
    what: What,
}

enum What {
    Expected(Expected, Option<char>),
    Limit(Limit, usize),
}

/// A variation that is open.
struct Frame {
    /// The node it hangs on.
    parent: Option<NodeId>,
    /// Its first node, once that has come.
    opener: Option<NodeId>,
    /// Where the blanks before its bracket begin.
    lead: usize,
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    classes: &'static [ByteClass; 256],
    options: &'a ReadOptions,
    nodes: Vec<NodeData>,
    properties: Vec<PropertyData>,
    values: Vec<ValueData>,
    roots: Vec<NodeId>,
    stack: Vec<Frame>,
    /// The node that properties belong to and that the next one follows.
    current: Option<NodeId>,
    /// Whether a variation has just ended, after which no node may follow in the same sequence.
    after_variation: bool,
    trailer: usize,
}

/// Refuses what is too large before it is copied or decoded.
pub(super) fn check_size(len: usize, options: &ReadOptions) -> Result<(), Error> {
    // Spans are 32 bits wide, and an edited collection needs room for what is added.
    let max = options.limits.bytes.min(u32::MAX as usize / 2);
    if len > max { Err(Error::Limit { place: Place::START, limit: Limit::Bytes, max }) } else { Ok(()) }
}

pub(super) fn parse(
    mut bytes: Vec<u8>,
    charset: Charset,
    origin: Place,
    options: &ReadOptions,
) -> Result<Collection, Error> {
    check_size(bytes.len(), options)?;
    // A node takes about eight bytes of a file of moves; a guess on the low side costs a copy or two.
    let guess = bytes.len() / 12;
    let mut parser = Parser {
        bytes: &bytes,
        at: 0,
        classes: charset.byte_classes(),
        options,
        nodes: Vec::with_capacity(guess),
        properties: Vec::with_capacity(guess),
        values: Vec::with_capacity(guess),
        roots: Vec::new(),
        stack: Vec::new(),
        current: None,
        after_variation: false,
        trailer: 0,
    };
    let mut warnings = Vec::new();
    if let Err(fault) = parser.run() {
        let error = fault.located(&bytes, origin);
        if options.mode == Mode::Strict || parser.nodes.is_empty() {
            return Err(error);
        }
        warnings.push(error);
        parser.trailer = bytes.len();
    }
    let Parser { mut nodes, properties, values, roots, stack, trailer, .. } = parser;
    let source_len = bytes.len();
    let trailer = Span::new(trailer, source_len);
    if !stack.is_empty() {
        bytes.push(b')');
        let close = Span::new(source_len, source_len + 1);
        for opener in stack.iter().filter_map(|frame| frame.opener) {
            nodes[opener.index()].close = Some(close);
        }
    }
    Ok(Collection {
        bytes,
        nodes,
        properties,
        values,
        roots,
        trailer,
        charset,
        wrapping: Wrapping::Plain,
        origin,
        source_len,
        warnings,
    })
}

impl Fault {
    fn located(self, bytes: &[u8], origin: Place) -> Error {
        let place = origin.advanced(&bytes[..self.at.min(bytes.len())]);
        match self.what {
            What::Expected(expected, found) => Error::Syntax { place, expected, found },
            What::Limit(limit, max) => Error::Limit { place, limit, max },
        }
    }
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        loop {
            let lead = self.at;
            if self.stack.is_empty() {
                if !self.find_game()? {
                    self.trailer = lead;
                    return Ok(());
                }
                self.stack.push(Frame { parent: None, opener: None, lead });
                continue;
            }
            self.skip_blanks();
            match self.peek() {
                Some(b';') => self.node(lead)?,
                Some(b'(') => self.variation(lead)?,
                Some(b')') => self.end_variation(lead)?,
                Some(byte) if byte.is_ascii_alphabetic() => self.property(lead)?,
                Some(_) => return Err(self.expected(self.next_expected())),
                None => return Err(self.expected(GAME_END)),
            }
        }
    }

    /// Goes behind the bracket that begins the next game, if there is one.
    fn find_game(&mut self) -> Result<bool, Fault> {
        if self.roots.is_empty() {
            // `(` alone may well stand in the text that some programs write before the game.
            let first = self.bytes.iter().position(|&byte| byte == b'(');
            let mut at = first;
            while let Some(bracket) = at {
                self.at = bracket + 1;
                self.skip_blanks();
                if self.peek() == Some(b';') {
                    self.at = bracket + 1;
                    return Ok(true);
                }
                at = self.bytes[bracket + 1..].iter().position(|&byte| byte == b'(').map(|next| bracket + 1 + next);
            }
            self.at = first.map_or(self.bytes.len(), |first| first + 1);
            return Err(self.expected(if first.is_some() { NODE } else { OPEN }));
        }
        // Old programs end a file with zeros or with the end-of-file character of DOS.
        while matches!(self.peek(), Some(0 | 0x1a)) || self.peek().is_some_and(is_blank) {
            self.at += 1;
        }
        match self.peek() {
            None => Ok(false),
            Some(b'(') => {
                self.at += 1;
                Ok(true)
            }
            Some(_) => Err(self.expected(GAME)),
        }
    }

    fn node(&mut self, lead: usize) -> Result<(), Fault> {
        let limits = &self.options.limits;
        if self.nodes.len() >= limits.nodes {
            return Err(self.limit(Limit::Nodes, limits.nodes));
        }
        if self.after_variation {
            return Err(self.expected(VARIATION));
        }
        let id = NodeId::new(self.nodes.len());
        let frame = self.stack.last_mut();
        let (parent, lead) = match frame {
            Some(frame) if frame.opener.is_none() => {
                frame.opener = Some(id);
                (frame.parent, frame.lead)
            }
            _ => (self.current, lead),
        };
        self.at += 1;
        let first_property = self.properties.len();
        self.nodes.push(NodeData {
            parent,
            first_child: None,
            last_child: None,
            next: None,
            properties: Span::new(first_property, first_property),
            open: Span::new(lead, self.at),
            close: None,
        });
        match parent {
            None => self.roots.push(id),
            Some(parent) => {
                let data = &mut self.nodes[parent.index()];
                let elder = data.last_child.replace(id);
                data.first_child.get_or_insert(id);
                if let Some(elder) = elder {
                    self.nodes[elder.index()].next = Some(id);
                }
            }
        }
        self.current = Some(id);
        Ok(())
    }

    fn variation(&mut self, lead: usize) -> Result<(), Fault> {
        let limits = &self.options.limits;
        if self.stack.len() >= limits.depth {
            return Err(self.limit(Limit::Depth, limits.depth));
        }
        self.check_opened()?;
        self.at += 1;
        self.stack.push(Frame { parent: self.current, opener: None, lead });
        self.after_variation = false;
        Ok(())
    }

    fn end_variation(&mut self, lead: usize) -> Result<(), Fault> {
        self.check_opened()?;
        self.at += 1;
        if let Some(Frame { parent, opener: Some(opener), .. }) = self.stack.pop() {
            self.nodes[opener.index()].close = Some(Span::new(lead, self.at));
            self.current = parent;
        }
        self.after_variation = !self.stack.is_empty();
        Ok(())
    }

    fn property(&mut self, lead: usize) -> Result<(), Fault> {
        self.check_opened()?;
        if self.after_variation {
            return Err(self.expected(VARIATION));
        }
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        let name = Span::new(start, self.at);
        let first_value = self.values.len();
        loop {
            let lead = self.at;
            if self.peek() != Some(b'[') {
                self.skip_blanks();
            }
            if self.peek() != Some(b'[') {
                self.at = if self.values.len() > first_value { lead } else { self.at };
                break;
            }
            if let Err(fault) = self.value(lead) {
                self.values.truncate(first_value);
                return Err(fault);
            }
        }
        if self.values.len() == first_value {
            return Err(self.expected(VALUE));
        }
        let values = Span::new(first_value, self.values.len());
        self.properties.push(PropertyData { lead: lead as u32, name, values });
        if let Some(node) = self.current {
            self.nodes[node.index()].properties.end = self.properties.len() as u32;
        }
        Ok(())
    }

    fn value(&mut self, lead: usize) -> Result<(), Fault> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            match self.bytes.get(at).map(|&byte| self.classes[byte as usize]) {
                Some(ByteClass::Plain) => at += 1,
                Some(ByteClass::Close) => break,
                Some(ByteClass::Escape | ByteClass::Lead) => at += 2,
                // The value has no end; where it begins is where to look.
                None => return Err(Fault { at: self.at, what: What::Expected(CLOSE, None) }),
            }
        }
        let max = self.options.limits.value_bytes;
        if at - start > max {
            return Err(self.limit(Limit::ValueBytes, max));
        }
        // Many values in few nodes cost as much memory as many nodes.
        let most_values = self.options.limits.nodes.saturating_mul(2);
        if self.values.len() >= most_values {
            return Err(self.limit(Limit::Nodes, most_values));
        }
        self.values.push(ValueData { lead: lead as u32, content: Span::new(start, at) });
        self.at = at + 1;
        Ok(())
    }

    /// After an opening bracket nothing but a node will do.
    fn check_opened(&self) -> Result<(), Fault> {
        match self.stack.last() {
            Some(Frame { opener: None, .. }) => Err(self.expected(NODE)),
            _ => Ok(()),
        }
    }

    fn next_expected(&self) -> Expected {
        match self.stack.last() {
            Some(Frame { opener: None, .. }) => NODE,
            _ if self.after_variation => VARIATION,
            _ => PART,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(is_blank) {
            self.at += 1;
        }
    }

    fn expected(&self, expected: Expected) -> Fault {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        // Enough bytes for any one character.
        let found = String::from_utf8_lossy(&rest[..rest.len().min(4)]).chars().next();
        Fault { at: self.at, what: What::Expected(expected, found) }
    }

    fn limit(&self, limit: Limit, max: usize) -> Fault {
        Fault { at: self.at, what: What::Limit(limit, max) }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}
