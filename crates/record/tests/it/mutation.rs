//! Good files with random damage, from fixed seeds: nothing panics, what is read can be written and read again, and what was
//! not edited comes back as it was.

use record::sgf::syntax::Collection;
use record::{Charset, Format, ReadOptions, read_as, write};

/// Each a small file that has most of what its format knows.
const SEEDS: [(Format, &str); 9] = [
    (
        Format::Sgf,
        "x(;FF[4]GM[1]SZ[9]CA[UTF-8]KM[6.5]RU[Japanese;ko=positional]HA[2]AB[cg][gc]PB[A]RE[W+2.5]TM[60]\
         (;W[ee]C[a\\]b\\\\\n]BL[1.5]OB[2];B[]TR[aa:bb]LB[aa:1])(;W[ab]AE[aa]PL[B];AW[aa]MA[cc]))",
    ),
    (Format::Sgf, "(;GM[2];B[fe];W[fd];B[c4]V[1])(;GM[2]AB[aa][bb]AW[cc]PL[W];W[dd])"),
    (Format::Sgf, "(;GM[104]RU[gift]PI[0a1]GI[7];W[b2];W[c]N[n](;B[c3])(;B[a4]))"),
    (Format::Sgf, "(;GM[1]CA[Shift_JIS]SZ[5];B[aa];W[ab];B[ba];W[bb];B[tt];W[aa];B[ca])"),
    (
        Format::Ggf,
        "(;GM[Othello]PC[GGS]DT[2003.12.15]PB[a]PW[b]RB[1]RW[2]TI[05:00//02:00]TY[8]RE[-64.000:r]\
         BO[8 ---------------------------O*------*O--------------------------- *]B[d3//0.01]W[c5/1/2];)",
    ),
    (Format::Transcript, "1. f5 d6 2. c3 d3 pass\nF5D6c3\n# x\n3. c4"),
    (
        Format::Obf,
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:-12; --:-127;\n% remark\n",
    ),
    (Format::Plain, "Anne\nBo\n56\n64\n33\n"),
    (Format::Wthor, "\u{14}\u{18}\u{1}\u{2}\u{1}\0\0\0\0\0\0\0\u{8}\0\u{16}\0\u{1}\0\u{2}\0\0\0\u{20}\u{20}8@!"),
];

fn damage(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    const SPICE: &[u8] = b"()[];:\\ \n\r\0\xff\x81BWACtabz019-+.";
    let at = random.usize(..=bytes.len());
    match random.u32(..6) {
        0 if at < bytes.len() => bytes[at] = random.u8(..),
        1 if at < bytes.len() => bytes[at] = SPICE[random.usize(..SPICE.len())],
        2 => bytes.insert(at, SPICE[random.usize(..SPICE.len())]),
        3 => {
            let end = (at + random.usize(..8)).min(bytes.len());
            bytes.drain(at..end);
        }
        4 => {
            let end = (at + random.usize(..20)).min(bytes.len());
            let copy = bytes[at..end].to_vec();
            let to = random.usize(..=bytes.len());
            bytes.splice(to..to, copy);
        }
        _ => bytes.truncate(at),
    }
}

fn check(bytes: &[u8], format: Format) {
    if let Ok(collection) = Collection::parse(bytes, &ReadOptions::default()) {
        // An odd byte at the end of UTF-16 cannot be kept.
        if !bytes.starts_with(b"\xff\xfe") && !bytes.starts_with(b"\xfe\xff") {
            assert_eq!(collection.to_bytes(), bytes);
        }
    }
    if let Ok(collection) = Collection::parse(bytes, &ReadOptions::RECOVER) {
        let written = collection.to_bytes();
        // The damage may have been where the file names its character set.
        if Charset::detect(&written) == collection.charset() {
            assert_eq!(Collection::parse(written.clone(), &ReadOptions::default()).unwrap().to_bytes(), written);
        }
    }
    for options in [ReadOptions::default(), ReadOptions::RECOVER] {
        let Ok(contents) = read_as(bytes, format, &options) else { continue };
        let out = if format == Format::Wthor { Format::Sgf } else { format };
        let Ok(written) = write(&contents.records, out) else { continue };
        let again = read_as(&written, out, &ReadOptions::default())
            .unwrap_or_else(|error| panic!("{error} in {}", String::from_utf8_lossy(&written)));
        if out == Format::Sgf {
            assert_eq!(again.records, contents.records, "{}", String::from_utf8_lossy(&written));
        }
        assert_eq!(write(&again.records, out).as_ref(), Ok(&written));
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let rounds = if cfg!(debug_assertions) { 400 } else { 4000 };
    for (index, (format, text)) in SEEDS.into_iter().enumerate() {
        let mut seed = text.as_bytes().to_vec();
        if format == Format::Wthor {
            seed.resize(16 + 68, 0);
        }
        check(&seed, format);
        for round in 0..rounds {
            let mut random = fastrand::Rng::with_seed(1000 * index as u64 + round);
            let mut bytes = seed.clone();
            for _ in 0..random.u32(1..6) {
                damage(&mut bytes, &mut random);
            }
            check(&bytes, format);
        }
    }
}
