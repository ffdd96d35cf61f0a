//! The list of what one library shows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;

use serde_json::Value;

/// Everything that others can name.
#[derive(Debug, PartialEq)]
pub(super) struct List {
    library: String,
    pub(super) version: String,
    lines: BTreeSet<Line>,
}

/// One thing: where it is found, what kind of thing it is, how it is declared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Line {
    path: String,
    kind: String,
    text: String,
}

/// What must be there in every implementation of a trait, and what need not.
const REQUIRED: &str = "required";
const PROVIDED: &str = "provided";
/// Said of a type that has, or may have, more in it than is shown: nobody outside builds it, or names all that it can be.
const OPEN: &str = "open";

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.kind)?;
        if self.text.is_empty() { Ok(()) } else { write!(f, ": {}", self.text) }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.library, self.version)?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl List {
    /// Reads what [`Display`](fmt::Display) writes; what is no list is an empty one.
    pub(super) fn read(text: &str) -> List {
        let (head, rest) = text.split_once('\n').unwrap_or_default();
        let (library, version) = head.split_once(' ').unwrap_or_default();
        let line = |line: &str| {
            let (head, text) = line.split_once(": ").unwrap_or((line, ""));
            let (path, kind) = head.split_once(' ')?;
            Some(Line { path: path.to_owned(), kind: kind.to_owned(), text: text.to_owned() })
        };
        List {
            library: library.to_owned(),
            version: version.to_owned(),
            lines: rest.lines().filter_map(line).collect(),
        }
    }

    /// What rustdoc found, by its JSON.
    pub(super) fn of(library: &str, documentation: &Value) -> List {
        let mut reader = Reader { index: &documentation["index"], lines: BTreeSet::new(), sources: BTreeMap::new() };
        let root = reader.item(&documentation["root"]);
        reader.module(root["name"].as_str().unwrap_or_default(), root);
        let version = documentation["crate_version"].as_str().unwrap_or_default().to_owned();
        List { library: library.to_owned(), version, lines: reader.lines }
    }

    /// What is here and not there.
    pub(super) fn without<'a>(&'a self, other: &'a List) -> Vec<&'a Line> {
        self.lines.difference(&other.lines).collect()
    }

    /// What makes a program that was written for another version fail to compile: something is gone, or something has come that it would
    /// have to know of.
    pub(super) fn breaks<'a>(&'a self, before: &'a List) -> Vec<&'a Line> {
        let has =
            |list: &List, path: &str, kind: &str| list.lines.iter().any(|line| line.path == path && line.kind == kind);
        let is_missed = |line: &&&Line| match line.kind.as_str() {
            OPEN => false,
            REQUIRED => !self.lines.contains(&Line { kind: PROVIDED.to_owned(), ..(**line).clone() }),
            _ => true,
        };
        let is_asked_for = |line: &&&Line| {
            let parent = line.path.rsplit_once("::").map_or("", |(parent, _)| parent);
            let is_known = before.lines.iter().any(|line| line.path == parent);
            match line.kind.as_str() {
                REQUIRED => is_known && !has(before, &line.path, PROVIDED),
                "variant" | "field" => is_known && !has(before, parent, OPEN),
                OPEN => before.lines.iter().any(|other| other.path == line.path),
                _ => false,
            }
        };
        let (gone, new) = (before.without(self), self.without(before));
        gone.iter().filter(is_missed).chain(new.iter().filter(is_asked_for)).copied().collect()
    }

    /// Whether the version of what comes after this says that programs may have to change, as Cargo reads versions: the first number counts that
    /// is not zero.
    pub(super) fn may_break(&self, after: &List) -> bool {
        let leading = |version: &str| {
            let numbers: Vec<u64> = version.split('.').map_while(|number| number.parse().ok()).collect();
            let significant = numbers.iter().position(|&number| number > 0).map_or(numbers.len(), |place| place + 1);
            numbers[..significant].to_vec()
        };
        leading(&self.version) != leading(&after.version)
    }
}

/// Goes through rustdoc's index of items.
struct Reader<'a> {
    index: &'a Value,
    lines: BTreeSet<Line>,
    sources: BTreeMap<String, Vec<String>>,
}

impl<'a> Reader<'a> {
    fn item(&self, id: &Value) -> &'a Value {
        &self.index[id.to_string()]
    }

    fn items(&self, ids: &Value) -> Vec<&'a Value> {
        ids.as_array().into_iter().flatten().map(|id| self.item(id)).collect()
    }

    fn add(&mut self, path: &str, kind: &str, text: String) {
        self.lines.insert(Line { path: path.to_owned(), kind: kind.to_owned(), text });
    }

    fn module(&mut self, path: &str, module: &'a Value) {
        for item in self.items(&module["inner"]["module"]["items"]) {
            let Some(name) = item["name"].as_str().or_else(|| item["inner"]["use"]["name"].as_str()) else { continue };
            self.shown(&format!("{path}::{name}"), item);
        }
    }

    /// Something that stands in a module, as it is or under another name.
    fn shown(&mut self, path: &str, item: &'a Value) {
        let Some((kind, inner)) = item["inner"].as_object().and_then(|inner| inner.iter().next()) else { return };
        match kind.as_str() {
            "use" => match self.item(&inner["id"]) {
                Value::Null => self.add(path, "use", inner["source"].as_str().unwrap_or_default().to_owned()),
                item => self.shown(path, item),
            },
            "module" => self.module(path, item),
            "struct" | "enum" | "union" => self.kind_of_value(path, kind, inner, item),
            "trait" => {
                let text = self.declaration(item);
                self.add(path, kind, text);
                for item in self.items(&inner["items"]) {
                    let has_default = |kind: &str, part: &str| !item["inner"][kind][part].is_null();
                    let is_provided = item["inner"]["function"]["has_body"] == true
                        || has_default("assoc_const", "value")
                        || has_default("assoc_type", "type");
                    self.named(path, if is_provided { PROVIDED } else { REQUIRED }, item);
                }
            }
            "macro" | "proc_macro" => self.add(path, "macro", String::new()),
            _ => {
                let text = self.declaration(item);
                self.add(path, kind, text);
            }
        }
    }

    /// A structure or an enumeration, what it consists of, what can be done with it.
    fn kind_of_value(&mut self, path: &str, kind: &str, inner: &'a Value, item: &'a Value) {
        let text = self.declaration(item);
        self.add(path, kind, text);
        let is_private = |item: &&Value| item.is_null() || item["visibility"] != "public";
        let tuple = self.items(&inner["kind"]["tuple"]);
        let is_closed = inner["kind"]["plain"]["has_stripped_fields"] != true && !tuple.iter().any(is_private);
        if !is_closed || item["attrs"].to_string().contains("non_exhaustive") {
            self.add(path, OPEN, String::new());
        }
        for field in self.items(&inner["kind"]["plain"]["fields"]).into_iter().chain(tuple) {
            if !is_private(&field) {
                self.named(path, "field", field);
            }
        }
        for variant in self.items(&inner["variants"]) {
            self.named(path, "variant", variant);
        }
        for part in self.items(&inner["impls"]) {
            self.implementation(path, part);
        }
    }

    fn implementation(&mut self, path: &str, item: &'a Value) {
        let inner = &item["inner"]["impl"];
        let name = inner["trait"]["path"].as_str().and_then(|path| path.rsplit("::").next());
        match name {
            _ if !inner["blanket_impl"].is_null() => {}
            Some(name @ ("Send" | "Sync")) if inner["is_synthetic"] == true && inner["is_negative"] == false => {
                self.add(path, "is", name.to_owned());
            }
            Some("StructuralPartialEq") => {}
            Some(_) if inner["is_synthetic"] == true => {}
            Some(name) if item["attrs"].to_string().contains("automatically_derived") => {
                self.add(path, "is", name.to_owned());
            }
            Some(_) => {
                let text = self.declaration(item);
                self.add(path, "impl", text);
            }
            None => {
                let shown: Vec<&Value> =
                    self.items(&inner["items"]).into_iter().filter(|item| item["visibility"] == "public").collect();
                // For which types something is there is a part of the promise.
                if !shown.is_empty() && inner["generics"]["params"] != serde_json::json!([]) {
                    let text = self.declaration(item);
                    self.add(path, "impl", text);
                }
                for item in shown {
                    self.named(path, "has", item);
                }
            }
        }
    }

    fn named(&mut self, path: &str, kind: &str, item: &'a Value) {
        let text = self.declaration(item);
        self.add(&format!("{path}::{}", item["name"].as_str().unwrap_or_default()), kind, text);
    }

    /// The source of an item as far as it concerns others: without what it does, on one line.
    fn declaration(&mut self, item: &Value) -> String {
        let span = &item["span"];
        let Some(name) = span["filename"].as_str() else { return String::new() };
        let source = self
            .sources
            .entry(name.to_owned())
            .or_insert_with(|| fs::read_to_string(name).unwrap_or_default().lines().map(str::to_owned).collect());
        let place = |part: &str, number: usize| span[part][number].as_u64().unwrap_or_default() as usize;
        let (first, last) = (place("begin", 0).max(1) - 1, place("end", 0).min(source.len()));
        let mut text = String::new();
        for (number, line) in source.iter().enumerate().take(last).skip(first) {
            let from = if number == first { place("begin", 1).saturating_sub(1) } else { 0 };
            let to = if number + 1 == last { place("end", 1).saturating_sub(1) } else { usize::MAX };
            let part: String = line.chars().take(to).skip(from).collect();
            // Remarks are for readers.
            text += part.split("//").next().unwrap_or_default();
            text.push(' ');
        }
        // What a macro has written cannot be read there; its name is all that is kept of it.
        if text.split_once('!').is_some_and(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_')) {
            return String::new();
        }
        let ends: &[&str] = match item["inner"].as_object().and_then(|inner| inner.keys().next()).map(String::as_str) {
            Some("variant" | "struct_field" | "type_alias" | "assoc_type") => &[],
            Some("constant" | "static" | "assoc_const") => &[" = "],
            // What is in the brackets of a structure is listed by itself, if it is for others.
            Some("struct") if !item["inner"]["struct"]["kind"]["tuple"].is_null() => &["("],
            _ => &["{"],
        };
        let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
        let words: Vec<&str> = text[..end].split_whitespace().collect();
        words.join(" ").trim_end_matches([';', ',']).replace("( ", "(").replace(", )", ")").replace(" )", ")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "games 0.1.0\n\
        games::Game is: Clone\n\
        games::Game trait: pub trait Game\n\
        games::Game::start required: fn start(&self) -> u8\n\
        games::Point struct: pub struct Point\n\
        games::Point::x field: pub x: u8\n\
        games::Secret open\n\
        games::Secret struct: pub struct Secret\n\
        games::Side enum: pub enum Side\n\
        games::Side::Black variant: Black\n";

    /// What is told when these lines are taken away and those come.
    fn told(gone: &str, new: &str) -> Vec<String> {
        let before = List::read(BEFORE);
        assert_eq!(before.to_string(), BEFORE, "a list is written as it was read");
        assert!(gone.is_empty() || BEFORE.contains(gone), "{gone} was there");
        let after = List::read(&format!("{}{new}\n", BEFORE.replace(&format!("{gone}\n"), "\n")));
        after.breaks(&before).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_programs_would_miss_breaks_them_and_what_comes_besides_does_not() {
        for (gone, new, breaks) in [
            ("", "games::Side::other has: pub fn other(self) -> Side", false),
            ("", "games::Game::size provided: fn size(&self) -> u8", false),
            ("", "games::Other enum: pub enum Other", false),
            ("", "games::Secret::part field: pub part: u8", false),
            (
                "games::Game::start required: fn start(&self) -> u8",
                "games::Game::start provided: fn start(&self) -> u8",
                false,
            ),
            ("games::Secret open", "", false),
            ("games::Game is: Clone", "", true),
            (
                "games::Game::start required: fn start(&self) -> u8",
                "games::Game::start required: fn start(&self) -> u16",
                true,
            ),
            ("", "games::Game::size required: fn size(&self) -> u8", true),
            ("", "games::Side::White variant: White", true),
            ("", "games::Point::y field: pub y: u8", true),
            ("", "games::Point open", true),
        ] {
            assert_eq!(!told(gone, new).is_empty(), breaks, "- {gone}\n+ {new}");
        }
    }

    #[test]
    fn the_version_says_whether_programs_may_have_to_change() {
        let list = |version: &str| List::read(&format!("games {version}\n"));
        for (before, after, may) in [
            ("0.1.0", "0.1.0", false),
            ("0.1.0", "0.1.7", false),
            ("0.1.0", "0.2.0", true),
            ("1.2.0", "1.3.0", false),
            ("1.2.0", "2.0.0", true),
            ("0.0.1", "0.0.2", true),
        ] {
            assert_eq!(list(before).may_break(&list(after)), may, "{before} {after}");
        }
    }
}
