//! Ctrl-C asks a long command to come to an end, so that what was done can still be told.

use search::Stop;

/// From now on a signal asks this token; a second one ends the program at once.
pub(crate) fn ask_on_signal(stop: &Stop) {
    let stop = stop.clone();
    let asked = ctrlc::set_handler(move || {
        if stop.is_asked() {
            std::process::exit(130);
        }
        stop.ask();
    });
    // Without a handler Ctrl-C ends the program as it always does, which is no reason not to begin.
    drop(asked);
}
