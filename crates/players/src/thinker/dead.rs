//! Which marking of dead chains the machine accepts at the end of a game.

use plateau_core::Player;
use search::{Resources, Stop};
use table::{Phase, Table};

use crate::Machine;

/// Whether this player, as the machine sees it, can accept the marking: it is what the machine would propose, or no worse
/// for that player. When play went on after a refusal and both passed again at once, nobody has anything to show: then the
/// machine gives way, since refusing again would lead nowhere.
pub(super) fn accepts<G: Machine>(table: &Table<G>, by: Player, resources: &Resources, stop: &Stop) -> bool {
    let Phase::Marking { marks, .. } = table.phase() else { return true };
    let passes = table.course().moves().iter().rev().take_while(|mv| G::pass() == Some(**mv)).count();
    if passes >= 4 {
        return true;
    }
    let (game, position) = (&table.setup().game, table.position());
    let own = game.proposal(position, resources, stop);
    game.end(position, marks).margin_for(by) >= game.end(position, &own).margin_for(by)
}
