//! Everything as text, and back.

use std::io::{self, Write};

use fastrand::Rng;
use table::{AnySetup, Kind};

use super::Handle;
use super::games::{OTHELLO, SETUPS, event, random_game, table};
use super::papers::paper;
use super::tokens::token;
use crate::{
    Error, GameId, Heading, Imported, MAX_PAPER_BYTES, MAX_TEXT_BYTES, Paper, PaperQuery, Query, Shelf, Store,
};

fn export(store: &dyn Store) -> String {
    let mut text = Vec::new();
    store.export(&mut text).expect("an export");
    String::from_utf8(text).expect("UTF-8")
}

/// Puts a bit of everything into a store.
fn fill(store: &dyn Store) {
    for seed in 0..8 {
        let game = random_game(store, SETUPS[seed as usize % 4], 30, &mut Rng::with_seed(seed));
        store.set_notes(game.id(), &[("listed", Some("yes")), ("odd\tkey", Some("a\nb"))]).expect("noted");
    }
    for (key, value) in [("theme", "dark"), ("odd\tkey", "a\\b\nc\r\td"), ("empty", "")] {
        store.set_option(key, Some(value)).expect("set");
    }
    for (name, at_ms) in [("Ada", 5), ("Bob\\n", 9), ("Zoé", 7)] {
        store.remember_name(name, at_ms).expect("remembered");
    }
    for name in ["one", "odd\tname"] {
        assert_eq!(store.add_token(&token(name, "Ada\n"), 9), Ok(true));
    }
    for shelf in Shelf::ALL {
        let mut first = paper("Ada\t", shelf, "odd\ttitle\n", 77);
        first.heading.due_ms = (shelf == Shelf::Card).then_some(99);
        // A letter of two bytes stands where the text is cut.
        first.text = format!("a\t\\\n{}", "é".repeat(MAX_TEXT_BYTES));
        store.keep_paper(&first).expect("kept");
        let again = Heading { version: 1, touched_ms: 88, ..first.heading };
        store.keep_paper(&Paper { heading: again, text: first.text }).expect("kept again");
    }
}

pub(super) fn an_export_can_be_imported(open: &dyn Fn() -> Handle) {
    let (from, to) = (&*open(), &*open());
    fill(from);
    let text = export(from);
    assert_eq!(to.import(&mut text.as_bytes()), Ok(Imported { games: 8, papers: 4, ..Imported::default() }));
    assert_eq!(export(to), text);
    assert_eq!((to.tokens("Ada\n"), to.tokens("Ada\n").map(|all| all.len())), (from.tokens("Ada\n"), Ok(2)));
    for shelf in Shelf::ALL {
        let query = PaperQuery::of("Ada\t", shelf);
        let page = from.papers(&query).expect("a list");
        assert_eq!((to.papers(&query), page.papers.len()), (Ok(page.clone()), 1));
        assert!(to.paper(page.papers[0].id) == from.paper(page.papers[0].id), "with its text");
    }
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

    let changed = to.list(&Query::unfinished()).expect("a list").games[0].id;
    to.set_option("theme", Some("light")).expect("set");
    to.set_notes(changed, &[("listed", Some("no"))]).expect("noted");
    to.remember_name("Ada", 99).expect("remembered");
    let study = to.papers(&PaperQuery::of("Ada\t", Shelf::Study)).expect("a list").papers.remove(0);
    to.keep_paper(&Paper { heading: study, text: "changed".to_owned() }).expect("kept");
    let before = export(to);
    let windows = text.replace('\n', "\r\n");
    assert_eq!(
        to.import(&mut windows.as_bytes()),
        Ok(Imported { known_games: 8, known_papers: 4, ..Imported::default() })
    );
    assert_eq!(export(to), before, "what is here stays as it is");
    check_unwritable(from);
}

pub(super) fn the_longest_set_up_can_be_imported(open: &dyn Fn() -> Handle) {
    let (from, to) = (&*open(), &*open());
    let mut setup = AnySetup::new(Kind::Othello);
    let bytes = setup.to_string().len();
    setup.seats_mut()[1].name = "x".repeat(MAX_TEXT_BYTES - bytes);
    let table = setup.table().expect("a table");
    assert_eq!(table.setup().to_string().len(), MAX_TEXT_BYTES);
    from.create(&table, 1).expect("as long as the limit");
    let text = export(from);
    assert_eq!(to.import(&mut text.as_bytes()), Ok(Imported { games: 1, ..Imported::default() }));
    assert_eq!(export(to), text);
}

fn check_unwritable(store: &dyn Store) {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("no room"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    assert_eq!(store.export(&mut Full), Err(Error::Transfer { problem: "no room".to_owned() }));
}

pub(super) fn the_format_is_as_described(open: &dyn Fn() -> Handle) {
    let store = &*open();
    assert_eq!(export(store), "plateau\t3\nend\n");
    let text = "plateau\t3\noption\ttheme\tdark\nname\t9\tZoé\ntoken\tbob\tAda\tab12\tbot:play\t5\ngame\t00000000000000000000000001\t5\nsetup\tgame othello\n\
                setup\tblack human\\tAda\nsetup\twhite level:3\\tMachine\nsetup\tclock none\nnote\tlisted\tyes\n\
                event\t7 play f5 1500\nevent\t8 resign white\nresult\tB+R\ngame\t00000000000000000000000002\t6\n\
                setup\tgame aligne4\nevent\t9 offer-draw black\nevent\t9 agree-draw\nresult\t0\t1\t2.5\n\
                paper\t00000000000000000000000003\there\tstudy\t4\t7\t9\t\tMy title\ntext\t(;GM[1]\\n)\n\
                paper\t00000000000000000000000004\tAda\tcard\t1\t7\t9\t11\t\nend\n";
    store.import(&mut text.as_bytes()).expect("an import");
    assert_eq!(export(store), text);
    let tokenless = text.replace("plateau\t3", "plateau\t2").replace("token\tbob\tAda\tab12\tbot:play\t5\n", "");
    assert_eq!(open().import(&mut tokenless.as_bytes()).map(|imported| imported.games), Ok(2));
    let older = &*open();
    let without: String = tokenless.split_inclusive("\npaper").take(1).collect();
    let without = without.replace("plateau\t2", "plateau\t1").replace("\npaper", "\nend\n");
    assert_eq!(older.import(&mut without.as_bytes()), Ok(Imported { games: 2, ..Imported::default() }));
}

/// A game up to its set-up; what follows is on its fifth line.
const GAME: &str = "plateau\t1\noption\ta\tb\ngame\t00000000000000000000000001\t5\nsetup\tgame othello\n";

/// Lines after [`GAME`], the line that is wrong, and what should have stood there.
const BAD: [(&str, u64, &str); 35] = [
    ("event\t5 play f5 0\nevent\t6 play a1 0\nend\n", 6, "export-event"),
    ("event\t5 jump\nend\n", 5, "export-event"),
    ("event\t5 resign white\nevent\t6 play f5 0\nend\n", 6, "export-event"),
    ("event\t5 fall black\nevent\t6 play f5 0\nend\n", 6, "export-event"),
    ("event\t5 forfeit black\nevent\t6 resign white\nend\n", 6, "export-event"),
    ("event\t5 resign white\nevent\t6 redo 0\nend\n", 6, "export-event"),
    ("event\t5 play f5 0\nevent\t6 undo 2\nend\n", 6, "export-event"),
    ("event\t5 accept black\nend\n", 5, "export-event"),
    ("event\t5 decline black\nend\n", 5, "export-event"),
    ("event\t5 resign white\nresult\tB+R\nevent\t5 sit black human\\tA\nend\n", 7, "export-event"),
    ("result\tB+2\nevent\t5 play f5 0\nend\n", 5, "export-result"),
    ("event\t5 resign white\nresult\tB+R\nresult\tB+4\nend\n", 7, "export-result"),
    ("event\t5 resign white\nresult\tB+R\t1\tx\nend\n", 6, "export-line"),
    ("event\t5 resign white\nresult\tmany\nend\n", 6, "export-line"),
    ("setup\tsize 9\nend\n", 6, "export-setup"),
    ("setup\tsize 9\ngame\t00000000000000000000000002\t5\nend\n", 6, "export-setup"),
    ("event\t5 play f5 0\nsetup\tblack human\nend\n", 6, "export-line"),
    ("option\tc\td\nend\n", 5, "export-line"),
    ("name\t5\tAda\nend\n", 5, "export-line"),
    ("token\tbob\tAda\tab\t\t5\nend\n", 5, "export-line"),
    ("token\tbob\tAda\nend\n", 5, "export-line"),
    ("result\tB+2\t33\nend\n", 5, "export-line"),
    ("event\t5 play f5\\x 0\nend\n", 5, "export-line"),
    ("game\tx\t5\nend\n", 5, "export-line"),
    ("game\t00000000000000000000000002\tx\nend\n", 5, "export-line"),
    ("what\nend\n", 5, "export-line"),
    ("text\tx\nend\n", 5, "export-line"),
    ("paper\tx\tAda\tcard\t1\t1\t1\t\t\nend\n", 5, "export-line"),
    ("paper\t00000000000000000000000003\tAda\tbook\t1\t1\t1\t\t\nend\n", 5, "export-line"),
    ("paper\t00000000000000000000000003\tAda\tcard\t1\t1\t1\tx\t\nend\n", 5, "export-line"),
    ("paper\t00000000000000000000000003\tAda\tcard\t1\t1\t1\nend\n", 5, "export-line"),
    ("paper\t00000000000000000000000003\tAda\tcard\t1\t1\t1\t\t\nnote\ta\tb\nend\n", 6, "export-line"),
    ("paper\t00000000000000000000000003\tAda\tcard\t1\t1\t1\t\t\ntext\tx\n", 7, "export-end"),
    ("event\t5 play f5 0\n", 6, "export-end"),
    ("end", 5, "export-end"),
];

pub(super) fn a_bad_text_is_refused_whole(open: &dyn Fn() -> Handle) {
    let (store, other) = (&*open(), &*open());
    let refuse = |text: &[u8]| store.import(&mut &*text).expect_err("a bad text");
    for (rest, line, expected) in BAD {
        match refuse(format!("{GAME}{rest}").as_bytes()) {
            Error::Import { line: found, expected: what } => assert_eq!((found, what.id), (line, expected), "{rest}"),
            error => panic!("{rest}: {error}"),
        }
    }
    for text in ["", "plateau\t4\nend\n", "(;GM[1])\n", "\u{feff}plateau\t1\nend\n"] {
        assert_eq!(refuse(text.as_bytes()).id(), "store-import", "{text}");
    }
    let option = |bytes| {
        format!("{GAME}game\t00000000000000000000000002\t5\nsetup\tgame othello\nnote\ta\t{}\nend\n", "x".repeat(bytes))
    };
    assert_eq!(refuse(option(MAX_TEXT_BYTES + 1).as_bytes()).id(), "store-too-long");
    assert_eq!(refuse(option(1 << 20).as_bytes()).id(), "store-import", "endless lines are not read");
    assert_eq!(refuse(b"plateau\t1\n\xff\nend\n").id(), "store-import");
    refuse_what_is_too_much(store);
    refuse_what_was_cut_off(store, other);
    refuse_what_does_not_fit(store, other);
    assert_eq!(export(store), "plateau\t3\nend\n", "nothing was imported");
    assert_eq!(store.import(&mut format!("{GAME}end\n").as_bytes()), Ok(Imported { games: 1, ..Imported::default() }));
}

/// A text of many short lines can be as endless as one long line.
fn refuse_what_is_too_much(store: &dyn Store) {
    let setups = format!("setup\tblack human{}\n", " ".repeat(1000)).repeat(70);
    let notes: String = (0..=1000).map(|number| format!("note\t{number}\tx\n")).collect();
    let text = format!("text\t{}\n", "x".repeat(MAX_TEXT_BYTES)).repeat(MAX_PAPER_BYTES / MAX_TEXT_BYTES);
    let paper = format!("paper\t00000000000000000000000003\tAda\trecord\t1\t1\t1\t\t\n{text}text\tx\n");
    for (rest, what) in [(setups, "export-line"), (notes, "export-line"), (paper, "export-line")] {
        let error = store.import(&mut format!("{GAME}{rest}end\n").as_bytes()).expect_err("too much");
        assert!(matches!(&error, Error::Import { expected, .. } if expected.id == what), "{error}");
    }
}

fn refuse_what_was_cut_off(store: &dyn Store, other: &dyn Store) {
    fill(other);
    let text = export(other);
    let mut rng = Rng::with_seed(1);
    for _ in 0..60 {
        let length = rng.usize(..text.len() - 1);
        let error = store.import(&mut &text.as_bytes()[..length]).expect_err("cut off");
        assert_eq!(error.id(), "store-import", "{error}");
    }
}

/// An export has what is there, also a game that cannot be read any more; whoever imports it is told.
fn refuse_what_does_not_fit(store: &dyn Store, other: &dyn Store) {
    let game: GameId = other.create(&table(OTHELLO), 1).expect("a game");
    other.append(game, 0, &["5 resign white", "6 play f5 0"].map(event), None).expect("kept");
    let text = export(other);
    assert!(text.contains("event\t6 play f5 0\n"), "{text}");
    let error = store.import(&mut text.as_bytes()).expect_err("a move after the end");
    assert!(matches!(error, Error::Import { expected, .. } if expected.id == "export-event"), "{error}");
}
