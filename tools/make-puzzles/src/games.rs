//! Games between levels of the machine.

use fastrand::Rng;
use plateau_core::Position as _;
use players::{MachineGame, Mover};
use search::{Choice, Resources, Stop};
use table::{MoveOf, Who};

/// A game that was played: each position with the move that was made in it.
pub(crate) struct Played<G: MachineGame> {
    pub(crate) moves: Vec<(G::Position, MoveOf<G>)>,
}

/// The levels of a game, each ready to play.
pub(crate) struct Levels<G: MachineGame> {
    game: G,
    movers: Vec<Mover<G::Position>>,
}

impl<G: MachineGame> Levels<G> {
    /// The levels up to this one.
    pub(crate) fn new(game: G, highest: u8, rng: &mut Rng) -> Levels<G> {
        let mut seat = |level| {
            let resources =
                Resources { seed: Some(rng.u64(..)), memory_bytes: 8 << 20, book: false, ..Resources::default() };
            game.seat(&Who::Level(level), &resources).unwrap_or_else(|why| panic!("level {level}: {why}"))
        };
        let movers = (1..=highest).map(&mut seat).collect();
        Levels { game, movers }
    }

    /// The move of a level; none if it gives up.
    pub(crate) fn choose(&mut self, level: u8, position: &G::Position) -> Option<MoveOf<G>> {
        let mover = &mut self.movers[level as usize - 1];
        mover.forget();
        let thought = mover.think(position, None, &Stop::new(), &mut |_| {}).ok()?;
        match thought.choice {
            Choice::Play(mv) => Some(mv),
            Choice::Resign => None,
        }
    }

    /// A game between two levels after so many moves of another one, which makes games differ.
    pub(crate) fn play(&mut self, levels: [u8; 2], opening: (u8, usize), longest: usize) -> Played<G> {
        let mut position = self.game.start();
        let mut moves = Vec::new();
        while !position.is_over() && moves.len() < longest {
            let level = if moves.len() < opening.1 { opening.0 } else { levels[position.turn() as usize] };
            let Some(mv) = self.choose(level, &position) else { break };
            moves.push((position.clone(), mv));
            position.play_legal(mv);
        }
        Played { moves }
    }
}
