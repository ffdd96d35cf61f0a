//! Whom limits count by.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Those who share an address of version 4, or the first 64 bits of one of version 6: what one household has, and what somebody who
/// wants to seem many cannot have many of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Household(IpAddr);

impl Household {
    /// Where this address belongs to.
    pub fn of(address: IpAddr) -> Household {
        Household(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        })
    }
}

impl Household {
    /// An address that belongs to it.
    pub(crate) fn address(self) -> IpAddr {
        self.0
    }
}

/// For a log.
impl fmt::Display for Household {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => write!(f, "{address}/64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_is_one_address_or_the_first_half_of_one() {
        let household = |text: &str| Household::of(text.parse().expect(text));
        for (one, other, same) in [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("1.2.3.4", "::ffff:1.2.3.4", true),
            ("1.2.3.4", "1.2.3.5", false),
        ] {
            assert_eq!(household(one) == household(other), same, "{one} {other}");
        }
        assert_eq!(household("2001:db8:1:2:3::1").to_string(), "2001:db8:1:2::/64");
        assert_eq!(household("::ffff:1.2.3.4").to_string(), "1.2.3.4");
    }
}
