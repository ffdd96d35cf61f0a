//! No circles between the files of one crate: of two files that know each other, neither can be read first. What they share
//! belongs in a file below both.
//!
//! A module and its submodules are one unit: a file that spreads the methods of its type over submodules knows them and is
//! known by them, and is read from its own file down. So at every level of a crate, the modules side by side are compared,
//! each with all that is in it: none may lead back to itself over its siblings. A file that only passes names on
//! (`pub use tree::Record`) is no stop on the way: who imports `crate::Record` imports `tree`.

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path as Folder;

use source::{Path, Source};

/// A crate's files, by the path of their module from the root.
#[derive(Default)]
struct Crate(BTreeMap<Path, Source>);

impl Crate {
    /// Reads the file of a module and those below it. `folder` is where the files of its submodules are.
    fn read(&mut self, module: &[String], file: &Folder, folder: &Folder) {
        let text = fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let source = Source::read(&text);
        for name in &source.modules {
            let below = [module, std::slice::from_ref(name)].concat();
            self.read(&below, &folder.join(format!("{name}.rs")), &folder.join(name));
        }
        self.0.insert(module.to_vec(), source);
    }

    /// The module that a path leads to, from a module: where the thing is, not where its name passes through. None for what
    /// comes from another crate.
    fn find(&self, from: &[String], path: &[String], steps: u32) -> Option<Path> {
        // Names that only pass each other on would not compile.
        assert!(steps < 50, "{from:?} {path:?}");
        let mut at = from.to_vec();
        let mut rest = path;
        match path[0].as_str() {
            "crate" => {
                at.clear();
                rest = &path[1..];
            }
            "self" => rest = &path[1..],
            "super" => {
                while let Some(("super", after)) = rest.split_first().map(|(first, after)| (first.as_str(), after)) {
                    at.pop();
                    rest = after;
                }
            }
            first if self.names(from, first).is_some() || self.0.contains_key(&[from, &path[..1]].concat()) => {}
            _ => return None,
        }
        while let Some((name, after)) = rest.split_first() {
            let below = [&at[..], std::slice::from_ref(name)].concat();
            if self.0.contains_key(&below) {
                at = below;
                rest = after;
            } else if let Some(meant) = self.names(&at, name) {
                return self.find(&at, &[meant, after].concat(), steps + 1);
            } else {
                return Some(at);
            }
        }
        Some(at)
    }

    /// What a name that a module imports stands for.
    fn names(&self, module: &[String], name: &str) -> Option<&[String]> {
        let imports = &self.0[module].imports;
        imports.iter().find(|(known, path)| known == name && path[0] != name).map(|(_, path)| &path[..])
    }

    /// Which module leads to which of its siblings, and by which path.
    fn arrows(&self) -> BTreeMap<Path, BTreeMap<Path, String>> {
        let mut arrows: BTreeMap<Path, BTreeMap<Path, String>> = BTreeMap::new();
        for (module, source) in &self.0 {
            for path in source.imports.iter().map(|(_, path)| path).chain(&source.paths) {
                let Some(target) = self.find(module, path, 0) else { continue };
                let common = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
                if let (Some(from), Some(to)) = (module.get(..=common), target.get(..=common)) {
                    let by = format!("{} says {}", module.join("::"), path.join("::"));
                    arrows.entry(from.to_vec()).or_default().entry(to.to_vec()).or_insert(by);
                }
            }
        }
        arrows
    }
}

/// The groups of modules in which each leads to every other.
fn circles(arrows: &BTreeMap<Path, BTreeMap<Path, String>>) -> BTreeSet<Vec<String>> {
    let reached = |from: &Path| {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(module) = waiting.pop() {
            let next = arrows.get(module).into_iter().flat_map(BTreeMap::keys);
            waiting.extend(next.filter(|next| seen.insert((*next).clone())));
        }
        seen
    };
    let reached: BTreeMap<&Path, BTreeSet<Path>> = arrows.keys().map(|from| (from, reached(from))).collect();
    let leads_back = |from: &Path, to: &Path| reached.get(to).is_some_and(|back| back.contains(from));
    reached
        .iter()
        .map(|(from, targets)| targets.iter().filter(|to| leads_back(from, to)).map(|to| to.join("::")).collect())
        .filter(|group: &Vec<_>| !group.is_empty())
        .collect()
}

#[test]
fn no_files_of_a_crate_import_each_other_in_a_circle() {
    let crates = Folder::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut report = String::new();
    for entry in fs::read_dir(crates).expect("the crates are there") {
        let entry = entry.expect("the folder can be read");
        let folder = entry.path().join("src");
        let root = ["lib.rs", "main.rs"].map(|name| folder.join(name)).into_iter().find(|file| file.exists());
        let name = entry.file_name().into_string().expect("names of crates are ASCII");
        let mut files = Crate::default();
        files.read(&[], &root.unwrap_or_else(|| panic!("{name} has a root")), &folder);
        let arrows = files.arrows();
        for group in circles(&arrows) {
            report += &format!("{name}: {}\n", group.join(", "));
            let inside = |path: &Path| group.contains(&path.join("::"));
            for (_, targets) in arrows.iter().filter(|(from, _)| inside(from)) {
                for (to, by) in targets.iter().filter(|(to, _)| inside(to)) {
                    report += &format!("    to {}: {by}\n", to.join("::"));
                }
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}

/// The circles of a crate whose modules, by path, have these texts.
#[cfg(test)]
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let module = |path: &str| path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let files = files.iter().map(|(path, text)| (module(path), Source::read(text))).collect();
    circles(&Crate(files).arrows()).into_iter().map(|group| group.join(" ")).collect()
}

#[test]
fn a_circle_would_be_seen() {
    let none: [&str; 0] = [];
    // Two files, directly; over names that the root passes on; over three files.
    assert_eq!(circles_of(&[("", "mod a; mod b;"), ("a", "use crate::b::B;"), ("b", "use super::a::A;")]), ["a b"]);
    let root = "mod a; mod b; pub use a::A; pub use b::B;";
    assert_eq!(circles_of(&[("", root), ("a", "use crate::B;"), ("b", "fn f() { crate::A }")]), ["a b"]);
    assert_eq!(circles_of(&[("", root), ("a", "use crate::B;"), ("b", "")]), none);
    let three = [("", ""), ("a", "use crate::b;"), ("b", "use crate::c;"), ("c", "use crate::a;")];
    assert_eq!(circles_of(&three), ["a b c"]);
    // A submodule counts as its module to the outside, and not against its own.
    let nested = [("", ""), ("a", "use below::X;"), ("a::below", "use super::A; use crate::b;"), ("b", "")];
    assert_eq!(circles_of(&nested), none);
    let nested = [("", ""), ("a", ""), ("a::below", "use crate::b;"), ("b", "use crate::a::A;")];
    assert_eq!(circles_of(&nested), ["a b"]);
    let inside = [("", ""), ("a", ""), ("a::x", "use super::y;"), ("a::y", "use crate::a::x::X;")];
    assert_eq!(circles_of(&inside), ["a::x a::y"]);
    // What the root itself has is no file beside the others, nor is what comes from elsewhere.
    assert_eq!(circles_of(&[("", "use a::A; use std::mem;"), ("a", "use crate::{MOST, mem};")]), none);
}
