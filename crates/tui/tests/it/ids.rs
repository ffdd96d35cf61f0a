//! Every sentence that this crate says exists in every language.

use std::fs;
use std::path::Path;

use words::{Lang, Words};

/// The message ids in the sources: words in quotation marks that begin with a prefix of this crate.
fn ids_in(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            ids_in(&path, found);
            continue;
        }
        let source = fs::read_to_string(&path).expect("a source");
        for part in source.split('"').skip(1).step_by(2) {
            let is_id =
                ["tui-", "console-", "counter-", "table-", "error-file-"].iter().any(|prefix| part.starts_with(prefix));
            if is_id && !part.contains(['{', ' ', ':']) && !part.ends_with('-') && part != "error-column" {
                found.push(part.to_owned());
            }
        }
    }
}

#[test]
fn every_id_that_is_said_exists_in_every_language() {
    let mut ids = Vec::new();
    ids_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut ids);
    assert!(ids.len() > 150, "the sources were read");
    let rules = ["french", "chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor", "sum"];
    ids.extend(rules.map(|rules| format!("tui-rules-{rules}")));
    ids.extend(["base", "gift", "squares", "gift-squares"].map(|variant| format!("tui-variant-{variant}")));
    for lang in Lang::ALL {
        let words = Words::new(lang);
        let missing: Vec<&String> = ids.iter().filter(|id| !words.has(id)).collect();
        assert!(missing.is_empty(), "{lang}: {missing:?}");
    }
}
