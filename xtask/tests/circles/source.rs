//! What a source file says about other files: the modules it declares, what it imports, and the paths in its code.
//!
//! A small scanner of words and signs, since a whole parser of Rust would take longer to build than all that it checks. What
//! stands in comments and texts is no import, nor is what only tests use.

/// The parts of a path: `["crate", "tree", "Record"]`.
pub(crate) type Path = Vec<String>;

#[derive(Default, Debug)]
pub(crate) struct Source {
    /// Modules in files of their own.
    pub(crate) modules: Vec<String>,
    /// What `use` brings in, with the name that it has here.
    pub(crate) imports: Vec<(String, Path)>,
    /// Paths in code that begin at `crate`, `super` or `self`.
    pub(crate) paths: Vec<Path>,
}

impl Source {
    pub(crate) fn read(text: &str) -> Source {
        let mut scan = Scan { words: words(text), at: 0, inline: Vec::new(), depth: 0, found: Source::default() };
        while scan.at < scan.words.len() {
            scan.step();
        }
        scan.found
    }
}

struct Scan<'t> {
    words: Vec<&'t str>,
    at: usize,
    /// How deep in braces each module around this place began that has no file of its own.
    inline: Vec<usize>,
    depth: usize,
    found: Source,
}

impl<'t> Scan<'t> {
    fn word(&self, ahead: usize) -> &'t str {
        self.words.get(self.at + ahead).copied().unwrap_or("")
    }

    fn step(&mut self) {
        match (self.word(0), self.word(1)) {
            ("#", "[") if self.words[self.at..].starts_with(&["#", "[", "cfg", "(", "test", ")", "]"]) => {
                self.at += 7;
                self.skip_item();
            }
            // Who may see an item is no import.
            ("pub", "(") => self.skip_until(")"),
            ("mod", name) if self.word(2) == ";" => {
                self.found.modules.push(name.to_owned());
                self.at += 3;
            }
            ("mod", _) if self.word(2) == "{" => {
                self.inline.push(self.depth);
                self.depth += 1;
                self.at += 3;
            }
            // A path that begins with `::` leads out of the crate.
            ("use", "::") => self.skip_until(";"),
            // `use<…>` says which lifetimes a type holds.
            ("use", next) if next != "<" => {
                self.at += 1;
                self.import(&[]);
            }
            ("crate" | "super" | "self", "::") => {
                let path = self.path();
                let path = self.seen_from_file(path);
                self.found.paths.extend(path);
            }
            ("{", _) => {
                self.depth += 1;
                self.at += 1;
            }
            ("}", _) => {
                self.depth -= 1;
                self.inline.pop_if(|depth| *depth == self.depth);
                self.at += 1;
            }
            _ => self.at += 1,
        }
    }

    fn skip_until(&mut self, end: &str) {
        while self.at < self.words.len() && self.word(0) != end {
            self.at += 1;
        }
    }

    /// To the end of an item: its block, or the semicolon of one that has none.
    fn skip_item(&mut self) {
        let mut depth = 0;
        while self.at < self.words.len() {
            match self.word(0) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            let ends = matches!(self.word(0), "}" | ";") && depth == 0;
            self.at += 1;
            if ends {
                return;
            }
        }
    }

    /// The path that begins here.
    fn path(&mut self) -> Path {
        let mut path = vec![self.word(0).to_owned()];
        self.at += 1;
        while self.word(0) == "::" && is_name(self.word(1)) {
            path.push(self.word(1).to_owned());
            self.at += 2;
        }
        path
    }

    /// What `use` says from here on, after the parts that stand before a brace.
    fn import(&mut self, before: &[String]) {
        let mut path = before.to_vec();
        if is_name(self.word(0)) {
            path.extend(self.path());
        }
        self.at += usize::from(self.word(0) == "::");
        if self.word(0) == "{" {
            while !matches!(self.word(0), "}" | "") {
                self.at += 1;
                if self.word(0) != "}" {
                    self.import(&path);
                }
            }
            self.at += 1;
            return;
        }
        // `self` in braces is what stands before them.
        path.pop_if(|last| last == "self" && !before.is_empty());
        let mut name = path.last().cloned().unwrap_or_default();
        match self.word(0) {
            "*" => {
                "*".clone_into(&mut name);
                self.at += 1;
            }
            "as" => {
                self.word(1).clone_into(&mut name);
                self.at += 2;
            }
            _ => {}
        }
        if let Some(path) = self.seen_from_file(path) {
            self.found.imports.push((name, path));
        }
    }

    /// The same path from the module of the file; `None` if it does not lead out of a module within the file.
    fn seen_from_file(&self, path: Path) -> Option<Path> {
        let up = path.iter().take_while(|part| *part == "super").count();
        let inside = self.inline.len();
        if inside == 0 || path[0] == "crate" {
            return Some(path);
        }
        (up > inside).then(|| path[inside..].to_vec())
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The names and signs of a text, without comments, texts, characters and numbers.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => 1 + quoted(&rest[1..]),
            '\'' => character_or_lifetime(rest),
            _ if raw_text(rest).is_some() => raw_text(rest).unwrap_or(1),
            _ if first.is_alphanumeric() || first == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                if !first.is_numeric() {
                    words.push(&rest[..end]);
                }
                end
            }
            ':' if rest.starts_with("::") => {
                words.push(&rest[..2]);
                2
            }
            _ => {
                if !first.is_whitespace() {
                    words.push(&rest[..first.len_utf8()]);
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    words
}

/// The length of a comment between `/*` and `*/`, which can hold others.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of what follows a quotation mark, with the one that ends it.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of `r"…"`, `r#"…"#` and the like, where one stands.
fn raw_text(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let body = hashes.trim_start_matches('#');
    let end = format!("\"{}", "#".repeat(hashes.len() - body.len()));
    let body = body.strip_prefix('"')?;
    Some(text.len() - body.len() + body.find(&end).map_or(body.len(), |at| at + end.len()))
}

/// The length of `'x'`, or of the sign alone where it begins a lifetime, whose name is then a word like any other.
fn character_or_lifetime(text: &str) -> usize {
    let mut rest = text[1..].char_indices();
    match rest.next() {
        Some((_, '\\')) => 1 + rest.skip(1).find(|&(_, c)| c == '\'').map_or(text.len() - 1, |(at, _)| at + 1),
        Some((_, c)) if text[1 + c.len_utf8()..].starts_with('\'') => 2 + c.len_utf8(),
        _ => 1,
    }
}

#[test]
fn imports_and_paths_are_found_where_they_count() {
    let source = Source::read(
        r##"
        //! use crate::comment;
        /* use crate::comment; /* nested */ use crate::comment; */
        pub mod a;
        #[cfg(test)]
        mod only_tests;
        pub(in super::super) use a::{One, b::{self, Two as Three}};
        use super::Four;
        use ::other::Thing;
        fn f<'c>(x: &'c str) -> impl Sized + use<'c> {
            let text = "use crate::text; \" crate::text";
            let raw = r#"crate::raw "#;
            match '\'' { '"' => crate::five::six::<u8>(), _ => self::seven() }
        }
        mod inside { use super::eight; use super::super::Nine; }
        #[cfg(test)]
        mod tests { use super::*; use crate::test; fn g() { crate::test() } }
        impl super::Ten for f {}
        "##,
    );
    let shown = |path: &Path| path.join("::");
    let imports: Vec<_> = source.imports.iter().map(|(name, path)| format!("{name} = {}", shown(path))).collect();
    assert_eq!(source.modules, ["a"]);
    assert_eq!(imports, ["One = a::One", "b = a::b", "Three = a::b::Two", "Four = super::Four", "Nine = super::Nine"]);
    assert_eq!(source.paths.iter().map(shown).collect::<Vec<_>>(), ["crate::five::six", "self::seven", "super::Ten"]);
}
