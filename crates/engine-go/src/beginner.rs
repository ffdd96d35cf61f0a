use fastrand::Rng;
use go::{Board, Move, Point, Position};
use plateau_core::{Player, Position as _};
use search::{Choice, Engine, Failure, Limits, Report, Resources, Stop, Thought};

/// Plays like somebody who knows capturing and little else.
///
/// In this order: it takes an enemy chain that is in atari; it plays on a liberty of an enemy chain that has two; it gives
/// liberties to an own chain in atari; it plays anywhere that does not fill an own eye; it passes.
#[derive(Clone, Debug)]
pub struct Beginner {
    rng: Rng,
}

impl Beginner {
    /// With a seed it plays the same again.
    pub fn new(resources: &Resources) -> Beginner {
        Beginner { rng: resources.seed.map_or_else(Rng::new, Rng::with_seed) }
    }

    fn choose(&mut self, position: &Position) -> Move {
        let own = position.turn();
        let wishes = [
            liberties_of_chains(position.board(), own.opponent(), 1),
            liberties_of_chains(position.board(), own.opponent(), 2),
            escapes(position, own),
            position.board().empty_points().filter(|&point| !position.board().is_eye(point, own)).collect(),
        ];
        for mut points in wishes {
            points.retain(|&point| position.check(Move::Play(point)).is_ok());
            if let Some(point) = self.rng.choice(points) {
                return Move::Play(point);
            }
        }
        // While free handicap stones are being placed there is no passing; any point will do then.
        if position.check(Move::Pass).is_ok() {
            return Move::Pass;
        }
        position.legal_moves().next().expect("a game that is not over has a move")
    }
}

/// The liberties of every chain of this player that has exactly so many.
fn liberties_of_chains(board: &Board, player: Player, count: u16) -> Vec<Point> {
    let chains = board.heads().filter(|&head| board.at(head) == Some(player));
    let weak = chains.filter(|&head| board.liberty_count(head, count + 1) == count);
    weak.flat_map(|head| board.liberties(head).iter().collect::<Vec<_>>()).collect()
}

/// The moves after which a chain that was in atari has more liberties than one.
fn escapes(position: &Position, own: Player) -> Vec<Point> {
    let mut points = liberties_of_chains(position.board(), own, 1);
    points.retain(|&point| {
        let mv = Move::Play(point);
        position.check(mv).is_ok() && position.after(mv).board().liberty_count(point, 2) >= 2
    });
    points
}

impl Engine<Position> for Beginner {
    fn think(
        &mut self,
        position: &Position,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        let choice = Choice::Play(self.choose(position));
        Ok(Thought { choice, report: Report { nodes: 1, ..Report::default() } })
    }
}
