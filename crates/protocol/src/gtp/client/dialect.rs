//! What an external engine must be told about a game.

use go::Rules;
use plateau_core::{Player, Position};

use crate::kata_rules;

/// A game that external engines play.
pub trait Dialect: Position {
    /// What `set_game` gets, where an engine plays several games.
    const GAME: &'static str;

    /// What `boardsize` gets.
    fn board_size(&self) -> u32;

    /// Commands that tell what was agreed, each with whether the engine must take it; sent where the engine knows them.
    fn agreements(&self) -> Vec<(String, bool)> {
        Vec::new()
    }

    /// Whether this move may go without saying: some Othello engines know passes only as what happens when there is no move.
    fn goes_without_saying(_mv: Self::Move) -> bool {
        false
    }

    /// The stones that make this position on a cleared board, if placing stones can.
    fn stones(&self) -> Option<Vec<(Player, Self::Move)>>;
}

impl Dialect for go::Position {
    const GAME: &'static str = "Go";

    fn board_size(&self) -> u32 {
        self.size().width() as u32
    }

    /// What White gets is sent as komi in full, since engines differ in what they add for handicap stones; and so the rules
    /// are sent without such a bonus.
    fn agreements(&self) -> Vec<(String, bool)> {
        let (komi, compensation) = self.rules().bonus_half_points(self.game().handicap().stones());
        let rules = Rules { compensation: go::Compensation::None, ..*self.rules() };
        let rules = kata_rules::write(rules).replace("NATURAL_SITUATIONAL", "SITUATIONAL");
        vec![
            (format!("komi {}", f64::from(komi + compensation) / 2.0), true),
            (format!("kata-set-rules {rules}"), false),
        ]
    }

    /// Stones can be placed in any order: with fewer stones around, none has fewer liberties than at the end.
    fn stones(&self) -> Option<Vec<(Player, go::Move)>> {
        let owner = |point| self.board().at(point).map(|owner| (owner, go::Move::Play(point)));
        Some(self.size().points().filter_map(owner).collect())
    }
}

impl Dialect for othello::Position {
    const GAME: &'static str = "Othello";

    fn board_size(&self) -> u32 {
        8
    }

    fn goes_without_saying(mv: othello::Move) -> bool {
        mv == othello::Move::Pass
    }

    /// Only the start can be shown: discs turn when they are placed.
    fn stones(&self) -> Option<Vec<(Player, othello::Move)>> {
        (*self == othello::Position::START).then(Vec::new)
    }
}
