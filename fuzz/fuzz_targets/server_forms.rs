//! Requests of any kind, through the router of the public server and without a socket: whatever is asked, it is answered, and never by
//! an error of the server's own.

#![no_main]

#[path = "server.rs"]
mod server;

use server::{SITE, Table};

/// What can be asked; the game stands for the one that there is.
const REQUESTS: [(&str, &str, &str); 22] = [
    ("POST", "/new", FORM),
    ("POST", "/game/GAME/do", FORM),
    ("POST", "/game/GAME/sit", FORM),
    ("POST", "/game/GAME/play-on", FORM),
    ("POST", "/game/GAME/delete", FORM),
    ("POST", "/options", FORM),
    ("POST", "/upload", "multipart/form-data; boundary=x"),
    ("POST", "/record/RECORD/play-on", FORM),
    ("GET", "/", ""),
    ("GET", "/new?", ""),
    ("GET", "/games?", ""),
    ("GET", "/lobby", ""),
    ("GET", "/rules/", ""),
    ("GET", "/options?", ""),
    ("GET", "/assets/", ""),
    ("GET", "/game/GAME/review?", ""),
    ("GET", "/game/GAME/toss?", ""),
    ("GET", "/game/GAME/record.", ""),
    ("GET", "/game/GAME/state.json", ""),
    ("GET", "/game/", ""),
    ("GET", "/record/RECORD?", ""),
    ("GET", "/", ""),
];

const FORM: &str = "application/x-www-form-urlencoded";

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    SITE.with_borrow_mut(|site| {
        let table: &mut Table = site.get_or_insert_with(Table::new);
        // A few requests, one after the other, each with what stands up to the next end of a line.
        for line in data.split(|&byte| byte == b'\n').take(8) {
            let Some((&which, rest)) = line.split_first() else { continue };
            let (method, path, media_type) = REQUESTS[which as usize % REQUESTS.len()];
            table.ask(method, path, media_type, rest);
        }
        table.end_of_input();
    });
});
