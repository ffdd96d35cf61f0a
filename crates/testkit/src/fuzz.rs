//! Bodies of the fuzz targets: they take arbitrary bytes and panic only if a promise is broken.

use plateau_core::{Game, Position};

/// Plays the moves that the bytes index among *all* conceivable moves, legal or not.
pub fn play_indices<G: Game>(game: &G, data: &[u8]) {
    let mut position = game.start();
    for pair in data.chunks_exact(2) {
        let index = u16::from_le_bytes([pair[0], pair[1]]) as usize;
        let count = position.all_moves().count();
        let mv = position.all_moves().nth(index % count).expect("the index is below the count");
        let expected = position.check(mv);
        let key = position.key();
        assert_eq!(position.play(mv), expected);
        if expected.is_err() {
            assert_eq!(position.key(), key, "a refused move changed the key");
        }
    }
    // The score of whatever came out must be computable too.
    let _ = (position.outcome(), position.to_string());
}

/// Reads a position from arbitrary text; whatever is accepted must write and read back to itself.
pub fn read_position<G: Game>(game: &G, data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match game.position(text) {
        Ok(position) => {
            let written = position.to_string();
            let again = game.position(&written).unwrap_or_else(|why| panic!("{written:?}: {why}"));
            assert_eq!(again.to_string(), written);
            assert_eq!(again.key(), position.key());
            assert_eq!(position.count_legal_moves() == 0, position.is_over());
        }
        Err(error) => assert!(error.at <= text.chars().count(), "{error} is outside {text:?}"),
    }
}

/// Reads a move from arbitrary text.
pub fn read_move<P: Position>(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<P::Move>() {
        Ok(mv) => assert_eq!(mv.to_string().parse::<P::Move>(), Ok(mv)),
        Err(error) => assert!(error.at <= text.chars().count(), "{error} is outside {text:?}"),
    }
}
