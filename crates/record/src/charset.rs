//! Character sets: which one a file is in, and its text as Unicode.
//!
//! A file says so by its byte order mark or by `CA[…]`; the many that do not are UTF-8 if they can be, and otherwise guessed
//! from the bytes. Records are parsed as bytes and decoded value by value, so that writing a file back needs no decoding and
//! changes nothing. In the double-byte sets of East Asia the second byte of a character may look like `\`, `[` or `]`, so the
//! parser must know which bytes begin such a pair.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

/// A character set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charset(&'static Encoding);

impl Charset {
    /// Unicode, eight bits.
    pub const UTF_8: Charset = Charset(UTF_8);
    /// Western Europe: ISO-8859-1, read as its superset windows-1252.
    pub const LATIN_1: Charset = Charset(WINDOWS_1252);
    /// Simplified Chinese.
    pub const GB18030: Charset = Charset(GB18030);
    /// Traditional Chinese.
    pub const BIG5: Charset = Charset(BIG5);
    /// Japanese.
    pub const SHIFT_JIS: Charset = Charset(SHIFT_JIS);
    /// Korean.
    pub const EUC_KR: Charset = Charset(EUC_KR);

    /// The set of this name, as written in `CA[…]`; nothing for an unknown name or one that records cannot be parsed in.
    pub fn from_label(label: &str) -> Option<Charset> {
        let encoding = Encoding::for_label(label.trim().as_bytes())?;
        Charset::usable(encoding)
    }

    /// UTF-16 is turned into UTF-8 before parsing, so a label that says UTF-16 means the text as it is now.
    fn usable(encoding: &'static Encoding) -> Option<Charset> {
        if encoding == UTF_16LE || encoding == UTF_16BE {
            return Some(Charset::UTF_8);
        }
        if encoding == ISO_2022_JP || !encoding.is_ascii_compatible() {
            return None;
        }
        Some(Charset(if encoding == GBK { GB18030 } else { encoding }))
    }

    /// The set's name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The text that these bytes are, and whether some of them had to be replaced.
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        self.0.decode_without_bom_handling(bytes)
    }

    /// The bytes of a text; a character that the set does not have becomes `?`.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        let (bytes, _, lossy) = self.0.encode(text);
        if !lossy {
            return bytes;
        }
        // The encoder writes references such as `&#233;`, which no other program for records understands.
        let mut written = Vec::with_capacity(text.len());
        let mut buffer = [0; 4];
        for character in text.chars() {
            let (bytes, _, lossy) = self.0.encode(character.encode_utf8(&mut buffer));
            written.extend_from_slice(if lossy { b"?" } else { &bytes });
        }
        Cow::Owned(written)
    }

    /// What the parser must know about each byte inside a value.
    pub(crate) fn byte_classes(self) -> &'static [ByteClass; 256] {
        static SINGLE: [ByteClass; 256] = classes(0, 0, 0, 0);
        static JAPANESE: [ByteClass; 256] = classes(0x81, 0x9f, 0xe0, 0xfc);
        static CHINESE: [ByteClass; 256] = classes(0x81, 0xfe, 0, 0);
        if self == Charset::SHIFT_JIS {
            &JAPANESE
        } else if self == Charset::GB18030 || self == Charset::BIG5 {
            &CHINESE
        } else {
            // UTF-8, EUC-KR and the one-byte sets never use an ASCII punctuation mark as part of something else.
            &SINGLE
        }
    }

    /// The set that a file without byte order mark is in.
    pub fn detect(bytes: &[u8]) -> Charset {
        Charset::declared(bytes).unwrap_or_else(|| Charset::guess(bytes))
    }

    /// The set named by `CA[…]` near the beginning.
    pub(crate) fn declared(bytes: &[u8]) -> Option<Charset> {
        /// The root node of any real file begins and names its character set within this.
        const NEAR: usize = 1 << 13;
        let head = &bytes[..bytes.len().min(NEAR)];
        let is_name = |&at: &usize| {
            let name = head[..at].rsplit(|byte| !byte.is_ascii_alphabetic()).next();
            name.is_some_and(|name| name.eq_ignore_ascii_case(b"CA"))
        };
        let mut brackets = head.iter().enumerate().filter(|&(_, &byte)| byte == b'[').map(|(at, _)| at);
        let label = &head[brackets.find(is_name)? + 1..];
        let end = label.iter().position(|&byte| byte == b']')?;
        Charset::from_label(core::str::from_utf8(&label[..end]).ok()?)
    }

    /// The set that bytes are most likely in, whatever they say about themselves.
    pub fn guess(bytes: &[u8]) -> Charset {
        /// Enough text to tell; a longer look does not change the answer.
        const SAMPLE: usize = 1 << 18;
        if core::str::from_utf8(bytes).is_ok() {
            return Charset::UTF_8;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&bytes[..bytes.len().min(SAMPLE)], true);
        Charset::usable(detector.guess(None, Utf8Detection::Deny)).unwrap_or(Charset::LATIN_1)
    }
}

/// What a byte inside a value does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByteClass {
    /// Stands for itself.
    Plain,
    /// Ends the value.
    Close,
    /// Protects the next character.
    Escape,
    /// Begins a character of two bytes.
    Lead,
}

const fn classes(from: u8, to: u8, from_2: u8, to_2: u8) -> [ByteClass; 256] {
    let mut classes = [ByteClass::Plain; 256];
    let mut byte = 128;
    while byte < 256 {
        let b = byte as u8;
        if (from <= b && b <= to) || (from_2 <= b && b <= to_2) {
            classes[byte] = ByteClass::Lead;
        }
        byte += 1;
    }
    classes[b']' as usize] = ByteClass::Close;
    classes[b'\\' as usize] = ByteClass::Escape;
    classes
}

/// How the bytes of a file carry its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrapping {
    /// One byte after the other, with or without the UTF-8 byte order mark.
    Plain,
    /// UTF-16, low byte first.
    Utf16Le {
        /// Whether there is a byte order mark.
        mark: bool,
    },
    /// UTF-16, high byte first.
    Utf16Be {
        /// Whether there is a byte order mark.
        mark: bool,
    },
}

impl Wrapping {
    /// How a file is wrapped, by its first bytes.
    pub fn of(head: &[u8]) -> Wrapping {
        match head {
            [0xff, 0xfe, ..] => Wrapping::Utf16Le { mark: true },
            [0xfe, 0xff, ..] => Wrapping::Utf16Be { mark: true },
            [b'(', 0, b';', 0, ..] => Wrapping::Utf16Le { mark: false },
            [0, b'(', 0, b';', ..] => Wrapping::Utf16Be { mark: false },
            _ => Wrapping::Plain,
        }
    }

    /// The encoding to take the wrapping off with, and how many bytes of byte order mark come first.
    pub(crate) fn encoding(self) -> Option<(&'static Encoding, usize)> {
        match self {
            Wrapping::Plain => None,
            Wrapping::Utf16Le { mark } => Some((UTF_16LE, if mark { 2 } else { 0 })),
            Wrapping::Utf16Be { mark } => Some((UTF_16BE, if mark { 2 } else { 0 })),
        }
    }

    /// Takes the wrapping off.
    pub fn unwrap(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        match self.encoding() {
            None => Cow::Borrowed(bytes),
            Some((encoding, mark)) => {
                let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
                Cow::Owned(text.into_owned().into_bytes())
            }
        }
    }

    /// Puts the wrapping on again.
    pub fn wrap(self, bytes: Vec<u8>) -> Vec<u8> {
        let units = |mark: bool| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mark = if mark { "\u{feff}" } else { "" };
            mark.encode_utf16().collect::<Vec<_>>().into_iter().chain(text.encode_utf16().collect::<Vec<_>>())
        };
        match self {
            Wrapping::Plain => bytes,
            Wrapping::Utf16Le { mark } => units(mark).flat_map(u16::to_le_bytes).collect(),
            Wrapping::Utf16Be { mark } => units(mark).flat_map(u16::to_be_bytes).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declared_set_wins() {
        let check = |text: &[u8], expected: Charset| assert_eq!(Charset::detect(text), expected, "{text:?}");
        check(b"(;CA[gb2312]GM[1])", Charset::GB18030);
        check(b"(;GM[1]\nCA[ Shift_JIS ])", Charset::SHIFT_JIS);
        check(b"(;CA[big5])", Charset::BIG5);
        check(b"(;CA[EUC-KR])", Charset::EUC_KR);
        check(b"(;CA[iso-8859-1])", Charset::LATIN_1);
        check(b"(;CA[UTF-8])", Charset::UTF_8);
        // `PCA` is another property, and an unknown name is as good as none.
        check(b"(;PCA[big5])", Charset::UTF_8);
        check(b"(;CA[martian])", Charset::UTF_8);
        check(b"(;CA[", Charset::UTF_8);
    }

    #[test]
    fn an_undeclared_set_is_guessed() {
        let check = |charset: Charset, text: &str| {
            let bytes = [b"(;C[".as_slice(), &charset.encode(text), b"])"].concat();
            assert_eq!(Charset::detect(&bytes), charset, "{text}");
            assert_eq!(charset.decode(&charset.encode(text)), (Cow::Borrowed(text), false));
        };
        check(Charset::UTF_8, "où ça");
        check(Charset::LATIN_1, "où est passé l'élève de l'école");
        check(Charset::GB18030, "围棋是一种策略性两人棋类游戏，中国古时称弈，西方名称来自日语");
        check(Charset::BIG5, "圍棋是一種策略性棋類遊戲，使用格狀棋盤及黑白二色棋子進行對弈");
        check(Charset::SHIFT_JIS, "囲碁は、２人で行うボードゲームの一種。交互に盤上に石を置いていく");
        check(Charset::EUC_KR, "바둑은 두 사람이 흑과 백의 돌을 사각의 판 위에 번갈아 놓으며");
    }

    #[test]
    fn a_character_that_the_set_lacks_becomes_a_question_mark() {
        assert_eq!(Charset::LATIN_1.encode("é囲"), b"\xe9?".as_slice());
    }

    #[test]
    fn utf_16_is_unwrapped_and_wrapped_again() {
        for wrapping in [Wrapping::Utf16Le { mark: true }, Wrapping::Utf16Be { mark: true }] {
            let bytes = wrapping.wrap("(;C[é囲])".into());
            assert_eq!(Wrapping::of(&bytes), wrapping);
            assert_eq!(&*wrapping.unwrap(&bytes), "(;C[é囲])".as_bytes());
        }
        assert_eq!(Wrapping::of(b"(\0;\0"), Wrapping::Utf16Le { mark: false });
        assert_eq!(Wrapping::of(b"(;"), Wrapping::Plain);
    }
}
