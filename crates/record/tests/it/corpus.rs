//! Good and bad files of every format under `tests/corpus`, each with a golden file beside it that says what is made of it.
//!
//! With `BLESS` set the golden files are written anew; look at the difference before committing it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use record::sgf::syntax::Collection;
use record::{Contents, Error, Format, ReadOptions, read, write};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// Every file of the corpus but the golden ones.
fn files() -> Vec<PathBuf> {
    let list = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let mut files: Vec<_> = list(&folder()).iter().flat_map(|folder| list(folder)).collect();
    files.retain(|path| path.extension().is_none_or(|ending| ending != "golden"));
    files.sort();
    files
}

/// What there is to tell about a file.
fn report(path: &Path, bytes: &[u8]) -> String {
    let name = path.file_name().and_then(|name| name.to_str());
    let strict = read(bytes, name, &ReadOptions::STRICT);
    let recovered = read(bytes, name, &ReadOptions::RECOVER);
    let mut report = describe("strict", &strict);
    if recovered != strict {
        report += &describe("recover", &recovered);
    }
    report
}

fn describe(mode: &str, read: &Result<Contents, Error>) -> String {
    let contents = match read {
        Ok(contents) => contents,
        Err(error) => return format!("{mode}: {} {error}\n", error.id()),
    };
    let mut text = format!("{mode}: {}, {} records\n", contents.format, contents.records.len());
    for warning in &contents.warnings {
        let _ = writeln!(text, "warning: {} {warning}", warning.id());
    }
    let written = write(&contents.records, Format::Sgf).unwrap();
    text + &String::from_utf8(written).unwrap()
}

#[test]
fn every_file_is_read_as_its_golden_file_says() {
    let mut wrong = Vec::new();
    for path in files() {
        let report = report(&path, &fs::read(&path).unwrap());
        let golden = PathBuf::from(format!("{}.golden", path.display()));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &report).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        if report != expected {
            wrong.push(format!("{}\n--- expected\n{expected}--- but\n{report}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn good_files_are_read_and_bad_ones_are_not_taken_for_good() {
    let mut wrong = Vec::new();
    for path in files() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let strict = read(&fs::read(&path).unwrap(), Some(name), &ReadOptions::STRICT);
        let is_good = strict.as_ref().is_ok_and(|contents| contents.warnings.is_empty());
        if is_good == name.starts_with("bad-") {
            wrong.push(format!("{name}: {:?}", strict.map(|contents| contents.warnings)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn records_survive_being_written_and_read() {
    for path in files() {
        let name = path.file_name().unwrap().to_str();
        let Ok(contents) = read(&fs::read(&path).unwrap(), name, &ReadOptions::RECOVER) else { continue };
        let written = write(&contents.records, Format::Sgf).unwrap();
        let again = read(&written, Some("again.sgf"), &ReadOptions::STRICT).unwrap();
        assert_eq!(again.records, contents.records, "{path:?}");
        assert_eq!(write(&again.records, Format::Sgf).unwrap(), written, "{path:?}");
    }
}

#[test]
fn canonical_files_come_back_byte_for_byte() {
    let mut count = 0;
    for path in files() {
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.starts_with("canonical") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let contents = read(&bytes, None, &ReadOptions::STRICT).unwrap();
        let written = write(&contents.records, contents.format).unwrap();
        assert_eq!(String::from_utf8_lossy(&written), String::from_utf8_lossy(&bytes), "{name}");
        count += 1;
    }
    assert!(count >= 5);
}

#[test]
fn unedited_files_come_back_byte_for_byte() {
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        if let Ok(collection) = Collection::parse(bytes.clone(), &ReadOptions::STRICT) {
            assert_eq!(collection.to_bytes(), bytes, "{path:?}");
        }
    }
}

#[test]
fn the_content_tells_the_format_as_the_name_does() {
    for path in files() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let folder = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let expected = match folder {
            "transcript" => Format::Transcript,
            _ => Format::from_name(name).unwrap(),
        };
        // A name without moves is no sign of a format, and a damaged file may be anything.
        let is_plain_sign = !name.starts_with("bad-") && name != "not-begun.plain";
        if is_plain_sign {
            assert_eq!(Format::from_content(&fs::read(&path).unwrap()), Some(expected), "{name}");
        }
    }
}
