//! The game that `NBoard` sends with `set game`: one game of GGF on one line.

use std::time::Duration;

use othello::{Move, Position};
use plateau_core::{Player, Position as _, Scanner};

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
        let mut game = Game::new(Position::START);
        let mut rest = text.trim().strip_prefix("(;")?;
        while !rest.starts_with(";)") {
            let (name, after) = rest.split_once('[')?;
            let (value, after) = after.split_once(']')?;
            match name.trim() {
                "GM" if !value.eq_ignore_ascii_case("othello") => return None,
                "BO" => game = Game { time: game.time, ..Game::new(read_board(value)?) },
                "TI" => game.time = read_time(value),
                "B" => game.play_item(Player::Black, value)?,
                "W" => game.play_item(Player::White, value)?,
                _ => {}
            }
            rest = after.trim_start();
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
        let seconds: Option<f64> = parts.nth(1).and_then(|seconds| seconds.trim().parse().ok());
        if let Some(seconds) = seconds.filter(|seconds| (0.0..1e9).contains(seconds)) {
            self.spent[player] += Duration::from_secs_f64(seconds);
        }
        Some(())
    }

    fn play(&mut self, mv: Move) -> Option<()> {
        self.position.play(mv).ok()?;
        self.moves.push(mv);
        Some(())
    }
}

/// `8`, the 64 squares, and the player to move.
fn read_board(value: &str) -> Option<Position> {
    let board = value.trim().strip_prefix('8')?;
    let mut scanner = Scanner::new(board);
    let position = Position::scan(&mut scanner).ok()?;
    scanner.end().ok()?;
    Some(position)
}

/// `15:00`, `1:00:00` or seconds; what follows a slash (increments, grace) is left aside.
fn read_time(value: &str) -> Option<Duration> {
    let main = value.split(['/', ',']).next()?.trim();
    let mut seconds = 0.0;
    for part in main.split(':') {
        let part: f64 = part.parse().ok()?;
        seconds = seconds * 60.0 + part;
    }
    (0.0..1e9).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
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
    }
}
