#![no_main]

use protocol::gtp::{Adapter, Aligne4, Go, Identity, Othello, Session};
use search::{Engine, Limits, Random, Resources};

/// Every answer is a response or nothing, whatever was said before.
fn talk<A: Adapter>(adapter: A, text: &str)
where
    Random: Engine<A::Position>,
{
    let identity = Identity { name: "Plateau".into(), version: "0".into() };
    let random = Random::new(&Resources { seed: Some(1), ..Resources::default() });
    let mut session = Session::new(adapter, Box::new(random), Limits::NONE, identity);
    for line in text.split('\n') {
        let answer = session.handle(line).text;
        assert!(
            answer.is_empty() || answer.starts_with(['=', '?']) && answer.ends_with("\n\n"),
            "{line:?}: {answer:?}"
        );
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [game, lines @ ..] = data else { return };
    let text = String::from_utf8_lossy(lines);
    match game % 4 {
        0 => talk(Go::new(&go::Game::default()), &text),
        1 => talk(Othello::default(), &text),
        2 => talk(Aligne4::default(), &text),
        _ => talk(Aligne4::new(aligne4::Rules { gift: true, squares: false }), &text),
    }
});
