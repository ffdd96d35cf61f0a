//! Othello: transcripts, the plain text format, OBF, GGF, WTHOR, and the ways between them.

use plateau_core::{Game as _, Player, Position as _};
use record::tree::NodeId;
use record::wthor::{Database, Names};
use record::{AnyRecord, Ending, Error, Format, ReadOptions, Record, ggf, obf, plain, read, transcript, write};

/// The final of the world championship of 1992, in which Black passes twice.
const FINAL_1992: &str = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e2a3d1c1a4a5f3g4f1e7d7d8e6f6b6e1b1c7a6a7b2f7g3g5h4h5g2h1g1\
                          a1a2b7c8b8a8h3h6g6e8h7h2h8g8g7f8";

fn game(text: &str) -> Record<othello::Game> {
    let mut games = transcript::read(text, &ReadOptions::default()).unwrap().record;
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

#[test]
fn the_final_of_1992_replays_with_black_passing_twice() {
    let record = game(FINAL_1992);
    let passes: Vec<_> = record
        .main_moves()
        .enumerate()
        .filter(|(_, (_, mv))| *mv == othello::Move::Pass)
        .map(|(ply, (player, _))| (ply, player))
        .collect();
    assert_eq!(passes, [(56, Player::Black), (58, Player::Black)]);
    assert!(record.final_position().is_over());
    assert_eq!(record.final_position().score(), [20, 44]);
    assert_eq!(transcript::write(&record).unwrap().trim_end(), FINAL_1992);
}

#[test]
fn transcripts_are_read_however_they_are_written() {
    let plain = game("f5d6c3d3c4");
    for text in [
        "F5D6C3D3C4",
        "f5 d6 c3 d3 c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1) F5, d6, 2) C3, d3, 3) c4",
        "# a remark\n\n1. f5 d6\n2. c3 d3 # another\n3. c4\n",
        "\u{feff}f5d6c3d3c4\r\n",
    ] {
        assert_eq!(game(text), plain, "{text}");
    }
}

#[test]
fn written_passes_are_understood() {
    let record = game(FINAL_1992);
    for pass in ["pass", "PA", "Ps", "--", " -- "] {
        let text: String = record
            .main_moves()
            .map(|(_, mv)| if mv == othello::Move::Pass { pass.to_owned() } else { mv.to_string() })
            .collect();
        assert_eq!(game(&text), record, "{text}");
    }
}

#[test]
fn several_games_stand_on_several_lines() {
    let games = transcript::read("f5d6c3\nf5f6e6f4\n\nc4\n", &ReadOptions::default()).unwrap().record;
    assert_eq!(games.iter().map(|game| game.main_moves().count()).collect::<Vec<_>>(), [3, 4, 1]);
}

#[test]
fn a_bad_transcript_names_the_place() {
    let check = |text: &str, message: &str| {
        assert_eq!(transcript::read(text, &ReadOptions::default()).unwrap_err().to_string(), message, "{text:?}");
    };
    check("", "there is no game in the file");
    check("f5 x6", "line 1, column 4: expected a column from a to h, found 'x'");
    check("f5d6\nf5é", "line 2, column 3: expected a square such as f5, or a pass, found 'é'");
    check("f5f5", "line 1, column 3: illegal move f5: there is a disc on this square already");
    check("f5 pass", "line 1, column 4: illegal move pass: passing is allowed only when no square can be played");
    check("f9", "line 1, column 2: expected a row from 1 to 8, found '9'");
    let reading = transcript::read("f5d6 a1 c3\nf5", &ReadOptions::RECOVER).unwrap();
    assert_eq!(reading.record.iter().map(|game| game.main_moves().count()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(reading.warnings.len(), 1);
    assert!(transcript::read("nonsense", &ReadOptions::RECOVER).is_err());
}

#[test]
fn the_plain_text_format_goes_both_ways() {
    let text = "Anne\nBo Li\n56\n64\n33\n";
    let reading = plain::read(text, &ReadOptions::default()).unwrap();
    assert_eq!(reading.record.info.names, ["Anne", "Bo Li"]);
    assert_eq!(transcript::write(&reading.record).unwrap(), "f5d6c3\n");
    assert_eq!(plain::write(&reading.record).unwrap(), text);
    assert_eq!(Format::from_content(text.as_bytes()), Some(Format::Plain));
    // Nobody has moved yet.
    assert_eq!(plain::read("a\nb\n", &ReadOptions::default()).unwrap().record.main_moves().count(), 0);

    let check = |text: &str, message: &str| {
        assert_eq!(plain::read(text, &ReadOptions::default()).unwrap_err().to_string(), message, "{text:?}");
    };
    check("", "line 1, column 1: expected two lines with the players' names, found the end");
    check("a\nb\n56\n56\n", "line 4, column 1: illegal move f5: there is a disc on this square already");
    assert!(matches!(plain::read("a\nb\n90\n", &ReadOptions::default()), Err(Error::Syntax { .. })));
    let damaged = plain::read("a\nb\n56\nxx\n33", &ReadOptions::RECOVER).unwrap();
    assert_eq!((damaged.record.main_moves().count(), damaged.warnings.len()), (1, 1));
}

#[test]
fn obf_goes_both_ways() {
    let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; A2:+6; A4:-22;";
    let entry = obf::Entry::read(line).unwrap();
    assert_eq!(entry.write(), line);
    assert_eq!((entry.scores.len(), entry.best()), (4, Some(18)));
    let record = entry.to_record();
    assert_eq!(record.position_at(NodeId::ROOT), entry.position);
    assert_eq!(obf::Entry::from_record(&record), entry);

    let white = line.replace(" X;", " O;");
    let entry = obf::Entry::read(&white).unwrap();
    assert_eq!(obf::Entry::from_record(&entry.to_record()).position, entry.position);

    let check = |line: &str, message: &str| assert_eq!(obf::Entry::read(line).unwrap_err().to_string(), message);
    check("--X", "column 4: expected X, O or -, found the end");
    let cells = "-".repeat(64);
    check(&format!("{cells} X; Z8:+1;"), "column 69: expected a move such as G8, or --, found 'Z'");
    check(&format!("{cells} X; A8 +1;"), "column 72: expected : and the score of the move, found '+'");
    check(&format!("{cells} X; A8:x;"), "column 72: expected a score such as +18, found 'x'");
    check(&format!("{cells} X A8:+1;"), "column 68: expected ; and then a move with its score, found 'A'");
    assert_eq!(obf::Entry::read(&format!("{cells} O % nothing")).unwrap().scores, []);
    assert!(obf::Entry::read(&format!("{cells} O;{}", " A1:+1;".repeat(100))).is_err());

    let text = format!("% remark\n{line}\n\nnonsense\n{line}\n");
    let error = obf::read(&text, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "line 4, column 1: expected X, O or -, found 'n'");
    let reading = obf::read(&text, &ReadOptions::RECOVER).unwrap();
    assert_eq!((reading.record.len(), reading.warnings.len()), (2, 1));
}

const GGF: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[one]PW[two]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]\
                   RE[+4.000]BO[8 ---------------------------O*------*O--------------------------- *]\
                   B[d3//0.01]W[c5/1.5/2]B[d6];)\n";

#[test]
fn ggf_goes_both_ways() {
    let contents = read(GGF.as_bytes(), None, &ReadOptions::default()).unwrap();
    assert_eq!((contents.format, contents.warnings.len()), (Format::Ggf, 0));
    let [AnyRecord::Othello(record)] = contents.records.as_slice() else { panic!("{contents:?}") };
    assert_eq!(record.info.names, ["one", "two"]);
    assert_eq!(record.info.date, "2003-12-15");
    assert_eq!(record.info.ending, Some(Ending::Score { winner: Player::Black, half_points: 8 }));
    assert_eq!(transcript::write(record).unwrap(), "d3c5d6\n");
    assert_eq!(ggf::write(record), GGF);
}

#[test]
fn ggf_is_read_with_its_variety() {
    let read = |text: &str| read(text.as_bytes(), Some("x.ggf"), &ReadOptions::default());
    let record = |text: &str| match read(text).unwrap().records.remove(0) {
        AnyRecord::Othello(record) => record,
        other => panic!("{other:?}"),
    };
    // Two games, the second from a position where White must pass.
    let two = format!("{GGF}{GGF}");
    assert_eq!(read(&two).unwrap().records.len(), 2);
    let resigned = record(&GGF.replace("+4.000", "-64.000:r"));
    assert_eq!(resigned.info.ending, Some(Ending::Resignation(Player::White)));
    let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    assert_eq!(record(&format!("(;GM[Othello]BO[{board}]B[d3];)")).main_moves().count(), 1);
    let small = format!("(;GM[Othello]BO[6 {} *];)", "-".repeat(36));
    assert_eq!(read(&small).unwrap_err().id(), "record-value");
    let error = read(&GGF.replace("W[c5", "W[a1")).unwrap_err();
    assert!(error.to_string().ends_with("illegal move a1: a disc here would turn no disc over"), "{error}");
    let error = read(&GGF.replace("W[c5/1.5/2]", "")).unwrap_err();
    assert_eq!(error.id(), "record-illegal");
}

#[test]
fn a_setup_has_no_place_in_a_transcript() {
    let entry = obf::Entry::read(&format!("{}XO X;", "-".repeat(62))).unwrap();
    for format in [Format::Transcript, Format::Plain] {
        let error = write(&[AnyRecord::Othello(entry.to_record())], format).unwrap_err();
        assert_eq!(error.id(), "record-unwritable");
    }
}

#[test]
fn every_format_of_othello_keeps_the_moves() {
    let record = AnyRecord::Othello(game(FINAL_1992));
    for format in [Format::Sgf, Format::Ggf, Format::Transcript, Format::Plain] {
        let bytes = write(std::slice::from_ref(&record), format).unwrap();
        let contents = read(&bytes, None, &ReadOptions::default()).unwrap();
        assert_eq!(contents.format, format);
        let [AnyRecord::Othello(read)] = contents.records.as_slice() else { panic!("{contents:?}") };
        assert_eq!(transcript::write(read).unwrap().trim_end(), FINAL_1992, "{format}");
    }
    let go = AnyRecord::Go(Record::new(go::Game::default()));
    assert_eq!(write(&[go], Format::Ggf).unwrap_err().to_string(), "GGF cannot hold any game but Othello");
}

/// A database of one game, made here.
fn database(moves: &[u8], count: u32, discs: u8) -> Vec<u8> {
    let mut bytes = vec![20, 24, 1, 2];
    bytes.extend(count.to_le_bytes());
    bytes.extend(0u16.to_le_bytes());
    bytes.extend(2024u16.to_le_bytes());
    bytes.extend([8, 0, 22, 0]);
    bytes.extend([1, 0, 2, 0, 0, 0, discs, 40]);
    bytes.extend(moves);
    bytes.resize(16 + 68, 0);
    bytes
}

fn names(width: usize, names: &[&str]) -> Vec<u8> {
    let mut bytes = vec![20, 24, 1, 2, 0, 0, 0, 0];
    bytes.extend((names.len() as u16).to_le_bytes());
    bytes.resize(16, 0);
    for name in names {
        let end = bytes.len() + width;
        bytes.extend(name.chars().map(|c| c as u8));
        bytes.resize(end, 0);
    }
    bytes
}

#[test]
fn wthor_is_read_with_its_names() {
    let bytes = database(&[56, 64, 33], 1, 50);
    let names = Names {
        players: Names::read_players(&names(20, &["Zoé", "b", "Müller"])).unwrap(),
        tournaments: Names::read_tournaments(&names(26, &["x", "Open"])).unwrap(),
    };
    let database = Database::read(&bytes, &ReadOptions::default()).unwrap().record;
    let record = database.record(0, &names, &ReadOptions::default()).unwrap().record;
    assert_eq!(record.info.names, ["Müller", "Zoé"]);
    assert_eq!((record.info.event.as_str(), record.info.date.as_str()), ("Open", "2024"));
    // Three moves do not make 50 discs.
    assert_eq!(record.info.ending, Some(Ending::Win(Player::Black)));
    assert_eq!(database.games[0].winner(), Some(Player::Black));
    assert_eq!(transcript::write(&record).unwrap(), "f5d6c3\n");
    let contents = read(&bytes, Some("WTH_2024.wtb"), &ReadOptions::default()).unwrap();
    assert_eq!((contents.format, contents.records.len()), (Format::Wthor, 1));
}

#[test]
fn a_damaged_database_is_refused_or_opened_in_part() {
    let check = |bytes: &[u8], id: &str| {
        let error = read(bytes, Some("x.wtb"), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.id(), id, "{error}");
    };
    check(b"", "record-header");
    check(&database(&[56], 2, 50), "record-header");
    check(&database(&[56], 1, 50)[..80], "record-header");
    check(&database(&[56, 56], 1, 50), "record-illegal");
    check(&database(&[56, 99], 1, 50), "record-value");
    let mut wide = database(&[56], 1, 50);
    wide[12] = 10;
    check(&wide, "record-header");
    let contents = read(&database(&[56, 64, 11, 33], 7, 50), Some("x.wtb"), &ReadOptions::RECOVER).unwrap();
    assert_eq!((contents.records.len(), contents.warnings.len()), (1, 2));
    assert!(Names::read_players(&names(26, &["a"])).is_err());
}

#[test]
fn the_first_position_of_a_record_is_the_usual_one() {
    assert_eq!(game("f5").position_at(NodeId::ROOT), othello::Game.start());
}
