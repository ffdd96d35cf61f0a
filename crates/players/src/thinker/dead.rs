//! Which chains are dead at the end of a game: what the machine proposes, and what it accepts.

use plateau_core::{Player, Position};
use search::{Resources, Stop};
use table::view::Content;
use table::{GameResult, Phase, Playable, Scene, Table};

use crate::Machine;

/// A chain is dead when its points will, on the whole, be the other player's. Random play is unsure of everything: a lost
/// stone in a wide area comes out at −0.4 there, and a wall that lives at 0.6.
const LOST: f32 = -0.25;

/// A point of each dead chain.
pub(super) fn propose<G: Machine>(table: &Table<G>, resources: &Resources, stop: &Stop) -> Vec<String> {
    let turn = table.position().turn();
    let position = table.setup().game.resumed(table.position(), turn);
    if position.is_over() {
        return Vec::new();
    }
    let owners = table.setup().game.owners(&position, resources, stop);
    let chains = chains(table);
    let is_lost = |chain: &Chain| {
        let black: f32 = chain.cells.iter().filter_map(|&cell| owners.get(cell)).sum();
        let mean = black / chain.cells.len() as f32;
        (if chain.player == Player::Black { mean } else { -mean }) < LOST
    };
    chains.into_iter().filter(is_lost).map(|chain| chain.name).collect()
}

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
    let mut own = G::Marks::default();
    for cell in propose(table, resources, stop) {
        // A proposal names cells with stones, so that it can be marked.
        let _ = game.mark(position, &mut own, &cell);
    }
    worth(&game.result(position, marks), by) >= worth(&game.result(position, &own), by)
}

/// The margin of a result, seen by a player.
fn worth(result: &GameResult, by: Player) -> f64 {
    let margin = result.margin.as_deref().and_then(|margin| margin.parse::<f64>().ok()).unwrap_or(0.0);
    margin * f64::from(result.outcome.value_for(by))
}

/// Stones that are marked together.
struct Chain {
    player: Player,
    /// One of its cells, by name.
    name: String,
    /// All of them, along the rows from the upper left.
    cells: Vec<usize>,
}

/// All chains of the board, found by marking: what a chain is only the rules know.
fn chains<G: Playable>(table: &Table<G>) -> Vec<Chain> {
    let (game, position) = (&table.setup().game, table.position());
    let board = |marks: &G::Marks| {
        game.board(&Scene { position, last: None, hint: None, marks: Some(marks), territory: false, live: false })
    };
    let mut chains: Vec<Chain> = Vec::new();
    for (index, cell) in board(&G::Marks::default()).cells.into_iter().enumerate() {
        let Some(Content::Stone(player)) = cell.content else { continue };
        let is_known = chains.iter().any(|chain| chain.cells.contains(&index));
        let mut marks = G::Marks::default();
        if is_known || game.mark(position, &mut marks, &cell.name).is_err() {
            continue;
        }
        let marked = board(&marks).cells;
        let cells = marked.iter().enumerate().filter(|(_, cell)| cell.dead).map(|(index, _)| index).collect();
        chains.push(Chain { player, name: cell.name, cells });
    }
    chains
}
