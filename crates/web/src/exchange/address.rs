use std::fmt;
use std::str::FromStr;

use async_nats::ServerAddr;

/// Where NATS is: the address of a server, or several with commas between them. It may have a password in it, and is not shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(Vec<String>);

/// It is no address of NATS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoAddress;

impl Address {
    pub(crate) fn servers(&self) -> Vec<ServerAddr> {
        self.0.iter().filter_map(|text| text.parse().ok()).collect()
    }

    /// What the first of them that asks for something is shown: a name with a password, or a token alone.
    pub(crate) fn credentials(&self) -> Option<(String, Option<String>)> {
        let shown = |server: ServerAddr| Some((decoded(server.username()?), server.password().map(decoded)));
        self.servers().into_iter().find_map(shown)
    }

    /// As it can be shown: the hosts.
    pub fn place(&self) -> String {
        let place = |server: ServerAddr| format!("{}://{}:{}", server.scheme(), server.host(), server.port());
        self.servers().into_iter().map(place).collect::<Vec<_>>().join(",")
    }
}

/// What stands in an address for characters that have a meaning there (`%40`).
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Address, NoAddress> {
        let is_meant = |text: &&str| {
            ["nats://", "tls://"].iter().any(|scheme| text.starts_with(scheme)) && text.parse::<ServerAddr>().is_ok()
        };
        let servers: Vec<&str> = text.split(',').map(str::trim).collect();
        if servers.iter().all(is_meant) {
            Ok(Address(servers.into_iter().map(str::to_owned).collect()))
        } else {
            Err(NoAddress)
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_what_is_secret() {
        for (text, place) in [
            ("nats://127.0.0.1", Some("nats://127.0.0.1:4222")),
            ("nats://ada:secret@a.example:4000, tls://b.example", Some("nats://a.example:4000,tls://b.example:4222")),
            ("http://a.example", None),
            ("a.example", None),
            ("nats://a.example,", None),
            ("", None),
        ] {
            let address = text.parse::<Address>();
            assert_eq!(address.as_ref().ok().map(|address| format!("{address:?}")).as_deref(), place, "{text}");
        }
    }

    #[test]
    fn what_is_shown_to_a_server_stands_before_its_name() {
        for (text, shown) in [
            ("nats://a.example", None),
            ("nats://ada:open%20sesame%40@a.example", Some(("ada", Some("open sesame@")))),
            ("nats://a.example,nats://t%6Fken%zz@b.example", Some(("token%zz", None))),
        ] {
            let address: Address = text.parse().expect(text);
            let shown = shown.map(|(name, password)| (name.to_owned(), password.map(str::to_owned)));
            assert_eq!(address.credentials(), shown, "{text}");
        }
    }
}
