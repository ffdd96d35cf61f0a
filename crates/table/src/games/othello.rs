//! Othello at the table: numbers of two digits, forced passes, discs.

use othello::{Game, Move, Position, Square};
use plateau_core::{Player, Position as _};

use crate::Message;
use crate::playable::{GameResult, Playable, Scene};
use crate::view::{BoardView, Cell, Content, Counter, Mark, Surface};

impl Playable for Game {
    type Marks = ();

    const ID: &'static str = "othello";

    /// A coordinate (`f5`), `pass`, or a number of two digits, row then column.
    fn read_move(&self, _position: &Position, text: &str) -> Result<Move, Message> {
        if text.trim().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Square::parse_number(text)?.into());
        }
        Ok(text.parse()?)
    }

    /// Who cannot move passes, and is told so.
    fn forced_move(&self, position: &Position) -> Option<Move> {
        position.check(Move::Pass).is_ok().then_some(Move::Pass)
    }

    fn cell_of(mv: Move) -> Option<String> {
        mv.square().map(|square| square.to_string())
    }

    fn happened(&self, before: &Position, mv: Move, _after: &Position) -> Message {
        let player = before.turn();
        match mv {
            Move::Pass => Message::new("othello-passed").with("player", player),
            Move::Place(square) => Message::new("othello-played")
                .with("player", player)
                .with("square", square.to_string())
                .with("count", before.flips(square).len() as i64),
        }
    }

    fn counters(&self, position: &Position, player: Player) -> Vec<Counter> {
        vec![Counter::new("counter-discs", position.counts()[player])]
    }

    fn board(&self, scene: &Scene<'_, Game>) -> BoardView {
        let cell = |square: Square| Cell {
            name: square.to_string(),
            content: scene.position.disc(square).map(Content::Stone),
            legal: scene.live && scene.position.check(Move::Place(square)).is_ok(),
            marks: [(scene.last, Mark::Last), (scene.hint, Mark::Hint)]
                .into_iter()
                .filter_map(|(mv, mark)| (mv == Some(Move::Place(square))).then_some(mark))
                .collect(),
            ..Cell::default()
        };
        BoardView {
            surface: Surface::Othello,
            columns: ('a'..='h').map(String::from).collect(),
            rows: (1..=8).map(|row| row.to_string()).collect(),
            cells: Square::ALL.into_iter().map(cell).collect(),
            reserve: Vec::new(),
            won: Vec::new(),
        }
    }

    fn result(&self, position: &Position, (): &()) -> GameResult {
        let [black, white] = position.score();
        let outcome = plateau_core::Outcome::from_margin(black as i32 - white as i32, Player::Black);
        let margin = outcome.winner().map(|_| black.abs_diff(white).to_string());
        GameResult { outcome, margin, points: Some([black.to_string(), white.to_string()]) }
    }
}
