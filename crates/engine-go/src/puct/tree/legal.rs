use go::{Move, Position};
use plateau_core::Position as _;

/// A legal move and its prior as a fraction of 65535.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    prior: u16,
}

impl Edge {
    pub(super) fn prior(self) -> f32 {
        self.prior as f32 / u16::MAX as f32
    }

    /// The edge as a number, from which [`Edge::unpacked`] makes it again.
    pub(super) fn packed(self) -> u32 {
        (self.prior as u32) << 16 | self.mv.code() as u32
    }

    pub(super) fn unpacked(packed: u32) -> Edge {
        let mv = Move::from_code(packed as u16).expect("it was made of a move");
        Edge { mv, prior: (packed >> 16) as u16 }
    }
}

/// The legal moves of a position: found on the board, and made edges, the most promising first, once they are judged.
#[derive(Default, Debug)]
pub(crate) struct Legal {
    /// Each with its place among the logits.
    moves: Vec<(Move, u16)>,
    pub(super) edges: Vec<Edge>,
    /// The moves while they are sorted; kept for its memory.
    keys: Vec<SortKey>,
}

impl Legal {
    /// Finds the legal moves.
    pub(crate) fn find(&mut self, position: &Position) {
        let size = position.size();
        let place = |mv: Move| mv.point().map_or(size.area(), |point| point.number(size));
        self.moves.clear();
        legal_moves(position).for_each(|mv| self.moves.push((mv, place(mv))));
    }

    /// Gives those that were found their priors: the softmax of their logits.
    pub(crate) fn judge(&mut self, policy: &[f32]) {
        self.keys.clear();
        let mut highest = f32::NEG_INFINITY;
        for &(mv, place) in &self.moves {
            let logit = policy[place as usize];
            highest = highest.max(logit);
            self.keys.push(SortKey::new(logit, mv));
        }
        let mut sum = 0.0;
        for key in &mut self.keys {
            let prior = (key.number() - highest).exp();
            *key = key.with_number(prior);
            sum += prior;
        }
        self.keys.sort_unstable();
        self.edges.clear();
        self.edges.extend(self.keys.iter().map(|key| {
            // None is without hope: a prior of nothing would never be tried.
            let prior = (key.number() / sum * u16::MAX as f32).round().max(1.0) as u16;
            Edge { mv: key.mv(), prior }
        }));
    }

    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Mixes other priors in, `share` of each, and puts the most promising first again.
    pub(crate) fn mix(&mut self, others: &[f32], share: f32) {
        for (edge, other) in self.edges.iter_mut().zip(others) {
            let prior = (1.0 - share) * edge.prior() + share * other;
            edge.prior = (prior * u16::MAX as f32).round().clamp(1.0, u16::MAX as f32) as u16;
        }
        self.edges.sort_by_key(|edge| std::cmp::Reverse(edge.prior));
    }
}

/// A move and a number in one word, which sorts the highest numbers first, and equal ones by the order of the moves. Numbers
/// that are sorted are not negative.
///
/// ```text
/// bits 0..16    the move
/// bits 16..48   the number's bits, inverted: those of floats from 0 up have the order of the floats
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SortKey(u64);

impl SortKey {
    fn new(number: f32, mv: Move) -> SortKey {
        SortKey((!number.to_bits() as u64) << 16 | mv.code() as u64)
    }

    fn with_number(self, number: f32) -> SortKey {
        SortKey((!number.to_bits() as u64) << 16 | self.0 as u16 as u64)
    }

    fn number(self) -> f32 {
        f32::from_bits(!((self.0 >> 16) as u32))
    }

    fn mv(self) -> Move {
        Move::from_code(self.0 as u16).expect("it was made of a move")
    }
}

/// The legal moves that are worth a thought: all but suicide, where the rules allow that.
pub(super) fn legal_moves(position: &Position) -> impl Iterator<Item = Move> {
    let suicide_allowed = position.rules().suicide;
    let lives = move |mv: &Move| match mv {
        Move::Play(point) if suicide_allowed => !position.board().is_suicide(*point, position.turn()),
        _ => true,
    };
    position.legal_moves().filter(lives)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use go::{Game, Rules, Size};
    use plateau_core::Game as _;

    /// With many logits alike, and some so low that nothing is left of their chance.
    #[test]
    fn edges_are_sorted_by_the_chance_and_then_by_the_move() {
        let mut rng = Rng::with_seed(2);
        let mut legal = Legal::default();
        for width in [5, 9, 19] {
            let position = Game::even(Size::new(width).expect("a size"), Rules::default()).start();
            let size = position.size();
            let logits = (0..=size.area()).map(|_| [-200.0, -3.0, 0.0, 1.5, 4.0 * rng.f32()][rng.usize(..5)]);
            let policy: Vec<f32> = logits.collect();
            legal.find(&position);
            legal.judge(&policy);
            let logit = |mv: Move| policy[mv.point().map_or(size.area(), |point| point.number(size)) as usize];
            let mut moves: Vec<Move> = legal_moves(&position).collect();
            moves.sort_by(|&a, &b| logit(b).total_cmp(&logit(a)).then(a.cmp(&b)));
            assert_eq!(legal.edges.iter().map(|edge| edge.mv).collect::<Vec<_>>(), moves);
            let sum: f32 = legal.edges.iter().map(|edge| edge.prior()).sum();
            assert!((sum - 1.0).abs() < 0.01, "{sum}");
            assert!(legal.edges.iter().all(|&edge| edge.prior > 0 && Edge::unpacked(edge.packed()) == edge));
        }
    }
}
