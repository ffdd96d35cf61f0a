use std::cmp::Reverse;

use go::{Move, Position, Scoring};
use plateau_core::Position as _;

use crate::ladder::Reader;

/// A legal move and its prior, in four bytes.
///
/// ```text
/// bits 0..16    the move's code, inverted
/// bits 16..32   the prior as a fraction of 65535
/// ```
///
/// So the greatest is the most promising, and of equally promising ones that of the lowest code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Edge(u32);

impl Edge {
    /// None at all: what stands behind the last one.
    pub(super) const NONE: Edge = Edge(0);

    /// No move is without hope: a prior of nothing would never be tried.
    fn new(mv: Move, prior: f32) -> Edge {
        let prior = ((prior * u16::MAX as f32 + 0.5) as i32).clamp(1, u16::MAX as i32) as u32;
        Edge(prior << 16 | !mv.code() as u32)
    }

    pub(super) fn is_none(self) -> bool {
        self == Edge::NONE
    }

    pub(super) fn prior(self) -> f32 {
        (self.0 >> 16) as f32 / u16::MAX as f32
    }

    pub(super) fn mv(self) -> Move {
        Move::from_code(!(self.0 as u16)).expect("it was made of a move")
    }
}

/// Puts the most promising of the edges in the first place. That is done each time that a child is added, instead of sorting
/// them once: of most nodes hardly any move is ever tried.
pub(super) fn best_first(edges: &mut [Edge]) -> Edge {
    let best = Edge(edges.iter().fold(0, |best, edge| best.max(edge.0)));
    if let Some(place) = edges.iter().position(|&edge| edge == best) {
        edges.swap(0, place);
    }
    best
}

pub(super) fn all_best_first(edges: &mut [Edge]) {
    edges.sort_unstable_by_key(|&edge| Reverse(edge));
}

/// The prior that a pass has at least towards the end of a game in which territory is counted. The network learned from games in
/// which moves into one's own territory cost nothing, and hardly thinks of passing.
const PASS_AT_THE_END: f32 = 0.1;

/// What a step of a ladder in vain promises at most, beside the best of the other moves. The network is often certain of it; so much is left for
/// the cases in which the ladder is a threat to something else.
const IN_VAIN: f32 = 0.1;

/// Whether two fifths of the board are filled: from then on a game may end at any time.
pub(crate) fn is_nearly_full(position: &Position) -> bool {
    5 * position.board().empty_count() <= 3 * position.size().area()
}

/// The legal moves of a position: found on the board, and made edges once they are judged.
#[derive(Default, Debug)]
pub(crate) struct Legal {
    /// Each with its place among the logits.
    moves: Vec<(Move, u16)>,
    /// The places of those that go on with a ladder in vain.
    in_vain: Vec<u16>,
    /// What the softmax makes of the logits; kept for its memory.
    chances: Vec<f32>,
    /// What the pass promises, whatever its logit says.
    pass_at_least: f32,
    /// The most promising one, and the others in no particular order.
    pub(super) edges: Vec<Edge>,
}

impl Legal {
    /// Finds the legal moves, and among them what reading, if anybody reads, says nothing good of.
    pub(crate) fn find(&mut self, position: &Position, reader: Option<&mut Reader>) {
        let size = position.size();
        let place = |mv: Move| mv.point().map_or(size.area(), |point| point.number(size));
        self.moves.clear();
        legal_moves(position).for_each(|mv| self.moves.push((mv, place(mv))));
        let costs_to_go_on = position.rules().scoring == Scoring::Territory && is_nearly_full(position);
        self.in_vain.clear();
        if let Some(reader) = reader {
            reader.steps_in_vain(position.board(), position.turn(), |point| self.in_vain.push(point.number(size)));
        }
        self.pass_at_least = if costs_to_go_on { PASS_AT_THE_END } else { 0.0 };
    }

    /// Gives those that were found their priors: the softmax of their logits.
    pub(crate) fn judge(&mut self, policy: &[f32]) {
        self.chances.clear();
        self.chances.extend(self.moves.iter().map(|&(_, place)| policy[place as usize]));
        let highest = over_all(&self.chances, f32::NEG_INFINITY, |a, b| if a > b { a } else { b });
        for chance in &mut self.chances {
            *chance = exp(*chance - highest);
        }
        self.lower_what_is_in_vain();
        let share = 1.0 / over_all(&self.chances, 0.0, |a, b| a + b);
        self.edges.clear();
        self.edges.extend(self.moves.iter().zip(&self.chances).map(|(&(mv, _), chance)| Edge::new(mv, chance * share)));
        if self.pass_at_least > 0.0
            && let Some(pass) = self.edges.iter_mut().find(|edge| edge.mv() == Move::Pass)
        {
            *pass = Edge::new(Move::Pass, pass.prior().max(self.pass_at_least));
        }
        best_first(&mut self.edges);
    }

    /// Leaves moves that go on with a ladder in vain little beside the best of the others.
    fn lower_what_is_in_vain(&mut self) {
        if self.in_vain.is_empty() {
            return;
        }
        let is_in_vain = |place: u16| self.in_vain.contains(&place);
        let judged = self.moves.iter().map(|&(_, place)| place).zip(&self.chances);
        let best = judged.filter(|&(place, _)| !is_in_vain(place)).map(|(_, &chance)| chance).fold(0.0, f32::max);
        if best == 0.0 {
            return;
        }
        for (&(_, place), chance) in self.moves.iter().zip(&mut self.chances) {
            if is_in_vain(place) {
                *chance = chance.min(IN_VAIN * best);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// The moves with their priors, in no particular order.
    pub(crate) fn priors(&self) -> impl Iterator<Item = (Move, f32)> {
        self.edges.iter().map(|edge| (edge.mv(), edge.prior()))
    }

    /// Keeps the moves whose place among the logits is wanted; if none is, the one in the place of the pass, and if that is illegal, all.
    pub(crate) fn keep(&mut self, wanted: impl Fn(usize) -> bool, pass: usize) {
        let mut kept = self.found_at(wanted);
        if kept.is_empty() {
            kept = self.found_at(|place| place == pass);
        }
        if !kept.is_empty() {
            self.edges.retain(|edge| kept.contains(&edge.mv()));
            best_first(&mut self.edges);
        }
    }

    fn found_at(&self, wanted: impl Fn(usize) -> bool) -> Vec<Move> {
        self.moves.iter().filter(|&&(_, place)| wanted(place as usize)).map(|&(mv, _)| mv).collect()
    }

    /// Raises the priors to the power of one divided by the temperature, and makes them chances again.
    pub(crate) fn flatten(&mut self, temperature: f32) {
        if (temperature - 1.0).abs() < f32::EPSILON {
            return;
        }
        let raised: Vec<f32> = self.edges.iter().map(|edge| edge.prior().powf(1.0 / temperature)).collect();
        let share = 1.0 / raised.iter().sum::<f32>();
        for (edge, raised) in self.edges.iter_mut().zip(raised) {
            *edge = Edge::new(edge.mv(), raised * share);
        }
        best_first(&mut self.edges);
    }

    /// Mixes other priors in, `share` of each.
    pub(crate) fn mix(&mut self, others: &[f32], share: f32) {
        for (edge, other) in self.edges.iter_mut().zip(others) {
            *edge = Edge::new(edge.mv(), (1.0 - share) * edge.prior() + share * other);
        }
        best_first(&mut self.edges);
    }
}

/// One number of many, by an operation that may take them in any order: eight of them at a time.
fn over_all(numbers: &[f32], start: f32, operation: impl Fn(f32, f32) -> f32) -> f32 {
    let (eights, rest) = numbers.as_chunks::<8>();
    let mut lanes = [start; 8];
    for eight in eights {
        for (lane, &number) in lanes.iter_mut().zip(eight) {
            *lane = operation(*lane, number);
        }
    }
    rest.iter().chain(&lanes).fold(start, |result, &number| operation(result, number))
}

/// *e* to the power of a number that is not above 0, right to one part in 100,000. There is no branch and no call in it, so
/// a loop over many becomes vector instructions.
fn exp(power: f32) -> f32 {
    /// Added to a number, it leaves no room for a fraction: what comes out is rounded, and its lowest bits are the whole number.
    const ROUNDER: f32 = 12_582_912.0;
    // Nothing that a network says is less likely than this.
    let power = power.max(-80.0) * std::f32::consts::LOG2_E;
    let rounded = power + ROUNDER;
    let rest = power - (rounded - ROUNDER);
    // The series of 2 to the power of the rest, which is at most a half.
    let series = [0.001_333_36, 0.009_618_13, 0.055_504_11, 0.240_226_5, std::f32::consts::LN_2, 1.0];
    let of_rest = series.into_iter().fold(0.0, |sum: f32, factor| sum * rest + factor);
    f32::from_bits(of_rest.to_bits().wrapping_add(rounded.to_bits() << (f32::MANTISSA_DIGITS - 1)))
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
    fn edges_promise_what_the_logits_say() {
        let mut rng = Rng::with_seed(2);
        let mut legal = Legal::default();
        for width in [1, 2, 5, 9, 19] {
            let position = Game::even(Size::new(width).expect("a size"), Rules::default()).start();
            let size = position.size();
            let logits = (0..=size.area()).map(|_| [-200.0, -3.0, 0.0, 1.5, 4.0 * rng.f32()][rng.usize(..5)]);
            let policy: Vec<f32> = logits.collect();
            legal.find(&position, Some(&mut Reader::default()));
            legal.judge(&policy);
            let mut expected: Vec<(f32, Move)> = legal_moves(&position)
                .map(|mv| (policy[mv.point().map_or(size.area(), |point| point.number(size)) as usize].exp(), mv))
                .collect();
            let sum: f32 = expected.iter().map(|(chance, _)| chance).sum();
            expected.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let edges = &mut legal.edges;
            assert_eq!(edges.len(), expected.len());
            let best = edges[0];
            all_best_first(edges);
            assert_eq!(best, edges[0]);
            for (edge, (chance, _)) in edges.iter().zip(&expected) {
                assert!((edge.prior() - chance / sum).abs() < 2e-5 && edge.prior() > 0.0, "{width}: {edge:?} {chance}");
            }
            let mut moves: Vec<Move> = edges.iter().map(|edge| edge.mv()).collect();
            let clear = expected.windows(2).take_while(|pair| (pair[0].0 - pair[1].0) / sum > 4e-5).count();
            assert_eq!(moves[..clear], expected.iter().map(|&(_, mv)| mv).collect::<Vec<_>>()[..clear]);
            moves.sort_unstable();
            assert!(moves.into_iter().eq(legal_moves(&position)), "{width}: every move once");
        }
    }

    /// Whatever the network says of it, once territory is counted and the board is filled.
    #[test]
    fn a_pass_is_thought_of_towards_the_end() {
        let pass = |rules: &str, text: &str| {
            let game = Game::even(Size::new(5).expect("a size"), rules.parse().expect("rules"));
            let mut legal = Legal::default();
            legal.find(&game.position(text).expect("a position"), Some(&mut Reader::default()));
            let mut policy = vec![0.0; 26];
            policy[25] = -20.0;
            legal.judge(&policy);
            let best = legal.edges[0];
            assert!(legal.edges.iter().all(|&edge| edge <= best));
            legal.edges.iter().find(|edge| edge.mv() == Move::Pass).expect("a pass").prior()
        };
        let (filled, sparse) = (".X.O./XX.OO/.X.O./XX.OO/.X.O. X", "...../.X.O./...../.X.O./..... X");
        assert!((pass("japanese", filled) - PASS_AT_THE_END).abs() < 1e-4);
        assert!(pass("japanese", sparse) < 1e-4 && pass("chinese", filled) < 1e-4);
    }

    /// White is certain to run at D3, but the ladder ends at the edge; with a friend on its way it is left as it was.
    #[test]
    fn what_is_in_vain_promises_less_than_the_best_other_move() {
        let run: Move = "D3".parse().expect("a move");
        let prior = |way: &str| {
            let text =
                format!("........./........./{way}/........./........./..X....../.XO....../..XX...../......... O");
            let position = Game::default().position(&text).expect("a position");
            let place = run.point().expect("a point").number(position.size());
            let mut policy = vec![0.0; 82];
            policy[place as usize] = 12.0;
            let mut legal = Legal::default();
            legal.find(&position, Some(&mut Reader::default()));
            legal.judge(&policy);
            let other = legal.priors().filter(|&(mv, _)| mv != run).map(|(_, prior)| prior).fold(0.0, f32::max);
            (legal.priors().find(|&(mv, _)| mv == run).expect("it is legal").1, other)
        };
        let (lost, other) = prior(".........");
        assert!((lost / other - IN_VAIN).abs() < 0.01, "{lost} {other}");
        assert!(prior("......O..").0 > 0.99);
    }

    #[test]
    fn the_quick_exponential_is_right() {
        for step in 0..80_000 {
            let power = -(step as f32) / 1000.0;
            assert!((exp(power) / power.exp() - 1.0).abs() < 1e-5, "{power}");
        }
        assert!(exp(-1e6) < 1e-30 && exp(f32::NEG_INFINITY) < 1e-30);
    }
}
