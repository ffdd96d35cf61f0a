//! The properties of one node, taken out one after the other, and the warnings about them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use plateau_core::Expected;

use super::syntax::{self, Collection, Property, Value};
use crate::Error;
use crate::tree::Raw;

/// The properties of a node that nobody has taken yet.
#[doc(hidden)]
pub struct Properties<'c, 'w> {
    left: Vec<(Cow<'c, str>, Property<'c>)>,
    /// Taken, but not understood: they go with what is unknown.
    refused: Vec<Property<'c>>,
    warnings: &'w mut Warnings,
}

impl<'c, 'w> Properties<'c, 'w> {
    pub(super) fn new(
        collection: &'c Collection,
        node: syntax::NodeId,
        warnings: &'w mut Warnings,
    ) -> Properties<'c, 'w> {
        let left = collection.properties(node).map(|property| (property.id(), property)).collect();
        Properties { left, refused: Vec::new(), warnings }
    }

    pub(super) fn forget(&mut self, ids: &[&str]) {
        self.left.retain(|(id, _)| !ids.contains(&id.as_ref()));
    }

    /// Takes the properties of this name that `is_known` knows.
    pub(super) fn forget_if(&mut self, id: &str, is_known: impl Fn(&Property<'c>) -> bool) {
        self.left.retain(|(other, property)| other != id || !is_known(property));
    }

    /// Every property of this name, left where they are.
    pub(super) fn all(&self, id: &str) -> impl Iterator<Item = Property<'c>> {
        self.left.iter().filter(move |(other, _)| other == id).map(|&(_, property)| property)
    }

    /// The first property of this name, left where it is.
    pub(super) fn peek(&self, id: &str) -> Option<Property<'c>> {
        self.left.iter().find(|(other, _)| other == id).map(|&(_, property)| property)
    }

    /// The first property of this name.
    pub(super) fn take(&mut self, id: &str) -> Option<Property<'c>> {
        let at = self.left.iter().position(|(other, _)| other == id)?;
        Some(self.left.remove(at).1)
    }

    /// Every property of this name. In one pass: a hostile file repeats a name a million times.
    pub(super) fn take_all(&mut self, id: &str) -> Vec<Property<'c>> {
        if self.peek(id).is_none() {
            return Vec::new();
        }
        self.left.extract_if(.., |(other, _)| other == id).map(|(_, property)| property).collect()
    }

    /// The value of a property as a text, empty if there is none.
    pub(super) fn take_text(&mut self, id: &str, read: impl Fn(&str) -> String) -> String {
        let Some(property) = self.take(id) else { return String::new() };
        let value = property.value();
        if value.is_garbled() {
            self.warnings.push(|| Error::Charset { place: value.place(), charset: value.charset().name() });
        }
        let text = read(&value.escaped());
        // An empty text would vanish; kept as it is, it comes back.
        if property.values().len() > 1 || text.is_empty() {
            self.refused.push(property);
            return String::new();
        }
        text
    }

    /// The value of a property, if it has one and `read` understands it.
    pub(super) fn take_one<T>(
        &mut self,
        id: &str,
        expected: Expected,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let property = self.take(id)?;
        let read = if property.values().len() == 1 { read(&property.value().escaped()) } else { None };
        if read.is_none() {
            self.refuse(property, expected);
        }
        read
    }

    /// What `read` makes of the values of every property of this name, without those that it does not understand.
    pub(super) fn take_read<T>(
        &mut self,
        id: &str,
        expected: Expected,
        read: impl Fn(&mut dyn Iterator<Item = &str>) -> Option<T>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for property in self.take_all(id) {
            let values: Vec<_> = property.values().map(Value::escaped).collect();
            match read(&mut values.iter().map(AsRef::as_ref)) {
                Some(value) => all.push(value),
                None => self.refuse(property, expected),
            }
        }
        all
    }

    /// Keeps a property among the unknown ones, with a warning.
    pub(super) fn refuse(&mut self, property: Property<'c>, expected: Expected) {
        self.warnings.push(|| value_error(property, expected));
        self.refused.push(property);
    }

    /// Keeps a property among the unknown ones.
    pub(super) fn keep(&mut self, property: Property<'c>) {
        self.refused.push(property);
    }

    /// Whether every property was taken and understood.
    pub(super) fn is_done(&self) -> bool {
        self.left.is_empty() && self.refused.is_empty()
    }

    /// How many cells may still come out of rectangles.
    pub(super) fn rectangle_cells(&mut self) -> &mut usize {
        &mut self.warnings.rectangle_cells
    }

    /// What is left.
    pub(super) fn rest(&mut self) -> Vec<Raw> {
        let raw = |property: Property<'c>| Raw {
            id: property.id().into_owned(),
            values: property.values().map(|value| value.escaped().into_owned()).collect(),
        };
        let refused = core::mem::take(&mut self.refused);
        let left = core::mem::take(&mut self.left);
        refused.into_iter().chain(left.into_iter().map(|(_, property)| property)).map(raw).collect()
    }
}

/// Warnings up to a number: a hostile file has one for every byte.
pub(super) struct Warnings {
    pub(super) list: Vec<Error>,
    pub(super) most: usize,
    /// How many cells may still come out of rectangles: seven bytes can mean 625 of them.
    pub(super) rectangle_cells: usize,
}

impl Warnings {
    /// Finding a place takes a walk over the file, so it is done only for warnings that are kept.
    pub(super) fn push(&mut self, warning: impl FnOnce() -> Error) {
        if self.list.len() < self.most {
            self.list.push(warning());
        }
    }
}

/// The error of a value that cannot be read.
pub(super) fn value_error(property: Property<'_>, expected: Expected) -> Error {
    Error::Value {
        place: property.place(),
        property: property.id().into_owned(),
        value: Error::shown(&property.values().take(8).map(Value::simple_text).collect::<Vec<_>>().join("][")),
        expected,
    }
}
