//! The lossless layer: bytes to trees of properties, and back.
//!
//! A [`Collection`] keeps the bytes of the file, and every part of the tree is a span of them that begins where the part
//! before it ended, blanks included. Writing walks the tree and copies the spans, so an unedited collection gives the same
//! bytes; a new text is appended to the buffer and its span put in place of the old one, so an edit touches nothing else.
//!
//! ```text
//! garbage (;FF[4] C[a] [b]  (;B[aa])  (;W[bb]))
//! └─open──┘└┬─┘└─┬───┘└─┬─┘└─open┘   └ close of the first node's variation is the last bracket
//!         name  name   value
//! ```
//!
//! Nodes, properties and values lie in three arrays; there is no recursion anywhere, dropping included.

mod edit;
mod parser;

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use crate::charset::{Charset, Wrapping};
use crate::sgf::text;
use crate::{Error, Place, ReadOptions};

/// One or more game trees, as they stand in a file.
#[derive(Clone, Debug)]
pub struct Collection {
    bytes: Vec<u8>,
    nodes: Vec<NodeData>,
    properties: Vec<PropertyData>,
    values: Vec<ValueData>,
    roots: Vec<NodeId>,
    /// What follows the last game.
    trailer: Span,
    charset: Charset,
    wrapping: Wrapping,
    /// The place of the first byte, if the collection was cut out of a larger file.
    origin: Place,
    /// How many of `bytes` came from the file.
    source_len: usize,
    warnings: Vec<Error>,
}

/// A node of one collection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    fn new(index: usize) -> NodeId {
        let number = NonZeroU32::MIN.saturating_add(index as u32);
        NodeId(number)
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A part of the buffer.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    fn range(self) -> core::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[derive(Clone, Debug)]
struct NodeData {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next: Option<NodeId>,
    /// Which of the properties.
    properties: Span,
    /// From the end of what came before to the semicolon, the opening bracket of a variation included.
    open: Span,
    /// The closing bracket of the variation that begins here, with the blanks before it.
    close: Option<Span>,
}

#[derive(Clone, Debug)]
struct PropertyData {
    /// Where the blanks before the name begin.
    lead: u32,
    name: Span,
    /// Which of the values.
    values: Span,
}

#[derive(Clone, Debug)]
struct ValueData {
    /// Where the blanks before the bracket begin.
    lead: u32,
    /// What stands between the brackets.
    content: Span,
}

impl Collection {
    /// Parses a file.
    ///
    /// Anything before the first `(;` is skipped, as the format demands. With [`Mode::Recover`](crate::Mode::Recover) a
    /// damaged file gives what comes before the damage, with the brackets closed, and the damage as a warning.
    pub fn parse(bytes: impl Into<Vec<u8>>, options: &ReadOptions) -> Result<Collection, Error> {
        let bytes = bytes.into();
        let wrapping = Wrapping::of(&bytes);
        parser::check_size(bytes.len(), options)?;
        let bytes = match wrapping {
            Wrapping::Plain => bytes,
            _ => wrapping.unwrap(&bytes).into_owned(),
        };
        let charset = Charset::detect(&bytes);
        let mut collection = Collection::parse_part(bytes, charset, Place::START, options)?;
        collection.wrapping = wrapping;
        Ok(collection)
    }

    /// Parses a part of a file, in a character set that is known, that begins at `origin`.
    pub(crate) fn parse_part(
        bytes: Vec<u8>,
        charset: Charset,
        origin: Place,
        options: &ReadOptions,
    ) -> Result<Collection, Error> {
        parser::parse(bytes, charset, origin, options)
    }

    /// The faults that were passed over.
    pub fn warnings(&self) -> &[Error] {
        &self.warnings
    }

    /// The character set of the values.
    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// The first node of every game.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The node before this one.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.data(node).parent
    }

    /// The nodes that follow this one, the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(self.data(node).first_child, |&child| self.data(child).next)
    }

    /// The properties of a node, in the order of the file.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = Property<'_>> {
        self.properties[self.data(node).properties.range()].iter().map(|data| Property { collection: self, data })
    }

    /// The first property of a node with this name in capitals.
    pub fn property(&self, node: NodeId, id: &str) -> Option<Property<'_>> {
        self.properties(node).find(|property| property.id() == id)
    }

    /// The collection as bytes: those it was read from, but for what was edited.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.source_len);
        for &root in &self.roots {
            self.write_tree(root, &mut out);
        }
        out.extend_from_slice(&self.bytes[self.trailer.range()]);
        self.wrapping.wrap(out)
    }

    fn write_tree(&self, root: NodeId, out: &mut Vec<u8>) {
        let mut node = root;
        loop {
            self.write_node(node, out);
            if let Some(child) = self.data(node).first_child {
                node = child;
                continue;
            }
            loop {
                match self.data(node).close {
                    Some(close) => out.extend_from_slice(&self.bytes[close.range()]),
                    None if self.needs_brackets(node) => out.push(b')'),
                    None => {}
                }
                if node == root {
                    return;
                }
                let data = self.data(node);
                match (data.next, data.parent) {
                    (Some(next), _) => {
                        node = next;
                        break;
                    }
                    (None, Some(parent)) => node = parent,
                    (None, None) => return,
                }
            }
        }
    }

    fn write_node(&self, node: NodeId, out: &mut Vec<u8>) {
        let data = self.data(node);
        if data.close.is_none() && self.needs_brackets(node) {
            out.push(b'(');
        }
        out.extend_from_slice(&self.bytes[data.open.range()]);
        for property in &self.properties[data.properties.range()] {
            out.extend_from_slice(&self.bytes[property.lead as usize..property.name.end as usize]);
            for value in &self.values[property.values.range()] {
                // The bracket that closes follows the content.
                out.extend_from_slice(&self.bytes[value.lead as usize..=value.content.end as usize]);
            }
        }
    }

    /// Whether a node must begin a variation because of where it stands.
    fn needs_brackets(&self, node: NodeId) -> bool {
        match self.data(node).parent {
            None => true,
            Some(parent) => self.data(parent).first_child != self.data(parent).last_child,
        }
    }

    fn data(&self, node: NodeId) -> &NodeData {
        &self.nodes[node.index()]
    }

    fn data_mut(&mut self, node: NodeId) -> &mut NodeData {
        &mut self.nodes[node.index()]
    }

    fn place(&self, at: u32) -> Place {
        let at = at as usize;
        // What was edited in has no place in the file.
        if at > self.source_len { self.origin } else { self.origin.advanced(&self.bytes[..at]) }
    }
}

/// A property of a node.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    collection: &'a Collection,
    data: &'a PropertyData,
}

impl<'a> Property<'a> {
    /// The name as it is written, such as `White` in an old file.
    pub fn name(self) -> &'a str {
        // The parser takes nothing but ASCII letters and digits as a name.
        core::str::from_utf8(&self.collection.bytes[self.data.name.range()]).unwrap_or_default()
    }

    /// The name that counts: its capitals, or, in a name without any, its letters as capitals.
    pub fn id(self) -> Cow<'a, str> {
        let name = self.name();
        if !name.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return Cow::Borrowed(name);
        }
        let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        // A name begins with a letter.
        let capitals = capitals.trim_start_matches(|c: char| c.is_ascii_digit());
        Cow::Owned(if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals.to_owned() })
    }

    /// The values, at least one.
    pub fn values(self) -> impl ExactSizeIterator<Item = Value<'a>> + Clone {
        let collection = self.collection;
        collection.values[self.data.values.range()].iter().map(move |data| Value { collection, data })
    }

    /// The first value.
    pub fn value(self) -> Value<'a> {
        Value { collection: self.collection, data: &self.collection.values[self.data.values.start as usize] }
    }

    /// Where the name stands.
    pub fn place(self) -> Place {
        self.collection.place(self.data.name.start)
    }
}

/// A value of a property.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    collection: &'a Collection,
    data: &'a ValueData,
}

impl<'a> Value<'a> {
    /// The bytes between the brackets.
    pub fn raw(self) -> &'a [u8] {
        &self.collection.bytes[self.data.content.range()]
    }

    /// What stands between the brackets, as Unicode, escapes untouched.
    pub fn escaped(self) -> Cow<'a, str> {
        // Moves and points are two letters; only comments and names are worth a decoder.
        match core::str::from_utf8(self.raw()) {
            Ok(text) if text.is_ascii() || self.collection.charset == Charset::UTF_8 => Cow::Borrowed(text),
            _ => match self.collection.charset.decode(self.raw()) {
                (decoded, false) => decoded,
                (garbled, true) => Cow::Owned(text::close(&garbled)),
            },
        }
    }

    /// The character set it is in.
    pub fn charset(self) -> Charset {
        self.collection.charset
    }

    /// Whether some bytes mean nothing in the character set of the file.
    pub fn is_garbled(self) -> bool {
        !self.raw().is_ascii() && self.collection.charset.decode(self.raw()).1
    }

    /// The value as a text that may have several lines.
    pub fn text(self) -> String {
        text::unescape(&self.escaped())
    }

    /// The value as a text of one line.
    pub fn simple_text(self) -> String {
        text::unescape_simple(&self.escaped())
    }

    /// Where the value stands.
    pub fn place(self) -> Place {
        self.collection.place(self.data.content.start)
    }
}
