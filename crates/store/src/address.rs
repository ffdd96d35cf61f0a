#[cfg(feature = "postgres")]
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

#[cfg(feature = "postgres")]
use crate::Postgres;
use crate::{Access, Error, Sqlite, Store};

/// Where games are kept, as people write it: a path, `sqlite:` and a path, or the address of a `PostgreSQL` database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A file of `SQLite`.
    File(PathBuf),
    /// A database of `PostgreSQL`.
    #[cfg(feature = "postgres")]
    Server(Secret),
}

/// A text that may have a password in it, and is not shown.
#[cfg(feature = "postgres")]
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

#[cfg(feature = "postgres")]
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// No database is known by such an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownDatabase;

/// Ways to the same games: those who read must not wait for those who write.
#[derive(Clone)]
pub struct Ways {
    /// For the one who writes.
    pub writer: Arc<dyn Store>,
    /// For those who only read.
    pub reader: Arc<dyn Store>,
}

impl Address {
    /// Opens it, or makes it. A file is not for several servers, and grows no further than to so many bytes; how large a database of a
    /// server may become is that server's to say.
    pub fn open(&self, access: Access, most_bytes: u64) -> Result<Ways, Error> {
        match self {
            Address::File(path) => {
                let writer = match access {
                    Access::Alone | Access::Together => Sqlite::open_alone(path)?,
                    Access::Beside => Sqlite::open(path)?,
                };
                if most_bytes < u64::MAX {
                    writer.limit_size(most_bytes)?;
                }
                Ok(Ways { writer: Arc::new(writer), reader: Arc::new(Sqlite::open(path)?) })
            }
            #[cfg(feature = "postgres")]
            Address::Server(Secret(text)) => {
                let url = text.parse()?;
                let store = Postgres::open_for(&url, access)?;
                // It has connections of its own for those who read.
                let writer: Arc<dyn Store> = Arc::new(store);
                Ok(Ways { reader: Arc::clone(&writer), writer })
            }
        }
    }
}

impl FromStr for Address {
    type Err = UnknownDatabase;

    fn from_str(text: &str) -> Result<Address, UnknownDatabase> {
        #[cfg(feature = "postgres")]
        if crate::Url::is_meant(text) {
            return Ok(Address::Server(Secret(text.to_owned())));
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        let path = path.strip_prefix("//").unwrap_or(path);
        let is_other = path.split_once("://").is_some() || path.is_empty();
        if is_other { Err(UnknownDatabase) } else { Ok(Address::File(PathBuf::from(path))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_are_paths_or_servers() {
        for (text, path) in [
            ("/var/lib/plateau/games.db", Ok("/var/lib/plateau/games.db")),
            ("sqlite:/var/games.db", Ok("/var/games.db")),
            ("sqlite:///var/games.db", Ok("/var/games.db")),
            ("games.db", Ok("games.db")),
            ("mysql://localhost/plateau", Err(UnknownDatabase)),
            ("", Err(UnknownDatabase)),
        ] {
            assert_eq!(text.parse(), path.map(|path| Address::File(path.into())), "{text}");
        }
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn a_server_is_not_shown_with_its_password() {
        for text in ["postgres://ada:secret@db/plateau", "postgresql://ada:secret@db:x/plateau"] {
            let address: Address = text.parse().expect("a server");
            assert!(matches!(address, Address::Server(_)));
            assert!(!format!("{address:?}").contains("secret"), "{address:?}");
        }
    }
}
