use fastrand::Rng;
use othello::{Board, Move, Position};
use plateau_core::Position as _;
use search::{Choice, Engine, Failure, Limits, Report, Resources, Score, Stop, Thought, Variation};

/// Looks at everything that can happen in three plies and goes for the most discs.
///
/// Wanting discs early is what beginners do, and it loses: good players keep few. Among equally good moves it takes any.
#[derive(Clone, Debug)]
pub struct GreedyMinimax {
    rng: Rng,
}

/// Takes the most discs it can get at once, or nearly: what everybody does in the first game.
#[derive(Clone, Debug)]
pub struct Novice {
    rng: Rng,
}

/// A novice does not count exactly: moves that differ by fewer discs look the same.
const NOVICE_BLUR_DISCS: f32 = 2.0;

impl Novice {
    /// With a seed it plays the same again.
    pub fn new(resources: &Resources) -> Novice {
        Novice { rng: resources.seed.map_or_else(Rng::new, Rng::with_seed) }
    }
}

impl Engine<Position> for Novice {
    fn think(
        &mut self,
        position: &Position,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        let board = position.board();
        let mut seen = |square| board.flips(square).len() as f32 + NOVICE_BLUR_DISCS * self.rng.f32();
        let rated: Vec<_> = board.moves().iter().map(|square| (square, seen(square))).collect();
        let most = rated.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let mv = most.map_or(Move::Pass, |(square, _)| Move::Place(square));
        Ok(Thought { choice: Choice::Play(mv), report: Report { depth: 1, nodes: 1, ..Report::default() } })
    }
}

/// How far it looks.
const DEPTH: u32 = 3;

impl GreedyMinimax {
    /// With a seed it plays the same again.
    pub fn new(resources: &Resources) -> GreedyMinimax {
        GreedyMinimax { rng: resources.seed.map_or_else(Rng::new, Rng::with_seed) }
    }
}

impl Engine<Position> for GreedyMinimax {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        let mut nodes = 0;
        let mut rated: Vec<(Move, i32)> = position
            .legal_moves()
            .map(|mv| (mv, -most_discs(position.after(mv).board(), DEPTH - 1, &mut nodes)))
            .collect();
        // Shuffled first, so that the sort, which keeps equals in order, leaves the choice among them to chance.
        self.rng.shuffle(&mut rated);
        rated.sort_by_key(|&(_, margin)| -margin);
        let variations = rated.iter().map(|&(mv, margin)| Variation::new(vec![mv], Score::Margin(margin as f32), 1));
        let report = Report {
            depth: DEPTH,
            nodes,
            variations: variations.take(limits.variations.get()).collect(),
            ..Report::default()
        };
        let (best, _) = rated[0];
        Ok(Thought { choice: Choice::Play(best), report })
    }
}

/// By how many discs the player to move leads after `depth` plies of the best play for discs. A pass is a ply; a game that
/// ends sooner counts with the empty squares to the winner.
fn most_discs(board: Board, depth: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if depth == 0 {
        return board.own().len() as i32 - board.opponent().len() as i32;
    }
    let moves = board.moves();
    if moves.is_empty() {
        if board.swapped().moves().is_empty() {
            return board.final_margin();
        }
        return -most_discs(board.swapped(), depth - 1, nodes);
    }
    let replies = moves.into_iter().map(|square| -most_discs(board.after(square), depth - 1, nodes));
    replies.max().expect("there is a move")
}
