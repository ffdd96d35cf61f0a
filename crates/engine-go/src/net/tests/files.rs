use go::Size;

use super::{NETWORKS, Network, TINY};
use crate::net::Unreadable;
use crate::net::file::crc32;

/// The file with this change, and a checksum that fits again.
fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = TINY[..TINY.len() - 4].to_vec();
    change(&mut bytes);
    let sum = crc32(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn the_networks_of_the_repository_are_read() {
    for (bytes, _) in NETWORKS {
        assert!(Network::read(bytes).is_ok());
    }
    assert_eq!(format!("{:?}", Network::read(TINY).unwrap()), "Network(2 blocks of 16 channels)");
    assert!(format!("{:?}", Network::shipped(Size::new(9).expect("a size"))).starts_with("Network("));
}

#[test]
fn anything_else_is_refused() {
    let check = |bytes: &[u8], expected: Unreadable| assert_eq!(Network::read(bytes).err(), Some(expected));
    let part = |name: &str| Unreadable::Part(name.to_owned());
    check(b"", Unreadable::NotANetwork);
    check(b"PLATEAUG", Unreadable::Length);
    check(&TINY[..1000], Unreadable::Checksum);
    let mut flipped = TINY.to_vec();
    flipped[5000] ^= 1;
    check(&flipped, Unreadable::Checksum);
    check(&changed(|bytes| bytes[8] = 2), Unreadable::Version { file: 2, features: 1 });
    check(&changed(|bytes| bytes[12] = 3), Unreadable::Version { file: 1, features: 3 });
    check(&changed(|bytes| bytes[20] = 17), part("stem.w"));
    check(&changed(|bytes| bytes[23] = 255), part("header"));
    check(&changed(|bytes| bytes[32] = 13), part("header"));
    check(&changed(|bytes| bytes[46] = b'x'), part("stem.w"));
    check(&changed(|bytes| bytes[70..72].copy_from_slice(&[0, 0x7c])), part("stem.w"));
    check(&changed(|bytes| bytes.truncate(30_000)), Unreadable::Length);
    check(&changed(|bytes| bytes.push(0)), Unreadable::Length);
}
