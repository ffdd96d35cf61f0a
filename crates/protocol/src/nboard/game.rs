//! The game that all commands relate to, as `NBoard` sends it: one game of GGF on one line, then move by move.

use std::time::Duration;

use othello::{Move, Position};
use plateau_core::{Player, Position as _};
use record::sgf::syntax::Collection;
use record::tree::{NodeId, NotesOf};
use record::{ReadOptions, ggf};

/// What an engine needs of a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Game {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    pub(super) position: Position,
    /// Time for the whole game, each.
    pub(super) time: Option<Duration>,
    pub(super) spent: [Duration; 2],
}

impl Game {
    pub(super) fn new(start: Position) -> Game {
        Game { start, moves: Vec::new(), position: start, time: None, spent: [Duration::ZERO; 2] }
    }

    /// Reads `(;GM[Othello]…BO[8 … *]B[F5]W[D6/-1.5/3.2]…;)`; nothing if it is no game, or has an illegal move.
    pub(super) fn read(text: &str) -> Option<Game> {
        let options = ReadOptions::default();
        let collection = Collection::parse(text.as_bytes(), &options).ok()?;
        let &root = collection.roots().first()?;
        if !ggf::is_ggf(&collection, root) {
            return None;
        }
        let record = ggf::read(&collection, root, &options).ok()?.record;
        let mut game = Game::new(record.position_at(NodeId::ROOT));
        game.time = kept(record.node(NodeId::ROOT).notes(), "TI").and_then(read_time);
        for id in record.main_line() {
            let node = record.node(id);
            let Some((player, mv)) = node.mv else { continue };
            game.play(mv)?;
            // What follows the square: the value, a slash, the seconds.
            let seconds = kept(node.notes(), "GGF").and_then(|rest| rest.split('/').nth(1));
            game.spend(player, seconds);
        }
        Some(game)
    }

    /// Plays `F5`, `F5/eval/seconds` or `F5//seconds`. A pass that was left out is put in.
    pub(super) fn play_item(&mut self, player: Player, item: &str) -> Option<()> {
        let mut parts = item.split('/');
        let mv: Move = parts.next()?.trim().parse().ok()?;
        if self.position.turn() != player {
            self.play(Move::Pass)?;
        }
        self.play(mv)?;
        self.spend(player, parts.nth(1));
        Some(())
    }

    fn spend(&mut self, player: Player, seconds: Option<&str>) {
        let seconds = seconds.and_then(|seconds| seconds.trim().parse().ok());
        if let Some(seconds) = seconds.filter(|seconds| (0.0..1e9).contains(seconds)) {
            self.spent[player] += Duration::from_secs_f64(seconds);
        }
    }

    fn play(&mut self, mv: Move) -> Option<()> {
        self.position.play(mv).ok()?;
        self.moves.push(mv);
        Some(())
    }
}

/// A move as it is sent: `F5`, `PA`.
pub(super) fn written(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".into(),
    }
}

/// A property that the record keeps as it is.
fn kept<'n>(notes: Option<&'n NotesOf<othello::Game>>, id: &str) -> Option<&'n str> {
    let raw = notes?.other.iter().find(|raw| raw.id == id)?;
    raw.values.first().map(String::as_str)
}

/// `15:00`, `1:00:00` or seconds; what follows a slash (increments, grace) is left aside. Zero is how games without a clock are written.
fn read_time(value: &str) -> Option<Duration> {
    let main = value.split(['/', ',']).next()?.trim();
    let mut seconds = 0.0;
    for part in main.split(':') {
        let part: f64 = part.parse().ok()?;
        seconds = seconds * 60.0 + part;
    }
    (seconds > 0.0 && seconds < 1e9).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 \
                        ---------------------------O*------*O--------------------------- *]B[F5]W[F6//1.5]B[D3/-1/2.5];)";

    #[test]
    fn the_protocol_texts_own_example_is_read() {
        let game = Game::read(GAME).unwrap();
        assert_eq!(game.moves.len(), 3);
        assert_eq!(game.time, Some(Duration::from_secs(900)));
        assert_eq!(game.spent, [Duration::from_millis(2500), Duration::from_millis(1500)]);
        assert_eq!(game.position.turn(), Player::White);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (from, to) in [
            ("GM[Othello]", "GM[Go]"),
            ("B[F5]", "B[A1]"),
            ("B[F5]", "B[]"),
            ("B[F5]", "B[F5"),
            ("BO[8", "BO[6"),
            (";)", ""),
            ("(;", ""),
        ] {
            assert_eq!(Game::read(&GAME.replacen(from, to, 1)), None, "{from} → {to}");
        }
    }

    #[test]
    fn times_are_read_in_their_usual_forms() {
        for (text, seconds) in [("15:00", 900), ("1:00:00", 3600), ("30", 30), ("05:00//02:00", 300)] {
            assert_eq!(read_time(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        assert_eq!(read_time("soon"), None);
        assert_eq!(read_time("-5"), None);
        assert_eq!(read_time("0"), None, "no clock, which is not the same as no time left");
    }
}
