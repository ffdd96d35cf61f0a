use std::sync::OnceLock;

/// A file that the program needs beside its code: a network, weights, a book, puzzles.
///
/// A program that is installed has it inside. One that a browser loads has not, so that it is soon there: such a file is fetched by itself,
/// kept by the browser, and [handed in](Supply::hand_in) before anybody asks for it. [`supply!`](crate::supply) makes the one or the other.
#[derive(Debug)]
pub struct Supply {
    name: &'static str,
    inside: Option<&'static [u8]>,
    handed_in: OnceLock<Box<[u8]>>,
}

/// The file was not handed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing;

impl Supply {
    /// A file of this name that is part of the program.
    pub const fn inside(name: &'static str, bytes: &'static [u8]) -> Supply {
        Supply { name, inside: Some(bytes), handed_in: OnceLock::new() }
    }

    /// A file of this name that will be handed in.
    pub const fn awaited(name: &'static str) -> Supply {
        Supply { name, inside: None, handed_in: OnceLock::new() }
    }

    /// The name of the file.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Here it is. What is there already stays.
    pub fn hand_in(&self, bytes: Vec<u8>) {
        self.handed_in.get_or_init(|| bytes.into_boxed_slice());
    }

    /// What is in it, if it is there.
    pub fn find(&self) -> Result<&[u8], Missing> {
        self.inside.or_else(|| self.handed_in.get().map(|bytes| &**bytes)).ok_or(Missing)
    }

    /// What is in it. It must be there.
    pub fn bytes(&self) -> &[u8] {
        self.find().unwrap_or_else(|Missing| panic!("{} is handed in before it is needed", self.name))
    }
}

/// A [`Supply`] of this name, whose file is at this path from the source that says so.
#[cfg(not(target_family = "wasm"))]
#[macro_export]
macro_rules! supply {
    ($name:literal, $path:literal) => {
        $crate::Supply::inside($name, include_bytes!($path))
    };
}

/// A [`Supply`] of this name, which will be handed in.
#[cfg(target_family = "wasm")]
#[macro_export]
macro_rules! supply {
    ($name:literal, $path:literal) => {
        $crate::Supply::awaited($name)
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_inside_or_handed_in_once() {
        static INSIDE: Supply = Supply::inside("a", b"1");
        static AWAITED: Supply = Supply::awaited("b");
        assert_eq!((INSIDE.find(), AWAITED.find()), (Ok(&b"1"[..]), Err(Missing)));
        AWAITED.hand_in(b"2".to_vec());
        AWAITED.hand_in(b"3".to_vec());
        INSIDE.hand_in(b"4".to_vec());
        assert_eq!((INSIDE.bytes(), AWAITED.bytes()), (&b"1"[..], &b"2"[..]));
    }
}
