#![no_main]

use table::clock::TimeControl;
use table::event::Event;
use table::{AnyTable, Who};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = (text.parse::<TimeControl>(), text.parse::<Who>());
    // A set-up, an empty line, and events: what a store gives back after anything may have happened to it.
    let (setup, events) = text.split_once("\n\n").unwrap_or((text, ""));
    let Ok(mut table) = setup.parse::<AnyTable>() else { return };
    for event in events.lines().filter_map(|line| line.parse::<Event>().ok()) {
        assert_eq!(event.to_string().parse::<Event>().as_ref(), Ok(&event));
        let _ = table.apply(&event);
    }
    let _ = table.view(&table::view::Wanted::default(), 0);
});
