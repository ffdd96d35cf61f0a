//! The referee of a match.

use go::{Game, Move, Player, Position, Rules, Size};
use plateau_core::Outcome;
use players::Mover;
use players::contest::{Contest, Standing};
use search::{Choice, Engine, Failure, Limits, Report, Resources, Stop, Thought};

/// One who does nothing but pass, as programs do that see nothing left to play for.
struct Passer;

impl Engine<Position> for Passer {
    fn think(
        &mut self,
        _position: &Position,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        Ok(Thought { choice: Choice::Play(Move::Pass), report: Report::default() })
    }
}

/// A wall of each colour with a line between them; then Black passes, and White throws a stone into Black's half.
const DEAD_STONE: &str = "E1 F1 E2 F2 E3 F3 E4 F4 E5 F5 E6 F6 E7 F7 E8 F8 E9 F9 pass B5";

fn count(rules: &str, opening: &str, plies_max: usize) -> Outcome {
    let rules: Rules = rules.parse().expect("rules");
    let game = Game::even(Size::NINE, rules);
    let opening: Vec<Move> = opening.split(' ').map(|mv| mv.parse().expect("a move")).collect();
    let openings = [opening];
    let contest = Contest::new(&game, &openings, plies_max, Resources { seed: Some(1), ..Resources::default() });
    let (mut movers, mut standing) = ([Passer, Passer].map(|seat| Mover::new(seat, Limits::NONE)), Standing::default());
    contest.play(0, &mut movers, &mut standing, &Stop::new()).expect("no engine fails").outcome
}

/// Black's 36 points are more than White's 27 and komi, unless the dead stone makes them nobody's.
#[test]
fn dead_stones_are_taken_off_where_players_would_agree_on_them() {
    for (rules, winner) in [
        ("japanese", Player::Black),
        ("korean", Player::Black),
        ("chinese", Player::Black),
        ("french", Player::Black),
        ("aga", Player::Black),
        ("new-zealand", Player::Black),
        ("sum", Player::Black),
        ("tromp-taylor", Player::White),
    ] {
        assert_eq!(count(rules, DEAD_STONE, 100), Outcome::Win(winner), "{rules}");
    }
}

#[test]
fn a_game_that_is_broken_off_has_no_result() {
    assert_eq!(count("chinese", DEAD_STONE, 21), Outcome::NoResult);
}
