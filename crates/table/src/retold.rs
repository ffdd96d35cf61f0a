//! A position of a way as it is told to somebody who has nothing: what was settled before the first move, and the moves.

use crate::{AnySetup, AnyWay, Message, Way};

impl AnyWay {
    /// A position as the set-up and the moves that lead to it; nothing where something came before it that no set-up can say.
    pub fn retold(&self, moment: usize) -> Option<(AnySetup, Vec<String>)> {
        Some(match self {
            AnyWay::Go(way) => way.retold(moment).map(|(setup, moves)| (AnySetup::Go(setup), moves))?,
            AnyWay::Othello(way) => way.retold(moment).map(|(setup, moves)| (AnySetup::Othello(setup), moves))?,
            AnyWay::Aligne4(way) => way.retold(moment).map(|(setup, moves)| (AnySetup::Aligne4(setup), moves))?,
        })
    }

    /// The way that begins as was settled and takes these moves; or what is wrong with that.
    pub fn retell(setup: AnySetup, moves: &[&str]) -> Result<AnyWay, Message> {
        let first = match setup {
            AnySetup::Go(setup) => AnyWay::Go(Way::of(setup.game, setup.position()?)),
            AnySetup::Othello(setup) => AnyWay::Othello(Way::of(setup.game, setup.position()?)),
            AnySetup::Aligne4(setup) => AnyWay::Aligne4(Way::of(setup.game, setup.position()?)),
        };
        first.branch(0, moves)
    }
}
