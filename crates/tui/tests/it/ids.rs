//! Every sentence that this crate says exists in every language.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use words::{Lang, Words};

/// The words before the first hyphen of all ids: by them a text in quotation marks is known to be meant as one.
fn families() -> BTreeSet<String> {
    let locale = Path::new(env!("CARGO_MANIFEST_DIR")).join("../words/locales/en.ftl");
    let text = fs::read_to_string(locale).expect("the sentences");
    let ids = text.lines().filter_map(|line| line.split_once(" = ")).map(|(id, _)| id);
    ids.filter_map(|id| id.split_once('-')).map(|(family, _)| family.to_owned()).collect()
}

/// The message ids in the sources: texts in quotation marks that look like one. What a format fills in is no whole id, and the
/// names of rule sets and variants are no ids.
fn ids_in(folder: &Path, families: &BTreeSet<String>, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            ids_in(&path, families, found);
            continue;
        }
        let source = fs::read_to_string(&path).expect("a source");
        let shipped = source.split("#[cfg(test)]").next().unwrap_or_default();
        for part in shipped.split('"').skip(1).step_by(2) {
            let is_kebab = part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            let family = part.split_once('-').map_or("", |(family, _)| family);
            if is_kebab && families.contains(family) && !part.ends_with('-') && part != "error-column" {
                found.push(part.to_owned());
            }
        }
    }
}

#[test]
fn every_id_that_is_said_exists_in_every_language() {
    let mut ids = Vec::new();
    ids_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &families(), &mut ids);
    assert!(ids.len() > 150, "the sources were read");
    ids.extend(table::RuleSet::all().map(|rules| format!("rules-{rules}")));
    ids.extend(table::Proposal::VARIANTS.map(|variant| format!("variant-{variant}")));
    ids.extend(table::Proposal::CLOCKS.map(|(_, id)| id.to_owned()));
    for lang in Lang::ALL {
        let words = Words::new(lang);
        let missing: Vec<&String> = ids.iter().filter(|id| !words.has(id)).collect();
        assert!(missing.is_empty(), "{lang}: {missing:?}");
    }
}
