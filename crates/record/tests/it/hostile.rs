//! Input that was made to hurt: an error or a warning, bounded memory and time, no panic.

use std::time::{Duration, Instant};

use record::sgf::syntax::Collection;
use record::sgf::{Games, Splitter};
use record::{Format, Limits, ReadOptions, read, read_as};

/// Generous for a debug build on a busy machine; without limits these would take minutes or all memory.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads bytes in every way there is, and says what the ordinary one thinks of them.
fn survive(bytes: &[u8]) -> Result<usize, &'static str> {
    let start = Instant::now();
    for options in [ReadOptions::default(), ReadOptions::RECOVER] {
        let _ = Collection::parse(bytes, &options).map(|collection| collection.to_bytes());
        let _ = Games::new(bytes, options).map(|game| game.is_ok()).filter(|ok| *ok).count();
        for format in [Format::Ggf, Format::Transcript, Format::Obf, Format::Plain, Format::Wthor] {
            let _ = read_as(bytes, format, &options);
        }
        let _ = read(bytes, None, &options);
    }
    let answer = read_as(bytes, Format::Sgf, &ReadOptions::default());
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    answer.map(|contents| contents.warnings.len()).map_err(|error| error.id())
}

/// Reads bytes once in the ordinary way: for those that are too many to be read in every way.
fn answer(bytes: &[u8]) -> Result<usize, &'static str> {
    let start = Instant::now();
    let answer = read_as(bytes, Format::Sgf, &ReadOptions::default());
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    answer.map(|contents| contents.warnings.len()).map_err(|error| error.id())
}

#[test]
fn a_million_brackets() {
    assert_eq!(survive(&b"(".repeat(1_000_000)), Err("record-syntax"));
    assert_eq!(survive(&b"(;".repeat(1_000_000)), Err("record-limit-depth"));
    assert_eq!(survive(&b")".repeat(1_000_000)), Err("record-syntax"));
    assert_eq!(survive(&b"[".repeat(1_000_000)), Err("record-syntax"));
    assert_eq!(survive(&b"( ".repeat(1_000_000)), Err("record-syntax"));
}

#[test]
fn megabytes_of_text_between_games() {
    let bytes = [b"(;)".as_slice(), &b"text (".repeat(500_000), b"(;)"].concat();
    assert_eq!(answer(&bytes), Err("record-syntax"));
    let contents = read(&bytes, None, &ReadOptions::RECOVER).unwrap();
    assert_eq!((contents.records.len(), contents.warnings.len()), (2, 1));
}

#[test]
fn a_hundred_thousand_games() {
    let bytes = b"(;)".repeat(100_000);
    assert_eq!(Games::new(&bytes, ReadOptions::default()).flatten().count(), 100_000);
    let few = ReadOptions { limits: Limits { games: 1000, ..Limits::DEFAULT }, ..ReadOptions::STRICT };
    assert_eq!(read(&bytes, None, &few).unwrap_err().id(), "record-limit-games");
}

#[test]
fn three_million_nodes() {
    let mut bytes = b"(".to_vec();
    bytes.extend(b";".repeat(3_000_000));
    bytes.push(b')');
    assert_eq!(read(&bytes, None, &ReadOptions::default()).unwrap_err().id(), "record-limit-nodes");
    assert_eq!(Collection::parse(bytes, &ReadOptions::RECOVER).unwrap().node_count(), Limits::DEFAULT.nodes);
}

#[test]
fn variations_in_variations() {
    let depth = 30_000;
    let bytes = [b"(;B[aa](;W[bb])".repeat(depth), b")".repeat(depth)].concat();
    assert!(survive(&bytes).is_ok());
}

#[test]
fn one_player_moves_all_the_time_and_both_pass_forever() {
    let mut bytes = b"(;SZ[25]".to_vec();
    for n in 0..100_000u32 {
        bytes.extend([b';', b'B', b'[', b'a' + (n % 25) as u8, b'a' + (n / 25 % 25) as u8, b']']);
    }
    bytes.extend(b";B[];W[]".repeat(50_000));
    bytes.push(b')');
    assert!(survive(&bytes).is_ok());
}

#[test]
fn a_name_or_a_value_a_million_times() {
    let count = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    for part in ["AB[aa]", "B[aa]", "W[zz]", "SZ[9]", "C[x]", "LB[aa:x]", "TR[aa:ss]", "AE[aa:ss]", "KM[x]", "XY[]"] {
        assert!(answer(format!("(;{})", part.repeat(count)).as_bytes()).is_ok(), "{part}");
    }
    for (id, value) in [("AB", "[aa]"), ("AB", "[aa:ss]"), ("TR", "[aa:ss]"), ("LB", "[aa:x]"), ("XY", "[]")] {
        assert!(answer(format!("(;{id}{})", value.repeat(count)).as_bytes()).is_ok(), "{id}{value}");
    }
    let pieces = format!("(;GM[104]AE{}PI{})", "[a1]".repeat(count), "[0b1]".repeat(count));
    assert!(answer(pieces.as_bytes()).is_ok());
    assert_eq!(answer(format!("(;XY{})", "[]".repeat(5 << 20)).as_bytes()), Err("record-limit-nodes"));
}

#[test]
fn rectangles_do_not_multiply() {
    let nodes = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    let bytes = format!("(;SZ[25]{})", ";TR[aa:yy]".repeat(nodes));
    assert_eq!(answer(bytes.as_bytes()), Ok(100));
}

#[test]
fn a_property_of_a_hundred_megabytes() {
    let size = 100 << 20;
    let mut bytes = b"(;C[".to_vec();
    bytes.resize(size, b'x');
    let limit = |options: &ReadOptions, id: &str| {
        assert_eq!(Collection::parse(bytes.clone(), options).unwrap_err().id(), id);
        assert_eq!(read(&bytes, None, options).unwrap_err().id(), "record-limit-bytes");
    };
    limit(&ReadOptions::default(), "record-limit-bytes");
    bytes.extend(b"])");
    let large = ReadOptions { limits: Limits { bytes: 1 << 30, ..Limits::DEFAULT }, ..ReadOptions::STRICT };
    assert_eq!(Collection::parse(bytes.clone(), &large).unwrap_err().id(), "record-limit-value");

    // A stream stops taking it in when the limit is passed.
    let mut splitter = Splitter::new(ReadOptions::default());
    let mut answer = None;
    for chunk in bytes.chunks(1 << 20) {
        splitter.feed(chunk);
        answer = splitter.next_game();
        if answer.is_some() {
            break;
        }
    }
    assert_eq!(answer.unwrap().unwrap_err().id(), "record-limit-bytes");
    // A vector that grows may be twice as large as what is in it.
    assert!(splitter.held_bytes() < 2 * (Limits::DEFAULT.bytes + (2 << 20)));
}

#[test]
fn bytes_that_are_no_text() {
    assert_eq!(survive(b""), Err("record-syntax"));
    assert_eq!(survive(&[0; 1000]), Err("record-syntax"));
    assert_eq!(survive(&[0xff; 1000]), Err("record-syntax"));
    assert_eq!(survive(b"\xff\xfe"), Err("record-syntax"));
    assert_eq!(survive(b"\xfe\xff\0"), Err("record-syntax"));
    assert_eq!(survive(b"(;CA[UTF-8]C[\xff\xfe\x80]PB[\xc3])"), Ok(2));
    assert_eq!(survive(b"(;C[a\0b];B[\0\0])\0\0\0"), Ok(1));
    assert_eq!(survive(b"(;CA[GB18030]C[\x81"), Err("record-syntax"));
    assert_eq!(survive(b"(;CA[\xff\xff]C[x])"), Ok(0));
    assert_eq!(survive(b"(;C[\\"), Err("record-syntax"));
}

#[test]
fn contradictions() {
    assert_eq!(survive(b"(;SZ[9]SZ[19]SZ[x])"), Ok(2));
    assert_eq!(survive(b"(;SZ[9][19];B[aa])"), Ok(0));
    assert_eq!(survive(b"(;SZ[0])"), Err("record-value"));
    assert_eq!(survive(b"(;SZ[99999999999999999999])"), Err("record-value"));
    assert_eq!(survive(b"(;SZ[5];B[zz];W[aaa];B[a];W[1];B[aa:bb])"), Ok(5));
    assert_eq!(survive(b"(;SZ[5];B[aa];W[aa];B[aa])"), Ok(2));
    assert_eq!(survive(b"(;SZ[5]AB[aa]AW[aa]AE[aa];B[aa])"), Ok(0));
    assert_eq!(survive(b"(;SZ[1]RU[French];B[aa];W[aa])"), Ok(2));
    assert_eq!(survive(b"(;KM[1e999]HA[-5]TM[-1]BL[inf])"), Ok(4));
    assert_eq!(survive(b"(;GM[2];B[aa];W[zz])"), Ok(2));
    assert_eq!(survive(b"(;GM[104]PI[0a1][0b1]GI[x];B[7];W[7b2])"), Ok(3));
}

#[test]
fn a_ten_megabyte_collection_streams_in_the_memory_of_one_game() {
    let game = format!("(;GM[1]SZ[19]C[{}]{})\n", "x".repeat(100), ";B[pd];W[dp]".repeat(100));
    let bytes = game.repeat((10 << 20) / game.len() + 1);
    let mut splitter = Splitter::new(ReadOptions::default());
    let (mut games, mut held) = (0, 0);
    for chunk in bytes.as_bytes().chunks(1 << 16) {
        splitter.feed(chunk);
        held = held.max(splitter.held_bytes());
        while let Some(game) = splitter.next_game() {
            assert_eq!(game.unwrap().node_count(), 201);
            games += 1;
        }
    }
    splitter.finish();
    assert!(splitter.next_game().is_none());
    assert_eq!(games, bytes.len() / game.len());
    assert!(held < 1 << 19, "{held} bytes");
}
