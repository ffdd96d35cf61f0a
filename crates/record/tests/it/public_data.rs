//! Other people's files, which are not part of this repository: name their folder in `PLATEAU_TESTDATA` to have them read.

use std::fs;
use std::path::{Path, PathBuf};

use record::sgf::Games;
use record::sgf::syntax::Collection;
use record::wthor::{Database, Names};
use record::{AnyRecord, Ending, Format, ReadOptions, obf, read, transcript, write};

fn folder(name: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("PLATEAU_TESTDATA") else {
        eprintln!("PLATEAU_TESTDATA is not set: nothing is read");
        return None;
    };
    Some(Path::new(&root).join(name))
}

fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending)))
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no {ending} in {}", folder.display());
    files
}

#[test]
fn every_sgf_sample_is_read_and_comes_back_byte_for_byte() {
    let Some(folder) = folder("sgf") else { return };
    for (path, bytes) in files(&folder, "sgf") {
        let collection = Collection::parse(bytes.clone(), &ReadOptions::default())
            .unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(collection.to_bytes() == bytes, "{path:?} changed");
        let games = Games::new(&bytes, ReadOptions::default()).map(Result::unwrap).count();
        assert_eq!(games, collection.roots().len(), "{path:?}");
    }
}

#[test]
fn every_sgf_sample_of_our_games_survives_as_a_record() {
    let Some(folder) = folder("sgf") else { return };
    for (path, bytes) in files(&folder, "sgf") {
        // The escaping sample is of a game that nobody plays here.
        let only_others = path.ends_with("escaping.sgf");
        let contents = match read(&bytes, None, &ReadOptions::default()) {
            Ok(contents) => contents,
            Err(error) => {
                assert!(only_others && error.id() == "record-game", "{path:?}: {error}");
                continue;
            }
        };
        assert!(!only_others);
        for warning in &contents.warnings {
            eprintln!("{}: {warning}", path.display());
        }
        let written = write(&contents.records, Format::Sgf).unwrap();
        let again = read(&written, None, &ReadOptions::default()).unwrap();
        assert!(again.records == contents.records, "{path:?} changed");
        assert_eq!(write(&again.records, Format::Sgf).unwrap(), written, "{path:?}");
    }
}

#[test]
fn the_comments_of_the_encoding_samples_are_legible() {
    let Some(folder) = folder("sgf") else { return };
    for (name, words) in [
        ("encoding-chinese-gb18030.sgf", "围棋是一种古老的游戏"),
        ("encoding-japanese-shiftjis.sgf", "Goは古代のゲームであり"),
        ("encoding-traditionalchinese-big5.sgf", "圍棋是一種古老的遊戲"),
        ("encoding-western-isolatin1.sgf", "Ää Àà Ââ"),
        ("encoding-utf16-withbom.sgf", "Го - древняя игра"),
        ("encoding-utf8-withbom.sgf", "Го - древняя игра"),
    ] {
        let bytes = fs::read(folder.join(name)).unwrap();
        let contents = read(&bytes, Some(name), &ReadOptions::default()).unwrap();
        let written = String::from_utf8(write(&contents.records, Format::Sgf).unwrap()).unwrap();
        assert!(written.contains(words), "{name}");
        assert!(contents.warnings.is_empty());
    }
}

#[test]
fn every_year_of_wthor_replays_to_its_result() {
    let Some(folder) = folder("othello/wthor") else { return };
    let names = Names {
        players: Names::read_players(&fs::read(folder.join("WTH.JOU")).unwrap()).unwrap(),
        tournaments: Names::read_tournaments(&fs::read(folder.join("WTH.TRN")).unwrap()).unwrap(),
    };
    let (mut games, mut finished) = (0, 0);
    for (path, bytes) in files(&folder, "wtb") {
        assert_eq!(Format::from_content(&bytes), Some(Format::Wthor), "{path:?}");
        let database = Database::read(&bytes, &ReadOptions::default()).unwrap().record;
        for number in 0..database.games.len() {
            let reading = database
                .record(number, &names, &ReadOptions::default())
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let record = reading.record;
            games += 1;
            assert!(!record.info.names[0].starts_with('#') && !record.info.event.starts_with('#'));
            let [black, white] = record.final_position().score();
            let margin = 2 * (black as i32 - white as i32);
            if plateau_core::Position::is_over(&record.final_position()) {
                finished += 1;
                assert_eq!(record.info.ending, Some(Ending::from_margin(margin)), "{path:?}, game {number}");
            }
        }
    }
    eprintln!("{games} games, {finished} played to the end");
    assert!(games > 100_000);
}

#[test]
fn every_position_and_opening_is_read_and_written_back() {
    let Some(folder) = folder("othello") else { return };
    for (path, bytes) in files(&folder, "obf") {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let entries =
            obf::read(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{path:?}: {error}")).record;
        assert_eq!(entries.len(), text.lines().filter(|line| !line.trim().is_empty()).count());
        for entry in &entries {
            assert_eq!(obf::Entry::read(&entry.write()).as_ref(), Ok(entry));
            assert_eq!(obf::Entry::from_record(&entry.to_record()).best(), entry.best());
        }
        assert_eq!(Format::from_content(&bytes), Some(Format::Obf));
    }
    for (path, bytes) in files(&folder, "txt") {
        let contents = read(&bytes, path.to_str(), &ReadOptions::default()).unwrap();
        assert_eq!(contents.format, Format::Transcript);
        let lines: String = contents
            .records
            .iter()
            .map(|record| match record {
                AnyRecord::Othello(record) => transcript::write(record).unwrap(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(lines.lines().collect::<Vec<_>>(), String::from_utf8(bytes).unwrap().lines().collect::<Vec<_>>());
    }
}
