//! What the tree search asks about a position, and the judge that needs no network.

use std::fmt;
use std::sync::Arc;

use fastrand::Rng;
use go::{Board, Position, Size, Territory};
use plateau_core::{Dihedral, Player, Position as _, change_side};

use crate::Recollection;
use crate::net::{Evaluation, Input, Network, Path, Runner, komi_half_points};

/// Judges positions: a network, or random playouts. One per thread.
///
/// Positions are noted down one by one, and judged together. So the search needs one board only, on which it walks to
/// each of them: boards are large, and by the time a network has judged them they would have to be fetched from far away.
pub trait Evaluator: Send {
    /// Notes a position down, with all that will be needed of it. Its outcome is not asked for: a game that both have passed in is
    /// judged as if it went on.
    fn note(&mut self, position: &Position, rng: &mut Rng);

    /// Judges the positions that were noted since the last time, in their order. Random choices (a symmetry, playouts) are
    /// drawn from `rng` alone.
    fn judge(&mut self, rng: &mut Rng) -> &[Evaluation];

    /// How many positions of this size are best judged together. They must not take longer than some ten milliseconds, since
    /// nobody can be stopped in between.
    fn batch(&self, size: Size) -> usize;
}

/// Judges by a network.
pub struct Networked {
    networks: Networks,
    /// What was judged before, if that is kept.
    recollection: Option<Arc<Recollection>>,
    noted: Vec<Input>,
    judged: Vec<Evaluation>,
}

impl Networked {
    /// Judges by this network, on the fastest path of this processor.
    pub fn new(network: &Network) -> Networked {
        Networked::on_path(network, Path::fastest())
    }

    /// Judges by this network, on this path. Panics if this processor cannot run it.
    pub fn on_path(network: &Network, path: Path) -> Networked {
        Networked::by(Networks { runner: Some(Runner::on_path(network, path)), by_size: false, path })
    }

    /// Judges by the shipped networks, each board by the one for its size: an engine outlives a change of the board.
    pub fn shipped() -> Networked {
        Networked::by(Networks { runner: None, by_size: true, path: Path::fastest() })
    }

    fn by(networks: Networks) -> Networked {
        Networked { networks, recollection: None, noted: Vec::new(), judged: Vec::new() }
    }
}

impl Networked {
    /// Judges by the shipped networks, but nothing twice: what is found in the recollection is taken from there. A position is
    /// then always seen from the same side.
    pub fn recalling(recollection: Arc<Recollection>) -> Networked {
        Networked { recollection: Some(recollection), ..Networked::shipped() }
    }

    /// Judges those that are not known, together, and keeps what was said.
    fn recall_or_judge(&mut self, size: Size, recollection: &Recollection) {
        let count = self.noted.len();
        let known: Vec<_> = self.noted.iter().map(|input| recollection.recall(input)).collect();
        let mut number = 0;
        self.noted.retain(|_| {
            number += 1;
            known[number - 1].is_none()
        });
        let mut fresh = vec![Evaluation::default(); self.noted.len()];
        self.networks.of(size).run(&self.noted, &mut fresh);
        let mut fresh = self.noted.drain(..).zip(fresh).map(|(input, said)| recollection.keep(input, said));
        for (judged, known) in self.judged[..count].iter_mut().zip(known) {
            judged.clone_from(&known.or_else(|| fresh.next()).expect("what is not known is fresh"));
        }
    }
}

/// One network for all boards, or for each the shipped one that knows its size best. That is looked for when the first board comes: where the
/// networks are [handed in](search::Supply), only one of them may be there.
struct Networks {
    runner: Option<Runner>,
    by_size: bool,
    path: Path,
}

impl Networks {
    /// What runs the network for boards of this size.
    fn of(&mut self, size: Size) -> &mut Runner {
        let is_another = |runner: &mut Runner| self.by_size && !runner.runs(Network::shipped(size));
        drop(self.runner.take_if(is_another));
        self.runner.get_or_insert_with(|| Runner::on_path(Network::shipped(size), self.path))
    }
}

impl fmt::Debug for Networked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Networked").field("path", &self.networks.path).finish_non_exhaustive()
    }
}

impl Evaluator for Networked {
    /// Each position is seen through one of the eight symmetries, drawn anew (or, to be known again, by its key): what the network
    /// gets wrong by habit in one of them averages out over the tree.
    fn note(&mut self, position: &Position, rng: &mut Rng) {
        let symmetry = match self.recollection {
            None => rng.usize(..Dihedral::ALL.len()),
            Some(_) => position.key() as usize % Dihedral::ALL.len(),
        };
        let symmetry = Dihedral::ALL[symmetry];
        self.noted.push(Input::of(position, symmetry));
    }

    fn judge(&mut self, _rng: &mut Rng) -> &[Evaluation] {
        let Some(size) = self.noted.first().map(Input::size) else { return &[] };
        let count = self.noted.len();
        self.judged.resize_with(self.judged.len().max(count), Evaluation::default);
        if let Some(recollection) = self.recollection.clone() {
            self.recall_or_judge(size, &recollection);
        } else {
            self.networks.of(size).run(&self.noted, &mut self.judged[..count]);
            self.noted.clear();
        }
        &self.judged[..count]
    }

    /// The matrix unit is fast enough for a full batch of any board; on the other paths a batch is as much work as eight boards
    /// of 9×9.
    fn batch(&self, size: Size) -> usize {
        match self.networks.path {
            Path::Amx => BATCH,
            _ => (BATCH * 81 / size.area() as usize).clamp(1, BATCH),
        }
    }
}

/// More positions than this at a time are hardly faster on any path.
const BATCH: usize = 8;

/// Judges by random playouts, and knows nothing but the rules: every move promises the same, own eyes excepted.
#[derive(Clone, Debug)]
pub struct Playouts {
    each: u32,
    noted: Vec<Noted>,
    judged: Vec<Evaluation>,
    /// Where the playouts are played.
    board: Option<Board>,
}

/// What playouts need of a position.
#[derive(Clone, Debug)]
struct Noted {
    board: Board,
    turn: Player,
    komi: f32,
}

impl Playouts {
    /// So many playouts for each position.
    pub fn new(each: u32) -> Playouts {
        Playouts { each: each.max(1), noted: Vec::new(), judged: Vec::new(), board: None }
    }
}

/// Logits of moves that no playout would make: own eyes, and the pass.
const UNLIKELY: f32 = -4.0;

impl Evaluator for Playouts {
    fn note(&mut self, position: &Position, _rng: &mut Rng) {
        let (board, turn) = (position.board().clone(), position.turn());
        self.noted.push(Noted { board, turn, komi: komi_half_points(position) as f32 / 2.0 });
    }

    fn judge(&mut self, rng: &mut Rng) -> &[Evaluation] {
        self.judged.clear();
        for Noted { board: start, turn: own, komi } in self.noted.drain(..) {
            let (size, area) = (start.size(), start.size().area() as usize);
            let mut ownership = vec![0.0; area];
            let (mut wins, mut leads) = (0.0, 0.0);
            let board = self.board.get_or_insert_with(|| start.clone());
            for _ in 0..self.each {
                board.clone_from(&start);
                let lead = board.playout(own, |below| rng.u32(..below)) as f32 - komi;
                let lead = change_side(lead, Player::Black, own);
                leads += lead;
                wins += if lead > 0.0 {
                    1.0
                } else if lead == 0.0 {
                    0.5
                } else {
                    0.0
                };
                let territory = Territory::at_the_end(board);
                for (point, sum) in size.points_from_top().zip(&mut ownership) {
                    let owner = board.at(point).or_else(|| territory.owner(point));
                    *sum += owner.map_or(0.0, |owner| if owner == own { 1.0 } else { -1.0 });
                }
            }
            let share = 1.0 / self.each as f32;
            for sum in &mut ownership {
                *sum *= share;
            }
            let promise = |point| if start.is_eye(point, own) { UNLIKELY } else { 0.0 };
            let policy = size.points_from_top().map(promise).chain([UNLIKELY]).collect();
            // So few playouts are never certain.
            let win = (wins + 0.5) / (self.each as f32 + 1.0);
            self.judged.push(Evaluation { policy, win, lead: leads * share, ownership });
        }
        &self.judged
    }

    fn batch(&self, _size: Size) -> usize {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go::{Game, Rules};
    use plateau_core::Game as _;

    #[test]
    fn playouts_see_who_is_ahead() {
        let position = Game::default()
            .position("........./........./........./XXXXXXXXX/........./OOOOOOOOO/........./........./......... O");
        let (mut playouts, mut rng) = (Playouts::new(200), Rng::with_seed(1));
        playouts.note(&position.expect("a position"), &mut rng);
        let Evaluation { win, lead, ownership, policy } = &playouts.judge(&mut rng)[0];
        assert!(*win > 0.5 && *lead > 0.0, "White gets komi: {win} {lead}");
        assert!(ownership[40].abs() < 0.5 && ownership[75] > 0.5 && ownership[5] < -0.5, "{ownership:?}");
        assert!(policy[81] < policy[0]);
    }

    /// The second time nothing is asked of the network, and the answers are the same, in any company.
    #[test]
    fn what_is_recalled_is_what_was_said() {
        let recollection = Arc::new(Recollection::new(1 << 20));
        let mut positions = vec![Game::even(Size::NINE, Rules::default()).start()];
        for _ in 0..5 {
            let mut next = positions[positions.len() - 1].clone();
            let mv = next.legal_moves().nth(7).expect("a legal move");
            next.play_legal(mv);
            positions.push(next);
        }
        let judged = |positions: &[Position]| {
            let mut evaluator = Networked::recalling(Arc::clone(&recollection));
            for position in positions {
                evaluator.note(position, &mut Rng::new());
            }
            evaluator.judge(&mut Rng::new()).to_vec()
        };
        let first = [judged(&positions[1..3]), judged(&positions[4..5])].concat();
        let all = judged(&positions);
        assert_eq!(first, [&all[1..3], &all[4..5]].concat());
        let mut network = Networked::new(Network::shipped(Size::NINE));
        let symmetry = Dihedral::ALL[positions[2].key() as usize % 8];
        network.noted.push(Input::of(&positions[2], symmetry));
        let (said, kept) = (&network.judge(&mut Rng::new())[0], &all[2]);
        assert!((said.lead - kept.lead).abs() < 0.05 && (said.win - kept.win).abs() < 0.01, "{said:?} {kept:?}");
    }

    #[test]
    fn a_change_of_the_board_changes_the_network() {
        let mut kept = Networked::shipped();
        for width in [9, 19, 13, 9] {
            let size = Size::new(width).expect("a size");
            let position = Game::even(size, Rules::default()).start();
            let judged = |evaluator: &mut Networked| {
                evaluator.note(&position, &mut Rng::with_seed(1));
                evaluator.judge(&mut Rng::new()).to_vec()
            };
            assert_eq!(judged(&mut kept), judged(&mut Networked::new(Network::shipped(size))), "{width}");
        }
    }
}
