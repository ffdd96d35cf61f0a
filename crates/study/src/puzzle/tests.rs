use table::Kind;

use super::*;

/// A puzzle of each kind that can be asked, as text.
const SOUND: [(Kind, &str); 4] = [
    (Kind::Go, "9;gain 4;1450;capture ladder;E5 C3 G4;D2;D2 D3 C2"),
    (Kind::Othello, "8;win;900;parity;f5 d6 c3;d3;d3 c4"),
    (Kind::Aligne4, "base;hold;1200;cell;0a1 fb2;7c3 6c3;7c3 1d4"),
    (Kind::Aligne4, "base;mistake 2;1000;;0a1 fb2 1c3;2;eb3 1a2"),
];

#[test]
fn what_is_written_is_read_again_and_can_be_asked() {
    for (kind, text) in SOUND {
        let puzzle = Puzzle::read(kind, text).unwrap_or_else(|unfit| panic!("{text}: {unfit}"));
        assert_eq!(puzzle.to_string(), text);
        assert_eq!(puzzle.check(), Ok(()), "{text}");
        assert_eq!(puzzle.way().map(|way| way.kind()), Ok(kind));
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (kind, text, unfit) in [
        (Kind::Go, "", Unfit::Text),
        (Kind::Go, "9;gain;1;;;D2;D2", Unfit::Text),
        (Kind::Go, "9;gain x;1;;;D2;D2", Unfit::Text),
        (Kind::Go, "9;win 3;1;;;D2;D2", Unfit::Text),
        (Kind::Go, "9;gain 4;-1;;;D2;D2", Unfit::Text),
        (Kind::Go, "9;gain 4;1;nothing;;D2;D2", Unfit::Text),
        (Kind::Go, "99;gain 4;1;;;D2;D2", Unfit::Text),
        (Kind::Go, "9;gain 4;1;;;D2;D2;more", Unfit::Text),
        (Kind::Othello, "9;win;1;;;d3;d3", Unfit::Text),
        (Kind::Aligne4, "chess;hold;1;;;0a1;0a1", Unfit::Text),
        (Kind::Go, "9;win;1;;;D2;D2", Unfit::Task),
        (Kind::Go, "9;gain 4;1;;E5 E5;D2;D2", Unfit::Moves),
        (Kind::Go, "9;gain 4;1;;E5;E5;E5", Unfit::Answers),
        (Kind::Go, "9;gain 4;1;;E5;;D2", Unfit::Answers),
        (Kind::Go, "9;gain 4;1;;E5;D2;D3", Unfit::Line),
        (Kind::Go, "9;gain 4;1;;E5;D2;D2 D2", Unfit::Line),
        (Kind::Go, "9;gain 4;1;;E5;D2;", Unfit::Line),
        (Kind::Aligne4, "base;mistake 2;1;;0a1 fb2 1c3;1;eb3", Unfit::Answers),
        (Kind::Aligne4, "base;mistake 2;1;;0a1 fb2 1c3;4;eb3", Unfit::Answers),
        (Kind::Aligne4, "base;mistake 2;1;;0a1 fb2 1c3;2 3;eb3", Unfit::Answers),
        (Kind::Aligne4, "base;mistake 2;1;;0a1 fb2 1c3;2;fb2", Unfit::Line),
        (Kind::Aligne4, "base;mistake 0;1;;0a1 fb2 1c3;0;fb3", Unfit::Answers),
    ] {
        let refused = Puzzle::read(kind, text).and_then(|puzzle| puzzle.check());
        assert_eq!(refused, Err(unfit), "{text}");
    }
}

fn file() -> String {
    Collection::new(Kind::Go, [Puzzle::read(Kind::Go, SOUND[0].1).expect("a puzzle")]).to_string()
}

#[test]
fn a_file_is_read_again_and_a_damaged_one_is_refused() {
    let file = file();
    let collection = Collection::read(&file).expect("a file");
    assert_eq!((collection.to_string(), collection.rating(1)), (file.clone(), Some(1450)));
    assert_eq!(collection.puzzle(1).map(|puzzle| puzzle.to_string()).as_deref(), Some(SOUND[0].1));
    assert_eq!([collection.puzzle(0), collection.puzzle(2)], [None, None]);
    // Whatever byte is another one: it is seen.
    for at in 0..file.len() {
        let mut bytes = file.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(text) = String::from_utf8(bytes) {
            assert!(Collection::read(&text).is_err(), "byte {at}: {text}");
        }
        assert!(Collection::read(&file[..at]).is_err(), "cut after {at}");
    }
    assert_eq!(Collection::read(&file.replace("puzzles 1 ", "puzzles 2 ")), Err(Damaged::Head));
}

#[test]
fn what_ships_can_be_asked_and_is_small() {
    let mut bytes = 0;
    for kind in Kind::ALL {
        let collection = Collection::shipped(kind);
        bytes += collection.to_string().len();
        for number in 1..=collection.len() {
            let puzzle = collection.puzzle(number).expect("it was read once");
            assert_eq!(puzzle.check(), Ok(()), "{kind} {number}");
        }
        let ratings: Vec<_> = (1..=collection.len()).map(|number| collection.rating(number)).collect();
        assert!(ratings.is_sorted(), "{kind}: from the easiest on");
    }
    assert!(bytes <= 3_000_000, "{bytes} bytes");
}

#[test]
fn the_first_try_counts_and_no_other() {
    let collection = Collection::shipped(Kind::Othello);
    let mut progress = Progress::default();
    let begin = progress.of(Kind::Othello).rating.rating;
    let first = progress.of(Kind::Othello).next(collection).expect("there are puzzles");
    assert!(progress.try_first(collection, first, true) && !progress.try_first(collection, first, false));
    let standing = progress.of(Kind::Othello);
    assert!(standing.rating.rating > begin && standing.counts() == [1, 1]);
    let second = standing.next(collection).expect("there are more");
    assert_ne!(first, second);
    assert!(progress.try_first(collection, second, false));
    assert!(!progress.try_first(collection, collection.len() + 1, true), "there is no such puzzle");
    let text = progress.text(&Collection::shipped);
    let again = Progress::read(&text, &Collection::shipped);
    assert_eq!(again.text(&Collection::shipped), text);
    assert_eq!(again.of(Kind::Othello).tried, progress.of(Kind::Othello).tried);
    // Other puzzles by now: what was tried is another's number.
    let other = text.replace(collection.id(), "0000000000000000");
    let other = Progress::read(&other, &Collection::shipped);
    assert_eq!(other.of(Kind::Othello).counts(), [0, 0]);
    assert!((other.of(Kind::Othello).rating.rating - progress.of(Kind::Othello).rating.rating).abs() < 0.01);
    for text in ["", "x", "oth", "othello id 1500/200/0.06 x+ +", "\u{e9}\u{e9}", "go id 1500/200/0.06 \u{e9}"] {
        assert_eq!(Progress::read(text, &Collection::shipped).of(Kind::Go).counts(), [0, 0], "{text}");
    }
}

#[test]
fn every_puzzle_has_its_day_before_one_comes_again() {
    let collection = Collection::shipped(Kind::Aligne4);
    let days = collection.len() as u64;
    let numbers: std::collections::BTreeSet<_> = (0..days).map(|day| of_day(day, collection)).collect();
    assert_eq!(numbers.len() as u64, days);
    assert_eq!(of_day(7, collection), of_day(7 + days, collection));
    let kinds: Vec<_> = (20_000..20_003).filter_map(|day| daily(day, &Collection::shipped)).map(|of| of.0).collect();
    assert_eq!(kinds.len(), 3);
    assert_ne!(kinds[0], kinds[1]);
}
