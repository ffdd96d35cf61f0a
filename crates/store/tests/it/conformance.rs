//! The suite that every store must pass: on `SQLite` on disk and in memory, on `PostgreSQL`, and in a browser's memory.

use std::cell::Cell;

use store::conformance::{check, check_together};
use store::{Memory, Postgres, Sqlite, Store};
use testkit::postgres::Server;

use crate::kit::Folder;

/// Opens so many handles on a database that nobody has opened before.
fn handles<const N: usize>(folder: &Folder, count: &Cell<u32>) -> [Box<dyn Store>; N] {
    count.set(count.get() + 1);
    let path = folder.database().with_file_name(format!("{}.db", count.get()));
    [(); N].map(|()| Box::new(Sqlite::open(&path).expect("a database")) as Box<dyn Store>)
}

#[test]
fn sqlite_on_disk_is_a_store() {
    let (folder, count) = (Folder::new(), Cell::new(0));
    check(&|| {
        let [store] = handles(&folder, &count);
        store
    });
}

#[test]
fn sqlite_on_disk_is_a_store_for_several_processes() {
    let (folder, count) = (Folder::new(), Cell::new(0));
    check_together(&|| handles(&folder, &count));
}

#[test]
fn sqlite_in_memory_is_a_store() {
    check(&|| Box::new(Sqlite::in_memory().expect("a store")));
}

#[test]
fn memory_is_a_store() {
    check(&|| Box::new(Memory::default()));
}

/// So many handles on a schema that nobody has opened before.
fn connections<const N: usize>(server: &Server) -> [Box<dyn Store>; N] {
    let url = server.fresh().parse().expect("an address");
    [(); N].map(|()| Box::new(Postgres::open(&url).expect("a database")) as Box<dyn Store>)
}

#[test]
fn postgres_is_a_store() {
    let Some(server) = Server::shared() else { return };
    check(&|| {
        let [store] = connections(server);
        store
    });
}

#[test]
fn postgres_is_a_store_for_several_processes() {
    let Some(server) = Server::shared() else { return };
    check_together(&|| connections(server));
}
