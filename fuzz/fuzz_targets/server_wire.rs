//! What a live page sends, as text: it is read or refused, and what is read is done or refused at a table, which is the same when it
//! is opened again.

#![no_main]

#[path = "server.rs"]
mod server;

use server::{SITE, Table};
use web::wire::Up;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    SITE.with_borrow_mut(|site| {
        let table: &mut Table = site.get_or_insert_with(Table::new);
        for line in text.lines().take(16) {
            if let Ok(Up::Do { what, .. }) = line.parse() {
                table.act(what);
            } else if let Ok(what) = line.parse() {
                table.act(what);
            }
        }
        table.end_of_input();
    });
});
