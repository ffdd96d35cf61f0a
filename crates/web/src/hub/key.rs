//! Whose seat it is: a secret in a cookie, of which only the hash is kept.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// What a browser shows to be the one that sat down: 256 random bits. Only its cookie has it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// The hash of a secret: what is kept, and from which nobody finds the secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key([u8; 32]);

impl Secret {
    /// A new one, by the randomness of the operating system.
    pub fn random() -> Result<Secret, store::Error> {
        let mut bytes = [0; 32];
        let no_random = |problem: getrandom::Error| store::Error::NoRandom { problem: problem.to_string() };
        getrandom::fill(&mut bytes).map_err(no_random)?;
        Ok(Secret(bytes))
    }

    /// What is kept of it.
    pub fn key(&self) -> Key {
        Key(Sha256::digest(self.0).into())
    }
}

impl Key {
    /// Whose the seats of a program are: of the name that somebody gave it, whichever secret it shows today. Longer than a secret, so that
    /// no secret has this hash.
    pub fn of_program(owner: &str, name: &str) -> Key {
        Key(Sha256::digest(format!("a program that plays on a server of Plateau\n{owner}\n{name}")).into())
    }

    /// A number that belongs to this key and to a text that its owner chose.
    pub fn number(&self, text: &str) -> u128 {
        let hash = Sha256::new().chain_update(self.0).chain_update(text).finalize();
        u128::from_be_bytes(std::array::from_fn(|place| hash[place]))
    }
}

/// Nothing of it can get into a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// As the cookie has it.
impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

/// No secret, or no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed;

impl FromStr for Secret {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Secret, Malformed> {
        read_hex(text).map(Secret)
    }
}

impl FromStr for Key {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Key, Malformed> {
        read_hex(text).map(Key)
    }
}

fn write_hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

fn read_hex(text: &str) -> Result<[u8; 32], Malformed> {
    let digits = text.as_bytes();
    let mut bytes = [0; 32];
    if digits.len() != 2 * bytes.len() {
        return Err(Malformed);
    }
    let value = |digit: u8| char::from(digit).to_digit(16).ok_or(Malformed);
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (16 * value(pair[0])? + value(pair[1])?) as u8;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_read_and_write_the_same_and_keys_differ_from_them() {
        let secret = Secret::random().expect("randomness");
        assert_eq!(secret.to_string().parse(), Ok(secret));
        assert_eq!(secret.key().to_string().parse(), Ok(secret.key()));
        assert_ne!(secret.to_string(), secret.key().to_string());
        assert_ne!(secret, Secret::random().expect("randomness"));
        assert_eq!(format!("{secret:?}"), "Secret");
    }

    #[test]
    fn programs_have_a_key_for_each_owner_and_name() {
        let keys = [("a", "b"), ("a", "c"), ("b", "b")].map(|(owner, name)| Key::of_program(owner, name));
        assert!(keys[0] == Key::of_program("a", "b") && keys[0] != keys[1] && keys[0] != keys[2]);
        assert_eq!(keys[0].number("x"), keys[0].number("x"));
        assert!(keys[0].number("x") != keys[0].number("y") && keys[0].number("x") != keys[1].number("x"));
    }

    #[test]
    fn what_is_no_secret_is_refused() {
        for text in ["", "0", &"0".repeat(63), &"0".repeat(65), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(text.parse::<Secret>(), Err(Malformed), "{text}");
        }
    }
}
