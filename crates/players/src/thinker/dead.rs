//! Which marking of dead chains the machine accepts at the end of a game.

use plateau_core::Player;
use search::{Resources, Stop};
use table::{GameResult, Phase, Table};

use crate::Machine;

/// Whether this player, as the machine sees it, can accept the marking: it is what the machine would propose, or no worse
/// for that player. When play went on after a refusal and both passed again at once, nobody has anything to show: then the
/// machine gives way, since refusing again would lead nowhere.
pub(super) fn accepts<G: Machine>(table: &Table<G>, by: Player, resources: &Resources, stop: &Stop) -> bool {
    let Phase::Marking { marks, .. } = table.phase() else { return true };
    let passes = table.line().moves().iter().rev().take_while(|mv| mv.to_string() == "pass").count();
    if passes >= 4 {
        return true;
    }
    let (game, position) = (&table.setup().game, table.position());
    let own = game.proposal(position, resources, stop);
    worth(&game.result(position, marks), by) >= worth(&game.result(position, &own), by)
}

/// The margin of a result, seen by a player.
fn worth(result: &GameResult, by: Player) -> f64 {
    let margin = result.margin.as_deref().and_then(|margin| margin.parse::<f64>().ok()).unwrap_or(0.0);
    margin * f64::from(result.outcome.value_for(by))
}
