//! Everything as text, and back.

use std::io::{self, Write};

use fastrand::Rng;
use store::{Error, Imported, Query, Sqlite, Store};

use crate::kit::{Folder, SETUPS, random_game};

fn export(store: &Sqlite) -> String {
    let mut text = Vec::new();
    store.export(&mut text).expect("an export");
    String::from_utf8(text).expect("UTF-8")
}

/// A store with a bit of everything.
fn filled(folder: &Folder) -> Sqlite {
    let store = folder.open();
    for seed in 0..8 {
        let game = random_game(&store, SETUPS[seed as usize % 4], 30, &mut Rng::with_seed(seed));
        store.set_notes(game.id(), &[("listed", Some("yes")), ("odd\tkey", Some("a\nb"))]).expect("noted");
    }
    for (key, value) in [("theme", "dark"), ("odd\tkey", "a\\b\nc\r\td"), ("empty", "")] {
        store.set_option(key, Some(value)).expect("set");
    }
    for (name, at_ms) in [("Ada", 5), ("Bob\\n", 9), ("Zoé", 7)] {
        store.remember_name(name, at_ms).expect("remembered");
    }
    store
}

#[test]
fn an_export_can_be_imported_again() {
    let (here, there) = (Folder::new(), Folder::new());
    let (from, to) = (filled(&here), there.open());
    let text = export(&from);
    assert_eq!(to.import(&mut text.as_bytes()), Ok(Imported { games: 8, known_games: 0 }));
    assert_eq!(export(&to), text);
    for query in [Query::unfinished(), Query::finished()] {
        let page = from.list(&query).expect("a list");
        assert_eq!(to.list(&query).expect("a list"), page);
        for summary in page.games {
            assert_eq!(to.load(summary.id), from.load(summary.id));
            assert_eq!(to.notes(summary.id), from.notes(summary.id));
        }
    }
    assert_eq!(to.options(), from.options());
    assert_eq!(to.names(9), from.names(9));

    to.set_option("theme", Some("light")).expect("set");
    let windows = text.replace('\n', "\r\n");
    assert_eq!(to.import(&mut windows.as_bytes()), Ok(Imported { games: 0, known_games: 8 }));
    assert_eq!(to.option("theme").expect("asked").as_deref(), Some("light"), "what is here stays");
}

#[test]
fn a_text_that_was_cut_off_is_refused_whole() {
    let (here, there) = (Folder::new(), Folder::new());
    let text = export(&filled(&here));
    let store = there.open();
    let empty = export(&store);
    let mut rng = Rng::with_seed(1);
    for _ in 0..60 {
        let mut length = rng.usize(..text.len() - 1);
        while !text.is_char_boundary(length) {
            length -= 1;
        }
        let error = store.import(&mut &text.as_bytes()[..length]).expect_err("cut off");
        assert_eq!(error.id(), "store-import", "{error}");
    }
    assert_eq!(export(&store), empty);
}

#[test]
fn a_bad_line_is_named_and_nothing_is_imported() {
    let folder = Folder::new();
    let store = folder.open();
    let game = "plateau\t1\noption\ta\tb\ngame\t00000000000000000000000001\t5\nsetup\tgame othello\n";
    for (rest, line, expected) in [
        ("event\t5 play f5 0\nevent\t6 play a1 0\nend\n", 6, "export-event"),
        ("event\t5 jump\nend\n", 5, "export-event"),
        ("result\tB+2\nevent\t5 play f5 0\nend\n", 5, "export-result"),
        ("event\t5 resign white\nresult\tB+R\nevent\t5 play f5 0\nend\n", 7, "export-event"),
        ("event\t5 resign white\nevent\t6 play f5 0\nend\n", 6, "export-event"),
        ("event\t5 resign white\nresult\tB+R\t1\tx\nend\n", 6, "export-line"),
        ("event\t5 resign white\nresult\tmany\nend\n", 6, "export-line"),
        ("setup\tsize 9\nend\n", 6, "export-setup"),
        ("event\t5 play f5 0\nsetup\tblack human\nend\n", 6, "export-line"),
        ("option\tc\td\nend\n", 5, "export-line"),
        ("result\tB+2\t33\nend\n", 5, "export-line"),
        ("event\t5 resign white\nresult\tB+R\nresult\tB+4\nend\n", 7, "export-result"),
        ("event\t5 play f5\\x 0\nend\n", 5, "export-line"),
        ("game\tx\t5\nend\n", 5, "export-line"),
        ("game\t00000000000000000000000002\tx\nend\n", 5, "export-line"),
        ("what\nend\n", 5, "export-line"),
        ("event\t5 play f5 0\n", 6, "export-end"),
        ("end", 5, "export-end"),
    ] {
        let text = format!("{game}{rest}");
        match store.import(&mut text.as_bytes()) {
            Err(Error::Import { line: found, expected: what }) => {
                assert_eq!((found, what.id), (line, expected), "{rest}");
            }
            answer => panic!("{rest}: {answer:?}"),
        }
    }
    for text in ["", "plateau\t2\nend\n", "(;GM[1])\n", "\u{feff}plateau\t1\nend\n"] {
        assert_eq!(store.import(&mut text.as_bytes()).expect_err(text).id(), "store-import", "{text}");
    }
    let long = format!("plateau\t1\noption\ta\t{}\nend\n", "x".repeat(store::MAX_TEXT_BYTES + 1));
    assert_eq!(store.import(&mut long.as_bytes()).expect_err("long").id(), "store-too-long");
    let endless = format!("plateau\t1\noption\ta\t{}\nend\n", "x".repeat(1 << 20));
    assert_eq!(store.import(&mut endless.as_bytes()).expect_err("endless").id(), "store-import");
    assert_eq!(store.import(&mut &b"plateau\t1\n\xff\nend\n"[..]).expect_err("bytes").id(), "store-import");
    assert_eq!(export(&store), "plateau\t1\nend\n");
    assert_eq!(store.import(&mut format!("{game}end\n").as_bytes()), Ok(Imported { games: 1, known_games: 0 }));
}

#[test]
fn an_export_that_cannot_be_written_says_so() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("no room"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let folder = Folder::new();
    let error = filled(&folder).export(&mut Full).expect_err("nowhere to write");
    assert_eq!(error, Error::Transfer { problem: "no room".to_owned() });
}

#[test]
fn the_format_is_as_described() {
    let folder = Folder::new();
    let store = folder.open();
    let text = "plateau\t1\noption\ttheme\tdark\nname\t9\tZoé\ngame\t00000000000000000000000001\t5\nsetup\tgame othello\n\
                setup\tblack human\\tAda\nsetup\twhite level:3\\tMachine\nsetup\tclock none\nevent\t7 play f5 1500\n\
                event\t8 resign white\nresult\tB+R\ngame\t00000000000000000000000002\t6\nsetup\tgame aligne4\n\
                event\t9 offer-draw black\nevent\t9 agree-draw\nresult\t0\t1\t2.5\nend\n";
    store.import(&mut text.as_bytes()).expect("an import");
    assert_eq!(export(&store), text);
}
