//! Edits: each touches the part it names and leaves the bytes of all others alone.

use alloc::vec::Vec;

use super::{Collection, NodeData, NodeId, PropertyData, Span, ValueData};
use crate::charset::ByteClass;
use crate::sgf::text;

impl Collection {
    /// A collection with nothing in it, in UTF-8.
    pub fn new() -> Collection {
        Collection {
            bytes: Vec::new(),
            nodes: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
            roots: Vec::new(),
            trailer: Span::default(),
            charset: crate::Charset::UTF_8,
            wrapping: crate::charset::Wrapping::Plain,
            origin: crate::Place::START,
            source_len: 0,
            warnings: Vec::new(),
        }
    }

    /// Adds a node behind `parent`, as its last variation, or begins another game.
    pub fn add_node(&mut self, parent: Option<NodeId>) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        let open = self.append(b";");
        let next_property = self.properties.len();
        self.nodes.push(NodeData {
            parent,
            first_child: None,
            last_child: None,
            next: None,
            properties: Span::new(next_property, next_property),
            open,
            close: None,
        });
        match parent {
            None => self.roots.push(id),
            Some(parent) => {
                let elder = self.data_mut(parent).last_child.replace(id);
                self.data_mut(parent).first_child.get_or_insert(id);
                if let Some(elder) = elder {
                    self.data_mut(elder).next = Some(id);
                }
            }
        }
        id
    }

    /// Takes a node away with everything that follows it.
    pub fn remove_node(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else {
            self.roots.retain(|&root| root != node);
            return;
        };
        let kept: Vec<NodeId> = self.children(parent).filter(|&child| child != node).collect();
        for (i, &child) in kept.iter().enumerate() {
            self.data_mut(child).next = kept.get(i + 1).copied();
        }
        let data = self.data_mut(parent);
        data.first_child = kept.first().copied();
        data.last_child = kept.last().copied();
        self.data_mut(node).parent = None;
    }

    /// Gives a property one text as its value, escaped as needed; adds the property if the node does not have it.
    pub fn set_text(&mut self, node: NodeId, id: &str, value: &str) {
        let raw = self.charset.encode(&text::escape(value)).into_owned();
        self.replace_values(node, id, &[&raw]);
    }

    /// Gives a property these values, which are bytes as they stand between brackets; adds the property if the node does not
    /// have it. Nothing is changed, and `false` returned, if a value would not end where it should or `id` is no name.
    #[must_use]
    pub fn set_raw(&mut self, node: NodeId, id: &str, values: &[&[u8]]) -> bool {
        let name = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        let good = name && !values.is_empty() && values.iter().all(|value| self.is_one_value(value));
        if good {
            self.replace_values(node, id, values);
        }
        good
    }

    /// Takes a property away and says whether it was there.
    pub fn remove_property(&mut self, node: NodeId, id: &str) -> bool {
        let Some(at) = self.find(node, id) else { return false };
        let properties = self.own_properties(node);
        let removed = properties + at;
        self.properties.remove(removed);
        self.data_mut(node).properties.end -= 1;
        true
    }

    fn replace_values(&mut self, node: NodeId, id: &str, values: &[&[u8]]) {
        let first = self.values.len();
        for value in values {
            let span = self.append(&[b"[", *value, b"]"].concat());
            let content = Span { start: span.start + 1, end: span.end - 1 };
            self.values.push(ValueData { lead: span.start, content });
        }
        let values = Span::new(first, self.values.len());
        if let Some(at) = self.find(node, id) {
            let at = self.data(node).properties.start as usize + at;
            self.properties[at].values = values;
        } else {
            let name = self.append(id.as_bytes());
            self.own_properties(node);
            self.properties.push(PropertyData { lead: name.start, name, values });
            self.data_mut(node).properties.end += 1;
        }
    }

    fn find(&self, node: NodeId, id: &str) -> Option<usize> {
        self.properties(node).position(|property| property.id() == id)
    }

    /// Moves the properties of a node to the end of the array, where they can grow and shrink, and says where that is.
    fn own_properties(&mut self, node: NodeId) -> usize {
        let range = self.data(node).properties.range();
        if range.end < self.properties.len() {
            let start = self.properties.len();
            self.properties.extend_from_within(range);
            self.data_mut(node).properties = Span::new(start, self.properties.len());
        }
        self.data(node).properties.start as usize
    }

    fn append(&mut self, text: &[u8]) -> Span {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        Span::new(start, self.bytes.len())
    }

    fn is_one_value(&self, raw: &[u8]) -> bool {
        let classes = self.charset.byte_classes();
        let mut at = 0;
        while let Some(&byte) = raw.get(at) {
            at += match classes[byte as usize] {
                ByteClass::Plain => 1,
                ByteClass::Close => return false,
                ByteClass::Escape | ByteClass::Lead => 2,
            };
        }
        at == raw.len()
    }
}

impl Default for Collection {
    fn default() -> Collection {
        Collection::new()
    }
}
