//! What the tree search asks about a position, and the judge that needs no network.

use fastrand::Rng;
use go::{Board, Position, Scoring, Territory};
use plateau_core::{Player, Position as _, change_side};

/// Judges positions: a network, or random playouts. One per thread.
pub trait Evaluator: Send {
    /// Fills in the evaluation of every leaf. Random choices (a symmetry, playouts) are drawn from `rng` alone.
    fn evaluate(&mut self, leaves: &mut [Leaf], rng: &mut Rng);
}

/// A position and what an [`Evaluator`] thinks of it.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The position. Its outcome is not asked for: a game that both have passed in is judged as if it went on.
    pub position: Position,
    /// The judgement, seen by the player to move.
    pub evaluation: Evaluation,
}

/// A judgement, seen by the player to move.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// How much each move promises, as logits: the points from the upper left along the rows, then the pass. What stands on
    /// illegal moves does not matter.
    pub policy: Vec<f32>,
    /// The chance to win, from 0 to 1.
    pub win: f32,
    /// The expected lead at the end in points, komi counted.
    pub lead: f32,
    /// Who will own each point, from the upper left along the rows: 1 for the player to move, −1 for the other.
    pub ownership: Vec<f32>,
}

impl Leaf {
    /// A leaf with an evaluation that says nothing yet.
    pub fn new(position: &Position) -> Leaf {
        let area = position.size().area() as usize;
        let evaluation = Evaluation { policy: vec![0.0; area + 1], win: 0.5, lead: 0.0, ownership: vec![0.0; area] };
        Leaf { position: position.clone(), evaluation }
    }
}

/// What White's stones and territory get added before areas are compared, in points: komi, what is given for handicap stones,
/// and what other ways of counting differ by from counting area.
///
/// A player's area is the territory and the stones that still stand: those that were played less those that were taken. So
/// counted by territory and prisoners, each stone that Black has played more than White is a point less for Black. This is why,
/// under Japanese rules, an answer that was not needed costs a point. In a game without passes the difference ends as 0 or 1, and
/// half a point stands for that.
pub fn white_bonus(position: &Position) -> f32 {
    let (komi, handicap) = position.rules().bonus_half_points(position.game().handicap().stones());
    let board = position.board();
    let taken = Player::BOTH.map(|player| board.captures(player) as f32);
    let prisoners = taken[Player::Black] - taken[Player::White];
    let stones = board.stones(Player::Black) as f32 - board.stones(Player::White) as f32;
    let counting = match position.rules().scoring {
        Scoring::Area => 0.0,
        Scoring::Territory => {
            let played = stones - prisoners;
            let to_come = if position.turn() == Player::Black { 0.5 } else { -0.5 };
            played + to_come
        }
        Scoring::Sum => -prisoners,
    };
    (komi + handicap) as f32 / 2.0 + counting
}

/// Judges by random playouts, and knows nothing but the rules: every move promises the same, own eyes excepted.
#[derive(Clone, Debug)]
pub struct Playouts {
    each: u32,
    board: Option<Board>,
}

impl Playouts {
    /// So many playouts for each position.
    pub fn new(each: u32) -> Playouts {
        Playouts { each: each.max(1), board: None }
    }
}

/// Logits of moves that no playout would make: own eyes, and the pass.
const UNLIKELY: f32 = -4.0;

impl Evaluator for Playouts {
    fn evaluate(&mut self, leaves: &mut [Leaf], rng: &mut Rng) {
        for Leaf { position, evaluation } in leaves {
            let (size, own, start) = (position.size(), position.turn(), position.board());
            let needed = white_bonus(position);
            evaluation.ownership.fill(0.0);
            let (mut wins, mut leads) = (0.0, 0.0);
            let board = self.board.get_or_insert_with(|| start.clone());
            for _ in 0..self.each {
                board.clone_from(start);
                let lead = board.playout(own, |below| rng.u32(..below)) as f32 - needed;
                let lead = change_side(lead, Player::Black, own);
                leads += lead;
                wins += if lead > 0.0 { 1.0 } else if lead == 0.0 { 0.5 } else { 0.0 };
                let territory = Territory::of(board);
                for (point, sum) in size.points_from_top().zip(&mut evaluation.ownership) {
                    let owner = board.at(point).or_else(|| territory.owner(point));
                    *sum += owner.map_or(0.0, |owner| if owner == own { 1.0 } else { -1.0 });
                }
            }
            let share = 1.0 / self.each as f32;
            evaluation.ownership.iter_mut().for_each(|sum| *sum *= share);
            // So few playouts are never certain.
            evaluation.win = (wins + 0.5) / (self.each as f32 + 1.0);
            evaluation.lead = leads * share;
            for (point, logit) in size.points_from_top().zip(&mut evaluation.policy) {
                *logit = if start.is_eye(point, own) { UNLIKELY } else { 0.0 };
            }
            evaluation.policy[size.area() as usize] = UNLIKELY;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go::{DeadStones, Game, Size};
    use plateau_core::Game as _;

    /// The bonus makes a difference of areas out of what the rules count, on finished boards of every rule set.
    #[test]
    fn the_bonus_turns_every_count_into_one_of_areas() {
        let text = "XX.XO/X.XXO/XXXOO/OOOO./O.OO. X captures=3,5";
        for (name, rules) in go::RULE_SETS {
            let position = Game::even(Size::new(5).unwrap(), rules).position(text).expect(name);
            let territory = Territory::of(position.board());
            let area = |p: Player| position.board().stones(p) as f32 + territory.count(p) as f32;
            let by_area = area(Player::Black) - area(Player::White) - white_bonus(&position);
            let counted = position.count(&DeadStones::NONE).margin().black_half_points as f32 / 2.0;
            assert!((by_area - counted).abs() <= 0.5, "{name}: {by_area} for {counted}");
        }
    }

    #[test]
    fn playouts_see_who_is_ahead() {
        let position = Game::default().position(
            "........./........./........./XXXXXXXXX/........./OOOOOOOOO/........./........./......... O",
        );
        let mut leaf = [Leaf::new(&position.expect("a position"))];
        Playouts::new(200).evaluate(&mut leaf, &mut Rng::with_seed(1));
        let Evaluation { win, lead, ownership, policy } = &leaf[0].evaluation;
        assert!(*win > 0.5 && *lead > 0.0, "White gets komi: {win} {lead}");
        assert!(ownership[40].abs() < 0.5 && ownership[75] > 0.5 && ownership[5] < -0.5, "{ownership:?}");
        assert!(policy[81] < policy[0]);
    }
}
