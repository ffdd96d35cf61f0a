//! SGF with its meaning: what the properties of the three games become, habits of other programs, canonical layout.

use std::time::Duration;

use go::{Handicap, Komi};
use plateau_core::{Player, Position as _};
use record::tree::{ClockNote, Mark, NodeId};
use record::{AnyRecord, Contents, Ending, Format, ReadOptions, Record, read, write};

fn contents(text: &str) -> Contents {
    read(text.as_bytes(), Some("x.sgf"), &ReadOptions::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn go(text: &str) -> Record<go::Game> {
    match contents(text).records.remove(0) {
        AnyRecord::Go(record) => record,
        other => panic!("{other:?}"),
    }
}

fn warnings(text: &str) -> Vec<String> {
    contents(text).warnings.iter().map(ToString::to_string).collect()
}

fn written(record: impl Into<AnyRecordOf>) -> String {
    String::from_utf8(write(&[record.into().0], Format::Sgf).unwrap()).unwrap()
}

/// Any of the three records, for tests that do not mind which.
struct AnyRecordOf(AnyRecord);

impl From<Record<go::Game>> for AnyRecordOf {
    fn from(record: Record<go::Game>) -> AnyRecordOf {
        AnyRecordOf(AnyRecord::Go(record))
    }
}

impl From<AnyRecord> for AnyRecordOf {
    fn from(record: AnyRecord) -> AnyRecordOf {
        AnyRecordOf(record)
    }
}

#[test]
fn a_game_of_go_is_understood() {
    let record =
        go("(;FF[4]GM[1]SZ[9]RU[Chinese]KM[5.5]PB[Anne]PW[Bo]BR[3k]DT[2024-02-29]RE[W+R]TM[600]OT[5x30 byo-yomi]
        ;B[ee]BL[599.5]C[Tengen\\: the \\]middle\\]];W[]WL[600]OW[3];B[tt]TR[aa][bb:cc]LB[dd:a\\:b]XY[?])");
    assert_eq!(record.game.size(), go::Size::NINE);
    assert_eq!(record.game.rules().komi, Komi::from_half_points(11));
    assert_eq!(record.game.rules().ko, go::Ko::Positional);
    let info = &record.info;
    assert_eq!((info.names[0].as_str(), info.ranks[0].as_str(), info.names[1].as_str()), ("Anne", "3k", "Bo"));
    assert_eq!(info.ending, Some(Ending::Resignation(Player::White)));
    assert_eq!((info.main_time, info.overtime.as_str()), (Some(Duration::from_secs(600)), "5x30 byo-yomi"));
    let nodes: Vec<_> = record.main_line().map(|node| record.node(node)).collect();
    assert_eq!(nodes[1].mv, Some((Player::Black, "E5".parse().unwrap())));
    assert_eq!(nodes[1].comment(), "Tengen: the ]middle]");
    assert_eq!(nodes[1].notes().unwrap().clocks[0].unwrap().left, Duration::from_millis(599_500));
    assert_eq!(nodes[2].notes().unwrap().clocks[1], Some(ClockNote { left: Duration::from_secs(600), moves: Some(3) }));
    assert_eq!((nodes[2].mv.unwrap().1, nodes[3].mv.unwrap().1), (go::Move::Pass, go::Move::Pass));
    let notes = nodes[3].notes().unwrap();
    let marks: Vec<_> = notes.marks.iter().map(|(mark, cell)| (*mark, cell.to_string())).collect();
    assert_eq!(marks[0], (Mark::Triangle, "A9".to_owned()));
    assert_eq!(marks.len(), 5);
    assert_eq!(notes.labels, [("D6".parse().unwrap(), "a:b".to_owned())]);
    assert_eq!((notes.other[0].id.as_str(), notes.other[0].values.as_slice()), ("XY", &["?".to_owned()][..]));
}

#[test]
fn habits_of_other_programs_are_understood() {
    // No size, no game, text before the bracket, names of FF[3], lower-case names.
    let record = go("Posted by me\n(see below)\n\n(;White[dd]Black[pp];b[qq];pw[x])");
    assert_eq!(record.game.size(), go::Size::NINETEEN);
    assert_eq!(record.main_moves().next().unwrap().1.to_string(), "Q4");
    // `tt` passes on small boards and is a point on large ones.
    assert_eq!(go("(;SZ[19];B[tt])").main_moves().next().unwrap().1, go::Move::Pass);
    assert_eq!(go("(;SZ[21];B[tt])").main_moves().next().unwrap().1.to_string(), "U2");
    // A problem without moves.
    let record = go("(;AB[aa][ba]AW[ab:bb]AE[ba]PL[W]SZ[5:5])");
    assert_eq!(record.position_at(NodeId::ROOT).to_string(), "X..../OO.../...../...../..... O");
    // Old marks and letters.
    let record = go("(;FF[3]SZ[9]L[aa][bb]M[cc])");
    let notes = record.node(NodeId::ROOT).notes().unwrap();
    assert_eq!(notes.labels.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(notes.marks[0].0, Mark::Cross);
}

#[test]
fn handicap_is_fixed_free_or_played() {
    let fixed = go("(;SZ[9]RU[AGA]KM[0.5]HA[2]AB[cg][gc];W[ee])");
    assert_eq!(fixed.game.handicap(), Handicap::Fixed(2));
    assert!(fixed.node(NodeId::ROOT).setup().is_none());
    assert_eq!(fixed.position_at(NodeId::ROOT).turn(), Player::White);
    let free = go("(;SZ[9]HA[2]AB[aa][gc];W[ee])");
    assert_eq!(free.game.handicap(), Handicap::Free(2));
    assert_eq!(free.position_at(NodeId::ROOT).to_string().chars().filter(|&c| c == 'X').count(), 2);
    assert_eq!(free.position_at(NodeId::ROOT).turn(), Player::White);
    let played = go("(;SZ[9]HA[2];B[aa];B[gc];W[ee])");
    assert_eq!(played.game.handicap(), Handicap::Free(2));
    let unsaid = go("(;SZ[9]HA[2];W[ee])");
    assert_eq!(unsaid.game.handicap(), Handicap::Fixed(2));
    for record in [fixed, free, played, unsaid] {
        assert_eq!(go(&written(record.clone())), record);
    }
    assert_eq!(warnings("(;SZ[5]HA[400])").len(), 1);
    assert_eq!(go("(;SZ[9]HA[1]KM[0.5])").game.handicap(), Handicap::None);
}

#[test]
fn what_the_rules_forbid_is_a_warning() {
    let check = |text: &str, expected: &[&str]| assert_eq!(warnings(text), expected, "{text}");
    check("(;SZ[9];B[aa];W[aa])", &["line 1, column 15: illegal move A9: a stone stands there already"]);
    check(
        "(;SZ[9]\n;B[jj])",
        &["line 2, column 2: B is \"jj\", expected a point on the board such as dd, or nothing to pass"],
    );
    check("(;SZ[9]SZ[19])", &["line 1, column 8: SZ is \"19\", expected one size of the board"]);
    check("(;SZ[9]KM[x])", &["line 1, column 8: KM is \"x\", expected whole or half points"]);
    check("(;SZ[9];B[aa]W[bb])", &["line 1, column 14: W is \"bb\", expected one move in a node"]);
    check("(;SZ[9]RE[maybe])", &["line 1, column 8: RE is \"maybe\", expected a result such as B+3.5, W+R or 0"]);
    check("(;SZ[9]TM[NaN])", &["line 1, column 8: TM is \"NaN\", expected a number of seconds"]);
    check(
        "(;SZ[2]AB[aa][ab][ba][bb])",
        &["line 1, column 8: set-up is \"../.. X\", expected stones that can stand like this"],
    );
    check("(;GM[1])(;GM[3])", &["line 1, column 11: GM[3] is not a game that can be opened here"]);
}

#[test]
fn a_board_that_cannot_be_is_an_error() {
    for size in ["0", "26", "-1", "9:13", "x", "999999999999"] {
        let error = read(format!("(;SZ[{size}])").as_bytes(), None, &ReadOptions::default()).unwrap_err();
        assert_eq!(error.id(), "record-value", "{size}");
    }
    let error = read(b"(;GM[2]SZ[10])", None, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 8: SZ is \"10\", expected a board of 8");
}

#[test]
fn nothing_is_lost_that_was_not_understood() {
    let text = "(;FF[4]GM[1]SZ[9]KM[3.75]RE[B wins]RU[GOE]DT[]ZZ[a][b\\]](;B[zz]N[]C[x]C[y])(;AB[aa][zz]LB[aa]BM[1]))";
    let record = go(text);
    let again = go(&written(record.clone()));
    assert_eq!(again, record);
    let text = written(record);
    for part in [
        "KM[3.75]",
        "RE[B wins]",
        "RU[GOE]",
        "DT[]",
        "ZZ[a][b\\]]",
        "B[zz]",
        "N[]",
        "C[x]",
        "C[y]",
        "AB[aa][zz]",
        "LB[aa]",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn saying_nothing_stays_saying_nothing() {
    let text = written(go("(;SZ[9];B[ee])"));
    assert!(!text.contains("RU[") && !text.contains("KM["), "{text}");
    let text = written(Record::new(go::Game::default()));
    assert!(text.contains("RU[French]KM[7.5]"), "{text}");
}

#[test]
fn othello_is_understood_in_both_notations() {
    for text in ["(;GM[2];B[fe];W[fd])", "(;GM[2]SZ[8];B[f5];W[F4])"] {
        let AnyRecord::Othello(record) = contents(text).records.remove(0) else { panic!("{text}") };
        assert_eq!(record.main_moves().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>(), ["f5", "f4"]);
        assert!(written(AnyRecord::Othello(record)).ends_with("SZ[8]\n;B[fe];W[fd])\n"));
    }
    // The discs of the beginning are often set up, and passes left out.
    let text = "(;GM[2]AB[ed][de]AW[dd][ee]PL[B];B[fe])";
    let AnyRecord::Othello(record) = contents(text).records.remove(0) else { panic!("{text}") };
    assert_eq!(record.final_position().counts(), [4, 1]);
    assert!(contents(text).warnings.is_empty());
    assert_eq!(warnings("(;GM[2];B[fe];B[df])").len(), 1);
}

#[test]
fn aligne_4_has_a_dialect() {
    for text in [
        "(;FF[4]GM[104]CA[UTF-8]AP[Plateau]\nSZ[4]RU[base]\nPB[Anne]\nPW[Bo]\n;B[7b2];W[0a1]C[x];B[fc3])\n",
        "(;FF[4]GM[104]CA[UTF-8]AP[Plateau]\nSZ[4]RU[gift]\n;B[7];W[b2];W[0]TR[b2];B[a1])\n",
        "(;FF[4]GM[104]CA[UTF-8]AP[Plateau]\nSZ[4]RU[gift-squares]\nPI[0a1][1b1]GI[f]\n;W[c3])\n",
    ] {
        let contents = contents(text);
        assert_eq!(contents.warnings, [], "{text}");
        assert_eq!(written(contents.records[0].clone()), text);
    }
    let AnyRecord::Aligne4(record) = contents("(;GM[104];B[7b2];W[7b2];B[0a1])").records.remove(0) else { panic!() };
    assert_eq!(record.final_position().to_string(), "0.../.7../..../....");
    assert_eq!(warnings("(;GM[104];B[7b2];W[7b3];B[xx])").len(), 2);
}

#[test]
fn the_canonical_layout_breaks_lines_where_it_should() {
    let mut text = String::from("(;SZ[19]RU[French]KM[7.5]");
    for ply in 0..60 {
        let (column, row) = ((b'a' + ply % 19) as char, (b'a' + ply / 19 * 2) as char);
        text += &format!(";{}[{column}{row}]", if ply % 2 == 0 { "B" } else { "W" });
    }
    text += "(;B[ss]C[a\nb])(;B[sr];W[sq]))";
    let text = written(go(&text));
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert!(text.ends_with("\n(;B[ss]C[a\nb])\n(;B[sr];W[sq]))\n"), "{text}");
    assert_eq!(written(go(&text)), text);
}

#[test]
fn the_default_for_a_missing_game_is_go() {
    assert!(matches!(contents("(;B[aa])").records[0], AnyRecord::Go(_)));
    assert_eq!(read(b"(;GM[chess])", None, &ReadOptions::default()).unwrap_err().id(), "record-game");
    assert_eq!(read(b"what is this?", None, &ReadOptions::default()).unwrap_err().id(), "record-format");
}
